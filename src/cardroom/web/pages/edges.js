// What a game costs: house edges as the exact analysis gives them, for a rules page.

import { h } from "./dom.js";
import { percent } from "./site.js";

/**
 * @param {any} report what the analysis says; nothing while it is not there
 */
export function costs(report) {
  if (report?.state === "in progress") return h("p.muted", null, "The exact figures are being counted.");
  if (!report?.wagers?.length) return null;
  return [
    h("p.muted", null, "Exact, counted over every deal; best play."),
    h("div.edges", null, report.wagers.map((/** @type {any} */ wager) => h("article", { key: wager.wager },
      h("h3", null, wager.label), h("b.big.num", null, percent(wager.edge.decimal, 6)),
      h("p.mono", null, wager.edge.exact),
      h("p", null, `of ${wager.edge.of === wager.label ? "the wager" : `the ${wager.edge.of}`}`),
      wager.element_of_risk?.decimal && wager.element_of_risk.decimal !== wager.edge.decimal ? h("p", null, `${percent(wager.element_of_risk.decimal, 6)} of ${wager.element_of_risk.of}`) : null,
      wager.hit_frequency?.decimal ? h("p", null, `It wins ${percent(wager.hit_frequency.decimal, 2)} of the time.`) : null,
      wager.note && h("p", null, wager.note)))),
  ];
}
