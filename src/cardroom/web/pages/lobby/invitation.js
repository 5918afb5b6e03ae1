// What the lobby shows before its list: one table that is played now, what is mine, and four games with a reason.

import { cards } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { gameMark } from "../parts/game-mark.js";
import { dollars } from "../parts/money.js";
import { icon } from "../parts/sprite.js";
import { capitalize, displayText, numberWord } from "../parts/words.js";
import { tableAddress } from "./rows.js";

/**
 * @typedef {import("../parts/types.js").LobbyNow} LobbyNow
 * @typedef {import("../parts/types.js").PickedGames} PickedGames
 * @typedef {import("../parts/types.js").PickedGame} PickedGame
 * @typedef {import("../parts/types.js").LiveFelt} LiveFelt
 * @typedef {import("../parts/types.js").WaitingSeat} WaitingSeat
 * @typedef {import("../parts/types.js").DailySummary} DailySummary
 * @typedef {import("../parts/dom.js").Child} Child
 * @typedef {object} Ways what the buttons do
 * @property {string} hall
 * @property {(game: PickedGame) => void} practice opens a practice table
 * @property {() => void} openOwn opens a table for friends
 */

/** Cards on the cloth of a picked game, by its felt: decoration. */
const SAMPLES = /** @type {Record<string, number[]>} */ ({
  holdem: [51, 47],
  cards: [36, 37, 10],
  baccarat: [27, 2],
  paigow: [47, 41, 26],
  blackjack: [50, 39],
  poker: [48, 49],
  chinese: [35, 33, 32],
});
/** Rows of more cards than this are fanned. */
const SIDE_BY_SIDE = 5;

/**
 * The table that is played now, and what is mine.
 * @param {LobbyNow} now
 * @param {PickedGames} picks
 * @param {DailySummary | null} daily
 * @param {Ways} ways
 */
export function invitation(now, picks, daily, ways) {
  return h(
    "section.invite",
    { key: "invite", "aria-label": "Come in" },
    now.felt ? liveFelt(now.felt, picks, ways) : ways.hall === "play" && picks.first && emptyFelt(picks.first, ways),
    h(
      "div.own",
      { key: "own" },
      now.seats.map((seat) => waitingSeat(seat, ways.hall)),
      daily && todaysDeal(daily),
      daily && daily.due > 0 && dueMistakes(daily.due),
      picks.new &&
        ownCard("learn", icon("book"), "Learn a game", "Every decision with its exact price.", {
          href: "trainer",
          end: "Look",
        }),
      ways.hall === "play" &&
        ownCard("friends", icon("user"), "Play with friends", "One link, no account.", {
          onclick: ways.openOwn,
          end: "Open",
        }),
    ),
  );
}

/**
 * A card beside the table: a picture, a title, a sentence, and the word of its button. The whole card is the button.
 * @param {string} key
 * @param {Child} picture
 * @param {string} title
 * @param {Child} says
 * @param {{ href?: string, onclick?: () => void, end: string, turn?: boolean, name?: string }} how
 */
export const ownCard = (key, picture, title, says, { href, onclick, end, turn = false, name }) =>
  h(
    href ? "a.panel.oc" : "button.panel.oc",
    { key, href, onclick, class: turn ? "turn" : "", "aria-label": name },
    h("span.oc-mark", { "aria-hidden": "true" }, picture),
    h("span", null, h("b", null, title), " ", h("span.oc-says", null, says)),
    " ",
    h("span.btn", { class: turn ? "act" : "" }, end),
  );

/** @param {DailySummary} daily */
function todaysDeal(daily) {
  const { answered, decisions, done, run } = daily;
  const days = run > 1 ? ` ${run} days.` : "";
  const says = done
    ? `Done. Mistakes cost you ${dollars(Math.round(daily.cost))}.${days}`
    : answered
      ? `${capitalize(numberWord(answered))} of ${numberWord(decisions)} done.${days}`
      : `${capitalize(numberWord(decisions))} decisions, the same for all.${days}`;
  return ownCard("daily", icon("check"), "Today's deal", says, {
    href: "daily",
    end: done ? "Look" : answered ? "Go on" : "Try",
  });
}

/** @param {number} due */
const dueMistakes = (due) =>
  ownCard(
    "due",
    icon("undo"),
    due === 1 ? "One mistake is due" : `${capitalize(numberWord(due))} mistakes are due`,
    "Each rests for longer when you get it right.",
    { href: "daily", end: "Repeat" },
  );

/** @param {WaitingSeat} seat @param {string} hall */
function waitingSeat(seat, hall) {
  const where = seat.practice
    ? `${seat.title}, practice`
    : seat.table.includes(seat.title)
      ? seat.table
      : `${seat.title}, ${seat.table}`;
  const says = `${displayText(where)}${seat.stack === null ? "" : `, ${dollars(seat.stack)}`}.${seat.turn ? " It is your turn." : ""}`;
  return ownCard(`seat ${seat.table}`, gameMark(seat.felt), "Your seat is waiting", says, {
    href: tableAddress(hall, { name: seat.table }),
    end: "Return",
    turn: seat.turn,
  });
}

