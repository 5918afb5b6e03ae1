"""The size of long tests: `make test` runs a sample, the same each time, and `make proof` runs everything."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import pytest

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


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests that the suite leaves to `make proof`.

    That is every test marked `proof`. Of a test that is marked `sampled(every, first)`, the suite runs every n-th case.
    Of tests that run on both databases, it runs every sixth one on PostgreSQL too.
    """
    seen: Counter[str] = Counter()
    left = []
    for item in items:
        name, _, case = item.nodeid.partition("[")
        if item.get_closest_marker("proof"):
            left.append(item)
        elif mark := item.get_closest_marker("sampled"):
            every, first = (*mark.args, 0)[:2]
            left += [item] if (seen[name] - first) % every else []
            seen[name] += 1
        elif "postgresql" in case:
            left += [item] if seen["postgresql"] % 6 else []
            seen["postgresql"] += 1
    return left
