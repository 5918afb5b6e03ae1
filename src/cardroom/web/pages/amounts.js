// Which amounts an option takes, and which one the player has chosen so far. Pure functions.

import { cents, dollars } from "./money.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 */

const ROUND_STEPS = [1, 5, 25, 50, 100, 500, 1000, 2500, 10000, 50000, 100000];

/** Whether the presets are all there is: then each is a button of its own. @param {Offer} offer */
export function onlyPresets(offer) {
  const { least, most, step = 1 } = offer.option;
  const all = Math.floor((most - least) / step) + 1;
  return Boolean(offer.quick?.length) && all === offer.quick?.length && all <= 4;
}

/** How far less and more go. @param {Offer} offer */
export function stepSize(offer) {
  const { least, most, step = 1 } = offer.option;
  if (step > 1) return step;
  const target = (most - least) / 40;
  return ROUND_STEPS.find((each) => each >= target && each >= 100) ?? 100000;
}

/** The nearest amount that the option takes. @param {Offer} offer @param {number} amount */
export function nearestAmount(offer, amount) {
  const { least, most, step = 1 } = offer.option;
  if (amount >= most) return most;
  return Math.max(least, least + Math.round((amount - least) / step) * step);
}

/** Why an amount cannot be, if so. @param {Offer} offer @param {number | null} amount */
export function amountProblem(offer, amount) {
  const { least, most, step = 1 } = offer.option;
  if (amount === null) return "Type an amount, as in 25 or 12.50.";
  if (amount < least || amount > most) return `From ${dollars(least)} to ${dollars(most)}.`;
  if ((amount - least) % step && amount !== most) return `In steps of ${dollars(step)} from ${dollars(least)}.`;
  return "";
}

/** The amount that is chosen just now. @param {TablePage} t @param {Offer} offer */
export const chosenAmount = (t, offer) =>
  t.ui.typed !== null ? cents(t.ui.typed) : (t.ui.amount ?? (forLess(offer) ? offer.option.most : offer.option.least));

/** Whether all of it is what is usual, and less an exception: a wager is doubled. @param {Offer} offer */
export const forLess = (offer) => offer.action === "double";
