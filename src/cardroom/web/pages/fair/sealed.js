// Checks of a sealed deck, in which each card has its own seal (docs/examine/shuffle.md).

import {
  CHAINS,
  commitmentHead,
  HIDDEN,
  hashSentence,
  PUBLIC,
  publicPart,
  requireFields,
  secretSize,
  seedCheck,
} from "./parts.js";
import {
  bytes,
  concat,
  cutPlaces,
  digest,
  drawNumber,
  ensure,
  fisherYates,
  packSeeds,
  shakeBlocks,
  stream,
  utf8,
  VERSION,
} from "./shuffle.js";

/** @typedef {import("./parts.js").Check} Check */

/**
 * Check the cards that a player saw of a sealed deck, in which each card has its own seal.
 * @param {any} t
 * @param {Check[]} checks
 */
export function checkSealed(t, checks) {
  const names = publicPart(t, ["seals", "openings", "draws", "drawn", ...HIDDEN]);
  requireFields(t, [...PUBLIC, "seals"], "the proof", [
    ...("openings" in t ? ["openings", "draws", "drawn"] : HIDDEN),
    ...CHAINS,
  ]);
  requireFields(t.seals, ["order", "draws", "leaves"], "the seals");
  const leaves = t.seals.leaves;
  ensure(Array.isArray(leaves) && leaves.length === names.length, "there must be one seal for each card of the deck");
  for (const each of [t.seals.order, t.seals.draws, ...leaves]) bytes(each, 32, "a seal");
  const text = `order ${t.seals.order}\ndraws ${t.seals.draws}\nleaves ${leaves.join(" ")}\n`;
  ensure(digest(commitmentHead(t) + text) === t.commitment, "the seals do not match the commitment");
  checks.push(
    {
      title: "The seals match the commitment",
      says: `${names.length} cards were sealed one by one. ${hashSentence(t.commitment)}`,
      holds: true,
    },
    seedCheck(t),
  );
  if (HIDDEN.some((name) => name !== "draws" && name in t)) return checkWholeDeck(t, names, leaves, checks);
  if (!("openings" in t)) {
    ensure(!("draws" in t), "the proof has an unexpected field draws");
    checks.push({
      title: "All cards are still sealed",
      says: "Each player has a proof of the cards they saw.",
      holds: true,
    });
    return "proves nothing";
  }
  const cards = openedCards(t, names, leaves);
  if (cards.length)
    checks.push({
      title: "The cards you saw match",
      says: `${cards.join(" ")}, each as it was sealed.`,
      holds: true,
    });
  if ("draws" in t || "drawn" in t) {
    checkDraws(t);
    checks.push({
      title: "The other random draws match too",
      says: t.drawn.length
        ? t.drawn.map((/** @type {any} */ each) => `${each.what}: ${each.numbers.join(", ")}`).join("; ")
        : "Nothing else was drawn.",
      holds: true,
    });
  }
  return cards.length || "draws" in t ? "holds" : "proves nothing";
}

/**
 * Check a whole sealed deck with its secrets, as the house stores it and a test lab may see it.
 * @param {any} t
 * @param {string[]} names
 * @param {string[]} leaves
 * @param {Check[]} checks
 */
function checkWholeDeck(t, names, leaves, checks) {
  requireFields(t, [...PUBLIC, "seals", ...HIDDEN], "the sealed deck", CHAINS);
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  ensure(digest(`${VERSION} order\n`, secret) === t.seals.order, "the secret does not match the commitment");
  ensure(
    digest(`${VERSION} draws\n`, bytes(t.draws, 256, "draws")) === t.seals.draws,
    "the second secret does not match the commitment",
  );
  ensure(
    Array.isArray(t.salts) && t.salts.length === names.length && new Set(t.salts).size === names.length,
    "there must be a different salt for each card",
  );
  const lies = fisherYates(names, stream(secret, []));
  for (const [at, card] of lies.entries())
    ensure(sealHash(at, card, t.salts[at]) === leaves[at], `seal ${at} is not the seal of ${card}`);
  checks.push({
    title: "The seals cover the whole deck",
    says: `${names.length} cards, in the order that the secret gives.`,
    holds: true,
  });
  ensure(
    t.order ===
      cutPlaces(names.length, t.seeds)
        .map((place) => lies[place])
        .join(" "),
    "the order is not the sealed order, cut by the players' words",
  );
  checks.push({
    title: "The order matches the seals",
    says: "Cut by the players' words, and by nothing else.",
    holds: true,
  });
  return /** @type {const} */ ("holds");
}

/**
 * @param {number} position
 * @param {string} card
 * @param {any} salt
 */
const sealHash = (position, card, salt) => digest(`${VERSION} card ${position} ${card}\n`, bytes(salt, 32, "a salt"));

/**
 * @param {any} t
 * @param {string[]} names
 * @param {string[]} leaves
 */
function openedCards(t, names, leaves) {
  const places = cutPlaces(names.length, t.seeds);
  const spare = [...names];
  let last = -1;
  ensure(Array.isArray(t.openings), "the openings are not a list");
  return t.openings.map((/** @type {any} */ each) => {
    requireFields(each, ["dealt", "position", "card", "salt"], "an opening");
    ensure(
      Number.isInteger(each.dealt) && each.dealt > last && each.dealt < names.length,
      "an opening is repeated or out of order",
    );
    last = each.dealt;
    ensure(each.position === places[each.dealt], `card ${each.dealt + 1} of the deal has the wrong seal`);
    ensure(
      sealHash(each.position, each.card, each.salt) === leaves[each.position],
      `card ${each.dealt + 1} of the deal is not ${each.card}: its seal does not match`,
    );
    ensure(spare.includes(each.card), `${each.card} was opened more often than it is in the deck`);
    spare.splice(spare.indexOf(each.card), 1);
    return String(each.card);
  });
}

/** Check numbers that were drawn besides the cards. @param {any} t */
function checkDraws(t) {
  requireFields(t, [...PUBLIC, "seals", "openings", "draws", "drawn"], "the proof", CHAINS);
  const secret = bytes(t.draws, 256, "draws");
  ensure(digest(`${VERSION} draws\n`, secret) === t.seals.draws, "the second secret does not match the commitment");
  ensure(Array.isArray(t.drawn) && t.drawn.length <= 100, "the draws must be a list of at most 100");
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const each of t.drawn) {
    requireFields(each, ["what", "of", "numbers", "differ"], "a draw");
    const { what, of, numbers, differ } = each;
    ensure(
      Number.isInteger(of) &&
        of >= 1 &&
        of <= 1024 &&
        Array.isArray(numbers) &&
        numbers.length >= 1 &&
        numbers.length <= 1024,
      "a draw must be 1 to 1024 numbers, each of at most 1024",
    );
    times.set(what, (times.get(what) ?? 0) + 1);
    const source = shakeBlocks(
      concat(utf8.encode(`${VERSION} draw ${times.get(what)} ${what}\n`), secret, packSeeds(t.seeds)),
      0,
      256,
    );
    const expected = differ
      ? fisherYates(
          Array.from({ length: of }, (_, at) => at + 1),
          source,
        ).slice(0, numbers.length)
      : numbers.map(() => drawNumber(source, of) + 1);
    ensure(expected.join() === numbers.join(), `${what}: the numbers do not match`);
  }
}
