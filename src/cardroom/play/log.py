"""What happens to a table, entry by entry: small values from which it can be rebuilt."""

from typing import Any, TypeAlias

import msgspec

from cardroom.play.asks import Answer
from cardroom.play.record import Opening, Outcome, RulesOf

__all__ = [
    "Added",
    "Answered",
    "Away",
    "Circled",
    "Closed",
    "Dropped",
    "Ended",
    "Entry",
    "Halted",
    "Joined",
    "Left",
    "Opened",
    "Plays",
    "Read",
    "SatOut",
    "Seeded",
    "Shuffled",
    "Stands",
    "Voided",
    "Waits",
]


class Plays(msgspec.Struct, frozen=True, tag="plays"):
    """The game that the table plays from now on."""

    game: str
    rules: RulesOf
    seed: str | None = None
    """For simulations: where its shuffles come from."""
    money: bool = False
    """Whether every shuffle must be fair."""
    table: str = ""
    """The name of the table, to which its shuffles are bound."""
    links: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """Which of the house's jackpots the game's own ones are, by their name in the rules."""


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A player sat down with chips."""

    bettor: str
    seat: int
    cents: int
    behind: bool = False
    """Whether they stand behind the seat, which is somebody else's or nobody's."""


class Added(msgspec.Struct, frozen=True, tag="added"):
    """A player put more chips on the table."""

    bettor: str
    cents: int


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A player left, with the chips that were theirs."""

    bettor: str
    cents: int
    stays: bool = False
    """Whether what they added to the shuffle counts all the same: somebody may have looked at the cards by then."""


class SatOut(msgspec.Struct, frozen=True, tag="sat-out"):
    """A player is not dealt in, or is again."""

    bettor: str
    out: bool


class Away(msgspec.Struct, frozen=True, tag="away"):
    """A player is not there, or is again: the rules answer for them, and they are not dealt in."""

    bettor: str
    away: bool


class Circled(msgspec.Struct, frozen=True, tag="circled"):
    """A player bets at a further circle from now on, or no more."""

    bettor: str
    seat: int
    taken: bool


class Read(msgspec.Struct, frozen=True, tag="read"):
    """What a jackpot's display reads, as the house tells the table between rounds."""

    jackpot: str
    reads: int
    why: str


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled"):
    """The cards of the next round or shoe, with their secret: the house's alone until they are spent."""

    kept: dict[str, Any]

    def __repr__(self) -> str:
        return "Shuffled(<secret>)"


class Seeded(msgspec.Struct, frozen=True, tag="seeded"):
    """What a player added to the shuffle."""

    bettor: str
    words: str


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """Cards that had been committed to are not used, or not any more: what everybody may know of them."""

    transcript: dict[str, Any]
    """With its secret, unless that would turn over cards that somebody held."""
    why: str


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A round began."""

    opening: Opening


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """Somebody answered."""

    answer: Answer


class Halted(msgspec.Struct, frozen=True, tag="halted"):
    """No round is dealt from now on, or may be again."""

    halted: bool
    why: str = ""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The table is closed for good."""


class Voided(msgspec.Struct, frozen=True, tag="voided"):
    """The round could not go on, or was called off: every wager went back to whoever placed it."""

    why: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The round is over."""

    outcome: Outcome


class Waits(msgspec.Struct, frozen=True):
    """What a game that the table does not play now left there."""

    game: str
    rules: RulesOf
    carry: Any
    shuffle: dict[str, Any]


class Stands(msgspec.Struct, frozen=True, tag="stands"):
    """The table as it stood between two rounds, with the cards that were ready: a log may begin here."""

    plays: Plays
    stacks: dict[str, int]
    seats: dict[str, int]
    behind: dict[str, int]
    circles: list[tuple[str, int]]
    out: list[str]
    away: list[str]
    carry: Any
    rounds: int
    hands: int
    orbit: int
    head: str
    shuffles: int
    shuffle: dict[str, Any]
    others: list[Waits]
    left: dict[str, int] = {}
    halted: bool = False

    def __repr__(self) -> str:
        return f"Stands(<{self.plays.game}, {self.rounds} rounds, secret>)"


Entry: TypeAlias = (
    Plays
    | Joined
    | Added
    | Left
    | SatOut
    | Away
    | Circled
    | Read
    | Shuffled
    | Stands
    | Seeded
    | Dropped
    | Opened
    | Answered
    | Voided
    | Closed
    | Halted
    | Ended
)
