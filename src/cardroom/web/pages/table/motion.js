// Motion on the felt, in four moves: cards are dealt, cards are turned over, chips and buttons slide, cards are collected.
// The page already shows the new state when a move begins, so nothing waits for it. What flies is a drawing in a layer of
// its own: only transforms and opacity change, so nothing else on the page moves. Sounds belong to the moves. They are
// heard when something arrives, or at once if nothing may move.

import { motionOff } from "../parts/bar.js";
import { card } from "../parts/card.js";
import { patch } from "../parts/dom.js";
import { UNKNOWN } from "../parts/words.js";
import { stack } from "./felt/stack.js";
import { playSound } from "./sound.js";

/**
 * @typedef {import("./changes.js").Changes} Changes
 * @typedef {import("./changes.js").Transfer} Transfer
 * @typedef {import("./changes.js").Where} Where
 * @typedef {{ x: number, y: number }} Point
 * @typedef {object} Felt what was on the felt before it was redrawn
 * @property {boolean} still whether nothing may move
 * @property {Set<string>} laid areas on which the viewer's chips lay
 * @property {Map<Element, string>} cards
 * @property {{ ghost: Element, at: Point, width: number }[]} collected cards that are taken away
 * @property {Map<string, Point>} buttons where each marker was that goes to another seat
 * @typedef {{ bet: number, pay: number }} Arrivals when chips arrive, in milliseconds
 */

/** A whole deal, with the chips that are paid after it, takes no longer than this, in milliseconds. */
const LONGEST = 900;
/** More than this at once is a burst of changes: what flew before is dropped. */
const MOST_FLYING = 80;
/** Pixels that chips must travel to be worth showing. */
const NEAR = 24;
/** Chips of several seats follow each other by this many milliseconds, up to the fifth. */
const [NEXT_CHIPS, FIFTH] = [20, 4];
/** How far a card turns on its way from the dealer. */
const SPIN = "-24deg";

/** A duration of the design's tokens, in milliseconds. @param {string} name */
const lasting = (name) => Number.parseFloat(designToken(`--t-${name}`));
/** @param {string} name */
const designToken = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Animations that are running, each with the drawing to remove at its end. @type {Map<Animation, Element | null>} */
const running = new Map();

/** End all motion. The page shows the state that it already has. */
export function skipMotion() {
  for (const [animation, ghost] of running) {
    animation.cancel();
    ghost?.remove();
  }
  running.clear();
}
document.addEventListener("visibilitychange", () => document.hidden && skipMotion());
addEventListener("resize", skipMotion);

/**
 * Note what is on the felt before it is redrawn. Only what will leave its place is measured.
 * @param {Element} root
 * @param {Changes} changes
 * @returns {Felt}
 */
export function noteFelt(root, changes) {
  const stacks = [...root.querySelectorAll(".felt [data-wager] .stack")];
  const laid = new Set(stacks.map((each) => each.closest("[data-wager]")?.getAttribute("data-wager") ?? ""));
  if (motionOff() || document.hidden) return { still: true, laid, cards: new Map(), collected: [], buttons: new Map() };
  const all = [...root.querySelectorAll(".felt .card")];
  const leaving = changes.collected ? all.filter((each) => each.getBoundingClientRect().width) : [];
  const moving = changes.buttons.map((name) => /** @type {const} */ ([name, buttonOf(root, name)]));
  return {
    still: false,
    laid,
    cards: new Map(all.map((each) => [each, cardOf(each)])),
    collected: leaving.map((each) => ({
      ghost: /** @type {Element} */ (each.cloneNode(true)),
      at: centre(each.getBoundingClientRect()),
      width: cardWidth(each),
    })),
    buttons: new Map(moving.flatMap(([name, at]) => (at ? [[name, centre(at.getBoundingClientRect())]] : []))),
  };
}

/** @param {Element} each */
const cardOf = (each) => each.getAttribute("data-card") ?? "";
/** @param {Element} each */
const cardWidth = (each) => Number.parseFloat(getComputedStyle(each).width);

/** The marker of a name. @param {Element} root @param {string} name */
const buttonOf = (root, name) =>
  [...root.querySelectorAll(".felt .btnmark")].find(
    (each) => each.getAttribute("title")?.split(",")[0].toLowerCase() === name.toLowerCase(),
  );

/**
 * Move what has changed, and play the sounds of what moved.
 * @param {Element} root
 * @param {Felt} before
 * @param {Changes} changes
 * @param {number} mySeat
 */
export function playMoves(root, before, changes, mySeat) {
  const felt = root.querySelector(".felt");
  // Chips that the viewer laid on an area lie there already.
  const sliding = changes.transfers.filter(
    ({ to }) => changes.over || to.at !== "bet" || to.seat !== mySeat || !before.laid.has(to.wager ?? ""),
  );
  const arrivals = felt && !before.still ? startMoves(felt, before, changes, sliding, mySeat) : { bet: 0, pay: 0 };
  if (document.hidden) return;
  const mine = (/** @type {Where} */ where) => "seat" in where && (!mySeat || where.seat === mySeat);
  if (changes.fresh.size || changes.collected) playSound("card");
  if (sliding.some(({ from, to }) => !("seat" in from) && mine(to))) playSound("paid", arrivals.pay);
  else if (sliding.length && !changes.over) playSound("chip", arrivals.bet);
}

