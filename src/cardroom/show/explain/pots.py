"""Pots: whose hand won a pot or a part of it, against which hand, and who gets odd chips."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from cardroom.cards import Card
from cardroom.games.poker.pots import put_in, side_pots
from cardroom.games.poker.words import halves, split_words
from cardroom.money import dollars
from cardroom.play import BOARD, OTHER_BOARDS, Place, Spot, hand_of
from cardroom.play.round import POT, Acted, Transfer
from cardroom.rankings import MOST_KICKERS, RANKINGS, in_words, words_apart
from cardroom.rulebook.schema import Poker
from cardroom.show.explain.case import HandSide, joker_dealt
from cardroom.show.explain.phrases import (
    brief,
    capitalized,
    compared,
    deciding_hand,
    lowered,
    opening,
    possessive,
    the,
    value,
)
from cardroom.show.pictures import CardsAt, DecidingHand, Explanation, IndexedView
from cardroom.show.words import person

__all__ = ["UNSEEN", "PotPart", "odd_chips", "pot"]

UNSEEN = {
    "nobody else is in the hand": "All other players folded, so {name} {win} without showing.",
    "everybody else mucked": "All other players mucked, so {name} {win} without showing.",
}
_ODD = {
    "highest hand up": "the best up cards",
    "high hand": "the higher cards",
}


class PotPart:
    """A share of a pot that was pushed, with what one viewer may know of the hands that could win it."""

    def __init__(self, view: IndexedView, poker: Poker, event: Transfer, places: Mapping[Place, CardsAt]) -> None:
        self.view, self.poker, self.event, self.places = view, poker, event, places
        self.board = self._board()
        self.low = self._is_low(event)
        self.ranking = poker.low if self.low else poker.ranking
        self.winner = self.side(event.spot, self.ranking)

    def _board(self) -> tuple[Card, ...]:
        """The board that decides this part of the pot."""
        first = tuple(self.places[BOARD].cards) if BOARD in self.places else ()
        for place, which in zip(OTHER_BOARDS, ("second", "third"), strict=True):
            if self.event.wager.endswith(f", {which} board") and place in self.places:
                again = tuple(self.places[place].cards)
                return first[: len(first) - len(again)] + again
        return first

    def _is_low(self, event: Transfer) -> bool:
        """Whether a share of this pot was won by a low: its reason names the low."""
        if not self.poker.low:
            return False
        side = self.side(event.spot, self.poker.low)
        names = (in_words(side.ranking, value(side), more) for more in range(MOST_KICKERS)) if not side.hidden else ()
        return event.why in names

    @cached_property
    def _pushed(self) -> dict[Transfer, bool]:
        """All shares of the same pot, each with whether a low won it."""
        pushed = (each for each in self.view.of(Transfer) if each.cause == "pot" and each.wager == self.event.wager)
        return {each: self._is_low(each) for each in pushed}

    @property
    def half(self) -> str:
        """Which half of the pot this part is: "low half"; empty if the pot was not split by two rankings."""
        return halves(self.poker.ranking, self.poker.low)[self.low] if any(self._pushed.values()) else ""

    @property
    def lead(self) -> int:
        """By how much this half is larger than the other one, in cents."""
        own = sum(share.amount for share in self.shares)
        return 2 * own - sum(share.amount for share in self._pushed)

    def side(self, spot: str, ranking: str = "") -> HandSide:
        """The hand of a spot, judged by the ranking of this part or another one."""
        ranking = ranking or self.ranking
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

    @cached_property
    def shares(self) -> list[Transfer]:
        """The transfers of the same part of the same pot: several if it is split."""
        return [each for each, low in self._pushed.items() if low == self.low]

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The strengths of all hands that the viewer sees at the showdown. Their words are told apart together."""
        sides = [self.side(spot) for spot in self.compared_spots()]
        return tuple(sorted({value(side) for side in sides if not side.hidden}))

    def hand(self, spot: str, *, won: bool = False) -> DecidingHand:
        """The hand of a spot, in words that differ from those of every different hand."""
        side = self.side(spot)
        says = capitalized(words_apart(self.ranking, value(side), *self.shown)[0])
        return deciding_hand(side, won=won, says=says)

    def rivals(self) -> list[HandSide]:
        """The beaten hands that could have won this part, the viewer's first, then the best."""
        winners = {each.spot for each in self.shares}
        sides = [self.side(spot) for spot in self._contenders() if spot not in winners]
        best, seen = value(self.winner), [side for side in sides if not side.hidden]
        beaten = [side for side in seen if value(side) < best and (value(side) or not RANKINGS[self.ranking].qualifies)]
        return sorted(beaten, key=lambda side: (not side.mine, -value(side)))

    def compared_spots(self) -> list[str]:
        """The spots that came to the showdown. A viewer who mucked still knows the mucked hand."""
        acts = self.view.of(Acted)
        folded = {event.spot for event in acts if event.action == "fold"}
        mucked = {event.spot for event in acts if event.action == "muck"}
        out = folded | (mucked - self.view.names.own_spots)
        return [each.id for each in self.view.spots if each.id not in out]

    def _contenders(self) -> Sequence[str]:
        """The spots that could win the pot."""
        out = {event.spot for event in self.view.of(Acted) if event.action in ("fold", "muck")}
        moved = self.view.of(Transfer)
        counted, dead = put_in(moved)
        charged = sum(event.amount for event in moved if event.cause == "fee" and event.payer == POT)
        live = [spot for spot in counted if spot not in out]
        pots = side_pots(counted, dead, live, charged) if live else []
        name = self.event.wager.partition(",")[0]
        number = int(name.rpartition(" ")[2]) if name.startswith("side pot") else 0
        among = pots[number].players if len(pots) > 1 and number < len(pots) else tuple(live)
        return [spot for spot in self.compared_spots() if spot in among or spot in out]


