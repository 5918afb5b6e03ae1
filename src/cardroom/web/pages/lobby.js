// The lobby: what there is to play, family by family, and the one click to a seat.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { api, whoAmI } from "./net.js";
import { empty, every, failed, halls, Page, percent, tried, whole } from "./site.js";
import { icon } from "./sprite.js";

/**
 * @typedef {{ set: string, name: string, document: string, id: string, stakes: string, seats: number }} Set_
 * @typedef {{ game: string, name: string, bank: string, says: string, family: string, felt: string, sets: Set_[], edge: { share: number, of: string, bonus: boolean } | null }} Game
 * @typedef {{ jackpot: string, label: string, reads: number }} Meter
 * @typedef {{ name: string, game: string, set: string, title: string, state: string, seats: number, taken: number, free: number, waiting: number, people: { name: string, seat: number, bot: boolean }[], stakes: string, practice: boolean, round?: string, stopped?: string, draining?: boolean, meters?: Meter[], notices?: string[] }} Table
 */

const BANKS = /** @type {Record<string, string>} */ ({
  "player-dealer": "player-dealer",
  house: "house",
  none: "players",
});
const SUIT = /** @type {Record<string, string>} */ ({
  holdem: "s",
  cards: "h",
  baccarat: "d",
  paigow: "c",
  blackjack: "s",
  poker: "s",
  chinese: "h",
});

const FIRST = 6;

/** @type {Game[]} */
let games = [];
/** @type {Table[]} */
let tables = [];
/** What the displays of jackpots read last: while a table keeps something, it says nothing. @type {Map<string, { meter: Meter, table: Table }>} */
const meters = new Map();
let hall = "play";
let wanted = new URLSearchParams(location.search).get("find") ?? "";
let filter = "all";
let ready = false;
/** Whether the tables of this hall are known. */
let known = false;
/** Games whose tables are being opened, just after the room was. @type {Set<string>} */
let opening = new Set();
/** How many lines are drawn: at first those that are seen, so that they are there at once. */
let most = FIRST;

/** @type {Page} */
const page = new Page("lobby", content);

const FILTERS = /** @type {[string, string, (game: Game) => boolean][]} */ ([
  ["all", "All", () => true],
  ["bank", "Against the bank", (game) => game.bank !== "none"],
  ["players", "Among players", (game) => game.bank === "none"],
  ["seat", "Open seat", (game) => tablesOf(game).some((table) => table.free > 0)],
]);

/** @param {Game} game */
const tablesOf = (game) => tables.filter((table) => table.game === game.game);

/** Those that are meant: by name; where no name has the words, by what is said of them. */
function found() {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
  const named = games.filter((game) => has(game.name));
  return named.length
    ? named
    : games.filter((game) =>
        has(
          `${game.name} ${game.says} ${game.family} ${game.sets.map((set) => `${set.set} ${set.document}`).join(" ")}`,
        ),
      );
}

function content() {
  const kept = FILTERS.find(([id]) => id === filter)?.[2] ?? (() => true);
  const kinds = found().filter(kept);
  const shown = kinds.slice(0, most);
  const families = [...new Set(shown.map((game) => game.family))];
  return h(
    "div.wrap",
    null,
    h("h1.sr", null, "Lobby"),
    stopped(),
    seatsOfMine(),
    jackpots(),
    h(
      "div.filter",
      { key: "filter", role: "search" },
      h(
        "label.search",
        null,
        icon("search"),
        h("span.sr", null, "Find a game"),
        h("input", {
          type: "search",
          placeholder: "Find a game",
          value: wanted,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            wanted = event.target.value;
            page.draw();
          },
        }),
      ),
      h(
        "div.chipset",
        { role: "group", "aria-label": "Which games" },
        FILTERS.map(([id, name, keeps]) =>
          h(
            "button.btn",
            {
              key: id,
              "aria-pressed": String(filter === id),
              onclick: () => {
                filter = id;
                page.draw();
              },
            },
            id === "seat" || !ready ? name : `${name} ${games.filter(keeps).length}`,
          ),
        ),
      ),
      "money" in page.me.halls && halls(hall, change),
    ),
    shown.length > 0 &&
      h(
        "div.cols",
        { "aria-hidden": "true", key: "cols" },
        ["", "Game", "House edge", "Limits", "Bank", "Seats", ""].map((name) =>
          h("span", { class: name === "Bank" ? "bk" : "" }, name),
        ),
      ),
    families.map((name) =>
      h(
        "section.fam",
        { key: `family ${name}`, "aria-label": name },
        h("h2", null, name),
        h("ul", null, shown.filter((game) => game.family === name).map(line)),
      ),
    ),
    ready && !shown.length && nothing(),
    h(
      "p.fine.foot",
      { key: "foot" },
      "House edges are exact, counted over every deal, for best play on the wager named. Where the base game is not counted, the figure is that of its bonus bet; where nothing is, none is shown.",
    ),
  );
}

