"""Pictures of one round for many viewers, redrawn after every event. Parts that have not changed are reused.

A viewer's picture is the public picture with the viewer's own parts in it: their chair, their cards, other cards that
they know, and their questions. Most events concern one player, so most own parts stay as they are.
"""

from __future__ import annotations

from typing import Any

from cardroom.play import BOARDS
from cardroom.play.round import Place, Round
from cardroom.show.pictures.draw import Drawn, Own, drawn, drawn_over, own
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.prompts import prompt
from cardroom.show.pictures.values import Picture, Prompt
from cardroom.show.words import Telling

__all__ = ["PictureCache"]


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
        everybody = self._everybody.look(self.round)
        if viewer is None:
            return everybody.picture
        if viewer not in self._viewers:
            self._viewers[viewer] = _Viewer(self._everybody, viewer)
        return self._viewers[viewer].look(self.round, everybody)


class _Everybody:
    """The public view so far."""

    def __init__(self) -> None:
        self.telling = Telling()
        self.table: tuple[Any, ...] = ()
        """What every viewer's own parts depend on."""
        self._drawn: tuple[Any, Drawn] | None = None

    def look(self, round: Round) -> Drawn:
        """Draw the current public picture."""
        now = len(round.answers), len(round.events), round.done
        if self._drawn is not None and self._drawn[0] == now:
            return self._drawn[1]
        view = round.view()
        before, seen_events = self._drawn[1] if self._drawn else None, len(self.telling.about)
        new = view.events[seen_events:]
        indexed = IndexedView(view, self.telling.places)
        seen = drawn(indexed, self.telling.on(indexed), before, self._touched(seen_events), set(map(type, new)))
        places = self.telling.places
        board = [card for place in BOARDS if place in places for card in places[place].cards]
        table = *seen.of, board, seen.facts.dealt, seen.facts.markers
        if table != self.table:  # viewers then compare by identity
            self.table = table
        self._drawn = now, seen
        return seen

    def _touched(self, since: int) -> set[str | int] | None:
        """The people that events from a number on are about; None if every viewer sees one of them differently."""
        new = self.telling.about[since:]
        return None if None in new else {name for who in new for name in who or ()}


class _Viewer:
    """One viewer's view so far."""

    def __init__(self, everybody: _Everybody, viewer: str) -> None:
        self._everybody, self._viewer = everybody, viewer
        self._telling = Telling(everybody.telling)
        self._own = Own({}, {})
        self._prompts: tuple[Prompt, ...] = ()
        self._view: IndexedView | None = None
        """The view from which the own parts were drawn."""
        self._table: tuple[Any, ...] = ()
        """What else they were drawn from."""
        self._last: tuple[Drawn, Picture] | None = None
        """The last picture, after the public one that it was drawn over."""

    def look(self, round: Round, public: Drawn) -> Picture:
        """Draw the viewer's current picture over the public one."""
        if self._last is not None and self._last[0] is public:
            return self._last[1]
        view, before = self._view, self._last[0] if self._last else None
        if view is None or before is None or self._is_concerned(view, round, public, before):
            view = self._view = IndexedView(round.view(self._viewer), self._telling.places)
            happened = self._telling.on(view)
            self._own = own(public, view, self._telling.apart, self._own)
            self._prompts, self._table = tuple([prompt(view, ask) for ask in view.asks]), self._everybody.table
        else:
            happened = self._telling.along(public.events)
        seen = drawn_over(public, self._own, view, self._prompts, happened)
        self._last = public, seen
        return seen

    def _is_concerned(self, view: IndexedView, round: Round, public: Drawn, before: Drawn) -> bool:
        """Whether the viewer's own parts may have changed since the last picture."""
        if public.decided or round.done or self._table is not self._everybody.table:
            return True  # at the end, the words of one hand depend on all hands that are shown
        asked = any(who == self._viewer for who, _ in public.waits_for)
        if asked or view.asks:  # in poker, suggested amounts depend on what others put in
            asks = tuple([ask for ask in round.waiting if round.spot(ask.spot).bettor == self._viewer])
            if asks != view.asks or round.rules.poker:
                return True
        new, names = self._everybody.telling.about[len(before.events) :], view.names.own
        return any(who is None or not names.isdisjoint(who) for who in new) or self._knows_others(view, public)

    def _knows_others(self, view: IndexedView, public: Drawn) -> bool:
        """Whether the viewer sees more of another hand than the public does."""
        return any(
            each in public.spreads if isinstance(each, Place) else True
            for each in self._telling.apart
            if (each.owner if isinstance(each, Place) else each) not in view.names.own_spots
        )
