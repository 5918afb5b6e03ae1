// The floor's orders, each a form: pause, call off, close, stop, and the cage. Every order names its reason.

import { h } from "./dom.js";
import { changeHall, floor, gameName, hallName, refresh } from "./floor-state.js";
import { cents, dollars } from "./money.js";
import { api } from "./net.js";
import { openTableForm } from "./opening.js";
import { playerField } from "./people.js";
import { attempt, formSheet, labelled, reasonField, select } from "./site.js";

/** @typedef {import("./lobby-rows.js").Table} Table */

/** @param {{ name: string }} table @param {string} order */
const orderPath = (table, order) => `/api/halls/${floor.hall}/tables/${encodeURIComponent(table.name)}/${order}`;

/** @param {Table} table @param {boolean} halted */
export function pauseTable(table, halted) {
  formSheet(
    halted ? `Pause ${table.name}?` : `Deal again at ${table.name}?`,
    halted ? "Pause" : "Resume",
    () => [
      h(
        "p",
        null,
        halted
          ? "A round that has begun goes on to its end; then no more are dealt until somebody resumes. Everybody keeps their seat and chips."
          : "The next round is dealt as soon as it can be.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(orderPath(table, halted ? "halt" : "resume"), { why });
      await refresh();
      return halted ? `${table.name} is paused.` : `${table.name} deals again.`;
    },
  );
}

/** @param {Table} table */
export function callOff(table) {
  const round = table.round;
  formSheet(
    `Call off the round at ${table.name}?`,
    "Call it off",
    () => [
      h(
        "p",
        null,
        "All wagers of this round go back to who made them, and its cards count for nothing. If the round is over by then, nothing happens. The table deals on afterwards, unless it is paused.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(orderPath(table, "call-off"), { why, round });
      await refresh();
      return `The round at ${table.name} is called off, and all wagers went back.`;
    },
    { danger: true },
  );
}

/** @param {Table} table */
export function closeTable(table) {
  formSheet(
    `Close ${table.name}?`,
    "Close it",
    () => [
      h(
        "p",
        null,
        "When its round is over everybody is paid out, and the table is closed for good: no other table gets its name. To stop dealing for a while, pause it.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      const done = await api(orderPath(table, "close"), { why });
      await refresh();
      return done.state === "closed"
        ? `${table.name} is closed, and everybody is paid out.`
        : `${table.name} closes when its round is over.`;
    },
    { danger: true },
  );
}

/** @param {string} what @param {boolean} stopped */
export function stopPlay(what, stopped) {
  const all = what === "all";
  const title = !stopped
    ? all
      ? "Let play go on?"
      : `Deal ${gameName(what)} again?`
    : all
      ? "Stop all play?"
      : "Stop a game";
  formSheet(
    title,
    stopped ? "Stop" : "Go on",
    () => [
      h(
        "p",
        null,
        stopped
          ? `Rounds that have begun go on to their end; no new ones ${all ? "are dealt at any table" : "of this game are dealt"}, in both halls, until somebody lets ${all ? "play" : "it"} go on. Nobody's chips move otherwise.`
          : "Rounds are dealt again, in both halls, as soon as they can be.",
      ),
      stopped &&
        !all &&
        labelled(
          "Game",
          select(
            "what",
            floor.games[0]?.game ?? "",
            floor.games.map((game) => [game.game, game.name]),
          ),
        ),
      reasonField(),
    ],
    async (said) => {
      const which = said.what ?? what;
      floor.stops = await api("/api/stops", { what: which, stopped, why: said.why });
      await refresh();
      return which === "all"
        ? stopped
          ? "All play is stopped."
          : "Play goes on."
        : `${gameName(which)} is ${stopped ? "not dealt any more" : "dealt again"}.`;
    },
    { danger: stopped },
  );
}

export const CAGE = /** @type {[string, string, string][]} */ ([
  ["deposit", "Deposit", "Somebody has brought this much to the cage: it is added to what they have to play with."],
  [
    "withdraw",
    "Withdraw",
    "Somebody takes this much away: it is taken from what they have in the cage. Chips at tables are not counted.",
  ],
  ["fill", "Fill a table's bank", "The house brings chips to the bank of a table, against which people play there."],
  ["credit", "Credit from a table's bank", "The house takes chips back from the bank of a table."],
]);

/** An order that moves money has a number of its own, so that it happens once. */
const slipId = () => crypto.randomUUID?.() ?? String(Math.random());

const amountField = () =>
  labelled(
    "Amount",
    h("input.field", {
      name: "amount",
      required: true,
      inputmode: "decimal",
      placeholder: "$100",
      autocomplete: "off",
    }),
  );

/** @param {string} amount */
function sumOf(amount) {
  const sum = cents(amount);
  if (!sum) throw new Error("Say an amount, as in $100 or $12.50.");
  return sum;
}

/** @param {string} what @param {string} title @param {string} says */
export function cageOrder(what, title, says) {
  const [id, where] = [slipId(), floor.hall];
  const atTable = what === "fill" || what === "credit";
  const banks = floor.tables
    .filter((table) => floor.games.find((game) => game.game === table.game)?.bank === "house")
    .map((table) => table.name);
  formSheet(
    title,
    title,
    () => [
      h("p", null, `${says} In the ${hallName()}.`),
      atTable
        ? banks.length
          ? labelled(
              "Table",
              select(
                "who",
                banks[0],
                banks.map((name) => [name, name]),
              ),
            )
          : h("p.notice.warn", null, "At no table of this hall does the house bank.")
        : playerField(floor.people),
      amountField(),
    ],
    async ({ who, amount }) => {
      if (!who) throw new Error("Choose a table at which the house banks.");
      const done = await api(`/api/halls/${where}/cage/${what}`, { id, who: who.trim(), cents: sumOf(amount) });
      return `${title}: done. ${atTable ? `The bank of ${who}` : who} has ${dollars(done.balance)} now.`;
    },
  );
}

/** A balance that is wrong is put right against the world outside. */
export function correctBalance() {
  const [id, where] = [slipId(), floor.hall];
  formSheet(
    "Correct a balance",
    "Correct it",
    () => [
      h(
        "p",
        null,
        `What somebody has in the cage becomes another, in the ${hallName()}. What it was stays in the books, with what it is now, who corrected it and why.`,
      ),
      playerField(floor.people),
      labelled(
        "By",
        select("better", "yes", [
          ["yes", "more: the player gets it"],
          ["no", "less: it is taken from the player"],
        ]),
      ),
      amountField(),
      reasonField(),
    ],
    async ({ who, amount, better, why }) => {
      const done = await api(`/api/halls/${where}/correct`, {
        id,
        player: who.trim(),
        cents: sumOf(amount),
        better: better === "yes",
        why,
      });
      return `Corrected: ${who} has ${dollars(done.balance)} now.`;
    },
    { danger: true },
  );
}

export function openTable() {
  openTableForm(floor.games, floor.hall, async (where, name) => {
    if (where !== floor.hall) await changeHall(where);
    await attempt(refresh, `${name} is open.`);
  });
}
