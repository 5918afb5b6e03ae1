"""Compiled rounds of Heads Up Hold'em and Ultimate Texas Hold'em: how they end under the best strategy."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.base_game import report_of
from cardroom.analysis.holdem_boards import CHOOSE, hand_numbers
from cardroom.analysis.holdem_games import staked
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import (
    HIGH,
    Cards,
    End,
    Ends,
    Numbers,
    ends_by_cards,
    filled,
    reports_by_cards,
    settings,
    side_bet,
)
from cardroom.analysis.simulation.strategies import holdem_tables
from cardroom.games.banked.heads_up_holdem import EXTRA
from cardroom.games.banked.ultimate_texas_holdem import PAIR
from cardroom.play.side_bets import FOLD, groups_used
from cardroom.rankings import rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["holdem_ends", "holdem_reports", "places_of"]

EQUAL = "equal hand"
BAD_BEAT = "bad-beat"


def places_of(rules: RuleSet) -> Numbers:
    """The columns of the pocket, the dealer's cards and the board among the cards of a round."""
    if rules.script == "ultimate-texas-holdem":  # a card is burned before the flop and before the turn
        return np.array([0, 1, 2, 3, 5, 6, 7, 9, 10])
    return np.arange(9) + (4 if groups_used(rules) & EXTRA.keys() else 0)  # four cards for all come first


def _columns(rules: RuleSet) -> dict[str, list[int]]:
    """The columns of everything that a side bet can be judged on."""
    a, b, c, d, *board = places_of(rules).tolist()
    extra = list(range(4)) if groups_used(rules) & EXTRA.keys() else []
    return {
        "pocket": [a, b],
        "flop": board[:3],
        "board": board,
        "pocket and flop": [a, b, *board[:3]],
        "own hand": [a, b, *board],
        "dealer's pocket": [c, d],
        "dealer's hand": [c, d, *board],
        "both pockets": [a, b, c, d],
        "extra cards": extra,
        "pocket and extra cards": [a, b, *extra],
    }


def holdem_ends(rules: RuleSet, cards: Cards) -> Ends:
    """How every round ends under the best strategy."""
    tables, places = holdem_tables(rules), places_of(rules)
    decisions, ends = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    last = len(tables.decisions)
    kernels.holdem_decisions(
        cards, places, tables.before, last - 2, tables.classes, tables.suits, tables.raises, CHOOSE, tables.plain,
        tables.suited, decisions,
    )  # fmt: skip
    own, dealer = (rank_many("high", cards[:, places[held]]) for held in ([0, 1, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8]))
    kernels.ends(decisions, own, dealer, strength("high", PAIR), hand_numbers(), len(HIGH), ends)
    folded = decisions == last
    found = {"base": ends} | ends_by_cards(rules, cards, _columns(rules), folded)
    return found | ({BAD_BEAT: _bad_beat(own, dealer, folded)} if BAD_BEAT in rules.wagers() else {})


def holdem_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how many rounds end in each way."""
    decisions = holdem_tables(rules).decisions
    *played, folded = filled(counts, "base", len(decisions) + 1, len(HIGH), 6)
    ends = dict(zip(decisions, played, strict=True))
    base = report_of(staked(rules), ends, int(folded.sum()), settings(rules), True)
    beaten = [side_bet(rules, BAD_BEAT, (*HIGH, EQUAL, FOLD), counts)] if BAD_BEAT in rules.wagers() else []
    return base, *reports_by_cards(rules, counts), *beaten


def _bad_beat(own: NDArray[Any], dealer: NDArray[Any], folded: NDArray[np.bool_]) -> Numbers:
    """What is beaten, by its place among the categories; after them an equal hand, and a fold."""
    lines: Numbers = hand_numbers()[np.minimum(own, dealer)]
    lines[own == dealer] = len(HIGH)
    lines[folded] = len(HIGH) + 1
    return lines
