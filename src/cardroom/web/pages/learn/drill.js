// The trainer's drill: the open decision, its values, and the score. Without a connection it deals decisions that were
// answered before, with their stored values. Nothing here draws.

import { api, Refused } from "../parts/net.js";
import { notice, say } from "../parts/notice.js";
import { costText, unitsText } from "../parts/values.js";
import { displayText, spokenWords } from "../parts/words.js";
import { storeDrill, storedAdvice, storedDrill } from "./offline.js";
import { emptyScore, saveScore, scored } from "./store.js";
import { cardsText, pickOf, waysOf } from "./ways.js";

/**
 * @typedef {import("../parts/types.js").TrainerGame} TrainerGame
 * @typedef {import("../parts/types.js").ShownDrill} Drill
 * @typedef {{ label: string, key: string, action: string, value?: any }} Way one possible answer
 */

export const MISTAKES = "mistakes";

export const state = {
  /** @type {TrainerGame[]} */
  games: [],
  /** @type {TrainerGame | null} */
  game: null,
  /** The kind of decision that is practised, or `MISTAKES`; empty for all. */
  drills: "",
  /** @type {Drill | null} */
  drill: null,
  /** @type {{ advice: import("../parts/types.js").Advice, yours: import("../parts/types.js").ValuedOption | null } | null} */
  verdict: null,
  /** Whether values are shown before the answer. */
  values: false,
  /** @type {number[]} */
  picked: [],
  score: emptyScore(),
  /** The score before the last answer, for taking it back. @type {import("./store.js").Score | null} */
  before: null,
  /** What was answered last, to go on with. @type {import("./store.js").DrillAnswer | null} */
  lastAnswer: null,
  busy: false,
  problem: "",
};

export const redraw = {
  /** Draws the page again. The page sets it. */
  now() {},
};
const draw = () => redraw.now();

export const ways = () => waysOf(state.drill);
export const picking = () => pickOf(state.drill);
export const answered = () => Boolean(state.verdict?.yours);

const path = (/** @type {string} */ what) => `/api/v1/trainer/${state.game?.game}/${state.game?.set}/${what}`;

/** A decision from the server, or without a connection one that was answered before. @param {object} wanted */
async function dealt(wanted) {
  try {
    return await api(path("deal"), wanted);
  } catch (error) {
    const known = unreachable(error) && state.game ? storedDrill(state.game, state.drill) : null;
    if (!known) throw error;
    return known.drill;
  }
}

/** @param {unknown} error */
const unreachable = (error) => error instanceof Refused && error.status === 0;

/** @param {object} wanted */
export async function deal(wanted) {
  Object.assign(state, { busy: true, problem: "" });
  draw();
  try {
    state.drill = await dealt(wanted);
    Object.assign(state, { verdict: null, picked: [], before: null });
    if (state.values) await value("");
    const asked = state.drill?.picture.prompts?.[0];
    if (asked) say(spokenWords(displayText(asked.title)));
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error);
  }
  state.busy = false;
  draw();
}

/** The next decision: of this round if it has one, or of a new deal. */
export function goOn() {
  const { drill, drills, score } = state;
  if (drills === MISTAKES) {
    const next = score.mistakes.find((each) => each.seed !== drill?.seed) ?? score.mistakes[0];
    if (next) return deal({ seed: next.seed, answers: next.answers });
    state.drills = "";
    notice("You have no mistakes left to practise.", "good");
    return deal({});
  }
  const kind = drills;
  if (!drill || !state.lastAnswer) return deal({ kind });
  return deal({ kind, seed: drill.seed, answers: [...drill.answers, state.lastAnswer] });
}

/**
 * The values of a decision and of an answer to it, from the server or as they were stored.
 * @param {Drill} drill
 * @param {string} action
 * @param {any} given
 */
async function judged(drill, action, given) {
  try {
    const asked = { seed: drill.seed, answers: drill.answers, action, value: given };
    const verdict = await api(path("answer"), asked);
    storeDrill(drill, verdict.advice);
    return verdict;
  } catch (error) {
    const advice = unreachable(error) ? storedAdvice(drill) : null;
    const yours = advice && action ? optionOf(advice, action, given) : null;
    if (!advice || (action && !yours)) throw error;
    return { advice, yours };
  }
}

