// The user's rounds, latest first. Each can be replayed step by step, shared, downloaded, and checked for fairness.

import { FairnessPanel } from "../fair/panel.js";
import { h } from "../parts/dom.js";
import { signed } from "../parts/money.js";
import { api } from "../parts/net.js";
import { notice } from "../parts/notice.js";
import { emptyNote, Page, select, showError, swatch, timeText } from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { displayText } from "../parts/words.js";
import { wonText } from "../table/felt/lit.js";
import { potLines, reasonText, sumsTable, wagerName } from "../table/results.js";
import { onResize } from "../table/view.js";
import { Replay } from "./replay.js";

/**
 * @typedef {import("../parts/types.js").ListedRound} Row
 */

/** @type {Page} */
const page = new Page("history", content);
/** @type {Row[]} */
let rounds = [];
let before = 0;
let hall = "play";
let game = "";
let ready = false;
/** @type {any[]} */
let games = [];
/** The shown round, as the server recalls it. @type {any} */
let shown = null;
/** @type {Replay | null} */
let replay = null;
/** @type {FairnessPanel | null} */
let fairness = null;
let missing = "";

const feltOf = (/** @type {string} */ slug) => games.find((each) => each.game === slug)?.felt ?? "poker";

function content() {
  const alone = query().get("shared");
  return h(
    "div.hist",
    { class: [shown || missing ? "viewing" : "", alone ? "alone" : ""].filter(Boolean).join(" ") },
    !alone && roundList(),
    view(),
  );
}

const query = () => new URLSearchParams(location.search);

// -- the list --------------------------------------------------------------------------------------------------------

function roundList() {
  const names = new Map(rounds.map((each) => [each.game, each.name]));
  const listed = rounds.filter((each) => !game || each.game === game);
  const sum = listed.reduce((all, each) => all + each.net, 0);
  return h(
    "section.list",
    { key: "list", "aria-label": "Rounds" },
    h(
      "header",
      null,
      h("h1.big", null, "History"),
      h(
        "div.pick",
        null,
        rounds.length > 0 && h("a.btn.small", { href: `review?hall=${hall}` }, icon("chart"), "Review"),
        select(
          "game",
          game,
          [["", "All games"], ...names],
          (to) => {
            game = to;
            page.draw();
          },
          { "aria-label": "Game" },
        ),
        "money" in page.me.halls &&
          select(
            "hall",
            hall,
            [
              ["play", "Play money"],
              ["money", "Money"],
            ],
            change,
            { "aria-label": "Hall" },
          ),
      ),
    ),
    listed.length > 0 &&
      h(
        "p.total.small.muted",
        null,
        h("b", null, listed.length),
        ` round${listed.length === 1 ? "" : "s"}${before ? " (latest)" : ""}: net `,
        h("b.num", null, signed(sum)),
      ),
    h(
      "ul",
      null,
      groupIdle(listed).map((run) =>
        run.length > 1 && !unfolded.has(keyOf(run[0])) ? idleRow(run) : run.map(roundRow),
      ),
    ),
    before > 0 && h("button.btn", { onclick: () => loadMore() }, "Earlier rounds"),
    ready &&
      !rounds.length &&
      emptyNote(
        page.me.name
          ? `No rounds yet${hall === "money" ? " for money" : ""}.`
          : "You are not signed in, so there are no rounds to show.",
        h("a.btn", { href: "./" }, "Find a table"),
      ),
  );
}

/** Groups of rounds without a wager that the user has expanded, by their first round. @type {Set<string>} */
const unfolded = new Set();

/** @param {Row} each */
const keyOf = (each) => `${each.table} ${each.number}`;

/** @param {{ hall: string, table: string, number: number }} each */
const roundAddress = (each) => `history?hall=${each.hall}&table=${encodeURIComponent(each.table)}&round=${each.number}`;

