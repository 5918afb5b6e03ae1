// Today on one page: what needs a decision, tables, theory, cage, jackpots, rounds by the hour, events. It prints on one
// sheet. The server sends a caller only the parts that the caller's roles may see.

import { h } from "../../parts/dom.js";
import { dollars, signed, withCommas } from "../../parts/money.js";
import { api } from "../../parts/net.js";
import { formSheet, hallSwitch, Page, poll, reasonField, showError, staffOnly, timeText } from "../../parts/site.js";
import { icon } from "../../parts/sprite.js";
import { headings, rowOf } from "../../parts/tables.js";
import { capitalize } from "../../parts/words.js";
import { eventLine } from "../books/events.js";
import { ageText, columnsOf, drawerSums, pageHead, panel, strip, sums, theoryBar, tieText } from "./parts.js";

/** @typedef {import("../../parts/types.js").PendingDecision} PendingDecision */

const STAFF = ["cashier", "floor", "operator", "auditor"];
/** The most tables that have a row of their own. */
const ROWS = 9;

/** @type {Page} */
const page = new Page("today", () => staffOnly(page, STAFF, content));
let hall = "money";
/** @type {import("../../parts/types.js").Today | null} */
let today = null;
/** @type {any[]} */
let stops = [];

const MARKS = /** @type {const} */ ({
  request: "check",
  theory: "chart",
  jackpot: "seal",
  paused: "pause",
  cash: "user",
  count: "history",
});

function content() {
  const now = today?.now ?? 0;
  return h(
    "div.op.day",
    null,
    pageHead(
      "Today",
      today &&
        `${dayText(today.day)}, ${hourText(today.begins)} to ${hourText(today.ends)}. Now ${timeText(now / 1e6)}. All figures come from the ledger.`,
      hallSwitch(hall, (to) => {
        hall = to;
        today = null;
        page.draw();
        void load().catch(showError);
      }),
      h("button.btn", { onclick: () => print(), disabled: !today }, "Print"),
      page.may("floor", "operator") && stopButton(),
    ),
    today ? parts(today) : h("p.notice", { key: "soon" }, icon("info"), h("span", null, "Reading the books.")),
  );
}

/** @param {import("../../parts/types.js").Today} it */
function parts(it) {
  const play = it.play;
  return [
    strip("The day in figures", figures(it)),
    play &&
      play.counting.length > 0 &&
      h(
        "p.notice",
        { key: "counting" },
        icon("info"),
        h("span", null, `The exact figures of ${play.counting.join(", ")} are being computed.`),
      ),
    h(
      "div.daygrid",
      { key: "grid" },
      h(
        "div.op-col",
        null,
        decisionPanel(it),
        play && tablePanel(play),
        play &&
          panel(
            "Theory",
            "result against the exact expectation; bands of 1, 2 and 3 σ",
            ["operator", "Books"],
            play.day.theory.length
              ? h("div.theory", null, play.day.theory.map(theoryBar))
              : h("p.calm", null, "No round of a game that the house banks was played today."),
          ),
      ),
      h(
        "div.op-col",
        null,
        panel("Cage", null, ["cage", "Cage"], drawerSums(it.cage), moreOfCage(it)),
        play && jackpotPanel(play),
        play &&
          panel(
            "By the hour",
            `${withCommas(play.day.rounds)} rounds`,
            null,
            h("div.pad", null, columnsOf(hours(play), "Rounds by the hour")),
          ),
        play && eventPanel(play),
      ),
    ),
    play && h("p.fine", { key: "tie" }, tieText(play.holdings)),
  ];
}

/** @param {import("../../parts/types.js").Today} it @returns {[string, string, string][]} */
function figures(it) {
  const { room, play, cage } = it;
  const last = cage.last_count;
  const counted = last
    ? `counted ${timeText(last.at / 1e6)}, ${last.difference ? signed(last.difference) : "it agreed"}`
    : "not counted yet";
  return [
    [
      "Tables dealing",
      `${room.dealing} of ${room.tables}`,
      `${people(room.people)}${room.bots ? `, ${withCommas(room.bots)} bots` : ""}`,
    ],
    ...(play
      ? /** @type {[string, string, string][]} */ ([
          [
            "Rounds",
            withCommas(play.day.rounds),
            play.day.voided ? `${play.day.voided} more were voided` : "none voided",
          ],
          [
            "House result",
            signed(play.day.win),
            play.day.expected === null ? "no exact expectation" : `expected ${signed(play.day.expected)}`,
          ],
          ["Collection", dollars(play.day.collection), "player-banked games and poker"],
        ])
      : []),
    ["Cage should hold", dollars(cage.should_hold), counted],
    ...(play
      ? /** @type {[string, string, string][]} */ ([
          [
            "Owed to players",
            dollars(play.holdings.players),
            `with jackpots ${dollars(play.holdings.players + play.holdings.jackpots)}`,
          ],
        ])
      : []),
  ];
}

