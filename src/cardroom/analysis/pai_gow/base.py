"""The base game of Fortune Pai Gow Poker and Face Up Pai Gow Poker (500 Club), over all deals of seven cards to seven.

Fortune: the player sets every hand the House Way, as the house dealer sets the player-dealer's. Face Up: the player
sees the player-dealer's hand and sets the best way against it. One count, independent of payoffs, serves both games.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine, parts
from cardroom.analysis.pai_gow import pairs as pai_gow_pairs
from cardroom.analysis.pai_gow.bonus import pai_gow_bonus_report
from cardroom.analysis.pai_gow.hands import pai_gow_hands
from cardroom.analysis.pai_gow.pairs import ENDS, LOSE, WIN
from cardroom.analysis.pai_gow.tables import kinds, patterns
from cardroom.analysis.report import FULL, RankDeck, WagerOutcome, WagerReport, merge_outcomes
from cardroom.analysis.store import find, keep, key_of
from cardroom.errors import InvariantError
from cardroom.games.banked.pai_gow import Showdown, five_card_ranking, settle
from cardroom.rulebook import RuleSet

__all__ = ["DealCounts", "count", "deal_counts", "face_up_base", "face_up_report", "fortune_base", "fortune_report"]

SECONDS = (1.6, 3.3, 7.0, 10.0, 15.0, 15.0, 13.0)
"""The approximate time on one core for the sets of each size, in seconds."""
RANKINGS = ("pai-gow", "pai-gow-high-wheel")
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
    return fortune_base(rules, deal_counts(five_card_ranking(rules), engine)), *pai_gow_bonus_report(rules, engine)


def face_up_report(rules: RuleSet, engine: Engine = LOCAL) -> tuple[WagerReport, ...]:
    """The base wager and the bonus bets of Face Up Pai Gow Poker."""
    return face_up_base(rules, deal_counts(five_card_ranking(rules), engine)), *pai_gow_bonus_report(rules, engine)


def fortune_base(rules: RuleSet, known: DealCounts) -> WagerReport:
    """The base wager if every hand is set the House Way."""
    label, note = rules.wager["base"].label, "The player sets every hand the House Way."
    return WagerReport(
        "base", label, label, _set_the_house_way(rules, known, face_up=False), strategy=HOUSE_WAY, note=note
    )


def face_up_base(rules: RuleSet, known: DealCounts) -> WagerReport:
    """The base wager if the player sets the best way against the hand that is shown."""
    label = rules.wager["base"].label
    edge = WagerReport("base", label, label, _set_the_house_way(rules, known, face_up=True)).edge
    note = f"If the player sets every hand the House Way, the edge is {float(edge):.6%} ({edge})."
    return WagerReport("base", label, label, _set_best(rules, known), strategy=BEST, note=note)


def _set_the_house_way(rules: RuleSet, known: DealCounts, *, face_up: bool) -> tuple[WagerOutcome, ...]:
    return merge_outcomes(
        _outcome(rules, Showdown(front, back, dealer_ace_high=flag and face_up), many)
        for (flag, front, back), many in known.house_way.items()
    )


def _set_best(rules: RuleSet, known: DealCounts) -> tuple[WagerOutcome, ...]:
    """The result if the player sets the best way. In a push the player chooses which hand is higher, so the line names
    neither."""
    pushes = known.deals - known.ace_high - known.wins - known.loses
    one = _outcome(rules, Showdown(1, -1), pushes)
    none = _outcome(rules, Showdown(-1, -1), known.loses)
    return merge_outcomes(
        [
            _outcome(rules, Showdown(1, 1), known.wins),
            msgspec.structs.replace(one, line="one hand higher"),
            msgspec.structs.replace(none, line="no hand higher"),
            _outcome(rules, Showdown(dealer_ace_high=True), known.ace_high),
        ]
    )


def _outcome(rules: RuleSet, hand: Showdown, many: int) -> WagerOutcome:
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


class Leaders(NamedTuple):
    """One set of cards for all that differ from it only by exchanging suits."""

    sets: NDArray[np.uint8]
    """Places in the deck."""
    ways: NDArray[np.int64]
    """The number of sets that it represents."""


@cache
def leaders(deck: RankDeck, size: int) -> Leaders:
    """The leaders among sets of `size` natural cards."""
    cards = np.array(deck.cards)
    leaders_found = Leaders(np.zeros((0, size), np.uint8), np.zeros(0, np.int64))
    many = pai_gow_pairs.find_leaders(cards, deck.suits, size, *leaders_found)
    leaders_found = Leaders(np.zeros((many, size), np.uint8), np.zeros(many, np.int64))
    pai_gow_pairs.find_leaders(cards, deck.suits, size, *leaders_found)
    return leaders_found


def shipped_counts(_: RuleSet, engine: Engine = LOCAL) -> None:
    """Make the counts that ship with the package: the deals under every ranking, and all hands of seven cards."""
    for name in RANKINGS:
        deal_counts(name, engine)
    for name in ("fortune", "pai-gow"):
        pai_gow_hands(name)