def pot(view: IndexedView, event: Transfer, places: Mapping[Place, CardsAt]) -> Explanation | None:
    """Why a player won a pot, or a part of one."""
    poker = view.rules.poker
    if poker is None:
        return None
    spot = view.spot(event.spot)
    if event.why in UNSEEN:
        return _unseen(view, event, spot)
    part = PotPart(view, poker, event, places)
    if part.winner.hidden:
        return None
    split, rivals = [each for each in part.shares if each.spot != event.spot], part.rivals()
    half = f"the {part.half or 'pot'}"
    hands: tuple[DecidingHand, ...]
    if rivals:
        says, hands, _ = compared(part.winner, rivals[0], among=part.shown)
        short = brief(*hands)
    else:
        hand = part.hand(event.spot, won=not split)
        comma = "," if "," in hand.says else ""
        says = short = f"{opening(possessive(part.winner.name))} {lowered(hand.says)}{comma} wins {half}"
        if part.low and RANKINGS[part.ranking].qualifies and not split:
            says += ": no other low qualifies"
        hands = (hand,)
    says = f"{says}."
    if split:
        names = [person(view, view.spot(each.spot).bettor) for each in split]
        have = "has" if len(names) == 1 and names[0] != "You" else "have"
        says += f" {opening(' and '.join(map(the, names)))} {have} the same hand, so they share {half}."
    if poker.low and RANKINGS[poker.low].qualifies and not part.half:
        says += " No low qualifies, so the high hand wins the whole pot."
    odd = odd_chips(part) if event.amount == max(each.amount for each in part.shares) else ()
    return Explanation(says, " ".join((_rule(part), *odd)), hands, short)


def _unseen(view: IndexedView, event: Transfer, spot: Spot) -> Explanation:
    name = person(view, spot.bettor)
    win = "win" if name == "You" else "wins"
    return Explanation(
        UNSEEN[event.why].format(name=the(name), win=win),
        "The last player in the hand wins the pot. The hand need not be shown.",
    )


def _rule(part: PotPart) -> str:
    poker = part.poker
    if poker.low and not RANKINGS[poker.low].qualifies:
        return split_words(poker.ranking, poker.low)
    if part.low:
        return "The best low of eight or better wins half the pot."
    if poker.low:
        return "The highest hand wins half the pot, and all of it if no low qualifies."
    if part.ranking == "badugi":
        return "The hand with the most cards of different ranks and suits wins. Of equally many, the lowest wins."
    if part.ranking in ("2-7", "ace-to-five"):
        return "The lowest hand wins the pot."
    return "The highest hand wins the pot."


def odd_chips(part: PotPart) -> list[str]:
    """Who gets the odd chips of this part of a pot and why, in sentences: of its shares, and of the halves."""
    poker, shares = part.poker, part.shares
    left = f"the seat nearest to the left of the {'dealer' if poker.showing else 'button'}"
    says = []
    first, least = max(shares, key=lambda each: each.amount), min(each.amount for each in shares)
    if first.amount > least:
        name = the(person(part.view, part.view.spot(first.spot).bettor))
        says.append(f"The odd {dollars(first.amount - least)} goes to {name}: {_ODD.get(poker.odd_chip, left)}.")
    if part.half and part.lead > 0:
        always = "high hand" in (poker.odd_chip, poker.odd_half)
        why = "the rules of this game say so" if always else f"a winner of it has {_ODD.get(poker.odd_chip, left)}"
        says.append(f"The odd {dollars(part.lead)} of the halves goes to the {part.half}: {why}.")
    return says
