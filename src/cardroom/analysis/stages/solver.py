"""Solves games in stages exactly: the best option in every state, and the number of deals with every outcome.

Each world (the dealer's card that is up, or none) is solved alone. A state is a set of known cards up to an exchange of
suits. Values are whole numbers: payoffs times their common denominator, added up over all cards that can still come.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
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
from cardroom.analysis.stages.sets import SetClasses, World, cards_of, classes_of, masks_of, ranks_of, sets_of, worlds
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.errors import InputError, InvariantError
from cardroom.games.declarations import declaration, find, stages_of
from cardroom.play.game import FOLDING, Declaration, Stages
from cardroom.rankings.base import by_name
from cardroom.rankings.own import by_suit
from cardroom.rulebook import RuleSet

__all__ = ["StagedSolution", "WorldSolution", "WorldTable", "follow", "solve", "solved"]

MOST_CARDS = 7
"""The most cards of a player's hand that can be enumerated."""
HIDDEN = 5
"""The most hidden cards of the dealer, if the hands are not counted suit by suit."""


NOT_ALLOWED = -(2**62)
"""The sum of an option that a hand may not choose."""


class WorldTable(NamedTuple):
    """The deals of a world: everything that does not depend on decisions."""

    stages: Stages
    payoffs: Payoffs
    world: World
    states: tuple[SetClasses, ...]
    """The states of each stage."""
    completions: tuple[int, ...]
    """In how many ways the rest of the deal can come, at each stage."""
    hands: SetClasses
    groups: Numbers
    """The group of each of the player's hands."""
    counts: Numbers
    """The number of the dealer's hands by result, for each of the player's hands."""
    last: dict[str, Numbers]
    """By wager, the sums of its results per unit, for each state of the last stage."""

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


class WorldSolution(NamedTuple):
    """The solution for one card of the dealer that is up, or for none."""

    table: WorldTable
    choices: Mapping[tuple[int, History], NDArray[np.int8]]
    """The best option of each state, by stage and history, as an index into `options_of`."""
    values: Mapping[tuple[int, History], Numbers]
    """The sums of the best results."""
    reached: Mapping[tuple[int, History], NDArray[np.bool_]]
    """The states that the best strategy reaches, by stage and history."""
    ends: Counter[StagedEnd]

    @property
    def world(self) -> World:
        """The dealer's card that is up, and the other cards."""
        return self.table.world

    @property
    def states(self) -> tuple[SetClasses, ...]:
        """The states of each stage."""
        return self.table.states


