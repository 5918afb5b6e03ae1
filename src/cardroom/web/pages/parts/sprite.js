// All drawings of the pages but the court figures: ranks, suits, the back of a card, chips, icons. Pages refer to them
// with `use`.

import { h } from "./dom.js";

/** Ranks are strokes in a box of 26 by 34. */
const RANK_PATHS = {
  A: "M3.4 31.2 13 3.2l9.6 28M6.8 22.2h12.4",
  K: "M5 2.8v28.4M21.6 2.8 5.4 19M11.4 13.4l11 17.8",
  Q: "M13 2.8c6.2 0 10.2 5.6 10.2 14.2S19.2 31.2 13 31.2 2.8 25.6 2.8 17 6.8 2.8 13 2.8ZM14.6 23.4l8.6 9.4",
  J: "M10.4 2.8h9.4v19.6c0 5.6-3 8.8-8 8.8-4.6 0-7.6-2.8-8.2-7.6",
  T: "M-1.2 8 2.4 2.5v29M16.2 2.5c4.8 0 6.6 5.6 6.6 14.5s-1.8 14.5-6.6 14.5-6.6-5.6-6.6-14.5 1.8-14.5 6.6-14.5Z",
  9: "M22 11.8c0 5.2-3.8 8.8-9 8.8s-9-3.6-9-8.9 3.8-8.9 9-8.9c5.7 0 9.2 4.3 9.2 11.9 0 10.2-4.3 16.5-11.4 16.5-2.5 0-4.5-.6-6.2-1.9",
  8: "M13 2.8c4.4 0 7.5 2.7 7.5 6.7s-3.1 6.8-7.5 6.8-7.5-2.8-7.5-6.8 3.1-6.7 7.5-6.7ZM13 16.3c5.4 0 9.2 3 9.2 7.5s-3.8 7.4-9.2 7.4-9.2-2.9-9.2-7.4 3.8-7.5 9.2-7.5Z",
  7: "M3 2.8h19.6L10.4 31.2",
  6: "M4 22.2c0-5.2 3.8-8.8 9-8.8s9 3.6 9 8.9-3.8 8.9-9 8.9c-5.7 0-9.2-4.3-9.2-11.9 0-10.2 4.3-16.5 11.4-16.5 2.5 0 4.5.6 6.2 1.9",
  5: "M20.8 2.8H6.8L5.4 15.8c1.9-1.7 4.3-2.5 7.1-2.5 6 0 10 3.5 10 8.9s-4.1 9-10.2 9c-3.9 0-6.9-1.3-9-3.7",
  4: "M17.2 31.2V2.8L2.8 23.8H23",
  3: "M4.2 2.8h17L12.2 13.4c6.2.1 10.2 3.5 10.2 8.8 0 5.4-4.2 9-10.4 9-4 0-7-1.5-9-4.3",
  2: "M4 10.6c0-4.8 3.6-7.8 8.7-7.8 5.3 0 8.8 3 8.8 7.6 0 3.6-1.8 6.2-5.4 9.5L4.2 31.2h18.6",
};

/** Suits, and the joker's star, fill a box of 32. */
const SUIT_PATHS = {
  s: "M16 1.6C19.6 8 30 13.2 30 20c0 4-2.9 6.7-6.4 6.7-2.4 0-4.6-1.1-6-3.1.2 2.9 1.2 5.2 3.2 6.8h-9.6c2-1.6 3-3.9 3.2-6.8-1.4 2-3.6 3.1-6 3.1C4.9 26.7 2 24 2 20 2 13.2 12.4 8 16 1.6Z",
  h: "M16 29.4C10 23.7 2 17.9 2 10.4 2 5.8 5.4 2.7 9.4 2.7c2.8 0 5.3 1.6 6.6 4.3 1.3-2.7 3.8-4.3 6.6-4.3 4 0 7.4 3.1 7.4 7.7 0 7.5-8 13.3-14 19Z",
  d: "M16 1.4c2.6 5 6.8 10.4 11.2 14.6C22.8 20.2 18.6 25.6 16 30.6 13.4 25.6 9.2 20.2 4.8 16 9.2 11.8 13.4 6.4 16 1.4Z",
  c: "M16 1.8a6.7 6.7 0 0 1 5.3 10.8 6.9 6.9 0 1 1-3.6 10.7c.2 3 1.2 5.4 3.3 7.1H11c2.1-1.7 3.1-4.1 3.3-7.1a6.9 6.9 0 1 1-3.6-10.7A6.7 6.7 0 0 1 16 1.8Z",
  j: "M16 2l4 9.6 10.4.8-7.9 6.8 2.4 10.1L16 23.9l-8.9 5.4 2.4-10.1-7.9-6.8L12 11.6Z",
};

