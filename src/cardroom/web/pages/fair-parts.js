// What every check of a shuffle shares: the fields that a proof has, the head of a commitment, the sentences on seeds.

import { bytes, ensure, utf8, VERSION } from "./shuffle.js";

/**
 * @typedef {{ title: string, says: string, holds: boolean }} Check
 */

const ABOUT = ["game", "rules", "table", "number", "previous"];

const CARD = /^(?:[2-9TJQKA][cdhs]|Jk)$/;

/** What every commitment begins with. @param {any} t */
export const commitmentHead = (t) =>
  `${VERSION} commitment\nkind ${t.kind}\n${ABOUT.map((name) => `${name} ${t.about[name]}\n`).join("")}cards ${t.cards}\n`;

/**
 * Just these fields.
 * @param {any} value
 * @param {string[]} names
 * @param {string} what
 * @param {string[]} [may]
 */
export function requireFields(value, names, what, may = []) {
  ensure(value && typeof value === "object" && !Array.isArray(value), `${what} is no object`);
  for (const name of names) ensure(name in value, `${what} lacks ${name}`);
  for (const name in value)
    ensure(names.includes(name) || may.includes(name), `${what} has a field ${name} that it should not have`);
}

export const HIDDEN = ["secret", "draws", "salts", "order"];

export const PUBLIC = ["version", "kind", "about", "commitment", "cards", "seeds"];

/**
 * The part that every transcript has; gives the cards.
 * @param {any} t
 * @param {string[]} may
 */
export function publicPart(t, may) {
  ensure(t?.version === VERSION, `this is not a shuffle of ${VERSION}`);
  requireFields(t, PUBLIC, "the shuffle", may);
  requireFields(t.about, ABOUT, "what it is for");
  bytes(t.commitment, 32, "the commitment");
  const names = String(t.cards).split(" ");
  ensure(
    names.every((name) => CARD.test(name)),
    "the box has something in it that is no card",
  );
  ensure(Array.isArray(t.seeds) && t.seeds.length <= 64, "the seeds are no list of at most 64");
  for (const seed of t.seeds) {
    ensure(
      Array.isArray(seed) && seed.length === 2 && seed.every((/** @type {any} */ text) => typeof text === "string"),
      "a seed is two texts: whose, and what",
    );
    for (const text of seed)
      ensure(utf8.encode(text).length >= 1 && utf8.encode(text).length <= 256, "a seed has 1 to 256 bytes");
  }
  const keys = t.seeds.map((/** @type {[string, string]} */ [by]) =>
    [...utf8.encode(by)].map((byte) => String.fromCharCode(byte)).join(""),
  );
  ensure(
    keys.every((/** @type {string} */ key, /** @type {number} */ at) => !at || keys[at - 1] < key),
    "the seeds do not stand in the order of their names, one from each",
  );
  return names;
}

export const hashSentence = (/** @type {string} */ commitment) =>
  `Its hash is ${commitment.slice(0, 4)} ${commitment.slice(4, 8)} ${commitment.slice(8, 12)} … It is told at the table before the bets.`;

/** @param {[string, string][]} seeds */
export const seedCheck = (seeds) =>
  seeds.length
    ? {
        title: "The players' words are in it",
        says: `${seeds.map(([by, said]) => `${by}: “${said}”`).join(", ")}. Any word moves the order; none can steer it.`,
        holds: true,
      }
    : {
        title: "No player mixed words in",
        says: "So the order follows from the house's secret alone, which was fixed before the bets.",
        holds: true,
      };

/** The smallest power of two that is at least 256 and at least four bytes a card. @param {number} cards */
export const secretSize = (cards) => Math.max(256, 2 ** (4 * cards - 1).toString(2).length);
