"""Hands by name, as people write them: "pair of jacks or better", "ace-king", "king high", "three sevens".

A named hand is the lowest hand that fits the words. A pay line may be such a hand with "or better", and a dealer may
qualify with one.
"""

import re
from bisect import bisect_left
from functools import cache

from cardroom.rankings import RANKINGS, lines
from cardroom.rankings.base import NAMES, Ranking, by_name, numbering, plural

__all__ = ["OR_BETTER", "is_named_line", "lowest", "named_hand"]

OR_BETTER = " or better"
"""The end of a pay line that stands for a hand and all better ones."""
_PLURALS = {plural(rank): rank for rank in range(13)}
_RANKS = {name: rank for rank, name in enumerate(NAMES)}
_OF_A_KIND = {"three": "three of a kind", "four": "four of a kind"}


@by_name
@cache
def named_hand(ranking: str, words: str) -> int | None:
    """The rank of the lowest hand that fits the words; None if they name no hand of the ranking.

    >>> from cardroom.rankings import rank
    >>> named_hand("high", "pair of jacks") == rank("high", "Jc Jd 4h 3s 2c")
    True
    >>> named_hand("high", "ace-king") == rank("high", "Ac Kd 4h 3s 2c")
    True
    >>> named_hand("three-card", "queen high") == rank("three-card", "Qc 3d 2h"), named_hand("high", "five aces")
    (True, None)
    """
    known = RANKINGS.get(ranking)
    if known is None or known.boards or known.jokers or known.parts:
        return None
    if known.counted is None and known.categories[0] != "high card":
        return None
    words = words.removesuffix(OR_BETTER)
    prefix = (_own_prefix(known, words) if known.counted else None) or _prefix(known.categories, words)
    if prefix is None:
        return None
    ordered = numbering(known)[0]
    place = bisect_left(ordered, prefix)
    fits = place < len(ordered) and ordered[place][0] == prefix[0]
    return place + 1 if fits else None


def _prefix(categories: tuple[str, ...], words: str) -> tuple[int, ...] | None:
    """The beginning of the lowest key that fits: its category and the ranks that the words give."""
    if words in categories:
        return (categories.index(words),)
    made, ranks = "", []
    if match := re.fullmatch(r"pair of (\w+)", words):
        made, ranks = "pair", [_PLURALS.get(match[1])]
    elif (match := re.fullmatch(r"(three|four) (\w+)", words)) and match[2] in _PLURALS:
        made, ranks = _OF_A_KIND[match[1]], [_PLURALS[match[2]]]
    elif match := re.fullmatch(r"(\w+)-high (straight|flush|straight flush)", words):
        made, ranks = match[2], [_RANKS.get(match[1])]
    elif match := re.fullmatch(r"(\w+(?:-\w+)*)(?: high)?", words):
        made, ranks = "high card", [_RANKS.get(each) for each in match[1].split("-")]
        if len(ranks) == 1 and not words.endswith(" high"):
            return None
    if made not in categories or None in ranks:
        return None
    return (categories.index(made), *(rank for rank in ranks if rank is not None))


def _own_prefix(known: Ranking, words: str) -> tuple[int, ...] | None:
    """As `_prefix`, for a game's own ranking: "3-card flush, nine high", "3-card flush, nine-seven", "points, 21"."""
    made, _, rest = words.rpartition(", ")
    if made not in known.categories:
        return None
    if known.counted and not known.counted.ranks:
        return (known.categories.index(made), int(rest)) if rest.isdecimal() else None
    ranks = [_RANKS.get(each) for each in rest.removesuffix(" high").split("-")]
    return (known.categories.index(made), *(each for each in ranks if each is not None)) if None not in ranks else None


def is_named_line(ranking: str, line: str) -> bool:
    """Whether a pay line is a named hand with "or better", rather than a category of the ranking.

    >>> is_named_line("high", "pair of jacks or better"), is_named_line("high", "two pair")
    (True, False)
    >>> is_named_line("four-card-bonus", "pair of queens or better")
    False
    """
    return line.endswith(OR_BETTER) and line not in lines(ranking) and named_hand(ranking, line) is not None


def lowest(ranking: str, words: str) -> int:
    """The same as `named_hand` for words that a rule set has, which were checked."""
    value = named_hand(ranking, words)
    if value is None:
        raise ValueError(f"{words!r} is not a hand of the ranking {ranking}")
    return value
