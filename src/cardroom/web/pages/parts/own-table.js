// Tables that a player opens: a table for friends with a link, or a practice table. Three choices come first: the game,
// the stakes, and who has the empty seats. Pages import this module when it is needed.

import { h } from "./dom.js";
import { gameMark } from "./game-mark.js";
import { chosenHouseRules, gameFields, houseRuleFields } from "./house-rules.js";
import { api, friendsAddress, signedIn } from "./net.js";
import { apiOrAsk, formSheet, labelled, select } from "./site.js";

/** Games that are shown first: one of each family that friends know. */
const FIRST = [
  "texas-holdem",
  "ultimate-texas-holdem",
  "seven-card-stud",
  "face-up-chinese-poker",
  "pure-21.5-blackjack",
  "ez-baccarat",
];
/** Bots that keep seats warm, unless a number is chosen. */
const BOTS = 3;

/**
 * A choice between a few values, as one row of buttons.
 * @param {string} legend
 * @param {string} name
 * @param {string} value
 * @param {[string, string][]} options
 */
const choice = (legend, name, value, options) =>
  h(
    "fieldset.seg.friends-choice",
    { key: name },
    h("legend", null, legend),
    options.map(([each, label]) =>
      h(
        "label.btn",
        { key: each },
        h("input", { type: "radio", name, value: each, checked: each === value }),
        h("span", null, label),
      ),
    ),
  );

/**
 * The form that opens a table of one's own.
 * @param {any[]} games
 */
export function openOwnTable(games) {
  /** @type {any} */
  let rules = null;
  let slug = games.find((each) => each.game === "texas-holdem")?.game ?? games[0]?.game ?? "";
  const game = () => games.find((each) => each.game === slug);
  let set = game()?.sets[0]?.set ?? "";
  let [stakes, seats, who] = ["usual", "bots", "private"];
  let redrawn = () => {};

  const load = async (/** @type {() => void} */ redraw) => {
    rules = null;
    redraw();
    const [game, rulesOf] = [slug, set];
    const found = await api(`/api/v1/games/${encodeURIComponent(game)}/${encodeURIComponent(rulesOf)}`).catch(
      () => null,
    );
    if (game !== slug || rulesOf !== set) return; // another game was chosen meanwhile
    rules = found;
    redraw();
  };
  const choose = (/** @type {string} */ wanted, /** @type {string} */ chosen = "") => {
    slug = wanted;
    set = chosen || (game()?.sets[0]?.set ?? "");
    void load(redrawn);
  };
  const tile = (/** @type {any} */ each) =>
    h(
      "button.btn.tile",
      { key: each.game, type: "button", "aria-pressed": String(each.game === slug), onclick: () => choose(each.game) },
      gameMark(each.felt),
      h("span", null, each.name),
    );
  const first = FIRST.flatMap((name) => games.filter((each) => each.game === name));
  const current = () => game()?.sets.find((/** @type {any} */ each) => each.set === set);

  formSheet(
    "Open a table for friends",
    "Open table",
    () => [
      h("p.small.muted", { key: "says" }, "Three choices, then one link. It is for play money and not in the lobby."),
      h(
        "div.friends-game",
        { key: "game", role: "group", "aria-label": "1. Which game?" },
        h("b", null, "1. Which game?"),
        h("div.tiles", null, first.map(tile)),
        gameFields(games, slug, set)[0],
      ),
      choice("2. For what?", "stakes", stakes, [
        ["usual", `Play money, ${current()?.stakes || "usual limits"}`],
        ["other", "Other stakes"],
      ]),
      choice("3. Empty seats", "seats", seats, [
        ["bots", "Bots keep them warm"],
        ["empty", "Stay empty"],
      ]),
      h("p.small.muted", { key: "way" }, "When someone arrives, a bot gives up its seat after the hand."),
      h(
        "details",
        { key: `rules ${stakes}`, open: stakes === "other" },
        h("summary", null, "Stakes, rules and bots"),
        h(
          "div.grid.wideform",
          null,
          labelled(
            "Who can come",
            select("who", who, [
              ["private", "Friends with the link"],
              ["practice", "Only me (practice)"],
            ]),
          ),
          gameFields(games, slug, set)[1],
          labelled(
            "Bots",
            select("bots", "", [
              ["", seats === "bots" ? `as usual: up to ${BOTS}` : "none"],
              ...Array.from(
                { length: seats === "bots" ? 8 : 0 },
                (_, count) => /** @type {[string, string]} */ ([String(count + 1), String(count + 1)]),
              ),
            ]),
          ),
          labelled(
            "Bots' pace",
            select("pace", "usual", [
              ["quick", "quick"],
              ["usual", "usual"],
              ["slow", "slow"],
            ]),
          ),
          labelled(
            "Bots' level",
            select("level", "usual", [
              ["easy", "easy"],
              ["usual", "usual"],
            ]),
          ),
        ),
        h("div", { key: `${slug} ${set}` }, rules ? houseRuleFields(rules) : h("p.muted", null, "Loading.")),
      ),
    ],
    async (fields) => {
      await signedIn();
      const usual = Math.min(BOTS, (game()?.seats.most ?? 2) - 1);
      const wanted = {
        game: slug,
        set,
        house: chosenHouseRules(rules, fields),
        bots: fields.seats === "empty" ? 0 : fields.bots ? Number(fields.bots) : usual,
        pace: fields.pace,
        level: fields.level,
      };
      const opened = await apiOrAsk(`/api/v1/halls/play/${fields.who}`, wanted, "Open table");
      location.href = opened.key
        ? friendsAddress(opened.table, opened.key)
        : `table?hall=play&table=${encodeURIComponent(opened.table)}&sit=1`;
    },
    {
      live: (fields, redraw) => {
        const changed = fields.stakes !== stakes || fields.seats !== seats || fields.who !== who;
        [stakes, seats, who] = [fields.stakes, fields.seats, fields.who];
        if (fields.game !== slug) choose(fields.game);
        else if (fields.set !== set) choose(slug, fields.set);
        else if (changed) redraw();
      },
      began: (redraw) => {
        redrawn = redraw;
        void load(redraw);
      },
    },
  );
}