/** Group consecutive rounds without a wager. @param {Row[]} listed @returns {Row[][]} */
function groupIdle(listed) {
  /** @type {Row[][]} */
  const runs = [];
  const idle = (/** @type {Row} */ each) => each.ended > 0 && !each.stake && !each.net && !each.fee && !each.voided;
  for (const each of listed) {
    const last = runs.at(-1);
    if (last && idle(each) && idle(last[0]) && last[0].table === each.table) last.push(each);
    else runs.push([each]);
  }
  return runs;
}

/** @param {Row[]} run */
const idleRow = (run) =>
  h(
    "li",
    { key: `idle ${keyOf(run[0])}` },
    h(
      "button.rnd",
      {
        onclick: () => {
          unfolded.add(keyOf(run[0]));
          page.draw();
        },
      },
      swatch(feltOf(run[0].game)),
      h("span.g", null, h("b", null, run[0].name), h("span", null, `${run.length} rounds without a wager`)),
      h("span.faint.small", null, "Show"),
    ),
  );

/** @param {Row} each */
function roundRow(each) {
  const current = shown && shown.table === each.table && shown.number === each.number && shown.hall === each.hall;
  const notes = [
    timeText(each.at / 1e6),
    each.voided ? "voided" : each.ended ? displayText(each.says) : "in progress",
    each.absent && "time ran out",
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "li",
    { key: keyOf(each) },
    h(
      "a.rnd",
      {
        href: roundAddress(each),
        "aria-current": current ? "true" : null,
        onclick: (/** @type {MouseEvent} */ event) => open(event, each),
      },
      swatch(feltOf(each.game)),
      h("span.g", null, h("b", null, each.name), h("span", null, notes)),
      h("b.num", { class: each.net > 0 ? "win" : "" }, each.ended ? signed(each.net) : ""),
    ),
  );
}

/**
 * @param {MouseEvent} event
 * @param {Row} each
 */
function open(event, each) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", roundAddress(each));
  void showRound();
}

/** @param {string} to */
function change(to) {
  page.hall = hall = to;
  rounds = [];
  before = 0;
  void loadMore();
}

async function loadMore() {
  if (!page.me.name) {
    ready = true;
    return page.draw();
  }
  try {
    const answer = await api(`/api/v1/halls/${hall}/rounds?before=${before}&limit=30`);
    rounds = [...rounds, ...answer.rounds];
    before = answer.before;
  } catch (error) {
    showError(error);
  }
  ready = true;
  page.draw();
}

// -- one round -------------------------------------------------------------------------------------------------------

function view() {
  if (missing)
    return h("section.view", { key: "view" }, emptyNote(missing, h("a.btn", { href: "history" }, "All rounds")));
  if (!shown || !replay)
    return h("section.view.none", { key: "view" }, h("p.muted", null, "Choose a round to replay it."));
  const picture = replay.steps[replay.last].picture;
  const path = `/api/v1/halls/${shown.hall}/tables/${encodeURIComponent(shown.table)}/rounds/${shown.number}`;
  const shared = query().get("shared");
  const seen = shown.as === "auditor" ? "every card" : shown.as ? "as you saw it" : "as everyone saw it";
  return h(
    "section.view",
    {
      key: "view",
      "aria-label": `${picture.name}, round ${shown.number}`,
      onkeydown: (/** @type {KeyboardEvent} */ event) =>
        !(event.target instanceof HTMLInputElement) &&
        !(event.target instanceof HTMLButtonElement && event.key === " ") &&
        replay?.key(event),
    },
    h(
      "div.vh",
      null,
      !shared &&
        h("a.iconbtn.goback", { href: "history", "aria-label": "All rounds", onclick: showList }, icon("back")),
      h(
        "div",
        null,
        h("h2", null, `${picture.name}, round ${shown.number}`),
        h(
          "p.small.muted",
          null,
          `${shown.practice ? "Practice table" : shown.table} · ${timeText(shown.at / 1e6)} · ${picture.rules} · ${seen}`,
        ),
      ),
      h(
        "div.tools2",
        null,
        shown.as &&
          shown.as !== "auditor" &&
          shown.ended > 0 &&
          !shown.voided &&
          h("a.btn.small", { href: reviewAddress() }, icon("chart"), h("span", null, "Review")),
        shown.as &&
          shown.as !== "auditor" &&
          shown.ended > 0 &&
          h("button.btn.small", { onclick: () => share(path) }, icon("share"), h("span", null, "Share link")),
        !shared &&
          shown.record &&
          h("a.btn.small", { href: `${path}/record`, download: "" }, icon("down"), h("span", null, "Record")),
        !shared &&
          shown.record &&
          !picture.bank &&
          !picture.boxes?.length &&
          picture.cloth.felt === "poker" &&
          h("a.btn.small", { href: `${path}/phh`, download: "" }, icon("down"), h("span", null, "PHH")),
      ),
    ),
    h("div.stage", null, h("span.badge", null, "Replay"), replay.table()),
    replay.controls(),
    h(
      "div.under",
      null,
      h("section.logp", { "aria-label": "What happened" }, replay.log(), results(picture)),
      fairness?.panel(),
    ),
  );
}

