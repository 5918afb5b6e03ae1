// The cage: its drawer, slips, cash by person, the close of a shift and of the day. All figures come from the books.

import { h } from "../../parts/dom.js";
import { cents, dollars, signed, withCommas } from "../../parts/money.js";
import { api } from "../../parts/net.js";
import { formSheet, hallSwitch, labelled, poll, showError, staffOnly, timeText } from "../../parts/site.js";
import { icon } from "../../parts/sprite.js";
import { headings, rowOf } from "../../parts/tables.js";
import { capitalize } from "../../parts/words.js";
import { CAGE, cageOrder } from "../floor/orders.js";
import { doneOrWaits, requestsSection } from "../floor/requests.js";
import { floor, loadPeople, mayHere, page } from "../floor/state.js";
import { drawerSums, pageHead, panel, strip, sums } from "./parts.js";

const STAFF = ["cashier", "floor", "operator", "auditor"];
/** Values of notes in cents, which the count is typed by. */
const NOTES = [10000, 5000, 2000, 1000, 500, 100];
/** The most rows of cash and of people. */
const ROWS = 8;

/** @type {import("../../parts/types.js").CageDay | null} */
let cage = null;
/** @type {import("../floor/requests.js").Request[]} */
let requests = [];

function content() {
  return h(
    "div.op.day",
    null,
    pageHead(
      "Cage",
      cage && `Day of ${cage.day}, from ${timeText(cage.begins / 1e6)}. Bots' chips are in no sum.`,
      hallSwitch(floor.hall, (to) => {
        floor.hall = to;
        cage = null;
        page.draw();
        void load().catch(showError);
      }),
      CAGE.filter(([what]) => mayHere(what === "fill" || what === "credit" ? "floor" : "cashier")).map(
        ([what, title, says]) =>
          h(
            "button.btn",
            {
              key: what,
              onclick: () => cageOrder(what, title, says, load),
            },
            title,
          ),
      ),
      floor.hall === "money" &&
        page.may("cashier") &&
        h("button.btn.act", { key: "count", onclick: countDrawer, disabled: !cage }, "Count the drawer"),
      h("button.btn", { key: "print", onclick: () => print(), disabled: !cage }, "Print"),
    ),
    cage ? parts(cage) : h("p.notice", { key: "soon" }, icon("info"), h("span", null, "Reading the books.")),
  );
}

/** @param {import("../../parts/types.js").CageDay} it */
function parts(it) {
  const drawer = it.cage;
  const waiting = floor.hall === "money" ? requests : [];
  return [
    strip("The drawer", [
      ["Should hold", dollars(drawer.should_hold), "cash only"],
      ["Opening", dollars(drawer.opening), `at ${timeText(it.begins / 1e6)}`],
      ["Deposits", dollars(drawer.deposits), withCommas(drawer.deposited)],
      ["Withdrawals", dollars(drawer.withdrawals), withCommas(drawer.withdrawn)],
      ["Last count", drawer.last_count ? dollars(drawer.last_count.counted) : "none", lastCount(drawer)],
      ["Orders that wait", String(waiting.length), "for a second person"],
    ]),
    requestsSection(waiting, load),
    h(
      "div.daygrid",
      { key: "grid" },
      h("div.op-col", null, slipPanel(drawer), cashPanel(drawer), it.holdings && closePanel(it.holdings)),
      h("div.op-col", null, panel("Drawer", null, null, drawerSums(drawer)), countPanel(drawer), peoplePanel(it)),
    ),
  ];
}

/** @param {import("../../parts/types.js").Drawer} drawer */
const lastCount = (drawer) => {
  const last = drawer.last_count;
  if (!last) return "the drawer was never counted";
  return `${timeText(last.at / 1e6)}, ${last.difference ? signed(last.difference) : "it agreed"}`;
};

const STATES = /** @type {Record<string, string>} */ ({ done: "done", signed: "signed by", refused: "refused by" });

