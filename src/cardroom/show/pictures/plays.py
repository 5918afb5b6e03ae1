"""Which five of a player's cards and the board make the hand."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.play.game import Makes
from cardroom.rankings import RANKINGS, describe
from cardroom.rankings.base import by_name
from cardroom.rulebook import RuleSet

__all__ = ["plays"]

FIVE = 5
"""Cards of a hand. Of them exactly two are hole cards where the ranking tells hole cards from the board (Omaha)."""


def plays(rules: RuleSet, makes: Makes | None, cards: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that have the same description as all of them, with the highest kickers; empty if all play.

    For a high-low hand, these are the cards of the high.

    >>> from cardroom.cards import parse, pretty
    >>> from cardroom.games.poker.words import hand_text
    >>> from cardroom.rulebook import rule_set
    >>> pretty(plays(rule_set("texas-holdem"), hand_text, parse("Ah 2c"), parse("As 9d 9s 5c 3h")))
    'A♥ A♠ 9♦ 9♠ 5♣'
    """
    if makes is None or len(cards) + len(board) <= FIVE or UNKNOWN in (*cards, *board):
        return ()
    return _best_five(rules, makes, tuple(cards), tuple(board))


@by_name
@lru_cache(maxsize=4096)
def _best_five(rules: RuleSet, makes: Makes, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    says = _high(makes(rules, cards, board))
    two = bool(rules.poker and RANKINGS[rules.poker.ranking].boards and board)
    fives = [
        five
        for five in combinations((*cards, *board), FIVE)
        if says and not (two and sum(card in board for card in five) != FIVE - 2)
    ]
    fives.sort(key=lambda five: sorted([card >> 2 for card in five], reverse=True), reverse=True)
    same = (five for five in fives if _high(describe("high", five) if two else makes(rules, five, ())) == says)
    return next(same, ())


def _high(says: str) -> str:
    """The words for a hand without its low."""
    return says.partition(";")[0]
