"""Side bets that cards alone decide. The rule set gives their cards, ranking and pay table, and the effect of a fold.

A script declares the groups of cards (`Layout.cards`) and knows who has folded. It settles only the game's own wagers.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from types import MappingProxyType

from cardroom.play.game import Group
from cardroom.play.round.bank import Payoff, judged_by_line, loses, pays, pays_hand
from cardroom.play.round.driver import Round
from cardroom.play.round.places import Spot
from cardroom.rankings.base import by_name
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD, Cite, Cited

__all__ = ["FOLD", "by_cards", "forfeited", "groups_used", "judged_on", "shows"]

FOLD = "fold"
"""The result of a wager that is lost with a folded hand."""

Decides = Callable[[Spot, str], Payoff | None]
"""Returns the payoff of a spot's wager; None if it is not decided yet."""
Lines = Mapping[tuple[str, str], Mapping[Spot, str]]
"""The lines of cards that a script has judged itself: by group and ranking, then by spot."""


@lru_cache(maxsize=512)
def groups_used(rules: RuleSet) -> frozenset[str]:
    """The names of the groups of cards that decide side bets on the layout.

    >>> from cardroom.rulebook import rule_set
    >>> sorted(groups_used(rule_set("ultimate-texas-holdem")))
    ['board', 'own hand']
    """
    names = frozenset(name for wager in rules.wagers().values() for name in (wager.cards, wager.folded))
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
    round: Round,
    groups: Mapping[str, Group],
    payoff: Decides,
    folded: Collection[Spot] = frozenset(),
    lines: Lines = MappingProxyType({}),
) -> Decides:
    """Return the function that decides every wager at the end: cards decide side bets, `payoff` the game's own.

    Cards whose `lines` are given are not judged again.
    """

    rules = round.rules
    bets = rules.wager
    known = {wager: lines[judged] for wager, judged in _judged_by_line(rules) if judged in lines} if lines else {}

    def decide(spot: Spot, wager: str) -> Payoff | None:
        bet = bets[wager]
        group = bet.cards
        if not group:
            return payoff(spot, wager)
        if spot in folded:
            if bet.folded == DEAD:
                return None  # an award that is lost; wagers were collected with the hand
            group = judged_on(rules, wager, folded=True)
        if group == bet.cards and wager in known and spot in known[wager]:
            paid = pays(rules, wager, known[wager][spot])
        else:
            paid = pays_hand(rules, wager, groups[group].cards(round, spot))
        return None if bet.when == AWARD and paid.odds is None else paid

    return decide


@by_name
@lru_cache(maxsize=512)
def _judged_by_line(rules: RuleSet) -> tuple[tuple[str, tuple[str, str]], ...]:
    """The side bets that a line of a ranking decides, with their group of cards and this ranking."""
    bets = {name: bet for name, bet in rules.wagers().items() if bet.cards}
    return tuple((name, (bet.cards, ranking)) for name, bet in bets.items() if (ranking := judged_by_line(rules, name)))


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
    return any(groups[group].own and round.chips.plays_for(spot, name) for name, group in _alive(round.rules))


@lru_cache(maxsize=512)
def _alive(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """The side bets that a fold does not lose, with the group of cards that decides them then."""
    bets = [name for name, bet in rules.wagers().items() if bet.cards and bet.folded != DEAD]
    return tuple((name, judged_on(rules, name, folded=True)) for name in bets)
