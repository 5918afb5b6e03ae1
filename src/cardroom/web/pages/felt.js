// The felt: five seatings. I am always at the bottom; what a game has is in its picture.

import { toggle } from "./answers.js";
import { areas, bands } from "./areas.js";
import { arranging } from "./arrange.js";
import { card, cards, playing } from "./card.js";
import { h } from "./dom.js";
import { total } from "./draft.js";
import { others, plainName } from "./model.js";
import { dollars, signed } from "./money.js";
import { bigFigure } from "./roads.js";
import { around, dots, line, mark, rim as rimSeats, who } from "./seats.js";
import { capital, cardName, cardNames } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Spread} Spread
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
    SEATINGS[seating](t),
  );
}

const SEATINGS = {
  /** @param {TablePage} t */
  rim: (t) => [
    rimSeats(t),
    house(t),
    print(t),
    h("div.spring", { key: "s1" }),
    middle(t),
    h("div.spring", { key: "s2" }),
    mine(t),
  ],
  /** @param {TablePage} t */
  columns: (t) => [
    t.size === "phone" && rimSeats(t),
    house(t),
    h("div.spring", { key: "s1" }),
    points(t),
    h("div.spring", { key: "s2" }),
    bands(t),
    h("div.spring", { key: "s3" }),
  ],
  /** @param {TablePage} t */
  ring: (t) => {
    const all = others(t.places);
    return [
      h("div.ring", { key: "oval", "aria-hidden": "true" }),
      h("div.pboard", { key: "board" }, pots(t), boardCards(t)),
      h(
        "div.around",
        { key: "around", role: "group", "aria-label": "Other seats", class: all.length > 6 ? "many" : "" },
        all.map((place, at) => around(place, t, at, all.length)),
      ),
      mine(t),
    ];
  },
  /** @param {TablePage} t */
  rows: (t) => [
    h(
      "div.srows",
      { key: "rows", role: "group", "aria-label": "Other seats" },
      others(t.places).map((place) => line(place, t)),
    ),
    h("div.spring", { key: "s1" }),
    pots(t),
    boardCards(t),
    h("div.spring", { key: "s2" }),
    mine(t),
  ],
  /** @param {TablePage} t */
  segments: (t) => [
    h(
      "div.opps",
      {
        key: "opps",
        role: "group",
        "aria-label": "Other seats",
        style: { "--others": Math.max(2, others(t.places).length) },
      },
      others(t.places).map((place) => segment(place, t)),
    ),
    h("div.spring", { key: "spring" }),
    arranging(t) ?? myRows(t),
  ],
};

// -- the bank's side -------------------------------------------------------------------------------------------------

/** The cards to beat and how far the bank reaches. @param {TablePage} t */
function house(t) {
  const theirs = (t.picture?.spreads ?? []).filter((spread) => spread.dealer && !spread.mine);
  const banks = t.places.find((place) => place.banks);
  const title =
    !banks || !t.cloth?.cards?.hand ? "" : banks.you ? "You bank this round" : `${banks.name}, player-dealer`;
  return h(
    "div.zone.house",
    { key: "house" },
    h(
      "div.house-cards",
      null,
      theirs.length
        ? theirs.map((spread) => hand(spread, t, "theirs"))
        : empty(t, "theirs", t.cloth?.cards?.dealer ?? t.cloth?.cards?.hand ?? 0, title),
    ),
    bank(t),
  );
}

/**
 * Printed places for cards that have not come yet; phones have no room for them.
 * @param {TablePage} t
 * @param {string} kind
 * @param {number} many
 * @param {string} [title]
 */
function empty(t, kind, many, title = "") {
  if (t.size === "phone" || !many || t.moment === "over") return null;
  return h(
    "figure.hand.none",
    { key: `none ${kind}`, class: kind },
    many > 5 ? null : cards([], { slots: many, name: "No cards yet" }),
    title ? h("figcaption.hand-name", null, title) : null,
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
        t.cloth?.seating === "columns" ? `${plainName(it.name)} banks ` : "Bank ",
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

/** What is printed on the cloth: prescribed texts, jackpots' displays, where markers lie. @param {TablePage} t */
function print(t) {
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
          markers.map((marker) => [mark(marker), ` seat ${marker.seat} `]),
        )
      : null,
  );
}

/** A line that is printed in an arc. @param {string} text */
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

/** The dice that were shaken, and whose the action is. @param {TablePage} t */
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

