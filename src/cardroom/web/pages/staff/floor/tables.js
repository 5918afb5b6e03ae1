// The list of tables on the floor page, with who sits where.

import { h } from "../../parts/dom.js";
import { dollars, withCommas } from "../../parts/money.js";
import { swatch } from "../../parts/site.js";
import { headings, rowOf } from "../../parts/tables.js";
import { closeTable, pauseTable, voidRound } from "./orders.js";
import { floor, mayHere } from "./state.js";

/** @typedef {import("../../lobby/rows.js").Table} Table */

const STATES = /** @type {Record<string, [string, string]>} */ ({
  playing: ["playing", ""],
  between: ["between rounds", ""],
  waiting: ["waiting for players", ""],
  paused: ["paused", "warnt"],
  stopped: ["stopped", "warnt"],
  closing: ["closing", "warnt"],
  closed: ["closed", ""],
  broken: ["interrupted", "badt"],
  opening: ["opening", ""],
});

/** @param {Table[]} shown */
export function tableList(shown) {
  return h(
    "table.figures.stack.cards-wide",
    null,
    headings([
      ...[
        ["Table", ""],
        ["State", "l"],
        ["Seats", ""],
        ["Waiting", ""],
        ["Rounds", ""],
        ["Stakes", "l"],
        ["Players", "l"],
      ].map(([name, side]) => h("th", { scope: "col", class: side }, name)),
      h("span.sr", null, "Orders"),
    ]),
    h("tbody", null, shown.map(tableRow)),
  );
}

/** @param {any} table */
function tableRow(table) {
  const [words, look] = stateOf(table);
  const paused = table.state === "paused";
  const felt = floor.games.find((game) => game.game === table.game)?.felt ?? "poker";
  return rowOf(
    table.name,
    h(
      "span.tn",
      null,
      swatch(felt),
      h(
        "span",
        null,
        h("b", null, table.name),
        h(
          "span.sub",
          null,
          [table.title !== table.name && table.title, table.set, table.practice && "practice"]
            .filter(Boolean)
            .join(", "),
        ),
      ),
    ),
    h("td.l", { class: look }, words),
    h("td", { "data-name": "seats" }, `${table.taken ?? 0} / ${table.seats ?? 0}`),
    h("td", { "data-name": "waiting", class: table.waiting ? "" : "wide" }, withCommas(table.waiting ?? 0)),
    h("td", { "data-name": "rounds" }, withCommas(table.rounds ?? 0)),
    h("td.l.full", null, table.stakes ?? ""),
    h(
      "td.l.full",
      null,
      (table.people ?? []).length > 0 &&
        h("ul.people", { "aria-label": `Players at ${table.name}` }, (table.people ?? []).map(sitterItem)),
    ),
    h(
      "td.full",
      null,
      h(
        "div.do",
        null,
        h(
          "a.btn.small.quiet",
          {
            href: `table?hall=${floor.hall}&table=${encodeURIComponent(table.name)}`,
            "aria-label": `Watch ${table.name}`,
          },
          "Watch",
        ),
        mayHere("floor") && [
          h(
            "button.btn.small",
            {
              key: "pause",
              onclick: () => pauseTable(table, !paused),
              "aria-label": `${paused ? "Resume" : "Pause"} ${table.name}`,
            },
            paused ? "Resume" : "Pause",
          ),
          table.round &&
            h(
              "button.btn.small.quiet",
              { key: "off", onclick: () => voidRound(table), "aria-label": `Void the round at ${table.name}` },
              "Void",
            ),
          h(
            "button.btn.small.quiet",
            { key: "close", onclick: () => closeTable(table), "aria-label": `Close ${table.name}` },
            "Close",
          ),
        ],
      ),
    ),
  );
}

/**
 * A table's state in words, with its class. Says also if the table pauses, stops or closes after this round.
 * @param {Table} table
 * @returns {[string, string]}
 */
function stateOf(table) {
  if (table.round && table.state === "paused") return ["playing, pauses after this round", "warnt"];
  if (table.round && table.state === "closing") return ["playing, closes after this round", "warnt"];
  if (table.round && table.stopped && table.state === "playing")
    return [`playing, stops after this round: ${table.stopped}`, "warnt"];
  if (table.state === "stopped") return [`stopped: ${table.stopped}`, "warnt"];
  return STATES[table.state] ?? [table.state, ""];
}

/** A player at a seat, with chips and status. @param {any} each */
function sitterItem(each) {
  const marks = [
    each.bot && "bot",
    each.behind && "backline",
    each.out && "sitting out",
    each.away && `away ${durationText(each.gone)}`,
    !each.away && !each.here && `disconnected ${durationText(each.gone)}`,
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "li",
    { key: each.name, class: each.away || !each.here ? "warnt" : "" },
    `${each.seat} `,
    h("b", null, each.name.replace(/^bot /, "")),
    ` ${dollars(each.stack)}`,
    marks && ` (${marks})`,
  );
}

/** A duration, rounded to seconds, minutes or hours. @param {number | null} seconds */
const durationText = (seconds) =>
  seconds === null
    ? ""
    : seconds < 60
      ? `${Math.max(0, seconds)} s`
      : seconds < 5400
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3600)} h`;
