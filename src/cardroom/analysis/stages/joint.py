"""Games in stages with one decision and no board: deals by the results of all wagers together, counted exactly.

Side bets on the player's own hand have one result for each hand, and the base game has the dealer's hands against it by
result. For other side bets, every hand of the player up to an exchange of suits meets every hand of the dealer.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import net_of_line
from cardroom.analysis.simulation import line_numbers, pay_lines
from cardroom.analysis.stages.course import Cards, columns_of
from cardroom.analysis.stages.payoffs import RESULTS, Numbers, StagedEnd, options_of, result_of
from cardroom.analysis.stages.sets import World, cards_of, classes_of, codes_of, masks_of, sets_of
from cardroom.analysis.stages.solver import StagedSolution, solved
from cardroom.play.game import FOLDING
from cardroom.play.round import FOLD, judged_on
from cardroom.rankings import rank_many
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD, Wager

__all__ = ["staged_joint"]

MOST = 10**8
"""The most pairs of hands that are compared."""
Ends = Iterator[tuple[tuple[int, ...], int]]
"""Deals by the number of the option, the group of the hand, the result, and the line of each side bet."""


def staged_joint(rules: RuleSet) -> tuple[tuple[str, ...], dict[tuple[Fraction, ...], int]] | None:
    """The base game as one wager, then every side bet, and the number of deals by the nets of them all.

    None if that is not counted: for a game with a board or with several decisions, or with too many deals.
    """
    solution = solved(rules)
    stages = solution.stages
    bets = {name: terms for name, terms in rules.wagers().items() if terms.cards}
    kept = (judged_on(rules, name, folded=True) == terms.cards for name, terms in bets.items() if terms.folded != DEAD)
    if len(stages.stages) > 1 or stages.board or not stages.dealer or not all(kept):
        return None
    columns = columns_of(rules, stages)
    groups = {name: columns.groups[terms.cards] for name, terms in bets.items()}
    if all(set(held) <= set(columns.own) for held in groups.values()):
        ends = _by_own_hand(rules, solution, bets)
    else:
        ups = (each.world.up for each in solution.worlds if each.world.up is not None)
        deck = tuple(sorted({*solution.worlds[0].world.cards, *ups}))
        pairs = len(classes_of(World(deck), stages.own).codes) * comb(len(deck) - stages.own, stages.dealer)
        if pairs > MOST:
            return None
        ends = _by_both_hands(rules, solution, bets, groups, World(deck))
    lines = [[net_of_line(rules, name, line) for line in pay_lines(rules.table(t.pays))] for name, t in bets.items()]
    joint: Counter[tuple[Fraction, ...]] = Counter()
    options = options_of(stages, 0)
    base: dict[tuple[int, ...], Fraction] = {}
    for (option, group, result, *sides), count in ends:
        kind = option, group, result
        if kind not in base:
            history = (options[option],)
            end = StagedEnd(history) if history[0].move == FOLDING else StagedEnd(history, group, result)
            base[kind] = result_of(stages, solution.payoffs, end)
        joint[base[kind], *(nets[line] for nets, line in zip(lines, sides, strict=True))] += count
    return (next(iter(stages.wagers)), *bets), dict(joint)


def _lines(rules: RuleSet, terms: Wager, hands: Cards, folds: Any) -> Numbers:
    """The line of each hand. A bet that a fold loses has the line of a fold."""
    table = rules.table(terms.pays)
    lines = line_numbers(table, hands)
    return np.where(folds, pay_lines(table).index(FOLD), lines) if terms.folded == DEAD else lines


def _folds(solution: StagedSolution) -> NDArray[np.bool_]:
    return np.array([option.move == FOLDING for option in options_of(solution.stages, 0)])


def _by_own_hand(rules: RuleSet, solution: StagedSolution, bets: Mapping[str, Wager]) -> Ends:
    """Every hand of the player, with the dealer's hands by result."""
    for each in solution.worlds:
        hands = sets_of(each.world.cards, solution.stages.own)
        states = np.searchsorted(each.states[0].codes, codes_of(masks_of(hands), each.world.up))
        chosen = each.choices[0, ()][states].astype(np.int64)
        folds, sizes = _folds(solution)[chosen], [len(each.table.counts)]
        keys: Numbers = states.astype(np.int64)
        for terms in bets.values():
            sizes.append(len(pay_lines(rules.table(terms.pays))))
            keys = keys * sizes[-1] + _lines(rules, terms, hands, folds)
        kinds_of_hands, many = np.unique(keys, return_counts=True)
        states, *sides = np.unravel_index(kinds_of_hands, sizes)
        alike = np.stack([each.choices[0, ()][states], each.table.groups[states], *sides])
        kinds, which = np.unique(alike, axis=1, return_inverse=True)
        deals = np.zeros((kinds.shape[1], len(RESULTS)), np.int64)
        np.add.at(deals, which.ravel(), many[:, None] * each.table.counts[states])
        for (option, group, *lines), results in zip(kinds.T.tolist(), deals.tolist(), strict=True):
            for result, count in enumerate(results):
                if count:
                    yield (option, group, result, *lines), count * each.world.ways


