// The form of the workshop: pays, house rules, limits and side bets. It changes a draft and knows no game by name.

import { h } from "../parts/dom.js";
import { icon } from "../parts/sprite.js";
import { capitalize } from "../parts/words.js";

/**
 * @typedef {Required<import("../parts/types.js").SideBet>} SideBet
 * @typedef {Required<Omit<import("../parts/types.js").RulesDraft, "set" | "house" | "side_bets">> &
 *   { set?: string, house: Record<string, string>, side_bets: SideBet[] }} Draft
 * @typedef {import("../parts/types.js").FormRule} Rule
 * @typedef {import("../parts/types.js").FormTable} PayTable
 * @typedef {import("../parts/types.js").FormCards} Cards
 * @typedef {import("../parts/types.js").WorkshopForm} Form
 * @typedef {{ form: Form, draft: Draft, problems: Map<string, string>, changed: () => void }} Editing
 */

/** House rules that are shown with the limits. */
const LIMITS = ["minimum", "maximum"];
const FOLDED = /** @type {Record<string, string>} */ ({ alive: "it stays in play", dead: "it loses" });
const MOST_SIDE_BETS = 4;

/** "exposed_card" as "Exposed card". @param {string} name */
const words = (name) => capitalize(name.replaceAll("_", " ").replaceAll("-", " "));

/**
 * A field of the draft with its label, its former value, and what is wrong with it.
 * @param {Editing} editing
 * @param {{ field: string, label: string, value: string, was: string, change: (value: string) => void,
 *   choices?: readonly (readonly [string, string])[], help?: string, wide?: boolean, example?: string }} how
 */
function line({ problems }, { field, label, value, was, change, choices, help = "", wide = false, example = "" }) {
  const id = `f-${field.replaceAll(/[^a-zA-Z0-9]+/g, "-")}`;
  const wrong = problems.get(field);
  const differs = value.trim() !== was;
  const about = [wrong && `${id}-e`, help && `${id}-h`].filter(Boolean).join(" ");
  const props = {
    id,
    value,
    "aria-invalid": wrong ? "true" : undefined,
    "aria-describedby": about || undefined,
  };
  return h(
    "div.ws-ln",
    { key: field, class: [wrong ? "wrong" : differs ? "changed" : "", choices || wide ? "wide" : ""].join(" ") },
    h("label", { for: id }, label),
    choices
      ? h(
          "select.field",
          { ...props, onchange: (/** @type {any} */ event) => change(event.target.value) },
          choices.map(([each, text]) => h("option", { value: each, key: each, selected: each === value }, text)),
        )
      : h("input.field", {
          ...props,
          autocomplete: "off",
          maxlength: 200,
          placeholder: example,
          oninput: (/** @type {any} */ event) => change(event.target.value),
        }),
    differs && was && h("span.was", { key: "was" }, `was ${was}`),
    help && h("p.help", { key: "help", id: `${id}-h` }, help),
    wrong && h("p.msg", { key: "wrong", id: `${id}-e` }, capitalize(wrong), "."),
  );
}

/**
 * The pay tables in force.
 * @param {Editing} editing
 */
export const paysPart = (editing) =>
  editing.form.pays.map((table) =>
    h(
      "fieldset",
      { key: table.table },
      h("legend", null, table.title),
      h(
        "p.small.muted",
        { key: "of" },
        table.wager && table.wager !== table.title ? `Pays ${table.wager}. ` : "",
        `Every other result ${table.others}.`,
      ),
      table.lines.map(({ line: name, pays }) =>
        line(editing, {
          field: `pays/${table.table}/${name}`,
          label: capitalize(name),
          value: editing.draft.pays[table.table]?.[name] ?? pays,
          was: pays,
          example: "3 to 1",
          change: (value) => {
            editing.draft.pays[table.table] = { ...editing.draft.pays[table.table], [name]: value };
            editing.changed();
          },
        }),
      ),
    ),
  );

