"""The exact figures of any strategy in a game in stages.

A strategy is asked for every set of cards that a player can know at its only decision, so it may depend on suits in any
way. In a game with several decisions, or with too many sets, it is asked for one set of each class, and again for the
same cards in other suits and another order: it must not depend on these.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from math import comb

import numpy as np

from cardroom.analysis.report import WagerReport
from cardroom.analysis.stages.course import Cards, asked, option_of
from cardroom.analysis.stages.payoffs import History, Numbers, StagedEnd, StagedOption
from cardroom.analysis.stages.report import choice_in_force, report_of
from cardroom.analysis.stages.sets import cards_of, sets_of
from cardroom.analysis.stages.solver import StagedSolution, WorldSolution, follow, solved
from cardroom.analysis.strategy import Strategy, StrategyError
from cardroom.cards import Card
from cardroom.rulebook import RuleSet

__all__ = ["staged_cost"]

MOST = 5 * 10**6
"""The most sets of cards for which a strategy is asked one by one."""
SEED = 2026


def staged_cost(rules: RuleSet, strategy: Strategy) -> WagerReport:
    """The report of the base game, counted over all deals under a strategy."""
    solution, ends = solved(rules), Counter[StagedEnd]()
    for each in solution.worlds:
        follow(each.table, _Asked(rules, solution, each, strategy).chosen, ends)
    return report_of(rules, solution.stages, solution.payoffs, ends, choice_in_force(rules), True)


class _Asked:
    """A strategy that is asked in one world."""

    def __init__(self, rules: RuleSet, solution: StagedSolution, each: WorldSolution, strategy: Strategy) -> None:
        self.rules, self.solution, self.each, self.strategy = rules, solution, each, strategy
        self.stages = solution.stages
        sets = comb(len(each.world.cards), self.stages.known[0]) * sum(one.world.ways for one in solution.worlds)
        self.one_by_one = len(self.stages.stages) == 1 and sets <= MOST

    def chosen(self, history: History, weights: Numbers) -> Iterator[tuple[StagedOption, Numbers]]:
        """Each option that the strategy chooses, with the weights of the states in which it does."""
        number = len(history)
        if self.one_by_one:
            shares = self._every()
        else:
            times = self._of_classes(number)
            shares = {kind: np.where(times == kind, weights, 0) for kind in np.unique(times).tolist()}
        for kind, share in shares.items():
            yield option_of(self.stages, number, kind), share

    def _every(self) -> dict[int, Numbers]:
        """By what the strategy chooses: how many sets of each class do so, with every card of the dealer that is up."""
        world, size = self.each.world, self.stages.own
        start = int(self.solution.starts(0)[self.solution.worlds.index(self.each)])
        shares: dict[int, Numbers] = {}
        for up in self._ups():
            hands = sets_of(tuple(sorted({*world.cards, *_cards(world.up)} - {up})), size)
            times = self._times(0, hands, up)
            rounds = np.column_stack([hands, np.full((len(hands), len(_cards(up))), up or 0, np.uint8)])
            shown = -1 if up is None else size
            found = self.solution.states(0, rounds, np.arange(len(hands)), range(size), shown) - start
            for kind in np.unique(times).tolist():
                many = np.bincount(found[times == kind], minlength=len(self.each.states[0].codes))
                shares[kind] = shares.get(kind, np.zeros_like(many)) + many
        return shares

    def _ups(self) -> list[Card | None]:
        """The cards of the dealer that this world represents; None if none is up."""
        up = self.each.world.up
        return [None] if up is None else [up, *(card for card in self.each.world.cards if card >> 2 == up >> 2)]

    def _of_classes(self, number: int) -> Numbers:
        """What the strategy chooses in each state, if that does not depend on suits and the order of cards."""
        cards, up = cards_of(self.each.states[number].masks, self.stages.known[number]), self.each.world.up
        rng = np.random.default_rng(SEED)
        suits = rng.permutation(4).astype(np.uint8)
        other = rng.permuted(cards // 4 * 4 + suits[cards % 4], axis=1)
        times = self._times(number, cards, up)
        if (times != self._times(number, other, up if up is None else up // 4 * 4 + int(suits[up % 4]))).any():
            raise StrategyError(
                f"{self.strategy.__name__}: decision {number + 1} is not the same for cards in another order or in "
                "exchanged suits. The exact cost is computed only where it is; `simulate` estimates others"
            )
        return times

    def _times(self, number: int, cards: Cards, up: Card | None) -> Numbers:
        held = [*accumulate(stage.own for stage in self.stages.stages)][number]
        shown = np.full((len(cards), len(_cards(up))), up or 0, np.uint8)
        return asked(self.rules, self.stages, number, self.strategy, cards[:, :held], cards[:, held:], shown)


def _cards(up: Card | None) -> list[Card]:
    return [] if up is None else [up]
