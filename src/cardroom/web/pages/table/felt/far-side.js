// The far side and the middle of the felt: the bank's and the shared cards, the bank, the pots, and what is printed
// there.

import { cards, playClass } from "../../parts/card.js";
import { h } from "../../parts/dom.js";
import { SUIT } from "../../parts/game-mark.js";
import { dollars } from "../../parts/money.js";
import { capitalize, cardNames, shortName } from "../../parts/words.js";
import { cardsToSet, FRONT, sharedCard } from "../view.js";
import { litClass } from "./lit.js";
import { bigFigure } from "./roads.js";
import { markerTag } from "./seats.js";
import { stack } from "./stack.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Spread} Spread
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
          : litClass(t, spread, each) ||
            playClass(spread.plays, each) ||
            (spread.up?.includes(at) && kind !== "theirs" ? "up" : ""),
      name: `${spread.title}: ${cardNames(spread.cards)}`,
    }),
    h("figcaption.hand-name", { key: title + says }, title, says && [title ? ": " : "", h("b", null, says)]),
  );
}

/**
 * A hand's title. The player-dealer is called so unless the hand has a name to show.
 * @param {string} title
 * @param {boolean} short
 */
const plainTitle = (title, short) =>
  title.replace(/^Player-dealer, (.*)$/, (_, name) => shortName(name) + (short ? "" : ", player-dealer"));

/**
 * Empty places for cards that are not dealt yet, those of two hands if the cards are set. Phones have no room for them.
 * @param {TablePage} t
 * @param {string} kind
 * @param {number} many
 * @param {string} [title]
 */
export function emptyPlaces(t, kind, many, title = "") {
  if (t.size === "phone" || !many || t.moment === "over") return null;
  const places = cardsToSet(t.cloth) ? { "In front": FRONT, Behind: many - FRONT } : { [title]: many };
  return Object.entries(places).map(([name, slots]) =>
    h(
      "figure.hand.none",
      { key: `none ${kind} ${name}`, class: kind },
      cards([], { slots, name: "No cards yet" }),
      name ? h("figcaption.hand-name", null, name) : null,
    ),
  );
}

/** The shared cards. A game may have several boards. @param {TablePage} t */
export function boardCards(t) {
  const boards = (t.picture?.spreads ?? []).filter(
    (spread) =>
      spread.cards.length && !spread.dealer && !["hand", "seat", "player", "banker"].includes(spread.place[0]),
  );
  const places = t.cloth?.cards?.board ?? (t.cloth?.seating === "ring" && !t.cloth.draws ? 5 : 0);
  if (sharedCard(t.picture)) return null;
  if (!boards.length && !(places && t.picture && t.moment !== "over" && t.size !== "phone")) return null;
  const empty = Array.from({ length: t.cloth?.boards ?? 1 }, () => ({ cards: [], place: ["board"] }));
  return h(
    "div.boards",
    { key: "shared" },
    (boards.length ? boards : empty).map((shared, number) =>
      cards(shared.cards, {
        // Those of a hand that was run twice are shorter than the first.
        slots: shared.cards.length === (boards[0]?.cards.length ?? 0) ? places : 0,
        states: (each) => (boards.length ? litClass(t, /** @type {Spread} */ (shared), each) : ""),
        name: `${["Board", "Second board", "Third board"][number]}: ${cardNames(shared.cards) || "no cards yet"}`,
      }),
    ),
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
              h("figcaption.bt", null, capitalize(name), h("b", null, "\u00a0")),
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
        ? [
            h("p.won", null, h("b", null, won === capitalize(t.cloth?.roads?.stroke ?? "") ? won : `${won} wins`)),
            more ? h("p", null, more) : null,
          ]
        : null,
    ),
  );
}

/** The winner of the two hands, and the special result of the hand. @param {TablePage} t */
function verdict(t) {
  if (!t.picture?.over) return ["", ""];
  const { ring = "", filled = "", stroke = "" } = t.cloth?.roads ?? {};
  const names = [ring, filled, stroke].filter(Boolean).map(capitalize);
  const winner =
    names.find((name) => t.picture?.happened?.some((line) => line.says.replace(/ win$/, "").endsWith(`. ${name}`))) ??
    "";
  const last = t.hands[t.hands.length - 1];
  return [winner, winner && last?.special && capitalize(last.name ?? "") === winner ? capitalize(last.special) : ""];
}

/** @param {TablePage} t */
export function pots(t) {
  const { pots: all = [], chairs = [] } = t.picture ?? {};
  const front = chairs.reduce((sum, chair) => sum + (chair.bet ?? 0), 0);
  const fee = t.picture?.results?.find((each) => each.label === "Collection" && !each.spot);
  const street = t.picture?.street ? h("p.street", { key: "street" }, h("span", null, t.picture.street)) : null;
  if (!all.length && !front && !fee && !street) return null;
  return h(
    "div.pots",
    { key: "pots" },
    h(
      "div.all",
      { key: "all" },
      shownPots(all).map((pot) =>
        h(
          "p.pot",
          { key: pot.name, title: pot.title },
          stack(pot.amount),
          h("span", null, `${pot.name} `),
          h("b", null, dollars(pot.amount)),
        ),
      ),
    ),
    front ? h("p.front", { key: "front" }, h("span", null, "In front "), h("b", null, dollars(front))) : null,
    street,
    fee ? h("p.fee", { key: "fee" }, `Collection ${dollars(-fee.net)}`) : null,
  );
}