/** @param {Editing} editing @param {Rule} rule */
function ruleLine(editing, rule) {
  const choices =
    rule.kind === "switch" ? ["on", "off"] : rule.kind === "choice" ? /** @type {string[]} */ (rule.choices) : null;
  const range = rule.least && `From ${rule.least} to ${rule.most}.`;
  return line(editing, {
    field: `house/${rule.rule}`,
    label: words(rule.rule),
    value: editing.draft.house[rule.rule] ?? rule.value,
    was: rule.value,
    choices: choices?.map((each) => /** @type {const} */ ([each, each])),
    wide: rule.kind === "text",
    help: [rule.says, range].filter(Boolean).join(" "),
    change: (value) => {
      editing.draft.house[rule.rule] = value;
      editing.changed();
    },
  });
}

/**
 * The house rules, and the dealer's qualifying hand.
 * @param {Editing} editing
 */
export function rulesPart(editing) {
  const { form, draft } = editing;
  const rules = form.house.filter((rule) => !LIMITS.includes(rule.rule));
  return h(
    "fieldset",
    { key: "rules" },
    h("legend", null, "House rules"),
    form.qualifies &&
      line(editing, {
        field: "qualifies",
        label: "Dealer qualifies with",
        value: draft.qualifies || form.qualifies,
        was: form.qualifies,
        wide: true,
        choices: form.qualifiers.length
          ? form.qualifiers.map((each) => /** @type {const} */ ([each, each]))
          : undefined,
        help: form.qualifiers.length ? "" : "The lowest hand, by name: pair, pair of fours, ace high.",
        change: (value) => {
          draft.qualifies = value;
          editing.changed();
        },
      }),
    rules.map((rule) => ruleLine(editing, rule)),
    !rules.length && !form.qualifies && h("p.small.muted", null, "This rule set leaves nothing to the house."),
  );
}

/**
 * The limits of the table and of single wagers, and the seats.
 * @param {Editing} editing
 */
export function limitsPart(editing) {
  const { form, draft } = editing;
  const end = (/** @type {Form["limits"][number]} */ wager, /** @type {"least" | "most"} */ key) =>
    line(editing, {
      field: `limits/${wager.wager}/${key}`,
      label: `${wager.label}, ${key}`,
      value: draft.limits[wager.wager]?.[key] ?? wager[key],
      was: wager[key],
      example: "the table's",
      change: (value) => {
        const { least, most } = draft.limits[wager.wager] ?? wager;
        draft.limits[wager.wager] = { least, most, [key]: value };
        editing.changed();
      },
    });
  return h(
    "fieldset",
    { key: "limits" },
    h("legend", null, "Limits"),
    form.house.filter((rule) => LIMITS.includes(rule.rule)).map((rule) => ruleLine(editing, rule)),
    form.limits.flatMap((wager) => [end(wager, "least"), end(wager, "most")]),
    line(editing, {
      field: "seats",
      label: "Seats",
      value: String(draft.seats || form.seats),
      was: String(form.seats),
      choices: Array.from({ length: form.most_seats }, (_, at) => [String(at + 1), String(at + 1)]),
      change: (value) => {
        draft.seats = Number(value);
        editing.changed();
      },
    }),
  );
}

/**
 * New side bets.
 * @param {Editing} editing
 */
export function sideBetsPart(editing) {
  const { form, draft, changed } = editing;
  if (!form.cards.length)
    return h("p.notice", { key: "none" }, icon("info"), h("span", null, "This game has no side bets by cards."));
  const add = () => {
    const [group] = form.cards;
    draft.side_bets.push({
      label: `Side bet ${draft.side_bets.length + 1}`,
      cards: group.cards,
      ranking: group.rankings[0].ranking,
      lines: {},
      folded: form.folded[0] ?? "",
      needs: form.beside[0]?.[0] ?? "",
      least: "",
      most: "",
    });
    changed();
  };
  return [
    draft.side_bets.map((bet, place) => sideBet(editing, bet, place)),
    h(
      "div.go",
      { key: "add" },
      h(
        "button.btn",
        { type: "button", onclick: add, disabled: draft.side_bets.length >= MOST_SIDE_BETS },
        "Add a side bet",
      ),
    ),
  ];
}

