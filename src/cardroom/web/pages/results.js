// The results of wagers: stake, sentence, net amount, and "why?", which opens the rule that moved the chips.

import { h } from "./dom.js";
import { plainName } from "./model.js";
import { dollars, signed, spoken } from "./money.js";
import { sheet } from "./sheet.js";
import { displayText } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Result} Result
 */

/**
 * @param {TablePage} t
 * @param {Result[]} results
 */
export function resultList(t, results) {
  return h(
    "div.res",
    { key: "results" },
    h(
      "ul",
      { "aria-label": "Results" },
      results.map((each, at) =>
        h(
          "li",
          { key: `${each.spot} ${each.label} ${at}` },
          h("span.wg", null, wagerName(each), " ", h("span", null, each.stakes)),
          h("span.say", null, displayText(each.why)),
          h("span.got", { class: each.mine && each.net > 0 ? "win" : "" }, signed(each.net)),
          h("button.why", { "aria-label": `Why? ${wagerName(each)}`, onclick: () => openReason(t, each) }, "why?"),
        ),
      ),
    ),
  );
}

/**
 * Open the reason of a result: what happened, the arithmetic, the citation.
 * @param {TablePage} t
 * @param {Result} result
 */
export function openReason(t, result) {
  const short = result.due !== undefined && result.due !== null;
  const rows = [
    result.stake ? ["Wager", result.stakes || dollars(result.stake)] : null,
    short ? ["Due", signed(result.due ?? 0)] : null,
    result.net || !result.stake
      ? [result.net < 0 ? "Taken" : result.stake ? "Paid" : "Won", signed(result.net)]
      : ["Returned", dollars(result.stake)],
  ];
  sheet(`${wagerName(result)}: why ${signed(result.net)}?`, [
    h("p", null, sentence(displayText(result.why))),
    h(
      "dl.kv",
      null,
      rows
        .filter((row) => row !== null)
        .map((row) => [
          h("dt", { key: row[0] }, row[0]),
          h("dd", { key: `${row[0]} sum` }, h("b", { class: row[1].startsWith("+") ? "win" : "" }, row[1])),
        ]),
    ),
    h(
      "div.cite",
      null,
      h("p", null, h("b", null, result.cite || "The rules of this game")),
      h("p", null, t.cloth?.source),
    ),
    h("div.acts", null, h("a.btn", { href: t.rulesPage }, "Rules page")),
  ]);
}

/** The name of a wager or pot, with the player's name unless it is the viewer's. @param {Result} result */
const wagerName = (result) => displayText(result.mine ? result.label : `${plainName(result.name)}, ${result.label}`);

/** @param {string} text */
const sentence = (text) =>
  text ? text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";

/** All results of a round for screen readers. @param {Result[]} results */
export const spokenResults = (results) =>
  results
    .map((each) =>
      `${wagerName(each)} ${each.net > 0 ? "plus" : each.net < 0 ? "minus" : "push"} ${each.net ? spoken(Math.abs(each.net)) : ""}`.trim(),
    )
    .join(", ");

/** The viewer's results after the round; all results if the viewer had no wager. @param {TablePage} t */
export function endResults(t) {
  if (!t.picture?.over) return [];
  const all = t.picture.results ?? [];
  const mine = all.filter((each) => each.mine);
  const banked = t.places.some((place) => place.you && place.markers.some((marker) => marker.name === "player-dealer"));
  return mine.length ? mine : t.cloth?.areas?.length && !banked ? [] : all.filter((each) => each.spot);
}
