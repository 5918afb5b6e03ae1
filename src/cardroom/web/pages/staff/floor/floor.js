// The floor page: tables, rounds, stops, the cage and users. Operators also change roles and correct balances. Every
// order is recorded with the user and the reason.

import { h } from "../../parts/dom.js";
import { api } from "../../parts/net.js";
import { emptyNote, hallSwitch, poll, showError, staffOnly } from "../../parts/site.js";
import { icon } from "../../parts/sprite.js";
import { CAGE, cageOrder, correctBalance, openTable, stopPlay, voidRound } from "./orders.js";
import { peopleSection } from "./people.js";
import { requestsSection } from "./requests.js";
import { changeHall, FLOOR_ROLES, floor, gameName, hallName, loadPeople, mayHere, page, refresh } from "./state.js";
import { tableList } from "./tables.js";

/** @typedef {import("../../lobby/rows.js").Table} Table */

let filter = "all";

/** Filters for the list of tables. @type {[string, string, (table: Table) => boolean][]} */
const FILTERS = [
  ["all", "All", () => true],
  ["people", "With players", (table) => (table.people ?? []).some((each) => !each.bot)],
  [
    "look",
    "Not dealing",
    (table) => !!table.stopped || ["paused", "stopped", "closing", "broken"].includes(table.state),
  ],
];
/** The order of tables by state: those that need attention come first. @type {Record<string, number>} */
const URGENCY = { broken: 0, paused: 1, stopped: 1, closing: 2 };

function content() {
  const mayStop = page.may("floor", "operator");
  const stopped = floor.stops.find((each) => each.what === "all");
  const stoppedGames = floor.stops.filter((each) => each.what !== "all");
  const interrupted = floor.tables.filter((table) => table.state === "broken");
  const keeps = FILTERS.find(([id]) => id === filter)?.[2] ?? (() => true);
  const shown = floor.tables.filter(keeps).sort((a, b) => (URGENCY[a.state] ?? 9) - (URGENCY[b.state] ?? 9));
  return h(
    "div.op",
    null,
    h(
      "div.head",
      null,
      h("h1", null, "Floor"),
      h(
        "div.go",
        null,
        mayHere("floor") && h("button.btn", { onclick: openTable, disabled: !floor.games.length }, "Open a table"),
        !stopped &&
          mayStop &&
          h(
            "button.btn",
            { key: "one", onclick: () => stopPlay("", true), disabled: !floor.games.length },
            "Stop a game",
          ),
        mayStop &&
          (stopped
            ? h("button.btn", { onclick: () => stopPlay("all", false) }, "Resume play")
            : h("button.btn.danger", { onclick: () => stopPlay("all", true) }, icon("stop"), "Stop all play")),
      ),
    ),
    floor.tables.some((table) => table.draining) &&
      h(
        "div.notice.warn",
        { key: "draining" },
        icon("info"),
        h(
          "p",
          null,
          "The card room is closing. Rounds in progress have a little time to finish; unfinished rounds resume when it opens again. No new rounds are dealt.",
        ),
      ),
    stopped &&
      h(
        "div.notice.warn",
        { key: "stopped" },
        icon("info"),
        h(
          "p",
          null,
          `${stopped.who} stopped all play: ${stopped.why}. Rounds in progress will finish. No new rounds are dealt.`,
        ),
      ),
    stoppedGames.map((each) =>
      h(
        "div.notice.warn",
        { key: each.what },
        icon("info"),
        h("p", null, `${gameName(each.what)} is stopped: ${each.why} (${each.who}).`),
        mayStop &&
          h("button.btn.small", { onclick: () => stopPlay(each.what, false) }, `Resume ${gameName(each.what)}`),
      ),
    ),
    interrupted.map((table) =>
      h(
        "div.notice.bad",
        { key: `i ${table.name}` },
        icon("info"),
        h(
          "p",
          null,
          `The round at ${table.name} is interrupted. The server is retrying. If that fails, void the round to return all wagers.`,
        ),
        mayHere("floor") && h("button.btn.small", { onclick: () => voidRound(table) }, "Void round"),
      ),
    ),
    requestsSection(floor.requests, async () => {
      await Promise.all([refresh(), loadPeople()]);
    }),
    h(
      "section",
      { key: "tables", "aria-label": "Tables" },
      h("div.head", null, h("h2", null, "Tables"), hallSwitch(floor.hall, changeHall)),
      floor.presence && h("p.note", { key: "presence" }, presenceText(floor.presence)),
      floor.tables.length > 0 &&
        h(
          "div.chipset",
          { role: "group", "aria-label": "Which tables" },
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
              `${name} ${floor.tables.filter(keeps).length}`,
            ),
          ),
        ),
      shown.length
        ? tableList(shown)
        : floor.tables.length
          ? h("p.muted", null, "No tables match.")
          : floor.ready &&
            emptyNote(
              "No table is open in this hall.",
              mayHere("floor") && h("button.btn", { onclick: openTable }, "Open a table"),
            ),
    ),
    h(
      "section",
      { key: "cage", "aria-label": "Cage" },
      h("div.head", null, h("h2", null, "Cage")),
      h(
        "div.go",
        null,
        CAGE.filter(([what]) => mayHere(what === "fill" || what === "credit" ? "floor" : "cashier")).map(
          ([what, title, says]) => h("button.btn", { key: what, onclick: () => cageOrder(what, title, says) }, title),
        ),
        page.may("operator") && h("button.btn", { key: "correct", onclick: correctBalance }, "Correct a balance"),
      ),
      h(
        "p.note",
        null,
        `For the ${hallName()}. Every slip is recorded with your name, and takes effect once even if it is sent twice.`,
      ),
    ),
    peopleSection(page, floor.people, loadPeople),
  );
}

/** Who plays where, with those at practice and private tables, which are not listed. @param {any} it */
function presenceText(it) {
  const people = (/** @type {number} */ count) => (count === 1 ? "1 player" : `${count} players`);
  const own = it.own_tables
    ? ` Of them, ${it.own_people} ${it.own_people === 1 ? "is" : "are"} at ${it.own_tables === 1 ? "a practice or private table, which is" : `${it.own_tables} practice and private tables, which are`} not listed here.`
    : "";
  return `${people(it.people)}${it.bots ? ` and ${it.bots} bots` : ""} at ${it.tables === 1 ? "1 table" : `${it.tables} tables`}.${own}`;
}

page.content = () => staffOnly(page, FLOOR_ROLES, content);
await page.open();
if (page.may(...FLOOR_ROLES)) {
  try {
    floor.games = await api("/api/v1/games");
    // A room with tables for money is looked at there first.
    if ((await api("/api/v1/halls/money/presence")).tables) floor.hall = "money";
    await Promise.all([refresh(), loadPeople()]);
  } catch (error) {
    showError(error);
  }
  poll(3, refresh);
  poll(60, async () => {
    if (page.may(...FLOOR_ROLES)) await loadPeople();
  });
}
