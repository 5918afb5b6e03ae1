"""The cage on one gaming day: its drawer, counts, slips, and cash by person; and whether what is held is what is owed.

The drawer holds cash. Deposits bring it in and withdrawals take it out. A count by two people says what it really
holds, and the difference to what it should hold is a line of its own: opening + deposits − withdrawals + differences is
what the drawer should hold. Bots' chips are not money and are in no sum of the drawer.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, case, func, select

from cardroom.house.books import CAGE, OUTSIDE, Books, GamingDays, LedgerEntry, body_fields, notes_about, schema
from cardroom.house.cage import APPROVED, COUNT, DECLINED
from cardroom.house.reports.gaming_day import BOT

__all__ = ["CashByPerson", "CashMoved", "Count", "Drawer", "Holdings", "Slip", "drawer", "holdings"]

_CASH = {"deposit": 1, "withdrawal": -1}
_POOLS = ("meter", "reserve", "overflow", "claim")


class Count(msgspec.Struct, frozen=True):
    """A count of the drawer."""

    at: int
    """When it was recorded, in microseconds since 1970."""
    who: str
    second: str
    """Who signed it as the second person; empty if one person may count alone."""
    counted: int
    should: int
    """What the drawer should have held then."""
    difference: int
    """What was counted, minus what should be there."""
    closes: str
    """`shift` or `day`."""
    why: str


class Slip(msgspec.Struct, frozen=True):
    """A fill or credit. Its number is that of its entry in the cage's book, so no number is used twice."""

    number: int
    at: int
    kind: str
    table: str
    cents: int
    who: str
    state: str
    """`done`, `signed` or `refused`."""
    second: str
    """Who signed or refused it; empty if it needed no second person."""
    why: str


class CashMoved(msgspec.Struct, frozen=True):
    """A deposit or withdrawal."""

    number: int
    at: int
    kind: str
    player: str
    cents: int
    who: str


class CashByPerson(msgspec.Struct, frozen=True):
    """The cash of one person in one gaming day. Cash in and cash out are added up apart."""

    player: str
    came_in: int
    went_out: int
    since: int
    """The time of the first movement."""


class Drawer(msgspec.Struct, frozen=True):
    """The cage's cash on one gaming day, in cents."""

    opening: int
    """What the drawer should hold when the day begins."""
    deposits: int
    deposited: int
    """How many deposits there were."""
    withdrawals: int
    withdrawn: int
    differences: int
    """What counts of this day found, against what should be there."""
    should_hold: int
    counts: list[Count]
    last_count: Count | None
    """The last count, also of an earlier day; None if there was none."""
    moved_since: int
    """The time of the first cash movement after the last count; 0 if there was none."""
    cash: list[CashMoved]
    """The deposits and withdrawals of the day, the latest first."""
    people: list[CashByPerson]
    """The people of the day, the largest sum first."""
    slips: list[Slip]
    """The fills and credits of the day, the latest first."""
    through: int
    """The last entry of the cage's book that these figures include."""


class Holdings(msgspec.Struct, frozen=True):
    """What the room holds, and whose it is. Both sides are the same if the books agree."""

    cage: int
    """What the drawer should hold."""
    house: int
    """The house's money in racks and jackpots: fills and seeds, less credits."""
    players: int
    jackpots: int
    racks: int
    collection: int
    other: int
    float: int
    """Cash of the house in the drawer, by the counts."""
    bots: int
    """Play money that bots have. It is no one's money."""
    bots_given: int
    """Play money that was given to bots, minus what they returned."""
    ties: bool


