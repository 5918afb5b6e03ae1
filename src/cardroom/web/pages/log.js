// The log of a round: which sentences are shown, and how.

import { displayText } from "./words.js";

/** @typedef {import("./types.js").Happened} Happened */

/**
 * Leave out sentences about cards that no one sees, and about a hand that the next sentence names again.
 * @param {import("./types.js").Happened[]} lines
 */
export const worthShowing = (lines) =>
  lines.filter((line, at) => {
    const shown = / shows (.*)$/.exec(line.says)?.[1];
    const repeated = shown && lines[at + 1]?.says.startsWith(`Dealer has ${shown}`);
    return !repeated && !(line.drawn && line.says.includes("??")) && !/^(Pile|Discards|\?\?)/.test(line.says);
  });

/**
 * The sentences of the log. Consecutive actions of others are joined.
 * @param {import("./types.js").Happened[]} lines
 */
export function logSentences(lines) {
  /** @type {import("./types.js").Happened[]} */
  const sentences = [];
  for (const line of worthShowing(lines)) {
    const last = sentences[sentences.length - 1];
    const now = { ...line, says: logText(line.says) };
    const joins =
      last &&
      (line.kind === "acted" || line.kind === "cards") &&
      line.kind === last.kind &&
      !line.mine &&
      !last.mine &&
      !line.cite &&
      !last.cite;
    if (joins && !/^Board/.test(now.says + last.says) && last.says.length + now.says.length < 100)
      last.says += `; ${now.says}`;
    else sentences.push(now);
  }
  return sentences;
}

/** A sentence as shown: hidden cards are counted, and bots have plain names. @param {string} says */
const logText = (says) =>
  displayText(says)
    .replaceAll(/(\?\? ?)+/g, (cards) =>
      cards.match(/\?\?/g)?.length === 1 ? "a card " : `${cards.match(/\?\?/g)?.length} cards `,
    )
    .trim();