/** Icons are strokes in a box of 24. */
const ICONS = {
  back: "M14.5 5 8 12l6.5 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  info: "M12 11v6M12 7.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  seal: "M12 3l7 3v5.5c0 4.3-2.9 7.7-7 9.5-4.1-1.8-7-5.2-7-9.5V6ZM9 12l2.2 2.2L15.2 10",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20",
  close: "M6 6l12 12M18 6 6 18",
  lobby: "M4 5h16v6H4zM4 15h7v4H4zM15 15h5v4h-5z",
  history: "M12 7.5V12l3 2M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4 4v4h4",
  help: "M9.2 9a2.9 2.9 0 1 1 4.4 2.5c-1 .6-1.6 1.2-1.6 2.5M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  book: "M5 4.5h9.5A3.5 3.5 0 0 1 18 8v11.5H8A3 3 0 0 1 5 16.5ZM5 16.5A2.5 2.5 0 0 1 7.5 14H18",
  chart: "M4 18V9M10 18V5M16 18v-6M21 18H3",
  play: "M8 5.5v13l10.5-6.5Z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  previous: "M17 6l-8 6 8 6ZM7 6v12",
  next: "M7 6l8 6-8 6ZM17 6v12",
  say: "M4 5h16v11H10.5L6 20v-4H4Z",
  share: "M12 14V4M8 7.5 12 4l4 3.5M6 11v8h12v-8",
  down: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  stop: "M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7ZM9 9l6 6M15 9l-6 6",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  check: "M5 12.5 10 17.5 19.5 7",
  loud: "M4 9.5v5h4l5 4.5v-14L8 9.5ZM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h4l5 4.5v-14L8 9.5ZM16.5 9.5l5 5M21.5 9.5l-5 5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
};

/** The rosette on the back of a card: circles around its middle. */
const ROSETTE = Array.from({ length: 12 }, (_, at) => {
  const turn = (at * Math.PI) / 6;
  const [x, y] = [34 + 14 * Math.cos(turn) - 12, 46 + 14 * Math.sin(turn)].map((each) => each.toFixed(1));
  return `M${x} ${y}a12 12 0 1 0 24 0a12 12 0 1 0-24 0Z`;
}).join("");

/** @param {[string, string][]} all @param {(name: string, path: string) => string} draw */
const drawAll = (all, draw) => all.map(([name, path]) => draw(name, path)).join("");

