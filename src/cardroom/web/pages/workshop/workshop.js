// The workshop, for operators: change a rule set, see its exact figures at once, save it, and play it. The form and the
// figures are modules of their own. This one is a little long, because all requests change the same draft.

import { h } from "../parts/dom.js";
import { api } from "../parts/net.js";
import { emptyNote, formSheet, labelled, Page, reasonField, select, showError, staffOnly } from "../parts/site.js";
import { icon } from "../parts/sprite.js";
import { capitalize } from "../parts/words.js";
import { fieldName, limitsPart, paysPart, rulesPart, sideBetsPart } from "./fields.js";
import { certificateFiles, chartPanel, differencePanel, edgePanel, progress, wagerToShow } from "./figures.js";

/**
 * @typedef {import("./fields.js").Draft} Draft
 * @typedef {import("./fields.js").Form} Form
 * @typedef {import("./figures.js").Run} Run
 * @typedef {import("./figures.js").Figures} Figures
 */

const PARTS = /** @type {const} */ ([
  ["pays", "Pays"],
  ["rules", "House rules"],
  ["limits", "Limits"],
  ["side", "Side bets"],
]);
/** Milliseconds after the last change until the figures are computed. */
const PAUSE = 600;
/** Milliseconds between looks at a computation. */
const LOOK = 400;
/** Seconds from which a computation starts only by a button. */
const LONG = 60;

/** @type {Page} */
const page = new Page("workshop", () => staffOnly(page, ["operator"], content));
/** @type {{ game: string, set: string, name: string }[]} */
let games = [];
/** @type {Form | null} */
let form = null;
/** Why drafts of this game cannot be saved; empty if they can. */
let folder = "";
let part = "pays";
/** @type {Draft} */
let draft = emptyDraft("", "");
/** What is wrong, by field. @type {Map<string, string>} */
let problems = new Map();
/** @type {Run | null} */
let run = null;
/** The last figures. @type {Figures | null} */
let figures = null;
/** Whether the draft has changed since the figures were computed. */
let stale = false;
let shownWager = "";
/** A finished certificate. @type {Run | null} */
let certificate = null;
/** Counts changes, so that an old answer is not taken for a new one. */
let edits = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} game @param {string} base @returns {Draft} */
function emptyDraft(game, base) {
  return { game, base, pays: {}, house: {}, limits: {}, seats: 0, qualifies: "", side_bets: [] };
}

const redraw = () => page.draw();
const busy = () => run !== null && ["waiting", "in progress", "cancelling"].includes(run.state);

/** The draft was changed: compute it when the user pauses. */
function changed() {
  edits += 1;
  stale = true;
  certificate = null;
  clearTimeout(timer);
  if (form && form.seconds <= LONG) timer = setTimeout(() => void compute(), PAUSE);
  else timer = setTimeout(() => void check(), PAUSE);
  redraw();
}

/** @param {{ field: string, why: string }[]} found */
function setProblems(found) {
  problems = new Map(found.map(({ field, why }) => [field, why]));
}

/** Only check the draft, where figures take long. */
async function check() {
  const mine = edits;
  try {
    const answer = await api("/api/v1/workshop/check", draft);
    if (mine === edits) setProblems(answer.problems);
  } catch (error) {
    showError(error);
  }
  redraw();
}

/**
 * Compute the figures, or the certificate.
 * @param {boolean} [wantsCertificate]
 */
async function compute(wantsCertificate = false) {
  clearTimeout(timer);
  if (!form?.analysis) return void check();
  const mine = edits;
  try {
    let answer = /** @type {Run} */ (await api("/api/v1/workshop/runs", { draft, certificate: wantsCertificate }));
    if (mine !== edits) return;
    setProblems(answer.problems);
    run = answer;
    redraw();
    while (busy()) {
      await new Promise((go) => setTimeout(go, LOOK));
      answer = await api(`/api/v1/workshop/runs/${answer.id}`);
      if (mine !== edits || run?.id !== answer.id) return;
      run = answer;
      redraw();
    }
    if (run?.figures) {
      figures = run.figures;
      stale = false;
    }
    if (run?.files.length) certificate = run;
  } catch (error) {
    if (mine === edits) run = null;
    showError(error);
  }
  redraw();
}

