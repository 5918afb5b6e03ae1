// The daily deal: five decisions, the same for all. Beside it: puzzles, mistakes that come back, and days in a row.

import { lettersOn } from "../../parts/bar.js";
import { h } from "../../parts/dom.js";
import { dollars } from "../../parts/money.js";
import { api, signedIn } from "../../parts/net.js";
import { notice, say } from "../../parts/notice.js";
import { Page, showError } from "../../parts/site.js";
import { icon } from "../../parts/sprite.js";
import { costText } from "../../parts/values.js";
import { displayText, spokenWords } from "../../parts/words.js";
import { pickOf, sorted, waysOf } from "../ways.js";
import { options, scene, verdictView, verdictWords } from "./decide.js";
import { mistakesPanel, plural, puzzlesPanel, runPanel, shareText, standingChart, steps } from "./panels.js";
import { keep, sendAnswer, sendWaiting, todaysDeal, unreachable, waiting } from "./queue.js";

/**
 * @typedef {import("../../parts/types.js").ShownDecision} Decision
 * @typedef {import("./decide.js").Verdict} Verdict
 * @typedef {import("../drill.js").Way} Way
 */

const page = new Page("daily", () => h("div.wrap.daily", { key: "daily" }, content()));

const state = {
  /** @type {import("../../parts/types.js").ShownDeal | null} */
  deal: null,
  /** @type {import("../../parts/types.js").LearningProgress | null} */
  progress: null,
  /** @type {import("../../parts/types.js").Mistakes | null} */
  mistakes: null,
  /** @type {import("../../parts/types.js").ListedPuzzle[]} */
  puzzles: [],
  /** What is decided: a decision of the deal, a puzzle, or a mistake again. @type {"deal" | "puzzle" | "mistake"} */
  what: "deal",
  /** @type {Decision | null} */
  decision: null,
  /** @type {Verdict | null} */
  verdict: null,
  /** What the answer changed besides: the rating, or the box. */
  after: "",
  /** @type {number[]} */
  picked: [],
  busy: false,
  /** Whether all five decisions are shown again. */
  all: false,
  problem: "",
};

// -- the deal --------------------------------------------------------------------------------------------------------

/** The verdict of each decision, by its number. */
const verdicts = () => new Map((state.deal?.verdicts ?? []).map((each) => [each.id, each]));
/** The numbers of decisions whose answers wait to be sent. */
const queued = () => new Set(waiting().flatMap((each) => (each.day === state.deal?.day ? [each.id] : [])));
const answered = () => verdicts().size + queued().size;
const done = () => Boolean(state.deal) && answered() === state.deal?.decisions.length;

/** The next decision of the deal; null if all are answered. */
function nextOfDeal() {
  const [known, kept] = [verdicts(), queued()];
  return state.deal?.decisions.find((each) => !known.has(each.id) && !kept.has(each.id)) ?? null;
}

/** @param {Decision | null} decision @param {"deal" | "puzzle" | "mistake"} what */
function show(decision, what) {
  Object.assign(state, { decision, what, verdict: null, after: "", picked: [] });
  page.draw();
  scrollTo(0, 0); // the cards are at the top, and the button that was pressed is below them
}

const goOn = () => show(nextOfDeal(), "deal");

/** @param {Way} way */
async function choose(way) {
  const { decision, what, busy } = state;
  if (!decision || busy || state.verdict) return;
  state.busy = true;
  page.draw();
  const answer = { action: way.action, value: way.value ?? null };
  try {
    if (what === "deal") await answerDeal(decision, answer);
    else if (what === "puzzle") await answerPuzzle(decision, answer);
    else await answerMistake(decision, answer);
    if (state.verdict) say(spokenWords(verdictWords(state.verdict).join(" ")));
  } catch (error) {
    showError(error);
  }
  state.busy = false;
  page.draw();
}

