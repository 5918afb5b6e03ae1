// What happened on the felt between two pictures of a round: cards that came or were collected, chips that were bet,
// gathered or paid, buttons that went to another seat. Motion and sound both follow it. Nothing here touches the
// document.

/**
 * @typedef {import("../parts/types.js").Picture} Picture
 * @typedef {{ at: "house" } | { at: "pot" } | { at: "chips", seat: number }
 *   | { at: "bet", seat: number, wager?: string }} Where chips are: with the bank, in the pot, before a player, or bet
 * @typedef {{ from: Where, to: Where, amount: number }} Transfer
 * @typedef {object} Changes
 * @property {Map<number, number>} fresh cards that were dealt or turned over, and how many of each
 * @property {Transfer[]} transfers
 * @property {number[]} folded seats
 * @property {boolean} over whether the round has just ended
 * @property {boolean} collected whether the cards of the round before were taken from the felt
 * @property {string[]} buttons names of markers that went to another seat
 */

/**
 * The changes from one picture to the next. A new round has no transfers from the round before.
 * @param {Picture | null | undefined} old
 * @param {Picture | null | undefined} now
 * @returns {Changes}
 */
export function changesOf(old, now) {
  const before = old && now && !(old.over && !now.over) ? old : null;
  const collected = Boolean(old?.spreads.some((spread) => spread.cards.length) && !before);
  const buttons = movedButtons(old, now);
  if (!now) return { fresh: new Map(), transfers: [], folded: [], over: false, collected, buttons };
  const over = Boolean(before && now.over && !before.over);
  const transfers = before ? [...bets(before, now), ...gathered(before, now)] : bets(null, now);
  const out = new Set((before?.chairs ?? []).filter((chair) => chair.status === "folded").map((chair) => chair.seat));
  return {
    fresh: freshCards(before, now),
    transfers: over ? [...transfers, ...payments(now)] : transfers,
    folded: before
      ? now.chairs.filter((each) => each.status === "folded" && !out.has(each.seat)).map((each) => each.seat)
      : [],
    over,
    collected,
    buttons,
  };
}

/** @param {Picture | null | undefined} old @param {Picture | null | undefined} now */
function movedButtons(old, now) {
  const seats = new Map(old?.chairs.flatMap((chair) => (chair.markers ?? []).map(({ name }) => [name, chair.seat])));
  return (now?.chairs ?? [])
    .flatMap((chair) => (chair.markers ?? []).map(({ name }) => ({ name, from: seats.get(name), to: chair.seat })))
    .filter(({ from, to }) => from !== undefined && from !== to)
    .map(({ name }) => name);
}

/** Cards that were not on the felt before, counted: a shoe has several of each. @param {Picture | null} old @param {Picture} now */
function freshCards(old, now) {
  /** @type {Map<number, number>} */
  const count = new Map();
  const add = (/** @type {Picture | null} */ picture, /** @type {number} */ by) => {
    for (const spread of picture?.spreads ?? [])
      for (const card of spread.cards) count.set(card, (count.get(card) ?? 0) + by);
  };
  add(now, 1);
  add(old, -1);
  return new Map([...count].filter(([, many]) => many > 0));
}

/**
 * Wagers that grew.
 * @param {Picture | null} old
 * @param {Picture} now
 * @returns {Transfer[]}
 */
function bets(old, now) {
  if (now.over) return [];
  const had = new Map((old?.boxes ?? []).map((box) => [`${box.spot} ${box.wager}`, box.amount]));
  const placed = (now.boxes ?? []).map((box) => ({
    seat: box.seat,
    wager: box.wager,
    amount: box.amount - (had.get(`${box.spot} ${box.wager}`) ?? 0),
  }));
  const front = new Map((old?.chairs ?? []).map((chair) => [chair.seat, chair.bet ?? 0]));
  const pushed = now.chairs.map(({ seat, bet = 0 }) => ({
    seat,
    wager: undefined,
    amount: bet - (front.get(seat) ?? 0),
  }));
  return [...placed, ...pushed]
    .filter(({ amount }) => amount > 0)
    .map(({ seat, wager, amount }) => ({ from: { at: "chips", seat }, to: { at: "bet", seat, wager }, amount }));
}

/**
 * Bets that were gathered into the pot.
 * @param {Picture} old
 * @param {Picture} now
 * @returns {Transfer[]}
 */
function gathered(old, now) {
  const left = new Map(now.chairs.map((chair) => [chair.seat, chair.bet ?? 0]));
  return old.chairs
    .map(({ seat, bet = 0 }) => ({ seat, amount: bet - (left.get(seat) ?? 0) }))
    .filter(({ amount }) => amount > 0)
    .map(({ seat, amount }) => ({ from: { at: "bet", seat }, to: { at: "pot" }, amount }));
}

/**
 * What each result of a round moved: a lost wager goes to the bank, a payment comes from it, a pot goes to its winner.
 * @param {Picture} now
 * @returns {Transfer[]}
 */
function payments(now) {
  const wagers = new Map((now.cloth?.areas ?? []).map((area) => [area.label, area.wager]));
  return (now.results ?? [])
    .filter((each) => each.net && each.spot)
    .map(({ seat, label, stake, net }) => {
      /** @type {Where} */
      const bet = { at: "bet", seat, wager: wagers.get(label.split(", ")[0]) };
      if (!stake && net > 0) return { from: { at: "pot" }, to: { at: "chips", seat }, amount: net };
      return net > 0
        ? { from: { at: "house" }, to: bet, amount: net }
        : { from: bet, to: { at: "house" }, amount: -net };
    });
}
