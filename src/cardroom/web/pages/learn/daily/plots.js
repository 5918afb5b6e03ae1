// The plots of the page of progress.

import { h } from "../../parts/dom.js";

/**
 * @typedef {import("../../parts/types.js").RatingPoint} RatingPoint
 * @typedef {import("../../parts/types.js").GameProgress} GameProgress
 */

const DAY = 86_400_000;

/** The rating over time, with a band of two deviations. @param {RatingPoint[]} points */
export function ratingPlot(points) {
  // on a phone it is drawn narrow, because its words shrink with it
  const [wide, high, left, foot] = [document.documentElement.dataset.size === "phone" ? 300 : 520, 220, 60, 28];
  const times = points.map((each) => Date.parse(each.day) / DAY);
  const [first, last] = [times[0], Math.max(times[0] + 6, times[times.length - 1])];
  const most = Math.max(...points.map((each) => each.rating + 2 * each.deviation));
  const least = Math.min(...points.map((each) => each.rating - 2 * each.deviation));
  const x = (/** @type {number} */ at) => left + ((times[at] - first) / (last - first)) * (wide - left - 12);
  const y = (/** @type {number} */ rating) => 8 + ((most - rating) / (most - least || 1)) * (high - foot - 8);
  const line = (/** @type {(each: RatingPoint) => number} */ of) =>
    points.map((each, at) => `${x(at).toFixed(1)} ${y(of(each)).toFixed(1)}`);
  const band = [
    ...line((each) => each.rating + 2 * each.deviation),
    ...line((each) => each.rating - 2 * each.deviation).reverse(),
  ];
  const end = points[points.length - 1];
  const step = most - least > 800 ? 400 : most - least > 400 ? 200 : 100;
  const marks = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) marks.push(at);
  return h(
    "svg.plot",
    {
      viewBox: `0 0 ${wide} ${high}`,
      role: "img",
      "aria-label": `Rating on ${points.length} days with puzzles. It was ${points[0].rating} at first and is ${end.rating} now, give or take ${2 * end.deviation}.`,
    },
    h("path.band", { d: `M${band.join("L")}Z` }),
    marks.map((each) => [
      h("path.ax", { key: `a${each}`, d: `M${left} ${y(each).toFixed(1)}H${wide - 8}` }),
      h("text", { key: `t${each}`, x: left - 6, y: (y(each) + 4).toFixed(1), "text-anchor": "end" }, each),
    ]),
    h("path.line", { d: `M${line((each) => each.rating).join("L")}` }),
    points.map((each, at) =>
      h("circle.dot", { key: each.day, cx: x(at).toFixed(1), cy: y(each.rating).toFixed(1), r: 3.5 }),
    ),
    h("text", { x: left, y: high - 4 }, points[0].day),
    points.length > 1 && h("text", { x: wide - 8, y: high - 4, "text-anchor": "end" }, end.day),
  );
}

/** The average cost of a decision by game, as a share of the first wager. @param {GameProgress[]} games */
export function costPlot(games) {
  const most = Math.max(0.01, ...games.map((each) => each.cost));
  return h(
    "ul.plot.costs",
    null,
    games.map((each) =>
      h(
        "li",
        { key: each.game },
        `${each.name}: ${costOf(each)}`,
        h("i.bar", { style: { width: `${Math.max(0.5, (each.cost / most) * 100)}%` } }),
      ),
    ),
  );
}

/** @param {GameProgress} each */
const costOf = (each) =>
  `${each.cost ? `${(each.cost * 100).toFixed(1)} %` : "no cost"}, ${each.best} of ${each.decisions} best`;
