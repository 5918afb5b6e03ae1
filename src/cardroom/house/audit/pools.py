"""The audit of a jackpot's book: the jackpot's state after each entry, its postings, and its daily contributions.

Links and hits are recorded twice in one transaction: in the table's book and here. The audit compares the two.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardroom.house.audit.accounts import Report
from cardroom.house.audit.jackpot_orders import JACKPOT_ORDERS, JackpotOrder
from cardroom.house.books import JACKPOT, Books, LedgerEntry, Posting, peak_change
from cardroom.house.jackpots import (
    Hit,
    Pool,
    meter_account,
    morning_problem,
    overflow_account,
    pool_entry,
    reseed_change,
    state_after,
)

__all__ = ["PoolAudit", "without_overflow"]


class PoolAudit:
    """Checks the book of one house jackpot."""

    def __init__(self, book: str, books: Books, report: Report) -> None:
        self._book, self._books, self._report = book, books, report
        self.pool: Pool | None = None
        self.jackpot_facts: list[tuple[Any, ...]] = []
        """Links and hits that its entries record, in the form of `TableAudit.jackpot_facts`."""
        self.orders: list[JackpotOrder] = []
        """Changes that may have needed a second person."""

    def check(self, entry: LedgerEntry, *, trusted: bool = False) -> None:
        """Check an entry against the state before it. A trusted entry was audited before and only sets the state."""
        try:
            body = pool_entry(entry)
            if not trusted:
                self._check(entry, body.pool, body.about)
            self.pool = body.pool
        except Exception as error:  # a forged entry may raise anything; it must become a finding
            self._problem(entry, f"cannot be read: {error}")

    def _problem(self, entry: LedgerEntry, what: str) -> None:
        self._report(self._book, entry.number, what)

    def _check(self, entry: LedgerEntry, pool: Pool, about: dict[str, Any]) -> None:
        if msgspec.json.encode(pool_entry(entry)) != entry.body or entry.secret or JACKPOT + pool.name != self._book:
            self._problem(entry, "its body is not in the standard form, is secret, or belongs to a different jackpot")
        if (self.pool is None) != (entry.kind == "started") or not entry.who:
            self._problem(
                entry, "a jackpot must start in its first entry and only there, and every entry needs an author"
            )
        before = self.pool or pool
        expected, due = state_after(before, entry.kind, about)
        if expected != pool:
            self._problem(
                entry, "the recorded state of the jackpot does not follow from its previous state and this entry"
            )
        postings = without_overflow(entry.postings, before.name, before.ceiling is not None)
        if postings != due:
            self._problem(entry, "its postings differ from what it records")
        if entry.kind in JACKPOT_ORDERS:
            written = entry.number, entry.at, entry.who, entry.kind
            self.orders.append(JackpotOrder(pool.name, *written, about, entry.key, before.terms))
        match entry.kind:
            case "morning":
                if problem := morning_problem(self._books, before, entry, about):
                    self._problem(entry, problem)
            case "hit":
                hits = msgspec.json.encode(about["hits"])
                more, wanted = (
                    about.get("reseeded", 0),
                    reseed_change(before, msgspec.convert(about["hits"], list[Hit])),
                )
                if more and not (more == wanted > 0 or 0 > more >= wanted):
                    self._problem(entry, f"it is reseeded with {more} cents more; {wanted} were due")
                self.jackpot_facts.append(("hit", pool.name, about["table"], about["line"], hits))
            case "linked":
                link = about["link"]
                self.jackpot_facts.append(("linked", pool.name, link["table"], link["first"], link["jackpot"]))
            case "unlinked":
                facts = about["last"], about["jackpot"], *about["parts"]
                self.jackpot_facts.append(("unlinked", pool.name, about["table"], *facts))


def without_overflow(postings: tuple[Posting, ...], name: str, capped: bool) -> tuple[Posting, ...]:
    """Postings without a final overflow above a jackpot's ceiling, if that is no more than the meter gained."""
    if capped and postings and postings[-1].cause == "overflow":
        last = postings[-1]
        gained = peak_change(postings[:-1], meter_account(name))
        if (
            last == Posting(meter_account(name), overflow_account(name), last.cents, "overflow")
            and last.cents <= gained
        ):
            return postings[:-1]
    return postings
