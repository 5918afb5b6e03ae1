"""HandSide bets that cards alone decide, and wagers that a fold gives up."""

from typing import cast

from cardroom.cards import UNKNOWN, Card, pretty
from cardroom.games import layout
from cardroom.play import Place, Spot, hand_of
from cardroom.play.round import Round, judged_on
from cardroom.rankings import RANKINGS, describe, rank
from cardroom.rankings.deciding import cards_that_play
from cardroom.rulebook.schema import AWARD
from cardroom.show.explain.case import Case
from cardroom.show.explain.phrases import article, lowered, lowest_line, odds_text, opening, possessive, the
from cardroom.show.pictures import DecidingHand, Explanation
from cardroom.show.words import label

__all__ = ["fold", "side_bet"]

_GROUPS = {
    "pocket": "{own} first two cards",
    "own hand": "{own} hand",
    "board": "the board",
    "flop": "the flop",
    "pocket and flop": "{own} first two cards and the flop",
    "dealer's pocket": "{dealer} first two cards",
    "dealer's hand": "{dealer} hand",
    "both pockets": "the first two cards of {owner} and {dealers}",
    "both hands": "the cards of {owner} and {dealers}",
    "extra cards": "the four extra cards",
    "pocket and extra cards": "{own} first two cards and the four extra cards",
}
"""Groups of cards in words. Other groups have the name that their layout gives them."""


class _SeenCards:
    """The visible cards, in the form in which a layout's groups read those of a round."""

    def __init__(self, case: Case) -> None:
        self.dealer = case.view.dealer
        self.cards, self._case = self, case

    @property
    def hands(self) -> dict[Place, list[Card]]:
        """The cards at each place."""
        return {place: here.cards for place, here in self._case.places.items()}

    def hand(self, where: Spot | Place) -> list[Card]:
        return [*self._case.cards(hand_of(where.id) if isinstance(where, Spot) else where)]


def fold(case: Case) -> Explanation:
    """A wager that was given up with its hand. No hands are compared."""
    name = case.person(case.spot.bettor)
    return Explanation(
        f"{name} folded, so the hands were not compared.",
        f"A fold gives up {label(case.view.rules, case.event.wager)}.",
    )


def side_bet(case: Case) -> Explanation | None:
    """A bet that a group of cards decides by a ranking."""
    rules, event = case.view.rules, case.event
    bet = rules.wager[event.wager]
    name, ranking = label(rules, event.wager), rules.table(bet.pays).ranking
    group = judged_on(rules, event.wager, folded=case.folded)
    seen = cast(Round, _SeenCards(case))
    chosen = layout(rules).cards[group]
    cards: tuple[Card, ...] = tuple(chosen.cards(seen, case.spot))
    if not cards or UNKNOWN in cards:
        return None
    own, dealer = case.own(), case.dealer()
    words = _GROUPS.get(group, group).format(
        own=possessive(own.name), dealer=possessive(dealer.name), owner=the(own.name), dealers=the(dealer.name)
    )
    made = _made(ranking, cards)
    because = f"{own.name} folded, so only {words} counts. " if group != bet.cards else ""
    several = words.endswith("cards") or " of " in words or " and " in words
    makes, are = ("make", "are") if several else ("makes", "is")
    few = f" ({pretty(cards)})" if len(cards) <= 3 else ""
    does = f"{makes} {article(lowered(made))}" if made else f"{are} not on the pay table"
    says = f"{opening(words)}{few} {does}."
    alive = ", won or lost" if layout(rules).folds and bet.when != AWARD else ""
    lowest = lowest_line(rules, bet.pays)
    if event.won:
        rule = f"{name} counts {words} alone{alive}. Its pay table: {event.line} pays {odds_text(event)}."
    else:
        rule = f"{name} counts {words} alone{alive}. Its lowest paying line is {article(lowest)}."
    return Explanation(
        because + says, rule, (_hand(case, ranking, cards, made or "No line", "" if chosen.own else words),)
    )


def _made(ranking: str, cards: tuple[Card, ...]) -> str:
    """What the cards make, in words; empty if they have no name."""
    if rank(ranking, cards) is not None:
        return describe(ranking, cards)
    beneath = RANKINGS[ranking].beneath
    return describe(beneath, cards) if beneath else ""


def _hand(case: Case, ranking: str, cards: tuple[Card, ...], made: str, words: str) -> DecidingHand:
    """The cards that decided it. `words` name them if the player's own cards are not among them."""
    own = case.own()
    playing = cards_that_play(ranking, cards) or cards
    return DecidingHand(
        name=opening(words) or own.name,
        says=made,
        cards=playing,
        shared=tuple(card for card in playing if card in case.board),
        seat=0 if words else own.seat,
        mine=own.mine and not words,
        won=case.event.won,
    )
