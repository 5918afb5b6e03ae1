// The drawer: the log of the round, pay tables, fairness and keys; roads, pots and charts for games that have them. It
// is beside a wide table, above the prompt on a tablet, and a sheet on phones.

import { fairTab } from "../fair/tab.js";
import { colorSuits } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { headings } from "../parts/tables.js";
import { capitalize, displayText, joinWords } from "../parts/words.js";
import { chart } from "../rules/charts.js";
import { hands } from "../rules/parts.js";
import { roads, statistics } from "./felt/roads.js";
import { KEYS } from "./keys.js";
import { buttons } from "./prompt/buttons.js";
import { endResults, logSentences, pointsTable, reasonText, resultList } from "./results.js";
import { plainName } from "./view.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @type {Record<string, (t: TablePage) => any>} */
const TABS = {
  Roads: roadsTab,
  Shoe: (t) => statistics(t.picture?.display),
  Round: roundTab,
  Pots: potsTab,
  Pays: paysTab,
  Rules: rulesTab,
  Charts: chartsTab,
  Fair: fairTab,
  Keys: keysTab,
};

/** Tabs that only some games have. @type {Record<string, (t: TablePage) => boolean>} */
const SHOWN_IF = {
  Roads: (t) => Boolean(t.cloth?.roads),
  Shoe: (t) => !t.cloth?.roads && Boolean(t.picture?.display?.["this shoe"]),
  Pots: (t) => t.cloth?.felt === "poker",
  Pays: (t) =>
    t.cloth?.felt !== "poker" || Boolean(t.rules()?.pay_tables.some((/** @type {any} */ table) => table.in_force)),
  Charts: (t) => Boolean(t.rules()?.charts.length),
};

/** @param {TablePage} t */
export const tabs = (t) => Object.keys(TABS).filter((name) => SHOWN_IF[name]?.(t) ?? true);

/** The tab of a single chart has the chart's name: "House Way". @param {TablePage} t @param {string} tab */
const tabLabel = (t, tab) =>
  tab === "Charts" && t.rules()?.charts.length === 1 ? t.rules().charts[0].title.replace(/^The /, "") : tab;

/** @param {TablePage} t */
export function drawer(t) {
  if (t.size === "phone") return null;
  return h("aside.drawer", { key: "drawer", "aria-label": "About this round" }, drawerTabs(t));
}

/** @param {TablePage} t */
export function drawerTabs(t) {
  const all = tabs(t);
  const open = all.includes(t.ui.tab) ? t.ui.tab : defaultTab(t, all);
  const results = t.size !== "phone" && (open === "Round" || open === "Roads") ? endResults(t) : [];
  const points = t.size !== "phone" && open === "Round" ? pointsTable(t) : null;
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const next = all[(all.indexOf(open) + by + all.length) % all.length];
    t.showTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return [
    h(
      "div",
      { role: "tablist", key: "tabs", "aria-label": "About this round", onkeydown: move },
      all.map((name) =>
        h(
          "button",
          {
            key: name,
            id: `tab-${name}`,
            role: "tab",
            "aria-selected": String(name === open),
            tabindex: name === open ? "0" : "-1",
            "aria-controls": "tab-body",
            onclick: () => t.showTab(name),
          },
          tabLabel(t, name),
        ),
      ),
    ),
    (open === "Round" || results.length > 0) &&
      t.size !== "phone" &&
      h(
        "div.outcome", // it has the same height in every moment
        { key: "outcome" },
        points,
        results.length && !(points && t.size === "tablet")
          ? resultList(t, results)
          : !points &&
              h("div.res.none", { key: "results" }, h("p", null, "Results are listed here when the round ends.")),
      ),
    h(
      "div.body",
      {
        key: `body ${open}`,
        class: open === "Round" && !(t.moment === "over" && all.includes("Roads")) ? "newest" : "",
        id: "tab-body",
        role: "tabpanel",
        "aria-labelledby": `tab-${open}`,
        tabindex: "0",
      },
      TABS[open](t),
    ),
  ];
}

