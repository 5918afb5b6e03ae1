"""Read the tables of the package. Their digests are checked, so a damaged file is found."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np

from cardroom.errors import InvariantError
from cardroom.rankings.base import Array

__all__ = ["DIGESTS", "holdem_order", "holdem_pairs", "omaha_order"]

DIGESTS = {
    "holdem-order.bin": "",
    "holdem-pairs.bin": "",
    "omaha-order.bin": "",
}
"""The first 16 hexadecimal digits of the SHA-256 of each file."""


def _bytes(name: str) -> bytes:
    data = files("cardroom.poker.tables").joinpath(name).read_bytes()
    if sha256(data).hexdigest()[:16] != DIGESTS[name]:
        raise InvariantError(f"{name} is damaged: install the package again")
    return data


@cache
def holdem_pairs() -> Array:
    """How often the first hand of each class of two wins and ties, of 1,712,304 boards (`classes.pair_classes`)."""
    return np.frombuffer(_bytes("holdem-pairs.bin"), "<u4").reshape(-1, 2).astype(np.int64)


@cache
def holdem_order() -> Array:
    """The 169 classes of hold'em hands, the best first (`classes.hand_classes`)."""
    return np.frombuffer(_bytes("holdem-order.bin"), "<u2")


@cache
def omaha_order() -> Array:
    """The 16,432 classes of Omaha hands, the best first."""
    return np.frombuffer(_bytes("omaha-order.bin"), "<u2")
