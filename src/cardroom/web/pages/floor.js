// The floor: tables are opened, paused and closed here, rounds are called off, play is stopped, chips go over the counter,
// people are barred and let in; operators give roles and correct balances.
// Every order is written down with who gave it and why.

import { h } from "./dom.js";
import { folk, whom } from "./folk.js";
import { cents, dollars } from "./money.js";
import { api } from "./net.js";
import { opening } from "./opening.js";
import {
  ask,
  empty,
  every,
  failed,
  guarded,
  halls,
  labelled,
  Page,
  reason,
  select,
  swatch,
  tried,
  whole,
} from "./site.js";
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
/** @type {import("./folk.js").Somebody[]} */
let people = [];
let ready = false;
let kept = "all";

/** Which tables are shown. @type {[string, string, (table: Table) => boolean][]} */
const KEPT = [
  ["all", "All", () => true],
  ["people", "With people", (table) => (table.people ?? []).some((each) => !each.bot)],
  [
    "look",
    "Not dealing",
    (table) => !!table.stopped || ["halted", "stopped", "closing", "broken"].includes(table.state),
  ],
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
    h(
      "div.head",
      null,
      h("h1", null, "Floor"),
      h(
        "div.go",
        null,
        h("button.btn", { onclick: openTable, disabled: !games.length }, "Open a table"),
        !stopped &&
          h("button.btn", { key: "one", onclick: () => stop("", true), disabled: !games.length }, "Stop a game"),
        stopped
          ? h("button.btn", { onclick: () => stop("all", false) }, "Let play go on")
          : h("button.btn.danger", { onclick: () => stop("all", true) }, icon("stop"), "Stop all play"),
      ),
    ),
    tables.some((table) => table.draining) &&
      h(
        "div.notice.warn",
        { key: "draining" },
        icon("info"),
        h(
          "p",
          null,
          "The room is closing: rounds that have begun have a little time to end, and go on when it opens again if they have not. No new ones are dealt.",
        ),
      ),
    stopped &&
      h(
        "div.notice.warn",
        { key: "stopped" },
        icon("info"),
        h(
          "p",
          null,
          `All play is stopped by ${stopped.who}: ${stopped.why}. Rounds that had begun go on to their end; no new ones are dealt.`,
        ),
      ),
    others.map((each) =>
      h(
        "div.notice.warn",
        { key: each.what },
        icon("info"),
        h("p", null, `${nameOf(each.what)} is not dealt any more: ${each.why} (${each.who}).`),
        h("button.btn.small", { onclick: () => stop(each.what, false) }, "Deal it again"),
      ),
    ),
    interrupted.map((table) =>
      h(
        "div.notice.bad",
        { key: `i ${table.name}` },
        icon("info"),
        h(
          "p",
          null,
          `The round at ${table.name} is interrupted: it is tried again. If it stays so, call it off; all wagers go back.`,
        ),
        h("button.btn.small", { onclick: () => callOff(table) }, "Call off"),
      ),
    ),
    h(
      "section",
      { key: "tables", "aria-label": "Tables" },
      h("div.head", null, h("h2", null, "Tables"), halls(hall, change)),
      tables.length > 0 &&
        h(
          "div.chipset",
          { role: "group", "aria-label": "Which tables" },
          KEPT.map(([id, name, keeps]) =>
            h(
              "button.btn",
              {
                key: id,
                "aria-pressed": String(kept === id),
                onclick: () => {
                  kept = id;
                  page.draw();
                },
              },
              `${name} ${tables.filter(keeps).length}`,
            ),
          ),
        ),
      shown.length
        ? listing(shown)
        : tables.length
          ? h("p.muted", null, "None of these.")
          : ready && empty("No table is open here.", h("button.btn", { onclick: openTable }, "Open a table")),
    ),
    h(
      "section",
      { key: "cage", "aria-label": "Cage" },
      h("div.head", null, h("h2", null, "Cage")),
      h(
        "div.go",
        null,
        CAGE.map(([what, title, says]) =>
          h("button.btn", { key: what, onclick: () => cage(what, title, says) }, title),
        ),
        page.may("operator") && h("button.btn", { key: "correct", onclick: correct }, "Correct a balance"),
      ),
      h(
        "p.note",
        null,
        `Over the counter of the ${hallName()}. Every slip is written down with your name; asked for twice, it happens once.`,
      ),
    ),
    folk(page, people, who),
  );
}

const hallName = () => (hall === "play" ? "hall of play money" : "hall of money");

/** @param {string} slug */
const nameOf = (slug) => games.find((game) => game.game === slug)?.name ?? slug;

/** @param {Table[]} shown */
function listing(shown) {
  return h(
    "table.figures.stack.cards-wide",
    null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        [
          ["Table", ""],
          ["State", "l"],
          ["Seats", ""],
          ["Waiting", ""],
          ["Rounds", ""],
          ["Stakes", "l"],
          ["Who sits there", "l"],
        ].map(([name, side]) => h("th", { scope: "col", class: side }, name)),
        h("th", { scope: "col" }, h("span.sr", null, "Orders")),
      ),
    ),
    h("tbody", null, shown.map(row)),
  );
}

