// The lobby: an invitation, then all games by family, with a link to a seat.

import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { api, signedIn } from "../parts/net.js";
import { apiOrAsk, attempt, emptyNote, hallSwitch, Page, poll, showError } from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { invitation, pickedGames } from "./invitation.js";
import { gameRow, loadMissingEdges } from "./rows.js";

/**
 * @typedef {import("./rows.js").Game} Game
 * @typedef {import("./rows.js").Meter} Meter
 * @typedef {import("./rows.js").Table} Table
 */

const FIRST_ROWS = 3;

/** @type {Game[]} */
let games = [];
/** @type {Table[]} */
let tables = [];
/**
 * The last known meters. A table that is committing a step sends none.
 * @type {Map<string, { meter: Meter, table: Table }>}
 */
const meters = new Map();
let hall = "play";
/** What happens in the hall now. @type {import("./invitation.js").LobbyNow} */
let now = { felt: null, seats: [] };
/** Games with a reason. @type {import("./invitation.js").PickedGames} */
let picks = { new: false, first: null, because: "", picks: [] };
/** Today's deal, and the mistakes that are due. @type {import("../parts/types.js").DailySummary | null} */
let daily = null;
let search = new URLSearchParams(location.search).get("find") ?? "";
let filter = "all";
let ready = false;
/** Whether the tables of this hall are loaded. */
let tablesKnown = false;
/** Games whose tables the server is still opening. @type {Set<string>} */
let opening = new Set();
/** How many rows are drawn. The first draw has only the visible ones, to be quick. */
let rowLimit = FIRST_ROWS;

/** @type {Page} */
const page = new Page("lobby", content);

const FILTERS = /** @type {[string, string, (game: Game) => boolean][]} */ ([
  ["all", "All", () => true],
  ["bank", "Against the bank", (game) => game.bank !== "none"],
  ["players", "Between players", (game) => game.bank === "none"],
  ["seat", "Open seat", (game) => tablesOf(game).some((table) => table.free > 0)],
]);

/** @param {Game} game */
const tablesOf = (game) => tables.filter((table) => table.game === game.game);

/** Games that match the search by name; if none does, by description. */
function matches() {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
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
  const passes = FILTERS.find(([id]) => id === filter)?.[2] ?? (() => true);
  const kinds = matches().filter(passes);
  const shown = kinds.slice(0, rowLimit);
  const families = [...new Set(shown.map((game) => game.family))];
  return h(
    "div.wrap",
    null,
    h("h1.sr", null, "Lobby"),
    stoppedNotice(),
    // Hidden, not removed: a removed element would take the focus from the search.
    h(
      "div.first",
      { key: "first", hidden: Boolean(search) },
      ready && invitation(now, picks, hall === "play" ? daily : null, ways()),
      ready && pickedGames(picks, ways()),
    ),
    h(
      "section.all",
      { key: "all", "aria-label": "All games" },
      h(
        "header",
        null,
        h("h2", null, "All games"),
        hall === "play" && h("p", null, "Play money: you can win and lose chips, never money."),
      ),
    ),
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
          value: search,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            search = event.target.value;
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
      "money" in page.me.halls && hallSwitch(hall, changeHall),
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
        h("ul", null, shown.filter((game) => game.family === name).map(row)),
      ),
    ),
    ready && !shown.length && noMatch(),
    jackpots(),
    h(
      "p.fine.foot",
      { key: "foot" },
      "House edges are exact: computed over every possible deal, with best play, for the wager named. If the base game has no exact figure, the figure of its bonus bet is shown.",
    ),
  );
}

const noMatch = () =>
  search
    ? emptyNote(
        `No game matches “${search}”.`,
        h(
          "button.btn",
          {
            onclick: () => {
              search = "";
              filter = "all";
              page.draw();
            },
          },
          "Show all games",
        ),
      )
    : emptyNote(
        "No table has an open seat.",
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

/** A notice that the house has stopped all play. */
function stoppedNotice() {
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
        `The house has stopped play: ${tables[0].stopped}. Rounds in progress will finish. No new rounds are dealt until play resumes.`,
      ),
    )
  );
}

/** @param {Game} game */
const row = (game) =>
  gameRow(game, {
    hall,
    tables: tablesOf(game),
    tablesKnown,
    opening: opening.has(game.game),
    practice: (set) => practice(game.game, set),
  });

/** Jackpots. One that several tables have is shown once, with its highest meter. */
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
            ? `${table.title}, highest of ${names.length} tables`
            : table.title === names[0]
              ? table.title
              : `${table.title}, ${names[0]}`,
        ),
      ),
    ),
    texts.map((text) => h("p.fine", { key: text }, text)),
  );
}

/** What the buttons of the invitation do. */
const ways = () => ({
  hall,
  practice: (/** @type {{ game: string, set: string }} */ { game, set }) => practice(game, set),
  openOwn,
});

/**
 * @param {string} game
 * @param {string} set
 */
async function practice(game, set) {
  await attempt(async () => {
    if (!page.me.name) await signedIn(); // the user may have signed in on another page since
    const opened = await apiOrAsk("/api/v1/halls/play/practice", { game, set }, "Open table");
    location.href = `table?hall=play&table=${encodeURIComponent(opened.table)}&sit=1`;
  });
}

/** Open a private table or a practice table with chosen rules. */
const openOwn = () => attempt(() => import("../parts/own-table.js").then(({ openOwnTable }) => openOwnTable(games)));

/** @param {string} to */
async function changeHall(to) {
  page.hall = hall = to;
  tables = [];
  tablesKnown = false;
  meters.clear();
  page.draw();
  await Promise.all([refresh(), loadPicks()]).catch(showError);
}

/** @param {boolean} [shown] */
async function refresh(shown = true) {
  const requested = hall;
  if (ready && !games.length) await loadGames();
  const [listed, happens] = await Promise.all([
    api(`/api/v1/halls/${requested}/tables`),
    api(`/api/v1/halls/${requested}/now`),
  ]);
  if (requested !== hall) return;
  now = happens;
  tables = listed.filter((/** @type {Table} */ table) => table.game);
  opening = new Set(listed.map((/** @type {{ of?: string }} */ table) => table.of ?? ""));
  tablesKnown = true;
  const names = new Set(tables.map((table) => table.name));
  for (const key of [...meters.keys()]) if (!names.has(key.split("\n")[0])) meters.delete(key);
  for (const table of tables)
    for (const meter of table.meters ?? []) meters.set(`${table.name}\n${meter.jackpot}`, { meter, table });
  if (shown) page.draw();
}

async function loadPicks() {
  const requested = hall;
  const picked = await api(`/api/v1/halls/${requested}/picks`);
  if (requested === hall) picks = picked;
  if (ready) page.draw();
}

async function loadDaily() {
  daily = await api("/api/v1/daily");
}

async function loadGames() {
  games = await api("/api/v1/games");
}

// The data usually comes with the page. If it takes longer, draw an empty page.
const waits = setTimeout(() => page.drawNow(), 250);
await Promise.all([
  page.loadMe(),
  ...[loadGames(), loadPicks(), loadDaily(), refresh(false)].map((each) => each.catch(showError)),
]);
clearTimeout(waits);
ready = true;
page.drawNow();
requestAnimationFrame(() =>
  setTimeout(() => {
    rowLimit = Infinity;
    page.draw();
    void loadMissingEdges(games, () => page.draw());
  }),
);
poll(3, () => refresh());
