"""The people in a picture, and what everybody knows of how they stand in the round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

import msgspec

from cardroom.play import Spot
from cardroom.play.events import Acted, Dealt, Marked, Said, Transfer
from cardroom.play.places import HOUSE_SPOT, front_of
from cardroom.show.indexed_view import IndexedView, own_names
from cardroom.show.names import person
from cardroom.show.picture import Chair, Marker, Status
from cardroom.show.words import last_action

__all__ = ["Chairs", "Facts", "Touched", "chairs", "facts", "names_of", "waited_for"]

Touched = Set[str | int]
"""Whom something new is about, by name, spot or seat."""


class Facts(NamedTuple):
    """What everybody knows of a round, from all that has happened."""

    dealt: bool
    """Whether cards were."""
    folded: set[str]
    markers: list[Marker]
    came_in: dict[str, set[str]]


def facts(view: IndexedView) -> Facts:
    """What everybody knows by now."""
    return Facts(bool(view.of(Dealt)), _folded(view), _markers(view), _came_in(view))


class Occupant(NamedTuple):
    """Somebody: where they sit, or where they stand if they sit nowhere, all their spots, and what they are called."""

    spot: Spot
    spots: list[Spot]
    names: set[str | int]


class Chairs(NamedTuple):
    """The people at a table, by name, and what they were drawn from."""

    chairs: dict[str, Chair]
    people: list[Occupant]
    of: tuple[Any, ...]


def chairs(
    view: IndexedView,
    facts: Facts,
    before: Chairs | None = None,
    touched: Touched | None = None,
    apart: Set[Any] | None = None,
) -> Chairs:
    """Everybody, or the viewer alone and those whose spots are `apart`. Who was there `before` is not drawn anew unless
    something new is about them: `touched` says whom all that is new is about, where that is known."""
    of = view.spots, view.done, facts.dealt, facts.markers
    people = before.people if before and before.of[0] is view.spots else _people(view)
    known = before.chairs if before and touched is not None and before.of == of else {}
    found = {}
    for each in people:
        bettor = each.spot.bettor
        if apart is not None and bettor != view.viewer and each.spot.id not in apart:
            continue
        was, asked = known.get(bettor), any(spot.id in view.asked for spot in each.spots)
        if was is None or touched is None or not touched.isdisjoint(each.names):
            found[bettor] = _chair(view, each, facts, asked)
        else:
            found[bettor] = was if was.asked == asked else msgspec.structs.replace(was, asked=asked)
    return Chairs(found, people, of)


def _people(view: IndexedView) -> list[Occupant]:
    """Everybody once."""
    found: dict[str, Spot] = {}
    for spot in sorted(view.spots, key=lambda spot: (spot.backline, spot.second)):
        if not spot.circle:
            found.setdefault(spot.bettor, spot)
    return [
        Occupant(spot, [each for each in view.spots if each.bettor == spot.bettor], own_names(view.spots, spot.bettor))
        for spot in sorted(found.values(), key=lambda spot: (spot.seat, spot.backline))
    ]


def _chair(view: IndexedView, who: Occupant, facts: Facts, asked: bool) -> Chair:
    spot, spots, _ = who
    stack = view.stack(spot.bettor)
    return Chair(
        seat=spot.seat,
        bettor=spot.bettor,
        name=person(view, spot.bettor),
        stack=stack,
        bet=sum(view.balances.get(front_of(each.id), 0) for each in spots),
        you=spot.bettor == view.viewer,
        backline=spot.backline,
        asked=asked,
        did=last_action(view, {each.id for each in spots}),
        said=tuple(event.text for event in view.of(Said) if any(event.who == each.id for each in spots)),
        status=_status(view, spots, facts),
        draws=_draws_left(view, spot.id),
        markers=() if spot.backline else tuple(marker for marker in facts.markers if marker.seat == spot.seat),
        net=stack - view.stacks[spot.bettor] if view.done else None,
    )


def _status(view: IndexedView, spots: Sequence[Spot], facts: Facts) -> Status:
    """How somebody stands in the round: by what they did, what they have put in, and whether they were in it at all."""
    ids = {spot.id for spot in spots}
    if ids <= facts.folded:
        return "mucked" if any("muck" in facts.came_in.get(each, ()) for each in ids) else "folded"
    if not facts.dealt:  # everybody may still come in
        return ""
    put_in: set[str] = set().union(*(facts.came_in.get(each, ()) for each in ids))
    if not put_in & {"wager", "bank", "bet", "ante", "dead"} and not _has_cards(view, ids):
        return "not dealt in"
    all_in = not view.stack(spots[0].bettor) and put_in & {"bet", "ante", "dead"}
    return "all-in" if all_in and not view.done else ""


def _draws_left(view: IndexedView, spot: str) -> int:
    """How many draws somebody has left: what they throw away they may change until cards come."""
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
    """For what each spot has put in chips, and whether it did not show."""
    found: dict[str, set[str]] = {}
    for moved in view.of(Transfer):
        found.setdefault(moved.spot, set()).add(moved.cause)
    for acted in view.of(Acted):
        if acted.action == "muck":
            found.setdefault(acted.spot, set()).add("muck")
    return found


def _has_cards(view: IndexedView, ids: set[str]) -> bool:
    """Whether cards lie at one of these spots, in any part of its hand."""
    return any(here.cards for place, here in view.places.items() if place.kind == "hand" and place.owner in ids)


def _folded(view: IndexedView) -> set[str]:
    """Spots that threw their hand away."""
    return {event.spot for event in view.of(Acted) if event.action in ("fold", "muck")}


def _markers(view: IndexedView) -> list[Marker]:
    """Each marker where it was put last."""
    last = {event.marker: Marker(event.marker, event.says, event.seat) for event in view.of(Marked)}
    return list(last.values())


def waited_for(view: IndexedView) -> list[tuple[str, str]]:
    """Who is waited for, and what they are called."""
    spots = [HOUSE_SPOT if each == HOUSE_SPOT.id else view.spot(each) for each in view.asked]
    return [(spot.bettor, "the house" if spot is HOUSE_SPOT else person(view, spot.bettor)) for spot in spots]


def names_of(waits_for: Iterable[tuple[str, str]], viewer: str | None) -> tuple[str, ...]:
    """Whom a table waits for, as somebody calls them."""
    return tuple(dict.fromkeys("You" if who == viewer else name for who, name in waits_for))
