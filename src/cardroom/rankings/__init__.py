"""Rankings: which hand beats which. Every ranking maps cards to an int: larger is better, equal is a tie.

Each ranking has one readable definition, its `key`: a tuple of the hand's category and the ranks that break ties.
Comparing keys compares hands. The int is the key's position among all possible keys, counted from 1. So ints are dense,
which is good for histograms, and each int can be turned back into its key, to describe the hand.

>>> rank("three-card", "Ah Kh Qh") > rank("three-card", "9c 9d 9h")
True
>>> describe("high", "Ts Td", board="Th 4c 4d 2s Ah")
'Full house, tens over fours'
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from cardroom.cards import Card
from cardroom.errors import InputError, InvariantError
from cardroom.rankings.badugi import BADUGI, BADUGI_ACE_HIGH
from cardroom.rankings.base import NO_LINE, Cards, Ranking, by_name, checked, key_of, lazily, numbering, rank_cards
from cardroom.rankings.bonus import ALL_SIX, POCKET_BONUS, PRIME, PROGRESSIVE, TWO_CARD
from cardroom.rankings.chinese import CHINESE_FRONT
from cardroom.rankings.four_of_five import FOUR_CARD_BONUS, FOUR_OF_FIVE, FOUR_OF_SIX, bonus_numbers, judge_four
from cardroom.rankings.high import HIGH
from cardroom.rankings.low import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER
from cardroom.rankings.mexican import MEXICAN
from cardroom.rankings.omaha import OMAHA, OMAHA_EIGHT_OR_BETTER
from cardroom.rankings.pai_gow import (
    FORTUNE,
    FORTUNE_LINES,
    PAI_GOW,
    PAI_GOW_HIGH_WHEEL,
    PAI_GOW_TWO,
    five_line,
    judge_five,
    line_of,
)
from cardroom.rankings.quick import (
    any_suits,
    best_five,
    by_ranks,
    caching_judge,
    three_cards,
    two_and_three,
    with_joker,
)
from cardroom.rankings.quick_banked import as_high, by_kind, by_suits, by_value, fortune, joker_five
from cardroom.rankings.short_deck import SHORT_DECK
from cardroom.rankings.showing import DOOR, DOOR_LOW, SHOWING, SHOWING_LOW, SHOWING_MEXICAN
from cardroom.rankings.three_card import THREE_CARD

if TYPE_CHECKING:
    from cardroom.rankings.base import Array

__all__ = [
    "MOST_KICKERS",
    "NO_LINE",
    "RANKINGS",
    "Ranking",
    "categories",
    "category",
    "describe",
    "fixed_strength",
    "in_words",
    "line",
    "line_below",
    "lines",
    "rank",
    "rank_many",
    "ranking",
    "strength",
    "words_apart",
]

MOST_KICKERS = 3
"""The most kickers of a hand: those beside a pair."""

RANKINGS: dict[str, Ranking] = {
    each.name: each
    for each in (
        *(HIGH, OMAHA, SHORT_DECK, THREE_CARD, FOUR_OF_FIVE, FOUR_OF_SIX, FOUR_CARD_BONUS, CHINESE_FRONT, MEXICAN),
        *(DEUCE_TO_SEVEN, ACE_TO_FIVE, EIGHT_OR_BETTER, OMAHA_EIGHT_OR_BETTER, BADUGI, BADUGI_ACE_HIGH),
        *(PAI_GOW, PAI_GOW_HIGH_WHEEL, PAI_GOW_TWO, FORTUNE),
        *(POCKET_BONUS, TWO_CARD, ALL_SIX, PROGRESSIVE, PRIME),
        *(SHOWING, SHOWING_LOW, SHOWING_MEXICAN, DOOR, DOOR_LOW),
    )
}

_QUICK = {
    **{each.name: best_five(each) for each in (HIGH, SHORT_DECK, DEUCE_TO_SEVEN)},
    **{each.name: by_ranks(each) for each in (ACE_TO_FIVE, EIGHT_OR_BETTER, SHOWING, SHOWING_LOW)},
    **{each.name: caching_judge(each) for each in (DOOR, DOOR_LOW, PAI_GOW_TWO, POCKET_BONUS, TWO_CARD)},
    **{each.name: with_joker(each) for each in (MEXICAN, SHOWING_MEXICAN)},
    **{each.name: any_suits(each) for each in (BADUGI, BADUGI_ACE_HIGH)},
    "omaha": two_and_three(HIGH),
    "three-card": three_cards(THREE_CARD),
    "pai-gow": judge_five,
    "pai-gow-high-wheel": joker_five(PAI_GOW_HIGH_WHEEL),
    "four-of-five": judge_four,
    "four-card-bonus": by_value(judge_four, bonus_numbers),
    "fortune": fortune(FORTUNE, five_line, FORTUNE_LINES.index("straight flush") + 1, PAI_GOW, line_of),
    "prime": by_suits(PRIME),
}
_QUICK |= {each.name: as_high(each, _QUICK["high"]) for each in (ALL_SIX, PROGRESSIVE)}
"""Fast judges in plain Python with a cache. The definition gives the same results, only slower."""


def ranking(name: str) -> Ranking:
    """Return the ranking of that name.

    >>> ranking("tarot")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'tarot' is not a ranking: the rankings are high, ...
    """
    try:
        return RANKINGS[name]
    except KeyError:
        raise InputError(f"{name!r} is not a ranking: the rankings are {', '.join(RANKINGS)}") from None


def rank(name: str, cards: Cards, board: Cards | None = None, joker: str | None = None) -> int | None:
    """Return how good the cards are, as an int: larger is better, equal is a tie; None if a low does not qualify.

    >>> rank("high", "As Ks Qs Js Ts") == rank("high", "Ah Kh", board="Qh Jh Th 2c 2d")
    True
    >>> rank("high", "As Ks Qs Js As")
    Traceback (most recent call last):
    cardroom.errors.InputError: As appears twice in As Ks Qs Js As
    """
    try:
        return _QUICK[name](cards, board, joker) or None
    except (KeyError, TypeError):
        return _rank(ranking(name), cards, board, joker)


def _rank(chosen: Ranking, cards: Cards, board: Cards | None, joker: str | None) -> int | None:
    """The careful path: it reports errors in words, and handles unusual input."""
    if chosen.name not in _QUICK:
        return rank_cards(chosen, cards, board, joker)
    hand, common = checked(chosen, cards, board, joker)
    judge = _QUICK[chosen.name]
    return (judge(hand, common, joker) if chosen.boards else judge(hand + common, None, joker)) or None


def strength(name: str, cards: Cards, board: Cards | None = None, joker: str | None = None) -> int:
    """Return the same as `rank`, but 0 if a low does not qualify, so that it is always an int.

    >>> strength("three-card", "Ah Kh Qh")
    741
    """
    try:
        return _QUICK[name](cards, board, joker)
    except (KeyError, TypeError):
        return _rank(ranking(name), cards, board, joker) or 0


@by_name
@lru_cache(maxsize=256)
def fixed_strength(name: str, cards: tuple[Card, ...]) -> int:
    """Return the same as `strength`, from a cache, for cards that a rule names: the lowest hand that qualifies."""
    return strength(name, cards)


def rank_many(
    name: str, hands: "Array", board: "Array | None" = None, joker: str | None = None, threads: int = 1
) -> "Array":
    """Rank an array of hands, one in each row: uint8 cards in, dense unsigned ints out; 0 if a low does not qualify.

    A board may be one row for all hands or a row for each. Zero threads means all cores.

    >>> import numpy
    >>> rank_many("three-card", numpy.array([[46, 42, 50], [0, 1, 2]], dtype=numpy.uint8)).tolist()
    [741, 717]
    """
    return _rank_many(ranking(name), hands, board, joker, threads)  # type: ignore[no-any-return]


_rank_many = lazily("batch:rank_many")


def category(name: str, value: int) -> str:
    """Return the category of a hand with this rank.

    >>> category("high", rank("high", "As Ks Qs Js Ts"))
    'royal flush'
    """
    known = _categories_by_rank(name)
    if 0 < value <= len(known):
        return known[value - 1]
    key_of(ranking(name), value)  # raises the error
    raise InvariantError(f"{name} has a rank {value} without a category")


@by_name
@cache
def _categories_by_rank(name: str) -> list[str]:
    """The category of every rank of a ranking."""
    chosen = ranking(name)
    return [chosen.categories[key[0]] for key in numbering(chosen)[0]]


def categories(name: str) -> tuple[str, ...]:
    """Return the categories of a ranking, lowest first. Pay tables use them as lines.

    >>> categories("three-card")[-1]
    'mini royal flush'
    """
    return ranking(name).categories


def line(name: str, cards: Cards) -> str:
    """Return the pay line that cards make, or a description if no pay table can name it.

    >>> line("fortune", "9c 9d 9h 8s 7c 6d 5h"), line("fortune", "9c 9d 8s 8c 4d 3h 2s"), line("pocket-bonus", "7s 2d")
    ('three of a kind', 'two pair', 'no line')
    """
    if name in _QUICK_LINES:
        try:
            return _QUICK_LINES[name](cards)
        except (KeyError, TypeError):
            pass
    return _line(name, cards)


def _line(name: str, cards: Cards) -> str:
    value = rank(name, cards)
    return line_below(name, cards) if value is None else category(name, value)


_QUICK_LINES = {"fortune": by_kind(FORTUNE, lambda cards: _line("fortune", cards))}


def line_below(name: str, cards: Cards) -> str:
    """Return the description of cards that make no category of this ranking."""
    beneath = ranking(name).beneath
    return category(beneath, strength(beneath, cards)) if beneath else NO_LINE


def lines(name: str) -> tuple[str, ...]:
    """Return all lines that a pay table of this ranking may name, best first.

    >>> lines("four-card-bonus")[-3:]
    ('pair of queens or better', 'pair', 'high card')
    """
    chosen = ranking(name)
    below = categories(chosen.beneath) if chosen.beneath else ()
    return tuple(dict.fromkeys((*reversed(chosen.categories), *reversed(below))))


def describe(name: str, cards: Cards, board: Cards | None = None, joker: str | None = None, more: int = 0) -> str:
    """Describe a hand in words, with `more` kickers than usual.

    >>> describe("three-card", "Qh 6s 4d")
    'Queen high, 6-4'
    """
    return in_words(name, strength(name, cards, board, joker), more)


@by_name
@lru_cache(maxsize=4096)
def in_words(name: str, value: int, more: int = 0) -> str:
    """Describe a hand with this strength in words, with `more` kickers than usual.

    The result is cached, because a showdown describes few hands often.

    >>> in_words("three-card", 741), in_words("eight-or-better", 0)
    ('Mini royal flush', 'no qualifying hand')
    """
    chosen = ranking(name)
    if not value and chosen.qualifies:
        return "no qualifying hand"
    key = key_of(chosen, value)
    return chosen.fuller(key, more) if more and chosen.fuller else chosen.words(key)


def words_apart(name: str, *values: int) -> list[str]:
    """Describe strengths that are shown together: with kickers until different strengths have different words.

    >>> words_apart("high", *(strength("high", cards) for cards in ("4c 4d Ks Jc 5h", "4s 4h Kd Tc 5d")))
    ['Pair of fours, king, jack', 'Pair of fours, king, ten']
    """
    words = {value: in_words(name, value) for value in values}
    for more in range(1, MOST_KICKERS):
        same = [value for value in words if list(words.values()).count(words[value]) > 1]
        words |= {value: in_words(name, value, more) for value in same}
    return [words[value] for value in values]
