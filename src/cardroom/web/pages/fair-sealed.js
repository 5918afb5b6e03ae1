// Checks of a sealed deck, in which each card lies under a seal of its own (docs/shuffle.md).

import {
  commitmentHead,
  HIDDEN,
  hashSentence,
  PUBLIC,
  publicPart,
  requireFields,
  secretSize,
  seedCheck,
} from "./fair-parts.js";
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

/** @typedef {import("./fair-parts.js").Check} Check */

/**
 * The cards that a seat saw of a sealed deck, each under a seal of its own.
 * @param {any} t
 * @param {Check[]} checks
 */
export function checkSealed(t, checks) {
  const names = publicPart(t, ["seals", "openings", "draws", "drawn", ...HIDDEN]);
  requireFields(t, [...PUBLIC, "seals"], "the proof", "openings" in t ? ["openings", "draws", "drawn"] : HIDDEN);
  requireFields(t.seals, ["order", "draws", "leaves"], "the seals");
  const leaves = t.seals.leaves;
  ensure(Array.isArray(leaves) && leaves.length === names.length, "there is not a seal for each card of the box");
  for (const each of [t.seals.order, t.seals.draws, ...leaves]) bytes(each, 32, "a seal");
  const text = `order ${t.seals.order}\ndraws ${t.seals.draws}\nleaves ${leaves.join(" ")}\n`;
  ensure(digest(commitmentHead(t) + text) === t.commitment, "the seals are not those under the commitment");
  checks.push(
    {
      title: "The seals are those promised",
      says: `${names.length} cards were sealed one by one. ${hashSentence(t.commitment)}`,
      holds: true,
    },
    seedCheck(t.seeds),
  );
  if (HIDDEN.some((name) => name !== "draws" && name in t)) return checkWholeDeck(t, names, leaves, checks);
  if (!("openings" in t)) {
    ensure(!("draws" in t), "the proof has a field draws that it should not have");
    checks.push({
      title: "All cards are under their seals",
      says: "Each seat has its own proof of the cards that it saw.",
      holds: true,
    });
    return "proves nothing";
  }
  const cards = openedCards(t, names, leaves);
  if (cards.length)
    checks.push({
      title: "These are the cards you saw",
      says: `${cards.join(" ")}, each as it was sealed.`,
      holds: true,
    });
  if ("draws" in t || "drawn" in t) {
    checkDraws(t);
    checks.push({
      title: "What else was drawn follows too",
      says: t.drawn.length
        ? t.drawn.map((/** @type {any} */ each) => `${each.what}: ${each.numbers.join(", ")}`).join("; ")
        : "Nothing else was drawn.",
      holds: true,
    });
  }
  return cards.length || "draws" in t ? "holds" : "proves nothing";
}

/**
 * A sealed deck as the house keeps it, and a test lab sees it in confidence.
 * @param {any} t
 * @param {string[]} names
 * @param {string[]} leaves
 * @param {Check[]} checks
 */
function checkWholeDeck(t, names, leaves, checks) {
  requireFields(t, [...PUBLIC, "seals", ...HIDDEN], "the sealed deck");
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  ensure(digest(`${VERSION} order\n`, secret) === t.seals.order, "the secret is not the one under the commitment");
  ensure(
    digest(`${VERSION} draws\n`, bytes(t.draws, 256, "draws")) === t.seals.draws,
    "the second secret is not the one under the commitment",
  );
  ensure(
    Array.isArray(t.salts) && t.salts.length === names.length && new Set(t.salts).size === names.length,
    "there is not a salt for each card",
  );
  const lies = fisherYates(names, stream(secret, []));
  for (const [at, card] of lies.entries())
    ensure(sealHash(at, card, t.salts[at]) === leaves[at], `seal ${at} does not hold ${card}`);
  checks.push({
    title: "Under the seals lies the whole deck",
    says: `${names.length} cards, in the order that the secret gives.`,
    holds: true,
  });
  ensure(
    t.order ===
      cutPlaces(names.length, t.seeds)
        .map((place) => lies[place])
        .join(" "),
    "the order is not that of the seals, cut by the players' words",
  );
  checks.push({
    title: "The order is that of the seals",
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
  ensure(Array.isArray(t.openings), "the openings are no list");
  return t.openings.map((/** @type {any} */ each) => {
    requireFields(each, ["dealt", "position", "card", "salt"], "an opening");
    ensure(
      Number.isInteger(each.dealt) && each.dealt > last && each.dealt < names.length,
      "a card is opened twice, or too late",
    );
    last = each.dealt;
    ensure(each.position === places[each.dealt], `card ${each.dealt + 1} of the deal is under another seal`);
    ensure(
      sealHash(each.position, each.card, each.salt) === leaves[each.position],
      `card ${each.dealt + 1} of the deal is not ${each.card}: its seal says so`,
    );
    ensure(spare.includes(each.card), `${each.card} was opened more often than the box has it`);
    spare.splice(spare.indexOf(each.card), 1);
    return String(each.card);
  });
}

/** Numbers that were drawn besides the cards. @param {any} t */
function checkDraws(t) {
  requireFields(t, [...PUBLIC, "seals", "openings", "draws", "drawn"], "the proof");
  const secret = bytes(t.draws, 256, "draws");
  ensure(
    digest(`${VERSION} draws\n`, secret) === t.seals.draws,
    "the second secret is not the one under the commitment",
  );
  ensure(Array.isArray(t.drawn) && t.drawn.length <= 100, "what was drawn is no list of at most 100");
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const each of t.drawn) {
    requireFields(each, ["what", "of", "numbers", "differ"], "what was drawn");
    const { what, of, numbers, differ } = each;
    ensure(
      Number.isInteger(of) &&
        of >= 1 &&
        of <= 1024 &&
        Array.isArray(numbers) &&
        numbers.length >= 1 &&
        numbers.length <= 1024,
      "a draw is of 1 to 1024",
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
    ensure(expected.join() === numbers.join(), `${what}: another number was drawn`);
  }
}
