// Which amounts an option takes, and which one the player has chosen so far. Pure functions.

import { cents, dollars } from "./money.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 */

const ROUND_STEPS = [1, 5, 25, 50, 100, 500, 1000, 2500, 10000, 50000, 100000];

/** Whether the presets are all possible amounts. Then each gets its own button. @param {Offer} offer */
export function onlyPresets(offer) {
  const { least, most, step = 1 } = offer.option;
  const all = Math.floor((most - least) / step) + 1;
  return Boolean(offer.quick?.length) && all === offer.quick?.length && all <= 4;
}

/** How much the buttons "Less" and "More" change the amount. @param {Offer} offer */
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

/** Why an amount is not possible, or an empty text. @param {Offer} offer @param {number | null} amount */
export function amountProblem(offer, amount) {
  const { least, most, step = 1 } = offer.option;
  if (amount === null) return "Enter an amount, for example 25 or 12.50.";
  if (amount < least || amount > most) return `Enter ${dollars(least)} to ${dollars(most)}.`;
  if ((amount - least) % step && amount !== most) return `Use steps of ${dollars(step)} from ${dollars(least)}.`;
  return "";
}

/**
 * The amount that is chosen now, or null if what was typed is not an amount.
 * @param {TablePage} t
 * @param {Offer} offer
 */
export const chosenAmount = (t, offer) =>
  t.ui.typed !== null ? cents(t.ui.typed) : (t.ui.amount ?? (forLess(offer) ? offer.option.most : offer.option.least));

/** Whether the full amount is usual and less is the exception, as in doubling for less. @param {Offer} offer */
export const forLess = (offer) => offer.action === "double";
