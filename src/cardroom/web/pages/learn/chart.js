// Drawings of a review: the bankroll against what was expected, and the decisions of a round as a tree.

import { h } from "../parts/dom.js";
import { signed } from "../parts/money.js";

/** @typedef {import("./review.js").ReviewedRound} ReviewedRound */

/**
 * The bankroll after each round, the expected one, and bands of one and two standard deviations around it.
 * @param {ReviewedRound[]} rounds the first one first
 * @param {boolean} small
 */
export function bankrollChart(rounds, small) {
  const [wide, high, left, foot] = small ? [340, 250, 54, 26] : [720, 300, 62, 26];
  const points = [{ net: 0, expected: 0, deviation: 0 }];
  let variance = 0;
  for (const { review } of rounds) {
    const last = points[points.length - 1];
    variance += (review.deviation ?? 0) ** 2;
    const expected = review.best === null ? review.net : review.best - review.cost + review.rest;
    points.push({
      net: last.net + review.net,
      expected: last.expected + expected,
      deviation: Math.sqrt(variance),
    });
  }
  const ends = points.flatMap((each) => [
    each.net,
    each.expected + 2 * each.deviation,
    each.expected - 2 * each.deviation,
  ]);
  const most = Math.max(100, ...ends);
  const least = Math.min(-100, ...ends);
  const x = (/** @type {number} */ at) => left + (at * (wide - left - 8)) / rounds.length;
  const y = (/** @type {number} */ cents) => 8 + ((most - cents) / (most - least)) * (high - foot - 8);
  const line = (/** @type {(each: typeof points[0]) => number} */ of) =>
    points.map((each, at) => `${x(at).toFixed(1)} ${y(of(each)).toFixed(1)}`);
  const band = (/** @type {number} */ times) =>
    `M${line((each) => each.expected + times * each.deviation).join("L")}L${line(
      (each) => each.expected - times * each.deviation,
    )
      .reverse()
      .join("L")}Z`;
  const end = points[points.length - 1];
  const steps = roundSteps(least, most);
  const marks = [...new Set([1, Math.round(rounds.length / 2), rounds.length])].filter((each) => each > 0);
  const inside = Math.abs(end.net - end.expected) <= end.deviation ? "inside" : "outside";
  return h(
    "svg.rchart",
    {
      viewBox: `0 0 ${wide} ${high}`,
      role: "img",
      "aria-label": `Bankroll over ${rounds.length} rounds. It ends at ${signed(Math.round(end.net))}, where ${signed(Math.round(end.expected))} was expected. That is ${inside} one standard deviation of ${signed(Math.round(end.deviation)).replace("+", "")}.`,
    },
    h("path.b2", { d: band(2) }),
    h("path.b1", { d: band(1) }),
    steps.map((cents) => [
      h("path.ax", { d: `M${left} ${y(cents).toFixed(1)}H${wide - 8}` }),
      h("text", { x: left - 8, y: (y(cents) + 4).toFixed(1), "text-anchor": "end" }, signed(cents)),
    ]),
    marks.map((each) => h("text", { x: x(each).toFixed(1), y: high - 4, "text-anchor": "middle" }, each)),
    h("path.exp", { d: `M${line((each) => each.expected).join("L")}` }),
    h("path.got", { d: `M${line((each) => each.net).join("L")}` }),
    rounds.length <= 60 &&
      rounds.map(
        ({ review }, at) =>
          review.cost > 0 && h("circle.dotm", { cx: x(at + 1).toFixed(1), cy: y(points[at + 1].net).toFixed(1), r: 4 }),
      ),
  );
}

/** A few round amounts between two. @param {number} least @param {number} most */
function roundSteps(least, most) {
  const raw = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
  const all = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) all.push(Math.round(at));
  return all;
}

/**
 * The way through a round: a node for each decision, branches for its options.
 * @param {import("./review.js").Decision[]} decisions
 */
export function decisionTree(decisions) {
  const rows = decisions.map((each) => {
    const options = each.advice.options.slice(0, 4);
    const mine = options.findIndex((one) => one.label === each.yours.label);
    return { each, options: mine < 0 ? [...options.slice(0, 3), each.yours] : options };
  });
  let top = 24;
  const drawn = rows.map(({ each, options }, at) => {
    const here = top;
    top += options.length * 24 + 34;
    const next = at + 1 < rows.length ? top : null;
    return [
      h("text.sm", { x: 8, y: here - 8 }, each.advice.kind),
      next !== null && h("path.me", { d: `M20 ${here + 6}V${next - 2}` }),
      options.map((option, number) => {
        const y = here + 8 + number * 24;
        const mine = option.label === each.yours.label;
        const kind = mine ? "me" : option.best ? "bs" : "";
        return [
          h("path", { class: kind, d: `M20 ${here + 6}C60 ${here + 6} 60 ${y} 96 ${y}` }),
          h("circle", { class: kind, cx: 102, cy: y, r: mine || option.best ? 6 : 4 }),
          h("text", { x: 116, y: y + 4 }, `${option.label}${mine ? " (yours)" : ""}${option.best ? " (best)" : ""}`),
        ];
      }),
      h("circle.me", { cx: 20, cy: here + 6, r: 6 }),
    ];
  });
  const words = decisions
    .map((each) => `${each.advice.kind}: ${each.yours.label}${each.yours.best ? ", best" : ""}`)
    .join("; ");
  return h("svg.twig", { viewBox: `0 0 320 ${top}`, role: "img", "aria-label": `Your way. ${words}` }, drawn);
}
