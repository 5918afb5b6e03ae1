"""`cardroom stats`: count how poker players play, in a store that grows."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.study.statistics_sheet import (
    print_as_json,
    print_groups,
    print_statistics,
    write_csv,
    write_parquet,
)
from cardroom.cli.terminal.common import console
from cardroom.cli.terminal.options import CommandGroup, Json, parse_count
from cardroom.cli.terminal.output_files import check_outputs
from cardroom.limits import MOST_WORKERS
from cardroom.poker.statistics import DIMENSIONS, PlayerGroup, StatisticsStore, Totals

__all__ = ["app"]

app = CommandGroup("Count how poker players play: VPIP, PFR, 3-bet, results and more.")

StoreFile = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="The store. Default: statistics.db in this user's data folder."),
]


@app.callback(invoke_without_command=True)
def stats_command(
    context: typer.Context,
    *,
    store: StoreFile = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help=f"A row for each {', '.join(DIMENSIONS)}. Repeat for several."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="NAME=VALUE", help="Only hands with this value (position=BTN). Repeat for several."
        ),
    ] = None,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    as_parquet: Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="Write a Parquet file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> int:
    """Print the statistics of a store."""
    if context.invoked_subcommand:
        if by or only or as_json or as_csv or as_parquet:
            raise UsageError(f"Before {context.invoked_subcommand}, only --store can be given.")
        context.obj = store
        return 0
    names = [name for each in by or () for name in each.split(",")]
    if as_parquet:
        check_outputs({"--parquet": (as_parquet, "PAR1")}, force=force)
        if importlib.util.find_spec("pyarrow") is None:
            raise UsageError("--parquet needs pyarrow: pip install cardroom[export]")
    with StatisticsStore(_location(store), create=False) as opened:
        found = opened.query(names, _chosen(only or ()))
    if names:
        found.sort(key=lambda each: _place(names, *each))
    if as_parquet:
        write_parquet(as_parquet, names, found)
    elif as_json:
        print_as_json(names, found)
    elif as_csv:
        write_csv(names, found)
    elif not found:
        console().print("The store has no such hands.")
    elif names:
        print_groups(names, found)
    else:
        print_statistics(found)
    return 0


@app.command("add")
def add_command(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Records (JSON), hands (PHH, Open Hand History), sites' logs, or a folder."
        ),
    ],
    *,
    store: StoreFile = None,
    shuffles: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the shuffles, if they are not with the records.")
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="COUNT", help="Processes. Default: one per processor.")
    ] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="In a folder, ignore files without rounds, and exit with 0.")
    ] = False,
) -> int:
    """Add the poker hands of files to the store.

    A hand counts once. A file is added as a whole, or not at all if the command is stopped.
    """
    from cardroom.cli.study.hand_counts import add_rounds  # noqa: PLC0415, the engine is slow to load
    from cardroom.cli.study.replay import reason_of  # noqa: PLC0415
    from cardroom.cli.study.round_files import find_files, note_unread, read_rounds, read_shuffles  # noqa: PLC0415

    files, unread = find_files(paths)
    note_unread(unread, lenient)
    known = read_shuffles(shuffles) if shuffles else {}
    count = None if workers is None else parse_count("--workers", workers, MOST_WORKERS)
    location = _location(store or context.obj)
    location.parent.mkdir(parents=True, exist_ok=True)
    with StatisticsStore(location) as opened:
        added = add_rounds(opened, files, lambda file: read_rounds(file, known), reason_of, count)
        total = opened.hands
    parts = [f"{_hands(added.counted)} added"]
    parts += [f"{added.known:,} already counted"] if added.known else []
    parts += [f"{added.others:,} not poker"] if added.others else []
    parts += [f"{added.failed:,} failed"] if added.failed else []
    console().print(f"{', '.join(parts)}. The store has {_hands(total)}.")
    return 1 if added.failed or (unread and not lenient) else 0


def _hands(number: int) -> str:
    return f"{number:,} hand{'s' * (number != 1)}"


def _place(by: Sequence[str], group: PlayerGroup, totals: Totals) -> tuple[object, ...]:
    """The sort key of a group: players by their hands, positions in the order in which they act in the first round."""
    name, _, later = group.position.partition("+")
    place = (_ORDER.index(name) if name in _ORDER else len(_ORDER), later)
    return (
        -totals["hands"] if "player" in by else 0,
        group.player,
        group.game,
        group.stakes,
        group.seats,
        place,
        group.day,
    )


_ORDER = ("SB", "BB", "UTG", "LJ", "HJ", "CO", "BTN", "bring-in", *(f"last-{left}" for left in range(9, 0, -1)), "last")


def _location(given: Path | None) -> Path:
    if given is not None:
        return given
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / usual) / "cardroom/statistics.db"


def _chosen(only: Sequence[str]) -> dict[str, str | int]:
    """The values of --only, by dimension."""
    chosen: dict[str, str | int] = {}
    for each in only:
        name, equals, value = each.partition("=")
        if not equals or name not in DIMENSIONS:
            raise UsageError(
                f"--only {each}: write NAME=VALUE with one of {', '.join(DIMENSIONS)}, for example position=BTN."
            )
        chosen[name] = parse_count(f"--only {name}", value) if name == "seats" else value
    return chosen
