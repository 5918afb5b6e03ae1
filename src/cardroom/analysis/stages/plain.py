"""Strategies of few lines in games in stages with one decision, with their exact edges."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.stages import kernels as staged_kernels
from cardroom.analysis.stages.course import times_of
from cardroom.analysis.stages.payoffs import (
    RESULTS,
    Payoffs,
    StagedEnd,
    StagedOption,
    every_option,
    result_of,
    units_need,
)
from cardroom.analysis.stages.sets import cards_of, ranks_of, worlds
from cardroom.analysis.stages.solver import solve
from cardroom.analysis.strategy import (
    RANK_WORDS,
    Bounds,
    Cells,
    Condition,
    DecisionArrays,
    Feature,
    FoundLines,
    Line,
    LinesGame,
    search,
    with_article,
)
from cardroom.games.declarations import stages_of
from cardroom.play.game import CHECK, FOLDING, Stages
from cardroom.rankings import in_words, rank_many
from cardroom.rankings.base import NAMES, by_name
from cardroom.rankings.named import lowest, named_hand
from cardroom.rulebook import RuleSet

__all__ = ["staged_lines", "staged_lines_game"]

Numbers = NDArray[np.int64]
ACE = 12
MOST_RANKS = 3000
"""The most ranks of hands of which each may be the limit of a line."""


def staged_lines_game(rules: RuleSet) -> LinesGame | None:
    """The part of a game that finds strategies of few lines; None if it has several decisions."""
    stages = stages_of(rules)
    if stages is None or len(stages.stages) > 1 or not stages.dealer:
        return None
    moves = stages.stages[0].moves
    rest = next(move.action for move in moves if move in (CHECK, FOLDING))
    verb = next(move.action for move in moves if move.wager)
    terms = {
        "the dealer's card with": (
            "your hand is above the dealer's card, or your highest card is the dealer's and your second card is this "
            "one or higher"
        ),
        "a hand above the dealer's card": "a pair or better, or a card higher than the dealer's",
    }
    return LinesGame((_features(stages),), staged_lines, ("",), (rest,), ((verb,),), attrgetter("digest"), terms)


def _value(ranking: str, decisions: DecisionArrays) -> Numbers:
    """The rank of the hand."""
    return rank_many(ranking, np.ascontiguousarray(decisions.hand)).astype(np.int64)


def _shown(decisions: DecisionArrays) -> Numbers:
    """The rank of the dealer's card that is up."""
    return decisions.shown[:, 0].astype(np.int64) // 4


