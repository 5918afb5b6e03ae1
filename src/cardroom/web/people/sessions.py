"""Sessions of signed-in users: when they begin, last and end. A session is stored by the hash of its token.

`access` has the cookie that carries the token.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from cardroom.house.books import StoreError
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import normalize
from cardroom.web.people.rows import user_of
from cardroom.web.people.schema import ACCESS_TOKENS, PEOPLE, SESSIONS
from cardroom.web.people.user import User

__all__ = ["GUEST_IDLE", "IDLE", "Sessions", "end_all"]

IDLE = 30 * 60
"""Seconds without a request after which a session ends."""
GUEST_IDLE = 7 * 24 * 60 * 60
"""Seconds without a request after which a guest's session ends. It is long because guests cannot sign in again."""
TOUCHES = 120
"""Minimum seconds between two updates of a session's last use."""

_SESSION = (
    select(PEOPLE, SESSIONS.c.seen)
    .join(SESSIONS, SESSIONS.c.folded == PEOPLE.c.folded)
    .where(SESSIONS.c.token == bindparam("wanted"))
)
"""A session with its user. Every request and every connection asks for one, so the statement is made once."""


class Sessions:
    """The sessions in the people database."""

    def __init__(self, database: PeopleDatabase, now: Callable[[], float]) -> None:
        self.database, self._now = database, now

    def begin(self, name: str) -> str:
        """Begin a session of a user without checking a password; return its token."""
        token = secrets.token_urlsafe(32)
        row = {"token": _token_hash(token), "folded": normalize(name), "seen": int(self._now())}
        with self.database.writing() as database:
            database.execute(insert(SESSIONS), row)
        return token

    def user(self, token: str, *, touch: bool = True) -> User | None:
        """Return the user of a session, or None if the session has ended. With `touch`, record that it is in use."""
        now = int(self._now())
        with self.database.reading() as database:
            row = database.execute(_SESSION, {"wanted": _token_hash(token)}).first()
        if row is None:
            return None
        user = user_of(row)
        if row.seen < now - (GUEST_IDLE if user.guest else IDLE):
            with suppress(StoreError):  # the session has ended anyway
                self.end(token)
            return None
        if touch and row.seen < now - TOUCHES:
            # A session continues while the database cannot be written.
            with suppress(StoreError), self.database.writing() as database:
                database.execute(update(SESSIONS).where(SESSIONS.c.token == _token_hash(token)).values(seen=now))
        return user

    def end(self, token: str) -> None:
        """End a session."""
        with self.database.writing() as database:
            database.execute(delete(SESSIONS).where(SESSIONS.c.token == _token_hash(token)))

    def end_others(self, name: str, token: str) -> None:
        """End all sessions of a user but one, and all access tokens."""
        with self.database.writing() as database:
            end_all(database, name, but=token)

    def delete_ended(self) -> int:
        """Delete ended sessions; return how many."""
        now, with_password = int(self._now()), select(PEOPLE.c.folded).where(PEOPLE.c.password != "")
        idle = (SESSIONS.c.seen < now - IDLE) & SESSIONS.c.folded.in_(with_password)
        with self.database.writing() as database:
            return database.execute(delete(SESSIONS).where((SESSIONS.c.seen < now - GUEST_IDLE) | idle)).rowcount


def end_all(database: Connection, name: str, but: str = "") -> None:
    """End all access tokens of a user, and all sessions except that of one token."""
    key = normalize(name)
    database.execute(delete(SESSIONS).where((SESSIONS.c.folded == key) & (SESSIONS.c.token != _token_hash(but))))
    database.execute(delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.folded == key))


def _token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
