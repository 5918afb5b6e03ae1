// What a table shows at one moment: its scene, the user, and what the user has entered so far. The live page and a
// replay both draw from it. Nothing here sends or draws.

import { moment, places } from "./model.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {import("./draft.js").Wagers} Wagers
 * @typedef {object} Draft what the user has entered for the open question, and what became of it
 * @property {string} question the question that this belongs to
 * @property {string} spot the spot whose question is shown, if there are several
 * @property {Wagers} wagers
 * @property {any[]} undo earlier wagers or rows
 * @property {number} chip the chip that a tap adds, in cents
 * @property {number[]} picked
 * @property {Record<number, string>} laid the row of each card that was laid
 * @property {number | null} holding the card that the next tap on a row lays
 * @property {number | null} amount
 * @property {string | null} typed
 * @property {string} typedWager the area and the digits typed on it
 * @property {boolean} sent
 * @property {string} sentAs the action that was sent
 * @property {boolean} slow sent, and not yet confirmed
 * @property {string} refused why the server refused the answer
 * @property {number} since when the question was shown
 * @typedef {object} Session what outlives a question
 * @property {number} missed answers in a row that did not come in time
 * @property {string} timeout what was done for the user when time ran out
 * @property {string} tab the open tab of the drawer
 * @property {boolean} repeatBets place the last bets again in the next round
 * @property {boolean} editBets start the next round's draft with the last bets
 * @property {boolean} queued on the waiting list
 * @property {boolean} seatOffered
 * @property {boolean} seatRequested
 * @property {boolean} leaving
 * @typedef {Draft & Session} Ui
 */

const WIDE = matchMedia("(min-width: 1100px) and (min-height: 521px)");
const TABLET = matchMedia("(min-width: 700px) and (min-height: 521px)");

/** Call a function whenever the screen changes between phone, tablet and wide. @param {() => void} changed */
export function onResize(changed) {
  for (const media of [WIDE, TABLET]) media.addEventListener("change", changed);
}

/** A draft for a question that was just asked. @returns {Draft} */
export const emptyDraft = () => ({
  question: "",
  spot: "",
  wagers: {},
  undo: [],
  chip: 0,
  picked: [],
  laid: {},
  holding: null,
  amount: null,
  typed: null,
  typedWager: "",
  sent: false,
  sentAs: "",
  slow: false,
  refused: "",
  since: performance.now(),
});

/** A scene without a round. @param {string} name @returns {Scene} */
export const emptyScene = (name) => ({
  name,
  game: "",
  title: "",
  state: "",
  people: {},
  starts: null,
  clock: {},
  questions: {},
  waiting: 0,
  commitment: "",
  picture: null,
});

export class TableView {
  /**
   * @param {string} table
   * @param {string} hall
   * @param {import("./bar.js").Me | null} me
   * @param {Scene} [scene]
   */
  constructor(table, hall, me, scene = emptyScene(table)) {
    this.table = table;
    this.hall = hall;
    this.me = me;
    this.scene = scene;
    /** What the lobby lists about this table. @type {import("./types.js").Listed | null} */
    this.about = null;
    /** @type {Ui} */
    this.ui = {
      ...emptyDraft(),
      missed: 0,
      timeout: "",
      tab: "",
      repeatBets: false,
      editBets: false,
      queued: false,
      seatOffered: false,
      seatRequested: false,
      leaving: false,
    };
    /** The hands of this shoe. @type {import("./roads.js").Hand[]} */
    this.hands = [];
    /** Derived from the scene when first needed. @type {import("./model.js").Place[] | undefined} */
    this.cachedPlaces = undefined;
    /** Derived from the scene when first needed. @type {Set<number> | undefined} */
    this.cachedBonus = undefined;
  }

  get size() {
    return WIDE.matches ? "wide" : TABLET.matches ? "tablet" : "phone";
  }
  get picture() {
    return this.scene.picture;
  }
  get cloth() {
    return this.picture?.cloth;
  }
  get moment() {
    return moment(this.scene);
  }
  get places() {
    this.cachedPlaces ??= places(this.scene, this.me?.name ?? null);
    return this.cachedPlaces;
  }
  /** Cards that carry the word Bonus. */
  get bonus() {
    this.cachedBonus ??= new Set(this.cloth?.bonus ?? []);
    return this.cachedBonus;
  }
  /** The cards that make my hand at the end of a round, or the winner's if I folded. Board cards are included. */
  get plays() {
    const shown =
      this.picture?.spreads.filter((spread) => spread.place[0] === "hand" && !spread.folded && spread.plays?.length) ??
      [];
    const won = this.picture?.results?.find((each) => each.won)?.spot;
    return (shown.find((spread) => spread.mine) ?? shown.find((spread) => spread.place[1] === won))?.plays;
  }
  /** My entry among the people at the table. */
  get mine() {
    return this.me?.name ? this.scene.people[this.me.name] : undefined;
  }
  get seated() {
    return Boolean(this.mine);
  }
  get stack() {
    const mine = this.places.find((place) => place.you);
    return mine?.stack ?? this.me?.halls?.[this.hall]?.balance ?? 0;
  }
  get seats() {
    return this.cloth?.seats ?? this.about?.seats ?? 0;
  }
  /** My spot. */
  get mySpot() {
    const spot = this.picture?.boxes?.find((box) => box.mine)?.spot;
    return spot ?? String(this.mine?.seat ?? "");
  }
  /** The open question that is shown. @returns {Prompt | undefined} */
  get prompt() {
    const all = this.picture?.prompts ?? [];
    return all.find((each) => each.spot === this.ui.spot) ?? all[0];
  }
  /** Identifies the open question: its spot and number. */
  get question() {
    const prompt = this.prompt;
    return prompt ? `${prompt.spot} ${this.scene.questions?.[prompt.spot] ?? ""}` : "";
  }
  /** @param {string} kind */
  offer(kind) {
    return this.prompt?.offers.find((offer) => offer.kind === kind);
  }
  get betting() {
    return this.offer("bets");
  }
  get picking() {
    return this.offer("pick") ?? this.offer("name");
  }
  get laying() {
    return this.offer("lay");
  }
  /** The address of the rules page. */
  get rulesPage() {
    const set = this.picture?.rules ?? this.about?.set ?? "";
    return `rules?game=${encodeURIComponent(this.scene.game)}&set=${encodeURIComponent(set)}`;
  }
}
