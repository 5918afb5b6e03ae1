// What all pages but the table's share: the user, the bar, drawing, forms, and polling the server.

import { topBar, VISITOR } from "./bar.js";
import { h, patch } from "./dom.js";
import { installWorker } from "./install.js";
import { api, Refused } from "./net.js";
import { notice, warn } from "./notice.js";
import { confirmSheet, sheet } from "./sheet.js";
import { icon } from "./sprite.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./types.js").Me} Me
 */

/** The current page. @type {Page | null} */
let current = null;
/** Whether the last request failed to reach the server. */
let unreachable = false;

/**
 * A page. `content` describes it, and `draw` redraws it.
 */
export class Page {
  /**
   * @param {string} place the link of the bar that is current
   * @param {() => Child} content
   */
  constructor(place, content) {
    this.place = place;
    this.content = content;
    /** @type {Me} */
    this.me = VISITOR;
    const root = document.getElementById("root");
    if (!root) throw new Error("the page has no root");
    this.root = root;
    this.scheduled = false;
    /** Whether the user is loaded. */
    this.meKnown = false;
    /** The hall whose balance is shown. */
    this.hall = "play";
    current = this;
    installWorker();
  }

  /** Load the user. */
  async loadMe() {
    try {
      this.me = await api("/api/v1/me");
    } catch (error) {
      showError(error);
    }
    this.meKnown = true;
    return this.me;
  }

  /** Load the user, and draw. */
  async open() {
    await this.loadMe();
    this.draw();
    return this.me;
  }

  /** Draw once at the next animation frame. */
  draw() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    this.scheduled = false;
    patch(this.root, [
      topBar(this.place, this.me, this.meKnown, this.hall),
      unreachable && h("div.away.notice.warn", { key: "away" }, icon("info"), h("p", null, OUT_OF_REACH)),
      h("main", { id: "main", tabindex: "-1", key: "main" }, this.content()),
    ]);
  }

  /** @param {...string} roles */
  may(...roles) {
    return !this.me.once && roles.some((role) => this.me.roles.includes(role));
  }
}

/**
 * Show an error as a notice.
 * @param {unknown} error
 */
export function showError(error) {
  notice(error instanceof Error ? error.message : String(error), "bad");
}

/**
 * Run an action. Show the error if it fails, or the text `done`.
 * @template T
 * @param {() => Promise<T>} act
 * @param {string} [done]
 * @returns {Promise<T | undefined>}
 */
export async function attempt(act, done = "") {
  try {
    const result = await act();
    if (done) {
      notice(done, "good");
    }
    return result;
  } catch (error) {
    showError(error);
    return undefined;
  }
}

/**
 * The content of a page for staff, or why the user may not see it.
 * @param {Page} page
 * @param {string[]} roles
 * @param {() => Child} content
 */
export function staffOnly(page, roles, content) {
  if (page.may(...roles)) return content();
  const says = page.me.once
    ? "Choose your own password first."
    : page.me.name && !page.me.guest
      ? `This page is for ${listed(roles.map((role) => ROLE_NAMES[role]))}. You are signed in as ${page.me.name} (${page.me.roles.join(", ")}).`
      : "Sign in to see this page.";
  return emptyNote(
    says,
    h(
      "a.btn",
      { href: `account?next=${encodeURIComponent(location.pathname.slice(1))}` },
      page.me.once ? "Choose a password" : page.me.name && !page.me.guest ? "Your account" : "Sign in",
    ),
  );
}

/** @type {Record<string, string>} */
const ROLE_NAMES = { cashier: "cashiers", floor: "the floor", operator: "operators", auditor: "auditors" };

/** "cashiers, the floor and operators". @param {string[]} names */
const listed = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

/** The field for the reason of an order. */
export const reasonField = () =>
  labelled(
    "Reason",
    h("input.field", { name: "why", required: true, maxlength: 500, autocomplete: "off" }),
    "Recorded with your name.",
  );

/**
 * A note that there is nothing to show, and what to do.
 * @param {string} says
 * @param {Child} [way]
 */
export const emptyNote = (says, way = null) => h("div.empty", null, h("p", null, says), way);

/**
 * A field with its label.
 * @param {string} label
 * @param {Child} field
 * @param {string} [help]
 */
export const labelled = (label, field, help = "") =>
  h("label.fld", null, h("span", null, label), field, help && h("span.help", null, help));

/**
 * @param {string} name
 * @param {string} value
 * @param {readonly (readonly [string, string])[]} options value and label of each
 * @param {(value: string) => void} [changed]
 * @param {Record<string, any>} [more]
 */
export const select = (name, value, options, changed, more = {}) =>
  h(
    "select.field",
    { name, onchange: (/** @type {any} */ event) => changed?.(event.target.value), ...more },
    options.map(([id, words]) => h("option", { value: id, defaultSelected: id === value, key: id }, words)),
  );

