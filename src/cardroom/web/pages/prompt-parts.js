// Parts of the prompt bar: the question with its clock, a key's letter, the look of a button that was pressed.

import "./clock.js";
import { h } from "./dom.js";

/**
 * @typedef {import("./table.js").TablePage} TablePage
 * @typedef {import("./dom.js").Child} Child
 */

/**
 * The question with its clock.
 * @param {TablePage} t
 * @param {Child} title
 * @param {Child} hint
 * @param {{ due?: number | null, mine?: boolean, kind?: string }} [how]
 */
export function question(t, title, hint, how = {}) {
  const lost = t.connection.state === "lost";
  if (t.ui.leaving && !t.ui.refused) hint = [hint, hint ? " " : "", "You will leave when this round ends."];
  if (lost) [title, hint] = ["Connection lost. Your wagers stand.", "Reconnecting. Your time keeps running."];
  return h(
    "div.ask",
    { key: "ask", class: lost ? "warn" : (how.kind ?? "") },
    h("p.q", null, h("b", null, title), h("span", { class: t.ui.refused && !lost ? "refused" : "" }, hint)),
    how.due
      ? h("table-clock", {
          own: true,
          key: how.due,
          data: {
            due: how.due,
            now: () => t.connection.now(),
            mine: how.mine ?? false,
            spare: how.mine ? (t.scene.spare ?? 0) : 0,
          },
        })
      : null,
  );
}

/**
 * The class of a button that was pressed: sent, or sent and not confirmed for a while.
 * @param {TablePage} t
 * @param {string} action
 */
export const sentClass = (t, action) => (t.ui.sent && t.ui.sentAs === action ? (t.ui.slow ? "sent slow" : "sent") : "");

/** @param {string} name */
export const keyHint = (name) => h("kbd", { "aria-hidden": "true" }, name.length > 1 ? name : name.toUpperCase());
