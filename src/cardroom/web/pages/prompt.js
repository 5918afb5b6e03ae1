// The prompt bar: what is asked, what happens without an answer, the clock, and a control for each kind of option.
// Decisions on cards are offered with equal weight; only what confirms somebody's own doing is filled.

import {
  answer,
  bet,
  changeBets,
  chooseChip,
  clear,
  confirm,
  double,
  hold,
  layInto,
  look,
  pickNone,
  rebet,
  sameBets,
  sendAmount,
  toggle,
  undo,
} from "./answers.js";
import "./clock.js";
import { held, movable, rowsOf, splitOf } from "./arrange.js";
import { card, chip } from "./card.js";
import { h } from "./dom.js";
import { lacks, total } from "./draft.js";
import { decided } from "./drawer.js";
import { doing, plainName } from "./model.js";
import { dollars, signed, spoken } from "./money.js";
import { pointsTable } from "./points.js";
import { resultLines } from "./results.js";
import { outside, rest } from "./sit.js";
import { chosen, few, sizer, wrong } from "./sizer.js";
import { capital, cardName, listed, spokenWords } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {import("./dom.js").Child} Child
 */

/** @param {TablePage} t */
export function prompt(t) {
  const body = t.prompt ? asked(t, t.prompt) : unasked(t);
  const kind = t.betting ? "bets" : t.laying ? "lays" : "";
  return h(
    "section.prompt",
    { key: "prompt", id: "prompt", tabindex: "-1", "aria-label": "Your options", "data-moment": t.moment },
    h("div.prompt-in", { class: kind }, body),
  );
}

/**
 * The question with its clock.
 * @param {TablePage} t
 * @param {Child} title
 * @param {Child} hint
 * @param {{ due?: number | null, mine?: boolean, kind?: string }} [how]
 */
export function question(t, title, hint, how = {}) {
  const lost = t.line.state === "lost";
  if (t.ui.leaving && !t.ui.refused) hint = [hint, hint ? " " : "", "You leave when this round is over."];
  if (lost)
    [title, hint] = ["Connection lost. Your wagers stand.", "The page comes back by itself; the clock goes on."];
  return h(
    "div.ask",
    { key: "ask", class: lost ? "warn" : (how.kind ?? "") },
    h("p.q", null, h("b", null, title), h("span", { class: t.ui.refused && !lost ? "refused" : "" }, hint)),
    how.due
      ? h("table-clock", {
          own: true,
          key: how.due,
          data: {
            due: how.due,
            now: () => t.line.now(),
            mine: how.mine ?? false,
            spare: how.mine ? (t.scene.spare ?? 0) : 0,
          },
        })
      : null,
  );
}

// -- when I am asked -------------------------------------------------------------------------------------------------

/** @param {TablePage} t @param {Prompt} it */
function asked(t, it) {
  const several = t.picture?.prompts ?? [];
  const hint = t.ui.refused || t.ui.warns || hintOf(t, it);
  return [
    several.length > 1 &&
      h(
        "div.seg",
        { key: "which", role: "group", "aria-label": "Your questions" },
        several.map((each) =>
          h(
            "button.btn.small",
            { key: each.spot, "aria-pressed": String(each === it), onclick: () => look(t, each.spot) },
            each.title,
          ),
        ),
      ),
    question(
      t,
      t.ui.slow ? "Sent, and not confirmed yet" : titleOf(t, it),
      t.ui.slow ? "It is sent again until the table has it." : hint,
      { due: t.scene.clock[it.spot], mine: true },
    ),
    controls(t, it),
  ];
}

/** What is asked: what there is to call, or the choices that there are. @param {TablePage} t @param {Prompt} it */
export function titleOf(t, it) {
  const turn = /^Your turn(.*)$/.exec(it.title);
  if (!turn) return it.title;
  const which = turn[1] ? `${capital(turn[1].replace(/^, /, ""))}: ` : "";
  const call = it.offers.find((offer) => offer.action === "call");
  if (call?.amount) return `${which}${dollars(call.amount)} to call`;
  const words = [
    ...new Set(
      buttons(t, it).map((button) =>
        twoLines(button.label)[0]
          .replace(/ \d+×$| to$/, "")
          .toLowerCase(),
      ),
    ),
  ];
  return words.length > 1 ? capital(`${which}${listed(words, "or")}?`) : it.title;
}

/** Who bet what is to be called. @param {TablePage} t @param {Prompt} it */
function before(t, it) {
  if (!it.offers.some((offer) => offer.action === "call")) return "";
  const most = [...t.places].filter((place) => !place.you && place.bet).sort((one, other) => other.bet - one.bet)[0];
  return most && /^(bets|raises|all-in|brings)/.test(most.did) ? `${most.name} ${most.did}. ` : "";
}

