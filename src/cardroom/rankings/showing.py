"""Rankings of up cards: who brings it in, who acts first, who gets the button.

One to four cards make no straight and no flush; pairs, threes and fours count. Only hands of the same number of cards
are compared. Suits (spades, hearts, diamonds, clubs) break ties only between single cards: the door card, or the card
drawn for the button. In stud and in Razz the worst door card brings it in. In Mexican Poker, where suits do not count,
the best one does.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from cardroom.cards import JOKER, Card
from cardroom.rankings import low, mexican
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, grouped, plural

CATEGORIES = ("high card", "pair", "two pair", "three of a kind", "four of a kind")
LOW_CATEGORIES = tuple(category for category in low.CATEGORIES if category != "full house")
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SIZES = (1, 2, 3, 4)
_ACE = 12


def door_key(cards: Sequence[Card]) -> Key:
    """One card by rank, the ace highest, then by suit (500 Club, Seven Card Stud, rules 2 and 5).

    A joker drawn for the button in Mexican Poker is an ace, below the aces that have a suit.
    """
    (card,) = cards
    return (0, _ACE, -1) if card == JOKER else (0, card >> 2, card & 3)


def door_keys() -> Iterable[Key]:
    """All keys, one for each card: 53."""
    return (door_key((card,)) for card in range(53))


def door_words(key: Key) -> str:
    """Describe a door card in words.

    >>> door_words((0, 12, 3)), door_words((0, 12, -1))
    ('Ace of spades', 'Joker')
    """
    return "Joker" if key[2] < 0 else f"{NAMES[key[1]].capitalize()} of {_SUIT_NAMES[key[2]]}"


def door_low_key(cards: Sequence[Card]) -> Key:
    """One card in Razz, best first from the ace of clubs: the king of spades is the worst, and brings it in."""
    (card,) = cards
    return (0, -low.low_rank(card), -(card & 3))


def door_low_keys() -> Iterable[Key]:
    """All keys, one for each card: 52."""
    return (door_low_key((card,)) for card in range(52))


def door_low_words(key: Key) -> str:
    """Describe a door card in words.

    >>> door_low_words((0, -13, -3))
    'King of spades'
    """
    return f"{NAMES[-key[1] - 2].capitalize()} of {_SUIT_NAMES[-key[2]]}"


def _key_of_ranks(ranks: Sequence[int]) -> Key:
    order, counts = grouped(ranks)
    match counts:
        case (4,):
            category = 4
        case (3, *_):
            category = 3
        case (2, 2):
            category = 2
        case (2, *_):
            category = 1
        case _:
            category = 0
    return (category, *order)


def key(cards: Sequence[Card]) -> Key:
    """The high hand that one to four cards show."""
    return _key_of_ranks([card >> 2 for card in cards])


def keys() -> Iterable[Key]:
    """Every key of one to four ranks: 2,379."""
    return (_key_of_ranks(ranks) for size in _SIZES for ranks in combinations_with_replacement(range(13), size))


def words(key: Key) -> str:
    """Describe a showing hand in words.

    >>> words((1, 11, 5, 0)), words((0, 12)), words((2, 11, 0))
    ('Pair of kings, 7-2', 'Ace high', 'Two pair, kings and twos')
    """
    category, *ranks = key
    shown, rest = 1, ""
    match category:
        case 4 | 3:
            start = f"{CATEGORIES[category].capitalize()}, {plural(ranks[0])}"
        case 2:
            start, shown = f"Two pair, {plural(ranks[0])} and {plural(ranks[1])}", 2
        case 1:
            start = f"Pair of {plural(ranks[0])}"
        case _:
            start = f"{NAMES[ranks[0]].capitalize()} high"
    if ranks[shown:]:
        rest = ", " + dashed(ranks[shown:])
    return start + rest


def _shown_low(ranks: Sequence[int]) -> Key:
    category, *ties = low.low_key(ranks)
    return (LOW_CATEGORIES.index(low.CATEGORIES[category]), *ties)


def low_key(cards: Sequence[Card]) -> Key:
    """The low hand that one to four cards show: the best one acts first in Razz after the first round."""
    return _shown_low([low.low_rank(card) for card in cards])


def low_keys() -> Iterable[Key]:
    """Every key of one to four low ranks: 2,379."""
    return (_shown_low(ranks) for size in _SIZES for ranks in combinations_with_replacement(range(1, 14), size))


def low_words(key: Key) -> str:
    """Describe a low showing hand in words.

    >>> low_words((4, -8, -4, -1)), low_words((3, -1, -7))
    ('8-4-A low', 'Pair of aces, 7')
    """
    return low.low_words((low.CATEGORIES.index(LOW_CATEGORIES[key[0]]), *key[1:]))


def mexican_key(cards: Sequence[Card], joker: str | None) -> Key:
    """What one to four cards show in Mexican Poker: a joker dealt up is an ace, one dealt down is any card."""
    ranks = [card >> 2 for card in cards if card != JOKER]
    if len(ranks) == len(cards):
        return _key_of_ranks(ranks)
    return max(_key_of_ranks([*ranks, rank]) for rank in (mexican.ORDER if joker == "down" else (_ACE,)))


SHOWING = Ranking("showing", _SIZES, CATEGORIES, key, keys, words)
SHOWING_LOW = Ranking("showing-low", _SIZES, LOW_CATEGORIES, low_key, low_keys, low_words)
SHOWING_MEXICAN = Ranking(
    "showing-mexican", _SIZES, CATEGORIES, mexican_key, keys, words, mexican.DECK, jokers=("up", "down")
)
DOOR = Ranking("door", (1,), ("card",), door_key, door_keys, door_words, frozenset(range(53)))
DOOR_LOW = Ranking("door-low", (1,), ("card",), door_low_key, door_low_keys, door_low_words)
