// How large everything on the felt is: one function computes the sizes of cards, areas, plates, words and the note
// together, from the size of the felt. Nothing here knows a game by name or touches the document.

/**
 * @typedef {object} Contents what a round has on the felt at its fullest
 * @property {string} seating
 * @property {number} others plates of other players
 * @property {number} house cards of the bank's hands
 * @property {number} houseHands
 * @property {number} board cards of a board
 * @property {number} boards
 * @property {number} mine cards of my longest hand
 * @property {number} myHands
 * @property {number} setting 1 if I set my cards in two hands
 * @property {number} areas the width of my areas, in areas
 * @property {number} joints signs between areas
 * @property {number} spots rows of areas, one for each of my spots
 * @property {number} bands rows of a layout that all players roomFor
 * @property {number} meter 1 if the bank's meter is shown
 * @property {number} print lines printed on the cloth
 * @property {number} up cards in a row of another player
 * @property {number} draws how often cards are drawn; plates show what is left
 * @property {number} note 1 if a note explains the round
 *
 * @typedef {object} Sizes all in pixels
 * @property {number} level how much gives way: 0 is nothing
 * @property {boolean} beside whether halves stand side by side
 * @property {number} mine the width of a card in my hand
 * @property {number} house
 * @property {number} board
 * @property {number} row a card in another player's row
 * @property {number} area
 * @property {number} plate the width of a plate
 * @property {number} slot the height of a plate's place
 * @property {number} words
 * @property {number} note the height of the note; 0 if it is a button
 * @property {number} side plates in each of the two columns
 * @property {number} need the height of all of it
 * @property {number} houseH the height of the bank's hands
 * @property {number} boardH the height of the boards
 * @property {number} mineH the height of my areas, cards and words
 * @property {number} roomMine the width for one hand of mine
 * @property {number} roomHouse the width for one hand of the bank, and for a board
 */

const RATIO = 92 / 68;
const SPACE = 6;
const EDGE = 12;
const LEAST = { hand: 34, read: 24, area: 44, text: 12 };
const NOTE = { whole: 72, line: 44 };
/** Above this width a card is never covered by its neighbour. */
const APART = 60;
const FAN = 0.46;
const TUCK = 0.72;
/** From these widths on plates stand at both sides, and halves may stand side by side. */
export const SIDES = 700;
const HALVES = 900;
/** A felt that is lower than this has no row of plates above the board, if all others fit at its sides. */
const LOW = 600;

/** The least width of my cards at which no more gives way. The next level is tried if they would be narrower. */
const ENOUGH = [64, 60, 56, 52, 48, 44, LEAST.hand];

/**
 * What gives way at each level. The style sheet hides it; the drawer, the rules or a button has it.
 * @type {readonly string[]}
 */
export const GIVES = ["print", "meter", "lines", "stacks", "tuck", "note"];

/** @param {number} least @param {number} value @param {number} most */
const between = (least, value, most) => Math.max(least, Math.min(value, most));

/**
 * The height of cards, or infinity if they do not fit in a width.
 * @param {number} count of a hand
 * @param {number} hands beside each other, or in rows if there is no room
 * @param {number} width of a card
 * @param {number} room
 * @param {number} [under] the height of the words under each hand
 */
function cardsHeight(count, hands, width, room, under = 0) {
  if (!count) return 0;
  const many = across(count, hands, width, room);
  return many ? Math.ceil(hands / many) * (width * RATIO + under + 4) : Number.POSITIVE_INFINITY;
}

/**
 * How many hands stand beside each other; 0 if not even one fits.
 * @param {number} count
 * @param {number} hands
 * @param {number} width
 * @param {number} room
 */
function across(count, hands, width, room) {
  const one = width * (1 + (count - 1) * (width > APART ? 1.09 : FAN));
  return one > room ? 0 : Math.max(1, Math.min(hands, Math.floor((room + 16) / (Math.max(one, 130) + 28))));
}

/** The room for one of some hands. @param {number} count @param {number} hands @param {number} width @param {number} room */
const roomFor = (count, hands, width, room) => {
  const many = Math.max(1, across(count, hands, width, room));
  return (room - (many - 1) * 28) / many - (hands > 1 ? 12 : 0);
};

/**
 * The width of my areas and their height: in one row if each keeps 48 pixels, else in two.
 * @param {Contents} has
 * @param {number} wish the width that an area would have beside these cards
 * @param {number} room
 */
