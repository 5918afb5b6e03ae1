"""The cage in a report: deposits, withdrawals and corrections by person and gaming day, and the chips in the racks.

Every cent that comes into the room or leaves it is a posting to or from the account `outside`. So the money in the room
at the start of a period, plus what came in, minus what went out, is the money in the room at its end. The report states
all three and whether they agree with the balances in the books.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, case, func, select

from cardroom.house.books import CAGE, OUTSIDE, Books, GamingDays, schema
from cardroom.play.table import TableClosed
from cardroom.tags import tag_of

__all__ = ["CageReport", "CashRow", "Rack", "cage_report"]

_TOTALS = {"deposit": "deposits", "withdrawal": "withdrawals", "correction": "corrections"}
_CLOSED = tag_of(TableClosed)


class CashRow(NamedTuple):
    """What one member of staff moved for one account on one gaming day, by kind."""

    day: date
    kind: str
    """`deposit`, `withdrawal` or `correction`."""
    account: str
    """The player; for a correction of another account, its kind and its table or jackpot."""
    by: str
    """The member of staff."""
    times: int
    cents: int
    """The sum of the amounts. For corrections of both directions, the sum without regard to sign."""
    net: int
    """The change of the account."""


class Rack(NamedTuple):
    """The chips in a table's house bank at the end of the period."""

    table: str
    cents: int
    closed: bool
    """Whether the table was closed. Its chips should be counted and returned to the cage."""


class CageReport(NamedTuple):
    """The cage's part of a report, in cents."""

    rows: list[CashRow]
    racks: list[Rack]
    opening: int
    """Money in the room at the start of the period."""
    came_in: dict[str, int]
    """Money that came into the room, by cause."""
    went_out: dict[str, int]
    closing: int
    """Money in the room at the end of the period, from the balances in the books."""

    @property
    def ties(self) -> bool:
        """Whether the movements explain the change of the money in the room."""
        return self.opening + sum(self.came_in.values()) - sum(self.went_out.values()) == self.closing

    def total(self, kind: str) -> int:
        """The sum of all deposits, withdrawals or corrections."""
        return sum(row.cents for row in self.rows if row.kind == kind)

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON value."""
        return {
            **{name: self.total(kind) for kind, name in _TOTALS.items()},
            "rows": [row._asdict() | {"day": row.day.isoformat()} for row in self.rows],
            "racks": [rack._asdict() for rack in self.racks],
            "opening": self.opening,
            "came_in": self.came_in,
            "went_out": self.went_out,
            "closing": self.closing,
            "ties": self.ties,
        }


def cage_report(books: Books, first: date, last: date, days: GamingDays) -> CageReport:
    """The cage's movements from the first to the last gaming day."""
    since, until = days.start(first), days.start(last + timedelta(days=1))
    with books.at_one_moment():
        parts = [
            _BookPeriod(number, name, books.first_at(name, since), books.first_at(name, until))
            for number, name in _book_names(books).items()
        ]
        earlier, during, later = _outside(books, parts)
        now = -sum(cents for account, cents in books.balances().items() if account.kind == OUTSIDE.kind)
        return CageReport(
            _rows(books, since, until, days),
            _racks(books, parts, until),
            earlier.total,
            dict(during.came_in),
            dict(during.went_out),
            now - later.total,
        )


class _BookPeriod(NamedTuple):
    """The part of a book that belongs to the period. Reading by number needs no join with the times of entries."""

    id: int
    name: str
    first: int
    """The number of the first entry of the period."""
    end: int
    """The number of the first entry after the period."""


class _Flow(NamedTuple):
    """Money that came in and went out, by cause."""

    came_in: Counter[str]
    went_out: Counter[str]

    @property
    def total(self) -> int:
        """What came in, minus what went out."""
        return self.came_in.total() - self.went_out.total()


def _ids(kind: str) -> Select[tuple[int]]:
    """The accounts of a kind."""
    return select(schema.accounts.c.id).where(schema.accounts.c.kind == kind)


