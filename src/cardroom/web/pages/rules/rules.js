// The rules page of a game and rule set: lesson, pay tables, edges, and differences from other sets.

import { h } from "../parts/dom.js";
import { gameMark } from "../parts/game-mark.js";
import { api } from "../parts/net.js";
import { emptyNote, labelled, Page, select, showError } from "../parts/site.js";
import { capitalize } from "../parts/words.js";
import { Certificate } from "./certificate.js";
import { chart } from "./charts.js";
import { edgeReport } from "./edges.js";
import {
  atAGlance,
  citation,
  differences,
  hands,
  houseRules,
  jackpot,
  outcomes,
  payTable,
  settlement,
  shortCite,
  sources,
  wagers,
} from "./parts.js";
import { strategyCard } from "./strategy.js";

/** @typedef {import("../parts/dom.js").Child} Child */

const query = new URLSearchParams(location.search);
/** @type {Page} */
const page = new Page("rules", content);
/** @type {any[]} */
let games = [];
/** @type {any} */
let rules = null;
/** @type {any} */
let edges = null;
/** @type {Certificate | null} */
let certificate = null;
/** Differences from other rule sets, by their names. @type {Map<string, any[]>} */
const differencesBySet = new Map();
let missing = "";

const address = (/** @type {string} */ game, /** @type {string} */ set) =>
  `rules?game=${encodeURIComponent(game)}&set=${encodeURIComponent(set)}`;

function content() {
  if (missing) return emptyNote(missing, h("a.btn", { href: "rules" }, "All games"));
  if (!query.get("game")) return list();
  return rules ? rulesSheet() : h("div.lay", null, h("p.muted", null, "Loading the rules."));
}

/** All games and sets. */
function list() {
  const families = [...new Set(games.map((game) => game.family))];
  return h(
    "div.wrap",
    null,
    h("div.head", null, h("h1", null, "Rules")),
    h("p.muted", null, "Each game as its rule document defines it, in our own words. Every rule cites its chapter."),
    h(
      "div.list",
      null,
      families.map((name) =>
        h(
          "section",
          { key: name },
          h("h2", null, name),
          h(
            "ul",
            null,
            games
              .filter((game) => game.family === name)
              .map((game) =>
                h(
                  "li",
                  { key: game.game },
                  h("a", { href: address(game.game, game.sets[0].set) }, game.name),
                  game.sets.length > 1 &&
                    h(
                      "div.sets",
                      null,
                      game.sets.map((/** @type {any} */ set) =>
                        h(
                          "a",
                          { key: set.set, href: address(game.game, set.set), "aria-label": `${game.name}, ${set.set}` },
                          set.set,
                        ),
                      ),
                    ),
                ),
              ),
          ),
        ),
      ),
    ),
  );
}

/** The sections that are not empty, with their titles. @returns {[string, string, Child][]} */
function parts() {
  const it = rules;
  /** @type {[string, string, Child][]} */
  const all = [
    [
      "departures",
      "Departures from the document",
      it.departures.length &&
        h(
          "ul.src",
          null,
          it.departures.map((/** @type {string} */ each) => h("li", { key: each }, each)),
        ),
    ],
    ["costs", "What it costs", it.bank.who === "none" ? null : edgeReport(edges, () => page.draw())],
    ["play", "How to play", strategyCard(it, edges)],
    [
      "table",
      "The table",
      h(
        "ul.src",
        null,
        it.facts.map((/** @type {string} */ fact) => h("li", null, `${capitalize(fact)}.`)),
      ),
    ],
    [
      "round",
      "The round",
      it.steps.length &&
        h(
          "ol.steps",
          null,
          it.steps.map((/** @type {any} */ step) => h("li", null, h("p", null, step.text), citation(it, step.cite))),
        ),
    ],
    ["wagers", "Wagers", it.wagers.length && wagers(it)],
    ["pays", "Pay tables", it.printed.length && it.printed.map(payTable)],
    ["outcomes", "Who wins what", it.outcomes && outcomes(it, it.outcomes)],
    ["hands", "Hands", it.hands.length && it.hands.map((/** @type {any} */ ranking) => hands(it, ranking))],
    [
      "notes",
      it.notes?.title ?? "",
      it.notes &&
        h(
          "ol.steps",
          null,
          it.notes.notes.map((/** @type {any} */ note) =>
            h("li", null, h("p", null, note.text), citation(it, note.cite)),
          ),
        ),
    ],
    [
      "charts",
      "Charts",
      it.charts.length &&
        it.charts.map((/** @type {import("./charts.js").Chart} */ each) => chart(each, shortCite(it, each.cite))),
    ],
    ["settled", "Order of settlement", it.settlement && settlement(it, it.settlement)],
    ["jackpots", "Jackpots", it.jackpots.length && it.jackpots.map((/** @type {any} */ each) => jackpot(it, each))],
    [
      "collection",
      "Collection",
      it.posted.length &&
        h(
          "ul.src",
          null,
          it.posted.map((/** @type {string} */ line) => h("li", null, line)),
        ),
    ],
    [
      "display",
      "Notices at the table",
      it.display.length &&
        it.display.map((/** @type {any} */ each) =>
          h("p.cite", null, each.text, h("span.faint", null, shortCite(it, each.cite))),
        ),
    ],
    ["house", "House rules", it.house_rules.length && houseRules(it)],
    ["sets", "Other rule sets", [...differencesBySet].length && [...differencesBySet].map(differences)],
    ["certificate", "Certificate", certificate?.section()],
    ["sources", "Sources", sources(it)],
  ];
  return all.filter(([, , inside]) => inside);
}

