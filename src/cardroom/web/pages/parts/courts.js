// The figures of kings, queens and jacks. Each has two heads: a half is drawn around the middle of the figure, once
// upright and once turned. The rank gives the figure, the suit its color, the pattern of the mantle, and the queen's
// flower. A figure is added to the sprite when its first card is drawn: what has the color of the suit as a path, and
// all the rest as one image, because many small shapes on each card would make drawing slow.

import { addDrawing } from "./sprite.js";

/** Where a figure's middle is on a card: right of the index, so that cards in a fan can be read. */
const FIGURE_MIDDLE = "translate(49.6 46)";

const OUTLINE = 'stroke="var(--court-line)" stroke-width=".9" stroke-linejoin="round"';
const [GOLD, SKIN, CLOAK, DARK] = ["gold", "skin", "cloak", "line"].map(
  (name) => `fill="var(--court-${name})" ${OUTLINE}`,
);
/** What is white has the color of the card: the dark theme has cream ones. */
const WHITE = `fill="var(--card)" ${OUTLINE}`;
/** The outline of something in the color of the suit, which lies below the image. */
const IN_SUIT = `fill="none" ${OUTLINE}`;

/** @param {string} how @param {string} d */
const courtShape = (how, d) => `<path ${how} d="${d}"/>`;
/** @param {string} d */
const courtLines = (d) => `<path fill="none" ${OUTLINE} stroke-linecap="round" d="${d}"/>`;
/** Small circles of one size. @param {string} how @param {number} r @param {string} at their middles */
const beads = (how, r, at) =>
  courtShape(
    how,
    at.replace(/(\S+ \S+?)(, |$)/g, `M$1m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`),
  );

/** The mantle from both shoulders to the sash. The sash runs from one corner to the other, so that two halves meet. */
const MANTLE = "M-16.4 6V-7C-16.4-13-10.5-15.8-6-17H6C10.5-15.8 16.4-13 16.4-7V-6Z";
const CAP = "M-7.4-31C-10.8-35-6.6-39 .4-38.6 6.4-38.4 9.8-35 7.4-31Z";
const PENNANT = "M-12.8-32.4l5.4 2-5.4 2.4Z";
const SASH = courtShape(GOLD, "M-16.4 6 16.4-6V-8.6L-16.4 3.4Z");

/** The pattern of the mantle: stripes, scales, lozenges, dots. */
const MANTLE_PATTERNS = {
  s: "M-14.2.8V-9.6M-11.4-.2V-12M11.4-8.4V-12.6M14.2-9.4V-10.8",
  h: "M-15.4-8q1.8 2.6 3.6 0q1.8 2.6 3.6 0M-15.4-3.8q1.8 2.6 3.6 0q1.8 2.6 3.6 0M-15.4.4q1.8 2.6 3.6 0M8.6-11q1.8 2.6 3.6 0q1.8 2.6 3.6 0",
  d: "M-12-11.4l1.7 2.4-1.7 2.4-1.7-2.4ZM-14-5l1.5 2.2-1.5 2.2-1.5-2.2ZM-10.2-5.2l1.5 2.2-1.5 2.2-1.5-2.2ZM12-13.4l1.6 2.2-1.6 2.2-1.6-2.2Z",
  c: "M-14-8.4h.01M-10.6-10.8h.01M-11.4-6h.01M-14.2-3.2h.01M-10.6-1.6h.01M-14 .8h.01M11-12.6h.01M14-10.4h.01M11-9.2h.01",
};

