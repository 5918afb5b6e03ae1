// The note of a guided round has whole sentences only. Those that do not fit are behind "More".

/**
 * Hide as many sentences of the note as its box needs: of the text from the last one on, then of the title from the
 * first one on.
 * @param {Element} felt
 */
export function fitNote(felt) {
  const note = /** @type {HTMLElement | null} */ (felt.querySelector(".tour"));
  const words = note?.querySelector(".tour-text");
  if (!note || !words?.clientHeight) return;
  const key = `${note.style.cssText} ${note.dataset.set} ${words.textContent}`;
  if (note.dataset.key === key) return;
  const title = /** @type {HTMLElement[]} */ ([...words.querySelectorAll("h2 > span")]);
  const text = /** @type {HTMLElement[]} */ ([...words.querySelectorAll("p > span")]);
  for (const each of [...title, ...text]) each.hidden = false;
  note.classList.remove("cut");
  for (const each of [...text.reverse(), ...title.slice(0, -1)]) {
    if (words.scrollHeight <= words.clientHeight) break;
    note.classList.add("cut");
    if (words.scrollHeight > words.clientHeight) each.hidden = true;
  }
  note.dataset.key = key;
}