/**
 * @param {Editing} editing
 * @param {SideBet} bet
 * @param {number} place
 */
function sideBet(editing, bet, place) {
  const { form, draft, changed, problems } = editing;
  const at = `side_bets/${place}`;
  const group = form.cards.find((each) => each.cards === bet.cards) ?? form.cards[0];
  const ranking = group.rankings.find((each) => each.ranking === bet.ranking) ?? group.rankings[0];
  const set = (/** @type {Partial<SideBet>} */ to) => {
    Object.assign(bet, to);
    changed();
  };
  const text = (/** @type {"label" | "least" | "most"} */ key, /** @type {string} */ label, example = "") =>
    line(editing, {
      field: `${at}/${key}`,
      label,
      value: bet[key],
      was: bet[key],
      example,
      wide: key === "label",
      change: (to) => set({ [key]: to }),
    });
  const choice = (
    /** @type {"cards" | "ranking" | "folded" | "needs"} */ key,
    /** @type {string} */ label,
    /** @type {(readonly [string, string])[]} */ choices,
    /** @type {(to: string) => void} */ change = (to) => set({ [key]: to }),
  ) => line(editing, { field: `${at}/${key}`, label, value: bet[key], was: bet[key], choices, change });
  return h(
    "fieldset",
    { key: at },
    h("legend", null, bet.label || "New side bet"),
    text("label", "Name"),
    choice(
      "cards",
      "Decided by",
      form.cards.map((each) => [each.cards, `${each.cards} (${each.size} cards)`]),
      (to) => {
        const other = form.cards.find((each) => each.cards === to) ?? group;
        const kept = other.rankings.find((each) => each.ranking === bet.ranking) ?? other.rankings[0];
        set({ cards: to, ranking: kept.ranking, lines: kept.ranking === bet.ranking ? bet.lines : {} });
      },
    ),
    choice(
      "ranking",
      "Judged as",
      group.rankings.map((each) => [each.ranking, each.ranking]),
      (to) => set({ ranking: to, lines: {} }),
    ),
    form.folded.length > 0 &&
      choice(
        "folded",
        "After a fold",
        form.folded.map((each) => [each, FOLDED[each] ?? each]),
      ),
    form.beside.length > 1 && choice("needs", "Placed beside", form.beside),
    text("least", "Least", "the table's"),
    text("most", "Most", "the table's"),
    h("p.small.muted", { key: "pays" }, "What each hand pays. An empty line loses."),
    problems.get(`${at}/lines`) && h("p.msg", { key: "wrong" }, capitalize(problems.get(`${at}/lines`) ?? ""), "."),
    ranking.lines.map((name) =>
      line(editing, {
        field: `${at}/lines/${name}`,
        label: capitalize(name),
        value: bet.lines[name] ?? "",
        was: bet.lines[name] ?? "",
        example: "loses",
        change: (to) => {
          bet.lines[name] = to;
          if (!to.trim()) delete bet.lines[name];
          changed();
        },
      }),
    ),
    h(
      "div.go",
      { key: "remove" },
      h(
        "button.btn.small",
        {
          type: "button",
          onclick: () => {
            draft.side_bets.splice(place, 1);
            changed();
          },
        },
        `Remove ${bet.label || "this bet"}`,
      ),
    ),
  );
}

/**
 * The name of a field in words, for the list of problems.
 * @param {Form} form
 * @param {Draft} draft
 * @param {string} field
 */
export function fieldName(form, draft, field) {
  const [part, name, ...rest] = field.split("/");
  if (part === "pays")
    return [form.pays.find((each) => each.table === name)?.title ?? name, ...rest].filter(Boolean).join(", ");
  if (part === "house") return words(name);
  if (part === "limits")
    return [form.limits.find((each) => each.wager === name)?.label ?? name, ...rest].filter(Boolean).join(", ");
  if (part === "side_bets")
    return [draft.side_bets[Number(name)]?.label || "Side bet", rest.at(-1)].filter(Boolean).join(", ");
  return part === "qualifies" ? "Dealer qualifies with" : words(part);
}