/** @param {Decision} decision @param {{ action: string, value: any }} answer */
async function answerDeal(decision, answer) {
  const { deal } = state;
  if (!deal) return;
  const given = { day: deal.day, id: decision.id, ...answer };
  try {
    if (!page.me.name) page.me = await signedIn();
    const verdict = await sendAnswer(given);
    state.verdict = verdict;
    deal.verdicts = [...deal.verdicts, verdict];
    deal.cost += verdict.yours.cost;
    if (done()) await refresh();
  } catch (error) {
    if (!unreachable(error)) throw error;
    keep(given);
    show(nextOfDeal(), "deal");
  }
}

/** @param {Decision} decision @param {{ action: string, value: any }} answer */
async function answerPuzzle(decision, answer) {
  if (!page.me.name) page.me = await signedIn();
  const verdict = await api(`/api/v1/learning/puzzles/${decision.id}`, answer);
  state.verdict = verdict;
  state.after = `Your rating: ${verdict.before}, now ${verdict.rating}, give or take ${2 * verdict.deviation}.`;
}

/** @param {Decision} decision @param {{ action: string, value: any }} answer */
async function answerMistake(decision, answer) {
  const verdict = await api(`/api/v1/learning/mistakes/${decision.id}`, answer);
  state.verdict = verdict;
  state.after =
    verdict.days === null
      ? "Right after a month: this decision is yours and leaves the boxes."
      : verdict.days === 0
        ? "It stays in the box for today."
        : `It comes back in ${plural(verdict.days, "day")}.`;
}

/** The next mistake that is due. */
async function repeat() {
  state.mistakes = await api("/api/v1/learning/mistakes");
  const next = state.mistakes?.due.find((each) => each.id !== state.decision?.id) ?? state.mistakes?.due[0];
  if (!next) return goOn();
  try {
    show(await api(`/api/v1/learning/mistakes/${next.id}`), "mistake");
  } catch (error) {
    showError(error); // it cannot be dealt any more, and has left the boxes
    await refresh();
    goOn();
  }
}

async function share() {
  const { deal } = state;
  if (!deal) return;
  const text = shareText(
    deal.day,
    deal.verdicts.map((each) => each.yours.cost),
  );
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      notice("Copied. It shows no cards and no answers.", "good");
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") notice(text, "info", true);
  }
}

// -- drawing ---------------------------------------------------------------------------------------------------------

/** @returns {import("../../parts/dom.js").Child} */
function content() {
  const { deal, problem } = state;
  if (!deal)
    return h(
      "section.panel.pad",
      { key: "wait" },
      h("h1", null, "Today’s deal"),
      h("p", { class: problem ? "" : "muted" }, problem || "Drawing today’s deal."),
      problem && h("button.btn", { onclick: () => void start() }, "Try again"),
    );
  return h(
    "div.lay2",
    { key: "lay2" },
    h(
      "div.colx",
      { key: "left" },
      mainPart(),
      puzzlesPanel(state.puzzles, (each) => show(each.decision, "puzzle")),
    ),
    h("aside.colx", { key: "right", "aria-label": "Your days and mistakes" }, sideParts()),
  );
}

