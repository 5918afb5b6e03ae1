// The trainer: one decision after another, with exact values. Nothing is at stake, and nothing leaves this browser but
// the decisions themselves.

import { lettersOn, menu } from "./bar.js";
import { splitLabel } from "./buttons.js";
import { card, colorSuits } from "./card.js";
import { h, patch } from "./dom.js";
import { felt } from "./felt.js";
import { api } from "./net.js";
import { notice, say } from "./notice.js";
import { stillTable } from "./replay.js";
import { icon } from "./sprite.js";
import { onResize } from "./table-view.js";
import { scorePanel } from "./trainer-score.js";
import { emptyScore, loadScore, saveScore, scored } from "./trainer-store.js";
import { cardsText, pickOf, waysOf } from "./trainer-ways.js";
import { costText, unitsText, valueList } from "./values.js";
import { capitalize, cardName, displayText, joinWords, spokenWords } from "./words.js";

/**
 * @typedef {{ game: string, set: string, name: string, felt: string, kinds: string[] }} TrainerGame
 * @typedef {{ game: string, set: string, name: string, digest: string, seed: string,
 *   answers: import("./trainer-store.js").DrillAnswer[], kind: string, spot: string, unit: string, stake: number,
 *   picture: import("./types.js").Picture }} Drill
 * @typedef {{ label: string, key: string, action: string, value?: any }} Way one possible answer
 */

const MISTAKES = "mistakes";
const root = /** @type {HTMLElement} */ (document.getElementById("root"));
const query = new URLSearchParams(location.search);

const state = {
  /** @type {TrainerGame[]} */
  games: [],
  /** @type {TrainerGame | null} */
  game: null,
  /** The kind of decision that is practised, or `MISTAKES`; empty for all. */
  drills: "",
  /** @type {Drill | null} */
  drill: null,
  /** @type {{ advice: import("./types.js").Advice, yours: import("./types.js").ValuedOption | null } | null} */
  verdict: null,
  /** Whether values are shown before the answer. */
  values: false,
  /** @type {number[]} */
  picked: [],
  score: emptyScore(),
  /** The score before the last answer, for taking it back. @type {import("./trainer-store.js").Score | null} */
  before: null,
  /** What was answered last, to go on with. @type {import("./trainer-store.js").DrillAnswer | null} */
  lastAnswer: null,
  busy: false,
  problem: "",
};

const ways = () => waysOf(state.drill);
const picking = () => pickOf(state.drill);
const answered = () => Boolean(state.verdict?.yours);

// -- requests --------------------------------------------------------------------------------------------------------

const path = (/** @type {string} */ what) => `/api/trainer/${state.game?.game}/${state.game?.set}/${what}`;

/** @param {object} wanted */
async function deal(wanted) {
  Object.assign(state, { busy: true, problem: "" });
  draw();
  try {
    state.drill = await api(path("deal"), wanted);
    Object.assign(state, { verdict: null, picked: [], before: null });
    if (state.values) await value("");
    const asked = state.drill?.picture.prompts?.[0];
    if (asked) say(spokenWords(displayText(asked.title)));
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error);
  }
  state.busy = false;
  draw();
}

/** The next decision: of this round if it has one, or of a new deal. */
function goOn() {
  const { drill, drills, score } = state;
  if (drills === MISTAKES) {
    const next = score.mistakes.find((each) => each.seed !== drill?.seed) ?? score.mistakes[0];
    if (next) return deal({ seed: next.seed, answers: next.answers });
    state.drills = "";
    notice("You have no mistakes left to practise.", "good");
    return deal({});
  }
  const kind = drills;
  if (!drill || !state.lastAnswer) return deal({ kind });
  return deal({ kind, seed: drill.seed, answers: [...drill.answers, state.lastAnswer] });
}

/**
 * Ask for the values, with the answer if there is one.
 * @param {string} action
 * @param {any} [given]
 */