/** @param {import("../../parts/types.js").Drawer} drawer */
const slipPanel = (drawer) =>
  panel(
    "Fills and credits",
    "a fill brings house chips to a table, a credit brings them back",
    null,
    drawer.slips.length
      ? h(
          "table.figures.dense",
          null,
          head(["Slip", "Table", "By", "Amount"]),
          h(
            "tbody",
            null,
            drawer.slips
              .slice(0, ROWS)
              .map((each) =>
                rowOf(
                  `${each.number} ${each.state}`,
                  h("th.mono", { scope: "row" }, `${each.kind === "fill" ? "F" : "C"}-${each.number}`),
                  h("td.l", null, each.table, h("span.sub", null, timeText(each.at / 1e6))),
                  h(
                    "td.l",
                    null,
                    each.who,
                    each.second && h("span.sub", null, `${STATES[each.state]} ${each.second}`),
                    each.state === "refused" && each.why && h("span.sub.badt", null, each.why),
                  ),
                  dollars(each.cents),
                ),
              ),
          ),
        )
      : h("p.calm", null, "No table was filled or credited today."),
  );

/** @param {import("../../parts/types.js").Drawer} drawer */
const cashPanel = (drawer) =>
  panel(
    "Last cash",
    null,
    null,
    drawer.cash.length
      ? h(
          "table.figures.dense",
          null,
          head(["Time", "Person", "By", "Amount"]),
          h(
            "tbody",
            null,
            drawer.cash
              .slice(0, ROWS)
              .map((each) =>
                rowOf(
                  each.number,
                  timeText(each.at / 1e6),
                  h("td.l", null, each.player, h("span.sub", null, each.kind)),
                  h("td.l", null, each.who),
                  signed(each.kind === "deposit" ? each.cents : -each.cents),
                ),
              ),
          ),
        )
      : h("p.calm", null, "No cash has moved today."),
  );

/** @param {string[]} names */
const head = (names) =>
  headings(
    names.map((name) => h("th", { scope: "col", class: ["Table", "Person", "By"].includes(name) ? "l" : "" }, name)),
  );

/** @param {import("../../parts/types.js").Drawer} drawer */
const countPanel = (drawer) =>
  panel(
    "Counts today",
    null,
    null,
    drawer.counts.length
      ? h(
          "ul.rec.pad",
          null,
          drawer.counts.map((each) =>
            h(
              "li",
              { key: each.at },
              h(
                "span",
                null,
                h("b", null, `${capitalize(each.closes)}, ${timeText(each.at / 1e6)}`),
                h(
                  "span.muted",
                  null,
                  `${[each.who, each.second].filter(Boolean).join(" and ")}. Should be ${dollars(each.should)}${each.difference ? `, ${signed(each.difference)}: ${each.why}` : ", it agreed"}.`,
                ),
              ),
              h("b.num", null, dollars(each.counted)),
            ),
          ),
        )
      : h("p.calm", null, "The drawer was not counted today. A count closes a shift or the day."),
  );

/** @param {import("../../parts/types.js").CageDay} it */
function peoplePanel(it) {
  const most = it.threshold;
  return panel(
    "Cash by person",
    most ? `reported above ${dollars(most)} a day` : null,
    null,
    it.cage.people.length
      ? h(
          "div.pad",
          null,
          it.cage.people.slice(0, ROWS).map((each) => {
            const sum = Math.max(each.came_in, each.went_out);
            const share = most ? Math.min(100, (90 * sum) / most) : 0;
            return h(
              "div.person",
              { key: each.player },
              h("div", null, h("b", null, each.player), h("b.num", null, dollars(sum))),
              most &&
                h(
                  "svg",
                  { role: "img", "aria-label": `${dollars(sum)} of ${dollars(most)}` },
                  h("rect.all", { x: 0, y: 4, width: "100%", height: 6, rx: 3 }),
                  h("rect.part", { x: 0, y: 4, width: `${share.toFixed(1)}%`, height: 6, rx: 3 }),
                  h("rect.most", { x: "90%", y: 0, width: 2, height: 14 }),
                ),
              h(
                "div",
                null,
                h("span.muted", null, `in ${dollars(each.came_in)}, out ${dollars(each.went_out)}`),
                most && sum > most
                  ? h("span.badt", null, "report")
                  : most && sum >= 0.8 * most
                    ? h("span.warnt", null, "near")
                    : null,
              ),
            );
          }),
        )
      : h("p.calm", null, "No cash has moved today."),
  );
}

