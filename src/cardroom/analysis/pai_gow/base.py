"""The base game of Fortune Pai Gow Poker and Face Up Pai Gow Poker (500 Club), over all deals of seven cards to seven.

Fortune: the player sets every hand the House Way, as the house dealer sets the player-dealer's. The best settings are
in `best`. Face Up: the player sees the player-dealer's hand and sets the best way against it. One count, independent of
payoffs, serves both games.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine, parts
from cardroom.analysis.pai_gow import pairs as pai_gow_pairs
from cardroom.analysis.pai_gow.best import RANKINGS, known_best, ship_best
from cardroom.analysis.pai_gow.bonus import pai_gow_bonus_report
from cardroom.analysis.pai_gow.hands import pai_gow_hands
from cardroom.analysis.pai_gow.leaders import leaders
from cardroom.analysis.pai_gow.pairs import ENDS, LOSE, WIN
from cardroom.analysis.pai_gow.tables import kinds, patterns
from cardroom.analysis.report import FULL, RankDeck, WagerOutcome, WagerReport, merge_outcomes
from cardroom.analysis.store import find, keep, key_of
from cardroom.errors import InvariantError
from cardroom.games.banked.pai_gow import Showdown, five_card_ranking, settle
from cardroom.rulebook import RuleSet

__all__ = [
    "DealCounts",
    "best_outcomes",
    "count",
    "deal_counts",
    "face_up_base",
    "face_up_report",
    "fortune_base",
    "fortune_report",
    "house_way_base",
    "is_face_up",
    "outcome_of",
]

SECONDS = (1.6, 3.3, 7.0, 10.0, 15.0, 15.0, 13.0)
"""The approximate time on one core for the sets of each size, in seconds."""
FACE_UP = "face-up-pai-gow"
"""The script of Face Up Pai Gow Poker."""
HOUSE_WAY = ("Set every hand the House Way.",)
BEST = (
    "If a setting makes both hands higher than the player-dealer's, choose it: it wins.",
    "Else choose a setting that makes one hand higher: it pushes. A copy is not higher.",
)
METHOD = "pai gow deals 1"
"""The number is increased if counting gives other results, as after a change of the House Way."""


class DealCounts(NamedTuple):
    """How many deals of two hands end in each way."""

    house_way: dict[tuple[bool, int, int], int]
    """If both hands are set the House Way: by whether the player-dealer's hand is ace-high, then the player's front and
    back, 1 for a higher hand, 0 for a copy, -1 for a lower one."""
    wins: int
    """The player-dealer's hand is not ace-high, and some setting of the player's wins."""
    loses: int
    """The player-dealer's hand is not ace-high, and every setting of the player's loses."""

    @property
    def deals(self) -> int:
        """The number of all deals."""
        return sum(self.house_way.values())

    @property
    def ace_high(self) -> int:
        """The number of deals in which the player-dealer's hand is ace-high."""
        return sum(many for (flag, _, _), many in self.house_way.items() if flag)


# -- Reports -----------------------------------------------------------------------------------------------------------


def fortune_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base wager and the bonus bets of Fortune Pai Gow Poker."""
    known = deal_counts(five_card_ranking(rules), engine)
    return fortune_base(rules, known, engine), *pai_gow_bonus_report(rules, engine)


def face_up_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base wager and the bonus bets of Face Up Pai Gow Poker."""
    return face_up_base(rules, deal_counts(five_card_ranking(rules), engine)), *pai_gow_bonus_report(rules, engine)


def fortune_base(rules: RuleSet, known: DealCounts, engine: Engine = LOCAL) -> WagerReport:
    """The base wager if every hand is set the House Way, and under the best settings where they are counted."""
    report = house_way_base(rules, known)
    best = known_best(rules, engine)
    if best is None:
        note = "The player sets every hand the House Way. The best settings under these rules are not counted."
        return msgspec.structs.replace(report, note=note)
    outcomes = best_outcomes(rules, best.wins, known.deals - best.wins - best.loses, best.loses)
    at_best = WagerReport(report.wager, report.label, report.of, outcomes)
    cost, share = report.edge - at_best.edge, best.other / comb(53, 7)
    note = f"The player sets every hand the House Way. This costs {float(cost):.6%} ({cost}) against the best settings"
    note += f", which differ from it for {share:.2%} of hands."
    return msgspec.structs.replace(report, best_play=at_best, note=note)


def face_up_base(rules: RuleSet, known: DealCounts) -> WagerReport:
    """The base wager if the player sets the best way against the hand that is shown."""
    label = rules.wager["base"].label
    pushes = known.deals - known.ace_high - known.wins - known.loses
    report = WagerReport("base", label, label, best_outcomes(rules, known.wins, pushes, known.loses, known.ace_high))
    edge = house_way_base(rules, known).edge
    note = f"If the player sets every hand the House Way, the edge is {float(edge):.6%} ({edge})"
    note += f": it costs {float(edge - report.edge):.6%} ({edge - report.edge})."
    return msgspec.structs.replace(report, strategy=BEST, note=note)


