"""Rank many hands at once, by the rankings of a game, without the checks that single hands need."""

from functools import cache
from typing import NamedTuple

import numpy as np

from cardroom.errors import InvariantError
from cardroom.poker.dealing import GameHands
from cardroom.rankings import RANKINGS, rank_many
from cardroom.rankings.base import Array, Ranking
from cardroom.rankings.kernels import KERNELS
from cardroom.rankings.low_kernels import eights, omaha_eights
from cardroom.rankings.tables import ALONE, omaha_tables, tables

__all__ = ["Judge", "SuitTables", "fast_high", "fast_low"]


class Judge:
    """The rankings of a game, for arrays of whole hands."""

    def __init__(self, dealing: GameHands) -> None:
        self.high = RANKINGS[dealing.poker.ranking]
        self.low = RANKINGS[dealing.poker.low] if dealing.poker.low else None

    def values(self, ranking: Ranking, hands: Array, board: Array | None, down: Array | None) -> Array:
        """How good each hand is, a row each, with its row of the board. `down` says where a joker was dealt down."""
        if ranking.jokers:
            up = _ranked(ranking, hands, None, "up")
            if down is None or not down.any():
                return up
            return np.where(down, _ranked(ranking, hands, None, "down"), up)
        return _ranked(ranking, hands, board, None)


def _ranked(ranking: Ranking, hands: Array, board: Array | None, joker: str | None) -> Array:
    if board is not None and not ranking.boards:
        hands, board = np.concatenate([hands, board], axis=1), None
    hands = np.ascontiguousarray(hands)
    kernel = KERNELS.get(ranking.name)
    if kernel is None:
        values: Array = rank_many(ranking.name, hands, board, joker)
        return values.astype(np.int32)
    parts = [hands] if board is None else [hands, np.ascontiguousarray(board)]
    judged = kernel.judge(*parts, *((joker,) if ranking.jokers else ()))
    if judged is None:
        raise InvariantError(f"the kernel of {ranking.name} rejected valid hands")
    return judged.astype(np.int32)


class SuitTables(NamedTuple):
    """The tables of a ranking for boards made by suit."""

    words: Array
    """The word of each card."""
    masks: Array
    rows: Array
    values: Array


@cache
def fast_high(ranking: str) -> SuitTables:
    """The tables of a ranking of the best five of seven."""
    made = tables(RANKINGS[ranking], 7)
    return SuitTables(made.words[ALONE : ALONE + 52], made.masks[ALONE : ALONE + 52], made.rows, made.values)


@cache
def fast_omaha():  # type: ignore[no-untyped-def]
    """The tables of Omaha for boards of five."""
    return omaha_tables(RANKINGS["high"], 5)


@cache
def fast_low() -> tuple[Array, Array, Array]:
    """For thirteen ranks as bits: the ranks up to the eight as eight bits, and the low of all; and Omaha's lows."""
    ranks = np.zeros(1 << 13, np.int64)
    for rank in range(13):
        low = (rank + 1) % 13
        if low < 8:
            ranks |= np.where(np.arange(1 << 13) >> rank & 1, 1 << low, 0)
    return ranks, eights()[1][ranks], omaha_eights()[1]
