"""What needs a decision today: orders that wait, results far from theory, jackpots short of money, tables paused long,
cash near its threshold, and counts that are due.

Each decision says what happened, what was checked already and since when it waits, and has at most two actions. A
caller gets only the decisions that the caller's roles may know of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from urllib.parse import quote

import msgspec
from sqlalchemy import func, select

from cardroom.errors import InputError
from cardroom.house import LedgerAccount, player
from cardroom.house.books import Books, body_fields, notes_about, schema
from cardroom.house.cage import PendingRequest
from cardroom.house.reports import ABNORMAL, DayFacts, DayOfPlay, Drawer, TableResult
from cardroom.money import dollars
from cardroom.play.table import Paused
from cardroom.tags import tag_of
from cardroom.web.cluster import LobbyEntry
from cardroom.web.halls import MONEY, AuditRun, Server
from cardroom.web.orders import Credit, Withdraw, order_of
from cardroom.web.people import User

__all__ = ["COUNT_HOURS", "KEEP", "Action", "Next", "PendingDecision", "decisions", "next_thing"]

KEEP = "result looked at"
"""The kind of the notes about results that somebody has looked at."""
PAUSED_LONG = 10 * 60 * 1_000_000
"""Microseconds after which a paused table needs a decision."""
COUNT_HOURS = 8
"""Hours after which cash that moved must be counted."""
_HOURS = COUNT_HOURS * 3600 * 1_000_000
NEAR = 0.8
"""The share of the threshold from which a person's cash is near it."""


class Action(msgspec.Struct, frozen=True):
    """A button: an order, or a page to open."""

    do: Literal["approve", "decline", "resume", "keep", "open"]
    label: str
    to: str = ""
    """The page to open."""


class PendingDecision(msgspec.Struct, frozen=True):
    """Something that waits for a person."""

    kind: Literal["request", "theory", "jackpot", "paused", "cash", "count"]
    title: str
    says: str
    """What happened, and what was checked already."""
    since: int
    """Since when it waits, in microseconds since 1970."""
    actions: list[Action]
    """At most two."""
    number: int = 0
    """The number of a request."""
    table: str = ""
    game: str = ""


class Next(msgspec.Struct, frozen=True):
    """What will need a person next."""

    says: str
    at: int
    """When, in microseconds since 1970."""


def decisions(
    server: Server,
    hall: str,
    who: User,
    facts: DayFacts,
    play: DayOfPlay | None,
    tables: Sequence[LobbyEntry],
    audit: AuditRun | None,
) -> list[PendingDecision]:
    """What a user may know of, the longest wait first. `play` is None for users who may not read the books."""
    books = server.halls[hall].house.books
    now = books.now()
    found = [*_cash(server, hall, facts.drawer)]
    if hall == MONEY:
        found += [*_requests(server, who), *_counts(facts.drawer, who, now)]
    if play is not None:
        found += [
            *_results(books, play, facts, audit, who, hall),
            *_short_jackpots(server, hall, now),
            *_paused(books, tables, who, hall, now),
        ]
    return sorted(found, key=lambda each: (each.since, each.title))


def next_thing(cash: Drawer, ends: int) -> Next:
    """What comes next if nothing waits: the count of the drawer, or the end of the day."""
    due = _count_due(cash)
    return Next("the count of the drawer", due) if due and due < ends else Next("the close of the day", ends)


def _requests(server: Server, who: User) -> Iterator[PendingDecision]:
    """The orders that wait for a second person. Those who may not approve them see them without buttons."""
    for each in server.orders.requests.pending():
        order, actions = order_of(each), list[Action]()
        try:
            server.orders.check_approval(each.number, who)
            actions = [Action("approve", "Sign"), Action("decline", "Refuse")]
            checked = "It can be carried out now."
        except InputError as error:
            checked = str(error)
            if each.who == who.name:
                actions = [Action("decline", "Take back")]
                checked = ""
        words = str(order)
        says = " ".join(filter(None, [f"Asked by {each.who}: {each.why}.", _standing(server, each), checked]))
        title = f"{words[:1].upper()}{words[1:]}: waits for a second signature"
        yield PendingDecision("request", title, says, each.at, actions, number=each.number)


def _standing(server: Server, request: PendingRequest) -> str:
    """What the account of an order holds now."""
    order, books = order_of(request), server.orders.house.books
    if isinstance(order, Withdraw):
        return f"{order.player} has {dollars(books.balance(player(order.player)))}."
    if isinstance(order, Credit):
        return f"The bank of {order.table} holds {dollars(books.balance(LedgerAccount(order.table, 'house')))}."
    return ""


