// The layout of a felt: a box for everything on it, from its size and from what a round has at its fullest. Nothing
// here knows a game by name or touches the document.
//
// A part knows its width and height and can be put somewhere. Parts are stacked, or stand side by side. A seating is one
// expression of parts, and its one unknown is the width of a card in my hand. The greatest width that fits is taken. If
// it is small, something gives way, and the search starts again.

/**
 * @typedef {{ name: string, x: number, y: number, w: number, h: number, vars?: Record<string, number | string> }} Box
 * @typedef {{ w: number, h: number, put: (x: number, y: number) => Box[] }} Part
 * @typedef {{ cards: number, words: number }} Figure a hand: its cards, and the width of its words in letters' heights
 *
 * @typedef {object} Contents what a round has on the felt at its fullest; words are measured in letters' heights
 * @property {string} seating
 * @property {number} others plates of other players
 * @property {number} resting 1 if a line says who is not in this hand
 * @property {Figure[]} house the bank's hands
 * @property {number} board cards of a board
 * @property {number} boards
 * @property {Figure[]} mine my hands
 * @property {number} setting how many cards I set in two hands
 * @property {{ share: number, many: number }[][]} areas groups of areas: the share of an area's width that each takes,
 *   and how many there are of it
 * @property {number} spots rows of areas, one for each of my spots
 * @property {number} bands areas of a layout that all players share
 * @property {boolean} tiles whether that layout shows only the viewer's column
 * @property {number} meter 1 if the bank's meter is shown
 * @property {number[]} print the widths of the lines that are printed on the cloth
 * @property {number} pots the width of the pots' words
 * @property {number} streets 1 if the name of the street stands beside the pots
 * @property {number} up cards in a row of another player
 * @property {number} draws how often cards are drawn; plates show what is left
 * @property {number} note 1 if a note explains the round
 *
 * @typedef {object} Layout
 * @property {number} level how much gives way: 0 is nothing
 * @property {boolean} beside whether halves stand side by side
 * @property {boolean} sides whether plates stand at both sides
 * @property {boolean} fits
 * @property {number} mine the width of a card in my hand
 * @property {number} words the size of words
 * @property {number} small the size of what is written on plates
 * @property {number} plate the height of a plate
 * @property {Box[]} boxes
 *
 * @typedef {{ W: number, H: number, u: number, level: number, beside: boolean, side: boolean, gap: number, read: number,
 *   area: number, large: number }} Try
 * @typedef {{ root: Part, left: Part[], right: Part[], room: number }} Seated
 */

const RATIO = 92 / 68;
const LEAST = { hand: 44, read: 34, area: 44, text: 12 };
/** A wider card is never covered by its neighbour. */
const APART = 60;
/** The part of a covered card that is seen: its index. */
const INDEX = 0.46;
/** The part of a row that is seen if the next one lies on it. */
const TUCK = 0.72;
/** Cards that play are raised by this part of their width. */
const RAISED = 0.09;
/** What stays free at the left and the right of a felt; on a narrow one the rail is enough. @param {number} W */
const edgeOf = (W) => (W < 500 ? 4 : 11);
/** From these widths on plates stand at both sides, and players' rows in two columns. */
const SIDES = 640;
const HALVES = 900;
const LINE = 1.3;
/** The note: its heights under my cards, and its box at the lower right. */
const NOTE = { whole: 80, line: 44, side: { w: 236, h: 158 } };
/** A wider area is round and has drawn chips. */
export const CIRCLE = 66;
/** The width of the names of bands, with the lines around them. */
const BAND_NAME = 140;
/** The line with my chips. */
const STACK = 24;
/** The line with those who are not in this hand. */
const RESTING = 20;
/** The bank's meter in three lines, and with all its words in one. */
const METER = { w: 250, h: 50, wide: { w: 440, h: 26 } };
/** The width of what stands at each side of the pots: the street, and the bets in front of the players. */
const ASIDE = 8;
/** The width of both in one line. */
const STREET = 18;

