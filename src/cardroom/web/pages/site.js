// What the pages around the tables share: who looks, the bar, the whole page drawn anew from what is known, and forms.

import { topBar } from "./bar.js";
import { h, patch } from "./dom.js";
import { api } from "./net.js";
import { notice, warn } from "./notice.js";
import { sheet } from "./sheet.js";
import { icon } from "./sprite.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./bar.js").Me & { once?: boolean }} Me
 */

/** Nobody in particular. @type {Me} */
export const VISITOR = { name: null, guest: false, roles: [], halls: {} };

/** The page that is shown. @type {Page | null} */
let current = null;
/** Whether the server cannot be reached just now. */
let unreachable = false;

/**
 * A page: `content` says what there should be in it, and `draw` makes it so.
 */
export class Page {
  /**
   * @param {string} here which of the bar's places this is
   * @param {() => Child} content
   */
  constructor(here, content) {
    this.place = here;
    this.content = content;
    /** @type {Me} */
    this.me = VISITOR;
    const root = document.getElementById("root");
    if (!root) throw new Error("the page has no root");
    this.root = root;
    this.scheduled = false;
    /** Whether it is known who looks. */
    this.meKnown = false;
    /** The hall that is shown, and whose balance. */
    this.hall = "play";
    current = this;
  }

  /** Find out who looks. */
  async loadMe() {
    try {
      this.me = await api("/api/me");
    } catch (error) {
      showError(error);
    }
    this.meKnown = true;
    return this.me;
  }

  /** Find out who looks, and draw. */
  async open() {
    await this.loadMe();
    this.draw();
    return this.me;
  }

  /** Draw when the browser next paints, however often it is asked for. */
  draw() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    this.scheduled = false;
    patch(this.root, [
      topBar(this.place, this.me, this.meKnown, this.hall),
      unreachable && h("div.away.notice.warn", { key: "away" }, icon("info"), h("p", null, UNREACHABLE)),
      h("main", { id: "main", tabindex: "-1", key: "main" }, this.content()),
    ]);
  }

  /** @param {...string} roles */
  may(...roles) {
    const mine = this.me.roles.includes("operator") ? [...this.me.roles, "floor"] : this.me.roles;
    return !this.me.once && roles.some((role) => mine.includes(role));
  }
}

/**
 * What went wrong, in the words of whoever refused it.
 * @param {unknown} error
 */
export function showError(error) {
  notice(error instanceof Error ? error.message : String(error), "bad");
}

/**
 * Do something, and say what came of it.
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
 * A page for staff: those whom it is not for are told so.
 * @param {Page} page
 * @param {string[]} roles
 * @param {() => Child} content
 */
export function staffOnly(page, roles, content) {
  if (page.may(...roles)) return content();
  const says = page.me.once
    ? "Choose a password of your own first."
    : page.me.name && !page.me.guest
      ? `This page is for ${roles.map((role) => ROLE_NAMES[role]).join(" and ")}. You are ${page.me.name}: ${page.me.roles.join(", ")}.`
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
const ROLE_NAMES = { floor: "the floor", operator: "operators", auditor: "auditors" };

/** Why something is ordered. */
export const reasonField = () =>
  labelled(
    "Why",
    h("input.field", { name: "why", required: true, maxlength: 500, autocomplete: "off" }),
    "It is written down with your name.",
  );

/**
 * Nothing to show: the reason, and the one way on.
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
 * @param {readonly (readonly [string, string])[]} options value and words of each
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
 * A form that asks for a few things in a sheet and sends them; while it is refused it stays, with the reason. What `send`
 * gives is said when it is done.
 * @param {string} title
 * @param {string} button
 * @param {() => Child} fields
 * @param {(values: Record<string, string>) => Promise<string | void>} send
 * @param {{ danger?: boolean, live?: (values: Record<string, string>, redraw: () => void) => void, began?: (redraw: () => void) => void }} [how]
 *   `live` hears of every change, `began` is told how to draw anew what the fields have become
 */
export function formSheet(title, button, fields, send, how = {}) {
  let refused = "";
  let busy = false;
  const draw = () => [
    fields(),
    refused && h("p.notice.bad", null, refused),
    h(
      "div.acts",
      null,
      h("button.btn.h", { type: "button", onclick: () => close() }, "Go back"),
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
  ); // or the browser could not show it
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
 * What a form says.
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
 * Ask the server now and then, while somebody looks.
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
        if (status === 401 || status === 403) await current?.open(); // somebody else, or nobody, looks by now
      }
    }
    setTimeout(once, seconds * 1000);
  };
  setTimeout(once, seconds * 1000);
}

const UNREACHABLE =
  "The card room cannot be reached just now. What you see is from before; it is asked again every few seconds.";

/** Tell whoever looks when the server is away, and when it is back. @param {boolean} there */
function setReachable(there) {
  if (unreachable === !there) return;
  unreachable = !there;
  if (unreachable) warn(UNREACHABLE);
  else {
    notice("The card room is there again.", "good");
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

/** @param {number} number */
export const wholeNumber = (number) => number.toLocaleString("en-US");

/**
 * A share as a percentage with so many places: "2.18 %".
 * @param {number} share
 * @param {number} [places]
 */
export const percent = (share, places = 2) => `${share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(places)} %`;

/**
 * Give rows to whoever looks, as a file for a spreadsheet.
 * @param {(string | number)[][]} rows
 * @param {string} name
 */
export function downloadCsv(rows, name) {
  // What begins like a formula is text all the same.
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
 * When, for people: the time today, else the day too. Given in seconds since 1970.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const at = new Date(seconds * 1000);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}

/**
 * A small mark of a game's felt.
 * @param {string} felt
 */
export const swatch = (felt) => h("span.sw", { "data-felt": felt, "aria-hidden": "true" });
