// The scoreboard of a shoe: bead plate, big road, three derived roads, and statistics. The game declares which results are
// drawn how. A new hand is read from the counts of the display: the count that grew says who won. Earlier hands are loaded
// from the books.

import { h } from "../../parts/dom.js";
import { capitalize, joinWords } from "../../parts/words.js";

/**
 * @typedef {import("../../parts/types.js").RoadMarks} RoadMarks
 * @typedef {{ won: "ring" | "filled" | "stroke", name?: string, special?: string, dot?: string }} Hand
 * @typedef {{ won: string, ties: number, name?: string, dot?: string }} Mark
 */

const SHAPES = /** @type {const} */ (["ring", "filled", "stroke"]);
/** The classes of the shapes. */
const CLASSES = /** @type {Record<string, string>} */ ({ ring: "r-player", filled: "r-banker", stroke: "r-tie" });

/** @param {any} shoe @param {string} name @returns {number} */
export const countOf = (shoe, name) => shoe?.[name]?.count ?? 0;

/**
 * A hand from the names that were counted for it.
 * @param {readonly string[]} names
 * @param {RoadMarks} marks
 * @returns {Hand[]}
 */
export function handOf(names, marks) {
  const won = SHAPES.find((shape) => names.includes(marks[shape]));
  const special = Object.keys(marks.dots ?? {}).find((name) => names.includes(name));
  return won ? [{ won, name: marks[won], special, dot: special && marks.dots?.[special] }] : [];
}

/**
 * The hands of a shoe with the new one; none if the shoe is new.
 * @param {Hand[]} hands
 * @param {any} before the statistics before the hand
 * @param {any} now
 * @param {RoadMarks} marks
 * @returns {Hand[]}
 */
export function withNewHand(hands, before, now, marks) {
  const more = countOf(now, "hands") - countOf(before, "hands");
  if (more === 0) return hands;
  if (more !== 1) return [];
  const grew = Object.keys(now).filter((name) => countOf(now, name) > countOf(before, name));
  return [...hands, ...handOf(grew, marks)];
}

/**
 * The big road: a column for each run. Ties are strokes on the hand before them.
 * @param {Hand[]} hands
 * @returns {Mark[][]}
 */
export function bigRoad(hands) {
  /** @type {Mark[][]} */
  const columns = [];
  let early = 0;
  for (const hand of hands) {
    const run = columns[columns.length - 1];
    if (hand.won === "stroke") {
      if (run) run[run.length - 1].ties += 1;
      else early += 1;
    } else if (run && run[0].won === hand.won) run.push({ ...hand, ties: 0 });
    else {
      columns.push([{ ...hand, ties: early }]);
      early = 0;
    }
  }
  return columns;
}

/**
 * A derived road: compares columns and marks whether the shoe repeats itself (true, red) or not (false, blue).
 * @param {Mark[][]} big
 * @param {number} back 1 for the big eye boy, 2 for the small road, 3 for the cockroach pig
 * @returns {boolean[]}
 */
export function derived(big, back) {
  const marks = [];
  for (let column = back; column < big.length; column += 1) {
    for (let row = 0; row < big[column].length; row += 1) {
      if (row === 0) {
        if (column > back) marks.push(big[column - 1].length === big[column - 1 - back].length);
      } else {
        const before = big[column - back].length;
        marks.push(row < before || row > before);
      }
    }
  }
  return marks;
}

const CELL = 14;

/**
 * @param {string} name
 * @param {number} columns
 * @param {string} says
 * @param {any} marks
 */
function grid(name, columns, says, marks) {
  const width = columns * CELL;
  const lines = [
    ...Array.from({ length: columns + 1 }, (_, at) => `M${at * CELL} 0V${6 * CELL}`),
    ...Array.from({ length: 7 }, (_, at) => `M0 ${at * CELL}H${width}`),
  ].join("");
  return h(
    "figure",
    { key: name },
    h("figcaption", null, name),
    h(
      "svg.road",
      {
        viewBox: `-.5 -.5 ${width + 1} ${6 * CELL + 1}`,
        preserveAspectRatio: "xMinYMin",
        role: "img",
        "aria-label": `${name}; ${says}`,
      },
      h("path.g", { d: lines }),
      marks,
    ),
  );
}

/**
 * Place the marks of columns: downward, then to the right if the sixth row or another run is in the way.
 * @template T
 * @param {T[][]} columns
 * @returns {{ mark: T, x: number, y: number }[]}
 */
function placeMarks(columns) {
  const taken = new Set();
  /** @type {{ mark: T, x: number, y: number }[]} */
  const marks = [];
  columns.forEach((column, at) => {
    let [x, y] = [at, 0];
    column.forEach((mark, row) => {
      if (row) {
        if (y < 5 && !taken.has(`${x} ${y + 1}`) && x === at) y += 1;
        else x += 1;
      }
      taken.add(`${x} ${y}`);
      marks.push({ mark, x, y });
    });
  });
  return marks;
}