/** The least width of my cards at which no more gives way. */
const ENOUGH = [64, 60, 56, 52, 48, LEAST.hand, LEAST.hand];
/** On a wide felt the bank, the board, my areas and my cards stay in the middle, one above the other, down to this width. */
const STACKED = 56;

/**
 * What gives way at each level. The style sheet hides it; the drawer, the rules or a button has it.
 * @type {readonly string[]}
 */
export const GIVES = ["print", "meter", "lines", "stacks", "tuck", "note"];

/** @param {number} least @param {number} value @param {number} most */
const between = (least, value, most) => Math.max(least, Math.min(value, most));

/** @param {readonly number[]} all */
const sum = (all) => all.reduce((total, each) => total + each, 0);

// -- parts ------------------------------------------------------------------------------------------------------------

/** @type {Part} */
const TOO_WIDE = { w: 1e6, h: 1e6, put: () => [] };

/** @param {string} name @param {number} w @param {number} h @param {Record<string, number | string>} [vars] @returns {Part} */
const part = (name, w, h, vars) =>
  w < 0 ? TOO_WIDE : { w, h, put: (x, y) => [{ name, x, y, w, h, ...(vars && { vars }) }] };

/** @typedef {Part | false | 0 | null | undefined} Maybe */

/** Parts above each other, centred. @param {number} gap @param {...Maybe} given @returns {Part} */
function stacked(gap, ...given) {
  const all = /** @type {Part[]} */ (given.filter(Boolean));
  const w = Math.max(0, ...all.map((each) => each.w));
  return {
    w,
    h: sum(all.map((each) => each.h)) + gap * Math.max(0, all.length - 1),
    put(x, y) {
      let top = y;
      return all.flatMap((each) => {
        const boxes = each.put(x + (w - each.w) / 2, top);
        top += each.h + gap;
        return boxes;
      });
    },
  };
}

/** Parts side by side, with their tops on one line. @param {number} gap @param {...Maybe} given @returns {Part} */
function onLine(gap, ...given) {
  const all = /** @type {Part[]} */ (given.filter(Boolean));
  const h = Math.max(0, ...all.map((each) => each.h));
  return inRow(gap, ...all.map((each) => ({ ...each, h })));
}

/** Parts side by side, centred. @param {number} gap @param {...Maybe} given @returns {Part} */
function inRow(gap, ...given) {
  const all = /** @type {Part[]} */ (given.filter(Boolean));
  const h = Math.max(0, ...all.map((each) => each.h));
  return {
    w: sum(all.map((each) => each.w)) + gap * Math.max(0, all.length - 1),
    h,
    put(x, y) {
      let left = x;
      return all.flatMap((each) => {
        const boxes = each.put(left, y + (h - each.h) / 2);
        left += each.w + gap;
        return boxes;
      });
    },
  };
}

/** A part in the middle of a place. @param {number} w @param {Part} inside @returns {Part} */
const centred = (w, inside) =>
  inside.w > w + 0.5 ? TOO_WIDE : { w, h: inside.h, put: (x, y) => inside.put(x + (w - inside.w) / 2, y) };

/** The lines that words need. @param {number} letters @param {number} size @param {number} room */
const linesOf = (letters, size, room) =>
  letters ? Math.max(1, Math.ceil((letters * size * (letters * size > room ? 1.16 : 1) + 8) / room)) : 1;

/** How far apart cards lie, or 0 if they do not fit. @param {number} count @param {number} u @param {number} room */
function stepOf(count, u, room) {
  if (count < 2) return u <= room ? u : 0;
  const step = Math.min(u * 1.09, (room - u) / (count - 1));
  return step < u * INDEX - 0.01 || (step < u && u > APART) ? 0 : step;
}

/**
 * Hands with their words below, side by side or in rows.
 * @param {string} name
 * @param {readonly Figure[]} hands
 * @param {number} u
 * @param {number} room
 * @param {number} size of words
 * @returns {Part}
 */
