"""The orders of all first hands that percents refer to: by equity against one random hand, exactly.

They are made by `poker.tables.making`, and stored with the package.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from cardroom.errors import InputError
from cardroom.poker.dealing import GameHands
from cardroom.poker.ranges.hands import Numbers, numbers_of
from cardroom.poker.tables.classes import HandClasses, all_hands, hand_classes
from cardroom.poker.tables.stored import holdem_order

__all__ = ["best_hands", "order_name"]


def order_name(dealing: GameHands) -> str:
    """The name of the stored order of a game's hands; empty if there is none."""
    standard = dealing.deck == tuple(range(52)) and dealing.structure == "community" and dealing.poker.low == ""
    return "holdem" if standard and dealing.poker.ranking == "high" and dealing.sizes[0] == (2, 0) else ""


def best_hands(dealing: GameHands, share: Fraction) -> Numbers:
    """The numbers of the best hands: whole classes, until they are at least this share of all."""
    if not order_name(dealing):
        raise InputError("only hold'em hands have an order; write a range of hands without a percentage")
    order, classes, numbers = _ordered()
    sizes = np.cumsum(classes.sizes[order])
    total = int(sizes[-1])
    count = 0 if share == 0 else int(np.searchsorted(sizes, float(-(-share * total // 1)))) + 1
    chosen = np.zeros(len(order), np.bool_)
    chosen[order[:count]] = True
    found: Numbers = np.sort(numbers[chosen[classes.of]])
    return found


@cache
def _ordered() -> tuple[Numbers, HandClasses, Numbers]:
    hands = all_hands(2).astype(np.uint8)
    numbers = numbers_of(hands, np.zeros((len(hands), 0), np.uint8))
    return holdem_order().astype(np.int64), hand_classes(2), numbers
