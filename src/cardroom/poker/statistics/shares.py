"""Counts as figures: shares with their 95 % intervals, and results in big blinds for 100 hands."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from cardroom.poker.statistics.definitions import MILLION, STATISTICS, made, of

__all__ = ["figures_of", "wilson"]

NORMAL = 1.959963984540054
"""95 % of a normal distribution are within so many standard deviations."""


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927).

    >>> [round(each, 4) for each in wilson(0, 10)], [round(each, 4) for each in wilson(5, 10)]
    ([0.0, 0.2775], [0.2366, 0.7634])
    """
    square = NORMAL**2
    middle = (part + square / 2) / (whole + square)
    half = NORMAL / (whole + square) * sqrt(part * (whole - part) / whole + square / 4)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def figures_of(totals: Mapping[str, int]) -> dict[str, dict[str, Any]]:
    """The figures of a group, by name. Each has `value`, `low` and `high`, and what it was computed from."""
    hands = totals["hands"]
    found: dict[str, dict[str, Any]] = {}
    for statistic in STATISTICS:
        part, whole = totals[made(statistic.name)], totals[of(statistic.name)]
        found[statistic.name] = _share(part, whole)
    raises, calls, folds = totals["bets_raises"], totals["calls"], totals["folds"]
    ratio = raises / calls if calls else None
    found["af"] = {"made": raises, "of": calls, "value": ratio, "low": None, "high": None}
    found["afq"] = _share(raises, raises + calls + folds)
    for name, column in (("bb_per_100", "gain"), ("adjusted_bb_per_100", "adjusted")):
        found[name] = _mean(totals[column], totals[f"{column}_squared"], hands)
    found["deviation"] = _plain(_deviation(totals["gain"], totals["gain_squared"], hands), hands)
    found["rake_per_100"] = _plain(totals["rake"] / MILLION * 100 / hands if hands else None, hands)
    return found


def _share(part: int, whole: int) -> dict[str, Any]:
    low, high = wilson(part, whole) if whole else (None, None)
    return {"made": part, "of": whole, "value": part / whole if whole else None, "low": low, "high": high}


def _plain(value: float | None, hands: int) -> dict[str, Any]:
    return {"made": None, "of": hands, "value": value, "low": None, "high": None}


def _deviation(total: int, squares: int, hands: int) -> float | None:
    """The standard deviation of the result of 100 hands."""
    if hands < 2:
        return None
    variance = (squares * hands * MILLION - total**2) / (hands * (hands - 1) * MILLION**2)
    return 10 * sqrt(max(variance, 0.0))


def _mean(total: int, squares: int, hands: int) -> dict[str, Any]:
    """A result for 100 hands, with its 95 % interval."""
    value = total / MILLION * 100 / hands if hands else None
    deviation = _deviation(total, squares, hands)
    half = NORMAL * deviation * 10 / sqrt(hands) if deviation is not None else None
    low, high = (value - half, value + half) if value is not None and half is not None else (None, None)
    return {"made": None, "of": hands, "value": value, "low": low, "high": high}
