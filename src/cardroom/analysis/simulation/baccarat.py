"""EZ Baccarat in simulations: compiled rounds, and shoes dealt through to the cut card.

After the bets there is nothing to decide. The exact figures are for the first round of a full shoe. Where a shoe ends
depends on the cards, so the average round of a dealt-through shoe is not quite the first one. Shoes are independent, so
they are the units of the standard error.
"""

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.few_cards import baccarat
from cardroom.analysis.report import Estimate, WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends, counts_array
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.simulation.twenty_one_kernels import next_random
from cardroom.analysis.strategy import Strategy
from cardroom.errors import InputError
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws, settle
from cardroom.play import Answer, Ask, View
from cardroom.rankings.base import Array, jit
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet

__all__ = ["SIMULATED", "ShoeEstimate", "baccarat_draws", "deal_round", "nets_by_end", "simulate_shoes"]

CHUNK = 2000
"""Shoes of one task."""
ENDS = 10 * 10 * 2 * 2
"""Points of both hands, and whether each took a third card."""


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    points = np.array([baccarat_points([card]) for card in range(52)])
    ends = np.empty(len(cards), np.int64)
    kernels.baccarat(cards, points, baccarat_draws(), ends)
    return {"base": ends}


def reports(rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None) -> tuple[WagerReport, ...]:
    by_showdown = np.ndenumerate(counts_array(counts, "base", 10, 10, 2, 2))
    return baccarat.baccarat_reports(
        rules, {Showdown(at[0], at[1], at[2] + 2, at[3] + 2): int(count) for at, count in by_showdown if count}
    )


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The default answer, because no answer changes the round."""
    return ask.default


SIMULATED = SimulatedGame(Compiled(lambda _: 6, ends, reports), {OPTIMAL: best})


class ShoeEstimate(NamedTuple):
    """A wager over shoes that are dealt to the cut card."""

    wager: str
    label: str
    shoes: int
    rounds: int
    edge: Estimate
    """The edge over all rounds. `rounds` are those of all shoes, and shoes are what its error is of."""
    first_round: Fraction
    """The exact edge of the first round of a shoe."""

    @property
    def distance(self) -> float:
        """The distance from the exact edge of the first round, in standard errors."""
        return (self.edge.value - float(self.first_round)) / self.edge.standard_error


def simulate_shoes(rules: RuleSet, shoes: int, seed: str = "0", engine: Engine = LOCAL) -> tuple[ShoeEstimate, ...]:
    """Deal shoes of EZ Baccarat to the cut card, and estimate the edge of every wager over all their rounds.

    >>> from cardroom.rulebook import rule_set
    >>> player = simulate_shoes(rule_set("ez-baccarat"), 200)[0]
    >>> player.wager, player.shoes, 60 < player.rounds / player.shoes < 80
    ('player', 200, True)
    """
    if rules.script != "ez-baccarat":
        raise InputError(f"{rules.game} is not dealt from a baccarat shoe")
    if shoes < 2:
        raise InputError(f"{shoes} shoes: write 2 or more")
    nets = nets_by_end(rules)
    tasks = [
        (rules.packs, rules.cut, bool(rules.house("burn_by_first_card")), seed, number, min(CHUNK, shoes - start), nets)
        for number, start in enumerate(range(0, shoes, CHUNK))
    ]
    sums = [np.zeros((len(nets), 3)), np.zeros(2)]
    for by_wager, rounds in engine.map(f"{rules.name}: shoes", _deal, tasks):
        sums = [sums[0] + by_wager, sums[1] + rounds]
    played, squares = float(sums[1][0]), float(sums[1][1])
    exact = {each.wager: each.edge for each in baccarat.baccarat_report(rules)}
    estimates = []
    for (wager, terms), (net, net_squares, cross) in zip(rules.wagers().items(), sums[0].tolist(), strict=True):
        mean = net / played  # a ratio of two averages; this is its variance to first order (the delta method)
        spread = net_squares - 2 * mean * cross + mean**2 * squares
        error = sqrt(spread / shoes) / (played / shoes) / sqrt(shoes)
        edge = Estimate(-mean, error, int(played), seed)
        estimates.append(ShoeEstimate(wager, terms.label, shoes, int(played), edge, exact[wager]))
    return tuple(estimates)


def nets_by_end(rules: RuleSet) -> Any:
    """The net of every wager by the end of a round, as one number."""
    nets = np.zeros((len(rules.wagers()), ENDS))
    for end in range(ENDS):
        rest, more = divmod(end, 2)
        rest, took = divmod(rest, 2)
        player, banker = divmod(rest, 10)
        for place, wager in enumerate(rules.wagers()):
            nets[place, end] = float(settle(rules, wager, Showdown(player, banker, took + 2, more + 2)).unit)
    return nets


def baccarat_draws() -> Any:
    """Whether the banker hand draws, by its points and those of the player hand's third card; 10 if there is none."""
    thirds = [(*baccarat.CARDS[:2], card) for card in baccarat.CARDS] + [baccarat.CARDS[:2]]
    return np.array([[banker_draws(held, player) for player in thirds] for held in range(10)])


