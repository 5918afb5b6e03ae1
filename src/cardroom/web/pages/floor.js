// The floor: tables are opened, paused and closed here, rounds are called off, play is stopped, chips go over the counter.
// Every order is written down with who gave it and why.

import { h } from "./dom.js";
import { cents, dollars } from "./money.js";
import { api } from "./net.js";
import { opening } from "./opening.js";
import { Page, ask, empty, every, failed, guarded, halls, labelled, select, swatch, tried, whole } from "./site.js";
import { icon } from "./sprite.js";

/** @typedef {import("./lobby.js").Table} Table */

/** @type {Page} */
const page = new Page("floor", () => guarded(page, ["floor"], content));
let hall = "play";
/** @type {Table[]} */
let tables = [];
/** @type {any[]} */
let games = [];
/** @type {{ what: string, why: string, who: string }[]} */
let stops = [];
let ready = false;
let kept = "all";

/** Which tables are shown. @type {[string, string, (table: Table) => boolean][]} */
const KEPT = [
  ["all", "All", () => true],
  ["people", "With people", (table) => (table.people ?? []).some((each) => !each.bot)],
  ["look", "Not dealing", (table) => ["halted", "stopped", "closing", "broken"].includes(table.state)],
];
/** What needs somebody comes first. @type {Record<string, number>} */
const FIRST = { broken: 0, halted: 1, stopped: 1, closing: 2 };

const STATES = /** @type {Record<string, [string, string]>} */ ({
  playing: ["playing", ""],
  between: ["between rounds", ""],
  waiting: ["waits for players", ""],
  halted: ["paused", "warnt"],
  stopped: ["stopped", "warnt"],
  closing: ["closing", "warnt"],
  closed: ["closed", ""],
  broken: ["interrupted", "badt"],
  opening: ["opening", ""],
});

function content() {
  const stopped = stops.find((each) => each.what === "all");
  const others = stops.filter((each) => each.what !== "all");
  const interrupted = tables.filter((table) => table.state === "broken");
  const keeps = KEPT.find(([id]) => id === kept)?.[2] ?? (() => true);
  const shown = tables.filter(keeps).sort((a, b) => (FIRST[a.state] ?? 9) - (FIRST[b.state] ?? 9));
  return h(
    "div.op",
    null,
    h("div.head", null, h("h1", null, "Floor"),
      h("div.go", null,
        h("button.btn", { onclick: openTable, disabled: !games.length }, "Open a table"),
        stopped
          ? h("button.btn", { onclick: () => stop("all", false) }, "Let play go on")
          : h("button.btn.danger", { onclick: () => stop("all", true) }, icon("stop"), "Stop all play"))),
    stopped && h("div.notice.warn", { key: "stopped" }, icon("info"), h("p", null, `All play is stopped by ${stopped.who}: ${stopped.why}. Rounds that had begun go on to their end; no new ones are dealt.`)),
    others.map((each) => h("div.notice.warn", { key: each.what }, icon("info"), h("p", null, `${nameOf(each.what)} is not dealt any more: ${each.why} (${each.who}).`), h("button.btn.small", { onclick: () => stop(each.what, false) }, "Deal it again"))),
    interrupted.map((table) => h("div.notice.bad", { key: `i ${table.name}` }, icon("info"), h("p", null, `The round at ${table.name} is interrupted: it is tried again. If it stays so, call it off; all wagers go back.`), h("button.btn.small", { onclick: () => callOff(table) }, "Call off"))),
    h("section", { key: "tables", "aria-label": "Tables" },
      h("div.head", null, h("h2", null, "Tables"), halls(hall, change)),
      tables.length > 0 && h("div.chipset", { role: "group", "aria-label": "Which tables" }, KEPT.map(([id, name, keeps]) =>
        h("button.btn", { key: id, "aria-pressed": String(kept === id), onclick: () => { kept = id; page.draw(); } }, `${name} ${tables.filter(keeps).length}`))),
      shown.length ? listing(shown) : tables.length ? h("p.muted", null, "None of these.") : ready && empty("No table is open here.", h("button.btn", { onclick: openTable }, "Open a table"))),
    h("section", { key: "cage", "aria-label": "Cage" },
      h("div.head", null, h("h2", null, "Cage")),
      h("div.go", null, CAGE.map(([what, title]) => h("button.btn", { key: what, onclick: () => cage(what, title) }, title))),
      h("p.note", null, `Over the counter of the hall of ${hall === "play" ? "play money" : "money"}. Every slip is written down with your name; asked for twice, it happens once.`)),
  );
}

/** @param {string} slug */
const nameOf = (slug) => games.find((game) => game.game === slug)?.name ?? slug;

/** @param {Table[]} shown */
function listing(shown) {
  return h("table.figures.stack.cards-wide", null,
    h("thead", null, h("tr", null, [["Table", ""], ["State", "l"], ["Seats", ""], ["Waiting", ""], ["Rounds", ""], ["Stakes", "l"], ["Who sits there", "l"]].map(([name, side]) => h("th", { scope: "col", class: side }, name)), h("th", { scope: "col" }, h("span.sr", null, "Orders")))),
    h("tbody", null, shown.map(row)));
}

