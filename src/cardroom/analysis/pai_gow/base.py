"""The base game of Fortune Pai Gow Poker and Face Up Pai Gow Poker (500 Club), over all deals of seven cards to seven.

Fortune: the player sets every hand the House Way, as the house dealer sets the player-dealer's. Face Up: the player
sees the player-dealer's hand and sets the best way against it. One count, independent of payoffs, serves both games.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from math import comb
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine, parts
from cardroom.analysis.pai_gow import pairs as pai_gow_pairs
from cardroom.analysis.pai_gow import tables as pai_gow_tables
from cardroom.analysis.pai_gow.bonus import pai_gow_bonus_report
from cardroom.analysis.pai_gow.hands import FILE, count_hands, hands_digest
from cardroom.analysis.pai_gow.pairs import ENDS, LOSE, WIN
from cardroom.analysis.pai_gow.tables import kinds, patterns
from cardroom.analysis.report import (
    FULL,
    RankDeck,
    WagerOutcome,
    WagerReport,
    digest_of,
    merge_outcomes,
    ranking_order,
    shipped_count,
    source_texts,
    store,
    stored_count,
)
from cardroom.errors import InvariantError
from cardroom.games.banked import house_way
from cardroom.games.banked.pai_gow import Showdown, five_card_ranking, settle
from cardroom.rankings import high, pai_gow, pai_gow_kernels
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
SOURCES = (house_way, pai_gow, high, pai_gow_kernels, pai_gow_tables, pai_gow_pairs)
"""The modules that a count depends on."""


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
    """All deals of the full deck under a ranking of five cards: stored, shipped with the package, or counted now.

    >>> known = deal_counts("pai-gow")
    >>> known.deals == comb(53, 7) * comb(46, 7)
    True
    """
    source = source_digest(ranks_five)
    ends = stored_count(source) or shipped_count(FILE, order_digest(ranks_five))
    if ends is None or not _whole(ends):
        ends = shipped_count(FILE, table_digest(ranks_five)) or count(ranks_five, FULL, engine)
        store(source, ends)
    return named_counts(ends)


def source_digest(ranks_five: str) -> str:
    """The digest of the source that decides a count. It needs no tables, but changes with every edit."""
    return digest_of(ranks_five, *source_texts(*SOURCES))


def order_digest(ranks_five: str) -> str:
    """The same with the rankings' order of hands in place of their source."""
    orders = (ranking_order(name) for name in (ranks_five, "pai-gow", "pai-gow-two"))
    return digest_of("orders", ranks_five, *source_texts(house_way, pai_gow_tables, pai_gow_pairs), *orders)


def table_digest(ranks_five: str) -> str:
    """The digest of the tables that a count depends on: all hands, and how each is set."""
    tables = [*patterns()[:-1], *kinds(ranks_five)]
    return digest_of(*(part for table in tables for part in (str(table.dtype), str(table.shape), table.tobytes())))


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


def counts_file(engine: Engine = LOCAL) -> bytes:
    """The text of the file: the deals under every ranking of five cards, by the digest of the source and by that of the
    tables, and all hands of seven cards. If the tables are as they were, the deals are not counted again."""
    counts = {hands_digest(name): count_hands(name) for name in ("fortune", "pai-gow")}
    for name in RANKINGS:
        digest = table_digest(name)
        counts[order_digest(name)] = counts[digest] = shipped_count(FILE, digest) or count(name, FULL, engine)
    return msgspec.json.format(msgspec.json.encode(counts), indent=1) + b"\n"


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_bytes(counts_file())