/**
 * The option that an answer chooses, if its value is known.
 * @param {import("../parts/types.js").Advice} advice
 * @param {string} action
 * @param {any} given
 */
function optionOf(advice, action, given) {
  const sameCards = (/** @type {number[]} */ cards) => [...cards].sort().join() === [...given].sort().join();
  const all = advice.options.filter((each) => each.action === action);
  if (Array.isArray(given)) return all.find((each) => sameCards(each.cards)) ?? null;
  return (all.length === 1 ? all[0] : all.find((each) => each.amount === given)) ?? null;
}

/**
 * Ask for the values, with the answer if there is one.
 * @param {string} action
 * @param {any} [given]
 */
async function value(action, given = null) {
  const { drill } = state;
  if (!drill) return;
  state.verdict = await judged(drill, action, given);
  const yours = state.verdict?.yours;
  if (state.verdict && yours) {
    // The list marks the chosen option by identity.
    const listed = state.verdict.advice.options.find(
      (each) => each.exact === yours.exact && each.label === yours.label,
    );
    state.verdict.yours = listed ?? yours;
  }
}

/** @param {Way} way */
export async function choose(way) {
  const { drill } = state;
  if (!drill || state.busy || answered()) return;
  state.busy = true;
  draw();
  try {
    await value(way.action, way.value ?? null);
    const yours = state.verdict?.yours;
    const advice = state.verdict?.advice;
    if (yours && advice) {
      state.lastAnswer = { action: way.action, value: way.value ?? null };
      state.before = state.score;
      const mistake = {
        seed: drill.seed,
        answers: drill.answers,
        kind: drill.kind,
        digest: drill.digest,
        cards: cardsText(drill),
        yours: yours.label,
        best: advice.options[0].label,
        cost: yours.cost / drill.stake,
        cents: yours.cost,
      };
      state.score = scored(state.score, mistake, yours.best);
      saveScore(drill.game, drill.set, state.score);
      say(spokenWords(verdictText().join(" ")));
    }
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error);
  }
  state.busy = false;
  draw();
}

/** Take the last answer back. It no longer counts. */
export function undo() {
  const { drill, before } = state;
  if (!drill || !before || !answered()) return;
  state.score = before;
  saveScore(drill.game, drill.set, before);
  Object.assign(state, { verdict: null, before: null, lastAnswer: null });
  draw();
}

/** The verdict: a title, and the comparison. @returns {[string, string]} */
export function verdictText() {
  const { verdict, drill } = state;
  const yours = verdict?.yours;
  if (!verdict || !yours || !drill) return ["", ""];
  const best = verdict.advice.options[0];
  const next = verdict.advice.options.find((each) => !each.best);
  if (yours.best)
    return [
      `${yours.label} is best`,
      next
        ? `Worth ${costText(next.cost)} more than ${next.label}, on average.`
        : "Every option is worth the same here.",
    ];
  return [
    `${yours.label} costs you ${costText(yours.cost)}, ${(yours.cost / drill.stake).toFixed(2)} of the ${drill.unit}`,
    `${best.label} is worth ${unitsText(best.units)}, ${yours.label} ${unitsText(yours.units)}.`,
  ];
}

export function setHands() {
  const offer = picking();
  if (offer && state.picked.length === offer.option.most)
    void choose({ label: "Set", key: "", action: offer.action, value: state.picked });
}

/** @param {number} each */
export function pick(each) {
  const most = picking()?.option.most ?? 0;
  const { picked } = state;
  state.picked = picked.includes(each) ? picked.filter((one) => one !== each) : [...picked, each].slice(-most);
  draw();
}

/** @param {boolean} on */
export async function showValues(on) {
  state.values = on;
  if (on && !state.verdict) await value("").catch((error) => notice(error.message, "bad"));
  else if (!answered()) state.verdict = null;
  draw();
}