async function value(action, given = null) {
  const { drill } = state;
  if (!drill) return;
  state.verdict = await api(path("answer"), { seed: drill.seed, answers: drill.answers, action, value: given });
  const yours = state.verdict?.yours;
  if (state.verdict && yours) {
    // The list marks the chosen option by identity.
    const listed = state.verdict.advice.options.find(
      (each) => each.exact === yours.exact && each.label === yours.label,
    );
    state.verdict.yours = listed ?? yours;
  }
}

/** @param {Way} way */
async function choose(way) {
  const { drill } = state;
  if (!drill || state.busy || answered()) return;
  state.busy = true;
  draw();
  try {
    await value(way.action, way.value ?? null);
    const yours = state.verdict?.yours;
    const advice = state.verdict?.advice;
    if (yours && advice) {
      state.lastAnswer = { action: way.action, value: way.value ?? null };
      state.before = state.score;
      const mistake = {
        seed: drill.seed,
        answers: drill.answers,
        kind: drill.kind,
        digest: drill.digest,
        cards: cardsText(drill),
        yours: yours.label,
        best: advice.options[0].label,
        cost: yours.cost / drill.stake,
        cents: yours.cost,
      };
      state.score = scored(state.score, mistake, yours.best);
      saveScore(drill.game, drill.set, state.score);
      say(spokenWords(verdictText().join(" ")));
    }
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error);
  }
  state.busy = false;
  draw();
}

/** Take the last answer back. It no longer counts. */
function undo() {
  const { drill, before } = state;
  if (!drill || !before || !answered()) return;
  state.score = before;
  saveScore(drill.game, drill.set, before);
  Object.assign(state, { verdict: null, before: null, lastAnswer: null });
  draw();
}

// -- drawing ---------------------------------------------------------------------------------------------------------

/** The verdict: a title, and the comparison. @returns {[string, string]} */
function verdictText() {
  const { verdict, drill } = state;
  const yours = verdict?.yours;
  if (!verdict || !yours || !drill) return ["", ""];
  const best = verdict.advice.options[0];
  const next = verdict.advice.options.find((each) => !each.best);
  if (yours.best)
    return [
      `${yours.label} is best`,
      next
        ? `Worth ${costText(next.cost)} more than ${next.label}, on average.`
        : "Every option is worth the same here.",
    ];
  return [
    `${yours.label} costs you ${costText(yours.cost)}, ${(yours.cost / drill.stake).toFixed(2)} of the ${drill.unit}`,
    `${best.label} is worth ${unitsText(best.units)}, ${yours.label} ${unitsText(yours.units)}.`,
  ];
}

function question() {
  const all = ways();
  if (picking()) return "Set your hand: choose two cards for the front";
  return capitalize(
    `${joinWords(
      [
        ...new Set(
          all.map((each) =>
            splitLabel(each.label)[0]
              .replace(/ \d+×$/, "")
              .toLowerCase(),
          ),
        ),
      ],
      "or",
    )}?`,
  );
}

function prompt() {
  const { verdict, busy, problem } = state;
  const [title, under] = verdictText();
  const kind = !answered() ? "" : verdict?.yours?.best ? "good" : "bad";
  return h(
    "section.prompt",
    { key: "prompt", id: "prompt", tabindex: "-1", "aria-label": "Your options", "data-moment": "act" },
    h(
      "div.prompt-in",
      null,
      h(
        "div.ask",
        { key: "ask", class: kind && `verdict ${kind}` },
        h(
          "p.q",
          null,
          h("b", null, problem || (answered() ? displayText(title) : state.drill ? question() : "Dealing")),
          h("span", null, problem ? "" : answered() ? displayText(under) : "Take your time."),
        ),
        !answered() &&
          h(
            "label.sw2",
            { key: "show" },
            h("input", {
              type: "checkbox",
              checked: state.values,
              onchange: (/** @type {any} */ event) => showValues(event.target.checked),
            }),
            h("span", null, "Show values"),
          ),
      ),
      verdict && h("div.drillvals", { key: "values" }, valueList(verdict.advice, verdict.yours), facts(verdict.advice)),
      answered()
        ? h(
            "div.acts.row",
            { key: "acts" },
            h(
              "button.btn.h",
              { key: "undo", "aria-keyshortcuts": "Z", onclick: undo },
              "Undo ",
              h("kbd", { "aria-hidden": "true" }, "Z"),
            ),
            h(
              "button.btn.act.h",
              { key: "go", "aria-keyshortcuts": "Enter", onclick: () => goOn() },
              "Go on ",
              h("kbd", { "aria-hidden": "true" }, "⏎"),
            ),
          )
        : [picks(), choices(busy || !state.drill)],
    ),
  );
}

