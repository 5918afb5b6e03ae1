// The end of a poker hand on the felt: the winning hands in full, the board, the beaten hands in a line each, and who
// folded. The server says which cards play and in which words. Here they only get their sizes.

import { card, cards } from "../../parts/card.js";
import { h } from "../../parts/dom.js";
import { dollars, signed } from "../../parts/money.js";
import { sheet } from "../../parts/sheet.js";
import { cardName, cardNames, displayText } from "../../parts/words.js";
import { plainName } from "../view.js";

/**
 * @typedef {import("../view.js").TableView} TableView
 * @typedef {import("../../parts/types.js").DecidingHand} DecidingHand
 * @typedef {import("../../parts/types.js").WonHand} WonHand
 * @typedef {import("../../parts/types.js").Picture} Picture
 */

/** Whether the felt shows the end of a poker hand. @param {TableView} t */
export const isShowdown = (t) => Boolean(t.picture?.over && t.picture.showdown);

/** What I did with my cards. @param {Picture} picture @param {import("../../parts/types.js").Spread} mine */
function heldWords(picture, mine) {
  if (!mine.folded) return "You held";
  return picture.chairs.find((each) => each.you)?.status === "mucked" ? "You mucked" : "You folded";
}

/** @param {TableView} t */
export function showdown(t) {
  const picture = /** @type {Picture} */ (t.picture);
  const ended = /** @type {import("../../parts/types.js").HandEnd} */ (picture.showdown);
  const won = ended.won ?? [];
  const beaten = ended.beaten ?? [];
  const mine = picture.spreads.find((each) => each.mine && each.place[0] === "hand" && !each.place[2]);
  const laid = won.some((each) => each.hand?.mine);
  // Without a board my cards stand in my line of the beaten hands, as long as these show cards.
  const spare = beaten.some((each) => each.mine) && !picture.spreads.some(isBoard);
  return h(
    "div.sd",
    { key: "showdown", role: "group", "aria-label": "Showdown" },
    h(
      "div.sd-wins",
      { key: "won" },
      won.map((each, at) => wonHand(each, at)),
    ),
    h(
      "div.sd-mid",
      { key: "middle" },
      picture.spreads.filter(isBoard).map((each) =>
        h(
          "figure.sd-board",
          { key: each.place.join(" ") },
          cards(each.cards, {
            states: (one) => playState(won, one),
            name: `${each.title}: ${cardNames(each.cards)}`,
          }),
          h("figcaption", null, each.title),
        ),
      ),
      mine?.cards.length && !laid
        ? h(
            "figure.sd-mine",
            { key: "mine", class: spare ? "spare" : "" },
            cards(mine.cards, {
              fan: mine.cards.length > 2,
              states: (one) => (mine.folded ? "" : mine.plays?.includes(one) ? "use" : mine.plays?.length ? "dim" : ""),
              name: `Your cards: ${cardNames(mine.cards)}`,
            }),
            h("figcaption", null, heldWords(picture, mine)),
          )
        : null,
      beaten.length
        ? h(
            "button.btn.small.sd-more",
            {
              key: "more",
              "aria-label": "More: the other hands",
              onclick: () =>
                sheet("The other hands", [
                  h(
                    "div.sd-beaten",
                    null,
                    beaten.map((each) => beatenHand(picture, each)),
                  ),
                ]),
            },
            "More",
          )
        : null,
    ),
    beaten.length
      ? h(
          "div.sd-beaten",
          { key: "beaten" },
          beaten.map((each) => beatenHand(picture, each)),
        )
      : null,
    ended.folded || ended.odd
      ? h("p.sd-rest", { key: "rest" }, displayText([ended.odd, ended.folded].filter(Boolean).join(" ")))
      : null,
  );
}

/** @param {import("../../parts/types.js").Spread} spread */
const isBoard = (spread) => spread.place[0] === "board";

/** Cards of the board that are in no winning hand are darkened. @param {WonHand[]} won @param {number} one */
const playState = (won, one) =>
  won.every((each) => !each.hand) ? "" : won.some((each) => each.hand?.cards.includes(one)) ? "use" : "dim";

/** @param {WonHand} won @param {number} at */
function wonHand(won, at) {
  const hand = won.hand;
  return h(
    "section.sd-win",
    { key: `${at} ${won.seats.join(" ")}`, "data-seat": won.seats[0], style: { "--cards": hand?.cards.length ?? 0 } },
    h(
      "h2",
      null,
      displayText(won.who),
      " ",
      h("b", null, dollars(won.amount)),
      won.of ? h("small", null, won.of) : null,
    ),
    hand
      ? h(
          "div.sd-five",
          { role: "img", "aria-label": `${displayText(won.says)}: ${cardNames(hand.cards)}` },
          hand.cards.map((one) => laidCard(hand, one, "")),
          hand.rest?.map((one, number) => laidCard(hand, one, number ? "dim" : "dim first")),
        )
      : null,
    h("p", null, displayText(won.says)),
  );
}