/** @param {TablePage} t @param {Prompt} it */
function hintOf(t, it) {
  const without = `No answer: you ${it.otherwise}.`;
  if (t.betting) return lacks(t.betting.option, t.ui.wagers) || without;
  const split = t.picking?.splits?.length ? splitOf(t, t.picking) : null;
  if (split?.warns) return split.warns;
  const bank = it.offers.find((offer) => offer.action === "bank");
  if (bank)
    return `From ${dollars(bank.option.least)} to ${dollars(bank.option.most)}: as far as it goes, it pays and collects. ${without}`;
  return it.why ? `${capital(it.why)}. ${without}` : before(t, it) + without;
}

/** @param {TablePage} t @param {Prompt} it */
function controls(t, it) {
  const disabled = t.line.state === "lost" || t.ui.sent;
  const bets = it.offers.find((offer) => offer.kind === "bets");
  if (bets) return betting(t, it, bets, disabled);
  const lay = it.offers.find((offer) => offer.kind === "lay");
  if (lay) return laying(t, lay, disabled);
  const pick = it.offers.find((offer) => offer.kind === "pick");
  if (pick) return picking(t, it, pick, disabled);
  const name = it.offers.find((offer) => offer.kind === "name");
  if (name) return naming(t, name, disabled);
  const ranged = it.offers.find((offer) => isRange(offer));
  return [
    ranged && sizer(t, ranged),
    h(
      "div.choices",
      { key: "choices", role: "group", "aria-label": it.title, "data-many": buttons(t, it).length },
      buttons(t, it).map((each) => option(t, each, disabled)),
    ),
  ];
}

/** @param {Offer} offer */
const isRange = (offer) => offer.kind === "amount" && offer.option.least !== offer.option.most && !few(offer);

/**
 * @typedef {{ offer: Offer, label: string, amount: number, key: string, value?: number, problem?: string, press: () => void }} Button
 */

/**
 * One button a choice, from least to most chips.
 * @param {TablePage} t
 * @param {Prompt} it
 * @returns {Button[]}
 */
export function buttons(t, it) {
  /** @type {Button[]} */
  const found = [];
  for (const offer of it.offers) {
    if (offer.kind === "amount" && few(offer)) {
      for (const quick of offer.quick ?? [])
        found.push({
          offer,
          label: quick.label,
          amount: quick.amount,
          key: quick.key,
          press: () => answer(t, offer, quick.amount),
        });
    } else if (isRange(offer)) {
      const amount = chosen(t, offer);
      found.push({
        offer,
        label: `${offer.label} ${amount === null ? "" : dollars(amount)}`,
        amount: amount ?? 0,
        key: offer.key,
        problem: wrong(offer, amount),
        press: () => sendAmount(t, offer),
      });
    } else if (offer.kind === "amount") {
      found.push({
        offer,
        label: offer.label,
        amount: offer.amount ?? 0,
        key: offer.key,
        press: () => answer(t, offer, offer.option.least),
      });
    } else if (offer.kind === "choice") {
      found.push({
        offer,
        label: offer.label,
        amount: offer.amount ?? 0,
        key: offer.key,
        press: () => answer(t, offer),
      });
    }
  }
  const first = (/** @type {Button} */ each) =>
    ["fold", "surrender", "pass", "sit-out"].includes(each.offer.action) ? -1 : each.amount;
  return found.sort((one, other) => first(one) - first(other));
}

/** What is written on a button: a word, and the amount or the rest of the sentence under it. @param {string} label */
function twoLines(label) {
  const money = /^(.*?)\s*\(?(\$[\d,.]+)\)?$/.exec(label);
  if (money) return [money[1].replace(/(\d)x$/, "$1×"), money[2]];
  const [word, rest] = label.split(": ");
  return [word, rest ?? ""];
}

/**
 * @param {TablePage} t
 * @param {Button} button
 * @param {boolean} disabled
 */
function option(t, button, disabled) {
  const [word, under] = twoLines(button.label);
  return h(
    "button.btn.opt",
    {
      key: `${button.offer.action} ${button.key} ${button.value ?? ""}`,
      "aria-label": spokenWords(button.label.replace(/[()]/g, ",").replace(/,$/, "")),
      "aria-keyshortcuts": button.key.toUpperCase(),
      disabled: disabled || Boolean(button.problem),
      onclick: button.press,
      class: sent(t, button.offer.action),
    },
    word,
    under ? h("small", null, under) : null,
    key(button.key),
  );
}

