"""Who has which duties according to the books: roles, bars, second factors, and whether orders needed two persons.

All of it is derived from the notes of the cage's book. An audit compares it with the people database, and reports
repeat what an examiner must know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from cardroom.house.backup import Restore, restore_remarks, restores
from cardroom.house.books import CAGE, Books, body_fields, notes_about, schema
from cardroom.house.cage.two_persons import WHAT, TwoPersons

__all__ = [
    "LOCAL",
    "Duties",
    "NotedUser",
    "Switch",
    "apply_note",
    "conflict",
    "duties",
    "one_person_remarks",
    "period_remarks",
    "switches",
]

LOCAL = "local, unauthenticated"
"""Part of the author of an order that was given on the machine itself, without a password."""
_WITH_PASSWORD = ("operator", "sign-up", "password", "password reset")
"""Notes about a new password."""
_APART = {
    ("auditor", "player"): "an auditor sees the cards of all rounds, and examines the games that a player wins",
    ("cashier", "operator"): "an operator corrects the balances that a cashier pays out",
}
"""Roles that one person may not have together, and why."""


class NotedUser(NamedTuple):
    """A user as the books know them."""

    roles: tuple[str, ...] = ()
    """Empty for a guest."""
    barred: str = ""
    factor: bool = False
    """Whether they have a second factor."""
    password: str = ""
    """A check value of the password; empty if no note has one."""
    excluded: str = ""
    """The day from which a self-exclusion may be lifted, as YYYY-MM-DD; empty without one."""


class Switch(NamedTuple):
    """A change of the two-person rule."""

    at: int
    who: str
    why: str
    setting: TwoPersons


class Duties(NamedTuple):
    """The duties of all users."""

    users: dict[str, NotedUser]
    switches: list[Switch]
    local: int
    """Entries whose author is local and unauthenticated."""
    restores: list[Restore]

    @property
    def two_persons(self) -> TwoPersons:
        """The last setting of the two-person rule."""
        return self.switches[-1].setting if self.switches else TwoPersons()

    def remarks(self) -> list[str]:
        """What an examiner must know, although it is no error."""
        remarks = one_person_remarks(self.switches)
        for name, user in sorted(self.users.items()):
            if len(user.roles) > 1:
                remarks.append(f"{name} has several roles: {', '.join(user.roles)}.")
        if self.local:
            entries = f"{self.local} {'entry was' if self.local == 1 else 'entries were'}"
            remarks.append(f"{entries} made on the machine itself, without a password ({LOCAL}).")
        return remarks + restore_remarks(self.restores)


def conflict(roles: Iterable[str]) -> str:
    """Why one person may not have these roles together; empty if one may.

    >>> conflict(["player", "auditor"])
    'One person cannot be auditor and player: an auditor sees the cards of all rounds, and examines the games that...'
    >>> conflict(["player", "floor"])
    ''
    """
    given = {*roles}
    found = [(pair, why) for pair, why in _APART.items() if {*pair} <= given]
    return "".join(f"One person cannot be {' and '.join(pair)}: {why}." for pair, why in found[:1])


def one_person_remarks(changes: Sequence[Switch], since: int = 0, until: int = 2**62) -> list[str]:
    """A remark if one person could give every order at some time of a period."""
    if changes and not changes[-1].setting.on:
        last = changes[-1]
        return [f"One person can give every order alone: {last.who} switched the second person off ({last.why})."]
    ends = [each.at for each in changes[1:]]
    for switch, end in zip(changes, ends, strict=False):
        if not switch.setting.on and switch.at < until and end > since:
            return ["For a part of this time, one person could give every order alone."]
    return []


def switches(books: Books) -> list[Switch]:
    """The changes of the two-person rule."""
    return [switch for row in notes_about(books, WHAT) if (switch := _switch(row))]


def period_remarks(books: Books, since: int, until: int) -> list[str]:
    """What a reader of a report on a period must know."""
    return [*one_person_remarks(switches(books), since, until), *restore_remarks(restores(books), since, until)]


def duties(books: Books) -> Duties:
    """Derive the duties of all users from the notes."""
    users: dict[str, NotedUser] = {}
    changes: list[Switch] = []
    lines = schema.lines
    named = select(lines).join(schema.books, schema.books.c.id == lines.c.book)
    notes = named.where(schema.books.c.name == CAGE, lines.c.kind == "note").order_by(lines.c.number)
    with books.reading() as connection:
        for row in connection.execute(notes):
            fields = body_fields(row.body)
            if fields.get("what") == WHAT:
                changes += filter(None, [_switch(row)])
            else:
                apply_note(users, row.who, fields)
        local = sum(1 for _ in connection.execute(named.where(lines.c.who.contains(LOCAL))))
    return Duties(users, changes, local, restores(books))


def _switch(row: Any) -> Switch | None:
    """The change of the rule that a note records."""
    fields = body_fields(row.body)
    try:
        setting = msgspec.convert(fields.get("after"), TwoPersons)
    except msgspec.ValidationError:
        return None
    return Switch(row.at, row.who, str(fields.get("why", "")), setting)


def apply_note(users: dict[str, NotedUser], who: str, fields: dict[str, Any]) -> None:
    """Apply a note about a user. Other notes change nothing."""
    what, after = fields.get("what"), fields.get("after")
    told = after if isinstance(after, dict) else {}
    name = str(told.get("name") or who)
    before = users.get(name, NotedUser())
    if what in _WITH_PASSWORD and told.get("password"):
        before = users[name] = before._replace(password=str(told["password"]))
    match what:
        case "operator" | "sign-up" | "roles" if told:
            users[name] = before._replace(roles=tuple(told.get("roles", ())))
        case "barred" if told:
            until = max(before.excluded, str(told.get("until") or ""))
            users[name] = before._replace(barred=str(told.get("barred", "")), excluded=until)
        case "not barred" if told:
            users[name] = before._replace(barred="", excluded="")
        case "second factor":
            users[name] = before._replace(factor=True)
        case "second factor removed":
            name = str(fields.get("before"))
            users[name] = users.get(name, NotedUser())._replace(factor=False)