// -- cards -----------------------------------------------------------------------------------------------------------

/**
 * Cards at a place with their name in words.
 * @param {Spread} spread
 * @param {TablePage} t
 * @param {string} kind
 * @param {number} [slots]
 */
function hand(spread, t, kind, slots = 0) {
  const part = spread.place[2];
  const says = capital(spread.says || spread.shows || "");
  const title = capital(
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
          : playing(kind === "shared" ? t.plays : spread.plays, each) ||
            (spread.up?.includes(at) && kind !== "theirs" ? "up" : ""),
      name: `${spread.title}: ${cardNames(spread.cards)}`,
    }),
    h("figcaption.hand-name", null, title, says && [title ? ": " : "", h("b", null, says)]),
  );
}

/**
 * Whose cards these are; somebody who banks is called so as long as there is nothing else to say.
 * @param {string} title
 * @param {boolean} short
 */
const plainTitle = (title, short) =>
  title.replace(/^Player-dealer, (?:bot )?(.*)$/, short ? "$1" : "$1, player-dealer");

/** What all share, or the name of the game. @param {TablePage} t */
function middle(t) {
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
      : empty(t, "shared", places),
    name,
  );
}

/** @param {TablePage} t */
function boardCards(t) {
  const shared = t.picture?.spreads.find((spread) => spread.place[0] === "board");
  if (!shared?.cards.length) return null;
  return h(
    "div.board",
    { key: "shared" },
    cards(shared.cards, {
      states: (each) => playing(t.plays, each),
      slots: t.cloth?.seating === "ring" ? 5 : 0,
      name: `Board: ${cardNames(shared.cards)}`,
    }),
  );
}

