"""The scene of a table: everything that one viewer is sent of it. The pages' types are generated from it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from cardroom.show.pictures import Picture

__all__ = ["SeatedPlayer", "TableScene", "TableStatus"]

TableStatus: TypeAlias = Literal[
    "opening", "waiting", "between", "playing", "paused", "stopped", "closing", "closed", "broken"
]


class SeatedPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the table, by name in `people`. The lobby shows the same."""

    seat: int
    behind: bool
    """Whether they stand behind the seat."""
    stack: int
    """Chips in cents, as of the last commit."""
    out: bool
    """Whether they sit out."""
    away: bool
    here: bool
    """Whether they are connected."""
    bot: bool


class TableScene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that one viewer may see of a table. While a table is opened, only its name and state are set.

    `spare`, `questions` and `picture` are the viewer's own. All else is the same for all viewers.
    """

    name: str
    state: TableStatus
    game: str = ""
    title: str = ""
    lines: int = 0
    """The number of entries in the table's book."""
    people: dict[str, SeatedPlayer] = {}
    starts: float | None = None
    """When the next round starts, in seconds of the server's clock."""
    waits: bool = False
    """Whether a round that could start waits."""
    draining: bool = False
    """Whether the server is about to close, and deals no new rounds."""
    clock: dict[str, float] = {}
    """When the default is used, by spot, in seconds of the server's clock."""
    spare: float = 0
    """How many of the last seconds come from the viewer's time bank."""
    waiting: int = 0
    """The length of the waiting list."""
    questions: dict[str, str] = {}
    """The numbers of the open questions to the viewer, by spot."""
    commitment: str = ""
    """The commitment of the next shuffle, or of the one that is being dealt."""
    chains: dict[str, str] = {}
    """What each player published last of a seed chain."""
    asked: dict[str, str] = {}
    """The chains that count for this shuffle."""
    seeds: dict[str, str] = {}
    withheld: list[str] = []
    """Players who were asked for a link and revealed none."""
    head: str = ""
    """The hash of the table's last record."""
    meters: dict[str, int] = {}
    """Readings of shared jackpots that are newer than the picture's, in cents."""
    picture: Picture | None = None
    """The round as the viewer sees it; null before the first one."""

    def own(self) -> dict[str, Any]:
        """The viewer's own parts."""
        return {"spare": self.spare, "questions": self.questions, "picture": self.picture}
