// The other players: a plate at the rim or around the oval, a column of a strip on phones, a row each at stud.

import { avatar } from "../../parts/avatar.js";
import { cards, playClass } from "../../parts/card.js";
import { h } from "../../parts/dom.js";
import { dollars, signed, spoken } from "../../parts/money.js";
import { notice } from "../../parts/notice.js";
import { capitalize, numberWord, spokenWords } from "../../parts/words.js";
import { otherPlaces, statusText } from "../view.js";
import { litClass } from "./lit.js";
import { chipAmount } from "./stack.js";

/**
 * @typedef {import("../view.js").Place} Place
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/dom.js").Node_} Node_
 */

const SHORT = /** @type {Record<string, string>} */ ({
  "dealer button": "D",
  button: "D",
  "small blind": "SB",
  "big blind": "BB",
  "player-dealer": "PD",
  "action button": "Action",
  "bring-in": "In",
});

/**
 * A marker at a seat, such as the dealer button.
 * @param {import("../../parts/types.js").Marker} marker
 * @param {boolean} [tight]
 */
export const markerTag = (marker, tight = false) =>
  h(
    "span.btnmark",
    {
      key: marker.name,
      title: capitalize(marker.name) + (marker.says ? `, ${marker.says}` : ""),
      role: "img",
      "aria-label": capitalize(marker.name) + (marker.says ? `, ${marker.says}` : ""),
    },
    (SHORT[marker.name.toLowerCase()] ?? capitalize(marker.name)).slice(0, tight ? 3 : undefined),
  );

/**
 * A player's name, the bot tag, and markers.
 * @param {Place} place
 * @param {boolean} [tight] whether markers are shortened
 */
export const nameTag = (place, tight = false) =>
  h(
    "div.who",
    null,
    !tight && avatar(place.name),
    h("span.nm", { title: place.name, onclick: showFullName }, place.name),
    place.bot && !tight && h("span.tag", null, "bot"),
    !tight && place.markers.map((marker) => markerTag(marker)),
  );

/** Show a name in full if it is cut off. @param {MouseEvent} event */
function showFullName(event) {
  const name = /** @type {HTMLElement} */ (event.currentTarget);
  if (name.scrollWidth > name.clientWidth) notice(name.title);
}

/**
 * The label of a seat for screen readers.
 * @param {Place} place
 * @param {string} did
 */
function seatLabel(place, did) {
  const parts = [
    `Seat ${place.seat}`,
    place.name,
    place.bot && "bot",
    spoken(place.stack),
    place.bet && `bet ${spoken(place.bet)}`,
    spokenWords(did),
  ];
  return parts.filter(Boolean).join(", ");
}

/** The cards of a seat in small size. @param {Place} place @param {TablePage} t @param {boolean} [fan] */
export function smallCards(place, t, fan = false) {
  const over = place.status === "folded" || place.status === "mucked";
  return place.spreads
    .filter((spread) => spread.cards.length && spread.place[2] !== "discards")
    .map((spread) =>
      cards(spread.cards, {
        fan: fan || spread.cards.length > 2,
        class: spread.cards.length > 5 ? "long" : "",
        bonus: t.bonus,
        states: (each, at) =>
          over || spread.folded
            ? "out"
            : litClass(t, spread, each) ||
              playClass(spread.plays, each) ||
              (!fan && spread.up?.includes(at) ? "up" : ""),
        name: undefined,
      }),
    );
}

/** A dot for each draw that a player has left. @param {Place} place @param {TablePage} t */
export function drawDots(place, t) {
  const all = t.cloth?.draws ?? 0;
  if (!all || t.picture?.over) return null;
  const out = !place.spreads.length || place.status === "folded"; // its place stays
  return h(
    "span.dots",
    {
      key: "dots",
      style: out ? { visibility: "hidden" } : null,
      role: "img",
      "aria-label": place.draws === 1 ? "one draw left" : `${numberWord(place.draws)} draws left`,
      title: `draws left: ${place.draws} of ${all}`,
    },
    Array.from({ length: all }, (_, at) => h("i", { class: at < place.draws ? "left" : "" })),
  );
}

/** A player's net result when the round is over. @param {Place} place @param {TablePage} t */
const roundNet = (place, t) =>
  t.picture?.over && place.net !== null && place.status !== "not dealt in" ? place.net : null;

