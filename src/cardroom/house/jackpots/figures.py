"""Figures of house jackpots, read from the postings: contributions, history of the meter, wagers for a jackpot."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from sqlalchemy import ColumnElement, LargeBinary, bindparam, cast, func, literal_column, null, select, union_all

from cardroom.house.books import CAGE, DROPPED, JACKPOT, Books, LedgerAccount, schema
from cardroom.house.jackpots.pools import Link
from cardroom.house.jackpots.recent import CAUSES, KINDS, RETURNED
from cardroom.play.table import RoundEnded
from cardroom.tags import tag_of

__all__ = [
    "cents_by_cause",
    "contributed_since",
    "head_of",
    "last_before",
    "meter_history",
    "meters",
    "pool_and_balances",
    "pool_balances",
    "wagered_by_number",
]

_DAY = 24 * 3600 * 1_000_000
_POOL_BALANCES = (
    select(schema.accounts.c.kind, schema.accounts.c.owner, func.sum(schema.accounts.c.cents))
    .join(schema.books, schema.books.c.id == schema.accounts.c.book)
    .where(
        schema.books.c.name == bindparam("book"),
        schema.accounts.c.owner.in_([bindparam("name"), bindparam("custody")]),
    )
    .group_by(schema.accounts.c.kind, schema.accounts.c.owner)
)
_POOL_AND_BALANCES = union_all(
    select(
        schema.lines.c.body,
        literal_column("''").label("kind"),
        literal_column("''").label("owner"),
        literal_column("0"),
    )
    .join(schema.books, schema.books.c.id == schema.lines.c.book)
    .where(schema.books.c.name == bindparam("pool"), schema.lines.c.number == schema.books.c.lines),
    _POOL_BALANCES.with_only_columns(
        cast(null(), LargeBinary), schema.accounts.c.kind, schema.accounts.c.owner, func.sum(schema.accounts.c.cents)
    ),
)


def pool_and_balances(
    books: Books, name: str, custody: LedgerAccount
) -> tuple[bytes | None, dict[tuple[str, str], int]]:
    """The body of the last entry of a jackpot's book, or None, and the balances as in `pool_balances`.

    Within a transaction, the book is locked until it ends.
    """
    book = JACKPOT + name
    books.lock_book(book)
    values = {"pool": book, "book": CAGE, "name": name, "custody": custody.owner}
    rows = books.rows(_POOL_AND_BALANCES, values)
    body = next((bytes(row[0]) for row in rows if row[0] is not None), None)
    return body, {(kind, owner): int(cents) for body, kind, owner, cents in rows if body is None}


def pool_balances(books: Books, name: str, custody: LedgerAccount) -> dict[tuple[str, str], int]:
    """The balances of a jackpot's accounts and of the players' account for it, by kind and owner.

    The claims of all tables are summed.
    """
    rows = books.rows(_POOL_BALANCES, {"book": CAGE, "name": name, "custody": custody.owner})
    return {(kind, owner): int(cents) for kind, owner, cents in rows}


def meters(books: Books) -> dict[str, int]:
    """The current meters of all house jackpots, by name."""
    accounts = schema.accounts
    query = (
        select(accounts.c.owner, accounts.c.cents)
        .join(schema.books, schema.books.c.id == accounts.c.book)
        .where(schema.books.c.name == CAGE, accounts.c.kind == "meter")
    )
    with books.reading() as connection:
        return {owner: int(cents) for owner, cents in connection.execute(query)}


def contributed_since(books: Books, name: str, since: int) -> int:
    """Cents that tables contributed to a jackpot since a time, without what voided rounds got back."""
    postings, entries = schema.postings, schema.lines
    kind, cause = RETURNED

    def total(side: ColumnElement[Any], pools: Iterable[str], causes: Iterable[str], kinds: Iterable[str]) -> int:
        query = select(func.sum(postings.c.cents)).join(entries, _entry_of_posting())
        query = query.where(side.in_(_account_ids(pools, name)), postings.c.cause.in_(list(causes)))
        query = query.where(entries.c.at >= since, entries.c.kind.in_(list(kinds)))
        return int(connection.execute(query).scalar() or 0)

    with books.reading() as connection:
        received = total(postings.c.payee, ("meter", "reserve"), CAUSES, KINDS)
        return received - total(postings.c.payer, ("meter", "reserve", "overflow"), [cause], [kind])


def cents_by_cause(books: Books, name: str) -> dict[str, int]:
    """All changes of a jackpot's meter, reserve and overflow, summed by cause, in cents."""
    postings, accounts = schema.postings, schema.accounts
    cents_by: dict[str, int] = {}
    with books.reading() as connection:
        mine = _account_ids(("meter", "reserve", "overflow"), name)
        for side, sign in ((postings.c.payee, 1), (postings.c.payer, -1)):
            query = select(postings.c.cause, accounts.c.kind, func.sum(postings.c.cents))
            query = query.join(accounts, accounts.c.id == side).where(accounts.c.id.in_(mine))
            for cause, kind, cents in connection.execute(query.group_by(postings.c.cause, accounts.c.kind)):
                label = cause if kind == "meter" else f"{kind} {cause}"
                cents_by[label] = cents_by.get(label, 0) + sign * int(cents)
    return cents_by


