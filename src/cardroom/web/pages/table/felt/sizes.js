// Puts everything on the felt in its place after a drawing: counts what the round has at its fullest, and gives each
// part its box. Within a round nothing shrinks or grows unless more comes than was foreseen. Nothing of the page is
// measured but the size of the felt, which an observer reports.

import { cardsToSet, FRONT, otherPlaces, sharedCard } from "../view.js";
import { fit, GIVES } from "./fit.js";
import { fitNote } from "./note.js";
import { cornerRadius, shownBoxes } from "./rail.js";
import { fitShowdown } from "./showdown.js";

/**
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("./fit.js").Contents} Contents
 * @typedef {import("./fit.js").Figure} Figure
 * @typedef {import("./fit.js").Layout} Layout
 * @typedef {import("../../parts/types.js").Spread} Spread
 * @typedef {object} Fitted
 * @property {string} round the game and its seating
 * @property {string} key all that has a size
 * @property {boolean} over
 * @property {Contents} contents
 * @property {number} width of the felt
 * @property {number} height
 * @property {Layout | null} layout
 */

/** What was computed for each felt. @type {WeakMap<Element, Fitted>} */
const fitted = new WeakMap();

/** The cards of a board, and of a hand in a row, when all are dealt. */
const [BOARD, ROW] = [5, 7];
/** Long words of a hand. They may come before the round is over. */
const LONG = "Two pair, queens and jacks, seven kicker";
/** What follows them if there are two boards. */
const SECOND = "; second board: pair of queens, king kicker";
/** Hands whose cards are counted have shorter ones. */
const LONG_COUNT = "Hand 4: 29, busted · $100";
const LONG_FRONT = "In front: Queen high, nine";

/** Smaller areas have square corners and no drawn chips. */
const SMALL = 66;

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
  const row = seating === "rows" ? (printed.hand ?? ROW) : 0;
  const counted = seating === "rim" && !printed.board && (printed.hand ?? 2) < 3; // two cards make no poker hand
  const long = { cards: 0, words: widthOf(counted ? LONG_COUNT : (cloth?.boards ?? 1) > 1 ? LONG + SECOND : LONG) };
  const two = (/** @type {number} */ all) => [
    { cards: FRONT, words: widthOf(LONG_FRONT) },
    { cards: all - FRONT, words: widthOf(LONG) },
  ];
  const dealer = printed.dealer ?? 0;
  const named = bank.length ? `${bank[0].title}: ` : "Player-dealer: ";
  const areas = seating === "rim" ? (cloth?.areas ?? []) : [];
  return {
    seating,
    others: otherPlaces(t.places).filter((each) => !each.behind || seating !== "columns").length,
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
function fullest(one, other) {
  if (Array.isArray(one) && Array.isArray(other))
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
      one[at] === undefined ? other[at] : other[at] === undefined ? one[at] : fullest(one[at], other[at]),
    );
  if (typeof one === "number" && typeof other === "number") return Math.max(one, other);
  if (typeof one !== "object") return other;
  return Object.fromEntries(Object.keys(other).map((name) => [name, fullest(one[name], other[name])]));
}

/** The prompt may grow or a drawer open without a change on the felt. */
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const was = fitted.get(target);
    if (!was || !contentRect.height) continue;
    if (contentRect.height === was.height && contentRect.width === was.width) continue;
    [was.width, was.height] = [contentRect.width, contentRect.height];
    layOut(/** @type {HTMLElement} */ (target), was);
  }
});

/**
 * Give everything on a felt its place.
 * @param {Element} root
 * @param {TableView} t
 */
export function fitFelt(root, t) {
  const felt = /** @type {HTMLElement | null} */ (root.querySelector(".felt"));
  if (!felt) return;
  const round = `${t.scene.game} ${t.cloth?.seating} ${t.size}`;
  const over = Boolean(t.picture?.over);
  const now = contents(t, Boolean(felt.querySelector(".tour")));
  const was = fitted.get(felt);
  const same = was?.round === round && !(was.over && !over);
  const all = same && was ? { ...fullest(was.contents, now), note: now.note, others: now.others } : now;
  const key = JSON.stringify(all);
  const is = {
    round,
    key,
    over,
    contents: all,
    width: was?.width ?? felt.clientWidth,
    height: was?.height ?? felt.clientHeight,
    layout: was && was.round === round && was.key === key ? was.layout : null,
  };
  fitted.set(felt, is);
  if (!was) observer.observe(felt);
  if (is.layout) {
    place(felt, is.layout);
    roundTable(felt, is);
  } else if (is.height) layOut(felt, is);
}

/** @param {HTMLElement} felt @param {Fitted} is */
function layOut(felt, is) {
  is.layout = fit(is.width, is.height, is.contents);
  place(felt, is.layout);
  roundTable(felt, is);
}

