"""Reports, audits and the cage's entries for the floor, operators and auditors; exact edges for everyone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from datetime import time as hour
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec.structs import asdict

from cardroom.analysis.report import BarFigures, Measure
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.house.books import GamingDays
from cardroom.house.cage import MOST_SHOWN, CagePage, Liabilities, cage_entries, liabilities, period_remarks
from cardroom.house.jackpots import Hit, Pool, meter_history
from cardroom.house.reports import TableDay, Theory, cage_report, note_abnormal, report_of, rounds_by_day, table_days
from cardroom.play.game import Game
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.draft_tables import game_or_draft
from cardroom.web.api.figures import known_figures, wagers_for_pages
from cardroom.web.api.waiting import other_answer
from cardroom.web.halls import MONEY, AuditRun
from cardroom.web.people import READERS, needs, signed_in, token_scope

__all__ = ["BooksApi", "known_edges"]

MOST_DAYS = 366
_STAFF = [needs(*READERS)]


class InProgress(msgspec.Struct, frozen=True):
    """Figures that are being computed. Ask again in a moment."""

    state: str
    detail: str


_SOON = other_answer(InProgress, 202, "The figures are being computed")


class Share(msgspec.Struct, frozen=True):
    """An exact share, as a reduced fraction and a decimal."""

    exact: str
    decimal: float
    of: str


class WagerFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a wager. They are exact, except those with a standard error."""

    wager: str
    label: str
    edge: Share
    element_of_risk: Share | None
    hit_frequency: Measure
    standard_deviation: Measure
    deals: str
    bars: list[BarFigures]
    """Net results and their shares for a plot, the worst first."""
    jackpot: Any
    note: str
    strategy: list[str]
    """The best play in words, line by line; empty if there is no decision, or if it is not stored."""


class GameFigures(msgspec.Struct, frozen=True):
    """The exact figures of a rule set."""

    game: str
    set: str
    digest: str
    why: str
    """Why there are none; empty if there are."""
    wagers: list[WagerFigures]


class HoldLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result of a wager, beside its exact expectation."""

    name: str
    pay_table: str
    placed: int
    handle: int
    win: int
    hold_of_handle: float | None
    edge: str | None
    expected_win: float | None
    expected_of_handle: float | None
    expected_of_drop: float | msgspec.UnsetType | None = msgspec.UNSET
    standard_error: float | None
    standard_error_most: float | None
    z: float | None
    luck: str
    note: str


class HoldGame(HoldLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result of a game under one rule set."""

    game: str
    rules: str
    digest: str
    rounds: int
    house_rules: dict[str, Any]
    wagers: list[HoldLine]


class ReportRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table on a day, or a total. A total of several days has `from` and `to` instead of `day`."""

    table: str
    day: str | msgspec.UnsetType = msgspec.UNSET
    from_: str | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="from")
    to: str | msgspec.UnsetType = msgspec.UNSET
    activity: bool
    rounds: int
    voided: int
    drop: int
    cash_out: int
    bot_drop: int
    bot_cash_out: int
    fills: int
    credits: int
    corrections: int
    collection: int
    jackpot_in: int
    jackpot_out: int
    handle: int
    win: int
    hold_of_drop: float | None
    games: list[HoldGame]
    expected_win: float | None
    standard_error: float | None
    standard_error_most: float | None
    z: float | None
    luck: str
    exact_win: int | None


class CashLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one member of staff moved for one account on one gaming day."""

    day: str
    kind: str
    account: str
    by: str
    times: int
    cents: int
    net: int


class RackLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips in a table's house bank at the end of the period."""

    table: str
    cents: int
    closed: bool


class CageTotals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cage's part of a report."""

    deposits: int
    withdrawals: int
    corrections: int
    rows: list[CashLine]
    racks: list[RackLine]
    opening: int
    came_in: dict[str, int]
    went_out: dict[str, int]
    closing: int
    ties: bool
    """Whether the movements explain the change of the money in the room."""


class HallReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    cage: CageTotals
    counting: list[str]
    """The games whose figures are still being computed."""
    remarks: list[str]


class JackpotAmounts(msgspec.Struct, frozen=True):
    """The balances of a jackpot's accounts."""

    meter: int
    reserve: int
    overflow: int
    claimed: int
    held: int
    short: int
    owed: int


class JackpotHit(Hit, frozen=True):
    """A hit, with its entry."""

    at: int
    who: str
    table: str


class MeterAt(msgspec.Struct, frozen=True):
    """What a meter read."""

    at: int
    cents: int


class JackpotEntry(Pool, frozen=True, kw_only=True):
    """A jackpot of the house."""

    amounts: JackpotAmounts
    hits: list[JackpotHit]
    history: list[MeterAt]


