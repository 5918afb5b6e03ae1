// The coach at a practice table: the exact value of each option of the open question, on request. Its panel covers other
// parts, so nothing moves, and it never blocks the answer.

import { h, keyHint } from "../../parts/dom.js";
import { api, Refused } from "../../parts/net.js";
import { say } from "../../parts/notice.js";
import { icon } from "../../parts/sprite.js";
import { valueList } from "../../parts/values.js";
import { displayText, spokenWords } from "../../parts/words.js";

/** @typedef {import("../table.js").TablePage} TablePage */

/** What is shown, and for which question. */
const panel = {
  question: "",
  /** @type {import("../../parts/types.js").Advice | null} */
  advice: null,
  problem: "",
};

/** Whether the open question can be put to the coach. @param {TablePage} t */
export const hasCoach = (t) =>
  Boolean(
    t.about?.coach && t.prompt && !t.betting && !t.ui.sent && !t.prompt.offers.some((each) => each.action === "bank"),
  );

/** Ask the coach about the open question, or close its answer. @param {TablePage} t */
export async function toggleCoach(t) {
  const question = t.question;
  if (panel.question === question) {
    panel.question = "";
    return t.draw();
  }
  Object.assign(panel, { question, advice: null, problem: "" });
  t.draw();
  const [spot, id] = question.split(" ");
  try {
    const path = `/api/v1/halls/${t.hall}/tables/${encodeURIComponent(t.table)}/coach`;
    const advice = await api(path, { spot, question: id });
    if (panel.question !== question) return;
    panel.advice = advice;
    say(spokenWords(displayText(advice.says)));
  } catch (error) {
    panel.problem = error instanceof Refused ? error.message : String(error);
  }
  t.draw();
}

/** The button beside the clock. @param {TablePage} t */
export const coachButton = (t) =>
  hasCoach(t)
    ? h(
        "button.btn.small.coachb",
        {
          key: "coach",
          "aria-expanded": String(panel.question === t.question),
          "aria-keyshortcuts": "K",
          onclick: () => toggleCoach(t),
        },
        "Coach ",
        keyHint("K"),
      )
    : null;

/** The coach's answer. @param {TablePage} t */
export function coachPanel(t) {
  if (!hasCoach(t) || panel.question !== t.question) return null;
  const { advice, problem } = panel;
  return h(
    "section.coach.panel",
    {
      key: "coach",
      "aria-label": "Coach",
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && toggleCoach(t),
    },
    h(
      "header",
      null,
      h("h2", null, "Coach"),
      h("p.small.muted", null, "Exact averages, from the cards that you see. Noted in the table's book."),
      h("button.iconbtn", { "aria-label": "Close the coach", onclick: () => toggleCoach(t) }, icon("close")),
    ),
    problem
      ? h("p", { key: "problem" }, problem)
      : advice
        ? [
            h("p.says", { key: "says" }, displayText(advice.says)),
            valueList(advice),
            advice.reason && h("p.small.muted", { key: "reason" }, displayText(advice.reason)),
            advice.note && h("p.small.muted", { key: "note" }, advice.note),
          ]
        : h("p.muted", { key: "wait" }, "Counting every card that could still come."),
  );
}
