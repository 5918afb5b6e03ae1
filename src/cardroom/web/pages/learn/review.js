// The review of a session: what each decision was worth, and luck told apart from play. The server values rounds only
// after they have ended.

import { cards } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars, signed } from "../parts/money.js";
import { api } from "../parts/net.js";
import { emptyNote, Page, select, showError, timeText } from "../parts/site.js";
import { costText } from "../parts/values.js";
import { displayText } from "../parts/words.js";
import { bankrollChart } from "./chart.js";
import { roundView } from "./round.js";

/**
 * @typedef {import("../parts/types.js").ReviewedDecision} Decision
 * @typedef {import("../parts/types.js").ReviewedRound} ReviewedRound
 */

/** Rounds loaded for one session. */
const MOST = 200;
/** Rounds listed at first. */
const FIRST = 8;

const page = new Page("history", () => h("div.review", { key: "review" }, content()));
const query = () => new URLSearchParams(location.search);

const hall = query().get("hall") ?? "play";
let table = query().get("table") ?? "";
/** Tables with rounds of the caller, each with its name in words. @type {Map<string, string>} */
const sessions = new Map();
/** The first one first. @type {ReviewedRound[]} */
let rounds = [];
let ready = false;
/** Why the server does not review these rounds. */
let refused = "";
let order = "cost";
let all = false;

function content() {
  const number = Number(query().get("round") ?? 0);
  const one = rounds.find((each) => each.number === number);
  if (one) return roundView(one, { rounds, hall, table, go, address: addressOf });
  if (!rounds.length)
    return [
      h("h1.big", { key: "title" }, "Review"),
      ready
        ? emptyNote(
            refused ||
              "There is nothing to review yet. Play a few rounds at a practice table, then come back to see what each decision was worth.",
            h("a.btn", { href: "./" }, "Find a game"),
          )
        : h("p.muted", { key: "wait" }, "Valuing your rounds."),
    ];
  return sessionView();
}

// -- the session -----------------------------------------------------------------------------------------------------

function sums() {
  const of = (/** @type {(each: ReviewedRound["review"]) => number} */ what) =>
    rounds.reduce((sum, each) => sum + what(each.review), 0);
  const [net, rest] = [of((each) => each.net), of((each) => each.rest)];
  const [best, cost] = [of((each) => each.best ?? 0), of((each) => each.cost)];
  // Rounded so that the parts add up to the result, to the cent.
  const expected = Math.round(best - cost);
  const decisions = rounds.flatMap((each) => each.review.decisions);
  return {
    net,
    rest,
    best: Math.round(best),
    cost: Math.round(cost),
    expected,
    luck: net - rest - expected,
    wagered: of((each) => each.wagered),
    valued: rounds.filter((each) => each.review.luck !== null).length,
    clean: rounds.filter((each) => each.review.decisions.length && !each.review.cost).length,
    decisions: decisions.length,
    right: decisions.filter((each) => each.yours.best).length,
  };
}

function sessionView() {
  const sum = sums();
  const first = rounds[0];
  const last = rounds[rounds.length - 1];
  return [
    h(
      "div.hd",
      { key: "hd" },
      h(
        "div",
        null,
        h("h1.big", null, "Review"),
        h("p.small.muted", null, `${first.name}, ${timeText(first.at / 1e6)} to ${timeText(last.at / 1e6)}`),
      ),
      sessions.size > 1 &&
        select("session", table, [...sessions], (to) => openSession(to), { "aria-label": "Session" }),
    ),
    h(
      "p.lead",
      { key: "lead" },
      sum.decisions
        ? ["Mistakes cost you ", h("b", null, sum.cost ? dollars(sum.cost) : "nothing"), " of "]
        : `${rounds[0].review.why || "Your rounds had no decisions."} `,
      sum.decisions > 0 && [h("b", null, dollars(sum.wagered)), " wagered."],
      sum.valued > 0 && ` Best play ${sum.best > 0 ? "earns" : "costs"} ${dollars(Math.abs(sum.best))}.`,
    ),
    h(
      "dl.panel.figs",
      { key: "figs" },
      figure("Rounds", rounds.length, sum.decisions ? `${sum.clean} without a mistake` : "played"),
      sum.decisions > 0 &&
        figure(
          "Accuracy",
          `${Math.floor((sum.right / sum.decisions) * 100)} %`,
          `${sum.right} of ${sum.decisions} decisions best`,
        ),
      figure(
        "Result",
        signed(sum.net),
        sum.rest && sum.valued ? `${signed(sum.rest)} without an exact figure` : "all wagers",
      ),
      sum.valued > 0 && figure("Expected", signed(sum.expected), `${signed(sum.best)} at best play`),
      sum.valued > 0 && figure("Luck", signed(sum.luck), "result minus expected"),
    ),
    h(
      "div.cols",
      { key: "cols" },
      h(
        "section.panel.chart",
        { "aria-labelledby": "ch" },
        h("h2", { id: "ch" }, sum.valued ? "Bankroll and what was expected" : "Bankroll"),
        bankrollChart(rounds, innerWidth < 700),
        h(
          "div.key",
          null,
          h("span", null, h("i.k0"), "your bankroll"),
          sum.valued > 0 && [
            h("span", { key: "k1" }, h("i.k1"), "expected"),
            h("span", { key: "k2" }, h("i.k2"), "one standard deviation"),
            h("span", { key: "k3" }, h("i.k3"), "two"),
          ],
        ),
        sum.valued > 0 &&
          h(
            "p.small.muted",
            null,
            "About two of three sessions end inside the dark band, 19 of 20 inside the light one. Rings mark rounds with a mistake.",
          ),
      ),
      roundList(),
    ),
  ];
}

