// Drawings of cards and chips. A card's only input is its width: set `--card-w` on any element around it.

import "./sprite.js";
import { courtFigure } from "./courts.js";
import { h } from "./dom.js";
import { cardName, cardNames, rankOf, suitOf, UNKNOWN } from "./words.js";

/** @typedef {import("./dom.js").Node_} Node_ */

/** @type {Map<string, Node_>} */
const drawnCards = new Map();

/**
 * One card. `states` are classes: use (it plays), dim (it does not), out (folded), foul (crossed
 * out), turned, sel, fresh, up.
 * @param {number} card
 * @param {string} [states]
 * @param {boolean} [bonus] whether it carries the word Bonus
 * @param {string} [name] its name for screen readers; "" if an element around it has the name
 * @returns {Node_}
 */
export function card(card, states = "", bonus = false, name = cardName(card)) {
  const id = `${card} ${states} ${bonus} ${name}`;
  const cached = drawnCards.get(id);
  if (cached) return cached;
  const named = name ? { role: "img", "aria-label": name + (bonus ? ", Bonus" : "") } : { "aria-hidden": "true" };
  const back = card === UNKNOWN;
  const figure = back ? null : courtFigure(rankOf(card), suitOf(card));
  const drawing = h(
    "svg",
    {
      viewBox: "0 0 68 92",
      class: `card ${back ? "back" : suitOf(card)} ${states}`.trim(),
      "data-card": card,
      ...named,
    },
    back
      ? h("use", { href: "#back" })
      : [
          h("use", { href: `#r${rankOf(card)}` }),
          h("use", { href: `#${figure ? "i" : "p"}${suitOf(card)}` }),
          figure && h("use", { href: figure }),
        ],
    bonus && h("text.bonus", { transform: "translate(57 5) rotate(90)" }, "BONUS"),
    states.includes("foul") && h("path.foul-mark", { d: "M8 10 60 82M60 10 8 82" }),
  );
  drawnCards.set(id, drawing);
  return drawing;
}

/**
 * Cards side by side, or fanned if they would not fit.
 * @param {readonly number[]} all
 * @param {{ states?: (card: number, at: number) => string, fan?: boolean, bonus?: ReadonlySet<number>, name?: string,
 *   class?: string, slots?: number }} [how]
 */
export function cards(all, how = {}) {
  const { states = () => "", fan = false, bonus, name, slots = 0 } = how;
  return h(
    "span.cards",
    {
      class: [fan && "fan", how.class].filter(Boolean).join(" "),
      role: "img",
      "aria-label": name ?? cardNames(all),
      style: { "--n": Math.max(all.length, slots) },
    },
    all.map((each, at) => card(each, states(each, at), bonus?.has(each) ?? false, "")),
    // A card takes the place of its slot, and the other slots stay.
    Array.from({ length: Math.max(0, slots - all.length) }, (_, at) =>
      h("span.slot", { key: `slot ${all.length + at}` }),
    ),
  );
}

/**
 * The class of a card at a showdown: cards that play are raised, the others are dimmed.
 * @param {readonly number[] | undefined} plays
 * @param {number} card
 */
export const playClass = (plays, card) => (!plays?.length ? "" : plays.includes(card) ? "use" : "dim");

/** @param {number} value in dollars */
export const chip = (value) =>
  h("svg.chip", { class: `c${value}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: "#chip" }));

/** A sentence whose cards have the colors of their suits and do not break across lines. @param {string} says */
export const colorSuits = (says) =>
  says
    .split(/((?:10|[2-9AKQJ])[♠♥♦♣])/)
    .map((part, at) => (at % 2 ? h("span.crd", { class: SUIT_CLASSES[part.at(-1) ?? ""] }, part) : part));
const SUIT_CLASSES = /** @type {Record<string, string>} */ ({ "♠": "s", "♥": "h", "♦": "d", "♣": "c" });
