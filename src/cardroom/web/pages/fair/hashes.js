// SHA-256 (FIPS 180-4) and SHAKE-256 (FIPS 202), written here so that the check needs no library and no server.

const FIRST = primes(64);
const ROUNDS = FIRST.map((prime) => fraction(Math.cbrt(prime)));
const START = FIRST.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const list = [];
  for (let each = 2; list.length < count; each += 1) if (list.every((prime) => each % prime)) list.push(each);
  return list;
}

/** The first 32 bits of the fraction. @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/**
 * @param {number} word
 * @param {number} by
 */
const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 as 64 hexadecimal digits.
 * @param {Uint8Array} message
 */
export function sha256(message) {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setBigUint64(blocks.length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [one, two] = [words[i - 15], words[i - 2]];
      words[i] =
        words[i - 16] +
        words[i - 7] +
        (rotateRight(one, 7) ^ rotateRight(one, 18) ^ (one >>> 3)) +
        (rotateRight(two, 17) ^ rotateRight(two, 19) ^ (two >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first =
        (h +
          (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
          ((e & f) ^ (~e & g)) +
          ROUNDS[i] +
          words[i]) |
        0;
      const second =
        ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

const RATE = 136;
const LANE = (1n << 64n) - 1n;
const STEPS = roundConstants();

/** The constants of Keccak's 24 rounds, from its linear-feedback shift register. */
function roundConstants() {
  const constants = [];
  let register = 1;
  for (let round = 0; round < 24; round += 1) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    constants.push(constant);
  }
  return constants;
}

/**
 * @param {bigint} lane
 * @param {number} by
 */
const rotateLane = (lane, by) => (by ? ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & LANE : lane);

/** Keccak's permutation. @param {bigint[]} lanes */
function keccak(lanes) {
  for (const constant of STEPS) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    for (let at = 0; at < 25; at += 1) lanes[at] ^= columns[(at + 4) % 5] ^ rotateLane(columns[(at + 1) % 5], 1);
    let [x, y, moved] = [1, 0, lanes[1]];
    for (let turn = 1; turn < 25; turn += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const at = x + 5 * y;
      [lanes[at], moved] = [rotateLane(moved, ((turn * (turn + 1)) / 2) % 64), lanes[at]];
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5);
      for (let at = 0; at < 5; at += 1) lanes[row + at] = old[at] ^ (~old[(at + 1) % 5] & LANE & old[(at + 2) % 5]);
    }
    lanes[0] ^= constant;
  }
}

/**
 * The first `size` bytes of SHAKE-256.
 * @param {Uint8Array} message
 * @param {number} size
 */
export function shake256(message, size) {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const view = new DataView(padded.buffer);
  /** @type {bigint[]} */
  const lanes = Array(25).fill(0n);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let lane = 0; lane < RATE / 8; lane += 1) lanes[lane] ^= view.getBigUint64(at + 8 * lane, true);
    keccak(lanes);
  }
  const out = new Uint8Array(Math.ceil(size / RATE) * RATE);
  const written = new DataView(out.buffer);
  for (let at = 0; at < out.length; at += RATE) {
    if (at) keccak(lanes);
    for (let lane = 0; lane < RATE / 8; lane += 1) written.setBigUint64(at + 8 * lane, lanes[lane], true);
  }
  return out.slice(0, size);
}
