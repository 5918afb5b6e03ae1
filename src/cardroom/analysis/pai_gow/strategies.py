"""Strategies of the pai gow games: which two of seven cards go in front.

`SettingStrategy` is the `Strategy` of these games. `HouseWay` sets every hand the House Way and has an exact cost.
"""

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardroom.analysis.evaluation import facts_of
from cardroom.analysis.pai_gow.base import house_way_base
from cardroom.analysis.report import WagerReport
from cardroom.analysis.strategy import Cards, DecisionArrays, Strategy, StrategyError
from cardroom.games.banked.house_way import house_way
from cardroom.games.banked.pai_gow import five_card_ranking
from cardroom.play import Answer, Ask, View
from cardroom.rulebook import RuleSet

__all__ = ["HouseWay", "SettingStrategy", "setting_cost"]


class SettingStrategy(Strategy):
    """How to set seven cards: a function of many hands that returns the two cards in front of each.

    `hand` has the player's seven cards. `shown` has the player-dealer's in Face Up Pai Gow Poker, and none in Fortune.
    """

    def __init__(self, name: str, fronts: Callable[[DecisionArrays], ArrayLike]) -> None:
        super().__init__(name, fronts)

    def fronts(self, decisions: DecisionArrays) -> Cards:
        """The two cards in front of each hand."""
        fronts = np.asarray(self.parts[0](decisions))
        if fronts.shape != (len(decisions.hand), 2):
            raise StrategyError(
                f"{self.__name__}: give two cards in front for each of {len(decisions.hand)} hands, "
                f"not an array of shape {fronts.shape}"
            )
        held = (decisions.hand[:, :, None] == fronts[:, None, :]).any(axis=1).all(axis=1)
        if not (held & (fronts[:, 0] != fronts[:, 1])).all():
            raise StrategyError(f"{self.__name__}: the two cards in front must be different cards of the hand")
        return fronts.astype(np.uint8)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Answer:
        """Answer one ask of a script: set the hand, and give the default answer to everything else."""
        if all(option.action != "set" for option in ask.options):
            return ask.default
        hand = np.array([view.hand(ask.spot)], np.uint8)
        shown = np.array([facts_of(view, ask).dealer], np.uint8)
        [front] = self.fronts(DecisionArrays(view.rules, 0, hand, hand[:, :0], shown)).tolist()
        return ask.check("set", front)


class HouseWay(SettingStrategy):
    """Set every hand the House Way."""

    def __init__(self) -> None:
        super().__init__("house-way", _house_way)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Answer:
        """Choose the House Way, and give the default answer to everything else.

        >>> import cardroom
        >>> round = cardroom.game("fortune-pai-gow-poker").round(2, seed=7)
        >>> HouseWay()(round.view("1"), round.ask, Random(7)).action
        'pass'
        """
        return ask.check("house-way") if any(option.action == "house-way" for option in ask.options) else ask.default


def _house_way(decisions: DecisionArrays) -> NDArray[np.uint8]:
    fives = five_card_ranking(decisions.rules)
    return np.array([house_way(hand, fives).front for hand in decisions.hand.tolist()], np.uint8).reshape(-1, 2)


def setting_cost(rules: RuleSet, strategy: Strategy) -> WagerReport:
    """The exact figures of the base wager if every hand is set the House Way."""
    if not isinstance(strategy, HouseWay):
        raise StrategyError(
            f"{rules.game}: the exact cost is computed for the House Way only; `simulate` estimates that of "
            f"{strategy.__name__}"
        )
    return house_way_base(rules)
