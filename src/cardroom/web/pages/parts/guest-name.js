// A guest's name: a sheet to choose another one, or to draw one.

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { api } from "./net.js";
import { sheet } from "./sheet.js";
import { plainName } from "./words.js";

/**
 * Ask a guest for another name. The name is an account, so the session changes with it: `done` gets the new user.
 * @param {string} name
 * @param {(me: any) => void} done
 */
export function changeName(name, done) {
  let [text, problem] = ["", ""];
  sheet("Change your name", (close, redraw) => {
    const go = async (/** @type {string} */ chosen) => {
      try {
        const me = await api("/api/v1/guest/name", { name: chosen });
        close();
        done(me);
      } catch (error) {
        problem = /** @type {Error} */ (error).message;
        redraw();
      }
    };
    return [
      h("p.named", null, avatar(plainName(name)), `You are ${plainName(name)}.`),
      h(
        "label.line",
        null,
        h("span", null, "New name"),
        h("input.field", {
          name: "guest-name",
          maxlength: 24,
          autocomplete: "off",
          autofocus: true,
          oninput: (/** @type {any} */ event) => (text = event.target.value),
          onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && text.trim() && go(text),
        }),
      ),
      problem && h("p.small.problem", { key: "problem", role: "alert" }, problem),
      h("p.small.muted", null, "Your play money moves to the new name. Rounds you have played stay under the old one."),
      h(
        "div.acts",
        null,
        h("button.btn.h", { onclick: () => go("") }, "Draw a name"),
        h(
          "button.btn.act.h",
          {
            onclick: () => {
              problem = text.trim() ? "" : "Enter a name, or draw one.";
              if (problem) redraw();
              else void go(text);
            },
          },
          "Use this name",
        ),
      ),
    ];
  });
}