const facts = (/** @type {import("./types.js").Advice} */ advice) =>
  advice.reason && h("p.small.muted", { key: "facts" }, colorSuits(displayText(advice.reason)));

/** @param {boolean} disabled */
const choices = (disabled) =>
  h(
    "div.choices",
    { key: "choices", role: "group", "aria-label": "Your options", "data-many": ways().length },
    ways().map((way) => {
      const [word, under] = splitLabel(way.label);
      return h(
        "button.btn.opt",
        {
          key: `${way.action} ${way.value ?? ""}`,
          "aria-label": spokenWords(way.label.replace(/[()]/g, ",").replace(/,$/, "")),
          "aria-keyshortcuts": way.key.toUpperCase(),
          disabled,
          onclick: () => choose(way),
        },
        word,
        under ? h("small", null, under) : null,
        h("kbd", { "aria-hidden": "true" }, way.key.toUpperCase()),
      );
    }),
  );

/** The player's cards as buttons, for setting a hand. */
function picks() {
  const offer = picking();
  if (!offer) return null;
  const { picked } = state;
  const all = [...offer.option.cards].sort((one, other) => (other >> 2) - (one >> 2));
  const split = offer.splits?.find((each) => [...each.picked].sort().join() === [...picked].sort().join());
  const says = split
    ? `In front ${split.says[0]}, behind ${split.says[1]}${split.warns ? `. ${split.warns}` : ""}`
    : `Chosen: ${picked.length} of ${offer.option.most}`;
  return h(
    "div.drillpicks",
    { key: "picks" },
    h(
      "div.row",
      { role: "group", "aria-label": "Your cards" },
      all.map((each) =>
        h(
          "button.pk",
          {
            key: each,
            "aria-pressed": String(picked.includes(each)),
            "aria-label": cardName(each),
            onclick: () => pick(each),
          },
          card(each, picked.includes(each) ? "use" : "", false, ""),
        ),
      ),
    ),
    h("p.small.muted", null, says),
    h(
      "button.btn.act.h",
      {
        disabled: picked.length !== offer.option.most || state.busy,
        "aria-keyshortcuts": "Enter",
        onclick: () => setHands(),
      },
      "Set hands ",
      h("kbd", { "aria-hidden": "true" }, "⏎"),
    ),
  );
}

function setHands() {
  const offer = picking();
  if (offer && state.picked.length === offer.option.most)
    void choose({ label: "Set", key: "", action: offer.action, value: state.picked });
}

/** @param {number} each */
function pick(each) {
  const most = picking()?.option.most ?? 0;
  const { picked } = state;
  state.picked = picked.includes(each) ? picked.filter((one) => one !== each) : [...picked, each].slice(-most);
  draw();
}

/** @param {boolean} on */
async function showValues(on) {
  state.values = on;
  if (on && !state.verdict) await value("").catch((error) => notice(error.message, "bad"));
  else if (!answered()) state.verdict = null;
  draw();
}

function bar() {
  const { game, games } = state;
  return h(
    "header.tbar",
    { key: "bar" },
    h("a.iconbtn", { href: "./", "aria-label": "Back to the lobby" }, icon("back")),
    h(
      "div.ttl",
      null,
      h("h1", null, game?.name ?? "Trainer"),
      h("p", null, h("span", null, "Trainer: nothing is at stake"), h("span", null, game ? `· ${game.set}` : "")),
    ),
    h(
      "label.pickgame",
      null,
      h("span.sr", null, "Game"),
      h(
        "select.field",
        { onchange: (/** @type {any} */ event) => open(event.target.value) },
        games.map((each) =>
          h(
            "option",
            { key: idOf(each), value: idOf(each), defaultSelected: each === game },
            `${each.name}${games.filter((other) => other.game === each.game).length > 1 ? `, ${each.set}` : ""}`,
          ),
        ),
      ),
    ),
    h(
      "div.wide",
      null,
      game && h("a.btn.quiet.small", { href: `rules?game=${game.game}&set=${game.set}` }, icon("book"), "Rules"),
    ),
    h("button.iconbtn", { "aria-label": "Menu", onclick: () => menu() }, icon("menu")),
  );
}

