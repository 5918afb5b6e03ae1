// The books of the house: drop, win and hold beside theory, jackpots, what is owed, who did what, people and their roles.

import { h } from "./dom.js";
import { dollars, signed } from "./money.js";
import { api } from "./net.js";
import { band, byDay, overTime } from "./plots.js";
import { Page, ask, every, failed, guarded, halls, labelled, percent, saved, select, tried, when, whole } from "./site.js";
import { icon } from "./sprite.js";
import { capital } from "./words.js";

const ROLES = ["player", "floor", "operator", "auditor"];
const SPANS = /** @type {[string, string][]} */ ([["1", "Today"], ["7", "7 days"], ["30", "30 days"]]);

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
let people = [];
/** @type {any[]} */
let processes = [];
let soon = false;
let plotted = "";
let filter = { who: "", kind: "" };

function content() {
  return h(
    "div.op",
    null,
    h("div.head", null,
      h("div", null, h("h1", null, "Books"), h("p.small.muted", null, report ? `Gaming day ${report.gaming_day}. All figures come from the ledger.` : "")),
      h("div.chipset", null,
        halls(hall, (to) => { hall = to; void load(); }),
        h("div.seg.halls", { key: "days", role: "group", "aria-label": "Days" }, SPANS.map(([id, name]) => h("button.btn", { key: id, "aria-pressed": String(span === id), onclick: () => { span = id; void load(); } }, name))),
        h("button.btn", { onclick: sheet, disabled: !report }, icon("down"), "CSV"))),
    soon && h("p.notice", { key: "soon" }, icon("info"), h("span", null, "The report is on its way; the exact figures that it is held against may have to be counted first.")),
    report && kpis(),
    report && tables(),
    report && plot(),
    h("div.two", { key: "two" }, h("div.op-col", null, pots(), liabilities()), happened()),
    page.may("operator") && folk(),
    processes.length > 0 && running(),
  );
}

function kpis() {
  const all = report.all;
  return h("div.kpis", { key: "kpis" },
    kpi("Drop", dollars(all.drop), `${whole(all.rounds)} rounds; collection ${dollars(all.collection)}`),
    kpi(`Win${hold(all) === "–" ? "" : `, ${hold(all)} of the drop`}`, signed(all.win), all.expected_win === null ? "no theory for all of it" : `theory ${signed(Math.round(all.expected_win))}${all.z === null ? "" : `, ${Math.abs(all.z).toFixed(1)} σ ${all.z < 0 ? "below" : "above"}`}`),
    kpi("Players hold", owed ? dollars(owed.balances + owed.chips) : "", owed ? `${dollars(owed.chips)} of it at tables` : ""),
    kpi("Jackpots owed", owed ? dollars(owed.pools) : "", `${jackpots.length} of the house`));
}

/** @param {string} title @param {string} figure @param {string} more */
const kpi = (title, figure, more) => h("article", { key: title }, h("p", null, title), h("b", null, figure), h("p", null, more));

function tables() {
  const rows = report.by_table.filter((/** @type {any} */ each) => each.activity);
  return h("section", { key: "tables", "aria-label": "Tables" },
    h("div.head", null, h("h2", null, "Tables")),
    rows.length
      ? h("table.figures.stack", null,
          h("thead", null, h("tr", null, ["Table", ...HEADS].map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", null, rows.map((/** @type {any} */ each) => h("tr", { key: each.table },
            h("th", { scope: "row" }, h("b", null, each.table), h("span.sub", null, each.games.map((/** @type {any} */ game) => `${game.name === each.table ? "" : `${game.name}, `}${game.rules}`).join("; "))),
            cells(each)))))
      : h("p.muted", null, "Nothing was played in this time."),
    h("p.note", null, "The thick bar is two standard errors around the exact expectation, the thin one three. Beyond it a table is marked to be looked at. Where a player banks, the house has the collection and no result of its own."));
}

const HEADS = ["Rounds", "Drop", "Handle", "Collection", "Win", "Hold", "Theory", "Against theory"];

/** What was won of what was changed into chips. @param {any} each */
const hold = (each) => (each.hold_of_drop === null || each.hold_of_drop === undefined ? "–" : percent(each.hold_of_drop));

