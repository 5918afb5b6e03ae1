// Parts that the operator's pages share: panels, figures, sums, theory bars, and bars over time.

import { h } from "../../parts/dom.js";
import { dollars, signed, withCommas } from "../../parts/money.js";

/** @typedef {import("../../parts/dom.js").Child} Child */

/**
 * The head of a page: its title, a sentence about it, and its buttons.
 * @param {string} title
 * @param {Child} about
 * @param {...Child} buttons
 */
export const pageHead = (title, about, ...buttons) =>
  h(
    "div.head",
    null,
    h("div", null, h("h1", null, title), about && h("p.small.muted", null, about)),
    h("div.go.noprint", null, buttons),
  );

/**
 * A panel with a title.
 * @param {string} title
 * @param {Child} about a few words beside the title
 * @param {[string, string] | null} link the address and the name of its page
 * @param {...Child} content
 */
export const panel = (title, about, link, ...content) =>
  h(
    "section.panel.board",
    { key: title, "aria-label": title },
    h("h2", null, title, about && h("span", null, about), link && h("a", { href: link[0] }, link[1])),
    content,
  );

/**
 * Figures in a row, each with its name and a few words.
 * @param {string} label
 * @param {[string, string, Child][]} figures
 */
export const strip = (label, figures) =>
  h(
    "section.panel.strip",
    { key: "strip", "aria-label": label },
    figures.map(([name, figure, more]) =>
      h("div", { key: name }, h("span", null, name), h("b", null, figure), h("span", null, more)),
    ),
  );

/**
 * Names with amounts. A row whose third part is true is a sum.
 * @param {[Child, Child, boolean?][]} rows
 */
export const sums = (rows) =>
  h(
    "dl.sums",
    null,
    rows.map(([name, value, sum], at) =>
      h("div", { key: at, class: sum ? "sum" : "" }, h("dt", null, name), h("dd", null, value)),
    ),
  );

/** How many minutes, hours or days ago a time was. @param {number} at microseconds since 1970 @param {number} now */
export function ageText(at, now) {
  const minutes = Math.max(0, Math.floor((now - at) / 60e6));
  if (minutes < 1) return "now";
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/**
 * A result on bands of one, two and three standard errors.
 * @param {import("../../parts/types.js").TheoryBar} bar
 */
export function theoryBar(bar) {
  if (bar.z === null)
    return h(
      "div.th",
      { key: bar.name },
      h("span.nm", null, bar.name),
      h("span.faint", null, bar.why),
      h("span.r", null, signed(bar.win)),
    );
  const far = Math.abs(bar.z) >= 3;
  const at = Math.max(1.5, Math.min(98.5, 50 + bar.z * 15));
  const words = `${Math.abs(bar.z).toFixed(1)} standard errors ${bar.z < 0 ? "below" : "above"} the expectation`;
  const band = (/** @type {number} */ sigmas) =>
    h(`rect.b${sigmas}`, { x: `${50 - 15 * sigmas}%`, y: 8, width: `${30 * sigmas}%`, height: 6 });
  return h(
    "div.th",
    { key: bar.name + bar.rules },
    h(
      "span.nm",
      null,
      bar.name,
      h("span.sub", null, `${bar.rules}, ${bar.rounds === 1 ? "1 round" : `${withCommas(bar.rounds)} rounds`}`),
    ),
    h(
      "svg.sigma",
      { role: "img", "aria-label": words },
      [3, 2, 1].map(band),
      h("rect.center", { x: "50%", y: 4, width: 1.5, height: 14 }),
      h("circle.dot", { class: far ? "out" : "", cx: `${at.toFixed(1)}%`, cy: 11, r: 5.5 }),
    ),
    h(
      "span.r",
      null,
      `${signed(bar.win)} `,
      h(
        "span",
        { class: far ? "look" : "faint" },
        `${bar.z < 0 ? "−" : "+"}${Math.abs(bar.z).toFixed(1)} σ${far ? " look" : ""}`,
      ),
    ),
  );
}

/**
 * Numbers over time as columns, each with its number above it and its name below.
 * @param {{ name: string, count: number, pale?: boolean }[]} columns
 * @param {string} of
 */
export function columnsOf(columns, of) {
  const most = Math.max(1, ...columns.map((each) => each.count));
  const wide = 100 / Math.max(columns.length, 6);
  return h(
    "svg.columns",
    { role: "img", "aria-label": `${of}: ${columns.map((each) => `${each.name} ${each.count}`).join(", ")}` },
    columns.map((each, at) => {
      const high = (54 * each.count) / most;
      const middle = `${(wide * (at + 0.5)).toFixed(2)}%`;
      return [
        h("rect", {
          class: each.pale ? "pale" : "",
          x: `${(wide * (at + 0.12)).toFixed(2)}%`,
          y: (72 - high).toFixed(1),
          width: `${(wide * 0.76).toFixed(2)}%`,
          height: high.toFixed(1),
          rx: 3,
        }),
        each.count > 0 &&
          h("text", { x: middle, y: (66 - high).toFixed(1), "text-anchor": "middle" }, withCommas(each.count)),
        h("text", { x: middle, y: 88, "text-anchor": "middle" }, each.name),
      ];
    }),
  );
}

/** The sums of the drawer: they add up to what it should hold. @param {import("../../parts/types.js").Drawer} cage */
export const drawerSums = (cage) =>
  sums([
    ["Opening", dollars(cage.opening)],
    [`Deposits, ${withCommas(cage.deposited)}`, signed(cage.deposits)],
    [`Withdrawals, ${withCommas(cage.withdrawn)}`, signed(-cage.withdrawals)],
    ...(cage.differences || cage.counts.length
      ? /** @type {[string, string][]} */ ([["Found by counts", signed(cage.differences)]])
      : []),
    ["Should hold", dollars(cage.should_hold), true],
  ]);

/**
 * What the room holds and whose it is, in one sentence.
 * @param {import("../../parts/types.js").Holdings} held
 */
export function tieText(held) {
  const own = held.racks + held.collection + held.other + held.float;
  return `Check of the books: ${dollars(held.cage)} in the cage and ${dollars(held.house)} of the house in racks and jackpots${held.bots_given ? `, and ${dollars(held.bots_given)} of play money given to bots` : ""}. Of this, ${dollars(held.players)} belongs to players, ${dollars(held.jackpots)} to jackpots and ${dollars(own)} to the house${held.bots ? `; bots have ${dollars(held.bots)}` : ""}. ${held.ties ? "It ties." : "It does not tie: run an audit."}`;
}
