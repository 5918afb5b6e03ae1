// The books of the house: drop, win and hold beside theory, jackpots, what is owed, who did what.

import { h } from "./dom.js";
import { dollars, signed } from "./money.js";
import { api } from "./net.js";
import { band, byDay, overTime } from "./plots.js";
import {
  every,
  failed,
  guarded,
  halls,
  labelled,
  Page,
  percent,
  saved,
  select,
  tried,
  values,
  when,
  whole,
} from "./site.js";
import { icon } from "./sprite.js";
import { capital } from "./words.js";

const SPANS = /** @type {[string, string][]} */ ([
  ["1", "Today"],
  ["7", "7 days"],
  ["30", "30 days"],
]);

/** @type {Page} */
const page = new Page("operator", () => guarded(page, ["floor", "auditor"], content));
let hall = "money";
let span = "1";
/** @type {any} */
let report = null;
/** @type {any} */
let owed = null;
/** @type {any[]} */
let jackpots = [];
/** @type {any[]} */
let events = [];
let before = 0;
/** @type {any[]} */
let processes = [];
let plotted = "";
let filter = { who: "", kind: "", until: "" };

function content() {
  return h(
    "div.op",
    null,
    h(
      "div.head",
      null,
      h(
        "div",
        null,
        h("h1", null, "Books"),
        h("p.small.muted", null, report ? `Gaming day ${report.gaming_day}. All figures come from the ledger.` : ""),
      ),
      h(
        "div.chipset",
        null,
        halls(hall, (to) => {
          hall = to;
          void load();
        }),
        h(
          "div.seg.halls",
          { key: "days", role: "group", "aria-label": "Days" },
          SPANS.map(([id, name]) =>
            h(
              "button.btn",
              {
                key: id,
                "aria-pressed": String(span === id),
                onclick: () => {
                  span = id;
                  void load();
                },
              },
              name,
            ),
          ),
        ),
        h("button.btn", { onclick: sheet, disabled: !report }, icon("down"), "CSV"),
      ),
    ),
    !report && h("p.notice", { key: "soon" }, icon("info"), h("span", null, "The report is on its way.")),
    report?.counting.length > 0 &&
      h(
        "p.notice",
        { key: "counting" },
        icon("info"),
        h(
          "span",
          null,
          `The exact figures of ${report.counting.join(", ")} are being counted: what they are held against comes by itself, in some seconds to minutes.`,
        ),
      ),
    report && kpis(),
    report && tables(),
    report && plot(),
    h("div.two", { key: "two" }, h("div.op-col", null, pots(), liabilities()), happened()),
    processes.length > 0 && running(),
  );
}

function kpis() {
  const all = report.all;
  return h(
    "div.kpis",
    { key: "kpis" },
    kpi("Drop", dollars(all.drop), `${whole(all.rounds)} rounds; collection ${dollars(all.collection)}`),
    kpi(
      `Win${hold(all) === "–" ? "" : `, ${hold(all)} of the drop`}`,
      signed(all.win),
      !report.activity
        ? "nothing was wagered"
        : all.expected_win === null
          ? "no theory for all of it"
          : `theory ${signed(Math.round(all.expected_win))}${all.z === null ? "" : `, ${Math.abs(all.z).toFixed(1)} σ ${all.z < 0 ? "below" : "above"}`}`,
    ),
    kpi(
      "Players hold",
      owed ? dollars(owed.balances + owed.chips) : "",
      owed ? `${dollars(owed.chips)} of it at tables` : "",
    ),
    kpi("Jackpots owed", owed ? dollars(owed.pools) : "", `${jackpots.length} of the house`),
  );
}

/** @param {string} title @param {string} figure @param {string} more */
const kpi = (title, figure, more) =>
  h("article", { key: title }, h("p", null, title), h("b", null, figure), h("p", null, more));

