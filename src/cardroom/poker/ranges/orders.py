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
from cardroom.poker.tables.stored import holdem_order, omaha_order

__all__ = ["best_hands", "order_name"]


_ORDERS = {("high", (2, 0)): "holdem", ("omaha", (4, 0)): "omaha"}
"""The stored orders, by the ranking and the sizes of hands."""


def order_name(dealing: GameHands) -> str:
    """The name of the stored order of a game's hands; empty if there is none."""
    poker = dealing.poker
    standard = dealing.deck == tuple(range(52)) and dealing.structure == "community" and poker.low == ""
    return _ORDERS.get((poker.ranking, dealing.sizes[0]), "") if standard and sum(poker.board) == 5 else ""


def best_hands(dealing: GameHands, share: Fraction) -> Numbers:
    """The numbers of the best hands: whole classes, until they are at least this share of all."""
    name = order_name(dealing)
    if not name:
        raise InputError("only hands of hold'em and Omaha have an order; write a range of hands without a percentage")
    order, classes, numbers = _ordered(name)
    sizes = np.cumsum(classes.sizes[order])
    total = int(sizes[-1])
    count = 0 if share == 0 else int(np.searchsorted(sizes, float(-(-share * total // 1)))) + 1
    chosen = np.zeros(len(order), np.bool_)
    chosen[order[:count]] = True
    found: Numbers = np.sort(numbers[chosen[classes.of]])
    return found


@cache
def _ordered(name: str) -> tuple[Numbers, HandClasses, Numbers]:
    order, size = (holdem_order(), 2) if name == "holdem" else (omaha_order(), 4)
    hands = all_hands(size).astype(np.uint8)
    return order.astype(np.int64), hand_classes(size), numbers_of(hands, np.zeros((len(hands), 0), np.uint8))
