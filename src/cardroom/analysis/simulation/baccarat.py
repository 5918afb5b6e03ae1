"""EZ Baccarat in simulations: compiled rounds. After the bets there is nothing to decide."""

from collections import Counter
from random import Random

import numpy as np

from cardroom.analysis.few_cards import baccarat
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import Cards, EndKey, Ends, counts_array
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.strategy import Strategy
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws
from cardroom.play import Answer, Ask, View
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    points = np.array([baccarat_points([card]) for card in range(52)])
    thirds = [(*baccarat.CARDS[:2], card) for card in baccarat.CARDS] + [baccarat.CARDS[:2]]
    draws = np.array([[banker_draws(held, player) for player in thirds] for held in range(10)])
    ends = np.empty(len(cards), np.int64)
    kernels.baccarat(cards, points, draws, ends)
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
