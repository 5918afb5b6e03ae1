"""Progress bars on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from cardroom.analysis.engine import ENGINES, Engine
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console

__all__ = ["engine_progress", "progress_bar"]


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if that is a terminal. Yields a function of step, amount done and total."""
    with _bar() as bar:
        stage = bar.add_task("preparing", total=None)
        yield lambda about, done, total: bar.update(stage, description=about, completed=done, total=total)


def _bar() -> Progress:
    watcher = console(stderr=True)
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    quiet = not watcher.is_terminal
    return Progress(*columns, console=watcher, transient=True, disable=quiet, redirect_stdout=False)


@contextmanager
def engine_progress(
    name: str = "local", workers: int | None = None, games: int = 1
) -> Iterator[Callable[[str], Engine]]:
    """An engine for each game by its title, with a progress bar on standard error if that is a terminal.

    With several games, a second bar counts them.
    """
    if name not in ENGINES:
        raise UsageError(f"--engine must be {' or '.join(ENGINES)}, not {name}.")
    with _bar() as bar:
        whole = bar.add_task("all", total=games, visible=games > 1, completed=-1)
        stage = bar.add_task("preparing", total=None)

        def report(about: str, done: int, total: int) -> None:
            if bar.tasks[stage].description != about:
                bar.reset(stage, description=about, total=total)
            bar.update(stage, completed=done)

        def engine(title: str) -> Engine:
            bar.advance(whole)
            bar.reset(stage, description=title, total=None)
            try:
                return ENGINES[name](workers, report)
            except ModuleNotFoundError as missing:
                raise UsageError(str(missing)) from None

        yield engine
