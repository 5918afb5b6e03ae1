"""Heads Up Hold'em and Ultimate Texas Hold'em in simulations: decision tables, compiled rounds, best player."""

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.holdem import (
    CHOOSE,
    PlayWager,
    dealers,
    decide,
    hand_numbers,
    holdem_game,
    ladder_of,
    nets_of,
    patterns,
    pocket_of,
    report_of_ends,
)
from cardroom.analysis.report import FULL, WagerReport
from cardroom.analysis.simulation import kernels
from cardroom.analysis.simulation.counts import (
    HIGH,
    Cards,
    EndKey,
    Ends,
    Numbers,
    counts_array,
    ends_by_cards,
    reports_by_cards,
    side_bet,
)
from cardroom.analysis.simulation.decisions import pack_bits, sets_of_three, wager_times
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, SimulatedGame
from cardroom.analysis.strategy import DecisionArrays, Strategy, check_times
from cardroom.games.banked.heads_up_holdem import EXTRA
from cardroom.play import BOARD, Answer, Ask, View
from cardroom.play.round import FOLD, groups_used
from cardroom.rankings import rank_many
from cardroom.rankings.named import lowest
from cardroom.rulebook import RuleSet

EQUAL = "equal hand"
BAD_BEAT = "bad-beat"


class BestDecisions(NamedTuple):
    """The best decisions in a hold'em-type game, as tables."""

    decisions: tuple[PlayWager, ...]
    """The decisions by channel. The channel after the last one is a fold."""
    before: NDArray[np.int64]
    """For each of 169 pockets, the channel of its decision before the flop, or -1 if it waits."""
    classes: NDArray[np.int64]
    """The class of each flop, by its number."""
    suits: NDArray[np.uint8]
    """For each flop, the suits that its suits become in the representative of its class."""
    raises: NDArray[np.uint8]
    """For each class of flops, a bit for each pocket (52 times the lower card plus the higher): whether it plays."""
    plain: NDArray[np.uint8]
    """For each board pattern without a flush suit, a bit for each class of pockets: whether it folds on the river."""
    suited: NDArray[np.uint8]
    """The same for board patterns with a flush suit."""


@lru_cache(8)
def holdem_tables(rules: RuleSet) -> BestDecisions:
    """The best decisions of Heads Up Hold'em or Ultimate Texas Hold'em under the rules in force."""
    (nets,) = nets_of([holdem_game(rules)])
    (best,) = decide([nets], ladder_of(rules))
    before = np.array([best.early.index(times) if times else -1 for times in best.before])
    folds = []
    for each in patterns(FULL, best.ladder.qualifier):
        fold_bits = np.zeros(each.ranks.shape, np.bool_)
        kernels.river_folds(
            each.counts, each.ranks, hand_numbers(), nets.base, nets.play, best.ladder.river, nets.fold, dealers(FULL),
            fold_bits,
        )  # fmt: skip
        folds.append(pack_bits(fold_bits))
    return BestDecisions(tuple(best.decisions()), before, *sets_of_three(), pack_bits(best.raises), *folds)


def places_of(rules: RuleSet) -> Numbers:
    """The columns of the pocket, the dealer's cards and the board among the cards of a round."""
    if "odds" not in rules.wager:  # a card is burned before the flop and before the turn
        return np.array([0, 1, 2, 3, 5, 6, 7, 9, 10])
    return np.arange(9) + (4 if groups_used(rules) & EXTRA.keys() else 0)  # four extra cards come first


def _columns(rules: RuleSet) -> dict[str, list[int]]:
    """The columns of every group of cards that can decide a side bet."""
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


def decisions_of(rules: RuleSet, strategy: Strategy | None) -> tuple[PlayWager, ...]:
    """The decisions by channel: those of the best strategy, or all that the rules offer."""
    if strategy is None:
        return holdem_tables(rules).decisions
    ladder = ladder_of(rules)
    before = [PlayWager(0, times) for times in sorted(ladder.before, reverse=True)]
    return *before, PlayWager(1, ladder.flop), PlayWager(2, ladder.river)


