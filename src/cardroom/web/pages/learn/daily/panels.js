// The panels beside a decision: days in a row, mistakes in their boxes, puzzles, and where one stands.

import { cards } from "../../parts/card.js";
import { h } from "../../parts/dom.js";
import { costText } from "../../parts/values.js";
import { scene } from "./decide.js";

/**
 * @typedef {import("../../parts/types.js").LearningProgress} Progress
 * @typedef {import("../../parts/types.js").Mistakes} Mistakes
 * @typedef {import("../../parts/types.js").MistakeBox} MistakeBox
 * @typedef {import("../../parts/types.js").ListedPuzzle} Puzzle
 * @typedef {import("../../parts/types.js").DailyStanding} Standing
 */

export const plural = (/** @type {number} */ count, /** @type {string} */ word) =>
  `${count} ${word}${count === 1 ? "" : "s"}`;

/** The bars of a deal, one for each decision. @param {("best" | "cost" | "now" | "sent" | "")[]} all */
export const steps = (all) =>
  h(
    "span.steps",
    {
      key: "steps",
      role: "img",
      "aria-label": `${all.filter((each) => each === "best" || each === "cost").length} of ${all.length} answered, ${all.filter((each) => each === "best").length} without cost`,
    },
    all.map((each) => h("i", { class: each })),
  );

/** Four weeks. @param {Progress} progress */
export function calendar(progress) {
  const done = progress.days.filter((each) => each.cost !== null);
  const free = done.filter((each) => each.cost === 0).length;
  return h(
    "div.cal",
    {
      key: "cal",
      role: "img",
      "aria-label": `Four weeks: played on ${plural(done.length, "day")}, ${free} of them without cost`,
    },
    ["M", "T", "W", "T", "F", "S", "S"].map((each) => h("span.w", null, each)),
    progress.days.map((each) =>
      h(
        "span",
        {
          key: each.day,
          class: [
            each.cost === null ? "" : each.cost ? "d" : "p",
            each.off ? "f" : "",
            each.day === progress.today ? "t" : "",
          ].join(" "),
        },
        each.cost === 0 ? "0" : each.off ? "off" : "",
      ),
    ),
  );
}

/** @param {Progress} progress @param {boolean} done whether today's deal is done */
export const runPanel = (progress, done) =>
  h(
    "section.panel.pad",
    { key: "run" },
    h(
      "div.hd",
      null,
      h("h2", null, progress.run === 1 ? "1 day" : `${progress.run} days in a row`),
      h("p", null, done ? "Today is done." : "Today is open until midnight, UTC."),
    ),
    calendar(progress),
    h(
      "p.fine",
      null,
      `Green is a day played, 0 a day without cost. One day off a week is free. If you miss more, the count starts again. Your best run (${progress.best_run}) stays.`,
    ),
    h("a.small", { href: "progress" }, "Your progress"),
  );

const WHEN = ["today", "tomorrow", "3 days", "a week", "a month"];

/** @param {MistakeBox[]} all */
export const boxes = (all) =>
  h(
    "ul.boxes",
    { key: "boxes", "aria-label": "Mistakes by the time at which they come back" },
    all.map((each, at) =>
      h("li", { key: at, class: at === 0 && each.count ? "due" : "" }, h("b", null, each.count), WHEN[at]),
    ),
  );

/** @param {Mistakes} mistakes @param {() => void} repeat */
export const mistakesPanel = (mistakes, repeat) =>
  h(
    "section.panel.pad",
    { key: "mistakes" },
    h(
      "div.hd",
      null,
      h("h2", null, "Your mistakes, again"),
      h("p", null, mistakes.due_count ? `${mistakes.due_count} due today` : "None is due today"),
    ),
    boxes(mistakes.boxes),
    mistakes.due_count > 0 &&
      h(
        "ul.mis",
        { key: "mis" },
        mistakes.due
          .slice(0, 3)
          .map((each) =>
            h(
              "li",
              { key: each.id },
              cards(each.hand, { fan: true }),
              h(
                "span",
                null,
                `${each.name}: ${each.kind.toLowerCase()}`,
                each.wrong > 1 && h("small", null, `wrong ${each.wrong} times`),
              ),
              h("b.num", null, `−${costText(each.cost).replace("less than a cent", "$0.00")}`),
            ),
          ),
      ),
    mistakes.due_count > 0 && h("button.btn", { onclick: repeat }, `Repeat ${mistakes.due_count}`),
    h(
      "p.fine",
      null,
      "They come from daily deals, puzzles, the trainer and reviewed sessions. Right moves a decision one box on, wrong brings it back to today. After a month right it leaves.",
    ),
  );

/** @param {Puzzle[]} all @param {(puzzle: Puzzle) => void} open */
export const puzzlesPanel = (all, open) =>
  h(
    "section.colx",
    { key: "puzzles" },
    h(
      "div.hd",
      null,
      h("h2", null, "Puzzles from real decisions"),
      h("p", null, "what cost most at the tables this week, without names"),
    ),
    all.length
      ? h(
          "div.pz",
          null,
          all.map((each) =>
            h(
              "button.panel",
              { key: each.decision.id, onclick: () => open(each) },
              scene(each.decision, true),
              h(
                "span.tx",
                null,
                h("b", null, `${each.decision.name}: ${each.decision.kind.toLowerCase()}`),
                h(
                  "span.muted",
                  null,
                  each.answers >= 5
                    ? `${Math.round((each.wrong / each.answers) * 100)} % paid for it. Rated ${each.rating}.`
                    : `It cost ${costText(each.cost)} at the table. Rated ${each.rating}.`,
                ),
              ),
            ),
          ),
        )
      : h("p.muted.small", { key: "none" }, "There are none now. Rounds at play-money tables give new ones."),
  );

/** Where one stands: a column for each dollar. @param {Standing} standing */
export function standingChart(standing) {
  const most = Math.max(1, ...standing.columns);
  const name = (/** @type {number} */ at) => (at === standing.columns.length - 1 ? `$${at}+` : `$${at}`);
  return h(
    "svg.hist",
    {
      key: "hist",
      viewBox: "0 0 330 110",
      role: "img",
      "aria-label": `Costs of ${plural(standing.finished, "player")}: ${standing.paid_nothing} paid nothing, ${standing.paid_more} paid more than you.`,
    },
    standing.columns.map((count, at) => {
      const high = (count / most) * 64;
      return [
        h("rect", {
          key: at,
          class: at === standing.mine ? "me" : "",
          x: 4 + at * 36,
          y: 82 - high,
          width: 30,
          height: high,
          rx: 3,
        }),
        count > 0 && h("text", { x: 19 + at * 36, y: 77 - high, "text-anchor": "middle" }, count),
        h("text", { x: 19 + at * 36, y: 98, "text-anchor": "middle" }, name(at)),
      ];
    }),
  );
}

/**
 * The text to share: bars for the decisions, and the cost. No cards and no answers.
 * @param {string} day
 * @param {number[]} costs in cents, one for each decision
 */
export function shareText(day, costs) {
  const bars = costs.map((cost) => (cost === 0 ? "▁" : cost < 25 ? "▃" : cost < 100 ? "▅" : "█")).join("");
  const sum = costs.reduce((one, other) => one + other, 0);
  const free = costs.filter((each) => each === 0).length;
  return `cardroom daily deal, ${day}\n${bars} ${free} of ${costs.length} without cost, ${sum ? costText(sum) : "$0"} in all`;
}
