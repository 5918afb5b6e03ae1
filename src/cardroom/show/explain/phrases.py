"""Parts of sentences about hands: whose they are, which is better, and what a pay table needs."""

import re
from collections import Counter
from functools import lru_cache

from cardroom.cards import Card
from cardroom.play.round import Settled
from cardroom.rankings import describe, strength, words_apart
from cardroom.rankings.deciding import cards_that_play, difference
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import LOSES, PUSHES
from cardroom.show.explain.case import HandSide
from cardroom.show.pictures import DecidingHand

__all__ = [
    "article",
    "both_hands",
    "brief",
    "capitalized",
    "compared",
    "deciding_hand",
    "effect",
    "hand_words",
    "inside",
    "lowered",
    "lowest_line",
    "odds_text",
    "opening",
    "possessive",
    "the",
    "value",
]


_ACE = 12
_ACE_IS_LOW = "ace-to-five", "eight-or-better", "omaha-eight-or-better", "badugi"
"""Rankings in which every ace counts as a one."""


def possessive(name: str) -> str:
    """Whose it is.

    >>> possessive("You"), possessive("Dealer"), possessive("ann")
    ('your', "the dealer's", "ann's")
    """
    return {"You": "your", "Dealer": "the dealer's"}.get(name, f"{name}'s")


def the(name: str) -> str:
    """A name inside a sentence.

    >>> the("You"), the("Dealer"), the("ann")
    ('you', 'the dealer', 'ann')
    """
    return {"You": "you", "Dealer": "the dealer"}.get(name, name)


def opening(text: str) -> str:
    """The text as the beginning of a sentence. A name that a player chose keeps its small letter.

    >>> opening("your straight"), opening("the board"), opening("ann's straight")
    ('Your straight', 'The board', "ann's straight")
    """
    return capitalized(text) if text.partition(" ")[0] in ("you", "your", "the", "in", "behind:") else text


def inside(sentence: str) -> str:
    """A sentence inside another one.

    >>> inside("Your pair beats ann's ace high"), inside("Seat 7's pair beats your ace high")
    ("your pair beats ann's ace high", "Seat 7's pair beats your ace high")
    """
    first = sentence.partition(" ")[0]
    return lowered(sentence) if first in ("You", "Your", "The") else sentence


