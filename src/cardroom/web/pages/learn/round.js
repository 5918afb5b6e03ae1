// One round of a review: each decision with the cards that were seen, its values, and the way through the round.

import { cards } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars, signed } from "../parts/money.js";
import { icon } from "../parts/sprite.js";
import { costText, valueList } from "../parts/values.js";
import { displayText } from "../parts/words.js";
import { decisionTree } from "./chart.js";

/**
 * @typedef {import("./review.js").ReviewedRound} ReviewedRound
 * @typedef {import("./review.js").Decision} Decision
 */

/**
 * @param {ReviewedRound} one
 * @param {{ rounds: ReviewedRound[], hall: string, table: string,
 *   go: (event: MouseEvent | null, to: ReviewedRound | null) => void,
 *   address: (to: ReviewedRound | null) => string }} session
 */
export function roundView(one, { rounds, hall, table, go, address }) {
  const at = rounds.indexOf(one);
  const { review } = one;
  const mistakes = review.decisions.filter((each) => !each.yours.best);
  const next = [...rounds.slice(at + 1), ...rounds.slice(0, at)].find((each) => each.review.cost > 0);
  const result =
    review.net > 0
      ? `You won ${dollars(review.net)}.`
      : review.net < 0
        ? `You lost ${dollars(-review.net)}.`
        : "You broke even.";
  const said = mistakes.length
    ? ` ${mistakes.length === 1 ? "One choice" : `${mistakes.length} choices`} cost you ${costText(review.cost)}.`
    : review.decisions.length
      ? " Every choice was best."
      : "";
  return [
    h(
      "div.hd",
      { key: "hd" },
      h(
        "div",
        null,
        h(
          "p.small",
          null,
          h("a", { href: address(null), onclick: (/** @type {MouseEvent} */ event) => go(event, null) }, "Review"),
          ` · round ${at + 1} of ${rounds.length}`,
        ),
        h("h1.big", null, result + said),
      ),
      h(
        "div.tools",
        null,
        at > 0 &&
          h(
            "button.btn",
            { onclick: () => go(null, rounds[at - 1]), "aria-label": "Previous round" },
            icon("previous"),
          ),
        at + 1 < rounds.length &&
          h("button.btn", { onclick: () => go(null, rounds[at + 1]), "aria-label": "Next round" }, icon("next")),
        next && h("button.btn", { onclick: () => go(null, next) }, "Next mistake"),
      ),
    ),
    h(
      "div.rd",
      { key: "rd" },
      h(
        "ol.beats",
        null,
        review.decisions.map((each, number) => beat(each, number)),
        h(
          "li.beat",
          { key: "end" },
          h("span.no", { "aria-hidden": "true" }, review.decisions.length + 1),
          h(
            "div.in.panel",
            null,
            h("h2", null, "Result"),
            h("p", null, displayText(one.says)),
            review.equities.length > 0 && h("ul.equities", null, review.equities.map(equity)),
            review.luck === null
              ? h("p.small.muted", null, review.why)
              : h(
                  "p.small.muted",
                  null,
                  `Expected ${signed(Math.round((review.best ?? 0) - review.cost))}, luck ${signed(review.net - review.rest - Math.round((review.best ?? 0) - review.cost))}${review.rest ? `, without an exact figure ${signed(review.rest)}` : ""}.`,
                ),
          ),
        ),
      ),
      h(
        "aside.panel.side",
        { "aria-label": "Your way through the round" },
        h("h2", null, "Your way"),
        review.decisions.length > 0 && decisionTree(review.decisions),
        h(
          "p.small.muted",
          null,
          "Values are exact. They are the average result of the round's base wagers, over every card that could still come.",
        ),
        h(
          "a.btn",
          { href: `history?hall=${hall}&table=${encodeURIComponent(table)}&round=${one.number}` },
          "Watch the replay",
        ),
      ),
    ),
  ];
}

/** @param {ReviewedRound["review"]["equities"][number]} each */
function equity(each) {
  const others = each.others.map(([name, share]) => `${displayText(name)} ${percent(share)}`).join(", ");
  return h(
    "li",
    { key: each.street },
    h("b", null, each.street),
    each.board.length > 0 && cards(each.board, { name: "Board" }),
    ` Your equity was ${percent(each.mine)}; ${others}.`,
  );
}

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** @param {Decision} each @param {number} number */
function beat(each, number) {
  const best = each.advice.options[0];
  const said = each.yours.best
    ? `${each.yours.label}. That was the best choice.`
    : `${each.yours.label}. ${best.label} is worth ${costText(each.yours.cost)} more, on average.`;
  const yours = each.advice.options.find((one) => one.label === each.yours.label) ?? each.yours;
  return h(
    "li.beat",
    { key: each.answers, class: each.yours.best ? "" : "bad" },
    h("span.no", { "aria-hidden": "true" }, number + 1),
    h(
      "div.in.panel",
      null,
      h(
        "div.top2",
        null,
        h("h2", null, each.advice.kind),
        h(
          "span.seen",
          null,
          cards(each.hand, { name: "Your cards" }),
          each.board.length > 0 && cards(each.board, { name: "Board" }),
          each.dealer.length > 0 && each.dealer.length < 7 && cards(each.dealer, { name: "Dealer's cards" }),
        ),
      ),
      h(
        "p",
        null,
        displayText(said),
        each.absent && " Time ran out.",
        each.coached && h("span.mk", null, "with the coach"),
      ),
      valueList(each.advice, yours),
      each.advice.reason && h("p.small.muted", null, displayText(each.advice.reason)),
    ),
  );
}
