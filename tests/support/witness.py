"""The clauses read rounds that any test finishes, and the test fails if one does not allow what happened.

Of each test the first, second, fourth, eighth round and so on is read, in a proof every one, so that the suite takes
hardly longer. A test that breaks rules on purpose says so: `@pytest.mark.breaks_rules("why")`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cardroom.clauses import violations
from cardroom.play import Round
from support.sampling import PROOF

__all__ = ["ClauseWitness"]

MOST = 5
"""Violations that a failure shows."""


class ClauseWitness:
    """A pytest plugin that follows the ends of rounds."""

    def __init__(self) -> None:
        self.finished = 0
        """Rounds that the current test has finished."""
        self.read = 0
        """Rounds that were read in all tests."""
        self.found: list[str] = []
        self.watching = False
        self._end = Round._end

    @pytest.hookimpl
    def pytest_sessionstart(self) -> None:
        """Follow the ends of rounds."""
        witness, end = self, self._end

        def ended(round: Round) -> None:
            end(round)
            witness.see(round)

        Round._end = ended  # type: ignore[method-assign]

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        """Leave rounds as they were."""
        Round._end = self._end  # type: ignore[method-assign]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Watch what fixtures play."""
        self.finished = 0
        with self.watched(item):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Watch what the test plays."""
        with self.watched(item):
            return (yield)

    @contextmanager
    def watched(self, item: pytest.Item) -> Iterator[None]:
        """Fail if a round was wrong, unless the test says that it breaks rules."""
        self.found, self.watching = [], item.get_closest_marker("breaks_rules") is None
        try:
            yield
        finally:
            self.watching = False
        if self.found:
            pytest.fail("a clause complains of a round that this test played:\n" + "\n".join(self.found[:MOST]), False)

    def see(self, round: Round) -> None:
        """Read a finished round, or leave it out."""
        if not self.watching:
            return
        self.finished += 1
        if not PROOF and self.finished & (self.finished - 1):
            return
        self.read += 1
        rules = round.rules
        self.found += [f"{rules.game}, {rules.rules}: {each}" for each in violations(round)]
