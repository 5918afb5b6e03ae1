// The cage, jackpots and liabilities on the operator's page.

import { h } from "../../parts/dom.js";
import { dollars, signed, withCommas } from "../../parts/money.js";
import { timeText } from "../../parts/site.js";
import { headings, rowOf } from "../../parts/tables.js";
import { amountOverTime } from "./plots.js";

/**
 * Deposits, withdrawals and corrections by person and day, and the chips in the racks.
 * @param {any} cage the cage's part of a report
 */
export function cageList(cage) {
  const total = (/** @type {Record<string, number>} */ causes) => Object.values(causes).reduce((a, b) => a + b, 0);
  return h(
    "section",
    { key: "cage", "aria-label": "Cage" },
    h("div.head", null, h("h2", null, "Cage")),
    h(
      "p",
      { class: cage.ties ? "" : "badt" },
      `Money in the room: ${dollars(cage.opening)} at the start, ${dollars(total(cage.came_in))} came in, ${dollars(total(cage.went_out))} went out, ${dollars(cage.closing)} at the end. `,
      cage.ties ? "This agrees with the books." : "This does not agree with the books. Start an audit.",
    ),
    figures(
      ["Movement", "Day", "By", "Times", "Amount", "Net"],
      cage.rows.map((/** @type {any} */ row) => [
        `${row.account}: ${row.kind}`,
        row.day,
        row.by,
        withCommas(row.times),
        dollars(row.cents),
        signed(row.net),
      ]),
    ) ?? h("p.muted", null, "No deposits, withdrawals or corrections in this period."),
    figures(
      ["Rack", "Table", "Chips"],
      cage.racks.map((/** @type {any} */ rack) => [
        rack.table,
        rack.closed ? "closed: count and return" : "open",
        dollars(rack.cents),
      ]),
    ),
  );
}

/**
 * A table of figures, or null if it has no rows.
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function figures(heads, rows) {
  if (!rows.length) return null;
  return h(
    "table.figures.words.stack",
    { key: heads[0] },
    headings(heads),
    h(
      "tbody",
      null,
      rows.map(([first, ...rest], at) =>
        rowOf(
          at,
          h("b", null, first),
          ...rest.map((text, column) => h("td", { "data-name": heads[column + 1].toLowerCase() }, text)),
        ),
      ),
    ),
  );
}

/** @param {any[]} jackpots */
export function jackpotList(jackpots) {
  return h(
    "section",
    { key: "jackpots", "aria-label": "Jackpots" },
    h("div.head", null, h("h2", null, "Jackpots")),
    jackpots.length
      ? h(
          "div.scroll",
          null,
          h(
            "table.figures",
            null,
            headings(["Meter", "Now", "Reserve", "Owed", "Held", "Hits"]),
            h(
              "tbody",
              null,
              jackpots.map((each) =>
                rowOf(
                  each.name,
                  each.name,
                  h("b", null, dollars(each.amounts.meter)),
                  dollars(each.amounts.reserve),
                  dollars(each.amounts.owed),
                  h("td", { class: each.amounts.short ? "badt" : "" }, dollars(each.amounts.held)),
                  withCommas(each.hits.length),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", null, "The house has no open jackpot. Tables may have their own meters."),
    jackpots.map((each) =>
      h(
        "details",
        { key: each.name, open: jackpots.length === 1 },
        h("summary", null, `${each.name}: history`),
        amountOverTime(
          (each.history ?? []).map((/** @type {any} */ point) => ({ at: point.at / 1e6, cents: point.cents })),
          `Meter of ${each.name}`,
        ),
        h(
          "ul.ev",
          null,
          each.hits.map((/** @type {any} */ hit, /** @type {number} */ at) =>
            h(
              "li",
              { key: at },
              h("time", null, timeText(hit.at / 1e6)),
              h("div", null, h("b", null, `Hit at ${hit.table}`), hit.cents ? ` ${dollars(hit.cents)}` : ""),
              h("span.faint", null, hit.who ?? ""),
            ),
          ),
        ),
        !each.hits.length && h("p.small.muted", null, `Started at ${dollars(each.terms.seed)}. Not hit yet.`),
      ),
    ),
  );
}

/** @param {any} owed what the house owes; null while it loads */
export function liabilities(owed) {
  if (!owed) return null;
  /** @type {[string, number][]} */
  const lines = [
    ["Players' balances", owed.balances],
    ["Players' chips at tables", owed.chips],
    ["Jackpots", owed.pools],
    ["Total owed", owed.owed],
    ["Table banks", owed.banks],
    ["Collection", owed.collection],
    ...(owed.other ? [/** @type {[string, number]} */ (["Other", owed.other])] : []),
    ["Net cash received", -owed.outside],
  ];
  return h(
    "section",
    { key: "owed", "aria-label": "Liabilities" },
    h("div.head", null, h("h2", null, "Liabilities")),
    h(
      "dl.kv",
      null,
      lines.map(([name, cents]) => [h("dt", { key: name }, name), h("dd", { key: `${name} =` }, dollars(cents))]),
    ),
    Object.keys(owed.meters ?? {}).length > 0 &&
      h(
        "details",
        null,
        h("summary", null, "Meters"),
        h(
          "dl.kv",
          null,
          Object.entries(owed.meters).map(([name, cents]) => [
            h("dt", { key: name }, name),
            h("dd", { key: `${name} =` }, dollars(/** @type {number} */ (cents))),
          ]),
        ),
      ),
  );
}
