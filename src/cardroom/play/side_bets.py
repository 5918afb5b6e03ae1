"""Side bets that cards alone decide. The rule set gives their cards, ranking and pay table, and the effect of a fold.

A script declares the groups of cards (`Layout.cards`) and knows who has folded. It settles only the game's own wagers.
"""

from collections.abc import Callable, Collection, Mapping

from cardroom.play.bank import Payoff, loses, pays_hand
from cardroom.play.layout import Group
from cardroom.play.places import Spot
from cardroom.play.round import Round
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD, Cite, Cited

__all__ = ["FOLD", "by_cards", "forfeited", "groups_used", "judged_on", "shows"]

FOLD = "fold"
"""The result of a wager that is lost with a folded hand."""

Decides = Callable[[Spot, str], Payoff | None]
"""Returns the payoff of a spot's wager; None if it is not decided yet."""


def groups_used(rules: RuleSet) -> set[str]:
    """The names of the groups of cards that decide side bets on the layout.

    >>> from cardroom.rulebook import rule_set
    >>> sorted(groups_used(rule_set("ultimate-texas-holdem")))
    ['board', 'own hand']
    """
    names = {name for wager in rules.wagers().values() for name in (wager.cards, wager.folded)}
    return names - {"", ALIVE, DEAD}


def judged_on(rules: RuleSet, wager: str, *, folded: bool = False) -> str:
    """The name of the group of cards that decides a side bet. It may be a different one if the hand is folded.

    >>> from cardroom.rulebook import rule_set
    >>> judged_on(rule_set("ultimate-texas-holdem"), "trips", folded=True)
    'board'
    """
    bet = rules.wager[wager]
    return bet.folded if folded and bet.folded not in (ALIVE, DEAD) else bet.cards


def by_cards(
    round: Round, groups: Mapping[str, Group], payoff: Decides, folded: Collection[Spot] = frozenset()
) -> Decides:
    """Return the function that decides every wager at the end: cards decide side bets, `payoff` the game's own."""

    rules = round.rules
    bets = rules.wager

    def decide(spot: Spot, wager: str) -> Payoff | None:
        bet = bets[wager]
        if not bet.cards:
            return payoff(spot, wager)
        if spot not in folded:
            cards = groups[bet.cards].cards(round, spot)
        elif bet.folded == DEAD:
            return None  # an award that is lost; wagers were collected with the hand
        else:
            cards = groups[judged_on(rules, wager, folded=True)].cards(round, spot)
        paid = pays_hand(rules, wager, cards)
        return None if bet.when == AWARD and paid.odds is None else paid

    return decide


def forfeited(rules: RuleSet, cite: Cite) -> Decides:
    """Return the function that decides what a fold loses: all but live side bets, and awards, which have no stake."""

    def decide(_: Spot, wager: str) -> Payoff | None:
        bet = rules.wager[wager]
        stays = bet.when == AWARD or (bet.cards and bet.folded != DEAD)
        return None if stays else loses(rules, wager, FOLD, bet.cite if isinstance(bet.cite, Cited) else cite)

    return decide


def shows(round: Round, groups: Mapping[str, Group], spot: Spot, folded: Collection[Spot]) -> bool:
    """Whether a hand is turned over at the end. A folded hand is shown only if a live bet depends on its cards."""
    if spot not in folded:
        return True
    alive = (name for name, bet in round.rules.wagers().items() if bet.cards and bet.folded != DEAD)
    return any(
        round.chips.plays_for(spot, name) and groups[judged_on(round.rules, name, folded=True)].own for name in alive
    )