function figures(name, hands, u, room, size) {
  const raised = u * (RATIO + RAISED);
  for (let rows = 1; rows <= hands.length; rows += 1) {
    const across = Math.ceil(hands.length / rows);
    const first = hands.slice(0, across);
    const apart = room < 220 ? 8 : 14;
    const free = room - (across - 1) * apart;
    // Of hands with different numbers of cards, each has a part of the room.
    const weights = Array.from({ length: across }, (_, at) =>
      Math.max(...hands.filter((_, hand) => hand % across === at).map((each) => 1.4 + each.cards)),
    );
    const widths = weights.map((each) => (free * each) / sum(weights));
    const steps = hands.map((each, at) => stepOf(each.cards, u, widths[at % across]));
    if (steps.includes(0)) continue;
    const lines = Math.max(...hands.map((each, at) => linesOf(each.words, size, widths[at % across])));
    if (lines > 4) continue;
    const step = Math.min(...steps);
    const most = Math.max(...first.map((each) => (each.cards - 1) * step + u));
    const wide = hands.length === 1 ? Math.max(most, Math.min(free, hands[0].words * size + 10)) : room;
    const h = rows * (raised + lines * size * LINE) + (rows - 1) * 4;
    return part(name, wide, Math.ceil(h), {
      "--card-w": u,
      "--step": step,
      "--lines": lines,
      "--apart": apart,
      "--first": hands.length === 1 ? `calc((100% - ${most.toFixed(2)}px) / 2)` : "auto",
      "--cols": hands.length === 1 ? "100%" : widths.map((each) => `${Math.floor(each)}px`).join(" "),
    });
  }
  return TOO_WIDE;
}

/** One or more boards. @param {Contents} has @param {number} u @param {number} room */
function boardsOf(has, u, room) {
  if (!has.board) return null;
  const step = stepOf(has.board, u, room);
  if (!step) return TOO_WIDE;
  const h = has.boards * u * RATIO + (has.boards - 1) * 5 + u * RAISED;
  return part("board", (has.board - 1) * step + u, h, { "--card-w": u, "--step": step });
}

/** How wide the rows of areas are, if an area has this width. @param {Contents} has @param {number} area @param {number} room */
function areaRows(has, area, room) {
  /** @type {number[]} */
  const rows = [];
  let here = 0;
  for (const group of has.areas) {
    const each = group.map(({ share, many }) => many * Math.max(LEAST.area, area * share) + (many - 1) * 4);
    const width = sum(each) + 16 * (group.length - 1);
    if (width > room) return null;
    if (here && here + 8 + width > room) {
      rows.push(here);
      here = 0;
    }
    here += (here ? 8 : 0) + width;
  }
  return [...rows, here];
}

/** The width that goes with my cards. @param {Try} at */
const areaWish = (at) => at.u * 0.95 + 8;

/** My areas in as few rows as possible: in more if each would have less than 48 pixels. Those of several spots stand beside each other. @param {Contents} has @param {Try} at @param {number} room */
function areasOf(has, at, room) {
  if (!has.areas.length) return null;
  const wish = Math.round(between(LEAST.area, areaWish(at) * at.area, 92 * at.large));
  for (const most of [1, 2, 3])
    for (let area = wish; area >= (most === 1 ? Math.min(wish, 48) : LEAST.area); area -= 1) {
      const rows = areaRows(has, area, room - 2);
      if (!rows || rows.length > most) continue;
      const h = rows.length * area + (rows.length - 1) * 4;
      const w = Math.max(...rows) + 2;
      const each = Array.from({ length: has.spots }, (_, spot) => part(`areas ${spot}`, w, h, { "--area": area }));
      const across = Math.floor((room + 12) / (w + 12));
      const lines = Array.from({ length: Math.ceil(has.spots / across) }, (_, line) =>
        inRow(12, ...each.slice(line * across, (line + 1) * across)),
      );
      return stacked(4, ...lines);
    }
  return TOO_WIDE;
}

