"""Pots: whose hand won a pot or a part of it, against which hand, and who gets odd chips."""

from collections.abc import Mapping, Sequence

from cardroom.cards import Card
from cardroom.games.poker.pots import put_in, side_pots
from cardroom.games.poker.words import halves, split_words
from cardroom.money import dollars
from cardroom.play import BOARD, OTHER_BOARDS, Place, Spot, hand_of
from cardroom.play.round import POT, Acted, Transfer
from cardroom.rankings import RANKINGS
from cardroom.rulebook.schema import Poker
from cardroom.show.explain.case import HandSide, joker_dealt
from cardroom.show.explain.phrases import compared, deciding_hand, hand_words, lowered, opening, possessive, the, value
from cardroom.show.pictures import CardsAt, DecidingHand, Explanation, IndexedView
from cardroom.show.words import person

__all__ = ["pot"]

UNSEEN = {
    "nobody else is in the hand": "All other players folded, so {name} {win} without showing.",
    "everybody else mucked": "All other players mucked, so {name} {win} without showing.",
}
_ODD = {
    "highest hand up": "the best up cards",
    "high hand": "the higher cards",
}


class _Pot:
    """A pot that was pushed, with what one viewer may know of the hands that could win it."""

    def __init__(self, view: IndexedView, poker: Poker, event: Transfer, places: Mapping[Place, CardsAt]) -> None:
        self.view, self.poker, self.event, self.places = view, poker, event, places
        self.board = self._board()
        own = self.side(event.spot, poker.ranking)
        low = bool(poker.low) and not own.hidden and event.why == hand_words(self.side(event.spot, poker.low))
        self.low = low
        self.ranking = poker.low if low else poker.ranking
        self.winner = self.side(event.spot, self.ranking)

    def _board(self) -> tuple[Card, ...]:
        """The board that decides this part of the pot."""
        first = tuple(self.places[BOARD].cards) if BOARD in self.places else ()
        for place, which in zip(OTHER_BOARDS, ("second", "third"), strict=True):
            if self.event.wager.endswith(f", {which} board") and place in self.places:
                again = tuple(self.places[place].cards)
                return first[: len(first) - len(again)] + again
        return first

    def side(self, spot: str, ranking: str) -> HandSide:
        owner, place = self.view.spot(spot), hand_of(spot)
        here = self.places.get(place)
        return HandSide(
            name=person(self.view, owner.bettor),
            cards=tuple(here.cards) if here else (),
            ranking=ranking,
            board=self.board,
            joker=joker_dealt(here, ranking),
            seat=owner.seat,
            mine=owner.bettor == self.view.viewer,
        )

    @property
    def parts(self) -> list[Transfer]:
        """The transfers of the same part of the same pot: several if it is split."""
        same = [each for each in self.view.of(Transfer) if each.cause == "pot" and each.wager == self.event.wager]
        if not self.poker.low:
            return same
        return [each for each in same if each.spot == self.event.spot or self._is_low(each) == self.low]

    def _is_low(self, event: Transfer) -> bool:
        side = self.side(event.spot, self.poker.low)
        return not side.hidden and event.why == hand_words(side)

    @property
    def has_low(self) -> bool:
        """Whether a part of this pot went to a low hand."""
        same = [each for each in self.view.of(Transfer) if each.cause == "pot" and each.wager == self.event.wager]
        return bool(self.poker.low) and any(self._is_low(each) for each in same)

    def rivals(self) -> list[HandSide]:
        """The beaten hands that could have won this pot, the viewer's first, then the best."""
        winners = {each.spot for each in self.parts}
        sides = [self.side(spot, self.ranking) for spot in self._contenders() if spot not in winners]
        best, seen = value(self.winner), [side for side in sides if not side.hidden]
        beaten = [side for side in seen if value(side) < best]
        return sorted(beaten, key=lambda side: (not side.mine, -value(side)))

    def _contenders(self) -> Sequence[str]:
        """The spots that could win the pot. A viewer who mucked still knows the mucked hand."""
        acts = [event for event in self.view.of(Acted) if event.action in ("fold", "muck")]
        out = {event.spot for event in acts}
        mucked = [
            event.spot
            for event in acts
            if event.action == "muck" and self.view.spot(event.spot).bettor == self.view.viewer
        ]
        moved = self.view.of(Transfer)
        counted, dead = put_in(moved)
        charged = sum(event.amount for event in moved if event.cause == "fee" and event.payer == POT)
        live = [spot for spot in counted if spot not in out]
        pots = side_pots(counted, dead, live, charged) if live else []
        name = self.event.wager.partition(",")[0]
        number = int(name.rpartition(" ")[2]) if name.startswith("side pot") else 0
        among = pots[number].players if len(pots) > 1 and number < len(pots) else tuple(live)
        return *among, *mucked


def pot(view: IndexedView, event: Transfer, places: Mapping[Place, CardsAt]) -> Explanation | None:
    """Why a player won a pot, or a part of one."""
    poker = view.rules.poker
    if poker is None:
        return None
    spot = view.spot(event.spot)
    if event.why in UNSEEN:
        return _unseen(view, event, spot)
    shown = _Pot(view, poker, event, places)
    if shown.winner.hidden:
        return None
    split, rivals = [each for each in shown.parts if each.spot != event.spot], shown.rivals()
    hands: tuple[DecidingHand, ...]
    first, second = halves(poker.ranking, poker.low)
    half = f"the {second}" if shown.low else f"the {first}" if shown.has_low else "the pot"
    if rivals:
        says, hands, _ = compared(shown.winner, rivals[0])
    else:
        hand = deciding_hand(shown.winner, won=not split)
        comma = "," if "," in hand.says else ""
        says = f"{opening(possessive(shown.winner.name))} {lowered(hand.says)}{comma} wins {half}"
        hands = (hand,)
    says = f"{says}."
    if split:
        names = [person(view, view.spot(each.spot).bettor) for each in split]
        have = "has" if len(names) == 1 and names[0] != "You" else "have"
        says += f" {opening(' and '.join(map(the, names)))} {have} the same hand, so they share {half}."
    if poker.low and RANKINGS[poker.low].qualifies and not shown.has_low:
        says += " No low qualifies, so the high hand wins the whole pot."
    return Explanation(says, _rule(shown, split), hands)


def _unseen(view: IndexedView, event: Transfer, spot: Spot) -> Explanation:
    name = person(view, spot.bettor)
    win = "win" if name == "You" else "wins"
    return Explanation(
        UNSEEN[event.why].format(name=the(name), win=win),
        "The last player in the hand wins the pot. The hand need not be shown.",
    )


def _rule(shown: _Pot, split: Sequence[Transfer]) -> str:
    poker, event = shown.poker, shown.event
    if poker.low and not RANKINGS[poker.low].qualifies:
        rule = split_words(poker.ranking, poker.low)
    elif shown.low:
        rule = "The best low of eight or better wins half the pot."
    elif poker.low:
        rule = "The highest hand wins half the pot, and all of it if no low qualifies."
    elif shown.ranking == "badugi":
        rule = "The hand with the most cards of different ranks and suits wins. Of equally many, the lowest wins."
    elif shown.ranking in ("2-7", "ace-to-five"):
        rule = "The lowest hand wins the pot."
    else:
        rule = "The highest hand wins the pot."
    odd = event.amount - min((each.amount for each in split), default=event.amount)
    if odd > 0:
        left = f"the seat nearest to the left of the {'dealer' if poker.showing else 'button'}"
        first = _ODD.get(poker.odd_chip, left)
        rule += f" The odd {dollars(odd)} of a split goes to {first}."
    return rule
