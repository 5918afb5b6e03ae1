// What a table shows to one viewer: who sits where, what moment of the round it is, and what the viewer has entered.
// The live page and a replay both draw from it. Nothing here sends or draws. This is one class, because everything is
// derived from the same scene.

import { TAGS } from "../parts/tags.js";
import { plainName } from "../parts/words.js";

export { plainName };

/**
 * @typedef {import("../parts/types.js").TableScene} Scene
 * @typedef {import("../parts/types.js").Prompt} Prompt
 * @typedef {import("./prompt/draft.js").Wagers} Wagers
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
 * @property {string} litResult the result whose cards are lit, as chosen by the user
 * @property {number} litSide which of its hands is lit; -1 for the better one
 * @property {import("../fair/fair.js").Verdict | null} verdict the check of the last round
 * @property {boolean} checking whether that check is running
 * @property {boolean} repeatBets place the last bets again in the next round
 * @property {boolean} editBets start the next round's draft with the last bets
 * @property {boolean} queued on the waiting list
 * @property {boolean} seatOffered
 * @property {boolean} seatRequested
 * @property {boolean} leaving
 * @property {boolean | null} tour whether the guided round is shown; null until it is known
 * @property {boolean} help whether the open question is explained
 * @property {boolean} wantsBank whether the player asked to be offered the bank
 * @typedef {Draft & Session} Ui
 * @typedef {import("../parts/types.js").Picture} Picture
 * @typedef {import("../parts/types.js").Chair} Chair
 * @typedef {import("../parts/types.js").Spread} Spread
 * @typedef {import("../parts/types.js").PlacedBet} Box
 * @typedef {{ seat: number, who: string, name: string, bot: boolean, stack: number, bet: number, did: string,
 *   said: string[], status: string, asked: boolean, draws: number, banks: number,
 *   markers: import("../parts/types.js").Marker[], net: number | null, you: boolean, behind: boolean, away: boolean,
 *   out: boolean, spreads: Spread[], boxes: Box[], word: string, gives: boolean }} Place
 * @typedef {"bets" | "act" | "wait" | "over" | "idle"} Moment
 */

/** A drawer is docked where the felt keeps 460 pixels; elsewhere it is a sheet. */
const WIDE = matchMedia("(min-width: 1100px) and (min-height: 521px)");
const TABLET = matchMedia("(min-width: 700px) and (min-height: 861px)");

