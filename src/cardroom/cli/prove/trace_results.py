"""Whether the tests of a trace row were shown to fail, in words, for the terminal and the page."""

from collections import Counter

from cardroom.rulebook.mutants import RowState, state
from cardroom.rulebook.traces import Trace, TraceRow

__all__ = ["SHOWN_STYLES", "shown_tally", "shown_words"]

SHOWN: dict[RowState, str] = {
    "killed": "tests fail when the rule is broken",
    "survived": "a broken rule was not detected",
    "stale": "the code, the data or the tests changed since it was broken",
    "not run": "never broken on purpose",
}
"""Whether the tests of a row were shown to fail, in words."""
SHOWN_STYLES: dict[RowState, str] = {"killed": "dim green", "survived": "red", "stale": "dim", "not run": "dim"}


def shown_words(document: str, row: TraceRow) -> tuple[RowState, str]:
    """Whether a row's tests were shown to fail, and when, in words; empty if the row names no code or data."""
    found, result = state(document, row)
    words = SHOWN.get(found, "")
    if result is not None:
        words += f" ({result.killed} of {result.mutants} mutants, {result.date})"
    return found, words


def shown_tally(matrix: Trace, section: str | None = None) -> str:
    """The number of rules whose tests were shown to fail, and of the others by state; empty if none has tests."""
    states = Counter(state(matrix.document, row)[0] for row in matrix.rows(section))
    rules = sum(states[each] for each in SHOWN)
    others = [f"{states[each]} {each}" for each in SHOWN if each != "killed" and states[each]]
    if not rules:
        return ""
    text = f"Tests shown to fail: {states['killed']} of {rules} rules"
    return f"{text} ({', '.join(others)})" if others else text
