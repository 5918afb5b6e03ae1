// The exact values of the options of a decision, as bars with amounts. Coach, trainer and review show the same list.

import { colorSuits } from "./card.js";
import { h } from "./dom.js";
import { withCommas } from "./money.js";
import { displayText } from "./words.js";

/**
 * @typedef {import("./types.js").Advice} Advice
 * @typedef {import("./types.js").ValuedOption} ValuedOption
 */

/** Options shown. A hand of seven cards can be set in 21 ways. */
const MOST_OPTIONS = 5;

/** An average amount, to the cent and with its sign: `+$8.30`, `−$2.04`. @param {number} cents */
export function averageText(cents) {
  const whole = Math.round(cents);
  const sign = whole > 0 ? "+" : whole < 0 ? "−" : "";
  const [dollars, rest] = [Math.floor(Math.abs(whole) / 100), Math.abs(whole) % 100];
  return `${sign}$${withCommas(dollars)}.${String(rest).padStart(2, "0")}`;
}

/** What an option costs: `$2.04`, or that it is less than a cent. @param {number} cents */
export const costText = (cents) => (Math.round(cents) ? averageText(Math.round(cents)).slice(1) : "less than a cent");

/** A value in units of the first wager: `+0.830`. @param {number} units */
export const unitsText = (units) => `${units > 0 ? "+" : units < 0 ? "−" : ""}${Math.abs(units).toFixed(3)}`;

/**
 * The options, best first, with a bar from zero. `yours` is the option that was chosen.
 * @param {Advice} advice
 * @param {ValuedOption | null} [yours]
 */
export function valueList(advice, yours = null) {
  const shown = advice.options.slice(0, MOST_OPTIONS);
  if (yours && !shown.includes(yours)) shown.push(yours);
  const all = [0, ...shown.map((each) => each.cents)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = (/** @type {number} */ cents) => ((cents - low) / (high - low || 1)) * 100;
  const more = advice.options.length - shown.length;
  return [
    h(
      "ul.vals",
      { key: "vals", "aria-label": `Value of each option, in dollars and in units of the ${advice.unit}` },
      shown.map((each) =>
        h(
          "li",
          { key: each.label, class: each.best ? "best" : "" },
          h(
            "span.on",
            null,
            colorSuits(displayText(each.label)),
            each === yours && h("b.mk.y", null, "yours"),
            each.best && h("b.mk.b", null, "best"),
          ),
          h(
            "span.track",
            { "aria-hidden": "true" },
            h("i", {
              style: {
                left: `${Math.min(at(each.cents), at(0)).toFixed(2)}%`,
                width: `${Math.abs(at(each.cents) - at(0)).toFixed(2)}%`,
              },
            }),
            h("u", { style: { left: `${at(0).toFixed(2)}%` } }),
          ),
          h(
            "span.val.num",
            null,
            h("b", null, averageText(each.cents)),
            h("small", null, each.cost ? `costs ${costText(each.cost)}` : `${unitsText(each.units)} ${advice.unit}`),
          ),
        ),
      ),
    ),
    more > 0 && h("p.small.muted", { key: "more" }, `and ${more} others`),
  ];
}
