"""Fortune Pai Gow Poker: the exact value of every setting of a hand against an unseen hand set the House Way.

From one hand, the player-dealer's hand is one of C(46,7) = 53,524,680. They are counted by the front and back that the
House Way gives them, so each setting of the player has an exact value. `best` values every setting of all hands.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.pai_gow.pairs import count_kinds
from cardroom.analysis.pai_gow.tables import HandPatterns, Staircases, patterns, staircases
from cardroom.analysis.store import key_of, read, write
from cardroom.cards import JOKER, Card
from cardroom.games.banked.house_way import SetHand
from cardroom.games.banked.pai_gow import Showdown, five_card_ranking, settle
from cardroom.rankings import strength
from cardroom.rankings.pai_gow import fouls
from cardroom.rulebook import RuleSet

__all__ = ["HouseWayHands", "dealer_hands", "house_tables", "setting_value"]


class HouseWayHands(NamedTuple):
    """The player-dealer's hands by front and back, set the House Way."""

    fronts: NDArray[np.int64]
    backs: NDArray[np.int64]
    counts: NDArray[np.int64]

    def results(self, front: int, back: int) -> dict[tuple[int, int], int]:
        """The number of hands by the result of the player's front and back: 1 higher, 0 a copy, -1 lower."""
        ends = 3 * (1 + np.sign(front - self.fronts)) + 1 + np.sign(back - self.backs)
        counted = np.bincount(ends, self.counts, 9).astype(np.int64).tolist()
        return {(end // 3 - 1, end % 3 - 1): count for end, count in enumerate(counted)}


def dealer_hands(left: Iterable[Card], ranks_five: str) -> HouseWayHands:
    """All hands of seven of these cards, set the House Way under a ranking of five cards."""
    (hands, known), cards = house_tables(ranks_five), sorted(left)
    natural = np.array([card for card in cards if card != JOKER], np.int64)
    counts, touched = np.zeros(len(known.front), np.int64), np.zeros(len(known.front), np.int64)
    many = count_kinds(natural, len(cards) - len(natural), hands, known.of, counts, touched)
    some = touched[:many]
    return HouseWayHands(known.front[some].astype(np.int64), known.back[some].astype(np.int64), counts[some])


@lru_cache(maxsize=2)
def house_tables(ranks_five: str) -> tuple[HandPatterns, Staircases]:
    """The tables of all hands, set the House Way and in every other way worth choosing: stored, or built now."""
    key = key_of("House Way 2", ranks_five)
    try:
        with np.load(BytesIO(read(key) or b""), allow_pickle=False) as stored:
            hands, known = (
                [stored[f"{table.__name__}.{name}"] for name in table._fields] for table in (HandPatterns, Staircases)
            )
            return HandPatterns(*hands), Staircases(*known)
    except (EOFError, ValueError, KeyError, BadZipFile):
        built = patterns(), staircases(ranks_five)
        written = BytesIO()
        np.savez(
            written,
            **{f"{type(table).__name__}.{name}": array for table in built for name, array in table._asdict().items()},
        )
        write(key, written.getvalue())
        return built


def setting_value(rules: RuleSet, hand: SetHand, against: HouseWayHands) -> Fraction:
    """The average result of a setting, per unit of the base wager. A foul hand loses."""
    if fouls(*hand):
        return settle(rules, "base", Showdown(foul=True)).unit
    results = against.results(strength("pai-gow-two", hand.front), strength(five_card_ranking(rules), hand.back))
    total = sum((settle(rules, "base", Showdown(*end)).unit * count for end, count in results.items()), Fraction(0))
    return total / sum(results.values())
