// Gives the felt its sizes after a drawing: counts what the round has at its fullest, computes the sizes, and sets them
// for the style sheet. Within a round nothing shrinks or grows unless more comes than was foreseen. If nothing changed
// that has a size, the browser is not asked for one: that would make it lay out the page in the midst of a drawing.

import { otherPlaces } from "../view.js";
import { fit, GIVES, SIDES } from "./fit.js";

/**
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("./fit.js").Contents} Contents
 * @typedef {import("../../parts/types.js").Spread} Spread
 * @typedef {import("./fit.js").Sizes} Sizes
 * @typedef {object} Fitted
 * @property {string} page its size and its game
 * @property {string} key all that was drawn and has a size
 * @property {Contents | null} contents
 * @property {boolean} over
 * @property {number} width of the felt
 * @property {number} tall the height of the felt
 * @property {number} height the least height of the felt since the page has this size
 * @property {number} reserve
 * @property {Sizes | null} sizes
 */

/** What was computed for each felt. @type {WeakMap<Element, Fitted>} */
const fitted = new WeakMap();

/** More than this many cards of one hand are set in two hands. */
const SET_FROM = 5;
/** The cards of a board, and of a hand in a row, when all are dealt. */
const [BOARD, ROW] = [5, 7];
/** A place that is lower than this has no room for the name of a hand under its cards. */
const NAMED = 136;
/** The height of a plate with cards and words. It grows downwards, so what it begins with stays. */
const TALL = 132;

/** The number of cards in the longest of some hands. @param {Spread[]} hands */
const longest = (hands) => Math.max(0, ...hands.map((each) => Math.max(each.cards.length, each.slots ?? 0)));

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
  const own = spreads.filter((each) => each.mine && each.place[0] === "hand" && each.cards.length);
  const bank = spreads.filter((each) => each.dealer && !each.mine && each.cards.length);
  const boards = spreads.filter((each) => each.place[0] === "board" && each.cards.length);
  const theirs = spreads.filter((each) => !each.mine && each.place[0] === "hand");
  const setting = seating === "rim" && (printed.hand ?? 0) > SET_FROM;
  const areas = seating === "rim" ? (cloth?.areas ?? []) : [];
  const spots = new Set((picture?.boxes ?? []).filter((box) => box.mine).map((box) => box.spot.split(".")[0]));
  // Around a ring, cards are either drawn or dealt to a board. Cards in rows come one by one.
  const board = seating === "ring" && !cloth?.draws ? BOARD : 0;
  const row = seating === "rows" ? ROW : 0;
  return {
    seating,
    others: otherPlaces(t.places).filter((each) => !each.behind || seating !== "columns").length,
    house: Math.max(printed.dealer ?? 0, longest(bank)),
    houseHands: Math.max(bank.length, setting ? 2 : 1),
    board: Math.max(printed.board ?? 0, board, longest(boards)),
    boards: Math.max(1, boards.length),
    mine: Math.max(printed.hand ?? 0, longest(own), row),
    myHands: Math.max(1, setting ? 1 : new Set(own.map((each) => each.place.join(" "))).size),
    setting: setting ? 1 : 0,
    areas: areas.reduce(
      (sum, each) => sum + (each.jackpot ? 0.8 : (each.spots ?? 0) > 1 ? (each.spots ?? 1) * 0.72 : 1),
      0,
    ),
    joints: areas.filter((each) => each.equals).length,
    spots: Math.max(1, spots.size),
    bands: seating === "columns" ? (cloth?.areas?.length ?? 0) : 0,
    meter: cloth?.banked ? 1 : 0,
    print: (picture?.meters?.length ?? 0) + 2 * (picture?.notices?.length ?? 0) + (printed.board ? 0 : 1),
    up: Math.max(1, row, longest(theirs)),
    draws: cloth?.draws ?? 0,
    note: note ? 1 : 0,
  };
}

/** The greater of each number. @param {Contents} one @param {Contents} other @returns {Contents} */
function fullest(one, other) {
  const all = /** @type {any} */ ({ ...other });
  for (const [name, value] of Object.entries(one))
    if (typeof value === "number") all[name] = name === "note" ? all[name] : Math.max(value, all[name]);
  return all;
}

/** What does not flow: plates have their own places and cut off what is too long. */
const PLATES = ".others, .around, .srows, .opps";

/** The words that take room on a felt. Figures of the same length take the same room. @param {Element} felt */
const words = (felt) =>
  [...felt.children]
    .map((each) => (each.matches(PLATES) ? "" : each.textContent))
    .join("|")
    .replace(/\d/g, "0");

/** The prompt may grow or a drawer open without a change on the felt. */
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const was = fitted.get(target);
    const felt = /** @type {HTMLElement} */ (target);
    if (!was || !felt.clientHeight || (felt.clientHeight === was.tall && felt.clientWidth === was.width)) continue;
    measure(felt, was);
  }
});

