"""`cardroom report`: print drop, handle, win and hold by gaming day and table, with the exact expectation."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.certificate import MADE
from cardroom.cli import UsageError
from cardroom.cli.operate.collusion import pairs_report
from cardroom.cli.operate.gaming_days import gaming_days
from cardroom.cli.operate.report_page import report_page
from cardroom.cli.operate.report_sheet import HEADING, report_sheet
from cardroom.cli.operate.report_words import cage_sentences, cage_tables, cells, day_sentences, luck_words, totals
from cardroom.cli.operate.store import open_store, store_files
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.output_files import check_outputs, write_files
from cardroom.cli.terminal.progress import engine_progress, progress_bar
from cardroom.house.audit import collect_rarely
from cardroom.house.books import Books, is_table
from cardroom.house.cage import period_remarks
from cardroom.house.reports import NOTABLE, GameFacts, TableDay, Theory, cage_report, report_of, table_days, theories
from cardroom.house.tables import stored_game
from cardroom.play.game import Game

__all__ = ["ReportOptions", "report_command"]


FIRST, LAST = 1971, 9998
"""The years that all supported systems can convert."""
MOST_DAYS = 3_660
"""The most days of a report: ten years, the retention period of such records (58 Pa. Code 811a.7)."""


class ReportOptions(NamedTuple):
    """The options of `cardroom report`."""

    first: str | None
    last: str | None
    tables: Sequence[str]
    begins: str
    zone: str | None
    csv: Path | None
    html: Path | None
    force: bool = False
    """Whether to replace existing files of any kind."""
    pairs: bool = False
    """Whether to report pairs of poker players instead of tables."""
    single: bool = False
    """Whether the interval was given as `--day`."""


def report_command(where: str | None, key: Path | None, options: ReportOptions, as_json: bool) -> int:
    """Print the report, and write its files."""
    collect_rarely()
    days = gaming_days(options.begins, options.zone)
    today = days.of(int(datetime.now(UTC).timestamp()) * 1_000_000)
    first = _date("--day" if options.single else "--from", options.first) if options.first else today
    last = _date("--to", options.last) if options.last else today if options.first is None else max(first, today)
    if last < first:
        raise UsageError(f"The interval ends on {last}, before it begins on {first}.")
    if (last - first).days >= MOST_DAYS:
        raise UsageError(
            f"{first} to {last} is {(last - first).days + 1} days. A report covers at most {MOST_DAYS} days."
        )
    if options.pairs:
        return pairs_report(where, key, first, last, days, as_json)
    wanted = {"--csv": (options.csv, HEADING), "--html": (options.html, MADE)}
    files = check_outputs(wanted, never=store_files(where, key), force=options.force)
    with open_store(where, key) as store:
        books = Books(store)
        _check_tables(options.tables, [name for name in books.heads() if is_table(name)])
        with progress_bar() as progress:
            facts = table_days(books, first, last, days, options.tables or None, progress)
        cage = cage_report(books, first, last, days)
        expected = _theories(facts, books)
        remarks = period_remarks(books, days.start(first), days.start(last + timedelta(days=1)))
    value = report_of(facts, cage, expected, first, last, days) | {"remarks": remarks}
    if as_json:
        print_json(value, indent=2)
    else:
        _print(value)
    made = {"--csv": report_sheet, "--html": report_page}
    for option, file in files.items():
        write_files(file.parent, {file.name: made[option](value)}, force=options.force)
    return 0


def _check_tables(names: Sequence[str], tables: Sequence[str]) -> None:
    if unknown := sorted(set(names) - set(tables)):
        known = f"Known: {', '.join(tables)}" if tables else "There are no tables yet"
        raise UsageError(f"There is no table {', '.join(unknown)}. {known}.")


def _theories(facts: list[TableDay], books: Books) -> dict[str, Theory]:
    def find(each: GameFacts) -> Game:
        return stored_game(books, each.game, each.rules)

    many = len({each.rules.digest for day in facts for each in day.games})
    with engine_progress(games=many) as engine_for:
        return theories(facts, find, engine_for)


def _date(option: str, text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{option} {text}: write a date like 2026-03-01.") from None
    if not FIRST <= day.year <= LAST:
        raise UsageError(f"{option} {text}: write a date in the years {FIRST} to {LAST}.")
    return day


def _print(value: dict[str, Any]) -> None:
    screen = console()
    screen.print(Text(value["title"], style="bold").append(f"  {value['from']} to {value['to']}", style="not bold dim"))
    screen.print(Text(f"Gaming day: {value['gaming_day']}.", style="dim"), soft_wrap=True)
    for remark in value["remarks"]:
        screen.print(Text(remark, style="yellow"), soft_wrap=True)
    if not value["tables"]:
        screen.print("No Activity")
    _print_cage(screen, value["cage"])
    for day in value["tables"]:
        title = Text(f"\n{day['table']}, {day['day']}", style="bold cyan")
        _print_day(screen, title, day)
    for day in totals(value):
        _print_day(screen, Text(f"\n{day['table']}, {day['from']} to {day['to']}", style="bold cyan"), day)


def _print_cage(screen: Console, cage: dict[str, Any]) -> None:
    screen.print(Text("\nCage", style="bold cyan"))
    for words in cage_sentences(cage):
        screen.print(f"  {words}", soft_wrap=True)
    for headings, rows, left in cage_tables(cage):
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        for column, heading in enumerate(headings):
            table.add_column(heading, justify="left" if column < left else "right")
        for row in rows:
            table.add_row(*map(Text, row))
        screen.print(Padding(table, (0, 0, 0, 4)))


def _print_day(screen: Console, title: Text, day: dict[str, Any]) -> None:
    if not day["activity"]:
        screen.print(title.append("  No Activity", style="not bold default"))
        return
    screen.print(title)
    for words in day_sentences(day):
        screen.print(f"  {words}", soft_wrap=True)
    for game in day["games"]:
        _print_game(screen, game)
    if len(day["games"]) > 1 and day["z"] is not None:
        screen.print(f"  all games: {luck_words(day)}", soft_wrap=True)


def _print_game(screen: Console, game: dict[str, Any]) -> None:
    title = Text(f"  {game['name']}, {game['rules']}", style="bold")
    screen.print(title.append(f"  {game['note']}" if game["note"] else "", style="not bold dim"), soft_wrap=True)
    if game["expected_win"] is None:  # the house has no stake, or the expectation is unknown
        for line in game["wagers"]:
            screen.print(f"    {line['name']}: handle {cells(line)[0]}, win {cells(line)[1]}", soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Wager")
    for heading in ("Handle", "Win", "Hold", "Exact", "Expected", "Error", "z"):
        table.add_column(heading, justify="right", no_wrap=True)
    lines = (*game["wagers"], game | {"name": "Total"})
    for line in lines:
        table.add_row(line["name"], *cells(line))
    screen.print(Padding(table, (0, 0, 0, 4)))
    for line in lines:
        if line["name"] == "Total" or abs(line["z"] or 0) >= NOTABLE:
            screen.print(f"    {line['name']}: {line['luck']}", soft_wrap=True)
