"""A fork server for mutants: pytest, cardroom and the tests are loaded once, and each mutant runs in a forked child.

Two kinds of children are forked. Those for data are forked before any test module was imported, because test modules
read rule sets while they are imported. Those for code are forked after all named tests were collected.
"""

import gc
import os
import re
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.rulebook import slugs
from mutants.breaks import ROOT
from mutants.copies import OPTIONS

__all__ = ["INVALID", "SECONDS", "Limit", "Runner", "Tried", "in_parallel", "in_session"]

SECONDS = 20.0
"""Seconds of work after which a test is said to hang. A mutant that makes a test hang is killed."""
INVALID = "invalid"
"""The answer of a child whose mutant cannot be made."""


Limit = Callable[[str], float] | None


class Tried(msgspec.Struct, frozen=True):
    """What happened to a mutant."""

    failed: tuple[str, ...]
    """Tests that failed, in the order in which they ran."""
    passed: tuple[str, ...]
    seconds: dict[str, float]
    why: str = ""
    """INVALID, if the mutant could not be made."""


def in_session(tests: Iterable[str], before: Callable[["Runner"], None], after: Callable[["Runner"], None]) -> int:
    """Start pytest, call `before` with nothing collected, collect the tests, and call `after`."""

    class Plugin:
        failed = False
        """Whether a test has failed since this was last set."""

        @pytest.hookimpl(wrapper=True)
        def pytest_collection(self, session: pytest.Session) -> Iterator[None]:
            before(Runner(session, self, collected=False))
            return (yield)

        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if session.testsfailed:
                raise session.Interrupted(f"{session.testsfailed} errors during collection")
            after(Runner(session, self, collected=True))
            return True

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            self.failed = self.failed or report.failed

    given = [*OPTIONS, "-o", "timeout=0", f"--rootdir={ROOT}", "-c", str(ROOT / "pyproject.toml")]
    return int(pytest.main([*given, *sorted(set(tests))], plugins=[Plugin()]))


