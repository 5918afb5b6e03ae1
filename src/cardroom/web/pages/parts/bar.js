// The bar of a page with links to the other pages, and the menu with the user's settings.

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { dollars } from "./money.js";
import { api } from "./net.js";
import { sheet } from "./sheet.js";
import { icon } from "./sprite.js";
import { plainName } from "./words.js";

/** @typedef {import("./types.js").Me} Me */

/** A visitor without a session. @type {Me} */
export const VISITOR = {
  name: null,
  guest: false,
  roles: [],
  once: false,
  halls: {},
  away: 0,
  forgotten: 0,
  barred: "",
  factor: false,
  demo: [],
};

const PAGES = /** @type {const} */ ([
  ["lobby", "Lobby", "./", "lobby"],
  ["daily", "Daily", "daily", "seal"],
  ["rules", "Rules", "rules", "book"],
  ["history", "History", "history", "history"],
]);
/** The pages for staff, each with the roles that may see it. */
const STAFF_PAGES = /** @type {const} */ ([
  ["today", "Today", "today", "eye", ["cashier", "floor", "operator", "auditor"]],
  ["floor", "Floor", "floor", "user", ["cashier", "floor", "operator"]],
  ["cage", "Cage", "cage", "down", ["cashier", "floor", "operator", "auditor"]],
  ["operator", "Books", "operator", "chart", ["floor", "operator", "auditor"]],
  ["auditor", "Audit", "auditor", "seal", ["floor", "operator", "auditor"]],
  ["workshop", "Workshop", "workshop", "book", ["operator"]],
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
      ["", "Two colors"],
      ["4", "Four colors"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["", "System"],
      ["off", "Off"],
    ],
  ],
  [
    "sound",
    "Sound",
    [
      ["", "Off"],
      ["on", "On"],
    ],
  ],
  [
    "volume",
    "Volume",
    [
      ["low", "Low"],
      ["", "Medium"],
      ["high", "High"],
    ],
  ],
  [
    "letters",
    "Keyboard shortcuts",
    [
      ["", "On"],
      ["off", "Off"],
    ],
  ],
]);

/** Whether to show a balance: to players, and to staff who have one. @param {Me} me */
const showsBalance = (me) => me.roles.every((role) => role === "player") || (me.halls.play?.balance ?? 0) > 0;

/**
 * The bar of every page but the table's, and the links at the bottom of a phone.
 * @param {string} here
 * @param {Me | null} me
 * @param {boolean} [known] whether the user is known yet
 * @param {string} [hall] whose balance is shown
 */
export function topBar(here, me, known = true, hall = "play") {
  const roles = me?.roles ?? [];
  const has = dollars(me?.halls[hall]?.balance ?? 0);
  const of = hall === "play" ? " of play money" : "";
  const ours = STAFF_PAGES.filter(([, , , , needed]) => needed.some((role) => roles.includes(role)));
  const places = [...PAGES, ...ours];
  const link = (/** @type {string} */ id, /** @type {string} */ to) => ({
    href: to,
    "aria-current": id === here && "page",
  });
  return [
    h("a.skip", { href: "#main" }, "Skip to content"),
    demoStrip(me),
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
                  "aria-label": `${plainName(me.name)}${showsBalance(me) ? `, ${has}${of}` : ""}, account${me.guest ? " of a guest" : ""}`,
                },
                avatar(plainName(me.name)),
                h("span", null, plainName(me.name)),
                " ",
                showsBalance(me) && h("b.num", { title: of ? "Play money" : "Money" }, has),
              )
            : h("a.btn.small", { href: "account" }, "Sign in"),
        h("button.iconbtn", { "aria-label": "Menu", onclick: () => menu() }, icon("menu")),
      ),
    ),
    h(
      "nav.tabs-bottom",
      { "aria-label": "Pages" },
      // A phone has room for six links. Staff reach rules, history and daily deal by the lobby, the workshop by the books.
      (ours.length ? [PAGES[0], ...ours] : places)
        .filter(([id]) => id !== "workshop")
        .map(([id, name, to, sign]) => h("a", link(id, to), icon(sign), name)),
    ),
  ];
}

/**
 * On every page of a demo: that it is one, and as whom to look at it.
 * @param {Me | null} me
 */
export const demoStrip = (me) =>
  !!me?.demo?.length &&
  h(
    "aside.demo",
    { key: "demo", "aria-label": "Demo" },
    h("b", null, "Demo"),
    h("span", null, "No person and no money here is real."),
    h(
      "label",
      null,
      "Look as ",
      h(
        "select",
        { onchange: (/** @type {any} */ event) => void lookAs(event.target.value) },
        !me.demo.includes(me.name ?? "") && h("option", { value: "", defaultSelected: true }, "a guest"),
        me.demo.map((name) => h("option", { key: name, value: name, defaultSelected: name === me.name }, name)),
      ),
    ),
  );

/** @param {string} name */
async function lookAs(name) {
  if (!name) return;
  const me = await api("/api/v1/demo/sign-in", { name });
  location.href = me.roles.some((/** @type {string} */ role) => role !== "player") ? "today" : "./";
}

/**
 * Apply a setting and store it in this browser. Sounds are tried out when they change.
 * @param {string} name
 * @param {string} value
 */
export function saveSetting(name, value) {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
  if (name === "sound" || name === "volume") document.dispatchEvent(new Event("setting"));
  try {
    localStorage.setItem(`cardroom.${name}`, value);
  } catch {
    // The browser stores nothing, so the setting applies to this page only.
  }
}

/** Whether keyboard shortcuts are on. */
export const lettersOn = () => document.documentElement.dataset.letters !== "off";

/** Whether animations are off. */
export const motionOff = () =>
  document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Open the menu. A page's own entries come first.
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