/** The figures of a table, or of one of its days. @param {any} each */
const cells = (each) => [
  h("td", { "data-name": "rounds" }, whole(each.rounds), each.voided > 0 && ` (${each.voided} called off)`),
  h("td", { "data-name": "drop" }, dollars(each.drop)),
  h("td.wide", null, dollars(each.handle)),
  h("td.wide", null, dollars(each.collection)),
  h("td", { "data-name": "win" }, signed(each.win)),
  h("td", { "data-name": "hold" }, hold(each)),
  h("td", { "data-name": "theory" }, each.expected_win === null ? "–" : signed(Math.round(each.expected_win))),
  h("td", { title: why(each) }, band(each.z, each.luck)),
];

/** Why there is no theory of a table, where there is none. @param {any} each */
const why = (each) => (each.z === null ? [...new Set(each.games.map((/** @type {any} */ game) => game.note).filter(Boolean))].join("; ") : null);

function plot() {
  const names = report.by_table.filter((/** @type {any} */ each) => each.activity).map((/** @type {any} */ each) => each.table);
  if (!names.length || span === "1") return null;
  const of = names.includes(plotted) ? plotted : names[0];
  const rows = report.tables.filter((/** @type {any} */ each) => each.table === of && each.activity);
  const days = rows.map((/** @type {any} */ each) => ({ day: each.day, win: each.exact_win ?? each.win, expected: each.expected_win, error: each.standard_error }));
  return h("section", { key: "plot", "aria-label": "Win by day" },
    h("div.head", null, h("h2", null, "Day by day"), select("table", of, names.map((/** @type {string} */ name) => [name, name]), (to) => { plotted = to; page.draw(); }, { "aria-label": "Table" })),
    byDay(days, `Win at ${of}`),
    h("p.note", null, "A dot is what the bank won on that day; the stroke is the exact expectation of what was wagered, the bar two standard errors around it."),
    h("table.figures.stack", null,
      h("thead", null, h("tr", null, ["Day", ...HEADS].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, rows.map((/** @type {any} */ each) => h("tr", { key: each.day }, h("th", { scope: "row" }, h("b", null, each.day)), cells(each))))));
}

/** The report for a spreadsheet: what the server has said, a row for each table and day; money in dollars. */
function sheet() {
  const money = (/** @type {number | null} */ cents) => (cents === null ? "" : (cents / 100).toFixed(2));
  const names = ["table", "day", "rounds", "called off", "drop", "handle", "collection", "win", "hold of drop", "expected win", "standard error", "z"];
  const rows = report.tables.filter((/** @type {any} */ each) => each.activity).map((/** @type {any} */ each) =>
    [each.table, each.day, each.rounds, each.voided, money(each.drop), money(each.handle), money(each.collection), money(each.win), each.hold_of_drop ?? "", money(each.expected_win), money(each.standard_error), each.z ?? ""]);
  saved([names, ...rows], `${hall}-${report.from}-${report.to}.csv`);
}

function pots() {
  return h("section", { key: "jackpots", "aria-label": "Jackpots" }, h("div.head", null, h("h2", null, "Jackpots")),
    jackpots.length
      ? h("div.scroll", null, h("table.figures", null, h("thead", null, h("tr", null, ["Meter", "Now", "Reserve", "Owed", "Held", "Hits"].map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", null, jackpots.map((each) => h("tr", { key: each.name },
            h("th", { scope: "row" }, each.name), h("td", null, h("b", null, dollars(each.amounts.meter))), h("td", null, dollars(each.amounts.reserve)), h("td", null, dollars(each.amounts.owed)), h("td", { class: each.amounts.short ? "badt" : "" }, dollars(each.amounts.held)), h("td", null, whole(each.hits.length)))))))
      : h("p.muted", null, "No jackpot of the house is open; tables may have meters of their own."),
    jackpots.map((each) => h("details", { key: each.name, open: jackpots.length === 1 }, h("summary", null, `${each.name}: history`),
      overTime((each.history ?? []).map((/** @type {any} */ point) => ({ at: point.at / 1e6, cents: point.cents })), `What ${each.name} read`),
      h("ul.ev", null, each.hits.map((/** @type {any} */ hit, /** @type {number} */ at) => h("li", { key: at }, h("time", null, when(hit.at / 1e6)), h("div", null, h("b", null, `Hit at ${hit.table}`), hit.cents ? ` ${dollars(hit.cents)}` : ""), h("span.faint", null, hit.who ?? "")))),
      !each.hits.length && h("p.small.muted", null, `It began at ${dollars(each.terms.seed)} and was not hit yet.`))));
}

