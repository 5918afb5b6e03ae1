"""What people say to the room, and what it says to them."""

from typing import Any, TypeAlias

import msgspec

from cardroom.play.game import Game
from cardroom.room.settings import Settings

__all__ = [
    "CLOSES",
    "RETURNS",
    "UNREAD",
    "Accepted",
    "Answers",
    "Away",
    "Back",
    "Bye",
    "CallOff",
    "Changed",
    "Circle",
    "CloseTable",
    "Denied",
    "Halt",
    "Heard",
    "Hello",
    "Mix",
    "Offered",
    "OpenTable",
    "Queue",
    "Quit",
    "Rest",
    "Said",
    "Scene",
    "Sent",
    "Sit",
    "Spoken",
    "TopUp",
    "Unqueue",
    "Unwatch",
    "Watch",
]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


class _Request(_Message, frozen=True):
    """Something that is kept, by an id that whoever asks has made up: asked for again, it happens once."""

    id: str


class Watch(_Message, frozen=True, tag="watch"):
    """Be shown a table from now on, or from what one has seen of it already."""

    epoch: str = ""
    seq: int = 0


class Unwatch(_Message, frozen=True, tag="unwatch"):
    """See no more of it."""


class Queue(_Message, frozen=True, tag="queue"):
    """Wait for a seat."""


class Unqueue(_Message, frozen=True, tag="unqueue"):
    """Wait no more."""


class Sit(_Request, frozen=True, tag="sit"):
    """Sit down with chips from one's balance, or stand behind a seat."""

    cents: int
    seat: int | None = None
    behind: bool = False


class TopUp(_Request, frozen=True, tag="top-up"):
    """More chips, when the round is over."""

    cents: int


class Quit(_Request, frozen=True, tag="quit"):
    """Leave, when the round is over."""


class Rest(_Request, frozen=True, tag="rest"):
    """Not be dealt in, or be again."""

    out: bool = True


class Away(_Request, frozen=True, tag="away"):
    """Be away: the rules answer at once."""


class Back(_Request, frozen=True, tag="back"):
    """Be back, after having been away."""


class Circle(_Request, frozen=True, tag="circle"):
    """Bet at a further circle, or no more."""

    seat: int
    taken: bool = True


class Mix(_Request, frozen=True, tag="mix"):
    """Mix a seed into the next shuffle."""

    words: str


class Answers(_Request, frozen=True, tag="answer"):
    """Answer a question that one is asked."""

    spot: str
    question: str
    action: str
    value: Any = None


class OpenTable(_Request, frozen=True, tag="open"):
    """The floor: open a table."""

    game: Game
    settings: Settings = Settings()
    links: dict[str, str] = {}
    """Which of the house's jackpots those of the game are; others are the table's own."""


class CloseTable(_Request, frozen=True, tag="close"):
    """The floor: close a table when its round is over."""

    why: str = ""


class Halt(_Request, frozen=True, tag="halt"):
    """The floor: deal no more rounds, or do so again."""

    why: str
    halted: bool = True


class CallOff(_Request, frozen=True, tag="call-off"):
    """The floor: call off a round, and give all wagers back; refused when that round is over."""

    why: str
    round: str
    """The round, as the lobby's entry of its table says it: who decides late does not call off the next one."""


Spoken: TypeAlias = (
    Watch
    | Unwatch
    | Queue
    | Unqueue
    | Sit
    | TopUp
    | Quit
    | Rest
    | Away
    | Back
    | Circle
    | Mix
    | Answers
    | CloseTable
    | Halt
    | CallOff
)
"""What can be said as it stands ..."""
Heard: TypeAlias = Spoken | OpenTable
"""... and what is heard in all: a game to be played is no text, and comes from whoever has made it."""


# -- what the room says ------------------------------------------------------------------------------------------------


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """What was asked for is kept."""

    id: str


class Denied(msgspec.Struct, frozen=True, tag="denied"):
    """What was asked for has not happened, and will not."""

    id: str
    why: str


class Scene(msgspec.Struct, frozen=True, tag="scene"):
    """A table as the viewer may see it, whole."""

    table: str
    epoch: str
    seq: int
    scene: dict[str, Any]


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """What is other than in the scene before: values at their paths, and paths that are gone."""

    table: str
    epoch: str
    after: int
    """The number of the scene before ..."""
    seq: int
    """... and of the one that it becomes."""
    set: list[tuple[list[str | int], Any]]
    gone: list[list[str | int]]


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    """A seat is free for who waited, for so many seconds."""

    table: str
    seconds: float


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first word: who one is, and what time it is here, in the seconds in which scenes count."""

    name: str
    now: float
    version: str


CLOSES, UNREAD = "the room closes", "too much waits to be read"
RETURNS = (CLOSES, UNREAD)
"""The reasons of a line's end after which it is worth to dial again."""


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The last word: why the line is closed."""

    why: str


Said: TypeAlias = Accepted | Denied | Scene | Changed | Offered
"""What the room says ..."""
Sent: TypeAlias = Hello | Said | Bye
"""... and what comes down a line in all."""
