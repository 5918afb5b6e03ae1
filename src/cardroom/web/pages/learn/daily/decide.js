// One decision: the cloth with its cards, the options, and after the answer the value of each. Daily deals, puzzles and
// repeated mistakes look the same.

import { cards, colorSuits } from "../../parts/card.js";
import { h, keyHint } from "../../parts/dom.js";
import { dollars } from "../../parts/money.js";
import { sheet } from "../../parts/sheet.js";
import { costText, unitsText, valueList } from "../../parts/values.js";
import { displayText, UNKNOWN } from "../../parts/words.js";
import { splitLabel, spokenLabel } from "../../table/prompt/buttons.js";
import { cardPicks, pickOf, questionOf, waysOf } from "../ways.js";

/**
 * @typedef {import("../../parts/types.js").ShownDecision} Decision
 * @typedef {import("../../parts/types.js").Advice} Advice
 * @typedef {import("../../parts/types.js").ValuedOption} ValuedOption
 * @typedef {import("../drill.js").Way} Way
 * @typedef {{ advice: Advice, yours: ValuedOption }} Verdict
 */

/** The cloth: the dealer's cards, the board, and the player's own with their words and bets. @param {Decision} decision */
export function scene(decision, small = false) {
  const { picture } = decision;
  const shown = picture.spreads.filter((each) => each.cards.length);
  const dealer = shown.filter((each) => each.dealer && !each.mine);
  const board = shown.filter((each) => each.place[0] === "board" && each.cards.some((one) => one !== UNKNOWN));
  const mine = shown.filter((each) => each.mine);
  const bets = (picture.boxes ?? []).filter((each) => each.mine && each.amount > 0);
  const row = (/** @type {typeof shown[0]} */ each, /** @type {string} */ size) =>
    h(
      `div.${size}`,
      { key: each.place.join(" "), class: each.active && mine.length > 1 ? "active" : "" },
      cards(each.cards, { fan: each.cards.length > 5 }),
      h("span.q", null, [each.mine ? "" : each.title, displayText(each.says ?? "")].filter(Boolean).join(": ")),
    );
  return h(
    "div.scene",
    { key: "scene", "data-felt": picture.cloth.felt, class: small ? "small" : "" },
    dealer.length > 0 &&
      h(
        "div.side",
        { key: "dealer" },
        dealer.map((each) => row(each, "theirs")),
      ),
    board.map((each) => row(each, "theirs")),
    h(
      "div.side",
      { key: "mine" },
      mine.map((each) => row(each, "own")),
    ),
    h("p.bets", { key: "bets" }, bets.map((each) => `${each.label} ${dollars(each.amount)}`).join(", ")),
  );
}

/**
 * The question and its options.
 * @param {Decision} decision
 * @param {{ picked: number[], busy: boolean, choose: (way: Way) => void, pick: (card: number) => void }} how
 */
export function options(decision, { picked, busy, choose, pick }) {
  const offer = pickOf(decision);
  const most = offer?.option.most ?? 0;
  return [
    h(
      "div.ask2",
      { key: "ask" },
      h("h2", null, questionOf(decision)),
      h("span", null, `${decision.name}, ${decision.unit} ${dollars(decision.stake)}. No clock.`),
    ),
    offer
      ? h(
          "div.picks",
          { key: "picks" },
          cardPicks(offer, picked, pick),
          h(
            "button.btn.act.wide",
            {
              disabled: busy || picked.length !== most,
              onclick: () => choose({ label: "Set hands", key: "", action: offer.action, value: picked }),
            },
            "Set hands",
          ),
        )
      : h(
          "div.choices",
          { key: "choices", role: "group", "aria-label": "Your options", "data-many": waysOf(decision).length },
          waysOf(decision).map((way) => {
            const [word, under] = splitLabel(way.label);
            return h(
              "button.btn.opt",
              {
                key: `${way.action} ${way.value ?? ""}`,
                "aria-label": spokenLabel(way.label),
                "aria-keyshortcuts": way.key.toUpperCase(),
                disabled: busy,
                onclick: () => choose(way),
              },
              word,
              " ",
              under ? h("small", null, under) : null,
              keyHint(way.key),
            );
          }),
        ),
  ];
}

/** The verdict in words: what was chosen and what it costs, and which option is best. @param {Verdict} verdict */
export function verdictWords({ advice, yours }) {
  const label = displayText(yours.label);
  return yours.best
    ? [`${label} is best. It costs nothing.`, ""]
    : [
        `You chose ${label}. It costs ${costText(yours.cost)} on average.`,
        `${displayText(advice.options[0].label)} is best`,
      ];
}

/**
 * The values of all options after the answer.
 * @param {Verdict} verdict
 * @param {import("../../parts/dom.js").Child} go the button that goes on
 * @param {import("../../parts/dom.js").Child} [note]
 */
export function verdictView(verdict, go, note = null) {
  const { advice, yours } = verdict;
  const [says, best] = verdictWords(verdict);
  // The list marks the chosen option by identity.
  const listed = advice.options.find((each) => each.exact === yours.exact && each.label === yours.label) ?? yours;
  return [
    h("div.ask2", { key: "ask" }, h("h2", null, says), h("span", null, best)),
    valueList(advice, listed),
    advice.reason && h("p.small.muted", { key: "reason" }, colorSuits(displayText(advice.reason))),
    note,
    h("div.go", { key: "go" }, h("button.btn", { onclick: () => whySheet(verdict) }, "Why?"), go),
  ];
}

/** @param {Verdict} verdict */
function whySheet({ advice, yours }) {
  sheet("Why?", [
    h("p", null, colorSuits(displayText(advice.says))),
    advice.reason && h("p", null, colorSuits(displayText(advice.reason))),
    h(
      "p",
      null,
      `A value is the average result over all cards that can still come, exactly. ${displayText(yours.label)} is worth ${yours.exact} of the ${advice.unit}, which is ${unitsText(yours.units)}.`,
    ),
    advice.note && h("p", null, advice.note),
    h("p", null, h("a", { href: `rules?game=${advice.game}&set=${advice.rules}` }, "Rules and strategy of the game")),
  ]);
}
