// The review that the players of a table for friends share: results, decisions that have an exact answer, and their cost.
// The server opens it when nobody sits at the table any more, and shows only the parts of those who share.

import { cards } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars, signed } from "../parts/money.js";
import { api } from "../parts/net.js";
import { notice } from "../parts/notice.js";
import { emptyNote, Page, showError } from "../parts/site.js";
import { headings, rowOf } from "../parts/tables.js";
import { costText } from "../parts/values.js";
import { displayText, joinWords, plainName } from "../parts/words.js";

/**
 * @typedef {import("../parts/types.js").SharedReviewPage} SharedPage
 * @typedef {import("../parts/types.js").SharedRound} SharedRound
 * @typedef {import("../parts/types.js").SharedPart} SharedPart
 */

/** Rounds that are loaded at most. */
const MOST = 100;
/** Decisions of each player that are listed. */
const LISTED = 3;

const page = new Page("history", () => h("div.review.together", { key: "together" }, content()));
const query = new URLSearchParams(location.search);
const hall = query.get("hall") ?? "play";
const table = query.get("table") ?? "";
const path = `/api/v1/halls/${hall}/tables/${encodeURIComponent(table)}/review/shared`;

/** @type {SharedPage | null} */
let shown = null;
/** The latest first. @type {SharedRound[]} */
let rounds = [];
/** Why the server shows nothing. */
let refused = "";
let loading = true;

/** @returns {string} */
const me = () => page.me.name ?? "";
const nameOf = (/** @type {string} */ who) => (who === me() ? "You" : plainName(who));

/** @returns {import("../parts/dom.js").Child} */
function content() {
  if (!shown)
    return [
      h("h1.big", { key: "title" }, "Shared review"),
      refused
        ? emptyNote(refused, h("a.btn", { href: "./" }, "Lobby"))
        : h("p.muted", { key: "wait" }, "Loading the session."),
    ];
  const others = shown.shares.filter((who) => who !== me()).map(plainName);
  return [
    h(
      "div.hd",
      { key: "hd" },
      h(
        "div",
        null,
        h("h1.big", null, "What you did together"),
        h(
          "p.small.muted",
          null,
          [shown.name, rounds.length && `${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}`]
            .filter(Boolean)
            .join(", "),
        ),
      ),
    ),
    h("div.cols", { key: "cols" }, h("div", null, main(shown)), h("div", null, consent(shown, others))),
  ];
}

/** @param {SharedPage} it */
function main(it) {
  if (!it.mine) return h("section.panel", { key: "main" }, h("p", null, "Share your part to see those of the others."));
  if (!it.over)
    return h(
      "section.panel",
      { key: "main" },
      h("p", null, "The session is not over: a player still sits at the table. Come back when all have left."),
      h("button.btn", { onclick: () => void load() }, "Look again"),
    );
  if (loading && !rounds.length) return h("p.muted", { key: "main" }, "Valuing the rounds.");
  if (!rounds.length) return h("section.panel", { key: "main" }, h("p", null, "No round was played to its end."));
  return [biggest(), sums(), dearest()];
}

/** The rows of the viewer, then those of the others. @template T @param {T[]} all @param {(one: T) => string} who */
const meFirst = (all, who) => [...all].sort((one, other) => Number(who(other) === me()) - Number(who(one) === me()));

/** @param {SharedPart} part */
function outcome({ who, net }) {
  const verb = net < 0 ? "lost" : "won";
  return `${nameOf(who)} ${net ? `${verb} ${dollars(Math.abs(net))}` : "broke even"}`;
}

/** The cards that a player saw at a decision: their own, and the board. @param {import("../parts/types.js").ReviewedDecision} it */
const seen = ({ hand, board }) =>
  h("span.seen", null, cards(hand, { class: "tiny" }), board.length ? cards(board, { class: "tiny" }) : null);

/** The round with the largest result of a player who shares. */
function biggest() {
  const all = rounds.flatMap((round) => round.parts.map((part) => ({ round, part })));
  const most = all.sort((one, other) => Math.abs(other.part.net) - Math.abs(one.part.net))[0];
  if (!most?.part.net) return null;
  const { round } = most;
  const last = most.part.decisions.at(-1);
  return h(
    "section.panel",
    { key: "biggest", "aria-labelledby": "big" },
    h("h2", { id: "big" }, "The hand you will talk about"),
    last && seen(last),
    h("p", null, `${joinWords(meFirst(round.parts, (part) => part.who).map(outcome))}.`),
    h(
      "a.btn",
      { href: `history?hall=${hall}&table=${encodeURIComponent(table)}&round=${round.number}` },
      "Replay the hand",
    ),
  );
}

