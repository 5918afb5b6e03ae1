// The possible answers of a drill, and its cards as text and as buttons.

import { card } from "../parts/card.js";
import { h } from "../parts/dom.js";
import { dollars } from "../parts/money.js";
import { TAGS } from "../parts/tags.js";
import { capitalize, cardName, displayText, joinWords } from "../parts/words.js";
import { splitLabel } from "../table/prompt/buttons.js";
import { onlyPresets } from "../table/prompt/draft.js";

/**
 * @typedef {import("./drill.js").Drill} Drill
 * @typedef {import("./drill.js").Way} Way
 * @typedef {import("../parts/types.js").Offer} Offer
 * @typedef {{ picture: import("../parts/types.js").Picture, spot: string }} Asked a drill, or another decision
 */

/** The cards of a drill as text: the hand, then the board or the dealer's. @param {Drill} drill */
export function cardsText(drill) {
  const shown = (/** @type {(each: any) => boolean} */ which) =>
    drill.picture.spreads
      .filter(which)
      .flatMap((each) => each.cards.filter((one) => one < 53))
      .map(shortCard)
      .join(" ");
  const others = shown((each) => !each.mine && (each.dealer || each.place[0] === "board"));
  return shown((each) => each.mine) + (others ? ` | ${others}` : "");
}

const shortCard = (/** @type {number} */ each) =>
  each === 52 ? "★" : `${"23456789TJQKA"[each >> 2].replace("T", "10")}${"♣♦♥♠"[each & 3]}`;

/** The possible answers but for picks of cards. @param {Asked | null} drill @returns {Way[]} */
export function waysOf(drill) {
  const asked = drill?.picture.prompts?.find((each) => each.spot === drill?.spot);
  return (asked?.offers ?? [])
    .flatMap((offer) => {
      if (offer.kind === TAGS.Choice) return [{ label: offer.label, key: offer.key, action: offer.action }];
      if (offer.kind !== TAGS.Amount) return [];
      const few = onlyPresets(offer) || !offer.quick?.length;
      if (!few)
        return (offer.quick ?? []).map((each, at) => ({
          label: `${offer.label} ${dollars(each.amount)}`,
          key: at === (offer.quick?.length ?? 0) - 1 ? offer.key : each.key,
          action: offer.action,
          value: each.amount,
        }));
      if (offer.quick?.length)
        return offer.quick.map((each) => ({
          label: each.label,
          key: each.key,
          action: offer.action,
          value: each.amount,
        }));
      return [{ label: offer.label, key: offer.key, action: offer.action, value: offer.option.least }];
    })
    .sort((one, other) => rank(one) - rank(other));
}

const rank = (/** @type {Way} */ way) => (["fold", "surrender"].includes(way.action) ? -1 : (way.value ?? 0));

/** The question in words: "Check, play or fold?". @param {Asked} drill */
export function questionOf(drill) {
  if (pickOf(drill)) return "Set your hand: choose two cards for the front";
  const words = waysOf(drill).map((each) =>
    splitLabel(each.label)[0]
      .replace(/ \d+×$/, "")
      .toLowerCase(),
  );
  return capitalize(`${joinWords([...new Set(words)], "or")}?`);
}

/** The offer to pick cards, in games that set hands. @param {Asked | null} drill @returns {Offer | undefined} */
export const pickOf = (drill) =>
  drill?.picture.prompts?.find((each) => each.spot === drill?.spot)?.offers.find((each) => each.kind === TAGS.Pick);

/** Cards, the highest first. @param {readonly number[]} all */
export const sorted = (all) => [...all].sort((one, other) => (other >> 2) - (one >> 2));

/**
 * The player's cards as buttons, and the hands that the picked ones make.
 * @param {Offer} offer
 * @param {number[]} picked
 * @param {(card: number) => void} pick
 */
export function cardPicks(offer, picked, pick) {
  const split = offer.splits?.find((each) => [...each.picked].sort().join() === [...picked].sort().join());
  const says = split
    ? displayText(`In front ${split.says[0]}, behind ${split.says[1]}${split.warns ? `. ${split.warns}` : ""}`)
    : `Chosen for the front: ${picked.length} of ${offer.option.most}`;
  return [
    h(
      "div.row",
      { role: "group", "aria-label": "Your cards" },
      sorted(offer.option.cards).map((each) =>
        h(
          "button.pk",
          {
            key: each,
            "aria-pressed": String(picked.includes(each)),
            "aria-label": cardName(each),
            onclick: () => pick(each),
          },
          card(each, picked.includes(each) ? "use" : "", false, ""),
        ),
      ),
    ),
    h("p.small.muted", null, says),
  ];
}
