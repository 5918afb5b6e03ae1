// The bar above a table: the way back, the game, the commitment of the next shuffle, chips, and the menu.

import { menu, saveSetting } from "../parts/bar.js";
import { h } from "../parts/dom.js";
import { changeName } from "../parts/guest-name.js";
import { dollars } from "../parts/money.js";
import { notice } from "../parts/notice.js";
import { icon } from "../parts/sprite.js";
import { capitalize } from "../parts/words.js";
import { waitsForFriends } from "./friends.js";
import { toggleBank } from "./pace.js";
import { addChips, leave, sitDown, sitOut, takeCircle } from "./sit.js";
import { helpButton, startTour } from "./tour.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} t */
export function tableBar(t) {
  const commitment = t.scene.commitment ? `${t.scene.commitment.slice(0, 4)} ${t.scene.commitment.slice(4, 8)}…` : "";
  return h(
    "header.tbar",
    { key: "bar" },
    h("a.iconbtn", { href: "./", "aria-label": "Back to the lobby" }, icon("back")),
    h("div.ttl", null, h("h1", null, t.scene.title || t.table), h("p", null, subtitle(t))),
    h(
      "div.wide",
      null,
      commitment &&
        h(
          "button.btn.quiet.small",
          { title: "The next shuffle is locked before anyone bets", onclick: () => t.openDrawer("Fair") },
          icon("seal"),
          h("span.mono", null, commitment),
        ),
      h("button.btn.quiet.small", { onclick: () => t.openDrawer("Rules") }, icon("book"), "Rules"),
      soundButton(t),
    ),
    helpButton(t),
    friendsButton(t),
    h("div.chips", { key: "chips" }, h("span", null, "Chips"), h("b.num", null, dollars(t.stack))),
    h("button.iconbtn", { "aria-label": "Menu", onclick: () => openMenu(t) }, icon("menu")),
  );
}

/** Switches sound on and off. Phones have it in the menu. @param {TablePage} t */
function soundButton(t) {
  const on = document.documentElement.dataset.sound === "on";
  const press = () => {
    saveSetting("sound", on ? "" : "on");
    t.draw();
  };
  return h(
    "button.iconbtn",
    {
      key: "sound",
      "aria-label": "Sound",
      "aria-pressed": String(on),
      title: on ? "Sound is on" : "Sound is off",
      onclick: press,
    },
    icon(on ? "loud" : "mute"),
  );
}

/** The stakes, and the table's name unless it is the game's. Without room for all, the name goes, then antes and blinds.
 * @param {TablePage} t */
function subtitle(t) {
  const stakes = (t.cloth?.stakes ?? t.about?.stakes ?? "").split(", ");
  const name = t.about?.practice ? "practice" : t.about?.private ? "private" : (t.scene.name ?? t.table);
  return [
    t.me?.demo?.length ? "Demo" : "",
    ...stakes,
    name === t.scene.title.replaceAll("/", "-") ? "" : capitalize(name),
  ]
    .filter(Boolean)
    .map((part, at) => h("span", { key: at }, at ? `· ${part}` : part));
}

/** Whether a player can bank this game: its rounds have a player-dealer. @param {TablePage} t */
const mayBank = (t) => Boolean(t.cloth?.banked);

/** Open a sheet of a table for friends. @param {(sheets: typeof import("./friends-sheets.js")) => any} act */
const friends = (act) =>
  import("./friends-sheets.js").then(act).catch((/** @type {Error} */ error) => notice(error.message, "bad"));

/** The button of a table for friends: the link while nobody else is there, then the words. Phones have both in the menu.
 * @param {TablePage} t */
const friendsButton = (t) =>
  !t.about?.private || t.size === "phone"
    ? null
    : waitsForFriends(t)
      ? h(
          "button.iconbtn",
          { key: "invite", "aria-label": "Invite friends", onclick: () => friends((sheets) => sheets.invite(t)) },
          icon("share"),
        )
      : t.seated &&
        h(
          "button.iconbtn",
          { key: "words", "aria-label": "Say something", onclick: () => friends((sheets) => sheets.openWords(t)) },
          icon("say"),
        );

/** @param {TablePage} t */
export function openMenu(t) {
  const out = t.mine?.out;
  menu((close) => {
    const item = (/** @type {string} */ label, /** @type {() => void} */ act) =>
      h(
        "button.btn.h",
        {
          onclick: () => {
            close();
            act();
          },
        },
        label,
      );
    return h(
      "div.acts",
      null,
      t.seated && item("Add chips", () => addChips(t)),
      t.seated && item(out ? "Deal me in" : "Sit out", () => sitOut(t, !out)),
      t.seated && t.cloth?.circles && item("Another circle", () => takeCircle(t)),
      t.seated &&
        mayBank(t) &&
        item(t.ui.wantsBank ? "Stop banking" : "Bank a round", () => {
          toggleBank(t);
        }),
      t.seated && item("Leave", () => leave(t)),
      !t.seated && item("Sit down", () => sitDown(t)),
      !t.seated && t.me?.guest && item("Change my name", () => changeName(t.me?.name ?? "", () => location.reload())),
      item("Rules", () => t.openDrawer("Rules")),
      item("About this round", () => t.openDrawer("Round")),
      t.about?.private && item("Invite friends", () => friends((sheets) => sheets.invite(t))),
      t.about?.private && t.seated && item("Say something", () => friends((sheets) => sheets.openWords(t))),
      t.about?.private &&
        item("Shared review", () => {
          location.href = `together?hall=${t.hall}&table=${encodeURIComponent(t.table)}`;
        }),
      t.about?.private &&
        t.about.coach &&
        t.seated &&
        item("Coach for everyone?", () => friends((sheets) => sheets.consentToCoach(t))),
      t.about?.practice && t.seated && item("Show me a first round", () => startTour(t)),
      t.about?.practice &&
        item("Review these rounds", () => {
          location.href = `review?hall=${t.hall}&table=${encodeURIComponent(t.table)}`;
        }),
      t.about?.coach &&
        item("Trainer", () => {
          location.href = `trainer?game=${encodeURIComponent(t.scene.game)}&set=${t.picture?.rules ?? ""}`;
        }),
    );
  });
}
