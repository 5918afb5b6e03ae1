"""A jackpot's book as an audit reads it: how it stands after each line, what that moved, and what its mornings counted.

What happened at tables is told twice, there and here, in one transaction; an audit holds the one to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from cardroom.house.books import Books
from cardroom.house.jackpots import noted, wagered
from cardroom.house.pools import Hit, Pool, after, day_after, meter_account, overflow_account, reseeded
from cardroom.house.values import JACKPOT, LedgerEntry, Posting, lifted
from cardroom.rulebook.jackpots import PARTS

__all__ = ["KeptPool", "without_overflow"]


class KeptPool:
    """The book of a jackpot of the house."""

    def __init__(self, book: str, books: Books, found: Callable[[str, int, str], None]) -> None:
        self._book, self._books, self._found = book, books, found
        self.pool: Pool | None = None
        self.told: list[tuple[Any, ...]] = []
        """What its lines say that happened at tables."""

    def line(self, entry: LedgerEntry, *, again: bool = True) -> None:
        """Hold a line to what may happen to a jackpot; without `again` it is known to be right."""
        try:
            said = noted(entry)
            if again:
                self._check(entry, said.pool, said.about)
            self.pool = said.pool
        except Exception as error:  # whatever a forged line says is found, not fallen over
            self._say(entry, f"it cannot be read: {error}")

    def _say(self, entry: LedgerEntry, what: str) -> None:
        self._found(self._book, entry.number, what)

    def _check(self, entry: LedgerEntry, pool: Pool, about: dict[str, Any]) -> None:
        if msgspec.json.encode(noted(entry)) != entry.body or entry.secret or JACKPOT + pool.name != self._book:
            self._say(entry, "its text is not as it is written, or is another jackpot's")
        if (self.pool is None) != (entry.kind == "started") or not entry.who:
            self._say(entry, "a jackpot is started once, in its first line, and each line says by whom")
        before = self.pool or pool
        turned, due = after(before, entry.kind, about)
        if turned != pool:
            self._say(entry, "the jackpot does not stand as what was before and what happened make it stand")
        postings = without_overflow(entry.postings, before.name, before.ceiling is not None)
        if postings != due:
            self._say(entry, "it moves other money than what happened moves")
        match entry.kind:
            case "morning":
                self._check_morning(entry, before, about)
            case "hit":
                hits = msgspec.json.encode(about["hits"])
                more, wanted = about.get("reseeded", 0), reseeded(before, msgspec.convert(about["hits"], list[Hit]))
                if more and not (more == wanted > 0 or 0 > more >= wanted):
                    self._say(entry, f"it is started again with {more} cents more, and {wanted} were due")
                self.told.append(("hit", pool.name, about["table"], about["line"], hits))
            case "linked":
                link = about["link"]
                self.told.append(("linked", pool.name, link["table"], link["first"], link["jackpot"]))
            case "unlinked":
                said = about["last"], about["jackpot"], *about["parts"]
                self.told.append(("unlinked", pool.name, about["table"], *said))

    def _check_morning(self, entry: LedgerEntry, pool: Pool, about: dict[str, Any]) -> None:
        first, last = day_after(pool.through), day_after(about["through"])
        since, until = pool.days.start(first), pool.days.start(last)
        bet = sum(wagered(self._books, link, since, until)[0] for link in pool.links)
        said = about["first"], about["wagered"], about["parts"]
        if said != (first.isoformat(), bet, int(Fraction(pool.terms.morning) * bet * PARTS)):
            self._say(entry, f"it adds for {about['wagered']} cents, and {bet} were wagered on the days that were due")
        if entry.at < until:
            self._say(entry, "it adds for a day that was not over")


def without_overflow(postings: tuple[Posting, ...], name: str, capped: bool) -> tuple[Posting, ...]:
    """Postings but for what went over a jackpot's ceiling, in the end and of no more than came in."""
    if capped and postings and postings[-1].cause == "overflow":
        last = postings[-1]
        came = lifted(postings[:-1], meter_account(name))
        if last == Posting(meter_account(name), overflow_account(name), last.cents, "overflow") and last.cents <= came:
            return postings[:-1]
    return postings
