"""Commands: one small value for each request to change a table. A command is not yet accepted.

`decide` accepts or refuses a command, and returns the log entries it leaves. The same value comes from a client's
request, from a floor order and from the room's own clocks. Tags are those of the wire and never change. A command
without a wire tag can come only from the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
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
]


class _Command(msgspec.Struct, frozen=True):
    leaves: ClassVar[type]
    """The log entry that records that the command was accepted."""
    between_rounds: ClassVar[bool] = False
    """Whether it is possible only between rounds."""


class Join(_Command, frozen=True, tag="sit"):
    """Sit down with chips, at a seat or at the first free one; or stand behind a seat."""

    leaves = Joined
    between_rounds = True
    bettor: str
    cents: int
    seat: int | None = None
    behind: bool = False


class TopUp(_Command, frozen=True, tag="top-up"):
    """Put more chips on the table, when the round is over."""

    leaves = ToppedUp
    between_rounds = True
    bettor: str
    cents: int


class Leave(_Command, frozen=True, tag="quit"):
    """Leave with all chips, when the round is over."""

    leaves = Left
    between_rounds = True
    bettor: str


class SitOut(_Command, frozen=True, tag="rest"):
    """Sit out from the next round on, or be dealt in again."""

    leaves = SatOut
    bettor: str
    out: bool = True


class StepAway(_Command, frozen=True, tag="away"):
    """Be absent: defaults are used immediately, and no cards are dealt."""

    leaves = SteppedAway
    bettor: str


class Return(_Command, frozen=True, tag="back"):
    """Return after being away."""

    leaves = SteppedAway
    bettor: str


class TakeCircle(_Command, frozen=True, tag="circle"):
    """Bet at a second circle, or give it up."""

    leaves = CircleTaken
    between_rounds = True
    bettor: str
    seat: int
    taken: bool = True


class AddSeed(_Command, frozen=True, tag="mix"):
    """Mix a seed into the next shuffle. A player who was asked for a link of a chain gives that."""

    leaves = SeedAdded
    between_rounds = True
    bettor: str
    words: str


class CommitChain(_Command, frozen=True, tag="chain"):
    """Publish the anchor of a seed chain. Its links are the player's seeds from the next shuffle that asks for them."""

    leaves = ChainCommitted
    bettor: str
    anchor: str


class SubmitAnswer(_Command, frozen=True, tag="answer"):
    """Answer a question. If the question is named, it must be the open one."""

    leaves = Answered
    bettor: str
    spot: str
    question: str | None
    action: str
    value: Any = None


class CloseTable(_Command, frozen=True, tag="close"):
    """Close a table permanently when its round is over and all players have left."""

    leaves = TableClosed
    between_rounds = True
    why: str = ""


class Pause(_Command, frozen=True, tag="halt"):
    """Deal no new round until resumed, or resume. A round that is being played continues."""

    leaves = Paused
    why: str
    paused: bool = msgspec.field(name="halted", default=True)


class Void(_Command, frozen=True, tag="call-off"):
    """Cancel a round and return all wagers. Refused when that round is over."""

    leaves = RoundVoided
    why: str
    round: str | None = None
    """The id of the round, so that a late order does not cancel the next one."""


class UseCoach(_Command, frozen=True, tag="coach"):
    """Note that a player is shown the coach's values for an open question. The server sends it, for the player."""

    leaves = CoachUsed
    bettor: str
    spot: str
    question: str


# -- from the server only ----------------------------------------------------------------------------------------------


class OpenTable(_Command, frozen=True, tag="open"):
    """Open a new table."""

    leaves = GameSet
    game: Game
    links: dict[str, str] = {}
    """House jackpots that replace the game's own, by the names of these in the rules."""
    name: str = ""
    """The name of the table. Shuffles and records are bound to it."""
    money: bool = True
    """Whether every shuffle must be fair."""
    seed: str | None = None
    """The simulation seed that shuffles come from, if any."""


class ChangeGame(_Command, frozen=True, tag="change-game"):
    """Play a different game from the next round on. The carry of the current one is parked until it is played again."""

    leaves = GameSet
    between_rounds = True
    game: Game
    links: dict[str, str] = {}


class ReadMeter(_Command, frozen=True, tag="read-meter"):
    """Show this amount on a jackpot's display."""

    leaves = MeterRead
    between_rounds = True
    jackpot: str
    reads: int
    why: str


class AskLinks(_Command, frozen=True, tag="ask-links"):
    """Ask these players for the next links of their chains, for the shuffle that is committed to."""

    leaves = LinksAsked
    between_rounds = True
    bettors: tuple[str, ...]


class StartRound(_Command, frozen=True, tag="start"):
    """Deal the next round to all players who do not sit out, or to these spots."""

    leaves = RoundStarted
    between_rounds = True
    spots: Sequence[Spot] | None = None
    shuffle: Shuffle | SealedShuffle | None = None
    """Cards to deal instead of the shuffled ones. Never at a money table."""


class UseDefault(_Command, frozen=True, tag="use-default"):
    """Use the default for a spot whose time is over."""

    leaves = Answered
    spot: str
    question: str | None = None


PLAYER_COMMANDS = (Join, TopUp, Leave, SitOut, StepAway, Return, TakeCircle, AddSeed, CommitChain, SubmitAnswer)
"""Commands that players may send, each for themselves."""
ORDERS = (CloseTable, Pause, Void)
"""Commands that the floor may send."""
SERVER_COMMANDS = (UseCoach,)
"""Commands that the server sends for a player. A client's are refused."""

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
