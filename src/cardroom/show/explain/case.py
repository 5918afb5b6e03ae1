"""A wager that was decided, with what one viewer may know about it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.play import BOARD, Place, Spot, hand_of
from cardroom.play.round import Acted, Dealt, Settled
from cardroom.rankings import RANKINGS
from cardroom.show.pictures import CardsAt, IndexedView
from cardroom.show.words import person

__all__ = ["Case", "HandSide", "joker_dealt"]

DEALER_NAME = "Dealer"


def joker_dealt(here: CardsAt | None, ranking: str) -> str | None:
    """How a joker was dealt, where the ranking depends on it."""
    return here.joker if here and ranking and RANKINGS[ranking].jokers else None


class HandSide(NamedTuple):
    """A hand to compare: whose it is, its cards, and the ranking that judges it."""

    name: str
    cards: tuple[Card, ...]
    ranking: str = ""
    board: tuple[Card, ...] = ()
    joker: str | None = None
    seat: int = 0
    mine: bool = False

    @property
    def hidden(self) -> bool:
        """Whether the viewer may not see all of it."""
        return not self.cards or UNKNOWN in self.cards or UNKNOWN in self.board


class Case(NamedTuple):
    """A decided wager as one viewer sees it. Cards that the viewer may not see are unknown here too."""

    view: IndexedView
    event: Settled
    spot: Spot
    places: Mapping[Place, CardsAt]

    def cards(self, place: Place) -> tuple[Card, ...]:
        """The cards at a place, as far as the viewer sees them."""
        return tuple(self.places[place].cards) if place in self.places else ()

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards of the board."""
        return self.cards(BOARD)

    @property
    def folded(self) -> bool:
        """Whether the hand was folded."""
        return any(event.spot == self.spot.id and event.action == "fold" for event in self.view.of(Acted))

    def person(self, bettor: str) -> str:
        """A bettor's name for this viewer."""
        return person(self.view, bettor)

    def own(self, ranking: str = "", part: str = "", board: Sequence[Card] = ()) -> HandSide:
        """The hand that the wager is on."""
        return self.side(self.seated.id, ranking, part, board) if self.seated else HandSide("", ())

    @property
    def seated(self) -> Spot | None:
        """The spot whose hand the wager is on. A backline bettor bets on the hand of the seat."""
        if not self.spot.backline:
            return self.spot
        return next((each for each in self.view.spots if each.seat == self.spot.seat and not each.backline), None)

    def side(self, spot: str, ranking: str = "", part: str = "", board: Sequence[Card] = ()) -> HandSide:
        """The hand of a spot."""
        owner, place = self.view.spot(spot), hand_of(spot, part)
        return HandSide(
            name=self.person(owner.bettor),
            cards=self.cards(place),
            ranking=ranking,
            board=tuple(board),
            joker=joker_dealt(self.places.get(place), ranking),
            seat=owner.seat,
            mine=owner.bettor == self.view.viewer,
        )

    def dealer(self, ranking: str = "", part: str = "", board: Sequence[Card] = ()) -> HandSide:
        """The hand to beat: the house dealer's or the player-dealer's."""
        place = self.view.dealer
        if place.kind == "hand":
            return self.side(place.owner, ranking, part, board)
        return HandSide(DEALER_NAME, self.cards(Place(place.kind, place.owner, part)), ranking, tuple(board))

    def first_cards(self, spot: str, count: int = 2) -> list[Card]:
        """The first cards that were dealt to a spot, before any split."""
        place, dealt = hand_of(spot), list[Card]()
        for event in self.view.of(Dealt):
            if event.place == place:
                dealt += event.cards
        return dealt[:count]