function mainPart() {
  if (state.what === "deal" && !state.decision && done()) return doneView();
  const { deal, decision, verdict, what } = state;
  if (!decision || !deal) return null;
  const known = verdicts();
  const kept = queued();
  const marks = deal.decisions.map((each) => {
    const its = known.get(each.id);
    if (its) return its.yours.best ? "best" : "cost";
    return kept.has(each.id) ? "sent" : each === decision ? "now" : "";
  });
  return h(
    "div.colx",
    { key: "decide" },
    h(
      "div.hd",
      { key: "hd" },
      h(
        "div",
        null,
        h("h1", null, what === "deal" ? "Today’s deal" : what === "puzzle" ? "Puzzle" : "Your mistake, again"),
        h(
          "p",
          null,
          what === "deal"
            ? "Five decisions, the same for all. Scored by what a mistake costs on average, not by luck."
            : what === "puzzle"
              ? "A decision that a player made at a table this week. Your first answer is rated."
              : "You got this decision wrong. No clock.",
        ),
      ),
      what === "deal"
        ? steps(/** @type {any} */ (marks))
        : h("button.btn.small", { onclick: goOn }, "Back to today’s deal"),
    ),
    scene(decision, Boolean(verdict)),
    h(
      "section.panel.pad",
      { key: "prompt", "aria-label": "Your options" },
      verdict
        ? verdictView(verdict, goButton(), state.after && h("p.small", { key: "after" }, state.after))
        : options(decision, {
            picked: state.picked,
            busy: state.busy,
            choose: (way) => void choose(way),
            pick: (each) => {
              const most = pickOf(decision)?.option.most ?? 0;
              const { picked } = state;
              state.picked = picked.includes(each)
                ? picked.filter((one) => one !== each)
                : [...picked, each].slice(-most);
              page.draw();
            },
          }),
    ),
    what === "deal" &&
      kept.size > 0 &&
      h(
        "p.small",
        { key: "kept", role: "status" },
        `You are offline. ${plural(kept.size, "answer")} kept: the score arrives when you are back. Answers are final.`,
      ),
  );
}

const goButton = () =>
  state.what === "mistake"
    ? h("button.btn.act", { key: "next", onclick: () => void repeat() }, "Next")
    : h(
        "button.btn.act",
        { key: "next", onclick: goOn },
        state.what === "puzzle" ? "Go on" : nextOfDeal() ? "Next decision" : "See the result",
      );

function doneView() {
  const { deal } = state;
  if (!deal) return null;
  const known = verdicts();
  if (known.size < deal.decisions.length)
    return h(
      "section.panel.pad",
      { key: "kept" },
      h("h1", null, "Today’s deal is answered"),
      h(
        "p",
        null,
        "You are offline. Your answers are kept here, and the score arrives when you are back. Answers are final.",
      ),
      h("button.btn", { onclick: () => void start() }, "Try again"),
    );
  const wrong = deal.decisions.filter((each) => !known.get(each.id)?.yours.best);
  const { standing } = deal;
  return h(
    "section.panel.pad",
    { key: "done" },
    h(
      "div.hd",
      null,
      h("h1", null, "Today’s deal is done"),
      steps(deal.decisions.map((each) => (known.get(each.id)?.yours.best ? "best" : "cost"))),
    ),
    h(
      "div.hd",
      null,
      h("b.sum.num", null, deal.cost ? costText(deal.cost) : "$0"),
      h(
        "p",
        null,
        wrong.length
          ? `is what ${wrong.length === 1 ? "your mistake costs" : `your ${wrong.length} mistakes cost`} on average, in five decisions with a first wager of ${dollars(deal.stake)}.`
          : `Five decisions with a first wager of ${dollars(deal.stake)}, and no mistake.`,
        standing && h("br"),
        standing &&
          (standing.finished > 1
            ? `${standing.paid_more} of ${plural(standing.finished, "player")} paid more, ${standing.paid_nothing} paid nothing.`
            : "No one else has finished yet."),
      ),
    ),
    standing && standing.finished > 1 && standingChart(standing),
    h(
      "ul.mis",
      { key: "mis" },
      (state.all ? deal.decisions : wrong).map((each) => {
        const its = known.get(each.id);
        return (
          its &&
          h(
            "li",
            { key: each.id, class: "one" },
            scene(each, true),
            h(
              "span",
              null,
              `${each.name}, ${each.kind.toLowerCase()}: ${displayText(its.yours.label)}`,
              h("small", null, its.yours.best ? "best" : `${displayText(its.advice.options[0].label)} is best`),
            ),
            h("b.num", null, its.yours.best ? "$0" : `−${costText(its.yours.cost)}`),
          )
        );
      }),
    ),
    h(
      "div.go",
      { key: "go" },
      h("button.btn", { onclick: () => void share() }, icon("share"), "Share without the answers"),
      !state.all &&
        wrong.length < deal.decisions.length &&
        h(
          "button.btn",
          {
            onclick: () => {
              state.all = true;
              page.draw();
            },
          },
          "See the five decisions",
        ),
    ),
    h(
      "p.fine",
      null,
      `${wrong.length ? `${wrong.length === 1 ? "The mistake is" : "The mistakes are"} in your box for tomorrow. ` : ""}The next deal is at midnight, UTC.`,
    ),
  );
}

