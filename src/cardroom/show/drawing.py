"""A round drawn again and again for all who look at it."""

from __future__ import annotations

from typing import Any

from cardroom.play import BOARD, Spot, View
from cardroom.play.asks import Ask
from cardroom.play.events import fold, opening
from cardroom.play.places import Account
from cardroom.play.round import Round
from cardroom.play.view import sort_out
from cardroom.show.draw import Drawn, Own, drawn, drawn_over, own
from cardroom.show.names import own_spots
from cardroom.show.picture import Line, Picture, Prompt
from cardroom.show.prompts import prompt
from cardroom.show.words import Telling

__all__ = ["Drawing"]


class Drawing:
    """A round: what was worked out before, or for everybody, is not worked out anew for each who looks.

    >>> import cardroom
    >>> from cardroom.show import picture
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> drawing = Drawing(round)
    >>> before = drawing.of("ann")
    >>> round.answer(round.ask.spot, "fold")
    >>> drawing.of("ann") == picture(round.view("ann")) != before
    True
    """

    def __init__(self, round: Round) -> None:
        self.round = round
        self._everybody = _Everybody()
        self._viewers: dict[str, _Viewer] = {}

    def of(self, viewer: str | None) -> Picture:
        """The round as it is now, as one of its bettors sees it, or everybody."""
        everybody = self._everybody.look(self.round)
        if viewer is None:
            return everybody.picture
        if viewer not in self._viewers:
            self._viewers[viewer] = _Viewer(self._everybody)
        return self._viewers[viewer].look(everybody, self.round.view(viewer))


class _Everybody:
    """What all have seen so far."""

    def __init__(self) -> None:
        self.telling = Telling()
        self.balances: dict[Account, int] = {}
        self.kinds: dict[type, list[Any]] = {}
        self._events = 0
        self._names = _Names()
        self._drawn: tuple[Any, Drawn] | None = None

    def look(self, round: Round) -> Drawn:
        """What they see now."""
        now = len(round.events), [ask.spot for ask in round.waiting], round.done
        if self._drawn is not None and self._drawn[0] == now:
            return self._drawn[1]
        view = round.view()
        new = view.events[self._events :]
        self._events = len(view.events)
        self.balances = fold(new, self.balances or opening(view.stacks))
        sort_out(new, self.kinds)
        happened = _told(self.telling, self, self._names, view)
        self._drawn = now, drawn(view, happened, self._drawn[1] if self._drawn else None)
        return self._drawn[1]


class _Viewer:
    """What one viewer has seen so far."""

    def __init__(self, everybody: _Everybody) -> None:
        self._everybody = everybody
        self._telling = Telling(everybody.telling)
        self._names = _Names()
        self._own: tuple[Any, Own] | None = None
        self._prompts: tuple[Any, list[Prompt]] = (None, [])

    def look(self, everybody: Drawn, view: View) -> Picture:
        """What they see now, of which everybody sees so much."""
        happened = _told(self._telling, self._everybody, self._names, view)
        return drawn_over(everybody, self._own_of(everybody, view), view, self._prompts_of(view), happened)

    def _own_of(self, everybody: Drawn, view: View) -> Own:
        """As it was, unless something has happened that can change it."""
        board = self._telling.places.get(BOARD)
        state = (
            self._telling.concerned,
            view.spots,
            [spot.id in view.asked for spot in view.spots if spot.bettor == view.viewer],
            view.done,
            (view.banker, view.dealer),
            [*board.cards] if board else [],
            everybody.facts.dealt,
            everybody.facts.markers,
        )
        if self._own is None or self._own[0] != state or self._knows_others(view):
            self._own = state, own(everybody, view, self._telling.apart)
        return self._own[1]

    def _knows_others(self, view: View) -> bool:
        """Whether the viewer sees something of others' hands that not everybody does."""
        mine = own_spots(view)
        return any((each if isinstance(each, str) else each.owner) not in mine for each in self._telling.apart)

    def _prompts_of(self, view: View) -> list[Prompt]:
        """As they were, unless something else is asked; at poker what others put in makes other amounts usual."""
        state: tuple[tuple[Ask, ...], Any] = view.asks, (self._telling.concerned, view.rules.poker and len(view.events))
        if self._prompts[0] != state:
            self._prompts = state, [prompt(view, ask) for ask in view.asks]
        return self._prompts[1]


class _Names:
    """What people and spots are called, as long as the spots are the same."""

    def __init__(self) -> None:
        self.spots: tuple[Spot, ...] = ()
        self.people: dict[str, str] = {}
        self.of_spots: dict[str, str] = {}


def _told(telling: Telling, everybody: _Everybody, names: _Names, view: View) -> list[Line]:
    """What has happened in words; the view knows from now on all that follows from it. What it gives by kind is as
    everybody saw it: pictures read nothing of it that is for some eyes alone."""
    if view.spots != names.spots:
        names.spots, names.people, names.of_spots = view.spots, {}, {}
    known = {"balances": everybody.balances, "kinds": everybody.kinds, "laid": telling.places}
    view.__dict__.update(known, people=names.people, **{"spot names": names.of_spots})
    return telling.on(view)