const nothing = () =>
  wanted
    ? empty(
        `No game matches “${wanted}”.`,
        h(
          "button.btn",
          {
            onclick: () => {
              wanted = "";
              filter = "all";
              page.draw();
            },
          },
          "Show all games",
        ),
      )
    : empty(
        "No table with an open seat.",
        h(
          "button.btn",
          {
            onclick: () => {
              filter = "all";
              page.draw();
            },
          },
          "Show all games",
        ),
      );

/** The house has stopped play: it is said where people look for a seat. */
function stopped() {
  const all = tables.length > 0 && tables.every((table) => table.stopped);
  return (
    all &&
    h(
      "div.notice.warn",
      { key: "stopped", role: "status" },
      icon("info"),
      h(
        "p",
        null,
        `The house has stopped play: ${tables[0].stopped}. Rounds that had begun go on to their end; nothing else is dealt until it goes on.`,
      ),
    )
  );
}

function seatsOfMine() {
  const mine = tables.filter((table) => table.people?.some((each) => each.name === page.me.name));
  if (!mine.length) return null;
  return h(
    "section.resume",
    { key: "mine", "aria-label": "Your seats" },
    mine.map((table) =>
      h(
        "div",
        { key: table.name },
        h(
          "p",
          null,
          h("b", null, "Your seat is waiting"),
          h("span", null, table.name.includes(table.title) ? table.name : `${table.title}, ${table.name}`),
        ),
        h("a.btn.act", { href: address(table), "aria-label": `Return to ${table.name}` }, "Return"),
      ),
    ),
  );
}

/** A jackpot that several tables of a game have is shown once, with the most that one of them reads. */
function jackpots() {
  const shown = new Map();
  for (const { meter, table } of meters.values()) {
    const key = `${table.title} ${meter.label}`;
    const { most: reads = 0, names = [], texts = [] } = shown.get(key) ?? {};
    shown.set(key, {
      meter,
      table,
      most: Math.max(reads, meter.reads),
      names: [...names, table.name],
      texts: [...texts, ...(table.notices ?? [])],
    });
  }
  if (!shown.size) return null;
  const all = [...shown].sort(([, a], [, b]) => b.most - a.most);
  const texts = [...new Set(all.flatMap(([, each]) => each.texts))];
  return h(
    "section.jack",
    { key: "jackpots", "aria-label": "Jackpots" },
    all.map(([key, { meter, table, most: reads, names }]) =>
      h(
        "article",
        { key },
        h("p", null, meter.label),
        h("b", null, dollars(reads)),
        h(
          "p",
          null,
          names.length > 1
            ? `${table.title}, the most of ${names.length} tables`
            : table.title === names[0]
              ? table.title
              : `${table.title}, ${names[0]}`,
        ),
      ),
    ),
    texts.map((text) => h("p.fine", { key: text }, text)),
  );
}

