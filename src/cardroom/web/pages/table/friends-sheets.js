// The sheets of a table for friends: the link and the people, six words, and the consent to the coach. The table page
// imports this module when one of them is opened.

import { saveSetting } from "../parts/bar.js";
import { h } from "../parts/dom.js";
import { api } from "../parts/net.js";
import { notice } from "../parts/notice.js";
import { confirmSheet, sheet } from "../parts/sheet.js";
import { linkButtons, linkField, loadLink, pathOf, sayWord, WORDS, wordsOn, wordText } from "./friends.js";
import { plainName } from "./view.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {() => Promise<void>} act */
const tried = (act) => act().catch((/** @type {Error} */ error) => notice(error.message, "bad"));

/** The link of a private table, and who sits there. @param {TablePage} t */
export async function invite(t) {
  await loadLink(t);
  const host = () => t.invitation?.host === t.me?.name;
  const renew = async (/** @type {() => void} */ redraw) => {
    const says = "The link that you sent before stops working. People who came by it stay.";
    if (!(await confirmSheet("Renew the link?", says, "Renew"))) return;
    await tried(async () => {
      t.invitation = await api(pathOf(t, "link"), {});
      notice("The link is new. The old one no longer works.", "good");
    });
    redraw();
  };
  const sendOff = (/** @type {string} */ bot, /** @type {() => void} */ redraw) =>
    tried(async () => {
      const { left } = await api(pathOf(t, "bots/leave"), { bot });
      notice(`${plainName(bot)} ${left ? "has left" : "leaves when this hand is over"}.`, "good");
      redraw();
    });
  sheet(
    "Invite friends",
    (_, redraw) => {
      t.redrawSheet = redraw;
      return [
        h(
          "p.small.muted",
          null,
          "Anyone with this link can sit at your table. No account, no download. It ends when the table closes.",
        ),
        linkField(t),
        h("div.acts", { key: "acts" }, linkButtons(t, "h")),
        host() && h("p", { key: "renew" }, h("button.btn.small", { onclick: () => renew(redraw) }, "Renew the link")),
        h(
          "ul.people",
          { key: "people", "aria-label": "At the table" },
          Object.entries(t.scene.people).map(([who, each]) =>
            h(
              "li",
              { key: who },
              h("b", null, who === t.me?.name ? "You" : plainName(who)),
              h(
                "span.muted",
                null,
                each.bot ? "bot, gives way" : who === t.invitation?.host ? "host" : `seat ${each.seat}`,
              ),
              each.bot &&
                host() &&
                h(
                  "button.btn.small",
                  { "aria-label": `Send off ${plainName(who)}`, onclick: () => sendOff(who, redraw) },
                  "Send off",
                ),
            ),
          ),
        ),
      ];
    },
    {
      closed: () => {
        t.redrawSheet = null;
      },
    },
  );
}

/** Six words for everybody. @param {TablePage} t */
export function openWords(t) {
  sheet("Say something", (close, redraw) => {
    const turn = () => {
      saveSetting("words", wordsOn() ? "off" : "");
      redraw();
    };
    return [
      h("p.small.muted", null, "One word every ten seconds. There is no free text, and nothing is stored."),
      wordsOn()
        ? h(
            "div.words",
            { key: "words" },
            WORDS.map((word) =>
              h(
                "button.btn",
                {
                  key: word,
                  onclick: () => {
                    sayWord(t, word);
                    close();
                  },
                },
                wordText(word),
              ),
            ),
          )
        : h("p", { key: "words" }, "You have switched words off: you neither see nor send them."),
      h(
        "p",
        { key: "off" },
        h("button.btn.small", { onclick: turn }, wordsOn() ? "Switch words off" : "Switch words on"),
      ),
    ];
  });
}

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