/** How a button looks that was pressed: sent, and after a while that nobody has confirmed it. @param {TablePage} t @param {string} action */
const sent = (t, action) => (t.ui.sent && t.ui.sentAs === action ? (t.ui.slow ? "sent slow" : "sent") : "");

/** @param {string} name */
const key = (name) => h("kbd", { "aria-hidden": "true" }, name.length > 1 ? name : name.toUpperCase());

// -- bets ------------------------------------------------------------------------------------------------------------

export const CHIPS = [100, 500, 2500, 10000, 50000];

/**
 * @param {TablePage} t
 * @param {Prompt} it
 * @param {Offer} offer
 * @param {boolean} disabled
 */
function betting(t, it, offer, disabled) {
  const bets = offer.option;
  const sum = total(t.ui.wagers);
  const most = Math.max(...bets.areas.map((area) => area.most));
  const sitOut = it.offers.find((each) => each.kind === "choice");
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
      key(letter),
    );
  return h(
    "div.betrow",
    { key: "betrow" },
    h(
      "div.tray",
      { role: "radiogroup", "aria-label": "Chip to add" },
      CHIPS.filter((value) => value <= Math.max(most, 100)).map((value) =>
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
      sitOut && h("button.btn.t", { key: "out", onclick: () => answer(t, sitOut), disabled }, capital(sitOut.label)),
      h(
        "button.btn.act",
        {
          key: "bet",
          class: `${sitOut ? "tt" : ""} ${sent(t, offer.action)}`,
          onclick: () => bet(t),
          disabled: disabled || Boolean(lacks(bets, t.ui.wagers)),
          "aria-label": sum ? `Bet ${spoken(sum)}` : "Bet",
        },
        "Bet ",
        sum ? h("span.amt", null, dollars(sum)) : "",
        key("⏎"),
      ),
    ),
  );
}

// -- cards -----------------------------------------------------------------------------------------------------------

/**
 * @param {TablePage} t
 * @param {Prompt} it
 * @param {Offer} pick
 * @param {boolean} disabled
 */
function picking(t, it, pick, disabled) {
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
          key(offer.key),
        ),
      ),
    number && !two ? h("button.btn.t", { key: "none", disabled, onclick: () => pickNone(t) }, "Clear", key("x")) : null,
    h(
      "button.btn.act",
      {
        key: "set",
        class: `${it.offers.length > 1 ? "h" : number && !two ? "tt" : ""} ${sent(t, pick.action)}`,
        disabled: disabled || number < pick.option.least,
        onclick: () => confirm(t),
      },
      word,
      key("⏎"),
    ),
  );
}

/**
 * @param {TablePage} t
 * @param {Offer} lay
 * @param {boolean} disabled
 */
