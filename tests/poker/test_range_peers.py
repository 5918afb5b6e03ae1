"""Generated texts of hold'em ranges: where pokerkit and eval7 accept one, they read the same hands.

eval7 is installed with the benchmarks. Without it, its tests are skipped.
"""

import random
import re
import warnings
from collections import Counter
from fractions import Fraction

import pytest

from cardroom.cards import Card, parse
from cardroom.errors import InputError
from cardroom.poker import dealing_of, range_of
from poker.range_texts import random_range, weighted_range

HOLDEM = dealing_of("texas-holdem")
Hands = dict[frozenset[Card], Fraction]


def ours(written: str) -> Hands | None:
    """The hands and their weights here; None for a refusal."""
    try:
        return {frozenset(first): weight for first, _, weight in range_of(HOLDEM, written).hands()}
    except InputError:
        return None


def of_pokerkit(written: str) -> Hands | None:
    """The hands by pokerkit, which knows no weights."""
    pokerkit = pytest.importorskip("pokerkit")
    try:
        found = pokerkit.parse_range(written)
    except ValueError:
        return None
    return {frozenset(parse(map(repr, hand))): Fraction(1) for hand in found}


def of_eval7(written: str) -> Hands | None:
    """The hands and their weights by eval7."""
    eval7 = pytest.importorskip("eval7")
    try:
        with warnings.catch_warnings():  # it calls pyparsing by old names
            warnings.simplefilter("ignore")
            found = eval7.HandRange(written).hands
    except eval7.rangestring.RangeStringError:
        return None
    return {frozenset(parse(map(str, hand))): Fraction(round(weight * 100), 100) for hand, weight in found}


def compared(reader, make, count: int) -> Counter[str]:
    """Compare both readers on generated texts: the same hands, or one of the known differences."""
    rng, counts = random.Random(2026), Counter[str]()
    for _ in range(count):
        written = make(rng)
        here, there = ours(written), reader(written)
        if here is None or there is None:
            counts["refused" if here is there else "refused here" if here is None else "refused there"] += 1
            if here is not None:  # a span of one first rank (pokerkit) or of one gap (eval7)
                assert "-" in written
            elif there is not None:
                twice = re.search(r"([2-9TJQKA][cdhs])\1", written)  # pokerkit reads KsKs as one card
                assert twice or "two weights" in problem(written), written
            continue
        assert here == there, written
        counts["same"] += 1
    return counts


def problem(written: str) -> str:
    """Why a range is refused here."""
    with pytest.raises(InputError) as refused:
        range_of(HOLDEM, written)
    return str(refused.value)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=[pytest.mark.proof, pytest.mark.timeout(1800)])])
@pytest.mark.parametrize("reader", [of_pokerkit, of_eval7])
def test_generated_ranges_have_the_hands_of_other_programs(reader, count):
    counts = compared(reader, random_range, count)
    assert counts["same"] > count * 0.4, counts


@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=[pytest.mark.proof, pytest.mark.timeout(1800)])])
def test_generated_weights_are_those_of_eval7(count):
    counts = compared(of_eval7, weighted_range, count)
    assert counts["same"] > count * 0.05, counts


KNOWN = {
    "T9s+": (4, 4, 4),
    "A5s-A2s": (16, None, 16),
    "T9s-65s": (20, 20, None),
    "KsKs": (None, 1, None),
    "AAs": (None, 0, None),
    "88-JJ": (24, 24, 24),
    "AA@0.5": (6, None, None),
    "50%(AA)": (6, None, 6),
}
"""How many hands are read here, by pokerkit and by eval7; None for a refusal (docs/design/ranges.md)."""


@pytest.mark.parametrize("written", KNOWN)
@pytest.mark.parametrize("reader", [ours, of_pokerkit, of_eval7])
def test_known_differences(reader, written):
    found = reader(written)
    expected = KNOWN[written][[ours, of_pokerkit, of_eval7].index(reader)]
    assert (None if found is None else len(found)) == expected
