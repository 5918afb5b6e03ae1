"""Side bets that cards alone decide: the rule set says which cards, ranking and pay table, and what a fold does.

A script says which cards there are (`Layout.cards`) and who has folded; what it settles itself are the game's wagers.
"""

from collections.abc import Callable, Collection, Mapping

from cardroom.play.bank import Payoff, loses, pays
from cardroom.play.layout import Group
from cardroom.play.places import Spot
from cardroom.play.round import Round
from cardroom.rankings import line
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD, Cite, Cited

__all__ = ["FOLD", "by_cards", "forfeited", "groups_used", "judged_on", "shows"]

FOLD = "fold"
"""The result of a wager that goes with a folded hand."""

Decides = Callable[[Spot, str], Payoff | None]
"""What becomes of a spot's wager; None where it is not decided yet."""


def groups_used(rules: RuleSet) -> set[str]:
    """The cards that some side bet on the layout is judged on, by name.

    >>> from cardroom.rulebook import rule_set
    >>> sorted(groups_used(rule_set("ultimate-texas-holdem")))
    ['board', 'own hand']
    """
    said = {name for wager in rules.wagers().values() for name in (wager.cards, wager.folded)}
    return said - {"", ALIVE, DEAD}


def judged_on(rules: RuleSet, wager: str, *, folded: bool = False) -> str:
    """The cards that decide a side bet, by name: of a folded hand it may be others.

    >>> from cardroom.rulebook import rule_set
    >>> judged_on(rule_set("ultimate-texas-holdem"), "trips", folded=True)
    'board'
    """
    said = rules.wager[wager]
    return said.folded if folded and said.folded not in (ALIVE, DEAD) else said.cards


def by_cards(
    round: Round, groups: Mapping[str, Group], payoff: Decides, folded: Collection[Spot] = frozenset()
) -> Decides:
    """What becomes of every wager at the end: cards decide side bets, `payoff` the game's own."""

    def decide(spot: Spot, wager: str) -> Payoff | None:
        said = round.rules.wager[wager]
        if not said.cards:
            return payoff(spot, wager)
        if said.folded == DEAD and spot in folded:
            return None  # an award that is not to be had; what was wagered is collected with the hand
        cards = groups[judged_on(round.rules, wager, folded=spot in folded)].cards(round, spot)
        paid = pays(round.rules, wager, line(round.rules.table(said.pays).ranking, cards))
        return None if said.when == AWARD and paid.odds is None else paid

    return decide


def forfeited(rules: RuleSet, cite: Cite) -> Decides:
    """What a fold forfeits: all but side bets that stay alive, and awards, with which nothing is wagered."""

    def decide(_: Spot, wager: str) -> Payoff | None:
        said = rules.wager[wager]
        stays = said.when == AWARD or (said.cards and said.folded != DEAD)
        return None if stays else loses(rules, wager, FOLD, said.cite if isinstance(said.cite, Cited) else cite)

    return decide


def shows(round: Round, groups: Mapping[str, Group], spot: Spot, folded: Collection[Spot]) -> bool:
    """Whether a hand is turned over at the end: a folded one only where a bet that is alive depends on its cards."""
    if spot not in folded:
        return True
    alive = (name for name, said in round.rules.wagers().items() if said.cards and said.folded != DEAD)
    return any(
        round.chips.plays_for(spot, name) and groups[judged_on(round.rules, name, folded=True)].own for name in alive
    )
