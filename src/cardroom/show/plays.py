"""Which cards make a hand, where there are more than play."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.play.layout import Makes
from cardroom.rankings import describe
from cardroom.rulebook import RuleSet

__all__ = ["plays"]

FIVE, OMAHA = 5, 4
"""Cards of a hand, and cards of one's own from which exactly two play."""


def plays(rules: RuleSet, makes: Makes | None, cards: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that are called as all of them are, with the highest beside them; nothing where all play.

    Of a hand that is a low too, these are those of the high.

    >>> from cardroom.cards import parse, pretty
    >>> from cardroom.games.poker.words import made
    >>> from cardroom.rulebook import rule_set
    >>> pretty(plays(rule_set("texas-holdem"), made, parse("Ah 2c"), parse("As 9d 9s 5c 3h")))
    'A♥ A♠ 9♦ 9♠ 5♣'
    """
    if makes is None or len(cards) + len(board) <= FIVE or UNKNOWN in (*cards, *board):
        return ()
    return _found(rules, makes, tuple(cards), tuple(board))


@lru_cache(maxsize=256)  # everybody looks at the same showdown
def _found(rules: RuleSet, makes: Makes, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    says = _high(makes(rules, cards, board))
    two = bool(rules.poker and rules.poker.hole >= OMAHA and board)
    found = [
        five
        for five in combinations((*cards, *board), FIVE)
        if says and not (two and sum(card in board for card in five) != FIVE - 2)
        if _high(describe("high", five) if two else makes(rules, five, ())) == says
    ]
    return max(found, key=lambda five: sorted((card >> 2 for card in five), reverse=True), default=())


def _high(says: str) -> str:
    """A hand in words without its low."""
    return says.partition(";")[0]
