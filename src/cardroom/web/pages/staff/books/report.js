// The operator's report: drop, win and hold of each table beside the exact expectation, also as a file.

import { h } from "../../parts/dom.js";
import { dollars, signed, withCommas } from "../../parts/money.js";
import { downloadCsv, percent, select } from "../../parts/site.js";
import { headings, rowOf } from "../../parts/tables.js";
import { errorBand, winByDay } from "./plots.js";

/** @typedef {import("../../parts/types.js").HallReport} Report */

/** The report's name for the total of its tables. */
const ALL = "All tables";

const HEADS = ["Rounds", "Drop", "Handle", "Collection", "Win", "Hold", "Theory", "Against theory"];

/**
 * The figures at the top.
 * @param {Report} report
 * @param {any} owed what the house owes; null while it loads
 * @param {number} jackpots how many the house has
 */
export function kpis(report, owed, jackpots) {
  const all = report.all;
  return h(
    "div.kpis",
    { key: "kpis" },
    kpi(
      "Drop",
      dollars(all.drop),
      `${withCommas(all.rounds)} rounds; collection ${dollars(all.collection)}${all.bot_drop ? `; bots' chips ${dollars(all.bot_drop)}, not counted` : ""}`,
    ),
    kpi(
      `Win${holdText(all) === "–" ? "" : `, ${holdText(all)} of the drop`}`,
      signed(all.win),
      !report.activity
        ? "nothing was wagered"
        : all.expected_win === null
          ? "theory incomplete"
          : `theory ${signed(Math.round(all.expected_win))}${all.z === null ? "" : `, ${Math.abs(all.z).toFixed(1)} σ ${all.z < 0 ? "below" : "above"}`}`,
    ),
    kpi(
      "Owed to players",
      owed ? dollars(owed.balances + owed.chips) : "",
      owed ? `${dollars(owed.chips)} of it at tables` : "",
    ),
    kpi("Jackpots owed", owed ? dollars(owed.pools) : "", `${jackpots} house jackpot${jackpots === 1 ? "" : "s"}`),
  );
}

/** @param {string} title @param {string} figure @param {string} more */
const kpi = (title, figure, more) =>
  h("article", { key: title }, h("p", null, title), h("b", null, figure), h("p", null, more));

/** @param {Report} report */
export function tables(report) {
  const active = report.by_table.filter((/** @type {any} */ each) => each.activity);
  const rows = active.filter((/** @type {any} */ each) => each.rounds > 0);
  const idle = report.by_table.filter((/** @type {any} */ each) => !rows.includes(each));
  return h(
    "section",
    { key: "tables", "aria-label": "Tables" },
    h("div.head", null, h("h2", null, "Tables")),
    rows.length
      ? h(
          "table.figures.stack",
          null,
          headings(["Table", ...HEADS]),
          h(
            "tbody",
            null,
            rows.map((/** @type {any} */ each) =>
              rowOf(
                each.table,
                [
                  h("b", null, each.table),
                  h(
                    "span.sub",
                    null,
                    each.games
                      .map(
                        (/** @type {any} */ game) => `${game.name === each.table ? "" : `${game.name}, `}${game.rules}`,
                      )
                      .join("; "),
                  ),
                ],
                ...cells(each),
              ),
            ),
          ),
        )
      : h("p.muted", null, "No rounds were played in this period."),
    byTable(rows),
    idle.length > 0 &&
      h(
        "details.idle",
        { key: "idle" },
        h("summary", null, `${idle.length} table${idle.length === 1 ? "" : "s"} without a round`),
        h(
          "ul",
          null,
          idle.map((/** @type {any} */ each) =>
            h("li", { key: each.table }, each.table, each.drop > 0 && `, drop ${dollars(each.drop)}`),
          ),
        ),
      ),
    h(
      "p.note",
      null,
      "Theory is the exact expected win on the amount wagered, ± one standard error. The thick bar shows two standard errors, the thin bar three. Tables beyond that are flagged. Where a player banks, the house earns only the collection.",
    ),
  );
}

