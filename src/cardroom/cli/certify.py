"""`cardroom certify`: a game's exact mathematics as files that a test lab can read, check and make again."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from cardroom.analysis import analyze, has_analysis
from cardroom.analysis.certificate import (
    certificate,
    certificate_page,
    fared,
    index_page,
    lines_csv,
    summary_csv,
    to_json,
)
from cardroom.cli import UsageError
from cardroom.cli.common import console, print_json, valid_games
from cardroom.cli.output_files import write_files
from cardroom.cli.progress import engine_progress
from cardroom.play import Game

__all__ = ["certify_command", "every_game"]


def every_game() -> tuple[Game, ...]:
    """Every game and rule set that has an exact analysis."""
    return tuple(game for game in valid_games() if has_analysis(game.rules))


def certify_command(
    games: Sequence[Game],
    out: Path,
    index: bool,
    engine: str,
    workers: int | None,
    as_json: bool = False,
    force: bool = False,
) -> int:
    """Write the certificates of games into a folder, all of them or none."""
    for game in games:
        if not has_analysis(game.rules):
            known = ", ".join(dict.fromkeys(each.slug for each in every_game()))
            raise UsageError(f"{game.slug} has no exact analysis yet: there are {known}")
    date = _date()
    _open(out)
    made = []
    with engine_progress(engine, workers, len(games)) as engine_for:
        for game in games:
            made.append(certificate(game, analyze(game, engine_for(f"{game.rules.name}, {game.rules.rules}"))))
    files: dict[str, str] = {}
    for said in made:
        name = said["file"]
        files[f"{name}.html"] = certificate_page(said, date)
        files[f"{name}.json"] = to_json(said)
        files[f"{name}.lines.csv"] = lines_csv(said)
        files[f"{name}.wagers.csv"] = summary_csv([said])
    if index:
        files["summary.csv"] = summary_csv(made)
        files["index.html"] = index_page(made, date)
    write_files(out, files, force=force)
    if as_json:
        print_json(_summary(made, out, files), indent=2)
    else:
        _print(made, out, files)
    return 0


def _open(out: Path) -> None:
    """Make the folder before minutes are spent on what goes into it."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out}: this is a file; name a folder")
    out.mkdir(parents=True, exist_ok=True)
    if not os.access(out, os.W_OK | os.X_OK):
        raise UsageError(f"--out {out}: this folder cannot be written to")


def _date() -> str:
    """Today, or the day that a reproducible build names."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        made = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r}: it must be a number of seconds since 1970") from None
    return made.date().isoformat()


def _summary(made: Sequence[dict[str, Any]], out: Path, files: dict[str, str]) -> dict[str, Any]:
    """Where the files are, and of each certificate the edges and how printed figures fared."""
    main = ["game", "name", "rules", "source", "edited", "extends", "differences", "digest", "command"]
    main += ["cardroom", "commit", "uncommitted"]
    return {
        "out": str(out),
        "files": [str(out / name) for name in files],
        "certificates": [
            {key: said[key] for key in main}
            | {"house_rules_set": [each for each in said["house_rules"] if each["value"] != each["default"]]}
            | {"json": str(out / f"{said['file']}.json"), "wagers": list(_edges(said))}
            | {"printed_figures": said["comparison"]["summary"], "not_covered": said["not_covered"]}
            for said in made
        ],
    }


def _edges(said: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for wager in said["wagers"]:
        for each in wager["tables"]:
            keys = {"wager": wager["wager"], "label": wager["label"], "table": each["table"]}
            yield keys | {"in_force": each["in_force"], "edge": each["edge"]}


def _print(made: Sequence[dict[str, Any]], out: Path, files: dict[str, str]) -> None:
    """The edges, how printed figures fared, and what was written."""
    screen = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Wager", "Pay table"):
        table.add_column(heading)
    table.add_column("Edge", justify="right", no_wrap=True)
    for said in made:
        table.add_row(Text(said["name"], style="bold").append(f", {said['rules']}", style="not bold dim"))
        for wager in said["wagers"]:
            for each in wager["tables"]:
                if each["in_force"] or len(made) == 1:
                    style = "" if each["in_force"] else "dim"
                    edge = f"{100 * each['edge']['decimal']:.4f} %"
                    table.add_row(*(Text(cell, style) for cell in (f"  {wager['label']}", each["table"], edge)))
    screen.print(table)
    for said in made:
        if said["edited"]:
            screen.print(f"{said['name']}, {said['rules']}: {said['source']['says']}", soft_wrap=True)
            for each in said["differences"] if len(made) == 1 else ():
                screen.print(f"  {each['words']}", soft_wrap=True)
        if figures := said["comparison"]["figures"]:
            counts = fared(said["comparison"]["summary"])
            screen.print(f"{said['source']['document']}, {len(figures)} printed figures: {counts}", soft_wrap=True)
    listed = ", ".join(files) if len(made) == 1 else f"{len(files)} files; index.html leads to them"
    screen.print(f"Written to {out}: {listed}", soft_wrap=True)
