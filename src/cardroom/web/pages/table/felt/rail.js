// The shape of the table: how round its corners are. Around a ring it is as round as it can be, elsewhere only its
// corners are. Nothing that lies on the felt is cut off.

/** The greatest radius of a corner in pixels: of a round table, as a part of its shorter side too, and of others. */
const [ROUNDEST, ROUND_PART, CORNER] = [224, 0.44, 14];

/**
 * The radius of the felt's corners in pixels.
 * @param {number} width
 * @param {number} height
 * @param {string} seating
 * @param {readonly { x: number, y: number, w: number, h: number }[]} boxes what lies on the felt
 */
export function cornerRadius(width, height, seating, boxes) {
  const most = seating === "ring" ? Math.min(ROUNDEST, ROUND_PART * Math.min(width, height)) : CORNER;
  const radii = boxes.map((box) => {
    // how far the box is from the two sides that are nearest to it
    const aside = Math.max(0, Math.min(box.x, width - box.x - box.w));
    const below = Math.max(0, Math.min(box.y, height - box.y - box.h));
    return aside + below + Math.sqrt(2 * aside * below);
  });
  return Math.floor(Math.min(most, ...radii));
}

/** Where the hands of a showdown lie, which have no boxes of their own in the layout. @param {HTMLElement} felt */
export function shownBoxes(felt) {
  const shown = [...felt.querySelectorAll(".sd :is(.sd-win, .sd-board, .sd-mine, .sd-loser)")];
  if (!shown.length) return [];
  const around = felt.getBoundingClientRect();
  return shown.map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return { x: x - around.x - felt.clientLeft, y: y - around.y - felt.clientTop, w: width, h: height };
  });
}
