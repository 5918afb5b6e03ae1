"""The shapes of answers, as OpenAPI describes them. Routes that build their answers as plain data refer to these.

A test compares live answers with them. Amounts are cents. Fields with a default can be absent. They are in one file
because they are values without logic, and together they are what programs receive.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import MediaType
from litestar.openapi.datastructures import ResponseSpec

from cardroom.analysis.report import Measure

__all__ = ["answer", "answers_202"]


def answer(shape: Any, status: int = 200, words: str = "The answer") -> dict[int, ResponseSpec]:
    """The value of `responses` of a route that answers with this shape."""
    return {status: ResponseSpec(shape, generate_examples=False, description=words, media_type=MediaType.JSON)}


class Waiting(msgspec.Struct):
    """An order that waits for a second person."""

    request: int
    until: int
    """When the request expires, in microseconds since 1970."""
    says: str


class InProgress(msgspec.Struct):
    """Figures that are being computed. Ask again in a moment."""

    state: str
    detail: str


def answers_202(shape: Any, *, waits: bool = True) -> dict[int, ResponseSpec]:
    """`responses` of a route whose order can wait for a second person, or whose figures are not ready."""
    words = "The order waits for a second person" if waits else "The figures are being computed"
    return answer(shape) | answer(Waiting if waits else InProgress, 202, words)


class HallBalance(msgspec.Struct):
    """The new balance of the account."""

    balance: int


class TableState(msgspec.Struct):
    """A table after an order."""

    table: str
    state: Literal["closing", "closed", ""] = ""


class StopEntry(msgspec.Struct):
    """A stopped game, or "all"."""

    what: str
    why: str
    who: str


class RequestResult(msgspec.Struct):
    """A decided request."""

    request: int
    says: str
    code: str = ""
    """The one-time code of a password that was reset. It is shown once, to the one who approved it."""


class TwoPersonsState(msgspec.Struct):
    """Whether some orders need a second person, and the cents in 24 hours above which cash needs one."""

    on: bool
    limit: int
    """Payouts of one player, or credits of one table."""
    deposit: int
    """Deposits of one player."""
    cashier: int
    """Deposits, or payouts, that one member of staff makes alone."""
    enrolled: bool
    """Whether the room has two operators who each have a second factor. Until then no order about money is carried
    out while the rule is on."""


class ProgramState(msgspec.Struct):
    """Whether the program's files are unchanged."""

    holds: bool
    digest: str
    why: str


class CertificateState(msgspec.Struct):
    """The state of a certificate."""

    state: Literal["made", "in progress", "not made yet", "none"]
    why: str = ""
    files: list[str] = []


class SharedPath(msgspec.Struct):
    """The path of a public link."""

    path: str


class ProcessEntry(msgspec.Struct):
    """A process that serves the room."""

    number: int
    tables: list[Any]


class PairFigures(msgspec.Struct):
    """Signals of collusion between two players."""

    one: str
    two: str


class ServerState(msgspec.Struct):
    """The state of the process."""

    status: str


class Share(msgspec.Struct):
    """An exact share, as a reduced fraction and a decimal."""

    exact: str
    decimal: float
    of: str = ""


class WagerFigures(msgspec.Struct):
    """The figures of a wager. They are exact, except those with a standard error."""

    wager: str
    label: str
    edge: Share | None
    element_of_risk: Share | None
    hit_frequency: Measure | None
    standard_deviation: Measure | None
    deals: str
    bars: list[list[Any]]
    jackpot: Any
    note: str
    strategy: list[str] = []
    """The best play in words, line by line; empty if there is no decision, or if it is not stored."""


class GameFigures(msgspec.Struct):
    """The exact figures of a rule set."""

    game: str
    set: str
    digest: str
    why: str
    """Why there are none; empty if there are."""
    wagers: list[WagerFigures]


class ReportRow(msgspec.Struct):
    """A table on a day, or a total."""

    table: str
    activity: bool
    rounds: int
    voided: int
    drop: int
    cash_out: int
    fills: int
    credits: int
    corrections: int
    collection: int
    jackpot_in: int
    jackpot_out: int
    handle: int
    win: int
    hold_of_drop: float | None
    games: list[dict[str, Any]]
    expected_win: float | None
    standard_error: float | None
    z: float | None
    luck: str


