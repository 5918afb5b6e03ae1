// The account page: sign in, sign up, play as a guest, change the password, add a second factor, refill play money,
// sign out.

import { avatar } from "../parts/avatar.js";
import { h } from "../parts/dom.js";
import { changeName } from "../parts/guest-name.js";
import { dollars } from "../parts/money.js";
import { api, Refused, signedIn } from "../parts/net.js";
import { confirmSheet } from "../parts/sheet.js";
import { attempt, formValues, labelled, Page } from "../parts/site.js";
import { plainName } from "../parts/words.js";

/** @type {Page} */
const page = new Page("account", content);
/** Play money can be refilled below this amount, in cents. */
const REFILL_BELOW = 100_000;
let mode = "in";
let refused = "";
/** Whether the user who signs in has a second factor. */
let codeNeeded = false;
/** A second factor that is being added. @type {{ secret: string, address: string } | null} */
let newFactor = null;

/** The page to return to after signing in: for staff without one, today. Addresses outside this card room are
 * ignored. */
const next = () => {
  const path = new URLSearchParams(location.search).get("next") ?? "";
  const staff = page.me.roles.some((role) => role !== "player" && role !== "guest");
  return /^[a-z]+(\?[\w=&%.+-]*)?$/.test(path) ? path : staff ? "today" : "./";
};

function content() {
  const me = page.me;
  return h(
    "div.wrap.narrow",
    null,
    me.once
      ? firstPassword()
      : me.name
        ? [whoYouAre(), me.guest ? signInForm() : [changePassword(), secondFactor()]]
        : signInForm(),
  );
}

/** The signed-in user: name, balances, roles. */
function whoYouAre() {
  const { name, guest, roles, halls } = page.me;
  return h(
    "section.panel.card-panel",
    { key: "known" },
    h("h1.big.named", null, avatar(plainName(name ?? "")), guest ? `You are ${plainName(name ?? "")}, a guest` : name),
    page.me.barred && h("p.notice.warn", { key: "barred" }, `You are barred from playing: ${page.me.barred}.`),
    guest &&
      h(
        "p.muted",
        null,
        `You play with play money. If you stay away for ${days(page.me.away ?? 0)}, you cannot return to this guest account. Abandoned guest accounts are deleted ${days(page.me.forgotten ?? 0)} after their first visit. To keep an account and to play for money, sign up with a name and a password.`,
      ),
    h(
      "dl.kv",
      null,
      Object.entries(halls).map(([hall, account]) => [
        h("dt", { key: `t ${hall}` }, hall === "play" ? "Play money" : "Money"),
        h("dd", { key: `d ${hall}` }, dollars(account.balance)),
      ]),
      !guest && [h("dt", { key: "roles" }, "Roles"), h("dd", { key: "are" }, roles.join(", "))],
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
                page.me = await api("/api/v1/refill", {});
                page.draw();
              }, "Your play money was refilled."),
          },
          "Refill play money",
        ),
      guest &&
        h(
          "button.btn",
          {
            key: "rename",
            onclick: () =>
              changeName(name ?? "", (me) => {
                page.me = me;
                page.draw();
              }),
          },
          "Change name",
        ),
      h("button.btn.quiet", { onclick: () => signOut(guest) }, guest ? "End guest session" : "Sign out"),
    ),
    h(
      "p.small.faint",
      null,
      `You can refill your play money when you have less than ${dollars(REFILL_BELOW)}, including chips at tables.`,
    ),
  );
}

/** @param {number} many */
const days = (many) => `${many} day${many === 1 ? "" : "s"}`;

/** Sign out. A guest has to confirm, because a guest account cannot be opened again. @param {boolean} guest */
async function signOut(guest) {
  if (
    guest &&
    !(await confirmSheet(
      "End this guest session?",
      "You will lose this guest's play money, chips at tables and history.",
      "End session",
    ))
  )
    return;
  await attempt(async () => {
    page.me = { ...(await api("/api/v1/sign-out", {})) };
    page.draw();
  });
}

