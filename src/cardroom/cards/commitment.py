"""The commitment: a hash, published before the cards are used. It fixes the secret, the box and the purpose.

A commitment to a secret alone could be presented for a different table, game or night. So the hash covers every field
of the shuffle's purpose, line by line, and then the secret, or the hashes of the parts that stay secret.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from cardroom.cards.stream import VERSION

__all__ = ["DRAWS", "ORDER", "About", "commitment", "leaf", "root", "sealed_secret"]

ORDER = "order"
DRAWS = "draws"


class About(NamedTuple):
    """The purpose of a shuffle. All fields are empty when it was not made for a table.

    >>> About("four-card-frenzy", "ab12", "table 7", 3, "cd34").lines.splitlines()
    ['game four-card-frenzy', 'rules ab12', 'table table 7', 'number 3', 'previous cd34']
    """

    game: str = ""
    rules: str = ""
    """The digest of the binding part of the rules."""
    table: str = ""
    number: int = 0
    """The number of the shuffle at its table, from 1. A missing number means that a shuffle was withheld."""
    previous: str = ""
    """The hash of the table's last record before this shuffle."""

    @property
    def lines(self) -> str:
        """The fields as text, as they enter the commitment."""
        return "".join([f"{name} {value}\n" for name, value in zip(self._fields, self, strict=True)])

    def checked(self) -> "About":
        """Return self, or raise `ValueError` if a field does not fit on one line.

        >>> About("four-card-frenzy", table="a\\nb").checked()
        Traceback (most recent call last):
        ValueError: table must be one line of text, at most 256 characters
        """
        for name, value in zip(self._fields, self, strict=True):
            if name == "number":
                if type(value) is not int or not 0 <= value < 1 << 53:
                    raise ValueError("number must count the table's shuffles, from 1")
            elif not isinstance(value, str) or not value.isprintable() or len(value) > 256:
                raise ValueError(f"{name} must be one line of text, at most 256 characters")
        return self


def _head(kind: str, about: About, names: str) -> bytes:
    return f"{VERSION} commitment\nkind {kind}\n{about.lines}cards {names}\n".encode()


def commitment(kind: str, about: About, names: str, secret: bytes) -> str:
    """Return the commitment of a shuffle whose secret is published when its cards are spent."""
    return sha256(_head(kind, about, names) + secret).hexdigest()


def root(about: About, names: str, order: str, draws: str, leaves: Sequence[str]) -> str:
    """Return the commitment of a sealed deck: the hash of its two hashed secrets and of all seals."""
    seals = f"order {order}\ndraws {draws}\nleaves {' '.join(leaves)}\n".encode()
    return sha256(_head("sealed", about, names) + seals).hexdigest()


def sealed_secret(what: str, secret: bytes) -> str:
    """Hash one of a sealed deck's two secrets: the one of the `ORDER`, or the one of the `DRAWS`."""
    return sha256(f"{VERSION} {what}\n".encode() + secret).hexdigest()


def leaf(position: int, name: str, salt: bytes) -> str:
    """Return the seal of one card."""
    return sha256(f"{VERSION} card {position} {name}\n".encode() + salt).hexdigest()