class ProgramState(msgspec.Struct, frozen=True):
    """Whether the program's files are unchanged."""

    holds: bool
    digest: str
    why: str


class RoundsOfDay(msgspec.Struct, frozen=True):
    """The rounds of a gaming day."""

    day: str
    rounds: int
    proved: int


class BooksApi(Controller):
    """Reports and audits."""

    path = "/"
    tags = ("books",)
    opt = token_scope("operate")

    @get("/games/{slug:str}/{rules:str}/edges", responses=_SOON)
    async def edges(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> Response[GameFigures]:
        """The exact edge of each wager of a game. Status 202 while the edges are being computed."""
        wanted = game_or_draft(request, slug, rules)
        if (known := known_edges(wanted)) is not None:
            return Response(known)
        theory = await workers_of(request).figures(wanted)
        return _in_progress() if theory is None else Response(_edges(theory))

    @get("/edges", sync_to_thread=True)
    def known(self) -> list[GameFigures]:
        """The exact edges of all games that were computed in advance."""
        return [edges for each in all_games() if (edges := known_edges(each)) is not None]

    @get("/halls/{hall:str}/report", guards=_STAFF, responses=_SOON)
    async def report(
        self,
        request: HttpRequest,
        hall: FromPath[str],
        first: FromQuery[date | None] = None,
        last: FromQuery[date | None] = None,
        table: FromQuery[str | None] = None,
        begins: FromQuery[str] = "06:00",
        zone: FromQuery[str | None] = None,
        at_once: FromQuery[bool] = False,
    ) -> Response[HallReport]:
        """Drop, handle, win and hold by gaming day and table, beside the exact expectation. With `at_once` the report
        does not wait for figures; `counting` names the games whose figures are still being computed. For money, a
        result that is too far off to be luck is noted as a significant event, once for each day that is over."""
        house, workers = hall_of(request, hall).house, workers_of(request)
        days = GamingDays(_hour(begins), _zone(zone))
        today = days.of(int(datetime.now(UTC).timestamp()) * 1_000_000)
        start = first or last or today
        end = last or max(start, today)
        if not 0 <= (end - start).days < MOST_DAYS:
            raise InputError(f"A report covers at most {MOST_DAYS} days, and must not end before it begins.")
        if not 1970 <= start.year <= end.year <= today.year + 1:
            raise InputError("A report covers days from 1970 to next year.")
        facts = await workers.read(lambda: _facts(request, hall, start, end, days, table))
        cage = await workers.read(lambda: cage_report(house.books, start, end, days))
        theories: dict[str, Theory] = {}
        counting: set[str] = set()
        played = {each.rules.digest: each for day in facts for each in day.games}
        for digest, each in played.items():
            wanted: Game = await workers.read(lambda each=each: house.find(each.game, each.rules))  # type: ignore[misc]
            theory = await (workers.theory(wanted, 0.0) if at_once else workers.theory(wanted))
            if theory is None and not at_once:
                return _in_progress()
            if theory is None:
                counting.add(wanted.rules.name)
            theories[digest] = theory or Theory(wanted, (), "its exact figures are being computed")
        remarks = await workers.read(lambda: _remarks(request, start, end, days))
        more = {"counting": sorted(counting), "remarks": remarks}
        value = report_of(facts, cage, theories, start, end, days) | more
        if hall == MONEY:
            who = signed_in(request).name
            await hall_of(request, hall).books(lambda: note_abnormal(house.books, value, today, who=who))
        return Response(msgspec.convert(value, HallReport))

    @get("/halls/{hall:str}/jackpots", guards=_STAFF)
    async def jackpots(self, request: HttpRequest, hall: FromPath[str]) -> list[JackpotEntry]:
        """The jackpots of the house: amounts, terms, tables, meters by day, and the last 25 hits."""
        house = hall_of(request, hall).house
        jackpots = house.jackpots

        def described(name: str) -> JackpotEntry:
            amounts, hits = jackpots.amounts(name), jackpots.hits(name)
            rows = [JackpotHit(**asdict(hit), at=entry.at, who=entry.who, table=table) for entry, table, hit in hits]
            history = [MeterAt(*each) for each in meter_history(house.books, name)[-MOST_DAYS:]]
            owed = JackpotAmounts(*amounts, amounts.owed)
            return JackpotEntry(**asdict(jackpots.pool(name)), amounts=owed, hits=rows, history=history)

        return await workers_of(request).read(lambda: [described(name) for name in jackpots.names()])

    @get("/halls/{hall:str}/liabilities", guards=_STAFF)
    async def owed(self, request: HttpRequest, hall: FromPath[str]) -> Liabilities:
        """Balances of players in the cage and at tables, amounts in jackpots, and the house's own money."""
        books = hall_of(request, hall).house.books
        return await workers_of(request).read(lambda: liabilities(books))

    @get("/halls/{hall:str}/events", guards=_STAFF)
    async def events(
        self,
        request: HttpRequest,
        hall: FromPath[str],
        before: Annotated[int, QueryParameter(ge=0, le=2**62)] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=MOST_SHOWN)] = 50,
        kind: FromQuery[list[str] | None] = None,
        who: FromQuery[str] = "",
        since: Annotated[int, QueryParameter(ge=0, le=2**62)] = 0,
        until: Annotated[int, QueryParameter(ge=0, le=2**62)] = 0,
    ) -> CagePage:
        """Entries of the cage's book, newest first. Times are microseconds since 1970."""
        books = hall_of(request, hall).house.books
        return await workers_of(request).read(
            lambda: cage_entries(books, before=before, limit=limit, kinds=kind or (), who=who, since=since, until=until)
        )

    @post("/halls/{hall:str}/audit", status_code=202, guards=[needs("operator", "auditor")])
    async def audit(self, request: HttpRequest, hall: FromPath[str]) -> AuditRun:
        """Start an audit: check all books of a hall and replay every round. GET returns the result later."""
        hall_of(request, hall)
        who = signed_in(request).name
        run = workers_of(request).start_audit(hall, who)
        await server_of(request).note("audit", who=who, why="on demand", after=hall)
        return run

    @get("/halls/{hall:str}/audit", guards=_STAFF)
    async def audited(self, request: HttpRequest, hall: FromPath[str]) -> AuditRun:
        """The progress of the current audit, or the result of the last one."""
        hall_of(request, hall)
        return workers_of(request).audits.get(hall) or AuditRun("", 0, "none since the room was opened")

    @get("/halls/{hall:str}/audits", guards=[needs("operator", "auditor")])
    async def audits(self, request: HttpRequest, hall: FromPath[str]) -> list[AuditRun]:
        """The audits since the room was opened, the latest first."""
        hall_of(request, hall)
        return [*workers_of(request).runs[hall]]

    @get("/halls/{hall:str}/rounds-by-day", guards=_STAFF)
    async def rounds_by_day(self, request: HttpRequest, hall: FromPath[str]) -> list[RoundsOfDay]:
        """The rounds of each of the last 14 gaming days, and how many of them ended before the last audit that found
        nothing began."""
        books, days = hall_of(request, hall).house.books, GamingDays()
        proved = next((each.began for each in workers_of(request).runs[hall] if each.holds), 0.0)
        return await workers_of(request).read(
            lambda: [RoundsOfDay(*row) for row in rounds_by_day(books, days, int(proved * 1_000_000))]
        )

    @post("/program/check", status_code=200, guards=[needs("operator", "auditor")])
    async def check(self, request: HttpRequest) -> ProgramState:
        """Compare the program's files with their digest at the start of the server. If they differ, all play stops."""
        server, who = server_of(request), signed_in(request).name
        why = await server.check_program(who, "on demand")
        return ProgramState(not why, server.program.digest, why)


