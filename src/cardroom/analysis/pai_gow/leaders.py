"""Sets of cards up to an exchange of suits: those that two hands can share."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.pai_gow.pairs import find_leaders
from cardroom.analysis.report import RankDeck

__all__ = ["Leaders", "leaders"]


class Leaders(NamedTuple):
    """One set of cards for all that differ from it only by exchanging suits."""

    sets: NDArray[np.uint8]
    """Places in the deck."""
    ways: NDArray[np.int64]
    """The number of sets that it represents."""


@cache
def leaders(deck: RankDeck, size: int) -> Leaders:
    """The leaders among sets of `size` natural cards."""
    cards = np.array(deck.cards)
    leaders_found = Leaders(np.zeros((0, size), np.uint8), np.zeros(0, np.int64))
    many = find_leaders(cards, deck.suits, size, *leaders_found)
    leaders_found = Leaders(np.zeros((many, size), np.uint8), np.zeros(many, np.int64))
    find_leaders(cards, deck.suits, size, *leaders_found)
    return leaders_found