/** Sign in, sign up, or play as a guest. */
function signInForm() {
  const up = mode === "up";
  return h(
    "section.panel.card-panel",
    { key: "door" },
    h("h1.big", null, up ? "Create an account" : "Sign in"),
    h(
      "div.seg",
      { role: "group", "aria-label": "Sign in or sign up" },
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
              codeNeeded = false;
              page.draw();
            },
          },
          name,
        ),
      ),
    ),
    h(
      "form.form",
      { key: mode, onsubmit: (/** @type {any} */ event) => send(event, up ? "/api/v1/sign-up" : "/api/v1/sign-in") },
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
        up ? "At least ten characters. Several words are best." : "",
      ),
      codeNeeded && !up && codeField(),
      page.me.guest &&
        h(
          "p.small.muted",
          { key: "guest" },
          up
            ? "Your play money moves to the new account. Leave your tables first, so that your chips move too. Rounds you played as a guest stay in the guest's history, which you can no longer open."
            : "That account has its own play money. You will lose this guest's play money, chips at tables and history.",
        ),
      refused && h("p.notice.bad", { role: "alert" }, refused),
      h("button.btn", { type: "submit" }, up ? "Sign up" : "Sign in"),
    ),
    !page.me.name &&
      h(
        "div.card-panel.panel",
        null,
        h("p", null, "Or play without an account, with play money."),
        h(
          "button.btn",
          {
            onclick: () =>
              attempt(async () => {
                page.me = await signedIn();
                location.href = next();
              }),
          },
          "Play as a guest",
        ),
      ),
  );
}

/** The field for the code of the second factor. */
const codeField = () =>
  labelled(
    "Code",
    h("input.field", {
      key: "code",
      name: "code",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      pattern: "[0-9]{6}",
      maxlength: 6,
      required: true,
    }),
    "Six digits from your app.",
  );

/** Add a second factor, or say that there is one. */
function secondFactor() {
  return h(
    "section.panel.card-panel",
    { key: "factor" },
    h("h2", null, "Second factor"),
    page.me.factor
      ? h("p", null, "Signing in needs your password and a code from your app.")
      : newFactor
        ? h(
            "form.form",
            { key: "confirm", onsubmit: confirmFactor },
            h("p", null, "Enter this secret into an authenticator app, then enter the code that the app shows."),
            h("p", null, h("code", null, newFactor.secret)),
            h("p", null, h("a", { href: newFactor.address }, "Open in an app on this device")),
            codeField(),
            ownPassword(),
            h("button.btn", { type: "submit" }, "Confirm"),
          )
        : h(
            "form.form",
            { key: "begin", onsubmit: beginFactor },
            h("p", null, "With a second factor, a stolen password is not enough to sign in."),
            ownPassword(),
            h("button.btn", { type: "submit" }, "Add a second factor"),
          ),
  );
}

/** The field for the own password, which changes of the second factor need. */
const ownPassword = () =>
  labelled(
    "Your password",
    h("input.field", { name: "password", type: "password", autocomplete: "current-password", required: true }),
  );

/** @param {SubmitEvent} event */
function beginFactor(event) {
  event.preventDefault();
  const { password } = formValues(/** @type {HTMLFormElement} */ (event.target));
  void attempt(async () => {
    newFactor = await api("/api/v1/factor", { password });
    page.draw();
  });
}

/** @param {SubmitEvent} event */
function confirmFactor(event) {
  event.preventDefault();
  const { code, password } = formValues(/** @type {HTMLFormElement} */ (event.target));
  void attempt(async () => {
    page.me = await api("/api/v1/factor/confirm", { code, password });
    newFactor = null;
    page.draw();
  }, "Your second factor is set.");
}

const changePassword = () =>
  h(
    "section.panel.card-panel",
    { key: "own" },
    h("h2", null, "Change password"),
    passwordForm("Current password"),
    h("p.small.faint", null, "This signs you out everywhere else."),
  );

/** A temporary password allows nothing but choosing a new one. */
const firstPassword = () =>
  h(
    "section.panel.card-panel",
    { key: "first" },
    h("h1.big", null, "Choose a password"),
    h("p", null, "You signed in with a temporary password. Choose your own to continue."),
    passwordForm("Temporary password"),
  );

/** @param {string} old */
function passwordForm(old) {
  return h(
    "form.form",
    { onsubmit: (/** @type {any} */ event) => send(event, "/api/v1/password") },
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
      "New password",
      h("input.field", {
        name: "new",
        type: "password",
        autocomplete: "new-password",
        required: true,
        minlength: 10,
        maxlength: 200,
      }),
      "At least ten characters. Several words are best.",
    ),
    page.me.factor && codeField(),
    refused && h("p.notice.bad", { role: "alert" }, refused),
    h("button.btn", { type: "submit" }, "Change password"),
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
    codeNeeded ||= error instanceof Refused && error.code;
  }
  page.draw();
}

const me = await page.open();
if (me.guest) mode = "up"; // a guest comes to keep what they have
