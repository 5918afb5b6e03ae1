// The page of progress: days, rating, cost of decisions by game, and boxes.

import { h } from "../../parts/dom.js";
import { api } from "../../parts/net.js";
import { emptyNote, Page } from "../../parts/site.js";
import { boxes, calendar } from "./panels.js";
import { costPlot, ratingPlot } from "./plots.js";

const page = new Page("daily", () => h("div.wrap.daily", { key: "progress" }, content()));
/** @type {import("../../parts/types.js").LearningProgress | null} */
let progress = null;
let problem = "";

/** @returns {import("../../parts/dom.js").Child} */
function content() {
  const title = h("h1", { key: "title" }, "Your progress");
  if (!progress)
    return [
      title,
      page.meKnown && !page.me.name
        ? emptyNote("There is nothing yet. Play today’s deal first.", h("a.btn", { href: "daily" }, "Today’s deal"))
        : h("p.muted", { key: "wait" }, problem || "Loading."),
    ];
  const { ratings, games } = progress;
  return [
    h("div.head", { key: "head" }, title, h("a.btn.small", { href: "daily" }, "Today’s deal")),
    h(
      "div.two",
      { key: "two" },
      h(
        "div.colx",
        { key: "left" },
        part(
          "Days",
          progress.run === 1 ? "1 day" : `${progress.run} days in a row. Your best run: ${progress.best_run}.`,
          calendar(progress),
        ),
        part("Mistakes that come back", "By the time until they are asked again.", boxes(progress.boxes)),
      ),
      h(
        "div.colx",
        { key: "right" },
        part(
          "Rating by puzzles",
          ratings.length
            ? `${progress.rating}, give or take ${2 * progress.deviation}. The band is where it is in 19 of 20 cases (Glicko-2).`
            : "",
          ratings.length ? ratingPlot(ratings) : h("p.muted", null, "Answer a puzzle to get a rating."),
        ),
        part(
          "Cost of a decision, by game",
          games.length ? "On average, as a share of the first wager: daily deals, puzzles and repetitions." : "",
          games.length ? costPlot(games) : h("p.muted", null, "Answer a decision first."),
        ),
      ),
    ),
    page.me.guest &&
      h(
        "p.small",
        { key: "guest" },
        "You are a guest: this is kept for this device only. ",
        h("a", { href: "account" }, "Sign up to keep it under a name."),
      ),
  ];
}

/** @param {string} title @param {string} says @param {import("../../parts/dom.js").Child} drawn */
const part = (title, says, drawn) =>
  h("section.panel.pad", { key: title }, h("h2", null, title), says && h("p.small.muted", null, says), drawn);

async function start() {
  await page.loadMe();
  if (page.me.name)
    try {
      progress = await api("/api/v1/learning/progress");
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
  page.draw();
}

void start();
