"""The people in a picture, with their status in the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

import msgspec

from cardroom.play import Spot
from cardroom.play.round import HOUSE_SPOT, Acted, Dealt, Marked, Said, Transfer, front_of
from cardroom.show.pictures.indexed_view import IndexedView, own_names
from cardroom.show.pictures.values import Chair, Marker, Status
from cardroom.show.words import last_action, person

__all__ = ["Chairs", "Facts", "OwnChair", "Touched", "chairs", "facts", "names_of", "own_chairs", "waited_for"]

Touched = Set[str | int]
"""The people that new events are about, by name, spot or seat."""


_POKER_BETS = frozenset(("bet", "ante", "dead"))
_COMES_IN = _POKER_BETS | {"wager", "bank"}
"""Causes for which a player puts in chips to take part in a round."""


class Facts(NamedTuple):
    """Public facts about a round so far."""

    dealt: bool
    """Whether cards were dealt."""
    folded: set[str]
    """The spots that folded or mucked."""
    markers: list[Marker]
    came_in: dict[str, set[str]]
    """For each spot, the causes for which it put in chips, and "muck" if it did not show."""


def facts(view: IndexedView) -> Facts:
    """The public facts so far."""
    return Facts(bool(view.of(Dealt)), _folded_spots(view), _markers(view), _came_in(view))


class Occupant(NamedTuple):
    """A person at the table."""

    spot: Spot
    """The spot where they sit, or stand behind a seat."""
    spots: list[Spot]
    """All their spots."""
    names: set[str | int]
    """The names by which events refer to them."""
    ids: frozenset[str]
    """The ids of their spots."""


class Chairs(NamedTuple):
    """The chairs of a table by name, with the values that they were drawn from."""

    chairs: dict[str, Chair]
    people: list[Occupant]
    of: tuple[Any, ...]


def chairs(view: IndexedView, facts: Facts, before: Chairs | None = None, touched: Touched | None = None) -> Chairs:
    """The chairs of all people.

    Chairs from `before` are reused, unless `touched` contains the person. `touched` is None if it is not known whom
    the new events are about; then all chairs are redrawn.
    """
    of = view.spots, view.done, facts.dealt, facts.markers
    people = before.people if before and before.of[0] == view.spots else _people(view.spots)
    known = before.chairs if before and touched is not None and before.of == of else {}
    waited = {view.spot(each).bettor for each in view.asked if each != HOUSE_SPOT.id}
    drawn = {}
    for each in people:
        bettor = each.spot.bettor
        was, asked = known.get(bettor), bettor in waited
        if was is None or touched is None or not touched.isdisjoint(each.names):
            drawn[bettor] = _chair(view, each, facts, asked)
        else:
            drawn[bettor] = was if was.asked == asked else msgspec.structs.replace(was, asked=asked)
    return Chairs(drawn, people, of)


class OwnChair(NamedTuple):
    """A chair as one viewer sees it, with the public one that it was drawn from."""

    chair: Chair
    public: Chair


def own_chairs(
    view: IndexedView, everybody: Chairs, apart: Set[Any], before: Mapping[str, OwnChair]
) -> dict[str, OwnChair]:
    """The chairs of the viewer and of the spots in `apart`, which may show more to the viewer than to the public.

    Only the name and the words for the last action can differ from the public chair.
    """
    drawn = {}
    for each in everybody.people:
        bettor = each.spot.bettor
        if bettor != view.viewer and each.spot.id not in apart:
            continue
        was, public = before.get(bettor), everybody.chairs[bettor]
        if was is None or was.public is not public:
            did = last_action(view, each.ids) if public.did else ""
            own = msgspec.structs.replace(public, name=person(view, bettor), you=bettor == view.viewer, did=did)
            was = OwnChair(own, public)
        drawn[bettor] = was
    return drawn


def _people(spots: tuple[Spot, ...]) -> list[Occupant]:
    """Each person once."""
    homes: dict[str, Spot] = {}
    for spot in sorted(spots, key=lambda spot: (spot.backline, spot.second)):
        if not spot.circle:
            homes.setdefault(spot.bettor, spot)
    people = []
    for spot in sorted(homes.values(), key=lambda spot: (spot.seat, spot.backline)):
        theirs = [each for each in spots if each.bettor == spot.bettor]
        names = own_names(spots, spot.bettor)
        people.append(Occupant(spot, theirs, names, frozenset([each.id for each in theirs])))
    return people


def _chair(view: IndexedView, who: Occupant, facts: Facts, asked: bool) -> Chair:
    spot, stack = who.spot, view.stack(who.spot.bettor)
    return Chair(
        seat=spot.seat,
        bettor=spot.bettor,
        name=person(view, spot.bettor),
        stack=stack,
        bet=sum([view.balances.get(front_of(each.id), 0) for each in who.spots]),
        you=spot.bettor == view.viewer,
        backline=spot.backline,
        asked=asked,
        did=last_action(view, who.ids),
        said=tuple([event.text for event in view.of(Said) if event.who in who.ids]),
        status=_status(view, who, facts, stack),
        draws=_draws_left(view, spot.id),
        markers=() if spot.backline else tuple([marker for marker in facts.markers if marker.seat == spot.seat]),
        net=stack - view.stacks[spot.bettor] if view.done else None,
    )


def _status(view: IndexedView, who: Occupant, facts: Facts, stack: int) -> Status:
    """A person's status in the round, from their actions and the chips that they put in."""
    if who.ids <= facts.folded:
        return "mucked" if any("muck" in facts.came_in.get(each, ()) for each in who.ids) else "folded"
    if not facts.dealt:  # they may still join the round
        return ""
    put_in = {cause for each in who.ids for cause in facts.came_in.get(each, ())}
    if put_in.isdisjoint(_COMES_IN) and not _has_cards(view, who.ids):
        return "not dealt in"
    return "all-in" if not stack and not view.done and not put_in.isdisjoint(_POKER_BETS) else ""