def drawer(books: Books, day: date, days: GamingDays) -> Drawer:
    """The drawer on a gaming day."""
    since, until = days.start(day), days.start(day + timedelta(days=1))
    with books.at_one_moment():
        first, end = books.first_at(CAGE, since), books.first_at(CAGE, until)
        counts, all_counts = list[Count](), _counts(books, end)
        before = [each for each in all_counts if each[0].number < first]
        held, through = _last(before)
        opening = held + _net(books, through, first - 1)
        for entry, fields, second in all_counts[len(before) :]:
            should = held + _net(books, through, int(fields["through"]))
            held, through = int(fields["counted"]), int(fields["through"])
            counts.append(_count(entry, fields, second, should))
        cash = [*_cash(books, first, end)]
        came_in = [each.cents for each in cash if each.kind == "deposit"]
        went_out = [each.cents for each in cash if each.kind == "withdrawal"]
        differences = sum(each.difference for each in counts)
        last = counts[-1] if counts else _last_count(books, before)
        return Drawer(
            opening,
            sum(came_in),
            len(came_in),
            sum(went_out),
            len(went_out),
            differences,
            opening + sum(came_in) - sum(went_out) + differences,
            counts[::-1],
            last,
            _moved_after(books, through, end),
            cash[::-1],
            _people(cash),
            _slips(books, first, end)[::-1],
            end - 1,
        )


def holdings(books: Books, should_hold: int) -> Holdings:
    """What the room holds now, and whose it is. `should_hold` is what the drawer should hold now."""
    with books.at_one_moment():
        held = books.balances()
        people, bots = _net(books, 0, books.last_number(CAGE)), _net(books, 0, books.last_number(CAGE), bots=True)

    def of(*kinds: str, bots: bool | None = None) -> int:
        return sum(
            cents
            for account, cents in held.items()
            if account.kind in kinds and (bots is None or account.owner.startswith(BOT) == bots)
        )

    outside = -of(OUTSIDE.kind)
    known = ("balance", "stack", *_POOLS, "house", "collection", OUTSIDE.kind)
    value = Holdings(
        cage=should_hold,
        house=outside - people - bots,
        players=of("balance", "stack", bots=False),
        jackpots=of(*_POOLS),
        racks=of("house"),
        collection=of("collection"),
        other=sum(cents for account, cents in held.items() if account.kind not in known),
        float=should_hold - people,
        bots=of("balance", "stack", bots=True),
        bots_given=bots,
        ties=False,
    )
    owed = value.players + value.jackpots + value.racks + value.collection + value.other + value.float + value.bots
    return msgspec.structs.replace(value, ties=value.cage + value.house + value.bots_given == owed)


# -- counts -----------------------------------------------------------------------------------------------------------

_Noted = tuple[Any, dict[str, Any], str]
"""The row of a count's note, its fields, and the second person."""


def _counts(books: Books, end: int) -> list[_Noted]:
    """The counts before an entry, in order."""
    rows = [row for row in notes_about(books, COUNT) if row.number < end]
    return [(row, body_fields(row.body)["after"], _signed_by(books, row.number)) for row in rows]


def _signed_by(books: Books, number: int) -> str:
    """Who approved the order of an entry. The approval is the entry before it."""
    before = books.page(CAGE, number - 1, 1) if number > 1 else []
    if not before or before[0].kind != "note" or before[0].secret:
        return ""
    return before[0].who if body_fields(before[0].body).get("what") == APPROVED else ""


def _last(counts: list[_Noted]) -> tuple[int, int]:
    """What the last count found, and the last entry that it includes. Without a count, the drawer began empty."""
    if not counts:
        return 0, 0
    fields = counts[-1][1]
    return int(fields["counted"]), int(fields["through"])


def _last_count(books: Books, counts: list[_Noted]) -> Count | None:
    if not counts:
        return None
    held, through = _last(counts[:-1])
    return _count(*counts[-1], held + _net(books, through, int(counts[-1][1]["through"])))


def _count(row: Any, fields: dict[str, Any], second: str, should: int) -> Count:
    why = str(body_fields(row.body).get("why", ""))
    counted = int(fields["counted"])
    return Count(row.at, row.who, second, counted, should, counted - should, str(fields["closes"]), why)


# -- cash -------------------------------------------------------------------------------------------------------------

_account = schema.accounts.alias("account")
_postings = schema.postings.c
_MOVED = (
    schema.postings.join(schema.books, schema.books.c.id == _postings.book)
    .join(schema.lines, and_(schema.lines.c.book == _postings.book, schema.lines.c.number == _postings.number))
    .join(_account, _account.c.id == case((_postings.cause == "deposit", _postings.payee), else_=_postings.payer))
)


