"""How the wagers of one spot vary together: the joint distribution of their results, or an estimate of its variance.

Wagers of a spot depend on the same cards, so the variance of their sum is not the sum of their variances. Where all
deals can be counted by the results of all wagers, it is exact. Elsewhere simulated rounds estimate the covariances.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report.joint_scripts import SCRIPT_BATCH, SCRIPT_ROUNDS, exact_strategy, script_products
from cardroom.analysis.report.parts import joint_counter_of
from cardroom.analysis.report.reports import Report, WagerReport
from cardroom.analysis.simulation import CHUNK, compiled_rounds, deal_chunk
from cardroom.errors import InvariantError
from cardroom.figures import Estimate
from cardroom.rulebook import RuleSet

__all__ = ["JointDistribution", "VarianceEstimate", "estimate_variance", "joint_distribution"]

BATCH = 1024
"""Rounds whose average is one value for the standard error."""
BASE = "base"
"""The name of the base game in the ends of compiled rounds."""


class JointDistribution(NamedTuple):
    """The number of equally likely deals by the results of all wagers.

    >>> coin = JointDistribution(("heads", "tails"), {(Fraction(1), Fraction(-1)): 1, (Fraction(-1), Fraction(1)): 1})
    >>> coin.variance({"heads": 5, "tails": 5}), coin.variance({"heads": 5, "tails": 0})
    (Fraction(0, 1), Fraction(25, 1))
    >>> coin.most({"heads": 5, "tails": 2})
    Fraction(3, 1)
    """

    wagers: tuple[str, ...]
    counts: Mapping[tuple[Fraction, ...], int]
    """Deals by the net per unit of each wager, in the order of `wagers`."""

    def totals(self, amounts: Mapping[str, int]) -> dict[Fraction, int]:
        """Deals by the net of all wagers together, with these amounts on them."""
        units = [amounts[name] for name in self.wagers]
        totals: Counter[Fraction] = Counter()
        for nets, count in self.counts.items():
            totals[sum((net * unit for net, unit in zip(nets, units, strict=True)), Fraction(0))] += count
        return dict(totals)

    def variance(self, amounts: Mapping[str, int]) -> Fraction:
        """The variance of the net of all wagers together."""
        totals = self.totals(amounts)
        deals = sum(totals.values())
        mean = sum((net * count for net, count in totals.items()), Fraction(0)) / deals
        return sum((net**2 * count for net, count in totals.items()), Fraction(0)) / deals - mean**2

    def most(self, amounts: Mapping[str, int]) -> Fraction:
        """The most that all wagers together can win."""
        return max(net for net, count in self.totals(amounts).items() if count)

    def least(self, amounts: Mapping[str, int]) -> Fraction:
        """The result of all wagers together when they lose the most."""
        return min(net for net, count in self.totals(amounts).items() if count)


class VarianceEstimate(NamedTuple):
    """An estimate of the variance of all wagers together, from simulated rounds."""

    variance: Estimate
    """The exact variances of the wagers, plus the estimated covariances."""
    scripts: bool = False
    """Whether the game's script played the rounds."""


@lru_cache(8)
def joint_distribution(rules: RuleSet) -> JointDistribution | None:
    """The joint distribution of all wagers under the best strategy; None if the game has no such count.

    >>> from cardroom.rulebook import rule_set
    >>> joint_distribution(rule_set("ez-baccarat")).wagers
    ('player', 'banker', 'tie', 'panda-8', 'dragon-7')
    """
    count = joint_counter_of(rules)
    counted = count(rules) if count else None
    return JointDistribution(*counted) if counted else None


