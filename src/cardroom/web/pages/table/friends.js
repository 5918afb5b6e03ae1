// A table for friends: its link until a second person sits down, who comes and goes, and the words that players say.

import { h } from "../parts/dom.js";
import { api, friendsAddress } from "../parts/net.js";
import { notice, say } from "../parts/notice.js";
import { icon } from "../parts/sprite.js";
import { TAGS } from "../parts/tags.js";
import { capitalize } from "../parts/words.js";
import { question } from "./prompt/controls.js";
import { plainName } from "./view.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** Milliseconds for which a word is shown. */
const SHOWN = 6000;

/** @param {TablePage} t @param {string} route */
export const pathOf = (t, route) => `/api/v1/halls/${t.hall}/tables/${encodeURIComponent(t.table)}/${route}`;

/** Load the link of a private table, and who its host is. @param {TablePage} t */
export async function loadLink(t) {
  t.invitation = await api(pathOf(t, "link"));
  t.draw();
}

/** The address to send to friends; empty until it is known. @param {TablePage} t */
export const linkText = (t) =>
  t.invitation ? new URL(friendsAddress(t.table, t.invitation.key), location.href).href : "";

/** Whether this is a table for friends at which no other person sits yet. @param {TablePage} t */
export const waitsForFriends = (t) =>
  Boolean(t.about?.private) && !Object.entries(t.scene.people).some(([who, each]) => who !== t.me?.name && !each.bot);

/** @param {TablePage} t */
export async function copyLink(t) {
  try {
    await navigator.clipboard.writeText(linkText(t));
    notice("The link is copied.", "good");
  } catch {
    notice("The browser does not copy. Mark the link and copy it yourself.", "warn");
  }
}

/** The buttons that pass the link on. @param {TablePage} t @param {string} size */
export const linkButtons = (t, size = "t") => [
  h(`button.btn.act.${size}`, { key: "copy", disabled: !t.invitation, onclick: () => copyLink(t) }, "Copy link"),
  "share" in navigator &&
    h(
      `button.btn.${size}`,
      {
        key: "share",
        disabled: !t.invitation,
        onclick: () => navigator.share({ title: t.scene.title, url: linkText(t) }).catch(() => {}), // they chose not to
      },
      icon("share"),
      "Share",
    ),
];

/** The link in a field, from which it can be copied by hand. @param {TablePage} t */
export const linkField = (t) =>
  h("input.field.mono.linkfield", {
    key: "link",
    "aria-label": "Link",
    value: linkText(t),
    readonly: true,
    onfocus: (/** @type {any} */ event) => event.target.select(),
  });

/** Start the first round without waiting for anyone. @param {TablePage} t */
const dealNow = (t) => t.connection.send({ type: TAGS.Ready, table: t.table });

/** The prompt of a player who is alone at a table for friends: the link comes first. @param {TablePage} t */
export function inviting(t) {
  return [
    question(t, "Send this link", linkField(t), { kind: "calm inviting" }),
    h("div.acts.row", { key: "rest" }, [
      linkButtons(t),
      t.scene.waits && h("button.btn.t", { key: "deal", onclick: () => dealNow(t) }, "Deal the first hand"),
    ]),
  ];
}

// -- who comes -------------------------------------------------------------------------------------------------------

/** Tell who sat down since the scene before. @param {TablePage} t @param {import("../parts/types.js").TableScene} before */
export function announceArrivals(t, before) {
  if (!t.about?.private) return;
  for (const [who, each] of Object.entries(t.scene.people)) {
    if (before.people[who] || each.bot || who === t.me?.name) continue;
    const bot = Object.entries(before.people).find(
      ([name, old]) => old.bot && old.seat === each.seat && !t.scene.people[name],
    );
    const way = bot ? ` ${plainName(bot[0])}, a bot, gave up the seat.` : "";
    notice(`${plainName(who)} sat down at seat ${each.seat}.${way}`, "good");
  }
}

/** The bot that gives up its seat next: the one that sat longest. @param {TablePage} t */
export const nextToGiveWay = (t) => {
  const bot = t.about?.private && Object.entries(t.scene.people).find(([, each]) => each.bot && !each.behind);
  return bot ? plainName(bot[0]) : "";
};

// -- six words -------------------------------------------------------------------------------------------------------

export const WORDS = ["nice-hand", "well-played", "thank-you", "one-moment", "hello", "good-game"];

/** @param {string} word */
export const wordText = (word) => capitalize(word.replaceAll("-", " "));

/** Whether this player wants to see words. */
export const wordsOn = () => document.documentElement.dataset.words !== "off";

/** @param {TablePage} t @param {string} word */
export function sayWord(t, word) {
  t.connection.send({ type: TAGS.SayWord, table: t.table, word });
}

/** Show a word that a player said, for a moment. @param {TablePage} t @param {string} who @param {string} word */
export function hear(t, who, word) {
  if (!wordsOn()) return;
  const text = wordText(word);
  if (who === t.me?.name) notice(`You: ${text}`);
  else say(`${plainName(who)}: ${text}.`);
  t.words.set(who, text);
  t.cachedPlaces = undefined;
  t.draw();
  setTimeout(() => {
    if (t.words.get(who) !== text) return;
    t.words.delete(who);
    t.cachedPlaces = undefined;
    t.draw();
  }, SHOWN);
}