/** @returns {import("../../parts/dom.js").Child} */
function sideParts() {
  const { progress, mistakes, deal } = state;
  const some = progress && (progress.run > 0 || progress.best_run > 0 || mistakes?.boxes.some((each) => each.count));
  const guest = !page.me.name || page.me.guest;
  return [
    some && progress
      ? [runPanel(progress, done()), mistakes && mistakesPanel(mistakes, () => void repeat().catch(showError))]
      : h(
          "section.panel.pad",
          { key: "new" },
          h("h2", null, "Come back tomorrow"),
          h(
            "p.muted.small",
            null,
            "One deal a day, about three minutes. What you get wrong comes back until it is right.",
          ),
        ),
    guest &&
      h(
        "section.panel.pad",
        { key: "guest" },
        h(
          "p.small",
          null,
          `You are a guest: this is kept for this device only${page.me.away ? `, for ${page.me.away} days after your last visit` : ""}. Sign up to keep it under a name, on every device.`,
        ),
        h("a.btn", { href: "account" }, "Keep it under a name"),
      ),
    h(
      "details.fine",
      { key: "fair" },
      h("summary", null, "How the deal is drawn"),
      h(
        "p",
        null,
        "The five decisions follow from one seed, which is published at midnight, UTC. Its SHA-256 was published the day before, so no one could change it since. ",
      ),
      h("p.mono", null, `Seed of ${deal?.day}: ${deal?.seed}`),
      h("p.mono", null, `SHA-256: ${deal?.commitment}`),
      h("p.mono", null, `SHA-256 of the next seed: ${deal?.next_commitment}`),
    ),
    h(
      "p.fine",
      { key: "kept" },
      `${guest ? "" : "Kept in your account, on every device. "}Nothing is at stake. Once opened, today’s deal also works without a connection: answers are kept and scored when you are back.`,
    ),
  ];
}

// -- loading ---------------------------------------------------------------------------------------------------------

/** Load what an answer may have changed. */
async function refresh() {
  const deal = await todaysDeal(page.me.name);
  state.deal = deal;
  if (page.me.name)
    [state.progress, state.mistakes] = await Promise.all([
      api("/api/v1/learning/progress"),
      api("/api/v1/learning/mistakes"),
    ]);
}

async function start() {
  state.problem = "";
  await page.loadMe();
  page.draw();
  try {
    if (page.me.name || waiting().length) {
      if (waiting().length && navigator.onLine && !page.me.name) page.me = await signedIn();
      for (const why of await sendWaiting(page.me.name)) notice(why, "warn", true);
    }
  } catch {
    // without a connection the answers wait longer
  }
  try {
    await refresh();
  } catch (error) {
    if (!state.deal) state.problem = /** @type {Error} */ (error).message;
  }
  if (state.what === "deal" && !state.verdict) state.decision = nextOfDeal();
  page.draw();
  try {
    state.puzzles = await api("/api/v1/learning/puzzles");
  } catch {
    state.puzzles = []; // puzzles need a connection
  }
  page.draw();
}

document.addEventListener("keydown", (event) => {
  const { decision, verdict } = state;
  if (!decision || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || !lettersOn()) return;
  if (/** @type {HTMLElement} */ (event.target).matches?.("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  const way = !verdict && waysOf(decision).find((each) => each.key === key);
  const offer = !verdict && pickOf(decision);
  if (way) void choose(way);
  else if (offer && /^[1-9]$/.test(key)) {
    const one = sorted(offer.option.cards)[Number(key) - 1];
    if (one !== undefined) document.querySelector(`.picks [data-card="${one}"]`)?.closest("button")?.click();
  } else return;
  event.preventDefault();
});

addEventListener("online", () => void start());
void start();
