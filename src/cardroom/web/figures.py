"""Exact figures of the rule sets that come with the program, counted beforehand and known by the digest of their rules:
a lobby can show them at once. A set that is changed has another digest, and is counted when somebody asks.

`python -m cardroom.web.figures` counts what is not known yet and writes the file, `--all` counts everything anew; a
test holds it to the sets there are, and `make proof` to what is counted.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cardroom.analysis import COUNTERS, Report
from cardroom.analysis.engine import Local
from cardroom.games import all_games
from cardroom.hold import counted
from cardroom.play.game import Game

__all__ = ["FILE", "figures", "provable", "shown", "written"]

FILE = "figures.json"
_FIELDS = ("wager", "label", "edge", "element_of_risk", "hit_frequency", "standard_deviation", "jackpot", "note")


@cache
def figures() -> dict[str, list[dict[str, Any]]]:
    """What is known: the wagers of each rule set, by its digest.

    >>> import cardroom
    >>> known = figures()[cardroom.game("three-card-poker-6-card-bonus").rules.digest]
    >>> [(each["label"], each["edge"]["exact"]) for each in known][1]
    ('Pair Plus', '242/5525')
    """
    text = files("cardroom.web").joinpath(FILE).read_bytes()
    found: dict[str, list[dict[str, Any]]] = msgspec.json.decode(text)
    return found


def shown(report: Report) -> list[dict[str, Any]]:
    """What a lobby and a rules page show of a report: the wagers in force."""
    wagers = [each.to_dict() for each in report.wagers if each.in_force]
    return [{name: each[name] for name in _FIELDS} for each in wagers]


def provable() -> dict[str, Game]:
    """The rule sets that have an exact analysis, by their digest."""
    return {each.rules.digest: each for each in all_games() if each.rules.script in COUNTERS}


def written(known: Mapping[str, Any], workers: int = 2) -> bytes:
    """The file: what is known already, and the rest counted."""
    found = {
        digest: known[digest] if digest in known else shown(counted(each, Local(workers)))
        for digest, each in provable().items()
    }
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_bytes(written({} if "--all" in sys.argv else figures()))
