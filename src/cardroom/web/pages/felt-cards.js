// Cards on the felt that are not the viewer's own: hands, the board, empty places; and the pots.

import { cards, playClass } from "./card.js";
import { h } from "./dom.js";
import { dollars } from "./money.js";
import { bigFigure } from "./roads.js";
import { capitalize, cardNames } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Spread} Spread
 */

/**
 * The cards at a place, with the hand in words.
 * @param {Spread} spread
 * @param {TablePage} t
 * @param {string} kind
 * @param {number} [slots]
 */
export function hand(spread, t, kind, slots = 0) {
  const part = spread.place[2];
  const says = capitalize(spread.says || spread.shows || "");
  const title = capitalize(
    part && kind === "theirs" ? spread.title.split(", ").slice(-1)[0] : plainTitle(spread.title, says !== ""),
  );
  const long = spread.cards.length > 5;
  return h(
    "figure.hand",
    { key: spread.place.join(" "), class: kind },
    cards(spread.cards, {
      bonus: t.bonus,
      fan: long,
      slots,
      states: (each, at) =>
        spread.folded
          ? "out"
          : playClass(kind === "shared" ? t.plays : spread.plays, each) ||
            (spread.up?.includes(at) && kind !== "theirs" ? "up" : ""),
      name: `${spread.title}: ${cardNames(spread.cards)}`,
    }),
    h("figcaption.hand-name", null, title, says && [title ? ": " : "", h("b", null, says)]),
  );
}

/**
 * A hand's title. The player-dealer is called so unless the hand has a name to show.
 * @param {string} title
 * @param {boolean} short
 */
const plainTitle = (title, short) =>
  title.replace(/^Player-dealer, (?:bot )?(.*)$/, short ? "$1" : "$1, player-dealer");

/**
 * Empty places for cards that are not dealt yet. Phones have no room for them.
 * @param {TablePage} t
 * @param {string} kind
 * @param {number} many
 * @param {string} [title]
 */
export function emptyPlaces(t, kind, many, title = "") {
  if (t.size === "phone" || !many || t.moment === "over") return null;
  return h(
    "figure.hand.none",
    { key: `none ${kind}`, class: kind },
    many > 5 ? null : cards([], { slots: many, name: "No cards yet" }),
    title ? h("figcaption.hand-name", null, title) : null,
  );
}

/** The shared cards, or the name of the game. @param {TablePage} t */
export function middle(t) {
  const shared = (t.picture?.spreads ?? []).filter(
    (spread) => !spread.dealer && !["hand", "seat", "player", "banker"].includes(spread.place[0]),
  );
  const places = t.cloth?.cards?.board ?? 0;
  const name =
    !places && t.moment !== "over"
      ? h("p.gamename", { key: "name", "aria-hidden": "true" }, t.picture?.name ?? t.scene.title)
      : null;
  return h(
    "div.zone.board",
    { key: "board" },
    shared.length
      ? shared.map((spread) =>
          hand(spread, t, "shared", spread.place[0] === "board" && t.size !== "phone" ? places : 0),
        )
      : emptyPlaces(t, "shared", places),
    name,
  );
}

/** @param {TablePage} t */
export function boardCards(t) {
  const shared = t.picture?.spreads.find((spread) => spread.place[0] === "board");
  if (!shared?.cards.length) return null;
  return h(
    "div.board",
    { key: "shared" },
    cards(shared.cards, {
      states: (each) => playClass(t.plays, each),
      slots: t.cloth?.seating === "ring" ? 5 : 0,
      name: `Board: ${cardNames(shared.cards)}`,
    }),
  );
}

/** The two hands that all players bet on, with their points and the winner. @param {TablePage} t */
export function bothHands(t) {
  const both = (t.picture?.spreads ?? []).filter(
    (spread) => spread.place[0] !== "hand" && spread.place[0] !== "seat" && spread.cards.length,
  );
  const [won, more] = verdict(t);
  if (!both.length) {
    const printed = Object.keys(t.cloth?.cards ?? {});
    if (t.size === "phone" && t.hands.length && t.moment !== "over")
      return h(
        "button.lately",
        { key: "lately", title: "All roads of this shoe", onclick: () => t.openDrawer("Roads") },
        bigFigure(t.hands),
      );
    return t.size === "phone" || t.moment === "over"
      ? null
      : h(
          "div.hands.none",
          { key: "hands", "aria-hidden": "true" },
          printed.map((name) =>
            h(
              "figure.bh",
              { key: name },
              h("figcaption.bt", null, capitalize(name), h("b", null, " ")),
              cards([], { slots: t.cloth?.cards?.[name] ?? 0, name: "" }),
            ),
          ),
        );
  }
  return h(
    "div.hands",
    { key: "hands" },
    both.map((spread) => {
      const figure = /\d+/.exec(spread.says ?? "")?.[0] ?? "";
      return h(
        "figure.bh",
        {
          key: spread.place[0],
          class: won === spread.title ? "winner" : "",
          "aria-label": `${spread.title}: ${cardNames(spread.cards)}. ${spread.says ?? ""}`,
          role: "group",
        },
        h("figcaption.bt", { "aria-hidden": "true" }, spread.title, h("b", null, figure)),
        cards(spread.cards, { states: (_, at) => (at === 2 ? "turned" : "") }),
      );
    }),
    h(
      "div.vs",
      { key: "vs" },
      won
        ? [h("p.won", null, h("b", null, won === "Tie" ? "Tie" : `${won} wins`)), more ? h("p", null, more) : null]
        : null,
    ),
  );
}

/** The winner of the two hands, and a special result such as Dragon 7. @param {TablePage} t */
function verdict(t) {
  if (!t.picture?.over) return ["", ""];
  const winner =
    (t.picture.happened ?? []).map((line) => /\. (Player|Banker|Tie)(?: win)?$/.exec(line.says)?.[1]).find(Boolean) ??
    "";
  const last = t.hands[t.hands.length - 1];
  return [
    winner,
    winner && last?.dot && capitalize(last.won) === winner ? (last.won === "banker" ? "Dragon 7" : "Panda 8") : "",
  ];
}

/** @param {TablePage} t */
export function pots(t) {
  const { pots: all = [], chairs = [] } = t.picture ?? {};
  const front = chairs.reduce((sum, chair) => sum + (chair.bet ?? 0), 0);
  const fee = t.picture?.results?.find((each) => each.label === "Collection" && !each.spot);
  const street = t.picture?.street ? h("p.street", { key: "street" }, h("span", null, t.picture.street)) : null;
  if (!all.length && !front && !fee && !street)
    return h(
      "div.pots",
      { key: "pots" },
      t.moment === "idle" || t.moment === "over"
        ? h("p.gamename", { "aria-hidden": "true" }, t.picture?.name ?? t.scene.title)
        : null,
    );
  return h(
    "div.pots",
    { key: "pots", class: t.cloth?.seating === "rows" ? "one" : "" },
    all.map((pot) => h("p", { key: pot.name }, h("span", null, `${pot.name} `), h("b", null, dollars(pot.amount)))),
    front ? h("p.front", { key: "front" }, h("span", null, "In front "), h("b", null, dollars(front))) : null,
    street,
    fee ? h("p.fee", { key: "fee" }, `Collection ${dollars(-fee.net)}`) : null,
  );
}
