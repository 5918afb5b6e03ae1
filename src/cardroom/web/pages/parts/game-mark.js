// A sign for a game: a card on the color of its felt.

import { h } from "./dom.js";

/** A suit for each kind of felt. */
export const SUIT = /** @type {Record<string, string>} */ ({
  holdem: "s",
  cards: "h",
  baccarat: "d",
  paigow: "c",
  blackjack: "s",
  poker: "s",
  chinese: "h",
});

/** A card on a game's felt, as a sign for the game. @param {string} felt */
export const gameMark = (felt) =>
  h(
    "span.mark",
    { "data-felt": felt, "aria-hidden": "true" },
    h("i", null, h("svg", { viewBox: "0 0 32 32", class: SUIT[felt] }, h("use", { href: `#s${SUIT[felt]}` }))),
  );
