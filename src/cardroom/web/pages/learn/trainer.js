// The trainer's page: the bar, the felt, the prompt and the score, and its keys. Nothing is at stake. The server gets the
// decisions, and keeps a user's mistakes to ask them again.

import { stillTable } from "../history/replay.js";
import { lettersOn, menu, VISITOR } from "../parts/bar.js";
import { h, patch } from "../parts/dom.js";
import { api } from "../parts/net.js";
import { notice } from "../parts/notice.js";
import { icon } from "../parts/sprite.js";
import { felt } from "../table/felt/felt.js";
import { fitSoon } from "../table/felt/place.js";
import { onResize } from "../table/view.js";
import { answered, choose, deal, goOn, MISTAKES, pick, picking, redraw, setHands, state, undo, ways } from "./drill.js";
import { storedGames, storeGames } from "./offline.js";
import { prompt } from "./prompt.js";
import { scorePanel } from "./score.js";
import { emptyScore, loadScore, saveScore } from "./store.js";

/** @typedef {import("./drill.js").TrainerGame} TrainerGame */

const root = /** @type {HTMLElement} */ (document.getElementById("root"));
const query = new URLSearchParams(location.search);

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

/** The felt without the other seats, which hold only the bank. @param {import("../table/table.js").TablePage} table */
function feltAlone(table) {
  fitSoon(table);
  const drawn = felt(table);
  const others = (/** @type {any} */ each) => String(each.props?.class ?? "").includes("others");
  return { ...drawn, children: drawn.children.filter((each) => !others(each)) };
}

const idOf = (/** @type {TrainerGame} */ each) => `${each.game}/${each.set}`;

function draw() {
  const { drill, game, score, drills } = state;
  const table = drill ? stillTable(drill.picture, { ...VISITOR, name: "You", guest: true }) : null;
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

redraw.now = draw;
onResize(draw);
draw();
api("/api/v1/trainer")
  .catch((error) => storedGames() ?? Promise.reject(error))
  .then(
    (games) => {
      storeGames(games);
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
