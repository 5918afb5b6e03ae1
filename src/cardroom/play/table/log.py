"""The log of a table: one small value for each fact, from which the table can be rebuilt.

An entry is named by the participle of its verb: the command `Join` leaves `Joined`. Tags are stored and never change.
`evolve` applies an entry to a table's state.
"""

from typing import Any, TypeAlias

import msgspec

from cardroom.play.records import Opening, Outcome, RulesOf
from cardroom.play.round import Answer
from cardroom.tags import kebab

__all__ = [
    "Answered",
    "ChainCommitted",
    "CircleTaken",
    "CoachUsed",
    "Entry",
    "GameSet",
    "Joined",
    "Left",
    "LinksAsked",
    "MeterRead",
    "ParkedGame",
    "Paused",
    "RoundEnded",
    "RoundStarted",
    "RoundVoided",
    "SatOut",
    "SeedAdded",
    "ShuffleDiscarded",
    "Shuffled",
    "Snapshot",
    "SteppedAway",
    "TableClosed",
    "ToppedUp",
    "answer_entry",
    "is_secret",
]


class GameSet(msgspec.Struct, frozen=True, tag=kebab):
    """The table plays this game from now on. The first entry of every log, unless that is a `Snapshot`."""

    game: str
    rules: RulesOf
    seed: str | None = None
    """The simulation seed that shuffles come from, if any."""
    money: bool = False
    """Whether every shuffle must be fair."""
    table: str = ""
    """The name of the table, to which its shuffles are bound."""
    links: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """House jackpots that replace the game's own, by the names of these in the rules."""


class Joined(msgspec.Struct, frozen=True, tag=kebab):
    """A player sat down with chips."""

    bettor: str
    seat: int
    cents: int
    behind: bool = False
    """Whether the player stands behind the seat (backline) and does not occupy it."""


class ToppedUp(msgspec.Struct, frozen=True, tag=kebab):
    """A player put more chips on the table."""

    bettor: str
    cents: int


class Left(msgspec.Struct, frozen=True, tag=kebab):
    """A player left with these chips."""

    bettor: str
    cents: int
    stays: bool = False
    """Whether the player's seed stays in the shuffle, because the order of the cards may already be known."""


class SatOut(msgspec.Struct, frozen=True, tag=kebab):
    """A player asked not to be dealt in, or to be dealt in again."""

    bettor: str
    out: bool


class SteppedAway(msgspec.Struct, frozen=True, tag=kebab):
    """A player is absent, or has returned. Defaults are used for absent players, and they are not dealt in."""

    bettor: str
    away: bool


class CircleTaken(msgspec.Struct, frozen=True, tag=kebab):
    """A player bets at a second circle from now on, or gave it up."""

    bettor: str
    seat: int
    taken: bool


class MeterRead(msgspec.Struct, frozen=True, tag=kebab):
    """The display of a jackpot shows this amount, as the house read it between rounds."""

    jackpot: str
    reads: int
    why: str


class Shuffled(msgspec.Struct, frozen=True, tag=kebab):
    """The cards of the next round or shoe. Secret until they are spent."""

    kept: dict[str, Any]

    def __repr__(self) -> str:
        return "Shuffled(<secret>)"


class SeedAdded(msgspec.Struct, frozen=True, tag=kebab):
    """A player added a seed to the shuffle."""

    bettor: str
    words: str


class ChainCommitted(msgspec.Struct, frozen=True, tag=kebab):
    """A player published the anchor of a seed chain."""

    bettor: str
    anchor: str


class LinksAsked(msgspec.Struct, frozen=True, tag=kebab):
    """The players whose chains count for the shuffle. Each is asked for the next link."""

    bettors: tuple[str, ...]


class ShuffleDiscarded(msgspec.Struct, frozen=True, tag=kebab):
    """Cards that were committed to will not be used, or not used further."""

    transcript: dict[str, Any]
    """Their published transcript, with the secret, unless it would reveal cards that a player held."""
    why: str


class RoundStarted(msgspec.Struct, frozen=True, tag=kebab):
    """A round started."""

    opening: Opening


class Answered(msgspec.Struct, frozen=True, tag=kebab):
    """A spot's answer, or the default that was used for it."""

    answer: Answer
    secret: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether only the bettor may see the answer, as when setting a hand. Stored only if it is true."""


class CoachUsed(msgspec.Struct, frozen=True, tag=kebab):
    """A player was shown the coach's values of the options of an open question. Only practice tables have a coach."""

    bettor: str
    spot: str
    question: str
    """The id of the question, unique at the table."""


class Paused(msgspec.Struct, frozen=True, tag=kebab):
    """Dealing is paused, or resumed."""

    paused: bool
    why: str = ""


class TableClosed(msgspec.Struct, frozen=True, tag=kebab):
    """The table is closed permanently."""


class RoundVoided(msgspec.Struct, frozen=True, tag=kebab):
    """The round was cancelled, and all wagers were returned.

    Stacks change when a round ends, so they are as before it. What went into linked jackpots when bets closed comes
    back (`house/jackpots/meters.py`).
    """

    why: str


class RoundEnded(msgspec.Struct, frozen=True, tag=kebab):
    """The round ended with this outcome."""

    outcome: Outcome


class ParkedGame(msgspec.Struct, frozen=True):
    """The state of a game that is parked while the table plays a different one."""

    game: str
    rules: RulesOf
    carry: Any
    shuffle: dict[str, Any]


class Snapshot(msgspec.Struct, frozen=True, tag=kebab):
    """The whole state of a table between two rounds, with the cards that are ready. A log may start here."""

    plays: GameSet
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
    others: list[ParkedGame]
    left: dict[str, int] = {}
    paused: bool = False
    chains: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The anchors of the players' seed chains, by player."""

    def __repr__(self) -> str:
        return f"Snapshot(<{self.plays.game}, {self.rounds} rounds, secret>)"


Entry: TypeAlias = (
    GameSet
    | Joined
    | ToppedUp
    | Left
    | SatOut
    | SteppedAway
    | CircleTaken
    | MeterRead
    | Shuffled
    | Snapshot
    | SeedAdded
    | ChainCommitted
    | LinksAsked
    | ShuffleDiscarded
    | RoundStarted
    | Answered
    | CoachUsed
    | RoundVoided
    | RoundEnded
    | Paused
    | TableClosed
)


def is_secret(entry: Entry) -> bool:
    """Whether an entry contains cards that no one has shown: a shuffle, or cards that a player discarded or set."""
    if isinstance(entry, Answered):
        return entry.secret is True
    return isinstance(entry, Shuffled | Snapshot)


def answer_entry(answer: Answer, secret: bool) -> Answered:
    """The entry for an answer."""
    return Answered(answer, True) if secret else Answered(answer)
