"""How many practice and private tables people may have open: each user, each address, and all together.

A table counts while somebody looks at it, or nobody has yet. Tables that were left count only towards a second limit,
twice as high, until they are closed: so nobody is stopped by them, and nobody can fill the server with them.

Addresses are stored only as a keyed hash, with the configuration of the table, so that all processes count alike and
no database tells who was where.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardroom.errors import InputError
from cardroom.web.cluster import LobbyEntry

__all__ = ["MOST_FROM_ADDRESS", "OwnTables"]

MOST_OPEN = 200
"""The most practice and private tables open at once."""
MOST_OF_USER = 3
"""The most of one user at once."""
MOST_FROM_ADDRESS = 30
"""The most that people at one address opened, unless the room sets a different number."""


WITH_DESERTED = 2
"""How many times as many there may be together with those that were left and are not closed yet."""


class _OwnTable(NamedTuple):
    owner: str
    origin: str
    deserted: bool = False


class OwnTables:
    """The limits of practice and private tables.

    >>> tables = OwnTables("a secret", most_from_address=1)
    >>> origin = tables.origin("192.0.2.7")
    >>> tables.begin("table 7", "bob", origin)
    >>> tables.check("ann", origin, [])
    Traceback (most recent call last):
    cardroom.errors.InputError: Your address has 1 practice or private table open, and no more are allowed. ...
    """

    def __init__(self, secret: str, most_from_address: int = MOST_FROM_ADDRESS) -> None:
        self._secret, self._most_from_address = secret.encode(), most_from_address
        self.opening: dict[str, _OwnTable] = {}
        """Tables that are being opened."""

    def origin(self, address: str) -> str:
        """The form in which an address is stored; empty for no address."""
        return hmac.new(self._secret, address.encode(), "sha256").hexdigest()[:24] if address else ""

    def begin(self, table: str, owner: str, origin: str) -> None:
        """Count a table that is being opened, until `end`."""
        self.opening[table] = _OwnTable(owner, origin)

    def end(self, table: str) -> None:
        """Stop counting a table that is open now, or was not opened."""
        del self.opening[table]

    def check(self, owner: str, origin: str, listed: Iterable[LobbyEntry]) -> None:
        """Refuse another table of a user at an address. `listed` are the open tables as the lobby has them."""
        known = {each.listed.name: _OwnTable(each.owner, each.origin, each.deserted) for each in listed if each.owner}
        taken = [*(known | self.opening).values()]
        if mine := _too_many([each for each in taken if each.owner == owner], MOST_OF_USER):
            raise InputError(f"You already have {mine} tables of your own. Leave one first.")
        if origin and (here := _too_many([each for each in taken if each.origin == origin], self._most_from_address)):
            raise InputError(
                f"Your address has {here} practice or private table{'' if here == 1 else 's'} open, and no more are "
                "allowed. Play at a table in the lobby, or try again when one was left."
            )
        if len(taken) >= MOST_OPEN:
            raise InputError("All practice tables are in use. Play at a table in the lobby, or try again later.")


def _too_many(tables: Sequence[_OwnTable], most: int) -> int:
    """The number of tables, if no other may be opened; otherwise 0."""
    counted = sum(not each.deserted for each in tables)
    return counted if counted >= most else len(tables) if len(tables) >= most * WITH_DESERTED else 0
