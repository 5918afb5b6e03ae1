"""The best strategy of hold'em-type games in words: the pockets that play before the flop, and the hands on it."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.holdem.boards import flop_classes, hand_numbers
from cardroom.analysis.holdem.kernels import pocket_of
from cardroom.analysis.holdem.solver import BestRaises, Ladder
from cardroom.analysis.report import FULL
from cardroom.cards import RANKS
from cardroom.rankings import categories, rank_many

__all__ = ["FLOP", "flop_counts", "in_words", "pocket_name", "ranges"]

FLOP = ("a straight or better", "three of a kind", "two pair", "a pair", "four to a flush", "less")
"""What a pocket makes with the flop, beyond the flop's own hand."""


POCKETS = np.array(list(combinations(range(52), 2)))


def in_words(ladder: Ladder, before: Sequence[int], plays: Sequence[int], checked: Sequence[int]) -> list[str]:
    """The strategy before the flop, on the flop and on the river, one line each.

    `plays` and `checked` have, for each of FLOP, how many hands play on the flop, of those that checked before it.
    """
    lines = [
        f"Before the flop, play {times} times with {ranges(played)}"
        for times in ladder.before
        if (played := [pocket_name(number) for number, chosen in enumerate(before) if chosen == times])
    ]
    counts = zip(FLOP, plays, checked, strict=True)
    shares = ", ".join(f"{name} {some / every:.1%}" for name, some, every in counts if every)
    lines.append(f"On the flop, the share of checked hands that play {ladder.flop} times: {shares}")
    lines.append("On the river, play if the average over all possible pockets of the dealer is better than a fold")
    return lines


def flop_counts(strategy: BestRaises) -> tuple[list[int], list[int]]:
    """The hands that play on the flop, and those that checked before it, by the hand that the pocket makes with it."""
    made = flop_hands().ravel()
    waits = np.array([strategy.before[pocket_of(a, b)] == 0 for a, b in POCKETS.tolist()])
    weights = np.where(waits, flop_classes(FULL)[1][:, None], 0)
    played = weights * strategy.raises[:, POCKETS @ (52, 1)]
    plays, checked = (
        np.bincount(made, each.ravel(), len(FLOP) + 1)[: len(FLOP)].astype(np.int64).tolist()
        for each in (played, weights)
    )
    return plays, checked


@cache
def flop_hands() -> NDArray[np.int64]:
    """The index in FLOP by class of flops and pocket; the index after the last if pocket and flop share a card."""
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
    """The name of a pocket, by its number.

    >>> pocket_name(12 * 13 + 12), pocket_name(12 * 13 + 11), pocket_name(11 * 13 + 12)
    ('AA', 'AKs', 'AKo')
    """
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    high, low = max(first, second), min(first, second)
    return f"{RANKS[high]}{RANKS[low]}{'s' if first > second else 'o'}"


def ranges(pockets: Iterable[str]) -> str:
    """Pockets in the players' notation: the lowest kicker for each rank, suited and unsuited.

    >>> ranges(["AA", "KK", "AKs", "AQs", "KQo", "KTo"])
    'KK+ AQs+ KQo KTo'
    """
    chosen = set(pockets)
    parts = _runs([rank * 2 for rank in RANKS], chosen)
    for kind in "so":
        for place in range(12, 0, -1):
            parts += _runs([f"{RANKS[place]}{RANKS[low]}{kind}" for low in range(place)], chosen)
    return " ".join(parts)


def _runs(names: list[str], chosen: set[str]) -> list[str]:
    """The chosen names, with the unbroken run at the top written as its lowest name and a plus."""
    top = len(names)
    while top and names[top - 1] in chosen:
        top -= 1
    run = [names[top] + ("+" if top < len(names) - 1 else "")] if top < len(names) else []
    return run + [name for name in reversed(names[:top]) if name in chosen]
