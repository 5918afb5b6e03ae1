// The prompt bar while the player bets: the chips, tools for the draft, and the button that bets it.

import { answer, bet, chooseChip, clear, double, rebet, undo } from "./answers.js";
import { chip } from "./card.js";
import { h } from "./dom.js";
import { draftProblem, TRAY, total } from "./draft.js";
import { dollars, spoken } from "./money.js";
import { keyHint, sentClass } from "./prompt-parts.js";
import { capitalize } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Prompt} Prompt
 */

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