/**
 * Compute the sizes of a felt and set them.
 * @param {Element} root
 * @param {TableView} t
 */
export function fitFelt(root, t) {
  const felt = /** @type {HTMLElement | null} */ (root.querySelector(".felt"));
  if (!felt) return;
  const page = `${innerWidth} ${innerHeight} ${t.scene.game} ${t.cloth?.seating}`;
  const over = Boolean(t.picture?.over);
  const now = contents(t, Boolean(felt.querySelector(".tour")));
  const key = JSON.stringify([page, t.moment, over, now, words(felt)]);
  let was = fitted.get(felt);
  if (was?.sizes && was.key === key) {
    place(felt, was, was.sizes);
    return;
  }
  if (!felt.clientHeight) return;
  if (!was) observer.observe(felt);
  if (was?.page !== page)
    was = { page, key, contents: null, over, width: 0, tall: 0, height: felt.clientHeight, reserve: 0, sizes: null };
  const starts = was.over && !over;
  if (starts && was.contents) now.boards = Math.max(now.boards, was.contents.boards);
  was.contents = was.contents && !starts ? fullest(was.contents, now) : now;
  was.over = over;
  was.key = key;
  fitted.set(felt, was);
  measure(felt, was);
}

/** @param {HTMLElement} felt @param {Fitted} was */
function measure(felt, was) {
  if (!was.contents) return;
  was.width = felt.clientWidth;
  was.tall = felt.clientHeight;
  was.height = Math.min(was.height, was.tall);
  // Words may need more lines than were foreseen. Then the rest is computed for a felt that is as much lower.
  for (let again = 0; again < 5; again += 1) {
    was.sizes = fit(was.width, was.height - was.reserve, was.contents);
    apply(felt, was, was.sizes);
    const beyond = felt.scrollHeight - felt.clientHeight;
    if (beyond < 1 || was.reserve > was.height / 3) break;
    was.reserve += beyond;
  }
  const text = felt.querySelector(".tour-text");
  felt.querySelector(".tour")?.classList.toggle("cut", Boolean(text && text.scrollHeight > text.clientHeight + 1));
}

/** Set a length for the style sheet, if it is another. @param {HTMLElement} on @param {string} name @param {number} value */
function set(on, name, value) {
  const length = `${value}px`;
  if (on.style.getPropertyValue(name) !== length) on.style.setProperty(name, length);
}

/** @param {HTMLElement} felt @param {Fitted} was @param {Sizes} sizes */
function apply(felt, was, sizes) {
  const { level, beside, need, ...widths } = sizes;
  for (const [name, value] of Object.entries(widths)) set(felt, `--fit-${name}`, Math.floor(value));
  felt.dataset.gives = GIVES.slice(0, level).join(" ");
  felt.dataset.beside = String(beside);
  felt.dataset.level = String(level);
  felt.closest(".table-page")?.setAttribute("data-note", sizes.note ? "felt" : "button");
  place(felt, was, sizes);
}

/**
 * Put the plates in their places, from my left around the table: at the left side, above, at the right side.
 * @param {HTMLElement} felt
 * @param {Fitted} was
 * @param {Sizes} sizes
 */
function place(felt, was, sizes) {
  const seats = /** @type {HTMLElement[]} */ ([...felt.querySelectorAll(".others > .seat, .around > .pseat")]);
  const ring = felt.dataset.seating === "ring";
  const { width } = was;
  const sides = width >= SIDES;
  const left = ring ? sizes.side : Math.ceil(seats.length / 2);
  const right = Math.min(left, seats.length - left);
  const top = seats.length - left - right;
  const above = top ? sizes.slot + 6 : 0;
  const pairs = ring && !sides && left > 0;
  const below = sizes.note ? sizes.note + 10 : 0;
  const free = pairs ? left * (sizes.slot + 2) : was.tall - above - below;
  felt.dataset.sides = String(sides);
  felt.dataset.pairs = String(pairs);
  set(felt, "--fit-above", above + (pairs ? free : 0) + 4);
  set(felt, "--fit-potsAt", above + free / 2);
  if (!ring && !sides) return;
  const [from, to] = sides ? [sizes.plate + 12, width - sizes.plate - 12] : [0, width];
  seats.forEach((seat, at) => {
    const column = (/** @type {number} */ n, /** @type {number} */ of) => {
      const down = Math.max(3, (free / of - TALL) / 2);
      return [above + (free * n) / of + down, free / of - down];
    };
    const [x, [y, most]] =
      at < left
        ? [6, column(left - 1 - at, left)]
        : at < left + top
          ? [from + ((to - from) * (at - left + 0.5)) / top - sizes.plate / 2, [4, sizes.slot + 4]]
          : [width - sizes.plate - 6, column(at - left - top, right)];
    set(seat, "--x", Math.round(x));
    set(seat, "--y", Math.round(y));
    set(seat, "--h", Math.floor(most - 4));
    seat.classList.toggle("low", most < NAMED);
  });
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
