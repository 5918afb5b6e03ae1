"""The game wager of the 21.5 games in simulations: compiled rounds under the best strategy of the exact analysis.

Only the decisions come from the analysis. The rounds deal cards one by one, and hands that were split share the
player-dealer's hand, so their variance is that of real rounds.
"""

from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.evaluation import facts_of
from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes
from cardroom.analysis.simulation import twenty_one_kernels
from cardroom.analysis.simulation.parts import OPTIMAL, SimulatedGame
from cardroom.analysis.strategy import Strategy
from cardroom.analysis.twenty_one import (
    ACE,
    KINDS,
    NONE,
    Counts,
    LinesPlayer,
    Terms,
    UpStrategies,
    Values,
    chosen_action,
    full_shoe,
    kind_of,
    plus,
    second_action,
    terms_of,
    up_strategy,
)
from cardroom.games.banked.pure_21_5 import WAGER, dealer_draws
from cardroom.play import Amount, Answer, Ask, View
from cardroom.rulebook import RuleSet

__all__ = ["SIMULATED", "SimulatedRounds", "kernel_terms", "simulate_rounds", "simulate_terms"]

CHUNK = 1_000_000
"""Rounds of one task. A chunk's cards depend on the seed and its number alone."""
ACTIONS = ("stand", "hit", "double", "surrender", "split")
MOST_WAGERS = 48
"""More than a round can win or lose: four hands, doubled three times, at 3 to 2."""


class SimulatedRounds(NamedTuple):
    """Simulated rounds by first action and net result, in units of the wager."""

    rounds: int
    nets: dict[tuple[str, Fraction], int]
    """The number of rounds by first action and net result. Rounds with a 21.5 have no action."""

    def _average(self, power: int) -> Fraction:
        return sum((net**power * count for (_, net), count in self.nets.items()), Fraction(0)) / self.rounds

    @property
    def edge(self) -> Fraction:
        """The edge in these rounds."""
        return -self._average(1)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round."""
        return sqrt(self._average(2) - self.edge**2)

    @property
    def actions(self) -> dict[str, Fraction]:
        """The share of rounds by first action."""
        shares = dict.fromkeys(ACTIONS, Fraction(0))
        for (action, _), count in self.nets.items():
            if action:
                shares[action] += Fraction(count, self.rounds)
        return shares

    @property
    def standard_error(self) -> float:
        """The standard error of the edge."""
        return self.standard_deviation / sqrt(self.rounds)


def simulate_rounds(
    rules: RuleSet, rounds: int, seed: str = "0", engine: Engine = LOCAL, strategy: UpStrategies = up_strategy
) -> SimulatedRounds:
    """Play rounds of one player from fresh shoes, under the best strategy or another one."""
    return simulate_terms(terms_of(rules), full_shoe(rules), rounds, seed, engine, f"{rules.name}: rounds", strategy)


def simulate_terms(
    terms: Terms, full: Counts, rounds: int, seed: str, engine: Engine = LOCAL, about: str = "21.5: rounds",
    strategy: UpStrategies = up_strategy,
) -> SimulatedRounds:  # fmt: skip
    """As `simulate_rounds`, from what decides the rounds."""
    graph(terms, full, strategy)
    sizes = [min(CHUNK, rounds - start) for start in range(0, rounds, CHUNK)]
    tasks = [(terms, full, seed, number, size, strategy) for number, size in enumerate(sizes)]
    total = np.zeros((len(ACTIONS) + 1, 2 * MOST_WAGERS * terms.scale + 1), np.int64)
    for some in engine.map(about, _play, tasks):
        total += some
    middle = total.shape[1] // 2
    nets = {
        (("", *ACTIONS)[action], Fraction(int(place) - middle, terms.scale)): int(total[action, place])
        for action, place in zip(*np.nonzero(total), strict=True)
    }
    return SimulatedRounds(rounds, nets)


def simulated_reports(
    rules: RuleSet, rounds: int, seed: str, engine: Engine, player: Strategy | None
) -> tuple[WagerReport, ...]:
    """The report of the game wager, from simulated rounds. Splits have their whole distribution."""
    strategy: UpStrategies = player.up_strategy if isinstance(player, LinesPlayer) else up_strategy
    label = rules.wager[WAGER].label
    outcomes = merge_outcomes(
        WagerOutcome(action or "21.5", net, count, decision=action)
        for (action, net), count in simulate_rounds(rules, rounds, seed, engine, strategy).nets.items()
    )
    return (WagerReport(WAGER, label, label, outcomes),)


class Graph(NamedTuple):
    """The strategy as arrays for the kernel."""

    roots: NDArray[np.int64]
    """By up card: the node without cards, then that of a split hand for each kind of pair."""
    again: NDArray[np.bool_]
    more: NDArray[np.int64]
    points: NDArray[np.int64]
    hits: NDArray[np.bool_]
    first: NDArray[np.int64]
    doubled: NDArray[np.int64]


@lru_cache(maxsize=4)
def graph(terms: Terms, full: Counts, chosen: UpStrategies = up_strategy) -> Graph:
    """A strategy against every up card."""
    roots, again = np.full((10, 11), -1, np.int64), np.zeros((10, 10), np.bool_)
    parts: list[tuple[Any, ...]] = []
    start = 0

    def add(plays: Values, first: NDArray[np.int64]) -> int:
        nonlocal start
        draws, root = plays.draws, start + plays.draws.number[NONE]
        more = np.where(draws.more >= 0, draws.more + start, -1)
        after = [action for action, _ in plays.doubled]
        after += [np.zeros_like(after[0])] * (3 - len(after))
        parts.append((more, draws.points, plays.hits, first, np.array(after)))
        start += len(draws.points)
        return int(root)

    for up in range(10):
        if not full[up]:
            continue
        strategy = chosen(terms, full, up)
        first = np.zeros(len(strategy.plays.draws.points), np.int64)
        for (one, two), play in strategy.first.items():
            first[strategy.plays.draws.number[plus(plus(NONE, one), two)]] = ACTIONS.index(play.action)
            if one == two:
                again[up, one] = play.again
        roots[up, 0] = add(strategy.plays, first)
        for pair, plays in strategy.split.items():
            seconds = np.zeros(len(plays.draws.points), np.int64)
            for drawn, number in plays.draws.number.items():
                if sum(drawn) == 1:
                    seconds[number] = ACTIONS.index(second_action(plays, pair, drawn.index(1)))
            roots[up, pair + 1] = add(plays, seconds)
    more, points, hits, firsts, doubled = zip(*parts, strict=True)
    return Graph(
        roots,
        again,
        np.concatenate(more),
        np.concatenate(points),
        np.concatenate(hits),
        np.concatenate(firsts),
        np.ascontiguousarray(np.concatenate(doubled, axis=1)),
    )


def dealer_table() -> NDArray[np.bool_]:
    """Whether the player-dealer draws, by hard total and whether there is an ace, from the game's own rule."""
    draws = np.zeros((28, 2), np.bool_)
    for hard in range(2, 28):
        for ace in (False, True):
            first = 1 if ace else 2
            if (rest := hard - first) >= first:  # two cards or more
                kinds = [first - 1, *_summing_to(rest)]
                draws[hard, int(ace)] = dealer_draws([KINDS[kind] for kind in kinds])
    return draws


