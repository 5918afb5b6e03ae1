"""What happens to a table, entry by entry: small values from which it can be rebuilt."""

from typing import Any, TypeAlias

import msgspec

from cardroom.play.asks import Answer
from cardroom.play.record import Opening, Record, RulesOf

__all__ = ["Added", "Entry", "Joined", "Left", "Opened", "Played", "Plays", "SatOut", "Seeded", "Shuffled"]


class Plays(msgspec.Struct, frozen=True, tag="plays"):
    """The game that the table plays from now on."""

    game: str
    rules: RulesOf
    seed: str | None = None
    """For simulations: where its shuffles come from."""


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A player sat down with chips."""

    bettor: str
    seat: int
    cents: int


class Added(msgspec.Struct, frozen=True, tag="added"):
    """A player put more chips on the table."""

    bettor: str
    cents: int


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A player left, with the chips that were theirs."""

    bettor: str
    cents: int


class SatOut(msgspec.Struct, frozen=True, tag="sat-out"):
    """A player is not dealt in, or is again."""

    bettor: str
    out: bool


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled"):
    """The cards of the next round or shoe, with their secret: the house's alone until they are spent."""

    kept: dict[str, Any]


class Seeded(msgspec.Struct, frozen=True, tag="seeded"):
    """What players added to the shuffle."""

    seeds: tuple[str, ...]


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A round that is not over, and its answers so far."""

    opening: Opening
    answers: tuple[Answer, ...]


class Played(msgspec.Struct, frozen=True, tag="played"):
    """A round that is over."""

    record: Record


Entry: TypeAlias = Plays | Joined | Added | Left | SatOut | Shuffled | Seeded | Opened | Played
