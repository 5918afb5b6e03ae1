"""Pai gow hands: a joker that is an ace or completes something, and five aces on top (500 Club, Fortune Pai Gow
Poker and Face Up Pai Gow Poker, Card Values and Hand Rankings).

Four rankings are here: the five-card hand, the same for houses that count A-2-3-4-5 as the second highest
straight, the two-card hand, and the lines of the Fortune Bonus Bet, which looks at all seven cards.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from cardroom.cards import JOKER, Card
from cardroom.rankings import high
from cardroom.rankings.base import NAMES, Key, Ranking, key_of, numbering, plural
from cardroom.rankings.quick_banked import by_kind, joker_five

CATEGORIES = (*high.CATEGORIES, "five aces")

FORTUNE_LINES = (
    "straight",
    "three of a kind",  # pays more than a straight, so a hand with both is paid as this
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five aces",
    "seven-card straight flush with joker",
    "royal flush with royal match",
    "seven-card straight flush",
)
"""The lines of the Fortune Bonus Bet, lowest first."""

_LINE_OF_CATEGORY = {category: FORTUNE_LINES.index(name) for category, name in enumerate(CATEGORIES) if category > 2}
_COMPLETED = frozenset(CATEGORIES.index(name) for name in ("straight", "flush", "straight flush", "royal flush"))
_ACE = 12
_RUNS = tuple(frozenset(rank % 13 for rank in range(low, low + 7)) for low in range(-1, 7))
"""Seven consecutive ranks. In the lowest, the ace is below the two."""
_STRAIGHTS = tuple(frozenset(rank % 13 for rank in range(low, low + 5)) for low in range(-1, 9))
"""Five consecutive ranks, in the same way."""
_LIFTED: dict[Key, Key] = {(4, 3): (4, 11, 3), (8, 3): (8, 11, 3)}
_LOWERED = {lifted: low for low, lifted in _LIFTED.items()}


@cache
def readings(ranks: Sequence[int], suited: bool) -> frozenset[Key]:
    """All keys that five cards may have: one, or several with four ranks and the joker as the fifth card.

    >>> sorted(words(key) for key in readings((5, 6, 7, 8), False))  # 7-8-9-T
    ['Ace high, 10-9-8-7', 'Straight, jack high', 'Straight, ten high']
    """
    if len(ranks) == 5:
        return frozenset([high.five_key(ranks, suited)])
    if ranks == (_ACE,) * 4:
        return frozenset([(CATEGORIES.index("five aces"),)])
    as_ace = high.five_key([*ranks, _ACE], suited and _ACE not in ranks)
    held = set(ranks)
    if suited:  # in a flush the joker is a rank that is missing, never a second ace
        missing = set(range(13)) - held
    else:
        missing = {rank for run in _STRAIGHTS if len(run & held) == 4 for rank in run - held}
    completed = [high.five_key([*ranks, rank], suited) for rank in missing]
    return frozenset([as_ace, *(key for key in completed if key[0] in _COMPLETED)])


def _fives(cards: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], frozenset[Key]]]:
    """All keys of any five of the cards."""
    for five in combinations(sorted(cards), 5):
        natural = five[:4] if five[4] == JOKER else five
        yield five, readings(tuple(card >> 2 for card in natural), len({card & 3 for card in natural}) == 1)


def key(cards: Sequence[Card]) -> Key:
    """Return the best key of any five of the cards."""
    return max(key for _, keys in _fives(cards) for key in keys)


def keys() -> Iterable[Key]:
    """All possible keys: those of hands without a joker, and one more, 7,463."""
    yield from high.keys()
    yield (CATEGORIES.index("five aces"),)


def lifted(key: Key) -> Key:
    """The key if A-2-3-4-5 is the second highest straight, directly above the king-high straight."""
    return _LIFTED.get(key, key)


def high_wheel_key(cards: Sequence[Card]) -> Key:
    """Return the same as `key`, for a house where A-2-3-4-5 is the second highest straight."""
    return max(lifted(key) for _, keys in _fives(cards) for key in keys)


def high_wheel_keys() -> Iterable[Key]:
    """All keys for such a house."""
    return map(lifted, keys())


def words(key: Key, more: int = 0) -> str:
    """Describe a key in words, with `more` kickers than usual.

    >>> words((10,)), words((4, 11, 3)), words((1, 12, 11, 10, 9))
    ('Five aces', 'Straight, five high', 'Pair of aces, king kicker')
    """
    if key[0] == 10:
        return "Five aces"
    return high.words(_LOWERED.get(key, key), more)


def ace_high(cards: Sequence[Card]) -> bool:
    """Whether seven cards are an ace-high hand: an ace, or the joker as one, and nothing better in any five
    (500 Club, Face Up Pai Gow Poker, Ace-High Bonus Bet).

    >>> from cardroom.cards import parse
    >>> ace_high(parse("Jk Kd Jc 9s 7h 4d 2c")), ace_high(parse("Jk Kd Jc Ts 7h 4d 2c"))
    (True, True)
    >>> ace_high(parse("Jk Kd Qc Ts 9h 4d 2c"))  # the joker completes king to nine
    False
    """
    return max(cards) >> 2 >= _ACE and five_category(cards) == CATEGORIES[0]


def two_key(cards: Sequence[Card]) -> Key:
    """The key of the two-card hand, in which the joker is an ace."""
    one, other = [card >> 2 if card < JOKER else _ACE for card in cards]
    if one == other:
        return (1, one)
    return (0, one, other) if one > other else (0, other, one)


def two_keys() -> Iterable[Key]:
    """Every key of two cards: 91."""
    return (two_key((4 * one, 4 * other + 1)) for one in range(13) for other in range(13))


def two_words(key: Key) -> str:
    """Describe a two-card key in words.

    >>> two_words((1, 12)), two_words((0, 12, 5))
    ('Pair of aces', 'Ace high, seven')
    """
    category, *ranks = key
    return f"Pair of {plural(ranks[0])}" if category else f"{NAMES[ranks[0]].capitalize()} high, {NAMES[ranks[1]]}"


def fouls(two: Sequence[Card], five: Sequence[Card]) -> bool:
    """Whether a setting is foul: the five-card hand must rank above the two-card hand.

    >>> from cardroom.cards import parse
    >>> fouls(parse("As Ad"), parse("Kc Kd 9s 7h 4d")), fouls(parse("As Kd"), parse("Jk Kc 9s 7h 4d"))
    (True, False)
    """
    return judge_five(five, None, None) < least_behind()[numbering(PAI_GOW_TWO)[1][two_key(two)]]


@cache
def least_behind() -> list[int]:
    """By the int of a two-card hand, the least int of a five-card hand that is not foul behind it."""
    fives = numbering(PAI_GOW)[0]
    return [0, *(bisect_left(fives, two) + 1 for two in numbering(PAI_GOW_TWO)[0])]


def fortune_key(cards: Sequence[Card]) -> Key | None:
    """Return the best-paying line of the Fortune Bonus Bet that seven cards make, or None."""
    natural = [card for card in cards if card != JOKER]
    if len({card & 3 for card in natural}) == 1 and any({card >> 2 for card in natural} <= run for run in _RUNS):
        joker = " with joker" if JOKER in cards else ""
        return (FORTUNE_LINES.index("seven-card straight flush" + joker),)
    royal = (CATEGORIES.index("royal flush"),)
    if any(royal in keys and _royal_match(set(cards) - set(five)) for five, keys in _fives(cards)):
        return (FORTUNE_LINES.index("royal flush with royal match"),)
    lines = [_LINE_OF_CATEGORY[key[0]] for _, keys in _fives(cards) for key in keys if key[0] in _LINE_OF_CATEGORY]
    return (max(lines),) if lines else None


def line_of(key: Key) -> int:
    """Return the line that the key of five cards makes, counted from 1; 0 for none."""
    return _LINE_OF_CATEGORY.get(key[0], -1) + 1


def five_line(cards: Sequence[Card]) -> Key:
    """Return the line that five cards alone make. The kernel starts from this."""
    return (max(line_of(key) for _, keys in _fives(cards) for key in keys),)


def _royal_match(two: set[Card]) -> bool:
    """Whether the two cards besides a royal flush are a king and a queen of one suit, without a joker."""
    return {card >> 2 for card in two} == {10, 11} and len({card & 3 for card in two}) == 1


def fortune_keys() -> Iterable[Key]:
    """All lines as keys."""
    return ((line,) for line in range(len(FORTUNE_LINES)))


def fortune_words(key: Key) -> str:
    """Describe a line in words.

    >>> fortune_words((9,))
    'Royal flush with royal match'
    """
    return FORTUNE_LINES[key[0]].capitalize()


_DECK = frozenset(range(53))

PAI_GOW = Ranking("pai-gow", (5, 7), CATEGORIES, key, keys, words, _DECK, fuller=words, hands=high.hands)
judge_five = joker_five(PAI_GOW)
"""The same as `key`, but as an int from a cache."""


def best_key(cards: Sequence[Card]) -> Key:
    """Return the same as `key`, from the cache of `judge_five`."""
    return key_of(PAI_GOW, judge_five(cards, None, None))


five_category = by_kind(PAI_GOW, lambda cards: CATEGORIES[best_key(cards)[0]])
"""The category of the best five cards."""


PAI_GOW_HIGH_WHEEL = Ranking(
    "pai-gow-high-wheel",
    (5, 7),
    CATEGORIES,
    high_wheel_key,
    high_wheel_keys,
    words,
    _DECK,
    fuller=words,
    hands=high.hands,
)
PAI_GOW_TWO = Ranking(
    "pai-gow-two",
    (2,),
    ("high card", "pair"),
    two_key,
    two_keys,
    two_words,
    _DECK,
)
FORTUNE = Ranking(
    "fortune",
    (7,),
    FORTUNE_LINES,
    fortune_key,
    fortune_keys,
    fortune_words,
    _DECK,
    qualifies=True,
    plain={
        "seven-card straight flush": ("straight flush",),
        "seven-card straight flush with joker": ("straight flush",),
        "royal flush with royal match": ("royal flush", "straight flush"),
        "royal flush": ("straight flush",),
        "five aces": ("four of a kind",),
    },
    beneath="pai-gow",
)
