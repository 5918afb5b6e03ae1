// Stacks of chips: how many chips of each value make an amount, and their drawing. The amount is always beside it as
// text, so a stack is hidden from screen readers.

import "../../parts/sprite.js";
import { h } from "../../parts/dom.js";
import { dollars } from "../../parts/money.js";

/** The values of chips in cents, the largest first. The last one is a half dollar. */
export const VALUES = [100000, 50000, 10000, 2500, 500, 100, 50];

/** A stack is never higher than this many chips. */
const MOST_CHIPS = 5;
/** The thickness of a chip in the drawing. */
const STEP = 4;

/**
 * The values of the chips that stand for an amount, the largest first. Less than half a dollar is one chip of the least
 * value. If an amount has more chips than a stack may have, the smallest are left out.
 * @param {number} cents
 */
export function chipsOf(cents) {
  /** @type {number[]} */
  const chips = [];
  let rest = cents;
  for (const value of VALUES)
    while (rest >= value && chips.length < MOST_CHIPS) {
      chips.push(value);
      rest -= value;
    }
  return chips.length || cents <= 0 ? chips : [VALUES[VALUES.length - 1]];
}

/** The class of a chip's color. @param {number} cents */
export const chipClass = (cents) => `c${cents < 100 ? "h" : cents / 100}`;

/** @type {Map<number, import("../../parts/dom.js").Node_>} */
const drawn = new Map();

/**
 * A stack seen from the side, the greatest value below, with its shadow. All stacks have the same height, so nothing
 * moves when one grows.
 * @param {number} cents
 */
export function stack(cents) {
  const cached = drawn.get(cents);
  if (cached) return cached;
  const chips = chipsOf(cents);
  const drawing = h(
    "svg.stack",
    {
      viewBox: "0 0 26 34",
      "data-chips": chips.map((value) => value / 100).join(" "),
      "aria-hidden": "true",
    },
    chips.length ? h("ellipse", { cx: 14.2, cy: 27.8, rx: 11.6, ry: 5.6, opacity: 0.34 }) : null,
    chips.map((value, at) => h("use", { href: "#disc", class: chipClass(value), x: 0.5, y: 16.5 - STEP * at })),
  );
  if (drawn.size > 500) drawn.clear(); // a long session has many amounts
  drawn.set(cents, drawing);
  return drawing;
}

/** An amount with its chips. @param {number} cents */
export const chipAmount = (cents) => h("span.bet", null, stack(cents), dollars(cents));
