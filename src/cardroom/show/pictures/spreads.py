"""The cards in a picture: those at each place, and the hand that they make."""

from __future__ import annotations

from collections.abc import Mapping, Set
from operator import is_
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.games import layout
from cardroom.play import BOARD, BOARDS, OTHER_BOARDS, Place, Spot, hand_of
from cardroom.play.game import Shown
from cardroom.show.pictures.cards_at import CardsAt
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.made import hand_text, makes_of, shown_at, words_told_apart
from cardroom.show.pictures.plays import plays
from cardroom.show.pictures.values import Spread
from cardroom.show.words import spot_name

__all__ = ["Placed", "own_spreads", "same_cards", "spreads"]


class Placed(NamedTuple):
    """A spread with its position in the picture."""

    order: tuple[int, ...]
    """The sort key: group, seat, kind of place, part."""
    spread: Spread
    cards: tuple[Any, ...]
    """The cards that it was drawn from, and how they were dealt."""
    table: TableFacts
    """What else it was drawn from, except whether it is active or folded."""


class TableFacts(NamedTuple):
    """What all spreads depend on."""

    board: list[Card]
    """The cards of all boards."""
    done: bool
    banker: str
    dealer: Place
    spots: tuple[Spot, ...]


def _table(view: IndexedView) -> TableFacts:
    board = [card for shared in BOARDS if shared in view.places for card in view.places[shared].cards]
    return TableFacts(board, view.done, view.banker, view.dealer, view.spots)


def spreads(view: IndexedView, folded: Set[str], before: Mapping[Place, Placed]) -> dict[Place, Placed]:
    """The cards at each place: the dealer's, then shared ones, then the players' in seat order.

    Spreads from `before` that have not changed are reused.
    """
    places, table = _with_empty_rows(view, view.places), _table(view)
    drawn = [(place, _place_spread(view, place, places, table, folded, before.get(place))) for place in places]
    ordered = dict(sorted([(place, placed) for place, placed in drawn if placed], key=lambda each: each[1].order))
    return _told_apart(view, ordered, folded) if view.done else ordered


def _told_apart(view: IndexedView, drawn: dict[Place, Placed], folded: Set[str]) -> dict[Place, Placed]:
    """The spreads of a finished round: where two hands differ, so do their words."""
    named = [place for place, each in drawn.items() if place.kind != BOARD.kind and each.spread.says]
    told = words_told_apart(view, {place: hand_text(view, place, view.places) for place in named}, view.places, folded)
    return drawn | {
        place: drawn[place]._replace(spread=msgspec.structs.replace(drawn[place].spread, says=words))
        for place, words in told.items()
        if words != drawn[place].spread.says
    }


def same_cards(view: IndexedView, folded: Set[str], before: dict[Place, Placed]) -> dict[Place, Placed]:
    """The spreads of `before`, when no card has moved since: only who is asked and who has folded can differ."""
    drawn = {place: _as_asked(view, place, folded, placed) for place, placed in before.items()}
    return before if all(map(is_, drawn.values(), before.values())) else drawn


def _as_asked(view: IndexedView, place: Place, folded: Set[str], before: Placed) -> Placed:
    """A spread that shows whether its hand is asked or has folded."""
    hand, was = place.kind == "hand", before.spread
    active, out = hand and place.owner in view.asked, hand and place.owner in folded
    if was.active == active and was.folded == out:
        return before
    return before._replace(spread=msgspec.structs.replace(was, active=active, folded=out))


def own_spreads(
    view: IndexedView,
    folded: Set[str],
    everybody: Mapping[Place, Placed],
    apart: Set[Any],
    before: Mapping[Place, Placed],
) -> dict[Place, Placed]:
    """The spreads that the viewer sees differently from `everybody`: their own, and the places in `apart`."""
    mine, places, table = view.names.own_spots, view.places, _table(view)
    own = {
        place: _place_spread(view, place, places, table, folded, before.get(place)) or placed
        for place, placed in everybody.items()
        if place.owner in mine or place in apart
    }
    if not view.done:
        return own
    told = _told_apart(view, {**everybody, **own}, folded)
    return {place: each for place, each in told.items() if place in own or each is not everybody[place]}


