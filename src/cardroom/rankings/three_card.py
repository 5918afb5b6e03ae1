"""Three-card poker hands (500 Club, Three Card Poker 6 Card Bonus, Card Values and Hand Rankings).

A straight beats a flush, and ace-king-queen of one suit is a hand of its own, the mini royal flush. A-2-3 is
the lowest straight.
"""

from collections.abc import Iterable, Iterator, Sequence

from cardroom.cards import Card
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, plural, rank_hands

CATEGORIES = (
    "high card",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
    "mini royal flush",
)


def _key(ranks: Sequence[int], suited: bool) -> Key:
    high, middle, low = sorted(ranks, reverse=True)
    if high == low:
        return (4, high)
    if middle in (high, low):
        return (1, middle, low if middle == high else high)
    straight = high if high - low == 2 and high - middle == 1 else 1 if (high, middle, low) == (12, 1, 0) else None
    if straight is None:
        return (2 if suited else 0, high, middle, low)
    if not suited:
        return (3, straight)
    return (6,) if straight == 12 else (5, straight)


def key(cards: Sequence[Card]) -> Key:
    """The key of three cards."""
    return _key([card >> 2 for card in cards], len({card & 3 for card in cards}) == 1)


def hands() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of three cards, by their ranks and whether they have one suit: 741."""
    return rank_hands(3)


def keys() -> Iterable[Key]:
    """The keys of all hands."""
    return (_key(*hand) for hand in hands())


def words(key: Key) -> str:
    """Describe a key in words.

    >>> words((1, 12, 0))
    'Pair of aces, two kicker'
    """
    category, *ranks = key
    match category:
        case 6:
            return "Mini royal flush"
        case 5 | 3:
            return f"{CATEGORIES[category].capitalize()}, {NAMES[ranks[0]]} high"
        case 4:
            return f"Three of a kind, {plural(ranks[0])}"
        case 2:
            return f"Flush, {NAMES[ranks[0]]} high, {dashed(ranks[1:])}"
        case 1:
            return f"Pair of {plural(ranks[0])}, {NAMES[ranks[1]]} kicker"
    return f"{NAMES[ranks[0]].capitalize()} high, {dashed(ranks[1:])}"


THREE_CARD = Ranking(
    "three-card",
    (3,),
    CATEGORIES,
    key,
    keys,
    words,
    plain={"mini royal flush": ("straight flush",)},
    hands=hands,
)
