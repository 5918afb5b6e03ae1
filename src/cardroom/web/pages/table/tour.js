// A guided first round at practice tables, and the same explanation of the open question on demand at every table. It
// says what each option does, as the server describes it, and gives no advice.

import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { sheet } from "../parts/sheet.js";
import { icon } from "../parts/sprite.js";
import { displayText, joinWords } from "../parts/words.js";
import { total } from "./prompt/draft.js";
import { plainName } from "./view.js";

/** @typedef {import("./table.js").TablePage} TablePage */

const TOUR_STEPS = /** @type {Record<string, number>} */ ({ idle: 1, bets: 1, act: 2, wait: 2, over: 3 });
const STORED = "cardroom.toured";

/** The games whose tour was finished or skipped. @returns {string[]} */
function toured() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "[]");
  } catch {
    return []; // storage is blocked, or holds something else
  }
}

/** @param {TablePage} t @param {boolean} done */
function remember(t, done) {
  const others = toured().filter((game) => game !== t.scene.game);
  try {
    localStorage.setItem(STORED, JSON.stringify(done ? [...others, t.scene.game] : others));
  } catch {
    // Without storage the tour ends for this visit only.
  }
}

/** Whether the guided round is shown: at a practice table, until it was finished or skipped. @param {TablePage} t */
export function touring(t) {
  if (t.ui.tour === null && t.about) t.ui.tour = Boolean(t.about.practice) && !toured().includes(t.scene.game);
  return Boolean(t.ui.tour && t.about?.practice && t.seated);
}

/** @param {TablePage} t */
export function endTour(t) {
  t.ui.tour = false;
  t.ui.help = false;
  remember(t, true);
  t.draw();
}

/** Bring the tour back. @param {TablePage} t */
export function startTour(t) {
  remember(t, false);
  t.ui.tour = true;
  t.draw();
}

/** Show or hide what the open question's options do. @param {TablePage} t */
export function toggleHelp(t) {
  t.ui.help = !t.ui.help;
  t.draw();
}

/** The button in the bar that explains the open question. It has the note where the felt has no room for it. @param {TablePage} t */
export const helpButton = (t) =>
  h(
    "button.iconbtn.helpb",
    {
      key: "help",
      "aria-label": "Explain my options",
      title: "Explain my options",
      "aria-pressed": String(t.ui.help || touring(t)),
      onclick: () => (hasNote(t) && !feltHasNote() ? openNote(t) : closeNote(t)),
    },
    icon("help"),
  );

/** Whether a note is shown. @param {TablePage} t */
const hasNote = (t) => touring(t) || (t.ui.help && t.seated);

/** Whether the felt has room for the note. */
const feltHasNote = () => document.querySelector(".table-page")?.getAttribute("data-note") !== "button";

/** Close the note, and with it the tour. @param {TablePage} t */
const closeNote = (t) => (touring(t) ? endTour(t) : toggleHelp(t));

/** The note on the felt. Its room is part of the layout, so it covers nothing. @param {TablePage} t */
export function tourNote(t) {
  if (!hasNote(t)) return null;
  const tour = touring(t);
  const [title, text, aim] = stepWords(t, tour);
  const at = TOUR_STEPS[t.moment] ?? 1;
  const last = t.moment === "over";
  return h(
    "section.tour",
    { key: "tour", "aria-label": tour ? "Guided round" : "Your options explained" },
    h(
      "div.tour-text",
      { key: [title, text, aim].join(" ") }, // other words: nothing moves, they are new
      h("h2", null, sentences(title)),
      " ",
      h("p", null, sentences([aim, text].filter(Boolean).join(" "))),
    ),
    h(
      "div.tour-end",
      { key: "end" },
      tour &&
        h(
          "span.dots",
          { role: "img", "aria-label": `Step ${at} of 3` },
          [1, 2, 3].map((step) => h("i", { key: step, class: step === at ? "at" : "" })),
        ),
      h("button.btn.small.more", { key: "more", onclick: () => openNote(t) }, "More"),
      tour
        ? h(
            "button.btn.small",
            {
              key: "skip",
              class: last ? "act" : "quiet",
              "aria-label": last ? null : "Skip the tour",
              onclick: () => endTour(t),
            },
            last ? "Done" : "Skip",
          )
        : h("button.btn.small.quiet", { key: "skip", onclick: () => toggleHelp(t) }, "Close"),
    ),
  );
}

/** Each sentence by itself: the layout hides those that have no room. @param {string} text */
const sentences = (text) => text.split(/(?<=[.?!]) (?=[A-Z"])/).map((each) => h("span", null, `${each} `));

/** The whole note in a sheet. @param {TablePage} t */
function openNote(t) {
  const tour = touring(t);
  const [title, text, aim] = stepWords(t, tour);
  const close = sheet(title, [text && h("p", null, text), aim && h("p", null, aim)], {
    beside: h(
      "button.btn.h",
      {
        onclick: () => {
          close();
          closeNote(t);
        },
      },
      tour ? (t.moment === "over" ? "Done" : "Skip the tour") : "Do not explain",
    ),
  });
}

/** Title, explanation, and the aim of the game if it is told now. @param {TablePage} t @param {boolean} tour @returns {[string, string, string?]} */
function stepWords(t, tour) {
  const it = t.prompt;
  const aim = t.rules()?.aim?.text ?? "";
  if (t.moment === "over" && tour) {
    const net = t.picture?.chairs.find((chair) => chair.you)?.net ?? 0;
    const result = net > 0 ? `You win ${dollars(net)}.` : net < 0 ? `You lose ${dollars(-net)}.` : "You break even.";
    return [
      `${result} That is a whole round.`,
      'Cards that decided are lit. "why?" beside a line gives the reason and the rule.',
    ];
  }
  if (!it) return t.moment === "idle" ? ["Welcome to the table.", aim] : ["The others decide now.", aim];
  const helps = [...new Set(it.offers.map((offer) => offer.help ?? "").filter(Boolean))];
  const how = total(t.ui.wagers)
    ? "The least bet is on the table. Press Bet, or tap an area to add a chip."
    : "Tap an area to add a chip, then Bet.";
  if (t.betting) return [helps[0] ?? "Place your bets.", how, aim];
  const mine = t.picture?.spreads.find((spread) => spread.mine && spread.says && spread.place[1] === it.spot);
  const holding = mine ? `You have ${lowerFirst(displayText(mine.says ?? ""))}. ` : "";
  const names = it.offers.map((offer) => plainName(offer.label.replace(/(?: to| for)? \$.*| \(.*/, "")));
  if (t.laying) return [helps[0], helps.slice(1).join(" ")]; // rows have words of their own
  if (t.picking) {
    const others = it.offers.map((offer, at) => ({ name: names[at], help: offer.help ?? "" }));
    return [
      holding + helps[0],
      others
        .filter((each) => each.help && each.help !== helps[0])
        .map((each) => `${each.name}: ${lowerFirst(each.help)}`)
        .join(" "),
    ];
  }
  const ask = `${joinWords(names, "or")}?`;
  const each = it.offers.map((offer, at) => `${names[at]}: ${lowerFirst(offer.help ?? "")}`);
  return [holding + ask.charAt(0) + ask.slice(1).toLowerCase(), each.join(" ")];
}

/** @param {string} text */
const lowerFirst = (text) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