class Runner:
    """Runs tests in forked children."""

    def __init__(self, session: pytest.Session, seen: Any, *, collected: bool) -> None:
        self.session, self.seen, self.collected = session, seen, collected
        self.items = _by_name(session.items) if collected else {}

    def run(
        self, make: Callable[[], bool], groups: Sequence[Sequence[str]], rest: Sequence[str] = (), limit: Limit = None
    ) -> Tried:
        """Fork, make the mutant, and run tests.

        `groups` are lists of tests, as `FILE::NAME` or, for the parameters of one game, `FILE::NAME@GAME`. Of each
        list the tests run until one fails. A test that is in several lists runs once. The tests in `rest` run until
        one fails, if no other has. `limit` gives the seconds for a test.
        """
        said = _forked(lambda send: self._child(send, make, groups, rest, limit))
        return msgspec.json.decode(said, type=Tried) if said else Tried((), (), {}, "the child ended without an answer")

    def _child(
        self,
        send: Callable[[bytes], None],
        make: Callable[[], bool],
        groups: Sequence[Sequence[str]],
        rest: Sequence[str],
        limit: Limit,
    ) -> None:
        failed: list[str] = []
        passed: list[str] = []
        took: dict[str, float] = {}

        def answer(why: str = "") -> None:
            send(msgspec.json.encode(Tried(tuple(failed), tuple(passed), took, why)))

        if not make():
            answer(INVALID)
            return
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        try:
            self.session.config.pluginmanager.unregister(name="terminalreporter")
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)  # where pytest makes `tmp_path`
            items = dict(self.items)
            known: dict[tuple[str, ...], tuple[bool, float]] = {}

            def late(*_: object) -> None:
                failed.append(current)
                answer()
                shutil.rmtree(folder, ignore_errors=True)
                os._exit(0)

            for sent in (signal.SIGALRM, signal.SIGPROF):
                signal.signal(sent, late)
            for number, group in enumerate((*groups, rest)):
                if number == len(groups) and failed:
                    break
                for current in group:
                    seconds = limit(current) if limit else SECONDS
                    if current not in failed and current not in passed:
                        start = time.process_time()
                        signal.setitimer(signal.ITIMER_PROF, seconds)
                        signal.setitimer(signal.ITIMER_REAL, 8 * seconds)
                        chosen = _of_game(items, current) if self.collected else []
                        ids = tuple(item.nodeid for item in chosen) or (current,)
                        if ids not in known:
                            bad = self._fails(chosen) if self.collected else self._fails_alone(current, seconds)
                            known[ids] = (bad, time.process_time() - start)
                        bad, took[current] = known[ids]
                        (failed if bad else passed).append(current)
                    if current in failed:
                        break
            for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
                signal.setitimer(timer, 0)
            answer()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _fails_alone(self, key: str, seconds: float) -> bool:
        """Whether a test fails that is collected now, in a child of its own, because a session collects only once.

        It also fails if its module cannot be imported any more, or if it takes too long.
        """

        def work(send: Callable[[bytes], None]) -> None:
            for sent in (signal.SIGALRM, signal.SIGPROF):
                signal.signal(sent, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            signal.setitimer(signal.ITIMER_REAL, 8 * seconds)
            found = _by_name(self.session.perform_collect([str(ROOT / key.partition("@")[0])]))
            if not self._fails(_of_game(found, key)):
                send(b"passed")

        return _forked(work) != b"passed"

    def _fails(self, items: Sequence[pytest.Item]) -> bool:
        """Whether one of the items fails. The others are not run then."""
        self.seen.failed = False
        for item, following in zip(items, (*items[1:], None), strict=False):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.seen.failed:
                with suppress(BaseException):
                    item.ihook.pytest_runtest_teardown(item=item, nextitem=None)
                return True
        return False


def _by_name(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        name = f"{item.path.relative_to(ROOT)}::{getattr(item, 'originalname', None) or item.name}"
        found.setdefault(name, []).append(item)
    return found


def _of_game(items: dict[str, list[pytest.Item]], key: str) -> list[pytest.Item]:
    """The items of a test. With `@GAME`, those that are for this game, if the test has any."""
    name, _, game = key.partition("@")
    own = [item for item in items.get(name, []) if game and game_in(item.name.partition("[")[2]) == game]
    return own or items.get(name, [])


@cache
def game_in(parameters: str) -> str:
    """The game that a test's parameters name; empty if they name none.

    >>> game_in("omaha-high-low-500-club]"), game_in("<Game razz, standard>]"), game_in("3-4]")
    ('omaha-high-low', 'razz', '')
    """
    found = [slug for slug in slugs() if re.search(rf"(^|[-< ]){re.escape(slug)}($|[-,\]])", parameters)]
    return max(found, key=len, default="")


def _forked(work: Callable[[Callable[[bytes], None]], None]) -> bytes:
    """Run work in a forked child, and return what it sends. The child says nothing on the terminal."""
    read, write = os.pipe()
    gc.freeze()  # the child shares the memory of everything that is there now
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(read)
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            work(lambda data: _all(write, data))
            code = 0
        except BaseException:
            if log := os.environ.get("MUTANTS_LOG"):
                Path(log).write_text(traceback.format_exc())
        finally:
            os._exit(code)
    os.close(write)
    data = bytearray()
    while chunk := os.read(read, 1 << 16):
        data += chunk
    os.close(read)
    os.waitpid(pid, 0)
    return bytes(data)


def _all(write: int, data: bytes) -> None:
    while data:
        data = data[os.write(write, data) :]


def in_parallel(jobs: int, works: Sequence[Callable[[], Any]], done: Callable[[int, Any], None]) -> None:
    """Run each work in a forked worker, several at a time. `done` receives its number and its JSON value."""
    waiting, running = list(enumerate(works)), {}
    buffers: dict[int, bytearray] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            number, work = waiting.pop(0)
            read, write = os.pipe()
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    os.close(read)
                    _all(write, msgspec.json.encode(work()))
                    code = 0
                except BaseException:
                    traceback.print_exc()
                finally:
                    sys.stderr.flush()
                    os._exit(code)
            os.close(write)
            running[read], buffers[read] = (number, pid), bytearray()
        for read in select.select(list(running), [], [])[0]:
            if chunk := os.read(read, 1 << 16):
                buffers[read] += chunk
                continue
            number, pid = running.pop(read)
            os.close(read)
            os.waitpid(pid, 0)
            done(number, msgspec.json.decode(buffers.pop(read) or b"null"))
