// The trainee's score: decisions, streak, cost per hundred decisions, drills to choose, and mistakes to practise again.

import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { averageText, costText } from "../parts/values.js";
import { displayText } from "../parts/words.js";

/**
 * @typedef {import("./store.js").Score} Score
 * @typedef {import("./store.js").Mistake} Mistake
 */

/** Mistakes listed. */
const LISTED = 12;

/**
 * @param {object} how
 * @param {Score} how.score
 * @param {string} how.unit the first wager
 * @param {number} how.stake that wager in cents
 * @param {string[]} how.kinds
 * @param {string} how.drills what is practised
 * @param {string} how.mistakes the value of `drills` for own mistakes
 * @param {(drills: string) => void} how.choose
 * @param {(mistake: Mistake) => void} how.again
 * @param {() => void} how.clear
 */
export function scorePanel({ score, unit, stake, kinds, drills, mistakes, choose, again, clear }) {
  const hundred = score.decisions ? (score.cost / score.decisions) * 100 : 0;
  const kindsShown = kinds.length > 1 ? kinds : [];
  const drill = (/** @type {string} */ id, /** @type {string} */ name, off = false) =>
    h(
      "button.btn.small",
      { key: id || "all", "aria-pressed": String(drills === id), disabled: off, onclick: () => choose(id) },
      name,
    );
  return h(
    "div.trainee",
    { key: "score", tabindex: "0", role: "group", "aria-label": "Your score" },
    h(
      "dl.score",
      { key: "figures" },
      figure("Decisions", String(score.decisions)),
      figure("Best choice", score.decisions ? `${Math.floor((score.right / score.decisions) * 100)} %` : "none yet"),
      figure("Streak", `${score.streak}`, `longest ${score.longest}`),
      figure(
        "Cost per 100",
        score.decisions ? `${hundred.toFixed(2)} × ${unit}` : "none yet",
        score.decisions && stake
          ? `${averageText(hundred * stake).replace("+", "")} at ${averageText(stake).slice(1)}`
          : "",
      ),
    ),
    h("h2", { key: "practise" }, "Practise"),
    h(
      "div.seg",
      { key: "drills", role: "group", "aria-label": "Practise" },
      drill("", "All decisions"),
      kindsShown.map((each) => drill(each, each)),
      drill(mistakes, `My mistakes (${score.mistakes.length})`, !score.mistakes.length),
    ),
    h("h2", { key: "title" }, "Mistakes, most costly first"),
    score.mistakes.length
      ? h(
          "ul.mist",
          { key: "mistakes" },
          score.mistakes
            .slice(0, LISTED)
            .map((each) =>
              h(
                "li",
                { key: `${each.seed} ${each.answers.length}` },
                h(
                  "button",
                  { onclick: () => again(each) },
                  h("span.sr", null, "Practise again: "),
                  h("span", null, colorSuits(each.cards), kindsShown.length > 0 && h("small", null, each.kind)),
                  h("span", null, `${displayText(each.yours)}, `, h("b", null, displayText(each.best)), " is best"),
                  h("b.num", null, costText(each.cents)),
                ),
              ),
            ),
        )
      : h("p.muted", { key: "none" }, "None. Mistakes are listed here until you answer them right."),
    h(
      "p.small.muted",
      { key: "note" },
      "A cost is what the choice gives away on average. Your score is kept in this browser only. Mistakes also come back with your daily deal. ",
      score.decisions > 0 && h("button.why", { onclick: clear }, "Start over"),
    ),
  );
}

/** @param {string} name @param {string} value @param {string} [under] */
const figure = (name, value, under = "") =>
  h("div", { key: name }, h("dt", null, name), h("dd.num", null, value), under && h("dd.small", null, under));
