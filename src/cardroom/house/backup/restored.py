"""Restores: the books note which backup they were restored from, by whom and when.

A restore takes back everything since its backup. The note is the first entry after it, so reports and audits show it,
and a checkpoint that was made with the backup still fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.house.books import Books, Draft, body_fields, note, notes_about

__all__ = ["WHAT", "Restore", "restore_note", "restore_remarks", "restores"]

WHAT = "restored"
"""The kind of these notes in the cage's book."""


class Restore(NamedTuple):
    """A restore that the books note."""

    at: int
    who: str
    backup: dict[str, Any]
    """The file, its SHA-256, and when it was made."""


def restore_note(file: Path, made: str, who: str) -> Draft:
    """The note about a restore from a file."""
    with file.open("rb") as stream:
        sha256 = file_digest(stream, "sha256").hexdigest()
    after = {"file": file.name, "sha256": sha256, "made": made}
    return note(WHAT, who, f"restored from a backup of {made}", None, after)


def restores(books: Books) -> list[Restore]:
    """The restores that the books note."""
    found = []
    for row in notes_about(books, WHAT):
        after = body_fields(row.body).get("after")
        found.append(Restore(row.at, row.who, after if isinstance(after, dict) else {}))
    return found


def restore_remarks(found: Sequence[Restore], since: int = 0, until: int = 2**62) -> list[str]:
    """A remark for each restore of a period."""
    return [
        f"On {datetime.fromtimestamp(each.at // 1_000_000, UTC):%Y-%m-%d %H:%M} UTC, {each.who} restored the books "
        f"from the backup of {each.backup.get('made')} (SHA-256 {each.backup.get('sha256')})."
        for each in found
        if since <= each.at < until
    ]
