// Keyboard shortcuts, the same letters as in the terminal. They work while no text field has the focus, and the user
// can switch them off. Keys are ignored for a moment after a new question, and while they repeat.

import { lettersOn } from "../parts/bar.js";
import { changeBets, ready, sameBets } from "./pace.js";
import {
  addChip,
  bet,
  chooseChip,
  clear,
  clearPicks,
  double,
  holdCard,
  layInto,
  rebet,
  submitCards,
  togglePick,
  typeWager,
  undo,
} from "./prompt/answers.js";
import { buttons } from "./prompt/buttons.js";
import { hasCoach, toggleCoach } from "./prompt/coach.js";
import { highestFirst, TRAY } from "./prompt/draft.js";
import { sitOut } from "./sit.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** Whether the game has betting areas. @param {TablePage} t */
const hasBets = (t) => Boolean(t.cloth?.areas?.length);
const hasCards = (/** @type {TablePage} */ t) => Boolean(t.picking || t.laying || t.cloth?.draws || hasRows(t));
const hasRows = (/** @type {TablePage} */ t) => t.cloth?.seating === "segments";

/**
 * Keys, what they do, and at which tables they apply (default: all).
 * @type {[string, string, ((t: TablePage) => boolean)?][]}
 */
export const KEYS = [
  ["?", "show these keys"],
  [".", "go to your options"],
  ["W", "show the results of the last round, with reasons"],
  ["V", "show the proof of the shuffle"],
  ["L", "show the log of the round"],
  ["K", "ask the coach", (t) => Boolean(t.about?.coach)],
  ["Space", "skip animations"],
  ["Esc", "close the open window"],
  ["← →", "move between betting areas", hasBets],
  ["+ −", "add a chip, remove a chip", hasBets],
  ["0 … 9", "type an amount on an area", hasBets],
  ["[ ]", "choose a smaller or larger chip", hasBets],
  ["Z X D R", "undo, clear, double, repeat the last bets", hasBets],
  ["R B", "after a round: repeat your bets, or change them", hasBets],
  ["O", "after a round: sit out", (t) => !hasBets(t)],
  ["1 … 9", "choose a card", hasCards],
  ["T M B", "place the card in the top, middle or bottom row", hasRows],
  ["⏎", "bet, set hands or draw", (t) => hasBets(t) || hasCards(t)],
];

const IGNORE_AFTER = 250;

/** @param {TablePage} t */
export function listenToKeys(t) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    const focus = /** @type {HTMLElement} */ (event.target);
    if (focus.matches?.("input:not([type=range]):not([type=radio]), textarea, select")) return;
    if (event.key === "Enter" && focus.matches?.("a, [role=tab], button:not([data-wager])")) return;
    if (event.key === " " && focus.matches?.("button, a")) return;
    if (!lettersOn() && event.key.length === 1 && event.key !== " ") return;
    if (
      actAnywhere(t, event.key) ||
      (t.prompt &&
        performance.now() - t.ui.since > IGNORE_AFTER &&
        t.connection.state !== "lost" &&
        !t.ui.sent &&
        actOnQuestion(t, event.key)) ||
      actAfterRound(t, event.key)
    )
      event.preventDefault();
  });
}

/**
 * Run the action of a key. Returns whether there is one.
 * @param {Record<string, (() => void) | false | undefined>} actions
 * @param {string} key
 */
function runAction(actions, key) {
  const action = Object.hasOwn(actions, key) && actions[key];
  if (!action) return false;
  action();
  return true;
}

/** @param {TablePage} t @param {string} key */
const actAnywhere = (t, key) =>
  runAction(
    {
      "?": () => t.openDrawer("Keys"),
      ".": () => document.getElementById("prompt")?.focus(),
      w: () => t.openResults(),
      k: hasCoach(t) && (() => void toggleCoach(t)),
      v: () => t.openDrawer("Fair"),
      l: () => t.openDrawer("Round"),
      " ": () => t.skipMotion(),
    },
    key,
  );

/** @param {TablePage} t @param {string} key */
function actAfterRound(t, key) {
  if (t.moment !== "over" || !t.seated) return false;
  const repeatable = Boolean(t.lastWagers && t.cloth?.areas?.length);
  return runAction(
    {
      r: repeatable ? () => sameBets(t) : t.scene.waits && (() => ready(t)),
      b: repeatable && (() => changeBets(t)),
      o: !repeatable && (() => sitOut(t, true)),
    },
    key,
  );
}

/** @param {TablePage} t @param {string} raw */
function actOnQuestion(t, raw) {
  const key = raw.toLowerCase();
  if (t.betting) return actOnBets(t, key);
  if (t.laying) return actOnRows(t, key);
  if (t.picking && actOnPicks(t, key)) return true;
  if (key === "enter") return false;
  const button = t.prompt && buttons(t, t.prompt).find((each) => each.key === key);
  if (!button || button.problem) return false;
  button.press();
  return true;
}

/** @param {TablePage} t @param {string} key */
function actOnBets(t, key) {
  const areas = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("button[data-wager]")]);
  const at = areas.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const wager = areas[at]?.dataset.wager;
  const focus = (/** @type {number} */ step) => areas[(at + step + areas.length) % areas.length]?.focus();
  const chip = (/** @type {number} */ step) => {
    const to = TRAY.indexOf(t.ui.chip) + step;
    chooseChip(t, TRAY[Math.max(0, Math.min(TRAY.length - 1, to))]);
  };
  const more = wager && (() => addChip(t, wager, 1));
  const less = wager && (() => addChip(t, wager, -1));
  if (wager && /^\d$/.test(key)) {
    typeWager(t, wager, key);
    return true;
  }
  return runAction(
    {
      arrowright: () => focus(1),
      arrowdown: () => focus(1),
      arrowleft: () => focus(-1),
      arrowup: () => focus(-1),
      "+": more || undefined,
      "=": more || undefined,
      "-": less || undefined,
      "−": less || undefined,
      "[": () => chip(-1),
      "]": () => chip(1),
      z: () => undo(t),
      x: () => clear(t),
      d: () => double(t),
      r: () => rebet(t),
      enter: () => bet(t),
    },
    key,
  );
}

/** @param {TablePage} t @param {string} key */
function actOnPicks(t, key) {
  const all = highestFirst(t.picking?.option.cards ?? []);
  const card = /^[1-9]$/.test(key) ? all[Number(key) - 1] : undefined;
  if (card !== undefined) {
    togglePick(t, card);
    return true;
  }
  const standsPat = !t.picking?.splits?.length && !t.picking?.option.least;
  return runAction(
    {
      x: () => clearPicks(t),
      enter: () => submitCards(t),
      p:
        standsPat &&
        (() => {
          clearPicks(t);
          submitCards(t);
        }),
    },
    key,
  );
}

/** @param {TablePage} t @param {string} key */
function actOnRows(t, key) {
  const all = highestFirst(t.laying?.option.cards ?? []);
  const card = /^[1-9]$/.test(key) ? all[Number(key) - 1] : undefined;
  if (card !== undefined) {
    holdCard(t, card);
    return true;
  }
  const row = { t: 0, f: 0, m: 1, b: 2 }[key];
  const name = row === undefined ? undefined : t.laying?.option.rows[row]?.name;
  if (name) {
    layInto(t, name);
    return true;
  }
  return runAction({ z: () => undo(t), enter: () => submitCards(t) }, key);
}
