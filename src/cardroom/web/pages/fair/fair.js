// Checks in the page whether a deal was fair, from what the house published. It follows the specification
// `cardroom-shuffle-1` (docs/examine/shuffle.md) and uses no result and no code of the server.

import {
  CHAINS,
  commitmentHead,
  hashSentence,
  PUBLIC,
  publicPart,
  requireFields,
  secretSize,
  seedCheck,
} from "./parts.js";
import { checkSealed } from "./sealed.js";
import { bytes, digest, ensure, fisherYates, stream, Wrong } from "./shuffle.js";

/**
 * @typedef {import("./parts.js").Check} Check
 * @typedef {{ word: "holds" | "does not hold" | "proves nothing", checks: Check[], silent: string[] }} Verdict
 */

/**
 * Check that the cards that were seen are at their places in the order.
 * @param {string[]} order
 * @param {readonly string[]} seen
 * @param {number} start
 */
function dealtCheck(order, seen, start) {
  ensure(start >= 0 && start + seen.length <= order.length, "more cards are recorded as dealt than were shuffled");
  for (const [at, card] of seen.entries())
    ensure(
      card === "??" || card === order[start + at],
      `card ${start + at + 1} of the order is ${order[start + at]}, but the round dealt ${card}`,
    );
  const shown = seen.filter((card) => card !== "??");
  return {
    title: "The cards you saw match",
    says: `${shown.length} cards of the round are at their places in the order.`,
    holds: true,
  };
}

/**
 * Check a shuffle from its transcript, or a player's proof. `noted` is the commitment that the player saved before the
 * bets. `bound` is the commitment in the record of the round. `dealt` are the cards of the round in dealing order, "??"
 * for a hidden card; they follow the first `start` cards of the order.
 * @param {any} t
 * @param {{ noted?: string, bound?: string, dealt?: readonly string[], start?: number }} [seen]
 * @returns {Verdict}
 */
export function check(t, seen = {}) {
  /** @type {Check[]} */
  const checks = [];
  try {
    const word = runChecks(t, seen, checks);
    const silent = [
      "that no player's seed was left out: check that yours is there",
      "that the house kept its secret to itself",
    ];
    if (!seen.noted)
      silent.unshift("that the commitment was published before the bets: for that, save it before you bet and compare");
    return { word, checks, silent };
  } catch (error) {
    if (!(error instanceof Wrong) && !(error instanceof TypeError)) throw error;
    const says = error instanceof Wrong ? error.message : "this is not in the format of a proof";
    return {
      word: "does not hold",
      checks: [...checks, { title: "Check failed", says: `${says[0].toUpperCase()}${says.slice(1)}.`, holds: false }],
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
      title: "The order was set, not shuffled",
      says: "There was no commitment, so there is nothing to prove.",
      holds: true,
    });
    return "proves nothing";
  }
  if (seen.noted !== undefined) {
    ensure(seen.noted === t?.commitment, "the commitment differs from the one you saved before betting");
    checks.push({
      title: "The commitment is the one you saved",
      says: "All 64 digits are the same.",
      holds: true,
    });
  }
  if (seen.bound !== undefined) {
    ensure(seen.bound === t?.commitment, "the record of the round names a different commitment");
    checks.push({
      title: "The round is bound to this commitment",
      says: "Its record names the same 64 digits.",
      holds: true,
    });
  }
  return t?.kind === "sealed" ? checkSealed(t, checks) : checkOpen(t, seen, checks);
}

/**
 * Check a shuffle whose secret is published when the cards are used up.
 * @param {any} t
 * @param {{ dealt?: readonly string[], start?: number }} seen
 * @param {Check[]} checks
 */
function checkOpen(t, seen, checks) {
  const names = publicPart(t, ["secret", "order"]);
  ensure(t.kind === "fair" || t.kind === "simulated", "a shuffle must be fair, simulated, sealed or given");
  if (!("secret" in t) && !("order" in t)) {
    checks.push({
      title: "The secret is not published yet",
      says: "It is published when the cards are used up; for a shoe, when the shoe ends.",
      holds: true,
    });
    return "proves nothing";
  }
  requireFields(t, [...PUBLIC, "secret", "order"], "the shuffle", CHAINS);
  const secret = bytes(t.secret, secretSize(names.length), "the secret");
  ensure(digest(commitmentHead(t), secret) === t.commitment, "the secret and the cards do not match the commitment");
  checks.push(
    { title: "The secret matches the commitment", says: hashSentence(t.commitment), holds: true },
    seedCheck(t),
  );
  const order = fisherYates(names, stream(secret, t.seeds));
  ensure(t.order === order.join(" "), "the order does not follow from the secret and the players' seeds");
  checks.push({
    title: "The order follows from the secret and the seeds",
    says: `${names.length} cards, shuffled by Fisher-Yates. Nothing else affects the order.`,
    holds: true,
  });
  if (seen.dealt) checks.push(dealtCheck(order, seen.dealt, seen.start ?? 0));
  if (t.kind === "fair") return "holds";
  checks.push({
    title: "This was a simulation",
    says: "The secret was derived from a seed. Anyone who knew the seed knew the cards.",
    holds: true,
  });
  return "proves nothing";
}
