// The prompt bar while the player picks, lays or names cards.

import { answer, clearPicks, holdCard, layInto, submitCards, togglePick, undo } from "./answers.js";
import { movableCard } from "./arrange.js";
import { card } from "./card.js";
import { h } from "./dom.js";
import { draftRows, highestFirst } from "./draft.js";
import { keyHint, sentClass } from "./prompt-parts.js";
import { capitalize, cardName } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Prompt} Prompt
 */

/**
 * @param {TablePage} t
 * @param {Prompt} it
 * @param {Offer} pick
 * @param {boolean} disabled
 */
export function pickControls(t, it, pick, disabled) {
  const number = t.ui.picked.length;
  const two = Boolean(pick.splits?.length);
  const word = two
    ? `${pick.label} hands`
    : !number && !pick.option.least
      ? "Stand pat"
      : `${pick.label} ${number || ""}`.trim();
  return h(
    "div.acts.row",
    { key: "pick" },
    it.offers
      .filter((offer) => offer.kind === "choice")
      .map((offer) =>
        h(
          "button.btn.h",
          {
            key: offer.action,
            disabled,
            onclick: () => answer(t, offer),
            "aria-keyshortcuts": offer.key.toUpperCase(),
          },
          offer.label,
          keyHint(offer.key),
        ),
      ),
    number && !two
      ? h("button.btn.t", { key: "none", disabled, onclick: () => clearPicks(t) }, "Clear", keyHint("x"))
      : null,
    h(
      "button.btn.act",
      {
        key: "set",
        class: `${it.offers.length > 1 ? "h" : number && !two ? "tt" : ""} ${sentClass(t, pick.action)}`,
        disabled: disabled || number < pick.option.least,
        onclick: () => submitCards(t),
      },
      word,
      keyHint("⏎"),
    ),
  );
}

/**
 * @param {TablePage} t
 * @param {Offer} lay
 * @param {boolean} disabled
 */
export function layControls(t, lay, disabled) {
  const left = lay.option.cards.filter((each) => !t.ui.laid[each]);
  const away = lay.option.discards ?? 0;
  const done = left.length === away;
  const all = highestFirst(lay.option.cards);
  return h(
    "div.lay",
    { key: "lay" },
    h(
      "div.hand3",
      {
        class: all.length > 5 ? "hand13" : "",
        role: "group",
        "aria-label": done && away ? "To be discarded" : "Cards to place",
      },
      all
        .filter((each) => left.includes(each))
        .map((each) =>
          movableCard(each, t, {
            digit: all.length < 10 ? all.indexOf(each) + 1 : 0,
            sel: t.ui.holding === each,
            press: () => holdCard(t, each),
          }),
        ),
      done && away ? h("span.small.muted", null, "is discarded") : null,
    ),
    h(
      "div.choices",
      { role: "group", "aria-label": "Rows" },
      draftRows(t, lay).map(({ row, free }, at) =>
        h(
          "button.btn.opt",
          {
            key: row.name,
            disabled: disabled || !free || t.ui.holding === null || done,
            onclick: () => layInto(t, row.name),
          },
          capitalize(row.name),
          h("small", null, free ? `${free} free` : "full"),
          keyHint("TMB"[at]),
        ),
      ),
    ),
    h(
      "div.acts",
      null,
      h(
        "button.btn.t",
        { disabled: disabled || !Object.keys(t.ui.laid).length, onclick: () => undo(t) },
        "Undo",
        keyHint("z"),
      ),
      h(
        "button.btn.act.tt",
        { class: sentClass(t, lay.action), disabled: disabled || !done, onclick: () => submitCards(t) },
        lay.label,
        keyHint("⏎"),
      ),
    ),
  );
}

/**
 * Name the cards of a recorded hand: any that are not accounted for.
 * @param {TablePage} t
 * @param {Offer} offer
 * @param {boolean} disabled
 */
export function nameControls(t, offer, disabled) {
  return [
    h(
      "div.namer",
      { key: "namer", role: "group", "aria-label": "Cards" },
      highestFirst(offer.option.among).map((each) =>
        h(
          "button.pk",
          {
            key: each,
            "aria-label": cardName(each),
            "aria-pressed": String(t.ui.picked.includes(each)),
            onclick: () => togglePick(t, each),
          },
          card(each, t.ui.picked.includes(each) ? "sel" : "", false, ""),
        ),
      ),
    ),
    h(
      "div.acts",
      { key: "acts" },
      h(
        "button.btn.act",
        { disabled: disabled || t.ui.picked.length !== offer.option.count, onclick: () => submitCards(t) },
        offer.label,
      ),
    ),
  ];
}
