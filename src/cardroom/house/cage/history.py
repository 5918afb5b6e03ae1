"""The cage's history: who did what at the cage and in the house, page by page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from cardroom.house.books import CAGE, FOLDED, Books, LedgerEntry

__all__ = ["MOST_SHOWN", "CageEntry", "CagePage", "cage_entries"]

MOST_SHOWN = 200
"""The most entries on one page."""
_AT_ONCE = 200
_MOST_SEARCHED = 5_000
"""The most entries that are searched for one page."""


class CageEntry(msgspec.Struct, frozen=True):
    """An entry of the cage's book, as staff see it."""

    number: int
    at: int
    """Microseconds since 1970."""
    kind: str
    """The kind of the entry; for a note, what it is about."""
    who: str
    why: str
    before: Any
    after: Any
    moved: list[dict[str, Any]]
    """The postings of the entry."""


class CagePage(msgspec.Struct, frozen=True):
    """One page of the cage's history, the latest entry first."""

    entries: tuple[CageEntry, ...] = msgspec.field(name="events")
    before: int
    """Where the next page starts; 0 after the last page."""


def cage_entries(
    books: Books,
    *,
    before: int = 0,
    limit: int = 50,
    kinds: Collection[str] = (),
    who: str = "",
    since: int = 0,
    until: int = 0,
) -> CagePage:
    """Entries of the cage's book before a number, the latest first. Filter by kind, author and time.

    >>> import tempfile
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> house.note("limits", who="floor", why="a quiet day", before=500, after=300)
    >>> [(each.kind, each.who) for each in cage_entries(house.books).entries]
    [('limits', 'floor'), ('deposit', 'cage 1'), ('made', '')]
    >>> folder.cleanup()
    """
    page: list[CageEntry] = []
    with books.at_one_moment():
        last = books.last(CAGE)
        end = min(before or 2**62, last.number + 1 if last else 1)
        if until:
            end = min(end, books.number_at(CAGE, until))
        stop = max(end - _MOST_SEARCHED, 1)
        while end > stop:
            start = max(end - _AT_ONCE, stop)
            for entry in reversed(books.page(CAGE, start, end - start)):
                if entry.at < since:
                    return CagePage(tuple(page), 0)
                if entry.kind == FOLDED:
                    continue
                shown = _cage_entry(entry)
                if (not kinds or {shown.kind, entry.kind} & {*kinds}) and who in ("", entry.who):
                    page.append(shown)
                if len(page) == max(1, min(limit, MOST_SHOWN)):
                    return CagePage(tuple(page), entry.number if entry.number > 1 else 0)
            end = start
    return CagePage(tuple(page), end if end > 1 else 0)


def _cage_entry(entry: LedgerEntry) -> CageEntry:
    body: Any = {} if entry.secret else msgspec.json.decode(entry.body)
    fields = body if isinstance(body, dict) else {"after": body}
    moved = [
        {"payer": list(posting.payer), "payee": list(posting.payee), "cents": posting.cents, "cause": posting.cause}
        for posting in entry.postings
    ]
    kind = str(fields.get("what", entry.kind)) if entry.kind == "note" else entry.kind
    after = fields.get("after", {name: value for name, value in fields.items() if name != "why"} or None)
    return CageEntry(entry.number, entry.at, kind, entry.who, fields.get("why", ""), fields.get("before"), after, moved)
