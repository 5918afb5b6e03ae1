// The panel beside a replay that checks, in this page, whether the deal was fair.

import { h } from "../parts/dom.js";
import { icon } from "../parts/sprite.js";
import { cardText } from "../parts/words.js";
import { checkRound, noteFor, recordLine } from "./evidence.js";
import { notesOf } from "./store.js";
import { VERDICT_TITLES, verdictClass, verdictLists } from "./verdict.js";

/** @typedef {import("./fair.js").Verdict} Verdict */

export class FairnessPanel {
  /**
   * @param {any} round as the server recalls it
   * @param {import("../history/replay.js").Step[]} steps
   * @param {() => void} redraw
   * @param {string} [viewer] the user
   */
  constructor(round, steps, redraw, viewer = "") {
    this.round = round;
    this.viewer = viewer;
    this.steps = steps;
    this.redraw = redraw;
    /** The commitment that the player saved before betting, if any. */
    this.savedCommitment = "";
    /** @type {Verdict | null} */
    this.verdict = null;
    /** What this browser was shown of the round, if it was there. @type {import("./store.js").Note | null} */
    this.note = null;
    /** The record as it was downloaded. */
    this.line = "";
    if (!round.proof) return;
    this.check();
    void this.compare();
  }

  /** Look up what this browser was shown of the round, and compare. */
  async compare() {
    const { hall, table, number, record } = this.round;
    if (!record || !this.viewer) return;
    const note = noteFor(await notesOf(hall, table, this.viewer).catch(() => []), record);
    if (!note) return;
    const path = `/api/v1/halls/${encodeURIComponent(hall)}/tables/${encodeURIComponent(table)}/rounds/${number}`;
    this.note = note;
    this.line = await recordLine(path);
    this.check();
    this.redraw();
  }

  check() {
    const verdict = checkRound(this.round, this.line, this.note, this.savedCommitment);
    this.verdict = verdict.word === "holds" && this.round.proof.openings ? this.checkSeals(verdict) : verdict;
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
        { class: this.verdict ? verdictClass(this.verdict) : "" },
        icon("seal"),
        this.verdict ? VERDICT_TITLES[this.verdict.word] : "Fairness",
      ),
      this.verdict && verdictLists(this.verdict),
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
