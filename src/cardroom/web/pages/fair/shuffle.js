// The byte streams and orders of `cardroom-shuffle-1` (docs/examine/shuffle.md), written from the specification alone.

import { sha256, shake256 } from "./hashes.js";

export const VERSION = "cardroom-shuffle-1";

export const utf8 = new TextEncoder();

/** A check failed. */
export class Wrong extends Error {}

/**
 * @param {any} holds
 * @param {string} says
 * @returns {asserts holds}
 */
export function ensure(holds, says) {
  if (!holds) throw new Wrong(says);
}

/** @param {...Uint8Array} parts */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Bytes from lower-case hexadecimal digits.
 * @param {any} digits
 * @param {number} size
 * @param {string} what
 */
export function bytes(digits, size, what) {
  ensure(
    typeof digits === "string" && digits.length === 2 * size && /^[0-9a-f]*$/.test(digits),
    `${what} must be ${2 * size} hexadecimal digits`,
  );
  return Uint8Array.from({ length: size }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/**
 * @param {string} message
 * @param {Uint8Array} [secret]
 */
export const digest = (message, secret = new Uint8Array()) => sha256(concat(utf8.encode(message), secret));

/**
 * @param {number} number
 * @param {number} size
 */
const bigEndian = (number, size) =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(number / 256 ** (size - 1 - at)) % 256);

/** @param {[string, string][]} seeds */
export const packSeeds = (seeds) =>
  concat(
    ...seeds
      .flat()
      .map((text) => utf8.encode(text))
      .flatMap((text) => [bigEndian(text.length, 2), text]),
  );

/**
 * An endless stream of SHAKE-256 blocks.
 * @param {Uint8Array} source
 * @param {number} number
 * @param {number} size
 */
export function* shakeBlocks(source, number, size) {
  for (; ; number += 1) yield* shake256(concat(source, bigEndian(number, 8)), size);
}

/**
 * The byte stream of a secret and the players' seeds.
 * @param {Uint8Array} secret
 * @param {[string, string][]} seeds
 */
export function* stream(secret, seeds) {
  const words = packSeeds(seeds);
  const players = words.length
    ? shake256(concat(utf8.encode(`${VERSION} players\n`), words), secret.length)
    : new Uint8Array(secret.length);
  yield* secret.map((byte, at) => byte ^ players[at]);
  yield* shakeBlocks(concat(utf8.encode(`${VERSION} more\n`), secret, words), 1, secret.length);
}

/**
 * A number below n, by rejection sampling.
 * @param {Iterator<number>} source
 * @param {number} n
 */
export function drawNumber(source, n) {
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
 * A Fisher-Yates shuffle, from the last place down.
 * @template T
 * @param {readonly T[]} things
 * @param {Iterator<number>} source
 */
export function fisherYates(things, source) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = drawNumber(source, last + 1);
    [order[last], order[pick]] = [order[pick], order[last]];
  }
  return order;
}

/**
 * The seal of each dealt card: the order after the players' cut.
 * @param {number} n
 * @param {[string, string][]} seeds
 */
export function cutPlaces(n, seeds) {
  const places = Array.from({ length: n }, (_, at) => at);
  return seeds.length
    ? fisherYates(places, shakeBlocks(concat(utf8.encode(`${VERSION} cut\n`), packSeeds(seeds)), 0, 256))
    : places;
}
