"""Spots, places for cards, and accounts for chips: three small values, never a text to be parsed.

A `Spot` is a betting circle, or a hand that was split from one. A `Place` holds cards, an `Account` holds chips. Both
are a kind, an owner and a part, so no name that a person chooses can be mistaken for another's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import LONGEST_NAME, MOST_CENTS
from cardroom.rulebook import RuleSet

__all__ = [
    "BOARD",
    "BOARDS",
    "BURN",
    "COLLECTION",
    "DEALER",
    "DISCARDS",
    "HOUSE",
    "HOUSE_SPOT",
    "MUCK",
    "OTHER_BOARDS",
    "POT",
    "RESERVED",
    "SHARED",
    "Account",
    "Place",
    "Spot",
    "SpotAreas",
    "area_of",
    "bank_of",
    "check_stacks",
    "front_of",
    "hand_of",
    "in_seat_order",
    "is_name",
    "meter_of",
    "place_of",
    "reserve_of",
    "stack_of",
]


class Spot(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """A betting circle: the seat it belongs to, and the bettor whose chips are on it.

    >>> Spot.at(3, "ann")
    Spot(id='3', seat=3, bettor='ann', backline=False, second=False, circle='', hand=1)
    """

    id: str
    """Its name at this table, used in asks and answers."""
    seat: int
    bettor: str
    backline: bool = False
    """Whether the bettor stands behind the seat. Such a bettor bets on its hand, but never sees or plays it."""
    second: bool = False
    """Whether it is an extra circle, at an empty seat, of a player who sits elsewhere."""
    circle: str = ""
    """For a hand that was split off, the id of the spot that it was split from."""
    hand: int = 1
    """The number of the hand in its circle."""

    @classmethod
    @lru_cache(maxsize=1024)
    def at(cls, seat: int, bettor: str = "") -> Spot:
        """The spot of the player at a seat; without a name, the seat's number is the name."""
        return cls(str(seat), seat, bettor or str(seat))

    @property
    def whole(self) -> str:
        """The id of the circle that the spot belongs to: its own, unless it was split off."""
        return self.circle or self.id


HOUSE_SPOT = Spot("house", 0, "house")
"""The spot that is asked for outside facts, such as the reading of a jackpot's meter."""

RESERVED = frozenset({"bank", "collection", "jackpot", HOUSE_SPOT.id})
"""Names that no bettor can have: a round's result uses them for the house's side."""


class Place(msgspec.Struct, frozen=True, gc=False, cache_hash=True, array_like=True):
    """A place for cards.

    >>> hand_of("3")
    Place(kind='hand', owner='3', part='')
    """

    kind: str
    """A hand, the house dealer's hand, the board, the muck, and so on."""
    owner: str = ""
    """The spot whose cards these are, if any."""
    part: str = ""
    """One of several parts: the front of a pai gow hand, the third pile."""


DEALER = Place("dealer")
BOARD = Place("board")
OTHER_BOARDS = (Place("board", "", "second"), Place("board", "", "third"))
"""The second and third board of a poker hand that is run more than once: their cards that are not on the first."""
BOARDS = (BOARD, *OTHER_BOARDS)
"""The boards of a poker hand with several of them."""
BURN = Place("burn")
MUCK = Place("muck")
DISCARDS = Place("discards")
SHARED = {place.kind: place for place in (BOARD, BURN, MUCK, DISCARDS)}
"""The places of no spot, by name."""


@lru_cache(maxsize=4096)
def hand_of(spot: str, part: str = "") -> Place:
    """The hand of a spot, or a part of it."""
    return Place("hand", spot, part)


def place_of(where: Spot | Place | str) -> Place:
    """The place of a spot's cards; a text is a spot's id.

    >>> place_of("3") == place_of(Spot.at(3)) == hand_of("3"), place_of(BOARD) == BOARD
    (True, True)
    """
    if type(where) is Place:
        return where
    return hand_of(where.id if type(where) is Spot else where)


AccountKind = Literal["stack", "area", "front", "pot", "bank", "house", "collection", "meter", "reserve"]


class Account(msgspec.Struct, frozen=True, gc=False, cache_hash=True, array_like=True):
    """An account for chips.

    >>> area_of("3", "ante")
    Account(kind='area', owner='3', part='ante')
    """

    kind: AccountKind
    """A bettor's `stack`, a betting `area` of a spot, a poker bet in `front` of a spot, the `pot`, a player-dealer's
    `bank`, the `house`'s own bank, its `collection`, a jackpot's `meter` and the `reserve` that it is seeded from."""
    owner: str = ""
    part: str = ""


HOUSE = Account("house")
COLLECTION = Account("collection")
POT = Account("pot")