/** @param {any} table */
function row(table) {
  const [words, look] = STATES[table.state] ?? [table.state, ""];
  const halted = table.state === "halted";
  const felt = games.find((game) => game.game === table.game)?.felt ?? "poker";
  return h(
    "tr",
    { key: table.name },
    h("th", { scope: "row" }, h("span.tn", null, swatch(felt), h("span", null, h("b", null, table.name), h("span.sub", null, [table.title !== table.name && table.title, table.set, table.practice && "practice"].filter(Boolean).join(", "))))),
    h("td.l", { class: look }, words),
    h("td", { "data-name": "seats" }, `${table.taken ?? 0} / ${table.seats ?? 0}`),
    h("td", { "data-name": "waiting", class: table.waiting ? "" : "wide" }, whole(table.waiting ?? 0)),
    h("td", { "data-name": "rounds" }, whole(table.rounds ?? 0)),
    h("td.l.full", null, table.stakes ?? ""),
    h("td.l.full", null, h("div.people", null, (table.people ?? []).map((/** @type {any} */ each) => h("span", { key: each.seat }, `${each.seat} ${each.name.replace(/^bot /, "")}${each.bot ? " (bot)" : ""}`)))),
    h("td.full", null, h("div.do", null,
      h("a.btn.small.quiet", { href: `table?hall=${hall}&table=${encodeURIComponent(table.name)}`, "aria-label": `Watch ${table.name}` }, "Watch"),
      h("button.btn.small", { onclick: () => halt(table, !halted), "aria-label": `${halted ? "Resume" : "Pause"} ${table.name}` }, halted ? "Resume" : "Pause"),
      ["playing", "broken", "halted", "closing"].includes(table.state) && h("button.btn.small.quiet", { onclick: () => callOff(table), "aria-label": `Call off the round at ${table.name}` }, "Call off"),
      h("button.btn.small.quiet", { onclick: () => closing(table), "aria-label": `Close ${table.name}` }, "Close"))),
  );
}

// -- orders ----------------------------------------------------------------------------------------------------------

/** @param {string} [label] */
const reason = (label = "Why") => labelled(label, h("input.field", { name: "why", required: true, maxlength: 500, autocomplete: "off" }), "It is written down with your name.");

/** @param {{ name: string }} table @param {string} order */
const path = (table, order) => `/api/halls/${hall}/tables/${encodeURIComponent(table.name)}/${order}`;

/** @param {Table} table @param {boolean} halted */
function halt(table, halted) {
  ask(halted ? `Pause ${table.name}` : `Deal again at ${table.name}`, halted ? "Pause" : "Resume",
    () => [h("p", null, halted ? "The round goes on to its end; then no more are dealt until you resume." : "The next round is dealt as soon as it can be."), reason()],
    async ({ why }) => { await api(path(table, halted ? "halt" : "resume"), { why }); await refresh(); });
}

/** @param {Table} table */
function callOff(table) {
  ask(`Call off the round at ${table.name}`, "Call it off", () => [h("p", null, "All wagers of this round go back to who made them. Its cards count for nothing."), reason()],
    async ({ why }) => { await api(path(table, "call-off"), { why, round: table.round }); await refresh(); }, { danger: true });
}

/** @param {Table} table */
function closing(table) {
  ask(`Close ${table.name}`, "Close it", () => [h("p", null, "When its round is over everybody is paid out, and the table is closed for good.")],
    async () => { await tried(() => api(path(table, "close"), {}), `${table.name} closes.`); await refresh(); }, { danger: true });
}

/** @param {string} what @param {boolean} stopped */
function stop(what, stopped) {
  const all = what === "all";
  ask(stopped ? "Stop play" : all ? "Let play go on" : `Deal ${nameOf(what)} again`, stopped ? "Stop" : "Go on",
    () => [
      h("p", null, stopped ? "Rounds that have begun go on to their end; no new ones are dealt, in both halls, until somebody lets play go on." : "Rounds are dealt again as soon as they can be."),
      stopped && labelled("What", select("what", "all", [["all", "All games"], ...games.map((game) => /** @type {[string, string]} */ ([game.game, game.name]))])),
      reason(),
    ],
    async (said) => { stops = await api("/api/stops", { what: said.what ?? what, stopped, why: said.why }); await refresh(); }, { danger: stopped });
}

const CAGE = /** @type {[string, string][]} */ ([["deposit", "Deposit"], ["withdraw", "Withdraw"], ["fill", "Fill a table's bank"], ["credit", "Credit from a table's bank"]]);

/** @param {string} what @param {string} title */
function cage(what, title) {
  const id = crypto.randomUUID?.() ?? String(Math.random());
  const atTable = what === "fill" || what === "credit";
  ask(title, title, () => [
    labelled(atTable ? "Table" : "Player", atTable ? select("who", tables[0]?.name ?? "", tables.map((table) => [table.name, table.name])) : h("input.field", { name: "who", required: true, autocomplete: "off" })),
    labelled("Amount", h("input.field", { name: "amount", required: true, inputmode: "decimal", placeholder: "$100", autocomplete: "off" })),
  ], async ({ who, amount }) => {
    const sum = cents(amount);
    if (!sum) throw new Error("Say an amount, as in $100 or $12.50.");
    const done = await api(`/api/halls/${hall}/cage/${what}`, { id, who, cents: sum });
    await tried(async () => {}, `${who} has ${dollars(done.balance)} now.`);
  });
}

function openTable() {
  opening(games, hall, async (where, name) => {
    if (where !== hall) await change(where);
    await tried(refresh, `${name} is open.`);
  });
}

/** @param {string} to */
async function change(to) {
  hall = to;
  tables = [];
  page.draw();
  await refresh().catch(failed);
}

async function refresh() {
  if (!page.may("floor")) return;
  const asked = hall;
  const [found, stopped] = await Promise.all([api(`/api/halls/${asked}/tables`), api("/api/stops")]);
  if (asked !== hall) return;
  tables = found;
  stops = stopped;
  ready = true;
  page.draw();
}

await page.open();
if (page.may("floor")) {
  try {
    games = await api("/api/games");
    await refresh();
  } catch (error) {
    failed(error);
  }
  every(3, refresh);
}