/** The felt without the other seats, which hold only the bank. @param {import("./table.js").TablePage} table */
function feltAlone(table) {
  const drawn = felt(table);
  const others = (/** @type {any} */ each) => String(each.props?.class ?? "").includes("others");
  return { ...drawn, children: drawn.children.filter((each) => !others(each)) };
}

const idOf = (/** @type {TrainerGame} */ each) => `${each.game}/${each.set}`;

function draw() {
  const { drill, game, score, drills } = state;
  const table = drill ? stillTable(drill.picture, { name: "You", guest: true, roles: [], halls: {} }) : null;
  patch(root, [
    h("a.skip", { key: "skip", href: "#prompt" }, "Skip to your options"),
    h(
      "div.table-page.trainer",
      {
        key: "page",
        "data-seating": table?.cloth?.seating ?? "",
        "data-moment": "act",
        "data-size": table?.size ?? "",
      },
      bar(),
      table
        ? feltAlone(table)
        : h("main.felt", { key: "felt", "data-felt": game?.felt ?? "cards", "aria-label": "Table" }),
      prompt(),
      h(
        "aside.drawer",
        { key: "drawer", "aria-label": "Your training" },
        game &&
          scorePanel({
            score,
            unit: drill?.unit ?? "first wager",
            stake: drill?.stake ?? 0,
            kinds: game.kinds,
            drills,
            mistakes: MISTAKES,
            choose: (to) => {
              state.drills = to;
              state.lastAnswer = null;
              void goOn();
            },
            again: (mistake) => void deal({ seed: mistake.seed, answers: mistake.answers }),
            clear: () => {
              state.score = emptyScore();
              saveScore(game.game, game.set, state.score);
              draw();
            },
          }),
      ),
    ),
  ]);
}

/** @param {string} id */
function open(id) {
  const found = state.games.find((each) => idOf(each) === id) ?? state.games[0];
  state.game = found;
  Object.assign(state, { drill: null, verdict: null, drills: "", lastAnswer: null, picked: [] });
  state.score = loadScore(found.game, found.set);
  document.title = `${found.name}, trainer · cardroom`;
  history.replaceState(null, "", `trainer?game=${found.game}&set=${found.set}`);
  void goOn();
}

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const focus = /** @type {HTMLElement} */ (event.target);
  if (focus.matches?.("input:not([type=checkbox]), textarea, select")) return;
  if (event.key === "Enter" && focus.matches?.("a, button")) return;
  if (!lettersOn() && event.key.length === 1) return;
  const key = event.key.toLowerCase();
  const way = !answered() && ways().find((each) => each.key === key);
  const cards = [...(picking()?.option.cards ?? [])].sort((one, other) => (other >> 2) - (one >> 2));
  if (answered() && key === "enter") void goOn();
  else if (answered() && key === "z") undo();
  else if (way) void choose(way);
  else if (!answered() && picking() && /^[1-9]$/.test(key) && cards[Number(key) - 1] !== undefined)
    pick(cards[Number(key) - 1]);
  else if (!answered() && picking() && key === "enter") setHands();
  else return;
  event.preventDefault();
});

onResize(draw);
draw();
api("/api/trainer").then(
  (games) => {
    state.games = games;
    const wanted = games.find(
      (/** @type {TrainerGame} */ each) =>
        each.game === query.get("game") && (!query.get("set") || each.set === query.get("set")),
    );
    if (query.get("game") && !wanted) notice("This game has no exact values. Choose another one.", "warn", true);
    open(wanted ? idOf(wanted) : "");
  },
  (error) => {
    state.problem = error.message;
    draw();
  },
);
