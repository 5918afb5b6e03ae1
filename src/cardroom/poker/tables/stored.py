"""Read the tables of the package. Their digests are checked, so a damaged file is found."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np

from cardroom.errors import InvariantError
from cardroom.rankings.base import Array

__all__ = ["DIGESTS", "EVERY_BOARD", "holdem_order", "holdem_pairs"]

EVERY_BOARD = 1_712_304
"""The boards that can come to two hands of hold'em."""
DIGESTS = {
    "holdem-order.bin": "378e72f1dbe872a0",
    "holdem-pairs.bin": "115d532d5671801c",
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
