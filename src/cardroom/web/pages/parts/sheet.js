// A sheet: at the bottom of a phone, in the middle of wider screens. It is a dialog element, which traps the focus,
// closes on Esc and restores the focus.

import { h, keyHint, patch } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

let sheetCount = 0;

/**
 * Open a sheet. Returns a function that closes it. The content may be a function that can close and redraw the sheet.
 * @param {string} title
 * @param {Child | ((close: () => void, redraw: () => void) => Child)} content
 * @param {{ closed?: () => void, plain?: boolean, beside?: Child }} [how] `plain`: without a Close button; `beside`: what
 *   stands beside it
 */
export function sheet(title, content, how = {}) {
  const dialog = document.createElement("dialog");
  sheetCount += 1;
  const id = `sheet-${sheetCount}`;
  dialog.className = "sheet";
  dialog.setAttribute("aria-labelledby", id);
  const close = () => dialog.close();
  const draw = () =>
    patch(dialog, [
      h("h2", { id }, title),
      typeof content === "function" ? content(close, draw) : content,
      !how.plain &&
        h(
          "div.acts.last",
          null,
          how.beside,
          h("button.btn", { class: how.beside ? "h" : "", onclick: close }, "Close ", keyHint("Esc")),
        ),
    ]);
  draw();
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    how.closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus is on a control further down
  return close;
}

/**
 * Ask the user to confirm.
 * @param {string} title
 * @param {string} says
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmSheet(title, says, yes) {
  return new Promise((answer) => {
    let confirmed = false;
    const confirm = () => {
      confirmed = true;
      close();
    };
    const close = sheet(
      title,
      [
        h("p", null, says),
        h(
          "div.acts",
          null,
          h("button.btn.h", { onclick: () => close() }, "Cancel"),
          h("button.btn.h", { onclick: confirm }, yes),
        ),
      ],
      { plain: true, closed: () => answer(confirmed) },
    );
  });
}
