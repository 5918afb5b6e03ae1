// The operator's page: report, jackpots, liabilities, activity, processes.

import { h } from "../parts/dom.js";
import { api } from "../parts/net.js";
import { hallSwitch, Page, poll, showError, staffOnly, timeText } from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { headings, rowOf } from "../parts/tables.js";
import { eventList, loadEvents } from "./books/events.js";
import { cageList, jackpotList, liabilities } from "./books/money.js";
import { downloadReport, kpis, plot, tables } from "./books/report.js";

const SPANS = /** @type {[string, string][]} */ ([
  ["1", "Today"],
  ["7", "7 days"],
  ["30", "30 days"],
]);

/** @type {Page} */
const page = new Page("operator", () => staffOnly(page, ["floor", "operator", "auditor"], content));
let hall = "money";
let span = "1";
/** @type {any} */
let report = null;
/** @type {any} */
let owed = null;
/** @type {any[]} */
let jackpots = [];
/** @type {any[]} */
let processes = [];
let plotted = "";

const redraw = () => page.draw();

/** @param {string} table */
function choosePlot(table) {
  plotted = table;
  redraw();
}

function content() {
  return h(
    "div.op",
    null,
    h(
      "div.head",
      null,
      h(
        "div",
        null,
        h("h1", null, "Books"),
        h("p.small.muted", null, report ? `Gaming day ${report.gaming_day}. All figures come from the ledger.` : ""),
      ),
      h(
        "div.chipset",
        null,
        hallSwitch(hall, (to) => {
          hall = to;
          void load();
        }),
        h(
          "div.seg.halls",
          { key: "days", role: "group", "aria-label": "Days" },
          SPANS.map(([id, name]) =>
            h(
              "button.btn",
              {
                key: id,
                "aria-pressed": String(span === id),
                onclick: () => {
                  span = id;
                  void load();
                },
              },
              name,
            ),
          ),
        ),
        h("button.btn", { onclick: () => downloadReport(report, hall), disabled: !report }, icon("down"), "CSV"),
        page.may("operator") && h("a.btn", { key: "workshop", href: "workshop" }, "Workshop"),
      ),
    ),
    !report && h("p.notice", { key: "soon" }, icon("info"), h("span", null, "Loading the report.")),
    report?.counting.length > 0 &&
      h(
        "p.notice",
        { key: "counting" },
        icon("info"),
        h(
          "span",
          null,
          `Computing the exact figures of ${report.counting.join(", ")}. They will appear here in seconds or minutes.`,
        ),
      ),
    report?.remarks.map((/** @type {string} */ each) =>
      h("p.notice.warn", { key: each }, icon("info"), h("span", null, each)),
    ),
    report && kpis(report, owed, jackpots.length),
    report && tables(report),
    report && span !== "1" && plot(report, plotted, choosePlot),
    report && cageList(report.cage),
    h(
      "div.two",
      { key: "two" },
      h("div.op-col", null, jackpotList(jackpots), liabilities(owed)),
      eventList(hall, redraw),
    ),
    processes.length > 0 && processList(),
  );
}

/** The processes that serve the card room, with their tables. */
function processList() {
  return h(
    "section",
    { key: "processes", "aria-label": "Processes" },
    h("div.head", null, h("h2", null, "Processes")),
    h(
      "table.figures.words.stack",
      null,
      headings(["Process", "State", "Since", "Tables"]),
      h(
        "tbody",
        null,
        processes.map((each) =>
          rowOf(
            each.number,
            [h("b", null, `${each.number} ${each.name}`), each.here && " (this one)"],
            h("td", { class: each.lives ? "" : "badt" }, each.lives ? "running" : "not responding"),
            h("td", { "data-name": "since" }, timeText(Date.parse(each.since) / 1000)),
            h("td.full", null, each.tables.map((/** @type {any} */ one) => one.table).join(", ")),
          ),
        ),
      ),
    ),
  );
}

// -- loading ---------------------------------------------------------------------------------------------------------

/** A day in the past, in the format of the API. @param {number} days */
function daysAgo(days) {
  const at = new Date(Date.now() - days * 86_400_000);
  return [at.getFullYear(), String(at.getMonth() + 1).padStart(2, "0"), String(at.getDate()).padStart(2, "0")].join(
    "-",
  );
}

async function loadProcesses() {
  if (page.may("operator")) processes = await api("/api/v1/processes");
  page.draw();
}

async function loadFigures() {
  const [at, days, first] = [hall, span, span === "1" ? "" : `&first=${daysAgo(Number(span) - 1)}`];
  const standing = await Promise.all([api(`/api/v1/halls/${at}/liabilities`), api(`/api/v1/halls/${at}/jackpots`)]);
  if (at !== hall) return;
  [owed, jackpots] = standing;
  page.draw();
  const answer = await api(`/api/v1/halls/${at}/report?at_once=true${first}`);
  if (at !== hall || days !== span) return;
  report = answer;
  page.draw();
}

async function load() {
  report = owed = null;
  page.draw();
  await loadEvents(hall, true, redraw);
  await loadFigures().catch(showError);
}

await page.open();
if (page.may("floor", "operator", "auditor")) {
  await loadProcesses().catch(showError);
  await load();
  poll(10, async () => {
    if (page.may("floor", "operator", "auditor")) await loadFigures();
  });
}
