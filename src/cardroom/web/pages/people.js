// People with an account: who may do what, who may not play, who is locked out; and the orders that change that.

import { h } from "./dom.js";
import { api } from "./net.js";
import { formSheet, labelled, reasonField, showError } from "./site.js";
import { capitalize } from "./words.js";

/** @typedef {{ name: string, roles: string[], barred: string, locked: boolean }} User */

const ROLES = ["player", "floor", "operator", "auditor"];
/** How many are shown at once: others are found by name. */
const MOST = 25;

let search = "";

/**
 * @param {import("./site.js").Page} page
 * @param {User[]} people
 * @param {() => Promise<void>} again asks who there is
 */
export function peopleSection(page, people, again) {
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
        h("span.sr", null, "Find somebody"),
        h("input.field", {
          type: "search",
          placeholder: "Find somebody",
          maxlength: 24,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            search = event.target.value.trim();
            page.draw();
            if (!people.some(named)) again().catch(showError);
          },
        }),
      ),
    ),
    matching.length > 0 &&
      h(
        "table.figures.words.stack",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["Name", "Roles", "State", ""].map((name) =>
              h("th", { scope: "col" }, name || h("span.sr", null, "Orders")),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          matching.slice(0, MOST).map((each) => row(page, each, again)),
        ),
      ),
    matching.length > MOST && h("p.note", null, `${matching.length - MOST} more: find them by name.`),
    search &&
      !known &&
      h(
        "p.note",
        { key: "guest" },
        `Nobody with an account is called ${search}. `,
        /^guest \d+$/.test(search) &&
          h("button.btn.small", { onclick: () => changeBar(stranger, again) }, `Bar ${search}`),
      ),
    !search &&
      h(
        "p.note",
        { key: "how" },
        "Who is barred or locked out stands first. A guest is found by the whole name, as in guest 813067338.",
      ),
  );
}

/**
 * @param {import("./site.js").Page} page
 * @param {User} each
 * @param {() => Promise<void>} again
 */
function row(page, each, again) {
  const state = [each.barred && `may not play: ${each.barred}`, each.locked && "locked: three wrong passwords"]
    .filter(Boolean)
    .join("; ");
  return h(
    "tr",
    { key: each.name },
    h("th", { scope: "row" }, h("b", null, each.name)),
    h("td", null, each.roles.join(", ")),
    h("td", { class: state ? "warnt full" : "wide" }, state),
    h(
      "td.full",
      null,
      h(
        "div.do",
        null,
        each.locked &&
          page.may("operator") &&
          h("button.btn.small", { onclick: () => unlock(each, again), "aria-label": `Unlock ${each.name}` }, "Unlock"),
        h(
          "button.btn.small.quiet",
          { onclick: () => changeBar(each, again), "aria-label": `${each.barred ? "Let in" : "Bar"} ${each.name}` },
          each.barred ? "Let in" : "Bar",
        ),
        page.may("operator") &&
          h(
            "button.btn.small.quiet",
            { onclick: () => changeRoles(each, again), "aria-label": `Roles of ${each.name}` },
            "Roles",
          ),
      ),
    ),
  );
}

/** @param {User} each @param {string} what */
const path = (each, what) => `/api/people/${encodeURIComponent(each.name)}/${what}`;

/** @param {User} each @param {() => Promise<void>} again */
function changeRoles(each, again) {
  formSheet(
    `What ${each.name} may do`,
    "Change",
    () => [
      h("p", null, "From now on, at every request and on every open line."),
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
    async (said) => {
      const done = await api(path(each, "roles"), {
        roles: ROLES.filter((role) => said[`role.${role}`]),
        why: said.why,
      });
      await again();
      return `${done.name} is ${done.roles.join(", ")} now.`;
    },
  );
}

/** @param {User} each @param {() => Promise<void>} again */
function changeBar(each, again) {
  formSheet(
    each.barred ? `Let ${each.name} play again?` : `Bar ${each.name}?`,
    each.barred ? "Let in" : "Bar",
    () => [
      h(
        "p",
        null,
        each.barred
          ? `They may sit down again. They were barred because: ${each.barred}.`
          : "They sit down no more, in both halls; where they sit they are paid out when the round is over. They are told why.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(path(each, "bar"), { barred: !each.barred, why });
      await again();
      return each.barred ? `${each.name} may play again.` : `${each.name} may not play any more.`;
    },
    { danger: !each.barred },
  );
}

/** @param {User} each @param {() => Promise<void>} again */
function unlock(each, again) {
  formSheet(
    `Unlock ${each.name}?`,
    "Unlock",
    () => [
      h(
        "p",
        null,
        "They have failed three times to sign in, and may try again at once. Be sure that it is they who ask.",
      ),
      reasonField(),
    ],
    async ({ why }) => {
      await api(path(each, "unlock"), { why });
      await again();
      return `${each.name} may sign in again.`;
    },
  );
}

/**
 * A field for somebody's name, which knows those who have an account.
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