function liabilities() {
  if (!owed) return null;
  /** @type {[string, number][]} */
  const lines = [["Players' balances", owed.balances], ["Players' chips at tables", owed.chips], ["Jackpots", owed.pools], ["Owed in all", owed.owed], ["Banks of tables", owed.banks], ["Collection", owed.collection], ...(owed.other ? [/** @type {[string, number]} */ (["Other", owed.other])] : []), ["Came in, and has not gone out", -owed.outside]];
  return h("section", { key: "owed", "aria-label": "Liabilities" }, h("div.head", null, h("h2", null, "What is owed")),
    h("dl.kv", null, lines.map(([name, cents]) => [h("dt", { key: name }, name), h("dd", { key: `${name} =` }, dollars(cents))])),
    Object.keys(owed.meters ?? {}).length > 0 && h("details", null, h("summary", null, "Meters"), h("dl.kv", null, Object.entries(owed.meters).map(([name, cents]) => [h("dt", { key: name }, name), h("dd", { key: `${name} =` }, dollars(/** @type {number} */ (cents)))]))));
}

function happened() {
  return h("section", { key: "events", "aria-label": "Who did what" },
    h("div.head", null, h("h2", null, "Who did what")),
    h("form.line", { onsubmit: (/** @type {any} */ event) => { event.preventDefault(); filter = { who: event.target.elements.who.value.trim(), kind: event.target.elements.kind.value.trim() }; void told(true); } },
      labelled("Who", h("input.field", { name: "who", autocomplete: "off" })),
      labelled("What", h("input.field", { name: "kind", autocomplete: "off", placeholder: "deposit, roles, …" })),
      h("button.btn", null, "Show")),
    h("ul.ev", null, events.map((each) => h("li", { key: each.number }, h("time", null, when(each.at / 1e6)),
      h("div", null, h("b", null, capital(each.kind)), each.moved.length ? ` ${each.moved.map((/** @type {any} */ post) => dollars(post.cents)).join(", ")} ${names(each.moved)}` : "", each.why && `: ${each.why}`),
      h("span.faint", null, [each.who, changed(each)].filter(Boolean).join(" · "))))),
    before > 0 && h("div.go", null, h("button.btn", { onclick: () => told(false) }, "Earlier")));
}

/** Who had or got what was moved. @param {any[]} moved */
const names = (moved) => [...new Set(moved.flatMap((post) => [post.payer, post.payee]).map((purse) => purse[2] || (purse[1] === "outside" ? "" : purse[0])).filter(Boolean))].slice(0, 3).join(", ");

/** @param {any} event */
function changed(event) {
  const short = (/** @type {any} */ value) => typeof value === "number" && value > 1e14 ? when(value / 1e6) : (typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/[0-9a-f]{16,}/g, (digits) => `${digits.slice(0, 12)}…`).slice(0, 160);
  if (event.before !== null && event.before !== undefined) return `${short(event.before)} → ${short(event.after)}`;
  return event.after !== null && event.after !== undefined && !event.moved.length ? short(event.after) : "";
}

// -- people ----------------------------------------------------------------------------------------------------------

function folk() {
  return h("section", { key: "people", "aria-label": "People" }, h("div.head", null, h("h2", null, "People")),
    h("table.figures.words.stack", null, h("thead", null, h("tr", null, ["Name", "Roles", "Barred", ""].map((name) => h("th", { scope: "col" }, name || h("span.sr", null, "Orders"))))),
      h("tbody", null, people.map((each) => h("tr", { key: each.name },
        h("th", { scope: "row" }, h("b", null, each.name)), h("td", null, each.roles.join(", ")), h("td", { class: each.barred ? "warnt full" : "wide" }, each.barred),
        h("td.full", null, h("div.do", null,
          h("button.btn.small", { onclick: () => roles(each), "aria-label": `Roles of ${each.name}` }, "Roles"),
          h("button.btn.small.quiet", { onclick: () => bar(each), "aria-label": `${each.barred ? "Let in" : "Bar"} ${each.name}` }, each.barred ? "Let in" : "Bar"),
          h("button.btn.small.quiet", { onclick: () => unlock(each), "aria-label": `Unlock ${each.name}` }, "Unlock"))))))));
}

