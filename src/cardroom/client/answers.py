"""The types of answers of a server. `make shapes` writes this file."""

from typing import NotRequired, TypedDict

__all__ = [
    "Balance",
    "ListedEdge",
    "ListedGame",
    "ListedPlayer",
    "ListedRound",
    "ListedSet",
    "ListedTable",
    "Me",
    "Measure",
    "Meter",
    "OpenedTable",
    "PrivateTable",
    "RoundList",
    "SeatBounds",
]


class Balance(TypedDict):
    """The balance of an account in a hall, in cents."""

    balance: int


class Me(TypedDict):
    """The caller."""

    name: str | None
    guest: bool
    roles: list[str]
    once: bool
    halls: dict[str, Balance]
    away: int
    forgotten: int
    barred: str
    factor: bool
    demo: list[str]


class SeatBounds(TypedDict):
    """The least and the most seats of a game."""

    least: int
    most: int


class Measure(TypedDict):
    """The shape of a number from `figure`."""

    decimal: float
    exact: NotRequired[str]
    root_of: NotRequired[list[str]]
    error_at_most: NotRequired[float | None]
    standard_error: NotRequired[float | None]
    rounds: NotRequired[int | None]
    seed: NotRequired[str | None]


class ListedEdge(TypedDict):
    """The edge that the lobby shows for a game, and the wager that it is of."""

    share: Measure
    of: str
    bonus: bool


class ListedSet(TypedDict):
    """A rule set of a game."""

    set: str
    name: str
    document: str
    id: str
    stakes: str
    seats: int


class ListedGame(TypedDict):
    """A game with its rule sets."""

    game: str
    name: str
    bank: str
    seats: SeatBounds
    says: str
    family: str
    felt: str
    edge: ListedEdge | None
    trainer: bool
    sets: list[ListedSet]


class ListedPlayer(TypedDict):
    """A player at a table. Only staff see more than name, seat and whether it is a bot."""

    name: str
    seat: int
    bot: bool
    behind: NotRequired[bool]
    stack: NotRequired[int]
    out: NotRequired[bool]
    away: NotRequired[bool]
    here: NotRequired[bool]
    gone: NotRequired[int | None]


class Meter(TypedDict):
    """A jackpot's meter."""

    jackpot: str
    label: str
    reads: int


class ListedTable(TypedDict):
    """A table in the lobby. A table that is being opened has only its name, its state and `of`."""

    name: str
    state: str
    game: str
    set: str
    title: str
    seats: int
    stakes: str
    felt: str
    buy_in: list[int] | None
    taken: int
    free: int
    people: list[ListedPlayer]
    stopped: str
    waiting: int
    rounds: int
    round: str
    meters: list[Meter]
    notices: list[str]
    of: str
    usual: int
    draining: bool
    practice: bool
    private: bool
    coach: bool


class OpenedTable(TypedDict):
    """The name of the table that was opened."""

    table: str


class PrivateTable(TypedDict):
    """A private table, the key of its link, and its host."""

    table: str
    key: str
    host: str


class ListedRound(TypedDict):
    """A round in a list. `people` is left out where the caller may not see results."""

    table: str
    number: int
    game: str
    set: str
    name: str
    at: int
    ended: int
    stake: int
    net: int
    fee: int
    jackpot: int
    says: str
    voided: bool
    absent: bool
    people: NotRequired[dict[str, int]]
    hall: str


class RoundList(TypedDict):
    """A page of rounds, the latest first."""

    rounds: list[ListedRound]
    before: int
