"""One picture of a table from one view of it. What differs between games is what their layouts and rule sets say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Spot, View, hand_of
from cardroom.play.events import Acted, Dealt, Event, Marked, Said, Transfer
from cardroom.play.layout import Shown
from cardroom.play.places import HOUSE_SPOT, front_of
from cardroom.show.chips import bank, boxes, meters, pots
from cardroom.show.cloth import cloth
from cardroom.show.collection import posted_lines
from cardroom.show.laid import Laid, laid_of, made, makes_of, shown_at
from cardroom.show.names import own_spots, person, spot_name
from cardroom.show.picture import Box, Chair, Line, Marker, Notice, Picture, Prompt, Spread, Status
from cardroom.show.plays import plays
from cardroom.show.prompts import prompt
from cardroom.show.results import Decided, decided
from cardroom.show.streets import street
from cardroom.show.tallies import tallies
from cardroom.show.words import did, lines

__all__ = ["Drawn", "Own", "drawn", "drawn_over", "own", "picture"]


def picture(view: View, since: int = 0) -> Picture:
    """What the viewer sees; of what happened, that from an event on.

    >>> import cardroom
    >>> round = cardroom.game("ultimate-texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> seen = picture(round.view("ann"))
    >>> [(chair.name, chair.stack) for chair in seen.chairs], seen.waits_for
    ([('You', 50000), ('bob', 50000)], ('You',))
    >>> [offer.label for offer in seen.prompts[0].offers]
    ['Bank', 'Pass']
    """
    return drawn(view, lines(view, since)).picture


class Drawn(NamedTuple):
    """A picture, and what it was drawn from."""

    picture: Picture
    facts: Facts
    spreads: dict[Place, Placed]
    decided: Decided
    events: Sequence[Event]
    waits_for: list[tuple[str, str]]
    """Who is waited for, and what they are called."""


def drawn(view: View, happened: Iterable[Line], before: Drawn | None = None) -> Drawn:
    """What the viewer sees, with these words for what happened; `before` is what they saw earlier in the round."""
    rules = view.rules
    facts = Facts(bool(view.of(Dealt)), _folded(view), _markers(view), _came_in(view))
    chairs = tuple(_chair(view, spot, facts) for spot in _people(view))
    spreads, results = _spreads(view, facts.folded, before.spreads if before else {}), decided(view)
    display, waits_for = layout(rules).display, _waited_for(view)
    seen = Picture(
        game=rules.game,
        name=rules.name,
        rules=rules.rules,
        id=rules.id,
        viewer=view.viewer,
        cloth=cloth(rules),
        chairs=chairs,
        spreads=_in_order(spreads),
        markers=tuple(marker for marker in facts.markers if not any(marker in chair.markers for chair in chairs)),
        boxes=tuple(boxes(view)),
        bank=bank(view),
        pots=tuple(pots(view, facts.folded)),
        meters=tuple(meters(view)),
        notices=tuple(Notice(notice.text, rules.cite(notice.cite)) for notice in rules.notices()),
        collection=tuple(posted_lines(rules)),
        display=display(rules, view.own) if display else {},
        waits_for=_names(waits_for, view.viewer),
        prompts=tuple(prompt(view, ask) for ask in view.asks),
        results=tuple(result for _, found in results for result in found),
        tallies=tuple(tallies(view)),
        street=street(view),
        happened=tuple(happened),
        over=view.done,
    )
    return Drawn(seen, facts, spreads, results, view.events, waits_for)


class Own(NamedTuple):
    """What one viewer sees otherwise than everybody: their chair and their cards, and those `apart` of which they know
    more."""

    chairs: dict[str, Chair]
    """By bettor."""
    spreads: dict[Place, Placed]


def own(everybody: Drawn, view: View, apart: Set[Place | str]) -> Own:
    """What is one viewer's own."""
    mine, places = own_spots(view), laid_of(view)
    chairs = {
        spot.bettor: _chair(view, spot, everybody.facts)
        for spot in _people(view)
        if spot.bettor == view.viewer or spot.id in apart
    }
    spreads = {
        place: _placed(view, place, places, everybody.facts.folded) or placed
        for place, placed in everybody.spreads.items()
        if place in apart or place.owner in mine
    }
    return Own(chairs, spreads)


def drawn_over(everybody: Drawn, own: Own, view: View, prompts: Iterable[Prompt], happened: Iterable[Line]) -> Picture:
    """What one viewer sees, from what everybody does and what is theirs. The view may be an earlier one, if nothing has
    been decided yet: it tells whose eyes and whose spots."""
    seen, mine = everybody.picture, own_spots(view)
    boxes = [_as_mine(view, box) if box.spot in mine else box for box in seen.boxes]
    bank = seen.bank
    if bank and bank.spot in mine:
        bank = msgspec.structs.replace(bank, name=spot_name(view, view.spot(bank.spot)))
    return msgspec.structs.replace(
        seen,
        viewer=view.viewer,
        chairs=tuple([own.chairs.get(chair.bettor, chair) for chair in seen.chairs]),
        spreads=_in_order(everybody.spreads | own.spreads),
        boxes=tuple(boxes),
        bank=bank,
        waits_for=_names(everybody.waits_for, view.viewer),
        prompts=tuple(prompts),
        results=tuple([result for _, found in decided(view, everybody.decided) for result in found]),
        happened=tuple(happened),
    )


def _as_mine(view: View, box: Box) -> Box:
    return msgspec.structs.replace(box, name=spot_name(view, view.spot(box.spot)), mine=True)


# -- people -----------------------------------------------------------------------------------------------------------


def _people(view: View) -> list[Spot]:
    """Everybody once: where they sit, or where they stand if they sit nowhere."""
    found: dict[str, Spot] = {}
    for spot in sorted(view.spots, key=lambda spot: (spot.backline, spot.second)):
        if not spot.circle:
            found.setdefault(spot.bettor, spot)
    return sorted(found.values(), key=lambda spot: (spot.seat, spot.backline))


class Facts(NamedTuple):
    """What everybody knows of a round, from all that has happened."""

    dealt: bool
    """Whether cards were."""
    folded: set[str]
    markers: list[Marker]
    came_in: dict[str, set[str]]


def _chair(view: View, spot: Spot, facts: Facts) -> Chair:
    bettor = spot.bettor
    spots = [each for each in view.spots if each.bettor == bettor]
    stack = view.stack(bettor)
    return Chair(
        seat=spot.seat,
        bettor=bettor,
        name=person(view, bettor),
        stack=stack,
        bet=sum(view.balances.get(front_of(each.id), 0) for each in spots),
        you=bettor == view.viewer,
        backline=spot.backline,
        asked=any(each.id in view.asked for each in spots),
        did=did(view, {each.id for each in spots}),
        said=tuple(event.text for event in view.of(Said) if any(event.who == each.id for each in spots)),
        status=_status(view, spots, facts),
        draws=_draws_left(view, spot.id),
        markers=() if spot.backline else tuple(marker for marker in facts.markers if marker.seat == spot.seat),
        net=stack - view.stacks[bettor] if view.done else None,
    )


def _status(view: View, spots: Sequence[Spot], facts: Facts) -> Status:
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


def _draws_left(view: View, spot: str) -> int:
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


def _came_in(view: View) -> dict[str, set[str]]:
    """For what each spot has put in chips, and whether it did not show."""
    found: dict[str, set[str]] = {}
    for moved in view.of(Transfer):
        found.setdefault(moved.spot, set()).add(moved.cause)
    for acted in view.of(Acted):
        if acted.action == "muck":
            found.setdefault(acted.spot, set()).add("muck")
    return found


def _has_cards(view: View, ids: set[str]) -> bool:
    """Whether cards lie at one of these spots, in any part of its hand."""
    return any(here.cards for place, here in laid_of(view).items() if place.kind == "hand" and place.owner in ids)


def _folded(view: View) -> set[str]:
    """Spots that threw their hand away."""
    return {event.spot for event in view.of(Acted) if event.action in ("fold", "muck")}


def _markers(view: View) -> list[Marker]:
    """Each marker where it was laid last."""
    laid = {event.marker: Marker(event.marker, event.says, event.seat) for event in view.of(Marked)}
    return list(laid.values())


def _waited_for(view: View) -> list[tuple[str, str]]:
    """Who is waited for, and what they are called."""
    spots = [HOUSE_SPOT if each == HOUSE_SPOT.id else view.spot(each) for each in view.asked]
    return [(spot.bettor, "the house" if spot is HOUSE_SPOT else person(view, spot.bettor)) for spot in spots]


def _names(waits_for: Iterable[tuple[str, str]], viewer: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys("You" if who == viewer else name for who, name in waits_for))


# -- cards ------------------------------------------------------------------------------------------------------------


class Placed(NamedTuple):
    """A spread, and where it comes among others."""

    order: tuple[int, ...]
    spread: Spread
    of: tuple[Any, ...]
    """All that it was drawn from."""


def _spreads(view: View, folded: set[str], before: Mapping[Place, Placed]) -> dict[Place, Placed]:
    """What lies at each place."""
    places = _with_empty_rows(view, laid_of(view))
    found = ((place, _placed(view, place, places, folded, before.get(place))) for place in places)
    return {place: placed for place, placed in found if placed}


def _in_order(spreads: Mapping[Place, Placed]) -> tuple[Spread, ...]:
    """The cards to beat, what all share, everybody's in the order of the seats, the viewer's last."""
    return tuple(spread for _, spread, _ in sorted(spreads.values(), key=itemgetter(0)))


def _placed(
    view: View, place: Place, places: Mapping[Place, Laid], folded: set[str], before: Placed | None = None
) -> Placed | None:
    here = places.get(place) or Laid([], [])
    board = places[BOARD].cards if BOARD in places else []
    lies = here.cards[:], here.up[:], here.dealt_up, here.dealt_down, here.wild, board[:]
    stands = place.owner in view.asked, place.owner in folded, view.done, view.banker, view.dealer, view.spots
    of = (*lies, *stands)
    if before and before.of == of:
        return before
    shown = shown_at(view, place)
    if shown is None or not (here.cards or shown.slots):
        return None
    spread = _spread(view, place, shown, here, places, folded)
    group = 3 if spread.mine else 0 if spread.dealer else 1 if not place.owner else 2
    seat = next((number for number, spot in enumerate(view.spots) if spot.id == place.owner), spread.seat)
    kinds = [*layout(view.rules).places]
    part = [each.part for each in layout(view.rules).places[place.kind]].index(place.part)
    return Placed((group, seat, kinds.index(place.kind), part), spread, of)


def _with_empty_rows(view: View, places: Mapping[Place, Laid]) -> dict[Place, Laid]:
    """The places with cards, and beside a hand that is set in rows those that are empty yet."""
    rows = [shown.part for shown in layout(view.rules).places.get("hand", ()) if shown.slots]
    owners = dict.fromkeys(place.owner for place in places if place.kind == "hand") if rows else {}
    empty: dict[Place, Laid] = {hand_of(owner, part): Laid([], []) for owner in owners for part in rows}
    return {**empty, **places}


def _spread(
    view: View, place: Place, shown: Shown, here: Laid, places: Mapping[Place, Laid], folded: set[str]
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
        says=made(view, place, places) if here.cards else "",
        seat=spot.seat if spot else int(place.owner) if place.kind == "seat" else 0,
        mine=mine,
        dealer=msgspec.structs.replace(place, part="") == view.dealer,
        active=spot is not None and spot.id in view.asked,
        up=up,
        shows=_shows(view, of_up, here, up),
        folded=spot is not None and spot.id in folded,
        slots=shown.slots,
        plays=_plays(view, place, shown, here, places),
    )


def _plays(view: View, place: Place, shown: Shown, here: Laid, places: Mapping[Place, Laid]) -> tuple[Card, ...]:
    if shown.plays and here.cards and UNKNOWN not in here.cards:
        found = shown.plays(view.rules, here.cards)
        if found:
            return tuple(found) if len(found) < len(here.cards) else ()
    if not view.done or place == BOARD:
        return ()
    board = places[BOARD].cards if BOARD in places else []
    return plays(view.rules, makes_of(shown_at(view, place), here), here.cards, board)


def _shows(view: View, of_up: Shown | None, here: Laid, up: tuple[int, ...]) -> str:
    """What up cards show, where the layout has words for them."""
    makes = makes_of(of_up, here)
    return makes(view.rules, [here.cards[number] for number in up], ()) if up and makes else ""


def _title(view: View, place: Place, shown: Shown, spot: Spot | None) -> str:
    if spot is None:
        name = f"Seat {place.owner}" if place.kind == "seat" else ""
    else:
        name = spot_name(view, spot)
        if place.owner == view.banker:
            name = f"{name}, the player-dealer" if spot.bettor == view.viewer else f"Player-dealer, {name}"
    return ", ".join(filter(None, (name, shown.title)))