/** Where several processes serve the room: which lives, and what it serves. */
function running() {
  return h("section", { key: "processes", "aria-label": "Processes" }, h("div.head", null, h("h2", null, "Processes")),
    h("table.figures.words.stack", null, h("thead", null, h("tr", null, ["Process", "State", "Since", "Tables"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, processes.map((each) => h("tr", { key: each.number },
        h("th", { scope: "row" }, h("b", null, `${each.number} ${each.name}`), each.here && " (this one)"),
        h("td", { class: each.lives ? "" : "badt" }, each.lives ? "lives" : "is not heard of"),
        h("td", { "data-name": "since" }, when(Date.parse(each.since) / 1000)),
        h("td.full", null, each.tables.map((/** @type {any} */ one) => one.table).join(", ")))))));
}

const reason = () => labelled("Why", h("input.field", { name: "why", required: true, maxlength: 500, autocomplete: "off" }), "It is written down with your name.");
/** @param {any} each @param {string} what */
const path = (each, what) => `/api/people/${encodeURIComponent(each.name)}/${what}`;

/** @param {any} each */
function roles(each) {
  ask(`What ${each.name} may do`, "Change", () => [
    h("fieldset", null, h("legend.sr", null, "Roles"), ROLES.map((role) => h("label.check", { key: role }, h("input", { type: "checkbox", name: `role.${role}`, defaultChecked: each.roles.includes(role) }), capital(role)))),
    reason(),
  ], async (said) => { await api(path(each, "roles"), { roles: ROLES.filter((role) => said[`role.${role}`]), why: said.why }); await staff(); });
}

/** @param {any} each */
function bar(each) {
  ask(each.barred ? `Let ${each.name} play again` : `Bar ${each.name}`, each.barred ? "Let in" : "Bar", () => [h("p", null, each.barred ? "They may sit down again." : "They sit down no more; where they sit they are paid out when the round is over."), reason()],
    async ({ why }) => { await api(path(each, "bar"), { barred: !each.barred, why }); await staff(); }, { danger: !each.barred });
}

/** @param {any} each */
function unlock(each) {
  ask(`Unlock ${each.name}`, "Unlock", () => [h("p", null, "Who has failed three times to sign in may try again at once."), reason()], async ({ why }) => { await api(path(each, "unlock"), { why }); });
}

// -- going there -----------------------------------------------------------------------------------------------------

/** The day so many days ago, as the server reads it. @param {number} days */
function ago(days) {
  const at = new Date(Date.now() - days * 86_400_000);
  return [at.getFullYear(), String(at.getMonth() + 1).padStart(2, "0"), String(at.getDate()).padStart(2, "0")].join("-");
}

async function staff() {
  if (page.may("operator")) [people, processes] = await Promise.all([api("/api/people"), api("/api/processes")]);
  page.draw();
}

/** @param {boolean} anew */
async function told(anew) {
  await tried(async () => {
    const wanted = new URLSearchParams({ limit: "20", before: String(anew ? 0 : before), ...(filter.who && { who: filter.who }), ...(filter.kind && { kind: filter.kind }) });
    const found = await api(`/api/halls/${hall}/events?${wanted}`);
    events = anew ? found.events : [...events, ...found.events];
    before = found.before;
    page.draw();
  });
}

async function figures() {
  const [at, days, first] = [hall, span, span === "1" ? "" : `?first=${ago(Number(span) - 1)}`];
  const standing = await Promise.all([api(`/api/halls/${at}/liabilities`), api(`/api/halls/${at}/jackpots`)]);
  if (at !== hall) return;
  [owed, jackpots] = standing;
  page.draw();
  const found = await api(`/api/halls/${at}/report${first}`);
  if (at !== hall || days !== span) return;
  soon = found.state === "in progress";
  if (!soon) report = found;
  page.draw();
}

async function load() {
  report = owed = null;
  soon = true;
  page.draw();
  await told(true);
  await figures().catch(failed);
}

await page.open();
if (page.may("floor", "auditor")) {
  await staff().catch(failed);
  await load();
  every(10, figures);
}