/**
 * A form in a sheet. If `send` fails, the form stays open and shows the error. Otherwise the text that `send` returns
 * is shown as a notice.
 * @param {string} title
 * @param {string} button
 * @param {() => Child} fields
 * @param {(values: Record<string, string>) => Promise<string | void>} send
 * @param {{ danger?: boolean, live?: (values: Record<string, string>, redraw: () => void) => void,
 *   began?: (redraw: () => void) => void }} [how]
 *   `live` is called at every change, `began` once, with a function that redraws the fields
 */
export function formSheet(title, button, fields, send, how = {}) {
  let refused = "";
  let busy = false;
  const draw = () => [
    fields(),
    refused && h("p.notice.bad", null, refused),
    h(
      "div.acts.last",
      null,
      h("button.btn.h", { type: "button", onclick: () => close() }, "Cancel"),
      h("button.btn.h", { type: "submit", class: how.danger ? "danger" : "", disabled: busy }, button),
    ),
  ];
  const close = sheet(title, h("form.form", { own: true }), { plain: true });
  const form = /** @type {HTMLFormElement} */ ([...document.querySelectorAll("dialog.sheet form")].at(-1));
  const redraw = () => patch(form, draw());
  form.addEventListener("input", () => how.live?.(formValues(form), redraw));
  form.addEventListener(
    "invalid",
    (event) => /** @type {HTMLElement} */ (event.target).closest("details")?.setAttribute("open", ""),
    true,
  ); // otherwise the browser could not show the invalid field
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    busy = true;
    redraw();
    try {
      const done = await send(formValues(form));
      close();
      if (done) notice(done, "good");
    } catch (error) {
      refused = error instanceof Error ? error.message : String(error);
      warn(refused);
    }
    busy = false;
    if (form.isConnected) redraw();
  });
  redraw();
  how.began?.(redraw);
  /** @type {HTMLElement | null} */ (form.querySelector("input, select, textarea"))?.focus();
  return close;
}

/**
 * Send an order. If the server wants it confirmed, ask the user and send it again.
 * @param {string} path
 * @param {object} body
 * @param {string} yes
 * @returns {Promise<any>}
 */
export async function apiOrAsk(path, body, yes) {
  try {
    return await api(path, body);
  } catch (error) {
    const asks = error instanceof Refused ? error.confirm : undefined;
    if (!asks) throw error;
    if (!(await confirmSheet(`${yes} anyway?`, asks.warning, yes))) throw new Refused(asks.warning);
    return api(path, { ...body, accept: asks.code });
  }
}

/**
 * The values of a form by name.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function formValues(form) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [name, value] of new FormData(form)) fields[name] = String(value);
  return fields;
}

/**
 * Run a task every few seconds while the page is visible.
 * @param {number} seconds
 * @param {() => Promise<void>} work
 */
export function poll(seconds, work) {
  const once = async () => {
    if (document.visibilityState === "visible") {
      try {
        await work();
        setReachable(true);
      } catch (error) {
        const status = /** @type {any} */ (error).status;
        if (status > 0 && !unreachable) showError(error);
        setReachable(status > 0);
        if (status === 401 || status === 403) await current?.open(); // the user has changed or signed out
      }
    }
    setTimeout(once, seconds * 1000);
  };
  setTimeout(once, seconds * 1000);
}

const OUT_OF_REACH = "Can't reach the card room. This page may be out of date. Retrying every few seconds.";

/** Show when the server becomes unreachable, and when it is reachable again. @param {boolean} there */
function setReachable(there) {
  if (unreachable === !there) return;
  unreachable = !there;
  if (unreachable) warn(OUT_OF_REACH);
  else {
    notice("Reconnected to the card room.", "good");
    if (current && !current.me.name) void current.open();
  }
  current?.draw();
}

/**
 * The switch between the halls.
 * @param {string} here
 * @param {(hall: string) => void} change
 */
export const hallSwitch = (here, change) =>
  h(
    "div.seg.halls",
    { key: "halls", role: "group", "aria-label": "Hall" },
    [
      ["play", "Play money"],
      ["money", "Money"],
    ].map(([id, name]) =>
      h("button.btn", { key: id, "aria-pressed": String(here === id), onclick: () => change(id) }, name),
    ),
  );

/**
 * A share as a percentage: "2.18 %".
 * @param {number} share
 * @param {number} [places]
 */
export const percent = (share, places = 2) => `${share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(places)} %`;

/**
 * Download rows as a CSV file.
 * @param {(string | number)[][]} rows
 * @param {string} name
 */
export function downloadCsv(rows, name) {
  // A leading quote keeps a spreadsheet from reading text as a formula.
  const cell = (/** @type {string | number} */ value) =>
    typeof value === "number" ? String(value) : `"${value.replace(/^(?=[=+@\t\r])/, "'").replaceAll('"', '""')}"`;
  const text = rows.map((row) => row.map(cell).join(",")).join("\r\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\r\n`], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * A time as text: today only the time, otherwise also the day. Takes seconds since 1970.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const at = new Date(seconds * 1000);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}

/**
 * A small square in the color of a game's felt.
 * @param {string} felt
 */
export const swatch = (felt) => h("span.sw", { "data-felt": felt, "aria-hidden": "true" });