async function cancel() {
  if (!run) return;
  try {
    run = await api(`/api/v1/workshop/runs/${run.id}/cancel`, {});
  } catch (error) {
    showError(error);
  }
  redraw();
}

// -- what is done with a draft ----------------------------------------------------------------------------------------

async function openTable() {
  try {
    const { table } = await api("/api/v1/workshop/table", draft);
    location.href = `table?hall=play&table=${encodeURIComponent(table)}`;
  } catch (error) {
    showError(error);
  }
}

async function downloadToml() {
  try {
    const answer = await api("/api/v1/workshop/check", draft);
    setProblems(answer.problems);
    if (answer.toml) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([answer.toml], { type: "application/toml" }));
      link.download = `${draft.game}.toml`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }
  } catch (error) {
    showError(error);
  }
  redraw();
}

function saveForm() {
  formSheet(
    "Save as rule set",
    "Save",
    () => [
      labelled(
        "Name",
        h("input.field", {
          name: "set",
          required: true,
          maxlength: 40,
          pattern: "[a-z0-9]([a-z0-9\\-]*[a-z0-9])?",
          title: "Small letters, digits and hyphens",
          autocomplete: "off",
          placeholder: "riverside",
        }),
        "Small letters, digits and hyphens. A saved rule set is never replaced.",
      ),
      reasonField(),
    ],
    async ({ set, why }) => {
      const saved = await api("/api/v1/workshop/save", { draft: { ...draft, set }, why });
      games = (await api("/api/v1/workshop")).games;
      redraw();
      return `Saved as ${saved.file}. Tables can be opened with the rule set ${saved.set}.`;
    },
  );
}

// -- the page ---------------------------------------------------------------------------------------------------------

function head() {
  const bad = problems.size > 0;
  return h(
    "div.head",
    { key: "head" },
    h(
      "div",
      null,
      h("h1", null, "Workshop"),
      h("p.small.muted", null, form ? `${form.name}, changed from the rule set ${form.set}` : "Loading."),
    ),
    form &&
      h(
        "div.go.ws-acts",
        null,
        form.analysis &&
          h(
            "button.btn",
            { type: "button", key: "certify", onclick: () => void compute(true), disabled: bad || busy() },
            "Certificate",
          ),
        h("button.btn", { type: "button", key: "toml", onclick: downloadToml, disabled: bad }, icon("down"), "TOML"),
        h("button.btn", { type: "button", key: "table", onclick: openTable, disabled: bad }, "Open practice table"),
        h(
          "button.btn.act",
          {
            type: "button",
            key: "save",
            onclick: saveForm,
            disabled: bad || folder !== "",
            "aria-describedby": bad || folder ? "unsaved" : null,
          },
          "Save as rule set",
        ),
      ),
    form &&
      (bad || folder !== "") &&
      h(
        "p.small.muted",
        { key: "unsaved", id: "unsaved" },
        `It cannot be saved: ${bad ? "correct the marked fields first." : folder}`,
      ),
  );
}

function pick() {
  const slugs = [...new Map(games.map((each) => [each.game, each.name]))];
  const sets = games
    .filter((each) => each.game === draft.game)
    .map((each) => /** @type {const} */ ([each.set, each.set]));
  return h(
    "div.ws-pick",
    { key: "pick" },
    labelled(
      "Game",
      select("game", draft.game, slugs, (game) => {
        const first = games.find((each) => each.game === game);
        if (first) void load(game, first.set);
      }),
    ),
    labelled(
      "Rule set",
      select("set", draft.base, sets, (set) => void load(draft.game, set), { key: draft.game }),
    ),
  );
}

/** @param {Form} known */
function editor(known) {
  const editing = { form: known, draft, problems, changed };
  const parts = { pays: paysPart, rules: rulesPart, limits: limitsPart, side: sideBetsPart };
  return h(
    "form.ws-form",
    {
      key: `form ${draft.game} ${draft.base}`,
      "aria-label": "Rules",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    },
    h(
      "div.seg",
      { key: "parts", role: "group", "aria-label": "Part of the rules" },
      PARTS.map(([id, name]) =>
        h(
          "button.btn.small",
          {
            key: id,
            type: "button",
            "aria-pressed": String(part === id),
            onclick: () => {
              part = id;
              redraw();
            },
          },
          name,
        ),
      ),
    ),
    h("div.ws-fields", { key: part }, parts[/** @type {keyof typeof parts} */ (part)](editing)),
  );
}

