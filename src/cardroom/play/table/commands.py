"""Commands: one small value for each request to change a table. A command is not yet accepted.

`decide` accepts or refuses a command, and returns the log entries it leaves. The same value comes from a client's
request, from a floor order and from the room's own clocks. Those that a client may send are in `cardroom.commands`; the
others can come only from the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, get_args

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.commands import FloorCommand, PlayerCommand, ServerCommand, TableCommand
from cardroom.play.game import Game
from cardroom.play.round import Spot
from cardroom.play.table.log import Entry
from cardroom.tags import kebab, tag_of

__all__ = [
    "AskLinks",
    "ChangeGame",
    "Command",
    "OpenTable",
    "ReadMeter",
    "StartRound",
    "TakeSeat",
    "UseDefault",
    "bettor_of",
    "left_entry",
]


class OpenTable(TableCommand, frozen=True, tag=kebab):
    """Open a new table."""

    leaves = "game-set"
    game: Game
    links: dict[str, str] = msgspec.field(default_factory=dict)
    """House jackpots that replace the game's own, by the names of these in the rules."""
    name: str = ""
    """The name of the table. Shuffles and records are bound to it."""
    money: bool = True
    """Whether every shuffle must be fair."""
    seed: str | None = None
    """The simulation seed that shuffles come from, if any."""


class ChangeGame(TableCommand, frozen=True, tag=kebab):
    """Play a different game from the next round on. The carry of the current one is parked until it is played again."""

    leaves = "game-set"
    between_rounds = True
    game: Game
    links: dict[str, str] = msgspec.field(default_factory=dict)


class ReadMeter(TableCommand, frozen=True, tag=kebab):
    """Show this amount on a jackpot's display."""

    leaves = "meter-read"
    between_rounds = True
    jackpot: str
    reads: int
    why: str


class AskLinks(TableCommand, frozen=True, tag=kebab):
    """Ask these players for the next links of their chains, for the shuffle that is committed to."""

    leaves = "links-asked"
    between_rounds = True
    bettors: tuple[str, ...]


class StartRound(TableCommand, frozen=True, tag=kebab):
    """Deal the next round to all players who do not sit out, or to these spots."""

    leaves = "round-started"
    between_rounds = True
    spots: Sequence[Spot] | None = None
    shuffle: Shuffle | SealedShuffle | None = None
    """Cards to deal instead of the shuffled ones. Never at a money table."""


class UseDefault(TableCommand, frozen=True, tag=kebab):
    """Use the default for a spot whose time is over."""

    leaves = "answered"
    spot: str
    question: str | None = None


class TakeSeat(TableCommand, frozen=True, tag=kebab):
    """Sit down with chips in place of another player, who leaves with theirs. A bot gives way like this."""

    leaves = "joined"
    between_rounds = True
    bettor: str
    cents: int
    instead_of: str


Command: TypeAlias = (
    PlayerCommand
    | FloorCommand
    | ServerCommand
    | OpenTable
    | ChangeGame
    | ReadMeter
    | AskLinks
    | StartRound
    | TakeSeat
    | UseDefault
)


def bettor_of(command: Command) -> str | None:
    """The player that a command is about, if any.

    >>> from cardroom.commands import Leave
    >>> bettor_of(Leave("ann")), bettor_of(StartRound())
    ('ann', None)
    """
    return getattr(command, "bettor", None)


_ENTRIES: dict[str, type] = {tag_of(each): each for each in get_args(Entry)}


def left_entry(command: type[Command]) -> type:
    """The log entry that records that a command was accepted.

    >>> from cardroom.commands import Leave
    >>> left_entry(Leave).__name__
    'Left'
    """
    return _ENTRIES[command.leaves]
