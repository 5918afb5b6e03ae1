"""Daily contributions: which wagers of linked tables were added to a jackpot, and which are due.

Wagers are counted by the numbers of the entries in the tables' books, not by their dates. Each link remembers the last
entry that was added, so a clock that is set wrong loses nothing and adds nothing twice. Dates only say which entries
belong to a day that is over. An entry before one of an earlier day is over too. An entry that is dated in the future
counts as over one business day after a morning has noticed it.

Pools from before this counted by date. Their first morning here goes on from the last entry that those dates include.
What a wrong clock lost until then is added by a repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from cardroom.house.books import JACKPOT, Books, LedgerEntry
from cardroom.house.jackpots.figures import head_of, last_before, wagered_by_number, wagered_cents
from cardroom.house.jackpots.pools import Link, Pool, PoolEntry, day_after, link_key, pool_entry
from cardroom.rulebook.jackpots import PARTS

__all__ = ["CITE", "Missing", "base_of", "due", "missing", "morning_problem"]

CITE = "the share of wagers that is added before opening"


def base_of(books: Books, pool: Pool, link: Link) -> int:
    """The last entry of a link's table whose wagers were added, or counted as added by date."""
    if isinstance(link.added, int):
        return link.added
    return max(link.first - 1, last_before(books, link, pool.days.start(day_after(pool.through))))


def due(books: Books, pool: Pool, today: date, now: int) -> dict[str, Any] | None:
    """What the entry of a morning must record; None if there is nothing to add or to note."""
    until, noticed = pool.days.start(today), isinstance(pool.noticed, str) and pool.noticed < today.isoformat()
    bet, through, ahead = 0, "", False
    added, seen = [], []
    for link in pool.links:
        base = base_of(books, pool, link)
        to = max(base, last_before(books, link, until))
        if noticed and isinstance(link.seen, int):
            to = max(to, link.seen)
        cents, last = wagered_by_number(books, link, base, to)
        head = head_of(books, link)
        bet += cents
        through = max(through, pool.days.of(last).isoformat() if cents else "")
        ahead = ahead or (head > to and wagered_by_number(books, link, to, head)[1] > now)
        added.append([*link_key(link), base, to])
        seen.append([*link_key(link), head])
    if not bet and (not ahead or pool.noticed == today.isoformat()):
        return None
    about = {
        "through": min(through or pool.through, day_after(today.isoformat(), -1).isoformat()),
        "wagered": bet,
        "parts": int(Fraction(pool.terms.morning) * bet * PARTS),
        "cite": CITE,
        "day": today.isoformat(),
        "added": added,
    }
    return about | ({"seen": seen} if ahead else {})


class Missing(NamedTuple):
    """Wagers of earlier days that no daily contribution includes."""

    cents: int
    until: str
    """The last business day that the contributions include."""


def missing(books: Books, name: str, before: int | None = None) -> Missing:
    """Find the wagers that contributions should include and do not, from the entries of a jackpot's book.

    With `before`, only entries before this number of the book count.
    """
    links: dict[tuple[str, str, int], Link] = {}
    upto: dict[tuple[str, str, int], int] = {}
    recorded, pool = 0, None
    for entry in books.entries(JACKPOT + name):
        if before is not None and entry.number >= before:
            break
        body = pool_entry(entry)
        pool = body.pool
        links |= {link_key(link): link for link in _links_of(entry, body)}
        if entry.kind in ("morning", "repaired"):
            recorded += body.about["wagered"]
        for table, jackpot, first, _, to in body.about.get("added", ()):
            upto[table, jackpot, first] = to
    if pool is None:
        return Missing(0, "")
    current = {link_key(link) for link in pool.links}
    expected = 0
    for key, link in links.items():
        last = upto.get(key) if key in upto else base_of(books, pool, link) if key in current else link.last
        expected += wagered_by_number(books, link, link.first - 1, last or 0)[0]
    return Missing(expected - recorded, pool.through)


def _links_of(entry: LedgerEntry, body: PoolEntry) -> Iterable[Link]:
    """The links that an entry adds or ends."""
    if entry.kind == "linked":
        return [msgspec.convert(body.about["link"], Link)]
    return body.pool.links if entry.kind == "unlinked" else ()


def morning_problem(books: Books, pool: Pool, entry: LedgerEntry, about: Mapping[str, Any]) -> str:
    """What is wrong with a daily contribution; empty if nothing is."""
    if "added" not in about:
        return _dated_problem(books, pool, entry, about)
    day = date.fromisoformat(about["day"])
    if pool.days.start(day) > entry.at:
        return "the daily contribution is for a day that had not begun"
    noticed, bet = isinstance(pool.noticed, str) and pool.noticed < about["day"], 0
    recorded = {(table, jackpot, first): (base, to) for table, jackpot, first, base, to in about["added"]}
    if set(recorded) != {link_key(link) for link in pool.links}:
        return "the daily contribution does not name the tables that are linked"
    for link in pool.links:
        base, to = recorded[link_key(link)]
        most = last_before(books, link, pool.days.start(day))
        if noticed and isinstance(link.seen, int):
            most = max(most, link.seen)
        if base != base_of(books, pool, link):
            return f"{link.table}: the daily contribution does not go on from entry {base_of(books, pool, link)}"
        if not base <= to <= max(base, most):
            return f"{link.table}: the daily contribution includes entries of a day that was not over"
        bet += wagered_by_number(books, link, base, to)[0]
    if (about["wagered"], about["parts"]) != (bet, int(Fraction(pool.terms.morning) * bet * PARTS)):
        return f"the daily contribution is for {about['wagered']} cents wagered; {bet} were wagered in those entries"
    return ""


def _dated_problem(books: Books, pool: Pool, entry: LedgerEntry, about: Mapping[str, Any]) -> str:
    """The same for a contribution that was counted by date. What a wrong clock lost must have been repaired."""
    first, last = day_after(pool.through), day_after(about["through"])
    since, until = pool.days.start(first), pool.days.start(last)
    if entry.at < until:
        return "the daily contribution includes a day that was not over"
    bet = sum(wagered_cents(books, link, since, until) for link in pool.links)
    share = int(Fraction(pool.terms.morning) * about["wagered"] * PARTS)
    if about["first"] != first.isoformat() or about["parts"] != share or about["wagered"] > bet:
        return f"the daily contribution is for {about['wagered']} cents wagered; {bet} were wagered on those days"
    if about["wagered"] == bet:
        return ""
    later = [(each.kind, pool_entry(each).about) for each in books.entries(JACKPOT + pool.name, entry.number + 1)]
    if any(kind == "repaired" for kind, _ in later):
        return ""
    bases = {
        (table, jackpot, number): base
        for after in reversed([each for kind, each in later if kind == "morning" and "added" in each])
        for table, jackpot, number, base, _ in after["added"]
    }
    left = (
        sum(wagered_cents(books, link, since, until, bases.get(link_key(link))) for link in pool.links)
        - about["wagered"]
    )
    return f"{left} cents wagered on its days were left out: add them with `cardroom jackpots repair`" if left else ""
