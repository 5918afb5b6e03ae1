// This browser's own part in a fair deal: it mixes a seed into every shuffle, and notes what it was shown. It reveals
// each link for one commitment only, after it has seen that commitment and the chains of all other players. The same
// rules in Python: cardroom/evidence.py.

import { TAGS } from "../parts/tags.js";
import { cardText, UNKNOWN } from "../parts/words.js";
import { freshSecret, SeedChain } from "./chain.js";
import { utf8 } from "./shuffle.js";
import { notesOf, save } from "./store.js";

/**
 * @typedef {import("./store.js").Note} Note
 * @typedef {import("../parts/types.js").TableScene} Scene
 * @typedef {{ type: typeof TAGS.CommitChain, anchor: string } | { type: typeof TAGS.AddSeed, words: string }} Command
 */

/** Notes of earlier rounds that are read when the page opens. */
const RECENT = 50;

export class EvidenceKeeper {
  /**
   * @param {{ hall: string, table: string, viewer: string }} where
   * @param {(command: Command) => void} send
   */
  constructor(where, send) {
    this.where = where;
    this.send = send;
    /** Notes by commitment and previous record. @type {Map<string, Note>} */
    this.notes = new Map();
    /** The round that is being played. @type {Note | null} */
    this.open = null;
    this.key = `chain ${where.hall} ${where.table} ${where.viewer}`;
    /** @type {SeedChain | null} */
    this.chain = null;
    /** The last anchor that was asked for, the commitment of that shuffle, and the link. */
    this.answered = ["", "", ""];
    /** Whether an anchor was sent and is not shown yet. */
    this.pending = false;
    /** Whether a chain of another browser of this user was replaced. */
    this.replaced = false;
    this.restore();
    /** Resolves when the earlier notes are read, and the scenes so far are seen. @type {Promise<void>} */
    this.ready = notesOf(where.hall, where.table, where.viewer).then(
      (notes) => {
        for (const note of notes.slice(-RECENT)) this.notes.set(`${note.commitment} ${note.previous}`, note);
      },
      () => {}, // without a database the notes last as long as the page
    );
  }

  /** Take in a scene. @param {Scene} scene */
  see(scene) {
    this.ready = this.ready.then(() => this.seeNow(scene));
  }

  // -- evidence ---------------------------------------------------------------------------------------------------

  /** @param {Scene} scene */
  seeNow(scene) {
    const { commitment, head = "", picture } = scene;
    if (!commitment) return;
    const playing = Boolean(picture) && !picture?.over;
    if (!playing && this.open && head !== this.open.previous) {
      this.open.head = head;
      addCards(this.open, scene);
      this.save(this.open);
      this.open = null;
    }
    const note = this.noteOf(commitment, head, playing);
    const before = JSON.stringify(note);
    const [asked, seeds] = [pairs(scene.asked), pairs(scene.seeds)];
    if (note.asked.length && !same(note.asked, asked)) note.changed = true;
    if (!note.asked.length) note.asked = asked;
    if (playing) {
      if (note.seeds && !same(note.seeds, seeds)) note.changed = true;
      note.seeds ??= seeds;
      addCards(note, scene);
      this.open = note;
    }
    for (const command of this.commands(scene, note, playing)) this.send(command);
    if (JSON.stringify(note) !== before) this.save(note);
  }

  /** @param {string} commitment @param {string} previous @param {boolean} playing @returns {Note} */
  noteOf(commitment, previous, playing) {
    const key = `${commitment} ${previous}`;
    const known = this.notes.get(key);
    if (known) return known;
    this.noteVoid(previous);
    const note = {
      ...{ format: "cardroom-evidence-1", ...this.where, at: Date.now(), commitment, previous, before: !playing },
      ...{ asked: [], link: "", seeds: null, changed: false, cards: [], head: "" },
    };
    this.notes.set(key, note);
    return note;
  }

  /** Other cards are shown after the same record: the round that began there was voided. @param {string} previous */
  noteVoid(previous) {
    for (const note of this.notes.values()) {
      if (note.previous !== previous || note.seeds === null || note.head) continue;
      note.voided = true;
      this.save(note);
      if (this.open === note) this.open = null;
    }
  }

