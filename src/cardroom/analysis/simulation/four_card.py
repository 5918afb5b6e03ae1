"""Four Card Frenzy in simulations: the best decisions as a table, compiled rounds, and the best player."""

from collections import Counter
from functools import cache, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.few_cards import four_card
from cardroom.analysis.report import WagerReport, report_of
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import (
    Cards,
    EndKey,
    Ends,
    Numbers,
    counts_array,
    ends_by_cards,
    reports_by_cards,
    settings,
)
from cardroom.analysis.simulation.decisions import wager_times
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.strategy import DecisionArrays, Strategy, check_times
from cardroom.games.banked.four_card_frenzy import ACES, RAISE, RAISE_WITH_ACES
from cardroom.play import Answer, Ask, View
from cardroom.play.round import qualifying_rank
from cardroom.rankings import categories, rank_many, strength
from cardroom.rankings.base import numbering
from cardroom.rankings.four_of_five import FOUR_OF_FIVE, bonus_line
from cardroom.rulebook import RuleSet


@lru_cache(8)
def frenzy_table(rules: RuleSet) -> NDArray[np.uint8]:
    """How many times to raise with every hand of Four Card Frenzy, by its number, four hands in a byte."""
    times = four_card.decisions(rules).reshape(-1, 4)
    packed: NDArray[np.uint8] = (times << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=1, dtype=np.uint8)
    return packed


def raises_of(rules: RuleSet, hand: Cards, ranks: Numbers, strategy: Strategy) -> Numbers:
    """How many times a strategy raises with each hand. Only a pair of aces or better may raise more than once."""
    none = np.empty((len(hand), 0), np.uint8)
    times = strategy.times(DecisionArrays(rules, 0, hand, none, none))
    strong = ranks >= strength("four-of-five", ACES)
    check_times(strategy, times[~strong], range(RAISE.least, RAISE.most + 1), 0)
    check_times(strategy, times[strong], range(RAISE_WITH_ACES.least, RAISE_WITH_ACES.most + 1), 0)
    return times


def ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    decisions, base = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    if strategy is None:
        kernels.frenzy_decisions(cards, four_card.CHOOSE, frenzy_table(rules), decisions)
    else:
        ranks = rank_many("four-of-five", np.ascontiguousarray(cards[:, :5])).astype(np.int64)
        decisions = raises_of(rules, cards[:, :5], ranks, strategy)
    own, dealer = rank_many("four-of-five", cards[:, :5]), rank_many("four-of-five", cards[:, 5:])
    qualifier = qualifying_rank(rules, "four-of-five")
    kernels.ends(decisions, own, dealer, qualifier, _fours(), len(four_card.LINES), base)
    columns = {"own hand": range(5), "dealer's hand": range(5, 10)}
    return {"base": base} | ends_by_cards(rules, cards, columns, decisions == 0)


@cache
def _fours() -> Numbers:
    """The index in LINES of every rank of four cards."""
    names = [bonus_line(key) or categories("four-of-five")[key[0]] for key in numbering(FOUR_OF_FIVE)[0]]
    return np.array([0, *(four_card.LINES.index(name) for name in names)])


def reports(rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None) -> tuple[WagerReport, ...]:
    folded, *raised = counts_array(counts, "base", len(four_card.DECISIONS), len(four_card.LINES), 6)
    ends = dict(zip(four_card.DECISIONS[1:], raised, strict=True))
    base = report_of(four_card.base_game_of(rules), ends, int(folded.sum()), settings(rules), True)
    return base, *reports_by_cards(rules, counts)


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision."""
    number = kernels.five_number(np.array(view.hand(ask.spot), np.int64), four_card.CHOOSE)
    times = int(four_card.decisions(view.rules)[number])
    return wager_times(view, ask, times) if times else ask.check("fold")


SIMULATED = SimulatedGame(
    Compiled(lambda _: 10, ends, reports, lambda _, times: four_card.DECISIONS[times]), {OPTIMAL: best}
)