/** @param {Form} known */
function results(known) {
  const shown = wagerToShow(figures, shownWager);
  const state = progress(run, { cancel: () => void cancel(), start: () => void compute() });
  const choose = (/** @type {string} */ wager) => {
    shownWager = wager;
    redraw();
  };
  return h(
    "div.ws-out",
    { key: "out", role: "region", "aria-label": "Figures" },
    problems.size > 0 &&
      h(
        "div.notice.bad",
        { key: "wrong", role: "alert" },
        icon("info"),
        h(
          "div",
          null,
          h("b", null, problems.size === 1 ? "One thing to correct" : `${problems.size} things to correct`),
          h(
            "ul",
            null,
            [...problems].map(([field, why]) =>
              h("li", { key: field }, field ? `${fieldName(known, draft, field)}: ${why}.` : `${capitalize(why)}.`),
            ),
          ),
        ),
      ),
    certificate &&
      h(
        "section.panel.ws-edge",
        { key: "certificate" },
        h("h2", null, "Certificate"),
        h("p.small.muted", null, "Exact figures of every wager, pay table and line, for a test lab."),
        certificateFiles(certificate),
      ),
    !known.analysis &&
      h(
        "p.notice",
        { key: "none" },
        icon("info"),
        h("span", null, "This game has no exact analysis, so there are no figures."),
      ),
    known.analysis && known.seconds > LONG && !busy() && (!figures || stale) && waitNote(known),
    figures && shown && !problems.size
      ? [
          edgePanel(figures, shown, stale, choose, state),
          chartPanel(shown, stale, redraw),
          differencePanel(figures, known, stale),
        ]
      : state && h("section.panel.ws-edge", { key: "edge" }, h("h2", null, "House edge"), state),
  );
}

/** @param {Form} known */
const waitNote = (known) =>
  h(
    "div.notice",
    { key: "long" },
    icon("info"),
    h("span", null, `The figures take about ${Math.round(known.seconds / 60)} minutes.`),
    h("button.btn.small", { type: "button", onclick: () => void compute(), disabled: problems.size > 0 }, "Compute"),
  );

function content() {
  if (!games.length) return emptyNote("Loading the games.");
  return h(
    "div.wrap.ws",
    null,
    head(),
    pick(),
    form && h("div.ws-cols", { key: "cols" }, editor(form), results(form)),
    h("p.sr", { key: "status", role: "status" }, statusText()),
  );
}

/** What a screen reader says after a change. */
function statusText() {
  if (problems.size) return problems.size === 1 ? "One thing to correct." : `${problems.size} things to correct.`;
  if (busy()) return "Computing.";
  const first = wagerToShow(figures, shownWager);
  return first && !stale
    ? `The house edge is ${(first.edge.decimal * 100).toFixed(4)} percent of the ${first.of}.`
    : "";
}

/** @param {string} game @param {string} set */
async function load(game, set) {
  draft = emptyDraft(game, set);
  edits += 1;
  problems = new Map();
  form = run = figures = certificate = null;
  shownWager = "";
  stale = false;
  redraw();
  try {
    const answer = await api(`/api/v1/workshop/games/${encodeURIComponent(game)}/${encodeURIComponent(set)}`);
    if (draft.game !== game || draft.base !== set) return;
    form = answer.form;
    folder = answer.why;
  } catch (error) {
    showError(error);
  }
  redraw();
  if (form && form.seconds <= LONG) void compute();
}

await page.open();
if (page.may("operator")) {
  try {
    ({ games } = await api("/api/v1/workshop"));
  } catch (error) {
    showError(error);
  }
  const wanted = new URLSearchParams(location.search);
  const first =
    games.find((each) => each.game === wanted.get("game") && [null, each.set].includes(wanted.get("set"))) ?? games[0];
  redraw();
  if (first) await load(first.game, first.set);
}
