// Which cards are lit at the end of a round: those that decided a result. The server says which they are.

import { dollars, signed } from "../../parts/money.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("../../parts/types.js").Result} Result
 * @typedef {import("../../parts/types.js").DecidingHand} DecidingHand
 * @typedef {import("../../parts/types.js").Spread} Spread
 * @typedef {{ result: Result, hands: DecidingHand[], side: number }} Lit
 */

/** What a result is worth to the viewer: as the bank, from the bank's side. @param {Result} result */
export const gain = (result) => result.banked ?? result.net;

/** Whether a result is a share of a pot. @param {Result} result */
export const isShare = (result) => !result.stakes && Boolean(result.won);

/** What a result brought. A share of a pot has no sign, because a part of it is the stake. @param {Result} result */
export const wonText = (result) => (isShare(result) ? dollars(result.net) : signed(gain(result)));

/**
 * The result whose cards are lit, and which of its hands: first the one that decided a wager of the viewer, with the
 * better hand.
 * @param {TableView} t
 * @returns {Lit | null}
 */
export function litHand(t) {
  if (!t.picture?.over) return null;
  const all = (t.picture.results ?? []).filter((each) => each.explains?.hands?.length);
  const two = (/** @type {Result} */ each) => (each.explains?.hands?.length ?? 0) > 1;
  const result =
    all.find((each) => each.mine && resultKey(each) === t.ui.litResult) ??
    all.find((each) => resultKey(each) === t.ui.litResult) ??
    all.find((each) => each.mine && two(each)) ??
    all.find((each) => each.explains?.hands?.some((hand) => hand.mine)) ??
    all.find((each) => each.mine) ??
    all.find(two) ??
    all[0];
  const hands = result?.explains?.hands;
  if (!result || !hands) return null;
  const better = hands.findIndex((hand) => hand.won);
  const side = t.ui.litResult === resultKey(result) && t.ui.litSide >= 0 ? t.ui.litSide : better;
  return { result, hands, side: Math.max(0, Math.min(side, hands.length - 1)) };
}

/** @param {Result} result */
export const resultKey = (result) => `${result.spot} ${result.label} ${result.net}`;

/** Light the cards that decided a result. @param {TablePage} t @param {Result} result */
export function lightResult(t, result) {
  t.ui.litResult = resultKey(result);
  t.ui.litSide = -1;
  t.draw();
}

/** Whether the hand of a seat was foul. @param {TableView} t @param {number | undefined} seat */
export const isFoul = (t, seat) =>
  Boolean(t.picture?.over && t.picture.results?.some((each) => each.seat === seat && each.why.startsWith("foul hand")));

/**
 * The state of a card at the end of a round: crossed out in a foul hand, lit if it is one of those that decided, else darkened. Hands in parts are
 * lit together.
 * @param {TableView} t
 * @param {Spread} spread
 * @param {number} card
 */
export function litClass(t, spread, card) {
  if (spread.place[0] === "hand" && isFoul(t, spread.seat)) return "foul";
  const lit = litHand(t);
  if (!lit) return "";
  const chosen = lit.hands[lit.side];
  const together = chosen.part
    ? lit.hands.filter((each) => each.seat === chosen.seat && each.name === chosen.name)
    : [chosen];
  if (together.some((hand) => isIn(hand, spread, card))) return "use";
  // Without shared cards the other hand stays as it is: there is nothing to tell apart.
  const compared = !lit.hands.some((hand) => hand.shared?.length) && lit.hands.some((hand) => isIn(hand, spread, card));
  return compared ? "" : "dim";
}

/** @param {DecidingHand} hand @param {Spread} spread @param {number} card */
function isIn(hand, spread, card) {
  if (!hand.cards.includes(card)) return false;
  const kind = spread.place[0];
  if (kind === "hand" || kind === "seat") return spread.seat === hand.seat && !hand.shared?.includes(card);
  if (kind === "dealer") return !hand.seat && !hand.shared?.includes(card);
  if (kind === "player" || kind === "banker") return hand.name.toLowerCase() === kind;
  return !hand.shared || hand.shared.includes(card);
}
