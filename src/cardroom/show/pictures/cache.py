"""Pictures of one round for many viewers, redrawn after every event. Parts that have not changed are reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from cardroom.play import BOARDS, Spot, View
from cardroom.play.round import Account, Ask, Place, Round, balances_after, opening_balances, sort_out
from cardroom.show.pictures.draw import Drawn, Own, drawn, drawn_over, own, waits_for_viewer
from cardroom.show.pictures.indexed_view import Index, IndexedView, Names, acts
from cardroom.show.pictures.prompts import prompt
from cardroom.show.pictures.values import Picture, Prompt, Sentence
from cardroom.show.words import Telling

__all__ = ["PictureCache", "ViewerPicture", "put_together"]


class PictureCache:
    """The pictures of a round. Each reuses parts of the previous picture and of the public picture.

    >>> import cardroom
    >>> from cardroom.show import picture
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> cache = PictureCache(round)
    >>> before = cache.of("ann")
    >>> round.answer(round.ask.spot, "fold")
    >>> cache.of("ann") == picture(round.view("ann")) != before
    True
    """

    def __init__(self, round: Round) -> None:
        self.round = round
        self._everybody = _Everybody()
        self._viewers: dict[str, _Viewer] = {}

    def of(self, viewer: str | None) -> Picture:
        """The current picture for one bettor, or the public one for None."""
        return self.seen_by(viewer).picture

    def seen_by(self, viewer: str | None) -> ViewerPicture:
        """The same picture, not put together yet."""
        everybody = self._everybody.look(self.round)
        if viewer is None:
            return ViewerPicture(everybody, None, everybody.picture.happened)
        if viewer not in self._viewers:
            self._viewers[viewer] = _Viewer(self._everybody, viewer)
        return self._viewers[viewer].look(self.round, everybody)


class OwnParts(NamedTuple):
    """What one viewer sees differently from the public. It stays the same object while it does not change."""

    own: Own
    view: IndexedView
    """The view after the last event that was about the viewer."""
    prompts: tuple[Prompt, ...]


class ViewerPicture:
    """A picture for one viewer: the public one and the viewer's own parts. It is put together when it is needed.

    While the own parts stay the same, only public parts change, and these are the same for all viewers.
    """

    __slots__ = ("_picture", "everybody", "happened", "own")

    def __init__(self, everybody: Drawn, own: OwnParts | None, happened: Sequence[Sentence]) -> None:
        """Without `own`, it is the public picture."""
        self.everybody, self.own, self.happened = everybody, own, happened
        self._picture = everybody.picture if own is None else None
        if everybody.decided:  # later, results would be drawn from other cards
            self._picture = self.picture

    @property
    def picture(self) -> Picture:
        """The picture itself."""
        if self._picture is None and self.own is not None:
            own, view, prompts = self.own
            self._picture = drawn_over(self.everybody, own, view, prompts, self.happened)
        return self._picture or self.everybody.picture

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for the viewer."""
        return self.own is not None and bool(self.own.prompts)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The names of the people that the table waits for."""
        return waits_for_viewer(self.everybody, self.own.view.viewer if self.own else None)

    def is_one_of(self, owners: Set[str | int]) -> bool:
        """Whether the viewer is one of these people, or has one of these spots or seats.

        Then their chairs, cards and bets look different to the viewer.
        """
        return self.own is not None and not self.own.view.names.own.isdisjoint(owners)


def put_together(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The same values, with pictures that are put together."""
    return {name: each.picture if isinstance(each, ViewerPicture) else each for name, each in parts.items()}


class _Everybody:
    """The public view so far."""

    def __init__(self) -> None:
        self.telling = Telling()
        self.balances: dict[Account, int] = {}
        self.kinds: dict[type, list[Any]] = {}
        self.acted: dict[str, int] = {}
        self.asks: dict[str, list[Ask]] = {}
        """The open asks, by bettor."""
        self.turns = 0
        """How often something changed that viewers' own cards depend on."""
        self._names = _NamesBySpots()
        self._state: tuple[Any, ...] = ()
        self._drawn: tuple[Any, Drawn] | None = None

    def look(self, round: Round) -> Drawn:
        """Draw the current public picture."""
        now = len(round.answers), len(round.events), round.done
        if self._drawn is not None and self._drawn[0] == now:
            return self._drawn[1]
        self.asks = {}
        for ask in round.waiting:
            self.asks.setdefault(round.spot(ask.spot).bettor, []).append(ask)
        view = round.view()
        before, seen_events = self._drawn[1] if self._drawn else None, len(self.telling.about)
        new = view.events[seen_events:]
        self.balances = balances_after(new, self.balances or opening_balances(view.stacks))
        sort_out(new, self.kinds)
        self.acted |= acts(enumerate(new, seen_events))
        indexed = self.indexed(view, self.telling, self._names)
        seen = drawn(indexed, self.telling.on(indexed), before, self.touched(seen_events), set(map(type, new)))
        places = self.telling.places
        board = [card for place in BOARDS if place in places for card in places[place].cards]
        table = view.spots, view.done, view.banker, view.dealer, board
        if (state := (*table, seen.facts.dealt, seen.facts.markers)) != self._state:
            self._state, self.turns = state, self.turns + 1
        self._drawn = now, seen
        return seen

    def indexed(self, view: View, telling: Telling, names: _NamesBySpots) -> IndexedView:
        """A viewer's view with the public balances and events by kind, and the viewer's own cards and names.

        Pictures never look up private events by kind, so the public events serve all viewers.
        """
        return IndexedView(view, Index(self.balances, self.kinds, telling.places, names.of(view), self.acted))

    def touched(self, since: int) -> set[str | int] | None:
        """The people that events from a number on are about; None if every viewer sees one of them differently."""
        new = self.telling.about[since:]
        return None if None in new else {name for who in new for name in who or ()}


