"""Compiled rounds of Heads Up Hold'em and Ultimate Texas Hold'em: how they end under the best strategy."""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.base_game import report_of
from cardroom.analysis.holdem_boards import CHOOSE, hand_numbers
from cardroom.analysis.holdem_games import staked
from cardroom.analysis.report import WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import (
    FOLDED,
    HIGH,
    Cards,
    End,
    Ends,
    Numbers,
    filled,
    settings,
    side_bet,
)
from cardroom.analysis.simulation.strategies import holdem_tables
from cardroom.games.banked.heads_up_holdem import SENSORS
from cardroom.games.banked.ultimate_texas_holdem import PAIR
from cardroom.play.bank import NO_LINE
from cardroom.rankings import jackpots, rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["galaxy", "holdem_ends", "holdem_reports", "places_of"]

EQUAL = "equal hand"
ROYAL, STRAIGHT_FLUSH = HIGH.index("royal flush"), HIGH.index("straight flush")


class Hands(NamedTuple):
    """Rounds of a hold'em-type game."""

    cards: Cards
    places: Numbers
    """The columns of the pocket, the dealer's cards and the board."""
    folded: NDArray[np.bool_]
    own: NDArray[Any]
    """The rank of the player's hand, and its category ..."""
    hands: Numbers
    dealer: NDArray[Any]
    """... and the rank of the dealer's."""

    def categories(self, *places: int, rows: Any = slice(None)) -> Numbers:
        """What the cards at some places make."""
        found: Numbers = hand_numbers()[rank_many("high", self.cards[rows][:, self.places[list(places)]])]
        return found


class SideBet(NamedTuple):
    """A side bet: its lines, and which of them each round makes."""

    lines: tuple[str, ...]
    made: Callable[[Hands], Numbers]


def places_of(rules: RuleSet) -> Numbers:
    """The columns of the pocket, the dealer's cards and the board among the cards of a round."""
    if rules.script == "ultimate-texas-holdem":  # a card is burned before the flop and before the turn
        return np.array([0, 1, 2, 3, 5, 6, 7, 9, 10])
    return np.arange(9) + (4 if "all-6" in rules.wagers() else 0)  # four cards for all come first


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
    rounds = Hands(cards, places, decisions == last, own, hand_numbers()[own], dealer)
    return {"base": ends} | {name: bet.made(rounds) for name, bet in _side_bets(rules).items()}


def holdem_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how many rounds end in each way."""
    decisions = holdem_tables(rules).decisions
    *played, folded = filled(counts, "base", len(decisions) + 1, len(HIGH), 6)
    ends = dict(zip(decisions, played, strict=True))
    base = report_of(staked(rules), ends, int(folded.sum()), settings(rules), True)
    return base, *(side_bet(rules, name, bet.lines, counts) for name, bet in _side_bets(rules).items())


def _side_bets(rules: RuleSet) -> dict[str, SideBet]:
    """The side bets that the layout offers."""
    known = {
        "trips": SideBet(HIGH, _trips),
        "bad-beat": SideBet((*HIGH, EQUAL, FOLDED), _bad_beat),
        "trips-plus": SideBet(HIGH, lambda rounds: rounds.hands),
        "pocket-bonus": SideBet((*jackpots.POCKET_LINES, NO_LINE), _pocket),
        "all-6": SideBet((*jackpots.ALL_SIX_LINES, NO_LINE), _all_6),
        "galaxy": SideBet((*jackpots.GALAXY_LINES, NO_LINE), lambda rounds: galaxy(rounds.categories(0, 1, 4, 5, 6))),
    }
    for name in SENSORS:
        if name in rules.wagers():
            table = rules.table(rules.wager[name].pays)
            lines = tuple(line for line in table.lines if table.odds(line))
            known[name] = SideBet((*lines, NO_LINE), partial(_jackpot, lines))
    return {name: known[name] for name in rules.wagers() if name in known}


def _trips(rounds: Hands) -> Numbers:
    """A folded hand is judged on the board alone."""
    lines, folded = rounds.hands.copy(), np.flatnonzero(rounds.folded)
    lines[folded] = rounds.categories(4, 5, 6, 7, 8, rows=folded)
    return lines


def _bad_beat(rounds: Hands) -> Numbers:
    lines: Numbers = hand_numbers()[np.minimum(rounds.own, rounds.dealer)]
    lines[rounds.own == rounds.dealer] = len(HIGH)
    lines[rounds.folded] = len(HIGH) + 1
    return lines


def _pocket(rounds: Hands) -> Numbers:
    a, b = (rounds.cards[:, rounds.places[place]].astype(np.int64) for place in (0, 1))
    lines: Numbers = _pocket_lines()[a * 52 + b]
    return lines


@cache
def _pocket_lines() -> Numbers:
    lines = (*jackpots.POCKET_LINES, None)
    return np.array([lines.index(jackpots.pocket_line((a, b))) for a in range(52) for b in range(52)])


def _by_category(table: tuple[str, ...]) -> Numbers:
    """The place in a table of lines of each category, which is after the last where it has none."""
    return np.array([table.index(name) if name in table else len(table) for name in HIGH])


def galaxy(hands: Numbers) -> Numbers:
    """The lines of the 5 Card Galaxy Bonus Jackpot, from categories."""
    return _by_category(jackpots.GALAXY_LINES)[hands]


def _all_6(rounds: Hands) -> Numbers:
    six = rounds.cards[:, :6]  # the four cards for all, then the pocket
    hands = hand_numbers()[rank_many("high", six)]
    lines = _by_category(jackpots.ALL_SIX_LINES)[hands]
    for row in np.flatnonzero(hands == ROYAL):  # some of them are royal flushes of six cards
        line = jackpots.highest(jackpots.ALL_SIX_LINES, jackpots.all_six_lines(six[row].tolist()))
        lines[row] = jackpots.ALL_SIX_LINES.index(line or "")
    return lines


def _jackpot(table: tuple[str, ...], rounds: Hands) -> Numbers:
    lines = _by_category(table)[rounds.hands]
    for row in np.flatnonzero(rounds.hands >= STRAIGHT_FLUSH):  # it matters when and of which cards they are made
        held = rounds.cards[row, rounds.places].tolist()
        line = jackpots.progressive_line(table, held[:2], held[4:])
        lines[row] = table.index(line) if line else len(table)
    return lines