/** @param {{ x: number }[]} marks @param {number} least */
const hiddenColumns = (marks, least) => Math.max(0, Math.max(0, ...marks.map((each) => each.x)) + 1 - least);

/** The last run of a road, in words. @param {Mark[][]} big */
function lastRun(big) {
  const last = big[big.length - 1];
  return last ? `last run: ${last[0].name}, ${last.length} hand${last.length === 1 ? "" : "s"}` : "no hands yet";
}

/** The big road as a figure. @param {Hand[]} hands */
export function bigFigure(hands) {
  const big = bigRoad(hands);
  const marks = placeMarks(big);
  const off = hiddenColumns(marks, 22);
  return grid(
    "Big road",
    22,
    lastRun(big),
    marks
      .filter(({ x }) => x >= off)
      .map(({ mark, x, y }) => {
        const [cx, cy] = [(x - off) * CELL + 7, y * CELL + 7];
        return [
          h("circle", { cx, cy, r: 5, class: `${CLASSES[mark.won]} ${mark.won === "filled" ? "full" : ""}` }),
          mark.ties ? h("path.r-tie", { d: `M${cx - 6} ${cy + 6}L${cx + 6} ${cy - 6}` }) : null,
          mark.dot ? h("circle.dot", { cx: cx + 4.5, cy: cy + 4.5, r: 2 }) : null,
        ];
      }),
  );
}

/**
 * @param {Hand[]} hands
 * @param {any} display
 * @param {RoadMarks} marks
 * @param {number} [wide] how many columns the derived roads have
 */
export function roads(hands, display, marks, wide = 14) {
  const big = bigRoad(hands);
  const run = lastRun(big);
  const beads = hands.slice(-72);
  const bead = beads.map((hand, at) => [Math.floor(at / 6), at % 6, hand]);
  const names = /** @type {const} */ ([
    ["Big eye boy", 1],
    ["Small road", 2],
    ["Cockroach pig", 3],
  ]);
  return h(
    "div.roads",
    { key: "roads" },
    grid(
      "Bead plate",
      12,
      run,
      bead.map(([x, y, hand]) => {
        const { won, name = "", dot } = /** @type {Hand} */ (hand);
        const [cx, cy] = [Number(x) * CELL + 7, Number(y) * CELL + 7];
        return [
          h("circle", { cx, cy, r: 6, class: `${CLASSES[won]} full` }),
          h("text", { x: cx, y: cy + 3.6, "text-anchor": "middle" }, dot ?? name.charAt(0).toUpperCase()),
        ];
      }),
    ),
    bigFigure(hands),
    names.map(([name, back]) => {
      /** @type {boolean[][]} */
      const columns = [];
      for (const each of derived(big, back)) {
        const column = columns[columns.length - 1];
        if (column && column[0] === each) column.push(each);
        else columns.push([each]);
      }
      const small = placeMarks(columns);
      const away = hiddenColumns(small, wide);
      return grid(
        name,
        wide,
        columns.length ? `last mark: ${columns[columns.length - 1][0] ? "regular" : "irregular"}` : "no marks yet",
        small
          .filter(({ x }) => x >= away)
          .map(({ mark, x, y }) => {
            const [cx, cy] = [(x - away) * CELL + 7, y * CELL + 7];
            const drawn = { class: mark ? "r-banker" : "r-player" };
            return back === 1
              ? h("circle", { cx, cy, r: 4.5, ...drawn })
              : back === 2
                ? h("circle", { cx, cy, r: 4.5, class: `${drawn.class} full` })
                : h("path", { d: `M${cx - 4} ${cy + 4}L${cx + 4} ${cy - 4}`, ...drawn });
          }),
      );
    }),
    h("p.small.faint", { key: "key" }, key(marks)),
    statistics(display),
  );
}

/** What the marks mean. @param {RoadMarks} marks */
function key({ filled, ring, stroke, dots = {} }) {
  const special = joinWords(Object.keys(dots).map(capitalize), "or");
  const shapes = `Filled: ${capitalize(filled)}. Ring: ${capitalize(ring)}. Stroke: ${stroke}.`;
  return `${shapes}${special ? ` Dot: ${special}.` : ""} Past hands do not affect the next one.`;
}

/** The counts of this shoe and the last one. @param {any} display */
export function statistics(display) {
  const shoes = ["this shoe", "last shoe"].filter((name) => display?.[name]);
  if (!shoes.length) return null;
  const names = Object.keys(display[shoes[0]]);
  return h(
    "table.paytab",
    { key: "stats" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "Result"),
        shoes.map((name) => h("th.r", { scope: "col" }, capitalize(name))),
      ),
    ),
    h(
      "tbody",
      null,
      names.map((name) =>
        h(
          "tr",
          { key: name },
          h("th", { scope: "row" }, capitalize(name)),
          shoes.map((shoe) => {
            const it = display[shoe][name];
            return h("td.r", null, it ? `${it.count}${name === "hands" ? "" : ` · ${it.percent} %`}` : "");
          }),
        ),
      ),
    ),
  );
}
