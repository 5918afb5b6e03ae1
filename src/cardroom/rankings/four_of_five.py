"""Four-card hands: the best four of five cards (Brook, Four Card Frenzy, rule 7).

Four of a kind beats a straight flush, three of a kind beats a flush, a flush beats a straight. Straights run from
A-K-Q-J down to 4-3-2-A. The Four Card Bonus has its own lines: the same hands, with the aces and the royal apart.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings.base import NAMES, Key, Ranking, dashed, grouped, kickers, numbering, plural, rank_hands
from cardroom.rankings.quick_banked import best_four

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
_SHAPES = {(4,): 7, (3, 1): 5, (2, 2): 2, (2, 1, 1): 1, (1, 1, 1, 1): 0}
_QUEEN = 10

BONUS_LINES = (
    "pair of queens or better",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "three aces",
    "straight flush",
    "royal",
    "four of a kind",
    "four aces",
)
"""The lines of the Four Card Bonus, lowest first."""
PLAIN = {
    "pair of queens or better": ("pair",),
    "three aces": ("three of a kind",),
    "royal": ("straight flush",),
    "four aces": ("four of a kind",),
}
"""Other names of a line, for pay tables without it. The Odds tables have no royal, for example."""


def four_key(ranks: Sequence[int], suited: bool) -> Key:
    """The key of four cards, from their ranks and whether they are of one suit."""
    order, counts = grouped(ranks)
    shape = _SHAPES[counts]
    if shape:
        return (shape, *order)
    straight = order[0] if order[0] - order[3] == 3 else 2 if order == (12, 2, 1, 0) else None
    if straight is None:
        return (4 if suited else 0, *order)
    return (6 if suited else 3, straight)


def key(cards: Sequence[Card]) -> Key:
    """The best key of any four of the cards."""
    return max(
        four_key([card >> 2 for card in four], len({card & 3 for card in four}) == 1) for four in combinations(cards, 4)
    )


def fifth(cards: Sequence[Card]) -> Card:
    """Return the one of five cards that is not in the best four.

    >>> from cardroom.cards import parse, text
    >>> text([fifth(parse("9h 8c Kd 7s 6s"))])
    'Kd'
    """
    best = judge_four(cards, None, None)
    return next(
        card for card in sorted(cards) if judge_four([each for each in cards if each != card], None, None) == best
    )


def hands() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of four cards, by their ranks and whether they have one suit: 2,535."""
    return rank_hands(4)


def keys() -> Iterable[Key]:
    """The keys of all hands."""
    return (four_key(*hand) for hand in hands())


def words(key: Key, more: int = 0) -> str:
    """Describe a key in words, with `more` kickers than usual.

    >>> words((7, 12)), words((6, 12)), words((2, 11, 3)), words((1, 10, 8, 0))
    ('Four of a kind, aces', 'Straight flush, ace high', 'Two pair, kings and fives', 'Pair of queens, 10-2')
    """
    category, *ranks = key
    name, rest = CATEGORIES[category].capitalize(), dashed(ranks[1:])
    match category:
        case 7 | 5:
            return f"{name}, {plural(ranks[0])}{kickers([NAMES[rank] for rank in ranks[1:]], more)}"
        case 6 | 3:
            return f"{name}, {NAMES[ranks[0]]} high"
        case 4:
            return f"Flush, {NAMES[ranks[0]]} high, {rest}"
        case 2:
            return f"Two pair, {plural(ranks[0])} and {plural(ranks[1])}"
        case 1:
            return f"Pair of {plural(ranks[0])}, {rest}"
    return f"{NAMES[ranks[0]].capitalize()} high, {rest}"


def bonus_line(key: Key) -> str | None:
    """Return the line of the Four Card Bonus for a four-card key; None below a pair of queens.

    >>> bonus_line((7, 12)), bonus_line((6, 12)), bonus_line((5, 11, 3)), bonus_line((1, 9, 8, 7))
    ('four aces', 'royal', 'three of a kind', None)
    """
    match key:
        case (7, 12):
            return "four aces"
        case (6, 12):
            return "royal"
        case (5, 12, _):
            return "three aces"
        case (1, rank, _, _):
            return "pair of queens or better" if rank >= _QUEEN else None
        case (0, *_):
            return None
    return CATEGORIES[key[0]]


def bonus_key(cards: Sequence[Card]) -> Key | None:
    """The line of the Four Card Bonus that the cards make, as a key."""
    line = bonus_line(key(cards))
    return None if line is None else (BONUS_LINES.index(line),)


def bonus_numbers() -> list[int]:
    """The line of the Four Card Bonus for each int of `four-of-five`, counted from 1; 0 for none."""
    lines = [bonus_line(each) for each in numbering(FOUR_OF_FIVE)[0]]
    return [0, *(0 if line is None else BONUS_LINES.index(line) + 1 for line in lines)]


@cache
def bonus_lines() -> list[str]:
    """The line, in words, for each int of `four-of-five`: that of the Four Card Bonus, or below it the category."""
    return ["", *(bonus_line(each) or CATEGORIES[each[0]] for each in numbering(FOUR_OF_FIVE)[0])]


def bonus_keys() -> Iterable[Key]:
    """All lines as keys."""
    return ((line,) for line in range(len(BONUS_LINES)))


def bonus_words(key: Key) -> str:
    """Describe a line in words.

    >>> bonus_words((0,))
    'Pair of queens or better'
    """
    return BONUS_LINES[key[0]].capitalize()


FOUR_OF_FIVE = Ranking("four-of-five", (4, 5), CATEGORIES, key, keys, words, fuller=words, hands=hands)
judge_four = best_four(FOUR_OF_FIVE)
"""The same as `key`, but as an int from a cache."""
FOUR_OF_SIX = Ranking("four-of-six", (6,), CATEGORIES, key, keys, words, fuller=words)
"""The best four of six cards, with the same ranks, for games in which the dealer has one card more."""
FOUR_CARD_BONUS = Ranking(
    "four-card-bonus",
    (4, 5),
    BONUS_LINES,
    bonus_key,
    bonus_keys,
    bonus_words,
    qualifies=True,
    plain=PLAIN,
    beneath="four-of-five",
)