class HallReport(msgspec.Struct):
    """The report of a hall."""

    title: str
    from_: str = msgspec.field(name="from")
    to: str
    gaming_day: str
    made: str
    activity: bool
    tables: list[ReportRow]
    by_day: list[ReportRow]
    by_table: list[ReportRow]
    all: ReportRow
    cage: dict[str, Any]
    counting: list[str]
    remarks: list[str]


class JackpotEntry(msgspec.Struct):
    """A jackpot of the house."""

    name: str
    label: str
    terms: dict[str, Any]
    links: list[dict[str, Any]]
    amounts: dict[str, int]
    hits: list[dict[str, Any]]
    history: list[dict[str, int]]


class AuditState(msgspec.Struct):
    """The current audit of a hall, or the last one."""

    state: str
    who: str = ""
    began: float = 0
    done: int = 0
    total: int = 0
    ended: float | None = None
    holds: bool | None = None
    findings: list[str] = []
    remarks: list[str] = []


class ListedRound(msgspec.Struct):
    """A round in a list. `people` is left out where the caller may not see results."""

    hall: str
    table: str
    number: int
    game: str
    set: str
    name: str
    at: int
    ended: int
    stake: int
    net: int
    fee: int
    jackpot: int
    says: str
    voided: bool
    absent: bool
    people: dict[str, int] = {}


class RoundList(msgspec.Struct):
    """A page of rounds, the latest first."""

    rounds: list[ListedRound]
    before: int
    """The cursor of the next page; 0 after the last one."""


class ReplayStep(msgspec.Struct):
    """A step of a round."""

    says: list[str]
    mark: str
    picture: dict[str, Any]
    """The table at this moment. `GET /api/v1/messages` has the schema of pictures, as `Picture`."""


class RoundReplay(msgspec.Struct):
    """A round step by step, as the caller may see it."""

    replay: bool
    hall: str
    table: str
    number: int
    at: int
    ended: int
    voided: Any
    steps: list[ReplayStep]
    results: list[dict[str, Any]]
    net: dict[str, int]
    absent: list[str]
    record: dict[str, Any] | None
    proof: dict[str, Any] | None
    verdict: dict[str, Any] | None
    practice: bool


class ListedSet(msgspec.Struct):
    """A rule set of a game."""

    set: str
    name: str
    document: str
    id: str
    stakes: str
    seats: int


class ListedGame(msgspec.Struct):
    """A game with its rule sets."""

    game: str
    name: str
    bank: str
    seats: dict[str, int]
    says: str
    family: str
    felt: str
    edge: dict[str, Any] | None
    sets: list[ListedSet]


class RulesText(msgspec.Struct):
    """The rules page of a game."""

    game: str
    name: str
    rules: str
    id: str
    source: dict[str, Any]
    summary: str
    deck: dict[str, Any]
    wagers: list[dict[str, Any]]
    pay_tables: list[dict[str, Any]]
    trainer: bool
    """Whether the trainer has drills of this game."""
    poker: dict[str, Any] | None
    """Starting hands in words, and how often each hand occurs; None if it is not poker."""


class RuleDifference(msgspec.Struct):
    """A difference between two rule sets."""

    words: str


class ListedPlayer(msgspec.Struct):
    """A player at a table. Staff also see chips and absence."""

    name: str
    seat: int
    bot: bool


class ListedTable(msgspec.Struct):
    """A table in the lobby. A table that is being opened has only its name, its state and `of`."""

    name: str
    state: str
    of: str = ""
    game: str = ""
    set: str = ""
    title: str = ""
    seats: int = 0
    free: int = 0
    taken: int = 0
    stakes: str = ""
    round: str = ""
    stopped: str = ""
    waiting: int = 0
    people: list[ListedPlayer] = []
    meters: list[dict[str, Any]] = []
    notices: list[str] = []
    practice: bool = False
    private: bool = False
    """Whether only people with the table's link see it."""
    coach: bool = False
    """Whether the table has a coach."""
