// The list of what staff did, from the books, with a filter.

import { h } from "../../parts/dom.js";
import { dollars } from "../../parts/money.js";
import { api } from "../../parts/net.js";
import { attempt, formValues, labelled, timeText } from "../../parts/site.js";
import { capitalize } from "../../parts/words.js";

/** @type {any[]} */
let events = [];
/** The number of the earliest event that is shown; 0 if there are no earlier ones. */
let before = 0;
let filter = { who: "", kind: "", until: "" };

/** @param {string} hall @param {() => void} redraw */
export function eventList(hall, redraw) {
  return h(
    "section",
    { key: "events", "aria-label": "Activity" },
    h("div.head", null, h("h2", null, "Activity")),
    h(
      "form.line",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const { who, kind, until } = formValues(event.target);
          filter = { who: who.trim(), kind: kind.trim(), until };
          void loadEvents(hall, true, redraw);
        },
      },
      labelled("By", h("input.field", { name: "who", autocomplete: "off" })),
      labelled(
        "Type",
        h("input.field", { name: "kind", autocomplete: "off", placeholder: "deposit, roles, …", list: "kinds" }),
      ),
      labelled("Before", h("input.field", { name: "until", type: "datetime-local" })),
      h(
        "datalist",
        { id: "kinds" },
        KINDS.map((kind) => h("option", { value: kind, key: kind })),
      ),
      h("button.btn", null, "Show"),
    ),
    !events.length && h("p.muted", { key: "none" }, "No entries match."),
    hall !== "money" &&
      h(
        "p.note",
        { key: "where" },
        "Orders to a table are listed in the table's own hall. Entries about the whole card room are listed in the money hall.",
      ),
    h(
      "ul.ev",
      null,
      events.map((each) =>
        h(
          "li",
          { key: each.number },
          h("time", null, timeText(each.at / 1e6)),
          h("div", null, eventLine(each)),
          h("span.faint", null, [each.who, changeText(each)].filter(Boolean).join(" · ")),
        ),
      ),
    ),
    before > 0 && h("div.go", null, h("button.btn", { onclick: () => loadEvents(hall, false, redraw) }, "Earlier")),
  );
}

/** What an entry is about: its kind, the money that it moved, and why. @param {any} each */
export const eventLine = (each) => [
  h("b", null, capitalize(each.kind)),
  each.moved.length
    ? ` ${each.moved.map((/** @type {any} */ post) => dollars(post.cents)).join(", ")} ${parties(each.moved)}`
    : "",
  each.why && `: ${each.why}`,
];

/** The most common types of entries, offered as suggestions. */
const KINDS = [
  "deposit",
  "withdrawal",
  "fill",
  "credit",
  "correction",
  "table opened",
  "table paused",
  "table resumed",
  "table closed",
  "round voided",
  "play stopped",
  "play goes on",
  "barred",
  "not barred",
  "roles",
  "request",
  "request approved",
  "request declined",
  "rule set saved",
  "rule set for money",
  "two persons",
  "unlocked",
  "failed sign-in",
  "password",
  "audit",
  "program",
];

/** The names of those between whom money moved. @param {any[]} moved */
const parties = (moved) =>
  [
    ...new Set(
      moved
        .flatMap((post) => [post.payer, post.payee])
        .map((account) => account[2] || (account[1] === "outside" ? "" : account[0]))
        .filter(Boolean),
    ),
  ]
    .slice(0, 3)
    .join(", ");

/** @param {any} event */
function changeText(event) {
  const { before: was, after: is, moved } = event;
  if (was === null || was === undefined) return is !== null && is !== undefined && !moved.length ? shortText(is) : "";
  if (!isRecord(was) || !isRecord(is)) return `${shortText(was)} → ${shortText(is)}`;
  const other = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return [is.name, ...other.map((name) => `${name} ${shortText(was[name])} → ${shortText(is[name])}`)]
    .filter(Boolean)
    .join(", ");
}

/** @param {any} value */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Any value in a few words. @param {any} value @returns {string} */
function shortText(value) {
  if (typeof value === "number" && value > 1e14) return timeText(value / 1e6);
  if (value === undefined || value === "" || (Array.isArray(value) && !value.length)) return "none";
  if (Array.isArray(value)) return value.map((each) => (isRecord(each) && each.what) || shortText(each)).join(", ");
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${name} ${shortText(each)}`)
      .join(", ");
  return (typeof value === "string" ? value : JSON.stringify(value))
    .replaceAll(/[0-9a-f]{16,}/g, (digits) => `${digits.slice(0, 12)}…`)
    .slice(0, 160);
}

/**
 * Load events: the latest, or those before the ones that are shown.
 * @param {string} hall
 * @param {boolean} latest
 * @param {() => void} redraw
 */
export async function loadEvents(hall, latest, redraw) {
  await attempt(async () => {
    const query = new URLSearchParams({
      limit: "20",
      before: String(latest ? 0 : before),
      ...(filter.who && { who: filter.who }),
      ...(filter.kind && { kind: filter.kind.toLowerCase() }),
      ...(filter.until && { until: String(new Date(filter.until).getTime() * 1000) }),
    });
    const answer = await api(`/api/v1/halls/${hall}/events?${query}`);
    events = latest ? answer.events : [...events, ...answer.events];
    before = answer.before;
    redraw();
  });
}
