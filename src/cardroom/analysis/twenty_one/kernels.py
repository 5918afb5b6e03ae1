"""The compiled sum over the player-dealer's hands in the games of 21.5."""

from typing import Any

import numpy as np

from cardroom.rankings.base import jit

Array = Any


@jit
def sum_hands(
    order: Array, left: Array, table: Array, ways: Array, many: Array, ends: Array, levels: Array, factors: Array,
    which: Array, columns: Array, places: Array, out: Array,
) -> None:  # fmt: skip
    """Add to every row of `out` the orders that make the hands of each key, times a factor, at the key's place.

    The factor is in the row of `factors` that `which` names for the row, and in the key's column.
    `left` has the cards of the shoe by kind, one row for each row of `out`, and `table` the number of ways to draw
    0, 1, 2 ... cards from so many. Hands are the leaves of a tree (`HandTree`), which is summed kind by kind: Bonus
    cards first, aces last. Rows are taken in `order`. A row repeats only the sums of kinds from the first that differs
    from the row before. Whole numbers of 64 bits wrap around.
    """
    work = np.zeros((10, ways.shape[0]), ways.dtype)
    work[9] = ways
    before = -1
    for row in order:
        top = 9
        if before >= 0:
            while top > 0 and left[row, top] == left[before, top]:
                top -= 1
        before = row
        for kind in range(top, -1, -1):
            draws = table[left[row, kind]]
            first, entry = levels[0, kind], 0
            for group in range(levels[1, kind + 1] - levels[1, kind]):
                total = work[kind, entry] * draws[many[first + entry]]
                entry += 1
                while entry < ends[levels[1, kind] + group]:
                    total += work[kind, entry] * draws[many[first + entry]]
                    entry += 1
                if kind > 0:
                    work[kind - 1, group] = total
                else:
                    out[row, places[group]] += total * factors[which[row], columns[group]]
