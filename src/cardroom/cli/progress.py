"""A bar for whatever takes longer than people like to wait without a word."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from cardroom.analysis.engine import ENGINES, Engine
from cardroom.cli import UsageError
from cardroom.cli.common import console

__all__ = ["engine_progress", "progress_bar"]


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on standard error, if somebody watches, for whoever tells what is done, how much of it, and of how much."""
    with _bar() as bar:
        stage = bar.add_task("getting ready", total=None)
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
    """An engine for each game by its title; on standard error, if somebody watches, what is done, how far and how long.

    Where there are several games, a second bar tells how many.
    """
    if name not in ENGINES:
        raise UsageError(f"--engine {name} is none of {', '.join(ENGINES)}")
    with _bar() as bar:
        whole = bar.add_task("all", total=games, visible=games > 1, completed=-1)
        stage = bar.add_task("getting ready", total=None)

        def told(about: str, done: int, total: int) -> None:
            if bar.tasks[stage].description != about:
                bar.reset(stage, description=about, total=total)
            bar.update(stage, completed=done)

        def engine(title: str) -> Engine:
            bar.advance(whole)
            bar.reset(stage, description=title, total=None)
            try:
                return ENGINES[name](workers, told)
            except ModuleNotFoundError as missing:
                raise UsageError(str(missing)) from None

        yield engine
