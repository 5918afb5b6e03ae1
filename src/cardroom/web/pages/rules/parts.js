// Parts of a rules page, each drawn from the rules as the server sends them.

import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { headings, rowOf } from "../parts/tables.js";
import { capitalize } from "../parts/words.js";

/** @typedef {import("../parts/types.js").RulesText} Rules */

/**
 * Seats, cards, bank and limits.
 * @param {Rules} rules
 * @param {string} stakes shown where there are no limits
 * @returns {[string, string][]}
 */
export function atAGlance(rules, stakes) {
  const { seats, deck, bank, limits } = rules;
  const banks =
    bank.who === "player-dealer"
      ? `a player${bank.rounds ? `, ${bank.rounds} rounds at a time` : ""}`
      : bank.who === "house"
        ? "the house"
        : "none: players play against each other";
  return [
    ["Seats", `${seats.least} to ${seats.most}${seats.second_circles ? ", second circles" : ""}`],
    ["Cards", `${deck.cards}${deck.shoe ? ", from a shoe" : deck.decks > 1 ? ", two alternating decks" : ""}`],
    ["Bank", banks],
    ["Limits", limits ? `${dollars(limits.minimum)} to ${dollars(limits.maximum)}` : stakes],
  ];
}

/**
 * A citation without the document and section, which are shown above.
 * @param {Rules} rules
 * @param {string} text
 */
export const shortCite = (rules, text) => text.replaceAll(`${rules.source.document}, ${rules.source.section}, `, "");

/**
 * @param {Rules} rules
 * @param {string} text
 */
export const citation = (rules, text) => h("p.side", null, shortCite(rules, text));

/** @param {Rules} rules */
export function wagers(rules) {
  return h(
    "div.scroll",
    null,
    h(
      "table.figures.words",
      null,
      headings(["Wager", "When", "Rule", "Source"]),
      h(
        "tbody",
        null,
        rules.wagers.map((/** @type {any} */ wager) =>
          rowOf(
            wager.wager,
            wager.label,
            wager.when,
            capitalize(wager.terms),
            h("td.faint", null, shortCite(rules, wager.cite)),
          ),
        ),
      ),
    ),
  );
}

/** A pay table with all printed columns. The one in force is bold. @param {any} table */
export function payTable(table) {
  const several = table.ids.length > 1;
  const column = (/** @type {number} */ at) => (several && table.marked[at] ? "td.now" : "td");
  return h(
    "div.pt",
    { key: table.title, class: table.ids.length > 3 ? "many" : "" },
    h("h3", null, [table.title, !several && table.ids[0] && ` (${table.ids[0]})`]),
    h(
      "div.scroll",
      null,
      h(
        "table.figures",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "Result"),
            several
              ? table.ids.map((/** @type {string} */ id, /** @type {number} */ at) =>
                  h(table.marked[at] ? "th.now" : "th", { scope: "col", key: id }, id),
                )
              : h("th", { scope: "col" }, "Pays"),
          ),
        ),
        h(
          "tbody",
          null,
          [...table.rows, ...(table.others.length ? [["all other", table.others]] : [])].map(([line, cells]) =>
            rowOf(
              line,
              line,
              ...cells.map((/** @type {string} */ cell, /** @type {number} */ at) => h(column(at), { key: at }, cell)),
            ),
          ),
        ),
      ),
    ),
    h("p.side", null, [table.note && `${capitalize(table.note)}. `, table.cite]),
  );
}

/** @param {Rules} rules @param {NonNullable<Rules["outcomes"]>} its */
export function outcomes(rules, its) {
  const { wagers: names, cases } = its;
  return [
    h(
      "div.scroll",
      null,
      h(
        "table.figures.words",
        null,
        headings(["If", ...names.map((/** @type {string} */ name) => h("th", { scope: "col" }, name))]),
        h(
          "tbody",
          null,
          cases.map((/** @type {any} */ each) =>
            rowOf(
              each.case,
              capitalize(each.case),
              ...each.results.map((/** @type {any} */ result) => h("td", null, result.result)),
            ),
          ),
        ),
      ),
    ),
    citation(rules, its.cite),
  ];
}

/** @param {Rules} rules @param {any} ranking */
export function hands(rules, ranking) {
  return h(
    "div.pt",
    { key: ranking.title },
    h("h3", null, ranking.title),
    h(
      "table.figures.words.ranks",
      null,
      h("thead.sr", null, h("tr", null, h("th", { scope: "col" }, "Hand"), h("th", { scope: "col" }, "Example"))),
      h(
        "tbody",
        null,
        ranking.examples.map((/** @type {any} */ each) =>
          rowOf(each.hand, capitalize(each.hand), h("td.num", null, colorSuits(each.cards))),
        ),
      ),
    ),
    h("p.side", null, [ranking.note && `${ranking.note} `, shortCite(rules, ranking.cite)]),
  );
}

/** @param {Rules} rules @param {NonNullable<Rules["settlement"]>} it */
export function settlement(rules, it) {
  return [
    it.says.map((/** @type {string} */ line) => h("p", { key: line }, `${capitalize(line)}.`)),
    citation(rules, it.cite),
  ];
}

/** @param {Rules} rules @param {any} it */
export const jackpot = (rules, it) =>
  h("div.pt", { key: it.jackpot }, h("p", null, `${it.says}.`), citation(rules, it.cite));

/** @param {Rules} rules */
export function houseRules(rules) {
  return h(
    "dl.hr",
    null,
    rules.house_rules
      .filter((/** @type {any} */ rule) => rule.applies)
      .map((/** @type {any} */ rule) =>
        h(
          "div",
          { key: rule.name },
          h(
            "dt",
            null,
            h("span.mono", null, rule.name),
            ": ",
            h("b", null, rule.shown),
            rule.standing !== "no document" && ` (${rule.standing})`,
          ),
          h(
            "dd",
            null,
            `${rule.says} May be ${rule.may}${rule.terms ? `; ${rule.terms}` : ""}.`,
            citation(rules, rule.cite),
          ),
        ),
      ),
  );
}

/** @param {[string, any[]]} pair */
export function differences([other, found]) {
  return h(
    "div.pt",
    { key: other },
    h("h3", null, `How ${other} differs`),
    found.length
      ? h(
          "div.scroll",
          null,
          h(
            "table.figures.words",
            null,
            headings(["", "Here", other]),
            h(
              "tbody",
              null,
              found.map((each) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row" }, `${each.topic}: ${each.what}`),
                  h("td", null, each.first),
                  h("td", null, each.second),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", null, "No rule differs, only the wording."),
  );
}

/** @param {Rules} rules */
export function sources(rules) {
  const it = rules;
  return [
    h("p", null, it.printed_in),
    h(
      "ul.src.small.muted",
      null,
      it.places.map((/** @type {string} */ place) => h("li", { key: place }, place)),
    ),
    h(
      "p.small.muted",
      null,
      "The rules belong to their publishers. They are stated here in our own words, with citations.",
    ),
    h("p.mono.faint", null, `rules ${it.digest}, script ${it.script}`),
  ];
}
