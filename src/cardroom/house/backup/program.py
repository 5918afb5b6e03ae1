"""The program's check of itself: a digest of its own files (GLI-19 v3.0, 2.3.2).

The digest is noted in the books when a house opens, and compared on demand and at least once a day. A server creates a
`Program` when it starts, and calls `check` when `due_in` has passed or when staff ask. If the files changed while the
program ran, that is noted as a significant event, and `InvariantError` is raised: play must stop. If the digest differs
from the last noted one, a different version was installed in between. That is noted too; `program_change` reports it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import cardroom
from cardroom.errors import InvariantError
from cardroom.house import House
from cardroom.house.books import Books, latest_note

__all__ = ["DAY", "WHAT", "Program", "program_change", "program_digest"]

WHAT = "program"
"""The kind of its notes in the cage's book."""

DAY = 24 * 60 * 60
"""Seconds after which a check is due again."""

_GENERATED = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})
"""Files that Python and the compiler generate from the others."""


def program_digest(folder: Path | None = None) -> str:
    """SHA-256 over every file of the installed package, over its name and content.

    >>> len(program_digest()), program_digest() == program_digest()
    (64, True)
    """
    folder = folder or Path(cardroom.__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _GENERATED:
            name = path.relative_to(folder).as_posix().encode()
            content = path.read_bytes()
            digest.update(f"{len(name)} {len(content)}\n".encode() + name + content)
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
        """Note the digest of the running program, and the one noted before."""
        self._house, self._now, self._folder = house, now, folder
        self.digest = program_digest(folder)
        self._checked = now()
        last = latest_note(house.books, WHAT).fields
        house.note(WHAT, who=who, why="the house opens", before=last and last["after"], after=self.digest)

    def due_in(self) -> float:
        """Seconds until the next check is due. Zero if the last one was a day ago, or if the clock was set back."""
        since = self._now() - self._checked
        return DAY - since if 0 <= since < DAY else 0.0

    def is_due(self) -> bool:
        """Whether a check is due now."""
        return self.due_in() <= 0

    def check(self, *, who: str = "house", why: str = "daily check") -> str:
        """Compare the files with the noted digest, note the result, and return the digest."""
        digest = program_digest(self._folder)
        self._house.note(WHAT, who=who, why=why, before=self.digest, after=digest)
        if digest != self.digest:
            changed = f"from {self.digest[:16]} to {digest[:16]}"
            raise InvariantError(
                f"The program's files changed while it was running, {changed}. Stop play and find out why."
            )
        self._checked = self._now()
        return digest


def program_change(books: Books, folder: Path | None = None) -> tuple[str, str] | None:
    """The last noted digest and the current one, if they differ."""
    last, digest = latest_note(books, WHAT).fields, program_digest(folder)
    return (str(last["after"]), digest) if last and last["after"] != digest else None