/**
 * @param {Element} felt
 * @param {Felt} before
 * @param {Changes} changes
 * @param {Transfer[]} sliding
 * @param {number} mySeat
 * @returns {Arrivals}
 */
function startMoves(felt, before, changes, sliding, mySeat) {
  if (running.size > MOST_FLYING) skipMotion();
  const around = felt.getBoundingClientRect();
  const dealer = { x: around.x + around.width / 2, y: around.y };
  for (const { ghost, at, width } of before.collected) collectGhost(ghostAround(ghost, at, width), at, dealer);
  for (const seat of changes.folded) {
    const there = seat !== mySeat && felt.querySelector(`[data-seat="${seat}"]`);
    if (!there) continue;
    const at = centre(there.getBoundingClientRect());
    collectGhost(ghostOf(card(UNKNOWN, "", false, ""), at, 26), at, dealer);
  }
  const pays = changes.over && sliding.length ? lasting("result") + FIFTH * NEXT_CHIPS : 0;
  const deal = dealCards(felt, dealer, before, new Map(changes.fresh), LONGEST - pays);
  for (const name of changes.buttons) slideButton(felt, name, before.buttons.get(name) ?? dealer); // none at a showdown
  const waits = changes.over ? deal : 0; // chips are paid when the cards lie open
  sliding.forEach((each, at) => {
    const [from, to] = [placeOf(felt, each.from, mySeat), placeOf(felt, each.to, mySeat)];
    if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) < NEAR) return;
    const size = Math.max(18, Math.min(30, innerWidth / 40));
    slideGhost(
      ghostOf(stack(each.amount), from, size),
      from,
      to,
      waits + Math.min(at, FIFTH) * NEXT_CHIPS,
      lasting("result"),
    );
  });
  return { bet: lasting("result"), pay: waits + lasting("result") };
}

/** The layer of flying drawings. It is never in the way of a press, and screen readers do not see it. */
function layer() {
  const there = document.querySelector(".flying");
  if (there) return there;
  const made = document.createElement("div");
  made.className = "flying";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/** @param {DOMRect} box @returns {Point} */
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * Where chips are, as a point of the screen.
 * @param {Element} felt
 * @param {Where} where
 * @param {number} mySeat
 */
function placeOf(felt, where, mySeat) {
  const mine = "seat" in where && where.seat === mySeat;
  const at = (/** @type {string} */ selector) =>
    [...felt.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()).find((box) => box.width > 0);
  const area = "wager" in where && where.wager ? `[data-wager="${where.wager}"]` : "";
  const seat = "seat" in where ? `[data-seat="${where.seat}"]` : "";
  const box =
    where.at === "house"
      ? (at(".house-cards .card") ?? at(".house"))
      : where.at === "pot"
        ? (at(".pot .stack") ?? at(".pots"))
        : mine
          ? (where.at === "bet" && area && at(`${area} .stack`)) || (area && at(area)) || at(".me") || at(".mine")
          : (where.at === "bet" && at(`${seat} .stack`)) || at(seat);
  if (box) return centre(box);
  const around = felt.getBoundingClientRect();
  return where.at === "house" ? { x: around.x + around.width / 2, y: around.y } : null;
}

/**
 * A drawing in the layer, around a point.
 * @param {import("../parts/dom.js").Node_} drawing
 * @param {Point} at
 * @param {number} size the width of a card, or the height of a stack
 */
function ghostOf(drawing, at, size) {
  const ghost = ghostAround(null, at, size);
  patch(ghost, drawing);
  return ghost;
}

/** @param {Element | null} drawing @param {Point} at @param {number} size */
function ghostAround(drawing, at, size) {
  const ghost = document.createElement("div");
  ghost.style.left = `${at.x}px`;
  ghost.style.top = `${at.y}px`;
  ghost.style.setProperty("--card-w", `${size}px`);
  ghost.style.setProperty("--stack", `${size}px`);
  if (drawing) ghost.append(drawing);
  layer().append(ghost);
  return ghost;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} delay
 * @param {number} duration
 * @param {Element | null} ghost what to remove at the end
 */
function animate(element, frames, delay, duration, ghost) {
  const animation = element.animate(frames, { delay, duration, fill: "backwards" });
  running.set(animation, ghost);
  animation.onfinish = () => {
    running.delete(animation);
    ghost?.remove();
  };
}

/** @param {Point} from @param {Point} to */
const wayTo = (from, to) => `${to.x - from.x}px ${to.y - from.y}px`;

/** In a straight line, slower at its end. @param {Element} ghost @param {Point} from @param {Point} to @param {number} delay @param {number} lasts */
function slideGhost(ghost, from, to, delay, lasts) {
  const easing = designToken("--ease");
  const frames = [
    { translate: "0 0", opacity: delay ? 0 : 1 },
    { translate: "0 0", opacity: 1, offset: 0.01, easing },
    { translate: wayTo(from, to), opacity: 1, offset: 0.9 },
    { translate: wayTo(from, to), opacity: 0 },
  ];
  animate(ghost, frames, delay, lasts, ghost);
}

/** Towards the dealer. It fades in the last third. @param {Element} ghost @param {Point} from @param {Point} to */
function collectGhost(ghost, from, to) {
  const frames = [
    { translate: "0 0", rotate: "0deg", opacity: 1, easing: designToken("--ease") },
    { opacity: 1, offset: 0.67 },
    { translate: wayTo(from, to), rotate: "12deg", opacity: 0 },
  ];
  animate(ghost, frames, 0, lasting("collect"), ghost);
}

/** A button goes to its seat. It is not seen there before it arrives. @param {Element} felt @param {string} name @param {Point} from */
function slideButton(felt, name, from) {
  const button = buttonOf(felt.parentElement ?? felt, name);
  const box = button?.getBoundingClientRect();
  if (!button || !box?.width) return;
  const lasts = lasting("move");
  slideGhost(ghostAround(/** @type {Element} */ (button.cloneNode(true)), from, 0), from, centre(box), 0, lasts);
  animate(button, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], 0, lasts, null);
}

