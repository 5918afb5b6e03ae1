"""The program's check of itself: a digest of its own files, noted in the books when a house opens and compared on
demand and at least once a day (GLI-19 v3.0, 2.3.2).

Whoever serves a house makes a `Program` when it starts, and has it `check` whenever `due_in` has passed or somebody
asks. A program that was changed while it ran is told of as a significant event, and play must stop: `Fault`.
One that is another than was noted last was installed meanwhile, by whom the book cannot know: that is noted too, and
told by `changed_since` to whoever looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import cardroom
from cardroom.errors import Fault
from cardroom.house.books import Books
from cardroom.house.house import House
from cardroom.house.significant import last_note

__all__ = ["DAY", "WHAT", "Program", "changed_since", "program_digest"]

WHAT = "program"
"""What its notes are called."""

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
        """Note what is running from now on, and what was noted before it."""
        self._house, self._now, self._folder = house, now, folder
        self.digest = program_digest(folder)
        self._checked = now()
        last = last_note(house.books, WHAT)
        house.note(WHAT, who=who, why="the house opens", before=last and last["after"], after=self.digest)

    def due_in(self) -> float:
        """Seconds until the next check is due: none where the last was a day ago, or the clock has been put back."""
        since = self._now() - self._checked
        return DAY - since if 0 <= since < DAY else 0.0

    def is_due(self) -> bool:
        """Whether a check is due now."""
        return self.due_in() <= 0

    def check(self, *, who: str = "house", why: str = "daily check") -> str:
        """Compare the files with what was noted, and note that; gives the digest."""
        found = program_digest(self._folder)
        self._house.note(WHAT, who=who, why=why, before=self.digest, after=found)
        if found != self.digest:
            raise Fault(f"the program was changed while it ran: it was {self.digest[:16]}, and is {found[:16]}")
        self._checked = self._now()
        return found


def changed_since(books: Books, folder: Path | None = None) -> tuple[str, str] | None:
    """What was noted last of the program and what it is, where that is not the same; where nothing was noted, none."""
    last, found = last_note(books, WHAT), program_digest(folder)
    return (str(last["after"]), found) if last and last["after"] != found else None