/** @param {string} name @param {string | number} value @param {string} under */
const figure = (name, value, under) =>
  h("div", { key: name }, h("dt", null, name), h("dd.num", null, value), h("dd", null, under));

function roundList() {
  const most = Math.max(1, ...rounds.map((each) => each.review.cost));
  const sorted = order === "cost" ? [...rounds].sort((one, other) => other.review.cost - one.review.cost) : rounds;
  const listed = all ? sorted : sorted.slice(0, FIRST);
  const choice = (/** @type {string} */ id, /** @type {string} */ name) =>
    h(
      "button.btn.small",
      {
        key: id,
        "aria-pressed": String(order === id),
        onclick: () => {
          order = id;
          page.draw();
        },
      },
      name,
    );
  return h(
    "section.panel.rounds",
    { "aria-labelledby": "rl" },
    h("h2", { id: "rl" }, "Rounds"),
    h(
      "div.seg",
      { role: "group", "aria-label": "Order" },
      choice("cost", "Most costly first"),
      choice("time", "In order"),
    ),
    h(
      "ol",
      null,
      listed.map((each) => {
        const worst = [...each.review.decisions].sort((one, other) => other.yours.cost - one.yours.cost)[0];
        const said = worst?.yours.cost
          ? `${displayText(worst.yours.label)}. ${displayText(worst.advice.options[0].label)} is best`
          : each.review.decisions.length
            ? "No mistake"
            : displayText(each.says);
        return h(
          "li",
          { key: each.number },
          h(
            "a.rd1",
            { href: addressOf(each), onclick: (/** @type {MouseEvent} */ event) => go(event, each) },
            h("span.n", null, rounds.indexOf(each) + 1),
            h(
              "span.w",
              null,
              each.review.decisions[0] ? small(each.review.decisions[0].hand) : "",
              h("small", null, said),
            ),
            h(
              "span.cost",
              null,
              each.review.cost ? costText(each.review.cost) : "",
              each.review.cost > 0 && h("i", { style: { width: `${(each.review.cost / most) * 100}%` } }),
            ),
            h("b.r.num", { class: each.review.net > 0 ? "win" : "" }, signed(each.review.net)),
          ),
        );
      }),
    ),
    sorted.length > listed.length &&
      h(
        "p.more",
        null,
        h(
          "button.btn.small",
          {
            onclick: () => {
              all = true;
              page.draw();
            },
          },
          `Show all ${sorted.length}`,
        ),
      ),
  );
}

const small = (/** @type {number[]} */ hand) => cards(hand, { class: "tiny" });

/** @param {ReviewedRound | null} each */
const addressOf = (each) =>
  `review?hall=${hall}&table=${encodeURIComponent(table)}${each ? `&round=${each.number}` : ""}`;

/** @param {MouseEvent | null} event @param {ReviewedRound | null} to */
function go(event, to) {
  if (event && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  event?.preventDefault();
  history.pushState(null, "", addressOf(to));
  page.draw();
  scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true });
}

// -- loading ---------------------------------------------------------------------------------------------------------

/** @param {string} to */
function openSession(to) {
  table = to;
  rounds = [];
  refused = "";
  ready = false;
  history.pushState(null, "", addressOf(null));
  void load();
}

/** Put the mistakes of reviewed rounds into the box for tomorrow. @param {ReviewedRound[]} reviewed */
async function keepMistakes(reviewed) {
  const wrong = reviewed.filter((each) => each.review.cost > 0).map((each) => each.number);
  if (wrong.length) await api("/api/v1/learning/reviewed", { hall, table, rounds: wrong }).catch(() => {});
}

async function load() {
  page.draw();
  try {
    let before = 0;
    do {
      const path = `/api/v1/halls/${hall}/tables/${encodeURIComponent(table)}/review?before=${before}&limit=20`;
      const answer = await api(path);
      rounds = [...[...answer.rounds].reverse(), ...rounds];
      before = answer.before;
      page.draw();
      void keepMistakes(answer.rounds);
    } while (before && rounds.length < MOST);
  } catch (error) {
    refused = /** @type {Error} */ (error).message;
    if (rounds.length) showError(error);
  }
  ready = true;
  page.draw();
}

async function start() {
  await page.loadMe();
  if (page.me.name) {
    try {
      const latest = await api(`/api/v1/halls/${hall}/rounds?limit=100`);
      for (const each of latest.rounds)
        if (!sessions.has(each.table)) sessions.set(each.table, `${each.name}, ${timeText(each.at / 1e6)}`);
      table ||= [...sessions.keys()][0] ?? "";
      if (table && !sessions.has(table)) sessions.set(table, table);
    } catch (error) {
      showError(error);
    }
  }
  if (table && page.me.name) return load();
  ready = true;
  page.draw();
}

addEventListener("popstate", () => page.draw());
addEventListener("resize", () => page.draw());
void start();