/** Both hands of a game that all bet on: points in large figures, and who won. @param {TablePage} t */
function points(t) {
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
              h("figcaption.bt", null, capital(name), h("b", null, " ")),
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

/** Who won a hand that all bet on, and what else it was, as the table says it. @param {TablePage} t */
function verdict(t) {
  if (!t.picture?.over) return ["", ""];
  const said =
    (t.picture.happened ?? []).map((line) => /\. (Player|Banker|Tie)(?: win)?$/.exec(line.says)?.[1]).find(Boolean) ??
    "";
  const last = t.hands[t.hands.length - 1];
  return [
    said,
    said && last?.dot && capital(last.won) === said ? (last.won === "banker" ? "Dragon 7" : "Panda 8") : "",
  ];
}

/** @param {TablePage} t */
function pots(t) {
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

// -- mine ------------------------------------------------------------------------------------------------------------

/** My areas and my cards; while I set or discard, the cards are what I choose from. @param {TablePage} t */
function mine(t) {
  const own = (t.picture?.spreads ?? []).filter(
    (spread) => spread.mine && spread.place[2] !== "discards" && (spread.cards.length || spread.slots),
  );
  const several = new Set(own.map((spread) => spread.place[1])).size > 1;
  const setting = arranging(t);
  const me = t.places.find((place) => place.you);
  return h(
    "div.zone.mine",
    { key: "mine", class: setting ? "setting" : "" },
    t.cloth?.seating === "rim" && areas(t),
    setting ??
      (own.length
        ? h(
            "div.myhands",
            { key: "hands", class: several ? "several" : "" },
            own.map((spread) => myHand(spread, t, several)),
          )
        : t.seated && t.moment !== "wait"
          ? empty(t, "my", t.cloth?.cards?.hand ?? 0)
          : null),
    t.seated &&
      me &&
      h("p.hand-name.me", { key: "me" }, [
        "You, ",
        own.length ? "" : `seat ${me.seat}, `,
        h("b.num", null, dollars(me.stack)),
        me.bet ? ` · in front ${dollars(me.bet)}` : felted(t) ? ` · ${dollars(felted(t))} on the felt` : "",
        me.markers.map((marker) => mark(marker)),
        dots(me, t),
      ]),
  );
}

/** What I have on the felt, or am laying there. @param {TablePage} t */
const felted = (t) =>
  t.betting ? total(t.ui.wagers) : (t.picture?.boxes ?? []).reduce((sum, box) => sum + (box.mine ? box.amount : 0), 0);

/** My three rows while nothing is to be laid. @param {TablePage} t */
function myRows(t) {
  const rows = (t.picture?.spreads ?? []).filter((spread) => spread.mine && spread.slots);
  if (!rows.length) return mine(t);
  const me = t.places.find((place) => place.you);
  const foul = said(me, "a foul hand");
  const land = said(me, "the next hand is in Fantasy Land") || said(me, "in Fantasy Land");
  return h(
    "div.zone.mine",
    { key: "mine" },
    h(
      "div.rows",
      { role: "group", "aria-label": "Your rows" },
      rows.map((spread) =>
        h(
          "div.crow",
          { key: spread.place[2] ?? "" },
          h("span.rn", null, h("b", null, capital(spread.place[2] ?? "")), h("span", null, spread.says ?? "")),
          cards(spread.cards, {
            slots: spread.slots,
            states: () => (foul ? "dim" : ""),
            name: `${capital(spread.place[2] ?? "")}: ${cardNames(spread.cards) || "empty"}. ${spread.says ?? ""}`,
          }),
        ),
      ),
    ),
    foul || land
      ? h("p.order", { key: "order", class: foul ? "bad" : "" }, foul ? "A foul hand" : `You: ${land}`)
      : null,
  );
}

/**
 * What the table said of somebody that begins so, if it did.
 * @param {import("./model.js").Place | undefined} place
 * @param {string} what
 */
export const said = (place, what) => place?.said.find((text) => text.startsWith(what)) ?? "";

/**
 * @param {Spread} spread
 * @param {TablePage} t
 * @param {boolean} several
 */
function myHand(spread, t, several) {
  const spot = spread.place[1] ?? "";
  const picking = t.picking && t.prompt?.spot === spot ? t.picking : null;
  const box = several ? t.picture?.boxes?.find((each) => each.spot === spot && each.amount) : null;
  const states = (/** @type {number} */ each, /** @type {number} */ at) =>
    spread.folded ? "out" : playing(spread.plays, each) || (spread.up?.includes(at) ? "up" : "");
  const faces = picking
    ? h(
        "span.cards.pks",
        { role: "group", "aria-label": `Your cards. ${t.prompt?.title}` },
        spread.cards.map((each, at) => {
          const chosen = t.ui.picked.includes(each);
          return h(
            "button.pk",
            { key: each, "aria-pressed": String(chosen), "aria-label": cardName(each), onclick: () => toggle(t, each) },
            card(each, chosen ? "sel" : "", t.bonus.has(each), ""),
            h("kbd", { "aria-hidden": "true" }, at + 1),
          );
        }),
      )
    : cards(spread.cards, {
        states,
        bonus: t.bonus,
        fan: spread.cards.length > (several ? 2 : 6),
        slots: spread.slots ?? 0,
        name: `Your cards: ${cardNames(spread.cards)}. ${spread.says ?? ""}`,
      });
  const part = spread.place[2] && spread.place[2] !== "up";
  const title = several || part ? capital(spread.title.replace(/^You, /, "").replace(/^You$/, "")) : "";
  const says = capital(spread.says ?? "");
  return h(
    "figure.hand.my",
    {
      key: spread.place.join(" "),
      class: [several && spread.active && "live", several && "boxed", part && "part"].filter(Boolean).join(" "),
    },
    faces,
    h(
      "figcaption.hand-name",
      null,
      title ? [title, says ? ": " : ""] : "",
      h("b", null, says),
      box ? [" · ", dollars(box.amount)] : null,
    ),
  );
}

/**
 * Somebody's three rows.
 * @param {import("./model.js").Place} place
 * @param {TablePage} t
 */
function segment(place, t) {
  const net = t.picture?.over ? place.net : null;
  const rows = place.spreads.filter((spread) => spread.slots);
  const foul = said(place, "a foul hand");
  const land = said(place, "in Fantasy Land");
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
      who(place, t.size === "phone"),
      foul || land ? h("span.told", { class: foul ? "bad" : "" }, foul ? "foul" : "Fantasy Land") : null,
      h("span.num", { class: net !== null && net > 0 ? "won" : "" }, net === null ? dollars(place.stack) : signed(net)),
    ),
    rows.map((spread) =>
      h(
        "div.orow",
        { key: spread.place[2] },
        cards(spread.cards, {
          slots: spread.slots,
          fan: true,
          states: () => (foul ? "dim" : ""),
          name: `${spread.title}: ${cardNames(spread.cards) || "empty"}`,
        }),
        h("span.onote", null, spread.says ?? ""),
      ),
    ),
    !rows.length &&
      h("p.onote", { key: "out" }, place.status === "not dealt in" || t.picture ? "not in this hand" : ""),
  );
}