def _outside(books: Books, parts: list[_BookPeriod]) -> tuple[_Flow, _Flow, _Flow]:
    """The money that came in and went out before the period, in it, and after it."""
    postings, outside = schema.postings.c, _ids(OUTSIDE.kind)
    flows = _Flow(Counter(), Counter()), _Flow(Counter(), Counter()), _Flow(Counter(), Counter())
    with books.reading() as connection:
        for part in parts:
            when = case((postings.number < part.first, 0), (postings.number < part.end, 1), else_=2)
            for side, one, other in ((0, postings.payer, postings.payee), (1, postings.payee, postings.payer)):
                query = (
                    select(when.label("period"), postings.cause, func.sum(postings.cents))
                    .where(postings.book == part.id, one.in_(outside), other.not_in(outside))
                    .group_by("period", postings.cause)
                    .order_by(postings.cause)
                )
                for period, cause, cents in connection.execute(query):
                    flows[period][side][cause] += int(cents)
    return flows


_payer, _payee = schema.accounts.alias("payer"), schema.accounts.alias("payee")
_POSTED = (
    schema.postings.join(
        schema.lines,
        and_(schema.lines.c.book == schema.postings.c.book, schema.lines.c.number == schema.postings.c.number),
    )
    .join(schema.books, schema.books.c.id == schema.postings.c.book)
    .join(_payer, _payer.c.id == schema.postings.c.payer)
    .join(_payee, _payee.c.id == schema.postings.c.payee)
)


def _rows(books: Books, since: int, until: int, days: GamingDays) -> list[CashRow]:
    """The deposits, withdrawals and corrections of a period, summed by day, account and author."""
    names = _book_names(books)
    sums: dict[tuple[date, str, str, str], list[int]] = {}
    query = (
        select(
            schema.lines.c.at,
            schema.lines.c.kind,
            schema.lines.c.who,
            schema.postings.c.cents,
            *(
                each.c[name].label(f"{side}_{name}")
                for side, each in (("payer", _payer), ("payee", _payee))
                for name in ("book", "kind", "owner")
            ),
        )
        .select_from(_POSTED)
        .where(schema.books.c.name == CAGE, schema.lines.c.kind.in_(_TOTALS))
        .where(schema.lines.c.at >= since, schema.lines.c.at < until)
        .order_by(schema.lines.c.at, schema.lines.c.number)
    )
    with books.reading() as connection:
        for row in connection.execute(query):
            gains = row.payer_kind == OUTSIDE.kind or row.payee_kind == "balance"
            ends = (
                (row.payee_book, row.payee_kind, row.payee_owner),
                (row.payer_book, row.payer_kind, row.payer_owner),
            )
            account = _words(names, *ends[0 if gains else 1])
            total = sums.setdefault((days.of(row.at), row.kind, account, row.who), [0, 0, 0])
            total[0] += 1
            total[1] += row.cents
            total[2] += row.cents if gains else -row.cents
    return [CashRow(*key, *total) for key, total in sorted(sums.items())]


def _words(names: dict[int, str], book: int, kind: str, owner: str) -> str:
    if kind == "balance":
        return owner
    place = owner or ("" if names[book] == CAGE else names[book])
    return f"{kind} {place}".strip()


def _racks(books: Books, parts: list[_BookPeriod], until: int) -> list[Rack]:
    """The chips in the house banks at the end of the period. Empty racks are left out."""
    postings, banks = schema.postings.c, _ids("house")
    names, held = {part.id: part.name for part in parts}, Counter[int]()
    with books.reading() as connection:
        book_of = {
            row.id: row.book
            for row in connection.execute(select(schema.accounts).where(schema.accounts.c.kind == "house"))
        }
        for part in parts:
            for account, sign in ((postings.payee, 1), (postings.payer, -1)):
                query = (
                    select(account, func.sum(postings.cents))
                    .where(postings.book == part.id, postings.number < part.end, account.in_(banks))
                    .group_by(account)
                )
                for bank, cents in connection.execute(query):
                    held[book_of[bank]] += sign * int(cents)
        entries = schema.lines.c
        query = select(entries.book).where(entries.kind == _CLOSED, entries.at < until)
        closed = {row.book for row in connection.execute(query)}
    racks = [Rack(names[book], cents, book in closed) for book, cents in held.items() if cents]
    return sorted(racks)


def _book_names(books: Books) -> dict[int, str]:
    with books.reading() as connection:
        return {row.id: row.name for row in connection.execute(select(schema.books.c.id, schema.books.c.name))}
