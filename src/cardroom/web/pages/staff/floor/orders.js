// The floor's orders as forms: open, pause and close a table, void a round, stop play, and the cage.

import { h } from "../../parts/dom.js";
import { cents, dollars } from "../../parts/money.js";
import { api } from "../../parts/net.js";
import { attempt, formSheet, labelled, reasonField, select } from "../../parts/site.js";
import { openTableForm } from "./opening.js";
import { playerField } from "./people.js";
import { doneOrWaits } from "./requests.js";
import { changeHall, floor, gameName, hallName, refresh } from "./state.js";

/** @typedef {import("../../lobby/rows.js").Table} Table */

/** @param {{ name: string }} table @param {string} order */
const orderPath = (table, order) => `/api/v1/halls/${floor.hall}/tables/${encodeURIComponent(table.name)}/${order}`;

/** @param {Table} table @param {boolean} paused */
export function pauseTable(table, paused) {
  formSheet(
    paused ? `Pause ${table.name}?` : `Resume ${table.name}?`,
    paused ? "Pause" : "Resume",
    () => [
      h(
        "p",
        null,
        paused
          ? "The current round will finish. Then no rounds are dealt until the table is resumed. Players keep their seats and chips."
          : "The next round starts as soon as possible.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(orderPath(table, paused ? "pause" : "resume"), { why });
      await refresh();
      return paused ? `${table.name} is paused.` : `${table.name} has resumed.`;
    },
  );
}

/** @param {Table} table */
export function voidRound(table) {
  const round = table.round;
  formSheet(
    `Void the round at ${table.name}?`,
    "Void round",
    () => [
      h(
        "p",
        null,
        "All wagers are returned and the cards are discarded. If the round has already ended, nothing changes. Dealing continues unless the table is paused.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      const done = await api(orderPath(table, "void"), { why, round });
      await refresh();
      return doneOrWaits(done, `The round at ${table.name} is void. All wagers were returned.`);
    },
    { danger: true },
  );
}

/** @param {Table} table */
export function closeTable(table) {
  formSheet(
    `Close ${table.name}?`,
    "Close table",
    () => [
      h(
        "p",
        null,
        "When the current round ends, all players are paid out and the table closes permanently. Its name cannot be used again. To stop dealing for a while, pause it instead.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      const done = await api(orderPath(table, "close"), { why });
      await refresh();
      return done.state === "closed"
        ? `${table.name} is closed. All players were paid out.`
        : `${table.name} will close when the current round ends.`;
    },
    { danger: true },
  );
}

/** @param {string} what @param {boolean} stopped */
export function stopPlay(what, stopped) {
  const all = what === "all";
  const title = !stopped
    ? all
      ? "Resume play?"
      : `Resume ${gameName(what)}?`
    : all
      ? "Stop all play?"
      : "Stop a game";
  formSheet(
    title,
    stopped ? "Stop" : "Resume",
    () => [
      h(
        "p",
        null,
        stopped
          ? `Rounds in progress will finish. No new rounds ${all ? "are dealt at any table" : "of this game are dealt"}, in both halls, until ${all ? "play" : "it"} is resumed. Players keep their seats and chips.`
          : "Dealing resumes in both halls as soon as possible.",
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
    async (fields) => {
      const which = fields.what ?? what;
      floor.stops = await api("/api/v1/stops", { what: which, stopped, why: fields.why });
      await refresh();
      return which === "all"
        ? stopped
          ? "All play is stopped."
          : "Play has resumed."
        : `${gameName(which)} ${stopped ? "is stopped" : "has resumed"}.`;
    },
    { danger: stopped },
  );
}

export const CAGE = /** @type {[string, string, string][]} */ ([
  ["deposit", "Deposit", "The player hands in this amount. It is added to the player's balance."],
  [
    "withdraw",
    "Withdraw",
    "The player receives this amount. It is deducted from the player's balance, not from chips at tables.",
  ],
  ["fill", "Fill a table's bank", "The house adds chips to the bank of a table."],
  ["credit", "Credit from a table's bank", "The house takes chips from the bank of a table."],
]);

/** The id of an order that moves money. The same id takes effect once. */
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
  if (!sum) throw new Error("Enter an amount, for example $100 or $12.50.");
  return sum;
}

/**
 * @param {string} what
 * @param {string} title
 * @param {string} says
 * @param {() => Promise<void>} reload loads the page's figures again
 */
export function cageOrder(what, title, says, reload = refresh) {
  const [id, where] = [slipId(), floor.hall];
  const atTable = what === "fill" || what === "credit";
  const banks = floor.tables
    .filter((table) => floor.games.find((game) => game.game === table.game)?.bank === "house")
    .map((table) => table.name);
  formSheet(
    title,
    title,
    () => [
      h("p", null, `${says} This applies to the ${hallName()}.`),
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
          : h("p.notice.warn", null, "The house banks no table in this hall.")
        : playerField(floor.people),
      amountField(),
    ],
    async ({ who, amount }) => {
      if (!who) throw new Error("Choose a table that the house banks.");
      const done = await api(`/api/v1/halls/${where}/cage/${what}`, { id, who: who.trim(), cents: sumOf(amount) });
      await reload();
      return doneOrWaits(
        done,
        `${title}: done. ${atTable ? `The bank of ${who}` : who} now has ${dollars(done.balance)}.`,
      );
    },
  );
}

/** Correct a balance. The difference is posted against the account `outside`. */
export function correctBalance() {
  const [id, where] = [slipId(), floor.hall];
  formSheet(
    "Correct a balance",
    "Correct balance",
    () => [
      h(
        "p",
        null,
        `Changes a player's balance in the ${hallName()}. The books keep the old and the new balance, who changed it, and why.`,
      ),
      playerField(floor.people),
      labelled(
        "Change",
        select("better", "yes", [
          ["yes", "increase"],
          ["no", "decrease"],
        ]),
      ),
      amountField(),
      reasonField(),
    ],
    async ({ who, amount, better, why }) => {
      const done = await api(`/api/v1/halls/${where}/correct`, {
        id,
        player: who.trim(),
        cents: sumOf(amount),
        better: better === "yes",
        why,
      });
      await refresh();
      return doneOrWaits(done, `Corrected. ${who} now has ${dollars(done.balance)}.`);
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
