"""Arrays of hands: one call, one pass, compiled. Imported on the first batch call, because it loads NumPy.

This module handles shapes, checks and threads for every ranking. `kernels` lists the kernels.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from cardroom.cards import JOKER, parse
from cardroom.errors import InputError
from cardroom.rankings.base import Array, Ranking, Word, check, check_joker, jit, numbering
from cardroom.rankings.kernels import KERNELS, Kernel
from cardroom.rankings.own_kernels import own_kernel

SHARE = 1 << 17


def rank_many(ranking: Ranking, hands: Array, board: Array | None, joker: str | None, threads: int) -> Array:
    """Return the int of every row, by the ranking's kernel if it has one, otherwise by its definition."""
    hands = _cards(hands, "hands")
    rows = [hands] if board is None else [hands, _rows(_cards(board, "board"), len(hands))]
    if not ranking.boards and len(rows) == 2:
        rows = [np.concatenate(rows, axis=1)]
    _check_shape(ranking, rows)
    if joker is not None or ranking.jokers:
        check_joker(ranking, any((each == JOKER).any() for each in rows), joker)
    kernel = KERNELS.get(ranking.name) or Kernel(own_kernel(ranking) if ranking.counted else _definition(ranking))
    extra = (joker,) if ranking.jokers else ()
    bits = _card_bits(ranking)

    def judge(*parts: Array) -> Array | None:
        if not kernel.guarded and any_bad(parts, bits, ranking.shoe):
            return None
        return kernel.judge(*parts, *extra)

    share = len(hands) if kernel.guarded and threads == 1 else SHARE  # a single pass needs no shares
    values = _in_shares(judge, rows, max(share, 1), threads)
    if values is None:
        _refuse(ranking, rows, bits)
        raise AssertionError(f"the kernel of {ranking.name} rejected valid hands")
    return values


def _cards(array: Any, what: str) -> Array:
    cards: Array = np.asarray(array)
    if cards.ndim == 1 and what == "board":
        cards = cards[None, :]
    if cards.dtype != np.uint8 or cards.ndim != 2:
        raise InputError(
            f"{what} must be a uint8 array with a row for each hand, not {cards.dtype} of shape {cards.shape}"
        )
    return np.ascontiguousarray(cards)


def _rows(board: Array, count: int) -> Array:
    if len(board) not in (1, count):
        raise InputError(f"a board must be one row for all hands or a row for each of {count}, not {len(board)} rows")
    return board if len(board) == count else np.repeat(board, count, axis=0)


def _check_shape(ranking: Ranking, rows: list[Array]) -> None:
    """Raise the scalar call's error for hands or boards of the wrong size."""
    some, sizes = sorted(ranking.deck - {JOKER}) * 9, [each.shape[1] for each in rows]
    if sizes[0] not in ranking.sizes or (ranking.boards and sizes[1:] not in [[size] for size in ranking.boards]):
        check(ranking, some[: sizes[0]], some[sizes[0] : sum(sizes)], None)


UNFIT = 1 << 63
"""The bit of values that are not a card of the deck."""


def _card_bits(ranking: Ranking) -> Array:
    bits = np.full(256, UNFIT, np.uint64)
    for card in ranking.deck:
        bits[card] = 1 << card
    return bits


def any_bad(parts: tuple[Array, ...], bits: Array, shoe: bool) -> bool:
    """Whether any row has a card that is not in the deck or, unless dealt from a shoe, a card twice."""
    hands = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
    return bool(_any_bad(hands, (0,) * hands.shape[1], bits, np.uint64(0 if shoe else 2**64 - 1)))


@jit
def _any_bad(hands: Array, size: tuple[int, ...], bits: Array, twice: Word) -> Word:
    """The size is a tuple, because the compiler knows a tuple's length and unrolls the loop."""
    bad = np.uint64(0)
    for i in range(hands.shape[0]):
        seen = np.uint64(0)
        for j in range(len(size)):
            bit = bits[hands[i, j]]
            bad |= seen & bit & twice
            seen |= bit
        bad |= seen & np.uint64(UNFIT)
    return bad


def _refuse(ranking: Ranking, rows: list[Array], bits: Array) -> None:
    """Raise the scalar call's error for the first bad row."""
    low, high = 0, len(rows[0])
    while high - low > 1:
        middle = (low + high) // 2
        if any_bad(tuple(each[low:middle] for each in rows), bits, ranking.shoe):
            high = middle
        else:
            low = middle
    hand, board = ([each[low].tolist() for each in rows] + [[]])[:2]
    try:
        check(ranking, parse(hand), parse(board), ranking.jokers[0] if ranking.jokers else None)
    except ValueError as error:
        raise InputError(f"row {low}: {error}") from None


def _definition(ranking: Ranking) -> Callable[..., Array]:
    """A kernel for a ranking without its own: the definition, row by row."""
    places = numbering(ranking)[1]

    def kernel(*parts: Any) -> Array:
        rows = [part.tolist() for part in parts if not isinstance(part, str | None)]
        extra = [part for part in parts if isinstance(part, str | None)]
        keys = (ranking.key(*row, *extra) for row in zip(*rows, strict=True))
        return np.array([0 if key is None else places[key] for key in keys], dtype=np.uint32)

    return kernel


def _in_shares(judge: Callable[..., Array | None], rows: list[Array], share: int, threads: int) -> Array | None:
    """Judge all rows, in shares that stay in the CPU cache between check and kernel, with one or more threads.

    Compiled code does not hold the interpreter's lock. There are many shares, so that a busy core takes fewer of them.
    Their sizes are even, because some kernels read two rows at a time.
    """
    starts = range(0, max(1, len(rows[0])), share)
    workers = min(len(starts), threads or os.cpu_count() or 1)

    def judge_from(start: int) -> Array | None:
        return judge(*(each[start : start + share] for each in rows))

    if workers == 1:
        parts = [judge_from(start) for start in starts]
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(judge_from, starts))
    values = [part for part in parts if part is not None]
    if len(values) < len(parts):
        return None
    return values[0] if len(values) == 1 else np.concatenate(values)
