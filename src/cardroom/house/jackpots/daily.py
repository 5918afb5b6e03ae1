"""Daily contributions: which wagers of linked tables were added to a jackpot, and which are due.

Wagers are counted by the numbers of the entries in the tables' books, not by their dates. Each link remembers the last
entry that was added, so a clock that is set wrong loses nothing and adds nothing twice. Dates only say which entries
belong to a day that is over. An entry before one of an earlier day is over too. An entry that is dated in the future
counts as over one business day after a morning has noticed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from cardroom.house.books import Books, LedgerEntry
from cardroom.house.jackpots.figures import head_of, last_before, wagered_by_number
from cardroom.house.jackpots.pools import Pool, day_after, link_key
from cardroom.rulebook.jackpots import PARTS

__all__ = ["CITE", "due", "morning_problem"]

CITE = "the share of wagers that is added before opening"


def due(books: Books, pool: Pool, today: date, now: int) -> dict[str, Any] | None:
    """What the entry of a morning must record; None if there is nothing to add or to note."""
    until, noticed = pool.days.start(today), isinstance(pool.noticed, str) and pool.noticed < today.isoformat()
    bet, through, ahead = 0, "", False
    added, seen = [], []
    for link in pool.links:
        base = link.added
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


def morning_problem(books: Books, pool: Pool, entry: LedgerEntry, about: Mapping[str, Any]) -> str:
    """What is wrong with a daily contribution; empty if nothing is."""
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
        if base != link.added:
            return f"{link.table}: the daily contribution does not go on from entry {link.added}"
        if not base <= to <= max(base, most):
            return f"{link.table}: the daily contribution includes entries of a day that was not over"
        bet += wagered_by_number(books, link, base, to)[0]
    if (about["wagered"], about["parts"]) != (bet, int(Fraction(pool.terms.morning) * bet * PARTS)):
        return f"the daily contribution is for {about['wagered']} cents wagered; {bet} were wagered in those entries"
    return ""