/** @param {any} table */
function row(table) {
  const [words, look] = stateOf(table);
  const halted = table.state === "halted";
  const felt = games.find((game) => game.game === table.game)?.felt ?? "poker";
  return h(
    "tr",
    { key: table.name },
    h(
      "th",
      { scope: "row" },
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
    ),
    h("td.l", { class: look }, words),
    h("td", { "data-name": "seats" }, `${table.taken ?? 0} / ${table.seats ?? 0}`),
    h("td", { "data-name": "waiting", class: table.waiting ? "" : "wide" }, whole(table.waiting ?? 0)),
    h("td", { "data-name": "rounds" }, whole(table.rounds ?? 0)),
    h("td.l.full", null, table.stakes ?? ""),
    h(
      "td.l.full",
      null,
      (table.people ?? []).length > 0 &&
        h("ul.people", { "aria-label": `Who sits at ${table.name}` }, (table.people ?? []).map(sitter)),
    ),
    h(
      "td.full",
      null,
      h(
        "div.do",
        null,
        h(
          "a.btn.small.quiet",
          { href: `table?hall=${hall}&table=${encodeURIComponent(table.name)}`, "aria-label": `Watch ${table.name}` },
          "Watch",
        ),
        h(
          "button.btn.small",
          { onclick: () => halt(table, !halted), "aria-label": `${halted ? "Resume" : "Pause"} ${table.name}` },
          halted ? "Resume" : "Pause",
        ),
        table.round &&
          h(
            "button.btn.small.quiet",
            { onclick: () => callOff(table), "aria-label": `Call off the round at ${table.name}` },
            "Call off",
          ),
        h("button.btn.small.quiet", { onclick: () => closing(table), "aria-label": `Close ${table.name}` }, "Close"),
      ),
    ),
  );
}

/** How a table is, in words, and how that looks: what stops it after the round that is played is said too. @param {Table} table @returns {[string, string]} */
function stateOf(table) {
  if (table.round && table.state === "halted") return ["playing, paused after this round", "warnt"];
  if (table.round && table.state === "closing") return ["playing, closes after this round", "warnt"];
  if (table.round && table.stopped && table.state === "playing")
    return [`playing, stopped after this round: ${table.stopped}`, "warnt"];
  if (table.state === "stopped") return [`stopped: ${table.stopped}`, "warnt"];
  return STATES[table.state] ?? [table.state, ""];
}

/** Somebody at a seat, with their chips, and how they are there. @param {any} each */
function sitter(each) {
  const marks = [
    each.bot && "bot",
    each.behind && "stands behind",
    each.out && "sits out",
    each.away && `away ${lasted(each.gone)}`,
    !each.away && !each.here && `no line ${lasted(each.gone)}`,
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

/** A time that has passed, as briefly as it is of use. @param {number | null} seconds */
const lasted = (seconds) =>
  seconds === null
    ? ""
    : seconds < 60
      ? `${Math.max(0, seconds)} s`
      : seconds < 5400
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3600)} h`;

// -- orders ----------------------------------------------------------------------------------------------------------

/** @param {{ name: string }} table @param {string} order */
const path = (table, order) => `/api/halls/${hall}/tables/${encodeURIComponent(table.name)}/${order}`;

/** @param {Table} table @param {boolean} halted */
function halt(table, halted) {
  ask(
    halted ? `Pause ${table.name}?` : `Deal again at ${table.name}?`,
    halted ? "Pause" : "Resume",
    () => [
      h(
        "p",
        null,
        halted
          ? "A round that has begun goes on to its end; then no more are dealt until somebody resumes. Everybody keeps their seat and chips."
          : "The next round is dealt as soon as it can be.",
      ),
      reason(),
    ],
    async ({ why }) => {
      await api(path(table, halted ? "halt" : "resume"), { why });
      await refresh();
      return halted ? `${table.name} is paused.` : `${table.name} deals again.`;
    },
  );
}

/** @param {Table} table */
function callOff(table) {
  const round = table.round;
  ask(
    `Call off the round at ${table.name}?`,
    "Call it off",
    () => [
      h(
        "p",
        null,
        "All wagers of this round go back to who made them, and its cards count for nothing. If the round is over by then, nothing happens. The table deals on afterwards, unless it is paused.",
      ),
      reason(),
    ],
    async ({ why }) => {
      await api(path(table, "call-off"), { why, round });
      await refresh();
      return `The round at ${table.name} is called off, and all wagers went back.`;
    },
    { danger: true },
  );
}

/** @param {Table} table */
function closing(table) {
  ask(
    `Close ${table.name}?`,
    "Close it",
    () => [
      h(
        "p",
        null,
        "When its round is over everybody is paid out, and the table is closed for good: no other table gets its name. To stop dealing for a while, pause it.",
      ),
      reason(),
    ],
    async ({ why }) => {
      const done = await api(path(table, "close"), { why });
      await refresh();
      return done.state === "closed"
        ? `${table.name} is closed, and everybody is paid out.`
        : `${table.name} closes when its round is over.`;
    },
    { danger: true },
  );
}

/** @param {string} what @param {boolean} stopped */
function stop(what, stopped) {
  const all = what === "all";
  const title = !stopped
    ? all
      ? "Let play go on?"
      : `Deal ${nameOf(what)} again?`
    : all
      ? "Stop all play?"
      : "Stop a game";
  ask(
    title,
    stopped ? "Stop" : "Go on",
    () => [
      h(
        "p",
        null,
        stopped
          ? `Rounds that have begun go on to their end; no new ones ${all ? "are dealt at any table" : "of this game are dealt"}, in both halls, until somebody lets ${all ? "play" : "it"} go on. Nobody's chips move otherwise.`
          : "Rounds are dealt again, in both halls, as soon as they can be.",
      ),
      stopped &&
        !all &&
        labelled(
          "Game",
          select(
            "what",
            games[0]?.game ?? "",
            games.map((game) => [game.game, game.name]),
          ),
        ),
      reason(),
    ],
    async (said) => {
      const which = said.what ?? what;
      stops = await api("/api/stops", { what: which, stopped, why: said.why });
      await refresh();
      return which === "all"
        ? stopped
          ? "All play is stopped."
          : "Play goes on."
        : `${nameOf(which)} is ${stopped ? "not dealt any more" : "dealt again"}.`;
    },
    { danger: stopped },
  );
}

