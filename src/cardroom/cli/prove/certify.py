"""`cardroom certify`: write a game's exact mathematics to files that a test lab can check and reproduce."""

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cardroom.analysis import Report, has_report
from cardroom.analysis.certificate import (
    bot_returns,
    certificate,
    certificate_page,
    counted_returns,
    hold_csv,
    index_page,
    lines_csv,
    returns_csv,
    sensitivity,
    sensitivity_csv,
    strategy_csv,
    summary_csv,
    summary_words,
    to_json,
    wagers_at_most,
)
from cardroom.analysis.report import estimate_variance, joint_distribution
from cardroom.analysis.simulation import ScriptCheck, by_scripts, check_by_script, checked_agreement, simulate
from cardroom.analysis.store import stored_analysis
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, print_json, valid_games
from cardroom.cli.terminal.options import (
    NAME,
    EngineName,
    Force,
    Json,
    Recount,
    Rules,
    Set,
    Workers,
    optional_count,
    workers_of,
)
from cardroom.cli.terminal.output_files import write_files
from cardroom.cli.terminal.progress import engine_progress
from cardroom.errors import InvariantError
from cardroom.play import Decide, Game
from cardroom.players import random_legal, usual

__all__ = ["certify_command", "every_game"]

SEED = "certificate"
"""The seed of a certificate's simulation."""


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "hold": hold_csv,
    "returns": returns_csv,
    "house-rules": sensitivity_csv,
}
"""Tables that only some games have, by the end of their file's name."""


def every_game() -> tuple[Game, ...]:
    """Every game and rule set that `analyze` answers for."""
    return tuple(game for game in valid_games() if has_report(game.rules))


def certify_command(
    name: Annotated[str | None, NAME] = None,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; created if missing.")],
    every: Annotated[
        bool, typer.Option("--all", help="Certify every game and rule set with an exact analysis.")
    ] = False,
    rules: Rules = None,
    house: Set = None,
    engine: EngineName = "local",
    workers: Workers = None,
    simulate_rounds: Annotated[
        str | None,
        typer.Option("--simulate", metavar="ROUNDS", help="Add a simulation of this many rounds (1e7), with errors."),
    ] = None,
    full: Annotated[
        bool,
        typer.Option("--full", help="Add bots, bad play, and edges under other house rules. Takes minutes."),
    ] = False,
    recount: Recount = False,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Write the exact figures of a game as a certificate.

    A certificate is an HTML page with its figures as JSON and CSV, compared with printed figures.
    """
    if every and (name or rules or house):
        raise UsageError("--all certifies every game with its own rule sets. Leave out GAME, --rules and --set.")
    if not every and not name:
        raise UsageError("Give a GAME to certify, or --all. `cardroom games` lists the games.")
    games = every_game() if every else (find_game(name or "", rules, house),)
    rounds = optional_count("--simulate", simulate_rounds)
    for game in games:
        if not has_report(game.rules):
            raise UsageError(f"{game.slug} has no exact analysis yet, so there is nothing to certify.")
    date = _date()
    _open(out)
    sheets = []
    with engine_progress(engine, workers_of(workers), len(games)) as engine_for:
        for game in games:
            chosen = engine_for(f"{game.rules.name}, {game.rules.rules}")
            report = stored_analysis(game, chosen, recount=recount)
            simulated = rounds if report.wagers and not by_scripts(game, "optimal") else None
            simulation = simulate(game, simulated, SEED, "optimal", chosen) if simulated else None
            amounts = wagers_at_most(game.rules, report)
            estimated = bool(report.wagers) and joint_distribution(game.rules) is None
            variance = (
                estimate_variance(game.rules, report, amounts, rounds, SEED, chosen) if rounds and estimated else None
            )
            agreement = checked_agreement(game, report)
            script = agreement.script if agreement else _played(game, report)
            more = full and bool(report.wagers)
            returns = (*counted_returns(game, report), *bot_returns(game, report, _bots(game), SEED)) if more else ()
            sensitive = sensitivity(game, report, chosen) if more else None
            sheets.append(certificate(game, report, simulation, variance, agreement, script, returns, sensitive))
    files: dict[str, str] = {}
    for sheet in sheets:
        file = sheet["file"]
        files[f"{file}.html"] = certificate_page(sheet, date)
        files[f"{file}.json"] = to_json(sheet)
        files[f"{file}.lines.csv"] = lines_csv(sheet)
        files[f"{file}.wagers.csv"] = summary_csv([sheet])
        files |= {f"{file}.{name}.csv": text for name, write in TABLES.items() if (text := write(sheet)).strip()}
        if any(table["strategy"] for wager in sheet["wagers"] for table in wager["tables"]):
            files[f"{file}.strategy.csv"] = strategy_csv(sheet)
    if every:
        files["summary.csv"] = summary_csv(sheets)
        files["index.html"] = index_page(sheets, date)
    write_files(out, files, force=force)
    if as_json:
        print_json(_summary(sheets, out, files), indent=2)
    else:
        _print(sheets, out, files)
    return 0


def _bots(game: Game) -> dict[str, Decide]:
    """The bots of a game, in words."""
    bot = usual(game.rules)
    return ({"as most people play": bot} if bot is not random_legal else {}) | {"at random": random_legal}


def _played(game: Game, report: Report) -> ScriptCheck | None:
    """The comparison of a game of cardroom with its script over every deal; None for a game without edges."""
    if not report.wagers:
        return None
    script = check_by_script(game, report)
    if script.odd:
        raise InvariantError(f"{game.slug}: {script.words}")
    return script


def _open(out: Path) -> None:
    """Create the output folder, before the long computation."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out}: this is a file. Give a folder.")
    out.mkdir(parents=True, exist_ok=True)
    if not os.access(out, os.W_OK | os.X_OK):
        raise UsageError(f"--out {out}: cannot write to this folder.")


