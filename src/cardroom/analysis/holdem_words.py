"""The best strategy of hold'em-type games in words: which pockets play before the flop, and what plays on it."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.base_game import FULL
from cardroom.analysis.holdem import Strategy
from cardroom.analysis.holdem_boards import flop_classes, hand_numbers
from cardroom.analysis.holdem_kernels import pocket_of
from cardroom.cards import RANKS
from cardroom.rankings import categories, rank_many

__all__ = ["in_words", "pocket_name", "ranges"]

FLOP = ("a straight or better", "three of a kind", "two pair", "a pair", "four to a flush", "less")
"""What a pocket makes on the flop, beyond what lies there."""


POCKETS = np.array(list(combinations(range(52), 2)))


def in_words(strategy: Strategy) -> list[str]:
    """What to do before the flop and on it; on the river one plays whatever is worth more than a fold."""
    lines = [
        f"Before the flop play {times} times with {ranges(played)}"
        for times in strategy.ladder.before
        if (played := [pocket_name(number) for number, chosen in enumerate(strategy.before) if chosen == times])
    ]
    shares = ", ".join(f"{name} {share:.1%}" for name, share in flop_shares(strategy).items())
    lines.append(f"On the flop, of hands that waited, how many play {strategy.ladder.flop} times: {shares}")
    lines.append("On the river play what is worth more than a fold, over every pocket that the dealer may hold")
    return lines


def flop_shares(strategy: Strategy) -> dict[str, float]:
    """Of the hands that wait for the flop, how many play there, by what the pocket makes with it and nothing less."""
    made = flop_hands()
    waits = np.array([strategy.before[pocket_of(a, b)] == 0 for a, b in POCKETS.tolist()])
    weights = np.where(waits, flop_classes(FULL)[1][:, None], 0)
    totals = np.bincount(made.ravel(), weights.ravel(), len(FLOP) + 1)
    plays = np.bincount(made.ravel(), (weights * strategy.raises[:, POCKETS @ (52, 1)]).ravel(), len(FLOP) + 1)
    return {name: plays[place] / totals[place] for place, name in enumerate(FLOP) if totals[place]}


@cache
def flop_hands() -> NDArray[np.int64]:
    """By class of flops and pocket: the place in FLOP of what it makes; the one after all where both share a card."""
    flops, _ = flop_classes(FULL)
    names = list(categories("high"))
    held = np.zeros((len(flops), 52), np.bool_)
    np.put_along_axis(held, flops, True, axis=1)
    free = ~(held[:, POCKETS[:, 0]] | held[:, POCKETS[:, 1]])
    cards = np.empty((*free.shape, 5), np.uint8)
    cards[:, :, :2], cards[:, :, 2:] = POCKETS, flops[:, None]
    hands = np.zeros(free.shape, np.int64)
    hands[free] = hand_numbers()[rank_many("high", cards[free])]
    pairs = (flops[:, [0, 0, 1]] >> 2 == flops[:, [1, 2, 2]] >> 2).sum(axis=1)
    alone = np.array([names.index(name) for name in ("high card", "pair", "pair", "three of a kind")])[pairs]
    four = np.zeros(free.shape, np.bool_)
    flop_suits, pocket_suits = flops & 3, POCKETS & 3
    for suit in range(4):
        four |= (flop_suits == suit).sum(axis=1)[:, None] + (pocket_suits == suit).sum(axis=1) == 4
    made = np.where(four, FLOP.index("four to a flush"), FLOP.index("less"))
    for place, least in reversed(list(enumerate(("straight", "three of a kind", "two pair", "pair")))):
        made[(hands > alone[:, None]) & (hands >= names.index(least))] = place
    made[~free] = len(FLOP)
    return made


def pocket_name(number: int) -> str:
    """A pocket by its number: the suited above the diagonal.

    >>> pocket_name(12 * 13 + 12), pocket_name(12 * 13 + 11), pocket_name(11 * 13 + 12)
    ('AA', 'AKs', 'AKo')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    high, low = max(first, second), min(first, second)
    return f"{RANKS[high]}{RANKS[low]}{'s' if first > second else 'o'}"


def ranges(pockets: Iterable[str]) -> str:
    """Pockets as players write them: the lowest kicker of each rank, suited and not.

    >>> ranges(["AA", "KK", "AKs", "AQs", "KQo", "KTo"])
    'KK+ AQs+ KQo KTo'
    """
    found = set(pockets)
    parts = _runs([rank * 2 for rank in RANKS], found)
    for kind in "so":
        for place in range(12, 0, -1):
            parts += _runs([f"{RANKS[place]}{RANKS[low]}{kind}" for low in range(place)], found)
    return " ".join(parts)


def _runs(names: list[str], found: set[str]) -> list[str]:
    """The names that are there, the unbroken run at the top told by its lowest with a plus."""
    top = len(names)
    while top and names[top - 1] in found:
        top -= 1
    run = [names[top] + ("+" if top < len(names) - 1 else "")] if top < len(names) else []
    return run + [name for name in reversed(names[:top]) if name in found]
