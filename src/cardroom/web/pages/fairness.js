// The panel beside a replay that checks, in this page, whether the deal was fair.

import { colorSuits } from "./card.js";
import { h } from "./dom.js";
import { check } from "./fair.js";
import { icon } from "./sprite.js";
import { cardText } from "./words.js";

/** @typedef {import("./fair.js").Verdict} Verdict */

const SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });
const VERDICT_TITLES = {
  holds: "Fair deal, checked in this page",
  "does not hold": "Check failed",
  "proves nothing": "Nothing to prove yet",
};

export class FairnessPanel {
  /**
   * @param {any} round as the server recalls it
   * @param {import("./replay.js").Step[]} steps
   * @param {() => void} redraw
   */
  constructor(round, steps, redraw) {
    this.round = round;
    this.steps = steps;
    this.redraw = redraw;
    /** The commitment that the player saved before betting, if any. */
    this.savedCommitment = "";
    /** @type {Verdict | null} */
    this.verdict = null;
    if (round.proof) this.check();
  }

  check() {
    const { record, proof, dealt, start } = this.round;
    const verdict = check(proof, {
      bound: record?.opening.shuffle || undefined,
      ...(this.savedCommitment ? { noted: this.savedCommitment } : {}),
      ...(dealt ? { dealt, start } : {}),
    });
    this.verdict = verdict.word === "holds" && proof.openings ? this.checkSeals(verdict) : verdict;
  }

  /** Every card that was shown must have had its seal opened. @param {Verdict} verdict @returns {Verdict} */
  checkSeals(verdict) {
    const opened = new Set(this.round.proof.openings.map((/** @type {any} */ each) => each.card));
    const unopened = [...this.seenCards()].filter((card) => !opened.has(card));
    if (!unopened.length) return verdict;
    const failure = {
      title: "Check failed",
      says: `${unopened.join(" ")} was shown, but no seal was opened for it.`,
      holds: false,
    };
    return { ...verdict, word: "does not hold", checks: [...verdict.checks, failure] };
  }

  /** The cards that the viewer saw during the round. */
  seenCards() {
    const cards = new Set();
    for (const { picture } of this.steps)
      for (const spread of picture.spreads) for (const card of spread.cards) if (card < 53) cards.add(cardText(card));
    return cards;
  }

  panel() {
    if (!this.round.proof)
      return h(
        "aside.fairp",
        { key: "fair", "aria-label": "Fairness" },
        h("h2", null, icon("seal"), "Fairness"),
        h("p.small.muted", null, "The proof is published when the round ends."),
      );
    return h(
      "aside.fairp",
      { key: "fair", "aria-label": "Fairness", "data-word": this.verdict?.word ?? "" },
      h(
        "h2",
        { class: this.verdict?.word === "holds" ? "good" : this.verdict?.word === "does not hold" ? "bad" : "" },
        icon("seal"),
        this.verdict ? VERDICT_TITLES[this.verdict.word] : "Fairness",
      ),
      this.verdict &&
        h(
          "ul.checks",
          null,
          this.verdict.checks.map((each) =>
            h(
              "li",
              { key: each.title, class: each.holds ? "" : "not" },
              icon(each.holds ? "check" : "close"),
              h(
                "div",
                null,
                h("b", null, each.title),
                h(
                  "p",
                  null,
                  colorSuits(
                    each.says.replaceAll(
                      /\b([2-9TJQKA])([shdc])(?= |$|,|\.)/g,
                      (_, rank, suit) => `${rank === "T" ? "10" : rank}${SIGNS[suit]}`,
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      this.verdict?.silent.length
        ? h(
            "details",
            null,
            h("summary", null, "What this check cannot prove"),
            h(
              "ul.silent",
              null,
              this.verdict.silent.map((says) => h("li", null, says)),
            ),
          )
        : null,
      h(
        "form.noted",
        {
          onsubmit: (/** @type {any} */ event) => {
            event.preventDefault();
            this.savedCommitment = event.target.elements.noted.value.trim().toLowerCase();
            this.check();
            this.redraw();
          },
        },
        h(
          "label.fld",
          null,
          h("span", null, "Commitment you saved before betting"),
          h("input.field.mono", {
            name: "noted",
            autocomplete: "off",
            spellcheck: "false",
            defaultValue: this.savedCommitment,
            placeholder: "64 hexadecimal digits (optional)",
          }),
        ),
        h("button.btn", { type: "submit" }, "Check again"),
      ),
      h(
        "details",
        null,
        h("summary", null, "The proof"),
        h("pre.mono", { tabindex: "0" }, JSON.stringify(this.round.proof, null, 1)),
      ),
      h(
        "p.small.muted",
        null,
        "This check runs in your browser, without the server. To repeat it elsewhere, download the record and run ",
        h("span.mono", null, "cardroom verify"),
        ".",
      ),
    );
  }
}
