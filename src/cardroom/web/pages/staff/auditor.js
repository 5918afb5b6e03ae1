// The audit page. Staff recall any round by table and number, by player or by time. Auditors and operators also audit
// the books and check the program's files.

import { h } from "../parts/dom.js";
import { signed, withCommas } from "../parts/money.js";
import { api } from "../parts/net.js";
import {
  attempt,
  emptyNote,
  formValues,
  hallSwitch,
  labelled,
  Page,
  poll,
  select,
  showError,
  staffOnly,
  timeText,
} from "../parts/site.js";
import { icon } from "../parts/sprite.js";

/** @type {Page} */
const page = new Page("auditor", () => staffOnly(page, ["floor", "operator", "auditor"], content));
let hall = "money";
/** @type {any[] | null} */
let rounds = null;
let before = 0;
/** @typedef {"player" | "table" | "time"} By */
/** @type {{ by: By, name: string, until: number }} */
let search = { by: "player", name: "", until: 0 };
/** What the form searches by. @type {By} */
let searchBy = "player";
/** @type {any} */
let auditRun = null;
/** @type {any} */
let programCheck = null;

/** Whether the user may audit the books. */
const mayAudit = () => page.may("operator", "auditor");

function content() {
  return h(
    "div.op",
    null,
    h(
      "div.head",
      null,
      h("h1", null, "Audit"),
      hallSwitch(hall, (to) => {
        hall = to;
        rounds = null;
        before = 0;
        auditRun = null;
        page.draw();
        if (mayAudit()) void loadProgress().catch(showError);
      }),
    ),
    h(
      "div",
      { class: mayAudit() ? "two" : "" },
      recallSection(),
      mayAudit() && h("div.op-col", null, auditSection(), programSection()),
    ),
  );
}

function recallSection() {
  return h(
    "section",
    { key: "recall", "aria-label": "Recall a round" },
    h("div.head", null, h("h2", null, "Recall a round")),
    h(
      "p.note",
      null,
      "Enter the table and the round number, as shown in records and lists, or search by player, table or time. ",
      page.may("auditor") ? "You see every card of a finished round." : "You see what everyone at the table saw.",
    ),
    h(
      "form.line",
      {
        key: "id",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const fields = formValues(event.target);
          location.href = roundAddress({ table: fields.table, number: Number(fields.number) });
        },
      },
      labelled("Table", h("input.field", { name: "table", required: true, autocomplete: "off" })),
      labelled("Number", h("input.field", { name: "number", required: true, type: "number", min: 1 })),
      h("button.btn", null, "Show"),
    ),
    h(
      "form.line",
      {
        key: "seek",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          startSearch(formValues(event.target));
        },
      },
      labelled(
        "By",
        select(
          "by",
          searchBy,
          [
            ["player", "Player"],
            ["table", "Table"],
            ["time", "Time only"],
          ],
          (to) => {
            searchBy = /** @type {By} */ (to);
            page.draw();
          },
        ),
      ),
      searchBy !== "time" && labelled("Name", h("input.field", { name: "name", required: true, autocomplete: "off" })),
      {
        ...labelled(
          "Before",
          h("input.field", { name: "until", type: "datetime-local", required: searchBy === "time" }),
        ),
        key: "until", // what was typed stays when the name comes or goes
      },
      h("button.btn", null, "Find"),
    ),
    rounds && (rounds.length ? roundTable(rounds) : emptyNote("No rounds found.")),
    rounds && before > 0 && h("div.go", null, h("button.btn", { onclick: () => loadMore() }, "Earlier rounds")),
  );
}

