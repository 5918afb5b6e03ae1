"""The exact figures that a hold report needs, by the digest of the rules, so that no report computes them twice.

Those of the built-in rule sets come with the program. Those of other house rules are computed for the first report and
then stored in the user's cache folder. `built_in_wagers` writes the file of the built-in ones. A test compares it with
the figures that the lobby shows.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import msgspec

from cardroom.analysis.report import Report, cache_folder, digest_of, store_text
from cardroom.rulebook import RuleSet
from cardroom.version import version

__all__ = ["FILE", "ExactWager", "known_wagers", "remember", "wagers_of"]

FILE = "exact_wagers.json"


class ExactWager(NamedTuple):
    """The exact figures of a wager, or of several that one strategy plays together."""

    wager: str
    label: str
    of: str
    """The label of the wager in whose units the edge is given."""
    lines: tuple[str, ...]
    """The wagers that are played together; empty for a single one."""
    edge: Fraction
    standard_deviation: float
    """Of one unit. It may be an estimate, where only the average of some outcomes is counted."""


_Stored = tuple[str, str, str, tuple[str, ...], str, float]


def wagers_of(report: Report) -> tuple[ExactWager, ...]:
    """The figures of the wagers in force."""
    return tuple(
        ExactWager(each.wager, each.label, each.of, tuple(each.lines), each.edge, float(each.standard_deviation))
        for each in report.wagers
        if each.in_force
    )


def known_wagers(rules: RuleSet) -> tuple[ExactWager, ...] | None:
    """The figures of a rule set, if they come with the program or were computed before.

    >>> import cardroom
    >>> [first, *_] = known_wagers(cardroom.game("heads-up-holdem").rules)
    >>> first.label, first.lines, str(first.edge)
    ('Ante, Odds and Raise', ('ante', 'odds', 'raise'), '840983767/35658730800')
    """
    rows = _shipped().get(rules.digest)
    if rows is None:
        try:
            rows = msgspec.json.decode(_place(rules).read_bytes(), type=list[_Stored])
        except (OSError, msgspec.MsgspecError):
            return None
    return tuple(ExactWager(*row[:4], Fraction(row[4]), row[5]) for row in rows)


def remember(rules: RuleSet, report: Report) -> tuple[ExactWager, ...]:
    """Store the figures of a rule set in the cache folder, and return them."""
    wagers = wagers_of(report)
    store_text(_place(rules), _encoded(wagers))
    return wagers


@cache
def _shipped() -> dict[str, list[_Stored]]:
    text = files("cardroom.house.reports").joinpath(FILE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, list[_Stored]])


def _place(rules: RuleSet) -> Path:
    """The file of a rule set. A different version of the program does not use it."""
    return cache_folder() / f"hold-{digest_of(rules.digest, version())}.json"


def stored_rows(wagers: tuple[ExactWager, ...]) -> list[_Stored]:
    return [(each.wager, each.label, each.of, each.lines, str(each.edge), each.standard_deviation) for each in wagers]


def _encoded(wagers: tuple[ExactWager, ...]) -> bytes:
    return msgspec.json.encode(stored_rows(wagers))