function tables() {
  const rows = report.by_table.filter((/** @type {any} */ each) => each.activity);
  return h(
    "section",
    { key: "tables", "aria-label": "Tables" },
    h("div.head", null, h("h2", null, "Tables")),
    rows.length
      ? h(
          "table.figures.stack",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["Table", ...HEADS].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map((/** @type {any} */ each) =>
              h(
                "tr",
                { key: each.table },
                h(
                  "th",
                  { scope: "row" },
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
                ),
                cells(each),
              ),
            ),
          ),
        )
      : h("p.muted", null, "Nothing was played in this time."),
    h(
      "p.note",
      null,
      "Theory is the exact expectation of what was wagered, ± one standard error. The thick bar is two of them around it, the thin one three. Beyond it a table is marked to be looked at. Where a player banks, the house has the collection and no result of its own.",
    ),
  );
}

/** What the report calls the sum of its tables. */
const ALL = "All tables";
const HEADS = ["Rounds", "Drop", "Handle", "Collection", "Win", "Hold", "Theory", "Against theory"];

/** What was won of what was changed into chips. @param {any} each */
const hold = (each) =>
  each.hold_of_drop === null || each.hold_of_drop === undefined ? "–" : percent(each.hold_of_drop);

/** The figures of a table, or of one of its days. @param {any} each */
const cells = (each) => [
  h("td", { "data-name": "rounds" }, whole(each.rounds), each.voided > 0 && ` (${each.voided} called off)`),
  h("td", { "data-name": "drop" }, dollars(each.drop)),
  h("td.wide", null, dollars(each.handle)),
  h("td.wide", null, dollars(each.collection)),
  h("td", { "data-name": "win" }, signed(each.win)),
  h("td", { "data-name": "hold" }, hold(each)),
  h(
    "td",
    { "data-name": "theory" },
    each.expected_win === null
      ? "–"
      : `${signed(Math.round(each.expected_win))}${each.standard_error === null ? "" : ` ± ${dollars(Math.round(each.standard_error))}`}`,
  ),
  h("td", { title: why(each) }, band(each.z, each.luck)),
];

/** Why there is no theory of a table, where there is none. @param {any} each */
const why = (each) =>
  each.z === null
    ? [...new Set(each.games.map((/** @type {any} */ game) => game.note).filter(Boolean))].join("; ")
    : null;

function plot() {
  const names = report.by_table
    .filter((/** @type {any} */ each) => each.activity)
    .map((/** @type {any} */ each) => each.table);
  if (!names.length || span === "1") return null;
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
        (to) => {
          plotted = to;
          page.draw();
        },
        { "aria-label": "Table" },
      ),
    ),
    byDay(days, `Win at ${of}`),
    h(
      "p.note",
      null,
      "A dot is what the bank won on that day; the stroke is the exact expectation of what was wagered, the bar two standard errors around it.",
    ),
    h(
      "table.figures.stack",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Day", ...HEADS].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((/** @type {any} */ each) =>
          h("tr", { key: each.day }, h("th", { scope: "row" }, h("b", null, each.day)), cells(each)),
        ),
      ),
    ),
  );
}