/**
 * The cards that I set in two hands, and the two hands when they are set.
 * @param {Contents} has
 * @param {Try} at
 * @param {number} room
 * @param {number} size
 */
function setterOf(has, at, room, size) {
  const behind = has.setting * (at.u + 2) + 10;
  if (behind > room) return TOO_WIDE;
  const front = 2 * (at.u + 2) + 10;
  const row = at.u * RATIO + 10;
  const words = size * LINE + 2;
  const beside = behind + front + 12 <= room;
  // Where there is little room, both names stand beside the front cards.
  const tight = at.level > 3 && !beside;
  const set = figures("mine", has.mine, at.u, room, size);
  const [{ vars }] = set.put(0, 0).concat([{ name: "", x: 0, y: 0, w: 0, h: 0 }]);
  const h = Math.max(set.h, beside ? row + words : tight ? 2 * row + 4 : 2 * (row + words) + 4);
  return part("mine", room, h, { ...vars, "--set": beside ? "row" : tight ? "tight" : "two" });
}

/** @param {Contents} has @param {number} level */
const noteHeight = (has, level) => (!has.note || level > 5 ? 0 : level > 2 ? NOTE.line : NOTE.whole);

/** The note under my cards. @param {Contents} has @param {Try} at @param {number} room */
const noteOf = (has, at, room) =>
  !at.side &&
  noteHeight(has, at.level) &&
  part("note", Math.min(room, 736), noteHeight(has, at.level), { "--set": "row" });

/** The plates at the right, with the note below them if it stands at the side. @param {Part[]} all @param {Try} at */
const rightOf = (all, at) => (at.side ? [...all, part("note", NOTE.side.w, NOTE.side.h, { "--set": "column" })] : all);

/** The room between two columns of plates, or of plates and a note. @param {Try} at @param {number} plate the width of one */
const roomBetween = (at, plate) => at.W - 2 * Math.max(plate, at.side ? NOTE.side.w : 0) - 36;

/** @param {Try} at */
const wordsSize = (at) => Math.round(between(LEAST.text, at.u * 0.21, 18 * at.large));

/** What the bank can still pay. @param {number} room */
const meterOf = (room) =>
  room < METER.wide.w
    ? part("meter", Math.min(room, METER.w), METER.h, { "--set": "lines" })
    : part("meter", METER.wide.w, METER.wide.h, { "--set": "line" });

/** The line with my chips; at the last level it goes. @param {Try} at @param {number} room */
const stackOf = (at, room) => at.level < 6 && part("me", room, STACK * at.large);

/**
 * The pots in the middle, with the street and the bets in front at both sides, or below where there is little room. There
 * side pots stand below, too, unless the street does.
 * @param {Contents} has
 * @param {number} room
 */
function potsOf(has, room) {
  const size = 15;
  if ((has.pots + 2 * ASIDE) * size <= room) return part("pots", room, 25, { "--set": "line" });
  if (!has.streets) return part("pots", room, 46, { "--set": "tight" });
  const narrow = room < STREET * size; // the street and the bets in front have a line each
  return part("pots", room, narrow ? 67 : linesOf(has.pots, size, room) * 21 + 25, {
    "--set": narrow ? "column" : "lines",
  });
}

/** @param {Contents} has @param {Try} at */
const plateHeight = (has, at) => Math.round((at.level < 4 ? 58 : 44) * at.large) + (has.draws && at.level < 5 ? 9 : 0);

/** @param {number} from @param {number} many @param {number} w @param {number} h */
const plates = (from, many, w, h) => Array.from({ length: many }, (_, at) => part(`plate ${from + at}`, w, h));

// -- the five seatings ------------------------------------------------------------------------------------------------

