// The rules of every game and rule set: the teaching page, pay tables, what it costs, and what tells sets apart.

import { suited } from "./card.js";
import { chart } from "./charts.js";
import { h } from "./dom.js";
import { costs } from "./edges.js";
import { dollars } from "./money.js";
import { api } from "./net.js";
import { empty, failed, labelled, Page, select, swatch } from "./site.js";
import { capital } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */

const where = new URLSearchParams(location.search);
/** @type {Page} */
const page = new Page("rules", content);
/** @type {any[]} */
let games = [];
/** @type {any} */
let rules = null;
/** @type {any} */
let edges = null;
/** Whether there is a certificate. @type {any} */
let certified = null;
/** Differences from other sets, by the other's name. @type {Map<string, any[]>} */
const others = new Map();
let missing = "";

const address = (/** @type {string} */ game, /** @type {string} */ set) =>
  `rules?game=${encodeURIComponent(game)}&set=${encodeURIComponent(set)}`;

function content() {
  if (missing) return empty(missing, h("a.btn", { href: "rules" }, "All games"));
  if (!where.get("game")) return list();
  return rules ? sheet() : h("div.lay", null, h("p.muted", null, "The rules are on their way."));
}

/** All games and sets. */
function list() {
  const families = [...new Set(games.map((game) => game.family))];
  return h(
    "div.wrap",
    null,
    h("div.head", null, h("h1", null, "Rules")),
    h("p.muted", null, "Each game as its document has it, in our own words, with the chapter that each rule is from."),
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

/** The parts of the page that have something to say, with their titles. @returns {[string, string, Child][]} */
function parts() {
  const it = rules;
  /** @type {[string, string, Child][]} */
  const all = [
    ["costs", "What it costs", it.bank.who === "none" ? null : costs(edges, () => page.draw())],
    [
      "table",
      "The table",
      h(
        "ul.src",
        null,
        it.facts.map((/** @type {string} */ fact) => h("li", null, `${capital(fact)}.`)),
      ),
    ],
    [
      "round",
      "The round",
      it.steps.length &&
        h(
          "ol.steps",
          null,
          it.steps.map((/** @type {any} */ step) => h("li", null, h("p", null, step.text), cite(step.cite))),
        ),
    ],
    ["wagers", "Wagers", it.wagers.length && wagers()],
    ["pays", "Pay tables", it.printed.length && it.printed.map(payTable)],
    ["outcomes", "Who wins what", it.outcomes && outcomes()],
    ["hands", "Hands", it.hands.length && it.hands.map(hands)],
    [
      "notes",
      it.notes?.title ?? "",
      it.notes &&
        h(
          "ol.steps",
          null,
          it.notes.notes.map((/** @type {any} */ note) => h("li", null, h("p", null, note.text), cite(note.cite))),
        ),
    ],
    [
      "charts",
      "Charts",
      it.charts.length &&
        it.charts.map((/** @type {import("./charts.js").Chart} */ each) => chart(each, chapter(each.cite))),
    ],
    ["settled", "Who is settled first", it.settlement && settlement()],
    ["jackpots", "Jackpots", it.jackpots.length && it.jackpots.map(jackpot)],
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
      "Words at the table",
      it.display.length &&
        it.display.map((/** @type {any} */ each) =>
          h("p.cite", null, each.text, h("span.faint", null, chapter(each.cite))),
        ),
    ],
    ["house", "House rules", it.house_rules.length && houseRules()],
    ["sets", "Other rule sets", [...others].length && [...others].map(differs)],
    ["certificate", "Certificate", certificate()],
    ["sources", "Sources", sources()],
  ];
  return all.filter(([, , inside]) => inside);
}

function sheet() {
  const it = rules;
  const game = games.find((each) => each.game === it.game);
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
        swatch(game?.felt ?? "poker"),
        h(
          "div",
          null,
          h("h1", null, it.name),
          h("p.muted", null, [it.source.document, it.id, it.source.date].filter(Boolean).join(", ")),
        ),
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
        glance().map(([name, says]) => h("div", { key: name }, h("dt", null, name), h("dd", null, says))),
      ),
      h(
        "div.go",
        null,
        h("a.btn", { href: `./?find=${encodeURIComponent(it.name)}` }, "Find a table"),
        h("a.btn.quiet", { href: "rules" }, "All games"),
      ),
      all.map(([id, title, inside]) =>
        h("section", { id, key: id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), inside),
      ),
    ),
  );
}

