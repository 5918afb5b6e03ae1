"""A view with its derived values. Everything in this package is drawn from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cardroom.play import Place, Spot, View
from cardroom.play.round import Account, Event
from cardroom.show.pictures.cards_at import CardsAt, cards_by_place
from cardroom.show.pictures.values import Explanation

__all__ = ["IndexedView", "Names", "own_names"]


def own_names(spots: Sequence[Spot], bettor: str) -> set[str | int]:
    """The names by which events refer to a bettor: the name itself, spot ids and seat numbers."""
    own = [spot for spot in spots if spot.bettor == bettor]
    return {bettor, *(spot.id for spot in own), *(spot.seat for spot in own)}


class Names:
    """A cache of names for people and spots. Valid for one viewer and one set of spots."""

    __slots__ = ("by_id", "own", "own_spots", "people", "split", "spots")

    def __init__(self, spots: tuple[Spot, ...], viewer: str | None) -> None:
        self.people: dict[str, str] = {}
        """Display names of bettors."""
        self.spots: dict[str, str] = {}
        """Display names of spots, by id."""
        self.by_id = {spot.id: spot for spot in spots}
        self.own = own_names(spots, viewer) if viewer else set[str | int]()
        """The names by which events refer to the viewer: the name itself, spot ids and seat numbers."""
        self.own_spots = {spot.id for spot in spots if spot.bettor == viewer}
        """The ids of the viewer's spots."""
        self.split = any(spot.circle for spot in spots)
        """Whether a hand was split."""


_names = lru_cache(maxsize=1024)(Names)
"""Names by spots and viewer. Without this cache, each view would name all people again."""


class IndexedView:
    """A view with values derived from it. Callers must not modify what it returns.

    It has the view's fields and methods as attributes.

    >>> import cardroom
    >>> from cardroom.play.round.events import Dealt
    >>> view = IndexedView(cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7).view("ann"))
    >>> view.viewer, view.stack("ann"), len(view.of(Dealt)), len(view.places)
    ('ann', 49900, 4, 2)
    """

    __slots__ = (
        "_places", "asked", "asks", "banker", "dealer", "done", "events", "explained", "meters", "names", "of", "own",
        "rules", "spot", "spots", "stack", "stacks", "stake", "view", "viewer",
    )  # fmt: skip

    def __init__(self, view: View, places: dict[Place, CardsAt] | None = None) -> None:
        """`places` are the cards at each place, if the caller follows them event by event."""
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
        self.of, self.stack, self.stake = view.of, view.stack, view.stake
        self.names = _names(view.spots, view.viewer)
        self.spot = self.names.by_id.__getitem__
        self.explained: dict[Event, Explanation | None] = {}
        """Explanations of events, with the cards as they are now. Sentences and results share them."""
        self._places = places

    def with_spots(self, spots: tuple[Spot, ...]) -> IndexedView:
        """The same view with fewer spots, so that names may differ."""
        return IndexedView(msgspec.structs.replace(self.view, spots=spots), self._places)

    @property
    def balances(self) -> dict[Account, int]:
        """The current balance of every account."""
        return self.view.balances

    @property
    def places(self) -> dict[Place, CardsAt]:
        """The cards at each place."""
        if self._places is None:
            self._places = cards_by_place(self.events)
        return self._places
