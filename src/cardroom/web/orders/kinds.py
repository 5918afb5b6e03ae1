"""Orders that can take money, as small values: who may ask for each, who may approve it, and how it is carried out.

While the two-person rule is on, a room first needs two operators who each have a second factor of their own. Until then
only one order is carried out: the only operator names the second one. Each order says whether it needs a second
person; `Orders` carries it out at once or lets it wait. This is one file, because a stored request is read as one of
these values, and an examiner compares their roles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from cardroom.errors import InputError
from cardroom.house import OUTSIDE, House, LedgerAccount, player
from cardroom.house.books import CAGE, body_fields, check_slip, note, notes_about
from cardroom.house.cage import COUNT, PendingRequest, Requests, TwoPersonRule, TwoPersons, exclusion, why_excluded
from cardroom.house.jackpots import meter_account
from cardroom.money import dollars
from cardroom.play.game import Game
from cardroom.rulebook import rule_set
from cardroom.rulebook.files import is_built_in
from cardroom.rulebook.origin import departures, departures_as_set, origin
from cardroom.tags import kebab, tag_of
from cardroom.web.people import STAFF, PeopleStore, User, note_writer

__all__ = [
    "RULES_ALLOWED",
    "RULES_SAVED",
    "ChangeTwoPersons",
    "Correct",
    "CountCage",
    "Credit",
    "Deposit",
    "Desk",
    "JackpotCeiling",
    "JackpotChange",
    "JackpotCorrection",
    "JackpotFunding",
    "LiftBar",
    "NotAllowed",
    "ResetPassword",
    "SetRoles",
    "StaffOrder",
    "UseRuleSet",
    "VoidRound",
    "Withdraw",
    "check_may_deposit",
    "order_of",
    "own_rule_set",
]

Decide: TypeAlias = Callable[[], None]
"""Stores the decision within the transaction of the order. Raises an error if the request can no longer be decided."""


RULES_SAVED, RULES_ALLOWED = "rule set saved", "rule set for money"
"""The kinds of the notes about a house's own rule sets."""
_SHOWN = 8
"""The most departures of a rule set that a request names."""


class NotAllowed(InputError):
    """An order that this person may not give or approve."""


class Desk(NamedTuple):
    """What orders are carried out on."""

    house: House
    """The money hall's books."""
    people: PeopleStore
    rule: TwoPersonRule

    @property
    def enrolled(self) -> bool:
        """Whether the room has two operators who each have a second factor of their own."""
        return len(self.people.enrolled()) > 1

    @property
    def two_persons(self) -> bool:
        """Whether the two-person rule is on."""
        return self.rule.current().on


