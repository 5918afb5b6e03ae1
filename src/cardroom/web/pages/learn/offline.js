// Drills for times without a connection: the last answered decisions of each game, with their values, in this browser.

import { load, save } from "./stored.js";

/**
 * @typedef {import("./drill.js").Drill} Drill
 * @typedef {import("./drill.js").TrainerGame} TrainerGame
 * @typedef {{ drill: Drill, advice: import("../parts/types.js").Advice }} Stored
 */

/** Decisions stored for one game. The oldest go first. */
const MOST = 20;
const GAMES = "cardroom.trainer.games";

/** @param {{ game: string, set: string }} of */
const nameOf = (of) => `cardroom.trainer.drills.${of.game}.${of.set}`;

/** Whether two drills are the same decision. @param {Drill} one @param {Drill} other */
const same = (one, other) => one.seed === other.seed && JSON.stringify(one.answers) === JSON.stringify(other.answers);

/** Store a decision with the values of its options. @param {Drill} drill @param {Stored["advice"]} advice */
export function storeDrill(drill, advice) {
  const others = (load(nameOf(drill)) ?? []).filter((/** @type {Stored} */ each) => !same(each.drill, drill));
  save(nameOf(drill), [{ drill, advice }, ...others].slice(0, MOST));
}

/**
 * A random stored decision, but not the last one if there are others.
 * @param {{ game: string, set: string }} of
 * @param {Drill | null} last
 * @returns {Stored | undefined}
 */
export function storedDrill(of, last) {
  /** @type {Stored[]} */
  const all = load(nameOf(of)) ?? [];
  const others = all.filter((each) => !last || !same(each.drill, last));
  const from = others.length ? others : all;
  return from[Math.floor(Math.random() * from.length)];
}

/** The stored values of a decision. @param {Drill} drill */
export const storedAdvice = (drill) =>
  (load(nameOf(drill)) ?? []).find((/** @type {Stored} */ each) => same(each.drill, drill))?.advice ?? null;

/** @param {TrainerGame[]} games */
export const storeGames = (games) => save(GAMES, games);

/** The games of the trainer, as they were last time. @returns {TrainerGame[] | null} */
export const storedGames = () => load(GAMES);
