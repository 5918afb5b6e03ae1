"""Exact figures of the built-in rule sets, computed in advance, by the digest of their rules.

The lobby can show them immediately. A changed rule set has a different digest; its figures are computed on request.

`python -m cardroom.web.api.figures` computes missing figures and writes the file; `--all` computes all of them. A test
compares the file with the rule sets, and `make proof` compares it with the analysis.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cardroom.analysis import Report, has_analysis
from cardroom.analysis.engine import Local
from cardroom.analysis.report import bars
from cardroom.games import all_games
from cardroom.house.reports import exact_figures
from cardroom.play.game import Game

__all__ = ["FILE", "figures", "figures_file", "provable", "report_for_pages", "strategies", "strategies_file"]

FILE = "figures.json"
STRATEGIES = "strategies.json"
_FIELDS = ("wager", "label", "edge", "element_of_risk", "hit_frequency", "standard_deviation", "jackpot", "note")


@cache
def figures() -> dict[str, list[dict[str, Any]]]:
    """The wagers of each rule set, by its digest.

    >>> import cardroom
    >>> known = figures()[cardroom.game("three-card-poker-6-card-bonus").rules.digest]
    >>> [(each["label"], each["edge"]["exact"]) for each in known][1]
    ('Pair Plus', '242/5525')
    """
    text = files("cardroom.web.api").joinpath(FILE).read_bytes()
    wagers: dict[str, list[dict[str, Any]]] = msgspec.json.decode(text)
    return wagers


@cache
def strategies() -> dict[str, dict[str, list[str]]]:
    """The best play of each rule set in words, by its digest and wager. Some analyses need no decision."""
    text = files("cardroom.web.api").joinpath(STRATEGIES).read_bytes()
    known: dict[str, dict[str, list[str]]] = msgspec.json.decode(text)
    return known


def report_for_pages(report: Report) -> list[dict[str, Any]]:
    """The part of a report that the lobby and the rules page show: the wagers in force."""
    wagers = [(each, each.to_dict()) for each in report.wagers if each.in_force]
    return [
        {name: wager[name] for name in _FIELDS} | {"deals": str(each.deals), "bars": bars(each.distribution)}
        for each, wager in wagers
    ]


def provable() -> dict[str, Game]:
    """The rule sets with an exact analysis, by their digest."""
    return {each.rules.digest: each for each in all_games() if has_analysis(each.rules)}


def figures_file(known: Mapping[str, Any], workers: int = 2) -> bytes:
    """The text of the file. Figures that are not in `known` are computed."""
    figures_by_digest = {
        digest: known[digest] if digest in known else report_for_pages(exact_figures(each, Local(workers)))
        for digest, each in provable().items()
    }
    return msgspec.json.format(msgspec.json.encode(figures_by_digest, order="sorted"), indent=1) + b"\n"


def strategies_file(known: Mapping[str, Any], workers: int = 2) -> bytes:
    """The text of the file of strategies. Those that are not in `known` are computed."""
    by_digest = {
        digest: known.get(digest)
        or {
            each.wager: list(each.strategy)
            for each in exact_figures(game, Local(workers)).wagers
            if each.in_force and each.strategy
        }
        for digest, game in provable().items()
    }
    told = {digest: wagers for digest, wagers in by_digest.items() if wagers}
    return msgspec.json.format(msgspec.json.encode(told, order="sorted"), indent=1) + b"\n"


if __name__ == "__main__":
    there, everything = Path(__file__), "--all" in sys.argv
    there.with_name(FILE).write_bytes(figures_file({} if everything else figures()))
    there.with_name(STRATEGIES).write_bytes(strategies_file({} if everything else strategies()))
