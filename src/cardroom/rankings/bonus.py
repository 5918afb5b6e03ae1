"""Rankings of side bets. They depend on what a hand contains and on the order of its cards, not only on its rank.

- `pocket-bonus`: two cards, in the lines of the Pocket Bonus (Brook, Washington and WPT, Heads Up Hold'em)
- `two-card`: two cards as a small poker hand, for a house's own bets
- `all-6`: six cards as in `high`, with ace to nine of one suit above all (WPT, All 6 Bonus)
- `progressive`: pocket, flop, turn and river, in that order (Washington, Appendix D; WPT, Progressive)
- `prime`: how many of five cards have the same color (Brook, Four Card Frenzy)
"""

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from cardroom.cards import Card, card
from cardroom.rankings import high
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, plural

_ACE = 12
_FACES = (9, 10, 11)
SPADES, _DIAMONDS = card("As") & 3, card("Ad") & 3
_ROYAL, _STRAIGHT_FLUSH = high.CATEGORIES.index("royal flush"), high.CATEGORIES.index("straight flush")


def _lines(categories: Sequence[str]) -> Iterable[Key]:
    """All keys of a ranking without tie breaks."""
    return ((line,) for line in range(len(categories)))


# -- Pocket Bonus ------------------------------------------------------------------------------------------------------

POCKET_LINES = ("pair", "unsuited ace and face", "suited ace and face", "pair of aces")
""""pair" is any pair except aces."""


def pocket_key(cards: Sequence[Card]) -> Key | None:
    """Return the line of the Pocket Bonus that two cards make.

    >>> from cardroom.cards import parse
    >>> [pocket_key(parse(each)) for each in ("As Ad", "As Js", "As Jd", "7s 7d", "As Td")]
    [(3,), (2,), (1,), (0,), None]
    """
    low, top = sorted(cards)
    if low >> 2 == top >> 2:
        return (3,) if top >> 2 == _ACE else (0,)
    if top >> 2 != _ACE or low >> 2 not in _FACES:
        return None
    return (2,) if low & 3 == top & 3 else (1,)


POCKET_BONUS = Ranking(
    "pocket-bonus",
    (2,),
    POCKET_LINES,
    pocket_key,
    lambda: _lines(POCKET_LINES),
    lambda key: POCKET_LINES[key[0]].capitalize(),
    qualifies=True,
    plain={"pair of aces": ("pair",), "suited ace and face": ("unsuited ace and face",)},
)


# -- Two cards ---------------------------------------------------------------------------------------------------------

TWO_CARDS = ("high card", "flush", "straight", "pair", "straight flush")


def two_key(cards: Sequence[Card]) -> Key:
    """Return the key of two cards: rarer hands rank higher; ace and two are the lowest straight.

    >>> from cardroom.cards import parse
    >>> [two_words(two_key(parse(each))) for each in ("As Ks", "2s Ad", "7c 7d", "9h 4h")]
    ['Straight flush, ace high', 'Straight, two high', 'Pair of sevens', 'Flush, 9-4']
    """
    low, top = sorted(each >> 2 for each in cards)
    if low == top:
        return (3, top)
    suited = cards[0] & 3 == cards[1] & 3
    if top - low == 1 or (top, low) == (_ACE, 0):
        return (4 if suited else 2, top if top - low == 1 else 0)
    return (1 if suited else 0, top, low)


def two_keys() -> Iterable[Key]:
    """All keys that two cards can have."""
    for low, top in combinations_with_replacement(range(13), 2):
        yield two_key((4 * low, 4 * top + 1))
        if low != top:
            yield two_key((4 * low, 4 * top))


def two_words(key: Key) -> str:
    """Describe a key in words."""
    category, *ranks = key
    match category:
        case 3:
            return f"Pair of {plural(ranks[0])}"
        case 2 | 4:
            return f"{TWO_CARDS[category].capitalize()}, {NAMES[ranks[0]]} high"
        case 1:
            return f"Flush, {dashed(ranks)}"
    return f"{NAMES[ranks[0]].capitalize()} high, {NAMES[ranks[1]]}"


TWO_CARD = Ranking(
    "two-card",
    (2,),
    TWO_CARDS,
    two_key,
    two_keys,
    two_words,
)


# -- All 6 -------------------------------------------------------------------------------------------------------------

ALL_SIX_LINES = (*high.CATEGORIES, "six-card royal flush", "six-card royal flush in diamonds")


