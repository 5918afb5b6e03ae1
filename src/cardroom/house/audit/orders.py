"""The audit of orders that needed a second person: cash, corrections, changes of users, voided rounds, jackpots.

The rule and its limit are notes of the cage's book, and so are requests and approvals. An approval is the entry before
the order that it allows, in the same transaction. So everything can be derived again from the book, in its order. The
voiding of a round is an entry of its table's book, and a change of a jackpot one of the jackpot's book. The approval
names the table and the round, or the jackpot and the change.

The check begins with the first note of a server's start. Books that no server has written have no people. Orders that
were given on the machine itself are no exception: while the rule is on, the commands there refuse them.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import msgspec

from cardroom.house.audit.jackpot_orders import JACKPOT_ORDERS, ApprovedChange, JackpotOrder
from cardroom.house.backup import runs
from cardroom.house.books import CAGE, Books, LedgerAccount, LedgerEntry, body_fields
from cardroom.house.cage import (
    APPROVED,
    COUNT,
    DAY,
    EXPIRES,
    LOCAL,
    PAYOUTS,
    REQUEST,
    NotedUser,
    TwoPersons,
    apply_note,
    conflict,
    exclusion_over,
    two_persons,
)
from cardroom.money import dollars

__all__ = ["DUTIES", "PayoutAudit", "VoidedRound"]

_ORDERS = {
    "deposit": ("deposit",),
    "withdrawal": ("withdraw",),
    "credit": ("credit",),
    "correction": ("correct", "jackpot-correction"),
}
"""The types of the orders for each kind of entry that needs a second person, always or above a limit."""
_OPERATOR, _FLOOR, _CAGE = ("operator",), ("floor", "operator"), ("cashier", "operator")
DUTIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "deposit": (("cashier",), _CAGE),
    "withdraw": (("cashier",), _CAGE),
    "credit": (("floor",), _FLOOR),
    "correct": (_OPERATOR, _CAGE),
    "count-cage": (("cashier",), _CAGE),
    "set-roles": (_OPERATOR, _OPERATOR),
    "reset-password": (_OPERATOR, _CAGE),
    "lift-bar": (_FLOOR, _FLOOR),
    "void-round": (("floor",), _FLOOR),
    "change-two-persons": (_OPERATOR, _OPERATOR),
    "use-rule-set": (("floor",), _OPERATOR),
    "jackpot-change": (_OPERATOR, _OPERATOR),
    "jackpot-ceiling": (_OPERATOR, _OPERATOR),
    "jackpot-funding": (_OPERATOR, _OPERATOR),
    "jackpot-correction": (_OPERATOR, _OPERATOR),
}
"""The roles that ask for each type of order, and those that approve it. It is written here again, so that an audit does
not depend on the server that it examines."""
_NO_OPERATORS = "before the room had two operators, each with a second factor"
_SLACK = 60 * 1_000_000
"""Microseconds by which the window of 24 hours is shorter here. The clock may have been read before the entry."""


class _NotedRequest(NamedTuple):
    """A request, as its note has it."""

    at: int
    who: str
    why: str
    order: Any


class _Cash(NamedTuple):
    """A deposit or a payout."""

    at: int
    payout: bool
    account: LedgerAccount
    who: str
    cents: int
    alone: bool
    """Whether no second person approved it."""


class VoidedRound(NamedTuple):
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
        self._cash: deque[_Cash] = deque()
        """Deposits and payouts of the last 24 hours."""
        self._users: dict[str, NotedUser] = {}
        self._lost: dict[str, tuple[int, tuple[str, ...]]] = {}
        """When the roles of a user were last replaced, and what they were."""
        self._had_money: set[str] = set()
        """Users who ever deposited money."""
        self._loses_factor = ""
        """The user whose second factor the next entry may remove."""
        self._times: list[tuple[int, bool]] = []
        """Whether the rule was on, each time from when on."""
        self._voids: set[tuple[str, str, str]] = set()
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
        if entry.kind not in _ORDERS:
            return ""
        [posting] = entry.postings
        found = self._missing(entry, approved) if self._rule_binds() else ""
        payout = entry.kind in PAYOUTS
        if payout or entry.kind == "deposit":
            account = posting.payer if payout else posting.payee
            alone = self._approval_problem(entry, approved) != ""
            self._cash.append(_Cash(entry.at, payout, account, entry.who, posting.cents, alone))
            self._had_money.add(account.owner)
        return found

    def _note(self, entry: LedgerEntry) -> str:
        fields, approved = body_fields(entry.body), self._approved
        may_lose, self._loses_factor = self._loses_factor, ""
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
            if self._rule_binds() and not self._enrolled():
                return f"it approves a request {_NO_OPERATORS}"
            if entry.who == request.who:
                return f"{entry.who} approved a request of their own"
            if entry.who in (order.get("player"), order.get("name")):
                return f"{entry.who} approved an order about their own account"
            if entry.at > request.at + EXPIRES + _SLACK:
                return "it approves a request that had expired"
            if self._rule_binds() and (missing := self._duty_missing(entry, request.who, order)):
                return missing
            self._approved = entry.number, request, entry.who
            if order.get("type") == "void-round":
                self._voids.add((str(order.get("table")), str(order.get("round")), request.who))
            elif order.get("type") in JACKPOT_ORDERS.values():
                self._changes.append(ApprovedChange(request.who, request.why, order))
        elif what == COUNT and isinstance(after, dict):
            problem = self._count_problem(entry, after, approved)
        elif what == "round voided":
            self._note_interruption(fields, entry.who)
        elif what == "roles" and isinstance(after, dict):
            problem = self._roles_problem(entry, after, approved)
        elif what == "password reset" and isinstance(after, dict):
            problem = self._reset_problem(entry, str(after.get("name")), approved)
        elif what == "second factor removed" and self._rule_binds() and self._enrolled():
            name = fields.get("before")
            problem = "" if name == may_lose else f"the second factor of {name} was removed without a second person"
        elif what == "not barred" and isinstance(after, dict):
            problem = self._lift_problem(entry, str(after.get("name")), approved)
        if what == "roles" and isinstance(after, dict):
            name = str(after.get("name"))
            self._lost[name] = entry.at, self._users.get(name, NotedUser()).roles
        apply_note(self._users, entry.who, fields)
        if what in ("operator", "roles", "sign-up") and isinstance(after, dict):
            problem = problem or conflict(map(str, after.get("roles", ())))
        return problem

    def _rule_binds(self) -> bool:
        """Whether the rule applies to the next entry of the cage's book."""
        return self._served and self._rule.on

    def _enrolled(self) -> bool:
        """Whether there are two operators, each with a second factor."""
        return sum("operator" in user.roles and user.factor for user in self._users.values()) > 1

    def _has(self, name: str, roles: tuple[str, ...], at: int) -> bool:
        """Whether a user had one of these roles by the books. One that was just lost counts: an order may have been in
        progress."""
        since, lost = self._lost.get(name, (0, ()))
        had = {*self._users.get(name, NotedUser()).roles, *(lost if at <= since + _SLACK else ())}
        return bool(had & {*roles})

    def _duty_missing(self, entry: LedgerEntry, asked: str, order: dict[str, Any]) -> str:
        """Which duty one of two persons did not have when a request was approved; empty if both had theirs."""
        askers, approvers = DUTIES.get(str(order.get("type")), ((), ()))
        about = self._users.get(str(order.get("name")), NotedUser())
        if order.get("type") == "reset-password" and {*about.roles} - {"player"}:
            approvers = _OPERATOR
        for name, roles, what in ((asked, askers, "asked for"), (entry.who, approvers, "approved")):
            if not self._has(name, roles, entry.at):
                return f"{name} {what} it without the role {' or '.join(roles)}"
        return ""

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
        if not self._rule_binds():
            return ""
        name, roles = str(after.get("name")), [*after.get("roles", ())]
        if approved is not None and approved[0] == entry.number - 1:
            if self._allows(approved, entry, {"type": "set-roles", "name": name, "to": roles}):
                return ""
            return f"the roles of {name} need a second person, and the approval before them is for a different order"
        operators = [each for each, user in self._users.items() if "operator" in user.roles]
        if operators == [entry.who] and "operator" in roles and name != entry.who:
            if roles == ["operator"] and all(self._users.get(each, NotedUser()).factor for each in (entry.who, name)):
                self.remarks.append(f"{entry.who}, the only operator, made {name} an operator alone.")
                return ""
            return f"{entry.who} made {name} an operator alone, with other roles or without a second factor of each"
        return f"the roles of {name} need a second person, and no approval comes before them"

    def _reset_problem(self, entry: LedgerEntry, name: str, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why resetting a password needed a second person and had none; empty if all is well."""
        if not self._rule_binds():
            return ""
        for factor in (True, False):
            if self._allows(approved, entry, {"type": "reset-password", "name": name, "factor": factor}):
                self._loses_factor = name if factor else ""
                return ""
        user, local = self._users.get(name, NotedUser()), LOCAL in entry.who
        if local and not self._enrolled():  # no order about money is carried out yet
            return ""
        if local or name in self._had_money or user.factor or {*user.roles} - {"player"}:
            return f"{entry.who} reset the password of {name} without a second person"
        self.remarks.append(f"{entry.who} reset the password of {name} alone, as one may for a player without money.")
        return ""

    def _lift_problem(self, entry: LedgerEntry, name: str, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why a bar could not be lifted, or not by one person; empty if all is well."""
        until = self._users.get(name, NotedUser()).excluded
        if until and not exclusion_over(until, entry.at):
            return f"{entry.who} lifted the self-exclusion of {name} before its end, {until}"
        if not self._rule_binds() or not (until or name in self._had_money):
            return ""
        if self._allows(approved, entry, {"type": "lift-bar", "name": name}):
            return ""
        return f"{entry.who} lifted the bar on {name} without a second person"

    def _count_problem(
        self, entry: LedgerEntry, after: dict[str, Any], approved: tuple[int, _NotedRequest, str] | None
    ) -> str:
        """Why a count of the drawer needed a second person and had none; empty if all is well."""
        order = {"type": "count-cage", "slip": str(entry.key).removeprefix("/count ")} | after
        if not self._rule_binds() or self._allows(approved, entry, order):
            return ""
        return f"{entry.who} recorded a count of the drawer without a second person"

    @staticmethod
    def _allows(approved: tuple[int, _NotedRequest, str] | None, entry: LedgerEntry, order: dict[str, Any]) -> bool:
        """Whether the approval before an entry is for this order of the same person."""
        wanted = entry.number - 1, entry.who, order
        return approved is not None and (approved[0], approved[1].who, approved[1].order) == wanted

    def _rule_problem(self, entry: LedgerEntry, after: Any, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why a change of this rule itself needed a second person and had none; empty if all is well."""
        if not self._rule_binds() or entry.who == runs.AUTHOR:
            return ""
        if approved is not None and approved[0] == entry.number - 1:
            _, request, _ = approved
            wanted = {"type": "change-two-persons"} | (after if isinstance(after, dict) else {})
            if (request.who, request.order) == (entry.who, wanted):
                return ""
            return "a change of the two-person rule needs an approval, and the one before it is for a different order"
        return "a change of the two-person rule needs a second person, and no approval comes before it"

    def void_problem(self, done: VoidedRound) -> str:
        """Why voiding a round needed a second person and had none; empty if all is well. Ask after the last entry."""
        allowed = (done.table, done.round, done.who) in self._voids
        if not self._applied(done.at) or allowed or (done.table, done.round) in self._interrupted:
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
        if not self._applied(done.at):
            return ""
        return f"{done.who} changed the jackpot without a second person: no approval is for this change"

    def _applied(self, at: int) -> bool:
        """Whether the rule applied to an order of another book than the cage's."""
        return all(self._was_on(time) for time in (at - _SLACK, at, at + _SLACK))

    def _was_on(self, at: int) -> bool:
        return next((on for since, on in reversed(self._times) if since <= at), False)

    def _missing(self, entry: LedgerEntry, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why an order needed a second person and had none; empty if all is well."""
        if not self._enrolled():
            return f"a {entry.kind} {_NO_OPERATORS}"
        roles = DUTIES[_ORDERS[entry.kind][0]][0]
        if not self._has(entry.who, roles, entry.at):
            return f"a {entry.kind} by {entry.who}, who was not {' or '.join(roles)} by the books"
        if entry.kind == "correction":
            what = "a correction"
        elif not (what := self._above(entry)):
            return ""
        problem = self._approval_problem(entry, approved)
        return f"{what} needs a second person, and {problem}" if problem else ""

    def _above(self, entry: LedgerEntry) -> str:
        """What brings the cash of 24 hours above a limit, in words; empty if nothing does."""
        while self._cash and self._cash[0].at <= entry.at - DAY + _SLACK:
            self._cash.popleft()
        [posting] = entry.postings
        payout = entry.kind in PAYOUTS
        account = posting.payer if payout else posting.payee
        same = [each for each in self._cash if each.payout == payout]
        total = posting.cents + sum(each.cents for each in same if each.account == account)
        if total > (self._rule.limit if payout else self._rule.deposit):
            return f"a {entry.kind} that brings 24 hours to {dollars(total)}"
        total = posting.cents + sum(each.cents for each in same if each.who == entry.who and each.alone)
        if total > self._rule.cashier:
            return f"a {entry.kind} that brings 24 hours of {entry.who} to {dollars(total)}"
        return ""

    def _approval_problem(self, entry: LedgerEntry, approved: tuple[int, _NotedRequest, str] | None) -> str:
        """Why no approval allows an entry that moves money; empty if one does."""
        if approved is None or approved[0] != entry.number - 1:
            return "no approval comes before it"
        _, request, _ = approved
        [posting] = entry.postings
        order = request.order if isinstance(request.order, dict) else {}
        owner = order.get("player", order.get("table", order.get("jackpot")))
        raises = posting.payer.kind == "outside"
        account = posting.payee if raises else posting.payer
        named = account.book if account.kind == "house" else account.owner
        wrong = order.get("type") not in _ORDERS[entry.kind] or order.get("better", raises) != raises
        if wrong or (request.who, order.get("cents"), owner) != (entry.who, posting.cents, named):
            return "the approval before it is for a different order"
        return ""