  /** @param {Note} note */
  save(note) {
    save(note).catch(() => {});
  }

  /** The notes of rounds that were seen to their end, oldest first. */
  finished() {
    return [...this.notes.values()].filter((note) => note.head).sort((one, other) => one.at - other.at);
  }

  // -- seeds ------------------------------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Note} note @param {boolean} playing @returns {Generator<Command>} */
  *commands(scene, note, playing) {
    const me = this.where.viewer;
    if (!(me in scene.people)) {
      this.forget();
      return;
    }
    const asked = scene.asked?.[me];
    if (!playing && this.chain && asked !== undefined && !(me in (scene.seeds ?? {}))) yield* this.linkFor(asked, note);
    yield* this.anchorFor(scene.chains?.[me]);
  }

  /** The link for this shuffle; the same one again for the same shuffle. @param {string} asked @param {Note} note */
  *linkFor(asked, note) {
    const { chain } = this;
    if (chain && asked === chain.anchor && chain.left) {
      this.answered = [asked, note.commitment, chain.reveal()];
      this.keep(); // before it is sent, so that no link is sent for two shuffles
      note.link = chain.anchor;
      yield/** @type {Command} */ ({ type: TAGS.AddSeed, words: chain.anchor });
    } else if (asked === this.answered[0] && note.commitment !== this.answered[1]) {
      this.forget(); // the house knows this link from another shuffle: start another chain
    } else if (asked === this.answered[0] && !this.resent) {
      this.resent = true; // the page was loaded again: the link may be lost
      yield/** @type {Command} */ ({ type: TAGS.AddSeed, words: this.answered[2] });
    }
  }

  /** The anchor of a new chain, if this browser has none here, or its links are used up. @param {string | undefined} shown */
  *anchorFor(shown) {
    const { chain } = this;
    const mine = chain?.published(shown) ?? false;
    if (this.pending && !mine) return; // it is on its way
    this.pending = false;
    if (chain?.left && mine) return;
    if (shown !== undefined && !mine) {
      if (this.replaced) return; // another browser of this user mixes
      this.replaced = true;
    }
    yield this.start();
  }

  /** Start another chain, with words of the player in it. @param {string} [words] @returns {Command} */
  start(words = "") {
    this.chain = new SeedChain(freshSecret(words));
    this.pending = true;
    this.keep();
    return { type: TAGS.CommitChain, anchor: this.chain.anchor };
  }

  /** The server refused an anchor, or the connection was lost before it was stored. */
  refused() {
    this.pending = false;
  }

  // -- storage ----------------------------------------------------------------------------------------------------

  /** The chain survives when the page is loaded again. */
  keep() {
    const { chain, answered } = this;
    try {
      localStorage.setItem(this.key, JSON.stringify({ secret: chain?.secret, used: chain?.used, answered }));
    } catch {
      // without storage the chain lasts as long as the page
    }
  }

  restore() {
    /** Whether the last link was sent again since the page was loaded. */
    this.resent = false;
    try {
      const { secret, used, answered } = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      if (!secret) return;
      this.chain = new SeedChain(secret, used);
      this.answered = answered;
    } catch {
      this.chain = null;
    }
  }

  forget() {
    this.chain = null;
    this.pending = false;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // nothing was stored
    }
  }
}

/** @param {Note} note @param {Scene} scene */
function addCards(note, scene) {
  /** @type {Map<string, number>} */
  const shown = new Map();
  for (const spread of scene.picture?.spreads ?? [])
    for (const card of spread.cards)
      if (card < UNKNOWN) shown.set(cardText(card), (shown.get(cardText(card)) ?? 0) + 1);
  for (const [card, count] of shown) {
    const more = count - note.cards.filter((each) => each === card).length;
    if (more > 0) note.cards = [...note.cards, ...Array(more).fill(card)].sort();
  }
}

/** Seeds or anchors in the order of a proof: by the bytes of the names. @param {Record<string, string>} [named] */
function pairs(named = {}) {
  const bytes = (/** @type {string} */ name) => String.fromCharCode(...utf8.encode(name));
  return Object.entries(named).sort(([one], [other]) => (bytes(one) < bytes(other) ? -1 : 1));
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
