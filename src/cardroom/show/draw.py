"""One picture of a table from one view of it. What differs between games is what their layouts and rule sets say."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Spot, View, hand_of
from cardroom.play.events import Acted, Dealt, Marked, Transfer, fold, opening
from cardroom.play.layout import Shown
from cardroom.play.places import HOUSE_SPOT, Account, front_of
from cardroom.play.view import sort_out
from cardroom.show.chips import bank, boxes, meters, pots
from cardroom.show.cloth import cloth
from cardroom.show.collection import posted_lines
from cardroom.show.laid import Laid, follow, laid_of, made, makes_of, shown_at
from cardroom.show.names import person, spot_name
from cardroom.show.picture import Chair, Marker, Notice, Picture, Spread, Status
from cardroom.show.plays import plays
from cardroom.show.prompts import prompt
from cardroom.show.results import results
from cardroom.show.words import Telling, did, lines

__all__ = ["Drawing", "picture"]


def picture(view: View, since: int = 0, telling: Telling | None = None) -> Picture:
    """What the viewer sees; of what happened, that from an event on. A `telling` of the round so far is told on.

    >>> import cardroom
    >>> round = cardroom.game("ultimate-texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> seen = picture(round.view("ann"))
    >>> [(chair.name, chair.stack) for chair in seen.chairs], seen.waits_for
    ([('You', 50000), ('bob', 50000)], ('You',))
    >>> [offer.label for offer in seen.prompts[0].offers]
    ['Bank', 'Pass']
    """
    rules = view.rules
    over = view.done
    folded = _folded(view)
    markers = _markers(view)
    came_in = _came_in(view)
    chairs = tuple(_chair(view, spot, folded, markers, came_in) for spot in _people(view))
    display = layout(rules).display
    return Picture(
        game=rules.game,
        name=rules.name,
        rules=rules.rules,
        id=rules.id,
        viewer=view.viewer,
        cloth=cloth(rules),
        chairs=chairs,
        spreads=tuple(_spreads(view, folded)),
        markers=tuple(marker for marker in markers if not any(marker in chair.markers for chair in chairs)),
        boxes=tuple(boxes(view)),
        bank=bank(view),
        pots=tuple(pots(view, folded)),
        meters=tuple(meters(view)),
        notices=tuple(Notice(notice.text, rules.cite(notice.cite)) for notice in rules.notices()),
        collection=tuple(posted_lines(rules)),
        display=display(rules, view.own) if display else {},
        waits_for=tuple(dict.fromkeys(_waited_for(view))),
        prompts=tuple(prompt(view, ask) for ask in view.asks),
        results=tuple(results(view)),
        happened=tuple(telling.on(view) if telling else lines(view, since)),
        over=over,
    )


class Drawing:
    """A round drawn for one viewer again and again: what was worked out before is not worked out anew.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> drawing = Drawing()
    >>> before = drawing.of(round.view("ann"))
    >>> round.answer(round.ask.spot, "fold")
    >>> drawing.of(round.view("ann")) == picture(round.view("ann")) != before
    True
    """

    def __init__(self) -> None:
        self._telling = Telling()
        self._events = 0
        self._balances: dict[Account, int] = {}
        self._places: dict[Place, Laid] = {}
        self._kinds: dict[type, list[Any]] = {}
        self._names: tuple[tuple[Spot, ...], dict[str, str], dict[str, str]] = ((), {}, {})

    def of(self, view: View) -> Picture:
        """The picture of a view of the round, later than the last one."""
        new = view.events[self._events :]
        self._balances = fold(new, self._balances if self._events else opening(view.stacks))
        for event in new:
            follow(self._places, event)
        self._events = len(view.events)
        if view.spots != self._names[0]:
            self._names = (view.spots, {}, {})
        sort_out(new, self._kinds)
        known = {"balances": self._balances, "laid": self._places, "kinds": self._kinds}
        view.__dict__.update(known, people=self._names[1], **{"spot names": self._names[2]})
        return picture(view, telling=self._telling)


# -- people -----------------------------------------------------------------------------------------------------------


def _people(view: View) -> list[Spot]:
    """Everybody once: where they sit, or where they stand if they sit nowhere."""
    found: dict[str, Spot] = {}
    for spot in sorted(view.spots, key=lambda spot: (spot.backline, spot.second)):
        if not spot.circle:
            found.setdefault(spot.bettor, spot)
    return sorted(found.values(), key=lambda spot: (spot.seat, spot.backline))


def _chair(
    view: View, spot: Spot, folded: set[str], markers: Iterable[Marker], came_in: Mapping[str, set[str]]
) -> Chair:
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
        status=_status(view, spots, folded, came_in),
        draws=_draws_left(view, spot.id),
        markers=() if spot.backline else tuple(marker for marker in markers if marker.seat == spot.seat),
        net=stack - view.stacks[bettor] if view.done else None,
    )


def _status(view: View, spots: Sequence[Spot], folded: set[str], came_in: Mapping[str, set[str]]) -> Status:
    """How somebody stands in the round: by what they did, what they have put in, and whether they were in it at all."""
    ids = {spot.id for spot in spots}
    if ids <= folded:
        return "mucked" if any("muck" in came_in.get(each, ()) for each in ids) else "folded"
    if _DEALT not in came_in:  # everybody may still come in
        return ""
    put_in: set[str] = set().union(*(came_in.get(each, ()) for each in ids))
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
    """For what each spot has put in chips, and whether it did not show; under no spot, whether cards were dealt."""
    found: dict[str, set[str]] = {}
    for moved in view.of(Transfer):
        found.setdefault(moved.spot, set()).add(moved.cause)
    for acted in view.of(Acted):
        if acted.action == "muck":
            found.setdefault(acted.spot, set()).add("muck")
    if view.of(Dealt):
        found[_DEALT] = set()
    return found


_DEALT = "?"


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


def _waited_for(view: View) -> list[str]:
    spots = [HOUSE_SPOT if each == HOUSE_SPOT.id else view.spot(each) for each in view.asked]
    return ["the house" if spot is HOUSE_SPOT else person(view, spot.bettor) for spot in spots]


# -- cards ------------------------------------------------------------------------------------------------------------


def _spreads(view: View, folded: set[str]) -> list[Spread]:
    """The cards to beat, what all share, everybody's in the order of the seats, the viewer's last."""
    places = laid_of(view)
    seats = {spot.id: number for number, spot in enumerate(view.spots)}
    kinds = {
        (kind, shown.part): (number, part)
        for number, (kind, parts) in enumerate(layout(view.rules).places.items())
        for part, shown in enumerate(parts)
    }
    found = []
    for place, here in _with_empty_rows(view, places).items():
        shown = shown_at(view, place)
        if shown is None or not (here.cards or shown.slots):
            continue
        spread = _spread(view, place, shown, here, places, folded)
        group = 3 if spread.mine else 0 if spread.dealer else 1 if not place.owner else 2
        found.append(((group, seats.get(place.owner, spread.seat), *kinds[place.kind, place.part]), spread))
    return [spread for _, spread in sorted(found, key=lambda pair: pair[0])]


def _with_empty_rows(view: View, places: dict[Place, Laid]) -> dict[Place, Laid]:
    """The places with cards, and beside a hand that is set in rows those that are empty yet."""
    rows = [shown.part for shown in layout(view.rules).places.get("hand", ()) if shown.slots]
    owners = dict.fromkeys(place.owner for place in places if place.kind == "hand") if rows else {}
    empty: dict[Place, Laid] = {hand_of(owner, part): Laid([], []) for owner in owners for part in rows}
    return empty | places


def _spread(view: View, place: Place, shown: Shown, here: Laid, places: dict[Place, Laid], folded: set[str]) -> Spread:
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


def _plays(view: View, place: Place, shown: Shown, here: Laid, places: dict[Place, Laid]) -> tuple[Card, ...]:
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