/** The review of the shown round. */
const reviewAddress = () => `review?hall=${shown.hall}&table=${encodeURIComponent(shown.table)}&round=${shown.number}`;

/** @param {import("../parts/types.js").Picture} picture */
function results(picture) {
  const seen = (picture.results ?? []).filter((each) => each.mine || picture.sums || shown.as === "auditor");
  if (!seen.length || !replay || replay.at < replay.last) return null;
  return [
    h(
      "ul.res",
      { key: "results", "aria-label": "Results" },
      seen.map((each) =>
        h(
          "li",
          null,
          h("b", null, each.mine ? displayText(each.label) : wagerName(each)),
          h("span", null, reasonText(each), h("span.faint", null, each.cite)),
          h("b.num", { class: each.mine && each.net > 0 ? "win" : "" }, wonText(each)),
        ),
      ),
    ),
    potLines(picture),
    sumsTable(picture),
  ];
}

/** @param {MouseEvent} event */
function showList(event) {
  event.preventDefault();
  history.pushState(null, "", "history");
  void showRound();
}

/** @param {string} path */
async function share(path) {
  try {
    const answer = await api(`${path}/share`, {});
    const link = new URL(
      `history?shared=${encodeURIComponent(answer.path.replace("/api/v1/shared/", ""))}`,
      location.href,
    ).href;
    await navigator.clipboard?.writeText(link).catch(() => {});
    notice(`Anyone with this link can see what everyone at the table saw: ${link}`, "good", true);
  } catch (error) {
    showError(error);
  }
}

// -- navigation ------------------------------------------------------------------------------------------------------

async function showRound() {
  const named = query();
  const shared = named.get("shared");
  const [table, number] = [named.get("table"), named.get("round")];
  replay?.pause();
  shown = replay = fairness = null;
  missing = "";
  if (shared || (table && number)) {
    try {
      shown = await api(
        shared
          ? `/api/v1/shared/${shared.split("/").map(encodeURIComponent).join("/")}`
          : `/api/v1/halls/${encodeURIComponent(named.get("hall") ?? "play")}/tables/${encodeURIComponent(table ?? "")}/rounds/${Number(number)}`,
      );
      replay = new Replay(shown, page.me, () => page.drawNow());
      replay.at = replay.last;
      fairness = new FairnessPanel(shown, replay.steps, () => page.draw(), page.me?.name ?? "");
      document.title = `${replay.steps[0].picture.name}, round ${shown.number} · cardroom`;
    } catch (error) {
      missing = /** @type {Error} */ (error).message;
    }
  } else document.title = "History · cardroom";
  page.draw();
}

addEventListener("popstate", () => void showRound());
onResize(() => page.draw());
await page.open();
games = await api("/api/v1/games").catch(() => []);
page.hall = hall = query().get("hall") ?? "play";
await Promise.all([query().get("shared") ? null : loadMore(), showRound()]);
const latest = rounds.find((each) => each.ended && each.stake) ?? rounds.find((each) => each.ended);
if (!location.search && latest && matchMedia("(min-width: 900px)").matches) {
  history.replaceState(null, "", roundAddress(latest));
  await showRound();
}
