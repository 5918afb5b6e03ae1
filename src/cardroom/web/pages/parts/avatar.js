// A small picture for each name, drawn from the name alone: the same name has the same picture everywhere.

import { h } from "./dom.js";

/** Cells of the left half and the middle column. The right half mirrors the left. */
const [ROWS, COLUMNS] = [5, 3];

/** A number from a name, spread evenly (FNV-1a). @param {string} name */
export function hashOf(name) {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The path of the filled cells. @param {number} hash */
function cells(hash) {
  let path = "";
  for (let at = 0; at < ROWS * COLUMNS; at += 1) {
    const middle = at === ROWS * COLUMNS - Math.ceil(ROWS / 2); // always filled, so that no picture is empty
    if (!middle && !((hash >>> at) & 1)) continue;
    const [column, row] = [Math.floor(at / ROWS), at % ROWS];
    for (const x of new Set([column, 2 * COLUMNS - 2 - column])) path += `M${x} ${row}h1v1h-1z`;
  }
  return path;
}

/**
 * The picture of a name. It is decoration, so screen readers skip it.
 * @param {string} name
 */
export function avatar(name) {
  const hash = hashOf(name);
  const hue = ((hash >>> 16) % 24) * 15;
  return h(
    "svg.avatar",
    { key: "avatar", viewBox: "-1 -1 7 7", "aria-hidden": "true" },
    h("rect", { x: -1, y: -1, width: 7, height: 7, fill: `hsl(${hue} 45% 88%)` }),
    h("path", { d: cells(hash), fill: `hsl(${hue} 60% 32%)` }),
  );
}
