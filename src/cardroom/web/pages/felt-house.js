// The far side of the felt: the cards to beat, the bank, and what is printed on the cloth.

import { h } from "./dom.js";
import { emptyPlaces, hand } from "./felt-cards.js";
import { plainName } from "./model.js";
import { dollars } from "./money.js";
import { markerTag } from "./seats.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** The cards to beat, and what the bank can still pay. @param {TablePage} t */
export function house(t) {
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
        : emptyPlaces(t, "theirs", t.cloth?.cards?.dealer ?? t.cloth?.cards?.hand ?? 0, title),
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
