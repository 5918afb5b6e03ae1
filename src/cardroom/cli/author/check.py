"""`cardroom check`: run all checks on a game folder and print what is missing."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Annotated

import typer
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.author.check_game import GameFinding, check_game
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import Json
from cardroom.errors import InputError
from cardroom.games import game, left_out
from cardroom.games.declarations import find, stages_of
from cardroom.play import Game
from cardroom.play.game import StagesShowdown
from cardroom.rankings import categories
from cardroom.rankings.named import lowest
from cardroom.rulebook import origin, rule_sets
from cardroom.rulebook.differences import DISPLAY, SHOWN
from cardroom.rulebook.game_folders import CODE, VARIABLE, game_folders
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.rulebook.pages import PAGE

__all__ = ["check_command"]

STYLES = {"ok": "green", "missing": "yellow", "wrong": "bold red"}


def check_command(
    folder: Annotated[
        Path,
        typer.Argument(metavar="PATH", help="The game's folder, or its name, if CARDROOM_GAMES has it. Its code runs."),
    ],
    *,
    full: Annotated[bool, typer.Option("--full", help="Also run an exact analysis that takes long.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again when a file changes, until Ctrl-C.")] = False,
    as_json: Json = False,
) -> int:
    """Check the folder of a game, and say what is missing or wrong.

    It checks contract, rounds, replay, lesson, pictures, leaks, bot and analysis.
    """
    named = None if folder.is_dir() else next((each.path for each in game_folders() if each.game == str(folder)), None)
    path = (named or folder).resolve()
    if not path.is_dir():
        raise UsageError(f"{folder}: no such folder, and no game of {VARIABLE}. Write one with `cardroom new NAME`.")
    known = [each for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*known, str(path)]))
    if watch and as_json:
        raise UsageError("--watch prints for people: leave out --json.")
    if watch:
        for found in watched(path, full):
            _print(found)
            console().print(f"Waiting for a change in {path}. Press Ctrl-C to end.", style="dim", soft_wrap=True)
        return 0
    found = dict(_findings(path, full))
    if as_json:
        print_json({name: [each._asdict() for each in findings] for name, findings in found.items()}, indent=2)
    else:
        _print(found)
    return int(any(each.state == "wrong" for findings in found.values() for each in findings))


EVERY = 0.5
"""Seconds between two looks at the files of a folder."""


def watched(path: Path, full: bool, wait: Callable[[float], None] = sleep) -> Iterator[dict[str, list[GameFinding]]]:
    """The findings, again whenever a file of the game changes. It ends if the folder is gone, or with Ctrl-C."""
    before: tuple[tuple[str, int, int], ...] | None = None
    try:
        while path.is_dir():
            if (state := _files(path)) != before:
                before = state
                yield dict(_findings(path, full))
            wait(EVERY)
    except KeyboardInterrupt:
        return


def _files(path: Path) -> tuple[tuple[str, int, int], ...]:
    """The files that make a game, with their times and sizes. A file that is just being replaced is left out."""
    found = []
    for file in sorted((*path.rglob("*.py"), *path.glob("*.toml"))):
        with suppress(FileNotFoundError):
            found.append((str(file), file.stat().st_mtime_ns, file.stat().st_size))
    return tuple(found)


def _findings(path: Path, full: bool) -> list[tuple[str, list[GameFinding]]]:
    said = [str(each) for each in left_out() if path in each.path.resolve().parents]
    once = dict.fromkeys(each.replace(f": {path.name}: ", ": ") for each in said)  # page and rule set are one file
    bad = [GameFinding("contract", "wrong", each) for each in once]
    sets = [each.stem for each in sorted(path.glob("*.toml"))]
    start = []
    if not sets:
        start.append(
            GameFinding("contract", "missing", f"{path.name} has no rule set: write a file such as house.toml")
        )
    if not any((path / name).is_file() for name in (CODE, PAGE)):
        start.append(GameFinding("contract", "ok", f"there is no {CODE}, so the rule sets use scripts of cardroom"))
    checked = []
    for name in sets if not bad else ():
        try:
            chosen = game(path.name, rules=name)
        except InputError as error:
            bad.append(GameFinding("contract", "wrong", str(error)))
            continue
        place = rule_sets(path.name)[name]
        fits = GameFinding("contract", "ok", f"{place.name}: the script can play this rule set")
        checked.append(
            (f"{path.name}, {name}", [fits, *_departures(chosen), *unpaid_wins(chosen), *check_game(chosen, full)])
        )
    first = [(path.name, [*start, *bad])] if start or bad else []
    return [*first, *checked]


def _departures(chosen: Game) -> list[GameFinding]:
    """Notices that a document prescribes and a set that extends it drops, and citations that a set drops itself."""
    rules = chosen.rules
    dropped = [each for each in origin(rules).differences if each.topic == DISPLAY and each.second == SHOWN[1]]
    says = [each.words for each in dropped]
    if rules.id == NO_DOCUMENT and not rules.extends:
        own = f"{rules.game.upper()}-1"
        says.append(
            f'id: "{NO_DOCUMENT}" drops every citation of this rule set: give it an id of its own, like "{own}"'
        )
    return [GameFinding("contract", "missing", each) for each in says]


def unpaid_wins(chosen: Game) -> Iterator[GameFinding]:
    """Hands that win the comparison and lose a wager that pays winning hands, because its pay table has no line."""
    declared, stages = find(chosen.rules.script), stages_of(chosen.rules)
    for wager, terms in stages.wagers.items() if stages else ():
        if terms.by != "winning hand" or declared is None or declared.settle is None or stages is None:
            continue
        pays = chosen.rules.wager[wager].pays
        for name in (pays,) if pays in chosen.rules.pay else ():
            made = [each for each in categories(stages.ranking) if each not in chosen.rules.pay[name].lines]
            wins = [StagesShowdown(rank=lowest(stages.ranking, each), result=1) for each in made]
            paid = zip(made, (declared.settle(chosen.rules, wager, win) for win in wins), strict=True)
            if unpaid := [each for each, payoff in paid if payoff.unit < 0]:
                last = f'"{categories(stages.ranking)[0]} or better" = "1 to 1"'
                says = f"pay.{name}.lines: {wager} loses with a hand that wins, if it is {' or '.join(unpaid)}"
                yield GameFinding("contract", "missing", f"{says}: to pay every win, add the last line {last}")


def _print(found: dict[str, list[GameFinding]]) -> None:
    screen = console()
    for name, findings in found.items():
        screen.print(Text(name, style="bold"))
        for each in findings:
            screen.print(
                Text(f"  {each.state:8}", style=STYLES[each.state])
                .append(f"{each.check:10}", style="dim not bold default")
                .append(each.says, style="not bold default"),
                soft_wrap=True,
            )
    every = [each for findings in found.values() for each in findings]
    wrong, missing = (sum(each.state == state for each in every) for state in ("wrong", "missing"))
    screen.print(f"{wrong} wrong, {missing} missing." if wrong or missing else "Everything is there and agrees.")
