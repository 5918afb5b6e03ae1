"""Solves games in stages exactly: the best option in every state, and the number of deals with every outcome.

Each world (the dealer's card that is up, or none) is solved alone. A state is a set of known cards up to an exchange of
suits. Values are whole numbers: payoffs times their common denominator, added up over all cards that can still come.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.stages import kernels as staged_kernels
from cardroom.analysis.stages.dealer import dealer_results
from cardroom.analysis.stages.payoffs import (
    History,
    Numbers,
    Payoffs,
    StagedEnd,
    StagedOption,
    options_of,
    payoffs_of,
    placed,
    units_need,
)
from cardroom.analysis.stages.sets import SetClasses, World, cards_of, classes_of, masks_of, sets_of, worlds
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.errors import InputError, InvariantError
from cardroom.games.declarations import declaration
from cardroom.play.game import FOLDING, Stages
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet

__all__ = ["StagedSolution", "WorldSolution", "solve", "solved"]

MOST_CARDS = 7
"""The most cards of a player's hand that can be enumerated."""


NOT_ALLOWED = -(2**62)
"""The sum of an option that a hand may not choose."""


class WorldSolution(NamedTuple):
    """The solution for one card of the dealer that is up, or for none."""

    world: World
    states: tuple[SetClasses, ...]
    """The states of each stage."""
    completions: tuple[int, ...]
    """In how many ways the rest of the deal can come, at each stage."""
    choices: Mapping[tuple[int, History], NDArray[np.int8]]
    """The best option of each state, by stage and history, as an index into `options_of`."""
    values: Mapping[tuple[int, History], Numbers]
    """The sums of the best results."""
    last: Mapping[str, Numbers]
    """By wager, the sums of its results per unit, for each state of the last stage."""
    reached: Mapping[tuple[int, History], NDArray[np.bool_]]
    """The states that the best strategy reaches, by stage and history."""
    ends: Counter[StagedEnd]


class StagedSolution(NamedTuple):
    """The solution of a game under a rule set."""

    stages: Stages
    payoffs: Payoffs
    worlds: tuple[WorldSolution, ...]

    @property
    def ends(self) -> Counter[StagedEnd]:
        """The number of deals with each end."""
        total: Counter[StagedEnd] = Counter()
        for each in self.worlds:
            total.update(each.ends)
        return total


_SOLVED: dict[RuleSet, StagedSolution] = {}
"""The last solutions, because reports, strategies and evaluations need the same ones."""
MOST_SOLVED = 2


def solve(rules: RuleSet, engine: Engine = LOCAL, cards: tuple[Card, ...] = ()) -> StagedSolution:
    """Solve a game under a rule set. Without `cards`, they are the game's deck."""
    declared = declaration(rules.script)
    stages = declared.stages
    if stages is None or declared.settle is None:
        raise InputError(f"{rules.script} declares no stages, so it cannot be solved")
    if not cards and rules in _SOLVED and _SOLVED[rules].stages is stages:
        return _SOLVED[rules]
    dealt = cards or deck(rules.deck.name, rules.packs).cards
    check_solvable(rules, stages, dealt)
    payoffs = payoffs_of(rules, stages, declared.settle)
    work = partial(_solved, stages, stages.qualifier(rules), payoffs)
    every = worlds(dealt, shown=bool(stages.shown[0]))
    solution = StagedSolution(stages, payoffs, tuple(engine.map("deals", work, every)))
    if not cards:
        while len(_SOLVED) >= MOST_SOLVED:
            del _SOLVED[next(iter(_SOLVED))]
        _SOLVED[rules] = solution
    return solution


def solved(rules: RuleSet) -> StagedSolution:
    """The solution under a rule set, for strategies and evaluations."""
    return solve(rules)


