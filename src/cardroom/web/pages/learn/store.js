// What a trainee has done, kept in this browser only: counts, the streak, and mistakes to practise again.

import { load, save } from "./stored.js";

/**
 * @typedef {import("../parts/types.js").DrillAnswer} DrillAnswer
 * @typedef {{ seed: string, answers: DrillAnswer[], kind: string, digest: string, cards: string, yours: string,
 *   best: string, cost: number, cents: number }} Mistake `cost` is in units of the first wager
 * @typedef {{ decisions: number, right: number, streak: number, longest: number, cost: number,
 *   mistakes: Mistake[] }} Score
 */

/** Mistakes kept for one game. The cheapest go first. */
const MOST_MISTAKES = 40;

/** @returns {Score} */
export const emptyScore = () => ({ decisions: 0, right: 0, streak: 0, longest: 0, cost: 0, mistakes: [] });

/** @param {string} game @param {string} set */
const nameOf = (game, set) => `cardroom.trainer.${game}.${set}`;

/** @param {string} game @param {string} set @returns {Score} */
export const loadScore = (game, set) => ({ ...emptyScore(), ...load(nameOf(game, set)) });

/** @param {string} game @param {string} set @param {Score} score */
export const saveScore = (game, set, score) => save(nameOf(game, set), score);

/** Whether two mistakes are of the same decision. @param {Mistake} one @param {Mistake} other */
const same = (one, other) =>
  one.seed === other.seed && JSON.stringify(one.answers) === JSON.stringify(other.answers) && one.kind === other.kind;

/**
 * The score after a decision. A mistake that is answered right is no longer listed.
 * @param {Score} score
 * @param {Mistake} decision what would be listed if it is a mistake
 * @param {boolean} right
 * @returns {Score}
 */
export function scored(score, decision, right) {
  const streak = right ? score.streak + 1 : 0;
  const others = score.mistakes.filter((each) => !same(each, decision) && each.digest === decision.digest);
  const mistakes = right ? others : [decision, ...others];
  return {
    decisions: score.decisions + 1,
    right: score.right + (right ? 1 : 0),
    streak,
    longest: Math.max(score.longest, streak),
    cost: score.cost + (right ? 0 : decision.cost),
    mistakes: mistakes.sort((one, other) => other.cost - one.cost).slice(0, MOST_MISTAKES),
  };
}
