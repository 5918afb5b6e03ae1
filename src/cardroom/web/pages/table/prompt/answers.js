// What the player does with the open question: places chips, chooses an amount, picks or lays cards, and sends the
// answer. The draft is stored in `t.ui` until the next question. Nothing here draws.

import { cents } from "../../parts/money.js";
import { warn } from "../../parts/notice.js";
import { confirmSheet } from "../../parts/sheet.js";
import { TAGS } from "../../parts/tags.js";
import { playSound } from "../sound.js";
import {
  amountProblem,
  chosenAmount,
  chosenSplit,
  isLaidOut,
  repeatable,
  storeWagers,
  total,
  withDoubledWagers,
  withWager,
} from "./draft.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 * @typedef {import("./draft.js").Wagers} Wagers
 */

/** Milliseconds after which the page shows that an answer is not confirmed yet. */
const SLOW = 400;

// -- answers ---------------------------------------------------------------------------------------------------------

/**
 * @param {TablePage} t
 * @param {Offer} offer
 * @param {any} [value]
 */
export async function answer(t, offer, value = null) {
  const it = t.prompt;
  if (!it || t.ui.sent || t.connection.state === "lost") return;
  const question = t.question;
  if (offer.kind === TAGS.Choice && offer.splits?.length && !isLaidOut(t, offer)) {
    t.ui.picked = [...offer.splits[0].picked];
    t.draw();
    return; // the hands are on the felt now, and the same button sets them
  }
  const foul = offer.kind === TAGS.Pick && offer.splits?.length ? chosenSplit(t, offer)?.warns : "";
  const warns = offer.warns || foul;
  const yes = foul ? `${offer.label} hands` : offer.label;
  if (warns && !(await confirmSheet(`${yes}?`, warns, yes))) return;
  if (question !== t.question) return;
  t.ui.sent = true;
  t.ui.sentAs = offer.action;
  t.ui.refused = "";
  t.ui.missed = 0;
  const slow = setTimeout(() => {
    if (question !== t.question || !t.ui.sent) return;
    t.ui.slow = true;
    t.draw();
  }, SLOW);
  t.draw();
  try {
    await t.connection.request({
      type: TAGS.SubmitAnswer,
      table: t.table,
      spot: it.spot,
      question: t.scene.questions[it.spot],
      action: offer.action,
      value,
    });
    if (offer.kind === TAGS.Bets) t.lastWagers = value;
  } catch (error) {
    if (question !== t.question) return;
    t.ui.sent = false;
    showRefusal(t, /** @type {Error} */ (error).message, offer.kind === TAGS.Bets ? "Nothing was bet." : "");
  } finally {
    clearTimeout(slow);
    t.ui.slow = false;
  }
  t.draw();
}

/** @param {TablePage} t @param {string} why @param {string} [more] */
export function showRefusal(t, why, more = "") {
  t.ui.refused = why;
  t.ui.repeatBets = false;
  warn(`${why} ${more}`);
  t.draw();
}

/** @param {TablePage} t @param {string} spot */
export function switchQuestion(t, spot) {
  t.ui.spot = spot;
  t.startDraft();
  t.ui.spot = spot;
  t.draw();
}

// -- wagers ----------------------------------------------------------------------------------------------------------

/** @param {TablePage} t @param {Wagers} wagers */
export function setWagers(t, wagers) {
  if (total(wagers) > total(t.ui.wagers)) playSound("chip");
  t.ui.undo = [...t.ui.undo, t.ui.wagers];
  t.ui.wagers = wagers;
  storeWagers(t);
  t.ui.refused = "";
  t.ui.typedWager = "";
  t.draw();
}

/** @param {TablePage} t @param {string} wager @param {number} [sign] */
export function addChip(t, wager, sign = 1) {
  const bets = t.betting?.option;
  if (!bets || t.ui.sent) return;
  const now = t.ui.wagers[wager] ?? 0;
  const least = bets.areas.find((area) => area.wager === wager)?.least ?? 0;
  const to = now + sign * t.ui.chip;
  setWagers(t, withWager(bets, t.ui.wagers, wager, sign < 0 && to < least ? 0 : to));
}

/** @param {TablePage} t @param {string} wager @param {number} amount */
export function setWager(t, wager, amount) {
  const bets = t.betting?.option;
  if (bets && !t.ui.sent) setWagers(t, withWager(bets, t.ui.wagers, wager, amount));
}

/**
 * Add a digit to the amount that is typed on a betting area.
 * @param {string} wager
 * @param {string} digit
 * @param {TablePage} t
 */
export function typeWager(t, wager, digit) {
  const [of, text] = t.ui.typedWager.split(" ");
  const typed = of === wager ? text + digit : digit;
  const amount = cents(typed);
  if (amount !== null) setWager(t, wager, amount);
  t.ui.typedWager = `${wager} ${typed}`;
}