/**
 * Slide new cards from the dealer to their places and turn over those that are face up. A card that was face down at
 * its place only turns. The words of a hand are seen when its cards lie open. Returns when the last card lies open.
 * @param {Element} felt
 * @param {Point} dealer
 * @param {Felt} noted cards of the round before go first
 * @param {Map<number, number>} fresh how often each card is new, so that a card that changed its place is not dealt again
 * @param {number} longest in milliseconds
 */
function dealCards(felt, dealer, { cards: before, collected: { length: collected } }, fresh, longest) {
  const dealt = [...felt.querySelectorAll(".card")].filter((each) => {
    const value = Number(cardOf(each));
    if (before.get(each) === cardOf(each) && !collected) return false;
    if (!fresh.get(value)) return false;
    fresh.set(value, (fresh.get(value) ?? 0) - 1);
    return true;
  });
  if (!dealt.length) return 0;
  const [slides, turns, easing] = [lasting("move"), lasting("turn"), designToken("--ease")];
  const first = collected ? lasting("collect") : 0;
  const gap = Math.min(lasting("deal-gap"), (longest - first - slides - turns) / dealt.length);
  // Measure everything before anything is added, so that the layout is computed once.
  const measured = dealt.map((each) => ({
    each,
    at: centre(each.getBoundingClientRect()),
    width: cardWidth(each),
    tilt: each.classList.contains("turned") ? "90deg" : "0deg",
    words: each.closest(".hand")?.querySelector(".hand-name b") ?? null,
  }));
  /** @type {Map<Element, number>} */
  const opened = new Map();
  let last = 0;
  measured.forEach(({ each, at, width, tilt, words }, number) => {
    const up = Number(cardOf(each)) !== UNKNOWN;
    const lay = before.get(each) === String(UNKNOWN) && !collected;
    const whole = (lay ? 0 : slides) + (up ? turns : 0);
    if (!whole) return;
    const delay = first + number * gap;
    const arrives = (lay ? 0 : slides) / whole;
    const half = up ? (whole - turns / 2) / whole : 1;
    const ghost = ghostOf(card(UNKNOWN, "", false, ""), at, width);
    const edge = up ? "0 1" : "1 1";
    const start = lay
      ? { translate: "0 0", rotate: tilt, opacity: 1 }
      : { translate: wayTo(at, dealer), rotate: SPIN, opacity: 0 };
    animate(
      ghost,
      [
        { ...start, scale: "1 1", easing },
        { opacity: 1, offset: Math.min(0.2, arrives / 2) },
        { translate: "0 0", rotate: tilt, scale: "1 1", offset: arrives },
        { translate: "0 0", rotate: tilt, scale: edge, opacity: 1, offset: half },
        { translate: "0 0", rotate: tilt, scale: edge, opacity: up ? 0 : 1 },
      ],
      delay,
      whole,
      ghost,
    );
    const hidden = { opacity: 0, scale: edge };
    animate(
      each,
      [
        hidden,
        { ...hidden, offset: half - 0.01 },
        { opacity: 1, scale: edge, offset: half },
        { opacity: 1, scale: "1 1" },
      ],
      delay,
      whole,
      null,
    );
    last = Math.max(last, delay + whole);
    if (words && up) opened.set(words, Math.max(opened.get(words) ?? 0, delay + whole));
  });
  for (const [words, open] of opened)
    animate(words, [{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], 0, open, null);
  return last;
}
