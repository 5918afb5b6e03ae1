"""What a game that is dealt from a shoe gives to the analysis of counting, and the win rate of a counter."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.counting.effects import DECK, LinearCount
from cardroom.analysis.engine import Engine
from cardroom.analysis.report import Estimate, figure
from cardroom.cards import Card
from cardroom.rulebook import RuleSet

__all__ = ["Counters", "Rate", "ShoeGame", "win_rates"]

CHUNK = 500
"""Shoes of one task."""
SUMS = 6
"""The sums of a wager over shoes: bets, net, the squares of both, their product, and bets times rounds."""


class Rate(NamedTuple):
    """What a counter wins who bets one unit on a wager whenever the count says so. Simulated."""

    shoes: int
    share: Estimate
    """The share of rounds in which the counter bets."""
    gain: Estimate
    """The average net result of a bet, in units."""
    per_shoe: Estimate
    """The average net result of a shoe, in units."""

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        return {
            "shoes": self.shoes,
            "share_of_rounds": figure(self.share),
            "gain_per_bet": figure(self.gain),
            "gain_per_shoe": figure(self.per_shoe),
        }


class ShoeGame(NamedTuple):
    """A game that is dealt from a shoe."""

    names: Callable[[RuleSet, str], tuple[str, ...]]
    """The classes of cards that are alike for a wager, in order."""
    class_of: Callable[[RuleSet, str, Card], str]
    """The name of the class of a card, for a wager."""
    edge: Callable[[RuleSet, str, tuple[Card, ...], Engine], Fraction]
    """The exact edge of a wager, from these cards."""
    places: Callable[[RuleSet, str], Sequence[int]]
    """For a wager, the number of the class of each card of the kernel."""
    nets: Callable[[RuleSet, Sequence[str]], Any]
    """The net results of these wagers, as `deal` needs them."""
    deal: Callable[[RuleSet, int, Any, "Counters", Any, Any], None]
    """Deals so many shoes to the cut card, with a state of random numbers, and adds to the sums by wager, and to the
    rounds and the sum of their squares."""
    stream: str = ""
    """A word that sets the random numbers of the game apart."""


class Counters(NamedTuple):
    """The counter of each wager, for the kernels."""

    wagers: tuple[str, ...]
    nets: Any
    tags: Any
    """By wager and card of the kernel."""
    means: Any
    """By wager: the average tag."""
    triggers: Any
    """By wager: the count for each card that is left from which the counter bets."""


def win_rates(
    game: ShoeGame, rules: RuleSet, counts: Mapping[str, LinearCount], shoes: int, seed: str, engine: Engine
) -> dict[str, Rate]:
    """Deal shoes to the cut card: the win rate of the counter of each wager."""
    tags = [[each.tags[place] for place in game.places(rules, wager)] for wager, each in counts.items()]
    counters = Counters(
        (*counts,),
        game.nets(rules, (*counts,)),
        np.array(tags, float),
        np.array([float(each.mean) for each in counts.values()]),
        np.array([float(each.trigger) / DECK for each in counts.values()]),
    )
    tasks = [
        (game.deal, rules, f"{game.stream}{seed} {number}", min(CHUNK, shoes - start), counters)
        for number, start in enumerate(range(0, shoes, CHUNK))
    ]
    sums, rounds = np.zeros((len(counts), SUMS)), np.zeros(2)
    for some, played in engine.map(f"{rules.name}: shoes with a counter", _deal, tasks):
        sums, rounds = sums + some, rounds + played
    played, squares = rounds.tolist()
    return {wager: _rate_of(row, (played, squares), shoes, seed) for wager, row in zip(counts, sums, strict=True)}


def _deal(task: tuple[Any, RuleSet, str, int, Counters]) -> tuple[Any, Any]:
    deal, rules, stream, shoes, counters = task
    state = np.frombuffer(sha256(f"count {stream}".encode()).digest()[:8], np.uint64).copy()
    sums, rounds = np.zeros((len(counters.wagers), SUMS)), np.zeros(2)
    deal(rules, shoes, state, counters, sums, rounds)
    return sums, rounds


def _rate_of(sums: Any, rounds: tuple[float, float], shoes: int, seed: str) -> Rate:
    """The win rate from the sums over shoes. `rounds` are the rounds of all shoes, and the sum of their squares."""
    played, squares = rounds
    bets, net, bets2, net2, both, bets_rounds = (float(each) for each in sums)

    def ratio(of: float, to: float, of2: float, to2: float, cross: float) -> Estimate:
        """A ratio of two sums; its error is of first order (the delta method)."""
        if not to:
            return Estimate(0.0, 0.0, int(played), seed)
        known = of / to
        spread = max(of2 - 2 * known * cross + known**2 * to2, 0.0)
        return Estimate(known, sqrt(spread) / to, int(played), seed)

    share = ratio(bets, played, bets2, squares, bets_rounds)
    gain = ratio(net, bets, net2, bets2, both)
    return Rate(shoes, share, gain, ratio(net, shoes, net2, shoes, net))