@dataclass(frozen=True, eq=False)
class StagedSolution:
    """The solution of a game under a rule set."""

    of: Declaration
    stages: Stages
    payoffs: Payoffs
    worlds: tuple[WorldSolution, ...]

    @cached_property
    def ends(self) -> Counter[StagedEnd]:
        """The number of deals with each end."""
        total: Counter[StagedEnd] = Counter()
        for each in self.worlds:
            total.update(each.ends)
        return total

    def states(self, number: int, cards: NDArray[np.uint8], rows: Numbers, known: Sequence[int], up: int) -> Numbers:
        """The states of some rows of cards at a stage, among those of all worlds one after another.

        The known cards are at the places `known`, and the dealer's card at the place `up`; -1 if none is up.
        """
        found = np.empty(len(rows), np.int64)
        staged_kernels.states(cards, rows, np.array(known), up, *self._places(number), found)
        return found

    def state(self, number: int, known: Sequence[Card], up: Sequence[Card]) -> tuple[WorldSolution, int]:
        """The state that these cards are, in the world of the dealer's card that is up."""
        shown = self.stages.shown[number]
        if len(up) != shown:
            raise InputError(f"dealer: give {shown} card{'' if shown == 1 else 's'}, not {len(up)}")
        cards, places = np.array([[*known, *up]], np.uint8), range(len(known))
        found = int(self.states(number, cards, np.zeros(1, np.int64), places, len(known) if up else -1)[0])
        starts = self.starts(number)
        world = int(np.searchsorted(starts, found, "right")) - 1
        return self.worlds[world], found - int(starts[world])

    def starts(self, number: int) -> Numbers:
        """The number of the first state of each world at a stage, and the number of all states."""
        return np.cumsum([0, *(len(each.states[number].codes) for each in self.worlds)])

    def _places(self, number: int) -> tuple[Numbers, Numbers, Numbers, NDArray[np.int32]]:
        """The world of each rank that is up, its suit apart, the keys of all states, and the table that finds them."""
        if number not in self._known:
            ups = [each.world.up for each in self.worlds]
            worlds = np.zeros(13, np.int64)
            worlds[[up >> 2 for up in ups if up is not None]] = range(len(ups)) if ups[0] is not None else 0
            aparts = np.array([-1 if up is None else up & 3 for up in ups])
            codes = [each.states[number].codes.astype(np.int64) for each in self.worlds]
            keys = np.concatenate([world << staged_kernels.WORLD | some for world, some in enumerate(codes)])
            table: NDArray[np.int32] = np.full(1 << (len(keys) * 3 // 2).bit_length(), -1, np.int32)
            staged_kernels.fill_table(keys, table)
            self._known[number] = worlds, aparts, keys, table
        return self._known[number]

    @cached_property
    def _known(self) -> dict[int, tuple[Numbers, Numbers, Numbers, NDArray[np.int32]]]:
        return {}


_SOLVED: dict[RuleSet, StagedSolution] = {}
"""The last solutions, because reports, strategies and evaluations need the same ones."""
MOST_SOLVED = 2


def solve(rules: RuleSet, engine: Engine = LOCAL, cards: tuple[Card, ...] = ()) -> StagedSolution:
    """Solve a game under a rule set. Without `cards`, they are the game's deck."""
    declared = declaration(rules.script)
    stages = stages_of(rules)
    if stages is None or declared.settle is None:
        raise InputError(f"{rules.script} declares no stages, so it cannot be solved")
    if not cards and rules in _SOLVED and _SOLVED[rules].of is declared:
        return _SOLVED[rules]
    dealt = cards or deck(rules.deck.name, rules.packs).cards
    check_solvable(rules, stages, dealt)
    payoffs = payoffs_of(rules, stages, declared.settle)
    work = partial(_solved, rules.script, stages, stages.qualifier(rules), payoffs)
    every = worlds(dealt, shown=bool(stages.shown[0]))
    solution = StagedSolution(declared, stages, payoffs, tuple(engine.map("deals", work, every)))
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
    many = len({card & 3 for card in cards})
    suits = {frozenset(card >> 2 for card in cards if card & 3 == suit) for suit in range(many)}
    problem, theirs = "", stages.dealer_ranking or stages.ranking
    if len(set(cards)) != len(cards) or len(suits) != 1 or max(cards) >= 52:
        problem = "it needs one pack without jokers, with the same ranks in each suit"
    elif stages.shared or stages.once:
        problem = "the dealer's hand uses the board, or a wager ends the decisions, so it needs a count of its own"
    elif stages.hand > MOST_CARDS:
        problem = f"a player's hand has at most {MOST_CARDS} cards"
    elif stages.shown[0] > 1 or len(set(stages.shown)) > 1:
        problem = "the dealer shows at most one card, from the first decision on"
    elif stages.dealer - bool(stages.shown[0]) > HIDDEN and not by_suit(theirs):
        problem = "at most five of the dealer's cards are hidden, unless the ranking is counted by suit"
    elif stages.shown[0] and by_suit(theirs):
        problem = "no card of the dealer is up if the ranking is counted by suit"
    if problem:
        raise InputError(f"{rules.game} cannot be solved exactly: {problem}")


# -- one world --------------------------------------------------------------------------------------------------------


def _solved(script: str, stages: Stages, qualifier: int, payoffs: Payoffs, world: World) -> WorldSolution:
    find(script)  # in another process: the game may declare a ranking of its own
    table = _table(stages, qualifier, payoffs, world)
    choices: dict[tuple[int, History], NDArray[np.int8]] = {}
    values: dict[tuple[int, History], Numbers] = {}
    _best(table, 0, (), choices, values)
    ends: Counter[StagedEnd] = Counter()
    reached: dict[tuple[int, History], NDArray[np.bool_]] = {}

    def chosen(history: History, weights: Numbers) -> Iterator[tuple[StagedOption, Numbers]]:
        number = len(history)
        reached[number, history] = weights > 0
        for at, option in enumerate(options_of(stages, number)):
            yield option, np.where(choices[number, history] == at, weights, 0)

    follow(table, chosen, ends)
    return WorldSolution(table, choices, values, reached, ends)


def _table(stages: Stages, qualifier: int, payoffs: Payoffs, world: World) -> WorldTable:
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
    table = WorldTable(stages, payoffs, world, states, completions, hands, groups, counts, {})
    most = sum(int(abs(payoffs.numbers(wager)).max()) for wager in stages.wagers) * 100
    if most * completions[0] * 100 >= 2**63:
        raise InvariantError("the sums of this game do not fit into 64 bits")
    sums = np.empty((len(stages.wagers), len(hands.codes)), np.int64)
    nets = np.stack([payoffs.numbers(wager) for wager in stages.wagers])
    staged_kernels.worth(table.counts, groups, nets, sums)
    if steps[-1]:
        sums = table.back(sums, states[-1], hands, steps[-1])
    table.last.update(zip(stages.wagers, sums, strict=True))
    return table


@by_name
@lru_cache(maxsize=32)
def _counted(
    ranking: str, size: int, theirs: str, dealer: int, qualifier: int, world: World
) -> tuple[Numbers, Numbers]:
    """The rank of each of the player's hands, and the dealer's hands by result. Pay tables are not part of it."""
    own = cards_of(classes_of(world, size).masks, size)
    ranks = ranks_of(ranking, world, size)
    if not dealer:
        return ranks, np.ones((len(own), 1), np.int64)
    return ranks, dealer_results(world, theirs, dealer, qualifier, own, ranks)


def _fold_value(table: WorldTable, history: History) -> Fraction:
    units = placed(table.stages, history)
    return sum((table.payoffs.folded[wager].unit * count for wager, count in units.items()), Fraction(0))


def _best(
    table: WorldTable, number: int, history: History, choices: dict[Any, NDArray[np.int8]], values: dict[Any, Numbers]
) -> Numbers:
    """The sums of the best results of each state of a stage, after these options."""
    options = options_of(table.stages, number)
    sums = [_option_value(table, number, history, option, choices, values) for option in options]
    for at, option in enumerate(options):
        if least := units_need(table.stages, option):
            ranks = ranks_of(table.stages.ranking, table.world, table.stages.known[number])
            sums[at] = np.where(ranks >= least, sums[at], NOT_ALLOWED)
    stacked = np.stack(sums)
    chosen = stacked.argmax(axis=0)  # of equal ones, the first, which wagers least
    choices[number, history] = chosen.astype(np.int8)
    values[number, history] = stacked.max(axis=0)
    return values[number, history]


def _option_value(
    table: WorldTable,
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


Chosen = Callable[[History, Numbers], Iterable[tuple[StagedOption, Numbers]]]
"""How a player goes on after some options: each option, with the share of the weights of all states that choose it."""


def follow(
    table: WorldTable, chosen: Chosen, ends: Counter[StagedEnd], history: History = (), weights: Numbers | None = None
) -> None:
    """Count the ends of all deals under a strategy."""
    number, stages = len(history), table.stages
    weights = table.states[0].ways * table.world.ways if weights is None else weights
    for option, some in chosen(history, weights):
        after = (*history, option)
        if not some.any():
            continue
        if option.move == FOLDING:
            ends[StagedEnd(after)] += int(some.sum()) * table.completions[number]
        elif number < len(table.states) - 1:
            size = stages.known[number + 1] - stages.known[number]
            sent = table.forward(some, table.states[number], table.states[number + 1], size)
            follow(table, chosen, ends, after, sent)
        else:
            size = stages.hand - stages.known[-1]
            reached = table.forward(some, table.states[-1], table.hands, size) if size else some
            by_group = np.zeros((int(table.payoffs.group_of.max()) + 1, table.counts.shape[1]), np.int64)
            staged_kernels.tally(reached, table.counts, table.groups, by_group)
            for group, result in np.argwhere(by_group).tolist():
                ends[StagedEnd(after, group, result)] += int(by_group[group, result])