/** The win of each table beside its expectation, if several have one. @param {any[]} rows */
function byTable(rows) {
  const known = rows.filter((each) => each.expected_win !== null);
  if (known.length < 2) return null;
  const points = known.map((each) => ({
    day: each.table,
    win: each.exact_win ?? each.win,
    expected: each.expected_win,
    error: each.standard_error,
  }));
  return winByDay(points, "Win of each table", (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name));
}

/** The hold: win divided by drop. @param {any} each */
const holdText = (each) =>
  each.hold_of_drop === null || each.hold_of_drop === undefined ? "–" : percent(each.hold_of_drop);

/** The figures of a table, or of one of its days. @param {any} each */
const cells = (each) => [
  h("td", { "data-name": "rounds" }, withCommas(each.rounds), each.voided > 0 && ` (${each.voided} voided)`),
  h("td", { "data-name": "drop" }, dollars(each.drop)),
  h("td.wide", null, dollars(each.handle)),
  h("td.wide", null, dollars(each.collection)),
  h("td", { "data-name": "win" }, signed(each.win)),
  h("td", { "data-name": "hold" }, holdText(each)),
  h(
    "td",
    { "data-name": "theory" },
    each.expected_win === null
      ? "–"
      : `${signed(Math.round(each.expected_win))}${each.standard_error === null ? "" : ` ± ${dollars(Math.round(each.standard_error))}`}`,
  ),
  h("td", { title: noTheoryReason(each) }, errorBand(each.z, each.luck)),
];

/** Why a table has no expected win, or null if it has one. @param {any} each */
const noTheoryReason = (each) =>
  each.z === null
    ? [...new Set(each.games.map((/** @type {any} */ game) => game.note).filter(Boolean))].join("; ")
    : null;

/**
 * A table's win day by day.
 * @param {Report} report
 * @param {string} plotted the chosen table
 * @param {(table: string) => void} choose
 */
export function plot(report, plotted, choose) {
  const names = report.by_table
    .filter((/** @type {any} */ each) => each.activity)
    .map((/** @type {any} */ each) => each.table);
  if (!names.length) return null;
  const of = names.includes(plotted) ? plotted : ALL;
  const rows = (of === ALL ? report.by_day : report.tables).filter(
    (/** @type {any} */ each) => each.table === of && each.activity,
  );
  const days = rows.map((/** @type {any} */ each) => ({
    day: each.day,
    win: each.exact_win ?? each.win,
    expected: each.expected_win,
    error: each.standard_error,
  }));
  return h(
    "section",
    { key: "plot", "aria-label": "Win by day" },
    h(
      "div.head",
      null,
      h("h2", null, "Day by day"),
      select(
        "table",
        of,
        [ALL, ...names].map((name) => [name, name]),
        choose,
        { "aria-label": "Table" },
      ),
    ),
    winByDay(days, `Win at ${of} by day`),
    h(
      "p.note",
      null,
      "The dot is the bank's win on that day. The line is the exact expected win on the amount wagered, and the bars are one and two standard errors around it.",
    ),
    h(
      "table.figures.stack",
      null,
      headings(["Day", ...HEADS]),
      h(
        "tbody",
        null,
        rows.map((/** @type {any} */ each) => rowOf(each.day, h("b", null, each.day), ...cells(each))),
      ),
    ),
  );
}

/**
 * Download the report for a spreadsheet: a row for each table and day, money in dollars.
 * @param {Report} report
 * @param {string} hall
 */
export function downloadReport(report, hall) {
  const money = (/** @type {number | null} */ cents) => (cents === null ? "" : (cents / 100).toFixed(2));
  const names = [
    "table",
    "day",
    "rounds",
    "voided",
    "drop",
    "handle",
    "collection",
    "win",
    "hold of drop",
    "expected win",
    "standard error",
    "z",
  ];
  const rows = report.tables
    .filter((/** @type {any} */ each) => each.activity)
    .map((/** @type {any} */ each) => [
      each.table,
      each.day,
      each.rounds,
      each.voided,
      money(each.drop),
      money(each.handle),
      money(each.collection),
      money(each.win),
      each.hold_of_drop ?? "",
      money(each.expected_win),
      money(each.standard_error),
      each.z ?? "",
    ]);
  downloadCsv([names, ...rows], `${hall}-${report.from}-${report.to}.csv`);
}
