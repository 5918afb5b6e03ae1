"""The program's check of itself: a digest of its own files, noted in the books when a house opens and compared on
demand and at least once a day (GLI-19 v3.0, 2.3.2).

A program that was changed while it ran is told of as a significant event, and play must stop: `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import cardroom
from cardroom.errors import Fault
from cardroom.house.house import House

__all__ = ["DAY", "Program", "program_digest"]

DAY = 24 * 60 * 60
"""Seconds after which a check is due again."""

_MADE = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})
"""What Python and the compiler make by themselves, from what is checked."""


def program_digest(folder: Path | None = None) -> str:
    """SHA-256 over every file of the installed package, by its name and what it holds.

    >>> len(program_digest()), program_digest() == program_digest()
    (64, True)
    """
    folder = folder or Path(cardroom.__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _MADE:
            name = path.relative_to(folder).as_posix().encode()
            held = path.read_bytes()
            digest.update(f"{len(name)} {len(held)}\n".encode() + name + held)
    return digest.hexdigest()


class Program:
    """The program that serves a house, and when it was last checked.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     program = Program(House.at(f"{folder}/room.db", create=True))
    ...     program.is_due(), program.check(who="floor") == program.digest
    (False, True)
    """

    def __init__(
        self, house: House, *, who: str = "house", now: Callable[[], float] = time.time, folder: Path | None = None
    ) -> None:
        """Note what is running, from now on."""
        self._house, self._now, self._folder = house, now, folder
        self.digest = program_digest(folder)
        self._checked = now()
        house.note("program", who=who, why="the house opens", after=self.digest)

    def is_due(self) -> bool:
        """Whether the last check was a day ago, or the clock has been put back."""
        return not 0 <= self._now() - self._checked < DAY

    def check(self, *, who: str = "house", why: str = "daily check") -> str:
        """Compare the files with what was noted, and note that; gives the digest."""
        found = program_digest(self._folder)
        self._house.note("program", who=who, why=why, before=self.digest, after=found)
        if found != self.digest:
            raise Fault(f"the program was changed while it ran: it was {self.digest[:16]}, and is {found[:16]}")
        self._checked = self._now()
        return found