/** @type {Record<string, (has: Contents, at: Try) => Seated>} */
const LAYOUTS = {
  rim(has, at) {
    const { W, u, level, gap } = at;
    const sides = W >= SIDES;
    const n = has.others;
    const plateW = sides ? between(112, W * 0.15, 176 * at.large) : (W - 2 * edgeOf(W) - (n - 1) * 4) / Math.max(1, n);
    const room = sides ? roomBetween(at, plateW) : W - 2 * edgeOf(W);
    const apart = sides ? 20 : 12;
    const half = at.beside ? (room - apart) / 2 : room;
    const size = wordsSize(at);
    const read = Math.max(LEAST.read, u * at.read);
    const meter = level < 2 && has.meter && meterOf(half);
    const areas = areasOf(has, at, at.beside && has.setting && level > 4 ? Math.min(half, 104) : half);
    // Two hands that are set, or hands that were split, have the whole width. The areas stand beside the bank's cards.
    const across = has.setting > 0 || (has.mine.length > 1 && !has.board);
    const far = at.beside && across && areas && areas.w < 1e5 ? room - apart - areas.w : half;
    const house = stacked(2, has.house.length && figures("house", has.house, read, far, size), meter);
    const board = boardsOf(has, read, half);
    const lines = sum(has.print.map((each) => linesOf(each, 12, Math.min(room, 560))));
    const print = level < 1 && lines && part("print", Math.min(room, 560), lines * 17 + 8);
    const all = plates(0, n, plateW, plateHeight(has, at));
    const strip = !sides && n && inRow(4, ...all);
    const left = Math.ceil(n / 2);
    const hands = has.setting
      ? setterOf(has, at, room, size)
      : figures("mine", has.mine, u, across ? room : half, size);
    const mine = stacked(2, hands, stackOf(at, across ? room : half));
    const parts = !at.beside
      ? [house, print, board, areas, mine]
      : across
        ? [inRow(apart, centred(far, house), areas), print, mine]
        : [
            board ? onLine(apart, centred(half, house), centred(half, board)) : house,
            print,
            inRow(apart, areas && centred(half, areas), centred(half, mine)),
          ];
    const root = stacked(gap, strip, ...parts, noteOf(has, at, room));
    return { root, left: sides ? all.slice(0, left) : [], right: sides ? rightOf(all.slice(left), at) : [], room };
  },
  columns(has, at) {
    const { W, u, level, gap } = at;
    const room = W - 2 * edgeOf(W);
    const half = at.beside ? (room - 20) / 2 : Math.min(room, 900 * at.large);
    const size = wordsSize(at);
    const n = has.others;
    const strip = has.tiles && n && inRow(4, ...plates(0, n, (room - (n - 1) * 4) / n, plateHeight(has, at)));
    const meter = level < 2 && has.meter && meterOf(Math.min(room, METER.w));
    const narrow = !has.tiles && (half - BAND_NAME) / (n + 1) < LEAST.area;
    const hand = u * RATIO + Math.max(30, size * 1.7);
    // The third card lies across: it is as wide as the others are high.
    const stepIn = (/** @type {number} */ each) => Math.min(u * 1.09, (each - u * RATIO - u * 0.1) / 2);
    const isWide = (/** @type {number} */ by) => by < u * INDEX || (by < u && u > APART);
    const across = at.beside ? 1 : 2; // beside the areas, both hands stand above each other
    const step = stepIn(across === 2 ? (half - 16) / 2 : half);
    if (narrow || isWide(step)) return { root: TOO_WIDE, left: [], right: [], room };
    const hands = part("hands", half, (across === 2 ? hand : 2 * hand + 8) + 24, {
      "--card-w": u,
      "--step": step,
      "--across": across,
    });
    const rows = has.tiles ? Math.ceil(has.bands / 3) : has.bands;
    const area = between(LEAST.area, u * 0.78 * at.area, (has.tiles ? 84 : 60) * at.large);
    const shared = rows * area + (has.tiles ? (rows - 1) * 6 : 46);
    const layout = part("layout", half, shared, { "--area": area });
    const parts = at.beside ? [inRow(20, hands, layout)] : [hands, layout];
    return { root: stacked(gap, strip, meter, ...parts, noteOf(has, at, room)), left: [], right: [], room };
  },
  ring(has, at) {
    const { W, u, level, gap } = at;
    const sides = W >= SIDES;
    const n = has.others;
    const size = wordsSize(at);
    const read = Math.max(LEAST.read, u * at.read);
    const low = !sides && level > 4;
    const plateH = low ? 34 : plateHeight(has, at);
    const plateW = sides ? between(108, W * 0.14, 176 * at.large) : Math.min(118, (W - 2 * edgeOf(W) - 18) / 4);
    const room = sides ? roomBetween(at, plateW) : W - 2 * edgeOf(W);
    const across = Math.floor(((sides ? room : W - 2 * edgeOf(W)) + 6) / (plateW + 6));
    const inColumn = Math.floor((at.H - 2 * edgeOf(W) - (at.side ? NOTE.side.h + 8 : 0)) / (plateH + 8));
    const wish = sides ? (n > 8 ? 3 : n > 5 ? 2 : n > 1 ? 1 : 0) : n > 8 ? 3 : n > 6 ? 2 : n > 3 ? 1 : 0;
    // On a low felt, as many as fit stand at the sides.
    const side = Math.max(Math.ceil((n - across) / 2), at.beside ? Math.min(inColumn, Math.floor(n / 2)) : wish);
    const top = Math.max(0, n - 2 * side);
    const all = plates(0, n, plateW, plateH);
    const own = figures("mine", has.mine, u, room, size);
    const mine = stacked(2, own, stackOf(at, room));
    const note = noteOf(has, at, room);
    const above = top > 0 && inRow(6, ...all.slice(side, side + top));
    if (sides) {
      const board = boardsOf(has, read, room);
      const root = stacked(gap, above, potsOf(has, room), board, mine, note);
      return { root, left: all.slice(0, side).reverse(), right: rightOf(all.slice(side + top), at), room };
    }
    // On a narrow felt pairs stand at both edges, with the pots and, if there is room, the board between them.
    const middle = room - 2 * plateW - 16;
    const pairs = Array.from({ length: side }, (_, pair) => [all[side - 1 - pair], all[n - side + pair]]);
    const between_ = stacked(3, potsOf(has, side ? middle : room), side > 0 && boardsOf(has, read, middle));
    const edges = side > 0 && {
      w: room,
      h: Math.max(side * (plateH + 4) - 4, between_.h),
      put: (/** @type {number} */ x, /** @type {number} */ y) => {
        const h = Math.max(side * (plateH + 4) - 4, between_.h);
        const space = side > 1 ? (h - side * plateH) / (side - 1) : 0;
        return [
          ...pairs.flatMap(([one, other], pair) => {
            const down = y + (side > 1 ? pair * (plateH + space) : (h - plateH) / 2);
            return [...one.put(x, down), ...other.put(x + room - plateW, down)];
          }),
          ...between_.put(x + (room - between_.w) / 2, y + (h - between_.h) / 2),
        ];
      },
    };
    const inside = edges && between_.w < 1e5;
    if (inside && level > 3) return { root: stacked(gap, above, edges, mine, note), left: [], right: [], room };
    const flank = edges && {
      w: room,
      h: side * (plateH + 4) - 4,
      put: (/** @type {number} */ x, /** @type {number} */ y) => {
        const pots = potsOf(has, middle);
        return [
          ...pairs.flatMap(([one, other], pair) => [
            ...one.put(x, y + pair * (plateH + 4)),
            ...other.put(x + room - plateW, y + pair * (plateH + 4)),
          ]),
          ...pots.put(x + (room - pots.w) / 2, y + (side * (plateH + 4) - 4 - pots.h) / 2),
        ];
      },
    };
    const tall = flank && potsOf(has, middle).h > flank.h;
    const root = stacked(
      gap,
      above,
      flank,
      (!flank || tall) && potsOf(has, room),
      boardsOf(has, read, room),
      mine,
      note,
    );
    return { root: tall ? TOO_WIDE : root, left: [], right: [], room };
  },
  rows(has, at) {
    const { W, u, level, gap } = at;
    const two = at.beside && W >= HALVES;
    const apart = at.beside && !two;
    const room = W - 2 * edgeOf(W);
    const own = apart ? (room - 16) * 0.4 : room;
    const list = two ? (room - 20) / 2 : apart ? (room - 16) * 0.6 : Math.min(room, 860);
    const size = wordsSize(at);
    const row = Math.max(LEAST.read, u * (at.read - 0.12));
    const plateW = between(list < 330 ? 62 : 72, list * 0.2, 150 * at.large);
    const wordsW = between(list < 330 ? 66 : 78, list * 0.26, 220 * at.large);
    const step = stepOf(has.up, row, list - plateW - wordsW - 28);
    if (!step) return { root: TOO_WIDE, left: [], right: [], room };
    const slot = level > 5 ? row * RATIO * 0.61 : Math.max(34, row * RATIO * (level > 4 ? TUCK : 1) + 4);
    const lines = Math.ceil(has.others / (two ? 2 : 1));
    const rows = part("rows", two ? room : list, lines * slot, {
      "--card-w": row,
      "--step": step,
      "--slot": slot,
      "--plate-w": plateW,
      "--words-w": wordsW,
      "--in": two ? 2 : 1,
    });
    const board = has.board && boardsOf(has, row, own);
    const last = level > 5 && !apart;
    const mine = stacked(2, figures("mine", has.mine, u, last ? own - 126 : own, size), stackOf(at, own));
    const pots = potsOf(has, own);
    const few = stacked(2, part("pots", own - mine.w - 8, board ? 26 : 46), board);
    // At last the pots and a shared card stand beside my cards.
    const parts = apart
      ? [inRow(16, rows, stacked(gap, pots, board, mine))]
      : last
        ? [rows, inRow(8, few, mine)]
        : [rows, pots, board, mine];
    return { root: stacked(gap, ...parts, noteOf(has, at, room)), left: [], right: [], room };
  },
  segments(has, at) {
    const { W, u, level, gap } = at;
    const room = W - 2 * edgeOf(W);
    const half = at.beside ? (room - 20) / 2 : room;
    const n = Math.max(1, has.others);
    const each = (half - (n - 1) * 10) / n - 8;
    const row = Math.max(LEAST.read, u * (at.read - 0.18));
    const step = stepOf(5, row, each);
    const label = between(62, half - 8 - u * 5.4, 150);
    const own = stepOf(5, u, half - label - 8);
    if (!step || !own) return { root: TOO_WIDE, left: [], right: [], room };
    const seen = level > 4 ? TUCK : 1;
    const said = level < 4 && each > 150 ? 16 : 0;
    const theirs = 20 + row * RATIO * (1 + 2 * seen) + 3 * said + 4 + (has.resting && level < 6 ? RESTING : 0);
    const opponents = part("rows", half, theirs, {
      "--card-w": row,
      "--step": step,
      "--tuck": (seen - 1) * row * RATIO + 1,
      "--said": said ? "block" : "none",
    });
    const rows = part("mine", label + 8 + 4 * own + u, u * RATIO * (1 + 2 * seen) + 4, {
      "--card-w": u,
      "--step": own,
      "--label": label,
      "--tuck": (seen - 1) * u * RATIO + 2,
    });
    const mine = stacked(2, rows, level < 5 && part("me", half, 22));
    const parts = at.beside
      ? [inRow(20, has.others && centred(half, opponents), centred(half, mine))]
      : [has.others && opponents, mine];
    return { root: stacked(gap, ...parts, noteOf(has, at, room)), left: [], right: [], room };
  },
};

