// The tab "Fair": the commitment and the seeds of the shuffle, and a check of the last round against what this browser
// was shown.

import { h } from "../parts/dom.js";
import { notice } from "../parts/notice.js";
import { plainName } from "../table/view.js";
import { checkNoted } from "./evidence.js";
import { download } from "./store.js";
import { VERDICT_TITLES, verdictClass, verdictLists } from "./verdict.js";

/** @typedef {import("../table/table.js").TablePage} TablePage */

/** @param {TablePage} t */
export function fairTab(t) {
  return h(
    "div.fair",
    { key: "fair" },
    h(
      "p",
      null,
      "The next shuffle is locked before anyone bets. Each player's browser mixes in a seed that no one can choose later.",
    ),
    h("p", null, h("b", null, "Commitment")),
    h("p.mono", null, t.scene.commitment || "none yet"),
    seeds(t),
    h("p", null, h("b", null, "Hash of the last round's record")),
    h("p.mono", null, t.scene.head || "none yet"),
    lastCheck(t),
    t.seated ? seedWords(t) : null,
    h("p", null, h("a", { href: "history" }, "Check your past rounds")),
  );
}

/** The seeds of this shuffle by player, and those that were withheld. @param {TablePage} t */
function seeds(t) {
  const { seeds: shown = {}, asked = {}, withheld = [] } = t.scene;
  const names = Object.keys(shown);
  const waits = Object.keys(asked).filter((name) => !(name in shown) && !withheld.includes(name));
  return [
    h("p", { key: "seeds" }, h("b", null, "Seeds in this shuffle")),
    h(
      "ul.seeds",
      { key: "list" },
      names.map((name) =>
        h(
          "li",
          { key: name },
          h("b", null, name === t.me?.name ? "You" : plainName(name)),
          " ",
          h("span.mono", null, shown[name].length === 64 ? `${shown[name].slice(0, 16)}…` : shown[name]),
        ),
      ),
      waits.map((name) => h("li.muted", { key: `w ${name}` }, `${plainName(name)}'s seed is on its way.`)),
      withheld.map((name) => h("li.withheld", { key: `x ${name}` }, `${plainName(name)}'s seed was withheld.`)),
      names.length + waits.length + withheld.length
        ? null
        : h("li.muted", { key: "none" }, "None yet. They are revealed just before the deal."),
    ),
  ];
}

/** One click compares the server's proof of the last round with what this browser noted. @param {TablePage} t */
function lastCheck(t) {
  const { verdict, checking } = t.ui;
  const last = t.keeper?.finished().at(-1);
  return [
    h(
      "div.acts.row",
      { key: "check" },
      h(
        "button.btn",
        { key: "go", disabled: !last || checking, onclick: () => checkLast(t) },
        checking ? "Checking" : "Check the last round",
      ),
      h(
        "button.btn.h",
        {
          key: "save",
          disabled: !last,
          onclick: () => download(t.connection.hall, t.table, t.me?.name ?? ""),
        },
        "Save evidence",
      ),
    ),
    verdict
      ? h(
          "div.verdict",
          { key: "verdict", "data-word": verdict.word, role: "status" },
          h("p", { key: "title", class: verdictClass(verdict) }, h("b", null, VERDICT_TITLES[verdict.word])),
          verdictLists(verdict),
        )
      : h(
          "p.small.muted",
          { key: "verdict" },
          "This browser notes what it is shown: commitment, seeds, cards and hashes. The check compares the proof with that.",
        ),
  ];
}

/** @param {TablePage} t */
async function checkLast(t) {
  const note = t.keeper?.finished().at(-1);
  if (!note) return;
  t.ui.checking = true;
  t.draw();
  try {
    t.ui.verdict = await checkNoted(t.connection.hall, t.table, note);
  } catch (error) {
    notice(/** @type {Error} */ (error).message, "warn");
  }
  t.ui.checking = false;
  t.draw();
}

/** Words of the player change the secret of the seeds. They are never sent. @param {TablePage} t */
const seedWords = (t) =>
  h(
    "form.line",
    {
      key: "words",
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        t.startChain(event.target.elements.words.value);
        event.target.reset();
        notice("Your words are in your seeds from the next shuffle on.", "good");
      },
    },
    h("input.field", {
      name: "words",
      "aria-label": "Words to add to your seeds",
      placeholder: "Your own words (optional)",
      maxlength: 100,
      required: true,
    }),
    h("button.btn", null, "Add"),
  );
