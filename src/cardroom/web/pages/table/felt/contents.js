// What is on a felt at its fullest: hands, boards, areas, plates and words, as the layout needs them. It reads the round
// and the printed layout, and measures words.

import { cardsToSet, dealtPlaces, FRONT, otherPlaces, sharedCard } from "../view.js";

/**
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("./layout.js").Contents} Contents
 * @typedef {import("./layout.js").Figure} Figure
 * @typedef {import("../../parts/types.js").Spread} Spread
 */

/** The cards of a board when all are dealt. */
const BOARD = 5;
/** Long words of a hand. They may come before the round is over. */
const LONG = "Two pair, queens and jacks, seven kicker";
/** What follows them if there are two boards. */
const SECOND = "; second board: pair of queens, king kicker";
/** Hands whose cards are counted have shorter ones. */
const LONG_COUNT = "Hand 4: 29, busted · $100";
const LONG_FRONT = "In front: Queen high, nine";

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const widths = new Map();

/** The width of words in letters' heights. @param {string} words */
function widthOf(words) {
  let found = widths.get(words);
  if (found === undefined) {
    pen.font = `600 100px ${getComputedStyle(document.body).fontFamily}`;
    found = pen.measureText(words).width / 100;
    if (widths.size > 500) widths.clear();
    widths.set(words, found);
  }
  return found;
}

/** @param {Spread} spread */
const many = (spread) => Math.max(spread.cards.length, spread.slots ?? 0);

/**
 * Hands as figures, with at least these.
 * @param {Spread[]} spreads
 * @param {Figure[]} least
 * @param {string} [title] what stands before the words
 */
function figuresOf(spreads, least, title = "") {
  const all = spreads.map((each) => ({ cards: many(each), words: widthOf(title + (each.says || each.shows || "")) }));
  return Array.from({ length: Math.max(all.length, least.length) }, (_, at) => ({
    cards: Math.max(1, all[at]?.cards ?? 0, least[at]?.cards ?? 0),
    words: Math.max(all[at]?.words ?? 0, least[at]?.words ?? 0),
  }));
}

/**
 * What is on the felt now, and what the round will bring as far as the printed layout says so.
 * @param {TableView} t
 * @param {boolean} note
 * @returns {Contents}
 */
export function contents(t, note) {
  const { picture, cloth } = t;
  const printed = cloth?.cards ?? {};
  const seating = cloth?.seating ?? "rim";
  const spreads = (picture?.spreads ?? []).filter((each) => each.place[2] !== "discards");
  const own = spreads.filter((each) => each.mine && each.place[0] === "hand" && many(each));
  const bank = spreads.filter((each) => each.dealer && !each.mine && many(each));
  const boards = sharedCard(picture) ? [] : spreads.filter((each) => each.place[0] === "board" && each.cards.length);
  const theirs = spreads.filter((each) => !each.mine && each.place[0] === "hand");
  const setting = cardsToSet(cloth);
  // Around a ring, cards are either drawn or dealt to a board. Cards in rows come one by one.
  const board = seating === "ring" && !cloth?.draws ? BOARD : 0;
  const row = seating === "rows" ? (printed.hand ?? 0) : 0;
  const counted = seating === "rim" && !printed.board && (printed.hand ?? 2) < 3; // two cards make no poker hand
  const long = { cards: 0, words: widthOf(counted ? LONG_COUNT : (cloth?.boards ?? 1) > 1 ? LONG + SECOND : LONG) };
  const two = (/** @type {number} */ all) => [
    { cards: FRONT, words: widthOf(LONG_FRONT) },
    { cards: all - FRONT, words: widthOf(LONG) },
  ];
  const dealer = printed.dealer ?? 0;
  const named = bank.length ? `${bank[0].title}: ` : "Player-dealer: ";
  const areas = seating === "rim" ? (cloth?.areas ?? []) : [];
  const [dealt, resting] = seating === "segments" ? dealtPlaces(t) : [otherPlaces(t.places), []];
  return {
    seating,
    others: dealt.filter((each) => !each.behind || seating !== "columns").length,
    resting: resting.length ? 1 : 0,
    house:
      seating !== "rim"
        ? []
        : figuresOf(
            setting && bank.length < 2 ? [] : bank,
            setting ? two(dealer || setting) : [{ ...long, cards: dealer || 2 }],
            setting ? "In front: " : named,
          ),
    board:
      seating === "rim" || seating === "ring"
        ? Math.max(printed.board ?? 0, board, ...boards.map(many))
        : Math.max(0, ...boards.map(many)),
    boards: Math.max(cloth?.boards ?? 1, boards.length),
    mine: figuresOf(
      setting && own.length < 2 ? [] : own,
      setting ? two(setting) : [{ ...long, cards: Math.max(printed.hand ?? 2, row) }],
      setting ? "In front: " : "",
    ),
    setting,
    areas: groupsOf(areas),
    spots: Math.max(1, t.mySpots.length),
    bands: seating === "columns" ? (cloth?.areas?.length ?? 0) : 0,
    tiles: t.size === "phone",
    meter: cloth?.banked ? 1 : 0,
    print: [
      ...(picture?.meters ?? []).map((each) => widthOf(`${each.label} $1,000,000`)),
      ...(picture?.notices ?? []).map((each) => widthOf(each.text) * 1.25),
      ...(picture?.markers?.length || setting ? [1] : []),
    ],
    pots: widthOf("..... Main pot $10,000 ..... Side pots $10,000"),
    streets: seating === "rows" || cloth?.draws ? 1 : 0,
    up: Math.max(1, row, ...theirs.map(many)),
    draws: cloth?.draws ?? 0,
    note: note ? 1 : 0,
  };
}

/**
 * Areas that stand together, as shares of an area's width. Those that must hold the same amount are joined.
 * @param {readonly import("../../parts/types.js").PrintedArea[]} areas
 */
function groupsOf(areas) {
  /** @type {{ share: number, many: number }[][]} */
  const groups = [];
  for (const each of areas) {
    const spots = each.spots ?? 1;
    const takes = { share: each.jackpot ? 0.8 : spots > 1 ? 0.7 : 1, many: spots };
    if (each.equals && groups.length) groups[groups.length - 1].push(takes);
    else groups.push([takes]);
  }
  return groups;
}

/** The greater of each number. @param {any} one @param {any} other @returns {any} */
export function fullest(one, other) {
  if (Array.isArray(one) && Array.isArray(other))
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
      one[at] === undefined ? other[at] : other[at] === undefined ? one[at] : fullest(one[at], other[at]),
    );
  if (typeof one === "number" && typeof other === "number") return Math.max(one, other);
  if (typeof one !== "object") return other;
  return Object.fromEntries(Object.keys(other).map((name) => [name, fullest(one[name], other[name])]));
}
