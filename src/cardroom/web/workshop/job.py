"""The computation of a draft's figures, in a process of its own, which can be killed at any time."""

from __future__ import annotations

from fractions import Fraction
from multiprocessing.connection import Connection

import msgspec

from cardroom.analysis.engine import Local, Progress
from cardroom.analysis.evaluation import begin
from cardroom.analysis.report import BarFigures, Measure, WagerReport, bars
from cardroom.analysis.store import report_in_force
from cardroom.errors import InputError
from cardroom.figures import figure
from cardroom.games import game_of
from cardroom.play.game import Game
from cardroom.rulebook.differences import differences
from cardroom.rulebook.loading import checked_rule_set

__all__ = ["CANCEL", "DraftJob", "WorkshopFigures", "WorkshopWager", "compute", "serve_jobs"]


CANCEL = b"cancel"
"""The message that ends a computation. The process stays warm, unless it is killed because it does not answer."""


class DraftJob(msgspec.Struct, frozen=True):
    """What is to be computed: the rules of a draft and of the rule set that it changes, as texts."""

    game: str
    rules: bytes
    base: bytes
    known: dict[str, str] = {}
    """The exact edges of the base by wager, if they are known already."""
    certificate: bool = False


class ExactFigure(msgspec.Struct, frozen=True):
    """A fraction, and the same as a decimal."""

    exact: str
    decimal: float


class WorkshopWager(msgspec.Struct, frozen=True):
    """The figures of a wager of the draft, beside the rule set that it changes. Those with an error are estimates."""

    wager: str
    label: str
    of: str
    """The wager in whose units the figures are given."""
    edge: ExactFigure
    hit_frequency: Measure
    standard_deviation: Measure
    most: ExactFigure
    """The largest win, in units."""
    deals: str
    """The number of deals that were counted."""
    bars: list[BarFigures]
    """The results for a plot, the worst first."""
    note: str
    before: ExactFigure | None
    """The edge under the rule set that the draft changes; None if the wager is new."""
    change: ExactFigure | None
    """The edge minus `before`."""


class WorkshopFigures(msgspec.Struct, frozen=True):
    """The exact figures of a draft."""

    digest: str
    differences: list[str]
    """Every difference from the rule set that it changes, in words."""
    wagers: list[WorkshopWager]


def serve_jobs(connection: Connection) -> None:
    """Compute jobs until the server closes the connection. DraftRuns in the separate process."""
    begin()

    def progress(about: str, done: int, total: int) -> None:
        if connection.poll() and connection.recv_bytes() == CANCEL:
            raise _Cancelled
        connection.send(("progress", about, done, total))

    while True:
        try:
            message = connection.recv_bytes()
        except (EOFError, OSError):
            return
        if message == CANCEL:  # the computation ended before the message came
            continue
        try:
            answer = compute(msgspec.msgpack.decode(message, type=DraftJob), progress)
        except _Cancelled:
            connection.send(("cancelled",))
        except InputError as error:
            connection.send(("failed", str(error)))
        except Exception as error:  # the server must hear of a bug too
            connection.send(("failed", f"{type(error).__name__}: {error}"))
        else:
            connection.send(("done", msgspec.msgpack.encode(answer)))


class _Cancelled(BaseException):
    """The operator does not want the figures any more."""


def compute(job: DraftJob, progress: Progress | None = None) -> WorkshopFigures | dict[str, str]:
    """The figures of a draft, or the files of its certificate."""
    engine, game = Local(1, progress), _game(job.game, job.rules)
    if job.certificate:
        from cardroom.analysis.certificate import certificate_files  # noqa: PLC0415  # loads NumPy

        return certificate_files(game, engine)
    base = _game(job.game, job.base)
    report = report_in_force(game, engine)
    before = {wager: Fraction(edge) for wager, edge in job.known.items()} or _base_edges(base, engine)
    changes = [each.words for each in differences(base.rules, game.rules)]
    wagers = [_wager(each, before.get(each.wager)) for each in report.wagers]
    return WorkshopFigures(game.rules.digest, changes, wagers)


def _game(slug: str, text: bytes) -> Game:
    return game_of(checked_rule_set(msgspec.json.decode(text) | {"game": slug}))


_KNOWN: dict[str, dict[str, Fraction]] = {}
"""Edges of rule sets that were changed before, by digest."""


def _base_edges(base: Game, engine: Local) -> dict[str, Fraction]:
    """The edges of the rule set that a draft changes."""
    digest = base.rules.digest
    if digest not in _KNOWN:
        _KNOWN[digest] = {each.wager: each.edge for each in report_in_force(base, engine).wagers}
    return _KNOWN[digest]


def _wager(report: WagerReport, before: Fraction | None) -> WorkshopWager:
    return WorkshopWager(
        report.wager,
        report.label,
        report.of,
        _exact(report.edge),
        msgspec.convert(figure(report.hit_frequency), Measure),
        msgspec.convert(figure(report.standard_deviation), Measure),
        _exact(report.most_won),
        str(report.deals),
        [msgspec.convert(bar.to_dict(), BarFigures) for bar in bars(report.distribution)],
        report.note,
        None if before is None else _exact(before),
        None if before is None else _exact(report.edge - before),
    )


def _exact(value: Fraction) -> ExactFigure:
    return msgspec.convert(figure(value), ExactFigure)
