"""The cards of a round: the deck or shoe they come from, the places they go to, and who sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardroom.cards import UNKNOWN, Card
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle, Stream
from cardroom.errors import InvariantError, OutOfCards
from cardroom.play.round.carry import Shoe
from cardroom.play.round.events import Dealt, Event, Moved, Rolled, Said, Turned
from cardroom.play.round.places import BURN, Place, Spot, hand_of, place_of

__all__ = ["Dealing"]


class Dealing:
    """The deck and the hands, and the script's verbs for both."""

    def __init__(self, shuffle: Shuffle | SealedShuffle, shoe: Shoe | None, tell: Callable[[Event], None]) -> None:
        self._shuffle = shuffle
        self._tell = tell
        self.hands: dict[Place, list[Card]] = {}
        """The cards at each place."""
        self.dealt = shoe.dealt if shoe else 0
        """Cards that have left the deck or shoe."""
        self._earlier = self.dealt
        """Cards of `dealt` that left in earlier rounds and have not been reshuffled."""
        self._stock = shuffle.order
        """The order of the cards, with reshuffled discards at its end."""
        self._drawn = shoe.drawn if shoe else None
        self._times: dict[str, int] = {}
        self.drawn: list[dict[str, Any]] | None = []
        """Draws besides the cards, for a seat's proof. None once discards were reshuffled, because the proof would then
        reveal where a player's own discards went."""

    def hand(self, where: Spot | Place | str) -> list[Card]:
        """The cards of a spot or at a place, in order."""
        return self.hands.get(place_of(where)) or []

    @property
    def left(self) -> int:
        """Cards that can still be dealt: those of the deck, or those of the shoe and its discards."""
        return len(self._stock) + self._earlier - self.dealt

    def shoe(self, behind_cut: int) -> Shoe | None:
        """The state of the shoe for the next round; None if the cut card has come."""
        return Shoe(self.dealt, self._drawn) if len(self._shuffle.order) - self.dealt > behind_cut else None

    def _reach(self, count: int) -> None:
        """Reshuffle the discards when a shoe runs out in mid-round."""
        if count > self.left:
            raise OutOfCards("the script deals more cards than there are")
        self._restock(self._stock[: self._earlier], "The shoe")
        self._earlier = 0

    def reshuffle(self, *places: Place) -> None:
        """Shuffle the cards of these places and put them under the stub, as some rules do when it runs out."""
        self._restock([card for place in places for card in self.hands.pop(place, [])], "The stub")

    def _restock(self, cards: Sequence[Card], what: str) -> None:
        stream = self._drawing(what.lower())
        self._stock = (*self._stock, *stream.permute(cards))
        self._drawn, self.drawn = stream.offset, None
        self._tell(Said(f"{what} runs out: {len(cards)} discards are shuffled again and dealt"))

    def deal(self, where: Spot | Place, count: int = 1, *, up: bool = False) -> None:
        """Deal face down to a spot, whose bettor sees the cards, or to a place; `up` deals face up."""
        place, to = (hand_of(where.id), (where.bettor,)) if isinstance(where, Spot) else (where, ())
        last = self.dealt + count
        if last > len(self._stock):
            self._reach(count)
        cards = self._stock[self.dealt : last]
        self.dealt = last
        hand = self.hands.get(place)
        if hand is None:
            self.hands[place] = list(cards)
        else:
            hand.extend(cards)
        self._tell(Dealt(place, cards, None if up else to))

    def deal_around(self, spots: Sequence[Spot], faces: str = "d") -> None:
        """Deal one card after another around the table, a round for each face: d is down, for the bettor, u is up."""
        if self.dealt + len(spots) * len(faces) > len(self._stock):
            for face in faces:
                for spot in spots:
                    self.deal(spot, up=face == "u")
            return
        tell, at = self._tell, self.dealt
        self.dealt = last = at + len(spots) * len(faces)
        cards = iter(self._stock[at:last])
        hands = [(place := hand_of(spot.id), self.hands.setdefault(place, []), (spot.bettor,)) for spot in spots]
        for face in faces:
            down = face == "d"
            for (place, hand, to), card in zip(hands, cards, strict=False):
                hand.append(card)
                tell(Dealt(place, (card,), to if down else None))

    def burn(self) -> None:
        """Discard the top card face down."""
        self.deal(BURN)

    def turn(self, where: Spot | Place, *positions: int) -> None:
        """Turn cards of a place face up: those at these positions, or all."""
        place = where if type(where) is Place else place_of(where)
        hand = self.hands[place]
        if positions:
            self._tell(Turned(place, positions, tuple([hand[position] for position in positions])))
        else:
            self._tell(Turned(place, tuple(range(len(hand))), tuple(hand)))

    def move(
        self,
        source: Spot | Place,
        into: Spot | Place,
        *positions: int,
        up: bool = False,
        seen_by: Spot | None = None,
    ) -> None:
        """Move cards of a place, or all of them, to another place.

        The bettor of the new spot sees them, or with `up` all players. For a part of a hand, `seen_by` names the spot
        whose bettor sees them.
        """
        place = source if type(source) is Place else place_of(source)
        target, to = (hand_of(into.id), (into.bettor,)) if isinstance(into, Spot) else (into, ())
        if seen_by:
            to = (seen_by.bettor,)
        hand = self.hands[place]
        if positions:
            at = positions
            cards = tuple([hand[position] for position in at])
            self.hands[place] = [card for position, card in enumerate(hand) if position not in at]
        else:
            at, cards = tuple(range(len(hand))), tuple(hand)
            self.hands[place] = []
        self.hands.setdefault(target, []).extend(cards)
        by = (source.bettor,) if isinstance(source, Spot) else ()
        self._tell(Moved(place, at, target, cards, None if up else to, by))

    def lay_out(self, place: Place, *parts: tuple[Place, Sequence[Card]]) -> None:
        """Move the cards of a place face up to other places, each with the cards for it."""
        left = self.hands[place]
        for into, cards in parts:
            at = tuple(map(left.index, cards))
            if len({*at}) < len(at):
                raise InvariantError("the cards that a script lays out must differ")
            left = self.hands[place] = [card for position, card in enumerate(left) if position not in at]
            self.hands.setdefault(into, []).extend(cards)
            self._tell(Moved(place, at, into, tuple(cards)))

    def show(self, where: Spot | Place, named: Sequence[Card]) -> None:
        """Turn a hand face up, with names for its unknown cards."""
        place = place_of(where)
        names = iter(named)
        self.hands[place] = [next(names) if card == UNKNOWN else card for card in self.hands[place]]
        self.turn(place)

    def _drawing(self, what: str) -> Stream:
        """The stream for a draw. Each purpose counts its own draws."""
        times = self._times[what] = self._times.get(what, 0) + 1
        return self._shuffle.drawing(f"{times} {what}", self._drawn)

    def roll(self, what: str, count: int, sides: int | Sequence[int], *, different: bool = False) -> tuple[int, ...]:
        """Draw numbers in mid-round from the round's own stream: dice, or different numbers.

        `sides` is the number of faces, counted from 1, or the faces themselves.
        """
        stream = self._drawing(what)
        faces = range(1, sides + 1) if isinstance(sides, int) else sides
        if different:
            places = stream.permute(range(len(faces)))[:count]
        else:
            places = [stream.below(len(faces)) for _ in range(count)]
        numbers = tuple([faces[place] for place in places])
        self._drawn = stream.offset
        if self.drawn is not None:
            draw = {"what": what, "of": len(faces), "numbers": [place + 1 for place in places], "differ": different}
            self.drawn.append(draw)
        self._tell(Rolled(what, numbers))
        return numbers
