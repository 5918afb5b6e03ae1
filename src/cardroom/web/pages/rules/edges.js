// House edges from the exact analysis, and the distribution of each wager's results, for a rules page.

import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { percent } from "../parts/site.js";

/**
 * @typedef {[number, number, "is" | "from" | "more"]} Bar a net result, its share, and what it stands for
 * @typedef {import("../parts/types.js").WagerFigures} Wager
 */

/** Whether a figure is an estimate, with a standard error. @param {any} figure */
const isEstimate = (figure) => figure?.standard_error !== undefined && figure.standard_error !== null;

/**
 * A figure in words; an estimate with its standard error.
 * @param {any} figure
 * @param {(value: number) => string} words
 */
export const measured = (figure, words) =>
  words(figure.decimal) + (isEstimate(figure) ? ` ± ${words(figure.standard_error)}` : "");

/** How often a wager wins. @param {any} figure */
export const wins = (figure) => measured(figure, (share) => percent(share, isEstimate(figure) ? 3 : 2));

/** The wager whose results are drawn. */
let shownWager = "";

/**
 * @param {any} report the analysis; null while it loads
 * @param {() => void} redraw
 */
export function edgeReport(report, redraw) {
  if (report?.state === "in progress") return h("p.muted", null, "Computing the exact figures.");
  /** @type {Wager[]} */
  const wagers = report?.wagers ?? [];
  if (!wagers.length) return null;
  const [first] = wagers;
  const estimated = wagers.filter((wager) => Object.values(wager).some(isEstimate));
  return [
    h(
      "p.muted",
      null,
      `${estimated.length ? "Edges are exact" : "Exact"}, over every possible deal${first.deals ? ` (${first.deals.replaceAll(/\B(?=(\d{3})+$)/g, ",")} for ${first.label})` : ""}, with best play.${estimated.length ? ` The wins and results of ${estimated.map((wager) => wager.label).join(", ")} are estimates.` : ""}`,
    ),
    h(
      "div.edges",
      null,
      wagers.map((wager) =>
        h(
          "article",
          { key: wager.wager },
          h("h3", null, wager.label),
          h("b.big.num", null, percent(wager.edge.decimal, 6)),
          h("p.mono", null, wager.edge.exact.replace("/", " / ").replace("-", "−")),
          h(
            "p",
            null,
            `of ${wager.edge.of === wager.label ? "the wager" : `the ${wager.edge.of}`}${wager.edge.decimal < 0 ? ", in the player's favor" : ""}`,
          ),
          wager.element_of_risk?.decimal && wager.element_of_risk.decimal !== wager.edge.decimal
            ? h("p", null, `${percent(wager.element_of_risk.decimal, 6)} of ${wager.element_of_risk.of}`)
            : null,
          wager.hit_frequency?.decimal ? h("p", null, `Wins ${wins(wager.hit_frequency)} of the time.`) : null,
          wager.jackpot && h("p", null, `With ${dollars(wager.jackpot.meter_cents)} on the meter.`),
          wager.note && h("p", null, wager.note),
        ),
      ),
    ),
    outcomeChart(
      wagers.filter((wager) => wager.bars?.length),
      redraw,
    ),
  ];
}

/**
 * The results of a wager as bars: columns, or rows on a phone.
 * @param {Wager[]} wagers
 * @param {() => void} redraw
 */
export function outcomeChart(wagers, redraw) {
  const shown = wagers.find((wager) => wager.wager === shownWager) ?? wagers[0];
  if (!shown) return null;
  const bars = shown.bars ?? [];
  const highest = Math.max(...bars.map(({ share }) => share.decimal));
  const many = bars.some(({ says }) => says !== "is");
  const last = bars.at(-1);
  const notes = [
    `Net result, in units of the ${shown.edge.of}`,
    many && "results between two whole units are counted with the lower one",
    last?.says === "more" && `the last bar is ${signed(last.net.decimal)} or more`,
  ];
  return h(
    "figure.dist",
    { key: "dist", "aria-label": `Results of ${shown.label}` },
    wagers.length > 1 &&
      h(
        "div.chipset",
        { role: "group", "aria-label": "Wager" },
        wagers.map((wager) =>
          h(
            "button.btn",
            {
              key: wager.wager,
              "aria-pressed": String(wager === shown),
              onclick: () => {
                shownWager = wager.wager;
                redraw();
              },
            },
            wager.label,
          ),
        ),
      ),
    h("figcaption", null, `${notes.filter(Boolean).join("; ")}.`),
    h(
      "ol.bars",
      { key: shown.wager },
      bars.map(({ net: { decimal: net }, share: { decimal: share }, says }) =>
        h(
          "li",
          { key: net },
          h("span.s.num", null, share < 0.0005 ? "< 0.1 %" : percent(share, 1)),
          h("i", { style: { "--share": (share / highest).toFixed(4) }, "aria-hidden": "true" }),
          h("span.n.num", null, `${signed(net)}${says === "more" ? " or more" : ""}`),
        ),
      ),
    ),
  );
}

/** @param {number} net */
const signed = (net) =>
  `${net > 0 ? "+" : net < 0 ? "−" : ""}${Math.abs(net).toLocaleString("en-US", { maximumFractionDigits: 2 })}`;