/** @returns {[string, string][]} */
function glance() {
  const { seats, deck, bank, limits } = rules;
  const banks =
    bank.who === "player-dealer"
      ? `a player${bank.rounds ? `, ${bank.rounds} rounds at a time` : ""}`
      : bank.who === "house"
        ? "the house"
        : "nobody: players against each other";
  return [
    ["Seats", `${seats.least} to ${seats.most}${seats.second_circles ? ", second circles" : ""}`],
    ["Cards", `${deck.cards}${deck.shoe ? ", from a shoe" : deck.decks > 1 ? ", two decks take turns" : ""}`],
    ["Bank", banks],
    [
      "Limits",
      limits
        ? `${dollars(limits.minimum)} to ${dollars(limits.maximum)}`
        : (games
            .find((each) => each.game === rules.game)
            ?.sets.find((/** @type {any} */ set) => set.set === rules.rules)?.stakes ?? ""),
    ],
  ];
}

/** The chapter alone: the document stands above. @param {string} text */
const chapter = (text) => text.replaceAll(`${rules.source.document}, ${rules.source.section}, `, "");
/** @param {string} text */
const cite = (text) => h("p.side", null, chapter(text));

function wagers() {
  return h(
    "div.scroll",
    null,
    h(
      "table.figures.words",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Wager", "When", "Rule", "Printed in"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        rules.wagers.map((/** @type {any} */ wager) =>
          h(
            "tr",
            { key: wager.wager },
            h("th", { scope: "row" }, wager.label),
            h("td", null, wager.when),
            h("td", null, capital(wager.terms)),
            h("td.faint", null, chapter(wager.cite)),
          ),
        ),
      ),
    ),
  );
}

/** A pay table with all the columns that are printed; the one in force is bold, and said above. @param {any} table */
function payTable(table) {
  const several = table.ids.length > 1;
  const column = (/** @type {number} */ at) => (several && table.marked[at] ? "td.now" : "td");
  return h(
    "div.pt",
    { key: table.title, class: table.ids.length > 3 ? "many" : "" },
    h("h3", null, [table.title, !several && table.ids[0] && ` (${table.ids[0]})`]),
    h(
      "div.scroll",
      null,
      h(
        "table.figures",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "Result"),
            several
              ? table.ids.map((/** @type {string} */ id, /** @type {number} */ at) =>
                  h(table.marked[at] ? "th.now" : "th", { scope: "col", key: id }, id),
                )
              : h("th", { scope: "col" }, "Pays"),
          ),
        ),
        h(
          "tbody",
          null,
          [...table.rows, ...(table.others.length ? [["all other", table.others]] : [])].map(([line, cells]) =>
            h(
              "tr",
              { key: line },
              h("th", { scope: "row" }, line),
              cells.map((/** @type {string} */ cell, /** @type {number} */ at) => h(column(at), { key: at }, cell)),
            ),
          ),
        ),
      ),
    ),
    h("p.side", null, [table.note && `${capital(table.note)}. `, table.cite]),
  );
}

function outcomes() {
  const { wagers: names, cases } = rules.outcomes;
  return [
    h(
      "div.scroll",
      null,
      h(
        "table.figures.words",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "If"),
            names.map((/** @type {string} */ name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          null,
          cases.map((/** @type {any} */ each) =>
            h(
              "tr",
              { key: each.case },
              h("th", { scope: "row" }, capital(each.case)),
              each.results.map((/** @type {any} */ result) => h("td", null, result.result)),
            ),
          ),
        ),
      ),
    ),
    cite(rules.outcomes.cite),
  ];
}

/** @param {any} ranking */
function hands(ranking) {
  return h(
    "div.pt",
    { key: ranking.title },
    h("h3", null, ranking.title),
    h(
      "table.figures.words.ranks",
      null,
      h("thead.sr", null, h("tr", null, h("th", { scope: "col" }, "Hand"), h("th", { scope: "col" }, "Example"))),
      h(
        "tbody",
        null,
        ranking.examples.map((/** @type {any} */ each) =>
          h(
            "tr",
            { key: each.hand },
            h("th", { scope: "row" }, capital(each.hand)),
            h("td.num", null, suited(each.cards)),
          ),
        ),
      ),
    ),
    h("p.side", null, [ranking.note && `${ranking.note} `, chapter(ranking.cite)]),
  );
}

function settlement() {
  const it = rules.settlement;
  return [it.says.map((/** @type {string} */ line) => h("p", { key: line }, `${capital(line)}.`)), cite(it.cite)];
}

/** @param {any} it */
const jackpot = (it) => h("div.pt", { key: it.jackpot }, h("p", null, `${it.says}.`), cite(it.cite));

function houseRules() {
  return h(
    "dl.hr",
    null,
    rules.house_rules
      .filter((/** @type {any} */ rule) => rule.applies)
      .map((/** @type {any} */ rule) =>
        h(
          "div",
          { key: rule.name },
          h("dt", null, h("span.mono", null, rule.name), ": ", h("b", null, rule.shown), ` (${rule.standing})`),
          h("dd", null, `${rule.says} May be ${rule.may}${rule.terms ? `; ${rule.terms}` : ""}.`, cite(rule.cite)),
        ),
      ),
  );
}

