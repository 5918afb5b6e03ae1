"""Today on one page: what needs a decision, the cage, and for readers of the books also tables, theory and jackpots.

Each part has its own right. A cashier gets the cage and the decisions about cash; the results of play are for those who
may read the books. All figures of one answer are of one moment.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import InputError
from cardroom.house.books import GamingDays
from cardroom.house.cage import MOST_SHOWN, CageEntry, Liabilities, cage_entries
from cardroom.house.reports import (
    DayFacts,
    DayOfPlay,
    Drawer,
    Holdings,
    Theory,
    day_facts,
    day_of_play,
    drawer,
    holdings,
)
from cardroom.web.api.bodies import Body, LimitCents, Reason, Words
from cardroom.web.api.cage import IdempotencyKey, SlipId, slip_of
from cardroom.web.api.context import HttpRequest, hall_of, server_of, workers_of
from cardroom.web.api.decisions import KEEP, Next, PendingDecision, decisions, next_thing
from cardroom.web.api.waiting import WAITS, submit, waits
from cardroom.web.halls import MONEY, Presence
from cardroom.web.orders import CountCage
from cardroom.web.people import READERS, STAFF, needs, signed_in, token_scope, with_factor

__all__ = ["TodayApi"]

_EVENTS = 9
"""The latest entries of the cage's book that the page shows."""


_CASH = ("deposit", "withdrawal")
"""Entries that the page shows beside the drawer, not among the events."""


class JackpotToday(msgspec.Struct, frozen=True):
    """The money of a jackpot, and what it paid today."""

    name: str
    cents: int
    hits: int
    paid: int


class Play(msgspec.Struct, frozen=True):
    """The part for readers of the books."""

    day: DayOfPlay
    owed: Liabilities
    holdings: Holdings
    jackpots: list[JackpotToday]
    """Their money adds up to what is owed to jackpots."""
    events: list[CageEntry]
    counting: list[str]
    """The games whose exact figures are still being computed."""


class Today(msgspec.Struct, frozen=True):
    """The gaming day of a hall."""

    hall: str
    day: str
    begins: int
    """When the day begins, in microseconds since 1970."""
    ends: int
    now: int
    needs: list[PendingDecision]
    """What needs a decision, the longest wait first."""
    next: Next
    """What comes next if nothing needs a decision."""
    room: Presence
    cage: Drawer
    play: Play | None
    """None for a caller who may not read the books."""


class CageDay(msgspec.Struct, frozen=True):
    """The cage on a gaming day."""

    hall: str
    day: str
    begins: int
    ends: int
    cage: Drawer
    threshold: int | None
    """Cents of one person in one day above which cash is reported; None if the house has switched it off."""
    holdings: Holdings | None
    """What the room holds, and whose it is; None for a caller who may not read the books."""


class KeepRunning(Reason, frozen=True):
    """A result far from its expectation that somebody has looked at."""

    table: Words
    game: Words


class CountOfDrawer(Body, frozen=True):
    """A count of the cage's drawer. A count that differs from what should be there needs a reason."""

    counted: LimitCents
    closes: Literal["shift", "day"]
    why: Annotated[str, msgspec.Meta(max_length=500)] = ""
    id: SlipId = ""
    """The idempotency key, as of a slip."""


class DoneCount(msgspec.Struct, frozen=True):
    """A recorded count."""

    counted: int
    should: int