/** The pots that have room: several side pots are one sum, and the drawer has each. @param {readonly { name: string, amount: number }[]} all */
function shownPots(all) {
  if (all.length < 3) return all.map(({ name, amount }) => ({ name, amount, title: null }));
  const side = all.slice(1);
  const title = side.map((pot) => `${pot.name} ${dollars(pot.amount)}`).join(", ");
  return [
    { ...all[0], title: null },
    { name: "Side pots", amount: side.reduce((sum, pot) => sum + pot.amount, 0), title },
  ];
}

/** The cards to beat, and what the bank can still pay. @param {TablePage} t */
export function house(t) {
  const theirs = (t.picture?.spreads ?? []).filter((spread) => spread.dealer && !spread.mine);
  const banks = t.places.find((place) => place.banks);
  const title =
    !banks || !t.cloth?.cards?.hand
      ? ""
      : banks.you
        ? "You bank this round"
        : `${shortName(banks.name)}, player-dealer`;
  return h(
    "div.zone.house",
    { key: "house" },
    h(
      "div.house-cards",
      null,
      theirs.length
        ? theirs.map((spread) => hand(spread, t, "theirs"))
        : emptyPlaces(t, "theirs", t.cloth?.cards?.dealer ?? 0, title),
    ),
    bank(t),
  );
}

/** @param {TablePage} t */
function bank(t) {
  const it = t.picture?.bank;
  if (!it) return null;
  const left = it.pays ?? 0;
  const share = it.wager + (it.collected ?? 0) ? Math.max(0, Math.min(1, left / Math.max(it.wager, 1))) : 0;
  return h(
    "div.bank",
    {
      key: "bank",
      role: "group",
      "aria-label": `Bank of ${it.name}: ${dollars(it.wager)}, can still pay ${dollars(left)}`,
    },
    h(
      "div.row",
      null,
      h(
        "span",
        null,
        t.cloth?.seating === "columns" ? `${shortName(it.name)} banks ` : "Bank ",
        h("b", null, dollars(it.wager)),
      ),
      h("b", null, left ? `${dollars(left)} left` : "spent"),
    ),
    h("div.meter", { "aria-hidden": "true" }, h("i", { style: { width: `${(100 * share).toFixed(1)}%` } })),
    h(
      "div.row",
      null,
      h("span", null, `paid ${dollars(it.paid ?? 0)}`),
      h("span", null, `collected ${dollars(it.collected ?? 0)}`),
    ),
  );
}

/** What is printed on the cloth: required notices, jackpot meters, markers. @param {TablePage} t */
export function clothPrint(t) {
  const { notices = [], meters = [], markers = [] } = t.picture ?? {};
  return h(
    "div.print",
    { key: "print" },
    meters.map((each) =>
      h("p.meterline", { key: each.jackpot }, h("span", null, each.label), h("b.num", null, dollars(each.reads))),
    ),
    notices.map((each) =>
      t.size !== "phone" && each.text.length < 60
        ? inscription(each.text)
        : h("p.legend", { key: each.text }, each.text),
    ),
    dice(t),
    markers.length
      ? h(
          "p.legend",
          { key: "marks" },
          markers.map((marker) => [markerTag(marker), ` seat ${marker.seat} `]),
        )
      : null,
  );
}

/**
 * The game's name, printed on a phone's cloth where cards will lie. Wider screens show places for the cards.
 * @param {TablePage} t
 */
export function clothName(t) {
  if (t.size !== "phone" || !t.cloth || t.picture?.spreads?.some((each) => each.cards.length) || t.moment === "over")
    return null;
  if (t.cloth.seating === "columns" && t.hands.length) return null; // the last hands lie there
  return h(
    "div.cloth-name",
    { key: "name", "aria-hidden": "true" },
    h("svg", { viewBox: "0 0 32 32" }, h("use", { href: `#s${SUIT[t.cloth.felt]}` })),
    h("p", null, t.scene.title || t.about?.title || ""),
  );
}

/** Text printed in an arc. @param {string} text */
const inscription = (text) =>
  h(
    "svg.inscription",
    { key: text, viewBox: "0 0 540 56", role: "img", "aria-label": `Printed on the felt: ${text}` },
    h("path.rule", { d: "M6 2Q270 34 534 2M6 24Q270 56 534 24" }),
    h("path", { id: "arc", d: "M8 17.5Q270 49.5 532 17.5", fill: "none" }),
    h("text", { "text-anchor": "middle" }, h("textPath", { href: "#arc", startOffset: "50%" }, text.toUpperCase())),
  );

const PIPS = [
  [],
  [12, 12],
  [6, 6, 18, 18],
  [6, 6, 12, 12, 18, 18],
  [6, 6, 18, 6, 6, 18, 18, 18],
  [6, 6, 18, 6, 12, 12, 6, 18, 18, 18],
  [6, 6, 18, 6, 6, 12, 18, 12, 6, 18, 18, 18],
];

/** The dice, and which seat acts first. @param {TablePage} t */
function dice(t) {
  const lines = t.picture?.happened ?? [];
  const at = lines.findIndex((line) => /^Dice: [\d, ]+$/.test(line.says));
  if (at < 0 || t.moment === "over") return null;
  const shaken = lines[at].says.match(/\d+/g)?.map(Number) ?? [];
  return h(
    "p.dice",
    { key: "dice", role: "img", "aria-label": `${lines[at].says}. ${lines[at + 1]?.says ?? ""}` },
    shaken.map((pips) =>
      h(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
        Array.from({ length: pips }, (_, pip) =>
          h("circle", { cx: PIPS[pips]?.[2 * pip], cy: PIPS[pips]?.[2 * pip + 1], r: 2.4 }),
        ),
      ),
    ),
    h("span", null, lines[at + 1]?.says.replace(/ is seat \d+;/, ":") ?? ""),
  );
}