/** @param {number} count */
const people = (count) => (count === 1 ? "1 player" : `${withCommas(count)} players`);

/** @param {import("../../parts/types.js").Today} it */
function decisionPanel(it) {
  const waiting = it.needs;
  return h(
    "section.panel.board",
    { key: "needs", class: waiting.length ? "need" : "", "aria-label": "Needs a decision" },
    h("h2", null, "Needs a decision", h("span", null, waiting.length ? String(waiting.length) : "nothing")),
    waiting.length
      ? h(
          "ul.dec",
          null,
          waiting.map((each) => decisionItem(each, it.now)),
        )
      : h("p.calm", null, `Nothing waits for you. Next is ${it.next.says}, at ${timeText(it.next.at / 1e6)}.`),
  );
}

/** @param {PendingDecision} each @param {number} now */
function decisionItem(each, now) {
  return h(
    "li",
    { key: `${each.kind} ${each.number} ${each.title}` },
    icon(MARKS[each.kind]),
    h(
      "div",
      null,
      h("b", null, each.title),
      " ",
      h("span.age", null, ageText(each.since, now)),
      h("p", null, each.says),
    ),
    h(
      "span.go.noprint",
      null,
      each.actions.map((action) =>
        action.do === "open"
          ? h("a.btn.small", { key: action.label, href: action.to }, action.label)
          : h(
              "button.btn.small",
              {
                key: action.label,
                onclick: () => decide(each, action),
                "aria-label": `${action.label}: ${each.title}`,
              },
              action.label,
            ),
      ),
    ),
  );
}

/**
 * Ask for the reason, and send the order of a decision.
 * @param {PendingDecision} each
 * @param {import("../../parts/types.js").Action} action
 */
function decide(each, action) {
  const table = encodeURIComponent(each.table);
  const [path, more] = /** @type {Record<string, [string, object]>} */ ({
    approve: [`/api/v1/requests/${each.number}/approve`, {}],
    decline: [`/api/v1/requests/${each.number}/decline`, {}],
    resume: [`/api/v1/halls/${hall}/tables/${table}/resume`, {}],
    keep: [`/api/v1/halls/${hall}/today/keep`, { table: each.table, game: each.game }],
  })[action.do];
  formSheet(
    `${action.label}?`,
    action.label,
    () => [h("p", null, h("b", null, each.title)), h("p", null, each.says), reasonField()],
    async ({ why }) => {
      const done = await api(path, { ...more, why });
      await load();
      return done?.says ?? `${action.label}: done.`;
    },
    { danger: action.do === "decline" },
  );
}

/** @param {import("../../parts/types.js").Play} play */
function tablePanel(play) {
  const rows = play.day.tables;
  const rest = rows.slice(ROWS);
  const sum = (/** @type {"rounds" | "win" | "collection"} */ name, /** @type {typeof rows} */ of) =>
    of.reduce((total, each) => total + each[name], 0);
  return panel(
    "Tables",
    "result of the house, and collection",
    page.may("cashier", "floor", "operator") ? ["floor", "Floor"] : null,
    rows.length
      ? h(
          "table.figures.dense",
          null,
          headings(
            ["Table", "Rounds", "Result", "Expected", "Collection"].map((name) =>
              h("th", { scope: "col", class: name === "Expected" ? "wide" : "" }, name),
            ),
          ),
          h(
            "tbody",
            null,
            rows
              .slice(0, ROWS)
              .map((each) =>
                rowOf(
                  each.table,
                  [h("b", null, each.table), each.game !== each.table && ` ${each.game}`],
                  withCommas(each.rounds),
                  signed(each.win),
                  h("td.wide", null, each.expected === null ? "–" : signed(each.expected)),
                  dollars(each.collection),
                ),
              ),
            rest.length > 0 &&
              rowOf(
                "rest",
                `${rest.length} more`,
                withCommas(sum("rounds", rest)),
                signed(sum("win", rest)),
                h("td.wide", null, "–"),
                dollars(sum("collection", rest)),
              ),
          ),
          h(
            "tfoot",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "row" }, "All tables"),
              h("td", null, withCommas(play.day.rounds)),
              h("td", null, signed(play.day.win)),
              h("td.wide", null, play.day.expected === null ? "–" : signed(play.day.expected)),
              h("td", null, dollars(play.day.collection)),
            ),
          ),
        )
      : h("p.calm", null, "No round was played today."),
  );
}

