"""Who sits where, and what each of them may see of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.play.events import Dealt, Moved, Turned, seen_by

if TYPE_CHECKING:
    from cardroom.play.round import Round
    from cardroom.rulebook import RuleSet

__all__ = ["HOUSE_ACCOUNTS", "HOUSE_SPOT", "Spot", "View", "check_stacks", "seated"]

HOUSE_ACCOUNTS = ("bank", "collection", "jackpot")


class Spot(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A betting circle: the seat it belongs to, and whose chips are on it.

    >>> Spot.of_seat(3)
    Spot(id='3', seat=3, bettor='3', backline=False)
    """

    id: str
    seat: int
    bettor: str
    backline: bool = False
    """Whether the bettor stands behind the seat: bets on its hand, never sees or plays it."""

    @classmethod
    @lru_cache(maxsize=64)
    def of_seat(cls, seat: int) -> Spot:
        """The spot of the player who sits there."""
        return cls(str(seat), seat, str(seat))


HOUSE_SPOT = Spot("house", 0, "house")
"""Where outside facts are asked for, such as the reading of a jackpot's meter."""

_TAKEN = frozenset({*HOUSE_ACCOUNTS, HOUSE_SPOT.bettor})


class View:
    """What one bettor, or anybody if None, may see of a round."""

    def __init__(self, round: Round, viewer: str | None) -> None:
        self.viewer = viewer
        self.rules = round.rules
        self.dealer = round.dealer
        self.stacks = {name: round.accounts[name] for name in round.stacks}
        self.layout = dict(round.layout)
        self.events = [seen_by(event, viewer) for event in round.events]
        self.asked = tuple(ask.spot for ask in round.waiting)
        """Everybody sees which spots are asked ..."""
        self.asks = tuple(ask for ask in round.waiting if round.spot(ask.spot).bettor == viewer)
        """... but only the bettor asked sees what may be answered."""

    def hand(self, place: str) -> list[Card]:
        """The cards at a place, as far as the viewer knows them."""
        cards: list[Card] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.place == place:
                cards.extend(event.cards)
            elif isinstance(event, Turned) and event.place == place:
                for position, card in zip(event.at, event.cards, strict=True):
                    cards[position] = card
            elif isinstance(event, Moved) and place in (event.place, event.into):
                if event.place == place:
                    cards = [card for position, card in enumerate(cards) if position not in event.at]
                else:
                    cards.extend(event.cards)
        return cards

    def positions_seen(self) -> set[int]:
        """Which cards of the deal, counted from 0, the viewer knows, from nothing but what the viewer is told."""
        dealt = 0
        places: dict[str, list[int]] = {}
        seen: set[int] = set()
        for event in self.events:
            if isinstance(event, Dealt):
                numbers = list(range(dealt, dealt + len(event.cards)))
                dealt += len(event.cards)
                places.setdefault(event.place, []).extend(numbers)
            elif isinstance(event, Turned):
                numbers = [places[event.place][position] for position in event.at]
            elif isinstance(event, Moved):
                numbers = [places[event.place][position] for position in event.at]
                places[event.place] = [each for each in places[event.place] if each not in numbers]
                places.setdefault(event.into, []).extend(numbers)
            else:
                continue
            seen |= {number for number, card in zip(numbers, event.cards, strict=True) if card != UNKNOWN}
        return seen


@lru_cache(maxsize=256)
def seated(rules: RuleSet, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The spots in their order round the table, where hand after hand is dealt to the same ones.

    A table that cannot be is refused: what is wrong is the caller's to mend, and said.
    """
    seats = {spot.seat for spot in spots}
    most, least = rules.seats.most, rules.seats.least
    if not seats <= set(range(1, most + 1)):
        raise ValueError(f"{rules.game} has seats 1 to {most}, not {sorted(seats)}")
    if len(seats) < least:
        raise ValueError(f"{rules.game} needs at least {least} seats taken, not {len(seats)}")
    if len({spot.id for spot in spots}) != len(spots):
        raise ValueError("two spots have the same id")
    return tuple(sorted(spots, key=lambda spot: (spot.seat, spot.backline)))


def check_stacks(spots: Sequence[Spot], stacks: Mapping[str, int]) -> None:
    """Refuse stacks that cannot be, in the same way."""
    for spot in spots:
        if spot.bettor not in stacks:
            raise ValueError(f"spot {spot.id} has no stack for its bettor {spot.bettor}")
    for name, amount in stacks.items():
        if name in _TAKEN:
            raise ValueError(f"a bettor cannot be called {name}")
        if type(amount) is not int or amount < 0:
            raise ValueError(f"the stack of {name} must be whole cents, not {amount!r}")