function rulesSheet() {
  const it = rules;
  const game = games.find((each) => each.game === it.game);
  const stakes = game?.sets.find((/** @type {any} */ set) => set.set === it.rules)?.stakes ?? "";
  const all = parts();
  return h(
    "div.lay",
    null,
    h(
      "nav.toc",
      { "aria-label": "On this page" },
      h("span.small.muted", null, "On this page"),
      all.map(([id, title]) => h("a", { key: id, href: `#${id}` }, title)),
    ),
    h(
      "div.text",
      null,
      h(
        "div.hd",
        null,
        gameMark(game?.felt ?? "poker"),
        h("div", null, h("h1", null, it.name), h("p.muted", null, it.printed_in)),
        game?.sets.length > 1 &&
          h(
            "div.set",
            null,
            labelled(
              "Rule set",
              select(
                "set",
                it.rules,
                game.sets.map((/** @type {any} */ set) => [set.set, set.set]),
                (set) => (location.href = address(it.game, set)),
              ),
            ),
          ),
      ),
      h("p.lead", null, it.aim.text),
      h(
        "dl.glance",
        null,
        atAGlance(it, stakes).map(([name, says]) => h("div", { key: name }, h("dt", null, name), h("dd", null, says))),
      ),
      h(
        "div.go",
        null,
        h("a.btn", { href: `./?find=${encodeURIComponent(it.name)}` }, "Find a table"),
        it.trainer && h("a.btn", { href: `trainer?game=${it.game}&set=${it.rules}` }, "Practise decisions"),
        h("a.btn.quiet", { href: "rules" }, "All games"),
      ),
      all.map(([id, title, inside]) =>
        h("section", { id, key: id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), inside),
      ),
    ),
  );
}

/** Load the exact figures, which the server may have to compute first. @param {string} path */
async function loadEdges(path) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    edges = await api(`${path}/edges`).catch(() => null);
    page.draw();
    if (edges?.state !== "in progress") return;
    await new Promise((go) => setTimeout(go, 2000));
  }
}

page.draw();
try {
  [games] = await Promise.all([api("/api/v1/games"), page.open()]);
  const slug = query.get("game");
  if (slug) {
    const game = games.find((each) => each.game === slug);
    const set = query.get("set") || game?.sets[0]?.set || "500-club";
    const path = `/api/v1/games/${encodeURIComponent(slug)}/${encodeURIComponent(set)}`;
    rules = await api(path);
    document.title = `${rules.name} · cardroom`;
    page.draw();
    if (rules.bank.who !== "none") void loadEdges(path);
    const names = (game?.sets ?? [])
      .map((/** @type {any} */ other) => other.set)
      .filter((/** @type {string} */ other) => other !== set);
    const [made, ...found] = await Promise.all([
      api(`${path}/certificate`),
      ...names.map((/** @type {string} */ other) => api(`${path}/against/${encodeURIComponent(other)}`)),
    ]);
    certificate = new Certificate(rules, path, made, () => page.draw());
    for (const [at, other] of names.entries()) differencesBySet.set(other, found[at]);
    page.draw();
    if (location.hash) requestAnimationFrame(() => document.querySelector(location.hash)?.scrollIntoView());
  }
} catch (error) {
  if (/** @type {any} */ (error).status === 404) missing = /** @type {Error} */ (error).message;
  else showError(error);
}
page.draw();
