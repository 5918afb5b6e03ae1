"""Names of the halls, and table settings that are not in the books."""

import msgspec

from cardroom.room import Person
from cardroom.room.committer import FLOOR
from cardroom.room.timing import TableTiming

__all__ = ["HOUSE", "MONEY", "PLAY", "TableConfig", "read_config"]

MONEY, PLAY = "money", "play"
HOUSE = Person(FLOOR, floor=True)
"""The author of orders that the server itself gives."""


class TableConfig(msgspec.Struct, frozen=True):
    """The configuration of a table: timing, bots, owner.

    >>> msgspec.json.encode(TableConfig(bots=2))[:13], read_config('{"bots":2}').timing == TableTiming()
    (b'{"settings":{', True)
    """

    timing: TableTiming = msgspec.field(default=TableTiming(), name="settings")
    bots: int = 0
    practice: str = ""
    """The owner of a practice table; empty for other tables."""
    coach: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players who agreed that others at a practice table may use the coach; not stored while there are none."""


def read_config(text: str) -> TableConfig:
    """Decode a table configuration from the people database."""
    return msgspec.json.decode(text, type=TableConfig)