/**
 * A player's plate.
 * @param {Place} place
 * @param {TablePage} t
 * @param {boolean} [tight] whether it is a narrow column
 */
export function plate(place, t, tight = false) {
  const did = statusText(place, t.picture);
  const got = roundNet(place, t);
  const sum = place.banks || place.boxes.reduce((all, box) => all + box.amount, 0);
  const round = place.markers.find((marker) => marker.says)?.says?.replace("round ", "") ?? "";
  const action =
    got !== null
      ? signed(got)
      : place.banks
        ? `banks${round && !tight ? `, ${round}` : ""}`
        : did.replace(/^(bets?) .*/, "$1");
  return h(
    "article.seat",
    {
      key: `seat ${place.who}`,
      "aria-label": seatLabel(place, got === null ? did : signed(got)),
      "data-seat": place.seat,
      class: [
        place.asked && "turn",
        (place.status === "folded" || place.away) && "folded",
        tight && place.name.length > 7 && "long",
      ]
        .filter(Boolean)
        .join(" "),
    },
    nameTag(place, tight),
    h(
      "div.sum",
      null,
      tight && place.markers.length
        ? place.markers.map((marker) => markerTag(marker, true))
        : dollars(sum || place.stack),
    ),
    h("div.did", { class: got !== null && got > 0 ? "won" : "" }, tight ? action.split(/ (?=\$|to \$)/)[0] : action),
  );
}

/**
 * Plates at both sides of a table, or a strip on phones. Lower seats are at the viewer's right.
 * @param {TablePage} t
 */
export function rimSeats(t) {
  const all = otherPlaces(t.places);
  const strip = t.size === "phone" ? [...all].sort((one, other) => one.seat - other.seat) : all;
  return h(
    "div.others",
    { role: "group", "aria-label": "Other seats", key: "others" },
    strip.map((place) => plate(place, t, t.size === "phone" && all.length > 3)),
  );
}

/** A player's hand in words. @param {Place} place */
export const handWords = (place) =>
  place.spreads
    .map((spread) => spread.says)
    .filter(Boolean)
    .join(" · ");

/** What a player did, in the fewest words. @param {string} did */
const briefly = (did) => did.replace(/^discards (?:(\d+) cards|a card)$/, (_, many) => `draws ${many ?? 1}`);

/**
 * A seat at the oval.
 * @param {Place} place
 * @param {TablePage} t
 */
export function ovalSeat(place, t) {
  const did = statusText(place, t.picture);
  const got = roundNet(place, t);
  const says = handWords(place);
  return h(
    "article.pseat",
    {
      key: `seat ${place.who}`,
      "aria-label": seatLabel(place, [got === null ? did : signed(got), says].filter(Boolean).join(", ")),
      "data-seat": place.seat,
      class: [place.asked && "turn", (place.status === "folded" || place.away) && "folded"].filter(Boolean).join(" "),
    },
    h(
      "div.plate",
      null,
      nameTag(place),
      h("div.stk", null, dollars(place.stack)),
      h(
        "div.did",
        { class: got !== null && got > 0 ? "won" : "" },
        got ? signed(got) : place.bet ? chipAmount(place.bet) : briefly(did) || (got === null ? "" : signed(got)),
      ),
      drawDots(place, t),
    ),
  );
}

/**
 * A row with all up cards readable.
 * @param {Place} place
 * @param {TablePage} t
 */
export function seatRow(place, t) {
  const did = statusText(place, t.picture);
  const got = roundNet(place, t);
  const shows = place.spreads
    .map((spread) => spread.says || spread.shows)
    .filter(Boolean)
    .join(" · ");
  return h(
    "article.srow",
    {
      key: `seat ${place.who}`,
      "aria-label": seatLabel(place, [got === null ? did : signed(got), shows].filter(Boolean).join(", ")),
      "data-seat": place.seat,
      class: [place.asked && "turn", (place.status === "folded" || place.away) && "folded"].filter(Boolean).join(" "),
    },
    h("div.w", null, nameTag(place), h("div.stk", null, dollars(place.stack))),
    h("div", null, smallCards(place, t, true)),
    h(
      "div.d",
      null,
      got
        ? h("span", { class: got > 0 ? "won" : "" }, signed(got))
        : place.bet
          ? chipAmount(place.bet)
          : h("span", null, did),
      shows && place.status !== "folded" ? h("span", null, shows) : null,
    ),
  );
}