/** What is held, beside whose it is. @param {import("../../parts/types.js").Holdings} held */
function closePanel(held) {
  const holds = held.cage + held.house + held.bots_given;
  return panel(
    "Close of day",
    "what the room holds, and whose it is",
    null,
    h(
      "div.ties",
      null,
      sums([
        ["Drawer, should hold", dollars(held.cage)],
        ["House money in racks and jackpots", dollars(held.house)],
        ...(held.bots_given ? /** @type {[string, string][]} */ ([["Given to bots", dollars(held.bots_given)]]) : []),
        ["Together", dollars(holds), true],
      ]),
      sums([
        ["Players' chips and balances", dollars(held.players)],
        ["Jackpots", dollars(held.jackpots)],
        ["Racks of the house", dollars(held.racks)],
        ["Collection", dollars(held.collection)],
        ...(held.other ? /** @type {[string, string][]} */ ([["Other", dollars(held.other)]]) : []),
        ["Float of the house", dollars(held.float)],
        ...(held.bots ? /** @type {[string, string][]} */ ([["Bots", dollars(held.bots)]]) : []),
        [
          "Together",
          dollars(held.players + held.jackpots + held.racks + held.collection + held.other + held.float + held.bots),
          true,
        ],
      ]),
    ),
    h(
      "p.notice",
      { class: held.ties ? "good" : "bad" },
      icon(held.ties ? "check" : "info"),
      h("span", null, held.ties ? "The day ties." : "The day does not tie. Run an audit."),
    ),
  );
}

/** Count the drawer note by note, to close a shift or the day. */
function countDrawer() {
  const id = crypto.randomUUID?.() ?? String(Math.random());
  const drawer = cage?.cage;
  let counted = 0;
  const sumOf = (/** @type {Record<string, string>} */ values) =>
    NOTES.reduce((sum, note) => sum + note * Math.max(0, Math.floor(Number(values[`n${note}`]) || 0)), 0) +
    (cents(values.coins || "0") ?? 0);
  formSheet(
    "Count the drawer",
    "Record the count",
    () => [
      h("p", null, "Count with a second person, who then signs it. The difference needs a reason."),
      h(
        "div.grid",
        null,
        NOTES.map((note) =>
          labelled(
            `${dollars(note)} notes`,
            h("input.field", { name: `n${note}`, type: "number", min: 0, step: 1, inputmode: "numeric" }),
          ),
        ),
        labelled(
          "Coins",
          h("input.field", { name: "coins", inputmode: "decimal", placeholder: "$0", autocomplete: "off" }),
        ),
      ),
      sums([
        ["Counted", dollars(counted)],
        ["Should be: opening + deposits − withdrawals", dollars(drawer?.should_hold ?? 0)],
        ["Difference", signed(counted - (drawer?.should_hold ?? 0)), true],
      ]),
      labelled(
        "Closes",
        h(
          "select.field",
          { name: "closes" },
          h("option", { value: "shift" }, "the shift"),
          h("option", { value: "day" }, "the day"),
        ),
      ),
      labelled(
        "Reason for a difference",
        h("input.field", { name: "why", maxlength: 500, autocomplete: "off" }),
        "Recorded with your name.",
      ),
    ],
    async (values) => {
      const body = { id, counted: sumOf(values), closes: values.closes, why: values.why };
      const done = await api("/api/v1/halls/money/count", body);
      await load();
      return doneOrWaits(done, `The drawer holds ${dollars(body.counted)}.`);
    },
    {
      live: (values, redraw) => {
        counted = sumOf(values);
        redraw();
      },
    },
  );
}

async function load() {
  const at = floor.hall;
  const [answer, waiting, tables] = await Promise.all([
    api(`/api/v1/halls/${at}/cage-day`),
    api("/api/v1/requests"),
    api(`/api/v1/halls/${at}/tables`),
  ]);
  if (at !== floor.hall) return;
  [cage, requests, floor.tables] = [answer, waiting, tables];
  page.draw();
}

floor.hall = "money";
page.place = "cage";
page.content = () => staffOnly(page, STAFF, content);
await page.open();
if (page.may(...STAFF)) {
  await load().catch(showError);
  if (page.may("cashier", "floor", "operator")) {
    floor.games = await api("/api/v1/games").catch(() => []);
    await loadPeople().catch(showError);
  }
  poll(10, async () => {
    if (page.may(...STAFF)) await load();
  });
}
