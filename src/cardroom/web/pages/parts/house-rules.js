// The game of a new table, its rule set and its house rules as fields of a form, and the values that were chosen.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { labelled, select } from "./site.js";
import { capitalize } from "./words.js";

/**
 * The fields for the game and its rule set.
 * @param {any[]} games
 * @param {string} slug the game that is chosen
 * @param {string} set its rule set that is chosen
 */
export const gameFields = (games, slug, set) => [
  labelled(
    "Game",
    select(
      "game",
      slug,
      games.map((each) => [each.game, each.name]),
    ),
  ),
  labelled(
    "Rule set",
    select(
      "set",
      set,
      games
        .find((each) => each.game === slug)
        ?.sets.map((/** @type {any} */ each) => [each.set, `${each.set} (${each.document})`]) ?? [],
    ),
  ),
];

/** A field for each house rule that applies. @param {any} rules the answer of the rules page */
export const houseRuleFields = (rules) => h("div.grid", null, offered(rules).map(houseRule));

/** The switch for all values that the document prints, where some in force depart from it. */
const AS_PRINTED = {
  name: "as_printed",
  kind: "switch",
  value: false,
  standing: "",
  applies: true,
  says: "Play as the document prints it, where the values below depart from it. What you change here still counts.",
};

/** The house rules that a form offers. @param {any} rules */
function offered(rules) {
  const those = rules.house_rules.filter((/** @type {any} */ rule) => rule.applies);
  const departs = those.some((/** @type {any} */ rule) => rule.standing === "departure");
  return departs ? [AS_PRINTED, ...those] : those;
}

/**
 * The house rules that differ from what the form showed first.
 * @param {any} rules
 * @param {Record<string, string>} fields
 */
export function chosenHouseRules(rules, fields) {
  /** @type {Record<string, any>} */
  const house = {};
  for (const rule of [AS_PRINTED, ...(rules?.house_rules ?? [])]) {
    const value = fields[`rule.${rule.name}`]?.trim();
    if (value === undefined || value === "" || value === formValue(rule)) continue;
    house[rule.name] = rule.kind === "switch" ? value === "on" : rule.kind === "number" ? Number(value) : value;
  }
  return house;
}

/** The value of a house rule as text for a form. @param {any} rule */
const formValue = (rule) =>
  rule.kind === "money" && typeof rule.value === "number"
    ? dollars(rule.value).replaceAll(",", "")
    : rule.kind === "switch"
      ? rule.value === true || rule.value === "on"
        ? "on"
        : "off"
      : String(rule.value);

/** @param {any} rule */
function houseRule(rule) {
  const name = `rule.${rule.name}`;
  const value = formValue(rule);
  const help = [
    rule.says.split(/(?<=\.)\s/)[0],
    rule.kind === "money" && rule.allowed?.length
      ? `${dollars(rule.allowed[0])} to ${dollars(rule.allowed[1])}.`
      : rule.kind === "number" && rule.allowed?.length
        ? `${rule.allowed[0]} to ${rule.allowed[1]}.`
        : "",
  ]
    .filter(Boolean)
    .join(" ");
  const field =
    rule.kind === "choice"
      ? select(
          name,
          value,
          rule.allowed.map((/** @type {any} */ each) => [String(each), String(each)]),
        )
      : rule.kind === "switch"
        ? select(name, value, [
            ["on", "on"],
            ["off", "off"],
          ])
        : h("input.field", {
            name,
            defaultValue: value,
            inputmode: rule.kind === "number" ? "numeric" : rule.kind === "money" ? "decimal" : "text",
            autocomplete: "off",
          });
  return labelled(capitalize(rule.name.replaceAll("_", " ")), field, help);
}
