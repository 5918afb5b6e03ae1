// Tables: headings, and rows that begin with a heading of their own.

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** A cell as it is, or a cell with this content. @param {string} tag @param {object | null} props @param {Child} cell */
const cellOf = (tag, props, cell) =>
  cell && typeof cell === "object" && "tag" in cell && (cell.tag === "td" || cell.tag === "th")
    ? cell
    : h(tag, props, cell);

/** The headings of the columns. One with classes is an element. @param {readonly Child[]} names */
export const headings = (names) =>
  h(
    "thead",
    null,
    h(
      "tr",
      null,
      names.map((name) => (name || name === "") && cellOf("th", { scope: "col" }, name)),
    ),
  );

/**
 * A row. A cell with classes is an element.
 * @param {string | number} key
 * @param {Child} heading
 * @param {...Child} cells
 */
export const rowOf = (key, heading, ...cells) =>
  h(
    "tr",
    { key },
    cellOf("th", { scope: "row" }, heading),
    cells.map((cell) => cellOf("td", null, cell)),
  );
