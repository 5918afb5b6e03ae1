"""The cards at each place, derived only from the events that a viewer may see."""

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.cards import JOKER, UNKNOWN, Card
from cardroom.play import BOARDS, Place
from cardroom.play.round import Dealt, Event, Moved, Turned, gone_from

__all__ = ["ABOUT_CARDS", "CardsAt", "boards", "cards_by_place", "follow"]

ABOUT_CARDS = frozenset((Dealt, Moved, Turned))
"""Events that change the cards at a place."""


class CardsAt(msgspec.Struct):
    """The cards at one place, in order."""

    cards: list[Card]
    up: list[bool]
    """Which cards are face up."""
    dealt_up: bool = False
    """Whether a card was dealt face up. Then the order of the cards matters."""
    dealt_down: bool = False
    """Whether a card was dealt face down."""
    wild: bool = False
    """Whether a joker was dealt face down. In some games that changes what it counts as."""

    @property
    def mixed(self) -> bool:
        """Whether some are face up and some face down now."""
        return len(set(self.up)) > 1

    @property
    def came_mixed(self) -> bool:
        """Whether some were dealt face up and some face down, even if all are face up now."""
        return self.dealt_up and self.dealt_down

    @property
    def joker(self) -> str | None:
        """How the joker was dealt, "up" or "down"; None if there is no known joker."""
        return None if JOKER not in self.cards else "down" if self.wild else "up"


def follow(places: dict[Place, CardsAt], event: Event) -> None:
    """Update the cards at each place with one event."""
    match event:
        case Dealt():
            here = places.setdefault(event.place, CardsAt([], []))
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
            here, there = places[event.place], places.setdefault(event.into, CardsAt([], []))
            moved = gone_from(event, len(here.cards))
            left = [position for position in range(len(here.cards)) if position not in moved]
            here.cards, here.up = [here.cards[each] for each in left], [here.up[each] for each in left]
            there.cards.extend(event.cards)
            if JOKER in event.cards:
                there.wild, here.wild = here.wild, False
            there.up.extend([event.to is None] * len(event.cards))


def boards(places: Mapping[Place, CardsAt], *, whole: bool) -> list[list[Card]]:
    """The known cards of each board.

    The boards of a hand that is run twice begin with the same cards, which are only at the first one. The later boards
    are left out until they are `whole`.
    """
    known = [[card for card in places[place].cards if card != UNKNOWN] for place in BOARDS if place in places]
    first = known[0] if known else []
    others = [each for each in known[1:] if whole or len(each) == len(first)]
    return [first, *(first[: len(first) - len(each)] + each for each in others)]


def cards_by_place(events: Iterable[Event]) -> dict[Place, CardsAt]:
    """The cards at each place, in the order in which the places first received cards.

    >>> from cardroom.play import hand_of
    >>> door = cards_by_place([Dealt(hand_of("1"), (51, 50), ("ann",)), Dealt(hand_of("1"), (7,))])[hand_of("1")]
    >>> door.cards, door.up, door.mixed
    ([51, 50, 7], [False, False, True], True)
    """
    places: dict[Place, CardsAt] = {}
    for event in events:
        follow(places, event)
    return places
