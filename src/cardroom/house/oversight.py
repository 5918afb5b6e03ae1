"""What whoever oversees a house asks of its books: who did what at the cage, and what is owed to whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from cardroom.house.books import Books
from cardroom.house.values import CAGE, LedgerEntry, is_table

__all__ = ["MOST_EVENTS", "Event", "Events", "Liabilities", "events", "liabilities"]

MOST_EVENTS = 200
_AT_ONCE = 200
_MOST_LOOKED = 5_000
"""Lines that are looked at for one page."""
_POOLS = ("meter", "reserve", "overflow", "claim")


class Event(msgspec.Struct, frozen=True):
    """A line of the cage's book."""

    number: int
    at: int
    """Microseconds since 1970."""
    kind: str
    """What it is; of a note, what it is about."""
    who: str
    why: str
    before: Any
    after: Any
    moved: list[dict[str, Any]]


class Events(msgspec.Struct, frozen=True):
    """Some of them, the latest first."""

    events: tuple[Event, ...]
    before: int
    """Where the list goes on; 0 at its end."""


class Liabilities(msgspec.Struct, frozen=True):
    """What lies where, in cents: all of it together comes to nothing."""

    balances: int
    """What players have in the cage ..."""
    chips: int
    """... and at tables."""
    pools: int
    """What belongs to whoever wins a jackpot: meters, reserves, overflows, and what rounds have won that go on."""
    owed: int
    """All that is the players'."""
    banks: int
    collection: int
    other: int
    outside: int
    """What has come in, and not gone out: below nothing by so much."""
    tables: dict[str, int]
    """The chips of players, by table."""
    meters: dict[str, int]
    """What jackpots hold, the house's by their name, a table's own with the table's."""


def events(
    books: Books,
    *,
    before: int = 0,
    limit: int = 50,
    kinds: Collection[str] = (),
    who: str = "",
    since: int = 0,
    until: int = 0,
) -> Events:
    """The cage's lines before a number, the latest first: of some kinds, of a person, of a time, where that is said.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> house.note("limits", who="floor", why="a quiet day", before=500, after=300)
    >>> [(each.kind, each.who) for each in events(house.books).events]
    [('limits', 'floor'), ('deposit', 'cage 1'), ('made', '')]
    >>> folder.cleanup()
    """
    found: list[Event] = []
    with books.at_one_moment():
        last = books.last(CAGE)
        end = min(before or 2**62, last.number + 1 if last else 1)
        if until:
            end = min(end, books.number_at(CAGE, until))
        stop = max(end - _MOST_LOOKED, 1)
        while end > stop:
            start = max(end - _AT_ONCE, stop)
            for entry in reversed(books.page(CAGE, start, end - start)):
                if entry.at < since:
                    return Events(tuple(found), 0)
                event = _event(entry)
                if (not kinds or {event.kind, entry.kind} & {*kinds}) and who in ("", entry.who):
                    found.append(event)
                if len(found) == max(1, min(limit, MOST_EVENTS)):
                    return Events(tuple(found), entry.number if entry.number > 1 else 0)
            end = start
    return Events(tuple(found), end if end > 1 else 0)


def _event(entry: LedgerEntry) -> Event:
    said: Any = {} if entry.secret else msgspec.json.decode(entry.body)
    said = said if isinstance(said, dict) else {"after": said}
    moved = [
        {"payer": list(posting.payer), "payee": list(posting.payee), "cents": posting.cents, "cause": posting.cause}
        for posting in entry.postings
    ]
    kind = str(said.get("what", entry.kind)) if entry.kind == "note" else entry.kind
    after = said.get("after", {name: value for name, value in said.items() if name != "why"} or None)
    return Event(entry.number, entry.at, kind, entry.who, said.get("why", ""), said.get("before"), after, moved)


def liabilities(books: Books) -> Liabilities:
    """What players, pools and the house hold at this moment."""
    held = books.balances()

    def of(*kinds: str) -> int:
        return sum(cents for account, cents in held.items() if account.kind in kinds)

    known = ("balance", "stack", *_POOLS, "house", "collection", "outside")
    tables: dict[str, int] = {}
    meters: dict[str, int] = {}
    for account, cents in held.items():
        if account.kind == "stack":
            tables[account.book] = tables.get(account.book, 0) + cents
        if account.kind in _POOLS:
            name = f"{account.book}: {account.owner}" if is_table(account.book) else account.owner
            meters[name] = meters.get(name, 0) + cents
    pools = of(*_POOLS)
    return Liabilities(
        of("balance"),
        of("stack"),
        pools,
        of("balance", "stack") + pools,
        of("house"),
        of("collection"),
        sum(cents for account, cents in held.items() if account.kind not in known),
        of("outside"),
        tables,
        meters,
    )