def _against(ranking: str, decisions: DecisionArrays) -> Numbers:
    """The hand beside the dealer's card: 0 if that is higher than the hand, 14 if it is lower.

    If the highest cards are equal, one more than the rank of the hand's second card.
    """
    shown, ranks = _shown(decisions), np.sort(decisions.hand.astype(np.int64) // 4, axis=1)
    above = (_value(ranking, decisions) >= lowest(ranking, "pair")) | (ranks[:, -1] > shown)
    return np.where(above, 14, np.where(ranks[:, -1] == shown, ranks[:, -2] + 1, 0))


def _features(stages: Stages) -> dict[str, Feature]:
    value = partial(_value, stages.ranking)
    beside: dict[str, Feature] = {"shown": _shown, "against": partial(_against, stages.ranking)}
    return {"value": value} | (beside if stages.shown[0] else {})


@by_name
@cache
def _conditions(ranking: str, size: int, shown: int) -> tuple[Condition, ...]:
    if shown:
        return tuple(_with_exposed(ranking))
    [world] = worlds(tuple(range(52)), shown=False)
    values = np.unique(ranks_of(ranking, world, size)).tolist()
    return Condition("anything", ((),)), *_from_each(ranking, values[1:])


def _from_each(ranking: str, values: list[int]) -> Iterator[Condition]:
    """Every hand or better. The lowest one of its kind is named without its other cards: "a pair of aces or better".

    >>> aces = lowest("three-card", "pair of aces")
    >>> [each.words for each in _from_each("three-card", [aces, aces + 1])]
    ['a pair of aces or better', 'a pair of aces, three kicker or better']
    """
    kinds = set()
    for value in values:
        words = in_words(ranking, value)
        words = words[0].lower() + words[1:]
        kind = words.split(",")[0]
        if kind in kinds and len(values) > MOST_RANKS:
            continue
        if kind not in kinds:
            words = kind
        kinds.add(kind)
        article = "a " if words.startswith(("pair", "straight", "flush")) else ""
        yield Condition(f"{article}{words} or better", ((Bounds("value", value, 100_000),),))


def _with_exposed(ranking: str) -> Iterator[Condition]:
    """Hands by their own rank, or beside the dealer's card; each against some cards of the dealer."""
    hands: list[tuple[str, tuple[Bounds, ...]]] = [("anything", ())]
    names = [(f"{RANK_WORDS[rank]} high", f"{NAMES[rank]} high") for rank in range(3, 13)]
    for words, name in (*names, ("ace-king", "ace-king"), ("a pair", "pair")):
        if named_hand(ranking, name) is not None and (least := lowest(ranking, name)) <= lowest(ranking, "pair"):
            hands.append((f"{words} or better", (Bounds("value", least, 100_000),)))
    hands.append(("a hand above the dealer's card", (Bounds("against", 14, 14),)))
    for rank in range(1, 12):
        hands.append((f"the dealer's card with {with_article(rank)} or better", (Bounds("against", rank + 1, 14),)))
    dealers: list[tuple[str, tuple[Bounds, ...]]] = [("", ())]
    for rank in range(13):
        dealers.append((f" if the dealer shows {with_article(rank)} or lower", (Bounds("shown", 0, rank),)))
        dealers.append((f" if the dealer shows {with_article(rank)} or higher", (Bounds("shown", rank, ACE),)))
    for (words, tests), (end, more) in product(hands, dealers):
        yield Condition(words + end, ((*tests, *more),))


def staged_lines(rules: RuleSet, most: int, engine: Engine = LOCAL) -> list[FoundLines]:
    """The best strategies found of 1, 2, 3 ... lines."""
    solution = solve(rules, engine)
    stages, payoffs = solution.stages, solution.payoffs
    options = {times_of(stages, 0, each): each for each in every_option(stages, 0)}
    times = sorted(options)
    nets = np.array([_nets(stages, payoffs, options[many]) for many in times])
    known: list[dict[str, Numbers]] = []
    values: list[Numbers] = []
    deals = 0
    for each in solution.worlds:
        table, ways = each.table, each.states[0].ways * each.world.ways
        sums = np.empty((len(times), len(ways)), np.int64)
        staged_kernels.worth(table.counts, table.groups, nets, sums)
        values.append(sums * ways)
        deals += int(ways @ table.counts.sum(axis=1))
        hands = cards_of(each.states[0].masks, stages.own)
        up = np.full((len(hands), stages.shown[0]), each.world.up or 0, np.uint8)
        asked = DecisionArrays(rules, 0, hands, hands[:, :0], up)
        known.append({name: feature(asked) for name, feature in _features(stages).items()})
    features = {name: np.concatenate([each[name] for each in known]) for name in known[0]}
    conditions = _conditions(stages.ranking, stages.own, stages.shown[0])
    cells = Cells.of(features, conditions)
    sums = cells.sums(list(np.concatenate(values, axis=1)))
    rank = features["value"][cells.order[cells.starts]]
    worst = -int(sum(np.abs(row).sum() for row in sums))
    for row, many in zip(sums, times, strict=True):
        if least := units_need(stages, options[many]):
            row[rank < least] = worst  # not allowed, so that no line gains with it
    best, units = search(cells, sums, most), -Fraction(1, deals * payoffs.scale)
    lists = [best[min(many, len(best) - 1)] for many in range(1, most + 1)]
    return [
        FoundLines(
            tuple(Line(0, times[option], conditions[number]) for option, number in each.chosen), each.value * units
        )
        for each in lists
    ]


def _nets(stages: Stages, payoffs: Payoffs, option: StagedOption) -> list[list[int]]:
    """The scaled net of an option, by result and group."""
    folds, groups = option.move == FOLDING, range(len(payoffs.names))
    return [
        [
            int(result_of(stages, payoffs, StagedEnd((option,), -1 if folds else group, result)) * payoffs.scale)
            for group in groups
        ]
        for result in range(len(RESULTS))
    ]
