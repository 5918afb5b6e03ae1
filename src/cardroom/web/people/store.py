"""The register: who may come in, what they may do, and what is stopped. It is a database of its own beside the books:
no money is in it, and nothing that is written about money depends on it.

Passwords are kept by argon2, sessions by the hash of their token. Whatever is wrong with a name or a password, the
answer is one and the same, and takes as long: whatever is done for somebody is done for the nobody whom the register
has under no name. Three failures within half an hour lock an account for half an hour
(GLI-19 v3.0, 2.5.3-2.5.4).
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from sqlalchemy import Connection, Select, delete, insert, select, update

from cardroom.errors import Mistaken
from cardroom.house.store import StoreError, opened, plainly
from cardroom.web.people.names import check_name, folded
from cardroom.web.people.passwords import Passwords
from cardroom.web.people.schema import METADATA, PEOPLE, SECRETS, SESSIONS, STOPS, TABLES

__all__ = ["GUEST", "GUEST_IDLE", "IDLE", "LOCKED", "ROLES", "WRONG", "Account", "Register", "Stop"]

ROLES = ("player", "floor", "operator", "auditor")
GUEST = "guest"
"""The only role of somebody who came in without a password: play money alone."""
IDLE = 30 * 60
"""Seconds without a request after which one signs in again ..."""
GUEST_IDLE = 7 * 24 * 60 * 60
"""... and for a guest, who cannot."""
TOUCHES = 120
"""Seconds after which it is written down again that somebody is there."""
FAILURES = 3
LOCKED = 30 * 60
WRONG = "The name or the password is wrong, or the account is locked: after three failures it is, for half an hour."


class Account(NamedTuple):
    """Somebody who may come in."""

    name: str
    roles: tuple[str, ...]
    once: bool = False
    """Whether their password must be changed before anything else."""
    barred: str = ""
    """Why they may not play, if they may not."""

    @property
    def guest(self) -> bool:
        """Whether they have no password."""
        return self.roles == (GUEST,)

    def may(self, *roles: str) -> bool:
        """Whether they have one of these roles; an operator may do what the floor may."""
        return not self.once and bool({*roles} & {*self.roles, *(["floor"] if "operator" in self.roles else [])})


class Stop(NamedTuple):
    """What is not dealt any more: "all" or a game's slug."""

    what: str
    why: str
    who: str