/** The report for a spreadsheet: what the server has said, a row for each table and day; money in dollars. */
function sheet() {
  const money = (/** @type {number | null} */ cents) => (cents === null ? "" : (cents / 100).toFixed(2));
  const names = [
    "table",
    "day",
    "rounds",
    "called off",
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
  saved([names, ...rows], `${hall}-${report.from}-${report.to}.csv`);
}

function pots() {
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
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["Meter", "Now", "Reserve", "Owed", "Held", "Hits"].map((name) => h("th", { scope: "col" }, name)),
              ),
            ),
            h(
              "tbody",
              null,
              jackpots.map((each) =>
                h(
                  "tr",
                  { key: each.name },
                  h("th", { scope: "row" }, each.name),
                  h("td", null, h("b", null, dollars(each.amounts.meter))),
                  h("td", null, dollars(each.amounts.reserve)),
                  h("td", null, dollars(each.amounts.owed)),
                  h("td", { class: each.amounts.short ? "badt" : "" }, dollars(each.amounts.held)),
                  h("td", null, whole(each.hits.length)),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", null, "No jackpot of the house is open; tables may have meters of their own."),
    jackpots.map((each) =>
      h(
        "details",
        { key: each.name, open: jackpots.length === 1 },
        h("summary", null, `${each.name}: history`),
        overTime(
          (each.history ?? []).map((/** @type {any} */ point) => ({ at: point.at / 1e6, cents: point.cents })),
          `What ${each.name} read`,
        ),
        h(
          "ul.ev",
          null,
          each.hits.map((/** @type {any} */ hit, /** @type {number} */ at) =>
            h(
              "li",
              { key: at },
              h("time", null, when(hit.at / 1e6)),
              h("div", null, h("b", null, `Hit at ${hit.table}`), hit.cents ? ` ${dollars(hit.cents)}` : ""),
              h("span.faint", null, hit.who ?? ""),
            ),
          ),
        ),
        !each.hits.length && h("p.small.muted", null, `It began at ${dollars(each.terms.seed)} and was not hit yet.`),
      ),
    ),
  );
}

function liabilities() {
  if (!owed) return null;
  /** @type {[string, number][]} */
  const lines = [
    ["Players' balances", owed.balances],
    ["Players' chips at tables", owed.chips],
    ["Jackpots", owed.pools],
    ["Owed in all", owed.owed],
    ["Banks of tables", owed.banks],
    ["Collection", owed.collection],
    ...(owed.other ? [/** @type {[string, number]} */ (["Other", owed.other])] : []),
    ["Came in, and has not gone out", -owed.outside],
  ];
  return h(
    "section",
    { key: "owed", "aria-label": "Liabilities" },
    h("div.head", null, h("h2", null, "What is owed")),
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

function happened() {
  return h(
    "section",
    { key: "events", "aria-label": "Who did what" },
    h("div.head", null, h("h2", null, "Who did what")),
    h(
      "form.line",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const { who, kind, until } = values(event.target);
          filter = { who: who.trim(), kind: kind.trim(), until };
          void told(true);
        },
      },
      labelled("Who", h("input.field", { name: "who", autocomplete: "off" })),
      labelled(
        "What",
        h("input.field", { name: "kind", autocomplete: "off", placeholder: "deposit, roles, …", list: "kinds" }),
      ),
      labelled("Before", h("input.field", { name: "until", type: "datetime-local" })),
      h(
        "datalist",
        { id: "kinds" },
        KINDS.map((kind) => h("option", { value: kind, key: kind })),
      ),
      h("button.btn", null, "Show"),
    ),
    !events.length && h("p.muted", { key: "none" }, "Nothing of that kind is written down here."),
    hall !== "money" &&
      h(
        "p.note",
        { key: "where" },
        "Orders to tables of both halls, and whatever concerns the room as a whole, stand in the hall of money.",
      ),
    h(
      "ul.ev",
      null,
      events.map((each) =>
        h(
          "li",
          { key: each.number },
          h("time", null, when(each.at / 1e6)),
          h(
            "div",
            null,
            h("b", null, capital(each.kind)),
            each.moved.length
              ? ` ${each.moved.map((/** @type {any} */ post) => dollars(post.cents)).join(", ")} ${names(each.moved)}`
              : "",
            each.why && `: ${each.why}`,
          ),
          h("span.faint", null, [each.who, changed(each)].filter(Boolean).join(" · ")),
        ),
      ),
    ),
    before > 0 && h("div.go", null, h("button.btn", { onclick: () => told(false) }, "Earlier")),
  );
}

/** What is written down most often; whatever else there is can be typed. */
const KINDS = [
  "deposit",
  "withdrawal",
  "fill",
  "credit",
  "correction",
  "table opened",
  "table paused",
  "table resumed",
  "table closed",
  "round called off",
  "play stopped",
  "play goes on",
  "barred",
  "not barred",
  "roles",
  "unlocked",
  "failed sign-in",
  "password",
  "audit",
  "program",
];

/** Who had or got what was moved. @param {any[]} moved */
const names = (moved) =>
  [
    ...new Set(
      moved
        .flatMap((post) => [post.payer, post.payee])
        .map((purse) => purse[2] || (purse[1] === "outside" ? "" : purse[0]))
        .filter(Boolean),
    ),
  ]
    .slice(0, 3)
    .join(", ");

/** @param {any} event */
function changed(event) {
  const { before: was, after: is, moved } = event;
  if (was === null || was === undefined) return is !== null && is !== undefined && !moved.length ? short(is) : "";
  if (!plain(was) || !plain(is)) return `${short(was)} → ${short(is)}`;
  const other = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return [is.name, ...other.map((name) => `${name} ${short(was[name])} → ${short(is[name])}`)]
    .filter(Boolean)
    .join(", ");
}

/** @param {any} value */
const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of any kind, in a few words. @param {any} value @returns {string} */
function short(value) {
  if (typeof value === "number" && value > 1e14) return when(value / 1e6);
  if (value === "" || (Array.isArray(value) && !value.length)) return "nothing";
  if (Array.isArray(value)) return value.map((each) => (plain(each) && each.what) || short(each)).join(", ");
  return (typeof value === "string" ? value : JSON.stringify(value))
    .replaceAll(/[0-9a-f]{16,}/g, (digits) => `${digits.slice(0, 12)}…`)
    .slice(0, 160);
}

/** Where several processes serve the room: which lives, and what it serves. */
function running() {
  return h(
    "section",
    { key: "processes", "aria-label": "Processes" },
    h("div.head", null, h("h2", null, "Processes")),
    h(
      "table.figures.words.stack",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Process", "State", "Since", "Tables"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        processes.map((each) =>
          h(
            "tr",
            { key: each.number },
            h("th", { scope: "row" }, h("b", null, `${each.number} ${each.name}`), each.here && " (this one)"),
            h("td", { class: each.lives ? "" : "badt" }, each.lives ? "lives" : "is not heard of"),
            h("td", { "data-name": "since" }, when(Date.parse(each.since) / 1000)),
            h("td.full", null, each.tables.map((/** @type {any} */ one) => one.table).join(", ")),
          ),
        ),
      ),
    ),
  );
}

