// The end of a round: results of wagers with "why?", which opens the rule that moved the chips; the sums of a poker
// hand; points of Chinese poker; and the sentences of the log.

import { h } from "../parts/dom.js";
import { dollars, signed, spoken } from "../parts/money.js";
import { headings, rowOf } from "../parts/tables.js";
import { capitalize, displayText, joinWords, sentence } from "../parts/words.js";
import { gain, isShare, lightResult, litHand, wonText } from "./felt/lit.js";
import { plainName, remark } from "./view.js";
import { openReason, openReasons } from "./why.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("../parts/types.js").Result} Result
 * @typedef {import("../parts/types.js").Tally} Tally
 * @typedef {import("../parts/types.js").ScoreAgainst} Score
 * @typedef {import("../parts/types.js").Sentence} Happened
 * @typedef {import("../parts/types.js").Picture} Picture
 */

/**
 * The result of each wager; of a poker hand, its pots and sums.
 * @param {TablePage} t
 * @param {Result[]} results
 * @param {Picture | null} [picture] the picture that the results are from
 */
export function resultList(t, results, picture = t.picture) {
  if (picture?.sums) return handResult(t, picture);
  const lit = litHand(t);
  const bank = results.some((each) => each.banked !== undefined && each.banked !== null);
  return h(
    "div.res",
    { key: "results" },
    h(
      "ul",
      { "aria-label": bank ? "Results of your bank" : "Results" },
      results.map((each, at) =>
        h(
          "li",
          { key: `${each.spot} ${each.label} ${at}` },
          h(
            "button.wg",
            {
              "aria-pressed": String(lit?.result === each),
              disabled: !each.explains?.hands?.length,
              title: each.explains?.hands?.length ? "Show the cards that decided it" : null,
              onclick: () => lightResult(t, each),
            },
            wagerName(each),
            " ",
            h("span", null, each.stakes),
          ),
          h("span.say", null, lineText(each, results[at - 1])),
          h("span.got", { class: (each.mine || bank) && gain(each) > 0 ? "win" : "" }, wonText(each)),
          h("button.why", { "aria-label": `Why? ${wagerName(each)}`, onclick: () => openReason(t, each) }, "why?"),
        ),
      ),
    ),
  );
}

/**
 * The result of a poker hand: a line for each pot, bets that were not called, odd chips, and the sums of all players.
 * @param {TablePage} t
 * @param {Picture} picture
 */
const handResult = (t, picture) =>
  h(
    "div.res.hand-res",
    { key: "results" },
    t.size === "phone" ? mySums(picture) : null,
    potLines(picture, (results, title) => openReasons(t, results, title)),
    sumsTable(picture),
  );

/** What the viewer put in and got, for phones: there, the rest is below the fold. @param {Picture} picture */
function mySums(picture) {
  const seat = picture.chairs.find((chair) => chair.you)?.seat;
  const mine = picture.sums?.players.find((each) => each.seat === seat);
  if (!mine) return null;
  return h(
    "p.my-sums",
    { key: "mine" },
    h("span", null, "You put in ", h("b.num", null, dollars(mine.put_in))),
    h("span", null, "got ", h("b.num", null, dollars(mine.got))),
    mine.fee ? h("span", null, "collection ", h("b.num", null, dollars(mine.fee))) : null,
    h("span", null, "net ", h("b.num", null, signed(mine.net))),
  );
}

/**
 * A line for each pot: what was in it, the collection, who got how much. Then bets that were not called, and odd chips.
 * @param {Picture | null | undefined} picture
 * @param {(results: Result[], title: string) => void} [why] opens the reasons of a pot
 */
export function potLines(picture, why) {
  const sums = picture?.sums;
  if (!picture || !sums) return null;
  return h(
    "ul.pot-lines",
    { key: "pots", "aria-label": "Pots" },
    sums.pots.map((pot) => {
      const own = (picture.results ?? []).filter((each) => each.won && each.label.split(", ")[0] === pot.name);
      const fee = pot.fee ? `collection ${dollars(pot.fee)}` : "no collection";
      return h(
        "li",
        { key: pot.name },
        h("span", null, `${pot.name} ${dollars(pot.amount)}, ${fee}`),
        h("b.num", null, capitalize(joinWords(shareWords(picture, pot))) || "nothing is left"),
        why && own.length
          ? h("button.why", { "aria-label": `Why? ${pot.name}`, onclick: () => why(own, pot.name) }, "why?")
          : h("span"),
      );
    }),
    sums.players
      .filter((each) => each.returned)
      .map((each) =>
        h(
          "li",
          { key: `back ${each.seat}` },
          h("span", null, "Not called"),
          h("b.num", null, `${dollars(each.returned ?? 0)} back to ${inside(nameAt(picture, each.seat))}`),
          h("span"),
        ),
      ),
    picture.showdown?.odd ? h("li.odd", { key: "odd" }, h("span", null, displayText(picture.showdown.odd))) : null,
  );
}