def check_solvable(rules: RuleSet, stages: Stages, cards: tuple[Card, ...]) -> None:
    """Raise an `InputError` for a game that cannot be enumerated, with the reason."""
    suits = {frozenset(card >> 2 for card in cards if card & 3 == suit) for suit in range(4)}
    problem = ""
    if len(set(cards)) != len(cards) or len(suits) != 1 or max(cards) >= 52:
        problem = "it needs one pack without jokers, with the same ranks in each suit"
    elif stages.hand > MOST_CARDS:
        problem = f"a player's hand has at most {MOST_CARDS} cards"
    elif stages.shown[0] > 1 or len(set(stages.shown)) > 1:
        problem = "the dealer shows at most one card, from the first decision on"
    elif stages.dealer - bool(stages.shown[0]) > 5:
        problem = "at most five of the dealer's cards are hidden"
    if problem:
        raise InputError(f"{rules.game} cannot be solved exactly: {problem}")


# -- one world --------------------------------------------------------------------------------------------------------


class _Table(NamedTuple):
    """A world, ready to be solved."""

    stages: Stages
    payoffs: Payoffs
    world: World
    states: tuple[SetClasses, ...]
    completions: tuple[int, ...]
    hands: SetClasses
    groups: Numbers
    """The group of each of the player's hands."""
    counts: Numbers
    """The number of the dealer's hands by result, for each of the player's hands."""
    last: dict[str, Numbers]

    @property
    def apart(self) -> int:
        return -1 if self.world.up is None else self.world.up & 3

    def drawn(self, size: int) -> NDArray[np.int64]:
        """All sets of cards that can come, as masks."""
        return masks_of(sets_of(self.world.cards, size)).astype(np.int64)

    def back(self, values: Numbers, start: SetClasses, end: SetClasses, size: int) -> Numbers:
        """Sums over all sets of `size` more cards, for each state at the start. `values` has a row for each kind."""
        out = np.zeros((len(values), len(start.codes)), np.int64)
        staged_kernels.back(
            start.masks.astype(np.int64), self.drawn(size), self.apart, end.codes.astype(np.int64), values, out
        )
        return out

    def forward(self, weights: Numbers, start: SetClasses, end: SetClasses, size: int) -> Numbers:
        """The weights of the states at the end."""
        out = np.zeros(len(end.codes), np.int64)
        masks = start.masks.astype(np.int64)
        staged_kernels.forward(masks, self.drawn(size), self.apart, end.codes.astype(np.int64), weights, out)
        return out


def _solved(stages: Stages, qualifier: int, payoffs: Payoffs, world: World) -> WorldSolution:
    table = _table(stages, qualifier, payoffs, world)
    choices: dict[tuple[int, History], NDArray[np.int8]] = {}
    values: dict[tuple[int, History], Numbers] = {}
    _best(table, 0, (), choices, values)
    ends: Counter[StagedEnd] = Counter()
    reached: dict[tuple[int, History], NDArray[np.bool_]] = {}
    _follow(table, 0, (), table.states[0].ways * world.ways, choices, reached, ends)
    return WorldSolution(world, table.states, table.completions, choices, values, table.last, reached, ends)


def _table(stages: Stages, qualifier: int, payoffs: Payoffs, world: World) -> _Table:
    states = tuple(classes_of(world, size) for size in stages.known)
    hands = classes_of(world, stages.hand)
    theirs = stages.dealer_ranking or stages.ranking
    ranks, counts = _counted(stages.ranking, stages.hand, theirs, stages.dealer, qualifier, world)
    groups = payoffs.group_of[ranks]
    steps = [*(after - before for before, after in zip(stages.known, (*stages.known[1:], stages.hand), strict=True))]
    left = len(world.cards)
    ways = [comb(left - known, step) for known, step in zip(stages.known, steps, strict=True)]
    dealt = comb(left - stages.hand, stages.dealer - bool(stages.shown[0])) if stages.dealer else 1
    completions = tuple(prod(ways[number:]) * dealt for number in range(len(ways)))
    table = _Table(stages, payoffs, world, states, completions, hands, groups, counts, {})
    most = sum(int(abs(payoffs.numbers(wager)).max()) for wager in stages.wagers) * 100
    if most * completions[0] * 100 >= 2**63:
        raise InvariantError("the sums of this game do not fit into 64 bits")
    sums = np.empty((len(stages.wagers), len(hands.codes)), np.int64)
    for number, wager in enumerate(stages.wagers):
        sums[number] = (table.counts * payoffs.numbers(wager)[:, groups].T).sum(axis=1)
    if steps[-1]:
        sums = table.back(sums, states[-1], hands, steps[-1])
    table.last.update(zip(stages.wagers, sums, strict=True))
    return table


