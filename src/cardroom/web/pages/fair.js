// Whether a deal was fair, computed in the page from what the house told and by nothing that the house computed. It follows
// the specification `cardroom-shuffle-2` (docs/shuffle.md); no code of the server is in it.

import { sha256, shake256 } from "./hashes.js";

/**
 * @typedef {{ title: string, says: string, holds: boolean }} Check
 * @typedef {{ word: "holds" | "does not hold" | "proves nothing", checks: Check[], silent: string[] }} Verdict
 */

const VERSION = "cardroom-shuffle-2";
const ABOUT = ["game", "rules", "table", "number", "previous"];
const CARD = /^(?:[2-9TJQKA][cdhs]|Jk)$/;
const utf8 = new TextEncoder();

/** Something does not hold. */
class Wrong extends Error {}

/**
 * @param {any} holds
 * @param {string} says
 * @returns {asserts holds}
 */
function need(holds, says) {
  if (!holds) throw new Wrong(says);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Bytes from their digits, which are written in the one right way.
 * @param {any} digits
 * @param {number} size
 * @param {string} what
 */
function bytes(digits, size, what) {
  need(
    typeof digits === "string" && digits.length === 2 * size && /^[0-9a-f]*$/.test(digits),
    `${what} is not written as ${2 * size} digits`,
  );
  return Uint8Array.from({ length: size }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/**
 * @param {string} said
 * @param {Uint8Array} [secret]
 */
const digest = (said, secret = new Uint8Array()) => sha256(joined(utf8.encode(said), secret));

/**
 * @param {number} number
 * @param {number} size
 */
const big = (number, size) =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(number / 256 ** (size - 1 - at)) % 256);

/** @param {[string, string][]} seeds */
const packed = (seeds) =>
  joined(
    ...seeds
      .flat()
      .map((text) => utf8.encode(text))
      .flatMap((text) => [big(text.length, 2), text]),
  );

/**
 * Block after block, without end.
 * @param {Uint8Array} source
 * @param {number} number
 * @param {number} size
 */
function* more(source, number, size) {
  for (; ; number += 1) yield* shake256(joined(source, big(number, 8)), size);
}

/**
 * The bytes that a secret and the players' seeds give.
 * @param {Uint8Array} secret
 * @param {[string, string][]} seeds
 */
function* stream(secret, seeds) {
  const words = packed(seeds);
  const players = words.length
    ? shake256(joined(utf8.encode(`${VERSION} players\n`), words), secret.length)
    : new Uint8Array(secret.length);
  yield* secret.map((byte, at) => byte ^ players[at]);
  yield* more(joined(utf8.encode(`${VERSION} more\n`), secret, words), 1, secret.length);
}

/**
 * A number below n; what is too large is thrown away.
 * @param {Iterator<number>} source
 * @param {number} n
 */
function drawn(source, n) {
  const bits = (n - 1).toString(2).length;
  while (n > 1) {
    let value = /** @type {number} */ (source.next().value);
    if (n > 256) value = value * 256 + /** @type {number} */ (source.next().value);
    value %= 2 ** bits;
    if (value < n) return value;
  }
  return 0;
}

/**
 * Fisher-Yates, from the last place down.
 * @template T
 * @param {readonly T[]} things
 * @param {Iterator<number>} source
 */
function shuffled(things, source) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = drawn(source, last + 1);
    [order[last], order[pick]] = [order[pick], order[last]];
  }
  return order;
}

/**
 * Which seal each card of the deal opens.
 * @param {number} n
 * @param {[string, string][]} seeds
 */
function cut(n, seeds) {
  const places = Array.from({ length: n }, (_, at) => at);
  return seeds.length ? shuffled(places, more(joined(utf8.encode(`${VERSION} cut\n`), packed(seeds)), 0, 256)) : places;
}

/** What every commitment begins with. @param {any} t */
const head = (t) =>
  `${VERSION} commitment\nkind ${t.kind}\n${ABOUT.map((name) => `${name} ${t.about[name]}\n`).join("")}cards ${t.cards}\n`;

/**
 * Just these fields.
 * @param {any} value
 * @param {string[]} names
 * @param {string} what
 * @param {string[]} [may]
 */
