// Seed chains (docs/examine/seed-chains.md): this player's seeds for many shuffles, fixed in advance by their last hash.

import { bytes, concat, digest, utf8 } from "./shuffle.js";

const CHAIN = "cardroom-chain-1";
/** Links of a new chain. When they are used up, another chain is started. */
const LINKS = 500;

/** The hash of a link: what its player published before it. @param {string} link */
export const linkHash = (link) => digest(`${CHAIN}\n`, bytes(link, 32, "a link"));

/** 32 random bytes as digits. Words of the player change them too. @param {string} [words] */
export function freshSecret(words = "") {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return digest("", concat(random, utf8.encode(words)));
}

export class SeedChain {
  /**
   * @param {string} secret 64 hexadecimal digits
   * @param {number} [used] the number of links that are revealed already
   * @param {number} [length]
   */
  constructor(secret, used = 0, length = LINKS) {
    this.secret = secret;
    this.length = length;
    /** All values, from the secret to the anchor. @type {string[]} */
    this.values = [secret];
    for (let at = 0; at < length; at += 1) this.values.push(linkHash(this.values[at]));
    this.used = used;
  }

  /** What was published last: the anchor, or the last link. */
  get anchor() {
    return this.values[this.length - this.used];
  }

  /** The number of links that can still be revealed. */
  get left() {
    return this.length - this.used;
  }

  /** Whether a value of this chain is published. @param {string | undefined} value */
  published(value) {
    return value !== undefined && this.values.indexOf(value, this.length - this.used) >= 0;
  }

  /** The next link. It is the anchor from now on. */
  reveal() {
    if (!this.left) throw new Error("all links of this chain are revealed");
    this.used += 1;
    return this.anchor;
  }
}