def _deal(task: tuple[int, int, bool, str, int, int, Any]) -> tuple[Any, Any]:
    packs, cut, burns, seed, number, shoes, nets = task
    points = np.repeat(np.arange(10), [16 * packs, *[4 * packs] * 9])
    state = np.frombuffer(sha256(f"baccarat {seed} {number}".encode()).digest()[:8], np.uint64).copy()
    sums, rounds = np.zeros((len(nets), 3)), np.zeros(2)
    deal_shoes(shoes, points, cut, burns, baccarat_draws(), nets, state, sums, rounds)
    return sums, rounds


@jit
def deal_round(shoe: Array, at: int, draws: Array) -> Any:
    """Deal one round from this place of the shoe. Returns its end, and the place after its cards."""
    player = (shoe[at] + shoe[at + 2]) % 10
    banker = (shoe[at + 1] + shoe[at + 3]) % 10
    at += 4
    took, more = 0, 0
    if player < 8 and banker < 8:
        third = 10
        if player <= 5:
            took, third = 1, shoe[at]
            at += 1
            player = (player + third) % 10
        if draws[banker, third]:
            more = 1
            banker = (banker + shoe[at]) % 10
            at += 1
    return ((player * 10 + banker) * 2 + took) * 2 + more, at


@jit
def deal_shoe(shoe: Array, cut: int, burns: bool, draws: Array, nets: Array, won: Array) -> int:
    """Deal one shoe to the cut card. Adds the net of each wager to `won`, and returns the number of rounds."""
    size, at, played = len(shoe), 0, 0
    if burns:
        at = 1 + (shoe[0] if shoe[0] else 10)
    while size - at > cut:
        end, at = deal_round(shoe, at, draws)
        for wager in range(len(nets)):
            won[wager] += nets[wager, end]
        played += 1
    return played


@jit
def deal_shoes(
    shoes: int, cards: Array, cut: int, burns: bool, draws: Array, nets: Array, state: Array, sums: Array, rounds: Array
) -> None:
    """Deal shoes to the cut card. Adds, for each wager, the net of a shoe, its square and its product with the rounds.

    `rounds` gets the rounds and the squares of the rounds of a shoe.
    """
    shoe = cards.copy()
    won = np.zeros(len(nets))
    for _ in range(shoes):
        for place in range(len(shoe) - 1, 0, -1):
            other = np.int64(next_random(state) % np.uint64(place + 1))
            shoe[place], shoe[other] = shoe[other], shoe[place]
        won[:] = 0
        played = deal_shoe(shoe, cut, burns, draws, nets, won)
        for wager in range(len(nets)):
            sums[wager, 0] += won[wager]
            sums[wager, 1] += won[wager] * won[wager]
            sums[wager, 2] += won[wager] * played
        rounds[0] += played
        rounds[1] += played * played
