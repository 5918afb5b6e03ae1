// The rules beside the table, so that a player can read them without leaving: the aim, the round, the hands.

import { h } from "../parts/dom.js";
import { capitalize } from "../parts/words.js";
import { hands } from "./parts.js";

/** @typedef {import("../table/table.js").TablePage} TablePage */

/** @param {TablePage} t */
export function rulesTab(t) {
  const rules = t.rules();
  if (!rules) return h("p", { key: "loading" }, "Loading the rules.");
  return h(
    "div.rules-tab",
    { key: "rules" },
    h("p.big", null, rules.aim?.text),
    h("h3", null, "A round"),
    h(
      "ol",
      null,
      (rules.steps ?? []).map((/** @type {any} */ step, /** @type {number} */ at) => h("li", { key: at }, step.text)),
    ),
    rules.notes?.notes?.length
      ? [
          h("h3", { key: "notes" }, capitalize(rules.notes.title ?? "Good to know")),
          h(
            "ul",
            { key: "noted" },
            rules.notes.notes.map((/** @type {any} */ step, /** @type {number} */ at) =>
              h("li", { key: at }, step.text),
            ),
          ),
        ]
      : null,
    (rules.hands ?? []).map((/** @type {any} */ each) => hands(rules, each)),
    h("p", null, h("a", { href: t.rulesPage, target: "_blank", rel: "noopener" }, "All rules in a new tab")),
  );
}
