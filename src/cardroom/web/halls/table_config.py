"""Names of the halls, and table settings that are not in the books."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from cardroom.room import FLOOR, Person, TableTiming

__all__ = ["HOUSE", "MONEY", "PLAY", "BotLevel", "BotPace", "BotSettings", "TableConfig", "read_config"]

MONEY, PLAY = "money", "play"
HOUSE = Person(FLOOR, floor=True)
"""The author of orders that the server itself gives."""


BotPace: TypeAlias = Literal["quick", "usual", "slow"]
"""How long bots take for an answer."""
BotLevel: TypeAlias = Literal["easy", "usual"]
"""How well bots play. Easy ones often answer at random."""


class BotSettings(NamedTuple):
    """The bots of a table that a user opens."""

    number: int | None = None
    """How many. Without a number, as many as is usual for the table: none at a private one."""
    pace: BotPace = "usual"
    level: BotLevel = "usual"

    @property
    def stored(self) -> dict[str, str]:
        """What a configuration stores of them: what is not usual."""
        return {name: value for name, value in (("pace", self.pace), ("level", self.level)) if value != "usual"}


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
    """Players who agreed that others at the table may use the coach; not stored while there are none."""
    private: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """At a private table, the people who came by its link. The first opened it. Not stored for other tables."""
    renewed: int | msgspec.UnsetType = msgspec.UNSET
    """How often the link of a private table was renewed; not stored before the first time."""
    shared: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players of a private table who share their part of the review; not stored while there are none."""
    pace: BotPace | msgspec.UnsetType = msgspec.UNSET
    """The pace of the bots; not stored if it is the usual one."""
    level: BotLevel | msgspec.UnsetType = msgspec.UNSET
    """The level of the bots; not stored if it is the usual one."""
    origin: str | msgspec.UnsetType = msgspec.UNSET
    """A keyed hash of the address from which a practice or private table was opened (`own_tables`)."""

    @property
    def owner(self) -> str:
        """The user who opened a practice table or a private table; empty for other tables."""
        return self.practice or (self.private or ("",))[0]

    def admits(self, who: str) -> bool:
        """Whether a user may see the table and its rounds.

        >>> [TableConfig(private=("ann", "bob")).admits(who) for who in ("ann", "bob", "cy")]
        [True, True, False]
        """
        return not self.owner or who == self.practice or who in (self.private or ())


def read_config(text: str) -> TableConfig:
    """Decode a table configuration from the people database."""
    return msgspec.json.decode(text, type=TableConfig)
