// Users on the floor page: roles, bars and locks, and the orders that change them.

import { h } from "../../parts/dom.js";
import { api } from "../../parts/net.js";
import { sheet } from "../../parts/sheet.js";
import { formSheet, labelled, reasonField, showError } from "../../parts/site.js";
import { headings, rowOf } from "../../parts/tables.js";
import { capitalize } from "../../parts/words.js";

/** @typedef {import("../../parts/types.js").UserEntry} User */

const ROLES = ["player", "cashier", "floor", "operator", "auditor"];
/** How many users are listed. Others are found by name. */
const MOST = 25;

let search = "";

/**
 * @param {import("../../parts/site.js").Page} page
 * @param {User[]} people
 * @param {() => Promise<void>} reload loads the users again
 */
export function peopleSection(page, people, reload) {
  const named = (/** @type {User} */ each) => each.name.toLowerCase().includes(search.toLowerCase());
  const matching = people.filter(named).sort((a, b) => Number(!!b.barred || b.locked) - Number(!!a.barred || a.locked));
  const known = people.some((each) => each.name === search);
  const stranger = { name: search, roles: [], barred: "", locked: false };
  return h(
    "section",
    { key: "people", "aria-label": "People" },
    h(
      "div.head",
      null,
      h("h2", null, "People"),
      h(
        "label.fld",
        null,
        h("span.sr", null, "Find a user"),
        h("input.field", {
          type: "search",
          placeholder: "Find a user",
          maxlength: 24,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            search = event.target.value.trim();
            page.draw();
            if (!people.some(named)) reload().catch(showError);
          },
        }),
      ),
    ),
    matching.length > 0 &&
      h(
        "table.figures.words.stack",
        null,
        headings(
          ["Name", "Roles", "State", ""].map((name) => h("th", { scope: "col" }, name || h("span.sr", null, "Orders"))),
        ),
        h(
          "tbody",
          null,
          matching.slice(0, MOST).map((each) => row(page, each, reload)),
        ),
      ),
    matching.length > MOST && h("p.note", null, `${matching.length - MOST} more. Search by name to see them.`),
    search &&
      !known &&
      h(
        "p.note",
        { key: "guest" },
        `No user is called ${search}. `,
        page.may("floor", "operator") &&
          /^guest .+ \d+$/.test(search) &&
          h("button.btn.small", { onclick: () => changeBar(stranger, reload) }, `Bar ${search}`),
      ),
    !search &&
      h(
        "p.note",
        { key: "how" },
        "Barred and locked accounts come first. To find a guest, enter the full name, such as guest Quiet Otter 47.",
      ),
  );
}

/**
 * @param {import("../../parts/site.js").Page} page
 * @param {User} each
 * @param {() => Promise<void>} reload
 */
function row(page, each, reload) {
  const state = [each.barred && `barred: ${each.barred}`, each.locked && "locked: three wrong passwords"]
    .filter(Boolean)
    .join("; ");
  return rowOf(
    each.name,
    h("b", null, each.name),
    each.roles.join(", "),
    h("td", { class: state ? "warnt full" : "wide" }, state),
    h(
      "td.full",
      null,
      h(
        "div.do",
        null,
        each.locked &&
          page.may("operator") &&
          h("button.btn.small", { onclick: () => unlock(each, reload), "aria-label": `Unlock ${each.name}` }, "Unlock"),
        page.may("floor", "operator") &&
          h(
            "button.btn.small.quiet",
            {
              onclick: () => changeBar(each, reload),
              "aria-label": `${each.barred ? "Lift bar on" : "Bar"} ${each.name}`,
            },
            each.barred ? "Lift bar" : "Bar",
          ),
        page.may("operator") &&
          h(
            "button.btn.small.quiet",
            { onclick: () => resetPassword(each, reload), "aria-label": `Reset the password of ${each.name}` },
            "Password",
          ),
        page.may("operator") &&
          h(
            "button.btn.small.quiet",
            { onclick: () => changeRoles(each, reload), "aria-label": `Roles of ${each.name}` },
            "Roles",
          ),
      ),
    ),
  );
}

