// Coming in and going out: a guest, a name with a password, another password, new play money.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { api, signedIn } from "./net.js";
import { confirmSheet } from "./sheet.js";
import { attempt, formValues, labelled, Page } from "./site.js";

/** @type {Page} */
const page = new Page("account", content);
/** Cents of play money below which there is new. */
const REFILL_BELOW = 100_000;
let mode = "in";
let refused = "";

/** Where somebody came from; only places of this room. */
const next = () => {
  const path = new URLSearchParams(location.search).get("next") ?? "";
  return /^[a-z]+(\?[\w=&%.+-]*)?$/.test(path) ? path : "./";
};

function content() {
  const me = page.me;
  return h(
    "div.wrap.narrow",
    null,
    me.once ? firstPassword() : me.name ? [whoYouAre(), me.guest ? signInForm() : changePassword()] : signInForm(),
  );
}

/** Who has come in. */
function whoYouAre() {
  const { name, guest, roles, halls } = page.me;
  return h(
    "section.panel.card-panel",
    { key: "known" },
    h("h1.big", null, guest ? "You are a guest" : name),
    page.me.barred && h("p.notice.warn", { key: "barred" }, `You may not play: ${page.me.barred}.`),
    guest &&
      h(
        "p.muted",
        null,
        `You play for play money. When you stay away for ${days(page.me.away ?? 0)} there is no way back to this guest; ${days(page.me.forgotten ?? 0)} after their first visit guests who are gone are forgotten. With a name and a password you have an account of your own, and may play for money.`,
      ),
    h(
      "dl.kv",
      null,
      Object.entries(halls).map(([hall, purse]) => [
        h("dt", { key: `t ${hall}` }, hall === "play" ? "Play money" : "Money"),
        h("dd", { key: `d ${hall}` }, dollars(purse.balance)),
      ]),
      !guest && [h("dt", { key: "roles" }, "You are"), h("dd", { key: "are" }, roles.join(", "))],
    ),
    h(
      "div.go",
      null,
      (halls.play?.balance ?? 0) < REFILL_BELOW &&
        h(
          "button.btn",
          {
            key: "refill",
            onclick: () =>
              attempt(async () => {
                page.me = await api("/api/refill", {});
                page.draw();
              }, "There is new play money."),
          },
          "New play money",
        ),
      h("button.btn.quiet", { onclick: () => signOut(guest) }, guest ? "Stop being this guest" : "Sign out"),
    ),
    h("p.small.faint", null, `There is new play money when less than ${dollars(REFILL_BELOW)} is left, at tables too.`),
  );
}

/** @param {number} many */
const days = (many) => `${many} day${many === 1 ? "" : "s"}`;

/** Nobody comes back as the same guest: they are asked once more. @param {boolean} guest */
async function signOut(guest) {
  if (
    guest &&
    !(await confirmSheet(
      "Stop being this guest?",
      "There is no way back to this guest's play money, chips at tables and history.",
      "Stop",
    ))
  )
    return;
  await attempt(async () => {
    page.me = { ...(await api("/api/sign-out", {})) };
    page.draw();
  });
}

/** Signing in, signing up, or neither. */
function signInForm() {
  const up = mode === "up";
  return h(
    "section.panel.card-panel",
    { key: "door" },
    h("h1.big", null, up ? "Take a name" : "Sign in"),
    h(
      "div.seg",
      { role: "group", "aria-label": "How" },
      [
        ["in", "Sign in"],
        ["up", "New here"],
      ].map(([id, name]) =>
        h(
          "button.btn.small",
          {
            key: id,
            "aria-pressed": String(mode === id),
            onclick: () => {
              mode = id;
              refused = "";
              page.draw();
            },
          },
          name,
        ),
      ),
    ),
    h(
      "form.form",
      { key: mode, onsubmit: (/** @type {any} */ event) => send(event, up ? "/api/sign-up" : "/api/sign-in") },
      labelled(
        "Name",
        h("input.field", {
          name: "name",
          autocomplete: "username",
          required: true,
          maxlength: 24,
          autocapitalize: "none",
          spellcheck: "false",
        }),
      ),
      labelled(
        "Password",
        h("input.field", {
          name: "password",
          type: "password",
          autocomplete: up ? "new-password" : "current-password",
          required: true,
          minlength: up ? 10 : null,
          maxlength: 200,
        }),
        up ? "Ten letters or more; several words are best." : "",
      ),
      page.me.guest &&
        h(
          "p.small.muted",
          { key: "guest" },
          up
            ? "The play money of this guest comes along; leave your tables first, so that the chips there do too. Rounds that you played as a guest stay in the guest's history, which ends here."
            : "Another account has play money of its own: this guest's, chips at tables and history stay behind, with no way back.",
        ),
      refused && h("p.notice.bad", { role: "alert" }, refused),
      h("button.btn", { type: "submit" }, up ? "Sign up" : "Sign in"),
    ),
    !page.me.name &&
      h(
        "div.card-panel.panel",
        null,
        h("p", null, "Or come in without a name, for play money."),
        h(
          "button.btn",
          {
            onclick: () =>
              attempt(async () => {
                page.me = await signedIn();
                location.href = next();
              }),
          },
          "Come in as a guest",
        ),
      ),
  );
}

/** Another password. */
const changePassword = () =>
  h(
    "section.panel.card-panel",
    { key: "own" },
    h("h2", null, "Another password"),
    passwordForm("Your password"),
    h("p.small.faint", null, "All your other sessions end with it."),
  );

/** A password that somebody else has made is good for one thing: choosing another. */
const firstPassword = () =>
  h(
    "section.panel.card-panel",
    { key: "first" },
    h("h1.big", null, "Choose a password"),
    h("p", null, "The one you came in with was made for you, and is good for this alone."),
    passwordForm("The password you came in with"),
  );

/** @param {string} old */
function passwordForm(old) {
  return h(
    "form.form",
    { onsubmit: (/** @type {any} */ event) => send(event, "/api/password") },
    h("input.sr", {
      name: "username",
      autocomplete: "username",
      value: page.me.name ?? "",
      tabindex: "-1",
      "aria-hidden": "true",
      readonly: true,
    }),
    labelled(
      old,
      h("input.field", { name: "old", type: "password", autocomplete: "current-password", required: true }),
    ),
    labelled(
      "The new one",
      h("input.field", {
        name: "new",
        type: "password",
        autocomplete: "new-password",
        required: true,
        minlength: 10,
        maxlength: 200,
      }),
      "Ten letters or more; several words are best.",
    ),
    refused && h("p.notice.bad", { role: "alert" }, refused),
    h("button.btn", { type: "submit" }, "Change it"),
  );
}

/**
 * @param {SubmitEvent} event
 * @param {string} to
 */
async function send(event, to) {
  event.preventDefault();
  const { username: _, ...fields } = formValues(/** @type {HTMLFormElement} */ (event.target));
  try {
    page.me = await api(to, fields);
    refused = "";
    if (!page.me.once) location.href = next();
  } catch (error) {
    refused = /** @type {Error} */ (error).message;
  }
  page.draw();
}

await page.open();
