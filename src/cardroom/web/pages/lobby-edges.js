// The edges of games whose figures do not come with the program, such as games of a folder: the server counts them when
// they are first asked for.

import { api } from "./net.js";

/** @typedef {import("./lobby-rows.js").Game} Game */

/** Milliseconds between two questions while the server counts. */
const ASK_AGAIN = 3000;
/** Questions for one game. After that its rules page still tells the edge. */
const MOST_QUESTIONS = 40;

/**
 * Ask for the edge of each game against a bank that has none, and draw when one is known.
 * @param {Game[]} games
 * @param {() => void} changed
 * @param {number} [wait] milliseconds
 */
export async function loadMissingEdges(games, changed, wait = ASK_AGAIN) {
  let missing = games.filter((each) => !each.edge && each.bank !== "none");
  for (let asked = 0; missing.length && asked < MOST_QUESTIONS; asked += 1) {
    if (asked) await new Promise((done) => setTimeout(done, wait));
    const counting = [];
    for (const game of missing) {
      const path = `/api/v1/games/${encodeURIComponent(game.game)}/${encodeURIComponent(game.sets[0].set)}/edges`;
      const known = await api(path).catch(() => ({ wagers: [] })); // the row stays as it is
      if (known.state) counting.push(game);
      const first = known.wagers?.[0];
      if (!first) continue;
      const { decimal, of } = first.edge;
      game.edge = { share: decimal, of: of === "wager" ? first.label : of, bonus: false };
      changed();
    }
    missing = counting;
  }
}
