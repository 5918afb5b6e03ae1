"""Users with their passwords, roles and bars, and stopped games, in the people database.

Passwords are stored as argon2 hashes. Every failed sign-in gets the same answer
and takes the same time, to hide whether a user exists. For that reason an unknown name causes the same writes as a
known one. `sign_in_limits` says when a user is locked out.

`sessions` has the sessions. This is one file, because users and bars change in the same transactions.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Connection, Select, delete, insert, select, update

from cardroom.errors import InputError
from cardroom.web.people import sign_in_limits
from cardroom.web.people.database import PeopleDatabase, user_row
from cardroom.web.people.factors import Factors
from cardroom.web.people.names import (
    GUEST_NAMES,
    check_name,
    check_player_name,
    chosen_guest_name,
    counterpart,
    guest_name,
    identity,
    likeness,
    normalize,
)
from cardroom.web.people.passwords import Passwords
from cardroom.web.people.rows import password_check, recorded_user, select_everyone, user_of
from cardroom.web.people.schema import CODES, FACTORS, LEARNING, PEOPLE, SESSIONS, STOPS
from cardroom.web.people.sessions import Sessions, end_all
from cardroom.web.people.user import GUEST, ROLES, User, check_apart

__all__ = [
    "CODE_LASTS",
    "WRONG",
    "CodeNeeded",
    "Note",
    "PeopleStore",
    "Stop",
]

CODE_LASTS = 24 * 60 * 60
"""Seconds for which a one-time code can be used instead of a password."""
WRONG = "Wrong name or password, or the account is locked. Three failures lock an account for half an hour."

CODE_NEEDED = "Enter the six digits that your app shows now."

_OPERATORS = select(PEOPLE.c.name).where(PEOPLE.c.roles.contains('"operator"')).order_by(PEOPLE.c.folded)
"""The names of all operators, in their order."""

Note: TypeAlias = Callable[[User, User], None]
"""Records a change of a user in the books, with the user before and after."""


class CodeNeeded(InputError):
    """The password is right, and the user has a second factor."""


class Stop(msgspec.Struct, frozen=True):
    """A stopped game, by its slug, or "all" for all play."""

    what: str
    why: str
    who: str


class PeopleStore:
    """Users by name, and stops.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> people = PeopleStore(PeopleDatabase(f"{folder.name}/people.db"))
    >>> people.sign_up("ann", "a long password").roles
    ('player',)
    >>> token = people.sign_in("Ann", "a long password")
    >>> people.sessions.user(token).name
    'ann'
    >>> people.sign_in("ann", "something else")
    Traceback (most recent call last):
    cardroom.errors.InputError: Wrong name or password, ...
    >>> people.database.close(); folder.cleanup()
    """

    def __init__(
        self, database: PeopleDatabase, now: Callable[[], float] = time.time, hasher: PasswordHasher | None = None
    ) -> None:
        self.database = database
        self._now = now
        self.sessions = Sessions(database, self.now)
        self._passwords = Passwords(hasher)
        self.factors: Factors | None = None
        """The second factors of users, if the room has any."""

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now()

    # -- new users ------------------------------------------------------------------------------------------------

    def sign_up(
        self,
        name: str,
        password: str,
        roles: tuple[str, ...] = ("player",),
        *,
        must_change_password: bool = False,
        staff_name: bool = False,
        note: Note | None = None,
    ) -> User:
        """Add a user with a password. `note` records it in the books: if that fails, the user is not added.

        Only staff, and users who will be staff (`staff_name`), may have a name with a word for staff.
        """
        (check_player_name if roles == ("player",) and not staff_name else check_name)(name)
        hashed = self._passwords.hash(password, name)
        if unknown := {*roles} - {*ROLES}:
            raise InputError(f"Unknown role: {', '.join(sorted(unknown))}. Roles are {', '.join(ROLES)}.")
        check_apart(roles)
        return self._add(name, hashed, roles, must_change_password=must_change_password, note=note)

    def add_staff(self, name: str, note: Note) -> User:
        """Add a user who will be staff. Nobody knows the password: a one-time code replaces it."""
        return self.sign_up(name, secrets.token_urlsafe(20), staff_name=True, must_change_password=True, note=note)

    def add_guest(self, chosen: str = "") -> User:
        """Add a guest with a chosen name, or with a random one."""
        if chosen:
            return self._add(chosen_guest_name(chosen), "", (GUEST,), chosen=True)
        for _ in range(20):
            with suppress(InputError):  # the name is taken
                return self._add(guest_name(secrets.randbelow(GUEST_NAMES)), "", (GUEST,))
        raise InputError("No free guest name was found. Try again, or sign up.")

    def _add(
        self,
        name: str,
        hashed: str,
        roles: tuple[str, ...],
        *,
        must_change_password: bool = False,
        note: Note | None = None,
        chosen: bool = False,
    ) -> User:
        """Add a row. A guest's `chosen` name must differ from those of users by more than spelling."""
        created = int(self._now())
        user = User(name, roles, must_change_password)
        row = user_row(normalize(name), name, hashed, roles, created, must_change_password=must_change_password)
        alike, plain = (normalize(name), counterpart(normalize(name))), name.removeprefix(f"{GUEST} ")
        with self.database.writing() as database:
            if database.execute(select(PEOPLE.c.name).where(PEOPLE.c.folded.in_(alike))).first():
                raise InputError(f"The name {plain} is taken, or too similar to a taken one. Choose a different name.")
            self._check_not_barred(database, plain)
            if chosen and identity(plain) in map(identity, database.scalars(_user_names())):
                raise InputError(f"The name {plain} is too similar to a taken one. Choose a different name.")
            if hashed and likeness(plain) in map(likeness, database.scalars(_user_names())):
                raise InputError(f"The name {plain} is too similar to a taken one. Choose a different name.")
            database.execute(insert(PEOPLE), row)
            if note is not None:
                noted = user._replace(password_check=password_check(hashed))
                note(noted, noted)
        return user

    def _check_not_barred(self, database: Connection, name: str) -> None:
        """Refuse a name that differs from a barred person's only by spelling."""
        barred = database.scalars(_user_names().where(PEOPLE.c.barred != ""))
        if identity(name) in {identity(each) for each in barred}:
            raise InputError(f"The name {name} is not available. Choose a different name, or ask the staff.")

    # -- passwords, guests --------------------------------------------------------------------------------------------

    def sign_in(self, name: str, password: str, address: str = "", code: str = "") -> str:
        """Check a password and begin a session; return its token. Every refusal has the same text.

        A user with a second factor also needs its `code`. Without one, `CodeNeeded` is raised for the right password.
        """
        self.check_password(name, password, address, code)
        return self.sessions.begin(name)

    def check_password(self, name: str, password: str, address: str = "", code: str = "") -> None:
        """Refuse a wrong password or code, and a user who is locked out at this address."""
        key = normalize(name)
        with self.database.writing() as database:
            row = database.execute(select(PEOPLE).where(PEOPLE.c.folded == key)).first()
            until = database.execute(select(CODES.c.until).where(CODES.c.folded == key)).scalar()
        valid = self._passwords.is_right(row.password if row else "", password)
        valid = valid and (until is None or until >= self._now())
        key = key if row else ""  # an unknown name is not stored, because it may be a password
        with self.database.writing() as database:
            database.execute(self.database.locking(select(PEOPLE.c.name).where(PEOPLE.c.folded == key)))
            locked = sign_in_limits.is_locked(database, key, address, self._now())
        if valid and not locked and self.factors is not None and self.factors.has(name):
            if not code:
                raise CodeNeeded(CODE_NEEDED)
            valid = self.factors.accepts(name, code)
        with self.database.writing() as database:
            if valid and not locked:
                sign_in_limits.count_success(database, key, address, self._now())
            elif not locked:
                sign_in_limits.count_failure(database, key, address, self._now())
        if locked or not valid:
            raise InputError(WRONG)

    def delete_guest(self, name: str) -> None:
        """Delete a guest who was never seen, because their play money could not be moved."""
        unseen = (PEOPLE.c.folded == normalize(name)) & (PEOPLE.c.password == "")
        unseen &= PEOPLE.c.folded.not_in(select(SESSIONS.c.folded))
        with self.database.writing() as database:
            database.execute(delete(PEOPLE).where(unseen))

    def delete_guests(self, seconds: int) -> int:
        """Delete guests without a session who are older than `seconds`; return how many. Keep barred guests."""
        expired = (PEOPLE.c.password == "") & (PEOPLE.c.folded != "") & (PEOPLE.c.barred == "")
        expired &= PEOPLE.c.folded.not_in(select(SESSIONS.c.folded)) & (PEOPLE.c.made <= int(self._now()) - seconds)
        with self.database.writing() as database:
            deleted = database.execute(delete(PEOPLE).where(expired)).rowcount
            for table in LEARNING if deleted else ():  # what they learned goes with them
                database.execute(delete(table).where(table.c.folded.not_in(select(PEOPLE.c.folded))))
        return deleted

    def change_password(
        self, name: str, old: str, new: str, address: str = "", code: str = "", note: Note | None = None
    ) -> str:
        """Change a password, end all sessions and access tokens, and begin a new session; return its token.

        `note` is as in `set_roles`.
        """
        hashed = self._passwords.hash(new, name)
        self.check_password(name, old, address, code)
        if old == new:
            raise InputError("The new password must differ from the old one.")
        with self.database.writing() as database:
            end_all(database, name)
            database.execute(delete(CODES).where(CODES.c.folded == normalize(name)))
            user = user_of(database.execute(select(PEOPLE).where(PEOPLE.c.folded == normalize(name))).one())
            after = user._replace(must_change_password=False, password_check=password_check(hashed))
            self._set(database, user, after, note, password=hashed, once=False)
        return self.sessions.begin(name)

    # -- roles and bars -------------------------------------------------------------------------------------------

    def users(self, after: str = "", limit: int | None = None) -> list[User]:
        """Users with a password in the order of their names: all, or at most `limit` after a name."""
        query = select(PEOPLE).where(PEOPLE.c.password != "", PEOPLE.c.folded > normalize(after))
        with self.database.reading() as database:
            return [user_of(row) for row in database.execute(query.order_by(PEOPLE.c.folded).limit(limit))]

    def everyone(self) -> list[User]:
        """All users and guests. The row for unknown users has no name."""
        with self.database.reading() as database:
            return [recorded_user(row) for row in database.execute(select_everyone())]

    def locked(self) -> set[str]:
        """The names of users who are locked out somewhere, after failed sign-ins."""
        with self.database.reading() as database:
            return sign_in_limits.locked_names(database, self._now())

    def barred(self) -> dict[str, str]:
        """The reason of every bar, by the name of the user or guest."""
        query = select(PEOPLE.c.name, PEOPLE.c.barred).where(PEOPLE.c.barred != "")
        with self.database.reading() as database:
            return {row.name: row.barred for row in database.execute(query)}

    def user(self, name: str) -> User:
        """A user or guest by name."""
        with self.database.reading() as database:
            row = database.execute(select(PEOPLE).where(PEOPLE.c.folded == normalize(name))).first()
        if row is None or not row.name:
            raise InputError(f"There is no user {name[:40]}.")
        return user_of(row)

    def check_roles(self, name: str, roles: tuple[str, ...]) -> User:
        """Return a user who may have these roles. Otherwise raise an error."""
        user = self.user(name)
        if user.guest or not roles or {*roles} - {*ROLES}:
            raise InputError(f"Give a user at least one of the roles {', '.join(ROLES)}. Guests have no roles.")
        check_apart(roles)
        return user

    def operators(self) -> list[str]:
        """The names of all operators, in their order."""
        with self.database.reading() as database:
            return [*database.scalars(_OPERATORS)]

    def enrolled(self) -> list[str]:
        """The names of operators who have chosen their own password and have a second factor."""
        factors = select(FACTORS.c.folded).where(FACTORS.c.confirmed)
        with self.database.reading() as database:
            return [*database.scalars(_OPERATORS.where(~PEOPLE.c.once, PEOPLE.c.folded.in_(factors)))]

    def has_factor(self, name: str) -> bool:
        """Whether a user has a second factor."""
        return self.factors is not None and self.factors.has(name)

    def set_roles(self, name: str, roles: tuple[str, ...], note: Note | None = None) -> User:
        """Replace a user's roles. The last operator cannot give up that role.

        `note` records the change in the books: if that fails, nothing changes.
        """
        user = self.check_roles(name, roles)
        with self.database.writing() as database:
            if "operator" not in roles and [*database.scalars(self.database.locking(_OPERATORS))] == [user.name]:
                raise InputError(f"{user.name} is the only operator. Make another user an operator first.")
            after = user._replace(roles=roles)
            self._set(database, user, after, note, roles=json.dumps(roles))
        return after

    def bar(self, name: str, why: str, note: Note | None = None) -> User:
        """Bar a user from playing. An empty reason lifts the bar. `note` is as in `set_roles`."""
        user = self.user(name)
        after = user._replace(barred=why)
        with self.database.writing() as database:
            self._set(database, user, after, note, barred=why)
        return after

    def unlock(self, name: str) -> None:
        """Forget a user's failed sign-ins."""
        user = self.user(name)
        with self.database.writing() as database:
            sign_in_limits.clear(database, normalize(user.name))

    def reset_password(self, name: str, note: Note | None = None) -> str:
        """Replace a user's password by a one-time code, end all sessions and access tokens, and return the code.

        The user signs in with the code within a day, and must choose a password first. `note` is as in `set_roles`.
        """
        user = self.user(name)
        if user.guest:
            raise InputError("Guests have no password. They can sign up to choose one.")
        code, key = one_time_code(), normalize(user.name)
        hashed = self._passwords.hash(code, user.name)
        with self.database.writing() as database:
            end_all(database, key)
            sign_in_limits.clear(database, key)
            database.execute(delete(CODES).where(CODES.c.folded == key))
            database.execute(insert(CODES), {"folded": key, "until": int(self._now()) + CODE_LASTS})
            after = user._replace(must_change_password=True, password_check=password_check(hashed))
            self._set(database, user, after, note, password=hashed, once=True)
        return code

    def _set(self, database: Connection, before: User, after: User, note: Note | None, **values: str | bool) -> None:
        """Change a user's row. The note comes before the commit, so no change is without one."""
        database.execute(update(PEOPLE).where(PEOPLE.c.folded == normalize(before.name)).values(values))
        if note is not None:
            note(before, after)

    # -- stops ----------------------------------------------------------------------------------------------------

    def stops(self) -> list[Stop]:
        """All stops."""
        with self.database.reading() as database:
            return [Stop(row.what, row.why, row.who) for row in database.execute(select(STOPS))]

    def stop(self, what: str, why: str, who: str) -> None:
        """Stop a game, or with "all" all play."""
        with self.database.writing() as database:
            database.execute(delete(STOPS).where(STOPS.c.what == what))
            database.execute(insert(STOPS), {"what": what, "why": why, "who": who, "at": int(self._now())})

    def unstop(self, what: str) -> None:
        """Lift a stop."""
        with self.database.writing() as database:
            database.execute(delete(STOPS).where(STOPS.c.what == what))


def _user_names() -> Select[Any]:
    """The names of users with a password."""
    return select(PEOPLE.c.name).where(PEOPLE.c.password != "")


def one_time_code() -> str:
    """A code that is easy to read aloud and hard to guess: 80 random bits."""
    letters = base64.b32encode(secrets.token_bytes(10)).decode()
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))
