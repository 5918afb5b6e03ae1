// A control for an amount within bounds: presets, slider, buttons, or typed. Typed amounts are never rounded silently.

import { amountProblem, chosenAmount, forLess, nearestAmount, stepSize } from "./amounts.js";
import { sendAmount, setAmount, typeAmount } from "./answers.js";
import { h } from "./dom.js";
import { dollars, spoken } from "./money.js";
import { capitalize } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Offer} Offer
 */

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