function laying(t, lay, disabled) {
  const left = lay.option.cards.filter((each) => !t.ui.laid[each]);
  const away = lay.option.discards ?? 0;
  const done = left.length === away;
  const all = held(lay.option.cards);
  return h(
    "div.lay",
    { key: "lay" },
    h(
      "div.hand3",
      {
        class: all.length > 5 ? "hand13" : "",
        role: "group",
        "aria-label": done && away ? "To be thrown away" : "Cards to place",
      },
      all
        .filter((each) => left.includes(each))
        .map((each) =>
          movable(each, t, {
            digit: all.length < 10 ? all.indexOf(each) + 1 : 0,
            sel: t.ui.holding === each,
            press: () => hold(t, each),
          }),
        ),
      done && away ? h("span.small.muted", null, "is thrown away") : null,
    ),
    h(
      "div.choices",
      { role: "group", "aria-label": "Rows" },
      rowsOf(t, lay).map(({ row, free }, at) =>
        h(
          "button.btn.opt",
          {
            key: row.name,
            disabled: disabled || !free || t.ui.holding === null || done,
            onclick: () => layInto(t, row.name),
          },
          capital(row.name),
          h("small", null, free ? `${free} free` : "full"),
          key("TMB"[at]),
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
        key("z"),
      ),
      h(
        "button.btn.act.tt",
        { class: sent(t, lay.action), disabled: disabled || !done, onclick: () => confirm(t) },
        lay.label,
        key("⏎"),
      ),
    ),
  );
}

/**
 * Cards that a recorded hand shows: any that are not accounted for.
 * @param {TablePage} t
 * @param {Offer} offer
 * @param {boolean} disabled
 */
function naming(t, offer, disabled) {
  return [
    h(
      "div.namer",
      { key: "namer", role: "group", "aria-label": "Cards" },
      held(offer.option.among).map((each) =>
        h(
          "button.pk",
          {
            key: each,
            "aria-label": cardName(each),
            "aria-pressed": String(t.ui.picked.includes(each)),
            onclick: () => toggle(t, each),
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
        { disabled: disabled || t.ui.picked.length !== offer.option.count, onclick: () => confirm(t) },
        offer.label,
      ),
    ),
  ];
}

// -- when I am not ---------------------------------------------------------------------------------------------------

/** @param {TablePage} t */
function unasked(t) {
  const apart = outside(t);
  if (apart) return apart;
  if (t.moment === "over") return over(t);
  const quiet = [
    !t.ui.leaving && h("button.btn.h", { key: "out", onclick: () => rest(t, true) }, "Sit out"),
    t.size === "phone" && h("button.btn.h", { key: "more", onclick: () => t.openDrawer() }, "About this round"),
  ];
  if (t.moment === "idle")
    return [
      question(
        t,
        t.scene.starts ? "The first round begins soon" : "Waiting for players",
        t.scene.starts ? "" : "A round is dealt as soon as enough sit here.",
        { due: t.scene.starts },
      ),
      h("div.acts.row", { key: "rest" }, quiet),
    ];
  const waits = t.places.filter((place) => place.asked && !place.you);
  const names = (t.picture?.waits_for ?? []).map(plainName);
  const due = Object.values(t.scene.clock).sort((one, other) => one - other)[0];
  const verb = names.length > 1 ? "are" : "is";
  const told = t.ui.told;
  const title = told || (names.length ? `${listed(names)} ${verb} deciding` : "The round goes on");
  const me = t.places.find((place) => place.you);
  if (told && t.ui.missed > 1)
    return [
      question(t, told, "That is the second time in a row. Sit out until you have time?", { due, kind: "told" }),
      h("div.acts.row", { key: "rest" }, quiet),
    ];
  const hint = told
    ? names.length
      ? `${listed(names)} ${verb} deciding.`
      : ""
    : me && doing(me, t.picture)
      ? `You: ${doing(me, t.picture)}`
      : waits.length
        ? ""
        : "";
  return [question(t, title, hint, { due, kind: told ? "told" : "" }), h("div.acts.row", { key: "rest" }, quiet)];
}

/** @param {TablePage} t */
function over(t) {
  const net = t.picture?.chairs.find((chair) => chair.you)?.net ?? null;
  const mine = (t.picture?.results ?? []).filter((each) => each.mine);
  const word =
    net === null || (!net && !mine.length)
      ? "The round is over"
      : net > 0
        ? "You win"
        : net < 0
          ? "You lose"
          : "You are even";
  const sum = total(t.lastWagers ?? {});
  const acts =
    t.lastWagers && t.cloth?.areas?.length
      ? h(
          "div.acts.row",
          { key: "acts" },
          h(
            "button.btn.h",
            {
              key: "change",
              "aria-pressed": String(t.ui.change),
              "aria-keyshortcuts": "B",
              onclick: () => changeBets(t),
            },
            t.ui.change ? "Change bets, ready" : "Change bets",
            key("b"),
          ),
          h(
            "button.btn.h",
            {
              key: "same",
              class: t.ui.same ? "" : "act",
              "aria-pressed": String(t.ui.same),
              "aria-keyshortcuts": "R",
              onclick: () => sameBets(t),
            },
            t.ui.same ? "Same bets, ready" : "Same bets ",
            t.ui.same ? null : h("span.amt", null, dollars(sum)),
            key("r"),
          ),
        )
      : h(
          "div.acts.row",
          { key: "acts" },
          h(
            "button.btn.h",
            { key: "out", "aria-keyshortcuts": "O", onclick: () => rest(t, true) },
            "Sit out",
            key("o"),
          ),
          h(
            "button.btn.h",
            { key: "why", "aria-keyshortcuts": "W", onclick: () => t.why() },
            t.picture?.tallies?.length ? "Why these points?" : "Why?",
            key("w"),
          ),
        );
  const points = t.size === "phone" ? pointsTable(t) : null;
  const lines = t.size === "phone" && !points ? decided(t) : [];
  return [
    question(
      t,
      [word, " ", net ? h("span.net.num", { class: net > 0 ? "win" : "" }, signed(net)) : ""],
      t.scene.starts ? "Next round soon." : t.ui.refused,
      { due: t.scene.starts },
    ),
    points ? h("div.res", { key: "points" }, points) : null,
    lines.length ? resultLines(t, lines) : null,
    acts,
  ];
}
