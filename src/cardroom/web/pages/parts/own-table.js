// Tables that a player opens: a private table for friends with a link, or a practice table. The player chooses the game,
// its rules and stakes, and the bots. Also the sheet with the link, and the consent to the coach. Pages import this module
// when it is needed.

import { h } from "./dom.js";
import { chosenHouseRules, gameFields, houseRuleFields } from "./house-rules.js";
import { api, signedIn } from "./net.js";
import { notice } from "./notice.js";
import { sheet } from "./sheet.js";
import { apiOrAsk, formSheet, labelled, select } from "./site.js";

/** @typedef {import("../table/table.js").TablePage} TablePage */

/**
 * The address of a private table. The key follows a #, so browsers do not send it and no log has it.
 * @param {string} table
 * @param {string} key
 * @param {boolean} [opener] whether it is for the person who opened it: they sit down, and see the link to send
 */
const privateAddress = (table, key, opener = false) =>
  `table?hall=play&table=${encodeURIComponent(table)}${opener ? "&sit=1&invite=1" : ""}#key=${key}`;

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
  let who = "private";

  const load = async (/** @type {() => void} */ redraw) => {
    rules = null;
    redraw();
    rules = await api(`/api/v1/games/${encodeURIComponent(slug)}/${encodeURIComponent(set)}`).catch(() => null);
    redraw();
  };

  formSheet(
    "Open your own table",
    "Open table",
    () => [
      h("p.small.muted", null, "It is for play money and not in the lobby. It closes when it is empty for a while."),
      h(
        "div.grid.wideform",
        null,
        labelled(
          "Who can come",
          select("who", "private", [
            ["private", "Friends with the link"],
            ["practice", "Only me (practice)"],
          ]),
        ),
        ...gameFields(games, slug, set),
        labelled(
          "Bots",
          select("bots", "", [
            ["", who === "private" ? "none: wait for people" : "as usual"],
            ...Array.from(
              { length: 8 },
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
      h(
        "details",
        { key: `rules ${slug} ${set}` },
        h("summary", null, "Stakes and house rules"),
        rules ? houseRuleFields(rules) : h("p.muted", null, "Loading."),
      ),
    ],
    async (fields) => {
      await signedIn();
      const wanted = {
        game: fields.game,
        set: fields.set,
        house: chosenHouseRules(rules, fields),
        bots: fields.bots === "" ? null : Number(fields.bots),
        pace: fields.pace,
        level: fields.level,
      };
      const opened = await apiOrAsk(`/api/v1/halls/play/${fields.who}`, wanted, "Open table");
      location.href = opened.key
        ? privateAddress(opened.table, opened.key, true)
        : `table?hall=play&table=${encodeURIComponent(opened.table)}&sit=1`;
    },
    {
      live: (fields, redraw) => {
        if (fields.who !== who) {
          who = fields.who;
          redraw();
        }
        if (fields.game === slug && fields.set === set) return;
        set = fields.game === slug ? fields.set : (games.find((each) => each.game === fields.game)?.sets[0]?.set ?? "");
        slug = fields.game;
        void load(redraw);
      },
      began: (redraw) => void load(redraw),
    },
  );
}

/** @param {TablePage} t @param {string} route */
const pathOf = (t, route) => `/api/v1/halls/${t.hall}/tables/${encodeURIComponent(t.table)}/${route}`;

/** Show the link of a private table, to copy or share. @param {TablePage} t */
export async function invite(t) {
  const { table, key } = await api(pathOf(t, "link"));
  const link = new URL(privateAddress(table, key), location.href).href;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    notice("The link is copied.", "good");
  };
  sheet("Invite friends", [
    h("p", null, "Anyone with this link can see this table and sit down. Send it only to people you want here."),
    h("label.line", null, h("span", null, "Link"), h("input.field", { value: link, readonly: true, onfocus: select_ })),
    navigator.clipboard && h("div.acts", null, h("button.btn.act", { onclick: copy }, "Copy link")),
  ]);
}

/** @param {FocusEvent} event */
const select_ = (event) => /** @type {HTMLInputElement} */ (event.target).select();

/** Agree that the others at this table use the coach, or take that back. @param {TablePage} t */
export function consentToCoach(t) {
  const send = async (/** @type {boolean} */ agree, /** @type {() => void} */ close) => {
    const { agreed } = await api(pathOf(t, "coach/agree"), { agree });
    close();
    const others = agreed.length - (agree ? 1 : 0);
    notice(
      agree
        ? `The others may use the coach now. ${others ? `${others} more agreed.` : "You may use it when they agree, too."}`
        : "The others may not use the coach any more.",
      "good",
    );
  };
  sheet("Coach for everyone?", (close) => [
    h("p", null, "The coach shows exact values during the round. Here it helps a player only if all others agree."),
    h(
      "div.acts",
      null,
      h("button.btn.h", { onclick: () => send(false, close) }, "I do not agree"),
      h("button.btn.act.h", { onclick: () => send(true, close) }, "I agree"),
    ),
  ]);
}
