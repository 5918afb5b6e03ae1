"""A summary of the second reading of the documents, and of how the product compares with it.

A checkout has the facts and the code that compares them in `tests/reading`. `python -m reading` writes the summary, and
a test compares it with them.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cardroom.rulebook import RuleSet

__all__ = ["READINGS", "FactRow", "ReadingSummary", "readings_of"]

READINGS = Path(__file__).with_name("readings.json")
"""A line for each game and document."""


class FactRow(msgspec.Struct, frozen=True, array_like=True):
    """A question, what the document answers, and how it was compared."""

    id: str
    value: Any
    cite: str
    looks_at: str
    """What the product's answer comes from: behaviour, rules (the rule set) or page."""
    unclear: str = ""
    """Why the text may be read otherwise; empty if it is plain."""
    ours: Any = None
    """The product's answer, if it differs."""
    right: str = ""
    """Which is right if the answers differ: `reading`, or `question` if the text leaves the answer open."""
    why: str = ""


class ReadingSummary(msgspec.Struct, frozen=True):
    """The facts of one game in one document."""

    game: str
    rules: str
    document: str
    chapter: str
    facts: tuple[FactRow, ...]


@cache
def _all() -> dict[tuple[str, str], ReadingSummary]:
    lines = READINGS.read_bytes().splitlines()
    found = (msgspec.json.decode(line, type=ReadingSummary) for line in lines)
    return {(each.game, each.rules): each for each in found}


def readings_of(rules: RuleSet) -> ReadingSummary | None:
    """The second reading of a rule set's document; None if it has none.

    >>> from cardroom.rulebook import rule_set
    >>> readings_of(rule_set("razz", "standard")) is None, len(readings_of(rule_set("razz", "500-club")).facts) > 50
    (True, True)
    """
    return _all().get((rules.game, rules.rules))