class TodayApi(Controller):
    """Today, and the cage's day."""

    path = "/"
    tags = ("today",)
    opt = token_scope("operate")

    @get("/halls/{hall:str}/today", guards=[needs(*STAFF)])
    async def today(self, request: HttpRequest, hall: FromPath[str]) -> Today:
        """The gaming day of a hall. A caller who may not read the books gets the cage and the decisions about cash."""
        house, workers, who = hall_of(request, hall).house, workers_of(request), signed_in(request)
        server, days = server_of(request), GamingDays()
        day = days.of(house.books.now())
        facts = await workers.read(lambda: day_facts(house.books, day, days))
        readers = who.may(*READERS)
        theories, counting = await _theories(request, hall, facts) if readers else ({}, [])
        play = day_of_play(facts, theories, day) if readers else None
        tables = [*server.tables.lobby(hall), *server.peers.other_lobby(hall)]
        found = await workers.read(lambda: decisions(server, hall, who, facts, play, tables, workers.audits.get(hall)))
        more = await workers.read(lambda: _play(request, hall, facts, play, counting)) if play else None
        begins, ends = days.start(day), days.start(day + timedelta(days=1))
        return Today(
            hall,
            day.isoformat(),
            begins,
            ends,
            house.books.now(),
            found,
            next_thing(facts.drawer, ends),
            server.tables.presence(hall),
            facts.drawer,
            more,
        )

    @post("/halls/{hall:str}/today/keep", status_code=200, guards=[needs("floor", "operator")])
    async def keep(self, request: HttpRequest, hall: FromPath[str], data: JSONBody[KeepRunning]) -> KeepRunning:
        """Let a table go on although its result is far from the expectation. The books note who looked at it, and the
        table needs no decision again on this day unless the result moves another standard error away."""
        there, who, days = hall_of(request, hall), signed_in(request).name, GamingDays()
        day = days.of(there.house.books.now())
        facts = await workers_of(request).read(lambda: day_facts(there.house.books, day, days))
        theories, _ = await _theories(request, hall, facts)
        rows = {each.table: each for each in day_of_play(facts, theories, day).tables}
        row = rows.get(data.table)
        if row is None or row.z is None:
            raise InputError(f"{data.table} has no result today that could be compared with an expectation.")
        after = {"table": data.table, "game": data.game, "day": day.isoformat(), "z": round(row.z, 3)}
        await there.books(lambda: there.house.note(KEEP, who=who, why=data.why, after=after))
        return data

    @get("/halls/{hall:str}/cage-day", guards=[needs(*STAFF)])
    async def cage_day(self, request: HttpRequest, hall: FromPath[str]) -> CageDay:
        """The cage today: the drawer, slips, cash by person, and counts."""
        house, days, who = hall_of(request, hall).house, GamingDays(), signed_in(request)
        day = days.of(house.books.now())
        cash, held = await workers_of(request).read(lambda: _cage(request, hall, day, days))
        begins, ends = days.start(day), days.start(day + timedelta(days=1))
        most = await hall_of(request, hall).books(lambda: house.alerts.thresholds().cash)
        return CageDay(hall, day.isoformat(), begins, ends, cash, most, held if who.may(*READERS) else None)

    @post(
        "/halls/{hall:str}/count",
        status_code=200,
        guards=[needs("cashier"), with_factor],
        responses=WAITS,
        opt=token_scope("cage"),
    )
    async def count(
        self, request: HttpRequest, hall: FromPath[str], data: JSONBody[CountOfDrawer], key: IdempotencyKey = None
    ) -> Response[DoneCount]:
        """Record a count of the drawer, to close a shift or the day. With status 202, it waits for the second person
        who counted."""
        if hall != MONEY:
            raise InputError("Play money is not cash: there is no drawer to count.")
        house, days = hall_of(request, hall).house, GamingDays()
        day = days.of(house.books.now())
        cash, _ = await workers_of(request).read(lambda: _cage(request, hall, day, days))
        if data.counted != cash.should_hold and not data.why.strip():
            raise InputError("The count differs from what the drawer should hold. Give a reason, or count again.")
        order = CountCage(slip_of(data.id, key), data.counted, cash.through, data.closes)
        if number := await submit(request, order, data.why.strip() or "the count agrees"):
            return waits(request, number)
        return Response(DoneCount(data.counted, cash.should_hold))

    @get("/halls/{hall:str}/presence", guards=[needs(*STAFF)])
    async def presence(self, request: HttpRequest, hall: FromPath[str]) -> Presence:
        """How many people and bots play at how many tables, those of practice and private tables included."""
        hall_of(request, hall)
        return server_of(request).tables.presence(hall)


def _cage(request: HttpRequest, hall: str, day: date, days: GamingDays) -> tuple[Drawer, Holdings]:
    """The drawer, and what the room holds, at one moment."""
    books = hall_of(request, hall).house.books
    with books.at_one_moment():
        cash = drawer(books, day, days)
        return cash, holdings(books, cash.should_hold)


async def _theories(request: HttpRequest, hall: str, facts: DayFacts) -> tuple[dict[str, Theory], list[str]]:
    """The exact figures of the day's games, and the names of those that are still being computed."""
    house, workers = hall_of(request, hall).house, workers_of(request)
    theories: dict[str, Theory] = {}
    counting: set[str] = set()
    played = {each.rules.digest: each for table in facts.tables for each in table.games}
    for digest, each in played.items():
        game: Any = await workers.read(lambda each=each: house.find(each.game, each.rules))  # type: ignore[misc]
        theory = await workers.theory(game, 0.0)
        if theory is None:
            counting.add(game.rules.name)
        theories[digest] = theory or Theory(game, (), "its exact figures are being computed")
    return theories, sorted(counting)


def _play(request: HttpRequest, hall: str, facts: DayFacts, play: DayOfPlay, counting: list[str]) -> Play:
    house = hall_of(request, hall).house
    books, days = house.books, GamingDays()
    since = days.start(days.of(books.now()))
    known, rows = {*house.jackpots.names()}, []
    for name, cents in facts.owed.meters.items():
        hits = [hit for entry, _, hit in house.jackpots.hits(name) if entry.at >= since] if name in known else []
        rows.append(JackpotToday(name, cents, len(hits), sum(hit.cents for hit in hits)))
    entries = cage_entries(books, limit=MOST_SHOWN, since=since).entries
    events = [each for each in entries if each.who and each.kind not in _CASH]
    return Play(play, facts.owed, facts.holdings, rows, events[:_EVENTS], counting)