def house_way_base(rules: RuleSet, known: DealCounts | None = None) -> WagerReport:
    """The base wager if the player sets every hand the House Way.

    >>> from cardroom.rulebook import rule_set
    >>> for game in ("fortune-pai-gow-poker", "face-up-pai-gow-poker"):
    ...     print(f"{float(house_way_base(rule_set(game)).edge):.4%}")
    1.2766%
    6.1738%
    """
    label, face_up = rules.wager["base"].label, is_face_up(rules)
    known = known or deal_counts(five_card_ranking(rules))
    outcomes = merge_outcomes(
        outcome_of(rules, Showdown(front, back, dealer_ace_high=flag and face_up), many)
        for (flag, front, back), many in known.house_way.items()
    )
    return WagerReport("base", label, label, outcomes, strategy=HOUSE_WAY)


def is_face_up(rules: RuleSet) -> bool:
    """Whether the player sees the player-dealer's hand before setting, and an ace-high one pushes."""
    return rules.script == FACE_UP


def best_outcomes(rules: RuleSet, wins: int, pushes: int, loses: int, ace_high: int = 0) -> tuple[WagerOutcome, ...]:
    """The results if the player sets the best way. The lines do not say which hand is higher: in Face Up the player
    chooses."""
    one, none = outcome_of(rules, Showdown(1, -1), pushes), outcome_of(rules, Showdown(-1, -1), loses)
    outcomes = [
        outcome_of(rules, Showdown(1, 1), wins),
        msgspec.structs.replace(one, line="one hand higher"),
        msgspec.structs.replace(none, line="no hand higher"),
    ]
    if is_face_up(rules):
        outcomes.append(outcome_of(rules, Showdown(dealer_ace_high=True), ace_high))
    return merge_outcomes(outcomes)


def outcome_of(rules: RuleSet, hand: Showdown, many: int) -> WagerOutcome:
    """The outcome of many deals that end like this."""
    payoff = settle(rules, "base", hand)
    return WagerOutcome(payoff.line, payoff.unit, many, str(payoff.odds or ""))


# -- Counting ----------------------------------------------------------------------------------------------------------


def deal_counts(ranks_five: str, engine: Engine = LOCAL) -> DealCounts:
    """All deals of the full deck under a ranking of five cards: stored, or counted now.

    >>> known = deal_counts("pai-gow")
    >>> known.deals == comb(53, 7) * comb(46, 7)
    True
    """
    key = key_of(METHOD, ranks_five)
    ends = find(key, list[int])
    if ends is None or not _whole(ends):
        ends = count(ranks_five, FULL, engine)
        keep(key, ends)
    return named_counts(ends)


def _whole(ends: list[int]) -> bool:
    """Whether stored numbers have the form of a count. If not, the deals are counted again."""
    return len(ends) == ENDS and sum(ends[:WIN]) == comb(53, 7) * comb(46, 7)


def named_counts(ends: list[int]) -> DealCounts:
    """The numbers of a count by name."""
    keys = product((False, True), (-1, 0, 1), (-1, 0, 1))
    return DealCounts(dict(zip(keys, ends[:WIN], strict=True)), ends[WIN], ends[LOSE])


class _Chunk(NamedTuple):
    """Some of the sets of one size."""

    size: int
    joker: int
    part: slice


def count(ranks_five: str, deck: RankDeck = FULL, engine: Engine = LOCAL) -> list[int]:
    """Count all deals of seven cards and seven from a deck with a joker, in the order of `pai_gow_pairs.ENDS`."""
    patterns(), kinds(ranks_five)  # make the tables once, before several threads need them
    chunks = [_Chunk(-1, 0, slice(None)), *_chunks(deck, engine)]
    work = partial(_count_chunk, ranks_five, deck)
    total = np.zeros(ENDS, np.int64)
    for ends in engine.map("pai gow: hands against hands", work, chunks):
        total += ends
    counts: list[int] = total.tolist()
    size = len(deck.cards) + 1
    if sum(counts[:WIN]) != comb(size, 7) * comb(size - 7, 7):
        raise InvariantError("the results of pai gow hands do not add up to the number of deals")
    return counts


def _chunks(deck: RankDeck, engine: Engine) -> Iterator[_Chunk]:
    """All sets of up to six cards, with and without the joker, largest work first."""
    for size, seconds in enumerate(SECONDS):
        many = len(leaders(deck, size).ways)
        for joker in range(2 if size < 6 else 1):
            for part in parts(engine, seconds / (6 if joker else 1)):
                if part.start < many:
                    yield _Chunk(size, joker, part)


def _count_chunk(ranks_five: str, deck: RankDeck, chunk: _Chunk) -> NDArray[np.int64]:
    ends, cards = np.zeros(ENDS, np.int64), np.array(deck.cards)
    if chunk.size < 0:
        pai_gow_pairs.count_alone(cards, patterns(), kinds(ranks_five), ends)
        return ends
    sets, ways = (each[chunk.part] for each in leaders(deck, chunk.size))
    pai_gow_pairs.count_sets(
        np.ascontiguousarray(sets), np.ascontiguousarray(ways), chunk.joker, cards, patterns(), kinds(ranks_five), ends
    )
    return ends


def shipped_counts(_: RuleSet, engine: Engine = LOCAL) -> None:
    """Make the counts that ship with the package: the deals under every ranking, and all hands of seven cards."""
    for name in RANKINGS:
        deal_counts(name, engine)
    ship_best(engine)
    for name in ("fortune", "pai-gow"):
        pai_gow_hands(name)