/** A row for each player who shares. */
function sums() {
  const people = meFirst([...new Set(rounds.flatMap((round) => round.parts.map((part) => part.who)))], (who) => who);
  const counts = rounds.some((round) => round.parts.some((part) => part.counted));
  const why = counts ? "" : (rounds.find((round) => round.why)?.why ?? "");
  return h(
    "section.panel",
    { key: "sums", "aria-labelledby": "sm" },
    h("h2", { id: "sm" }, "Results and mistakes"),
    h(
      "table.sums",
      null,
      headings(["Player", "Rounds", "Result", "Counted", "Cost"]),
      h(
        "tbody",
        null,
        people.map((who) => {
          const its = rounds.flatMap((round) => round.parts.filter((part) => part.who === who));
          const of = (/** @type {(part: SharedPart) => number} */ what) =>
            its.reduce((sum, part) => sum + what(part), 0);
          const counted = of((part) => part.counted);
          return rowOf(
            who,
            nameOf(who),
            its.length,
            signed(of((part) => part.net)),
            counted,
            counted ? costText(of((part) => part.cost)) || "$0" : "–",
          );
        }),
      ),
    ),
    h(
      "p.small.muted",
      null,
      why || "Counted are decisions that have an exact answer. The cost is an average: luck is not in it.",
    ),
  );
}

/** The dearest decisions of each player whose cards everyone saw. */
function dearest() {
  const all = rounds.flatMap((round) =>
    round.parts.flatMap((part) => part.decisions.map((it) => ({ round, who: part.who, it }))),
  );
  const people = meFirst([...new Set(all.map((each) => each.who))], (who) => who);
  const listed = people.flatMap((who) =>
    all
      .filter((each) => each.who === who && each.it.yours.cost > 0)
      .sort((one, other) => other.it.yours.cost - one.it.yours.cost)
      .slice(0, LISTED),
  );
  if (!all.length) return null;
  return h(
    "section.panel",
    { key: "dearest", "aria-labelledby": "dr" },
    h("h2", { id: "dr" }, "Decisions"),
    listed.length
      ? h(
          "ol.hands",
          null,
          listed.map(({ round, who, it }) =>
            h(
              "li",
              { key: `${who} ${round.number} ${it.answers}` },
              seen(it),
              h(
                "span.chose",
                null,
                h("b", null, nameOf(who)),
                ` chose ${displayText(it.yours.label)}. ${displayText(it.advice.options[0].label)} is best.`,
              ),
              h("span.num", null, costText(it.yours.cost)),
            ),
          ),
        )
      : h("p", null, "No mistake in a hand that everyone saw."),
    h("p.small.muted", null, "Folded hands stay folded: they count above, and are not shown."),
  );
}

/** @param {SharedPage} it @param {string[]} others */
function consent(it, others) {
  return h(
    "section.panel",
    { key: "consent", "aria-labelledby": "cs" },
    h("h2", { id: "cs" }, "Who sees this"),
    h(
      "p",
      null,
      it.mine
        ? `You share your part with those who sat at this table and share theirs. ${others.length ? `${joinWords(others)} ${others.length > 1 ? "share" : "shares"} too.` : "No one else shares yet."}`
        : `Results, decisions and their cost, for those who sat at this table and share theirs. ${others.length ? `${joinWords(others)} ${others.length > 1 ? "share" : "shares"} already.` : "Nobody shares yet."}`,
    ),
    h("p.small.muted", null, "You can take your part back at any time."),
    h(
      "button.btn",
      { class: it.mine ? "" : "act", onclick: () => void share(!it.mine) },
      it.mine ? "Take mine back" : "Share my part",
    ),
    h("a.btn", { href: `review?hall=${hall}&table=${encodeURIComponent(table)}` }, "My own review"),
  );
}

/** @param {boolean} wanted */
async function share(wanted) {
  try {
    await api(path, { share: wanted });
    notice(wanted ? "Your part is shared." : "Your part is not shared any more.", "good");
    await load();
  } catch (error) {
    showError(error);
  }
}

async function load() {
  rounds = [];
  loading = true;
  try {
    let before = 0;
    do {
      /** @type {SharedPage} */
      const answer = await api(`${path}?before=${before}&limit=10`);
      shown = answer;
      rounds = [...rounds, ...answer.rounds];
      before = answer.before;
      page.draw();
    } while (before && rounds.length < MOST);
  } catch (error) {
    refused = /** @type {Error} */ (error).message;
    if (shown) showError(error);
  }
  loading = false;
  page.draw();
}

await page.loadMe();
await load();
