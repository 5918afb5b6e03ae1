// The trainer's prompt: the question, its options, and after the answer the verdict with the value of each option.

import { colorSuits } from "../parts/card.js";
import { h, keyHint } from "../parts/dom.js";
import { valueList } from "../parts/values.js";
import { displayText } from "../parts/words.js";
import { splitLabel, spokenLabel } from "../table/prompt/buttons.js";
import {
  answered,
  choose,
  goOn,
  pick,
  picking,
  setHands,
  showValues,
  state,
  undo,
  verdictText,
  ways,
} from "./drill.js";
import { cardPicks, questionOf } from "./ways.js";

export function prompt() {
  const { verdict, busy, problem } = state;
  const [title, under] = verdictText();
  const kind = !answered() ? "" : verdict?.yours?.best ? "good" : "bad";
  return h(
    "section.prompt",
    { key: "prompt", id: "prompt", tabindex: "-1", "aria-label": "Your options", "data-moment": "act" },
    h(
      "div.prompt-in",
      null,
      h(
        "div.ask",
        { key: "ask", class: kind && `verdict ${kind}` },
        h(
          "p.q",
          null,
          h(
            "b",
            null,
            problem || (answered() ? displayText(title) : state.drill ? questionOf(state.drill) : "Dealing"),
          ),
          h("span", null, problem ? "" : answered() ? displayText(under) : "Take your time."),
        ),
        !answered() &&
          h(
            "label.sw2",
            { key: "show" },
            h("input", {
              type: "checkbox",
              checked: state.values,
              onchange: (/** @type {any} */ event) => showValues(event.target.checked),
            }),
            h("span", null, "Show values"),
          ),
      ),
      verdict && h("div.drillvals", { key: "values" }, valueList(verdict.advice, verdict.yours), facts(verdict.advice)),
      answered()
        ? h(
            "div.acts.row",
            { key: "acts" },
            h("button.btn.h", { key: "undo", "aria-keyshortcuts": "Z", onclick: undo }, "Undo ", keyHint("Z")),
            h(
              "button.btn.act.h",
              { key: "go", "aria-keyshortcuts": "Enter", onclick: () => goOn() },
              "Go on ",
              keyHint("⏎"),
            ),
          )
        : [picks(), choices(busy || !state.drill)],
    ),
  );
}

const facts = (/** @type {import("../parts/types.js").Advice} */ advice) =>
  advice.reason && h("p.small.muted", { key: "facts" }, colorSuits(displayText(advice.reason)));

/** @param {boolean} disabled */
const choices = (disabled) =>
  h(
    "div.choices",
    { key: "choices", role: "group", "aria-label": "Your options", "data-many": ways().length },
    ways().map((way) => {
      const [word, under] = splitLabel(way.label);
      return h(
        "button.btn.opt",
        {
          key: `${way.action} ${way.value ?? ""}`,
          "aria-label": spokenLabel(way.label),
          "aria-keyshortcuts": way.key.toUpperCase(),
          disabled,
          onclick: () => choose(way),
        },
        word,
        " ",
        under ? h("small", null, under) : null,
        keyHint(way.key),
      );
    }),
  );

/** The player's cards as buttons, for setting a hand. */
function picks() {
  const offer = picking();
  if (!offer) return null;
  const { picked } = state;
  return h(
    "div.drillpicks",
    { key: "picks" },
    cardPicks(offer, picked, pick),
    h(
      "button.btn.act.h",
      {
        disabled: picked.length !== offer.option.most || state.busy,
        "aria-keyshortcuts": "Enter",
        onclick: () => setHands(),
      },
      "Set hands ",
      keyHint("⏎"),
    ),
  );
}