const CAGE = /** @type {[string, string, string][]} */ ([
  ["deposit", "Deposit", "Somebody has brought this much to the cage: it is added to what they have to play with."],
  [
    "withdraw",
    "Withdraw",
    "Somebody takes this much away: it is taken from what they have in the cage. Chips at tables are not counted.",
  ],
  ["fill", "Fill a table's bank", "The house brings chips to the bank of a table, against which people play there."],
  ["credit", "Credit from a table's bank", "The house takes chips back from the bank of a table."],
]);

/** An order that moves money has a number of its own, so that it happens once. */
const slip = () => crypto.randomUUID?.() ?? String(Math.random());
const amountField = () =>
  labelled(
    "Amount",
    h("input.field", {
      name: "amount",
      required: true,
      inputmode: "decimal",
      placeholder: "$100",
      autocomplete: "off",
    }),
  );

/** @param {string} amount */
function sumOf(amount) {
  const sum = cents(amount);
  if (!sum) throw new Error("Say an amount, as in $100 or $12.50.");
  return sum;
}

/** @param {string} what @param {string} title @param {string} says */
function cage(what, title, says) {
  const [id, where] = [slip(), hall];
  const atTable = what === "fill" || what === "credit";
  const banks = tables
    .filter((table) => games.find((game) => game.game === table.game)?.bank === "house")
    .map((table) => table.name);
  ask(
    title,
    title,
    () => [
      h("p", null, `${says} In the ${hallName()}.`),
      atTable
        ? banks.length
          ? labelled(
              "Table",
              select(
                "who",
                banks[0],
                banks.map((name) => [name, name]),
              ),
            )
          : h("p.notice.warn", null, "At no table of this hall does the house bank.")
        : whom(people),
      amountField(),
    ],
    async ({ who, amount }) => {
      if (!who) throw new Error("Choose a table at which the house banks.");
      const done = await api(`/api/halls/${where}/cage/${what}`, { id, who: who.trim(), cents: sumOf(amount) });
      return `${title}: done. ${atTable ? `The bank of ${who}` : who} has ${dollars(done.balance)} now.`;
    },
  );
}

/** A balance that is wrong is put right against the world outside. */
function correct() {
  const [id, where] = [slip(), hall];
  ask(
    "Correct a balance",
    "Correct it",
    () => [
      h(
        "p",
        null,
        `What somebody has in the cage becomes another, in the ${hallName()}. What it was stays in the books, with what it is now, who corrected it and why.`,
      ),
      whom(people),
      labelled(
        "By",
        select("better", "yes", [
          ["yes", "more: the player gets it"],
          ["no", "less: it is taken from the player"],
        ]),
      ),
      amountField(),
      reason(),
    ],
    async ({ who, amount, better, why }) => {
      const done = await api(`/api/halls/${where}/correct`, {
        id,
        player: who.trim(),
        cents: sumOf(amount),
        better: better === "yes",
        why,
      });
      return `Corrected: ${who} has ${dollars(done.balance)} now.`;
    },
    { danger: true },
  );
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

async function who() {
  people = await api("/api/people");
  page.draw();
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
    await Promise.all([refresh(), who()]);
  } catch (error) {
    failed(error);
  }
  every(3, refresh);
  every(60, async () => {
    if (page.may("floor")) await who();
  });
}