class _Order(msgspec.Struct, frozen=True, tag_field="type"):
    roles: ClassVar[tuple[str, ...]]
    """The roles that may ask for it."""
    approvers: ClassVar[tuple[str, ...]]
    """The roles that may approve it."""

    @property
    def about(self) -> str:
        """The user whom it concerns, or an empty text. That user can neither ask for it nor approve it."""
        return ""

    @property
    def table(self) -> str:
        """The table that it concerns, or an empty text. No one who sits there can ask for it or approve it."""
        return ""

    @property
    def key(self) -> str:
        """The id under which the books hold it once it is done, or an empty text. The same id takes effect once."""
        return ""

    in_people: ClassVar[bool] = False
    """Whether it changes the people database, which must be committed after the books."""

    def who_approves(self, desk: Desk) -> tuple[str, ...]:
        """The roles that may approve it now."""
        return self.approvers

    def check(self, desk: Desk, who: str) -> None:
        """Raise an error if it cannot be carried out now, for a reason that waiting does not change."""

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether it needs a second person now."""
        return desk.two_persons

    def needs_two_operators(self, desk: Desk, who: str) -> bool:
        """Whether it waits until the room has two operators, while the rule is on."""
        return True

    def authors(self, desk: Desk) -> frozenset[str]:
        """The people who made what it is about. They cannot approve it."""
        return frozenset()

    def carry_out(self, desk: Desk, who: str, why: str, decide: Decide) -> str:
        """Do it, in one transaction with the decision. Returns a secret code for that person alone, if any."""
        with desk.house.books.transaction():
            decide()
            self.move(desk.house, who, why)
        return ""

    def move(self, house: House, who: str, why: str) -> None:
        """Do it in the books."""
        raise InputError("This order is carried out at its table.")


class _Slip(_Order, frozen=True):
    """Money of a player, under the id of a slip."""

    slip: str
    player: str
    cents: int

    @property
    def about(self) -> str:
        """The player."""
        return self.player

    @property
    def key(self) -> str:
        """The id of the slip."""
        return f"/{tag_of(self)} {self.slip}"


class Deposit(_Slip, frozen=True, tag=kebab):
    """Take a player's money."""

    roles = ("cashier",)
    approvers = ("cashier", "operator")

    def __str__(self) -> str:
        return f"deposit {dollars(self.cents)} for {self.player}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse a barred player."""
        check_may_deposit(desk.people.user(self.player))

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether the deposits of 24 hours, of the player or by the cashier, exceed their limit with this one."""
        return desk.rule.deposit_needs_second(player(self.player), self.cents, who)

    def move(self, house: House, who: str, why: str) -> None:
        """Take it."""
        house.cage.deposit(self.player, self.cents, who=who, key=self.key)


class Withdraw(_Slip, frozen=True, tag=kebab):
    """Pay out a player's money."""

    roles = ("cashier",)
    approvers = ("cashier", "operator")

    def __str__(self) -> str:
        return f"pay out {dollars(self.cents)} to {self.player}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse more than the player has."""
        _check_funds(desk.house, player(self.player), self.player, self.cents)

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether the payouts of 24 hours, of the player or by the cashier, exceed their limit with this one."""
        return desk.rule.payout_needs_second(player(self.player), self.cents, who)

    def move(self, house: House, who: str, why: str) -> None:
        """Pay it out."""
        house.cage.withdraw(self.player, self.cents, who=who, key=self.key)


class Credit(_Order, frozen=True, tag=kebab):
    """Return chips from a table's bank to the cage."""

    roles = ("floor",)
    approvers = ("floor", "operator")
    slip: str
    table_name: str = msgspec.field(name="table")
    cents: int

    @property
    def table(self) -> str:
        """The table."""
        return self.table_name

    @property
    def key(self) -> str:
        """The id of the credit."""
        return f"/credit {self.slip}"

    def __str__(self) -> str:
        return f"take {dollars(self.cents)} from the bank of {self.table}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse more than the bank has."""
        _check_funds(desk.house, LedgerAccount(self.table, "house"), f"the bank of {self.table}", self.cents)

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether the credits of 24 hours, of the table or by this person, exceed their limit with this one."""
        return desk.rule.payout_needs_second(LedgerAccount(self.table, "house"), self.cents, who)

    def move(self, house: House, who: str, why: str) -> None:
        """Return them."""
        house.cage.credit(self.table, self.cents, who=who, key=self.key)


class Correct(_Slip, frozen=True, tag=kebab):
    """Correct a player's balance."""

    roles = ("operator",)
    approvers = ("operator", "cashier")
    better: bool

    def __str__(self) -> str:
        return f"{'raise' if self.better else 'lower'} the balance of {self.player} by {dollars(self.cents)}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse to take more than the player has."""
        if not self.better:
            _check_funds(desk.house, player(self.player), self.player, self.cents)

    def move(self, house: House, who: str, why: str) -> None:
        """Post the correction."""
        pair = (OUTSIDE, player(self.player)) if self.better else (player(self.player), OUTSIDE)
        house.cage.correct(*pair, self.cents, who=who, why=why, key=self.key)


class CountCage(_Order, frozen=True, tag=kebab):
    """Record what the cage's drawer holds, to close a shift or the day. A second person has counted it too."""

    roles = ("cashier",)
    approvers = ("cashier", "operator")
    slip: str
    counted: int
    through: int
    """The last entry of the cage's book before the count."""
    closes: Literal["shift", "day"]

    @property
    def key(self) -> str:
        """The id of the count."""
        return f"/count {self.slip}"

    def __str__(self) -> str:
        return f"close the {self.closes} with {dollars(self.counted)} in the drawer"

    def move(self, house: House, who: str, why: str) -> None:
        """Note it."""
        after = {"counted": self.counted, "through": self.through, "closes": self.closes}
        known = house.books.by_key(self.key)
        if known is None:
            house.books.append(CAGE, [note(COUNT, who, why, None, after)._replace(key=self.key)])
            return
        before = body_fields(known[1].body)["after"]  # cash may have moved since: what was counted must be the same
        if (known[1].who, before["counted"], before["closes"]) != (who, self.counted, self.closes):
            raise InputError(f"The slip {self.slip} was used for a different count. Use a new one.")


