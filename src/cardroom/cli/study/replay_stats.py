"""`cardroom replay --stats`: how the players of recorded poker hands play, as a table, JSON or CSV."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from rich.table import Table as Sheet

from cardroom.clean import cell, visible
from cardroom.cli.study.round_files import FileRound, ReplayedRound, replay_round
from cardroom.cli.terminal.common import console, note, print_json
from cardroom.histories import COLUMNS, PlayerStats, count_hand, read_log

__all__ = ["stats_command"]

HEADINGS = ("Player", "Hands", "VPIP", "PFR", "3-bet", "Aggr", "Shown", "Won", "bb/100", "±")
"""In the order of `COLUMNS`. "Shown" are hands that came to a showdown, "Won" is the share of these that won."""
_SHARES = ("vpip", "pfr", "three_bet", "won_at_showdown")


def stats_command(rounds: Iterable[FileRound], reason: Any, as_json: bool, as_csv: bool) -> int:
    """Count the poker hands of files by player; exit code 1 if one could not be played. `reason` words an error."""
    stats: dict[str, PlayerStats] = {}
    hands = refused = others = 0
    for written in rounds:
        try:
            if written.broken:
                raise ValueError(written.broken)
            again = replay_round(written)
        except Exception as error:
            note(f"cardroom: {written.where}: {reason(error)}")
            refused += 1
            continue
        if again.round.rules.poker is None:
            others += 1
            continue
        hands += 1
        _count(stats, written, again)
    if others:
        note(f"cardroom: {others:,} rounds are not poker and were not counted")
    rows = [stats[name].row(name) for name in sorted(stats, key=lambda name: (-stats[name].hands, name))]
    if as_json:
        print_json({"hands": hands, "players": rows})
    elif as_csv:
        print(_sheet(rows), end="")
    else:
        _print(hands, rows)
    return 1 if refused else 0


def _count(stats: dict[str, PlayerStats], written: FileRound, again: ReplayedRound) -> None:
    round, recorded, _ = again
    names = [spot.bettor for spot in round.seated]
    ends = [round.chips.stack(spot) for spot in round.seated]
    if recorded:
        known = read_log(written.text, written.log).players if written.log else recorded.players
        names = [*known] if len(known) == len(names) else names
        ends = [*recorded.finish] if recorded.finish else ends
    if len({*names}) < len(names):
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    count_hand(stats, round, names, ends)


def _print(hands: int, rows: list[dict[str, Any]]) -> None:
    screen = console()
    screen.print(f"{hands:,} hands, {len(rows):,} players")
    sheet = Sheet(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for number, heading in enumerate(HEADINGS):
        sheet.add_column(
            heading, justify="right" if number else "left", no_wrap=True, overflow="ellipsis" if not number else "fold"
        )
    for row in rows:
        sheet.add_row(*(_text(name, row[name]) for name in COLUMNS))
    screen.print(sheet)


def _text(name: str, value: Any) -> str:
    """A figure as people read it."""
    if value is None:
        return "-"
    if name in _SHARES:
        return f"{value:.0%}"
    return f"{value:,.1f}" if isinstance(value, float) else visible(str(value))


def _sheet(rows: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        shown = {name: "" if value is None else value for name, value in row.items()}
        writer.writerow({name: cell(value) if isinstance(value, str) else value for name, value in shown.items()})
    return out.getvalue()
