"""Progress of a job: how many of its chunks are finished."""

from collections.abc import Callable, Iterator
from typing import TypeVar

__all__ = ["Progress", "with_progress"]

Result = TypeVar("Result")

Progress = Callable[[str, int, int], None]
"""Called with the name of the job, the number of finished chunks and the total number of chunks."""


def with_progress(results: Iterator[Result], progress: Progress | None, about: str, total: int) -> Iterator[Result]:
    """Yield the results, calling `progress` after each."""
    for done, result in enumerate(results):
        if progress:
            progress(about, done + 1, total)
        yield result