class SetRoles(_Order, frozen=True, tag=kebab):
    """Replace a user's roles."""

    roles = ("operator",)
    approvers = ("operator",)
    in_people = True
    name: str
    to: tuple[str, ...]

    def __str__(self) -> str:
        return f"give {self.name} the roles {', '.join(self.to)}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse roles that exclude each other, and roles for oneself. Keep two operators, because a single one could
        name a puppet. The second operator must have signed in, with a password and a second factor of their own."""
        before = desk.people.check_roles(self.name, self.to)
        if before.name == who and {*self.to} - {*before.roles}:
            raise NotAllowed("You cannot give yourself roles. Another operator must do this.")
        enrolled = desk.people.enrolled()
        if desk.two_persons and len(enrolled) == 2 and before.name in enrolled and "operator" not in self.to:
            raise NotAllowed(f"{before.name} is one of only two operators. Make a third person an operator first.")
        if not (desk.two_persons and self._names_second(desk, who)):
            return
        if self.to != ("operator",):
            raise NotAllowed(f"{self.name} becomes the second operator. This order can give no other role.")
        if not desk.people.has_factor(who):
            raise NotAllowed("Add a second factor on your account page, then name the second operator.")
        if before.must_change_password or not desk.people.has_factor(before.name):
            missing = "sign in, choose a password and add a second factor on the account page"
            raise NotAllowed(f"{before.name} must {missing}. Then you can name {before.name} the second operator.")

    def needs_second(self, desk: Desk, who: str) -> bool:
        """The only operator may name a second one alone. Otherwise no one could ever approve anything."""
        return desk.two_persons and not self._names_second(desk, who)

    def needs_two_operators(self, desk: Desk, who: str) -> bool:
        """Whether it does more than name the second operator."""
        return not self._names_second(desk, who)

    def _names_second(self, desk: Desk, who: str) -> bool:
        """Whether the only operator makes someone else an operator."""
        return desk.people.operators() == [who] and "operator" in self.to and self.name != who

    def carry_out(self, desk: Desk, who: str, why: str, decide: Decide) -> str:
        """Change the roles. The people database is committed last, after the notes about the change."""
        note = note_writer(desk.house, "roles", who=who, why=why)

        def both(before: User, after: User) -> None:
            with desk.house.books.transaction():
                decide()
                note(before, after)

        desk.people.set_roles(self.name, self.to, both)
        return ""


class _Access(_Order, frozen=True):
    """An order that lets a user in again."""

    in_people = True
    name: str

    @property
    def about(self) -> str:
        """The user."""
        return self.name

    def needs_two_operators(self, desk: Desk, who: str) -> bool:
        """Whether it needs a second person."""
        return self.needs_second(desk, who)


class ResetPassword(_Access, frozen=True, tag=kebab):
    """Replace a user's password by a one-time code. The code is enough to act as that user."""

    roles = ("operator",)
    approvers = ("operator", "cashier")
    factor: bool = False
    """Whether the second factor is removed too."""

    def __str__(self) -> str:
        return f"reset the password of {self.name}{' and remove the second factor' if self.factor else ''}"

    def who_approves(self, desk: Desk) -> tuple[str, ...]:
        """Only operators give access to an account with duties."""
        return ("operator",) if self._is_staff(desk) else self.approvers

    def check(self, desk: Desk, who: str) -> None:
        """Refuse that one person resets the password of staff."""
        if self._is_staff(desk) and not desk.two_persons:
            raise NotAllowed("Reset a staff password on the machine itself, with `cardroom people reset`.")

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether the user ever had money or duties, may get duties, or has a second factor."""
        return desk.two_persons and (
            self._is_staff(desk)
            or desk.house.books.has_account(player(self.name))
            or desk.people.has_factor(self.name)
            or any(each.order.get("name") == self.name for each in Requests(desk.house.books).pending())
        )

    def _is_staff(self, desk: Desk) -> bool:
        return bool({*desk.people.user(self.name).roles} & {*STAFF})

    def carry_out(self, desk: Desk, who: str, why: str, decide: Decide) -> str:
        """Reset it, and return the code. The people database is committed last, after the notes about the change."""
        note = note_writer(desk.house, "password reset", who=who, why=why)

        def both(before: User, after: User) -> None:
            with desk.house.books.transaction():
                decide()
                note(before, after)
                if self.factor:
                    desk.house.note("second factor removed", who=who, why=why, before=self.name)

        code = desk.people.reset_password(self.name, both)
        if self.factor and desk.people.factors is not None:
            desk.people.factors.remove(self.name)
        return code


class LiftBar(_Access, frozen=True, tag=kebab):
    """Let a barred user play again."""

    roles = ("floor", "operator")
    approvers = ("floor", "operator")

    def __str__(self) -> str:
        return f"lift the bar on {self.name}"

    def check(self, desk: Desk, who: str) -> None:
        """Refuse to end a self-exclusion early. No one may, even without the two-person rule."""
        if why := why_excluded(desk.house.books, self.name):
            raise NotAllowed(why)

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether it is a self-exclusion, or the bar of a user who has an account for money."""
        books = desk.house.books
        return desk.two_persons and (bool(exclusion(books, self.name)) or books.has_account(player(self.name)))

    def carry_out(self, desk: Desk, who: str, why: str, decide: Decide) -> str:
        """Lift it. The people database is committed last, after the notes about the change."""
        note = note_writer(desk.house, "not barred", who=who, why=why)

        def both(before: User, after: User) -> None:
            with desk.house.books.transaction():
                desk.house.books.last(CAGE)  # locks the cage: an exclusion that was just made is seen
                self.check(desk, who)
                decide()
                note(before, after)

        desk.people.bar(self.name, "", both)
        return ""


