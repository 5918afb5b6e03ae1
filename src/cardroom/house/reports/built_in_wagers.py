"""Writes the file of the exact wagers of all built-in games: `python -m cardroom.house.reports.built_in_wagers`."""

import sys
from pathlib import Path

import msgspec

from cardroom.analysis.engine import Local
from cardroom.games import all_games
from cardroom.house.reports.exact_wagers import FILE, stored_rows, wagers_of
from cardroom.house.reports.hold import exact_figures, why_unproved

__all__ = ["write_file"]


def write_file(workers: int = 2) -> int:
    """Compute the wagers and write the file. Return the number of rule sets."""
    lines = []
    for game in all_games():
        if not why_unproved(game):
            rows = stored_rows(wagers_of(exact_figures(game, Local(workers))))
            lines.append(f'"{game.rules.digest}": {msgspec.json.encode(rows).decode()}')
    text = "{\n" + ",\n".join(sorted(lines)) + "\n}\n"
    Path(__file__).with_name(FILE).write_text(text, encoding="utf-8")
    return len(lines)


if __name__ == "__main__":
    print(f"{write_file()} rule sets", file=sys.stderr)
