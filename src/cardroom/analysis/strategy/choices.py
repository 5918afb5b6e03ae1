"""`Strategy`: one value that says how to play, for simulations, scripts, bots and exact costs.

In the games with an Ante, a decision is how many Antes to add: none (a fold, or a check if one is possible) or one of
the raises that the rules offer. A strategy has a part for each decision of a round: a table by the number of the hand,
or a function of many decisions at once. A function of one decision becomes one of many.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardroom.cards import Card
from cardroom.errors import InputError
from cardroom.games.declarations import stages_of
from cardroom.play import BOARD, Amount, Answer, Ask, View
from cardroom.rulebook import RuleSet

__all__ = ["DecisionArrays", "Strategy", "StrategyError", "check_times", "hand_numbers_of"]

Cards = NDArray[np.uint8]
Times = NDArray[np.int64]
CHOOSE = np.array([[comb(card, size) for size in range(8)] for card in range(52)])


class StrategyError(InputError):
    """A strategy cannot be used, or gave an answer that the rules do not allow."""


class DecisionArrays(NamedTuple):
    """Many decisions of the same kind, one a row."""

    rules: RuleSet
    number: int
    """The decisions that the player has made before in the round: 0 for the first one."""
    hand: Cards
    board: Cards
    """The board so far, in the order dealt."""
    shown: Cards
    """The dealer's exposed cards."""


Part = Callable[[DecisionArrays], ArrayLike]
"""Antes to add, for each row."""


def hand_numbers_of(hand: Cards) -> Times:
    """The number of each hand among all sets of as many cards: the sum of C(card, place) over its sorted cards.

    >>> hand_numbers_of(np.array([[2, 1, 0], [49, 50, 51]], np.uint8)).tolist()
    [0, 22099]
    """
    ordered = np.sort(hand, axis=1)
    numbers: Times = CHOOSE[ordered, np.arange(1, ordered.shape[1] + 1)].sum(axis=1)
    return numbers


class Strategy:
    """How to play, by the number of the decision: a table, or a function of many decisions.

    A table is an array by the number of the hand (`hand_numbers_of`); a second axis is the dealer's exposed card.

    >>> import cardroom
    >>> always = Strategy("always play", np.ones(22100, int))
    >>> rules = cardroom.game("three-card-poker-6-card-bonus").rules
    >>> none = np.empty((1, 0), np.uint8)
    >>> always.times(DecisionArrays(rules, 0, np.array([[0, 5, 10]], np.uint8), none, none)).tolist()
    [1]
    """

    def __init__(self, name: str, *parts: ArrayLike | Part) -> None:
        if not parts:
            raise StrategyError(f"{name}: give a table or a function for each decision of a round")
        self.__name__ = name
        self.parts: tuple[Part, ...] = tuple(
            part if callable(part) else partial(_look_up, np.asarray(part)) for part in parts
        )

    @classmethod
    def of_one(cls, name: str, function: Callable[[Sequence[Card], Sequence[Card], Sequence[Card]], int]) -> "Strategy":
        """The strategy of a function of one decision: hand, board and exposed cards give the Antes to add."""
        every = partial(_row_by_row, function)
        return cls(name, every, every, every)

    def times(self, decisions: DecisionArrays) -> Times:
        """The Antes to add in each of many decisions."""
        if decisions.number >= len(self.parts):
            raise StrategyError(f"{self.__name__}: there is no part for decision {decisions.number + 1} of a round")
        times = np.asarray(self.parts[decisions.number](decisions))
        if times.shape != (len(decisions.hand),):
            raise StrategyError(
                f"{self.__name__}: decision {decisions.number + 1}: give {len(decisions.hand)} numbers of Antes, "
                f"not an array of shape {times.shape}"
            )
        return times.astype(np.int64)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Answer:
        """Answer one ask of a script. So a strategy can be a bot."""
        hand = np.array([view.hand(ask.spot)], np.uint8)
        board = np.array([[card for card in view.hand(BOARD) if card < 52]], np.uint8)
        shown = np.array([[card for card in view.hand(view.dealer) if card < 52]], np.uint8)
        stages = stages_of(view.rules)
        if stages is None:
            raise StrategyError(f"{self.__name__}: {view.rules.game} has no decisions that add Antes")
        number = stages.known.index(hand.shape[1] + board.shape[1])
        times = int(self.times(DecisionArrays(view.rules, number, hand, board, shown))[0])
        options = {option.action: option for option in ask.options}
        if "take-back" in options:
            return ask.check("check" if times else "take-back")
        if not times:
            return ask.check("check" if "check" in options else "fold")
        for action, option in options.items():
            if isinstance(option, Amount):
                return ask.check(action, times * view.stake(ask.spot, next(iter(stages.wagers))))
        return ask.check(next(action for action in options if action not in ("check", "fold")))


def check_times(strategy: Strategy, times: Times, allowed: Sequence[int], number: int) -> Times:
    """Raise an error if a strategy adds Antes that the rules do not offer."""
    wrong = np.setdiff1d(times, [0, *allowed])
    if len(wrong):
        offered = " or ".join(map(str, (0, *allowed)))
        raise StrategyError(
            f"{strategy.__name__}: decision {number + 1} adds {wrong[0]} Antes, but the rules offer {offered}"
        )
    return times


def _look_up(table: NDArray[np.int64], decisions: DecisionArrays) -> Times:
    numbers = hand_numbers_of(decisions.hand)
    if table.ndim == 1:
        return table[numbers]
    if decisions.shown.shape[1] != 1:
        raise StrategyError("a table with two axes needs one exposed card; set the house rule that exposes it")
    return table[numbers, decisions.shown[:, 0]]


def _row_by_row(
    function: Callable[[Sequence[Card], Sequence[Card], Sequence[Card]], int], decisions: DecisionArrays
) -> list[int]:
    known: dict[tuple[tuple[Card, ...], ...], int] = {}
    times = []
    for row in zip(decisions.hand.tolist(), decisions.board.tolist(), decisions.shown.tolist(), strict=True):
        key = tuple(tuple(sorted(cards)) for cards in row)
        if key not in known:
            known[key] = function(*key)
        times.append(known[key])
    return times
