"""How often each kind of poker hand occurs among k cards, by combinations of ranks and suits instead of deals.

A hand matters through the ranks it has and, if five cards share a suit, the ranks of that suit. So it is enough to
walk the multisets of ranks (18,395 for six cards, where deals are 20 million) and to count suits by binomials.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from cardroom.rankings import category, strength

__all__ = ["high_counts"]


def high_counts(size: int, ranks: Sequence[int] = range(13), suits: int = 4) -> dict[str, int]:
    """How many hands of this size fall into each category of the ranking `high`, among all of a deck.

    The deck has each of the ranks in each of the suits; a reduced one serves to check the count by brute force.

    >>> counts = high_counts(5)
    >>> counts["royal flush"], counts["four of a kind"], sum(counts.values())
    (4, 624, 2598960)
    """
    found: Counter[int] = Counter()
    for multiset in combinations_with_replacement(ranks, size):
        times = Counter(multiset)
        if max(times.values()) > suits:
            continue
        ways = prod(comb(suits, count) for count in times.values())
        plain = strength("high", _unsuited(times))
        for flush in _flushes(times):
            # One suit holds exactly these ranks; the others' cards come from the other suits.
            suited = suits * prod(comb(suits - 1, count - (held in flush)) for held, count in times.items())
            found[max(plain, strength("high", [held * 4 for held in flush]))] += suited
            ways -= suited
        found[plain] += ways
    counts: Counter[str] = Counter()
    for value, ways in found.items():
        counts[category("high", value)] += ways
    return dict(counts)


def _flushes(times: Counter[int]) -> list[tuple[int, ...]]:
    """The sets of five or more ranks that could be of one suit."""
    return [flush for size in range(5, len(times) + 1) for flush in combinations(times, size)]


def _unsuited(times: Counter[int]) -> list[int]:
    """Cards of these ranks with suits in turn, so that no five are of one."""
    cards = [held * 4 + suit for held, count in times.items() for suit in range(count)]
    for number, (held, count) in enumerate(times.items()):
        if count == 1:
            cards[cards.index(held * 4)] = held * 4 + number % 4
    return cards
