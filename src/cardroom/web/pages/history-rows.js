// The rows of the history list: their keys and addresses, and groups of rounds without a wager.

/**
 * @typedef {import("./types.js").ListedRound} Row
 */

/** @param {Row} each */
export const keyOf = (each) => `${each.table} ${each.number}`;

/** @param {{ hall: string, table: string, number: number }} each */
export const roundAddress = (each) =>
  `history?hall=${each.hall}&table=${encodeURIComponent(each.table)}&round=${each.number}`;

/** Group consecutive rounds without a wager. @param {Row[]} listed @returns {Row[][]} */
export function groupIdle(listed) {
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
