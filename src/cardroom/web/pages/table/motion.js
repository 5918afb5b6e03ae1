// Motion on the felt: cards slide from the dealer and turn over, chips travel. The page already shows the new state when
// motion begins, so nothing waits for it. What flies is a drawing in a layer of its own: only transforms and opacity
// change, so nothing else on the page moves.

import { motionOff } from "../parts/bar.js";
import { card } from "../parts/card.js";
import { patch } from "../parts/dom.js";
import { UNKNOWN } from "../parts/words.js";
import { stack } from "./felt/stack.js";

/**
 * @typedef {import("./changes.js").Changes} Changes
 * @typedef {import("./changes.js").Where} Where
 * @typedef {{ x: number, y: number }} Point
 */

/** Milliseconds, as in the design's tokens: a card travels, turns, and the next one follows; chips are paid. */
const [MOVE, TURN, GAP, PAY] = [180, 220, 70, 320];
/** A whole deal takes no longer than this. */
const LONGEST = 900;
/** More than this at once is a burst of changes: what flew before is dropped. */
const MOST_FLYING = 80;
/** Pixels that chips must travel to be worth showing. */
const NEAR = 24;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

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
 * Note the cards on the felt before it is redrawn. Returns null if nothing may move.
 * @param {Element} root
 * @returns {Map<Element, string> | null}
 */
export function noteCards(root) {
  if (motionOff() || document.hidden) return null;
  return new Map(Array.from(root.querySelectorAll(".felt .card"), (each) => [each, cardOf(each)]));
}

/** @param {Element} each */
const cardOf = (each) => each.getAttribute("data-card") ?? "";

/**
 * Move what has changed.
 * @param {Element} root
 * @param {Map<Element, string>} before the cards before the felt was redrawn
 * @param {Changes} changes
 * @param {number} mySeat
 */
export function playMotion(root, before, changes, mySeat) {
  const felt = root.querySelector(".felt");
  if (!felt) return;
  if (running.size > MOST_FLYING) skipMotion();
  const dealt = dealCards(felt, before, new Map(changes.fresh));
  const paysAfter = changes.over && dealt ? TURN : 0;
  changes.transfers.forEach((each, at) => {
    const [from, to] = [placeOf(felt, each.from, mySeat), placeOf(felt, each.to, mySeat)];
    if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) < NEAR) return;
    const size = Math.max(18, Math.min(30, innerWidth / 40));
    fly(ghostOf(stack(each.amount), from, size), from, to, paysAfter + Math.min(at, 6) * 40);
  });
  for (const seat of changes.folded) {
    const cards = felt.querySelector(`.pseat[data-seat="${seat}"]`);
    const middle = placeOf(felt, { at: "pot" }, mySeat);
    if (!cards || !middle) continue;
    const from = centre(cards.getBoundingClientRect());
    fly(ghostOf(card(UNKNOWN, "", false, ""), from, 26), from, middle, 0);
  }
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
 * A drawing in the layer, around a point. It is invisible until its animation begins.
 * @param {import("../parts/dom.js").Node_} drawing
 * @param {Point} at
 * @param {number} size the width of a card, or the height of a stack
 */
function ghostOf(drawing, at, size) {
  const ghost = document.createElement("div");
  ghost.style.left = `${at.x}px`;
  ghost.style.top = `${at.y}px`;
  ghost.style.setProperty("--card-w", `${size}px`);
  ghost.style.setProperty("--stack", `${size}px`);
  patch(ghost, drawing);
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

/** @param {Element} ghost @param {Point} from @param {Point} to @param {number} delay */
function fly(ghost, from, to, delay) {
  const there = `${to.x - from.x}px ${to.y - from.y}px`;
  const frames = [
    { translate: "0 0", opacity: delay ? 0 : 1, easing: EASE },
    { translate: "0 0", opacity: 1, offset: 0.01, easing: EASE },
    { translate: there, opacity: 1, offset: 0.9 },
    { translate: there, opacity: 0 },
  ];
  animate(ghost, frames, delay, PAY, ghost);
}

/**
 * Slide new cards from the dealer to their places and turn over those that are face up. A card that was face down at
 * its place only turns. Returns the number of cards that move.
 * @param {Element} felt
 * @param {Map<Element, string>} before
 * @param {Map<number, number>} fresh how often each card is new, so that a card that changed its place is not dealt again
 */
function dealCards(felt, before, fresh) {
  const moves = [...felt.querySelectorAll(".card")].filter((each) => {
    const value = Number(cardOf(each));
    if (before.get(each) === cardOf(each) || !fresh.get(value)) return false;
    fresh.set(value, (fresh.get(value) ?? 0) - 1);
    return true;
  });
  if (!moves.length) return 0;
  const around = felt.getBoundingClientRect();
  const poker = felt.matches('[data-seating="ring"], [data-seating="rows"]');
  const dealer = { x: around.x + around.width / 2, y: around.y + (poker ? around.height * 0.42 : -30) };
  const gap = Math.min(GAP, (LONGEST - MOVE - TURN) / moves.length);
  // Measure everything before anything is added, so that the layout is computed once.
  const measured = moves.map((each) => ({
    each,
    at: centre(each.getBoundingClientRect()),
    width: Number.parseFloat(getComputedStyle(each).width),
    tilt: each.classList.contains("turned") ? "90deg" : "0deg",
  }));
  measured.forEach(({ each, at, width, tilt }, number) => {
    const up = Number(cardOf(each)) !== UNKNOWN;
    const slide = before.get(each) === String(UNKNOWN) ? 0 : MOVE;
    const whole = slide + (up ? TURN : 0);
    const delay = number * gap;
    const arrives = slide / whole;
    const half = up ? (slide + TURN / 2) / whole : 1;
    const ghost = ghostOf(card(UNKNOWN, "", false, ""), at, width);
    const from = slide ? `${dealer.x - at.x}px ${dealer.y - at.y}px` : "0 0";
    animate(
      ghost,
      [
        { translate: from, rotate: slide ? "-12deg" : tilt, scale: "1 1", opacity: slide ? 0 : 1, easing: EASE },
        { opacity: 1, offset: Math.min(0.2, arrives / 2) },
        { translate: "0 0", rotate: tilt, scale: "1 1", offset: arrives },
        { translate: "0 0", rotate: tilt, scale: up ? "0 1" : "1 1", opacity: 1, offset: half },
        { translate: "0 0", rotate: tilt, scale: up ? "0 1" : "1 1", opacity: up ? 0 : 1 },
      ],
      delay,
      whole,
      ghost,
    );
    const hidden = { opacity: 0, scale: up ? "0 1" : "1 1" };
    animate(
      each,
      [
        hidden,
        { ...hidden, offset: half - 0.01 },
        { opacity: 1, scale: up ? "0 1" : "1 1", offset: half },
        { opacity: 1, scale: "1 1" },
      ],
      delay,
      whole,
      null,
    );
  });
  return moves.length;
}
