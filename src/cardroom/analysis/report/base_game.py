"""Base games in which the player decides: the payoffs that kernels need, and the report made from their counts.

A kernel counts deals by the line of the player's hand, the result and the last decision. The payoff of each comes from
the game's own settlement, which is called once for each.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report.reports import WagerOutcome, WagerReport, merge_outcomes
from cardroom.cards.decks import deck
from cardroom.play import Payoff
from cardroom.rulebook import RuleSet

__all__ = ["FOLD", "FULL", "RESULTS", "BaseGame", "Decision", "Nets", "RankDeck", "rank_deck", "report_of", "whole"]

RESULTS = ((True, 1), (False, 1), (True, 0), (False, 0), (True, -1), (False, -1))
"""The results in the order of the kernels' counts: whether the dealer qualifies, and whose hand is higher."""

WORDS = {1: "wins with", 0: "ties with", -1: "loses with"}


class RankDeck(NamedTuple):
    """A deck of these ranks, lowest first, in this number of suits. Small decks let tests check counts by brute force.

    >>> len(FULL.cards), RankDeck((11, 12), 2).cards
    (52, [44, 45, 48, 49])
    """

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def cards(self) -> list[int]:
        """The cards in order."""
        return [rank * 4 + suit for rank in self.ranks for suit in range(self.suits)]


FULL: RankDeck = RankDeck()


def rank_deck(rules: RuleSet) -> RankDeck:
    """The deck of a rule set, which has the same ranks in each suit.

    >>> from cardroom.rulebook import rule_set
    >>> rank_deck(rule_set("four-card-frenzy")) == FULL
    True
    """
    cards = deck(rules.deck.name).cards
    ranks = tuple(sorted({card >> 2 for card in cards}))
    return RankDeck(ranks, len(cards) // len(ranks))


class Decision(NamedTuple):
    """A player's last decision, and the number of Antes that it adds."""

    name: str
    times: int


FOLD: Decision = Decision("fold", 0)


class BaseGame(NamedTuple):
    """A base game under one choice of pay tables."""

    rules: RuleSet
    settle: Callable[..., Payoff]
    """The game's settlement, called with the rules, a wager and a showdown."""
    showdown: Callable[[str, bool, int], Any]
    """Makes a showdown from the line of a hand, whether the dealer qualifies, and the result."""
    folded: Any
    """The showdown of a folded hand."""
    before: tuple[str, ...]
    """The wagers placed before the deal, of one unit each."""
    play: str
    """The wager placed by the decision."""
    hands: tuple[str, ...]
    """The lines of the player's hand, by their number in the counts."""

    def payoff(self, wager: str, hand: str, result: tuple[bool, int]) -> Payoff:
        """The payoff of a wager."""
        return self.settle(self.rules, wager, self.showdown(hand, *result))

    def nets(self, *wagers: str) -> list[list[Fraction]]:
        """The combined net of the wagers, by hand and result."""
        return [
            [sum((self.payoff(wager, hand, result).unit for wager in wagers), Fraction(0)) for result in RESULTS]
            for hand in self.hands
        ]

    @property
    def fold(self) -> Fraction:
        """The net of a fold."""
        return sum((self.settle(self.rules, wager, self.folded).unit for wager in self.before), Fraction(0))


class Nets(NamedTuple):
    """Nets as integers: every fraction times a common scale, so that decisions are exact."""

    base: NDArray[np.int64]
    """The net of the wagers before the deal, by hand and result."""
    play: NDArray[np.int64]
    """The net of one unit of the play wager, by hand and result."""
    fold: int


def whole(tables: Sequence[BaseGame]) -> list[Nets]:
    """Integer nets for each choice of tables, all with the same scale."""
    exact = [(each.nets(*each.before), each.nets(each.play), each.fold) for each in tables]
    scale = lcm(*(net.denominator for base, play, fold in exact for row in (*base, *play, [fold]) for net in row))

    def integers(nets: list[list[Fraction]]) -> NDArray[np.int64]:
        return np.array([[int(net * scale) for net in row] for row in nets], np.int64)

    return [Nets(integers(base), integers(play), int(fold * scale)) for base, play, fold in exact]


def report_of(
    stakes: BaseGame,
    ends: Mapping[Decision, NDArray[np.int64]],
    folds: int,
    settings: dict[str, Any],
    in_force: bool,
    strategy: Sequence[str] = (),
) -> WagerReport:
    """The report of a base game, from the number of deals by decision, hand and result, and the number of folds."""
    wagers = (*stakes.before, stakes.play)
    lines: dict[str, list[WagerOutcome]] = {wager: [] for wager in wagers}
    outcomes = [WagerOutcome(FOLD.name, stakes.fold, folds, wagered=Fraction(len(stakes.before)), decision=FOLD.name)]
    for wager in stakes.before:
        folded = stakes.settle(stakes.rules, wager, stakes.folded)
        lines[wager].append(WagerOutcome(folded.line, folded.unit, folds))
    for decision, hand, result, count in _outcome_counts(stakes, ends):
        total = Fraction(0)
        for wager in wagers:
            payoff = stakes.payoff(wager, hand, result)
            units = decision.times if wager == stakes.play else 1
            total += payoff.unit * units
            odds = str(payoff.odds or "")
            lines[wager].append(WagerOutcome(payoff.line, payoff.unit * units, count, odds, Fraction(units)))
        shown = stakes.showdown(hand, *result)
        line = f"{WORDS[result[1]]} {hand}" + ("" if shown.qualified else ", dealer does not qualify")
        wagered = Fraction(len(stakes.before) + decision.times)
        outcomes.append(WagerOutcome(line, total, count, wagered=wagered, decision=decision.name))
    labels = [stakes.rules.wager[wager].label for wager in wagers]
    return WagerReport(
        stakes.before[0],
        f"{', '.join(labels[:-1])} and {labels[-1]}",
        labels[0],
        merge_outcomes(outcomes),
        settings,
        in_force,
        tuple(strategy),
        {wager: merge_outcomes(each) for wager, each in lines.items()},
    )


def _outcome_counts(
    stakes: BaseGame, ends: Mapping[Decision, NDArray[np.int64]]
) -> Iterator[tuple[Decision, str, tuple[bool, int], int]]:
    for decision, counts in ends.items():
        for hand, row in zip(stakes.hands, counts.tolist(), strict=True):
            for result, count in zip(RESULTS, row, strict=True):
                if count:
                    yield decision, hand, result, count