// -- the search -------------------------------------------------------------------------------------------------------

/** Everything in its place, or null if it does not fit. @param {Contents} has @param {Try} at @returns {Seated | null} */
function seatedAt(has, at) {
  const found = (LAYOUTS[has.seating] ?? LAYOUTS.rim)(has, at);
  const high = (/** @type {Part[]} */ all) => sum(all.map((each) => each.h + 6));
  const free = at.H - (at.W < SIDES ? 4 : 8);
  const fits = found.root.w <= found.room + 0.5 && found.root.h <= free && high(found.left) <= free;
  return fits && high(found.right) <= free ? found : null;
}

/** Stacked first. Where two halves are natural they stand side by side at once. @param {number} W @param {number} H @param {string} seating */
function arrangements(W, H, seating) {
  if (W < 500 && H > 380) return [false];
  return seating === "segments" && W >= HALVES ? [true, false] : [false, true];
}

/** Where the note may stand: under my cards, or at the lower right. @param {number} W @param {Contents} has @param {number} level */
const noteSides = (W, has, level) =>
  has.note && level < 3 && W >= HALVES && (has.seating === "rim" || has.seating === "ring") ? [false, true] : [false];

/** Whether no more need give way. @param {Try} at @param {Contents} has @param {number} level */
function isEnough(at, has, level) {
  const middle = has.seating === "rim" && at.W >= HALVES && !at.beside;
  return at.u >= (middle ? Math.min(ENOUGH[level], STACKED) : ENOUGH[level]);
}

