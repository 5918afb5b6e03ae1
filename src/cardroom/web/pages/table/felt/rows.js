// A small ranking of three and five cards, to show what rows make while they are laid and whether they are in order.
// Tests compare it with the server's. It only warns; the server settles.

/** @typedef {{ made: string, strength: number[], full: boolean }} Made */

const NAMES = [
  "high card",
  "pair",
  "two pair",
  "three of a kind",
  "straight",
  "flush",
  "full house",
  "four of a kind",
  "straight flush",
];
const PLURALS = [
  "twos",
  "threes",
  "fours",
  "fives",
  "sixes",
  "sevens",
  "eights",
  "nines",
  "tens",
  "jacks",
  "queens",
  "kings",
  "aces",
];
const SINGLE = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

/**
 * The strength of a row. Before it is full: what its pairs already ensure.
 * @param {readonly number[]} cards
 * @param {number} size
 * @returns {Made}
 */
export function rowStrength(cards, size) {
  const ranks = cards.map((card) => Math.floor(card / 4)).sort((one, other) => other - one);
  /** @type {Map<number, number>} */
  const counted = new Map();
  for (const rank of ranks) counted.set(rank, (counted.get(rank) ?? 0) + 1);
  const groups = [...counted].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  const counts = groups.map(([, times]) => times).join("");
  const order = groups.map(([rank]) => rank);
  const pairs = counts.replaceAll("1", "");
  if (cards.length < size) {
    const sure = { 2: 1, 22: 2, 3: 3, 4: 7 }[pairs] ?? 0;
    return {
      made: "",
      strength: [sure, ...groups.filter(([, times]) => times > 1).map(([rank]) => rank)],
      full: false,
    };
  }
  const flush = size === 5 && new Set(cards.map((card) => card % 4)).size === 1;
  const wheel = ranks.join() === "12,3,2,1,0";
  const straight = size === 5 && counts === "11111" && (ranks[0] - ranks[4] === 4 || wheel);
  const top = wheel && straight ? 3 : order[0];
  const kind =
    straight && flush
      ? 8
      : counts === "41"
        ? 7
        : counts === "32"
          ? 6
          : flush
            ? 5
            : straight
              ? 4
              : counts.startsWith("3")
                ? 3
                : counts === "221"
                  ? 2
                  : counts.startsWith("2")
                    ? 1
                    : 0;
  return { made: rowWords(kind, top, order), strength: [kind, ...(straight ? [top] : order)], full: true };
}

/** @param {number} kind @param {number} top @param {number[]} order */
function rowWords(kind, top, order) {
  if (kind === 0) return `${SINGLE[top]} high`;
  if (kind === 1 || kind === 3) return `${kind === 1 ? "pair" : "three"} of ${PLURALS[top]}`;
  if (kind === 2) return `${PLURALS[order[0]]} and ${PLURALS[order[1]]}`;
  return NAMES[kind];
}

/** The category of a row. @param {Made} row */
export const category = (row) => NAMES[row.strength[0]];

/**
 * Whether a row outranks the full row below it, so that the hand is sure to foul.
 * @param {readonly Made[]} rows
 */
export function outOfOrder(rows) {
  return rows.some((row, at) => {
    const next = rows[at + 1];
    if (!next?.full) return false;
    const differs = row.strength.findIndex((each, place) => each !== next.strength[place]);
    return differs >= 0 && row.strength[differs] > (next.strength[differs] ?? -1);
  });
}
