"""Pack and read the tables of the package. Their digests are checked, so a damaged file is found.

Neighbours in a table differ little, and most in their low bytes. So a file has differences, split into bytes: first all
low bytes, then those above. That and compression make it less than half as large.
"""

import lzma
from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np

from cardroom.errors import InvariantError
from cardroom.rankings.base import Array

__all__ = ["DIGESTS", "EVERY_BOARD", "digest", "holdem_order", "holdem_pairs", "omaha_order", "pack", "unpack"]

EVERY_BOARD = 1_712_304
"""The boards that can come to two hands of hold'em."""
DIGESTS = {
    "holdem-order": "6b8c900193b9d31d",
    "holdem-pairs": "115d532d5671801c",
    "omaha-order": "45c8c1a1ec2ef39d",
}
"""The first 16 hexadecimal digits of the SHA-256 of each table, as 32-bit numbers."""


def pack(table: Array) -> bytes:
    """A table as the contents of its file.

    >>> table = np.array([[7, 9], [8, 9]])
    >>> unpack(pack(table), 2).tolist()
    [[7, 9], [8, 9]]
    """
    steps = np.diff(table.T.ravel(), prepend=0).astype("<i4")
    return lzma.compress(steps.view(np.uint8).reshape(-1, 4).T.tobytes(), preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes, columns: int) -> Array:
    """The table from the contents of its file."""
    steps = np.frombuffer(lzma.decompress(data), np.uint8).reshape(4, -1).T.copy().view("<i4")
    return np.ascontiguousarray(steps.cumsum(dtype=np.int64).reshape(columns, -1).T)


def digest(table: Array) -> str:
    """The digest of a table."""
    return sha256(table.astype("<u4").tobytes()).hexdigest()[:16]


def _read(name: str, columns: int) -> Array:
    try:
        table = unpack(files("cardroom.poker.tables").joinpath(f"{name}.xz").read_bytes(), columns)
        damaged = digest(table) != DIGESTS[name]
    except (lzma.LZMAError, ValueError):
        damaged = True
    if damaged:
        raise InvariantError(f"The table {name} is damaged: install the package again")
    return table


@cache
def holdem_pairs() -> Array:
    """How often the first hand of each class of two wins and ties, of 1,712,304 boards (`classes.pair_classes`)."""
    return _read("holdem-pairs", 2)


@cache
def holdem_order() -> Array:
    """The 169 classes of hold'em hands, the best first (`classes.hand_classes`)."""
    return _read("holdem-order", 1)[:, 0]


@cache
def omaha_order() -> Array:
    """The 16,432 classes of Omaha hands, the best first (`classes.hand_classes`)."""
    return _read("omaha-order", 1)[:, 0]
