"""How much of a long test is run: `make test` takes a sample, the same each time, and `make proof` all of it."""

import os
from collections.abc import Iterable
from typing import TypeVar

PROOF = bool(os.environ.get("CARDROOM_PROOF"))
"""Whether all of it is run."""

Value = TypeVar("Value")


def sampled(values: Iterable[Value], every: int, first: int = 0) -> list[Value]:
    """One of every so many values from the first on; in a proof all of them.

    >>> sampled("abcdefg", 3), sampled("abcdefg", 3, first=1)
    (['a', 'd', 'g'], ['b', 'e'])
    """
    found = list(values)
    return found if PROOF else found[first % every :: every]