/**
 * The tab that is open until the viewer chooses one: roads if there is a shoe, pay tables while betting.
 * @param {TablePage} t
 * @param {string[]} all
 */
const defaultTab = (t, all) =>
  all.includes("Roads") && t.moment !== "over" ? "Roads" : t.moment === "bets" && t.size !== "phone" ? "Pays" : "Round";

/** @param {TablePage} t */
function roadsTab(t) {
  return t.cloth?.roads ? roads(t.hands, t.picture?.display, t.cloth.roads, t.size === "wide" ? 28 : 14) : null;
}

/** @param {TablePage} t */
function roundTab(t) {
  const picture = t.picture;
  if (!picture) return h("p.muted", null, "No round has been dealt yet.");
  if (!picture.happened?.length)
    return [
      h("p.muted", { key: "none" }, "Nothing has happened in this round yet."),
      t.lastResults.length
        ? h("p", { key: "before" }, h("button.btn.small", { onclick: () => t.openResults() }, "Why? The last round"))
        : null,
    ];
  const chapter = `${(t.cloth?.source ?? "").split(", ").slice(0, 2).join(", ")}, `;
  return [
    picture.over && tabs(t).includes("Roads") && t.size === "wide" ? roadsTab(t) : null,
    h(
      "ol.log",
      { key: "log" },
      logSentences(picture.happened ?? []).map((line, at) =>
        h(
          "li",
          {
            key: at,
            class: [
              line.kind === "cards" && (line.mine || line.says.startsWith("Board")) ? "st" : "",
              line.mine ? "own" : "",
            ]
              .filter(Boolean)
              .join(" "),
          },
          colorSuits(line.says),
          line.explains ? h("span.ex", null, displayText(line.explains)) : null,
          line.cite ? h("span.ct", null, line.cite.replace(chapter, "")) : null,
        ),
      ),
    ),
  ];
}

/** The pots: who can win each, and the collection; after the round, who won. @param {TablePage} t */
function potsTab(t) {
  const { pots: all = [], results = [], over } = t.picture ?? {};
  const name = (/** @type {number} */ seat) => {
    const at = t.places.find((place) => place.seat === seat && !place.behind);
    return at?.you ? "you" : (at?.name ?? `seat ${seat}`);
  };
  const won = over ? results.filter((each) => each.won) : [];
  const fees = results.filter((each) => each.label === "Collection" && !each.spot);
  return h(
    "div.potlist",
    { key: "pots" },
    h(
      "dl.kv",
      null,
      all.map((pot) => [
        h(
          "dt",
          { key: `t ${pot.name}` },
          pot.name,
          pot.seats?.length ? h("span.small.muted", null, `for ${joinWords(pot.seats.map(name), "or")}`) : null,
        ),
        h(
          "dd.num",
          { key: `d ${pot.name}` },
          h("b", null, dollars(pot.amount)),
          pot.fee ? h("span.small.muted", null, ` after a ${dollars(pot.fee)} collection`) : null,
        ),
      ]),
      won.map((each, at) => [
        h(
          "dt",
          { key: `w ${at}` },
          each.label,
          h("span.small.muted", null, `${each.mine ? "You" : plainName(each.name)}. ${reasonText(each)}`),
        ),
        h("dd.num", { key: `s ${at}` }, h("b", { class: each.mine ? "win" : "" }, dollars(each.net))),
      ]),
      over
        ? fees.map((each, at) => [
            h("dt", { key: `f ${at}` }, "Collection", h("span.small.muted", null, each.why)),
            h("dd.num", { key: `c ${at}` }, dollars(-each.net)),
          ])
        : null,
    ),
    !all.length && !won.length
      ? h(
          "p.muted",
          { key: "none" },
          "The pot is empty. Bets stay in front of the players until the betting round ends.",
        )
      : null,
    collection(t),
  );
}

