// Opening a table: the game, its rule set, every house rule that the set leaves to the house, how the table is run.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { api } from "./net.js";
import { ask, labelled, select } from "./site.js";
import { capital } from "./words.js";

/** How a table is run, in seconds; the values are those that a table has where nobody says otherwise. */
const SETTINGS = /** @type {[string, string, number][]} */ ([
  ["act", "Seconds to answer", 30],
  ["bank", "Seconds beyond that, as long as one sits", 60],
  ["between", "Seconds between rounds", 4],
  ["misses", "Late so often in turn is away", 2],
  ["grace", "Seconds without a line until one is away", 60],
  ["leave", "Seconds away until one is paid out", 900],
  ["offer", "Seconds for which a free seat is offered", 30],
  ["again", "Seconds until a round is tried again", 2],
]);

/**
 * @param {any[]} games
 * @param {string} hall
 * @param {(hall: string, name: string) => Promise<void>} opened
 */
export function opening(games, hall, opened) {
  /** @type {any} */
  let rules = null;
  let slug = games[0]?.game ?? "";
  let set = games[0]?.sets[0]?.set ?? "";
  const game = () => games.find((each) => each.game === slug);

  const load = async (/** @type {() => void} */ redraw) => {
    rules = null;
    redraw();
    rules = await api(`/api/games/${encodeURIComponent(slug)}/${encodeURIComponent(set)}`).catch(() => null);
    redraw();
  };

  const fields = () => [
    h("div.grid.wideform", null,
      labelled("Name", h("input.field", { name: "name", required: true, maxlength: 100, placeholder: "Table 7", autocomplete: "off" })),
      labelled("Game", select("game", slug, games.map((each) => [each.game, each.name]))),
      labelled("Rule set", select("set", set, game()?.sets.map((/** @type {any} */ each) => [each.set, `${each.set} (${each.document})`]) ?? [])),
      labelled("Hall", select("hall", hall, [["play", "Play money"], ["money", "Money"]])),
      labelled("Bots", h("input.field", { name: "bots", type: "number", min: 0, max: 8, defaultValue: "0" }), "For play money alone.")),
    h("details", { key: `rules ${slug} ${set}` }, h("summary", null, "House rules"),
      rules ? h("div.grid", null, rules.house_rules.filter((/** @type {any} */ rule) => rule.applies).map(houseRule)) : h("p.muted", null, "They are on their way.")),
    h("details", { key: "run" }, h("summary", null, "How it is run"),
      h("div.grid", null, SETTINGS.map(([name, words, usual]) => labelled(words, h("input.field", { name: `run.${name}`, type: "number", min: 0, step: "any", defaultValue: String(usual) }))))),
  ];

  ask("Open a table", "Open it", fields, async (said) => {
    /** @type {Record<string, any>} */
    const house = {};
    for (const rule of rules?.house_rules ?? []) {
      const value = said[`rule.${rule.name}`]?.trim();
      if (value === undefined || value === "" || value === written(rule)) continue;
      house[rule.name] = rule.kind === "switch" ? value === "on" : rule.kind === "number" ? Number(value) : value;
    }
    const settings = Object.fromEntries(SETTINGS.map(([name]) => [name, Number(said[`run.${name}`])]));
    await api(`/api/halls/${said.hall}/tables`, { name: said.name, game: said.game, set: said.set, house, settings, bots: Number(said.bots) || 0 });
    await opened(said.hall, said.name);
  }, {
    live: (said, redraw) => {
      if (said.game !== slug) {
        slug = said.game;
        set = game()?.sets[0]?.set ?? "";
        void load(redraw);
      } else if (said.set !== set) {
        set = said.set;
        void load(redraw);
      }
    },
    began: (redraw) => void load(redraw),
  });
}

/** A value as it is written in a form. @param {any} rule */
const written = (rule) => (rule.kind === "money" && typeof rule.value === "number" ? dollars(rule.value).replaceAll(",", "") : rule.kind === "switch" ? (rule.value === true || rule.value === "on" ? "on" : "off") : String(rule.value));

/** @param {any} rule */
function houseRule(rule) {
  const name = `rule.${rule.name}`;
  const value = written(rule);
  const help = [rule.says.split(/(?<=\.)\s/)[0], rule.kind === "money" && rule.allowed?.length ? `${dollars(rule.allowed[0])} to ${dollars(rule.allowed[1])}.` : rule.kind === "number" && rule.allowed?.length ? `${rule.allowed[0]} to ${rule.allowed[1]}.` : ""].filter(Boolean).join(" ");
  const field = rule.kind === "choice"
    ? select(name, value, rule.allowed.map((/** @type {any} */ each) => [String(each), String(each)]))
    : rule.kind === "switch"
      ? select(name, value, [["on", "on"], ["off", "off"]])
      : h("input.field", { name, defaultValue: value, inputmode: rule.kind === "number" ? "numeric" : rule.kind === "money" ? "decimal" : "text", autocomplete: "off" });
  return labelled(capital(rule.name.replaceAll("_", " ")), field, help);
}
