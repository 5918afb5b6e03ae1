// Names of cards, and sentences for screen readers: suits are words, × is "times", − is "minus".

const RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const FACES = "23456789TJQKA";
const SIGNS = { "♣": "of clubs", "♦": "of diamonds", "♥": "of hearts", "♠": "of spades" };

export const JOKER = 52;
export const UNKNOWN = 53;

/** @param {number} card */
export const suitOf = (card) => (card === JOKER ? "j" : "cdhs"[card % 4]);

/** @param {number} card */
export const rankOf = (card) => (card === JOKER ? "j" : FACES[Math.floor(card / 4)]);

/** A card as in records: "As", "Td", "Jk". @param {number} card */
export const cardText = (card) => (card === JOKER ? "Jk" : rankOf(card) + suitOf(card));

/**
 * @param {number} card
 * @returns {string}
 */
export function cardName(card) {
  if (card === JOKER) return "joker";
  if (card === UNKNOWN) return "face-down card";
  return `${RANKS[Math.floor(card / 4)]} of ${SUITS[card % 4]}`;
}

/**
 * The names of several cards. Face-down cards are counted.
 * @param {readonly number[]} cards
 */
export function cardNames(cards) {
  const down = cards.filter((card) => card === UNKNOWN).length;
  const names = cards.filter((card) => card !== UNKNOWN).map(cardName);
  if (down) names.push(`${down === 1 ? "one card" : `${numberWord(down)} cards`} face down`);
  return names.join(", ");
}

/** @param {number} number */
export const numberWord = (number) => ["no", "one", ...RANKS][number] ?? String(number);

/**
 * A sentence of the engine for screen readers.
 * @param {string} text
 */
export function spokenWords(text) {
  return text
    .replace(/(\d)x\b/g, "$1 times")
    .replaceAll("×", " times")
    .replaceAll("−", "minus ")
    .replace(/(?<![\w$])-(?=\$)/g, "minus ")
    .replace(/\+\$/g, "plus $")
    .replace(
      /\$([\d,]*\d)(?:\.(\d\d))?/g,
      (_, whole, rest) => `${whole} dollar${whole === "1" ? "" : "s"}${rest ? ` ${rest}` : ""}`,
    )
    .replace(/\b(10|[2-9]|[AKQJ])([♣♦♥♠])/g, (_, rank, suit) => `${rankWord(rank)} ${SIGNS[/** @type {"♣"} */ (suit)]}`)
    .replaceAll("?? ", "")
    .replaceAll("??", "face-down cards");
}

/** @param {string} rank */
const rankWord = (rank) => RANKS[rank === "10" ? 8 : FACES.indexOf(rank)];

/**
 * Words as a list: "Ante, Blind and Play".
 * @param {readonly string[]} words
 * @param {string} [last]
 */
export function joinWords(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/**
 * A sentence of the engine as shown: bots have plain names, and negative amounts have a minus sign.
 * @param {string} says
 */
export const displayText = (says) =>
  says.replaceAll(/\b(?:bot|guest) (?=\p{Lu})/gu, "").replaceAll(/(?<![\w$])-(?=\$)/g, "−");

/** A name without the prefix of bots and guests. @param {string} name */
export const plainName = (name) => name.replace(/^(?:bot|guest) (?=\p{Lu})/u, "");

const LONG_NAME = 18;

/** The same where there is room for one name only: a long one ends with an ellipsis. @param {string} name */
export function shortName(name) {
  const plain = plainName(name);
  return plain.length > LONG_NAME ? `${plain.slice(0, LONG_NAME - 1).trimEnd()}…` : plain;
}

/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text with a capital letter and a full stop. @param {string} text */
export const sentence = (text) => (text ? capitalize(text) + (/[.!?]$/.test(text) ? "" : ".") : "");
