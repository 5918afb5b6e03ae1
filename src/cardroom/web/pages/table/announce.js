// Announcements for screen readers: events politely, questions and timeouts immediately.

import { dollars } from "../parts/money.js";
import { say, warn } from "../parts/notice.js";
import { joinWords, spokenWords } from "../parts/words.js";
import { buttons } from "./prompt/buttons.js";
import { spokenResults, worthShowing } from "./results.js";
import { plainName } from "./view.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("../parts/types.js").TableScene} Scene
 */

/**
 * Announce what is new since the previous scene.
 * @param {TablePage} t
 * @param {Scene | null} before
 */
export function announceChanges(t, before) {
  const [old, now] = [before?.picture, t.picture];
  if (!now) return;
  const shown =
    old && (old.happened?.length ?? 0) <= (now.happened?.length ?? 0) && !(old.over && !now.over)
      ? (old.happened?.length ?? 0)
      : 0;
  const lines = worthShowing((now.happened ?? []).slice(shown)).filter(
    (line) => !["settled", "chance"].includes(line.kind ?? ""),
  );
  const news = lines.map((line) => spokenWords(line.says.replaceAll(/\bbot (?=\S)/g, "")));
  const mine = now.spreads.find((spread) => spread.mine && spread.says);
  if (lines.some((line) => line.kind === "cards") && mine) news.push(`You have ${mine.says}`);
  if (news.length) say(news.map((line) => `${line}.`).join(" "));
  for (const line of lines) {
    const late = line.mine && /^You(?:, [^:]*?,)? (.*) \(no answer\)$/.exec(line.says);
    if (late) {
      t.ui.missed += 1;
      t.ui.timeout = `Time ran out${t.ui.missed > 1 ? " again" : ""}: you ${late[1]}`;
      warn(`${spokenWords(t.ui.timeout)}.`);
    }
  }
  if (now.over && !old?.over) announceResults(t);
}

/** @param {TablePage} t */
function announceResults(t) {
  const net = t.picture?.chairs.find((chair) => chair.you)?.net ?? null;
  if (net === null) return;
  const mine = (t.picture?.results ?? []).filter((each) => each.mine);
  const word = net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "You break even";
  const seat = t.picture?.chairs.find((chair) => chair.you)?.seat;
  const sum = t.picture?.sums?.players.find((each) => each.seat === seat);
  say(spokenWords(`${word}. `) + spokenResults(mine, sum));
}

/** Announce the open question. @param {TablePage} t */
export function announceQuestion(t) {
  const it = t.prompt;
  if (!it) return;
  const choices =
    t.betting || t.picking || t.laying
      ? []
      : buttons(t, it).map((each) => spokenWords(each.label.replace(/ \(([^)]*)\)/g, ", $1")));
  const what = choices.length ? `${capitalised(joinWords(choices, "or"))}. ` : "";
  warn(`${spokenWords(it.title)}. ${what}If time runs out, you ${spokenWords(plainName(it.otherwise))}.`);
}

/** @param {string} text */
const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