def capitalized(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def lowered(words: str) -> str:
    """A hand in words inside a sentence.

    >>> lowered("Pair of nines, ace kicker"), lowered("K-9-5-4-2 low")
    ('pair of nines, ace kicker', 'K-9-5-4-2 low')
    """
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def article(words: str) -> str:
    """A category with its article, where it has one.

    >>> article("pair"), article("queen high"), article("three of a kind"), article("ace and face")
    ('a pair', 'queen high', 'three of a kind', 'an ace and face')
    """
    main, first = words.partition(",")[0], words.partition(" ")[0]
    numbers = ("one", "two", "three", "four", "five", "six", "no", "any", "fewer", "seven-card")
    if main.endswith((" high", " low")) or first in numbers or first[:1].isdigit() or first.endswith("s"):
        return words
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def deciding_hand(side: HandSide, *, won: bool = False, says: str = "", part: str = "") -> DecidingHand:
    """One side of a comparison, with the cards that play."""
    cards = side.cards
    if side.ranking:
        cards = _best_first(side.ranking, cards_that_play(side.ranking, side.cards, side.board, side.joker))
    return DecidingHand(
        name=side.name,
        says=says or _describe(side),
        cards=cards,
        shared=tuple(card for card in cards if card in side.board),
        part=part,
        seat=side.seat,
        mine=side.mine,
        won=won,
    )


def _best_first(ranking: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that play: pairs first, then from the highest. An ace that counts as a one is the last.

    >>> from cardroom.cards import parse, pretty
    >>> pretty(_best_first("high", parse("7d Ks As Kh Qd"))), pretty(_best_first("high", parse("2c As 4d 3h 5s")))
    ('K♠ K♥ A♠ Q♦ 7♦', '5♠ 4♦ 3♥ 2♣ A♠')
    """
    often = Counter(card >> 2 for card in cards)
    wheel = {*often} == {_ACE, 0, 1, 2, 3} and ranking != "2-7"
    last = _ACE if wheel or ranking in _ACE_IS_LOW else None
    return tuple(sorted(cards, key=lambda card: (often[card >> 2], card >> 2 != last, card), reverse=True))


def _describe(side: HandSide) -> str:
    return capitalized(hand_words(side))


def hand_words(side: HandSide) -> str:
    """The words for a side's hand."""
    return _words(side.ranking, side.cards, side.board or None, side.joker)


def _words(ranking: str, cards: tuple[Card, ...], board: tuple[Card, ...] | None, joker: str | None) -> str:
    return describe(ranking, cards, board, joker)


def value(side: HandSide) -> int:
    """The strength of a side's hand; 0 if it is a low that does not qualify."""
    return strength(side.ranking, side.cards, side.board or None, side.joker)


@lru_cache(maxsize=512)  # in pai gow, each viewer compares the same hands, which takes a tenth of a decision
def compared(
    own: HandSide, other: HandSide, part: str = "", among: tuple[int, ...] = ()
) -> tuple[str, tuple[DecidingHand, DecidingHand], int]:
    """Which of two hands is better, in words, with the hands and the result for the first: 1, 0 or -1.

    `among` has the strengths of all hands that are shown with them.
    """
    ours, theirs = value(own), value(other)
    result = (ours > theirs) - (ours < theirs)
    hands = both_hands(own, other, result, part, among)
    if not result:
        return f"{own.name} and {the(other.name)} have the same hand: {lowered(hands[0].says)}", hands, 0
    (winner, loser), (best, beaten) = ((own, other), hands) if result > 0 else ((other, own), hands[::-1])
    high, low = lowered(best.says), lowered(beaten.says)
    comma = "," if "," in high else ""
    says = f"{possessive(winner.name)} {high}{comma} beats {possessive(loser.name)} {low}"
    by = difference(own.ranking, max(ours, theirs), min(ours, theirs))
    return f"{opening(says)}: {by}", hands, result


def brief(better: DecidingHand, beaten: DecidingHand) -> str:
    """Which hand beats which, in the fewest words that tell them apart.

    >>> house = DecidingHand("ann", "Full house, tens over sixes", ())
    >>> flush, other = DecidingHand("You", "Flush, ace high", ()), DecidingHand("Dealer", "Flush, king high", ())
    >>> brief(house, flush), brief(flush, other)
    ("ann's full house beats your flush", "your flush, ace high, beats the dealer's flush, king high")
    """
    hands = [lowered(each.says) for each in (better, beaten)]
    main = [words.partition(",")[0] for words in hands]
    high, low = hands if main[0] == main[1] else main
    comma = "," if "," in high else ""
    return f"{possessive(better.name)} {high}{comma} beats {possessive(beaten.name)} {low}"


def both_hands(
    own: HandSide, other: HandSide, result: int = 0, part: str = "", among: tuple[int, ...] = ()
) -> tuple[DecidingHand, DecidingHand]:
    """Two hands side by side. If they differ, so do their words, also from those of other hands shown with them."""
    ours, theirs, *_ = words_apart(own.ranking, value(own), value(other), *among)
    return (
        deciding_hand(own, won=result > 0, says=capitalized(ours), part=part),
        deciding_hand(other, won=result < 0, says=capitalized(theirs), part=part),
    )


def odds_text(event: Settled) -> str:
    """The odds of a paid wager, as its reason states them; empty if it was not paid.

    >>> odds_text(Settled("1", "ante", 500, 500, 500, "higher hand", True, "Ante: higher hand pays 1 to 1"))
    '1 to 1'
    """
    found = re.search(r" pays (.+)$", event.why)
    return found.group(1) if found and event.won else ""


def effect(event: Settled) -> str:
    """What happens to the wager: "pays 3 to 2", "pushes", "loses"."""
    if event.won:
        return f"pays {odds_text(event)}".rstrip()
    if event.due == 0:
        return "pushes"
    return "loses half" if -event.due < event.stake else "loses"


def lowest_line(rules: RuleSet, table: str) -> str:
    """The last line of a pay table that pays."""
    paying = [line for line, pays in rules.table(table).lines.items() if pays not in (LOSES, PUSHES)]
    return paying[-1] if paying else ""
