// The form that opens a table: game, rule set, house rules, linked jackpots, timing.

import { h } from "../../parts/dom.js";
import { chosenHouseRules, gameFields, houseRuleFields } from "../../parts/house-rules.js";
import { dollars } from "../../parts/money.js";
import { api } from "../../parts/net.js";
import { apiOrAsk, formSheet, labelled, select } from "../../parts/site.js";

/** The timing of a table: field, label and default. */
const SETTINGS = /** @type {[string, string, number][]} */ ([
  ["act", "Seconds to answer", 30],
  ["bank", "Time bank in seconds", 60],
  ["between", "Seconds to read results", 8],
  ["misses", "Timeouts in a row before a player is marked away", 2],
  ["grace", "Seconds disconnected before a player is marked away", 60],
  ["leave", "Seconds away before a player is paid out", 900],
  ["offer", "Seconds that a free seat is reserved for the waiting list", 30],
  ["again", "Seconds before a failed deal is retried", 2],
]);

/** The seconds away before a player is paid out, with play money. */
const PLAY_MONEY_LEAVE = 180;

/** The minimum of settings that may not be zero. @type {Record<string, number>} */
const MINIMUM = { misses: 1, again: 0.1 };

/**
 * @param {any[]} games
 * @param {string} hall
 * @param {(hall: string, name: string) => Promise<void>} opened
 */
export function openTableForm(games, hall, opened) {
  /** @type {any} */
  let rules = null;
  let slug = games[0]?.game ?? "";
  let set = games[0]?.sets[0]?.set ?? "";
  let where = hall;
  /** The house's jackpots in the chosen hall. @type {any[]} */
  let pools = [];
  const game = () => games.find((each) => each.game === slug);

  const load = async (/** @type {() => void} */ redraw) => {
    rules = null;
    redraw();
    rules = await api(`/api/v1/games/${encodeURIComponent(slug)}/${encodeURIComponent(set)}`).catch(() => null);
    redraw();
  };

  const loadPools = async (/** @type {() => void} */ redraw) => {
    const requested = where;
    const answer = await api(`/api/v1/halls/${requested}/jackpots`).catch(() => []);
    if (requested === where) pools = answer;
    redraw();
  };

  /** For each meter of the game: the table's own, or one of the house's jackpots. */
  const links = () =>
    rules?.jackpots.length > 0 &&
    h(
      "details",
      { key: `jackpots ${slug} ${set}`, open: true },
      h("summary", null, "Jackpots"),
      h(
        "div.grid",
        null,
        rules.jackpots.map((/** @type {any} */ each) =>
          labelled(
            each.label,
            select(`jackpot.${each.jackpot}`, "", [
              ["", "the table's own meter"],
              ...pools.map(
                (pool) =>
                  /** @type {[string, string]} */ ([pool.name, `${pool.name}, now ${dollars(pool.amounts.meter)}`]),
              ),
            ]),
            `${pools.length ? "Tables linked to a jackpot share its meter. Their terms must be the same." : "The house has no jackpot in this hall."}${each.offered ? "" : " Only offered if a house rule allows it."}`,
          ),
        ),
      ),
    );

  const fields = () => [
    h(
      "div.grid.wideform",
      null,
      labelled(
        "Name",
        h("input.field", { name: "name", required: true, maxlength: 100, placeholder: "Table 7", autocomplete: "off" }),
      ),
      ...gameFields(games, slug, set),
      labelled(
        "Hall",
        select("hall", hall, [
          ["play", "Play money"],
          ["money", "Money"],
        ]),
      ),
      labelled(
        "Bots",
        h("input.field", { name: "bots", type: "number", min: 0, max: 8, defaultValue: "0" }),
        "Play money only.",
      ),
    ),
    h(
      "details",
      { key: `rules ${slug} ${set}` },
      h("summary", null, "House rules"),
      rules ? houseRuleFields(rules) : h("p.muted", null, "Loading."),
    ),
    links(),
    h(
      "details",
      { key: "run" },
      h("summary", null, "Timing"),
      h(
        "div.grid",
        null,
        SETTINGS.map(([name, words, usual]) =>
          labelled(
            words,
            h("input.field", {
              key: `${name} ${where}`,
              name: `run.${name}`,
              type: "number",
              required: true,
              min: MINIMUM[name] ?? 0,
              max: name === "misses" ? 1000 : 86_400,
              step: name === "misses" ? 1 : "any",
              defaultValue: String(name === "leave" && where === "play" ? PLAY_MONEY_LEAVE : usual),
            }),
          ),
        ),
      ),
    ),
  ];

  formSheet(
    "Open a table",
    "Open table",
    fields,
    async (fields) => {
      const settings = Object.fromEntries(SETTINGS.map(([name]) => [name, Number(fields[`run.${name}`])]));
      const jackpots = Object.fromEntries(
        Object.entries(fields)
          .filter(([name, to]) => name.startsWith("jackpot.") && to)
          .map(([name, to]) => [name.slice("jackpot.".length), to]),
      );
      const order = {
        name: fields.name,
        game: fields.game,
        set: fields.set,
        house: chosenHouseRules(rules, fields),
        settings,
        jackpots,
        bots: Number(fields.bots) || 0,
      };
      const done = await apiOrAsk(`/api/v1/halls/${fields.hall}/tables`, order, "Open table");
      if (done.request) return done.says;
      await opened(fields.hall, fields.name);
      return undefined;
    },
    {
      live: (fields, redraw) => {
        if (fields.hall !== where) {
          where = fields.hall;
          pools = [];
          void loadPools(redraw);
        }
        if (fields.game !== slug) {
          slug = fields.game;
          set = game()?.sets[0]?.set ?? "";
          void load(redraw);
        } else if (fields.set !== set) {
          set = fields.set;
          void load(redraw);
        }
      },
      began: (redraw) => {
        void load(redraw);
        void loadPools(redraw);
      },
    },
  );
}
