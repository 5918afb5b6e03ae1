// The figures of the workshop: the edge of a wager, how a round ends, and the difference from the rule set.

import { h } from "../parts/dom.js";
import { percent } from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { headings, rowOf } from "../parts/tables.js";
import { measured, outcomeChart, wins } from "../rules/edges.js";

/**
 * @typedef {import("../parts/types.js").ExactFigure} Figure
 * @typedef {import("../parts/types.js").Measure} Measure an estimate has an error
 * @typedef {import("../parts/types.js").WorkshopWager} Wager
 * @typedef {import("../parts/types.js").WorkshopFigures} Figures
 * @typedef {import("../parts/types.js").WorkshopRun} Run
 */

const POINTS = 2;

/** A change of an edge in percentage points. @param {number} share */
const points = (share) =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(POINTS)} ${Math.abs(share) === 0.01 ? "point" : "points"}`;

/** @param {number} power */
const superscript = (power) => String(power).replaceAll(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);

/** A number of deals, short. @param {string} deals */
function short(deals) {
  if (deals.length < 10) return Number(deals).toLocaleString("en-US");
  return `${Number(`${deals[0]}.${deals.slice(1, 3)}`).toFixed(1)} × 10${superscript(deals.length - 1)}`;
}

/** @param {number} units */
const number = (units) => units.toLocaleString("en-US", { maximumFractionDigits: 2 });

/**
 * The progress of a computation, or how it ended.
 * @param {Run | null} run
 * @param {{ cancel: () => void, start: () => void }} acts
 */
export function progress(run, { cancel, start }) {
  if (!run) return null;
  if (run.state === "failed" || run.state === "cancelled")
    return h(
      "div.prog",
      { key: "prog" },
      h(
        "div.rw",
        null,
        h("span", null, run.state === "failed" ? run.why : "The computation was cancelled."),
        h("button.btn.small", { type: "button", onclick: start }, "Compute"),
      ),
    );
  if (!["waiting", "in progress", "cancelling"].includes(run.state)) return null;
  const share = run.total ? run.done / run.total : 0;
  const says = run.state === "waiting" ? "Waiting to start." : "Counting every deal.";
  return h(
    "div.prog",
    { key: "prog" },
    h(
      "div.rw",
      null,
      h("span", null, says, run.total > 0 && h("span.num", null, ` ${Math.floor(share * 100)} %`)),
      h("button.btn.small", { type: "button", onclick: cancel, disabled: run.state === "cancelling" }, "Cancel"),
    ),
    h(
      "div.meter",
      {
        role: "progressbar",
        "aria-label": "Computation",
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-valuenow": Math.floor(share * 100),
      },
      h("i", { style: { width: `${(share * 100).toFixed(1)}%` } }),
    ),
  );
}

/**
 * The wager to show: the chosen one, or else the first whose edge has changed.
 * @param {Figures | null} figures
 * @param {string} chosen
 */
export const wagerToShow = (figures, chosen) =>
  figures?.wagers.find((each) => each.wager === chosen) ??
  figures?.wagers.find((each) => !each.change || each.change.decimal) ??
  figures?.wagers[0];

/**
 * The panel with the edge of one wager.
 * @param {Figures} figures
 * @param {Wager} shown
 * @param {boolean} stale whether the draft has changed since
 * @param {(wager: string) => void} choose
 * @param {import("../parts/dom.js").Child} below
 */
export const edgePanel = (figures, shown, stale, choose, below) =>
  h(
    "section.panel.ws-edge",
    { key: "edge" },
    h("h2", null, "House edge"),
    figures.wagers.length > 1 &&
      h(
        "div.seg",
        { role: "group", "aria-label": "Wager" },
        figures.wagers.map((wager) =>
          h(
            "button.btn.small",
            {
              key: wager.wager,
              type: "button",
              "aria-pressed": String(wager === shown),
              onclick: () => choose(wager.wager),
            },
            wager.label,
          ),
        ),
      ),
    h(
      "div.ws-figures",
      { class: stale ? "stale" : "" },
      h(
        "p.edge",
        null,
        h("b.num", null, percent(shown.edge.decimal, 6)),
        h("span.muted", null, ` of the ${shown.of}${stale ? ", before your last change" : ""}`),
      ),
      h("p.frac", null, shown.edge.exact),
      shown.note && h("p.small", null, shown.note),
      h(
        "dl.figs",
        null,
        [
          ["Wins", wins(shown.hit_frequency), "of all rounds"],
          [
            "Standard deviation",
            measured(shown.standard_deviation, (size) => size.toFixed(4)),
            `in units of the ${shown.of}`,
          ],
          ["Biggest win", number(shown.most.decimal), `times the ${shown.of}`],
          ["Deals counted", short(shown.deals), ""],
        ].map(([name, value, of]) =>
          h("div", { key: name }, h("dt", null, name), h("dd", null, value), h("dd", null, of)),
        ),
      ),
    ),
    below,
  );

/** @param {Wager} shown @param {boolean} stale @param {() => void} redraw */
export const chartPanel = (shown, stale, redraw) =>
  h(
    "section.panel.ws-chart",
    { key: "chart", class: stale ? "stale" : "" },
    h("h2", null, "How a round ends"),
    outcomeChart(
      [
        /** @type {any} */ ({
          wager: shown.wager,
          label: shown.label,
          bars: shown.bars,
          edge: { ...shown.edge, of: shown.of },
        }),
      ],
      redraw,
    ),
  );

/**
 * @param {Figures} figures
 * @param {import("./fields.js").Form} form
 * @param {boolean} stale
 */
export const differencePanel = (figures, form, stale) =>
  h(
    "section.panel.ws-diff",
    { key: "diff", class: stale ? "stale" : "" },
    h("h2", null, `Compared with ${form.set}`),
    h(
      "table.figures",
      null,
      headings(["Wager", form.set, "Yours", "Edge"]),
      h(
        "tbody",
        null,
        figures.wagers.map((wager) =>
          rowOf(
            wager.wager,
            wager.label,
            wager.before ? percent(wager.before.decimal, 4) : "new",
            h("b", null, percent(wager.edge.decimal, 4)),
            wager.change ? (wager.change.decimal ? points(wager.change.decimal) : "the same") : "",
          ),
        ),
      ),
    ),
    figures.differences.length
      ? h(
          "ul.ws-words",
          null,
          figures.differences.map((each) => h("li", { key: each }, each)),
        )
      : h("p.small.muted", null, "No rule is changed yet."),
    h(
      "p.small.muted",
      null,
      `${form.set}: ${form.source}. A changed rule set is approved nowhere. Use it at practice tables until it is.`,
    ),
  );

/**
 * The files of a certificate.
 * @param {Run} run
 */
export const certificateFiles = (run) =>
  h(
    "div.go",
    { key: "files" },
    run.files.map((kind) =>
      h(
        "a.btn",
        { key: kind, href: `/api/v1/workshop/runs/${run.id}/files/${kind}`, download: "" },
        icon("down"),
        kind,
      ),
    ),
  );