def _in_cage(first: int, end: int, bots: bool) -> list[ColumnElement[bool]]:
    """The conditions for cash of people, or of bots, in the entries from one to before another."""
    of_bots = _account.c.owner.startswith(BOT, autoescape=True)
    number = _postings.number
    return [
        schema.books.c.name == CAGE,
        _postings.cause.in_(_CASH),
        number >= first,
        number < end,
        of_bots if bots else ~of_bots,
    ]


def _net(books: Books, after: int, through: int, *, bots: bool = False) -> int:
    """Deposits minus withdrawals after an entry of the cage's book, up to another. Backwards, the same negated."""
    if through < after:
        return -_net(books, through, after, bots=bots)
    signed = func.sum(case((_postings.cause == "deposit", _postings.cents), else_=-_postings.cents))
    query = select(func.coalesce(signed, 0)).select_from(_MOVED).where(*_in_cage(after + 1, through + 1, bots))
    with books.reading() as connection:
        return int(connection.execute(query).scalar_one())


def _moved_after(books: Books, through: int, end: int) -> int:
    """When cash first moved after an entry; 0 if it did not."""
    query = select(func.min(schema.lines.c.at)).select_from(_MOVED).where(*_in_cage(through + 1, end, False))
    with books.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


def _cash(books: Books, first: int, end: int) -> Iterable[CashMoved]:
    """The deposits and withdrawals of people, in order."""
    lines = schema.lines.c
    columns = lines.number, lines.at, _postings.cause, _account.c.owner, _postings.cents, lines.who
    query = select(*columns).select_from(_MOVED).where(*_in_cage(first, end, False)).order_by(lines.number)
    with books.reading() as connection:
        for row in connection.execute(query):
            yield CashMoved(*row)


def _people(cash: Iterable[CashMoved]) -> list[CashByPerson]:
    """The cash of each person, the largest sum first."""
    sums: dict[str, CashByPerson] = {}
    for each in cash:
        known = sums.get(each.player, CashByPerson(each.player, 0, 0, each.at))
        by = "came_in" if each.kind == "deposit" else "went_out"
        sums[each.player] = msgspec.structs.replace(known, **{by: getattr(known, by) + each.cents})
    return sorted(sums.values(), key=lambda each: (-max(each.came_in, each.went_out), each.player))


# -- slips ------------------------------------------------------------------------------------------------------------


def _slips(books: Books, first: int, end: int) -> list[Slip]:
    """The fills and credits of a day, and the credits that were refused, in order."""
    slips, before = list[Slip](), None
    for entry in books.entries(CAGE, max(first - 1, 1)):
        if entry.number >= end:
            break
        if entry.number >= first and (slip := _slip(entry, before)):
            slips.append(slip)
        before = entry
    return slips


def _slip(entry: LedgerEntry, before: LedgerEntry | None) -> Slip | None:
    """The slip of an entry, if it is about one."""
    if entry.kind in ("fill", "credit"):
        [posting] = entry.postings
        table = (posting.payee if entry.kind == "fill" else posting.payer).book
        approval = _fields(before) if before else {}
        signed = approval.get("what") == APPROVED and before is not None
        number = int(approval["after"]["request"]) if signed else entry.number
        second, why = (before.who, str(approval.get("why", ""))) if signed and before else ("", "")
        state = "signed" if signed else "done"
        return Slip(number, entry.at, entry.kind, table, posting.cents, entry.who, state, second, why)
    fields = _fields(entry)
    order = (fields.get("after") or {}).get("order", {}) if fields.get("what") == DECLINED else {}
    if order.get("type") != "credit":
        return None
    after = fields["after"]
    asked, table, cents = str(after["by"]), str(order["table"]), int(order["cents"])
    why = str(fields.get("why", ""))
    return Slip(int(after["request"]), entry.at, "credit", table, cents, asked, "refused", entry.who, why)


def _fields(entry: LedgerEntry) -> dict[str, Any]:
    return body_fields(entry.body) if entry.kind == "note" and not entry.secret else {}
