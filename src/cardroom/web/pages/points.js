// The points table of Chinese poker: points and bonuses against each player, row by row, and the total in chips.

import { h } from "./dom.js";
import { remark } from "./model.js";
import { dollars, signed } from "./money.js";
import { capitalize } from "./words.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./types.js").Tally} Tally
 * @typedef {import("./types.js").Score} Score
 */

/** Points with a minus sign like that of amounts. @param {number} points */
const signedPoints = (points) => (points < 0 ? `−${-points}` : String(points));

/** Points of a row and its bonus: "1 + 7", "−1 − 4". @param {Score} score @param {string} row */
function cell(score, row) {
  const scores = (score.rows ?? []).filter((each) => each.row === row);
  if (!scores.length) return h("td", { key: row }, h("span.muted", { "aria-label": "none" }, "–"));
  return h(
    "td.num",
    {
      key: row,
      title:
        scores
          .map((each) => each.why)
          .filter(Boolean)
          .join("; ") || null,
    },
    scores
      .map(
        (each) =>
          signedPoints(each.points) + (each.bonus ? ` ${each.bonus < 0 ? "−" : "+"} ${Math.abs(each.bonus)}` : ""),
      )
      .join(", "),
  );
}

/** The tallies to show: the viewer's, or all if the viewer was not in the round. @param {TablePage} t */
export function shownTallies(t) {
  const all = t.picture?.tallies ?? [];
  const mine = t.places.find((place) => place.you)?.seat;
  return all.some((tally) => tally.seat === mine) ? all.filter((tally) => tally.seat === mine) : all;
}

/** @param {TablePage} t */
export function pointsTable(t) {
  const all = shownTallies(t);
  if (!all.length) return null;
  const rows = (t.picture?.spreads ?? []).filter((spread) => spread.slots).map((spread) => spread.place[2] ?? "");
  const columns = [
    ...new Set([
      ...rows,
      ...all.flatMap((tally) => tally.against.flatMap((score) => (score.rows ?? []).map((each) => each.row))),
    ]),
  ];
  const at = (/** @type {number} */ seat) => t.places.find((place) => place.seat === seat && !place.behind);
  const name = (/** @type {number} */ seat) =>
    (at(seat)?.you ? "You" : (at(seat)?.name ?? `Seat ${seat}`)) + (remark(at(seat), "a foul hand") ? ", foul" : "");
  return h(
    "div.points",
    { key: "points" },
    all.map((tally) =>
      h(
        "table.pts-t",
        { key: tally.seat },
        h(
          "caption",
          null,
          h("span", null, at(tally.seat)?.you ? "Your points" : `${name(tally.seat)}: points`),
          remark(at(tally.seat), "a foul hand") && at(tally.seat)?.you ? ", a foul hand" : "",
        ),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td", null, h("span.sr", null, "Against")),
            columns.map((row) => h("th", { key: row, scope: "col" }, capitalize(row))),
            h("th", { scope: "col" }, "All"),
          ),
        ),
        h(
          "tbody",
          null,
          tally.against.map((score) =>
            h(
              "tr",
              { key: score.seat },
              h("th", { scope: "row" }, name(score.seat)),
              columns.map((row) => cell(score, row)),
              h("td.num", null, h("b", null, signedPoints(score.points ?? 0))),
            ),
          ),
        ),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row", colspan: columns.length },
              `${signedPoints(tally.points ?? 0)} point${Math.abs(tally.points ?? 0) === 1 ? "" : "s"} of ${dollars(tally.point)}`,
            ),
            h("td.num", { colspan: 2 }, h("b", { class: (tally.net ?? 0) > 0 ? "win" : "" }, signed(tally.net ?? 0))),
          ),
        ),
      ),
    ),
  );
}
