"""The statistics of poker players: for each one, what is counted, and of which chances.

A chance is a question in which the option was offered. So walks, blinds that are all-in, and players who are not asked
need no rule. A chance counts once in a hand and street. `docs/design/poker-statistics.md` explains each statistic.
"""

from collections import Counter
from typing import NamedTuple

__all__ = ["COLUMNS", "MILLION", "STATISTICS", "STREETS", "PlayerGroup", "Statistic", "Totals", "made", "of"]

MILLION = 1_000_000
"""Results are stored in millionths of a big blind."""

STREETS = ("flop", "turn", "river", "seventh")
"""The betting rounds after the first. Only stud has a fifth one."""


class PlayerGroup(NamedTuple):
    """What counts are kept apart by."""

    player: str
    game: str
    """The game and its limit."""
    stakes: str
    seats: int
    """The players dealt in."""
    position: str
    day: str
    """As 2026-11-18; empty if it is unknown."""


Totals = Counter[str]
"""The sums of one group, by column."""


class Statistic(NamedTuple):
    """A share: how often something was done, of how many chances."""

    name: str
    heading: str
    counted: str
    chance: str


def _by_street(name: str, heading: str, counted: str, chance: str) -> tuple[Statistic, ...]:
    return tuple(
        Statistic(f"{name}_{street}", heading.format(street=street), counted, chance.format(street=street))
        for street in STREETS
    )


STATISTICS = (
    Statistic("vpip", "VPIP", "calls, bets or raises in the first round", "is asked in the first round"),
    Statistic("pfr", "PFR", "bets or raises in the first round", "is asked in the first round"),
    Statistic("rfi", "RFI", "raises", "may raise, and nobody has called or raised"),
    Statistic("limp", "Limp", "calls", "has chips to call at the start level"),
    Statistic("cold_call", "Cold call", "calls", "has put in no blind, and is asked for the first time after a raise"),
    Statistic("three_bet", "3-bet", "raises", "may raise at level 2 of another player"),
    Statistic("four_bet", "4-bet", "raises", "may raise at level 3 of another player"),
    Statistic("fold_to_three_bet", "Fold to 3-bet", "folds", "made level 2, and is next asked at level 3"),
    Statistic("fold_to_four_bet", "Fold to 4-bet", "folds", "made level 3, and is next asked at level 4"),
    Statistic("squeeze", "Squeeze", "raises", "may 3-bet after the raise was called"),
    Statistic("steal", "Steal", "raises", "may raise first in, from a late position"),
    Statistic("small_blind_fold_to_steal", "SB fold to steal", "folds", "in the small blind, only the stealer is in"),
    Statistic("small_blind_resteal", "SB re-steal", "raises", "in the small blind, only the stealer is in"),
    Statistic("big_blind_fold_to_steal", "BB fold to steal", "folds", "in the big blind, only the stealer is in"),
    Statistic("big_blind_resteal", "BB re-steal", "raises", "in the big blind, only the stealer is in"),
    *_by_street("cbet", "C-bet {street}", "bets", "may bet the {street} after the last raise, or c-bet, before it"),
    *_by_street("fold_to_cbet", "Fold to c-bet {street}", "folds", "faces a c-bet on the {street} that is not raised"),
    *_by_street("raise_cbet", "Raise c-bet {street}", "raises", "may raise a c-bet on the {street} that is not raised"),
    Statistic("donk", "Donk bet", "bets", "may bet while the aggressor of the last street must still act"),
    Statistic("bet_after_missed_cbet", "Bet missed c-bet", "bets", "may bet the flop after the raiser checked it"),
    *_by_street("check_raise", "Check-raise {street}", "raises", "checked the {street}, and may raise"),
    Statistic("wtsd", "WTSD", "is in at the showdown", "is in when the flop is dealt"),
    Statistic("wsd", "W$SD", "takes chips from a pot", "is in at the showdown, having seen the flop dealt"),
    Statistic("wwsf", "WWSF", "takes chips from a pot", "is in when the flop is dealt"),
)
"""All shares, in the order in which they are shown."""


def made(name: str) -> str:
    """The column of how often it was done."""
    return f"{name}_made"


def of(name: str) -> str:
    """The column of its chances."""
    return f"{name}_chances"


SUMS = (
    "hands", "bets_raises", "calls", "folds", "gain", "gain_squared", "adjusted", "adjusted_squared", "rake",
)  # fmt: skip
"""Sums over hands. `bets_raises`, `calls` and `folds` are of the rounds after the first. Chips are in millionths of a
big blind, and their squares in millionths of its square."""
COLUMNS = (*SUMS, *(column(each.name) for each in STATISTICS for column in (made, of)))
"""All columns of counts."""
