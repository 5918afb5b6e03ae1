"""Print and write statistics of poker players: tables for the terminal, JSON, CSV and Parquet."""

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from cardroom.clean import cell, visible
from cardroom.cli.terminal.common import console, print_json
from cardroom.poker.statistics import STATISTICS, PlayerGroup, Totals, figures_of

__all__ = ["print_as_json", "print_groups", "print_statistics", "write_csv", "write_parquet"]

Sums = Sequence[tuple[PlayerGroup, Totals]]
HEADINGS = {
    "vpip": "VPIP", "pfr": "PFR", "three_bet": "3-bet", "steal": "Steal", "cbet_flop": "C-bet",
    "af": "AF", "wtsd": "WTSD", "wsd": "W$SD", "bb_per_100": "bb/100",
}  # fmt: skip
"""The columns of the table of several groups."""
OTHERS = {
    "af": "Aggression factor", "afq": "Aggression frequency", "bb_per_100": "bb/100",
    "adjusted_bb_per_100": "bb/100, all-in adjusted", "deviation": "Deviation of 100 hands", "rake_per_100": "Rake/100",
}  # fmt: skip
SHEET = ("statistic", "made", "of", "value", "low", "high")
"""The columns of CSV and Parquet after those of the group."""


def print_groups(by: Sequence[str], sums: Sums) -> None:
    """Print a row for each group."""
    sheet = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    for name in by:
        sheet.add_column(name, no_wrap=True, overflow="ellipsis")
    for heading in ("Hands", *HEADINGS.values(), "±"):
        sheet.add_column(heading, justify="right", no_wrap=True, overflow="fold")
    for group, totals in sums:
        figures = figures_of(totals)
        keys = [visible(str(getattr(group, name))) or "-" for name in by]
        shown = [_text(name, figures[name]["value"]) for name in HEADINGS]
        sheet.add_row(*keys, f"{totals['hands']:,}", *shown, _half(figures["bb_per_100"]))
    console().print(sheet)


def print_statistics(sums: Sums) -> None:
    """Print every statistic of one group, with what it was computed from and its 95 % interval."""
    for _, totals in sums:
        figures = figures_of(totals)
        sheet = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        sheet.add_column("")
        for heading in ("", "made", "of", "95 %"):
            sheet.add_column(heading, justify="right", no_wrap=True)
        for name, heading in ({each.name: each.heading for each in STATISTICS} | OTHERS).items():
            figure = figures[name]
            if not figure["of"]:
                continue
            made = "" if figure["made"] is None else f"{figure['made']:,}"
            sheet.add_row(heading, _text(name, figure["value"]), made, f"{figure['of']:,}", _interval(name, figure))
        console().print(sheet)


def _text(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.1f}" if name in OTHERS and name != "afq" else f"{value:.1%}" if value < 1 else "100%"


def _half(figure: dict[str, Any]) -> str:
    return "-" if figure["high"] is None else f"{figure['high'] - figure['value']:,.0f}"


def _interval(name: str, figure: dict[str, Any]) -> str:
    if figure["low"] is None:
        return ""
    return f"{_text(name, figure['low'])} to {_text(name, figure['high'])}"


def rows_of(by: Sequence[str], sums: Sums) -> Iterator[dict[str, Any]]:
    """A row for each group and statistic."""
    for group, totals in sums:
        keys = {name: getattr(group, name) for name in by}
        for name, figure in figures_of(totals).items():
            yield keys | {"statistic": name} | figure


def print_as_json(by: Sequence[str], sums: Sums) -> None:
    """Print all groups as one JSON value."""
    groups = [
        {name: getattr(group, name) for name in by} | {"hands": totals["hands"], "statistics": figures_of(totals)}
        for group, totals in sums
    ]
    print_json({"by": [*by], "groups": groups})


def write_csv(by: Sequence[str], sums: Sums) -> None:
    """Write all groups as comma-separated values to standard output."""
    writer = csv.DictWriter(sys.stdout, [*by, *SHEET], lineterminator="\n")
    writer.writeheader()
    for row in rows_of(by, sums):
        shown = {name: "" if value is None else value for name, value in row.items()}
        writer.writerow({name: cell(value) if isinstance(value, str) else value for name, value in shown.items()})


def write_parquet(file: Path, by: Sequence[str], sums: Sums) -> None:
    """Write all groups to a Parquet file."""
    import pyarrow  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    number, share = pyarrow.int64(), pyarrow.float64()
    kinds = {"seats": number, "made": number, "of": number, "value": share, "low": share, "high": share}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in (*by, *SHEET)])
    rows: Iterable[dict[str, Any]] = rows_of(by, sums)
    parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema=schema), file)