/** Make the table as round as what lies on it allows. @param {HTMLElement} felt @param {Fitted} is */
function roundTable(felt, is) {
  const boxes = [...(is.layout?.boxes ?? []), ...shownBoxes(felt)];
  set(felt, "--round", `${cornerRadius(is.width, is.height, is.contents.seating, boxes)}px`);
}

/** The elements of each box. */
const ELEMENTS = /** @type {Record<string, string>} */ ({
  house: ".house-cards",
  meter: ".bank",
  print: ".print",
  board: ".boards",
  pots: ".pots",
  areas: ".spots",
  mine: ".zone.mine > :is(.myhands, .setter, .rows)",
  me: ".zone.mine > :is(.me, p.foul, .order)",
  rows: ".srows, .opps",
  hands: ".hands, .lately",
  layout: ".layout, .tiles",
  name: ".cloth-name",
  note: ".tour",
  plate: ".others > .seat, .around > .pseat",
});

/** @param {HTMLElement} felt @param {Layout} layout */
function place(felt, layout) {
  set(felt, "--words", `${layout.words}px`);
  set(felt, "--cw-mine", `${layout.mine}px`);
  felt.dataset.gives = GIVES.slice(0, layout.level).join(" ");
  felt.dataset.beside = String(layout.beside);
  felt.dataset.sides = String(layout.sides);
  felt.dataset.fits = String(layout.fits);
  const note = layout.boxes.find((each) => each.name === "note");
  const noted = Boolean(note);
  fitShowdown(felt, felt.querySelector(".tour") ? note : undefined);
  felt.closest(".table-page")?.setAttribute("data-note", noted ? "felt" : "button");
  /** @type {Map<string, import("./fit.js").Box[]>} */
  const boxes = new Map();
  for (const each of layout.boxes) {
    const [name] = each.name.split(" ");
    boxes.set(name, [...(boxes.get(name) ?? []), each]);
  }
  // Before the deal, a jackpot and its prescribed text are where the bank's cards and the board will lie.
  if (!boxes.has("print") && felt.querySelector(".meterline") && !felt.querySelector(".house .card"))
    boxes.set("print", [around("print", [...(boxes.get("house") ?? []), ...(boxes.get("board") ?? [])])]);
  const free = boxes.get("mine") ?? boxes.get("hands");
  if (free) boxes.set("name", free);
  for (const [name, selector] of Object.entries(ELEMENTS)) {
    const found = /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(selector));
    const places = (boxes.get(name) ?? []).sort((one, other) => numberOf(one.name) - numberOf(other.name));
    found.forEach((element, at) => {
      put(element, places[at]);
    });
  }
  fitNote(felt);
}

/** The box around some others. @param {string} name @param {import("./fit.js").Box[]} all @returns {import("./fit.js").Box} */
function around(name, all) {
  const [x, y] = [Math.min(...all.map((each) => each.x)), Math.min(...all.map((each) => each.y))];
  const right = Math.max(...all.map((each) => each.x + each.w));
  return { name, x, y, w: right - x, h: Math.max(...all.map((each) => each.y + each.h)) - y };
}

/** Properties that are no lengths. */
const COUNTS = new Set(["--lines", "--in", "--across"]);

/** @param {string} name */
const numberOf = (name) => Number(name.split(" ")[1] ?? 0);

/** @param {HTMLElement} element @param {import("./fit.js").Box | undefined} box */
function put(element, box) {
  set(element, "display", box ? "" : "none");
  if (!box) return;
  set(element, "left", `${Math.round(box.x)}px`);
  set(element, "top", `${Math.round(box.y)}px`);
  set(element, "width", `${Math.floor(box.w)}px`);
  set(element, "height", `${Math.ceil(box.h)}px`);
  for (const [name, value] of Object.entries(box.vars ?? {}))
    set(element, name, typeof value === "number" && !COUNTS.has(name) ? `${value.toFixed(2)}px` : String(value));
  if (box.vars?.["--set"]) element.dataset.set = String(box.vars["--set"]);
  if (box.vars?.["--area"]) element.dataset.small = String(Number(box.vars["--area"]) < SMALL);
}

/** Set a property, if it has another value. @param {HTMLElement} on @param {string} name @param {string} value */
function set(on, name, value) {
  if (on.style.getPropertyValue(name) !== value) on.style.setProperty(name, value);
}

/** The table that was drawn last without a page of its own. @type {TableView | null} */
let still = null;

/** Fit the felt of a replay or a drill as soon as it is drawn, and when the screen changes. @param {TableView} view */
export function fitSoon(view) {
  const again = () => still && fitFelt(document.body, still);
  if (!still) addEventListener("resize", again);
  still = view;
  queueMicrotask(again);
}