/** @type {Record<string, () => string>} */
const FIGURES = {
  K: () =>
    // tunic, ermine
    courtShape(CLOAK, "M-7-15.6H7L5.6-4.6-5.6-.6Z") +
    courtShape(WHITE, "M-7.8-17.6Q0-11 7.8-17.6L9.6-14.2Q0-6-9.6-14.2Z") +
    courtLines("M-6-13.6l.2 1M-2.8-11.8l.1 1M2.8-11.8l-.1 1M6-13.6l-.2 1") +
    // sword and hand
    courtShape(WHITE, "M12-12V-35.5l1.5-3.2 1.5 3.2V-12Z") +
    courtShape(GOLD, "M9.4-14h8.2v2.4H9.4ZM12.5-11.6h2v5.2h-2Z") +
    beads(SKIN, 2.1, "13.5 -9.2") +
    // hair, face, beard
    courtShape(WHITE, "M-6.6-30C-9.4-26-9-20-7.4-17.6H7.4C9-20 9.4-26 6.6-30Z") +
    courtShape(SKIN, "M-5.3-30H5.3V-22H-5.3Z") +
    courtShape(
      WHITE,
      "M-5.5-25C-4.6-22.8-2.6-23.6 0-24.2 2.6-23.6 4.6-22.8 5.5-25 7-18 3.6-12.6 0-11.4-3.6-12.6-7-18-5.5-25Z",
    ) +
    courtLines("M-1.5-20.6q1.5.8 3 0M-3.6-28q1.3-.9 2.4-.1M3.6-28q-1.3-.9-2.4-.1M0-26.8v2") +
    beads(DARK, 0.35, "-2.3 -26.4, 2.3 -26.4") +
    // crown
    courtShape(GOLD, "M-7.4-29.4-9-38-4.6-34 0-40 4.6-34 9-38 7.4-29.4Q0-31.4-7.4-29.4Z") +
    beads(CLOAK, 1, "-4 -32, 0 -32.8, 4 -32") +
    beads(GOLD, 0.9, "-9 -38.6, 0 -40.8, 9 -38.6"),

  Q: () =>
    // hair behind, bodice, neck
    courtShape(
      GOLD,
      "M-6-34C-10.6-30-9.4-22-11.4-15.4-9.4-12.6-6.6-13.6-5.2-16H5.2C6.6-13.6 9.4-12.6 11.4-15.4 9.4-22 10.6-30 6-34Z",
    ) +
    courtShape(CLOAK, "M-6.2-14.6Q0-8 6.2-14.6L5.2-4.4-5.2-.6Z") +
    courtShape(SKIN, "M-2.3-20V-16.6L-5.6-15Q0-8.6 5.6-15L2.3-16.6V-20Z") +
    beads(WHITE, 0.95, "-4 -14.6, -2.1 -13.2, 0 -12.7, 2.1 -13.2, 4 -14.6") +
    beads(GOLD, 1, "0 -7.2") +
    // face and parted hair
    courtShape(
      SKIN,
      "M0-33C3.8-33 5.3-30.5 5.3-26.8 5.3-22.3 2.8-18.6 0-18.6S-5.3-22.3-5.3-26.8C-5.3-30.5-3.8-33 0-33Z",
    ) +
    courtShape(GOLD, "M0-32C-3.6-31-5-28.5-5.3-25-7.4-29-6.6-33.5-4-35H4C6.6-33.5 7.4-29 5.3-25 5-28.5 3.6-31 0-32Z") +
    courtLines("M-3.4-27.3q1.2-.8 2.2 0M3.4-27.3q-1.2-.8-2.2 0M0-25.8v1.8") +
    beads(DARK, 0.35, "-2.2 -25.8, 2.2 -25.8") +
    courtShape('fill="var(--suit-h)"', "M-1.5-22q1.5-.9 3 0-1.5 1.5-3 0Z") +
    // crown with pearls
    courtShape(GOLD, "M-6.6-33-7.8-38.2-3.6-35.8 0-39 3.6-35.8 7.8-38.2 6.6-33Q0-35.4-6.6-33Z") +
    beads(WHITE, 1.15, "-7.8 -38.8, 0 -39.8, 7.8 -38.8") +
    // the flower of the suit
    courtLines("M11-8.6Q10.6-16 12.3-23M11-15q3.6-.6 4.2-3.6-3.4 0-4.2 3.6") +
    beads(SKIN, 2, "11 -9.4"),

  J: () =>
    // tunic with chevrons, collar
    courtShape(CLOAK, "M-7-16H7L5.6-4.6-5.6-.6Z") +
    courtShape(GOLD, "M-6.6-11.5 0-8 6.6-11.5 6.3-8.8 0-5.3-6.2-8.8Z") +
    courtShape(WHITE, "M-4.6-18.6H4.6L6.6-15.4Q0-10.6-6.6-15.4Z") +
    // lance with a pennant, and the hand on it
    courtShape(IN_SUIT, PENNANT) +
    courtShape(GOLD, "M-14-33h1.8V3.4l-1.8.6Z") +
    courtShape(WHITE, "M-13.1-41-10.5-35.4-13.1-32.2-15.7-35.4Z") +
    beads(SKIN, 2.1, "-13.1 -8.6") +
    // hair, face
    courtShape(DARK, "M-6-32C-8.4-28-8.4-21-7.2-18.4-5-17.2-3-18-2.4-19H2.4C3-18 5-17.2 7.2-18.4 8.4-21 8.4-28 6-32Z") +
    courtShape(SKIN, "M-5-31H5V-25C5-21.2 2.9-18.2 0-18.2S-5-21.2-5-25Z") +
    courtLines("M-3.4-26.3q1.2-.8 2.2 0M3.4-26.3q-1.2-.8-2.2 0M0-25v2M-1.4-20.9q1.4.8 2.8 0") +
    beads(DARK, 0.35, "-2.2 -24.9, 2.2 -24.9") +
    // cap and feather
    courtShape(WHITE, "M3.6-36C6.4-41.4 12-42.3 16.4-39.8 15-36 9.6-33.6 3.6-35Z") +
    courtLines("M5-35.8Q10.5-36.8 14.6-39.4") +
    courtShape(IN_SUIT, CAP) +
    courtShape(GOLD, "M-7.6-32.6Q0-35 7.6-32.6L7.2-29.4Q0-31.6-7.2-29.4Z"),
};

