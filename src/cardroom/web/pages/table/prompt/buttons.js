// The choices of a question: buttons with their words, amounts and keys, and the control for an amount.

import { h } from "../../parts/dom.js";
import { dollars, spoken } from "../../parts/money.js";
import { TAGS } from "../../parts/tags.js";
import { capitalize, joinWords, spokenWords } from "../../parts/words.js";
import { answer, sendAmount, setAmount, typeAmount } from "./answers.js";
import { amountProblem, chosenAmount, forLess, nearestAmount, onlyPresets, stepSize } from "./draft.js";

/**
 * @typedef {import("../table.js").TablePage} TablePage
 * @typedef {import("../../parts/types.js").Offer} Offer
 * @typedef {import("../../parts/types.js").Prompt} Prompt
 * @typedef {{ offer: Offer, label: string, amount: number, key: string, value?: number, problem?: string,
 *   press: () => void }} Button
 */

/** @param {Offer} offer */
export const isRange = (offer) =>
  offer.kind === TAGS.Amount && offer.option.least !== offer.option.most && !onlyPresets(offer);

/**
 * A button for each choice, from the fewest chips to the most.
 * @param {TablePage} t
 * @param {Prompt} it
 * @returns {Button[]}
 */
export function buttons(t, it) {
  /** @type {Button[]} */
  const all = [];
  for (const offer of it.offers) {
    if (offer.kind === TAGS.Amount && onlyPresets(offer)) {
      for (const quick of offer.quick ?? [])
        all.push({
          offer,
          label: quick.label,
          amount: quick.amount,
          key: quick.key,
          press: () => answer(t, offer, quick.amount),
        });
    } else if (isRange(offer)) {
      const amount = chosenAmount(t, offer);
      all.push({
        offer,
        label: `${offer.label} ${amount === null ? "" : dollars(amount)}`,
        amount: amount ?? 0,
        key: offer.key,
        problem: amountProblem(offer, amount),
        press: () => sendAmount(t, offer),
      });
    } else if (offer.kind === TAGS.Amount) {
      all.push({
        offer,
        label: offer.label,
        amount: offer.amount ?? 0,
        key: offer.key,
        press: () => answer(t, offer, offer.option.least),
      });
    } else if (offer.kind === TAGS.Choice) {
      all.push({
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
  return all.sort((one, other) => first(one) - first(other));
}

/** A label in two parts: a word, and the amount or the rest of the sentence below it. @param {string} label */
export function splitLabel(label) {
  const money = /^(.*?)\s*\(?(\$[\d,.]+)\)?$/.exec(label);
  if (money) return [money[1].replace(/(\d)x$/, "$1×"), money[2]];
  const [word, rest] = label.split(": ");
  return [word, rest ?? ""];
}

/** The name of a button for assistive technology. It begins with the words on the button. @param {string} label */
export function spokenLabel(label) {
  const [word, under] = splitLabel(label);
  const name = word.split("×").map(spokenWords).join("×");
  if (!under) return name;
  return `${name}${under.startsWith("$") && !word.endsWith("×") ? "" : ","} ${spokenWords(under)}`;
}

/** The question as a title: the amount to call, or the choices. @param {TablePage} t @param {Prompt} it */
export function questionTitle(t, it) {
  const turn = /^Your turn(.*)$/.exec(it.title);
  if (!turn) return it.title;
  const which = turn[1] ? `${capitalize(turn[1].replace(/^, /, ""))}: ` : "";
  const call = it.offers.find((offer) => offer.action === "call");
  if (call?.amount) return `${which}${dollars(call.amount)} to call`;
  const words = [
    ...new Set(
      buttons(t, it).map((button) =>
        splitLabel(button.label)[0]
          .replace(/ \d+×$| to$| for$/, "")
          .toLowerCase(),
      ),
    ),
  ];
  return words.length > 1 ? capitalize(`${which}${joinWords(words, "or")}?`) : it.title;
}

/**
 * @param {TablePage} t
 * @param {Offer} offer
 */
export function sizer(t, offer) {
  const { least, most } = offer.option;
  const amount = chosenAmount(t, offer);
  const now = amount ?? least;
  const set = (/** @type {number} */ to) => setAmount(t, nearestAmount(offer, to));
  const by = stepSize(offer);
  const share = most > least ? Math.sqrt(Math.max(0, Math.min(1, (now - least) / (most - least)))) : 0;
  const problem = t.ui.typed !== null ? amountProblem(offer, amount) : "";
  const less = forLess(offer);
  return h(
    "div.sizer",
    { key: "sizer", class: less ? "less" : "", role: "group", "aria-label": offer.label },
    less
      ? h("p.small.muted", null, `${offer.label} for less`)
      : offer.quick?.length
        ? h(
            "div.presets",
            null,
            offer.quick.map((quick) =>
              h(
                "button.btn.small",
                {
                  key: quick.label,
                  "aria-pressed": String(quick.amount === amount),
                  onclick: () => set(quick.amount),
                  "aria-label": `${quick.label}, ${spoken(quick.amount)}`,
                },
                capitalize(quick.label),
              ),
            ),
          )
        : null,
    h(
      "div.slide",
      null,
      h("button.btn", { "aria-label": "Less", onclick: () => set(now - by), disabled: now <= least }, "−"),
      less
        ? null
        : h("input", {
            type: "range",
            min: 0,
            max: 1000,
            step: 1,
            value: Math.round(share * 1000),
            "aria-label": "Amount",
            "aria-valuetext": spoken(now),
            oninput: (/** @type {any} */ event) => {
              const part = (Number(event.target.value) / 1000) ** 2;
              const raw = least + part * (most - least);
              set(part === 1 ? most : least + Math.round((raw - least) / by) * by);
            },
          }),
      h("button.btn", { "aria-label": "More", onclick: () => set(now + by), disabled: now >= most }, "+"),
      h("input.amtin.field", {
        type: "text",
        inputmode: "decimal",
        "aria-label": `Amount, ${spoken(least)} to ${spoken(most)}`,
        "aria-invalid": problem ? "true" : null,
        value: t.ui.typed ?? dollars(now),
        onfocus: (/** @type {any} */ event) => event.target.select(),
        oninput: (/** @type {any} */ event) => typeAmount(t, event.target.value),
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && sendAmount(t, offer),
      }),
    ),
    problem ? h("p.small.problem", { role: "alert" }, problem) : null,
  );
}
