"""Progress bars on standard error."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from cardroom.analysis.engine import ENGINES, Engine
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console

__all__ = ["PATIENCE", "engine_progress", "progress_bar", "with_progress"]

PATIENCE = 2.0
"""Seconds after which a progress bar appears."""
Thing = TypeVar("Thing")


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


def with_progress(things: Iterable[Thing], total: int | None, doing: str = "dealing") -> Iterator[Thing]:
    """Pass things on, with a progress bar on standard error if they take long and it is a terminal."""
    began = time.monotonic()
    progress: Progress | None = None
    watcher = console(stderr=True)
    try:
        for number, each in enumerate(things):
            if progress is None and watcher.is_terminal and time.monotonic() - began > PATIENCE:
                progress = Progress(console=watcher, transient=True, redirect_stdout=False)
                progress.start()
                task = progress.add_task(doing, total=total)
            if progress is not None:
                progress.update(task, completed=number)
            yield each
    finally:
        if progress is not None:
            progress.stop()
            sys.stdout.flush()