/** @param {import("../../parts/types.js").Today} it */
const moreOfCage = (it) => {
  const fills = it.cage.slips.filter((each) => each.state !== "refused");
  const waits = it.needs.filter((each) => each.kind === "request").length;
  return sums([
    ["Fills and credits", `${fills.length} done`],
    ["Orders that wait", String(waits)],
  ]);
};

/** @param {import("../../parts/types.js").Play} play */
function jackpotPanel(play) {
  const rows = play.jackpots.filter((each) => each.cents || each.hits);
  return panel(
    "Jackpots",
    null,
    ["operator", "Books"],
    rows.length
      ? sums([
          ...rows.map(
            (each) =>
              /** @type {[string, string]} */ ([
                `${capitalize(each.name)}${each.hits ? `, hit ${each.hits === 1 ? "once" : `${each.hits} times`}, ${dollars(each.paid)} paid` : ""}`,
                dollars(each.cents),
              ]),
          ),
          ["Reserved for them", dollars(play.owed.pools), true],
        ])
      : h("p.calm", null, "This hall has no jackpot."),
  );
}

/** The hours from the first with a round. @param {import("../../parts/types.js").Play} play */
function hours(play) {
  const first = play.day.hours.findIndex((each) => each.rounds > 0);
  return play.day.hours
    .slice(first < 0 ? play.day.hours.length - 1 : first)
    .map((each, at, all) => ({ name: timeText(each.at / 1e6), count: each.rounds, pale: at === all.length - 1 }));
}

/** @param {import("../../parts/types.js").Play} play */
const eventPanel = (play) =>
  panel(
    "Events",
    null,
    ["operator", "All"],
    play.events.length
      ? h(
          "ul.ev.pad",
          null,
          play.events.map((each) =>
            h(
              "li",
              { key: each.number },
              h("time", null, timeText(each.at / 1e6)),
              h("span", null, eventLine(each), ` (${each.who})`),
            ),
          ),
        )
      : h("p.calm", null, "Nothing but cash was recorded today."),
  );

function stopButton() {
  const stopped = stops.some((each) => each.what === "all");
  return h(
    "button.btn",
    {
      key: "stop",
      class: stopped ? "" : "danger",
      onclick: () =>
        formSheet(
          stopped ? "Resume play?" : "Stop all play?",
          stopped ? "Resume" : "Stop",
          () => [
            h(
              "p",
              null,
              stopped
                ? "Dealing resumes in both halls."
                : "Rounds in progress will finish. No new rounds are dealt at any table, in both halls.",
            ),
            reasonField(),
          ],
          async ({ why }) => {
            stops = await api("/api/v1/stops", { what: "all", stopped: !stopped, why });
            await load();
            return stopped ? "Play has resumed." : "All play is stopped.";
          },
          { danger: !stopped },
        ),
    },
    stopped ? "Resume play" : "Stop play",
  );
}

/** @param {number} at microseconds since 1970 */
const hourText = (at) => new Date(at / 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/** @param {string} day */
const dayText = (day) =>
  new Date(`${day}T12:00`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });

async function load() {
  const at = hall;
  const [answer, stopped] = await Promise.all([api(`/api/v1/halls/${at}/today`), api("/api/v1/stops")]);
  if (at !== hall) return;
  [today, stops] = [answer, stopped];
  page.draw();
}

await page.open();
if (page.may(...STAFF)) {
  await load().catch(showError);
  // A room without tables for money is looked at with its play money.
  if (today && !(/** @type {any} */ (today).room.tables)) {
    hall = "play";
    await load().catch(showError);
  }
  poll(10, async () => {
    if (page.may(...STAFF)) await load();
  });
}
