// Any round again, by its table and number, by player, by time, for whoever oversees the house; for auditors and operators
// the books gone through, and the program checked.

import { h } from "./dom.js";
import { signed } from "./money.js";
import { api } from "./net.js";
import { empty, every, failed, guarded, halls, labelled, Page, select, tried, values, when, whole } from "./site.js";
import { icon } from "./sprite.js";

/** @type {Page} */
const page = new Page("auditor", () => guarded(page, ["floor", "auditor"], content));
let hall = "money";
/** @type {any[] | null} */
let rounds = null;
let before = 0;
/** @typedef {"player" | "table" | "time"} By */
/** @type {{ by: By, name: string, until: number }} */
let sought = { by: "player", name: "", until: 0 };
/** What is sought by, as the form says it just now. @type {By} */
let by = "player";
/** @type {any} */
let run = null;
/** @type {any} */
let program = null;

/** Whether whoever looks may go through the books. */
const audits = () => page.may("operator", "auditor");

function content() {
  return h(
    "div.op",
    null,
    h(
      "div.head",
      null,
      h("h1", null, "Audit"),
      halls(hall, (to) => {
        hall = to;
        rounds = null;
        before = 0;
        run = null;
        page.draw();
        if (audits()) void progress().catch(failed);
      }),
    ),
    h("div", { class: audits() ? "two" : "" }, recall(), audits() && h("div.op-col", null, books(), files())),
  );
}

function recall() {
  return h(
    "section",
    { key: "recall", "aria-label": "Recall a round" },
    h("div.head", null, h("h2", null, "Recall a round")),
    h(
      "p.note",
      null,
      "A round is known by its table and its number, as every record and every list has them; or look for it by who played, where, or when. ",
      page.may("auditor") ? "You see every card of a round that is over." : "You see what everybody saw.",
    ),
    h(
      "form.line",
      {
        key: "id",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const said = values(event.target);
          location.href = address({ table: said.table, number: Number(said.number) });
        },
      },
      labelled("Table", h("input.field", { name: "table", required: true, autocomplete: "off" })),
      labelled("Number", h("input.field", { name: "number", required: true, type: "number", min: 1 })),
      h("button.btn", null, "Show it"),
    ),
    h(
      "form.line",
      {
        key: "seek",
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          seek(values(event.target));
        },
      },
      labelled(
        "By",
        select(
          "by",
          by,
          [
            ["player", "Player"],
            ["table", "Table"],
            ["time", "Time alone"],
          ],
          (to) => {
            by = /** @type {By} */ (to);
            page.draw();
          },
        ),
      ),
      by !== "time" && labelled("Name", h("input.field", { name: "name", required: true, autocomplete: "off" })),
      labelled("Before", h("input.field", { name: "until", type: "datetime-local", required: by === "time" })),
      h("button.btn", null, "Find"),
    ),
    rounds && (rounds.length ? listing(rounds) : empty("No round is found.")),
    rounds && before > 0 && h("div.go", null, h("button.btn", { onclick: () => more() }, "Earlier rounds")),
  );
}

/** @param {any[]} found */
function listing(found) {
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
          h("th", { scope: "row" }, h("a", { href: address(each) }, `${each.table}, ${each.number}`)),
          h("td", null, when(each.at / 1e6)),
          h("td", { "data-name": "stake" }, signed(each.stake).replace("+", "")),
          h("td", { "data-name": "net" }, each.ended ? signed(each.net) : "goes on"),
          h("td.l.full.says", null, each.says.replaceAll("-$", "−$")),
        ),
      ),
    ),
  );
}

/** @param {{ table: string, number: number }} each */
const address = (each) => `history?hall=${hall}&table=${encodeURIComponent(each.table)}&round=${each.number}`;

/** @param {Record<string, string>} said */
function seek(said) {
  sought = {
    by: /** @type {By} */ (said.by),
    name: (said.name ?? "").trim(),
    until: said.until ? new Date(said.until).getTime() * 1000 : 0,
  };
  rounds = null;
  before = sought.by === "table" ? 0 : sought.until;
  void more();
}

/** Rounds go back by time; a table's by their number, so those after the time that is wanted are passed over. */
async function more() {
  const name = encodeURIComponent(sought.name);
  const where = { player: `people/${name}/rounds`, table: `tables/${name}/rounds`, time: "played" }[sought.by];
  await tried(async () => {
    for (let pages = 0; pages < 20; pages += 1) {
      const found = await api(`/api/halls/${hall}/${where}?before=${before}&limit=50`);
      const kept = found.rounds.filter((/** @type {any} */ each) => !sought.until || each.at < sought.until);
      rounds = [...(rounds ?? []), ...kept];
      before = found.before;
      if (kept.length || !before) break;
    }
    page.draw();
  });
}

function books() {
  const going = run?.state === "in progress";
  const share = run?.total ? Math.round((100 * run.done) / run.total) : 0;
  return h(
    "section",
    { key: "books", "aria-label": "Go through the books" },
    h(
      "div.head",
      null,
      h("h2", null, "Go through the books"),
      h("button.btn", { onclick: start, disabled: going }, "Run the audit"),
    ),
    h(
      "p.note",
      null,
      "Every hash, every cent, every round played again. It takes its time, and whoever plays comes first.",
    ),
    going &&
      h(
        "div",
        { key: "going", role: "status" },
        h("p.small", null, `${run.book || "Beginning"}: ${whole(run.done)} of ${whole(run.total)}`),
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
    run?.state === "done" &&
      h(
        "div.notice",
        { key: "done", class: run.holds ? "good" : "bad" },
        icon("seal"),
        h(
          "div.gr",
          null,
          h(
            "p",
            null,
            h("b", null, run.holds ? "The books hold." : "The books do not hold."),
            ` ${whole(run.lines)} lines, ${whole(run.rounds)} rounds, asked for by ${run.who}, ${when(run.ended)}.`,
          ),
          h(
            "ul",
            null,
            run.findings.map((/** @type {string} */ each) => h("li.small", { key: each }, each)),
          ),
        ),
      ),
    run &&
      !going &&
      run.state !== "done" &&
      h("p.small.muted", { key: "else" }, run.ended ? run.state : "No audit has been run since the room was opened."),
  );
}

function files() {
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
            tried(async () => {
              program = await api("/api/program/check", {});
              page.draw();
            }),
        },
        "Check its files",
      ),
    ),
    h(
      "p.note",
      null,
      "Its files are compared with what was noted when the room opened; where they differ, all play stops.",
    ),
    program &&
      h(
        "div.notice",
        { class: program.holds ? "good" : "bad" },
        icon("seal"),
        h(
          "div.gr",
          null,
          h("p", null, program.holds ? "The files are those that the room was opened with." : program.why),
          h("p.mono.small", null, program.digest),
        ),
      ),
  );
}

async function start() {
  await tried(async () => {
    run = await api(`/api/halls/${hall}/audit`, {});
    page.draw();
    setTimeout(progress, 500);
  });
}

async function progress() {
  const asked = hall;
  const found = await api(`/api/halls/${asked}/audit`);
  if (asked !== hall) return;
  run = found;
  page.draw();
}

await page.open();
if (audits()) {
  await progress().catch(failed);
  every(2, async () => {
    if (audits() && run?.state === "in progress") await progress();
  });
}