function areasIn(has, wish, room) {
  if (!has.areas) return { area: LEAST.area, height: 0 };
  const free = (/** @type {number} */ rows) => room * rows - (Math.ceil(has.areas) - rows) * 8 - has.joints * 12;
  const inOne = free(1) / has.areas;
  const rows = inOne >= 48 || inOne >= wish ? 1 : 2;
  const area = Math.floor(Math.min(wish, rows === 1 ? inOne : (free(2) * 0.86) / has.areas));
  return {
    area,
    height: area < LEAST.area ? Number.POSITIVE_INFINITY : has.spots * (rows * (area + 4) + 4),
  };
}

/**
 * @typedef {{ width: number, height: number, mine: number, level: number, beside: boolean, large: number }} Try
 * @typedef {Partial<Sizes> & { need: number }} Needs
 */

/** The height of the note. @param {Contents} has @param {number} level */
const noteHeight = (has, level) => (!has.note || level > 5 ? 0 : level > 2 ? NOTE.line : NOTE.whole);

/** The size of words beside these cards. @param {Try} at */
const wordsOf = (at) => Math.round(between(LEAST.text, at.mine * 0.21, 18 * at.large));

/** What is printed on the cloth takes a line each. @param {Contents} has @param {Try} at */
const printHeight = (has, at) => (at.level < 1 ? has.print * 30 : 0);

