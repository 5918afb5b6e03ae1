"""Hands that are shown side by side: if one beats the other, their words differ."""

from random import Random

import pytest

from cardroom.games.chinese.points import RANKINGS as SEGMENTS
from cardroom.rankings import RANKINGS, in_words, strength, words_apart
from cardroom.rankings.base import numbering

COMPARED = (
    *("high", "omaha", "short-deck", "mexican", "2-7", "ace-to-five", "eight-or-better", "omaha-eight-or-better"),
    *("badugi", "badugi-ace-high", "pai-gow", "pai-gow-high-wheel", "pai-gow-two"),
    *("three-card", "four-of-five", "four-of-six", *SEGMENTS.values()),
)
"""The rankings by which two hands are compared."""


@pytest.mark.parametrize("name", dict.fromkeys(COMPARED))
def test_different_hands_have_different_words(name: str) -> None:
    """Random pairs, each of neighbors too: these differ by their last kicker."""
    ranks, random = len(numbering(RANKINGS[name])[0]), Random(name)
    for _ in range(400):
        one, two = random.randint(1, ranks), random.randint(1, ranks)
        for other in (two, max(1, one - 1), max(1, one - 2)):
            first, second = words_apart(name, one, other)
            assert (first.casefold() == second.casefold()) == (one == other), (name, one, other, first)


@pytest.mark.parametrize("name", dict.fromkeys(COMPARED))
def test_several_hands_are_told_apart_together(name: str) -> None:
    ranks, random = len(numbering(RANKINGS[name])[0]), Random(name)
    for _ in range(100):
        middle = random.randint(1, ranks)
        values = [min(ranks, max(1, middle + random.randint(-6, 6))) for _ in range(6)]
        assert len({*words_apart(name, *values)}) == len({*values})


def test_kickers_are_named_only_where_they_are_needed() -> None:
    hands = ("4c 4d Ks Jc 5h", "4s 4h Kd Tc 5d", "9c 9d As Jd 3h")
    values = [strength("high", cards) for cards in hands]
    told = ["Pair of fours, king, jack", "Pair of fours, king, ten", "Pair of nines, ace kicker"]
    assert words_apart("high", *values) == told
    assert words_apart("high", values[0], values[0]) == [in_words("high", values[0])] * 2


def test_all_kickers_of_a_pair_and_of_three_of_a_kind() -> None:
    pairs = [strength("high", cards) for cards in ("4c 4d Ks Jc 5h", "4s 4h Kd Jd 3d")]
    assert words_apart("high", *pairs) == ["Pair of fours, king, jack, five", "Pair of fours, king, jack, three"]
    threes = [strength("four-of-five", cards) for cards in ("7c 7d 7s Ac", "7c 7d 7h Kc")]
    assert words_apart("four-of-five", *threes) == [
        "Three of a kind, sevens, ace kicker",
        "Three of a kind, sevens, king kicker",
    ]


def test_a_low_that_does_not_qualify_has_words_too() -> None:
    assert words_apart("eight-or-better", 0, 5)[0] == "no qualifying hand"
