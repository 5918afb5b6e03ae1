// Parts of the prompt bar: the question with its clock, and the controls for bets and for cards.

import { TAGS } from "../../parts/tags.js";
import "./clock.js";
import { card, chip } from "../../parts/card.js";
import { h, keyHint } from "../../parts/dom.js";
import { dollars, spoken } from "../../parts/money.js";
import { capitalize, cardName } from "../../parts/words.js";
import { closedWords } from "../connection.js";
import { movableCard } from "../felt/set-hands.js";
import {
  answer,
  bet,
  chooseChip,
  clear,
  clearPicks,
  double,
  holdCard,
  layInto,
  rebet,
  submitCards,
  togglePick,
  undo,
} from "./answers.js";
import { draftProblem, draftRows, highestFirst, isLaidOut, TRAY, total } from "./draft.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 * @typedef {import("../../parts/types.js").Prompt} Prompt
 * @typedef {import("../../parts/dom.js").Child} Child
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
      .filter((offer) => offer.kind === TAGS.Choice)
      .map((offer) =>
        h(
          "button.btn.h",
          {
            key: offer.action,
            disabled,
            onclick: () => answer(t, offer),
            "aria-keyshortcuts": offer.key.toUpperCase(),
          },
          offer.splits?.length ? (isLaidOut(t, offer) ? `Set ${offer.label}` : `See ${offer.label}`) : offer.label,
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

/**
 * @param {TablePage} t
 * @param {Prompt} it
 * @param {Offer} offer
 * @param {boolean} disabled
 */
export function betControls(t, it, offer, disabled) {
  const bets = offer.option;
  const sum = total(t.ui.wagers);
  const most = Math.max(...bets.areas.map((area) => area.most));
  const sitOut = it.offers.find((each) => each.kind === TAGS.Choice);
  const tool = (
    /** @type {string} */ word,
    /** @type {string} */ letter,
    /** @type {() => void} */ press,
    /** @type {boolean} */ off,
  ) =>
    h(
      "button.btn",
      { key: word, onclick: press, disabled: disabled || off, "aria-keyshortcuts": letter },
      word,
      keyHint(letter),
    );
  return h(
    "div.betrow",
    { key: "betrow" },
    h(
      "div.tray",
      { role: "radiogroup", "aria-label": "Chip to add" },
      TRAY.filter((value) => value <= Math.max(most, 100)).map((value) =>
        h(
          "button.chipbtn",
          {
            key: value,
            class: `k${value / 100}`,
            role: "radio",
            "aria-checked": String(t.ui.chip === value),
            "aria-label": `${spoken(value)} chip`,
            onclick: () => chooseChip(t, value),
          },
          chip(value / 100),
          h("b", null, value / 100),
        ),
      ),
    ),
    h(
      "div.tools",
      null,
      tool("Undo", "Z", () => undo(t), !t.ui.undo.length),
      tool("Clear", "X", () => clear(t), !sum),
      tool("Double", "D", () => double(t), !sum),
      tool("Rebet", "R", () => rebet(t), !t.lastWagers),
    ),
    h(
      "div.acts",
      null,
      sitOut && h("button.btn.t", { key: "out", onclick: () => answer(t, sitOut), disabled }, capitalize(sitOut.label)),
      h(
        "button.btn.act",
        {
          key: "bet",
          class: `${sitOut ? "tt" : ""} ${sentClass(t, offer.action)}`,
          onclick: () => bet(t),
          disabled: disabled || Boolean(draftProblem(bets, t.ui.wagers)),
          "aria-label": sum ? `Bet ${spoken(sum)}` : "Bet",
        },
        "Bet ",
        sum ? h("span.amt", null, dollars(sum)) : "",
        keyHint("⏎"),
      ),
    ),
  );
}

/**
 * The question with its clock.
 * @param {TablePage} t
 * @param {Child} title
 * @param {Child} hint
 * @param {{ due?: number | null, mine?: boolean, kind?: string, more?: Child }} [how] `more` comes before the clock
 */
export function question(t, title, hint, how = {}) {
  const lost = t.connection.state === "lost";
  if (t.ui.leaving && !t.ui.refused) hint = [hint, hint ? " " : "", "You will leave when this round ends."];
  if (lost) [title, hint] = closedWords(t.connection.reason);
  return h(
    "div.ask",
    { key: "ask", class: lost ? "warn" : (how.kind ?? "") },
    h(
      "p.q",
      { key: typeof title === "string" ? title : "" },
      h("b", null, title),
      h("span", { class: t.ui.refused && !lost ? "refused" : "" }, hint),
    ),
    how.more ?? null,
    how.due
      ? h("table-clock", {
          own: true,
          key: how.due,
          data: {
            due: how.due,
            now: () => t.connection.now(),
            mine: how.mine ?? false,
            spare: how.mine ? (t.scene.spare ?? 0) : 0,
          },
        })
      : null,
  );
}

/**
 * The class of a button that was pressed: sent, or sent and not confirmed for a while.
 * @param {TablePage} t
 * @param {string} action
 */
export const sentClass = (t, action) => (t.ui.sent && t.ui.sentAs === action ? (t.ui.slow ? "sent slow" : "sent") : "");
