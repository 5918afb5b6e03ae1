"""`cardroom report`: print drop, handle, win and hold by gaming day and table, with the exact expectation."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis.certificate import MADE
from cardroom.clean import cell
from cardroom.cli import UsageError
from cardroom.cli.operate.common import gaming_days, open_store, store_files
from cardroom.cli.operate.report_files import HEADING, report_page, report_sheet
from cardroom.cli.operate.report_words import cage_sentences, cage_tables, cells, day_sentences, luck_words, totals
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.options import Force, Json, Key, Where
from cardroom.cli.terminal.output_files import check_outputs, write_files
from cardroom.cli.terminal.progress import engine_progress, progress_bar
from cardroom.house import reports
from cardroom.house.audit import collect_rarely
from cardroom.house.books import Books, GamingDays, is_table
from cardroom.house.cage import period_remarks
from cardroom.house.reports import (
    NOTABLE,
    NOTABLE_SIGNAL,
    GameFacts,
    TableDay,
    Theory,
    cage_report,
    hands,
    report_of,
    table_days,
    theories,
)
from cardroom.house.tables import stored_game
from cardroom.money import dollars
from cardroom.play.game import Game

__all__ = ["report_command"]

PAIRS = "Pairs at poker"

FIRST, LAST = 1971, 9998
"""The years that all supported systems can convert."""
MOST_DAYS = 3_660
"""The most days of a report: ten years, the retention period of such records (58 Pa. Code 811a.7)."""


def report_command(
    where: Where = None,
    *,
    key: Key = None,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="One gaming day (2026-01-31). Default: today.")
    ] = None,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first gaming day.")] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last gaming day. Default: today.")
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A table. Repeat for several. Default: all.")
    ] = None,
    begins: Annotated[str, typer.Option(metavar="HH:MM", help="When a gaming day begins.")] = "06:00",
    zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="The time zone (America/Los_Angeles). Default: this machine's.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a CSV file.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page.")] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Report signals of collusion between pairs of poker players instead.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Report drop, handle, win and hold by gaming day and table.

    The expected win comes from the exact edges.
    """
    if day and (first or last):
        raise UsageError("Give either --day, or --from and --to.")
    if pairs and (csv or html or table):
        raise UsageError("--pairs covers all tables and prints text or --json. Leave out --table, --csv and --html.")
    collect_rarely()
    days = gaming_days(begins, zone)
    begin, end = _interval(day, first, last, days)
    if pairs:
        return _pairs_report(where, key, begin, end, days, as_json)
    wanted = {"--csv": (csv, HEADING), "--html": (html, MADE)}
    files = check_outputs(wanted, never=store_files(where, key), force=force)
    with open_store(where, key) as store:
        books = Books(store)
        _check_tables(table or (), [name for name in books.heads() if is_table(name)])
        with progress_bar() as progress:
            facts = table_days(books, begin, end, days, table or None, progress)
        cage = cage_report(books, begin, end, days)
        expected = _theories(facts, books)
        remarks = period_remarks(books, days.start(begin), days.start(end + timedelta(days=1)))
    value = report_of(facts, cage, expected, begin, end, days) | {"remarks": remarks}
    if as_json:
        print_json(value, indent=2)
    else:
        _print(value)
    made = {"--csv": report_sheet, "--html": report_page}
    for option, file in files.items():
        write_files(file.parent, {file.name: made[option](value)}, force=force)
    return 0


def _interval(day: str | None, first: str | None, last: str | None, days: GamingDays) -> tuple[date, date]:
    """The first and the last gaming day of a report, by default today."""
    if day:
        begin = end = _date("--day", day)
    else:
        today = days.of(int(datetime.now(UTC).timestamp()) * 1_000_000)
        begin = _date("--from", first) if first else today
        end = _date("--to", last) if last else max(begin, today)
    if end < begin:
        raise UsageError(f"The interval ends on {end}, before it begins on {begin}.")
    if (end - begin).days >= MOST_DAYS:
        raise UsageError(
            f"{begin} to {end} is {(end - begin).days + 1} days. A report covers at most {MOST_DAYS} days."
        )
    return begin, end


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


def _pairs_report(where: str | None, key: Path | None, first: date, last: date, days: GamingDays, as_json: bool) -> int:
    """Print the figures of each pair of players who were dealt in together."""
    with open_store(where, key) as store:
        books = Books(store)
        since, until = days.start(first), days.start(last + timedelta(days=1))
        with books.at_one_moment():
            result = reports.pairs(hands(books, since, until))
        remarks = period_remarks(books, since, until)
    head = {"title": PAIRS, "from": first.isoformat(), "to": last.isoformat(), "activity": bool(result)}
    if as_json:
        rows = msgspec.to_builtins(result)
        print_json(head | {"remarks": remarks, "notable": NOTABLE_SIGNAL, "pairs": rows}, indent=2)
        return 0
    screen = console()
    screen.print(f"{PAIRS}  {first} to {last}")
    for remark in remarks:
        screen.print(Text(remark, style="yellow"), soft_wrap=True)
    if not result:
        screen.print("No Activity")
        return 0
    table = Table("Players", "Hands", "Passed", "z", "Bets alone", "usual", "z", "Squeezes", "z", "Signals")
    for each in result:
        names = " / ".join(each.players)
        alone = f"{each.bets} of {each.alone}" if each.alone else ""
        usual = "" if each.usual is None else f"{each.usual:.0%}"
        figures = (dollars(each.passed), f"{each.passed_z:.1f}", alone, usual, f"{each.bets_z:.1f}")
        more = (str(each.squeezes), f"{each.squeezes_z:.1f}", ", ".join(each.signals))
        table.add_row(cell(names), str(each.hands), *figures, *more)
    screen.print(table)
    screen.print(
        f"A signal is {NOTABLE_SIGNAL:g} standard errors from the usual value. It is a reason to look, not a verdict."
    )
    return 0
