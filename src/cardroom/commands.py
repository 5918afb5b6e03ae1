"""Commands that players and the floor may send: one small value for each request to change a table.

Clients and the server share them, so this module imports nothing heavy. Tags are those of the wire and never change.
`cardroom.play.table.commands` adds those that only the server sends.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, get_args

import msgspec

from cardroom.tags import kebab

__all__ = [
    "ORDERS",
    "PLAYER_COMMANDS",
    "SERVER_COMMANDS",
    "AddSeed",
    "CloseTable",
    "CommitChain",
    "FloorCommand",
    "Join",
    "Leave",
    "Pause",
    "PlayerCommand",
    "Return",
    "ServerCommand",
    "SitOut",
    "StepAway",
    "SubmitAnswer",
    "TableCommand",
    "TakeCircle",
    "TopUp",
    "UseCoach",
    "Void",
]


class TableCommand(msgspec.Struct, frozen=True):
    """A request to change a table."""

    leaves: ClassVar[str]
    """The tag of the log entry that records that it was accepted."""
    between_rounds: ClassVar[bool] = False
    """Whether it is possible only between rounds."""


class Join(TableCommand, frozen=True, tag=kebab):
    """Sit down with chips, at a seat or at the first free one; or stand behind a seat."""

    leaves = "joined"
    between_rounds = True
    bettor: str
    cents: int
    seat: int | None = None
    behind: bool = False


class TopUp(TableCommand, frozen=True, tag=kebab):
    """Put more chips on the table, when the round is over."""

    leaves = "topped-up"
    between_rounds = True
    bettor: str
    cents: int


class Leave(TableCommand, frozen=True, tag=kebab):
    """Leave with all chips, when the round is over."""

    leaves = "left"
    between_rounds = True
    bettor: str


class SitOut(TableCommand, frozen=True, tag=kebab):
    """Sit out from the next round on, or be dealt in again."""

    leaves = "sat-out"
    bettor: str
    out: bool = True


class StepAway(TableCommand, frozen=True, tag=kebab):
    """Be absent: defaults are used immediately, and no cards are dealt."""

    leaves = "stepped-away"
    bettor: str


class Return(TableCommand, frozen=True, tag=kebab):
    """Return after being away."""

    leaves = "stepped-away"
    bettor: str


class TakeCircle(TableCommand, frozen=True, tag=kebab):
    """Bet at a second circle, or give it up."""

    leaves = "circle-taken"
    between_rounds = True
    bettor: str
    seat: int
    taken: bool = True


class AddSeed(TableCommand, frozen=True, tag=kebab):
    """Mix a seed into the next shuffle. A player who was asked for a link of a chain gives that."""

    leaves = "seed-added"
    between_rounds = True
    bettor: str
    words: str


class CommitChain(TableCommand, frozen=True, tag=kebab):
    """Publish the anchor of a seed chain. Its links are the player's seeds from the next shuffle that asks for them."""

    leaves = "chain-committed"
    bettor: str
    anchor: str


class SubmitAnswer(TableCommand, frozen=True, tag=kebab):
    """Answer a question. If the question is named, it must be the open one."""

    leaves = "answered"
    bettor: str
    spot: str
    question: str | None
    action: str
    value: Any = None


class CloseTable(TableCommand, frozen=True, tag=kebab):
    """Close a table permanently when its round is over and all players have left."""

    leaves = "table-closed"
    between_rounds = True
    why: str = ""


class Pause(TableCommand, frozen=True, tag=kebab):
    """Deal no new round until resumed, or resume. A round that is being played continues."""

    leaves = "paused"
    why: str
    paused: bool = True


class Void(TableCommand, frozen=True, tag=kebab):
    """Cancel a round and return all wagers. Refused when that round is over."""

    leaves = "round-voided"
    why: str
    round: str | None = None
    """The id of the round, so that a late order does not cancel the next one."""


class UseCoach(TableCommand, frozen=True, tag=kebab):
    """Note that a player is shown the coach's values for an open question. The server sends it, for the player."""

    leaves = "coach-used"
    bettor: str
    spot: str
    question: str


PlayerCommand: TypeAlias = (
    Join | TopUp | Leave | SitOut | StepAway | Return | TakeCircle | AddSeed | CommitChain | SubmitAnswer
)
"""A command that players may send, each for themselves."""
FloorCommand: TypeAlias = CloseTable | Pause | Void
"""A command that the floor may send."""
ServerCommand: TypeAlias = UseCoach
"""A command that the server sends for a player. A client's is refused."""

PLAYER_COMMANDS = get_args(PlayerCommand)
ORDERS = get_args(FloorCommand)
SERVER_COMMANDS = get_args(ServerCommand) or (ServerCommand,)  # of one command there is no union
