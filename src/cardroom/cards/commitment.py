"""What is published before the cards are used: 64 digits that fix the secret, the box, and what they are for.

A commitment that named a secret alone could be shown for another table, another game or another night. So it is taken
over all that a shuffle is about, line by line, and then the secret, or the hashes that stand for what stays secret.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from cardroom.cards.stream import VERSION

__all__ = ["DRAWS", "ORDER", "About", "commitment", "leaf", "root", "sealed_secret"]

ORDER = "order"
DRAWS = "draws"


class About(NamedTuple):
    """What a shuffle is for. One that is for nothing in particular says so with every field empty.

    >>> About("four-card-frenzy", "ab12", "table 7", 3, "cd34").lines.splitlines()
    ['game four-card-frenzy', 'rules ab12', 'table table 7', 'number 3', 'previous cd34']
    """

    game: str = ""
    rules: str = ""
    """The digest of what binds in its rules."""
    table: str = ""
    number: int = 0
    """Which shuffle of the table it is, from 1: where one is missing, it was kept back."""
    previous: str = ""
    """The hash of the table's last record before it."""

    @property
    def lines(self) -> str:
        """As the commitment has it."""
        return "".join([f"{name} {value}\n" for name, value in zip(self._fields, self, strict=True)])

    def checked(self) -> "About":
        """The same, if every field can stand in a line.

        >>> About("four-card-frenzy", table="a\\nb").checked()
        Traceback (most recent call last):
        ValueError: table is a line of text of at most 256 characters
        """
        for name, value in zip(self._fields, self, strict=True):
            if name == "number":
                if type(value) is not int or not 0 <= value < 1 << 53:
                    raise ValueError("number counts a table's shuffles, from 1")
            elif not isinstance(value, str) or not value.isprintable() or len(value) > 256:
                raise ValueError(f"{name} is a line of text of at most 256 characters")
        return self


def _head(kind: str, about: About, names: str) -> bytes:
    return f"{VERSION} commitment\nkind {kind}\n{about.lines}cards {names}\n".encode()


def commitment(kind: str, about: About, names: str, secret: bytes) -> str:
    """Of a shuffle whose secret is shown when its cards are spent."""
    return sha256(_head(kind, about, names) + secret).hexdigest()


def root(about: About, names: str, order: str, draws: str, leaves: Sequence[str]) -> str:
    """Of a sealed deck: over the hashes of its two secrets and the seal of each position."""
    said = f"order {order}\ndraws {draws}\nleaves {' '.join(leaves)}\n".encode()
    return sha256(_head("sealed", about, names) + said).hexdigest()


def sealed_secret(what: str, secret: bytes) -> str:
    """The hash of one of a sealed deck's secrets: of the `ORDER`, or of the `DRAWS` besides it."""
    return sha256(f"{VERSION} {what}\n".encode() + secret).hexdigest()


def leaf(position: int, name: str, salt: bytes) -> str:
    """The seal of one card."""
    return sha256(f"{VERSION} card {position} {name}\n".encode() + salt).hexdigest()
