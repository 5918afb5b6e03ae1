"""How often each hand of a poker game occurs, counted in advance, by the name of the game.

Only exact counts are stored: draws depend on how people play. `python -m cardroom.web.api.odds` counts the hands of
games that are missing and writes the file; `--all` counts those of all games. A test compares the file with the games,
and `make proof` with the analysis.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cardroom.games import all_games
from cardroom.games.lessons.poker_advice import starting_hands
from cardroom.play.game import Game

__all__ = ["FILE", "how_to_play", "odds", "odds_file"]

FILE = "odds.json"


@cache
def odds() -> dict[str, list[dict[str, Any]]]:
    """The hands of each poker game with the number of deals.

    >>> odds()["texas-holdem"][0]["lines"][:2]
    [['royal flush', 4324], ['straight flush', 37260]]
    """
    text = files("cardroom.web.api").joinpath(FILE).read_bytes()
    known: dict[str, list[dict[str, Any]]] = msgspec.json.decode(text)
    return known


def odds_file(known: Mapping[str, Any]) -> bytes:
    """The text of the file. Games that are not in `known` are counted."""
    from cardroom.analysis.poker_hands import poker_frequencies  # noqa: PLC0415  # a server must not load NumPy

    counted = {
        each.slug: known[each.slug]
        if each.slug in known
        else [
            {"title": table.title, "deals": table.deals, "lines": [*table.lines.items()], "note": table.note}
            for table in poker_frequencies(each.rules)
            if table.exact
        ]
        for each in all_games()
        if each.rules.poker is not None
    }
    return msgspec.json.format(msgspec.json.encode(counted, order="sorted"), indent=1) + b"\n"


def how_to_play(game: Game) -> dict[str, Any] | None:
    """Starting hands in words, and how often each hand occurs. Shares are of all deals. None if it is not poker."""
    if game.rules.poker is None:
        return None
    tables = [
        {"title": each["title"], "note": each["note"], "lines": _shares(each["lines"], each["deals"])}
        for each in odds().get(game.slug, ())
    ]
    return {"start": [*starting_hands(game.rules)], "odds": tables}


def _shares(lines: list[tuple[str, int]], deals: int) -> list[tuple[str, float]]:
    return [(line.replace("T low", "10 low"), count / deals) for line, count in lines]


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_bytes(odds_file({} if "--all" in sys.argv else odds()))
