"""The audit of payouts and corrections: those that needed a second person had one.

The rule and its limit are notes of the cage's book, and so are requests and approvals. An approval is the entry before
the order that it allows, in the same transaction. So everything can be derived again from the book, in its order.

The check begins with the first note of a server's start. Books that no server has written have no people, and earlier
versions had no such rule. Orders that were given on the machine itself are remarks of the audit (`duties`).
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from cardroom.house import runs, two_persons
from cardroom.house.books import Books
from cardroom.house.duties import LOCAL
from cardroom.house.notes import body_fields
from cardroom.house.requests import APPROVED, EXPIRES, REQUEST
from cardroom.house.two_persons import DAY, TwoPersons
from cardroom.house.values import CAGE, LedgerAccount, LedgerEntry
from cardroom.money import dollars

__all__ = ["PayoutAudit"]

_PAID = ("withdrawal", "credit")
_SLACK = 60 * 1_000_000
"""Microseconds by which the window of 24 hours is shorter here. The clock may have been read before the entry."""


class _NotedRequest(NamedTuple):
    """A request, as its note has it."""

    at: int
    who: str
    order: Any


class PayoutAudit:
    """Follows the cage's book, and says what is wrong with payouts and corrections."""

    def __init__(self) -> None:
        self._served = False
        self._rule = TwoPersons()
        self._requests: dict[int, _NotedRequest] = {}
        self._approved: tuple[int, _NotedRequest, str] | None = None
        """The approval in the last entry: its number, the request, and the approver."""
        self._paid: deque[tuple[int, LedgerAccount, int]] = deque()
        """Payments of the last 24 hours: time, account and cents."""

    def follow(self, books: Books, number: int) -> None:
        """Take over everything up to an entry that was audited before."""
        for entry in books.entries(CAGE):
            if entry.number > number:
                break
            self.problem(entry)

    def problem(self, entry: LedgerEntry) -> str:
        """What is wrong with an entry; empty if nothing is. Entries come in the order of the book."""
        if entry.kind == "note":
            return self._note(entry)
        approved, self._approved = self._approved, None
        if entry.kind not in (*_PAID, "correction"):
            return ""
        [posting] = entry.postings
        found = ""
        if self._served and self._rule.on and LOCAL not in entry.who:
            found = self._missing(entry, approved)
        if entry.kind in _PAID:
            self._paid.append((entry.at, posting.payer, posting.cents))
        return found

    def _note(self, entry: LedgerEntry) -> str:
        fields, self._approved = body_fields(entry.body), None
        what, after = fields.get("what"), fields.get("after")
        if what == runs.WHAT:
            self._served = True
        elif what == two_persons.WHAT:
            self._rule = msgspec.convert(after, TwoPersons)
        elif what == REQUEST:
            self._requests[entry.number] = _NotedRequest(entry.at, entry.who, after)
        elif what == APPROVED and isinstance(after, dict):
            request = self._requests.get(after.get("request", 0))
            if request is None or (request.who, request.order) != (after.get("by"), after.get("order")):
                return "it approves a request that is not in the book, or a different one"
            if entry.who == request.who:
                return f"{entry.who} approved a request of their own"
            if entry.at > request.at + EXPIRES + _SLACK:
                return "it approves a request that had expired"
            self._approved = entry.number, request, entry.who
        return ""

    def _missing(self, entry: LedgerEntry, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why an order needed a second person and had none; empty if all is well."""
        [posting] = entry.postings
        if entry.kind in _PAID:
            while self._paid and self._paid[0][0] <= entry.at - DAY + _SLACK:
                self._paid.popleft()
            before = sum(cents for _, account, cents in self._paid if account == posting.payer)
            if before + posting.cents <= self._rule.limit:
                return ""
            what = f"a {entry.kind} that brings 24 hours to {dollars(before + posting.cents)}"
        else:
            what = "a correction"
        if approved is None or approved[0] != entry.number - 1:
            return f"{what} needs a second person, and no approval comes before it"
        _, request, _ = approved
        order = request.order if isinstance(request.order, dict) else {}
        owner = order.get("player", order.get("table", order.get("jackpot")))
        account = posting.payer if posting.payer.kind != "outside" else posting.payee
        named = account.book if account.kind == "house" else account.owner
        if (request.who, order.get("cents"), owner) != (entry.who, posting.cents, named):
            return f"{what} needs a second person, and the approval before it is for a different order"
        return ""