def _by_both_hands(
    rules: RuleSet,
    solution: StagedSolution,
    bets: Mapping[str, Wager],
    groups: Mapping[str, Sequence[int]],
    world: World,
) -> Ends:
    """One hand of the player of each class against every hand of the dealer, with each of its cards shown once."""
    stages, own = solution.stages, classes_of(world, solution.stages.own)
    hands, ways = cards_of(own.masks, stages.own), own.ways
    every = np.array(list(combinations(world.cards, stages.dealer)), np.uint8)
    held = (np.int64(1) << every.astype(np.int64)).sum(axis=1)
    theirs = rank_many(stages.dealer_ranking or stages.ranking, every).astype(np.int64)
    weak = theirs < stages.qualifier(rules)
    values = rank_many(stages.ranking, hands).astype(np.int64)
    choices = np.concatenate([each.choices[0, ()] for each in solution.worlds]).astype(np.int64)
    tables = [rules.table(terms.pays) for terms in bets.values()]
    sizes, zero = [len(pay_lines(table)) for table in tables], np.int8(0)
    shape = [len(options_of(stages, 0)), len(RESULTS), *sizes]
    deck, folds = np.array(world.cards, np.uint8), _folds(solution)
    counts: dict[int, Numbers] = {}
    for hand, value, many in zip(hands, values.tolist(), ways.tolist(), strict=True):
        apart = np.flatnonzero(held & (np.int64(1) << hand.astype(np.int64)).sum() == 0)
        dealer = every[apart]
        rounds = np.empty((len(apart), stages.own + stages.dealer), np.uint8)
        rounds[:, : stages.own], rounds[:, stages.own :] = hand, dealer
        results = np.where(value > theirs[apart], 0, np.where(value == theirs[apart], 2, 4)) + weak[apart]
        seen_by = [rounds[: 1 if max(groups[name]) < stages.own else None, groups[name]] for name in bets]
        lines = [line_numbers(table, some) for table, some in zip(tables, seen_by, strict=True)]
        if stages.shown[0]:
            seen = np.column_stack([np.broadcast_to(hand, (len(deck), stages.own)), deck])
            free = np.flatnonzero(~np.isin(deck, hand))
            by_card = np.full(52, -1)
            by_card[deck[free]] = choices[solution.states(0, seen, free, range(stages.own), stages.own)]
        else:
            place = np.searchsorted(solution.worlds[0].states[0].codes, codes_of(masks_of(hand[None])))
            by_card = np.broadcast_to(choices[place], 52)
        group = int(solution.payoffs.group_of[value])
        total = counts.setdefault(group, np.zeros(shape, np.int64))
        for option in range(shape[0]):
            decided = (by_card == option).astype(np.int8)
            if decided.any():
                weights = sum(
                    (decided[dealer[:, card]] for card in range(stages.dealer if stages.shown[0] else 1)), zero
                )
                keys = results
                for terms, table, line, size in zip(bets.values(), tables, lines, sizes, strict=True):
                    dead = folds[option] and terms.folded == DEAD
                    keys = keys * size + (pay_lines(table).index(FOLD) if dead else line)
                tally = np.bincount(keys, weights, total[option].size)
                total[option] += tally.astype(np.int64).reshape(shape[1:]) * many
    for group, total in counts.items():
        for option, *rest in np.argwhere(total).tolist():
            yield (option, group, *rest), int(total[(option, *rest)])
