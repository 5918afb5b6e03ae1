// A scene arranged for one viewer: who sits where, and what moment of the round it is. Pure functions.

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Picture} Picture
 * @typedef {import("./types.js").Chair} Chair
 * @typedef {import("./types.js").Spread} Spread
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Prompt} Prompt
 * @typedef {{ seat: number, who: string, name: string, bot: boolean, stack: number, bet: number, did: string,
 *   said: string[], status: string,
 *   asked: boolean, draws: number, banks: number, markers: import("./types.js").Marker[], net: number | null,
 *   you: boolean, behind: boolean, away: boolean,
 *   out: boolean, spreads: Spread[], boxes: Box[] }} Place
 * @typedef {"bets" | "act" | "wait" | "over" | "idle"} Moment
 */

/** A name without the prefix of bots, which the page shows as a tag. @param {string} name */
export const plainName = (name) => name.replace(/^bot /, "");

/**
 * All players at the table: those in the round as the round shows them, and those who sat down since.
 * @param {Scene} scene
 * @param {string | null} me
 * @returns {Place[]}
 */
export function places(scene, me) {
  const picture = scene.picture;
  /** @type {Map<string, Place>} */
  const byName = new Map();
  for (const [who, each] of Object.entries(scene.people)) {
    byName.set(who, {
      seat: each.seat,
      who,
      name: plainName(who),
      bot: each.bot ?? false,
      stack: each.stack,
      bet: 0,
      did: "",
      said: [],
      status: "",
      asked: false,
      draws: 0,
      banks: 0,
      markers: [],
      net: null,
      you: who === me,
      behind: each.behind,
      away: each.away,
      out: each.out,
      spreads: [],
      boxes: [],
    });
  }
  for (const chair of picture?.chairs ?? []) {
    const here = byName.get(chair.bettor);
    byName.set(chair.bettor, {
      seat: chair.seat,
      who: chair.bettor,
      name: plainName(chair.bettor),
      bot: here?.bot ?? chair.bettor.startsWith("bot "),
      stack: picture?.over && here ? here.stack : chair.stack,
      bet: chair.bet ?? 0,
      did: chair.did ?? "",
      said: chair.said ?? [],
      status: chair.status ?? "",
      asked: chair.asked ?? false,
      draws: chair.draws ?? 0,
      banks: picture?.bank?.seat === chair.seat && !chair.backline ? picture.bank.wager : 0,
      markers: chair.markers ?? [],
      net: chair.net ?? null,
      you: chair.bettor === me,
      behind: chair.backline ?? false,
      away: here?.away ?? false,
      out: here?.out ?? false,
      spreads: picture?.spreads.filter((spread) => spread.seat === chair.seat && spread.place[0] === "hand") ?? [],
      boxes: (picture?.boxes ?? []).filter((box) => box.seat === chair.seat),
    });
  }
  return [...byName.values()].sort((one, other) => one.seat - other.seat || Number(one.behind) - Number(other.behind));
}

/**
 * The other players, starting at the viewer's left.
 * @param {Place[]} all
 */
export function otherPlaces(all) {
  const mine = all.find((each) => each.you && !each.behind)?.seat ?? 0;
  const rest = all.filter((each) => !each.you);
  return [...rest.filter((each) => each.seat > mine), ...rest.filter((each) => each.seat <= mine)];
}

/**
 * The moment of the round for this viewer.
 * @param {Scene} scene
 * @returns {Moment}
 */
export function moment(scene) {
  const picture = scene.picture;
  if (!picture) return "idle";
  if (picture.over) return "over";
  if (!picture.prompts?.length) return "wait";
  return picture.prompts[0].offers.some((offer) => offer.kind === "bets") ? "bets" : "act";
}

/**
 * The viewer's net result of this round, or null if not in it.
 * @param {Picture} picture
 */
export const myNet = (picture) => picture.chairs.find((chair) => chair.you)?.net ?? null;

/**
 * A player's status or last action, in a few words.
 * @param {Place} place
 * @param {Picture | null} picture
 */
export function statusText(place, picture) {
  if (place.away) return "away";
  if (place.out) return "sitting out";
  if (picture?.over && place.net !== null) return place.net ? "" : place.status;
  if (place.asked) return "to act";
  if (place.status) return place.status;
  return place.did;
}

/**
 * The remark about a player that begins with these words, or an empty text.
 * @param {Place | undefined} place
 * @param {string} what
 */
export const remark = (place, what) => place?.said.find((text) => text.startsWith(what)) ?? "";