class VoidRound(_Order, frozen=True, tag=kebab):
    """Void a round after cards were dealt. The room carries it out."""

    roles = ("floor",)
    approvers = ("floor", "operator")
    table_name: str = msgspec.field(name="table")
    round: str

    @property
    def table(self) -> str:
        """The table."""
        return self.table_name

    def __str__(self) -> str:
        return f"void round {self.round} at {self.table}"


class ChangeTwoPersons(_Order, frozen=True, tag=kebab):
    """Change which orders need a second person."""

    roles = ("operator",)
    approvers = ("operator",)
    on: bool
    limit: int = TwoPersons().limit
    deposit: int = TwoPersons().deposit
    cashier: int = TwoPersons().cashier

    def __str__(self) -> str:
        limits = f"{dollars(self.limit)} for payouts, {dollars(self.deposit)} for deposits"
        more = f"{limits} and {dollars(self.cashier)} for a cashier"
        return f"switch the two-person rule {'on' if self.on else 'off'}, with limits of {more}"

    def carry_out(self, desk: Desk, who: str, why: str, decide: Decide) -> str:
        """Change the setting."""
        with desk.house.books.transaction():
            decide()
            desk.rule.set(TwoPersons(self.on, self.limit, self.deposit, self.cashier), who=who, why=why)
        return ""


class UseRuleSet(_Order, frozen=True, tag=kebab):
    """Allow a house's own rule set at tables for money. Only this exact text is allowed, with these departures."""

    roles = ("floor",)
    approvers = ("operator",)
    game: str
    set: str
    text: str
    """The digest of the whole text."""
    departs: tuple[str, ...]
    """How it departs from the document, in words: by its text, and by the settings of the table."""

    def __str__(self) -> str:
        more = f" and {len(self.departs) - _SHOWN} more" if len(self.departs) > _SHOWN else ""
        departs = f" (departures: {'; '.join(self.departs[:_SHOWN])}{more})" if self.departs else ""
        return f"use the rule set {self.set} of {self.game} for money{departs}"

    def needs_second(self, desk: Desk, who: str) -> bool:
        """Whether no one has allowed this text with all of these departures."""
        notes = [body_fields(row.body).get("after", {}) for row in notes_about(desk.house.books, RULES_ALLOWED)]
        same = [{*each.get("departs", ())} for each in notes if each.get("text") == self.text]
        return desk.two_persons and not any(allowed >= {*self.departs} for allowed in same)

    def authors(self, desk: Desk) -> frozenset[str]:
        """The operators who saved it in the workshop, or a rule set that it extends."""
        notes = [
            (row.who, body_fields(row.body).get("after", {})) for row in notes_about(desk.house.books, RULES_SAVED)
        ]
        saved = {
            after.get("set"): (who, after.get("extends")) for who, after in notes if after.get("game") == self.game
        }
        found, name = set[str](), self.set
        while name in saved:  # a set is saved once, and extends one that was there before
            who, name = saved.pop(name)
            found.add(who)
        return frozenset(found)

    def move(self, house: House, who: str, why: str) -> None:
        """Note that it is allowed."""
        after = {"game": self.game, "set": self.set, "text": self.text, "departs": list(self.departs)}
        house.note(RULES_ALLOWED, who=who, why=why, after=after)


