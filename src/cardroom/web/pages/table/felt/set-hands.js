// Cards that the player arranges: two hands, or three rows. A card is moved by a tap, a drag or a digit. A foul is
// shown before it is submitted.

import { card } from "../../parts/card.js";
import { h, keyHint } from "../../parts/dom.js";
import { icon } from "../../parts/sprite.js";
import { capitalize, cardName } from "../../parts/words.js";
import { layInto, takeBack, togglePick } from "../prompt/answers.js";
import { chosenSplit, draftRows, highestFirst } from "../prompt/draft.js";
import { outOfOrder } from "./rows.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 */

/** The cards that are being arranged, or null. @param {TablePage} t */
export function arrangement(t) {
  if (t.picking?.splits?.length) return twoHandSetter(t, t.picking);
  if (t.laying) return threeRowSetter(t, t.laying);
  return null;
}

/**
 * @param {number} each
 * @param {TablePage} t
 * @param {{ digit?: number, sel?: boolean, says?: string, press: () => void }} how
 */
export function movableCard(each, t, how) {
  return h(
    "button.pk",
    {
      key: each,
      "aria-label": cardName(each) + (how.says ? `, ${how.says}` : ""),
      "aria-pressed": how.sel === undefined ? null : String(how.sel),
      draggable: "true",
      onclick: how.press,
      ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(each)),
    },
    card(each, how.sel ? "sel" : "", t.bonus.has(each), ""),
    how.digit ? keyHint(how.digit) : null,
  );
}

/** @param {(card: number) => void} drop */
export const dropTarget = (drop) => ({
  ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
  ondrop: (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.getData("text/plain");
    if (dropped) drop(Number(dropped));
  },
});

/**
 * @param {TablePage} t
 * @param {Offer} offer
 */
function twoHandSetter(t, offer) {
  const all = highestFirst(offer.option.cards);
  const split = chosenSplit(t, offer);
  const need = offer.option.most - t.ui.picked.length;
  const one = (/** @type {number} */ each, /** @type {boolean} */ front) =>
    movableCard(each, t, {
      digit: all.indexOf(each) + 1,
      says: front ? "in front" : "behind",
      press: () => togglePick(t, each),
    });
  // A card that was moved leaves its place empty, so that the others stay where they are.
  const places = (/** @type {boolean} */ front) =>
    front
      ? [
          ...t.ui.picked.map((each) => one(each, true)),
          ...Array.from({ length: need }, (_, at) => h("span.slot.need", { key: `need ${at}` })),
        ]
      : all.map((each) =>
          t.ui.picked.includes(each) ? h("span.slot.gone", { key: `gone ${each}` }) : one(each, false),
        );
  const row = (/** @type {string} */ name, /** @type {boolean} */ front, /** @type {string} */ says) =>
    h(
      "div.row",
      {
        key: name,
        role: "group",
        "aria-label": `${name}: ${says}`,
        ...dropTarget((each) => t.ui.picked.includes(each) !== front && togglePick(t, each)),
      },
      h("p", null, h("b", null, name), h("span", null, says)),
      h("div.pks", null, places(front)),
    );
  return h(
    "div.setter",
    { key: "setter", class: split ? (split.warns ? "foul" : "ok") : "" },
    row("In front", true, split?.says[0] ?? (need === offer.option.most ? `choose ${need}` : `${need} more`)),
    row("Behind", false, split?.says[1] ?? ""),
  );
}

/**
 * @param {TablePage} t
 * @param {Offer} offer
 */
function threeRowSetter(t, offer) {
  const rows = draftRows(t, offer);
  const foul = outOfOrder(rows.map((each) => each.makes));
  return h(
    "div.zone.mine",
    { key: "mine" },
    h(
      "div.rows",
      { role: "group", "aria-label": "Your rows" },
      rows.map(({ row, fresh, free, makes }) =>
        h(
          "div.crow",
          {
            key: row.name,
            class: free && t.ui.holding !== null ? "target" : "",
            onclick: () => t.ui.holding !== null && layInto(t, row.name),
            ...dropTarget((each) => {
              t.ui.holding = each;
              layInto(t, row.name);
            }),
          },
          h(
            "span.rn",
            null,
            h("b", null, capitalize(row.name)),
            h("span", null, makes.made || (free ? `${free} free` : "")),
          ),
          h(
            "span.cards",
            null,
            row.lies.map((each) => card(each)),
            fresh.map((each) =>
              h(
                "button.pk",
                {
                  key: each,
                  "aria-label": `${cardName(each)}, take back`,
                  onclick: (/** @type {Event} */ event) => {
                    event.stopPropagation();
                    takeBack(t, each);
                  },
                },
                card(each, "fresh", false, ""),
              ),
            ),
            Array.from({ length: free }, (_, at) =>
              h("span.slot", {
                key: `slot ${row.lies.length + fresh.length + at}`,
                class: t.ui.holding !== null ? "need" : "",
              }),
            ),
          ),
        ),
      ),
    ),
    h(
      "p.order",
      { class: foul ? "bad" : "", role: "status" },
      foul ? "Foul: a row beats the row below it." : [icon("check"), "Each row must beat the one above it."],
    ),
  );
}