@lru_cache(maxsize=32)
def _counted(
    ranking: str, size: int, theirs: str, dealer: int, qualifier: int, world: World
) -> tuple[Numbers, Numbers]:
    """The rank of each of the player's hands, and the dealer's hands by result. Pay tables are not part of it."""
    hands = classes_of(world, size)
    own = cards_of(hands.masks, size)
    ranks = rank_many(ranking, own).astype(np.int64)
    if not dealer:
        return ranks, np.ones((len(own), 1), np.int64)
    return ranks, dealer_results(world, theirs, dealer, qualifier, own, ranks)


def _fold_value(table: _Table, history: History) -> Fraction:
    units = placed(table.stages, history)
    return sum((table.payoffs.folded[wager].unit * count for wager, count in units.items()), Fraction(0))


def _best(
    table: _Table, number: int, history: History, choices: dict[Any, NDArray[np.int8]], values: dict[Any, Numbers]
) -> Numbers:
    """The sums of the best results of each state of a stage, after these options."""
    options = options_of(table.stages, number)
    sums = [_option_value(table, number, history, option, choices, values) for option in options]
    for at, option in enumerate(options):
        if least := units_need(table.stages, option):
            cards = cards_of(table.states[number].masks, table.stages.known[number])
            sums[at] = np.where(rank_many(table.stages.ranking, cards) >= least, sums[at], NOT_ALLOWED)
    stacked = np.stack(sums)
    chosen = stacked.argmax(axis=0)  # of equal ones, the first, which wagers least
    choices[number, history] = chosen.astype(np.int8)
    values[number, history] = stacked.max(axis=0)
    return values[number, history]


def _option_value(
    table: _Table,
    number: int,
    history: History,
    option: StagedOption,
    choices: dict[Any, Any],
    values: dict[Any, Numbers],
) -> Numbers:
    after, states = (*history, option), table.states[number]
    if option.move == FOLDING:
        lost = int(_fold_value(table, history) * table.payoffs.scale)
        return np.full(len(states.codes), lost * table.completions[number], np.int64)
    if number == len(table.states) - 1:
        units = placed(table.stages, after)
        total = np.zeros(len(states.codes), np.int64)
        for wager, count in units.items():
            total += table.last[wager] * count
        return total
    later = _best(table, number + 1, after, choices, values)
    size = table.stages.known[number + 1] - table.stages.known[number]
    back: Numbers = table.back(later[None, :], states, table.states[number + 1], size)[0]
    return back


def _follow(
    table: _Table,
    number: int,
    history: History,
    weights: Numbers,
    choices: Mapping[Any, Any],
    reached: dict[Any, NDArray[np.bool_]],
    ends: Counter[StagedEnd],
) -> None:
    """Count the ends of all deals that reach these states."""
    chosen = choices[number, history]
    reached[number, history] = weights > 0
    for at, option in enumerate(options_of(table.stages, number)):
        some, after = np.where(chosen == at, weights, 0), (*history, option)
        if not some.any():
            continue
        if option.move == FOLDING:
            ends[StagedEnd(after)] += int(some.sum()) * table.completions[number]
        elif number < len(table.states) - 1:
            size = table.stages.known[number + 1] - table.stages.known[number]
            sent = table.forward(some, table.states[number], table.states[number + 1], size)
            _follow(table, number + 1, after, sent, choices, reached, ends)
        else:
            _end(table, after, some, ends)


def _end(table: _Table, history: History, weights: Numbers, ends: Counter[StagedEnd]) -> None:
    """Count the ends of deals after the last decision."""
    size = table.stages.hand - table.stages.known[-1]
    reached = table.forward(weights, table.states[-1], table.hands, size) if size else weights
    for result in range(table.counts.shape[1]):
        by_group = np.zeros(int(table.payoffs.group_of.max()) + 1, np.int64)
        np.add.at(by_group, table.groups, reached * table.counts[:, result])
        for group, count in enumerate(by_group.tolist()):
            if count:
                ends[StagedEnd(history, group, result)] += count
