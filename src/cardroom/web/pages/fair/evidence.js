// Compares the server's proof of a round with what this browser was shown.

import { api } from "../parts/net.js";
import { linkHash } from "./chain.js";
import { check } from "./fair.js";
import { sha256 } from "./hashes.js";
import { ensure, utf8, Wrong } from "./shuffle.js";

/**
 * @typedef {import("./store.js").Note} Note
 * @typedef {import("./fair.js").Verdict} Verdict
 * @typedef {import("./parts.js").Check} Check
 */

const NOTHING_NOTED = "anything about the time before the round: this browser has no notes of it";

/**
 * The note about the round of a record: the one with its commitment, or the last one of a round in its place. A shuffle
 * that is not a shoe has only one round, so its note counts also if the record claims another place.
 * @param {Note[]} notes
 * @param {any} record
 */
export function noteFor(notes, { opening, outcome }) {
  const played = notes.filter((note) => note.seeds !== null);
  const place = played.filter((note) => note.previous === opening.previous);
  const dealt = played.filter((note) => note.commitment === opening.shuffle);
  const shoe = opening.carry?.shoe || outcome?.next?.shoe;
  const there = place.find((note) => dealt.includes(note)) ?? place.filter((note) => note.head).at(-1);
  return there ?? (shoe ? null : (dealt.at(-1) ?? null));
}

/**
 * Check a round as the server recalls it, and compare it with what this browser noted.
 * @param {any} round
 * @param {string} recordLine the record as it was downloaded, or an empty text
 * @param {Note | null} note
 * @param {string} [noted] a commitment that the player saved elsewhere
 * @returns {Verdict}
 */
export function checkRound(round, recordLine, note, noted = "") {
  const { record, proof, dealt, start } = round;
  const saved = noted || (note?.before ? note.commitment : "");
  const verdict = check(proof, {
    bound: record?.opening.shuffle || undefined,
    ...(saved ? { noted: saved } : {}),
    ...(dealt ? { dealt, start } : {}),
  });
  if (!note) return { ...verdict, silent: [...verdict.silent, NOTHING_NOTED] };
  /** @type {Check[]} */
  const checks = [];
  const silent = verdict.silent.filter((says) => !says.startsWith("that no player's seed was left out"));
  try {
    const follows = record?.opening.previous ?? note.previous;
    ensure(follows === note.previous, "the round follows another record than the one you were shown");
    compareSeeds(note, record?.opening, proof, checks, silent);
    compareCards(note, proof, dealt, checks, silent);
    compareHash(note, recordLine, checks, silent);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const says = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
    checks.push({ title: "This is not what you were shown", says, holds: false });
    return { word: "does not hold", checks: [...verdict.checks, ...checks], silent: [] };
  }
  return { ...verdict, checks: [...verdict.checks, ...checks], silent };
}

/** @param {Note} note @param {any} opening @param {any} proof @param {Check[]} checks @param {string[]} silent */
function compareSeeds(note, opening, proof, checks, silent) {
  ensure(note.commitment === proof.commitment, "you were shown another commitment at the table");
  for (const source of [proof, ...(opening ? [opening] : [])]) {
    comparePairs("seed", note.seeds ?? [], source.seeds);
    comparePairs("seed chain", note.asked, source.chains ?? []);
  }
  ensure(!note.changed, "the table showed other seeds later than when the round started");
  checks.push({
    title: "The seeds are the ones you were shown",
    says: note.before
      ? "This browser noted the commitment before the round, and the seeds when it started."
      : "This browser noted the seeds during the round.",
    holds: true,
  });
  if (!note.before) silent.push("that the commitment was published before the round: this browser came later");
  const used = note.link && (note.seeds ?? []).some(([by, link]) => by === note.viewer && link === note.link);
  if (used)
    checks.push({
      title: "Your seed is in the shuffle",
      says: `${note.link.slice(0, 12)}…, fixed when you sat down: its hash is ${linkHash(note.link).slice(0, 12)}….`,
      holds: true,
    });
  else if (note.link) silent.push("why your seed was not used: it came too late, or the house ignored it");
  else silent.push("that the house could not choose the cards: no seed of yours is in this shuffle");
}

/** @param {string} what @param {[string, string][]} shown @param {[string, string][]} proved */
function comparePairs(what, shown, proved) {
  const [ours, theirs] = [new Map(shown), new Map(proved)];
  for (const [by, value] of theirs) {
    ensure(ours.has(by), `the ${what} of ${by} was not shown when the round started`);
    ensure(ours.get(by) === value, `the ${what} of ${by} is not the one you were shown`);
  }
  for (const by of ours.keys()) ensure(theirs.has(by), `the ${what} of ${by}, which you were shown, is missing`);
}

/** @param {Note} note @param {any} proof @param {string[] | null} dealt @param {Check[]} checks @param {string[]} silent */
function compareCards(note, proof, dealt, checks, silent) {
  /** @type {string[] | undefined} */
  const proved = dealt ?? proof.openings?.map((/** @type {any} */ each) => each.card);
  if (!proved || (proof.openings && !("draws" in proof))) {
    silent.push("the cards that you were shown, one by one");
    return;
  }
  const count = (/** @type {string[]} */ cards, /** @type {string} */ card) =>
    cards.filter((each) => each === card).length;
  const missing = [...new Set(note.cards)].filter((card) => count(note.cards, card) > count(proved, card));
  ensure(!missing.length, `${missing.join(" ")} was shown at the table, but is not among the cards of the proof`);
  checks.push({
    title: "The cards are the ones you were shown",
    says: `${note.cards.length} cards, noted at the table: ${note.cards.join(" ")}.`,
    holds: true,
  });
}

/** @param {Note} note @param {string} recordLine @param {Check[]} checks @param {string[]} silent */
function compareHash(note, recordLine, checks, silent) {
  if (!note.head || !recordLine) {
    silent.push("that the record was not changed: its hash was not noted");
    return;
  }
  ensure(sha256(utf8.encode(recordLine)) === note.head, "the record has another hash than you were shown");
  checks.push({
    title: "The record is the one you were shown",
    says: `Its hash is ${note.head.slice(0, 12)}…, as after the round.`,
    holds: true,
  });
}

/**
 * The record of a round, as the server sends it for a download.
 * @param {string} path the address of the round
 */
export async function recordLine(path) {
  const response = await fetch(`${path}/record`, { credentials: "same-origin" }).catch(() => null);
  const text = response?.ok ? await response.text() : "";
  return text.split("\n").find((line) => line.startsWith('{"format":"cardroom-round-')) ?? "";
}

/**
 * Fetch the proof of the last round that this browser saw to its end, and compare.
 * @param {string} hall
 * @param {string} table
 * @param {Note} note
 * @returns {Promise<Verdict>}
 */
export async function checkNoted(hall, table, note) {
  const rounds = `/api/v1/halls/${encodeURIComponent(hall)}/tables/${encodeURIComponent(table)}/rounds`;
  const { rounds: listed } = await api(rounds);
  for (const { number } of listed) {
    const line = await recordLine(`${rounds}/${number}`);
    if (!line || JSON.parse(line).opening.previous !== note.previous) continue;
    return checkRound(await api(`${rounds}/${number}`), line, note);
  }
  const says = "The server does not list the round that you were shown.";
  return { word: "does not hold", checks: [{ title: "The round is missing", says, holds: false }], silent: [] };
}
