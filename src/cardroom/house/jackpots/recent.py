"""What tables contributed to a jackpot lately, at least, from sums that are carried from round to round.

Before every round a table checks that nothing is missing from the players' account. The exact sum of a week reads all
postings of the store, because postings have no order by account or time. Almost always a lower bound is enough: this
module reads each entry of a linked table once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Select, and_, bindparam, case, func, or_, select

from cardroom.house.books import CAGE, JACKPOT, RETURNED_DROP, Books, schema
from cardroom.play.table import Answered, RoundEnded, RoundVoided
from cardroom.tags import tag_of

__all__ = ["CAUSES", "KINDS", "contributed_at_least"]

CAUSES = ("drop", "seed", "carried", "restored")
"""The causes of contributions to a meter or its reserve."""
KINDS = (tag_of(Answered), tag_of(RoundEnded), "unlinked", "advanced", "restored")
"""The kinds of entries that contribute: answers that close bets, ends of rounds, and some of the jackpot's own book."""
RETURNED = (tag_of(RoundVoided), RETURNED_DROP)
"""The kind of entry and the cause that take a contribution back."""
VALID = 600 * 1_000_000
"""Microseconds for which a sum is used. It starts as much later, so that nothing in it becomes too old meanwhile."""

_HEAD = select(schema.books.c.id, schema.books.c.lines).where(schema.books.c.name == bindparam("name"))


_NAMED = {
    "cage": CAGE,
    "meter": "meter",
    "reserve": "reserve",
    "overflow": "overflow",
    "voided": RETURNED[0],
    "returned": RETURNED[1],
    **{f"cause{nth}": each for nth, each in enumerate(CAUSES)},
    **{f"kind{nth}": each for nth, each in enumerate(KINDS)},
}
"""The names in the statement below. A prepared statement has no other place for them."""


class _Sum(NamedTuple):
    """Contributions of one table."""

    since: int
    """The time from which they count."""
    made: int
    """When the sum was begun."""
    end: int
    """The last entry of the table's book that it includes."""
    cents: int


_SUMS: WeakKeyDictionary[Books, dict[tuple[str, str], _Sum]] = WeakKeyDictionary()
"""Sums by jackpot and table, for the books of each store that is open."""


def contributed_at_least(books: Books, name: str, tables: Iterable[str], needed: int, since: int, now: int) -> int:
    """Cents that tables contributed to a jackpot since a time, or fewer.

    Reading stops when the `needed` cents are found. Only committed entries are read, so a sum stays right whatever
    becomes of the current transaction.
    """
    sums, linked = _SUMS.setdefault(books, {}), sorted({*tables, JACKPOT + name})
    valid = {
        table: each
        for table in linked
        if (each := sums.get((name, table))) and since <= each.since and each.made <= now <= each.made + VALID
    }
    found = sum(each.cents for each in valid.values())
    for table in linked:
        if found >= needed:
            break
        before = valid.get(table) or _Sum(since + VALID, now, 0, 0)
        new = sums[name, table] = _continued(books, name, table, before)
        found += new.cents - (before.cents if table in valid else 0)
    return found


def _continued(books: Books, name: str, table: str, known: _Sum) -> _Sum:
    """A sum with the entries since."""
    rows = books.store.look(_HEAD, {"name": table})
    if not rows:
        return known
    book, head = rows[0]
    start = known.end + 1 if known.end else books.number_at(table, known.since)
    if head < start:
        return known
    values = {"book": book, "start": start, "end": head, "since": known.since, "name": name}
    [(cents,)] = books.store.look(_CONTRIBUTED, values | _NAMED)
    return known._replace(end=head, cents=known.cents + int(cents or 0))


def _contributed() -> Select[Any]:
    """A statement that sums the contributions in some entries of a table's book."""
    postings, entries, accounts = schema.postings.c, schema.lines.c, schema.accounts.c

    def pools(*kinds: str) -> Select[Any]:
        return (
            select(accounts.id)
            .join(schema.books, schema.books.c.id == accounts.book)
            .where(schema.books.c.name == bindparam("cage"), accounts.owner == bindparam("name"))
            .where(accounts.kind.in_([bindparam(kind) for kind in kinds]))
        )

    return (
        select(func.sum(case((postings.cause == bindparam("returned"), -postings.cents), else_=postings.cents)))
        .join(schema.lines, (entries.book == postings.book) & (entries.number == postings.number))
        .where(
            postings.book == bindparam("book"),
            postings.number >= bindparam("start"),
            postings.number <= bindparam("end"),
            or_(
                and_(
                    postings.payee.in_(pools("meter", "reserve")),
                    postings.cause.in_([bindparam(f"cause{nth}") for nth in range(len(CAUSES))]),
                    entries.kind.in_([bindparam(f"kind{nth}") for nth in range(len(KINDS))]),
                ),
                and_(
                    postings.payer.in_(pools("meter", "reserve", "overflow")),
                    postings.cause == bindparam("returned"),
                    entries.kind == bindparam("voided"),
                ),
            ),
            entries.at >= bindparam("since"),
        )
    )


_CONTRIBUTED = _contributed()
