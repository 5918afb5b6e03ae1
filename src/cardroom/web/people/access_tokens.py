"""Access tokens: a user's own keys for programs, with scopes and an end date.

A token never has more rights than its user. Its scopes limit them further. The database holds only hashes.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Row, delete, func, insert, select, update

from cardroom.errors import InputError
from cardroom.house.books import StoreError
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import normalize
from cardroom.web.people.rows import user_of
from cardroom.web.people.schema import ACCESS_TOKENS, PEOPLE
from cardroom.web.people.user import User

__all__ = ["MOST_DAYS", "PREFIX", "SCOPES", "AccessToken", "AccessTokens"]

SCOPES = {
    "read": "read everything that the user may read",
    "play": "sit at tables and answer, practice tables, play-money refills",
    "cage": "deposits, withdrawals, fills, credits and corrections",
    "floor": "orders at tables, and stops",
    "operate": "roles, bars, requests of a second person, audits, the workshop",
}
"""What a token may do, if its user may."""
PREFIX = "cardroom_"
"""The beginning of every token, so that scanners for leaked secrets find it."""
MOST_TOKENS = 20
MOST_DAYS = 366
_DAY = 86_400
_TOUCHES = 60
"""Seconds after which another use is recorded."""


class AccessToken(NamedTuple):
    """A token without its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    made: int
    until: int
    """When it expires, in seconds since 1970."""
    used: int
    """When it was used last, to the minute; 0 if never."""


class AccessTokens:
    """The tokens of all users.

    >>> import tempfile
    >>> from cardroom.web.people.store import PeopleStore
    >>> folder = tempfile.TemporaryDirectory()
    >>> people = PeopleStore(PeopleDatabase(f"{folder.name}/people.db"))
    >>> user, tokens = people.sign_up("ann", "correct horse"), AccessTokens(people.database, now=lambda: 1000.0)
    >>> token, secret = tokens.create(user, "my bot", ["play"], days=30)
    >>> tokens.find(secret)[0].name, tokens.find("cardroom_guess")
    ('ann', None)
    >>> tokens.revoke(user, token.id); tokens.find(secret)
    >>> people.database.close(); folder.cleanup()
    """

    def __init__(self, database: PeopleDatabase, now: Callable[[], float]) -> None:
        self._database, self._now = database, now

    def create(self, user: User, name: str, scopes: Sequence[str], days: int) -> tuple[AccessToken, str]:
        """Make a token; return it and its secret, which is shown once."""
        if user.guest:
            raise InputError("Guests have no access tokens. Sign up first.")
        if unknown := {*scopes} - {*SCOPES}:
            raise InputError(f"Unknown scope: {', '.join(sorted(unknown))}. Scopes are {', '.join(SCOPES)}.")
        if not scopes or not name.strip() or not 1 <= days <= MOST_DAYS:
            raise InputError(f"A token needs a name, at least one scope, and 1 to {MOST_DAYS} days.")
        now, secret = int(self._now()), PREFIX + secrets.token_urlsafe(32)
        ordered = tuple(scope for scope in SCOPES if scope in scopes)
        token = AccessToken(secrets.token_hex(6), name.strip(), ordered, now, now + days * _DAY, 0)
        row = token._asdict() | {"scopes": json.dumps(ordered), "token": _hash(secret), "folded": normalize(user.name)}
        mine = ACCESS_TOKENS.c.folded == normalize(user.name)
        with self._database.writing() as database:
            database.execute(delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.until <= now))
            if (
                database.execute(select(func.count()).select_from(ACCESS_TOKENS).where(mine)).scalar_one()
                >= MOST_TOKENS
            ):
                raise InputError(f"You have {MOST_TOKENS} access tokens. Revoke one first.")
            database.execute(insert(ACCESS_TOKENS), row)
        return token, secret

    def of(self, user: User) -> list[AccessToken]:
        """A user's valid tokens, the newest first."""
        query = select(ACCESS_TOKENS).where(ACCESS_TOKENS.c.folded == normalize(user.name))
        query = query.where(ACCESS_TOKENS.c.until > int(self._now())).order_by(ACCESS_TOKENS.c.made.desc())
        with self._database.reading() as database:
            return [_token_of(row) for row in database.execute(query)]

    def revoke(self, user: User, token: str) -> None:
        """Revoke a token of a user."""
        mine = (ACCESS_TOKENS.c.folded == normalize(user.name)) & (ACCESS_TOKENS.c.id == token)
        with self._database.writing() as database:
            if not database.execute(delete(ACCESS_TOKENS).where(mine)).rowcount:
                raise InputError(f"You have no access token {token[:40]}.")

    def find(self, secret: str) -> tuple[User, AccessToken] | None:
        """The user of a token and the token, or None if it is unknown or has expired."""
        now = int(self._now())
        query = select(PEOPLE, ACCESS_TOKENS).join(ACCESS_TOKENS, ACCESS_TOKENS.c.folded == PEOPLE.c.folded)
        query = query.where(ACCESS_TOKENS.c.token == _hash(secret), ACCESS_TOKENS.c.until > now)
        with self._database.reading() as database:
            row = database.execute(query.with_only_columns(PEOPLE)).first()
            found = database.execute(select(ACCESS_TOKENS).where(ACCESS_TOKENS.c.token == _hash(secret))).first()
        if row is None or found is None:
            return None
        if found.used < now - _TOUCHES:
            try:
                with self._database.writing() as database:
                    same = ACCESS_TOKENS.c.token == _hash(secret)
                    database.execute(update(ACCESS_TOKENS).where(same).values(used=now))
            except StoreError:
                pass  # a token works while the database cannot be written
        return user_of(row), _token_of(found)


def _token_of(row: Row[tuple[object, ...]]) -> AccessToken:
    return AccessToken(row.id, row.name, tuple(json.loads(row.scopes)), row.made, row.until, row.used)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