function fields(value, names, what, may = []) {
  need(value && typeof value === "object" && !Array.isArray(value), `${what} is no object`);
  for (const name of names) need(name in value, `${what} lacks ${name}`);
  for (const name in value)
    need(names.includes(name) || may.includes(name), `${what} has a field ${name} that it should not have`);
}

const HIDDEN = ["secret", "draws", "salts", "order"];
const PUBLIC = ["version", "kind", "about", "commitment", "cards", "seeds"];

/**
 * The part that every transcript has; gives the cards.
 * @param {any} t
 * @param {string[]} may
 */
function publicPart(t, may) {
  need(t?.version === VERSION, `this is not a shuffle of ${VERSION}`);
  fields(t, PUBLIC, "the shuffle", may);
  fields(t.about, ABOUT, "what it is for");
  bytes(t.commitment, 32, "the commitment");
  const names = String(t.cards).split(" ");
  need(
    names.every((name) => CARD.test(name)),
    "the box has something in it that is no card",
  );
  need(Array.isArray(t.seeds) && t.seeds.length <= 64, "the seeds are no list of at most 64");
  for (const seed of t.seeds) {
    need(
      Array.isArray(seed) && seed.length === 2 && seed.every((/** @type {any} */ text) => typeof text === "string"),
      "a seed is two texts: whose, and what",
    );
    for (const text of seed)
      need(utf8.encode(text).length >= 1 && utf8.encode(text).length <= 256, "a seed has 1 to 256 bytes");
  }
  const keys = t.seeds.map((/** @type {[string, string]} */ [by]) =>
    [...utf8.encode(by)].map((byte) => String.fromCharCode(byte)).join(""),
  );
  need(
    keys.every((/** @type {string} */ key, /** @type {number} */ at) => !at || keys[at - 1] < key),
    "the seeds do not stand in the order of their names, one from each",
  );
  return names;
}

const same = (/** @type {string} */ commitment) =>
  `Its hash is ${commitment.slice(0, 4)} ${commitment.slice(4, 8)} ${commitment.slice(8, 12)} … It is told at the table before the bets.`;

/** @param {[string, string][]} seeds */
const whose = (seeds) =>
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

/**
 * Whether the cards that were seen are those of the order.
 * @param {string[]} order
 * @param {readonly string[]} seen
 * @param {number} start
 */
function asDealt(order, seen, start) {
  need(start >= 0 && start + seen.length <= order.length, "more cards are said to be dealt than were shuffled");
  for (const [at, card] of seen.entries())
    need(
      card === "??" || card === order[start + at],
      `card ${start + at + 1} of the order is ${order[start + at]}, but ${card} is said to have been dealt`,
    );
  const shown = seen.filter((card) => card !== "??");
  return {
    title: "These are the cards that were dealt",
    says: `${shown.length} cards of the round stand at their places in the order.`,
    holds: true,
  };
}

/**
 * Check a shuffle from its transcript, or a seat's proof. `noted` is the commitment that somebody wrote down before the
 * bets, `bound` the one that the record of the round names; `dealt` are the cards of the round in the order in which they left the box, "??" where one was not shown, behind `start` others.
 * @param {any} t
 * @param {{ noted?: string, bound?: string, dealt?: readonly string[], start?: number }} [seen]
 * @returns {Verdict}
 */
export function check(t, seen = {}) {
  /** @type {Check[]} */
  const checks = [];
  try {
    const word = checked(t, seen, checks);
    const silent = ["that no seed was left out: look for your own", "that the house told its secret to nobody"];
    if (!seen.noted)
      silent.unshift("that the commitment was told before the bets: compare it with what you noted then");
    return { word, checks, silent };
  } catch (error) {
    if (!(error instanceof Wrong) && !(error instanceof TypeError)) throw error;
    const says = error instanceof Wrong ? error.message : "it is not written as a proof is";
    return {
      word: "does not hold",
      checks: [
        ...checks,
        { title: "This does not hold", says: `${says[0].toUpperCase()}${says.slice(1)}.`, holds: false },
      ],
      silent: [],
    };
  }
}

