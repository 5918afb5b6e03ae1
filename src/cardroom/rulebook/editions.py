"""Editions: rule sets of one game that follow each other. The one in force on a day is the default of that day.

An edition is a rule set with an `[edition]` table. Rounds name their rule set and its digest, so old rounds replay
under their own edition. A house may require an approved edition for every table (`CARDROOM_APPROVED`).
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path

from cardroom.clean import quoted
from cardroom.errors import RuleBookError
from cardroom.rulebook.files import file_chain, read_table
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import Edition

__all__ = ["APPROVED", "check_approved", "edition_in_force", "edition_problems", "is_day"]

APPROVED = "CARDROOM_APPROVED"
"""The environment variable by which a house requires approved editions: "required" or empty."""


def is_day(text: str) -> bool:
    """Whether a text is a day.

    >>> is_day("2026-04-01"), is_day("2026-02-30"), is_day("500-club")
    (True, False, False)
    """
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


def edition_problems(edition: Edition) -> Iterator[str]:
    """Find dates that are not days, or not in order."""
    for name in ("effective", "approved", "ends"):
        value = getattr(edition, name)
        if value and not is_day(value):
            yield f"edition.{name}: {quoted(value)} is not a day: write it as 2026-04-01"
    if edition.ends and edition.ends < edition.effective:
        yield f"edition.ends: {edition.ends} is before the edition takes effect ({edition.effective})"
    if edition.approved and not edition.authority:
        yield "edition.authority: say who approved it"


def edition_in_force(sets: Mapping[str, Path], day: str) -> str:
    """The short name of the edition in force on a day; empty if the sets have no editions, or none is in force.

    An edition without approval counts only where the house does not require approval.
    """
    known = [
        (edition.effective, name)
        for name, path in sets.items()
        if (edition := _edition_of(path))
        and edition.effective <= day <= (edition.ends or day)
        and ((edition.approved and edition.approved <= day) or not _required())
    ]
    return max(known)[1] if known else ""


def _edition_of(path: Path) -> Edition | None:
    """The edition that a file states itself. A set that extends another is not that set's edition."""
    try:
        table = read_table(file_chain(path, ())[0]).get("edition")
        return Edition(**table) if isinstance(table, dict) else None
    except (RuleBookError, TypeError):
        return None  # the error is reported when the rule set is loaded


def _required() -> bool:
    return os.environ.get(APPROVED) == "required"


def check_approved(rules: RuleSet, day: str) -> None:
    """Raise an error if the house requires an approved edition and this one is not in force on a day."""
    if not _required():
        return
    edition, name = rules.edition, f"{rules.game}, {rules.rules}"
    if edition is None or not edition.approved:
        raise RuleBookError(f"{name} is not an approved edition, and this house requires one ({APPROVED})")
    if edition.approved > day or not edition.effective <= day <= (edition.ends or day):
        until = f" to {edition.ends}" if edition.ends else ""
        raise RuleBookError(f"{name} is not in force on {day}: it applies from {edition.effective}{until}")
