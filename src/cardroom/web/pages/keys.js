// The keyboard: the letters of the terminal. They work while no text field has the focus and can be switched off. A key is
// ignored for a moment after a new question, and never repeats while it is held.

import {
  addChip,
  bet,
  changeBets,
  chooseChip,
  clear,
  confirm,
  double,
  hold,
  layInto,
  pickNone,
  rebet,
  sameBets,
  toggle,
  typeWager,
  undo,
} from "./answers.js";
import { held } from "./arrange.js";
import { lettersOn } from "./bar.js";
import { buttons, CHIPS } from "./prompt.js";
import { rest } from "./sit.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** Whether there is something to bet on here, something to draw or lay. @param {TablePage} t */
const bets = (t) => Boolean(t.cloth?.areas?.length);
const cards = (/** @type {TablePage} */ t) => Boolean(t.picking || t.laying || t.cloth?.draws || rows(t));
const rows = (/** @type {TablePage} */ t) => t.cloth?.seating === "segments";

/** Keys, what they do, and at which tables: where nothing is said, at all. @type {[string, string, ((t: TablePage) => boolean)?][]} */
export const KEYS = [
  ["?", "these keys"],
  [".", "go to your options"],
  ["W", "why: the results of the last round"],
  ["V", "fairness"],
  ["L", "the log of the round"],
  ["Space", "skip motion"],
  ["Esc", "close what is open"],
  ["← →", "move between betting areas", bets],
  ["+ −", "a chip more, a chip less", bets],
  ["0 … 9", "type an amount on an area", bets],
  ["[ ]", "another chip", bets],
  ["Z X D R", "undo, clear, double, same as before", bets],
  ["R B", "after a round: same bets, change them", bets],
  ["O", "after a round: sit out", (t) => !bets(t)],
  ["1 … 9", "choose a card", cards],
  ["T M B", "lay the card into the top, middle or bottom row", rows],
  ["⏎", "bet, set, draw: never a decision on cards", (t) => bets(t) || cards(t)],
];

const DEAF = 250;

/** @param {TablePage} t */
export function listen(t) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    const focus = /** @type {HTMLElement} */ (event.target);
    if (focus.matches?.("input:not([type=range]):not([type=radio]), textarea, select")) return;
    if (event.key === "Enter" && focus.matches?.("a, [role=tab], button:not([data-wager])")) return;
    if (event.key === " " && focus.matches?.("button, a")) return;
    if (!lettersOn() && event.key.length === 1 && event.key !== " ") return;
    if (
      everywhere(t, event.key) ||
      (t.prompt &&
        performance.now() - t.ui.since > DEAF &&
        t.line.state !== "lost" &&
        !t.ui.sent &&
        answering(t, event.key)) ||
      between(t, event.key)
    )
      event.preventDefault();
  });
}

/** @param {TablePage} t @param {string} key */
function everywhere(t, key) {
  switch (key) {
    case "?":
      return t.openDrawer("Keys");
    case ".":
      return (document.getElementById("prompt")?.focus(), true);
    case "w":
      return t.why();
    case "v":
      return t.openDrawer("Fair");
    case "l":
      return t.openDrawer("Round");
    case " ":
      return (t.skipMotion(), true);
  }
  return false;
}

/** @param {TablePage} t @param {string} key */
function between(t, key) {
  if (t.moment !== "over" || !t.seated) return false;
  const bets = t.lastWagers && t.cloth?.areas?.length;
  if (key === "r" && bets) return (sameBets(t), true);
  if (key === "b" && bets) return (changeBets(t), true);
  if (key === "o" && !bets) return (rest(t, true), true);
  return false;
}

/** @param {TablePage} t @param {string} raw */
function answering(t, raw) {
  const key = raw.toLowerCase();
  if (t.betting) return betting(t, key);
  if (t.laying) return laying(t, key);
  if (t.picking && picking(t, key)) return true;
  if (key === "enter") return false;
  const button = t.prompt && buttons(t, t.prompt).find((each) => each.key === key);
  if (!button || button.problem) return false;
  button.press();
  return true;
}

/** @param {TablePage} t @param {string} key */
function betting(t, key) {
  const areas = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("button[data-wager]")]);
  const at = areas.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const wager = areas[at]?.dataset.wager;
  const step = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 }[key];
  if (step) return (areas[(at + step + areas.length) % areas.length]?.focus(), true);
  if (wager && ["+", "=", "-", "−"].includes(key))
    return (addChip(t, wager, key === "-" || key === "−" ? -1 : 1), true);
  if (wager && /^\d$/.test(key)) return (typeWager(t, wager, key), true);
  const chips = CHIPS;
  switch (key) {
    case "[":
      return (chooseChip(t, chips[Math.max(0, chips.indexOf(t.ui.chip) - 1)]), true);
    case "]":
      return (chooseChip(t, chips[Math.min(chips.length - 1, chips.indexOf(t.ui.chip) + 1)]), true);
    case "z":
      return (undo(t), true);
    case "x":
      return (clear(t), true);
    case "d":
      return (double(t), true);
    case "r":
      return (rebet(t), true);
    case "enter":
      return (bet(t), true);
  }
  return false;
}

/** @param {TablePage} t @param {string} key */
function picking(t, key) {
  const all = held(t.picking?.option.cards ?? []);
  if (/^[1-9]$/.test(key) && all[Number(key) - 1] !== undefined) return (toggle(t, all[Number(key) - 1]), true);
  if (key === "x") return (pickNone(t), true);
  if (key === "enter") return (confirm(t), true);
  if (key === "p" && !t.picking?.splits?.length && !t.picking?.option.least) return (pickNone(t), confirm(t), true);
  return false;
}

/** @param {TablePage} t @param {string} key */
function laying(t, key) {
  const all = held(t.laying?.option.cards ?? []);
  const row = { t: 0, f: 0, m: 1, b: 2 }[key];
  const name = row === undefined ? undefined : t.laying?.option.rows[row]?.name;
  if (/^[1-9]$/.test(key) && all[Number(key) - 1] !== undefined) return (hold(t, all[Number(key) - 1]), true);
  if (name) return (layInto(t, name), true);
  if (key === "z") return (undo(t), true);
  if (key === "enter") return (confirm(t), true);
  return false;
}