class _Viewer:
    """One viewer's view so far."""

    def __init__(self, everybody: _Everybody, viewer: str) -> None:
        self._everybody, self._viewer = everybody, viewer
        self._telling = Telling(everybody.telling)
        self._names = _NamesBySpots()
        self._called: set[str | int] = set()
        """The names by which events refer to the viewer."""
        self._others: list[Place | str] = []
        """Places and spots of other people of which the viewer may know more than the public."""
        self._state: tuple[Any, ...] = ()
        self._own: tuple[Any, Own] | None = None
        self._prompts: tuple[Any, tuple[Prompt, ...]] = (None, ())
        self._seen: ViewerPicture | None = None
        """What the viewer saw last."""

    def look(self, round: Round, everybody: Drawn) -> ViewerPicture:
        """Draw the viewer's current picture from the public one."""
        asks = self._everybody.asks.get(self._viewer, [])
        state, seen = (self._everybody.turns, asks), self._seen
        if seen is None or state != self._state:
            self._seen = ViewerPicture(everybody, *self._look_again(round, everybody, state))
        elif seen.everybody is not everybody:
            if self._is_apart(round, everybody, seen, asks):
                self._seen = ViewerPicture(everybody, seen.own, self._telling.along(everybody.events))
            else:
                self._seen = ViewerPicture(everybody, *self._look_again(round, everybody, state))
        self._state = state
        return self._seen or ViewerPicture(everybody, None, ())

    def _look_again(
        self, round: Round, everybody: Drawn, state: tuple[int, list[Ask]]
    ) -> tuple[OwnParts, list[Sentence]]:
        """Draw the viewer's own parts and tell what happened."""
        view = self._everybody.indexed(round.view(self._viewer), self._telling, self._names)
        self._called, mine, asks = view.names.own, view.names.own_spots, state[1]
        happened = self._telling.on(view)
        self._others = [each for each in self._telling.apart if _owner(each) not in mine]
        ours = *state, self._telling.concerned
        if self._own is None or self._own[0] != ours or self._knows_others(everybody):
            before = self._own[1] if self._own else None
            self._own = ours, own(everybody, view, self._telling.apart, before)
        # In poker the suggested amounts depend on what other players put in.
        asked = asks, self._telling.concerned, round.rules.poker and len(round.events)
        if self._prompts[0] != asked:
            self._prompts = asked, tuple([prompt(view, ask) for ask in asks])
        return OwnParts(self._own[1], view, self._prompts[1]), happened

    def _is_apart(self, round: Round, everybody: Drawn, seen: ViewerPicture, asks: Sequence[Ask]) -> bool:
        """Whether no new event is about the viewer or looks different to them."""
        if everybody.decided or (asks and round.rules.poker) or self._knows_others(everybody):
            return False
        new = self._everybody.telling.about[len(seen.everybody.events) :]
        return all(who is not None and self._called.isdisjoint(who) for who in new)

    def _knows_others(self, everybody: Drawn) -> bool:
        """Whether the viewer sees more of another hand than the public does."""
        return any(isinstance(each, str) or each in everybody.spreads for each in self._others)


def _owner(place: Place | str) -> str:
    return place if isinstance(place, str) else place.owner


class _NamesBySpots:
    """One viewer's names for people and spots, cached until the spots change."""

    def __init__(self) -> None:
        self._spots: tuple[Spot, ...] | None = None
        self._names: Names | None = None

    def of(self, view: View) -> Names:
        if self._names is None or view.spots != self._spots:
            self._spots, self._names = view.spots, Names(view.spots, view.viewer)
        return self._names
