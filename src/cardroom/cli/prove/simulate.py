"""`cardroom simulate`: simulate millions of rounds, and compare with the exact figures."""

import threading
import time
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from cardroom.analysis.engine import ENGINES, Engine, Processes
from cardroom.analysis.report import figure
from cardroom.analysis.simulation import (
    MOST_ROUNDS,
    SimulatedWager,
    Simulation,
    Stopped,
    StrategyError,
    by_scripts,
    from_file,
    simulate,
    simulate_shoes,
)
from cardroom.analysis.strategy import named_lines
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, note, print_json
from cardroom.cli.terminal.options import (
    EngineName,
    GameName,
    Json,
    Rules,
    Set,
    Workers,
    optional_count,
    workers_of,
)
from cardroom.cli.terminal.progress import PATIENCE, engine_progress
from cardroom.play import Decide, Game
from cardroom.players import usual

__all__ = ["SimulateOptions", "simulate_command"]

COMPILED_ROUNDS, SCRIPT_ROUNDS = 10_000_000, 10_000
"""The default numbers of rounds."""
INTERRUPTED = 130


class SimulateOptions(NamedTuple):
    """The options of `cardroom simulate`."""

    rounds: int | None
    seed: str
    strategy: str | None
    engine: str
    workers: int | None
    shoes: int | None = None
    """EZ Baccarat: shoes to deal to the cut card, in place of rounds from fresh shoes."""


def simulate_command(
    name: GameName,
    *,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            "-n",
            metavar="COUNT",
            help="Rounds to play (1e8). Default: 1e7, or 1e4 for games played by script.",
        ),
    ] = None,
    shoes: Annotated[
        str | None,
        typer.Option("--shoes", metavar="COUNT", help="EZ Baccarat: deal this many shoes to the cut card instead."),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same rounds.")] = "0",
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="optimal, usual, house-way, N-lines (12-lines), or a Python file that defines decide or strategy.",
        ),
    ] = None,
    engine: EngineName = "local",
    workers: Workers = None,
    rules: Rules = None,
    house: Set = None,
    as_json: Json = False,
) -> int:
    """Simulate millions of rounds, compared with exact figures."""
    counts = optional_count("--rounds", rounds), optional_count("--shoes", shoes)
    simulating = SimulateOptions(counts[0], seed, strategy, engine, workers_of(workers), counts[1])
    game = find_game(name, rules, house)
    if simulating.shoes is not None:
        return _shoes_command(game, simulating, as_json)
    try:
        title, decide = _strategy(game, strategy)
        scripts = by_scripts(game, decide)
        many = simulating.rounds or (SCRIPT_ROUNDS if scripts else COMPILED_ROUNDS)
        if many > MOST_ROUNDS:
            raise UsageError(f"--rounds {many}: write at most {MOST_ROUNDS:,}; that takes days.")
        began, code = time.monotonic(), 0
        with _ProgressReporter() as watch:
            chosen = _engine(simulating, scripts, watch)
            try:
                result = simulate(game, many, seed, decide, chosen, name=title)
            except Stopped as stopped:
                result, code = stopped.result, INTERRUPTED
    except KeyboardInterrupt:
        note("Stopped before the first result.")
        return INTERRUPTED
    except StrategyError as error:
        raise UsageError(str(error)) from error
    took = time.monotonic() - began
    if as_json:
        print_json(result.to_dict(), indent=2)
    else:
        _print(result)
    if code:
        note(f"Stopped after {result.rounds:,} of {many:,} rounds, in {took:.1f} seconds")
    else:
        note(f"{result.rounds:,} rounds in {took:.1f} seconds")
    return code


def _shoes_command(game: Game, simulating: SimulateOptions, as_json: bool) -> int:
    """Deal shoes to the cut card, and print the edges over all their rounds."""
    if simulating.rounds is not None or simulating.strategy is not None:
        raise UsageError("--shoes deals whole shoes without decisions. Leave out --rounds and --strategy.")
    with _ProgressReporter() as watch:
        engine = _engine(simulating, False, watch)
        found = simulate_shoes(game.rules, simulating.shoes or 0, simulating.seed, engine)
    if as_json:
        rows = [
            each._asdict()
            | {"edge": figure(each.edge), "first_round": figure(each.first_round), "distance": each.distance}
            for each in found
        ]
        print_json({"game": game.slug, "rules": game.rules.rules, "seed": simulating.seed, "wagers": rows}, indent=2)
        return 0
    screen = console()
    screen.print(Text(game.rules.name, style="bold").append(f"  rule set {game.rules.rules}", style="not bold dim"))
    screen.print(f"{found[0].shoes:,} shoes dealt to the cut card, {found[0].rounds:,} rounds, seed {simulating.seed}")
    table = _table("edge", "std. error", "first round", "errors away")
    for each in found:
        figures = (_percent(each.edge.value), _percent(each.edge.standard_error), _percent(float(each.first_round)))
        table.add_row(each.label, *figures, f"{each.distance:+.2f}")
    screen.print(table)
    return 0