/**
 * @param {LiveFelt} felt
 * @param {PickedGames} picks
 * @param {Ways} ways
 */
function liveFelt(felt, picks, ways) {
  const { glimpse } = felt;
  const first = picks.new && ways.hall === "play" ? picks.first : null;
  const seats =
    felt.free === 1 ? "one seat is open" : felt.free > 0 ? `${felt.free} seats are open` : "no seat is open";
  const where = felt.table === felt.title ? "" : `${displayText(felt.table)}: `;
  return clothOf(
    felt.felt,
    felt.title,
    felt.live ? [h("i.dot"), "live"] : felt.stopped ? "stopped" : "open",
    glimpse
      ? glimpse.hands.map((hand) =>
          h(
            "figure",
            { key: hand.place.join(" ") },
            cards(hand.cards, { fan: hand.cards.length > SIDE_BY_SIDE }),
            h("figcaption", null, displayText(hand.title), hand.says ? h("b", null, displayText(hand.says)) : null),
          ),
        )
      : sample(felt.felt),
    glimpse?.says ? `Last round: ${displayText(glimpse.says)}.` : "Bots wait here. A round starts when you sit down.",
    [
      first ? firstWords(first) : h("p", null, h("b", null, `${capitalize(`${where}${seats}`)}.`), ` ${felt.stakes}.`),
      h(
        "a.btn.ghost",
        { key: "watch", href: tableAddress(ways.hall, { name: felt.table }), "aria-label": `Watch ${felt.table}` },
        "Watch",
      ),
      first
        ? firstButton(first, ways)
        : felt.stopped
          ? h("button.btn", { key: "sit", disabled: true }, "Sit down")
          : h(
              "a.btn",
              {
                key: "sit",
                href: tableAddress(ways.hall, { name: felt.table }, true),
                "aria-label": `${felt.free > 0 ? "Sit down" : "Wait"} at ${felt.table}`,
              },
              felt.free > 0 ? "Sit down" : "Wait",
            ),
    ],
  );
}

/** The cloth of a game, where no public table is open. @param {PickedGame} game @param {Ways} ways */
const emptyFelt = (game, ways) =>
  clothOf(game.felt, game.name, "", sample(game.felt), "", [firstWords(game), firstButton(game, ways)]);

/** @param {PickedGame} game */
const firstWords = (game) =>
  h(
    "p",
    null,
    h("b", null, "Your first hand in a minute."),
    ` ${game.name}: practice chips, a guide beside you, no account.`,
  );

/** @param {PickedGame} game @param {Ways} ways */
const firstButton = (game, ways) =>
  h("button.btn.act", { key: "first", onclick: () => ways.practice(game) }, "Play a first hand");

/** @param {string} felt */
const sample = (felt) => h("figure", { key: "sample", "aria-hidden": "true" }, cards(SAMPLES[felt] ?? []));

/**
 * A table on its cloth: name, state, hands, a sentence, and what can be done.
 * @param {string} felt
 * @param {string} title
 * @param {Child} state
 * @param {Child} hands
 * @param {string} says
 * @param {Child} foot
 */
const clothOf = (felt, title, state, hands, says, foot) =>
  h(
    "article.live",
    { key: "live", "data-felt": felt, "aria-label": title },
    h("header", null, h("h2", null, title), h("p", null, state)),
    h("div.hands", { key: "hands" }, hands),
    h("p.last", { key: "last" }, says),
    h("footer", { key: "foot" }, foot),
  );

/**
 * Four games with a reason.
 * @param {PickedGames} picks
 * @param {Ways} ways
 */
export const pickedGames = (picks, ways) =>
  picks.picks.length > 0 &&
  h(
    "section.picks",
    { key: "picks", "aria-label": picks.new ? "Good to start with" : "You might like" },
    h("header", null, h("h2", null, picks.new ? "Good to start with" : "You might like"), h("p", null, picks.because)),
    h(
      "ul",
      null,
      picks.picks.map((game) => h("li", { key: game.game }, pickedGame(game, ways))),
    ),
  );

/** @param {PickedGame} game @param {Ways} ways */
function pickedGame(game, ways) {
  const inside = [
    h("span.cloth", { "data-felt": game.felt, "aria-hidden": "true" }, cards(SAMPLES[game.felt] ?? [])),
    h("span.tx", null, h("b", null, game.name), " ", h("span", null, game.why)),
  ];
  return ways.hall === "play"
    ? h("button.panel", { onclick: () => ways.practice(game) }, inside)
    : h("a.panel", { href: `rules?game=${encodeURIComponent(game.game)}` }, inside);
}
