// How to play: the best strategy of a game as a card that can be printed.

import { h } from "../parts/dom.js";
import { headings, rowOf } from "../parts/tables.js";
import { capitalize } from "../parts/words.js";

/**
 * @param {any} rules
 * @param {any} report the analysis; null while it loads
 */
export function strategyCard(rules, report) {
  if (rules.poker) return pokerCard(rules);
  const lines = (report?.wagers ?? []).flatMap((/** @type {any} */ wager) =>
    (wager.strategy ?? []).map((/** @type {string} */ line) => line.charAt(0).toUpperCase() + line.slice(1)),
  );
  const houseWay = (rules.charts ?? []).some((/** @type {any} */ each) => /House Way/.test(each.title));
  if (!lines.length && !houseWay) return null;
  return h(
    "div.strategy",
    null,
    h("p", null, rules.aim?.text),
    lines.length
      ? [
          h("p", { key: "best" }, "The best play, over every possible deal:"),
          chartOf(lines) ??
            h(
              "ul.src",
              { key: "lines" },
              lines.map((/** @type {string} */ line) => h("li", { key: line }, line.replace(/\.?$/, "."))),
            ),
        ]
      : h("p", { key: "way" }, "Set each hand the House Way: see the chart below. At the table, one button does it."),
    h("p.side", { key: "side" }, "Bonus bets need no decision. What each wager costs is listed above."),
    h("button.btn.small.noprint", { key: "print", onclick: () => printCard() }, "Print this card"),
  );
}

/** Starting hands, and how often each hand occurs. @param {any} rules */
const pokerCard = (rules) =>
  h(
    "div.strategy",
    null,
    h("p", { key: "start" }, "Poker against people has no single best play. These rules of thumb help beginners:"),
    h(
      "ul.src",
      { key: "lines" },
      rules.poker.start.map((/** @type {string} */ line) => h("li", { key: line }, `${line}.`)),
    ),
    rules.poker.odds.map((/** @type {any} */ table) => oddsTable(table)),
    h("button.btn.small.noprint", { key: "print", onclick: () => printCard() }, "Print this card"),
  );

/** @param {{ title: string, note: string, lines: [string, import("../parts/types.js").Measure][] }} table */
const oddsTable = ({ title, note, lines }) => [
  h(
    "table.figures.words",
    { key: title },
    h("caption", null, `${title}, over every possible deal${note ? `. ${note}` : ""}`),
    headings(["Hand", h("th.num", { scope: "col" }, "Share"), h("th.num", { scope: "col" }, "About one in")]),
    h(
      "tbody",
      null,
      lines.map(([line, { decimal: share }]) =>
        rowOf(
          line,
          capitalize(line),
          h("td.num", null, `${(100 * share).toFixed(share < 0.001 ? 4 : 2)} %`),
          h("td.num", null, (1 / share).toLocaleString("en", { maximumSignificantDigits: 3 })),
        ),
      ),
    ),
  ),
];

/** A strategy whose lines are the rows of a chart: "Against 2 3 4", then "hard 12: H H S". @param {string[]} lines */
function chartOf(lines) {
  const head = lines.findIndex((line) => line.startsWith("Against "));
  if (head < 0) return null;
  const columns = lines[head].split(" ").slice(1);
  return [
    lines.slice(0, head).map((line) => h("p", { key: line }, `${line}.`)),
    h(
      "div.scroll",
      { key: "chart", tabindex: "0", role: "group", "aria-label": "Strategy chart" },
      h(
        "table.figures.words",
        null,
        headings([
          "Your hand",
          ...columns.map((name) => h("th.num", { key: name, scope: "col" }, name === "T" ? "10" : name)),
        ]),
        h(
          "tbody",
          null,
          lines.slice(head + 1).map((line) => {
            const [hand, cells = ""] = line.split(": ");
            return rowOf(line, hand, ...cells.split(" ").map((cell, at) => h("td.num", { key: at }, cell)));
          }),
        ),
      ),
    ),
  ];
}

/** Print the card alone. */
function printCard() {
  document.documentElement.classList.add("print-card");
  addEventListener("afterprint", () => document.documentElement.classList.remove("print-card"), { once: true });
  print();
}