def meter_history(books: Books, name: str) -> list[tuple[int, int]]:
    """The meter at the end of each day (UTC) on which it moved: the time of the last movement, and cents."""
    postings, entries = schema.postings, schema.lines
    day = entries.c.at // _DAY
    changes: dict[int, list[int]] = {}
    with books.reading() as connection:
        mine = _account_ids(("meter",), name)
        for side, sign in ((postings.c.payee, 1), (postings.c.payer, -1)):
            query = select(day, func.sum(postings.c.cents), func.max(entries.c.at)).join(entries, _entry_of_posting())
            for number, cents, at in connection.execute(query.where(side.in_(mine)).group_by(day)):
                change = changes.setdefault(int(number), [0, 0])
                change[:] = change[0] + sign * int(cents), max(change[1], int(at))
    ordered = [changes[number] for number in sorted(changes)]
    return [(at, cents) for (_, at), cents in zip(ordered, accumulate(each[0] for each in ordered), strict=True)]


def wagered_by_number(books: Books, link: Link, after: int, to: int) -> tuple[int, int]:
    """Cents wagered for a jackpot in some entries of a linked table's book, and the time of the last such entry."""
    return _wagered(books, link, schema.lines.c.number > after, schema.lines.c.number <= to)


def last_before(books: Books, link: Link, until: int) -> int:
    """The last entry of a linked table's book, within the link, that is dated before a time; zero if none is."""
    return _last(books, link, schema.lines.c.at < until)


def head_of(books: Books, link: Link) -> int:
    """The last entry of a linked table's book, within the link."""
    return _last(books, link)


def _last(books: Books, link: Link, *where: ColumnElement[bool]) -> int:
    entries = schema.lines
    query = (
        select(func.max(entries.c.number))
        .join(schema.books, schema.books.c.id == entries.c.book)
        .where(schema.books.c.name == link.table, entries.c.number >= link.first, *where)
    )
    if link.last is not None:
        query = query.where(entries.c.number < link.last)
    with books.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


def _wagered(books: Books, link: Link, *where: ColumnElement[bool]) -> tuple[int, int]:
    postings, entries = schema.postings, schema.lines
    query = (
        select(func.sum(postings.c.cents), func.max(entries.c.at))
        .join(entries, _entry_of_posting())
        .join(schema.books, schema.books.c.id == postings.c.book)
        .where(
            schema.books.c.name == link.table,
            postings.c.number >= link.first,
            entries.c.kind == tag_of(RoundEnded),  # a voided round had no wagers
            postings.c.cause.in_(["drop", DROPPED]),
            postings.c.wager.in_(list(link.wagers)),
            *where,
        )
    )
    if link.last is not None:
        query = query.where(postings.c.number < link.last)
    with books.reading() as connection:
        cents, last = connection.execute(query).one()
    return int(cents or 0), int(last or 0)


def _account_ids(kinds: Iterable[str], name: str) -> Any:
    accounts, books = schema.accounts, schema.books
    return (
        select(accounts.c.id)
        .join(books, books.c.id == accounts.c.book)
        .where(books.c.name == CAGE, accounts.c.kind.in_(list(kinds)), accounts.c.owner == name)
    )


def _entry_of_posting() -> ColumnElement[bool]:
    postings, entries = schema.postings, schema.lines
    return (entries.c.book == postings.c.book) & (entries.c.number == postings.c.number)
