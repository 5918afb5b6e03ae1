"""The second factor of staff: six digits from an app, which change every 30 seconds (TOTP, RFC 6238).

The secret is sealed with the key of the money books. A code is accepted once, and one step of 30 seconds early or late.
Whether orders about money need a second factor is noted in the books, so the command line knows it too.
"""

from __future__ import annotations

from collections.abc import Callable

import pyotp
from sqlalchemy import delete, insert, select, update

from cardroom.errors import InputError
from cardroom.house import Books, House
from cardroom.house.backup import AUTHOR
from cardroom.house.books import Vault, body_fields, notes_about
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import normalize
from cardroom.web.people.schema import FACTORS

__all__ = ["FACTOR_NEEDED", "Factors", "needs_factor", "note_factor_rule"]

_BOOK = "second factor of "
_STEP = 30
_RULE = "second factor for money"
"""The kind of the notes in the cage's book on whether orders about money need a second factor."""
FACTOR_NEEDED = "Add a second factor on your account page first. Orders about money need one."


class Factors:
    """The second factors of users.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> factors = Factors(PeopleDatabase(f"{folder.name}/people.db"), Vault(bytes(32)), now=lambda: 1_000_000_000.0)
    >>> secret, address = factors.begin("ann")
    >>> factors.confirm("ann", pyotp.TOTP(secret).at(1_000_000_000))
    >>> factors.has("ann"), factors.accepts("ann", pyotp.TOTP(secret).at(1_000_000_000))  # used already
    (True, False)
    >>> factors.database.close(); folder.cleanup()
    """

    def __init__(self, database: PeopleDatabase, vault: Vault, now: Callable[[], float]) -> None:
        self.database, self._vault, self._now = database, vault, now

    def begin(self, name: str) -> tuple[str, str]:
        """Make a new secret for a user; return it and the address for an app. It counts when it is confirmed."""
        if self.has(name):
            raise InputError("You have a second factor already. An operator can remove it.")
        secret, user = pyotp.random_base32(), normalize(name)
        sealed = self._vault.encrypt(secret.encode(), _BOOK + user, 0)
        with self.database.writing() as database:
            database.execute(delete(FACTORS).where(FACTORS.c.folded == user))
            database.execute(insert(FACTORS), {"folded": user, "secret": sealed, "confirmed": False, "step": 0})
        return secret, pyotp.TOTP(secret).provisioning_uri(name, issuer_name="cardroom")

    def confirm(self, name: str, code: str) -> None:
        """Confirm a new secret with a first code."""
        if self.has(name) or not self._use(name, code):
            raise InputError("This code is wrong. Enter the six digits that the app shows now.")
        with self.database.writing() as database:
            database.execute(update(FACTORS).where(FACTORS.c.folded == normalize(name)).values(confirmed=True))

    def has(self, name: str) -> bool:
        """Whether a user has a confirmed second factor."""
        query = select(FACTORS.c.confirmed).where(FACTORS.c.folded == normalize(name))
        with self.database.reading() as database:
            return bool(database.execute(query).scalar())

    def accepts(self, name: str, code: str) -> bool:
        """Whether a code is right, of a user with a confirmed factor. The same code is not accepted again."""
        return self.has(name) and self._use(name, code)

    def remove(self, name: str) -> None:
        """Remove a user's second factor."""
        with self.database.writing() as database:
            database.execute(delete(FACTORS).where(FACTORS.c.folded == normalize(name)))

    def _use(self, name: str, code: str) -> bool:
        """Check a code and record its step, in one transaction."""
        user = normalize(name)
        with self.database.writing() as database:
            query = select(FACTORS).where(FACTORS.c.folded == user)
            row = database.execute(self.database.locking(query)).first()
            if row is None:
                return False
            totp = pyotp.TOTP(self._vault.decrypt(bytes(row.secret), _BOOK + user, 0).decode())
            now = int(self._now()) // _STEP
            steps = [step for step in (now - 1, now, now + 1) if step > row.step]
            used = next((step for step in steps if pyotp.utils.strings_equal(totp.at(step * _STEP), code)), None)
            if used is not None:
                database.execute(update(FACTORS).where(FACTORS.c.folded == user).values(step=used))
            return used is not None


def needs_factor(books: Books) -> bool:
    """Whether the server that started last demands a second factor."""
    notes = notes_about(books, _RULE)
    return bool(notes) and body_fields(notes[-1].body).get("after") is True


def note_factor_rule(house: House, on: bool) -> None:
    """Note how a server starts, if the one before it started differently."""
    if needs_factor(house.books) != on:
        why = f"started {'with' if on else 'without'} --second-factor"
        house.note(_RULE, who=AUTHOR, why=why, before=not on, after=on)
