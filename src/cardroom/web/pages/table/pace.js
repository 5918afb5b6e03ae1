// The pace of a table: the buttons after a round, who is asked to bank, and what a player sees who has just sat down.

import { h, keyHint } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { notice } from "../parts/notice.js";
import { TAGS } from "../parts/tags.js";
import { answer, toggleEditBets, toggleRepeatBets } from "./prompt/answers.js";
import { total } from "./prompt/draft.js";
import { sitOut } from "./sit.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 */

export const BANKING =
  "The bank plays against everyone: it pays the winners and collects from the losers, up to what you put up.";

/** Start the next round, at a table that waits for its players. @param {TablePage} t */
export function ready(t) {
  t.connection.send({ type: TAGS.Ready, table: t.table });
}

/** @param {TablePage} t @param {(t: TablePage) => void} toggle */
function prepare(t, toggle) {
  toggle(t);
  if (t.scene.waits) ready(t);
}

/** Place the same bets in the next round. @param {TablePage} t */
export const sameBets = (t) => prepare(t, toggleRepeatBets);

/** Begin the next round with the same bets, to be changed. @param {TablePage} t */
export const changeBets = (t) => prepare(t, toggleEditBets);

/** The buttons after a round. @param {TablePage} t */
export function nextButtons(t) {
  const waits = Boolean(t.scene.waits);
  if (t.lastWagers && t.cloth?.areas?.length)
    return h(
      "div.acts.row",
      { key: "acts" },
      h(
        "button.btn.h",
        {
          key: "change",
          "aria-pressed": waits ? null : String(t.ui.editBets),
          "aria-keyshortcuts": "B",
          onclick: () => changeBets(t),
        },
        t.ui.editBets && !waits ? "Change bets, ready" : "Change bets",
        keyHint("b"),
      ),
      h(
        "button.btn.h",
        {
          key: "same",
          class: t.ui.repeatBets && !waits ? "" : "act",
          "aria-pressed": waits ? null : String(t.ui.repeatBets),
          "aria-keyshortcuts": "R",
          onclick: () => sameBets(t),
        },
        waits ? "Next round " : t.ui.repeatBets ? "Same bets, ready" : "Same bets ",
        t.ui.repeatBets && !waits ? null : h("span.amt", null, dollars(total(t.lastWagers))),
        keyHint("r"),
      ),
    );
  return h(
    "div.acts.row",
    { key: "acts" },
    h(
      "button.btn.h",
      { key: "why", "aria-keyshortcuts": "W", onclick: () => t.openResults() },
      t.picture?.tallies?.length ? "Why these points?" : "Why?",
      keyHint("w"),
    ),
    t.cloth?.banked && !t.picture?.results?.length && !t.ui.wantsBank
      ? h("button.btn.h", { key: "bank", onclick: () => toggleBank(t) }, "Bank a round")
      : null,
    waits
      ? h(
          "button.btn.h.act",
          { key: "next", "aria-keyshortcuts": "R", onclick: () => ready(t) },
          "Next round",
          keyHint("r"),
        )
      : h(
          "button.btn.h",
          { key: "out", "aria-keyshortcuts": "O", onclick: () => sitOut(t, true) },
          "Sit out",
          keyHint("o"),
        ),
  );
}

/** Ask to be offered the bank, or no longer. @param {TablePage} t */
export function toggleBank(t) {
  t.ui.wantsBank = !t.ui.wantsBank;
  notice(
    t.ui.wantsBank ? `You are asked when it is your turn to bank. ${BANKING}` : "You are no longer asked to bank.",
  );
  t.draw();
}

/** Pass the bank for a player who has not asked for it, so that beginners are not pressed to bank. @param {TablePage} t */
export function passTheBank(t) {
  const offers = t.prompt?.offers ?? [];
  const pass = offers.find((offer) => offer.action === "pass");
  if (pass && !t.ui.wantsBank && !t.ui.sent && offers.some((offer) => offer.action === "bank")) answer(t, pass);
}
