"""Commands: one small value for each request to change a table. A command is not yet accepted.

`decide` accepts or refuses a command, and returns the log entries it leaves. The same value comes from a client's
request, from a floor order and from the room's own clocks. Those that a client may send are in `cardroom.commands`; the
others can come only from the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.commands import (
    ORDERS,
    PLAYER_COMMANDS,
    SERVER_COMMANDS,
    AddSeed,
    CloseTable,
    CommitChain,
    Join,
    Leave,
    Pause,
    Return,
    SitOut,
    StepAway,
    SubmitAnswer,
    TableCommand,
    TakeCircle,
    TopUp,
    UseCoach,
    Void,
)
from cardroom.play.game import Game
from cardroom.play.log import (
    Answered,
    ChainCommitted,
    CircleTaken,
    CoachUsed,
    GameSet,
    Joined,
    Left,
    LinksAsked,
    MeterRead,
    Paused,
    RoundStarted,
    RoundVoided,
    SatOut,
    SeedAdded,
    SteppedAway,
    TableClosed,
    ToppedUp,
)
from cardroom.play.places import Spot

__all__ = [
    "ORDERS",
    "PLAYER_COMMANDS",
    "SERVER_COMMANDS",
    "AddSeed",
    "AskLinks",
    "ChangeGame",
    "CloseTable",
    "Command",
    "CommitChain",
    "Join",
    "Leave",
    "OpenTable",
    "Pause",
    "ReadMeter",
    "Return",
    "SitOut",
    "StartRound",
    "StepAway",
    "SubmitAnswer",
    "TakeCircle",
    "TopUp",
    "UseCoach",
    "UseDefault",
    "Void",
    "bettor_of",
    "left_entry",
]


class OpenTable(TableCommand, frozen=True, tag="open"):
    """Open a new table."""

    game: Game
    links: dict[str, str] = msgspec.field(default_factory=dict)
    """House jackpots that replace the game's own, by the names of these in the rules."""
    name: str = ""
    """The name of the table. Shuffles and records are bound to it."""
    money: bool = True
    """Whether every shuffle must be fair."""
    seed: str | None = None
    """The simulation seed that shuffles come from, if any."""


class ChangeGame(TableCommand, frozen=True, tag="change-game"):
    """Play a different game from the next round on. The carry of the current one is parked until it is played again."""

    between_rounds = True
    game: Game
    links: dict[str, str] = msgspec.field(default_factory=dict)


class ReadMeter(TableCommand, frozen=True, tag="read-meter"):
    """Show this amount on a jackpot's display."""

    between_rounds = True
    jackpot: str
    reads: int
    why: str


class AskLinks(TableCommand, frozen=True, tag="ask-links"):
    """Ask these players for the next links of their chains, for the shuffle that is committed to."""

    between_rounds = True
    bettors: tuple[str, ...]


class StartRound(TableCommand, frozen=True, tag="start"):
    """Deal the next round to all players who do not sit out, or to these spots."""

    between_rounds = True
    spots: Sequence[Spot] | None = None
    shuffle: Shuffle | SealedShuffle | None = None
    """Cards to deal instead of the shuffled ones. Never at a money table."""


class UseDefault(TableCommand, frozen=True, tag="use-default"):
    """Use the default for a spot whose time is over."""

    spot: str
    question: str | None = None


Command: TypeAlias = (
    Join
    | TopUp
    | Leave
    | SitOut
    | StepAway
    | Return
    | TakeCircle
    | AddSeed
    | CommitChain
    | SubmitAnswer
    | UseCoach
    | CloseTable
    | Pause
    | Void
    | OpenTable
    | ChangeGame
    | ReadMeter
    | AskLinks
    | StartRound
    | UseDefault
)


def bettor_of(command: Command) -> str | None:
    """The player that a command is about, if any.

    >>> bettor_of(Leave("ann")), bettor_of(StartRound())
    ('ann', None)
    """
    return getattr(command, "bettor", None)


_LEAVES: dict[type, type] = {
    Join: Joined,
    TopUp: ToppedUp,
    Leave: Left,
    SitOut: SatOut,
    StepAway: SteppedAway,
    Return: SteppedAway,
    TakeCircle: CircleTaken,
    AddSeed: SeedAdded,
    CommitChain: ChainCommitted,
    SubmitAnswer: Answered,
    UseCoach: CoachUsed,
    CloseTable: TableClosed,
    Pause: Paused,
    Void: RoundVoided,
    OpenTable: GameSet,
    ChangeGame: GameSet,
    ReadMeter: MeterRead,
    AskLinks: LinksAsked,
    StartRound: RoundStarted,
    UseDefault: Answered,
}


def left_entry(command: type[Command]) -> type:
    """The log entry that records that a command was accepted.

    >>> left_entry(Leave).__name__
    'Left'
    """
    return _LEAVES[command]