def _strategy(game: Game, name: str | None) -> tuple[str, str | Decide]:
    """The name and the function of a strategy. The default is the optimal one, or the usual one if that is unknown."""
    if name is None:
        name = "optimal" if not by_scripts(game, "optimal") or game.rules.nobody_banks else "usual"
    if name in ("optimal", "house-way"):
        return name, name
    if name == "usual":
        return name, name if game.rules.nobody_banks else usual(game.rules)
    with engine_progress() as engine:
        lines = named_lines(game, name, engine(game.rules.name))
    if lines:
        return name, lines
    if not name.endswith(".py") and not Path(name).exists():
        raise UsageError(f"--strategy must be optimal, usual, house-way, N-lines or a Python file, not {name!r}.")
    return name, from_file(Path(name))


def _engine(simulating: SimulateOptions, scripts: bool, watch: "_ProgressReporter") -> Engine:
    if simulating.engine not in ENGINES:
        raise UsageError(f"--engine must be {' or '.join(ENGINES)}, not {simulating.engine!r}.")
    if scripts and simulating.engine == "local":
        return Processes(simulating.workers, watch)
    try:
        return ENGINES[simulating.engine](simulating.workers, watch)
    except ModuleNotFoundError as error:
        raise UsageError(str(error)) from None


class _ProgressReporter:
    """A progress bar on standard error, which appears after two seconds."""

    def __init__(self) -> None:
        screen = console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=screen,
            transient=True,
            redirect_stdout=False,
            speed_estimate_period=60,
        )
        self._task: TaskID = self._bar.add_task("exact figures", total=None)
        self._timer = threading.Timer(PATIENCE, self._bar.start)
        self._timer.daemon = True
        self._watched = screen.is_terminal

    def __enter__(self) -> "_ProgressReporter":
        if self._watched:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._watched:
            self._timer.cancel()
            self._timer.join()
        if self._bar.live.is_started:
            self._bar.stop()

    def __call__(self, about: str, done: int, total: int) -> None:
        """Update the bar. Engines call this."""
        self._bar.update(self._task, description=about, completed=done, total=total)


def _print(result: Simulation) -> None:
    screen = console()
    screen.print(Text(result.name, style="bold").append(f"  rule set {result.rules}", style="not bold dim"))
    how = "compiled" if result.compiled else "run by the game's script"
    screen.print(f"{result.rounds:,} rounds, {how}; strategy {result.strategy}, seed {result.seed}")
    screen.print(Text("Every wager is placed in every round; figures are per unit of the wager.", style="dim"))
    screen.print()
    screen.print(_edges(result))
    if any(each.exact and not each.of_the_same for each in result.wagers):
        screen.print(
            Text(
                "other play: the exact figure assumes a different strategy (the optimal one, or never to fold)",
                style="dim",
            )
        )
    for each in result.wagers:
        if each.simulated.decisions:
            screen.print()
            screen.print(_decisions(each))


def _edges(result: Simulation) -> Table:
    table = _table("edge", "std. error", "exact", "errors away")
    for each in result.wagers:
        exact = "" if each.exact is None else _percent(float(each.exact.edge))
        distance = "other play" if each.distance is None else f"{each.distance:+.2f}"
        figures = (_percent(float(each.edge)), _percent(float(each.standard_error)), exact)
        table.add_row(each.simulated.label, *figures, distance if exact else "")
    return table


def _decisions(each: SimulatedWager) -> Table:
    table = _table("of all rounds", "std. error", "exact")
    for name, (share, exact) in each.decisions.items():
        known = float(share if exact is None or not each.of_the_same else exact)
        error = (known * (1 - known) / each.rounds) ** 0.5
        table.add_row(name, _percent(float(share)), _percent(error), "" if exact is None else _percent(float(exact)))
    return table


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.4f} %"
