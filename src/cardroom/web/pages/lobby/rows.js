// A game's row in the lobby, with its tables if there are several, and edges that the server must count first.

import { h } from "../parts/dom.js";
import { gameMark } from "../parts/game-mark.js";
import { withCommas } from "../parts/money.js";
import { api } from "../parts/net.js";
import { percent } from "../parts/site.js";

/**
 * @typedef {import("../parts/types.js").ListedSet} Set_
 * @typedef {import("../parts/types.js").ListedGame} Game
 * @typedef {import("../parts/types.js").Meter} Meter
 * @typedef {import("../parts/types.js").ListedTable} Table
 * @typedef {object} Hall
 * @property {string} hall
 * @property {Table[]} tables the tables of this game
 * @property {boolean} tablesKnown whether the tables of this hall are loaded
 * @property {boolean} opening whether the server is still opening a table of this game
 * @property {(set: string) => void} practice opens a practice table under a rule set
 */

const BANKS = /** @type {Record<string, string>} */ ({
  "player-dealer": "player-dealer",
  house: "house",
  none: "players",
});

/**
 * @param {Game} game
 * @param {Hall} of
 */
export function gameRow(game, { hall, tables: open, tablesKnown, opening, practice }) {
  const free = open.reduce((sum, table) => sum + Math.max(0, table.free), 0);
  const best = [...open].sort(
    (a, b) => Number(b.free > 0) - Number(a.free > 0) || humans(b) - humans(a) || b.taken - a.taken,
  )[0];
  const { edge } = game;
  return h(
    "li.game",
    { key: game.game },
    gameMark(game.felt),
    h(
      "div.nm",
      null,
      h("a", { href: rulesOf(game) }, game.name),
      h("p", null, game.says.split(/(?<=[.])\s/)[0].replace(/[.]$/, "")),
    ),
    h(
      "div.edge",
      null,
      game.bank === "none"
        ? h("span", null, "between players")
        : edge
          ? [
              h("b.num", null, percent(edge.share.decimal)),
              " ",
              h("span", null, edge.bonus ? `bonus bet ${edge.of}` : `of the ${edge.of}`),
            ]
          : null,
    ),
    h("div.lim", null, best?.stakes ?? game.sets[0].stakes),
    h("div.bk", null, BANKS[game.bank]),
    h(
      "div.st",
      null,
      open.length
        ? free
          ? [h("b.num", null, withCommas(free)), h("span", null, " open")]
          : h("span", null, "full")
        : h("span", null, !tablesKnown ? "" : opening ? "opening" : "no table"),
    ),
    h(
      "div.do",
      null,
      best?.stopped
        ? h(
            "button.btn.small",
            {
              disabled: true,
              title: `Stopped: ${best.stopped}`,
              "aria-label": `${game.name} is stopped: ${best.stopped}`,
            },
            "Stopped",
          )
        : best
          ? h(
              "a.btn.small",
              {
                href: tableAddress(hall, best, true),
                "aria-label": `${best.free > 0 ? "Sit" : "Wait"} at ${game.name}`,
              },
              best.free > 0 ? "Sit" : "Wait",
            )
          : tablesKnown &&
            hall === "play" &&
            !opening &&
            h(
              "button.btn.small",
              { onclick: () => practice(game.sets[0].set), "aria-label": `Open a table of ${game.name}` },
              "Open",
            ),
      best &&
        h(
          "div.more",
          null,
          h("a.btn.small.quiet", { href: tableAddress(hall, best), "aria-label": `Watch ${game.name}` }, "Watch"),
          hall === "play" &&
            h(
              "button.btn.small.quiet",
              {
                onclick: () => practice(game.sets[0].set),
                "aria-label": `Practice ${game.name} at your own table, with bots`,
              },
              "Practice",
            ),
          game.trainer &&
            hall === "play" &&
            h(
              "a.btn.small.quiet",
              { href: `trainer?game=${game.game}`, "aria-label": `Trainer: practise decisions of ${game.name}` },
              "Trainer",
            ),
        ),
    ),
    open.length > 1 &&
      h(
        "ul.tables",
        null,
        open.map((table) => tableRow(hall, table)),
      ),
  );
}

/** @param {Table} table */
const humans = (table) => table.people?.filter((each) => !each.bot).length ?? 0;

/**
 * @param {string} hall
 * @param {Table} table
 */
function tableRow(hall, table) {
  const names = table.people.filter((each) => !each.bot).map((each) => each.name);
  const bots = table.people.length - names.length;
  return h(
    "li",
    { key: table.name },
    h("b", null, table.practice ? "Your practice table" : table.private ? "Your private table" : table.name),
    h("span", null, table.stakes),
    h(
      "span.who",
      null,
      [...names, bots && `${bots} bot${bots === 1 ? "" : "s"}`].filter(Boolean).join(", ") || "no players yet",
    ),
    h("span.num", null, `${table.free} of ${table.seats} open`),
    h(
      "div.do",
      null,
      h(
        "a.btn.small",
        { href: tableAddress(hall, table, true), "aria-label": `Sit at ${table.name}` },
        table.free > 0 ? "Sit" : "Wait",
      ),
      h("a.btn.small.quiet", { href: tableAddress(hall, table), "aria-label": `Watch ${table.name}` }, "Watch"),
    ),
  );
}

/**
 * The address of a table's page.
 * @param {string} hall
 * @param {{ name: string }} table
 * @param {boolean} [sit] whether the page asks for a seat
 */
export const tableAddress = (hall, table, sit = false) =>
  `table?hall=${hall}&table=${encodeURIComponent(table.name)}${sit ? "&sit=1" : ""}`;

/** @param {Game} game */
const rulesOf = (game) => `rules?game=${encodeURIComponent(game.game)}&set=${encodeURIComponent(game.sets[0].set)}`;

/** Milliseconds between two questions while the server counts. */
const ASK_AGAIN = 3000;
/** Questions for one game. After that its rules page still tells the edge. */
const MOST_QUESTIONS = 40;

/**
 * Ask for the edge of each game against a bank that has none, and draw when one is known. The figures of games of a
 * folder do not come with the program: the server counts them when they are first asked for.
 * @param {Game[]} games
 * @param {() => void} changed
 * @param {number} [wait] milliseconds
 */
export async function loadMissingEdges(games, changed, wait = ASK_AGAIN) {
  let missing = games.filter((each) => !each.edge && each.bank !== "none");
  for (let asked = 0; missing.length && asked < MOST_QUESTIONS; asked += 1) {
    if (asked) await new Promise((done) => setTimeout(done, wait));
    const counting = [];
    for (const game of missing) {
      const path = `/api/v1/games/${encodeURIComponent(game.game)}/${encodeURIComponent(game.sets[0].set)}/edges`;
      const known = await api(path).catch(() => ({ wagers: [] })); // the row stays as it is
      if (known.state) counting.push(game);
      const first = known.wagers?.[0];
      if (!first) continue;
      const { of, ...share } = first.edge;
      game.edge = { share, of: of === "wager" ? first.label : of, bonus: false };
      changed();
    }
    missing = counting;
  }
}
