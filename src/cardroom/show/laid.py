"""Where the cards lie and what they make there, from what a viewer was told and nothing else: a fold of the events."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from cardroom.cards import JOKER, UNKNOWN, Card
from cardroom.games import layout
from cardroom.play import BOARD, Place, Shown, View
from cardroom.play.events import Dealt, Event, Moved, Turned
from cardroom.play.layout import Makes
from cardroom.play.view import gone_from
from cardroom.rulebook import RuleSet

__all__ = ["Laid", "follow", "laid", "laid_of", "made", "makes_of", "shown_at"]


class Laid(msgspec.Struct):
    """The cards at a place as they lie there."""

    cards: list[Card]
    up: list[bool]
    """Which of them everybody sees."""
    dealt_up: bool = False
    """Whether some of them were dealt face up, so that their order means something ..."""
    dealt_down: bool = False
    """... and whether some were dealt face down."""
    wild: bool = False
    """Whether there is a joker among them that was dealt face down, which in some games makes it another card."""

    @property
    def mixed(self) -> bool:
        """Whether some are up and some are down ..."""
        return len(set(self.up)) > 1

    @property
    def came_mixed(self) -> bool:
        """... or came so, though all may have been turned up since."""
        return self.dealt_up and self.dealt_down

    @property
    def joker(self) -> str | None:
        """How the joker among them was dealt, up or down; None where there is none, or none that is known."""
        return None if JOKER not in self.cards else "down" if self.wild else "up"


def follow(places: dict[Place, Laid], event: Event) -> None:
    """Move the cards as an event says."""
    match event:
        case Dealt():
            here = places.setdefault(event.place, Laid([], []))
            here.cards.extend(event.cards)
            here.up.extend([event.to is None] * len(event.cards))
            here.dealt_up = here.dealt_up or event.to is None
            here.dealt_down = here.dealt_down or event.to is not None
            here.wild = here.wild or (event.to is not None and JOKER in event.cards)
        case Turned():
            here = places[event.place]
            for position, card in zip(event.at, event.cards, strict=True):
                here.wild = here.wild or (card == JOKER and not here.up[position])
                here.cards[position], here.up[position] = card, True
        case Moved():
            here, there = places[event.place], places.setdefault(event.into, Laid([], []))
            gone = gone_from(event, len(here.cards))
            left = [position for position in range(len(here.cards)) if position not in gone]
            here.cards, here.up = [here.cards[each] for each in left], [here.up[each] for each in left]
            there.cards.extend(event.cards)
            if JOKER in event.cards:
                there.wild, here.wild = here.wild, False
            there.up.extend([event.to is None] * len(event.cards))


def laid(events: Iterable[Event]) -> dict[Place, Laid]:
    """Every place to which cards came, in the order in which they first did.

    >>> from cardroom.play import hand_of
    >>> door = laid([Dealt(hand_of("1"), (51, 50), ("ann",)), Dealt(hand_of("1"), (7,))])[hand_of("1")]
    >>> door.cards, door.up, door.mixed
    ([51, 50, 7], [False, False, True], True)
    """
    places: dict[Place, Laid] = {}
    for event in events:
        follow(places, event)
    return places


def laid_of(view: View) -> dict[Place, Laid]:
    """Every place to which cards came that a viewer was told of; who looks again must not change it."""
    known: dict[Place, Laid] | None = view.__dict__.get("laid")
    if known is None:
        known = view.__dict__["laid"] = laid(view.events)
    return known


def shown_at(view: View, place: Place) -> Shown | None:
    """How the game's layout shows a place, if it does: a hand of a split circle in its own way, if it has one."""
    declared = split = None
    for shown in layout(view.rules).places.get(place.kind, ()):
        if shown.part == place.part:
            declared = shown
        if shown.part == "split":
            split = shown
    if split is None or place.part:
        return declared
    circle = next((spot.whole for spot in view.spots if spot.id == place.owner), "")
    return split if circle and sum(spot.whole == circle for spot in view.spots) > 1 else declared


def makes_of(shown: Shown | None, here: Laid) -> Makes | None:
    """The words for what lies at a place, if the layout has some: they may hang on how a joker was dealt."""
    if shown is None:
        return None
    return shown.wild if here.wild and shown.wild else shown.makes


def made(view: View, place: Place, places: Mapping[Place, Laid]) -> str:
    """What the cards at a place make, in words, with those that everybody shares and everybody sees."""
    makes = makes_of(shown_at(view, place), places[place])
    if makes is None:
        return ""
    board = [card for card in places[BOARD].cards if card != UNKNOWN] if BOARD in places else []
    return _words(makes, view.rules, tuple(places[place].cards), () if place == BOARD else tuple(board))


@lru_cache(maxsize=20_000)
def _words(makes: Makes, rules: RuleSet, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What cards make, worked out once for all who look at them."""
    return makes(rules, cards, board)
