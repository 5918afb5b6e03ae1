"""Picking cards from one's hand: by their numbers as they lie there, or by name.

Where the cards picked are a hand of their own, as in pai gow, both hands are named before it counts.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from cardroom.cards import JOKER, RANKS, Card, pretty, text
from cardroom.play import Pick, Refused
from cardroom.rankings import describe
from cardroom.rankings.pai_gow import fouls

__all__ = ["in_order", "named_parts", "picked_cards", "typed_pick"]


class Asker(Protocol):
    """Somebody who can be asked."""

    def typed(self, question: str, default: str = "", typed: str = "") -> str:
        """A line."""

    def yes(self, question: str, default: bool) -> bool:
        """A yes or a no."""

    def refuse(self, message: str) -> None:
        """Say why something was not accepted."""

    def say(self, words: Text) -> None:
        """Show a paragraph."""


def in_order(cards: Sequence[Card]) -> list[Card]:
    """A hand as people hold it: highest first, the joker before all; numbers count in this order.

    >>> from cardroom.cards import parse
    >>> pretty(in_order(parse("2c Jk As 2d")))
    '★ A♠ 2♦ 2♣'
    """
    return sorted(cards, reverse=True)


def typed_pick(human: Asker, pick: Pick, typed: str = "") -> list[Card] | None:
    """The cards that a person picks; where they make hands, those are named first, and None if they will not do."""
    example = "1 3" if pick.most > 1 else "2"
    many = f"{pick.least}" if pick.least == pick.most else f"up to {pick.most}"
    what = "the two in front" if pick.picked else f"{pick.action}, {many}"
    question = f"{what}, by number as in {example}, or by name"
    while True:
        words = human.typed(question, "stand pat" if pick.least == 0 else "", typed)
        typed = ""
        try:
            cards = picked_cards(words, in_order(pick.cards))
            pick.check(cards)
        except Refused as refused:
            human.refuse(str(refused))
            continue
        if not pick.picked:
            return cards
        human.say(named_parts(pick, cards))
        return cards if human.yes("Set it so", True) else None


def picked_cards(words: str, cards: Sequence[Card]) -> list[Card]:
    """Cards by their numbers in a hand, together or apart, by name, or by rank where that is one card.

    >>> from cardroom.cards import parse
    >>> hand = parse("Ks 9h 9d 4c 2c")
    >>> [pretty(picked_cards(words, hand)) for words in ("1 3", "13", "ks 9D", "k", "none")]
    ['K♠ 9♦', 'K♠ 9♦', 'K♠ 9♦', 'K♠', '']
    """
    found: list[Card] = []
    for word in re.split(r"[\s,]+", words.strip()):
        if word.isdecimal() and word != "10":
            found.extend(_numbered(int(digit), cards) for digit in word)
        elif word and word.lower() not in ("none", "pat", "stand"):
            found.append(_named(word.upper().replace("10", "T"), cards))
    if len(set(found)) != len(found):
        raise Refused(f"{words}: a card is named twice")
    return found


def _numbered(number: int, cards: Sequence[Card]) -> Card:
    if 1 <= number <= len(cards):
        return cards[number - 1]
    raise Refused(f"{number} is no card of yours: they are numbered 1 to {len(cards)}, from the left")


def _named(word: str, cards: Sequence[Card]) -> Card:
    like = [card for card in cards if text(card).upper() == word or (card < JOKER and RANKS[card >> 2] == word)]
    if len(like) == 1:
        return like[0]
    if like:
        raise Refused(f"{word} may be {' or '.join(pretty(card) for card in like)}: say which by number or suit")
    raise Refused(f"{word!r} is none of your cards: write their numbers from the left, or names as in Ks")


def named_parts(pick: Pick, front: Sequence[Card]) -> Text:
    """Both hands that a pick makes, in words."""
    back = [card for card in in_order(pick.cards) if card not in front]
    line = Text("In front ").append(pretty(front), style="bold").append(f"  {describe(pick.picked, front)}\n")
    line.append("Behind   ").append(pretty(back), style="bold").append(f"  {describe(pick.rest, back)}")
    if fouls(front, back):
        line.append("\nFOUL: the two cards in front are higher than the five behind, and lose.", style="bold red")
    return line