/** @param {TablePage} t @param {number} value */
export function chooseChip(t, value) {
  t.ui.chip = value;
  t.draw();
}

/** @param {TablePage} t */
export function undo(t) {
  const last = t.ui.undo.pop();
  if (last === undefined) return;
  if (t.laying) t.ui.laid = last;
  else t.ui.wagers = last;
  t.ui.holding = nextToHold(t);
  t.draw();
}

/** @param {TablePage} t */
export function clear(t) {
  setWagers(t, {});
}

/** @param {TablePage} t */
export function double(t) {
  const bets = t.betting?.option;
  if (bets) setWagers(t, withDoubledWagers(bets, t.ui.wagers));
}

/** @param {TablePage} t */
export function rebet(t) {
  const bets = t.betting?.option;
  if (bets && t.lastWagers) setWagers(t, repeatable(bets, t.lastWagers));
}

/** @param {TablePage} t @param {Wagers} [wagers] */
export function bet(t, wagers = t.ui.wagers) {
  const offer = t.betting;
  t.ui.repeatBets = false;
  if (!offer || !Object.keys(wagers).length) return;
  t.ui.wagers = wagers;
  answer(t, offer, wagers);
}

/** Place the same bets in the next round as soon as betting opens. @param {TablePage} t */
export function toggleRepeatBets(t) {
  t.ui.repeatBets = !t.ui.repeatBets;
  t.ui.editBets = false;
  t.draw();
}

/** Start the next round's draft with the last bets, so that the player can change them. @param {TablePage} t */
export function toggleEditBets(t) {
  t.ui.editBets = !t.ui.editBets;
  t.ui.repeatBets = false;
  t.draw();
}

// -- amounts and cards ----------------------------------------------------------------------------------------------

/** @param {TablePage} t @param {number} amount */
export function setAmount(t, amount) {
  t.ui.amount = amount;
  t.ui.typed = null;
  t.draw();
}

/** @param {TablePage} t @param {string} text */
export function typeAmount(t, text) {
  t.ui.typed = text;
  t.draw();
}

/** @param {TablePage} t @param {Offer} offer */
export function sendAmount(t, offer) {
  const amount = chosenAmount(t, offer);
  if (amount !== null && !amountProblem(offer, amount)) answer(t, offer, amount);
}

/** @param {TablePage} t @param {number} card */
export function togglePick(t, card) {
  const most = t.picking?.option.most ?? t.picking?.option.count ?? 0;
  const { picked } = t.ui;
  if (picked.includes(card)) t.ui.picked = picked.filter((each) => each !== card);
  else t.ui.picked = picked.length < most ? [...picked, card] : most === 1 ? [card] : picked;
  t.draw();
}

/** @param {TablePage} t */
export function clearPicks(t) {
  t.ui.picked = [];
  t.draw();
}

/** @param {TablePage} t @param {number} card */
export function holdCard(t, card) {
  t.ui.holding = t.ui.holding === card ? null : card;
  if (t.ui.laid[card]) takeBack(t, card);
  t.draw();
}

/** @param {TablePage} t */
export function nextToHold(t) {
  const option = t.laying?.option;
  const left = option?.cards.filter((each) => !t.ui.laid[each]) ?? [];
  return left.length > (option?.discards ?? 0) ? Math.max(...left) : null;
}

/** @param {TablePage} t @param {string} row */
export function layInto(t, row) {
  const option = t.laying?.option;
  const card = t.ui.holding;
  if (!option || card === null) return;
  const room = option.rows.find((each) => each.name === row)?.room ?? 0;
  if (Object.values(t.ui.laid).filter((each) => each === row).length >= room) return;
  t.ui.undo = [...t.ui.undo, t.ui.laid];
  t.ui.laid = { ...t.ui.laid, [card]: row };
  t.ui.holding = nextToHold(t);
  t.draw();
}

/** @param {TablePage} t @param {number} card */
export function takeBack(t, card) {
  const { [card]: _, ...rest } = t.ui.laid;
  t.ui.undo = [...t.ui.undo, t.ui.laid];
  t.ui.laid = rest;
  t.ui.holding = card;
  t.draw();
}

/** Submit the cards that were picked or laid. @param {TablePage} t */
export function submitCards(t) {
  const { picking, laying } = t;
  if (laying) {
    /** @type {Record<string, number[]>} */
    const rows = {};
    for (const [card, row] of Object.entries(t.ui.laid)) rows[row] = [...(rows[row] ?? []), Number(card)];
    if (laying.option.cards.length - Object.keys(t.ui.laid).length === (laying.option.discards ?? 0))
      answer(t, laying, rows);
  } else if (picking) {
    const least = picking.option.least ?? picking.option.count;
    if (t.ui.picked.length >= least) answer(t, picking, t.ui.picked);
  }
}