const SPRITE = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="sprite" aria-hidden="true" focusable="false"><defs>
${drawAll(Object.entries(RANK_PATHS), (name, path) => `<path id="r${name}" transform="translate(6 7)" fill="none" stroke="currentColor" stroke-width="${name === "T" ? 4.8 : 5.4}" stroke-linejoin="round" d="${path}"/>`)}
${drawAll(Object.entries(SUIT_PATHS), (name, path) => `<path id="s${name}" fill="currentColor" d="${path}"/>`)}
${"shdc".replace(/./g, (suit) => `<use id="i${suit}" href="#s${suit}" transform="translate(8 46) scale(.66)"/><g id="p${suit}"><use href="#i${suit}"/><use href="#s${suit}" transform="translate(30 52) scale(1.08)"/></g>`)}
<use id="rj" href="#sj" transform="translate(4 8) scale(.95)"/><use id="pj" href="#sj" transform="translate(28 50) scale(1.16)"/>
<g id="back"><g fill="none" stroke="currentColor"><rect x="4.5" y="4.5" width="59" height="83" rx="4" stroke-width="1.6" opacity=".8"/><path stroke-width=".9" opacity=".55" d="${ROSETTE}"/></g><circle cx="34" cy="46" r="10" fill="var(--back)" stroke="currentColor" stroke-width="1.2"/><use href="#ss" transform="translate(26 37.6) scale(.5)"/></g>
<g id="disc"><path d="M.3 6v4.8c0 3.2 5.2 5.9 11.7 5.9s11.7-2.7 11.7-5.9V6z" fill="currentColor"/><path d="M2.4 9v4.9l3 1.4v-4.9zM9.6 11.7v4.9h4.8v-4.9zM18.6 10.4v4.9l3-1.4V9z" fill="var(--chip-spot)"/><path d="M.3 6v4.8c0 3.2 5.2 5.9 11.7 5.9s11.7-2.7 11.7-5.9V6c0 3.2-5.2 5.9-11.7 5.9S.3 9.2.3 6" fill="#000" fill-opacity=".28"/><ellipse cx="12" cy="6" rx="11.7" ry="5.7" fill="currentColor"/><ellipse cx="12" cy="6" rx="10" ry="4.8" fill="none" stroke="var(--chip-spot)" stroke-width="2.2" stroke-dasharray="3.6 4.35"/><ellipse cx="12" cy="6" rx="7.2" ry="3.4" fill="currentColor" stroke="var(--chip-spot)" stroke-opacity=".55" stroke-width=".6"/><ellipse cx="12" cy="6" rx="11.5" ry="5.5" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width=".5"/></g>
<g id="chip"><circle cx="12" cy="12.7" r="11.3" fill="currentColor"/><circle cx="12" cy="12.7" r="11.3" fill="#000" fill-opacity=".45"/><circle cx="12" cy="11.6" r="11.3" fill="currentColor"/><circle cx="12" cy="11.6" r="9.5" fill="none" stroke="var(--chip-spot)" stroke-width="3.4" stroke-dasharray="4.97 4.97"/><circle cx="12" cy="11.6" r="7.3" fill="currentColor" stroke="var(--chip-spot)" stroke-opacity=".6" stroke-width=".7"/><circle cx="12" cy="11.6" r="11.05" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width=".5"/></g>
${drawAll(Object.entries(ICONS), (name, path) => `<path id="i-${name}" d="${path}"/>`)}
<g id="logo" fill="none" stroke="currentColor" stroke-width="2"><rect x="2.5" y="4.5" width="12" height="16" rx="2.5" transform="rotate(-10 8 12)"/><path d="M15.5 6.5l4 .8a2 2 0 0 1 1.6 2.3l-1.7 9.2a2 2 0 0 1-2.3 1.6l-2.1-.4"/><use href="#ss" stroke="none" transform="translate(4.8 8.4) rotate(-10) scale(.21)"/></g>
</defs></svg>`;

/** @param {string} svg */
const parsedSvg = (svg) =>
  document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
const sprite = parsedSvg(SPRITE);
const insertSprite = () => document.querySelector("svg.sprite") ?? document.body.prepend(sprite);
if (document.body) insertSprite();
else addEventListener("DOMContentLoaded", insertSprite);

/** @type {Set<string>} */
const added = new Set();

/**
 * Add a drawing to the sprite, unless it is there.
 * @param {string} id
 * @param {() => string} draw its SVG, with this id
 */
export function addDrawing(id, draw) {
  if (added.has(id)) return;
  added.add(id);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${draw()}</svg>`;
  (document.querySelector("svg.sprite") ?? sprite).firstElementChild?.append(...parsedSvg(svg).childNodes);
}

/**
 * An icon. It is hidden from screen readers, so its parent needs a label.
 * @param {keyof typeof ICONS} name
 */
export const icon = (name) =>
  h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: `#i-${name}` }));
