"""Badugi: the best subset of up to four cards in which all suits and all ranks differ (500 Club, Badugi).

More cards beat fewer. Of equally many, the hand with the lower highest card wins, then the next card decides. The ace
is low; in `badugi-ace-high`, the badugi half of Badeucy, it is high.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings.base import Key, Ranking, dashed
from cardroom.rankings.low import LOW_RANKS, low_rank

CATEGORIES = ("one card", "two cards", "three cards", "badugi")


def key(cards: Sequence[Card]) -> Key:
    """The key of the best subset without two cards of one suit or rank."""
    return _best(cards, low_rank)


def ace_high_key(cards: Sequence[Card]) -> Key:
    """The same with the ace as the highest card."""
    return _best(cards, _high_rank)


def _high_rank(card: Card) -> int:
    return card >> 2


def _best(cards: Sequence[Card], rank: Callable[[Card], int]) -> Key:
    size = 4
    while not (subsets := [some for some in combinations(cards, size) if _all_differ(some)]):
        size -= 1  # more cards beat fewer; one card always remains
    return max((size - 1, *sorted(-rank(card) for card in some)) for some in subsets)


def cards_that_count(cards: Sequence[Card], judge: Callable[[Sequence[Card]], Key] = key) -> tuple[Card, ...]:
    """Return the cards that count, by one of the two keys.

    >>> from cardroom.cards import parse, text
    >>> text(cards_that_count(parse("7h As 5c 4h"))), text(cards_that_count(parse("Kd Ks Kh 2h")))
    ('As 5c 4h', 'Kd 2h')
    """
    whole = judge(cards)
    return next(some for some in combinations(cards, whole[0] + 1) if _all_differ(some) and judge(some) == whole)


def _all_differ(cards: Sequence[Card]) -> bool:
    return len({card & 3 for card in cards}) == len({card >> 2 for card in cards}) == len(cards)


def keys() -> Iterable[Key]:
    """All possible keys: 1,092, one for each set of one to four ranks."""
    for size in (1, 2, 3, 4):
        for ranks in combinations(range(-13, 0), size):
            yield (size - 1, *ranks)


def ace_high_keys() -> Iterable[Key]:
    """The same keys with ranks as on the cards, from 0 for the deuce."""
    for size, *ranks in keys():
        yield (size, *(rank + 1 for rank in ranks))


def words(key: Key) -> str:
    """Describe a key in words.

    >>> words((3, -6, -4, -3, -1)), words((2, -6, -4, -1)), words((0, -13))
    ('badugi 6-4-3-A', 'three cards 6-4-A', 'one card K')
    """
    category, *ranks = key
    return f"{CATEGORIES[category]} {'-'.join(LOW_RANKS[-rank - 1] for rank in ranks)}"


def ace_high_words(key: Key) -> str:
    """Describe a key of `badugi-ace-high` in words.

    >>> ace_high_words((3, -12, -3, -2, 0))
    'badugi A-5-4-2'
    """
    category, *ranks = key
    return f"{CATEGORIES[category]} {dashed(-rank for rank in ranks)}"


SIZES = (4, 5, 6, 7)
BADUGI = Ranking("badugi", SIZES, CATEGORIES, key, keys, words)
BADUGI_ACE_HIGH = Ranking("badugi-ace-high", SIZES, CATEGORIES, ace_high_key, ace_high_keys, ace_high_words)