def _in_progress() -> Response[Any]:
    detail = "The exact figures are being computed. Ask again in a moment."
    return Response(InProgress("in progress", detail), status_code=202)


def _edges(theory: Theory) -> GameFigures:
    return _wagers_of(theory.game, wagers_for_pages(theory.wagers), theory.why)


def known_edges(game: Game) -> GameFigures | None:
    """The exact edges of a game, if they are stored."""
    known = known_figures(game.rules)
    return None if known is None else _wagers_of(game, known)


def _wagers_of(game: Game, wagers: list[dict[str, Any]], why: str = "") -> GameFigures:
    rules = game.rules
    return GameFigures(rules.game, rules.rules, rules.digest, why, msgspec.convert(wagers, list[WagerFigures]))


def _remarks(request: HttpRequest, first: date, last: date, days: GamingDays) -> list[str]:
    """What a reader must know about a period. The books of the money hall hold this for both halls."""
    books = hall_of(request, MONEY).house.books
    return period_remarks(books, days.start(first), days.start(last + timedelta(days=1)))


def _facts(
    request: HttpRequest, hall: str, first: date, last: date, days: GamingDays, table: str | None
) -> list[TableDay]:
    house = hall_of(request, hall).house
    if table is not None and table not in house.tables():
        raise NotFoundException(f"There is no table {table[:80]}.")
    return table_days(house.books, first, last, days, None if table is None else [table])


def _hour(text: str) -> hour:
    try:
        return hour.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise InputError("begins: write a time of day, for example 06:00.") from None


def _zone(text: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(text) if text else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InputError("zone: write a time zone, for example America/Los_Angeles.") from None