/** @param {any[]} found */
function roundTable(found) {
  return h(
    "table.figures.stack",
    { key: "rounds" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["Round", "When", "Stake", "Net", "What happened"].map((name) =>
          h("th", { scope: "col", class: name === "What happened" ? "l" : "" }, name),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      found.map((each) =>
        h(
          "tr",
          { key: `${each.table} ${each.number}` },
          h("th", { scope: "row" }, h("a", { href: roundAddress(each) }, `${each.table}, ${each.number}`)),
          h("td", null, timeText(each.at / 1e6)),
          h("td", { "data-name": "stake" }, signed(each.stake).replace("+", "")),
          h("td", { "data-name": "net" }, each.ended ? signed(each.net) : "in progress"),
          h("td.l.full.says", null, each.says.replaceAll("-$", "−$")),
        ),
      ),
    ),
  );
}

/** @param {{ table: string, number: number }} each */
const roundAddress = (each) => `history?hall=${hall}&table=${encodeURIComponent(each.table)}&round=${each.number}`;

/** @param {Record<string, string>} fields */
function startSearch(fields) {
  search = {
    by: /** @type {By} */ (fields.by),
    name: (fields.name ?? "").trim(),
    until: fields.until ? new Date(fields.until).getTime() * 1000 : 0,
  };
  rounds = null;
  before = search.by === "table" ? 0 : search.until;
  void loadMore();
}

/** Load earlier rounds. A table's rounds are listed by number, so those after the wanted time are skipped. */
async function loadMore() {
  const name = encodeURIComponent(search.name);
  const where = { player: `people/${name}/rounds`, table: `tables/${name}/rounds`, time: "played" }[search.by];
  await attempt(async () => {
    for (let pages = 0; pages < 20; pages += 1) {
      const answer = await api(`/api/v1/halls/${hall}/${where}?before=${before}&limit=50`);
      const matching = answer.rounds.filter((/** @type {any} */ each) => !search.until || each.at < search.until);
      rounds = [...(rounds ?? []), ...matching];
      before = answer.before;
      if (matching.length || !before) break;
    }
    page.draw();
  });
}

function auditSection() {
  const going = auditRun?.state === "in progress";
  const share = auditRun?.total ? Math.round((100 * auditRun.done) / auditRun.total) : 0;
  return h(
    "section",
    { key: "books", "aria-label": "Audit the books" },
    h(
      "div.head",
      null,
      h("h2", null, "Audit the books"),
      h("button.btn", { onclick: startAudit, disabled: going }, "Run audit"),
    ),
    h(
      "p.note",
      null,
      "Checks every hash and balance and replays every round. This can take a while; live play has priority.",
    ),
    going &&
      h(
        "div",
        { key: "going", role: "status" },
        h(
          "p.small",
          null,
          `${auditRun.book || "Starting"}: ${withCommas(auditRun.done)} of ${withCommas(auditRun.total)}`,
        ),
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
    auditRun?.state === "done" &&
      h(
        "div.notice",
        { key: "done", class: auditRun.holds ? "good" : "bad" },
        icon("seal"),
        h(
          "div.gr",
          null,
          h(
            "p",
            null,
            h("b", null, auditRun.holds ? "The books are correct." : "The audit found problems."),
            ` ${withCommas(auditRun.lines)} entries, ${withCommas(auditRun.rounds)} rounds, requested by ${auditRun.who}, ${timeText(auditRun.ended)}.`,
          ),
          h(
            "ul",
            null,
            [...auditRun.findings, ...auditRun.remarks].map((/** @type {string} */ each) =>
              h("li.small", { key: each }, each),
            ),
          ),
        ),
      ),
    auditRun &&
      !going &&
      auditRun.state !== "done" &&
      h(
        "p.small.muted",
        { key: "else" },
        auditRun.ended ? auditRun.state : "No audit has been run since the card room opened.",
      ),
  );
}

function programSection() {
  return h(
    "section",
    { key: "files", "aria-label": "The program" },
    h(
      "div.head",
      null,
      h("h2", null, "The program"),
      h(
        "button.btn",
        {
          onclick: () =>
            attempt(async () => {
              programCheck = await api("/api/v1/program/check", {});
              page.draw();
            }),
        },
        "Check files",
      ),
    ),
    h(
      "p.note",
      null,
      "Compares the program's files with those recorded when the card room opened. If they differ, all play stops.",
    ),
    programCheck &&
      h(
        "div.notice",
        { class: programCheck.holds ? "good" : "bad" },
        icon("seal"),
        h(
          "div.gr",
          null,
          h("p", null, programCheck.holds ? "The files are unchanged since the card room opened." : programCheck.why),
          h("p.mono.small", null, programCheck.digest),
        ),
      ),
  );
}

async function startAudit() {
  await attempt(async () => {
    auditRun = await api(`/api/v1/halls/${hall}/audit`, {});
    page.draw();
    setTimeout(loadProgress, 500);
  });
}

async function loadProgress() {
  const requested = hall;
  const progress = await api(`/api/v1/halls/${requested}/audit`);
  if (requested !== hall) return;
  auditRun = progress;
  page.draw();
}

await page.open();
if (mayAudit()) {
  await loadProgress().catch(showError);
  poll(2, async () => {
    if (mayAudit() && auditRun?.state === "in progress") await loadProgress();
  });
}
