"""Many rounds of a game in stages at once: where their cards are, and which options the player chooses in each."""

from collections.abc import Iterator
from itertools import accumulate
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.stages.payoffs import History, StagedOption, every_option, options_of, units_need
from cardroom.analysis.stages.solver import StagedSolution
from cardroom.analysis.strategy import DecisionArrays, Strategy, check_times
from cardroom.games import layout
from cardroom.play import BOARD, DEALER
from cardroom.play.game import CHECK, FOLDING, Stages
from cardroom.play.round import hand_of
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet

__all__ = ["Columns", "asked", "columns_of", "every_history", "option_of", "paths", "times_of"]

Cards = NDArray[np.uint8]
Rows = NDArray[np.int64]


class Columns(NamedTuple):
    """The places of the cards of a round, in the order in which the script deals them to one player."""

    own: list[int]
    dealer: list[int]
    board: list[int]
    groups: dict[str, list[int]]
    """Those of every group of cards that can decide a side bet."""


def columns_of(rules: RuleSet, stages: Stages) -> Columns:
    """The places of the cards of a round."""
    first = stages.stages[0].own
    board, later = first + stages.dealer, first + stages.dealer + stages.board
    own = [*range(first), *range(later, later + stages.own - first)]
    places = {DEALER: list(range(first, board)), BOARD: list(range(board, later))}
    cards = SimpleNamespace(hands={hand_of("1"): own}, hand=lambda place: places.get(place, []))
    round: Any = SimpleNamespace(dealer=DEALER, cards=cards)
    spot: Any = SimpleNamespace(id="1")
    groups = {name: list(group.cards(round, spot)) for name, group in layout(rules).cards.items()}
    return Columns(own, places[DEALER], places[BOARD], groups)


def every_history(stages: Stages, history: History = ()) -> Iterator[History]:
    """All options that a player can choose, one after another, to the end of the round."""
    for option in every_option(stages, len(history)):
        if option.move == FOLDING or len(history) + 1 == len(stages.stages):
            yield *history, option
        else:
            yield from every_history(stages, (*history, option))


def times_of(stages: Stages, number: int, option: StagedOption) -> int:
    """An option as a `Strategy` says it: the units that it adds. A wager that is not taken back counts as one."""
    if any(move.back for move in stages.stages[number].moves):
        return int(not option.move.back)
    return option.units


def option_of(stages: Stages, number: int, times: int) -> StagedOption:
    """The option that a `Strategy` means; a check rather than a fold."""
    options = [each for each in every_option(stages, number) if times_of(stages, number, each) == times]
    return next((each for each in options if each.move == CHECK), options[0])


def asked(
    rules: RuleSet, stages: Stages, number: int, strategy: Strategy, hand: Cards, board: Cards, up: Cards
) -> Rows:
    """What a strategy chooses in many decisions of a stage, if the rules allow it."""
    times = strategy.times(DecisionArrays(rules, number, hand, board, up))
    every = every_option(stages, number)
    needs = {times_of(stages, number, each): units_need(stages, each) for each in every}
    steps = sorted({0, *needs.values()})
    if len(steps) == 1:
        check_times(strategy, times, sorted(needs.keys() - {0}), number)
        return times
    ranks = rank_many(stages.ranking, np.ascontiguousarray(np.concatenate([hand, board], axis=1)))
    for least, below in zip(steps, (*steps[1:], None), strict=True):
        some = ranks >= least if below is None else (ranks >= least) & (ranks < below)
        check_times(
            strategy, times[some], sorted({each for each, need in needs.items() if need <= least} - {0}), number
        )
    return times


def paths(
    rules: RuleSet, solution: StagedSolution, cards: Cards, strategy: Strategy | None = None
) -> Iterator[tuple[History, Rows]]:
    """The rounds that go each way, under a strategy; None is the best one."""
    stages, columns = solution.stages, columns_of(rules, solution.stages)
    shown = [columns.dealer[stages.first_up + at] for at in range(stages.shown[0])]
    held_by = accumulate(stage.own for stage in stages.stages)
    counts = [(held, known - held) for held, known in zip(held_by, stages.known, strict=True)]

    def follow(history: History, rows: Rows) -> Iterator[tuple[History, Rows]]:
        number = len(history)
        held, turned = counts[number]
        own, board = columns.own[:held], columns.board[:turned]
        if strategy is None:
            states = solution.states(number, cards, rows, own + board, shown[0] if shown else -1)
            options = options_of(stages, number)
            chosen = np.concatenate([each.choices[number, history] for each in solution.worlds])[states]
        else:
            seen = (cards[rows][:, some] for some in (own, board, shown))
            times = asked(rules, stages, number, strategy, *seen)
            kinds, chosen = np.unique(times, return_inverse=True)
            options = tuple(option_of(stages, number, each) for each in kinds.tolist())
        for at, option in enumerate(options):
            some, after = rows[chosen == at], (*history, option)
            if not len(some):
                continue
            if option.move == FOLDING or number + 1 == len(stages.stages):
                yield after, some
            else:
                yield from follow(after, some)

    yield from follow((), np.arange(len(cards)))