/**
 * @param {any} t
 * @param {{ noted?: string, bound?: string, dealt?: readonly string[], start?: number }} seen
 * @param {Check[]} checks
 * @returns {"holds" | "proves nothing"}
 */
function checked(t, seen, checks) {
  if (t?.kind === "given") {
    checks.push({
      title: "The order was given, not shuffled",
      says: "Nothing was promised, so nothing is proved.",
      holds: true,
    });
    return "proves nothing";
  }
  if (seen.noted !== undefined) {
    need(seen.noted === t?.commitment, "the commitment is not the one that you noted before the bets");
    checks.push({
      title: "The commitment is the one you noted",
      says: "You had the same 64 digits before the bets.",
      holds: true,
    });
  }
  if (seen.bound !== undefined) {
    need(seen.bound === t?.commitment, "the record of the round names another commitment");
    checks.push({
      title: "The round is bound to this commitment",
      says: "Its record names the same 64 digits.",
      holds: true,
    });
  }
  return t?.kind === "sealed" ? sealed(t, checks) : open(t, seen, checks);
}

/**
 * A shuffle whose secret is told when the cards are spent.
 * @param {any} t
 * @param {{ dealt?: readonly string[], start?: number }} seen
 * @param {Check[]} checks
 */
function open(t, seen, checks) {
  const names = publicPart(t, ["secret", "order"]);
  need(t.kind === "fair" || t.kind === "simulated", "a shuffle is fair, simulated, sealed or given");
  if (!("secret" in t) && !("order" in t)) {
    checks.push({
      title: "The secret is not told yet",
      says: "It is told when the cards are spent: with a shoe, when the shoe is.",
      holds: true,
    });
    return "proves nothing";
  }
  fields(t, [...PUBLIC, "secret", "order"], "the shuffle");
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  need(digest(head(t), secret) === t.commitment, "the secret and the cards are not those that were committed to");
  checks.push({ title: "The secret is the one promised", says: same(t.commitment), holds: true }, whose(t.seeds));
  const order = shuffled(names, stream(secret, t.seeds));
  need(t.order === order.join(" "), "the order does not follow from the secret and the players' words");
  checks.push({
    title: "The order follows from both",
    says: `${names.length} cards, Fisher-Yates, nothing else goes in.`,
    holds: true,
  });
  if (seen.dealt) checks.push(asDealt(order, seen.dealt, seen.start ?? 0));
  if (t.kind === "fair") return "holds";
  checks.push({
    title: "This was a simulation",
    says: "The secret was made from a seed: whoever knew the seed knew the cards.",
    holds: true,
  });
  return "proves nothing";
}

/**
 * The cards that a seat saw of a sealed deck, each under a seal of its own.
 * @param {any} t
 * @param {Check[]} checks
 */