/** @type {Record<string, (has: Contents, at: Try) => Needs>} */
const NEEDS = {
  rim(has, at) {
    const sides = at.width >= SIDES;
    const plate = sides ? between(120, at.width * 0.155, 176 * at.large) : at.width / Math.max(1, has.others);
    const middle = sides ? at.width - 2 * plate - 36 : at.width - 2 * EDGE;
    const room = at.beside ? (middle - 24) / 2 : middle;
    const words = wordsOf(at);
    const line = words * 1.3 + 2;
    const house = Math.max(LEAST.read, at.mine * 0.8);
    // Two hands that were set are as wide as one of all their cards, and their names.
    const both = has.setting && room >= Math.max(300, has.house * house * 1.09 + 44);
    const hands = both ? house * RATIO + line + 4 : cardsHeight(has.house, has.houseHands, house, room, line);
    const bank = hands + (at.level < 2 && has.meter ? 52 : 0);
    const board = has.board ? has.boards * (cardsHeight(has.board, 1, house, room) + 4) : 0;
    const { area, height: areas } = areasIn(has, between(LEAST.area, at.mine * 0.95 + 8, 92 * at.large), room);
    const inRow = has.setting && room >= (at.mine + 4) * 9 + 72;
    const own = has.setting
      ? (inRow ? 1 : 2) * (at.mine * RATIO + line + 18) + (inRow ? 0 : SPACE)
      : cardsHeight(has.mine, has.myHands, at.mine, room, line) + at.mine * 0.09;
    if (has.setting && 7 * (at.mine + 3) > room) return { need: Number.POSITIVE_INFINITY };
    const mine = own + (at.level < 5 || sides ? 26 : 4);
    const strip = sides ? 0 : at.level < 4 ? 70 : 54;
    const parts = at.beside
      ? [Math.max(bank, board), Math.max(areas, mine), printHeight(has, at)]
      : [bank, printHeight(has, at), board, areas, mine];
    const side = sides ? Math.ceil(has.others / 2) : 0;
    const roomMine = roomFor(has.mine, has.myHands, at.mine, room);
    const roomHouse = both || has.houseHands < 2 ? room : roomFor(has.house, has.houseHands, house, room);
    const heights = { houseH: bank, boardH: board, mineH: at.beside ? Math.max(areas, mine) : areas + SPACE + mine };
    const widths = { house, board: house, area, plate, words, side, roomMine, roomHouse };
    return { ...stacked([strip, ...parts], has, at), ...heights, ...widths };
  },
  columns(has, at) {
    const phone = at.width < 700;
    const words = wordsOf(at);
    const room = (at.width - 60) / 2 - (at.beside ? 96 : 0) - (phone ? 0 : 60);
    // The third card lies across, and is as wide as the others are high.
    if (at.mine * (2 + RATIO + 0.5) > room) return { need: Number.POSITIVE_INFINITY };
    const hands = at.mine * RATIO + (at.beside ? 0 : phone ? 34 : 48) + (phone ? 22 : 0);
    const strip = phone ? (at.level < 4 ? 70 : 54) : 0;
    const area = between(LEAST.area, at.mine * 0.72, 60 * at.large);
    const rows = phone ? Math.ceil(has.bands / 3) : has.bands;
    const layout = rows * (area + (phone ? 8 : 1)) + (phone ? 12 : 46);
    const meter = at.level < 2 && has.meter ? 56 : 0;
    return { ...stacked([strip, meter, hands, layout], has, at), area, words };
  },
  ring(has, at) {
    const sides = at.width >= SIDES;
    const plate = sides
      ? between(112, at.width * 0.14, 168 * at.large)
      : Math.min(112, (at.width - 22) / (has.others > 8 ? 4 : 3));
    const middle = sides ? at.width - 2 * plate - 36 : at.width - 2 * EDGE;
    const words = wordsOf(at);
    const house = Math.max(LEAST.read, at.mine * 0.8);
    const plateH = sides ? (at.level < 4 ? 106 * at.large : 84) : at.level < 4 ? 102 : 72;
    const slot = plateH + (has.draws ? 8 : 0);
    // A low felt has its plates at the sides, as far as they fit there; the rest is a row above the board.
    const row = sides ? Math.min(4, Math.floor((middle + SPACE) / (plate + SPACE))) : has.others > 8 ? 4 : 3;
    const beside = Math.floor((at.height - noteHeight(has, at.level) - EDGE) / (slot + SPACE));
    const side =
      sides && at.height < LOW
        ? Math.min(Math.ceil(has.others / 2), Math.max(1, beside))
        : Math.max(sides && has.others > 1 ? 1 : 0, Math.ceil((has.others - row) / 2));
    const top = has.others > 2 * side ? slot : 0;
    const board = has.board ? has.boards * (cardsHeight(has.board, 1, house, middle) + 4) : 0;
    const own = cardsHeight(has.mine, 1, at.mine, middle, words * 1.3 + 2) + at.mine * 0.09;
    // On a narrow felt, the pairs at the edges stand above the board, with the pot between them.
    const pairs = sides ? 0 : side * (slot + 2);
    const pots = pairs ? 0 : 26;
    const mineH = own + (at.level < 6 || sides ? 24 : 0);
    const center = stacked([top, pairs, pots, board, mineH], has, at);
    const column = sides ? side * (slot + SPACE) + top + noteHeight(has, at.level) + EDGE : 0;
    const need = Math.max(center.need, column);
    return {
      need,
      boardH: board,
      mineH,
      house,
      board: house,
      plate,
      slot,
      words,
      side,
      roomMine: middle,
      roomHouse: middle,
    };
  },
  rows(has, at) {
    const words = wordsOf(at);
    const wide = at.width >= 700;
    const columns = at.beside ? 2 : 1;
    const each = Math.min(at.width / columns - 16, 736);
    const row = Math.max(LEAST.read, Math.min(at.mine * 0.66, 56 * at.large));
    const room = each - (wide ? 290 : 196);
    const fan = wide && !at.beside ? 0.84 : 0.52;
    if (row * (1 + (has.up - 1) * fan) > room) return { need: Number.POSITIVE_INFINITY };
    const slot = Math.max(wide ? 38 : 33, row * RATIO * (at.level > 4 ? TUCK : 1) + 5);
    const lines = Math.ceil(has.others / columns) * slot;
    const board = has.board ? has.boards * (cardsHeight(has.board, 1, row, at.width) + 4) : 0;
    const own = cardsHeight(has.mine, 1, at.mine, at.width - 2 * EDGE, words * 1.3 + 2) + at.mine * 0.09;
    const mineH = own + (at.level < 5 || wide ? 24 : 0);
    const parts = [lines, 32, board, mineH];
    return {
      ...stacked(parts, has, at),
      mineH,
      row,
      board: row,
      slot,
      words,
      roomMine: at.width - 2 * EDGE,
      roomHouse: at.width - 2 * EDGE,
    };
  },
  segments(has, at) {
    const words = wordsOf(at);
    const wide = at.width >= 700;
    const half = at.beside ? (at.width - 24) / 2 : at.width;
    const part = at.level > 4 ? (1 + 2 * TUCK) / 3 : 1;
    const label = wide ? (at.beside ? 124 : 160) : 88;
    if (label + 5 * (at.mine + (wide ? 6 : 3)) + 16 > half) return { need: Number.POSITIVE_INFINITY };
    const each = half / Math.max(2, has.others) - 18;
    const row = Math.max(LEAST.read, Math.min(at.mine * 0.7, each / 3.8, 56 * at.large));
    const said = at.level < 4 && wide ? 18 : 0;
    const theirs = 28 + 3 * (row * RATIO * part + said + 3);
    const mine = 3 * (at.mine * RATIO * part + SPACE) + (at.level < 1 || wide ? 26 : 4);
    const parts = at.beside ? [Math.max(theirs, mine)] : [theirs, mine];
    return { ...stacked(parts, has, at), row, words, mineH: mine };
  },
};