def _place_spread(
    view: IndexedView,
    place: Place,
    places: Mapping[Place, CardsAt],
    table: TableFacts,
    folded: Set[str],
    before: Placed | None,
) -> Placed | None:
    here = places.get(place) or CardsAt([], [])
    cards = here.cards, here.up, here.dealt_up, here.dealt_down, here.wild
    if before and before.cards == cards and before.table == table:
        return _as_asked(view, place, folded, before)
    shown = shown_at(view, place)
    if shown is None or not (here.cards or shown.slots):
        return None
    hand = place.kind == "hand"
    active, out = hand and place.owner in view.asked, hand and place.owner in folded
    spread = _spread(view, place, shown, here, places, active=active, folded=out)
    group = 0 if spread.dealer else 1 if not place.owner else 2
    seat = next((number for number, spot in enumerate(view.spots) if spot.id == place.owner), spread.seat)
    kinds = [*layout(view.rules).places]
    part = [each.part for each in layout(view.rules).places[place.kind]].index(place.part)
    # The lists are copied, because later events change them.
    cards = here.cards[:], here.up[:], *cards[2:]
    return Placed((group, seat, kinds.index(place.kind), part), spread, cards, table)


def _with_empty_rows(view: IndexedView, places: Mapping[Place, CardsAt]) -> dict[Place, CardsAt]:
    """The places with cards, and for hands set in rows also the rows that are still empty."""
    rows = [shown.part for shown in layout(view.rules).places.get("hand", ()) if shown.slots]
    owners = dict.fromkeys(place.owner for place in places if place.kind == "hand") if rows else {}
    empty: dict[Place, CardsAt] = {hand_of(owner, part): CardsAt([], []) for owner in owners for part in rows}
    return {**empty, **places}


def _spread(
    view: IndexedView,
    place: Place,
    shown: Shown,
    here: CardsAt,
    places: Mapping[Place, CardsAt],
    *,
    active: bool,
    folded: bool,
) -> Spread:
    spot = view.spot(place.owner) if place.kind == "hand" else None
    mine = spot is not None and spot.bettor == view.viewer and not spot.backline
    cards: list[Card] = sorted(here.cards, reverse=True) if shown.sorted and mine and not here.dealt_up else here.cards
    of_up = shown_at(view, msgspec.structs.replace(place, part="up"))
    some = here.mixed or (of_up is not None and here.came_mixed)
    up = tuple(number for number, face in enumerate(here.up) if face) if some else ()
    return Spread(
        place=place,
        title=_title(view, place, shown, spot),
        cards=tuple(cards),
        says=hand_text(view, place, places) if here.cards else "",
        seat=spot.seat if spot else int(place.owner) if place.kind == "seat" else 0,
        mine=mine,
        dealer=msgspec.structs.replace(place, part="") == view.dealer,
        active=active,
        up=up,
        shows=_shows(view, of_up, here, up),
        folded=folded,
        slots=shown.slots,
        plays=_plays(view, place, shown, here, places),
    )


def _plays(
    view: IndexedView, place: Place, shown: Shown, here: CardsAt, places: Mapping[Place, CardsAt]
) -> tuple[Card, ...]:
    if shown.plays and here.cards and UNKNOWN not in here.cards:
        playing = shown.plays(view.rules, here.cards)
        if playing:
            return tuple(playing) if len(playing) < len(here.cards) else ()
    if not view.done or place.kind == BOARD.kind or OTHER_BOARDS[0] in places:  # each board has a hand of its own
        return ()
    board = places[BOARD].cards if BOARD in places else []
    return plays(view.rules, makes_of(shown_at(view, place), here), here.cards, board)


def _shows(view: IndexedView, of_up: Shown | None, here: CardsAt, up: tuple[int, ...]) -> str:
    """The words for the up cards, if the layout has any."""
    makes = makes_of(of_up, here)
    return makes(view.rules, [here.cards[number] for number in up], ()) if up and makes else ""


def _title(view: IndexedView, place: Place, shown: Shown, spot: Spot | None) -> str:
    if spot is None:
        name = f"Seat {place.owner}" if place.kind == "seat" else ""
    else:
        name = spot_name(view, spot)
        if place.owner == view.banker:
            name = f"{name}, the player-dealer" if spot.bettor == view.viewer else f"Player-dealer, {name}"
    return ", ".join(filter(None, (name, shown.title)))