function sealed(t, checks) {
  const names = publicPart(t, ["seals", "openings", "draws", "drawn", ...HIDDEN]);
  fields(t, [...PUBLIC, "seals"], "the proof", "openings" in t ? ["openings", "draws", "drawn"] : HIDDEN);
  fields(t.seals, ["order", "draws", "leaves"], "the seals");
  const leaves = t.seals.leaves;
  need(Array.isArray(leaves) && leaves.length === names.length, "there is not a seal for each card of the box");
  for (const each of [t.seals.order, t.seals.draws, ...leaves]) bytes(each, 32, "a seal");
  const said = `order ${t.seals.order}\ndraws ${t.seals.draws}\nleaves ${leaves.join(" ")}\n`;
  need(digest(head(t) + said) === t.commitment, "the seals are not those under the commitment");
  checks.push(
    {
      title: "The seals are those promised",
      says: `${names.length} cards were sealed one by one. ${same(t.commitment)}`,
      holds: true,
    },
    whose(t.seeds),
  );
  if (HIDDEN.some((name) => name !== "draws" && name in t)) return unsealed(t, names, leaves, checks);
  if (!("openings" in t)) {
    need(!("draws" in t), "the proof has a field draws that it should not have");
    checks.push({
      title: "All cards are under their seals",
      says: "Each seat has its own proof of the cards that it saw.",
      holds: true,
    });
    return "proves nothing";
  }
  const cards = opened(t, names, leaves);
  if (cards.length)
    checks.push({
      title: "These are the cards you saw",
      says: `${cards.join(" ")}, each as it was sealed.`,
      holds: true,
    });
  if ("draws" in t || "drawn" in t) {
    draws(t);
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
function unsealed(t, names, leaves, checks) {
  fields(t, [...PUBLIC, "seals", ...HIDDEN], "the sealed deck");
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  need(digest(`${VERSION} order\n`, secret) === t.seals.order, "the secret is not the one under the commitment");
  need(
    digest(`${VERSION} draws\n`, bytes(t.draws, 256, "draws")) === t.seals.draws,
    "the second secret is not the one under the commitment",
  );
  need(
    Array.isArray(t.salts) && t.salts.length === names.length && new Set(t.salts).size === names.length,
    "there is not a salt for each card",
  );
  const lies = shuffled(names, stream(secret, []));
  for (const [at, card] of lies.entries())
    need(sealOf(at, card, t.salts[at]) === leaves[at], `seal ${at} does not hold ${card}`);
  checks.push({
    title: "Under the seals lies the whole deck",
    says: `${names.length} cards, in the order that the secret gives.`,
    holds: true,
  });
  need(
    t.order ===
      cut(names.length, t.seeds)
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
const sealOf = (position, card, salt) => digest(`${VERSION} card ${position} ${card}\n`, bytes(salt, 32, "a salt"));

/** The smallest power of two that is at least 256 and at least four bytes a card. @param {number} cards */
const secretSize = (cards) => Math.max(256, 2 ** (4 * cards - 1).toString(2).length);

/**
 * @param {any} t
 * @param {string[]} names
 * @param {string[]} leaves
 */
function opened(t, names, leaves) {
  const places = cut(names.length, t.seeds);
  const spare = [...names];
  let last = -1;
  need(Array.isArray(t.openings), "the openings are no list");
  return t.openings.map((/** @type {any} */ each) => {
    fields(each, ["dealt", "position", "card", "salt"], "an opening");
    need(
      Number.isInteger(each.dealt) && each.dealt > last && each.dealt < names.length,
      "a card is opened twice, or too late",
    );
    last = each.dealt;
    need(each.position === places[each.dealt], `card ${each.dealt + 1} of the deal is under another seal`);
    need(
      sealOf(each.position, each.card, each.salt) === leaves[each.position],
      `card ${each.dealt + 1} of the deal is not ${each.card}: its seal says so`,
    );
    need(spare.includes(each.card), `${each.card} was opened more often than the box has it`);
    spare.splice(spare.indexOf(each.card), 1);
    return String(each.card);
  });
}

/** Numbers that were drawn besides the cards. @param {any} t */
function draws(t) {
  fields(t, [...PUBLIC, "seals", "openings", "draws", "drawn"], "the proof");
  const secret = bytes(t.draws, 256, "draws");
  need(digest(`${VERSION} draws\n`, secret) === t.seals.draws, "the second secret is not the one under the commitment");
  need(Array.isArray(t.drawn) && t.drawn.length <= 100, "what was drawn is no list of at most 100");
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const each of t.drawn) {
    fields(each, ["what", "of", "numbers", "differ"], "what was drawn");
    const { what, of, numbers, differ } = each;
    need(
      Number.isInteger(of) &&
        of >= 1 &&
        of <= 1024 &&
        Array.isArray(numbers) &&
        numbers.length >= 1 &&
        numbers.length <= 1024,
      "a draw is of 1 to 1024",
    );
    times.set(what, (times.get(what) ?? 0) + 1);
    const source = more(
      joined(utf8.encode(`${VERSION} draw ${times.get(what)} ${what}\n`), secret, packed(t.seeds)),
      0,
      256,
    );
    const found = differ
      ? shuffled(
          Array.from({ length: of }, (_, at) => at + 1),
          source,
        ).slice(0, numbers.length)
      : numbers.map(() => drawn(source, of) + 1);
    need(found.join() === numbers.join(), `${what}: another number was drawn`);
  }
}