/** Call a function whenever the size of the screen changes. @param {() => void} changed */
export function onResize(changed) {
  addEventListener("resize", changed);
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

/** A picture of the table without the last round. @param {Picture} picture @returns {Picture} */
const cleared = (picture) => ({
  ...picture,
  chairs: [],
  spreads: [],
  boxes: [],
  pots: [],
  prompts: [],
  results: [],
  tallies: [],
  sums: null,
  happened: [],
  street: "",
  over: false,
});

/** A scene without a round. @param {string} name @returns {Scene} */
export const emptyScene = (name) =>
  /** @type {any} */ ({
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
   * @param {import("../parts/bar.js").Me | null} me
   * @param {Scene} [scene]
   */
  constructor(table, hall, me, scene = emptyScene(table)) {
    this.table = table;
    this.hall = hall;
    this.me = me;
    this.scene = scene;
    /** What the lobby lists about this table. @type {import("../parts/types.js").ListedTable | null} */
    this.about = null;
    /** @type {Ui} */
    this.ui = {
      ...emptyDraft(),
      missed: 0,
      timeout: "",
      tab: "",
      litResult: "",
      litSide: -1,
      verdict: null,
      checking: false,
      repeatBets: false,
      editBets: false,
      queued: false,
      seatOffered: false,
      seatRequested: false,
      leaving: false,
      tour: null,
      help: false,
      wantsBank: false,
    };
    /** Whether the round on the table was seen while it was played. */
    this.followed = false;
    /** @type {Picture | null} */
    this.clearedFor = null;
    /** @type {Picture | null} */
    this.clearedPicture = null;
    /** What players say at the moment. @type {Map<string, string>} */
    this.words = new Map();
    /** The hands of this shoe. @type {import("./felt/roads.js").Hand[]} */
    this.hands = [];
    /** Derived from the scene when first needed. @type {import("./view.js").Place[] | undefined} */
    this.cachedPlaces = undefined;
    /** Derived from the scene when first needed. @type {Set<number> | undefined} */
    this.cachedBonus = undefined;
  }

  get size() {
    return WIDE.matches ? "wide" : TABLET.matches ? "tablet" : "phone";
  }
  /** The round as shown. A player who has just sat down sees the table without the last round. */
  get picture() {
    const picture = this.scene.picture;
    if (!picture || !this.newcomer) return picture;
    if (this.clearedFor !== picture) [this.clearedFor, this.clearedPicture] = [picture, cleared(picture)];
    return this.clearedPicture;
  }
  /** Whether the viewer sat down after the round on the table had ended, and did not see it. */
  get newcomer() {
    const picture = this.scene.picture;
    return Boolean(
      picture?.over && !this.followed && this.mine && !this.mine.out && !picture.chairs.some((chair) => chair.you),
    );
  }
  get cloth() {
    return this.picture?.cloth;
  }
  get moment() {
    return this.newcomer ? "idle" : moment(this.scene);
  }
  get places() {
    this.cachedPlaces ??= places({ ...this.scene, picture: this.picture }, this.me?.name ?? null).map((place) => ({
      ...place,
      word: this.words.get(place.who) ?? "",
      gives: place.bot && Boolean(this.about?.private),
    }));
    return this.cachedPlaces;
  }
  /** Cards that carry the word Bonus. */
  get bonus() {
    this.cachedBonus ??= new Set(this.cloth?.bonus ?? []);
    return this.cachedBonus;
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
  /** My spots that have areas: those with chips, and the one whose question is open. */
  get mySpots() {
    const spots = new Set((this.picture?.boxes ?? []).filter((box) => box.mine).map((box) => box.spot.split(".")[0]));
    if (this.betting && this.prompt) spots.add(this.prompt.spot);
    if (!spots.size && this.mySpot) spots.add(this.mySpot);
    return [...spots];
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
    return this.offer(TAGS.Bets);
  }
  get picking() {
    return this.offer(TAGS.Pick) ?? this.offer(TAGS.Name);
  }
  get laying() {
    return this.offer(TAGS.Lay);
  }
  /** What the prompt must have room for in this game. Its height is the same for a whole round. */
  get promptKind() {
    const { seating, areas, sized } = this.cloth ?? {};
    if (!seating || areas?.length || sized) return "amounts";
    return seating === "segments" ? "rows" : "choices";
  }
  /** The address of the rules page. */
  get rulesPage() {
    const set = this.picture?.rules ?? this.about?.set ?? "";
    return `rules?game=${encodeURIComponent(this.scene.game)}&set=${encodeURIComponent(set)}`;
  }
}

/**
 * All players at the table: those in the round as the round shows them, and those who sat down since.
 * @param {Scene} scene
 * @param {string | null} me
 * @returns {Place[]}
 */
export function places(scene, me) {
  const picture = scene.picture;
  /** @type {Map<string, Place>} */
  const byName = new Map();
  for (const [who, each] of Object.entries(scene.people)) {
    byName.set(who, {
      seat: each.seat,
      who,
      name: plainName(who),
      bot: each.bot ?? false,
      stack: each.stack,
      bet: 0,
      did: "",
      said: [],
      status: "",
      asked: false,
      draws: 0,
      banks: 0,
      markers: [],
      net: null,
      you: who === me,
      behind: each.behind,
      away: each.away,
      out: each.out,
      spreads: [],
      boxes: [],
      word: "",
      gives: false,
    });
  }
  for (const chair of picture?.chairs ?? []) {
    const here = byName.get(chair.bettor);
    byName.set(chair.bettor, {
      seat: chair.seat,
      who: chair.bettor,
      name: plainName(chair.bettor),
      bot: here?.bot ?? chair.bettor.startsWith("bot "),
      stack: picture?.over && here ? here.stack : chair.stack,
      bet: chair.bet ?? 0,
      did: chair.did ?? "",
      said: chair.said ?? [],
      status: chair.status ?? "",
      asked: chair.asked ?? false,
      draws: chair.draws ?? 0,
      banks: picture?.bank?.seat === chair.seat && !chair.backline ? picture.bank.wager : 0,
      markers: chair.markers ?? [],
      net: chair.net ?? null,
      you: chair.bettor === me,
      behind: chair.backline ?? false,
      away: here?.away ?? false,
      out: here?.out ?? false,
      spreads: picture?.spreads.filter((spread) => spread.seat === chair.seat && spread.place[0] === "hand") ?? [],
      boxes: (picture?.boxes ?? []).filter((box) => box.seat === chair.seat),
      word: "",
      gives: false,
    });
  }
  return [...byName.values()].sort((one, other) => one.seat - other.seat || Number(one.behind) - Number(other.behind));
}

/** The cards of the front of two hands that are set, and from how many cards on a hand is set in two. */
export const FRONT = 2;
const SET_FROM = 6;

/** How many cards each player sets in two hands; 0 in other games. @param {import("../parts/types.js").Cloth | undefined} cloth */
export const cardsToSet = (cloth) =>
  cloth?.seating === "rim" && (cloth.cards?.hand ?? 0) >= SET_FROM ? (cloth.cards?.hand ?? 0) : 0;

/** The card at the end of every row, if all players of a stud game share one. @param {Picture | null} picture */
export function sharedCard(picture) {
  const board = picture?.cloth.seating === "rows" ? picture.spreads.filter((each) => each.place[0] === "board") : [];
  return board.length === 1 && board[0].cards.length === 1 ? board[0] : null;
}

/**
 * The other players, starting at the viewer's left.
 * @param {Place[]} all
 */
export function otherPlaces(all) {
  const mine = all.find((each) => each.you && !each.behind)?.seat ?? 0;
  const rest = all.filter((each) => !each.you);
  return [...rest.filter((each) => each.seat > mine), ...rest.filter((each) => each.seat <= mine)];
}

/**
 * The other players of a hand in rows, and those who are not in this hand.
 * @param {TableView} t
 * @returns {[Place[], Place[]]}
 */
export function dealtPlaces(t) {
  const others = otherPlaces(t.places);
  const dealt = (/** @type {Place} */ place) => !t.picture || place.spreads.some((spread) => spread.slots);
  return [others.filter(dealt), others.filter((place) => !dealt(place))];
}

/**
 * The moment of the round for this viewer.
 * @param {Scene} scene
 * @returns {Moment}
 */
export function moment(scene) {
  const picture = scene.picture;
  if (!picture) return "idle";
  if (picture.over) return "over";
  if (!picture.prompts?.length) return "wait";
  return picture.prompts[0].offers.some((offer) => offer.kind === TAGS.Bets) ? "bets" : "act";
}

/**
 * A player's status or last action, in a few words.
 * @param {Place} place
 * @param {Picture | null} picture
 */
export function statusText(place, picture) {
  if (place.word) return `“${place.word}”`;
  if (place.away) return "away";
  if (place.out) return "sitting out";
  if (picture?.over && place.net !== null) return place.net ? "" : place.status;
  if (place.asked) return "to act";
  if (place.status) return place.status;
  return place.did || (place.gives ? "gives way" : "");
}

/**
 * The remark about a player that begins with these words, or an empty text.
 * @param {Place | undefined} place
 * @param {string} what
 */
export const remark = (place, what) => place?.said.find((text) => text.startsWith(what)) ?? "";
