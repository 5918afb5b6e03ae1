// A replay of a round, step by step. It draws the felt of the live page. From one step to the next, cards and chips move
// as they did at the table.

import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { icon } from "../parts/sprite.js";
import { displayText } from "../parts/words.js";
import { changesOf } from "../table/changes.js";
import { felt } from "../table/felt/felt.js";
import { fitFelt, fitSoon } from "../table/felt/place.js";
import { noteFelt, playMoves, skipMotion } from "../table/motion.js";
import { emptyScene, TableView } from "../table/view.js";

/** @typedef {{ says: string[], mark?: string, picture: import("../parts/types.js").Picture }} Step */

const SPEEDS = /** @type {[string, number][]} */ ([
  ["½×", 2400],
  ["1×", 1200],
  ["4×", 300],
]);

/** The current step of a replay, and its timer. */
export class Replay {
  /**
   * @param {any} round as the server recalls it
   * @param {import("../parts/bar.js").Me} me
   * @param {() => void} changed draws the page, before it returns
   */
  constructor(round, me, changed) {
    /** @type {Step[]} */
    this.steps = round.steps;
    this.me = me;
    this.changed = changed;
    this.at = 0;
    this.speed = 1;
    this.timer = 0;
  }

  get playing() {
    return this.timer !== 0;
  }

  get last() {
    return this.steps.length - 1;
  }

  /** Show a step. Only a step forward moves cards and chips. @param {number} at */
  go(at) {
    const from = this.steps[this.at].picture;
    const forward = at === this.at + 1;
    skipMotion();
    const to = Math.max(0, Math.min(this.last, at));
    const now = this.steps[to].picture;
    const changes = forward ? changesOf(from, now) : null;
    const before = changes && noteFelt(document.body, changes);
    this.at = to;
    if (this.at === this.last) this.stop();
    this.changed();
    fitFelt(document.body, stillTable(now, this.me));
    const seat = now.chairs.find((chair) => chair.you)?.seat ?? 0;
    if (changes && before) playMoves(document.body, before, changes, seat);
  }

  play() {
    if (this.at === this.last) this.at = 0;
    this.stop();
    this.timer = setInterval(() => this.go(this.at + 1), SPEEDS[this.speed][1]);
    this.changed();
  }

  pause() {
    this.stop();
    this.changed();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
    if (this.playing) this.play();
    else this.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to !== undefined) this.go(to);
    else if (event.key === " ") this.playing ? this.pause() : this.play();
    else return;
    event.preventDefault();
  }

  /** The felt at the current step. */
  table() {
    const view = stillTable(this.steps[this.at].picture, this.me);
    fitSoon(view);
    return { ...felt(view), tag: "div", key: "felt" };
  }

  /** Buttons and the scrubber. */
  controls() {
    const { at, last } = this;
    return h(
      "div.scrub",
      { key: "scrub", role: "group", "aria-label": "Replay" },
      this.streets(),
      h("input", {
        type: "range",
        min: 0,
        max: last,
        value: String(at),
        "aria-label": "Step",
        "aria-valuetext": `${at + 1} of ${last + 1}: ${this.steps[at].says.at(-1) ?? ""}`,
        oninput: (/** @type {any} */ event) => this.go(Number(event.target.value)),
      }),
      h(
        "div.ctl",
        null,
        h(
          "button.iconbtn",
          { "aria-label": "Step back", onclick: () => this.go(at - 1), "aria-disabled": String(at === 0) },
          icon("previous"),
        ),
        h(
          "button.iconbtn.playb",
          { "aria-label": this.playing ? "Pause" : "Play", onclick: () => (this.playing ? this.pause() : this.play()) },
          icon(this.playing ? "pause" : "play"),
        ),
        h(
          "button.iconbtn",
          { "aria-label": "Step forward", onclick: () => this.go(at + 1), "aria-disabled": String(at === last) },
          icon("next"),
        ),
        h("span.small.num.count", { class: "muted" }, `${at + 1} of ${last + 1}`),
        h("span.grow"),
        h(
          "div.seg",
          { role: "group", "aria-label": "Speed" },
          SPEEDS.map(([name], each) =>
            h(
              "button.btn.small",
              { key: name, "aria-pressed": String(this.speed === each), onclick: () => this.pace(each) },
              name,
            ),
          ),
        ),
      ),
    );
  }

  /** Links to the start of each street, above the scrubber. */
  streets() {
    const marks = this.steps.flatMap(({ mark }, at) => (mark ? [{ mark, at }] : []));
    let reached = -1;
    const shown = marks.filter(({ at }) => {
      const far = this.last ? at / this.last : 0;
      if (far - reached < 0.11) return false; // it would overlap the one before
      reached = far;
      return true;
    });
    return h(
      "div.streets",
      { key: "streets" },
      shown.map(({ mark, at }) =>
        h(
          "button",
          {
            key: at,
            "aria-label": `${mark}, step ${at + 1}`,
            style: { "--at": (this.last ? at / this.last : 0).toFixed(4) },
            class: `${at <= this.at ? "past" : ""} ${at / this.last > 0.9 ? "end" : at / this.last < 0.08 ? "start" : ""}`,
            onclick: () => this.go(at),
          },
          mark,
        ),
      ),
    );
  }

  /** The whole log. The current step is marked, and a click goes to a step. */
  log() {
    return h(
      "ol.log",
      { key: "log" },
      this.steps.flatMap((step, at) =>
        step.says.map((says, line) =>
          h(
            "li",
            {
              key: `${at} ${line}`,
              class: at === this.at ? "now" : at > this.at ? "later" : "",
              "aria-current": at === this.at && line === 0 ? "step" : null,
            },
            h("button", { onclick: () => this.go(at) }, colorSuits(logText(says))),
          ),
        ),
      ),
    );
  }
}

/** A sentence as shown: hidden cards are counted, and bots have plain names. @param {string} says */
const logText = (says) =>
  displayText(says)
    .replace(/^\?\? is burned$/, "A card is burned")
    .replaceAll(/(\?\? ?)+/g, (cards) => `${cards.match(/\?\?/g)?.length} face down `)
    .trim();

/**
 * A table for one step of the replay. It has no questions, so nothing on it can be pressed and nothing is sent.
 * @param {import("../parts/types.js").Picture} picture
 * @param {import("../parts/bar.js").Me} me
 * @returns {import("../table/table.js").TablePage}
 */
export function stillTable(picture, me) {
  const people = Object.fromEntries(
    picture.chairs.map((chair) => [
      chair.bettor,
      {
        seat: chair.seat,
        behind: chair.backline ?? false,
        stack: chair.stack,
        out: false,
        away: false,
        here: true,
        bot: chair.bettor.startsWith("bot "),
      },
    ]),
  );
  const view = new TableView("", "", me, {
    ...emptyScene(""),
    game: picture.game,
    title: picture.name,
    people,
    picture: { ...picture, prompts: [] },
  });
  return /** @type {any} */ (Object.assign(view, { skipMotion: () => {} }));
}
