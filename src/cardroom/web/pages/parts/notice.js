// Notices: a sentence at the top of a page, for eight seconds or until it is dismissed. `say` and `warn` are for screen
// readers: `say` waits for a pause, `warn` interrupts.

import { h, patch } from "./dom.js";
import { icon } from "./sprite.js";

/**
 * @typedef {"info" | "warn" | "bad" | "good"} Kind
 * @typedef {{ number: number, says: string, kind: Kind }} Notice
 */

const SHOWN_FOR = 8000;
const MOST_SHOWN = 3;

/** @type {Notice[]} */
let shown = [];
let numbers = 0;

/**
 * Show a notice. Returns a function that removes it.
 * @param {string} says
 * @param {Kind} [kind]
 * @param {boolean} [stays] whether it stays until it is dismissed
 */
export function notice(says, kind = "info", stays = false) {
  numbers += 1;
  const number = numbers;
  shown = [...shown.filter((each) => each.says !== says), { number, says, kind }].slice(-MOST_SHOWN);
  draw();
  if (!stays) setTimeout(() => dismiss(number), SHOWN_FOR);
  warn(says);
  document.dispatchEvent(new Event("notice")); // the table has a sound for it
  return () => dismiss(number);
}

/** @param {number} number */
function dismiss(number) {
  shown = shown.filter((each) => each.number !== number);
  draw();
}

function draw() {
  patch(
    region("notices", {}),
    shown.map((each) =>
      h(
        "div.notice",
        { key: each.number, class: each.kind },
        icon("info"),
        h("p", null, each.says),
        h("button.iconbtn", { "aria-label": "Dismiss", onclick: () => dismiss(each.number) }, icon("close")),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {Record<string, string>} attributes
 */
function region(id, attributes) {
  let element = document.getElementById(id);
  if (!element) {
    element = document.createElement("div");
    element.id = id;
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    document.body.append(element);
  }
  return element;
}

const POLITE = { role: "status", "aria-live": "polite", class: "sr" };
const AT_ONCE = { role: "alert", "aria-live": "assertive", class: "sr" };
region("polite", POLITE);
region("warned", AT_ONCE);

/** Announce an event politely. @param {string} text */
export const say = (text) => addParagraph("polite", POLITE, text);

/** Announce something urgent immediately. @param {string} text */
export const warn = (text) => addParagraph("warned", AT_ONCE, text);

/**
 * @param {string} id
 * @param {Record<string, string>} attributes
 * @param {string} text
 */
function addParagraph(id, attributes, text) {
  const where = region(id, attributes);
  const line = document.createElement("p");
  line.textContent = text;
  where.append(line);
  while (where.childElementCount > 4) where.firstElementChild?.remove();
}