/** The posted collection. @param {TablePage} t */
const collection = (t) =>
  t.picture?.collection?.length
    ? h(
        "div",
        { key: "collection" },
        h("h3", null, "Collection"),
        t.picture.collection.map((line) => h("p.small", null, line)),
      )
    : null;

/** @param {TablePage} t */
const rulesLink = (t) => h("p", { key: "more" }, h("a", { href: t.rulesPage }, "All rules of this game"));

/** The aim, the round and the hands, to read without leaving the table. @param {TablePage} t */
function rulesTab(t) {
  const rules = t.rules();
  if (!rules) return h("p", { key: "loading" }, "Loading the rules.");
  return h(
    "div.rules-tab",
    { key: "rules" },
    h("p.big", null, rules.aim?.text),
    h("h3", null, "A round"),
    h(
      "ol",
      null,
      (rules.steps ?? []).map((/** @type {any} */ step, /** @type {number} */ at) => h("li", { key: at }, step.text)),
    ),
    rules.notes?.notes?.length
      ? [
          h("h3", { key: "notes" }, capitalize(rules.notes.title ?? "Good to know")),
          h(
            "ul",
            { key: "noted" },
            rules.notes.notes.map((/** @type {any} */ step, /** @type {number} */ at) =>
              h("li", { key: at }, step.text),
            ),
          ),
        ]
      : null,
    (rules.hands ?? []).map((/** @type {any} */ each) => hands(rules, each)),
    h("p", null, h("a", { href: t.rulesPage, target: "_blank", rel: "noopener" }, "All rules in a new tab")),
  );
}

/** Charts that players or dealers must follow. @param {TablePage} t */
function chartsTab(t) {
  const chapter = `${(t.cloth?.source ?? "").split(", ").slice(0, 2).join(", ")}, `;
  return h(
    "div.charts",
    { key: "charts" },
    (t.rules()?.charts ?? []).map((/** @type {import("../rules/charts.js").Chart} */ each) =>
      chart(each, each.cite.replace(chapter, "")),
    ),
    rulesLink(t),
  );
}

/** The wagers of a pay table that its printed title does not name. @param {any} table */
const wagersNotInTitle = (table) =>
  joinWords(
    table.wagers.filter((/** @type {string} */ name) => !table.title.toLowerCase().includes(name.toLowerCase())),
  );

/** @param {TablePage} t */
function paysTab(t) {
  const rules = t.rules();
  if (!rules) return h("p.muted", null, "Loading the pay tables.");
  const tables = (rules.pay_tables ?? []).filter((/** @type {any} */ table) => table.in_force);
  return h(
    "div.pays",
    { key: "pays" },
    tables.map((/** @type {any} */ table) =>
      h(
        "table.paytab",
        { key: table.title + table.id },
        headings([
          h("th", { colspan: 2, scope: "colgroup" }, [wagersNotInTitle(table), table.title].filter(Boolean).join(": ")),
        ]),
        h(
          "tbody",
          null,
          table.lines.map((/** @type {any} */ line) =>
            h("tr", { key: line.line }, h("td", null, line.line), h("td", null, line.pays)),
          ),
          table.others && h("tr", { key: "others" }, h("td", null, "all other"), h("td", null, table.others)),
        ),
      ),
    ),
    !tables.length
      ? h("p.muted", { key: "none" }, "Players play against each other here, so there is no pay table.")
      : null,
    collection(t),
    rulesLink(t),
  );
}

/** @param {TablePage} t */
function keysTab(t) {
  return h(
    "dl.keys",
    { key: "keys" },
    KEYS.filter(([, , here]) => here?.(t) ?? true).map(([letters, says]) => [
      h(
        "dt",
        { key: letters },
        letters.split(" ").map((each) => h("kbd", { key: each }, each)),
      ),
      h("dd", { key: says }, says),
    ]),
    t.prompt && !t.betting
      ? buttons(t, t.prompt).map((each) => [
          h("dt", { key: `o ${each.key}` }, h("kbd", null, each.key.toUpperCase())),
          h("dd", { key: `o ${each.label}` }, each.label),
        ])
      : null,
  );
}
