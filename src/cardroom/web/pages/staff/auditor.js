// The audit page: one verdict, what was checked and when, findings, and any round by table and number, player or time.
// All staff but cashiers recall rounds. Operators and auditors also audit the books and check the program's files.

import { h } from "../parts/dom.js";
import { signed, withCommas } from "../parts/money.js";
import { api } from "../parts/net.js";
import {
  attempt,
  formValues,
  hallSwitch,
  labelled,
  Page,
  poll,
  showError,
  staffOnly,
  timeText,
} from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { headings, rowOf } from "../parts/tables.js";
import { columnsOf, pageHead, panel } from "./today/parts.js";

/** @typedef {import("../parts/types.js").AuditRun} AuditRun */

const ROLES = ["floor", "operator", "auditor"];
/** @type {Page} */
const page = new Page("auditor", () => staffOnly(page, ROLES, content));
const asked = new URLSearchParams(location.search);
let hall = asked.get("hall") === "play" ? "play" : "money";
/** @type {any[] | null} */
let rounds = null;
/** Where earlier rounds begin; 0 if there are none. */
let before = 0;
/** What the list is of: a player, a table, or rounds before a time. */
let search = { path: "played", says: "", until: 0 };
/** The field that finds rounds. */
let typed = asked.get("table") ?? "";
/** @type {string[]} */
let tables = [];
/** The audits, the latest first. @type {AuditRun[]} */
let runs = [];
/** @type {import("../parts/types.js").RoundsOfDay[]} */
let days = [];
/** @type {any} */
let program = null;

/** Whether the user may audit the books. */
const mayAudit = () => page.may("operator", "auditor");

/** What each check proves, and the word for what it counts. @type {Record<string, [string, string, string]>} */
const CHECKS = {
  seals: ["Seals", "The deck of a round is the one that was promised before it.", "rounds"],
  chain: ["Chain", "No record was changed, taken out or put in.", "entries"],
  replays: ["Replays", "Each round, played again from its deck, pays the same.", "rounds"],
  ledger: ["Ledger", "All transfers add up to zero, and every order had its second person.", "accounts"],
  jackpots: ["Jackpots", "A meter is its seed plus contributions minus prizes.", "jackpots"],
  rules: ["Rules", "Every table ran a rule set that the books hold word for word.", "rule sets"],
};

function content() {
  return h(
    "div.op.day",
    null,
    pageHead(
      "Audit",
      "What can be proved about every round, card and dollar, and when it was last proved.",
      hallSwitch(hall, (to) => {
        hall = to;
        rounds = null;
        [runs, days, search] = [[], [], { path: "played", says: "", until: 0 }];
        page.draw();
        void load().catch(showError);
      }),
      mayAudit() &&
        h(
          "button.btn",
          { class: runs.length ? "" : "act", onclick: startAudit, disabled: running() },
          runs.length ? "Run all again" : "Run the first audit",
        ),
    ),
    h(
      "div.daygrid",
      null,
      h("div.op-col", null, mayAudit() && verdictPanel(), dayPanel(), mayAudit() && runPanel()),
      h("div.op-col", null, findingPanel(), recallPanel()),
    ),
  );
}

const running = () => runs[0]?.state === "in progress";
/** The last audit that came to its end. */
const lastRun = () => runs.find((each) => each.state === "done");

function verdictPanel() {
  const now = runs[0];
  const last = lastRun();
  const failed = now && !running() && now.state !== "done";
  const [look, mark, title] = running()
    ? /** @type {const} */ (["", "history", "Checking the books"])
    : failed
      ? /** @type {const} */ (["bad", "info", "The audit did not finish"])
      : !last
        ? /** @type {const} */ (["", "history", "Not proved yet"])
        : last.holds && program?.holds !== false
          ? /** @type {const} */ (["good", "seal", "Everything agrees"])
          : /** @type {const} */ (["bad", "info", "Something does not agree"]);
  const share = now?.total ? Math.round((100 * now.done) / now.total) : 0;
  return h(
    "section.panel.board",
    { key: "verdict", "aria-label": "Verdict" },
    h(
      "div.verdict",
      { class: look, role: "status" },
      icon(mark),
      h("div", null, h("b", null, title), h("span.small.muted", null, verdictText(now, last))),
    ),
    running() &&
      h(
        "div.pad",
        { key: "going" },
        h(
          "div.progress",
          {
            role: "progressbar",
            "aria-label": "Audit",
            "aria-valuenow": share,
            "aria-valuemin": 0,
            "aria-valuemax": 100,
          },
          h("i", { style: { width: `${share}%` } }),
        ),
      ),
    h(
      "table.figures.checks",
      null,
      headings(
        ["Check", "Result", "Last run", ""].map((name) =>
          h("th", { scope: "col", class: name === "Last run" ? "wide" : "" }, name || h("span.sr", null, "Again")),
        ),
      ),
      h(
        "tbody",
        null,
        Object.entries(CHECKS).map(([id, [name, says, unit]]) => {
          const check = last?.checks.find((each) => each.name === id);
          return checkRow(
            name,
            says,
            check ? `${withCommas(check.count)} ${unit}` : "not yet",
            check?.findings ?? null,
            last?.ended ?? null,
            startAudit,
          );
        }),
        checkRow(
          "Program",
          "The files are those recorded when the card room opened.",
          program ? (program.holds ? "unchanged" : program.why) : "not yet",
          program ? Number(!program.holds) : null,
          program?.at ?? null,
          checkProgram,
        ),
      ),
    ),
  );
}