// -- going there -----------------------------------------------------------------------------------------------------

/** The day so many days ago, as the server reads it. @param {number} days */
function ago(days) {
  const at = new Date(Date.now() - days * 86_400_000);
  return [at.getFullYear(), String(at.getMonth() + 1).padStart(2, "0"), String(at.getDate()).padStart(2, "0")].join(
    "-",
  );
}

async function staff() {
  if (page.may("operator")) processes = await api("/api/processes");
  page.draw();
}

/** @param {boolean} anew */
async function told(anew) {
  await tried(async () => {
    const wanted = new URLSearchParams({
      limit: "20",
      before: String(anew ? 0 : before),
      ...(filter.who && { who: filter.who }),
      ...(filter.kind && { kind: filter.kind.toLowerCase() }),
      ...(filter.until && { until: String(new Date(filter.until).getTime() * 1000) }),
    });
    const found = await api(`/api/halls/${hall}/events?${wanted}`);
    events = anew ? found.events : [...events, ...found.events];
    before = found.before;
    page.draw();
  });
}

async function figures() {
  const [at, days, first] = [hall, span, span === "1" ? "" : `&first=${ago(Number(span) - 1)}`];
  const standing = await Promise.all([api(`/api/halls/${at}/liabilities`), api(`/api/halls/${at}/jackpots`)]);
  if (at !== hall) return;
  [owed, jackpots] = standing;
  page.draw();
  const found = await api(`/api/halls/${at}/report?at_once=true${first}`);
  if (at !== hall || days !== span) return;
  report = found;
  page.draw();
}

async function load() {
  report = owed = null;
  page.draw();
  await told(true);
  await figures().catch(failed);
}

await page.open();
if (page.may("floor", "auditor")) {
  await staff().catch(failed);
  await load();
  every(10, async () => {
    if (page.may("floor", "auditor")) await figures();
  });
}