/** @param {[string, any[]]} pair */
function differs([other, found]) {
  return h(
    "div.pt",
    { key: other },
    h("h3", null, `${other} is otherwise`),
    found.length
      ? h(
          "div.scroll",
          null,
          h(
            "table.figures.words",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["", "Here", other].map((name) => h("th", { scope: "col" }, name)),
              ),
            ),
            h(
              "tbody",
              null,
              found.map((each) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row" }, `${each.topic}: ${each.what}`),
                  h("td", null, each.first),
                  h("td", null, each.second),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", null, "Nothing that binds: the two differ in words alone."),
  );
}

const FILES = /** @type {[string, string][]} */ ([
  ["html", "Read it"],
  ["json", "Everything (JSON)"],
  ["lines.csv", "Lines (CSV)"],
  ["wagers.csv", "Wagers (CSV)"],
]);

/** The files for a test lab, where this set can be counted. */
function certificate() {
  if (!certified || certified.state === "none") return null;
  const path = `/api/games/${encodeURIComponent(rules.game)}/${encodeURIComponent(rules.rules)}/certificate`;
  return [
    h(
      "p.note",
      null,
      "For a test lab: every wager under every pay table, line by line, each number as a fraction, beside the figures that the document prints, with the method and the digest of these rules.",
    ),
    certified.state === "made"
      ? h(
          "div.go",
          { key: "files" },
          FILES.map(([kind, name]) =>
            h(
              "a.btn",
              {
                key: kind,
                href: `${path}/${kind}`,
                ...(kind === "html" ? { target: "_blank", rel: "noopener" } : { download: "" }),
              },
              name,
            ),
          ),
        )
      : h(
          "div.go",
          { key: "make" },
          h(
            "button.btn",
            { onclick: () => certify(path), disabled: certified.state === "in progress" },
            certified.state === "in progress" ? "It is being counted" : "Make the certificate",
          ),
        ),
    h(
      "p.small.muted",
      { role: "status" },
      certified.state === "made"
        ? "It was counted here, by this server's program."
        : certified.state === "in progress"
          ? "That takes from some seconds to a minute."
          : "It is counted when somebody asks for it; that takes from some seconds to a minute.",
    ),
    h(
      "p.small.muted",
      null,
      "The same files are made by ",
      h("span.mono", null, `cardroom certify ${rules.game} --rules ${rules.rules}`),
      ".",
    ),
  ];
}

/** @param {string} path */
async function certify(path) {
  try {
    certified = await api(path, {});
    while (certified.state === "in progress") {
      page.draw();
      await new Promise((go) => setTimeout(go, 1000));
      certified = await api(path);
    }
  } catch (error) {
    failed(error);
  }
  page.draw();
}

function sources() {
  const it = rules;
  return [
    h("p", null, it.printed_in),
    h(
      "ul.src.small.muted",
      null,
      it.places.map((/** @type {string} */ place) => h("li", { key: place }, place)),
    ),
    h(
      "p.small.muted",
      null,
      "The rules are their publishers'; they are stated here in our own words and cited chapter by chapter.",
    ),
    h("p.mono.faint", null, `rules ${it.digest}, script ${it.script}`),
  ];
}

/** The exact figures: they may have to be counted first. @param {string} path */
async function counted(path) {
  for (let again = 0; again < 60; again += 1) {
    edges = await api(`${path}/edges`).catch(() => null);
    page.draw();
    if (edges?.state !== "in progress") return;
    await new Promise((go) => setTimeout(go, 2000));
  }
}

page.draw();
try {
  [games] = await Promise.all([api("/api/games"), page.open()]);
  const slug = where.get("game");
  if (slug) {
    const game = games.find((each) => each.game === slug);
    const set = where.get("set") || game?.sets[0]?.set || "500-club";
    const path = `/api/games/${encodeURIComponent(slug)}/${encodeURIComponent(set)}`;
    rules = await api(path);
    document.title = `${rules.name} · cardroom`;
    page.draw();
    if (rules.bank.who !== "none") void counted(path);
    const names = (game?.sets ?? [])
      .map((/** @type {any} */ other) => other.set)
      .filter((/** @type {string} */ other) => other !== set);
    const [made, ...found] = await Promise.all([
      api(`${path}/certificate`),
      ...names.map((/** @type {string} */ other) => api(`${path}/against/${encodeURIComponent(other)}`)),
    ]);
    certified = made;
    for (const [at, other] of names.entries()) others.set(other, found[at]);
    page.draw();
    if (location.hash) requestAnimationFrame(() => document.querySelector(location.hash)?.scrollIntoView());
  }
} catch (error) {
  if (/** @type {any} */ (error).status === 404) missing = /** @type {Error} */ (error).message;
  else failed(error);
}
page.draw();