/** @param {AuditRun | undefined} now @param {AuditRun | undefined} last */
function verdictText(now, last) {
  if (now && running())
    return `${now.book || "Starting"}: ${withCommas(now.done)} of ${withCommas(now.total)} entries. Play goes on and has priority.`;
  if (now && now.state !== "done") return `${now.state}. Run it again.`;
  if (!last) return "No audit has run since the card room opened. Play goes on while one runs.";
  const seconds = Math.max(1, Math.round((last.ended ?? 0) - last.began));
  return `${timeText(last.ended ?? 0)}, by ${last.who}: ${withCommas(last.rounds)} rounds and ${withCommas(last.lines)} entries in ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}.`;
}

/**
 * @param {string} name
 * @param {string} says
 * @param {string} result
 * @param {number | null} findings null before the first run
 * @param {number | null} at
 * @param {() => void} again
 */
const checkRow = (name, says, result, findings, at, again) =>
  rowOf(
    name,
    [h("b", null, name), h("span.says", null, says)],
    h(
      "td",
      { class: findings === null ? "faint" : findings ? "no" : "ok" },
      result,
      !!findings && name !== "Program" && h("span.says", null, `${findings} found`),
    ),
    h("td.wide", null, at ? timeText(at) : "–"),
    h(
      "button.btn.small.quiet",
      { onclick: again, disabled: running() && name !== "Program", "aria-label": `Again: ${name}` },
      "Again",
    ),
  );

const dayPanel = () =>
  panel(
    "Rounds by day",
    mayAudit() ? "dark is proved" : null,
    null,
    days.some((each) => each.rounds)
      ? h(
          "div.pad",
          null,
          columnsOf(
            days.map((each) => ({
              name: String(Number(each.day.slice(8))),
              count: each.rounds,
              pale: each.proved < each.rounds,
            })),
            "Rounds by day",
          ),
        )
      : h("p.calm", null, "No round was played in the last 14 days."),
  );

function findingPanel() {
  const last = lastRun();
  if (!mayAudit() || !last || !(last.findings.length + last.remarks.length)) return null;
  return h(
    "section.panel.board",
    { key: "findings", class: last.findings.length ? "finding" : "", "aria-label": "Findings" },
    h(
      "h2",
      null,
      last.findings.length ? "Findings" : "Remarks",
      h("span", null, String(last.findings.length || last.remarks.length)),
    ),
    h(
      "ul.rec.pad",
      null,
      last.findings.slice(0, 30).map((each) => {
        const [, table, number] = /^(.+), entry (\d+): /.exec(each) ?? [];
        return h(
          "li",
          { key: each },
          h("span", null, each),
          tables.includes(table) &&
            h(
              "button.btn.small",
              { onclick: () => find(table), "aria-label": `Rounds of ${table}, ${number}` },
              "Rounds",
            ),
        );
      }),
      last.remarks.map((each) => h("li", { key: each }, h("span.muted", null, each))),
    ),
  );
}

const recallPanel = () =>
  panel(
    "Recall a round",
    page.may("auditor") ? "you see every card of a finished round" : "you see what everyone at the table saw",
    null,
    h(
      "div.pad",
      null,
      h(
        "form.line.noprint",
        {
          onsubmit: (/** @type {any} */ event) => {
            event.preventDefault();
            find(formValues(event.target).what);
          },
        },
        labelled(
          "Table and round, player, or time",
          h("input.field", {
            name: "what",
            value: typed,
            placeholder: "Table 9, 212",
            autocomplete: "off",
            list: "tables",
          }),
        ),
        h(
          "datalist",
          { id: "tables" },
          tables.map((name) => h("option", { key: name, value: name })),
        ),
        h("button.btn", null, "Find"),
      ),
      search.says && h("p.small.muted", null, search.says),
      rounds &&
        (rounds.length
          ? h(
              "ul.rec",
              { key: "rounds" },
              rounds.map((each) =>
                h(
                  "li",
                  { key: `${each.table} ${each.number}` },
                  h(
                    "span",
                    null,
                    h("b", null, `${each.table}, round ${each.number}`),
                    h(
                      "span.muted",
                      null,
                      `${timeText(each.at / 1e6)}${each.ended ? `, ${signed(each.net)}` : ""}: ${each.says.replaceAll("-$", "−$")}`,
                    ),
                  ),
                  h(
                    "a.btn.small",
                    { href: roundAddress(each), "aria-label": `Show ${each.table}, round ${each.number}` },
                    "Show",
                  ),
                ),
              ),
            )
          : h("p.calm", null, "No rounds found.")),
      rounds && before > 0 && h("div.go", null, h("button.btn", { onclick: () => loadMore() }, "Earlier rounds")),
    ),
  );

