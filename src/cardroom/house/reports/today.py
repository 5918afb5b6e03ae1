"""One gaming day on one page: tables, rounds by the hour, results beside their exact expectation, jackpots.

Every sum adds up from its parts: rounds by hour and by table, the results of tables and of theory rows, and the meters.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from cardroom.house.books import Books, GamingDays, schema
from cardroom.house.cage import Liabilities, liabilities
from cardroom.house.reports.cage_day import Drawer, Holdings, drawer, holdings
from cardroom.house.reports.gaming_day import GameFacts, HourOfPlay, TableDay, sum_days, table_hours
from cardroom.house.reports.hold import HoldRow, Theory, lines_of, sum_rows
from cardroom.play.table import RoundEnded
from cardroom.tags import tag_of

__all__ = ["DayFacts", "DayOfPlay", "TableResult", "TheoryBar", "day_facts", "day_of_play", "rounds_by_day"]


class DayFacts(NamedTuple):
    """What the books say about a gaming day, all at one moment."""

    tables: list[TableDay]
    hours: list[HourOfPlay]
    drawer: Drawer
    owed: Liabilities
    holdings: Holdings


class TableResult(msgspec.Struct, frozen=True):
    """A table on the day."""

    table: str
    game: str
    """The names of the games that were played."""
    rounds: int
    voided: int
    win: int
    """The result of the house's bank."""
    collection: int
    expected: int | None
    """The expected result of the wagers with an exact edge, in cents; None if there are none."""
    z: float | None


class TheoryBar(msgspec.Struct, frozen=True):
    """The result of a game under one rule set beside its exact expectation."""

    name: str
    game: str
    rules: str
    rounds: int
    win: int
    expected: int | None
    error: int | None
    """One standard error, in cents."""
    z: float | None
    why: str
    """Why there is no expectation; empty if there is one."""


class DayOfPlay(msgspec.Struct, frozen=True):
    """The play of the day. The parts of each list add up to the figures."""

    rounds: int
    voided: int
    win: int
    expected: int | None
    """The expected result of all wagers with an exact edge; None if there are none."""
    collection: int
    tables: list[TableResult]
    hours: list[HourOfPlay]
    theory: list[TheoryBar]
    """The games, and last the wagers without an exact figure. Their results add up to the win."""


def day_facts(books: Books, day: date, days: GamingDays) -> DayFacts:
    """Read a gaming day."""
    with books.at_one_moment():
        tables, hours = table_hours(books, day, days)
        cash = drawer(books, day, days)
        return DayFacts(tables, hours, cash, liabilities(books), holdings(books, cash.should_hold))


def day_of_play(facts: DayFacts, theories: Mapping[str, Theory], day: date) -> DayOfPlay:
    """The day's play, compared with the exact figures of its rule sets."""
    whole = sum_days(facts.tables, "", day)
    rows = [(each, lines_of(each, theories[each.rules.digest])[1]) for each in whole.games]
    bars = [_bar(each, row) for each, row in rows if row.expected is not None]
    total = sum_rows([row for _, row in rows])
    if rest := whole.win - total.win:
        why = "no exact figure, or it depends on a jackpot"
        bars.append(TheoryBar("Other wagers", "", "", 0, rest, None, None, None, why))
    played = [each for each in facts.tables if each.games or each.voided or each.collection]
    return DayOfPlay(
        whole.rounds,
        whole.voided,
        whole.win,
        _cents(total.expected),
        whole.collection,
        sorted((_table(each, theories) for each in played), key=lambda each: (-each.rounds, each.table)),
        facts.hours,
        bars,
    )


def _bar(facts: GameFacts, row: HoldRow) -> TheoryBar:
    expected, error = _cents(row.expected), _cents(row.error)
    return TheoryBar(row.name, facts.game, facts.rules.set, facts.rounds, row.win, expected, error, row.z, "")


def _table(day: TableDay, theories: Mapping[str, Theory]) -> TableResult:
    totals = [lines_of(each, theories[each.rules.digest])[1] for each in day.games]
    total: HoldRow = sum_rows(totals)
    games = ", ".join(dict.fromkeys(theories[each.rules.digest].game.rules.name for each in day.games))
    expected = _cents(total.expected)
    return TableResult(day.table, games, day.rounds, day.voided, day.win, day.collection, expected, total.z)


def _cents(amount: float | None) -> int | None:
    return None if amount is None else round(amount)


def rounds_by_day(books: Books, days: GamingDays, before: int, number: int = 14) -> list[tuple[str, int, int]]:
    """The rounds of the last gaming days, the first day first, and how many of them ended before a time."""
    today = days.of(books.now())
    span = [today - timedelta(days=ago) for ago in range(number - 1, -1, -1)]
    lines, rows = schema.lines.c, list[tuple[str, int, int]]()
    with books.reading() as connection:
        for day in span:
            since, until = days.start(day), days.start(day + timedelta(days=1))
            ended = select(func.count(), func.count().filter(lines.at < before)).where(
                lines.kind == tag_of(RoundEnded), lines.at >= since, lines.at < until
            )
            rounds, proved = connection.execute(ended).one()
            rows.append((day.isoformat(), int(rounds), int(proved)))
    return rows
