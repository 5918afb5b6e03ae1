"""A view with its derived values. Everything in this package is drawn from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from cardroom.play import Place, Spot, View
from cardroom.play.round import Account, Acted, Event, area_of, stack_of
from cardroom.show.pictures.cards_at import CardsAt, cards_by_place
from cardroom.show.pictures.values import Explanation

__all__ = ["Index", "IndexedView", "Names", "acts", "own_names"]

_Kind = TypeVar("_Kind", bound=Event)


def own_names(spots: Sequence[Spot], bettor: str) -> set[str | int]:
    """The names by which events refer to a bettor: the name itself, spot ids and seat numbers."""
    own = [spot for spot in spots if spot.bettor == bettor]
    return {bettor, *(spot.id for spot in own), *(spot.seat for spot in own)}


def acts(events: Iterable[tuple[int, Event]]) -> dict[str, int]:
    """The number of the last action of each spot, in numbered events."""
    return {event.spot: number for number, event in events if isinstance(event, Acted)}


class Names:
    """A cache of names for people and spots. Valid for one viewer and one set of spots."""

    __slots__ = ("own", "own_spots", "people", "split", "spots")

    def __init__(self, spots: tuple[Spot, ...], viewer: str | None) -> None:
        self.people: dict[str, str] = {}
        """Display names of bettors."""
        self.spots: dict[str, str] = {}
        """Display names of spots, by id."""
        self.own = own_names(spots, viewer) if viewer else set[str | int]()
        """The names by which events refer to the viewer: the name itself, spot ids and seat numbers."""
        self.own_spots = {spot.id for spot in spots if spot.bettor == viewer}
        """The ids of the viewer's spots."""
        self.split = any(spot.circle for spot in spots)
        """Whether a hand was split."""


_names = lru_cache(maxsize=1024)(Names)


class Index(NamedTuple):
    """Values derived from a view's events, for a caller that updates them event by event."""

    balances: dict[Account, int]
    kinds: dict[type, list[Any]]
    """Events by their kind."""
    places: dict[Place, CardsAt]
    acted: dict[str, int]
    """The number of the last action of each spot."""


class IndexedView:
    """A view with values derived from it, computed once or passed in by the caller as an index.

    It has the view's fields as attributes. Callers must not modify what it returns.

    >>> import cardroom
    >>> from cardroom.play.round.events import Dealt
    >>> view = IndexedView(cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7).view("ann"))
    >>> view.viewer, view.stack("ann"), len(view.of(Dealt)), len(view.places)
    ('ann', 49900, 4, 2)
    """

    __slots__ = (
        "_acted", "_balances", "_by_id", "_kinds", "_places", "asked", "asks", "banker", "dealer", "done", "events",
        "explained", "meters", "names", "own", "rules", "spots", "stacks", "view", "viewer",
    )  # fmt: skip

    def __init__(self, view: View, index: Index | None = None) -> None:
        self.view = view
        self.viewer = view.viewer
        self.rules = view.rules
        self.spots = view.spots
        self.stacks = view.stacks
        self.dealer = view.dealer
        self.banker = view.banker
        self.events = view.events
        self.asked = view.asked
        self.asks = view.asks
        self.meters = view.meters
        self.done = view.done
        self.own = view.own
        self.explained: dict[int, Explanation | None] = {}
        """Explanations of events, by the id of the event, with the cards as they are now."""
        self._by_id: dict[str, Spot] | None = None
        self._balances: dict[Account, int] | None = None
        self._kinds: dict[type, list[Any]] | None = None
        self._places: dict[Place, CardsAt] | None = None
        self._acted: dict[str, int] | None = None
        self.names = _names(view.spots, view.viewer)
        if index is not None:
            self._balances, self._kinds, self._places, self._acted = index

    def with_spots(self, spots: tuple[Spot, ...]) -> IndexedView:
        """The same view with fewer spots, so that names may differ."""
        other = IndexedView(msgspec.structs.replace(self.view, spots=spots))
        other._balances, other._kinds, other._places = self._balances, self._kinds, self._places
        other._acted = self._acted
        return other

    @property
    def balances(self) -> dict[Account, int]:
        """The current balance of every account."""
        if self._balances is None:
            self._balances = self.view.balances
        return self._balances

    @property
    def places(self) -> dict[Place, CardsAt]:
        """The cards at each place."""
        if self._places is None:
            self._places = cards_by_place(self.events)
        return self._places

    def stack(self, bettor: str) -> int:
        """The chips in a bettor's stack."""
        return self.balances.get(stack_of(bettor), 0)

    def stake(self, spot: str, wager: str) -> int:
        """The chips on a betting area."""
        return self.balances.get(area_of(spot, wager), 0)

    def spot(self, id: str) -> Spot:  # noqa: A002
        """The spot with this id."""
        if self._by_id is None:
            self._by_id = {spot.id: spot for spot in self.spots}
        return self._by_id[id]

    def last_act(self, spots: Iterable[str]) -> int:
        """The number of the last action of these spots; -1 if there is none."""
        if self._acted is None:
            self._acted = acts(enumerate(self.events))
        return max([self._acted.get(spot, -1) for spot in spots], default=-1)

    def of(self, kind: type[_Kind]) -> Sequence[_Kind]:
        """The events of one kind, in order."""
        if self._kinds is None:
            return self.view.of(kind)
        return self._kinds.get(kind, [])
