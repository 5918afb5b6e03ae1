// The choices of a question as buttons: their words, amounts and keys, and what pressing one does.

import { chosen, few, wrong } from "./amounts.js";
import { answer, sendAmount } from "./answers.js";
import { dollars } from "./money.js";
import { capital, listed } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {{ offer: Offer, label: string, amount: number, key: string, value?: number, problem?: string, press: () => void }} Button
 */

/** @param {Offer} offer */
export const isRange = (offer) => offer.kind === "amount" && offer.option.least !== offer.option.most && !few(offer);

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
export function twoLines(label) {
  const money = /^(.*?)\s*\(?(\$[\d,.]+)\)?$/.exec(label);
  if (money) return [money[1].replace(/(\d)x$/, "$1×"), money[2]];
  const [word, rest] = label.split(": ");
  return [word, rest ?? ""];
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