def estimate_variance(
    rules: RuleSet, report: Report, amounts: Mapping[str, int], rounds: int, seed: str, engine: Engine = LOCAL
) -> VarianceEstimate | None:
    """Estimate the variance of all wagers together, under the strategy that the exact figures are of.

    Variances and means of single wagers are exact, where they are known. Only the covariances come from rounds, in
    batches whose averages give the standard error: compiled rounds of all wagers, else at most 8,192 rounds of the
    script. All sums are whole numbers, so the result does not depend on the machine. None if neither is possible.
    """
    exact = {each.wager: each.best_play or each for each in report.wagers if each.in_force and each.wager in amounts}
    products = _compiled_products(rules, exact, amounts, rounds, seed, engine)
    batch = BATCH
    if products is None and exact and exact_strategy(rules) is not None:
        few, batch = min(rounds, SCRIPT_ROUNDS) // SCRIPT_BATCH * SCRIPT_BATCH, SCRIPT_BATCH
        products = script_products(rules, exact, amounts, few, seed, engine)
    if products is None or len(products[0]) < 2:
        return None
    sums, scale = products
    batches = len(sums)
    means = {name: -each.edge * amounts[name] for name, each in exact.items()}
    squares = sum((means[name] ** 2 + each.variance * amounts[name] ** 2 for name, each in exact.items()), Fraction(0))
    average = Fraction(sum(sums), batches * batch * scale**2)
    spread = Fraction(batches * sum(each * each for each in sums) - sum(sums) ** 2, batches * (batches - 1))
    error = sqrt(spread / batches) / (batch * scale**2)
    variance = squares + average - sum(means.values(), Fraction(0)) ** 2
    return VarianceEstimate(Estimate(float(variance), error, batches * batch, seed), scripts=batch == SCRIPT_BATCH)


def _compiled_products(
    rules: RuleSet, exact: Mapping[str, WagerReport], amounts: Mapping[str, int], rounds: int, seed: str, engine: Engine
) -> tuple[list[int], int] | None:
    """For each batch of compiled rounds, the sum of the products of results of different wagers, and their scale.

    None if there are no compiled rounds of all wagers.
    """
    game, batches = compiled_rounds(rules), rounds // BATCH
    if game is None or batches < 2:
        return None
    first = game.ends(rules, deal_chunk(rules, seed, 0, 1), None)
    columns = {name if name in first else BASE: name for name in exact}
    if len(columns) != len(exact) or not set(columns) <= set(first) or any(each.sample for each in exact.values()):
        return None
    scale = lcm(*(outcome.net.denominator for each in exact.values() for outcome in each.outcomes))
    tasks = [
        _CovarianceChunk(
            rules, tuple(columns.items()), tuple(amounts[name] for name in exact), scale, seed, chunk, size
        )
        for chunk in range(-(-batches * BATCH // CHUNK))
        if (size := min(CHUNK, batches * BATCH - chunk * CHUNK))
    ]
    sums = [each for some in engine.map(f"{rules.name}: covariances", _products, tasks) for each in some]
    return sums, scale


class _CovarianceChunk(NamedTuple):
    """A chunk of rounds whose covariances are summed."""

    rules: RuleSet
    columns: tuple[tuple[str, str], ...]
    """The name of each wager in the ends of compiled rounds, and its own name."""
    amounts: tuple[int, ...]
    scale: int
    seed: str
    chunk: int
    rounds: int


def _products(task: _CovarianceChunk) -> list[int]:
    """For each batch, the sum over rounds and ordered pairs of different wagers of the products of their results."""
    game = compiled_rounds(task.rules)
    if game is None:
        raise InvariantError(f"{task.rules.game} has no compiled rounds")
    ends = game.ends(task.rules, deal_chunk(task.rules, task.seed, task.chunk, task.rounds), None)
    results = [
        _results(task.rules, column, name, ends[column], task.scale * amount)
        for (column, name), amount in zip(task.columns, task.amounts, strict=True)
    ]
    largest = sum(int(np.abs(each).max()) for each in results)
    wide = largest**2 * BATCH >= 2**63  # then whole numbers of any size
    kind = object if wide else np.int64
    typed = [each.astype(kind) for each in results]
    together = sum(typed[1:], typed[0])
    pairs = together**2 - sum((each**2 for each in typed[1:]), typed[0] ** 2)
    return [int(each) for each in pairs.reshape(-1, BATCH).sum(axis=1)]


def _results(rules: RuleSet, column: str, name: str, ends: NDArray[np.int64], units: int) -> NDArray[np.int64]:
    """The result of a wager in each round, for this many units of it."""
    distinct, places = np.unique(ends, return_inverse=True)
    return np.array([int(_net(rules, column, name, end) * units) for end in distinct.tolist()], np.int64)[places]


@lru_cache(4096)
def _net(rules: RuleSet, column: str, name: str, end: int) -> Fraction:
    """The net per unit of a wager in a round with this end, from a report of that round alone."""
    game = compiled_rounds(rules)
    if game is None:
        raise InvariantError(f"{rules.game} has no compiled rounds")
    [report] = [each for each in game.reports(rules, Counter({(column, end): 1}), None) if each.wager == name]
    return -report.edge