const runPanel = () =>
  panel(
    "Runs",
    "since the card room opened",
    null,
    runs.length
      ? h(
          "ul.rec.pad",
          null,
          runs.map((each) =>
            h(
              "li",
              { key: each.began },
              h(
                "span",
                null,
                h("b", null, timeText(each.began)),
                h(
                  "span.muted",
                  null,
                  `${each.who}: ${each.state !== "done" ? each.state : each.holds ? `all agrees, ${withCommas(each.rounds)} rounds` : `${each.findings.length} found`}`,
                ),
              ),
            ),
          ),
        )
      : h("p.calm", null, "None yet. On the machine, `cardroom audit` writes a checkpoint that can be kept elsewhere."),
  );

/** @param {{ table: string, number: number }} each */
const roundAddress = (each) => `history?hall=${hall}&table=${encodeURIComponent(each.table)}&round=${each.number}`;

/**
 * Find rounds by one text: "Table 9, 212" is a round, a table's name its rounds, "14:05" or a date with a time the
 * rounds before it, and any other text a player.
 * @param {string} text
 */
function find(text) {
  typed = text.trim();
  const known = (/** @type {string} */ name) => tables.find((each) => each.toLowerCase() === name.trim().toLowerCase());
  const [, name, number] = /^(.+?)(?:\s*,\s*(?:round\s+)?|\s+round\s+)(\d+)$/i.exec(typed) ?? [];
  if (name && number) {
    location.href = roundAddress({ table: known(name) ?? name, number: Number(number) });
    return;
  }
  const until = timeOf(typed);
  const table = known(typed);
  search = until
    ? { path: "played", says: `Rounds before ${timeText(until / 1e6)}`, until }
    : table
      ? { path: `tables/${encodeURIComponent(table)}/rounds`, says: `Rounds of ${table}`, until: 0 }
      : typed
        ? { path: `people/${encodeURIComponent(typed)}/rounds`, says: `Rounds of ${typed}`, until: 0 }
        : { path: "played", says: "", until: 0 };
  rounds = null;
  before = search.until;
  void loadMore();
}

/** A time of today, or a date with a time, in microseconds since 1970; 0 if the text is neither. @param {string} text */
function timeOf(text) {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hour) return new Date().setHours(Number(hour), Number(minute), 0, 0) * 1000;
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? (new Date(text.replace(" ", "T")).getTime() || 0) * 1000 : 0;
}

/** Load the rounds of the search, or earlier ones. */
async function loadMore() {
  await attempt(async () => {
    const answer = await api(`/api/v1/halls/${hall}/${search.path}?before=${before}&limit=12`);
    rounds = [...(rounds ?? []), ...answer.rounds];
    before = answer.before;
  });
  page.draw();
}

async function startAudit() {
  await attempt(async () => {
    await api(`/api/v1/halls/${hall}/audit`, {});
    await loadRuns();
    await checkProgram();
  });
}

async function checkProgram() {
  await attempt(async () => {
    program = { ...(await api("/api/v1/program/check", {})), at: Date.now() / 1000 };
    page.draw();
  });
}

async function loadRuns() {
  const at = hall;
  const found = await api(`/api/v1/halls/${at}/audits`);
  if (at !== hall) return;
  runs = found;
  page.draw();
}

async function load() {
  const at = hall;
  const [listed, played] = await Promise.all([
    api(`/api/v1/halls/${at}/tables`),
    api(`/api/v1/halls/${at}/rounds-by-day`),
  ]);
  if (at !== hall) return;
  tables = listed.map((/** @type {any} */ each) => each.name);
  days = played;
  if (mayAudit()) await loadRuns();
  find(typed);
}

await page.open();
if (page.may(...ROLES)) {
  await load().catch(showError);
  poll(2, async () => {
    if (!mayAudit() || !running()) return;
    await loadRuns();
    if (!running()) days = await api(`/api/v1/halls/${hall}/rounds-by-day`);
    page.draw();
  });
}
