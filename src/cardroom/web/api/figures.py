"""What pages show of stored reports: exact figures of wagers, strategies in words, and how often poker hands occur."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cardroom.analysis import WagerReport
from cardroom.analysis.report import bars
from cardroom.analysis.store import known_report
from cardroom.figures import figure
from cardroom.games.lessons.poker_advice import starting_hands
from cardroom.play.game import Game
from cardroom.rulebook import RuleSet

__all__ = ["how_to_play", "known_figures", "wagers_for_pages"]


@lru_cache(maxsize=256)
def known_figures(rules: RuleSet) -> list[dict[str, Any]] | None:
    """The wagers of a rule set, if their report was stored when it was first asked for.

    >>> import cardroom
    >>> known = known_figures(cardroom.game("three-card-poker-6-card-bonus").rules)
    >>> [(each["label"], each["edge"]["exact"]) for each in known][1]
    ('Pair Plus', '242/5525')
    """
    report = known_report(rules)
    return wagers_for_pages(report.wagers) if report and report.wagers else None


def wagers_for_pages(wagers: Iterable[WagerReport]) -> list[dict[str, Any]]:
    """The part of a report that the lobby and the rules page show."""
    return [
        {
            "wager": each.wager,
            "label": each.label,
            "edge": figure(each.edge) | {"of": each.of},
            "element_of_risk": figure(each.element_of_risk) | {"of": "all that is wagered"},
            "hit_frequency": figure(each.hit_frequency),
            "standard_deviation": figure(each.standard_deviation),
            "jackpot": each.jackpot(),
            "note": each.note,
            "deals": str(each.deals),
            "bars": [bar.to_dict() for bar in bars(each.distribution)],
            "strategy": list(each.strategy),
        }
        for each in wagers
    ]


def how_to_play(game: Game) -> dict[str, Any] | None:
    """Starting hands in words, and how often each hand occurs. None if it is not poker.

    Shares are of all deals. Only exact ones are shown: draws depend on how people play.
    """
    if game.rules.poker is None:
        return None
    report = known_report(game.rules)
    tables = [
        {
            "title": each.title,
            "note": each.note,
            "lines": [
                (line.replace("T low", "10 low"), figure(Fraction(many, each.deals)))
                for line, many in each.lines.items()
            ],
        }
        for each in (report.hands if report else ())
        if each.exact
    ]
    return {"start": [*starting_hands(game.rules)], "odds": tables}
