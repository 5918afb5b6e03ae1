// What a game costs: house edges as the exact analysis gives them, for a rules page.

import { h } from "./dom.js";
import { percent, whole } from "./site.js";

/**
 * @param {any} report what the analysis says; nothing while it is not there
 */
export function costs(report) {
  if (!report?.wagers?.length) return null;
  const shown = report.wagers.filter((/** @type {any} */ wager) => wager.in_force !== false);
  return [
    h("p.muted", null, `Exact, counted over every deal; best play.`),
    h("div.edges", null, shown.map((/** @type {any} */ wager) => h("article", { key: wager.wager },
      h("h3", null, wager.label), h("p.big.num", null, percent(wager.edge.decimal, 6)),
      h("p.mono", null, wager.edge.exact),
      h("p", null, [`of ${wager.edge.of === "wager" ? "the wager" : `the ${wager.edge.of}`}`, wager.deals ? `; ${whole(wager.deals)} deals` : ""])))),
  ];
}
