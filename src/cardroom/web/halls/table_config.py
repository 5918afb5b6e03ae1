"""The halls by name, and how a table of theirs is run."""

import msgspec

from cardroom.room import Person
from cardroom.room.committer import FLOOR
from cardroom.room.timing import TableTiming

__all__ = ["HOUSE", "MONEY", "PLAY", "How", "how_of"]

MONEY, PLAY = "money", "play"
HOUSE = Person(FLOOR, floor=True)
"""Who opens and closes tables when nobody in particular does."""


class How(msgspec.Struct, frozen=True):
    """How a table is run: what its books do not say."""

    settings: TableTiming = TableTiming()
    bots: int = 0
    practice: str = ""
    """Whose table it is, if it is somebody's for practice."""


def how_of(text: str) -> How:
    """It, as the register keeps it."""
    return msgspec.json.decode(text, type=How)