/** @param {number[]} parts @param {Contents} has @param {Try} at @returns {Needs} */
function stacked(parts, has, at) {
  const all = [...parts, noteHeight(has, at.level)].filter((height) => height > 0);
  return { need: all.reduce((sum, height) => sum + height + SPACE, EDGE) };
}

/**
 * The sizes of everything on a felt. My cards are as large as they can be. If they would be small, something gives way.
 * @param {number} width
 * @param {number} height
 * @param {Contents} has
 * @returns {Sizes}
 */
export function fit(width, height, has) {
  const large = between(1, Math.min(width / 1250, height / 720), 1.4);
  const most = Math.round(between(64, Math.min(width, height) * 0.2, 112 * large));
  const needs = NEEDS[has.seating] ?? NEEDS.rim;
  const largest = (/** @type {number} */ level, /** @type {boolean} */ beside) => {
    for (let mine = most; mine >= LEAST.hand; mine -= 1) {
      const found = needs(has, { width, height, mine, level, beside, large });
      if (found.need <= height) return { ...NOTHING, ...found, level, beside, mine, note: noteHeight(has, level) };
    }
    return null;
  };
  const ways = arrangements(width, height, has.seating);
  // What is too wide stays so, whatever gives way.
  const limit = Math.max(...ways.map((beside) => largest(ENOUGH.length - 1, beside)?.mine ?? LEAST.hand));
  for (const [level, enough] of ENOUGH.entries())
    for (const beside of ways) {
      const found = largest(level, beside);
      if (found && found.mine >= Math.min(enough, limit)) return grown(found, height, has);
    }
  const smallest = { width, height, mine: LEAST.hand, level: ENOUGH.length - 1, beside: ways[0], large };
  return { ...NOTHING, ...needs(has, smallest), level: smallest.level, beside: smallest.beside };
}

/** @type {Sizes} */
const NOTHING = {
  level: 0,
  beside: false,
  mine: LEAST.hand,
  house: LEAST.read,
  board: LEAST.read,
  row: LEAST.read,
  area: LEAST.area,
  plate: 0,
  slot: 0,
  words: LEAST.text,
  note: 0,
  side: 0,
  need: 0,
  houseH: 0,
  boardH: 0,
  mineH: 0,
  roomMine: 300,
  roomHouse: 300,
};

/**
 * Stacked first. Three rows a player stand better side by side, where there is room.
 * @param {number} width
 * @param {number} height
 * @param {string} seating
 */
function arrangements(width, height, seating) {
  if (seating === "segments") return width >= HALVES ? [true] : width >= 500 && height < 380 ? [true, false] : [false];
  if (seating === "ring" || width < 500) return [false];
  return seating === "rows" && width < HALVES ? [false] : [false, true];
}

/**
 * Let the bank's cards and the board grow into the room that is left, up to the size of mine.
 * @param {Sizes} sizes
 * @param {number} height
 * @param {Contents} has
 * @returns {Sizes}
 */
function grown(sizes, height, has) {
  if (has.houseHands > 1 || has.seating === "rows" || !has.board) return sizes;
  const rows = (has.house ? 1 : 0) + has.boards;
  const apart = sizes.roomHouse / (1 + (Math.max(has.board, has.house) - 1) * 1.09);
  const house = Math.max(
    sizes.house,
    Math.min(sizes.mine, sizes.house + (height - sizes.need) / (rows * RATIO), apart),
  );
  return { ...sizes, house, board: house };
}
