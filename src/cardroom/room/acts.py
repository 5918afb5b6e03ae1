"""What can be done to a table: each is kept, whole, before anybody is told of it."""

from typing import Any, NamedTuple, TypeAlias

import msgspec

from cardroom.play.game import Game

__all__ = [
    "Act",
    "AddChips",
    "AddSeed",
    "Answer",
    "Close",
    "Default",
    "Do",
    "Halt",
    "Join",
    "Leave",
    "Open",
    "SitOut",
    "Start",
    "StepAway",
    "TakeCircle",
    "Void",
]


class _Act(msgspec.Struct, frozen=True):
    pass


class Open(_Act, frozen=True):
    """A new table."""

    game: Game
    links: dict[str, str] = {}


class Join(_Act, frozen=True):
    """Sit down with chips, or stand behind a seat."""

    bettor: str
    cents: int
    seat: int | None = None
    behind: bool = False


class AddChips(_Act, frozen=True):
    """Put more chips on the table."""

    bettor: str
    cents: int


class Leave(_Act, frozen=True):
    """Leave with one's chips."""

    bettor: str


class SitOut(_Act, frozen=True):
    """Not be dealt in, or be again."""

    bettor: str
    out: bool = True


class StepAway(_Act, frozen=True):
    """Be gone, or be back."""

    bettor: str
    away: bool = True


class TakeCircle(_Act, frozen=True):
    """Bet at a further circle, or no more."""

    bettor: str
    seat: int
    taken: bool = True


class AddSeed(_Act, frozen=True):
    """Mix a seed into the next shuffle."""

    bettor: str
    words: str


class Start(_Act, frozen=True):
    """Deal a round."""


class Answer(_Act, frozen=True):
    """Answer a question: the one of that number, and no other."""

    bettor: str
    spot: str
    question: str
    action: str
    value: Any = None


class Default(_Act, frozen=True):
    """Let the rules answer a question whose time is over."""

    spot: str
    question: str


class Void(_Act, frozen=True):
    """Call off a round: this one, and no other."""

    why: str
    round: str


class Halt(_Act, frozen=True):
    """Deal no more rounds, or do so again."""

    halted: bool
    why: str


class Close(_Act, frozen=True):
    """End a table at which nobody sits."""

    why: str = ""


Act: TypeAlias = (
    Open
    | Join
    | AddChips
    | Leave
    | SitOut
    | StepAway
    | TakeCircle
    | AddSeed
    | Start
    | Answer
    | Default
    | Void
    | Halt
    | Close
)


class Do(NamedTuple):
    """Something to be kept."""

    table: str
    act: Act
    who: str
    key: str
    """By which it happens once, however often it is asked for."""
