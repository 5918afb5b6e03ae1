"""The halls by name, and how a table of theirs is run: what its books do not say."""

import msgspec

from cardroom.room import Person
from cardroom.room.committer import FLOOR
from cardroom.room.timing import TableTiming

__all__ = ["HOUSE", "MONEY", "PLAY", "TableConfig", "read_config"]

MONEY, PLAY = "money", "play"
HOUSE = Person(FLOOR, floor=True)
"""Who opens and closes tables when no one in particular does."""


class TableConfig(msgspec.Struct, frozen=True):
    """How a table is run.

    >>> msgspec.json.encode(TableConfig(bots=2))[:13], read_config('{"bots":2}').timing == TableTiming()
    (b'{"settings":{', True)
    """

    timing: TableTiming = msgspec.field(default=TableTiming(), name="settings")
    bots: int = 0
    practice: str = ""
    """The owner of a practice table; empty for other tables."""


def read_config(text: str) -> TableConfig:
    """A configuration as the people database stores it."""
    return msgspec.json.decode(text, type=TableConfig)
