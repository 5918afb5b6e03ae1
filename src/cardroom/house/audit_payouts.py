"""The audit of orders that needed a second person: payouts, corrections, changes of roles, voided rounds, jackpots.

The rule and its limit are notes of the cage's book, and so are requests and approvals. An approval is the entry before
the order that it allows, in the same transaction. So everything can be derived again from the book, in its order. The
voiding of a round is an entry of its table's book, and a change of a jackpot one of the jackpot's book. The approval
names the table and the round, or the jackpot and the change.

The check begins with the first note of a server's start. Books that no server has written have no people, and earlier
versions had no such rule. Orders that were given on the machine itself are remarks of the audit (`duties`).
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from cardroom.house import runs, two_persons
from cardroom.house.audit_jackpot_orders import JACKPOT_ORDERS, ApprovedChange, JackpotOrder
from cardroom.house.books import Books
from cardroom.house.duties import LOCAL, NotedUser, apply_note
from cardroom.house.notes import body_fields
from cardroom.house.requests import APPROVED, EXPIRES, REQUEST
from cardroom.house.two_persons import DAY, TwoPersons
from cardroom.house.values import CAGE, LedgerAccount, LedgerEntry
from cardroom.money import dollars

__all__ = ["CalledOff", "PayoutAudit"]

_PAID = ("withdrawal", "credit")
_SLACK = 60 * 1_000_000
"""Microseconds by which the window of 24 hours is shorter here. The clock may have been read before the entry."""


class _NotedRequest(NamedTuple):
    """A request, as its note has it."""

    at: int
    who: str
    why: str
    order: Any


class CalledOff(NamedTuple):
    """A round that was voided after a card was dealt, as the book of its table has it."""

    table: str
    number: int
    """The number of the entry."""
    at: int
    who: str
    round: str


class PayoutAudit:
    """Follows the cage's book, and says what is wrong with payouts, corrections and changes of roles."""

    def __init__(self) -> None:
        self._served = False
        self._rule = TwoPersons()
        self._requests: dict[int, _NotedRequest] = {}
        self._approved: tuple[int, _NotedRequest, str] | None = None
        """The approval in the last entry: its number, the request, and the approver."""
        self._paid: deque[tuple[int, LedgerAccount, int]] = deque()
        """Payments of the last 24 hours: time, account and cents."""
        self._users: dict[str, NotedUser] = {}
        self._times: list[tuple[int, bool]] = []
        """Whether the rule was on, each time from when on."""
        self._call_offs: set[tuple[str, str, str]] = set()
        """Approved orders to void a round: table, round, and who asked."""
        self._interrupted: set[tuple[str, str]] = set()
        """Rounds that the server reported as interrupted: table and round."""
        self._changes: list[ApprovedChange] = []
        """Approved changes of jackpots that no entry has used yet."""
        self.remarks: list[str] = []
        """Orders that one person may give alone, which an examiner must know."""

    def follow(self, books: Books, number: int) -> None:
        """Take over everything up to an entry that was audited before."""
        for entry in books.entries(CAGE):
            if entry.number > number:
                break
            self.problem(entry)
        self._changes.clear()  # they were used before the checkpoint

    def problem(self, entry: LedgerEntry) -> str:
        """What is wrong with an entry; empty if nothing is. Entries come in the order of the book."""
        if entry.kind == "note":
            return self._note(entry)
        approved, self._approved = self._approved, None
        if entry.kind not in (*_PAID, "correction"):
            return ""
        [posting] = entry.postings
        found = ""
        if self._rule_binds(entry):
            found = self._missing(entry, approved)
        if entry.kind in _PAID:
            self._paid.append((entry.at, posting.payer, posting.cents))
        return found

    def _note(self, entry: LedgerEntry) -> str:
        fields, approved = body_fields(entry.body), self._approved
        self._approved = None
        what, after, problem = fields.get("what"), fields.get("after"), ""
        if what == runs.WHAT:
            self._times += [] if self._served else [(entry.at, self._rule.on)]
            self._served = True
        elif what == two_persons.WHAT:
            problem = self._rule_problem(entry, after, approved)
            self._rule = msgspec.convert(after, TwoPersons)
            self._times += [(entry.at, self._rule.on)] if self._served else []
        elif what == REQUEST:
            self._requests[entry.number] = _NotedRequest(entry.at, entry.who, str(fields.get("why")), after)
        elif what == APPROVED and isinstance(after, dict):
            request = self._requests.get(after.get("request", 0))
            if request is None or (request.who, request.order) != (after.get("by"), after.get("order")):
                return "it approves a request that is not in the book, or a different one"
            order = request.order if isinstance(request.order, dict) else {}
            if entry.who == request.who:
                return f"{entry.who} approved a request of their own"
            if entry.who in (order.get("player"), order.get("name")):
                return f"{entry.who} approved an order about their own account"
            if entry.at > request.at + EXPIRES + _SLACK:
                return "it approves a request that had expired"
            self._approved = entry.number, request, entry.who
            if order.get("type") == "call-off":
                self._call_offs.add((str(order.get("table")), str(order.get("round")), request.who))
            elif order.get("type") in JACKPOT_ORDERS.values():
                self._changes.append(ApprovedChange(request.who, request.why, order))
        elif what == "round called off":
            self._note_interruption(fields, entry.who)
        elif what == "roles" and isinstance(after, dict):
            problem = self._roles_problem(entry, after, approved)
        elif what == "password reset" and isinstance(after, dict) and approved is None and self._rule_binds(entry):
            self.remarks.append(
                f"{entry.who} reset the password of {after.get('name')} alone, as one may for a player without money."
            )
        apply_note(self._users, entry.who, fields)
        return problem

    def _rule_binds(self, entry: LedgerEntry) -> bool:
        """Whether the rule applies to an entry of the cage's book."""
        return self._served and self._rule.on and LOCAL not in entry.who

    def _note_interruption(self, fields: dict[str, Any], who: str) -> None:
        """Note that a round was voided that the server itself reported as interrupted."""
        before, table = fields.get("before"), str(fields.get("after")).partition(": ")[2]
        if isinstance(before, dict) and "interrupted" in before:
            self._interrupted.add((table, str(before.get("round"))))
            self.remarks.append(f"{who} voided round {before.get('round')} at {table}, which was interrupted.")

    def _roles_problem(
        self, entry: LedgerEntry, after: dict[str, Any], approved: tuple[int, _NotedRequest, str] | None
    ) -> str:
        """Why a change of roles needed a second person and had none; empty if all is well."""
        if not self._rule_binds(entry):
            return ""
        name, roles = after.get("name"), [*after.get("roles", ())]
        if approved is not None and approved[0] == entry.number - 1:
            order = approved[1].order if isinstance(approved[1].order, dict) else {}
            if (approved[1].who, order.get("type"), order.get("name"), order.get("to")) == (
                *(entry.who, "roles", name, roles),
            ):
                return ""
            return f"the roles of {name} need a second person, and the approval before them is for a different order"
        operators = [each for each, user in self._users.items() if "operator" in user.roles]
        if operators == [entry.who] and "operator" in roles and name != entry.who:
            self.remarks.append(f"{entry.who}, the only operator, made {name} an operator alone.")
            return ""
        return f"the roles of {name} need a second person, and no approval comes before them"

    def _rule_problem(self, entry: LedgerEntry, after: Any, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why a change of this rule itself needed a second person and had none; empty if all is well."""
        if not self._rule_binds(entry) or entry.who == runs.AUTHOR:
            return ""
        if approved is not None and approved[0] == entry.number - 1:
            _, request, _ = approved
            wanted = {"type": "two-persons"} | (after if isinstance(after, dict) else {})
            if (request.who, request.order) == (entry.who, wanted):
                return ""
            return "a change of the two-person rule needs an approval, and the one before it is for a different order"
        return "a change of the two-person rule needs a second person, and no approval comes before it"

    def call_off_problem(self, done: CalledOff) -> str:
        """Why voiding a round needed a second person and had none; empty if all is well. Ask after the last entry."""
        allowed = (done.table, done.round, done.who) in self._call_offs
        if not self._applied(done.at, done.who) or allowed or (done.table, done.round) in self._interrupted:
            return ""
        return f"{done.who} voided round {done.round} after a card was dealt, without a second person"

    def jackpot_problem(self, done: JackpotOrder) -> str:
        """Why a change of a jackpot needed a second person and had none; empty if all is well.

        Ask after the last entry of the cage, once for each change.
        """
        used = next((each for each in self._changes if done.allowed_by(each)), None)
        if used is not None:
            self._changes.remove(used)
            return ""
        if not self._applied(done.at, done.who):
            return ""
        return f"{done.who} changed the jackpot without a second person: no approval is for this change"

    def _applied(self, at: int, who: str) -> bool:
        """Whether the rule applied to an order of another book than the cage's."""
        return LOCAL not in who and all(self._was_on(time) for time in (at - _SLACK, at, at + _SLACK))

    def _was_on(self, at: int) -> bool:
        return next((on for since, on in reversed(self._times) if since <= at), False)

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