class _JackpotOrder(_Order, frozen=True):
    roles = ("operator",)
    approvers = ("operator",)
    jackpot: str


class JackpotChange(_JackpotOrder, frozen=True, tag=kebab):
    """Change a jackpot's seed or rate."""

    seed: int | None = None
    rate: str | None = None

    def __str__(self) -> str:
        parts = [f"a seed of {dollars(self.seed)}"] if self.seed is not None else []
        return f"change {self.jackpot} to {' and '.join([*parts, *([f'a rate of {self.rate}'] if self.rate else [])])}"

    def move(self, house: House, who: str, why: str) -> None:
        """Change them."""
        house.change_jackpot(self.jackpot, seed=self.seed, rate=self.rate, who=who, why=why)


class JackpotCeiling(_JackpotOrder, frozen=True, tag=kebab):
    """Set or remove a jackpot's ceiling."""

    ceiling: int | None

    def __str__(self) -> str:
        most = "no ceiling" if self.ceiling is None else f"a ceiling of {dollars(self.ceiling)}"
        return f"give {self.jackpot} {most}"

    def move(self, house: House, who: str, why: str) -> None:
        """Set it."""
        house.jackpots.cap(self.jackpot, self.ceiling, who=who, why=why)


class JackpotFunding(_JackpotOrder, frozen=True, tag=kebab):
    """Add money to a jackpot's meter."""

    slip: str
    cents: int
    source: str

    @property
    def key(self) -> str:
        """The slip."""
        return self.slip

    def __str__(self) -> str:
        return f"add {dollars(self.cents)} to {self.jackpot} from the {self.source}"

    def move(self, house: House, who: str, why: str) -> None:
        """Add it."""
        house.jackpots.fund(self.jackpot, self.cents, self.source, who=who, why=why, key=self.key)


class JackpotCorrection(_JackpotOrder, frozen=True, tag=kebab):
    """Reduce a jackpot's meter."""

    slip: str
    cents: int

    @property
    def key(self) -> str:
        """The slip."""
        return self.slip

    def __str__(self) -> str:
        return f"reduce {self.jackpot} by {dollars(self.cents)}"

    def move(self, house: House, who: str, why: str) -> None:
        """Reduce it."""
        house.jackpots.pool(self.jackpot)
        house.cage.correct(meter_account(self.jackpot), OUTSIDE, self.cents, who=who, why=why, key=check_slip(self.key))


StaffOrder: TypeAlias = (
    Deposit
    | Withdraw
    | Credit
    | Correct
    | CountCage
    | SetRoles
    | ResetPassword
    | LiftBar
    | VoidRound
    | ChangeTwoPersons
    | UseRuleSet
    | JackpotChange
    | JackpotCeiling
    | JackpotFunding
    | JackpotCorrection
)


def check_may_deposit(user: User) -> None:
    """Refuse a deposit of a barred player."""
    if user.barred:
        raise InputError(f"{user.name} is barred ({user.barred}), and cannot deposit. A withdrawal is possible.")


def _check_funds(house: House, account: LedgerAccount, name: str, cents: int) -> None:
    """Refuse an order for more money than an account has."""
    if (has := house.books.balance(account)) < cents:
        raise InputError(f"Insufficient funds: {name} has {dollars(has)}, and this needs {dollars(cents)}.")


def order_of(request: PendingRequest) -> StaffOrder:
    """The order that a request is for."""
    try:
        order: StaffOrder = msgspec.convert(request.order, StaffOrder)
    except msgspec.ValidationError as error:
        raise InputError(f"Request {request.number} cannot be read: {error}") from None
    return order


def own_rule_set(wanted: Game) -> UseRuleSet | None:
    """The order that allows a game's rule set for money; None for a built-in set."""
    slug, name = wanted.slug, wanted.rules.rules
    if is_built_in(slug, name):
        return None
    rules = rule_set(slug, name)  # without the settings of this table
    found = origin(rules)
    if found.base is None:
        return UseRuleSet(slug, name, rules.text_digest, (found.source,))
    departs = (*departures(rules, found.base), *departures_as_set(wanted.rules, found.base))
    return UseRuleSet(slug, name, rules.text_digest, tuple(dict.fromkeys(each.words for each in departs)))
