"""What one bettor, or anybody, may see of a round: an encodable value, made of what that viewer is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias, TypeVar

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.play.asks import Ask, Reply
from cardroom.play.events import Dealt, Event, Moved, Turned, balances_after, opening_balances
from cardroom.play.places import Account, Place, Spot, area_of, place_of, stack_of
from cardroom.rulebook import RuleSet

__all__ = ["Decide", "View", "gone_from", "positions_seen", "sort_out"]


_Kind = TypeVar("_Kind", bound=Event)


def sort_out(events: Iterable[Event], into: dict[type, list[Any]]) -> None:
    """Append events to the lists of their kinds."""
    for event in events:
        into.setdefault(type(event), []).append(event)


class View(msgspec.Struct, frozen=True, dict=True):
    """What a viewer may see. What follows from its fields is worked out when first needed (`dict` is for that)."""

    viewer: str | None
    """A bettor, or None for what everybody sees."""
    rules: RuleSet
    spots: tuple[Spot, ...]
    stacks: dict[str, int]
    """What everybody had before the round."""
    dealer: Place
    """Where the cards to beat lie."""
    banker: str
    """The player-dealer's spot, if there is one."""
    events: tuple[Event, ...]
    asked: tuple[str, ...]
    """The spots that are asked, which everybody sees."""
    asks: tuple[Ask, ...]
    """The viewer's own asks: only the bettor asked sees what may be answered."""
    meters: dict[str, int]
    """What each jackpot's display read before the round, as far as the table knows."""
    done: bool = False
    """Whether the round is over; one that failed is not, though nobody is asked."""
    own: Any = None
    """What the script carried into the round, such as a shoe's results, and when that is over what it carries on:
    everybody saw it happen."""
    meanwhile: tuple[Ask, ...] = ()
    """What the viewer may answer as long as others are waited for, and need not."""

    @cached_property
    def balances(self) -> dict[Account, int]:
        """Every account as it stands, from nothing but the events."""
        return balances_after(self.events, opening_balances(self.stacks))

    @cached_property
    def _spot_by_id(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}

    @cached_property
    def _by_kind(self) -> dict[type, list[Any]]:
        found: dict[type, list[Any]] = {}
        sort_out(self.events, found)
        return found

    def stack(self, bettor: str) -> int:
        """What a bettor has behind."""
        return self.balances.get(stack_of(bettor), 0)

    def stake(self, spot: str, wager: str) -> int:
        """What lies on a betting area."""
        return self.balances.get(area_of(spot, wager), 0)

    def spot(self, id: str) -> Spot:  # noqa: A002
        """The spot of that id."""
        return self._spot_by_id[id]

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The events of one kind, in order; readers must not change the list."""
        return self._by_kind.get(kind, [])

    def hand(self, where: Spot | Place | str) -> list[Card]:
        """The cards at a place or of a spot, as far as the viewer knows them."""
        place = place_of(where)
        cards: list[Card] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.place == place:
                cards.extend(event.cards)
            elif isinstance(event, Turned) and event.place == place:
                for position, card in zip(event.at, event.cards, strict=True):
                    cards[position] = card
            elif isinstance(event, Moved) and place in (event.place, event.into):
                if event.place == place:
                    gone = gone_from(event, len(cards))
                    cards = [card for position, card in enumerate(cards) if position not in gone]
                else:
                    cards.extend(event.cards)
        return cards

    def dealt(self) -> list[Card]:
        """The cards in the order in which they left the deck, as far as the viewer knows them and where they were."""
        cards: list[Card] = []
        places: dict[Place, list[int | None]] = {}
        for event in self.events:
            numbers: list[int | None]
            if isinstance(event, Dealt):
                numbers = list(range(len(cards), len(cards) + len(event.cards)))
                cards.extend(event.cards)
                places.setdefault(event.place, []).extend(numbers)
                continue
            if isinstance(event, Turned):
                numbers = [places[event.place][position] for position in event.at]
            elif isinstance(event, Moved):
                here = places[event.place]
                whole = len(event.cards) == len(here)
                if not event.at and not whole:  # nobody knows any more which of these came when
                    here = [None] * len(here)
                gone = gone_from(event, len(here))
                numbers = [here[position] for position in gone]
                places[event.place] = [each for position, each in enumerate(here) if position not in gone]
                places.setdefault(event.into, []).extend(numbers)
            else:
                continue
            for number, card in zip(numbers, event.cards, strict=True):
                if card != UNKNOWN and number is not None:
                    cards[number] = card
        return cards


def gone_from(event: Moved, count: int) -> Sequence[int]:
    """The positions that cards left, of so many; who may not know takes them for the last ones.

    >>> from cardroom.play.places import MUCK, hand_of
    >>> list(gone_from(Moved(hand_of("3"), (), MUCK, (UNKNOWN, UNKNOWN)), 5))
    [3, 4]
    """
    return event.at or range(count - len(event.cards), count)


def positions_seen(events: Iterable[Event], viewer: str | None) -> set[int]:
    """Which cards of the deal, counted from 0, a viewer was shown: only the house, which knows them all, can tell."""
    dealt = 0
    places: dict[Place, list[int]] = {}
    seen: set[int] = set()
    for event in events:
        if isinstance(event, Dealt):
            numbers = list(range(dealt, dealt + len(event.cards)))
            dealt += len(event.cards)
            places.setdefault(event.place, []).extend(numbers)
        elif isinstance(event, Turned):
            seen.update(places[event.place][position] for position in event.at)
            continue
        elif isinstance(event, Moved):
            numbers = [places[event.place][position] for position in event.at]
            places[event.place] = [each for each in places[event.place] if each not in numbers]
            places.setdefault(event.into, []).extend(numbers)
        else:
            continue
        if event.to is None or viewer in event.to:
            seen.update(numbers)
    return seen


Decide: TypeAlias = Callable[[View, Ask, Random], Reply]
"""Whoever plays: what a bettor sees, what one of their spots is asked and chance go in, a reply comes out."""