def _summing_to(total: int) -> list[int]:
    """Kinds of cards with this total, without aces unless it is one.

    >>> _summing_to(11), _summing_to(1)
    ([8, 1], [0])
    """
    kinds = []
    while total:
        points = min(total, 10)
        points -= total - points == 1
        kinds.append(points - 1)
        total -= points
    return kinds


def _play(task: tuple[Terms, Counts, str, int, int, UpStrategies]) -> NDArray[np.int64]:
    terms, full, seed, number, size, strategy = task
    state = np.frombuffer(sha256(f"21.5 {seed} {number}".encode()).digest()[:8], np.uint64).copy()
    cards = np.repeat(np.arange(10), full)
    out = np.zeros((len(ACTIONS) + 1, 2 * MOST_WAGERS * terms.scale + 1), np.int64)
    twenty_one_kernels.play_rounds(*(size, state, cards, *kernel_terms(terms, full, strategy), out))
    return out


def kernel_terms(terms: Terms, full: Counts, strategy: UpStrategies = up_strategy) -> tuple[Any, ...]:
    """What the kernels must know of the rules and the strategy, as arrays."""
    known = graph(terms, full, strategy)
    one_card = np.zeros(10, np.bool_)
    one_card[ACE] = not terms.aces_play_on
    nets = np.array([terms.bust, terms.gave_up, terms.surrender, terms.pure, terms.both_pure, terms.dealer_pure])
    return (
        dealer_table(), known.roots, known.again, one_card, known.more, known.points, known.hits, known.first,
        known.doubled, np.array(terms.stand), nets,
    )  # fmt: skip


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision of the exact analysis: by the hand's own cards and the up card, from a full shoe."""
    options = {option.action: option for option in ask.options}
    if options.keys().isdisjoint({*ACTIONS, "rescue"}):
        return ask.default
    facts = facts_of(view, ask)
    strategy = up_strategy(terms_of(view.rules), full_shoe(view.rules), kind_of(facts.dealer[0]))
    hand = [kind_of(card) for card in facts.hand]
    action = chosen_action(strategy, hand, options, facts.hands, facts.doubled)
    if action not in options:
        return ask.default
    option = options[action]
    return ask.check(action, option.most if isinstance(option, Amount) else None)


SIMULATED = SimulatedGame(rounds=simulated_reports, strategies={OPTIMAL: best}, follows=LinesPlayer)
