// What the player has entered and not yet sent: wagers on areas, an amount, picked cards, rows. Wagers and amounts stay
// within their limits; everything else is decided by the server. Pure functions.

import { cents, dollars } from "../../parts/money.js";
import { rowStrength } from "../felt/rows.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 * @typedef {import("../../parts/types.js").Area} Area
 * @typedef {import("../../parts/types.js").Offer["option"]} Option
 * @typedef {Record<string, number>} Wagers
 */

/** @param {Wagers} wagers */
export const total = (wagers) => Object.values(wagers).reduce((sum, each) => sum + each, 0);

/**
 * An area and all areas that must hold the same amount.
 * @param {Area[]} areas
 * @param {string} wager
 */
export function equalAreas(areas, wager) {
  const area = areas.find((each) => each.wager === wager);
  const root = area?.equals || wager;
  return areas.filter((each) => each.wager === root || each.equals === root);
}

/**
 * The wagers with an area set to an amount, or cleared. Wagers that exclude it are removed.
 * @param {Option} bets
 * @param {Wagers} wagers
 * @param {string} wager
 * @param {number} amount
 * @returns {Wagers}
 */
export function withWager(bets, wagers, wager, amount) {
  const group = equalAreas(bets.areas, wager);
  const least = Math.max(...group.map((each) => each.least));
  const most = Math.min(...group.map((each) => each.most));
  const next = { ...wagers };
  for (const area of group) {
    if (amount <= 0) delete next[area.wager];
    else next[area.wager] = Math.min(most, Math.max(least, amount));
    if (amount > 0 && area.excludes) delete next[area.excludes];
    if (amount > 0) for (const other of bets.areas) if (other.excludes === area.wager) delete next[other.wager];
  }
  return inOrder(bets, next);
}

/**
 * The wagers doubled, within the limits of each area.
 * @param {Option} bets
 * @param {Wagers} wagers
 */
export function withDoubledWagers(bets, wagers) {
  return Object.keys(wagers).reduce((next, wager) => withWager(bets, next, wager, 2 * wagers[wager]), wagers);
}

/**
 * The earlier wagers that are possible now; none if the player has too few chips.
 * @param {Option} bets
 * @param {Wagers | undefined} before
 * @returns {Wagers}
 */
export function repeatable(bets, before) {
  /** @type {Wagers} */
  const now = {};
  for (const area of bets.areas) {
    const amount = before?.[area.wager];
    if (amount && amount >= area.least && amount <= area.most) now[area.wager] = amount;
  }
  return total(now) <= bets.chips ? inOrder(bets, now) : {};
}

/**
 * The least wagers on the areas that must have one.
 * @param {Option} bets
 * @returns {Wagers}
 */
export function leastWagers(bets) {
  /** @type {Wagers} */
  let wagers = {};
  for (const area of bets.areas) if (area.required) wagers = withWager(bets, wagers, area.wager, area.least);
  return repeatable(bets, wagers);
}

const DRAFT_KEY = "cardroom.draft";

/** Store the wagers of an open question in this tab, so that loading the page again keeps them. @param {TablePage} t */
export function storeWagers(t) {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify([t.table, t.question, t.ui.wagers]));
  } catch {
    // Without storage they are lost with the page.
  }
}

/** The wagers that were stored for the open question. @param {TablePage} t @returns {Wagers} */
export function storedWagers(t) {
  try {
    const [table, question, wagers] = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "[]");
    return table === t.table && question === t.question ? wagers : {};
  } catch {
    return {}; // storage is blocked, or holds something else
  }
}

/** @param {Option} bets @param {Wagers} wagers */
function inOrder(bets, wagers) {
  return Object.fromEntries(
    bets.areas.filter((area) => wagers[area.wager]).map((area) => [area.wager, wagers[area.wager]]),
  );
}

/**
 * Why these wagers cannot be bet yet, or an empty text.
 * @param {Option} bets
 * @param {Wagers} wagers
 */
export function draftProblem(bets, wagers) {
  const missing = bets.areas.find((area) => area.required && !wagers[area.wager]);
  if (missing) return `${missing.label} is required.`;
  if (!total(wagers)) return "Tap an area to add a chip.";
  const needs = bets.areas.reduce((sum, area) => sum + (wagers[area.wager] ?? 0) * (1 + (area.behind ?? 0)), 0);
  return needs > bets.chips ? "Not enough chips: keep some for the bets that follow." : "";
}

/** Cards sorted from high to low. @param {readonly number[]} cards */
export const highestFirst = (cards) => [...cards].sort((one, other) => other - one);

/** The split that the picked cards make, if they make one. @param {TablePage} t @param {Offer} offer */
export const chosenSplit = (t, offer) =>
  offer.splits?.find(
    (split) => split.picked.length === t.ui.picked.length && split.picked.every((each) => t.ui.picked.includes(each)),
  );

/** Whether the hands on the felt are those that a choice would set. @param {TablePage} t @param {Offer} offer */
export const isLaidOut = (t, offer) => Boolean(chosenSplit(t, offer));

/**
 * Each row with its cards, those of the draft included.
 * @param {TablePage} t
 * @param {Offer} offer
 */
export function draftRows(t, offer) {
  return offer.option.rows.map((row) => {
    const fresh = offer.option.cards.filter((each) => t.ui.laid[each] === row.name);
    const size = row.lies.length + row.room;
    return { row, fresh, size, free: row.room - fresh.length, makes: rowStrength([...row.lies, ...fresh], size) };
  });
}

export const TRAY = [100, 500, 2500, 10000, 50000];

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
