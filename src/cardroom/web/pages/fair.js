// Whether a deal was fair, computed in the page from what the house told and by nothing that the house computed. It follows
// the specification `cardroom-shuffle-2` (docs/shuffle.md); no code of the server is in it.

import {
  commitmentHead,
  hashSentence,
  PUBLIC,
  publicPart,
  requireFields,
  secretSize,
  seedCheck,
} from "./fair-parts.js";
import { checkSealed } from "./fair-sealed.js";
import { bytes, digest, ensure, fisherYates, stream, Wrong } from "./shuffle.js";

/**
 * @typedef {import("./fair-parts.js").Check} Check
 * @typedef {{ word: "holds" | "does not hold" | "proves nothing", checks: Check[], silent: string[] }} Verdict
 */

/**
 * Whether the cards that were seen are those of the order.
 * @param {string[]} order
 * @param {readonly string[]} seen
 * @param {number} start
 */
function dealtCheck(order, seen, start) {
  ensure(start >= 0 && start + seen.length <= order.length, "more cards are said to be dealt than were shuffled");
  for (const [at, card] of seen.entries())
    ensure(
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
    const word = runChecks(t, seen, checks);
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
function runChecks(t, seen, checks) {
  if (t?.kind === "given") {
    checks.push({
      title: "The order was given, not shuffled",
      says: "Nothing was promised, so nothing is proved.",
      holds: true,
    });
    return "proves nothing";
  }
  if (seen.noted !== undefined) {
    ensure(seen.noted === t?.commitment, "the commitment is not the one that you noted before the bets");
    checks.push({
      title: "The commitment is the one you noted",
      says: "You had the same 64 digits before the bets.",
      holds: true,
    });
  }
  if (seen.bound !== undefined) {
    ensure(seen.bound === t?.commitment, "the record of the round names another commitment");
    checks.push({
      title: "The round is bound to this commitment",
      says: "Its record names the same 64 digits.",
      holds: true,
    });
  }
  return t?.kind === "sealed" ? checkSealed(t, checks) : checkOpen(t, seen, checks);
}

/**
 * A shuffle whose secret is told when the cards are spent.
 * @param {any} t
 * @param {{ dealt?: readonly string[], start?: number }} seen
 * @param {Check[]} checks
 */
function checkOpen(t, seen, checks) {
  const names = publicPart(t, ["secret", "order"]);
  ensure(t.kind === "fair" || t.kind === "simulated", "a shuffle is fair, simulated, sealed or given");
  if (!("secret" in t) && !("order" in t)) {
    checks.push({
      title: "The secret is not told yet",
      says: "It is told when the cards are spent: with a shoe, when the shoe is.",
      holds: true,
    });
    return "proves nothing";
  }
  requireFields(t, [...PUBLIC, "secret", "order"], "the shuffle");
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  ensure(
    digest(commitmentHead(t), secret) === t.commitment,
    "the secret and the cards are not those that were committed to",
  );
  checks.push(
    { title: "The secret is the one promised", says: hashSentence(t.commitment), holds: true },
    seedCheck(t.seeds),
  );
  const order = fisherYates(names, stream(secret, t.seeds));
  ensure(t.order === order.join(" "), "the order does not follow from the secret and the players' words");
  checks.push({
    title: "The order follows from both",
    says: `${names.length} cards, Fisher-Yates, nothing else goes in.`,
    holds: true,
  });
  if (seen.dealt) checks.push(dealtCheck(order, seen.dealt, seen.start ?? 0));
  if (t.kind === "fair") return "holds";
  checks.push({
    title: "This was a simulation",
    says: "The secret was made from a seed: whoever knew the seed knew the cards.",
    holds: true,
  });
  return "proves nothing";
}
