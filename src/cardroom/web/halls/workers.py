"""Background work: reading played rounds, exact figures, certificates, audits.

It runs neither in the event loop nor in the threads that commit. Figures are computed in a separate process, and the
values of decisions in another one, so that a player does not wait for figures.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

import msgspec

from cardroom.analysis import Report, has_analysis
from cardroom.analysis.engine import Local
from cardroom.analysis.evaluation import Evaluation, OpenDecision, begin, evaluate_sent, has_evaluator, sent_decision
from cardroom.analysis.store import known_report, report_in_force
from cardroom.errors import InputError
from cardroom.games import game, game_of
from cardroom.house.audit import CHECKS, Audit, audit, check_of
from cardroom.house.reports import Theory, why_unproved
from cardroom.house.tables import Recall
from cardroom.play.game import Game
from cardroom.players import sample_decisions
from cardroom.poker.statistics import ShownStreet, StreetEquity, equity_by_street
from cardroom.rulebook import RuleSet
from cardroom.rulebook.loading import checked_rule_set
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people import PeopleStore, StoredPeople, people_findings, read_people

__all__ = ["AuditCheck", "AuditRun", "Workers"]

_T = TypeVar("_T")
_WAITS = 10.0
"""Seconds that a request waits for figures. After that, the caller must ask again."""
MOST_FINDINGS = 200


MOST_RUNS = 20
"""The audits of a hall that are remembered."""


class AuditCheck(msgspec.Struct, frozen=True):
    """One of the checks of an audit."""

    name: str
    count: int
    """How many rounds, entries, accounts, jackpots or rule sets it was made for."""
    findings: int


class AuditRun(msgspec.Struct):
    """The current audit of a hall, or the last one."""

    who: str
    began: float
    state: str = "in progress"
    book: str = ""
    done: int = 0
    total: int = 0
    ended: float | None = None
    holds: bool | None = None
    lines: int = 0
    rounds: int = 0
    findings: list[str] = []
    remarks: list[str] = []
    """What an examiner must know, although it is no problem."""
    checks: list[AuditCheck] = []
    """What was checked, in order; empty until the end."""


class Workers:
    """The threads and the process for background work."""

    def __init__(self, halls: dict[str, Hall], people: PeopleStore | None = None) -> None:
        """An audit of the money hall compares its notes with `people`."""
        self._halls, self._people = halls, people
        self.recalls = {name: Recall(hall.house.books) for name, hall in halls.items()}
        self._readers = ThreadPoolExecutor(2, "workers")
        self._auditors = ThreadPoolExecutor(1, "audit")
        self._process: ProcessPoolExecutor | None = None
        self._figures: dict[str, Future[Report]] = {}
        """Exact figures that were requested, by game and digest."""
        self._certificates: dict[str, Future[dict[str, str]]] = {}
        """Certificates that were requested, by game and digest. Each is a text for every file ending."""
        self._coach: ProcessPoolExecutor | None = None
        self.reviews: OrderedDict[tuple[str, str, int, str], Any] = OrderedDict()
        """Reviews that were made, by hall, table, round and player. A finished round does not change."""
        self.audits: dict[str, AuditRun] = {}
        """The current or last audit of each hall."""
        self.runs: dict[str, deque[AuditRun]] = {name: deque(maxlen=MOST_RUNS) for name in halls}
        """The audits of each hall since the room was opened, the latest first."""
        self._closed = False

    async def read(self, act: Callable[[], _T]) -> _T:
        """Call a slow function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, act)

    # -- exact figures --------------------------------------------------------------------------------------------

    async def theory(self, game: Game, seconds: float = _WAITS) -> Theory | None:
        """The expected result of a game for the house; None while it is being computed."""
        if why := why_unproved(game):
            return Theory(game, (), why)
        if (known := known_report(game.rules)) is not None:
            return Theory(game, known.wagers)
        return await self.figures(game, seconds)

    async def figures(self, game: Game, seconds: float = _WAITS) -> Theory | None:
        """The exact figures of a game; None while they are being computed."""
        if not has_analysis(game.rules):
            return Theory(game, (), "it has no exact analysis")
        future = self._figures_of(game)
        await asyncio.wait([asyncio.wrap_future(future)], timeout=seconds)
        if not future.done():
            return None
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            self._restart()
            return Theory(game, (), "the computation was interrupted; ask again to restart it")
        return Theory(game, (), str(error)) if error else Theory(game, future.result().wagers)

    def _restart(self) -> None:
        """Forget a process that died, and its unfinished work. The next request starts a new one."""
        self._process = None
        for known in (self._figures, self._certificates):
            for digest, future in [*known.items()]:
                if future.done() and future.exception() is not None:
                    del known[digest]

    def _figures_of(self, game: Game) -> Future[Report]:
        digest = f"{game.slug} {game.rules.digest}"
        if digest not in self._figures:
            self._figures[digest] = self._submit(_count, game.slug, msgspec.json.encode(game.rules))
        return self._figures[digest]

    def _submit(self, count: Callable[..., _T], *of: Any) -> Future[_T]:
        try:
            return self._counter().submit(count, *of)
        except BrokenProcessPool:  # the process died while it was idle
            self._restart()
            return self._counter().submit(count, *of)

    def _counter(self) -> ProcessPoolExecutor:
        if self._process is None:
            self._process = ProcessPoolExecutor(1, get_context("spawn"), initializer=begin)
        return self._process

    def certificate(self, game: Game, make: bool = False) -> Future[dict[str, str]] | None:
        """The files of a certificate, with every pay table. None if no one has requested it; `make` requests it."""
        digest = f"{game.slug} {game.rules.digest}"
        known = self._certificates.get(digest)
        if known is not None and known.done() and isinstance(known.exception(), BrokenProcessPool):
            self._restart()
        if make and digest not in self._certificates:
            self._certificates[digest] = self._submit(_certify, game.slug, game.rules.rules)
        return self._certificates.get(digest)

    # -- values of decisions --------------------------------------------------------------------------------------

    async def evaluate(self, decisions: Sequence[OpenDecision]) -> list[Evaluation]:
        """The exact values of decisions, computed in a separate process."""
        return await self._coached(evaluate_sent, [sent_decision(each) for each in decisions])

    async def equities(self, rules: RuleSet, streets: Sequence[ShownStreet], who: str) -> tuple[StreetEquity, ...]:
        """The equities of shown hands, counted in the same process."""
        return await self._coached(_equities, rules.game, msgspec.json.encode(rules), streets, who)

    async def _coached(self, count: Callable[..., _T], *of: Any) -> _T:
        try:
            return await asyncio.wrap_future(self._coach_process().submit(count, *of))
        except BrokenProcessPool:  # it died, perhaps while it was idle
            self._coach = None
            return await asyncio.wrap_future(self._coach_process().submit(count, *of))

    def warm_up(self, decisions: Sequence[OpenDecision]) -> None:
        """Start the process and let it load what these decisions need, before a player waits for it."""
        try:
            self._coach_process().submit(evaluate_sent, [sent_decision(each) for each in decisions])
        except BrokenProcessPool:  # the next request starts a new one
            self._coach = None

    def warm_up_game(self, game: Game) -> None:
        """The same for every kind of decision of a game, without waiting."""
        if has_evaluator(game.rules):
            self._readers.submit(lambda: self.warm_up(sample_decisions(game)))

    def _coach_process(self) -> ProcessPoolExecutor:
        if self._coach is None:
            self._coach = ProcessPoolExecutor(1, get_context("spawn"), initializer=begin)
        return self._coach

    # -- audits ---------------------------------------------------------------------------------------------------

    def start_audit(self, hall: str, who: str) -> AuditRun:
        """Start an audit of all books of a hall. Only one runs at a time."""
        last = self.audits.get(hall)
        if last is not None and last.ended is None:
            raise InputError(f"An audit is already running. {last.who} started it.")
        run = self.audits[hall] = AuditRun(who, time.time())
        self.runs[hall].appendleft(run)
        self._auditors.submit(self._audit, run, self._halls[hall])
        return run

    def _audit(self, run: AuditRun, hall: Hall) -> None:
        def progress(book: str, done: int, total: int) -> None:
            if self._closed:
                raise _Closing
            run.book, run.done, run.total = book, done, total
            time.sleep(0.002)  # live play has priority

        try:
            result = audit(hall.house.books, progress=progress)
            if self._people is not None and hall.name == MONEY:
                users = people_findings(hall.house.books, partial(_read_people, self._people))
                result = result._replace(findings=(*users, *result.findings))
            run.lines, run.rounds, run.holds = result.entries, result.rounds, result.holds
            run.findings = [str(each) for each in result.findings[:MOST_FINDINGS]]
            run.remarks = [*result.remarks]
            run.checks = _checks(hall, result)
            run.state = "done"
        except BaseException as error:
            run.state = f"failed: {error or type(error).__name__}"
        run.ended = time.time()

    def close(self) -> None:
        """Stop all threads and processes."""
        self._closed = True
        self._readers.shutdown(cancel_futures=True)
        self._auditors.shutdown(cancel_futures=True)
        for process in (self._process, self._coach):
            if process is not None:
                for each in [*process._processes.values()]:  # its work may take minutes, so do not wait for it
                    each.terminate()
                process.shutdown(wait=False, cancel_futures=True)


