// A verdict on a deal, drawn as a list of checks with what they cannot show.

import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { icon } from "../parts/sprite.js";

/** @typedef {import("./fair.js").Verdict} Verdict */

const SUIT_SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

export const VERDICT_TITLES = {
  holds: "Fair deal, checked in this page",
  "does not hold": "Check failed",
  "proves nothing": "Nothing to prove yet",
};

/** @param {Verdict} verdict */
export const verdictClass = (verdict) =>
  verdict.word === "holds" ? "good" : verdict.word === "does not hold" ? "bad" : "";

/** Cards in a sentence with their signs: "As" is A♠. @param {string} says */
const withSigns = (says) =>
  says.replaceAll(
    /\b([2-9TJQKA])([shdc])(?= |$|,|\.)/g,
    (_, rank, suit) => `${rank === "T" ? "10" : rank}${SUIT_SIGNS[suit]}`,
  );

/** @param {Verdict} verdict */
export function verdictLists(verdict) {
  return [
    h(
      "ul.checks",
      { key: "checks" },
      verdict.checks.map((each) =>
        h(
          "li",
          { key: each.title, class: each.holds ? "" : "not" },
          icon(each.holds ? "check" : "close"),
          h("div", null, h("b", null, each.title), h("p", null, colorSuits(withSigns(each.says)))),
        ),
      ),
    ),
    verdict.silent.length
      ? h(
          "details",
          { key: "silent" },
          h("summary", null, "What this check cannot prove"),
          h(
            "ul.silent",
            null,
            verdict.silent.map((says) => h("li", null, says)),
          ),
        )
      : null,
  ];
}
