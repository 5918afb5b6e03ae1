"""Reports, audits and the cage's entries for the floor, operators and auditors; exact edges for everyone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from datetime import time as hour
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.house.books import GamingDays
from cardroom.house.cage import MOST_SHOWN, CagePage, Liabilities, cage_entries, liabilities, period_remarks
from cardroom.house.jackpots import meter_history
from cardroom.house.reports import TableDay, Theory, cage_report, note_abnormal, report_of, table_days
from cardroom.play.game import Game
from cardroom.web.api.answers import (
    AuditState,
    GameFigures,
    HallReport,
    JackpotEntry,
    ProgramState,
    answer,
    answers_202,
)
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.draft_tables import game_or_draft
from cardroom.web.api.figures import known_figures, wagers_for_pages
from cardroom.web.halls import MONEY, plain
from cardroom.web.people import READERS, needs, signed_in, token_scope

__all__ = ["BooksApi", "known_edges"]

MOST_DAYS = 366
_SOON = {"state": "in progress", "detail": "The exact figures are being computed. Ask again in a moment."}
_STAFF = [needs(*READERS)]


class BooksApi(Controller):
    """Reports and audits."""

    path = "/"
    tags = ("books",)
    opt = token_scope("operate")

    @get("/games/{slug:str}/{rules:str}/edges", responses=answers_202(GameFigures, waits=False))
    async def edges(self, request: HttpRequest, slug: FromPath[str], rules: FromPath[str]) -> Response[Any]:
        """The exact edge of each wager of a game. Status 202 while the edges are being computed."""
        wanted = game_or_draft(request, slug, rules)
        if (known := known_edges(wanted)) is not None:
            return Response(known)
        theory = await workers_of(request).figures(wanted)
        return Response(_SOON, status_code=202) if theory is None else Response(_edges(theory))

    @get("/edges", sync_to_thread=True, responses=answer(list[GameFigures]))
    def known(self) -> list[dict[str, Any]]:
        """The exact edges of all games that were computed in advance."""
        return [edges for each in all_games() if (edges := known_edges(each)) is not None]

    @get("/halls/{hall:str}/report", guards=_STAFF, responses=answers_202(HallReport, waits=False))
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
    ) -> Response[Any]:
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
                return Response(_SOON, status_code=202)
            if theory is None:
                counting.add(wanted.rules.name)
            theories[digest] = theory or Theory(wanted, (), "its exact figures are being computed")
        remarks = await workers.read(lambda: _remarks(request, start, end, days))
        more = {"counting": sorted(counting), "remarks": remarks}
        value = report_of(facts, cage, theories, start, end, days) | more
        if hall == MONEY:
            who = signed_in(request).name
            await hall_of(request, hall).books(lambda: note_abnormal(house.books, value, today, who=who))
        return Response(value)

    @get("/halls/{hall:str}/jackpots", guards=_STAFF, responses=answer(list[JackpotEntry]))
    async def jackpots(self, request: HttpRequest, hall: FromPath[str]) -> list[dict[str, Any]]:
        """The jackpots of the house: amounts, terms, tables, meters by day, and the last 25 hits."""
        house = hall_of(request, hall).house
        jackpots = house.jackpots

        def described(name: str) -> dict[str, Any]:
            amounts, hits = jackpots.amounts(name), jackpots.hits(name)
            rows = [{"at": entry.at, "who": entry.who, "table": table} | plain(hit) for entry, table, hit in hits]
            pool: dict[str, Any] = plain(jackpots.pool(name))
            history = [{"at": at, "cents": cents} for at, cents in meter_history(house.books, name)[-MOST_DAYS:]]
            return pool | {"amounts": amounts._asdict() | {"owed": amounts.owed}, "hits": rows, "history": history}

        return await workers_of(request).read(lambda: [described(name) for name in jackpots.names()])

    @get("/halls/{hall:str}/liabilities", guards=_STAFF, responses=answer(Liabilities))
    async def owed(self, request: HttpRequest, hall: FromPath[str]) -> dict[str, Any]:
        """Balances of players in the cage and at tables, amounts in jackpots, and the house's own money."""
        books = hall_of(request, hall).house.books
        value: dict[str, Any] = plain(await workers_of(request).read(lambda: liabilities(books)))
        return value

    @get("/halls/{hall:str}/events", guards=_STAFF, responses=answer(CagePage))
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
    ) -> dict[str, Any]:
        """Entries of the cage's book, newest first. Times are microseconds since 1970."""
        books = hall_of(request, hall).house.books
        entries = await workers_of(request).read(
            lambda: cage_entries(books, before=before, limit=limit, kinds=kind or (), who=who, since=since, until=until)
        )
        value: dict[str, Any] = plain(entries)
        return value

    @post(
        "/halls/{hall:str}/audit",
        status_code=202,
        guards=[needs("operator", "auditor")],
        responses=answer(AuditState, 202),
    )
    async def audit(self, request: HttpRequest, hall: FromPath[str]) -> dict[str, Any]:
        """Start an audit: check all books of a hall and replay every round. GET returns the result later."""
        hall_of(request, hall)
        who = signed_in(request).name
        run = workers_of(request).start_audit(hall, who)
        await server_of(request).note("audit", who=who, why="on demand", after=hall)
        value: dict[str, Any] = plain(run)
        return value

    @get("/halls/{hall:str}/audit", guards=_STAFF, responses=answer(AuditState))
    async def audited(self, request: HttpRequest, hall: FromPath[str]) -> dict[str, Any]:
        """The progress of the current audit, or the result of the last one."""
        hall_of(request, hall)
        run = workers_of(request).audits.get(hall)
        value: dict[str, Any] = plain(run) if run else {"state": "none since the room was opened"}
        return value

    @post("/program/check", status_code=200, guards=[needs("operator", "auditor")], responses=answer(ProgramState))
    async def check(self, request: HttpRequest) -> dict[str, Any]:
        """Compare the program's files with their digest at the start of the server. If they differ, all play stops."""
        server, who = server_of(request), signed_in(request).name
        why = await server.check_program(who, "on demand")
        return {"holds": not why, "digest": server.program.digest, "why": why}


def _edges(theory: Theory) -> dict[str, Any]:
    return _wagers_of(theory.game, wagers_for_pages(theory.wagers), theory.why)


def known_edges(game: Game) -> dict[str, Any] | None:
    """The exact edges of a game, if they are stored."""
    known = known_figures(game.rules)
    return None if known is None else _wagers_of(game, known)


def _wagers_of(game: Game, wagers: list[dict[str, Any]], why: str = "") -> dict[str, Any]:
    rules = game.rules
    return {"game": rules.game, "set": rules.rules, "digest": rules.digest, "why": why, "wagers": wagers}


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
