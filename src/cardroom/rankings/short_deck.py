"""Short deck: 36 cards from six to ace, a flush over a full house, and A-6-7-8-9 the lowest straight.

With so few ranks a flush is rarer than a full house. A straight still beats three of a kind, as in the recorded
hands of the game (PHH variant NS) and in most rooms; some rooms reverse these two as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings import high
from cardroom.rankings.base import Key, Ranking, rank_hands

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "full house",
    "flush",
    "four of a kind",
    "straight flush",
    "royal flush",
)
_LOWEST_STRAIGHT = (12, 7, 6, 5, 4)
_OWN = [CATEGORIES.index(name) for name in high.CATEGORIES]


def five_key(ranks: Sequence[int], suited: bool) -> Key:
    """The key of five cards, from their ranks and whether they are of one suit."""
    category, *rest = high.five_key(ranks, suited, _LOWEST_STRAIGHT)
    return (_OWN[category], *rest)


def key(cards: Sequence[Card]) -> Key:
    """Return the best key of any five of the cards."""
    return max(
        five_key([card >> 2 for card in five], len({card & 3 for card in five}) == 1) for five in combinations(cards, 5)
    )


def hands() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of five of these cards, by their ranks and whether they have one suit: 1,404."""
    return rank_hands(5, range(4, 13))


def keys() -> Iterable[Key]:
    """The keys of all hands."""
    return (five_key(*hand) for hand in hands())


def words(key: Key, more: int = 0) -> str:
    """Describe a key in words, with `more` kickers than usual.

    >>> words((4, 7))
    'Straight, nine high'
    """
    return high.words((_OWN.index(key[0]), *key[1:]), more)


DECK = frozenset(range(16, 52))
SHORT_DECK = Ranking("short-deck", (5, 6, 7), CATEGORIES, key, keys, words, DECK, fuller=words, hands=hands)
