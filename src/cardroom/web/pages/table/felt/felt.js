// The felt in five seatings. The viewer is always at the bottom. The picture says what a game has.

import { cards } from "../../parts/card.js";
import { h } from "../../parts/dom.js";
import { dollars, signed } from "../../parts/money.js";
import { cardNames, joinWords } from "../../parts/words.js";
import { tourNote } from "../tour.js";
import { dealtPlaces, otherPlaces, remark } from "../view.js";
import { sharedLayout } from "./areas.js";
import { arrangement } from "./set-hands.js";
import { boardCards, bothHands, clothName, clothPrint, house, pots } from "./cards.js";
import { myRows, myZone } from "./mine.js";
import { nameTag, ovalSeat, rimSeats, seatRow } from "./seats.js";
import { isShowdown, showdown } from "./showdown.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Spread} Spread
 */

/** @param {TablePage} t */
export function felt(t) {
  const seating = t.cloth?.seating ?? "rim";
  return h(
    "main.felt",
    {
      key: "felt",
      "data-felt": t.cloth?.felt ?? t.about?.felt ?? "poker",
      "data-seating": seating,
      "aria-label": "Table",
      tabindex: "0",
      onclick: () => t.skipMotion(),
    },
    t.cloth ? null : h("p.legend.game", { key: "game", "aria-hidden": "true" }, t.scene.title || t.about?.title),
    isShowdown(t) ? showdown(t) : SEATINGS[seating](t),
    tourNote(t),
  );
}

const SEATINGS = {
  /** @param {TablePage} t */
  rim: (t) => [rimSeats(t), house(t), clothPrint(t), clothName(t), boardCards(t), myZone(t)],
  /** @param {TablePage} t */
  columns: (t) => [t.size === "phone" && rimSeats(t), house(t), clothName(t), bothHands(t), sharedLayout(t)],
  /** @param {TablePage} t */
  ring: (t) => {
    const all = otherPlaces(t.places);
    return [
      pots(t),
      boardCards(t),
      h(
        "div.around",
        { key: "around", role: "group", "aria-label": "Other seats" },
        all.map((place) => ovalSeat(place, t)),
      ),
      myZone(t),
    ];
  },
  /** @param {TablePage} t */
  rows: (t) => [
    h(
      "div.srows",
      { key: "rows", role: "group", "aria-label": "Other seats" },
      otherPlaces(t.places).map((place) => seatRow(place, t)),
    ),
    pots(t),
    boardCards(t),
    myZone(t),
  ],
  /** @param {TablePage} t */
  segments: (t) => {
    const [dealt, resting] = dealtPlaces(t);
    return [
      h(
        "div.opps",
        {
          key: "opps",
          role: "group",
          "aria-label": "Other seats",
          style: { "--others": Math.max(2, dealt.length) },
        },
        dealt.map((place) => opponentRows(place, t)),
        resting.length
          ? h(
              "p.resting",
              { key: "resting" },
              `${joinWords(resting.map((each) => each.name))} ${resting.length > 1 ? "are" : "is"} not in this hand`,
            )
          : null,
      ),
      arrangement(t) ?? myRows(t),
    ];
  },
};

/**
 * Another player's three rows.
 * @param {import("../view.js").Place} place
 * @param {TablePage} t
 */
function opponentRows(place, t) {
  const net = t.picture?.over ? place.net : null;
  const rows = place.spreads.filter((spread) => spread.slots);
  const foul = remark(place, "a foul hand");
  const land = remark(place, "in Fantasy Land");
  return h(
    "article.opp",
    {
      key: place.who,
      class: place.asked ? "turn" : "",
      "aria-label": [`Seat ${place.seat}`, place.name, foul, land].filter(Boolean).join(", "),
    },
    h(
      "header",
      null,
      nameTag(place, t.size === "phone"),
      foul || land ? h("span.remark", { class: foul ? "bad" : "" }, foul ? "foul" : "Fantasy Land") : null,
      h("span.num", { class: net !== null && net > 0 ? "won" : "" }, net === null ? dollars(place.stack) : signed(net)),
    ),
    rows.map((spread) =>
      h(
        "div.orow",
        { key: spread.place[2] },
        cards(spread.cards, {
          slots: spread.slots,
          fan: true,
          states: () => (foul ? "foul" : ""),
          name: `${spread.title}: ${cardNames(spread.cards) || "empty"}`,
        }),
        h("span.onote", null, spread.says ?? ""),
      ),
    ),
  );
}
