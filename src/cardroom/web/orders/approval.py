"""How orders wait for approval, who may approve them, and how they are then carried out. `kinds` says which wait.

On approval, the order and its note are stored in one transaction. Only orders of the money hall and about users wait;
with play money no order does. `Orders` needs no server: the command line uses it too.
"""

from __future__ import annotations

import msgspec

from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.books import CAGE, retry_on_conflict
from cardroom.house.cage import Approval, PendingRequest, Requests, TwoPersonRule, asked_key
from cardroom.web.orders.kinds import (
    Correct,
    CountCage,
    Credit,
    Deposit,
    Desk,
    NotAllowed,
    ResetPassword,
    StaffOrder,
    Withdraw,
    order_of,
)
from cardroom.web.people import PeopleStore, User

__all__ = ["TWO_OPERATORS", "NotAllowed", "Orders"]


TWO_OPERATORS = (
    "This room first needs two operators, each with a second factor of their own, added on the account page. The only "
    "operator may name the second one."
)


class Orders:
    """The orders of a room's money hall."""

    def __init__(self, house: House, people: PeopleStore) -> None:
        self.house, self.people = house, people
        self.rule, self.requests = TwoPersonRule(house.books), Requests(house.books)
        self._desk = Desk(house, people, self.rule)

    @property
    def enrolled(self) -> bool:
        """Whether the room has two operators who each have a second factor of their own."""
        return self._desk.enrolled

    def check_enrolled(self) -> None:
        """While the two-person rule is on, refuse to go on before the room has two operators."""
        if self._desk.two_persons and not self.enrolled:
            raise NotAllowed(TWO_OPERATORS)

    def submit(self, order: StaffOrder, who: str, why: str) -> int | None:
        """Carry out an order and return None; or store it as a request and return its number."""
        self._check_own(order, who)
        if order.key and self.house.books.by_key(order.key):
            order.move(self.house, who, why)  # it was done before: refused if it was a different order
            return None
        known = self._known(order)
        if known is not None:
            return self._again(order, who, known)

        def attempt() -> int | None:
            with self.house.books.transaction():
                self.house.books.last(CAGE)  # locks the cage, so that payments cannot be split among threads
                self._check(order, who)
                if order.needs_second(self._desk, who):
                    return self.ask(order, who, why)
                if not order.in_people:
                    order.carry_out(self._desk, who, why, lambda: None)
                    return None
            # The people database must be committed after the books.
            order.carry_out(self._desk, who, why, lambda: None)
            return None

        return retry_on_conflict(attempt)

    def reset_password(self, order: ResetPassword, who: str, why: str) -> int | str:
        """Reset a player's password and return the code; or store the order as a request and return its number."""
        self._check_own(order, who)
        self._check(order, who)
        if order.needs_second(self._desk, who):
            return self.ask(order, who, why)
        return order.carry_out(self._desk, who, why, lambda: None)

    def ask(self, order: StaffOrder, who: str, why: str) -> int:
        """Store an order as a request."""
        return self.requests.ask(msgspec.to_builtins(order), who=who, why=why, key=_key(order))

    def ask_once(self, order: StaffOrder, who: str, why: str) -> int | None:
        """Store an order as a request, unless it needs none or the same one waits already. Returns its number."""
        if not order.needs_second(self._desk, who):
            return None
        stored = msgspec.json.decode(msgspec.json.encode(order))
        same = [each for each in self.requests.pending() if each.order == stored]
        return same[0].number if same else self.ask(order, who, why)

    def check_approval(self, number: int, who: User) -> tuple[PendingRequest, StaffOrder]:
        """Return an open request that a user may approve. Otherwise raise an error."""
        request = self.requests.open(number)
        order = order_of(request)
        if who.name == request.who:
            raise NotAllowed("You asked for this yourself. A second person must approve it.")
        if who.name in (order.about, getattr(order, "name", "")):
            raise NotAllowed("This concerns your own account. Another person must decide it.")
        if who.name in order.authors(self._desk):
            raise NotAllowed("You made this yourself. Another person must approve it.")
        if order.table and self._sits(who.name, order.table):
            raise NotAllowed("You sit at this table. Another person must do this.")
        approvers = order.who_approves(self._desk)
        if not who.may(*approvers):
            raise NotAllowed(f"Only a user with the role {' or '.join(approvers)} may approve this.")
        if "operator" in who.roles and self._desk.two_persons and not self.people.has_factor(who.name):
            raise NotAllowed("Add a second factor on your account page first. Operators need one to approve.")
        if not self.people.user(request.who).may(*order.roles):
            raise InputError(f"{request.who} may no longer ask for this. Decline the request.")
        self._check(order, request.who)
        return request, order

    def approve(self, number: int, who: User, why: str) -> str:
        """Approve a request and carry out its order, in one transaction. Returns the code of a new password, if any."""
        request, order = self.check_approval(number, who)

        def decide() -> None:
            self.house.books.last(CAGE)  # locks the cage: of two approvals, the second sees the first
            self.requests.open(number)
            self.house.books.append(CAGE, [self.requests.decided(Approval(number, who.name, why))])

        return retry_on_conflict(lambda: order.carry_out(self._desk, request.who, request.why, decide))

    def decline(self, number: int, who: User, why: str) -> None:
        """Decline a request, or withdraw one of your own."""
        request = self.requests.open(number)
        order = order_of(request)
        if who.name != request.who and not who.may(*order.approvers):
            raise NotAllowed(f"Only a user with the role {' or '.join(order.approvers)} may decline this.")

        def attempt() -> None:
            with self.house.books.transaction():
                self.house.books.last(CAGE)
                self.requests.decide(number, who.name, why, approved=False)

        retry_on_conflict(attempt)

    def _check_own(self, order: StaffOrder, who: str) -> None:
        """Refuse an order that users give about their own account."""
        if order.about and order.about == who:
            raise NotAllowed("This is your own account. Another person must do this.")

    def _check(self, order: StaffOrder, who: str) -> None:
        """Refuse an order that cannot be carried out now, or that needs two operators before the room has them."""
        order.check(self._desk, who)
        if order.needs_two_operators(self._desk, who):
            self.check_enrolled()

    def _sits(self, who: str, table: str) -> bool:
        """Whether a person has chips at a table, by the books."""
        chips, _ = self.house.books.stacks_of(who).get(table, (0, 0))
        return chips > 0

    def _known(self, order: StaffOrder) -> PendingRequest | None:
        """The request that was made with the same slip."""
        key = _key(order)
        known = self.house.books.by_key(key) if key else None
        return self.requests.get(known[1].number) if known else None

    def _again(self, order: StaffOrder, who: str, request: PendingRequest) -> int | None:
        """The answer to an order that is sent again: the same number, or None if it was carried out."""
        if (request.who, request.order) != (who, msgspec.to_builtins(order)):
            raise InputError("This slip was used for a different request.")
        if self.requests.decision(request.number) is None:
            return self.requests.open(request.number).number
        if self.house.books.by_key(order.key) is None:
            raise InputError(f"Request {request.number} was declined. Use a new slip to ask again.")
        return None


def _key(order: StaffOrder) -> str | None:
    """The id of the request for an order with a slip."""
    return asked_key(order.key) if isinstance(order, Deposit | Withdraw | Credit | Correct | CountCage) else None
