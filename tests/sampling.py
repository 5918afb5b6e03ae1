"""The size of long tests: `make test` runs a sample, the same each time, and `make proof` runs everything."""

import os
from collections.abc import Iterable
from typing import TypeVar

PROOF = bool(os.environ.get("CARDROOM_PROOF"))
"""Whether everything is run."""

Value = TypeVar("Value")


def sampled(values: Iterable[Value], every: int, first: int = 0) -> list[Value]:
    """Every n-th value, starting with the first; in a proof, all of them.

    >>> sampled("abcdefg", 3), sampled("abcdefg", 3, first=1)
    (['a', 'd', 'g'], ['b', 'e'])
    """
    result = list(values)
    return result if PROOF else result[first % every :: every]