/** @param {Game} game */
function line(game) {
  const open = tablesOf(game);
  const free = open.reduce((sum, table) => sum + Math.max(0, table.free), 0);
  const best = [...open].sort(
    (a, b) => Number(b.free > 0) - Number(a.free > 0) || people(b) - people(a) || b.taken - a.taken,
  )[0];
  const { edge } = game;
  return h(
    "li.game",
    { key: game.game },
    h(
      "span.mark",
      { "data-felt": game.felt, "aria-hidden": "true" },
      h(
        "i",
        null,
        h("svg", { viewBox: "0 0 32 32", class: SUIT[game.felt] }, h("use", { href: `#s${SUIT[game.felt]}` })),
      ),
    ),
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
        ? h("span", null, "among players")
        : edge
          ? [
              h("b.num", null, percent(edge.share)),
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
          ? [h("b.num", null, whole(free)), h("span", null, " open")]
          : h("span", null, "full")
        : h("span", null, !known ? "" : opening.has(game.game) ? "opening" : "no table"),
    ),
    h(
      "div.do",
      null,
      best?.stopped
        ? h(
            "button.btn.small",
            {
              disabled: true,
              title: `Not dealt just now: ${best.stopped}`,
              "aria-label": `${game.name} is not dealt just now: ${best.stopped}`,
            },
            "Stopped",
          )
        : best
          ? h(
              "a.btn.small",
              { href: address(best, true), "aria-label": `${best.free > 0 ? "Sit" : "Wait"} at ${game.name}` },
              best.free > 0 ? "Sit" : "Wait",
            )
          : known &&
            hall === "play" &&
            !opening.has(game.game) &&
            h(
              "button.btn.small",
              { onclick: () => practice(game), "aria-label": `Open a table of ${game.name}` },
              "Open",
            ),
      best &&
        h(
          "div.more",
          null,
          h("a.btn.small.quiet", { href: address(best), "aria-label": `Watch ${game.name}` }, "Watch"),
          hall === "play" &&
            h(
              "button.btn.small.quiet",
              {
                onclick: () => practice(game),
                "aria-label": `Practice ${game.name} at a table of your own, with bots`,
              },
              "Practice",
            ),
        ),
    ),
    open.length > 1 && h("ul.tables", null, open.map(seats)),
  );
}

/** @param {Table} table */
const people = (table) => table.people?.filter((each) => !each.bot).length ?? 0;

/** @param {Table} table */
function seats(table) {
  const names = table.people.filter((each) => !each.bot).map((each) => each.name);
  const bots = table.people.length - names.length;
  return h(
    "li",
    { key: table.name },
    h("b", null, table.practice ? "Your practice table" : table.name),
    h("span", null, table.stakes),
    h(
      "span.who",
      null,
      [...names, bots && `${bots} bot${bots === 1 ? "" : "s"}`].filter(Boolean).join(", ") || "nobody yet",
    ),
    h("span.num", null, `${table.free} of ${table.seats} open`),
    h(
      "div.do",
      null,
      h(
        "a.btn.small",
        { href: address(table, true), "aria-label": `Sit at ${table.name}` },
        table.free > 0 ? "Sit" : "Wait",
      ),
      h("a.btn.small.quiet", { href: address(table), "aria-label": `Watch ${table.name}` }, "Watch"),
    ),
  );
}

/**
 * @param {{ name: string }} table
 * @param {boolean} [sit]
 */
const address = (table, sit = false) =>
  `table?hall=${hall}&table=${encodeURIComponent(table.name)}${sit ? "&sit=1" : ""}`;

/** @param {Game} game */
const rulesOf = (game) => `rules?game=${encodeURIComponent(game.game)}&set=${encodeURIComponent(game.sets[0].set)}`;

/** @param {Game} game */
async function practice(game) {
  await tried(async () => {
    if (!page.me.name) await whoAmI(); // they may have come in on another page since
    const opened = await api("/api/halls/play/practice", { game: game.game });
    location.href = `table?hall=play&table=${encodeURIComponent(opened.table)}&sit=1`;
  });
}

/** @param {string} to */
async function change(to) {
  page.hall = hall = to;
  tables = [];
  known = false;
  meters.clear();
  page.draw();
  await refresh().catch(failed);
}

/** @param {boolean} [shown] */
async function refresh(shown = true) {
  const asked = hall;
  if (ready && !games.length) await list();
  const listed = await api(`/api/halls/${asked}/tables`);
  if (asked !== hall) return;
  tables = listed.filter((/** @type {Table} */ table) => table.game);
  opening = new Set(listed.map((/** @type {{ of?: string }} */ table) => table.of ?? ""));
  known = true;
  const names = new Set(tables.map((table) => table.name));
  for (const key of [...meters.keys()]) if (!names.has(key.split("\n")[0])) meters.delete(key);
  for (const table of tables)
    for (const meter of table.meters ?? []) meters.set(`${table.name}\n${meter.jackpot}`, { meter, table });
  if (shown) page.draw();
}

async function list() {
  games = await api("/api/games");
}

// What is asked for with the page is mostly there by now: an empty page is drawn for whoever would wait longer.
const waits = setTimeout(() => page.now(), 250);
await Promise.all([page.find(), list().catch(failed), refresh(false).catch(failed)]);
clearTimeout(waits);
ready = true;
page.now();
requestAnimationFrame(() =>
  setTimeout(() => {
    most = Infinity;
    page.draw();
  }),
);
every(3, () => refresh());