/** @param {User} each @param {string} what */
const path = (each, what) => `/api/v1/people/${encodeURIComponent(each.name)}/${what}`;

/** @param {User} each @param {() => Promise<void>} reload */
function changeRoles(each, reload) {
  formSheet(
    `Roles of ${each.name}`,
    "Change",
    () => [
      h("p", null, "Takes effect immediately, also on open connections."),
      h(
        "fieldset",
        null,
        h("legend.sr", null, "Roles"),
        ROLES.map((role) =>
          h(
            "label.check",
            { key: role },
            h("input", { type: "checkbox", name: `role.${role}`, defaultChecked: each.roles.includes(role) }),
            capitalize(role),
          ),
        ),
      ),
      reasonField(),
    ],
    async (fields) => {
      const done = await api(path(each, "roles"), {
        roles: ROLES.filter((role) => fields[`role.${role}`]),
        why: fields.why,
      });
      await reload();
      return done.request ? done.says : `${done.name} now has the roles ${done.roles.join(", ")}.`;
    },
  );
}

/** @param {User} each @param {() => Promise<void>} reload */
function changeBar(each, reload) {
  formSheet(
    each.barred ? `Lift the bar on ${each.name}?` : `Bar ${each.name}?`,
    each.barred ? "Lift bar" : "Bar",
    () => [
      h(
        "p",
        null,
        each.barred
          ? `${each.name} can play again. The bar was for: ${each.barred}.`
          : `${each.name} can no longer play in either hall, and is paid out at every table when its round ends. ${each.name} sees the reason.`,
      ),
      reasonField(),
      !each.barred &&
        labelled(
          "Self-exclusion until (optional; no one can lift it before)",
          h("input.field", { name: "until", type: "date" }),
        ),
    ],
    async ({ why, until }) => {
      const done = await api(path(each, "bar"), { barred: !each.barred, why, until: until || null });
      await reload();
      if (done.request) return done.says;
      return each.barred ? `${each.name} can play again.` : `${each.name} is barred.`;
    },
    { danger: !each.barred },
  );
}

/** @param {User} each @param {() => Promise<void>} reload */
function unlock(each, reload) {
  formSheet(
    `Unlock ${each.name}?`,
    "Unlock",
    () => [
      h(
        "p",
        null,
        `${each.name} entered a wrong password three times. After unlocking, ${each.name} can try again immediately. Make sure that the request comes from ${each.name}.`,
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(path(each, "unlock"), { why });
      await reload();
      return `${each.name} can sign in again.`;
    },
  );
}

/** @param {User} each @param {() => Promise<void>} reload */
function resetPassword(each, reload) {
  formSheet(
    `Reset the password of ${each.name}?`,
    "Reset",
    () => [
      h(
        "p",
        null,
        `You get a one-time code for ${each.name}, who signs in with it and chooses a new password. The old password stops working, and ${each.name} is signed out everywhere. Make sure that the request comes from ${each.name}. If ${each.name} ever had money or duties here, a second person must approve it and gets the code.`,
      ),
      h("label.check", null, h("input", { type: "checkbox", name: "factor" }), "Also remove the second factor"),
      reasonField(),
    ],
    async ({ why, factor }) => {
      const done = await api(path(each, "reset"), { why, factor: !!factor });
      await reload();
      if (done.request) return done.says;
      showCode(`One-time code of ${each.name}`, done.code);
    },
  );
}

/** Show a one-time code. @param {string} title @param {string} code */
export const showCode = (title, code) =>
  sheet(title, [h("p.big", null, h("code", null, code)), h("p", null, "Valid for 24 hours. It is shown only now.")]);

/**
 * A field for a user's name, with suggestions.
 * @param {User[]} people
 */
export const playerField = (people) => [
  labelled("Player", h("input.field", { name: "who", required: true, autocomplete: "off", list: "whom" })),
  h(
    "datalist",
    { id: "whom" },
    people.map((each) => h("option", { value: each.name, key: each.name })),
  ),
];