class Register:
    """People by name, and what is stopped.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> register = Register(f"{folder.name}/people.db")
    >>> register.sign_up("ann", "a long password").roles
    ('player',)
    >>> token = register.sign_in("Ann", "a long password")
    >>> register.session(token).name
    'ann'
    >>> register.sign_in("ann", "something else")
    Traceback (most recent call last):
    cardroom.errors.Mistaken: The name or the password is wrong, ...
    >>> register.close(); folder.cleanup()
    """

    def __init__(
        self, where: str | Path, now: Callable[[], float] = time.time, hasher: PasswordHasher | None = None
    ) -> None:
        self._engine = opened(where)
        self._now = now
        self._passwords = Passwords(hasher)
        if self._engine.dialect.name == "sqlite" and self._engine.url.database:
            Path(self._engine.url.database).touch(mode=0o600)
        with self._writing() as database:
            if self._engine.dialect.name == "postgresql":
                database.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('cardroom register'))")
            METADATA.create_all(database)
            if not database.execute(select(PEOPLE.c.name).where(PEOPLE.c.folded == "")).first():
                database.execute(insert(PEOPLE), self._row("", "", "", (GUEST,), once=False))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with plainly("the register"), self._engine.begin() as database:
            yield database

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with plainly("the register"), self._engine.connect() as database:
            yield database.execution_options(reads=True)  # waits for nobody who writes

    def _held(self, query: Select[Any]) -> Select[Any]:
        """What is read so that nobody else changes it meanwhile; in SQLite one writes at a time anyway."""
        return query if self._engine.dialect.name == "sqlite" else query.with_for_update()

    # -- coming in ------------------------------------------------------------------------------------------------

    def sign_up(self, name: str, password: str, roles: tuple[str, ...] = ("player",), *, once: bool = False) -> Account:
        """A new account."""
        check_name(name)
        kept = self._passwords.kept(password, whose=name)
        if strangers := {*roles} - {*ROLES}:
            raise Mistaken(f"there is no role {', '.join(sorted(strangers))}: there are {', '.join(ROLES)}")
        return self._add(name, kept, roles, once=once)

    def guest(self) -> Account:
        """Somebody who plays for nothing, by a name that is made up."""
        for _ in range(20):
            with suppress(Mistaken):  # somebody is called so
                return self._add(f"guest {secrets.randbelow(900_000_000) + 100_000_000}", "", (GUEST,), once=False)
        raise Mistaken("no name was found for a guest: come in again, or sign up")

    def _add(self, name: str, password: str, roles: tuple[str, ...], *, once: bool) -> Account:
        row = self._row(folded(name), name, password, roles, once=once)
        with self._writing() as database:
            if database.execute(select(PEOPLE.c.name).where(PEOPLE.c.folded == folded(name))).first():
                raise Mistaken(f"somebody is called {name} already, or nearly so: choose another name")
            database.execute(insert(PEOPLE), row)
        return Account(name, roles, once)

    def _row(self, folded: str, name: str, password: str, roles: tuple[str, ...], *, once: bool) -> dict[str, object]:
        row = {"folded": folded, "name": name, "password": password, "roles": json.dumps(roles), "failures": "[]"}
        return row | {"made": int(self._now()), "once": once, "barred": ""}

    def sign_in(self, name: str, password: str) -> str:
        """A session's token; whatever is wrong, it is said in the same words."""
        who = folded(name)
        with self._writing() as database:
            row = database.execute(select(PEOPLE).where(PEOPLE.c.folded == who)).first()
        right = self._passwords.is_right(row.password if row else "", password)
        with self._writing() as database:
            query = select(PEOPLE.c.failures).where(PEOPLE.c.folded == who)
            found = database.execute(self._held(query)).scalar()
            since = self._now() - LOCKED
            failures = [at for at in json.loads(found or "[]") if at > since]
            if len(failures) >= FAILURES:
                right = False
            failures = [] if right else [*failures, self._now()][-FAILURES:]
            kept = {"failures": json.dumps(failures if row else [])}  # written for nobody too: it takes as long
            database.execute(update(PEOPLE).where(PEOPLE.c.folded == (who if row else "")).values(kept))
        if not right:
            raise Mistaken(WRONG)
        return self.begin(name)

    def begin(self, name: str) -> str:
        """A session for somebody who is known."""
        token = secrets.token_urlsafe(32)
        with self._writing() as database:
            database.execute(
                insert(SESSIONS), {"token": _hashed(token), "folded": folded(name), "seen": int(self._now())}
            )
        return token

    def session(self, token: str, *, touch: bool = True) -> Account | None:
        """Whose session it is, if it is not over; being asked for keeps it alive."""
        now = int(self._now())
        query = select(PEOPLE, SESSIONS.c.seen).join(SESSIONS, SESSIONS.c.folded == PEOPLE.c.folded)
        with self._reading() as database:
            row = database.execute(query.where(SESSIONS.c.token == _hashed(token))).first()
        if row is None:
            return None
        account = _account(row)
        if row.seen < now - (GUEST_IDLE if account.guest else IDLE):
            with suppress(StoreError):  # it is over all the same
                self.end(token)
            return None
        if touch and row.seen < now - TOUCHES:
            with suppress(StoreError), self._writing() as database:  # somebody is not sent away because it is locked
                database.execute(update(SESSIONS).where(SESSIONS.c.token == _hashed(token)).values(seen=now))
        return account

    def end(self, token: str) -> None:
        """A session is over."""
        with self._writing() as database:
            database.execute(delete(SESSIONS).where(SESSIONS.c.token == _hashed(token)))

    def sweep(self) -> int:
        """Forget the sessions that are over; gives how many there were."""
        now, with_password = int(self._now()), select(PEOPLE.c.folded).where(PEOPLE.c.password != "")
        idle = (SESSIONS.c.seen < now - IDLE) & SESSIONS.c.folded.in_(with_password)
        with self._writing() as database:
            return database.execute(delete(SESSIONS).where((SESSIONS.c.seen < now - GUEST_IDLE) | idle)).rowcount

    def forget_guests(self, seconds: int) -> int:
        """Forget the guests who came so long ago and have no session any more; gives how many there were. Who may not
        play is remembered."""
        gone = (PEOPLE.c.password == "") & (PEOPLE.c.folded != "") & (PEOPLE.c.barred == "")
        gone &= PEOPLE.c.folded.not_in(select(SESSIONS.c.folded)) & (PEOPLE.c.made <= int(self._now()) - seconds)
        with self._writing() as database:
            return database.execute(delete(PEOPLE).where(gone)).rowcount

    def change_password(self, name: str, old: str, new: str) -> str:
        """Another password; all sessions end, and a new one begins."""
        kept = self._passwords.kept(new, whose=name)
        self.end(self.sign_in(name, old))
        if old == new:
            raise Mistaken("the new password is the old one")
        with self._writing() as database:
            database.execute(delete(SESSIONS).where(SESSIONS.c.folded == folded(name)))
            changed = {"password": kept, "once": False}
            database.execute(update(PEOPLE).where(PEOPLE.c.folded == folded(name)).values(changed))
        return self.begin(name)

    # -- what the house says of them ------------------------------------------------------------------------------

    def people(self) -> list[Account]:
        """Everybody who has a password."""
        with self._reading() as database:
            rows = database.execute(select(PEOPLE).where(PEOPLE.c.password != "").order_by(PEOPLE.c.folded))
            return [_account(row) for row in rows]

    def locked(self) -> set[str]:
        """Who has failed so often that they may not try to sign in just now."""
        query, since = select(PEOPLE.c.name, PEOPLE.c.failures).where(PEOPLE.c.failures != "[]"), self._now() - LOCKED
        with self._reading() as database:
            rows = database.execute(query).all()
        return {row.name for row in rows if sum(at > since for at in json.loads(row.failures)) >= FAILURES}

    def barred(self) -> dict[str, str]:
        """Who may not play, and why, guests too."""
        query = select(PEOPLE.c.name, PEOPLE.c.barred).where(PEOPLE.c.barred != "")
        with self._reading() as database:
            return {row.name: row.barred for row in database.execute(query)}

    def account(self, name: str) -> Account:
        """Somebody by name."""
        with self._reading() as database:
            row = database.execute(select(PEOPLE).where(PEOPLE.c.folded == folded(name))).first()
        if row is None or not row.name:
            raise Mistaken(f"nobody is called {name[:40]}")
        return _account(row)

    def grant(self, name: str, roles: tuple[str, ...]) -> Account:
        """Give somebody these roles, and no others. Of all operators who give that up at once, one stays."""
        account = self.account(name)
        if account.guest or not roles or {*roles} - {*ROLES}:
            raise Mistaken(f"roles are {', '.join(ROLES)}, and somebody with a password has one or more of them")
        operators = select(PEOPLE.c.name).where(PEOPLE.c.roles.contains('"operator"')).order_by(PEOPLE.c.folded)
        with self._writing() as database:
            if "operator" not in roles and [*database.scalars(self._held(operators))] == [account.name]:
                raise Mistaken(f"{account.name} is the only operator: make another one first")
            changed = {"roles": json.dumps(roles)}
            database.execute(update(PEOPLE).where(PEOPLE.c.folded == folded(name)).values(changed))
        return account._replace(roles=roles)

    def bar(self, name: str, why: str) -> Account:
        """Somebody may not play, or with no reason may again."""
        account = self.account(name)
        self._set(name, barred=why)
        return account._replace(barred=why)

    def unlock(self, name: str) -> None:
        """Forget that somebody failed."""
        self._set(self.account(name).name, failures="[]")

    def _set(self, name: str, **values: str) -> None:
        with self._writing() as database:
            database.execute(update(PEOPLE).where(PEOPLE.c.folded == folded(name)).values(values))

    # -- what is stopped ------------------------------------------------------------------------------------------

    def stops(self) -> list[Stop]:
        """What is not dealt any more."""
        with self._reading() as database:
            return [Stop(row.what, row.why, row.who) for row in database.execute(select(STOPS))]

    def stop(self, what: str, why: str, who: str) -> None:
        """Deal no more of a game, or of none."""
        with self._writing() as database:
            database.execute(delete(STOPS).where(STOPS.c.what == what))
            database.execute(insert(STOPS), {"what": what, "why": why, "who": who, "at": int(self._now())})

    def go_on(self, what: str) -> None:
        """Deal it again."""
        with self._writing() as database:
            database.execute(delete(STOPS).where(STOPS.c.what == what))

    def secret(self, what: str) -> str:
        """A secret of the room, which all processes that serve it have; it is made when it is first asked for."""
        query = select(SECRETS.c.secret).where(SECRETS.c.what == what)
        with self._reading() as database:
            found = database.execute(query).scalar()
        if found is None:
            found = secrets.token_hex(32)
            try:
                with self._writing() as database:
                    database.execute(insert(SECRETS), {"what": what, "secret": found})
            except StoreError:  # another process was first
                with self._reading() as database:
                    found = database.execute(query).scalar_one()
        return str(found)

    # -- how tables are run -----------------------------------------------------------------------------------------

    def run_table(self, hall: str, name: str, how: str) -> None:
        """Keep how a table is run: what its books do not say."""
        with self._writing() as database:
            database.execute(delete(TABLES).where(TABLES.c.hall == hall, TABLES.c.name == name))
            database.execute(insert(TABLES), {"hall": hall, "name": name, "how": how})

    def forget_table(self, hall: str, name: str) -> None:
        """Forget how a table was run."""
        with self._writing() as database:
            database.execute(delete(TABLES).where(TABLES.c.hall == hall, TABLES.c.name == name))

    def table(self, hall: str, name: str) -> str | None:
        """How a table is run, if there is or was one of this name."""
        query = select(TABLES.c.how).where(TABLES.c.hall == hall, TABLES.c.name == name)
        with self._reading() as database:
            found: str | None = database.execute(query).scalar()
        return found

    def tables(self, hall: str) -> dict[str, str]:
        """How the tables of a hall are run."""
        with self._reading() as database:
            rows = database.execute(select(TABLES).where(TABLES.c.hall == hall))
            return {row.name: row.how for row in rows}


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _account(row: object) -> Account:
    roles = tuple(json.loads(row.roles))  # type: ignore[attr-defined]
    return Account(row.name, roles, row.once, row.barred)  # type: ignore[attr-defined]