/** A card with where it came from. @param {DecidingHand} hand @param {number} one @param {string} kind */
function laidCard(hand, one, kind) {
  const from = hand.shared?.length
    ? hand.shared.includes(one)
      ? "board"
      : "own"
    : hand.up?.length
      ? hand.up.includes(one)
        ? "up"
        : "down"
      : "";
  return h(
    "figure",
    { key: one, class: kind.includes("first") ? "apart" : "", title: cardName(one) },
    card(one, kind ? "dim" : "", false, ""),
    from ? h("figcaption", { "aria-hidden": "true" }, from) : null,
  );
}

/** @param {Picture} picture @param {DecidingHand} hand */
function beatenHand(picture, hand) {
  const net = picture.sums?.players.find((each) => each.seat === hand.seat)?.net;
  return h(
    "article.sd-loser",
    { key: hand.seat, "data-seat": hand.seat, class: hand.mine ? "own" : "" },
    h("b.sd-name", null, plainName(hand.name)),
    cards(hand.cards, { name: cardNames(hand.cards) }),
    h("span.sd-words", null, displayText(hand.says)),
    net === undefined ? null : h("b.num", null, signed(net)),
  );
}

/** The widths of a winning card that are tried, and the least one at which no more gives way. */
const WON_WIDTHS = [34, 38, 42, 46, 50, 56, 62, 68, 74, 80, 88, 96, 104, 112];
const LARGE_ENOUGH = [62, 50, 42, 34, 34, 34];
/** Where beaten hands may stand in two columns: on narrow felts, where their words would have many lines, only at last. */
const TWO_COLUMNS = [2, 3];
const NARROW = 500;
/** From this level on, cards of the board and of two winners may cover a part of the one before. */
const COVERED_FROM = 3;
/** From this width on, the winning hand may stand beside the board. */
const BESIDE_FROM = 620;

/**
 * Give the showdown the largest cards with which all of it fits: the winning hand first, then the board. If they would
 * be small, captions go, beaten hands come closer or, if there are many, stand in two columns, and cards cover a part of
 * the one before. If that is not enough, the cards of the beaten hands are behind a button, and at last their words, too.
 * @param {HTMLElement} felt
 * @param {{ x: number, y: number } | undefined} note where a note begins that must stay free
 */
export function fitShowdown(felt, note) {
  const block = /** @type {HTMLElement | null} */ (felt.querySelector(".sd"));
  if (!block) return;
  const [width, height] = [felt.clientWidth, felt.clientHeight];
  const side = Boolean(note && note.x > width / 3);
  block.style.right = side && note ? `${width - note.x}px` : "0";
  block.style.bottom = note && !side ? `${height - note.y}px` : "0";
  const key = `${width} ${height} ${block.style.cssText.replace(/--sd[^;]*;?/g, "")} ${block.textContent}`;
  if (block.dataset.key === key) return;
  const fits = (/** @type {number} */ card) => {
    block.style.setProperty("--sd-card", `${card}px`);
    return block.scrollHeight <= block.clientHeight && block.scrollWidth <= block.clientWidth;
  };
  const more = /** @type {HTMLElement | null} */ (block.querySelector(".sd-more"));
  const isAlone = (/** @type {number} */ card) => {
    block.style.setProperty("--sd-card", `${card}px`);
    const before = /** @type {HTMLElement | null | undefined} */ (more?.previousElementSibling);
    return Boolean(more && before && more.offsetTop >= before.offsetTop + before.offsetHeight);
  };
  const arrange = (/** @type {{ level: number, beside: boolean, columns: number, covered: boolean }} */ at) => {
    block.dataset.level = String(at.level);
    block.dataset.beside = String(at.beside);
    block.dataset.columns = String(at.columns);
    block.dataset.covered = String(at.covered);
  };
  const halves = (/** @type {number} */ level) => TWO_COLUMNS.includes(level) && (width >= NARROW || level === 3);
  let best = { card: WON_WIDTHS[0], level: LARGE_ENOUGH.length - 1, beside: false, columns: 1, covered: true };
  for (const [level, enough] of LARGE_ENOUGH.entries()) {
    const tried = (width < BESIDE_FROM ? [false] : [false, true])
      .flatMap((beside) => (halves(level) ? [1, 2] : [1]).map((columns) => ({ level, beside, columns })))
      .flatMap((at) => (level < COVERED_FROM ? [false] : [false, true]).map((covered) => ({ ...at, covered })))
      .map((at) => {
        arrange(at);
        const card = greatestWidth(fits);
        return { ...at, card, alone: isAlone(card) };
      });
    // Words are easier to read in one column, and cards that are not covered. The button needs no row of its own.
    const [found] = tried.sort(
      (one, other) =>
        Math.min(other.card, enough) - Math.min(one.card, enough) ||
        one.columns - other.columns ||
        Number(one.alone) - Number(other.alone) ||
        Number(one.covered) - Number(other.covered) ||
        other.card - one.card,
    );
    if (found.card) best = found;
    if (found.card >= enough) break;
  }
  arrange(best);
  block.dataset.key = key;
  block.classList.toggle("long", !fits(best.card));
}

/** The greatestWidth width that fits; 0 if none does. @param {(card: number) => boolean} fits */
function greatestWidth(fits) {
  let [low, high] = [-1, WON_WIDTHS.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(WON_WIDTHS[middle])) low = middle;
    else high = middle - 1;
  }
  return low < 0 ? 0 : WON_WIDTHS[low];
}