/** Who gets how much of a pot, the viewer first. @param {Picture} picture @param {import("../parts/types.js").PotSum} pot */
function shareWords(picture, pot) {
  const shares = (pot.shares ?? []).map((each) => ({ name: nameAt(picture, each.seat), amount: each.amount }));
  return shares
    .sort((one, other) => Number(other.name === "You") - Number(one.name === "You"))
    .map(({ name, amount }) => `${inside(name)} ${name === "You" ? "get" : "gets"} ${dollars(amount)}`);
}

/** A name inside a sentence. @param {string} name */
const inside = (name) => (name === "You" ? "you" : name);

/**
 * Why a result is as it is. Wagers that the same hands decided have the sentence once.
 * @param {Result} result
 * @param {Result | undefined} before
 */
const lineText = (result, before) =>
  !result.explains || result.explains.says !== before?.explains?.says
    ? reasonText(result)
    : / loses$/.test(result.why) || isShare(result)
      ? ""
      : capitalize(displayText(result.why.replace(result.explains.short ?? "", "").replace(/^; /, "")));

/** Why a wager or a pot was decided, as a sentence. @param {Result} result */
export const reasonText = (result) => sentence(displayText(result.explains?.says || result.why));

/** The name of the player at a seat. @param {Picture} picture @param {number} seat */
function nameAt(picture, seat) {
  const chair = picture.chairs.find((each) => each.seat === seat);
  return chair?.you ? "You" : plainName(chair?.name ?? `Seat ${seat}`);
}

/**
 * What each player put in, got and won, the viewer first; then the sums of all.
 * @param {Picture | null | undefined} picture
 */
export function sumsTable(picture) {
  const sums = picture?.sums;
  if (!picture || !sums) return null;
  const mine = picture.chairs.find((chair) => chair.you)?.seat;
  const lines = sums.players
    .filter((each) => each.put_in || each.got || each.seat === mine)
    .sort((one, other) => Number(other.seat === mine) - Number(one.seat === mine));
  const fees = lines.some((each) => each.fee);
  return h(
    "table.pts-t.sums",
    { key: "sums" },
    h("caption.sr", null, "What each player put in and got"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null, h("span.sr", null, "Player")),
        h("th", { scope: "col" }, "Put in"),
        h("th", { scope: "col" }, "Got"),
        fees ? h("th", { scope: "col" }, "Collection") : null,
        h("th", { scope: "col" }, "Net"),
      ),
    ),
    h(
      "tbody",
      null,
      lines.map((each) =>
        h(
          "tr",
          { key: each.seat, class: each.seat === mine ? "mine" : "" },
          h("th", { scope: "row" }, nameAt(picture, each.seat)),
          h("td.num", null, dollars(each.put_in)),
          h("td.num", null, dollars(each.got)),
          fees ? h("td.num", null, dollars(each.fee ?? 0)) : null,
          h("td.num", null, h("b", { class: each.seat === mine && each.net > 0 ? "win" : "" }, signed(each.net))),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, "Together"),
        h("td.num", null, dollars(sums.put_in)),
        h("td.num", null, dollars(sums.got), sums.from_pots ? ` + ${dollars(sums.from_pots)}` : ""),
        fees ? h("td.num", null, dollars(sums.collection ?? 0)) : null,
        h("td.num", null, signed(-(sums.collection ?? 0)), sums.collection ? " collection" : ""),
      ),
    ),
  );
}

/** The name of a wager or pot, with the player's name unless it is the viewer's. @param {Result} result */
export const wagerName = (result) =>
  displayText(result.mine ? result.label : `${plainName(result.name)}, ${result.label}`);

/**
 * All results of a round for screen readers: of a poker hand, what the viewer put in and got.
 * @param {Result[]} results
 * @param {import("../parts/types.js").PlayerSum} [sum] the viewer's sums
 */
export const spokenResults = (results, sum) =>
  sum
    ? `You put in ${spoken(sum.put_in)} and got ${spoken(sum.got)}`
    : results
        .map((each) =>
          `${wagerName(each)} ${each.net > 0 ? "plus" : each.net < 0 ? "minus" : "push"} ${each.net ? spoken(Math.abs(each.net)) : ""}`.trim(),
        )
        .join(", ");

