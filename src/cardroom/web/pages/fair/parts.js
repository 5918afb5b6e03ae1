// What all checks of a shuffle share: the fields of a proof, the head of a commitment, the sentences about seeds.

import { linkHash } from "./chain.js";
import { bytes, ensure, utf8, VERSION } from "./shuffle.js";

/**
 * @typedef {{ title: string, says: string, holds: boolean }} Check
 */

const ABOUT = ["game", "rules", "table", "number", "previous"];

const CARD = /^(?:[2-9TJQKA][cdhs]|Jk)$/;

/** The beginning of every commitment. @param {any} t */
export const commitmentHead = (t) =>
  `${VERSION} commitment\nkind ${t.kind}\n${ABOUT.map((name) => `${name} ${t.about[name]}\n`).join("")}cards ${t.cards}\n`;

/**
 * Check that a value has these fields and no others.
 * @param {any} value
 * @param {string[]} names
 * @param {string} what
 * @param {string[]} [may]
 */
export function requireFields(value, names, what, may = []) {
  ensure(value && typeof value === "object" && !Array.isArray(value), `${what} is not an object`);
  for (const name of names) ensure(name in value, `${what} is missing ${name}`);
  for (const name in value)
    ensure(names.includes(name) || may.includes(name), `${what} has an unexpected field ${name}`);
}

export const HIDDEN = ["secret", "draws", "salts", "order"];

export const PUBLIC = ["version", "kind", "about", "commitment", "cards", "seeds"];

/** The field that a transcript has if links of seed chains were asked for. */
export const CHAINS = ["chains"];

/**
 * Check the part that every transcript has. Returns the names of the cards.
 * @param {any} t
 * @param {string[]} may
 */
export function publicPart(t, may) {
  ensure(t?.version === VERSION, `this is not a shuffle of ${VERSION}`);
  requireFields(t, PUBLIC, "the shuffle", [...may, ...CHAINS]);
  requireFields(t.about, ABOUT, "the purpose of the shuffle");
  bytes(t.commitment, 32, "the commitment");
  const names = String(t.cards).split(" ");
  ensure(
    names.every((name) => CARD.test(name)),
    "the deck contains something that is not a card",
  );
  checkPairs(t.seeds);
  checkChains(t);
  return names;
}

/** Check pairs of a player and a text. @param {any} pairs */
function checkPairs(pairs) {
  ensure(Array.isArray(pairs) && pairs.length <= 64, "the seeds must be a list of at most 64");
  for (const seed of pairs) {
    ensure(
      Array.isArray(seed) && seed.length === 2 && seed.every((/** @type {any} */ text) => typeof text === "string"),
      "a seed must be two texts: the player and the words",
    );
    for (const text of seed)
      ensure(
        utf8.encode(text).length >= 1 && utf8.encode(text).length <= 256,
        "each text of a seed must have 1 to 256 bytes",
      );
  }
  const keys = pairs.map((/** @type {[string, string]} */ [by]) =>
    [...utf8.encode(by)].map((byte) => String.fromCharCode(byte)).join(""),
  );
  ensure(
    keys.every((/** @type {string} */ key, /** @type {number} */ at) => !at || keys[at - 1] < key),
    "the seeds must be sorted by player, one for each",
  );
}

/** The seed of each player who was asked for a link must hash to what the player published before. @param {any} t */
function checkChains(t) {
  if (!("chains" in t)) return;
  checkPairs(t.chains);
  ensure(t.chains.length, "the chains must not be empty");
  /** @type {Map<string, string>} */
  const seeds = new Map(t.seeds);
  for (const [by, anchor] of t.chains) {
    bytes(anchor, 32, `the anchor of ${by}`);
    const link = seeds.get(by);
    if (link !== undefined) ensure(linkHash(link) === anchor, `the seed of ${by} is not the next link of the chain`);
  }
}

export const hashSentence = (/** @type {string} */ commitment) =>
  `Its hash is ${commitment.slice(0, 4)} ${commitment.slice(4, 8)} ${commitment.slice(8, 12)} …, published at the table before the bets.`;

/** Describe whose seeds went into a shuffle, and whose were withheld. @param {any} t @returns {Check} */
export function seedCheck(t) {
  /** @type {[string, string][]} */
  const seeds = t.seeds;
  /** @type {[string, string][]} */
  const chains = t.chains ?? [];
  const linked = new Map(chains);
  const withheld = chains.filter(([by]) => !seeds.some(([name]) => name === by)).map(([by]) => by);
  const words = seeds.map(([by, text]) => (linked.has(by) ? by : `${by}: “${text}”`));
  const missing = withheld.map((by) => ` ${by}'s seed was withheld.`).join("");
  if (!seeds.length)
    return {
      title: "No player added a seed",
      says: `The order depends on the house's secret alone, which was fixed before the bets.${missing}`,
      holds: true,
    };
  return {
    title: chains.length ? "Players' seeds, fixed in advance" : "Players added words",
    says: `${words.join(", ")}. Any seed changes the order, and no one can choose how.${missing}`,
    holds: true,
  };
}

/** The smallest power of two that is at least 256 and at least four bytes a card. @param {number} cards */
export const secretSize = (cards) => Math.max(256, 2 ** (4 * cards - 1).toString(2).length);