def _date() -> str:
    """Today, or the date of `SOURCE_DATE_EPOCH` for a reproducible build."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        made = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r}: it must be a number of seconds since 1970.") from None
    return made.date().isoformat()


def _summary(sheets: Sequence[dict[str, Any]], out: Path, files: dict[str, str]) -> dict[str, Any]:
    """The files, and for each certificate the edges and the comparison with printed figures."""
    main = ["game", "name", "rules", "source", "edited", "extends", "differences", "digest", "command"]
    main += ["cardroom", "commit", "uncommitted"]
    return {
        "out": str(out),
        "files": [str(out / name) for name in files],
        "certificates": [
            {key: sheet[key] for key in main}
            | {"house_rules_set": [each for each in sheet["house_rules"] if each["value"] != each["default"]]}
            | {"json": str(out / f"{sheet['file']}.json"), "wagers": list(_edges(sheet))}
            | {"printed_figures": sheet["comparison"]["summary"], "not_covered": sheet["not_covered"]}
            for sheet in sheets
        ],
    }


def _edges(sheet: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for wager in sheet["wagers"]:
        for each in wager["tables"]:
            keys = {"wager": wager["wager"], "label": wager["label"], "table": each["table"]}
            yield keys | {"in_force": each["in_force"], "edge": each["edge"]}


def _print(sheets: Sequence[dict[str, Any]], out: Path, files: dict[str, str]) -> None:
    """Print the edges, the comparison with printed figures, and the names of the files."""
    screen = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Wager", "Pay table"):
        table.add_column(heading)
    table.add_column("Edge", justify="right", no_wrap=True)
    for sheet in sheets:
        table.add_row(Text(sheet["name"], style="bold").append(f", {sheet['rules']}", style="not bold dim"))
        for wager in sheet["wagers"]:
            for each in wager["tables"]:
                if each["in_force"] or len(sheets) == 1:
                    style = "" if each["in_force"] else "dim"
                    edge = f"{100 * each['edge']['decimal']:.4f} %"
                    table.add_row(*(Text(cell, style) for cell in (f"  {wager['label']}", each["table"], edge)))
        for hands in sheet["hands"]:
            table.add_row(
                Text(f"  {hands['title']}"), f"{hands['deals']:,} deals", "exact" if hands["exact"] else "simulated"
            )
    screen.print(table)
    for sheet in sheets:
        if sheet["edited"]:
            screen.print(f"{sheet['name']}, {sheet['rules']}: {sheet['source']['says']}", soft_wrap=True)
            for each in sheet["differences"] if len(sheets) == 1 else ():
                screen.print(f"  {each['words']}", soft_wrap=True)
        if figures := sheet["comparison"]["figures"]:
            counts = summary_words(sheet["comparison"]["summary"])
            screen.print(f"{sheet['source']['document']}, {len(figures)} printed figures: {counts}", soft_wrap=True)
    listed = ", ".join(files) if len(sheets) == 1 else f"{len(files)} files. Start with index.html"
    screen.print(f"Written to {out}: {listed}", soft_wrap=True)
