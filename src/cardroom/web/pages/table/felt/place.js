// Puts each element of the felt in the box that the layout gives it, after a drawing and when the felt's size changes.
// Within a round nothing shrinks or grows unless more comes than was foreseen. Nothing of the page is measured but the
// size of the felt, which an observer reports.

import { contents, fullest } from "./contents.js";
import { CIRCLE, fit, GIVES } from "./layout.js";
import { fitNote } from "./note.js";
import { cornerRadius, shownBoxes } from "./rail.js";
import { fitShowdown } from "./showdown.js";

/**
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("./layout.js").Contents} Contents
 * @typedef {import("./layout.js").Layout} Layout
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
  const all =
    same && was ? { ...fullest(was.contents, now), note: now.note, others: now.others, resting: now.resting } : now;
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
  set(felt, "--small", `${layout.small}px`);
  set(felt, "--cw-mine", `${layout.mine}px`);
  felt.dataset.gives = GIVES.slice(0, layout.level).join(" ");
  felt.dataset.beside = String(layout.beside);
  felt.dataset.sides = String(layout.sides);
  felt.dataset.fits = String(layout.fits);
  const note = layout.boxes.find((each) => each.name === "note");
  const noted = Boolean(note);
  fitShowdown(felt, felt.querySelector(".tour") ? note : undefined);
  felt.closest(".table-page")?.setAttribute("data-note", noted ? "felt" : "button");
  /** @type {Map<string, import("./layout.js").Box[]>} */
  const boxes = new Map();
  for (const each of layout.boxes) {
    const [name] = each.name.split(" ");
    boxes.set(name, [...(boxes.get(name) ?? []), each]);
  }
  // Before the deal, a jackpot and its prescribed text are where the bank's cards and the board will lie.
  if (!boxes.has("print") && felt.querySelector(".meterline") && !felt.querySelector(".house .card"))
    boxes.set("print", [around("print", [...(boxes.get("house") ?? []), ...(boxes.get("board") ?? [])])]);
  const free = boxes.get("mine")?.[0] ?? boxes.get("hands")?.[0];
  const line = boxes.get("me")?.[0] ?? free; // wider than the places of my cards
  if (free && line) boxes.set("name", [{ ...free, x: Math.min(free.x, line.x), w: Math.max(free.w, line.w) }]);
  for (const [name, selector] of Object.entries(ELEMENTS)) {
    const found = /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(selector));
    const places = (boxes.get(name) ?? []).sort((one, other) => numberOf(one.name) - numberOf(other.name));
    found.forEach((element, at) => {
      put(element, places[at]);
    });
  }
  fitNote(felt);
}

/** The box around some others. @param {string} name @param {import("./layout.js").Box[]} all @returns {import("./layout.js").Box} */
function around(name, all) {
  const [x, y] = [Math.min(...all.map((each) => each.x)), Math.min(...all.map((each) => each.y))];
  const right = Math.max(...all.map((each) => each.x + each.w));
  return { name, x, y, w: right - x, h: Math.max(...all.map((each) => each.y + each.h)) - y };
}

/** Properties that are no lengths. */
const COUNTS = new Set(["--lines", "--in", "--across"]);

/** @param {string} name */
const numberOf = (name) => Number(name.split(" ")[1] ?? 0);

/** @param {HTMLElement} element @param {import("./layout.js").Box | undefined} box */
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
  if (box.vars?.["--area"]) element.dataset.small = String(Number(box.vars["--area"]) < CIRCLE);
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
