// Charts as the documents print them, for the drawer and the rules page.

import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { headings } from "../parts/tables.js";

/** @typedef {import("../parts/types.js").TaughtChart} Chart */

/**
 * @param {Chart} it
 * @param {string} cite the citation to show
 */
export const chart = (it, cite) =>
  h(
    "div.pt",
    { key: it.title },
    h("h3", null, it.title),
    h(
      "div.scroll",
      { tabindex: "0", role: "group", "aria-label": it.title },
      h(
        "table.figures.words",
        null,
        headings(it.headings),
        h(
          "tbody",
          null,
          it.rows.map((row) =>
            h(
              "tr",
              null,
              row.map((cell) => h("td", null, colorSuits(cell))),
            ),
          ),
        ),
      ),
    ),
    h("p.side", null, [it.note && `${it.note} `, cite]),
  );