/** What has the color of the suit in a half of a figure. @type {Record<string, (suit: string) => string>} */
const IN_COLOR = {
  K: () => `<path d="${MANTLE}"/>`,
  Q: (suit) => `<path d="${MANTLE}"/><use href="#s${suit}" transform="translate(8.3 -32.4) scale(.29)"/>`,
  J: () => `<path d="${MANTLE}${CAP}${PENNANT}"/>`,
};

/** Both halves of a figure. @param {string} half */
const twoHeads = (half) => `<g transform="${FIGURE_MIDDLE}"><g transform="rotate(180)">${half}</g>${half}</g>`;

/** The address of an image of all of a figure that is not in the color of its suit. @param {string} rank @param {string} suit */
function figureAddress(rank, suit) {
  const d = MANTLE_PATTERNS[/** @type {keyof typeof MANTLE_PATTERNS} */ (suit)];
  const how =
    suit === "d"
      ? 'fill="var(--card)"'
      : `fill="none" stroke="var(--card)" stroke-width="${suit === "c" ? 1.7 : 0.9}" stroke-linecap="round"`;
  const half = courtShape(IN_SUIT, MANTLE) + courtShape(`opacity=".75" ${how}`, d) + FIGURES[rank]() + SASH;
  const tokens = getComputedStyle(document.documentElement);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="32 0 36 92">${twoHeads(half)}</svg>`.replace(
    /var\(([\w-]+)\)/g, // an image does not see the tokens of the page
    (_, name) => tokens.getPropertyValue(name).trim(),
  );
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The rank and suit of each figure that was drawn, by its id. @type {Map<string, [string, string]>} */
const drawnFigures = new Map();

/** Draw the images again in the colors of another theme or deck. */
function recolor() {
  for (const [id, [rank, suit]] of drawnFigures)
    document.querySelector(`#${id} image`)?.setAttribute("href", figureAddress(rank, suit));
}
new MutationObserver(recolor).observe(document.documentElement, { attributeFilter: ["data-theme", "data-deck"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);

/**
 * The address of a court card's figure, or null for a card without one.
 * @param {string} rank
 * @param {string} suit
 */
export function courtFigure(rank, suit) {
  if (!FIGURES[rank]) return null;
  const id = `court-${rank}${suit}`;
  addDrawing(id, () => {
    drawnFigures.set(id, [rank, suit]);
    const image = `<image x="32" width="36" height="92" href="${figureAddress(rank, suit)}"/>`;
    return `<g id="${id}" fill="currentColor">${twoHeads(IN_COLOR[rank](suit))}${image}</g>`;
  });
  return `#${id}`;
}