/**
 * The layout of a felt. My cards are as large as they can be. If they would be small, something gives way.
 * @param {number} W
 * @param {number} H
 * @param {Contents} has
 * @returns {Layout}
 */
export function fit(W, H, has) {
  const large = between(1, Math.min(W / 1250, H / 720), 1.4);
  const most = Math.round(between(64, Math.min(W, H) * 0.2, 112 * large));
  /** @type {Try | null} */
  let best = null;
  for (let level = 0; level < ENOUGH.length; level += 1) {
    for (const beside of arrangements(W, H, has.seating)) {
      if (best && isEnough(best, has, level)) break;
      for (const side of noteSides(W, has, level))
        for (let u = most; u >= LEAST.hand && u > (best?.u ?? 0); u -= 1) {
          const at = { W, H, u, level, beside, side, gap: 4, read: 0.8, area: 1, large };
          if (!seatedAt(has, at)) continue;
          best = at;
          break;
        }
    }
    if (best && isEnough(best, has, level)) break;
  }
  const at = best ?? { W, H, u: LEAST.hand, level: 6, beside: H < 380, side: false, gap: 2, read: 0.8, area: 1, large };
  const grows = (
    /** @type {"gap" | "read" | "area"} */ what,
    /** @type {number} */ by,
    /** @type {number} */ limit,
  ) => {
    while (best && at[what] + by <= limit + 1e-9 && seatedAt(has, { ...at, [what]: at[what] + by })) at[what] += by;
  };
  grows("gap", 1, 8);
  grows("area", 0.05, (CIRCLE + 3) / areaWish(at)); // one step more than needed
  grows("gap", 1, 14);
  grows("read", 0.02, 1);
  grows("area", 0.05, 2);
  grows("gap", 1, 56);
  const { root, left, right } = (LAYOUTS[has.seating] ?? LAYOUTS.rim)(has, at);
  const boxes = root.put((W - root.w) / 2, Math.max(2, (H - root.h) / 2));
  const column = (/** @type {Part[]} */ all, /** @type {(each: Part) => number} */ x) => {
    const free = (H - sum(all.map((each) => each.h))) / (all.length + 1);
    let y = free;
    for (const each of all) {
      boxes.push(...each.put(x(each), y));
      y += each.h + free;
    }
  };
  column(left, () => 8);
  column(right, (each) => W - 8 - each.w);
  return {
    level: at.level,
    beside: at.beside,
    sides: W >= SIDES,
    fits: Boolean(best),
    mine: at.u,
    words: wordsSize(at),
    small: Math.floor(LEAST.text * large),
    plate: plateHeight(has, at),
    boxes,
  };
}
