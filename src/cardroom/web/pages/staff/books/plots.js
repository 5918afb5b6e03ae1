// Plots of results beside the exact expectation, with bars of two and three standard errors.

import { h } from "../../parts/dom.js";
import { dollars, signed } from "../../parts/money.js";

const WIDTH = 120;

/**
 * A result on a scale of standard errors. The thick bar shows two, the thin bar three.
 * @param {number | null} z
 * @param {string} luck in words
 */
export function errorBand(z, luck) {
  if (z === null || z === undefined) return h("span.faint", null, "no theory");
  const at = WIDTH / 2 + Math.max(-3.4, Math.min(3.4, z)) * (WIDTH / 7);
  const out = Math.abs(z) > 3;
  const part = (/** @type {number} */ sigmas) => ({
    x: WIDTH / 2 - sigmas * (WIDTH / 7),
    width: 2 * sigmas * (WIDTH / 7),
  });
  return [
    out && h("span.flag", null, "check"),
    h(
      "svg.band",
      {
        viewBox: `0 0 ${WIDTH} 20`,
        role: "img",
        "aria-label": `${z.toFixed(1)} standard errors from the expectation${luck ? `: ${luck}` : ""}`,
      },
      h("rect.b3", { ...part(3), y: 8.5, height: 3, rx: 1.5 }),
      h("rect.b2", { ...part(2), y: 7, height: 6, rx: 3 }),
      h("line.mid", { x1: WIDTH / 2, x2: WIDTH / 2, y1: 3, y2: 17 }),
      h("circle.dot", { class: out ? "out" : "", cx: at.toFixed(1), cy: 10, r: 5 }),
    ),
  ];
}

/**
 * Results by day, or by table, with the expected win, and bars of one and two standard errors around it.
 * @param {{ day: string, win: number, expected: number | null, error: number | null }[]} days
 * @param {string} of what the plot is of
 * @param {(day: string) => string} [label] the text below a day
 */
export function winByDay(days, of, label = (day) => day.slice(5)) {
  if (!days.length) return null;
  const [wide, high, left, right, top, foot] = [720, 240, 70, 12, 12, 26];
  const ends = days.flatMap((each) => [
    each.win,
    ...(each.expected === null ? [] : [each.expected - 2 * (each.error ?? 0), each.expected + 2 * (each.error ?? 0)]),
  ]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = most - least || 100;
  const y = (/** @type {number} */ cents) => top + ((most - cents) / room) * (high - top - foot);
  const x = (/** @type {number} */ at) => left + ((at + 0.5) / days.length) * (wide - left - right);
  const text = days
    .map(
      (each) =>
        `${each.day}: ${signed(each.win)}${each.expected === null ? "" : `, expected ${signed(Math.round(each.expected))}`}`,
    )
    .join("; ");
  const every = Math.ceil(days.length / 10);
  return scrollable(
    h(
      "svg.plot",
      { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `${of}. ${text}` },
      [most, 0, least]
        .filter((cents, at, all) => all.indexOf(cents) === at)
        .map((cents) => [
          h("line", {
            class: cents ? "axis" : "zero",
            x1: left,
            x2: wide - right,
            y1: y(cents).toFixed(1),
            y2: y(cents).toFixed(1),
          }),
          h(
            "text",
            { x: left - 8, y: (y(cents) + 4).toFixed(1), "text-anchor": "end" },
            dollars(Math.round(cents / 100) * 100),
          ),
        ]),
      days.map((each, at) => [
        each.expected !== null &&
          h("line.bar2", {
            x1: x(at).toFixed(1),
            x2: x(at).toFixed(1),
            y1: y(each.expected - 2 * (each.error ?? 0)).toFixed(1),
            y2: y(each.expected + 2 * (each.error ?? 0)).toFixed(1),
          }),
        each.expected !== null &&
          h("line.bar1", {
            x1: x(at).toFixed(1),
            x2: x(at).toFixed(1),
            y1: y(each.expected - (each.error ?? 0)).toFixed(1),
            y2: y(each.expected + (each.error ?? 0)).toFixed(1),
          }),
        each.expected !== null &&
          h("line.mid", {
            x1: (x(at) - 6).toFixed(1),
            x2: (x(at) + 6).toFixed(1),
            y1: y(each.expected).toFixed(1),
            y2: y(each.expected).toFixed(1),
          }),
        h("circle.mark", { cx: x(at).toFixed(1), cy: y(each.win).toFixed(1), r: 4 }),
        at % every === 0 && h("text", { x: x(at).toFixed(1), y: high - 8, "text-anchor": "middle" }, label(each.day)),
      ]),
    ),
  );
}

/**
 * A plot keeps its size on a phone, so that its text stays readable, and scrolls sideways.
 * @param {import("../../parts/dom.js").Node_} plot
 */
const scrollable = (plot) => h("div.scroll", { tabindex: "0", role: "group", "aria-label": "Plot" }, plot);

/**
 * An amount over time, as steps.
 * @param {{ at: number, cents: number }[]} points seconds since 1970, in order
 * @param {string} of what the plot is of
 */
export function amountOverTime(points, of) {
  if (points.length < 2) return null;
  const [wide, high, left, right, top, foot] = [720, 180, 80, 12, 12, 26];
  const [first, last] = [points[0].at, points[points.length - 1].at];
  const most = Math.max(...points.map((point) => point.cents), 1);
  const x = (/** @type {number} */ at) => left + ((at - first) / (last - first || 1)) * (wide - left - right);
  const y = (/** @type {number} */ cents) => top + ((most - cents) / most) * (high - top - foot);
  const day = (/** @type {number} */ at) => new Date(at * 1000).toISOString().slice(0, 10);
  const path = points
    .map(({ at, cents }, each) =>
      each ? `H${x(at).toFixed(1)}V${y(cents).toFixed(1)}` : `M${x(at).toFixed(1)} ${y(cents).toFixed(1)}`,
    )
    .join("");
  return scrollable(
    h(
      "svg.plot",
      {
        viewBox: `0 0 ${wide} ${high}`,
        role: "img",
        "aria-label": `${of}. ${points.map(({ at, cents }) => `${day(at)}: ${dollars(cents)}`).join("; ")}`,
      },
      [most, 0].map((cents) => [
        h("line", {
          class: cents ? "axis" : "zero",
          x1: left,
          x2: wide - right,
          y1: y(cents).toFixed(1),
          y2: y(cents).toFixed(1),
        }),
        h("text", { x: left - 8, y: (y(cents) + 4).toFixed(1), "text-anchor": "end" }, dollars(cents)),
      ]),
      h("path.run", { d: path }),
      points.map(({ at, cents }) => h("circle.mark", { cx: x(at).toFixed(1), cy: y(cents).toFixed(1), r: 3 })),
      h("text", { x: left, y: high - 8 }, day(first)),
      h("text", { x: wide - right, y: high - 8, "text-anchor": "end" }, day(last)),
    ),
  );
}
