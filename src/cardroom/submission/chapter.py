"""The game's chapter rule by rule, in our own words, with the functions and data that implement each rule."""

import ast
import hashlib
import re
from collections.abc import Iterable
from typing import Any

from cardroom.rulebook import RuleSet
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.rulebook.mutants import evidence, node_of, source_of, state
from cardroom.rulebook.traces import TraceRow, TraceSection, documents, trace

__all__ = ["chapter", "chapter_rows", "functions", "scores"]

RATES = {True: "Poker Games Collection Rates", False: "California Games Collection Rates"}
"""The chapters with the collections of a document of many games: of poker, and of the others."""

Rows = list[tuple[TraceSection, tuple[TraceRow, ...]]]


def chapter_rows(rules: RuleSet) -> tuple[str, Rows]:
    """The traced document of a rule set, and the sections about its game with their rows.

    >>> from cardroom.rulebook import rule_set
    >>> [section.title for section, _ in chapter_rows(rule_set("razz", "500-club"))[1]]
    ['Razz', 'Poker Games Collection Rates']
    """
    document = rules.source.document.lower().replace(" ", "-")
    if rules.id == NO_DOCUMENT or document not in documents():
        return "", []
    matrix = trace(document)
    own = [each for each in matrix.section if rules.id == each.at or rules.source.section == each.title]
    found = [(each, matrix.rows(each.at)) for each in own or matrix.section]
    rates = [each for each in matrix.section if own and each.title == RATES[rules.poker is not None]]
    return document, found + [(each, _fees_of(rules, matrix.rows(each.at))) for each in rates]


def _fees_of(rules: RuleSet, rows: tuple[TraceRow, ...]) -> tuple[TraceRow, ...]:
    """The rows about a rule set's own schedules, and those about all. Others begin with the names of other games."""
    names: dict[str, str] = {}
    for row in rows:
        for where in row.where:
            if where.startswith("fees/"):
                names[_topic(row)] = where.removeprefix("fees/").partition(".toml")[0]
    return tuple(row for row in rows if names.get(_topic(row), rules.schedules) == rules.schedules)


def _topic(row: TraceRow) -> str:
    """The games that a row is about: `Omaha family` of `text:Omaha family, options 1-176`."""
    return re.split(r", (?=options|schedules?|buy-in|limits|collection|bonus|minimum|maximum|timed)", row.rule)[
        0
    ].split(":")[-1]


def chapter(rules: RuleSet) -> list[dict[str, Any]]:
    """Each section with its rules: what the text says, how it is handled, where, and what holds it."""
    document, sections = chapter_rows(rules)
    return [
        {"section": section.at, "title": section.title, "rules": [_row(document, row) for row in rows]}
        for section, rows in sections
    ]


def _row(document: str, row: TraceRow) -> dict[str, Any]:
    found, result = state(document, row)
    return {
        "rule": row.rule.partition(":")[2] or row.rule,
        "says": row.says,
        "standing": row.standing,
        "why": row.why,
        "where": list(row.where),
        "tests": list(row.tests),
        "evidence": evidence(document, row),
        "mutants": {"state": found} | ({"killed": result.killed, "of": result.mutants} if result else {}),
    }


def functions(rules: RuleSet) -> dict[str, str]:
    """The source of every function and class that a rule of the chapter names."""
    named = {where for _, rows in chapter_rows(rules)[1] for row in rows for where in row.where}
    found = {}
    for where in sorted(each for each in named if each.startswith("cardroom")):
        if source := ast.get_source_segment(source_of(where)[1], node_of(where)):
            found[where] = source
    return found


def scores(rules: RuleSet) -> dict[str, Any]:
    """How many rules are held by tests of behaviour, and how many breaks of the code and data these tests noticed.

    A result is stale if the code, the data or the list of tests changed after it was measured.
    """
    document, sections = chapter_rows(rules)
    rows = [row for _, each in sections for row in each]
    states = [state(document, row) for row in rows]
    measured = [result for _, result in states if result]
    dates = sorted({result.date for result in measured})
    current = [result for found, result in states if result and found != "stale"]
    return {
        "rules": len(rows),
        "standings": _count(row.standing for row in rows),
        "evidence": _count(evidence(document, row) for row in rows),
        "results": _count(found for found, _ in states),
        "breaks": sum(result.mutants for result in current),
        "killed": sum(result.killed for result in current),
        "killed_by_the_second_reading_alone": sum(result.pinned for result in current),
        "measured": [dates[0], dates[-1]] if dates else [],
        "code": _digest(sorted(functions(rules).values())),
    }


def _count(names: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items()))


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