def _checks(hall: Hall, result: Audit) -> list[AuditCheck]:
    """What an audit checked, with the number of findings of each check."""
    found = Counter(map(check_of, result.findings))
    books = hall.house.books
    counts = (
        result.rounds,
        result.entries,
        result.rounds,
        len(result.checkpoint.balances),
        len(hall.house.jackpots.names()),
        len(books.rule_digests()),
    )
    return [AuditCheck(name, count, found[name]) for name, count in zip(CHECKS, counts, strict=True)]


def _read_people(people: PeopleStore) -> StoredPeople:
    with people.database.reading() as connection:
        return read_people(connection)


class _Closing(BaseException):
    """The server is closing."""


def _count(slug: str, text: bytes) -> Report:
    """Compute exact figures. Runs in the separate process."""
    return report_in_force(game_of(_sent_rules(slug, text)), Local(1))


def _equities(slug: str, text: bytes, streets: Sequence[ShownStreet], who: str) -> tuple[StreetEquity, ...]:
    return equity_by_street(_sent_rules(slug, text), streets, who)


def _sent_rules(slug: str, text: bytes) -> RuleSet:
    return checked_rule_set(msgspec.json.decode(text) | {"game": slug})


def _certify(slug: str, rules: str) -> dict[str, str]:
    """Compute the files that `cardroom certify` writes. Runs in the separate process, which alone loads NumPy."""
    from cardroom.analysis.certificate import certificate_files  # noqa: PLC0415

    return certificate_files(game(slug, rules), Local(1))
