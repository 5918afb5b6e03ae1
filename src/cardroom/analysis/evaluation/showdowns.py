"""Helpers that evaluators share: the cards that are left, averages over counts, and chances in words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.evaluation.decisions import DecisionFacts
from cardroom.analysis.stages import sets_of
from cardroom.cards import Card
from cardroom.errors import InputError

__all__ = ["chances", "left_over", "number_of", "sets_from", "weighted"]


def left_over(cards: Iterable[Card], facts: DecisionFacts) -> list[Card]:
    """The cards of a deck that the player has not seen, in order."""
    known = Counter((*facts.hand, *facts.board, *facts.dealer, *facts.seen))
    return sorted((Counter(cards) - known).elements())


def sets_from(left: Sequence[Card], size: int) -> NDArray[np.uint8]:
    """All sets of up to five of these cards, one per row.

    >>> sets_from([51, 50, 49], 2).tolist()
    [[51, 50], [51, 49], [50, 49]]
    """
    return np.array(left, np.uint8)[sets_of(tuple(range(len(left))), size)]


def number_of(name: str, cards: Sequence[Card], *allowed: int) -> int:
    """The number of cards given, if it is allowed.

    >>> number_of("board", (), 0, 3, 5)
    0
    >>> number_of("board", (1, 2), 0, 3, 5)
    Traceback (most recent call last):
    cardroom.errors.InputError: board: give 0, 3 or 5 cards, not 2
    """
    if len(cards) not in allowed:
        *first, last = map(str, allowed)
        wanted = f"{', '.join(first)} or {last}" if first else last
        raise InputError(f"{name}: give {wanted} card{'' if wanted == '1' else 's'}, not {len(cards)}")
    return len(cards)


def weighted(nets: Sequence[Fraction], counts: Sequence[int]) -> Fraction:
    """The average net result, from the number of deals with each."""
    return sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction(0)) / sum(counts)


def chances(counts: Mapping[str, int]) -> str:
    """The share of each result in words, without those that never happen.

    >>> chances({"wins": 3, "ties": 0, "loses": 1})
    'wins 75.0 %, loses 25.0 %'
    """
    every = sum(counts.values())
    return ", ".join(f"{name} {100 * count / every:.1f} %" for name, count in counts.items() if count)