def all_six_key(cards: Sequence[Card]) -> Key:
    """Return the key of the best five of six cards, or of ace to nine of one suit as a hand of six.

    >>> from cardroom.cards import parse
    >>> [ALL_SIX_LINES[all_six_key(parse(each))[0]] for each in ("Ad Kd Qd Jd Td 9d", "Ah Kh Qh Jh Th 9d")]
    ['six-card royal flush in diamonds', 'royal flush']
    """
    if {each >> 2 for each in cards} == set(range(7, 13)) and len({each & 3 for each in cards}) == 1:
        return (_ROYAL + 2,) if cards[0] & 3 == _DIAMONDS else (_ROYAL + 1,)
    return high.key(cards)


ALL_SIX = Ranking(
    "all-6",
    (6,),
    ALL_SIX_LINES,
    all_six_key,
    lambda: (*high.keys(), (_ROYAL + 1,), (_ROYAL + 2,)),
    lambda key: high.words(key) if key[0] <= _ROYAL else ALL_SIX_LINES[key[0]].capitalize(),
    plain={
        **high.PLAIN,
        "six-card royal flush": ("royal flush", "straight flush"),
        "six-card royal flush in diamonds": ("six-card royal flush", "royal flush", "straight flush"),
    },
)


# -- Progressive -------------------------------------------------------------------------------------------------------

PROGRESSIVE_LINES = (
    *high.CATEGORIES[:_ROYAL],
    "community royal flush",
    "royal flush",
    "flopped straight flush",
    "flopped straight flush, community royal flush",
    "flopped straight flush, royal flush",
    "flopped royal flush",
    "flopped royal flush in spades",
)
"""A flopped hand is made of pocket and flop; a community royal flush is on the board.

A flopped straight flush may become a royal flush by the river. The pay table decides which of the two it pays.
"""
_AT_LAST = ("royal flush", "straight flush")


def progressive_key(cards: Sequence[Card]) -> Key:
    """Return the jackpot line of two pocket cards, the flop, the turn and the river in Heads Up Hold'em.

    >>> from cardroom.cards import parse
    >>> deals = "As Ks Qs Js Ts 2d 2h", "2d 2h As Ks Qs Js Ts"
    >>> [PROGRESSIVE_LINES[progressive_key(parse(deal))[0]] for deal in deals]
    ['flopped royal flush in spades', 'community royal flush']
    """
    whole = high.key(cards)
    if whole[0] < _STRAIGHT_FLUSH:
        return whole
    flopped = high.key(cards[:5])[0]
    if flopped == _ROYAL:
        name = "flopped royal flush in spades" if cards[0] & 3 == SPADES else "flopped royal flush"
    elif whole[0] == _STRAIGHT_FLUSH:
        if flopped != _STRAIGHT_FLUSH:
            return whole
        name = "flopped straight flush"
    else:
        name = "community royal flush" if high.key(cards[2:])[0] == _ROYAL else "royal flush"
        name = f"flopped straight flush, {name}" if flopped == _STRAIGHT_FLUSH else name
    return (PROGRESSIVE_LINES.index(name),)


PROGRESSIVE = Ranking(
    "progressive",
    (7,),
    PROGRESSIVE_LINES,
    progressive_key,
    lambda: {*high.keys(), *((line,) for line in range(_ROYAL, len(PROGRESSIVE_LINES)))},
    lambda key: high.words(key) if key[0] < _ROYAL else PROGRESSIVE_LINES[key[0]].capitalize(),
    parts=(2, 3, 2),
    plain={
        "community royal flush": _AT_LAST,
        "royal flush": ("straight flush",),
        "flopped straight flush": ("straight flush",),
        "flopped straight flush, community royal flush": ("flopped straight flush", "community royal flush", *_AT_LAST),
        "flopped straight flush, royal flush": ("flopped straight flush", *_AT_LAST),
        "flopped royal flush": ("flopped straight flush", *_AT_LAST),
        "flopped royal flush in spades": ("flopped royal flush", "flopped straight flush", *_AT_LAST),
    },
)


# -- Prime -------------------------------------------------------------------------------------------------------------

COLORS = ("fewer than four cards same color", "four cards same color", "five cards same color")


def same_color(cards: Sequence[Card]) -> int:
    """Return how many cards have the more frequent color.

    >>> from cardroom.cards import parse
    >>> same_color(parse("As Kc 9s 4c 2h"))
    4
    """
    red = sum(each & 3 in (1, 2) for each in cards)
    return max(red, len(cards) - red)


PRIME = Ranking(
    "prime",
    (5,),
    COLORS,
    lambda cards: (same_color(cards) - 3,),
    lambda: _lines(COLORS),
    lambda key: COLORS[key[0]].capitalize(),
    plain={"five cards same color": ("four cards same color",)},
)