def _results(
    books: Books, play: DayOfPlay, facts: DayFacts, audit: AuditRun | None, who: User, hall: str
) -> Iterator[PendingDecision]:
    """The tables whose result is too far from its expectation to be luck, unless somebody has looked at that."""
    seen: dict[str, float] = {}
    since = facts.hours[0].at if facts.hours else 0
    for row in notes_about(books, KEEP):
        after = body_fields(row.body).get("after")
        if row.at >= since and isinstance(after, dict):
            seen[str(after.get("table"))] = float(after.get("z", 0))
    for each in play.tables:
        if each.z is None or abs(each.z) < ABNORMAL:
            continue
        if each.table in seen and abs(each.z - seen[each.table]) < 1:
            continue
        title = f"{each.game} at {each.table} is {abs(each.z):.1f} σ {'above' if each.z > 0 else 'below'} theory"
        actions = [Action("open", "Open evidence", f"auditor?hall={hall}&table={quote(each.table)}")]
        actions += [Action("keep", "Keep running")] if who.may("floor", "operator") else []
        first = next((hour.at for hour in facts.hours if hour.rounds), since)
        yield PendingDecision(
            "theory", title, _result_words(each, audit), first, actions, table=each.table, game=each.game
        )


def _result_words(each: TableResult, audit: AuditRun | None) -> str:
    says = (
        f"{each.rounds:,} rounds today. The house won {dollars(each.win)}, expected are {dollars(each.expected or 0)}."
    )
    if audit is None or audit.state != "done":
        return f"{says} No audit has run since the room opened: it would replay every round."
    return (
        f"{says} The last audit replayed {audit.rounds:,} rounds and found {'nothing' if audit.holds else 'problems'}."
    )


def _short_jackpots(server: Server, hall: str, now: int) -> Iterator[PendingDecision]:
    """The jackpots that cannot be played, because money is missing from the players' account."""
    jackpots = server.halls[hall].house.jackpots
    for name in jackpots.names():
        amounts = jackpots.amounts(name)
        if amounts.short:
            says = f"{dollars(amounts.owed)} belongs to players, {dollars(amounts.held)} is set aside for them."
            title = f"{name} is held: {dollars(amounts.short)} is missing from the players' account"
            yield PendingDecision("jackpot", title, says, now, [Action("open", "Open jackpots", "operator")])


def _paused(books: Books, tables: Iterable[LobbyEntry], who: User, hall: str, now: int) -> Iterator[PendingDecision]:
    """The tables that have been paused for long."""
    may = who.may("floor", *(("operator",) if hall != MONEY else ()))
    lines = schema.lines.c
    for entry in tables:
        each = entry.listed
        if each.state != "paused":
            continue
        query = (
            select(func.max(lines.at))
            .join(schema.books, schema.books.c.id == lines.book)
            .where(schema.books.c.name == each.name, lines.kind == tag_of(Paused))
        )
        with books.reading() as connection:
            since = int(connection.execute(query).scalar() or now)
        if now - since < PAUSED_LONG:
            continue
        seated = sum(not person.bot for person in entry.people)
        says = f"{seated} {'person is' if seated == 1 else 'people are'} seated. " + (
            "A round is in progress, and its wagers stand." if each.round else "No wagers stand."
        )
        actions = [Action("resume", "Resume")] if may else []
        title = f"{each.name} has been paused for {(now - since) // 60_000_000:,} minutes"
        yield PendingDecision(
            "paused", title, says, since, [*actions, Action("open", "Open floor", "floor")], table=each.name
        )


def _cash(server: Server, hall: str, cash: Drawer) -> Iterator[PendingDecision]:
    """People whose cash of the day is near the threshold at which it is reported."""
    most = server.halls[hall].house.alerts.thresholds().cash
    for each in cash.people if most and hall == MONEY else ():
        sum_, way = max((each.came_in, "in"), (each.went_out, "out"))
        if NEAR * (most or 0) <= sum_ <= (most or 0):
            says = f"Cash above {dollars(most or 0)} in one day is reported. Cash in and out are added up apart."
            title = f"Cash {way} of {each.player} is {dollars(sum_)} today"
            yield PendingDecision("cash", title, says, each.since, [Action("open", "Open the cage", "cage")])


def _counts(cash: Drawer, who: User, now: int) -> Iterator[PendingDecision]:
    """The count of the drawer, if it is due."""
    due = _count_due(cash)
    if due and now >= due:
        says = f"Cash has moved for {COUNT_HOURS} hours since the last count. The drawer should hold "
        actions = [Action("open", "Count", "cage")] if who.may("cashier") else [Action("open", "Open the cage", "cage")]
        yield PendingDecision(
            "count", "The drawer must be counted", f"{says}{dollars(cash.should_hold)}.", due, actions
        )


def _count_due(cash: Drawer) -> int:
    """When the drawer must be counted; 0 if no cash has moved since the last count."""
    return cash.moved_since + _HOURS if cash.moved_since else 0
