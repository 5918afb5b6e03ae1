"""Standard poker hands: the best five of five, six or seven cards.

The ace is high, and low in the lowest straight, 5-4-3-2-A.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, grouped, kickers, plural, rank_hands

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
_HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT = range(5)
_FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH, _ROYAL = range(5, 10)
_SHAPES = {
    (4, 1): _QUADS,
    (3, 2): _FULL_HOUSE,
    (3, 1, 1): _TRIPS,
    (2, 2, 1): _TWO_PAIR,
    (2, 1, 1, 1): _PAIR,
    (1, 1, 1, 1, 1): _HIGH_CARD,
}


_WHEEL = (12, 3, 2, 1, 0)
PLAIN = {"royal flush": ("straight flush",)}
"""Other names of a hand, for pay tables without a line for it."""


def five_key(ranks: Sequence[int], suited: bool, lowest: Sequence[int] = _WHEEL) -> Key:
    """Return the key of five cards, from their ranks and whether they have one suit.

    Decks without small cards have a different lowest straight, in which the ace is low.

    >>> five_key([12, 0, 1, 2, 3], suited=False) < five_key([0, 1, 2, 3, 4], suited=False)
    True
    """
    order, counts = grouped(ranks)
    shape = _SHAPES[counts]
    if shape == _HIGH_CARD:
        if order == lowest:  # five high, though it holds an ace
            order = order[1:2]
            shape = _STRAIGHT
        elif order[0] - order[4] == 4:
            order = order[:1]
            shape = _STRAIGHT
    if suited:
        if shape == _STRAIGHT:
            return (_ROYAL,) if order == (12,) else (_STRAIGHT_FLUSH, *order)
        return (_FLUSH, *order)
    return (shape, *order)


def key(cards: Sequence[Card]) -> Key:
    """Return the best key of any five of the cards."""
    fives = combinations(cards, 5)
    return max([five_key([card >> 2 for card in five], len({card & 3 for card in five}) == 1) for five in fives])


def hands() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of five cards, by their ranks and whether they have one suit: 7,462."""
    return rank_hands(5)


def keys() -> Iterable[Key]:
    """The keys of all hands."""
    return (five_key(*hand) for hand in hands())


def words(key: Key, more: int = 0) -> str:
    """Describe a key in words, with `more` kickers than usual.

    >>> words((_TWO_PAIR, 12, 3, 8)), words((1, 2, 11, 9, 4)), words((1, 2, 11, 9, 4), more=1)
    ('Two pair, aces and fives, ten kicker', 'Pair of fours, king kicker', 'Pair of fours, king, jack')
    """
    category, *ranks = key
    match category:
        case 9:
            return "Royal flush"
        case 8 | 4:
            return f"{CATEGORIES[category].capitalize()}, {NAMES[ranks[0]]} high"
        case 7 | 3:
            names = [NAMES[rank] for rank in ranks[1:]]
            return f"{CATEGORIES[category].capitalize()}, {plural(ranks[0])}{kickers(names, more)}"
        case 6:
            return f"Full house, {plural(ranks[0])} over {plural(ranks[1])}"
        case 2:
            return f"Two pair, {plural(ranks[0])} and {plural(ranks[1])}, {NAMES[ranks[2]]} kicker"
        case 1:
            return f"Pair of {plural(ranks[0])}{kickers([NAMES[rank] for rank in ranks[1:]], 1 + more)}"
        case 5:
            return f"Flush, {NAMES[ranks[0]]} high, {dashed(ranks[1:])}"
    return f"{NAMES[ranks[0]].capitalize()} high, {dashed(ranks[1:])}"


HIGH = Ranking("high", (5, 6, 7, 8, 9), CATEGORIES, key, keys, words, plain=PLAIN, fuller=words, hands=hands)
