// The bar of a page, its places, and the menu in which people choose theme, suits, motion and keys.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { sheet } from "./sheet.js";
import { icon } from "./sprite.js";

/**
 * @typedef {{ name: string | null, guest: boolean, roles: string[], halls: Record<string, { balance: number }>, away?: number, forgotten?: number, barred?: string }} Me
 */

const PAGES = /** @type {const} */ ([
  ["lobby", "Lobby", "./", "lobby"],
  ["rules", "Rules", "rules", "book"],
  ["history", "History", "history", "history"],
]);
/** Where staff goes, with the roles that it is for. */
const STAFF_PAGES = /** @type {const} */ ([
  ["floor", "Floor", "floor", "user", ["floor", "operator"]],
  ["operator", "Books", "operator", "chart", ["floor", "operator", "auditor"]],
  ["auditor", "Audit", "auditor", "seal", ["floor", "operator", "auditor"]],
]);

const SETTINGS = /** @type {const} */ ([
  [
    "theme",
    "Theme",
    [
      ["", "System"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  ],
  [
    "deck",
    "Suits",
    [
      ["", "Two colours"],
      ["4", "Four colours"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["", "As the system"],
      ["off", "Off"],
    ],
  ],
  [
    "letters",
    "Keys",
    [
      ["", "On"],
      ["off", "Off"],
    ],
  ],
]);

/** Whether somebody is here to play: staff that has nothing has no purse to be shown. @param {Me} me */
const showsBalance = (me) => me.roles.every((role) => role === "player") || (me.halls.play?.balance ?? 0) > 0;

/**
 * The bar of every page but the table's, and the places at the bottom of a phone.
 * @param {string} here
 * @param {Me | null} me
 * @param {boolean} [known] whether it is known who looks
 * @param {string} [hall] whose balance is shown
 */
export function topBar(here, me, known = true, hall = "play") {
  const roles = me?.roles ?? [];
  const has = dollars(me?.halls[hall]?.balance ?? 0);
  const of = hall === "play" ? " of play money" : "";
  const places = [...PAGES, ...STAFF_PAGES.filter(([, , , , needed]) => needed.some((role) => roles.includes(role)))];
  const link = (/** @type {string} */ id, /** @type {string} */ to) => ({
    href: to,
    "aria-current": id === here && "page",
  });
  return [
    h("a.skip", { href: "#main" }, "Skip to the page"),
    h(
      "header.top",
      null,
      h(
        "a.brand",
        { href: "./" },
        h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: "#logo" })),
        "cardroom",
      ),
      h(
        "nav",
        { "aria-label": "Pages" },
        places.map(([id, name, to]) => h("a", link(id, to), name)),
      ),
      h(
        "div.end",
        null,
        !known
          ? null
          : me?.name
            ? h(
                "a.who",
                {
                  href: "account",
                  "aria-label": `Account: ${me.guest ? "guest" : me.name}${showsBalance(me) ? `, ${has}${of}` : ""}`,
                },
                h("span", null, me.guest ? "Guest" : me.name),
                showsBalance(me) && h("b.num", { title: of ? "Play money" : "Money" }, has),
              )
            : h("a.btn.small", { href: "account" }, "Sign in"),
        h("button.iconbtn", { "aria-label": "Menu", onclick: () => menu() }, icon("menu")),
      ),
    ),
    h(
      "nav.tabs-bottom",
      { "aria-label": "Pages" },
      places.map(([id, name, to, sign]) => h("a", link(id, to), icon(sign), name)),
    ),
  ];
}

/**
 * What somebody chose: it is kept in this browser.
 * @param {string} name
 * @param {string} value
 */
function saveSetting(name, value) {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
  try {
    localStorage.setItem(`cardroom.${name}`, value);
  } catch {
    // It holds for this page, then.
  }
}

/** Whether letters are keys. */
export const lettersOn = () => document.documentElement.dataset.letters !== "off";

/** Whether nothing should move. */
export const motionOff = () =>
  document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The menu; what a page has of its own comes first.
 * @param {import("./dom.js").Child | ((close: () => void) => import("./dom.js").Child)} [own]
 */
export function menu(own = null) {
  sheet("Menu", (close) => [
    typeof own === "function" ? own(close) : own,
    SETTINGS.map(([name, title, values]) =>
      h(
        "fieldset.seg",
        null,
        h("legend", null, title),
        values.map(([value, label]) =>
          h(
            "label.btn.small",
            null,
            h("input.sr", {
              type: "radio",
              name,
              value,
              checked: (document.documentElement.dataset[name] ?? "") === value,
              onchange: () => saveSetting(name, value),
            }),
            label,
          ),
        ),
      ),
    ),
  ]);
}