@lru_cache(maxsize=4096)
def stack_of(bettor: str) -> Account:
    """The chips that a bettor has behind."""
    return Account("stack", bettor)


@lru_cache(maxsize=4096)
def area_of(spot: str, wager: str) -> Account:
    """A betting area of a spot."""
    return Account("area", spot, wager)


class SpotAreas(dict[str, Mapping[str, Account]]):
    """The betting areas of each spot, by wager. Those of a spot are added when it is first looked up.

    >>> from cardroom.rulebook import rule_set
    >>> SpotAreas(rule_set("three-card-poker-6-card-bonus"))["3"]["ante"]
    Account(kind='area', owner='3', part='ante')
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules

    def __missing__(self, spot: str) -> Mapping[str, Account]:
        areas = self[spot] = _areas_of(self._rules, spot)
        return areas


@lru_cache(maxsize=1024)
def _areas_of(rules: RuleSet, spot: str) -> Mapping[str, Account]:
    return {wager: area_of(spot, wager) for wager in rules.wager}


@lru_cache(maxsize=1024)
def front_of(spot: str) -> Account:
    """The bet in front of a poker player, until the betting round ends."""
    return Account("front", spot)


@lru_cache(maxsize=1024)
def bank_of(spot: str) -> Account:
    """The player-dealer's wager, less payments, plus collections."""
    return Account("bank", spot)


@lru_cache(maxsize=1024)
def meter_of(jackpot: str) -> Account:
    """A jackpot's pool."""
    return Account("meter", jackpot)


@lru_cache(maxsize=1024)
def reserve_of(jackpot: str) -> Account:
    """The account that a jackpot is seeded from."""
    return Account("reserve", jackpot)


@lru_cache(maxsize=256)
def in_seat_order(rules: RuleSet, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the spots in their order around the table. The result is cached, because the same spots play many rounds.

    Raises `InputError` for an impossible table.
    """
    seats = {spot.seat for spot in spots}
    most, least = rules.seats.most, rules.seats.least
    if not seats <= set(range(1, most + 1)):
        raise InputError(f"{rules.game} has seats 1 to {most}, not {', '.join(map(quoted, sorted(seats)))}")
    if len(seats) < least:
        raise InputError(f"{rules.game} needs at least {least} seats taken, not {len(seats)}")
    if len({spot.id for spot in spots}) != len(spots) or HOUSE_SPOT.id in {spot.id for spot in spots}:
        raise InputError(f"every spot needs its own id, other than {HOUSE_SPOT.id!r}")
    if any(spot.circle or spot.hand != 1 for spot in spots):
        raise InputError("hands are split in the round, not before it")
    ids = {spot.id for spot in spots}
    if any(f"{spot.id}.{hand}" in ids for spot in spots for hand in range(2, 10)):
        raise InputError("a spot's id must not look like the id of a split hand, for example 1.2")
    circles = [spot for spot in spots if not spot.backline]
    for circle in circles:
        if sum(other.seat == circle.seat for other in circles) > 1:
            raise InputError(f"seat {circle.seat} has only one circle")
        home = sum(other.bettor == circle.bettor and not other.second for other in circles)
        if circle.second and not rules.seats.second_circles:
            raise InputError(f"{rules.game} has no second circle for {circle.bettor}: each player has one circle")
        if home != 1:
            problem = "sits nowhere" if home == 0 else "sits at two seats"
            raise InputError(f"{circle.bettor} {problem}: a player has one seat, and extra circles are `second`")
    for spot in spots:
        if spot.backline and not any(wager.backline for wager in rules.wager.values()):
            raise InputError(f"{rules.game} takes no bets from behind a seat")
    return tuple(sorted(spots, key=lambda spot: (spot.seat, spot.backline)))


def is_name(name: object) -> bool:
    """Whether a bettor can have this name: printable, not too long, and not one of the house's.

    >>> is_name("ann"), is_name("bank"), is_name(""), is_name("two\\nlines")
    (True, False, False, False)
    """
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name not in RESERVED and name.isprintable()


_is_known_name = lru_cache(maxsize=4096)(is_name)


def check_stacks(spots: Sequence[Spot], stacks: Mapping[str, int]) -> None:
    """Reject impossible stacks: raise `InputError` with the reason."""
    for spot in spots:
        if spot.bettor not in stacks:
            raise InputError(f"spot {spot.id} has no stack for its bettor {spot.bettor}")
    for name, amount in stacks.items():
        if not _is_known_name(name):
            raise InputError(f"a bettor cannot be called {quoted(name)}")
        if type(amount) is not int or not 0 <= amount <= MOST_CENTS:
            raise InputError(f"the stack of {name} must be whole cents from 0 to {MOST_CENTS:,}, not {quoted(amount)}")