def _draws_left(view: IndexedView, spot: str) -> int:
    """How many draws a spot has left. A discard that is changed before new cards come counts once."""
    left = view.rules.poker.draws if view.rules.poker else 0
    if not left or not view.of(Dealt):
        return left
    drawn = False
    for event in view.events:
        if isinstance(event, Dealt):
            drawn = False
        elif isinstance(event, Acted) and event.spot == spot and event.action == "discard" and not drawn:
            left, drawn = left - 1, True
    return left


def _came_in(view: IndexedView) -> dict[str, set[str]]:
    causes: dict[str, set[str]] = {}
    for moved in view.of(Transfer):
        causes.setdefault(moved.spot, set()).add(moved.cause)
    for acted in view.of(Acted):
        if acted.action == "muck":
            causes.setdefault(acted.spot, set()).add("muck")
    return causes


def _has_cards(view: IndexedView, ids: Set[str]) -> bool:
    """Whether one of these spots has cards, in any part of its hand."""
    return any(here.cards for place, here in view.places.items() if place.kind == "hand" and place.owner in ids)


def _folded_spots(view: IndexedView) -> set[str]:
    """The spots that folded or mucked."""
    return {event.spot for event in view.of(Acted) if event.action in ("fold", "muck")}


def _markers(view: IndexedView) -> list[Marker]:
    """Each marker at its latest seat."""
    last = {event.marker: Marker(event.marker, event.says, event.seat) for event in view.of(Marked)}
    return list(last.values())


def waited_for(view: IndexedView) -> list[tuple[str, str]]:
    """The bettors that the table waits for, with their display names."""
    spots = [HOUSE_SPOT if each == HOUSE_SPOT.id else view.spot(each) for each in view.asked]
    return [(spot.bettor, "the house" if spot is HOUSE_SPOT else person(view, spot.bettor)) for spot in spots]


def names_of(waits_for: Iterable[tuple[str, str]], viewer: str | None) -> tuple[str, ...]:
    """The names of those that the table waits for, with "You" for the viewer."""
    return tuple(dict.fromkeys("You" if who == viewer else name for who, name in waits_for))
