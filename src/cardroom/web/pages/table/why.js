// Why a wager or a pot was decided: the sheet behind "why?", and the switch between the hands that decided.

import { cards } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars, signed } from "../parts/money.js";
import { sheet } from "../parts/sheet.js";
import { capitalize, cardNames, displayText, sentence, shortName } from "../parts/words.js";
import { gain, litHand, resultKey, wonText } from "./felt/lit.js";
import { plainName } from "./view.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("../parts/types.js").Result} Result
 * @typedef {import("../parts/types.js").DecidingHand} DecidingHand
 */

/**
 * The switch between the hands that decided the lit result. It is empty where there is nothing to switch.
 * @param {TablePage} t
 */
export function litSwitch(t) {
  const lit = litHand(t);
  const sides = lit ? [...new Map(lit.hands.map((hand, at) => [`${hand.seat} ${hand.name}`, at])).entries()] : [];
  if (!lit?.hands.some((hand) => hand.shared?.length) || sides.length < 2 || t.cloth?.seating === "columns")
    return null;
  const chosen = lit.hands[lit.side];
  return h(
    "div.lit",
    { key: "lit", role: "group", "aria-label": "Cards that decided" },
    h("span.lit-of", { "aria-hidden": "true" }, "Cards of"),
    h(
      "span.two",
      null,
      sides.map(([key, at]) => {
        const hand = lit.hands[at];
        return h(
          "button",
          {
            key,
            "aria-pressed": String(hand.name === chosen.name && hand.seat === chosen.seat),
            onclick: (/** @type {Event} */ event) => {
              event.stopPropagation();
              t.ui.litResult = resultKey(lit.result);
              t.ui.litSide = at;
              t.draw();
            },
          },
          shortName(hand.name),
        );
      }),
    ),
  );
}

/**
 * Open the reason of a result: what happened, the hands, the arithmetic, the rule and its citation.
 * @param {TablePage} t
 * @param {Result} result
 */
export function openReason(t, result) {
  const name = displayText(result.mine ? result.label : `${plainName(result.name)}, ${result.label}`);
  openReasons(t, [result], `${name}: why ${wonText(result)}?`);
}

/**
 * Open the reasons of several results together, such as the shares of a pot.
 * @param {TablePage} t
 * @param {Result[]} results
 * @param {string} title
 */
export function openReasons(t, results, title) {
  const rules = h("a.btn.h", { href: t.rulesPage }, "Rules page");
  sheet(
    title,
    results.map((each) => h("section.reason", { key: `${each.spot} ${each.net}` }, reasonOf(t, each))),
    { beside: rules },
  );
}

/** @param {TablePage} t @param {Result} result */
function reasonOf(t, result) {
  const short = result.due !== undefined && result.due !== null;
  const mine = gain(result);
  const bank = result.banked !== undefined && result.banked !== null;
  const rows = [
    result.stake ? ["Wager", result.stakes || dollars(result.stake)] : null,
    short ? ["Due", signed(bank ? -(result.due ?? 0) : (result.due ?? 0))] : null,
    mine || !result.stake
      ? [bank ? "Your bank" : mine < 0 ? "Taken" : result.stake ? "Paid" : "Got", wonText(result)]
      : ["Returned", dollars(result.stake)],
  ];
  const explains = result.explains;
  return [
    h("p.big", null, sentence(displayText(explains?.says || result.why))),
    explains?.hands?.length ? h("div.duel", null, explains.hands.map(deciding)) : null,
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
      explains?.rule ? h("p", null, displayText(explains.rule)) : null,
      h("p", null, h("b", null, result.cite || "The rules of this game")),
      h("p", null, t.cloth?.source),
    ),
  ];
}

/** A hand that decided, with its words, its cards, and which of them are on the board. @param {DecidingHand} hand */
function deciding(hand) {
  const name = [plainName(hand.name), hand.part].filter(Boolean).join(", ");
  return h(
    "figure",
    { key: `${hand.seat} ${name}`, class: hand.won ? "best" : "" },
    h("figcaption", null, h("b", null, capitalize(name)), h("span", null, hand.says)),
    cards(hand.cards, { name: `${capitalize(name)}: ${cardNames(hand.cards)}` }),
    hand.shared?.length
      ? h(
          "span.from",
          { "aria-hidden": "true" },
          hand.cards.map((card) => h("span", { key: card }, hand.shared?.includes(card) ? "board" : "own")),
        )
      : null,
  );
}
