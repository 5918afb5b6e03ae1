// The log of a round: which sentences are shown, and how.

import { seen } from "./words.js";

/** @typedef {import("./types.js").Happened} Happened */

/**
 * The lines that are worth telling: not of cards that nobody sees, nor of a hand that the next line names again.
 * @param {import("./types.js").Happened[]} lines
 */
export const worth = (lines) =>
  lines.filter((line, at) => {
    const shown = / shows (.*)$/.exec(line.says)?.[1];
    const again = shown && lines[at + 1]?.says.startsWith(`Dealer has ${shown}`);
    return !again && !(line.drawn && line.says.includes("??")) && !/^(Pile|Discards|\?\?)/.test(line.says);
  });

/**
 * What happened, with what others did one after the other in one line; what nobody sees is left out.
 * @param {import("./types.js").Happened[]} lines
 */
export function gathered(lines) {
  /** @type {import("./types.js").Happened[]} */
  const found = [];
  for (const line of worth(lines)) {
    const last = found[found.length - 1];
    const now = { ...line, says: told(line.says) };
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
    else found.push(now);
  }
  return found;
}

/** A line for eyes: cards that nobody sees are counted, bots are called by their names. @param {string} says */
const told = (says) =>
  seen(says)
    .replaceAll(/(\?\? ?)+/g, (cards) =>
      cards.match(/\?\?/g)?.length === 1 ? "a card " : `${cards.match(/\?\?/g)?.length} cards `,
    )
    .trim();