def _channels(rules: RuleSet, cards: Cards, places: Numbers, strategy: Strategy) -> Numbers:
    """The channel of each round's decision under a strategy; the last one is a fold."""
    ladder, known = ladder_of(rules), decisions_of(rules, strategy)
    channels = np.full(len(cards), len(known), np.int64)
    waiting = np.arange(len(cards))
    none = np.empty((len(cards), 0), np.uint8)
    for number, (dealt, allowed) in enumerate(((0, ladder.before), (3, (ladder.flop,)), (5, (ladder.river,)))):
        hand, board = (cards[np.ix_(waiting, places[some])] for some in (slice(0, 2), slice(4, 4 + dealt)))
        asked = DecisionArrays(rules, number, hand, board, none[: len(waiting)])
        times = check_times(strategy, strategy.times(asked), allowed, number)
        for each in allowed:
            channels[waiting[times == each]] = known.index(PlayWager(number, each))
        waiting = waiting[times == 0]
    return channels


def holdem_ends(rules: RuleSet, cards: Cards, strategy: Strategy | None = None) -> Ends:
    """The end of every round under a strategy; None is the best one."""
    places = places_of(rules)
    decisions, ends = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    last = len(decisions_of(rules, strategy))
    if strategy is None:
        tables = holdem_tables(rules)
        kernels.holdem_decisions(
            cards, places, tables.before, last - 2, tables.classes, tables.suits, tables.raises, CHOOSE, tables.plain,
            tables.suited, decisions,
        )  # fmt: skip
    else:
        decisions = _channels(rules, cards, places, strategy)
    own, dealer = (rank_many("high", cards[:, places[held]]) for held in ([0, 1, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8]))
    kernels.ends(decisions, own, dealer, lowest("high", ladder_of(rules).qualifier), hand_numbers(), len(HIGH), ends)
    folded = decisions == last
    by_wager = {"base": ends} | ends_by_cards(rules, cards, _columns(rules), folded)
    return by_wager | ({BAD_BEAT: _bad_beat(own, dealer, folded)} if BAD_BEAT in rules.wagers() else {})


def holdem_reports(
    rules: RuleSet, counts: Counter[EndKey], strategy: Strategy | None = None
) -> tuple[WagerReport, ...]:
    """The report of every wager, from the counts of ends."""
    decisions = decisions_of(rules, strategy)
    *played, folded = counts_array(counts, "base", len(decisions) + 1, len(HIGH), 6)
    ends = dict(zip(decisions, played, strict=True))
    base = report_of_ends(rules, ends, int(folded.sum()))
    beaten = [side_bet(rules, BAD_BEAT, (*HIGH, EQUAL, FOLD), counts)] if BAD_BEAT in rules.wagers() else []
    return base, *reports_by_cards(rules, counts), *beaten


def _bad_beat(own: NDArray[Any], dealer: NDArray[Any], folded: NDArray[np.bool_]) -> Numbers:
    """The category of the beaten hand, by its index in HIGH. The next two indexes are an equal hand and a fold."""
    lines: Numbers = hand_numbers()[np.minimum(own, dealer)]
    lines[own == dealer] = len(HIGH)
    lines[folded] = len(HIGH) + 1
    return lines


def best(view: View, ask: Ask, rng: Random) -> Answer:
    """The best decision."""
    tables = holdem_tables(view.rules)
    a, b = sorted(view.hand(ask.spot))
    board = np.array([card for card in view.hand(BOARD) if card < 52], np.int64)
    channel = int(tables.before[pocket_of(a, b)])
    if len(board) and channel < 0:
        flop = len(tables.decisions) - 2
        x, y, z = board[:3]
        if kernels.plays_on_flop(a, b, x, y, z, tables.classes, tables.suits, tables.raises):
            channel = flop
        elif len(board) == 5 and not kernels.folds_on_river(a, b, board, CHOOSE, tables.plain, tables.suited):
            channel = flop + 1
    if channel < 0:
        return ask.check("check" if len(board) < 5 else "fold")
    return wager_times(view, ask, tables.decisions[channel].times)


def cards_of(rules: RuleSet) -> int:
    """The number of cards in a round."""
    return int(places_of(rules)[-1]) + 1


SIMULATED = SimulatedGame(Compiled(cards_of, holdem_ends, holdem_reports), {OPTIMAL: best})