/** The viewer's results after the round; all results if the viewer had no wager. @param {TablePage} t */
export function endResults(t) {
  if (!t.picture?.over) return [];
  const all = t.picture.results ?? [];
  if (t.picture.sums) return all.filter((each) => each.spot);
  const mine = all.filter((each) => each.mine);
  const banked = all.filter((each) => each.banked !== undefined && each.banked !== null);
  if (banked.length) return [...banked, ...mine];
  return mine.length ? mine : t.cloth?.areas?.length ? [] : all.filter((each) => each.spot);
}

/** Points with a minus sign like that of amounts. @param {number} points */
const signedPoints = (points) => (points < 0 ? `−${-points}` : String(points));

/** Points of a row and its bonus: "1 + 7", "−1 − 4". @param {Score} score @param {string} row */
function cell(score, row) {
  const scores = (score.rows ?? []).filter((each) => each.row === row);
  if (!scores.length) return h("td", { key: row }, h("span.muted", { "aria-label": "none" }, "–"));
  return h(
    "td.num",
    {
      key: row,
      title:
        scores
          .map((each) => each.why)
          .filter(Boolean)
          .join("; ") || null,
    },
    scores
      .map(
        (each) =>
          signedPoints(each.points) + (each.bonus ? ` ${each.bonus < 0 ? "−" : "+"} ${Math.abs(each.bonus)}` : ""),
      )
      .join(", "),
  );
}

/** The tallies to show: the viewer's, or all if the viewer was not in the round. @param {TablePage} t */
export function shownTallies(t) {
  const all = t.picture?.tallies ?? [];
  const mine = t.picture?.chairs.find((chair) => chair.you)?.seat;
  return all.some((tally) => tally.seat === mine) ? all.filter((tally) => tally.seat === mine) : all;
}

/** @param {TablePage} t */
export function pointsTable(t) {
  const all = shownTallies(t);
  if (!all.length) return null;
  const rows = (t.picture?.spreads ?? []).filter((spread) => spread.slots).map((spread) => spread.place[2] ?? "");
  const columns = [
    ...new Set([
      ...rows,
      ...all.flatMap((tally) => tally.against.flatMap((score) => (score.rows ?? []).map((each) => each.row))),
    ]),
  ];
  const at = (/** @type {number} */ seat) => t.places.find((place) => place.seat === seat && !place.behind);
  const name = (/** @type {number} */ seat) =>
    (at(seat)?.you ? "You" : (at(seat)?.name ?? `Seat ${seat}`)) + (remark(at(seat), "a foul hand") ? ", foul" : "");
  return h(
    "div.points",
    { key: "points" },
    all.map((tally) =>
      h(
        "table.pts-t",
        { key: tally.seat },
        h(
          "caption",
          null,
          h("span", null, at(tally.seat)?.you ? "Your points" : `${name(tally.seat)}: points`),
          remark(at(tally.seat), "a foul hand") && at(tally.seat)?.you ? ", a foul hand" : "",
        ),
        headings([
          h("td", null, h("span.sr", null, "Against")),
          ...columns.map((row) => h("th", { key: row, scope: "col" }, capitalize(row))),
          "All",
        ]),
        h(
          "tbody",
          null,
          tally.against.map((score) =>
            rowOf(
              score.seat,
              name(score.seat),
              ...columns.map((row) => cell(score, row)),
              h("td.num", null, h("b", null, signedPoints(score.points ?? 0))),
            ),
          ),
        ),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row", colspan: columns.length },
              `${signedPoints(tally.points ?? 0)} point${Math.abs(tally.points ?? 0) === 1 ? "" : "s"} of ${dollars(tally.point)}`,
            ),
            h("td.num", { colspan: 2 }, h("b", { class: (tally.net ?? 0) > 0 ? "win" : "" }, signed(tally.net ?? 0))),
          ),
        ),
      ),
    ),
  );
}

/**
 * Leave out sentences about cards that no one sees, and about a hand that the next sentence names again.
 * @param {import("../parts/types.js").Sentence[]} lines
 */
export const worthShowing = (lines) =>
  lines.filter((line, at) => {
    const shown = / shows (.*)$/.exec(line.says)?.[1];
    const repeated = shown && lines[at + 1]?.says.startsWith(`Dealer has ${shown}`);
    return !repeated && !(line.drawn && line.says.includes("??")) && !/^(Pile|Discards|\?\?)/.test(line.says);
  });

/**
 * The sentences of the log. Consecutive actions of others are joined.
 * @param {import("../parts/types.js").Sentence[]} lines
 */
export function logSentences(lines) {
  /** @type {import("../parts/types.js").Sentence[]} */
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
