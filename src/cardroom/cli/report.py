"""`cardroom report`: drop, handle, win and hold by gaming day and table, beside the exact expectation."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardroom.cli import Mistake
from cardroom.cli.certify import write
from cardroom.cli.common import console, print_json
from cardroom.cli.hold import NOTABLE, Line, Theory, lines_of, luck, theories
from cardroom.cli.progress import counting, telling
from cardroom.cli.report_page import report_page
from cardroom.cli.report_words import cells, told
from cardroom.cli.store import opened
from cardroom.house.books import Books
from cardroom.house.reports import GameFacts, GamingDays, TableDay, table_days
from cardroom.house.tables import kept_game
from cardroom.play.game import Game

__all__ = ["Reporting", "report_command"]


class Reporting(NamedTuple):
    """What is to be reported, and where to."""

    first: str | None
    last: str | None
    tables: Sequence[str]
    begins: str
    zone: str | None
    csv: Path | None
    html: Path | None


def report_command(where: str | None, key: Path | None, said: Reporting, as_json: bool) -> int:
    """Print the report, and write it where that is wished."""
    days = GamingDays(_hour(said.begins), _zone(said.zone))
    today = days.of(int(datetime.now(UTC).timestamp()) * 1_000_000)
    first = _date("--from", said.first) if said.first else today
    last = _date("--to", said.last) if said.last else today if said.first is None else max(first, today)
    if last < first:
        raise Mistake(f"the interval ends on {last}, before it begins on {first}")
    with opened(where, key) as store:
        books = Books(store)
        unknown = set(said.tables) - set(books.names())
        if unknown:
            raise Mistake(f"there is no table {', '.join(sorted(unknown))}: there are {', '.join(books.names())}")
        with telling() as progress:
            facts = table_days(books, first, last, days, said.tables or None, progress)
        found = _theories(facts, books)
    value = _value(facts, found, first, last, days)
    files = {said.csv: partial(_csv, value), said.html: partial(report_page, value)}
    for file, made in files.items():
        if file:
            write(file.parent, {file.name: made()})
    if as_json:
        print_json(value, indent=2)
    else:
        _print(value)
    return 0


def _theories(facts: list[TableDay], books: Books) -> dict[str, Theory]:
    def find(each: GameFacts) -> Game:
        return kept_game(books, each.game, each.rules)

    many = len({each.rules.digest for day in facts for each in day.games})
    with counting(games=many) as engine_for:
        return theories(facts, find, engine_for)


def _hour(text: str) -> time:
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise Mistake(f"--begins {text}: write an hour, as in 06:00") from None


def _zone(text: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(text) if text else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Mistake(f"--zone {text}: write a time zone, as in America/Los_Angeles") from None


def _date(option: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Mistake(f"{option} {text}: write a date, as in 2026-03-01") from None


def _value(
    facts: list[TableDay], found: dict[str, Theory], first: date, last: date, days: GamingDays
) -> dict[str, Any]:
    """The report as one JSON value: amounts in cents."""
    rows = [_day(each, found) for each in facts]
    zone = str(days.zone) if days.zone else "this machine's time"
    return {
        "title": "Table games by gaming day",
        "from": first.isoformat(),
        "to": last.isoformat(),
        "gaming_day": f"from {days.begins:%H:%M} to {days.begins:%H:%M}, {zone}",
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "activity": any(row["activity"] for row in rows),
        "tables": rows,
    }


def _day(day: TableDay, found: dict[str, Theory]) -> dict[str, Any]:
    main = ["drop", "cash_out", "fills", "credits", "corrections", "collection", "jackpot_in", "jackpot_out"]
    value: dict[str, Any] = {"table": day.table, "day": day.day.isoformat(), "activity": not day.quiet}
    value |= {"rounds": day.rounds, "voided": day.voided} | {name: getattr(day, name) for name in main}
    value |= {"handle": day.handle, "win": day.win, "hold_of_drop": _share(day.win, day.drop), "games": []}
    for facts in day.games:
        lines, whole = lines_of(facts, found[facts.rules.digest])
        head = {"game": facts.game, "rules": facts.rules.set, "digest": facts.rules.digest, "rounds": facts.rounds}
        head |= {"house_rules": facts.rules.house}
        value["games"].append(head | _line(whole, day.drop) | {"wagers": [_line(line, 0) for line in lines]})
    return value


def _line(line: Line, drop: int) -> dict[str, Any]:
    known = line.expected is not None
    return {
        "name": line.name,
        "pay_table": line.table,
        "placed": line.placed,
        "handle": line.handle,
        "win": line.win,
        "hold_of_handle": _share(line.win, line.handle),
        "edge": f"{line.edge.numerator}/{line.edge.denominator}" if line.edge is not None else None,
        "expected_win": round(line.expected, 2) if line.expected is not None else None,
        "expected_of_handle": _share(line.expected or 0, line.handle) if known else None,
        "standard_error": round(line.error, 2) if line.error is not None else None,
        "z": round(line.z, 3) if line.z is not None else None,
        "luck": luck(line.z),
        "note": line.note,
    } | ({"expected_of_drop": _share(line.expected or 0, drop) if known else None} if drop else {})


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _csv(value: dict[str, Any]) -> str:
    """A row for each wager, each game and each quiet day; amounts in cents."""
    out = io.StringIO()
    days = ["day", "table", "activity", "drop", "fills", "credits", "corrections", "collection"]
    days += ["jackpot_in", "jackpot_out"]
    lines = ["name", "pay_table", "placed", "handle", "win", "hold_of_handle", "edge", "expected_win"]
    lines += ["expected_of_handle", "standard_error", "z", "luck", "note"]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*days, "game", "rules", "digest", "rounds", "row", *lines])
    for day in value["tables"]:
        head = ["No Activity" if name == "activity" and not day[name] else day[name] for name in days]
        if not day["games"]:
            writer.writerow([*head, *[""] * (5 + len(lines))])
        for game in day["games"]:
            about = [game[name] for name in ("game", "rules", "digest", "rounds")]
            for row, line in (("game", game), *(("wager", wager) for wager in game["wagers"])):
                writer.writerow([*head, *about, row, *(line[name] for name in lines)])
    return out.getvalue()


def _print(value: dict[str, Any]) -> None:
    screen = console()
    screen.print(Text(value["title"], style="bold").append(f"  {value['from']} to {value['to']}", style="not bold dim"))
    screen.print(Text(f"A gaming day goes {value['gaming_day']}.", style="dim"), soft_wrap=True)
    if not value["tables"]:
        screen.print("No Activity")
    for day in value["tables"]:
        title = Text(f"\n{day['table']}, {day['day']}", style="bold cyan")
        if not day["activity"]:
            screen.print(title.append("  No Activity", style="not bold default"))
            continue
        screen.print(title)
        for words in told(day):
            screen.print(f"  {words}", soft_wrap=True)
        for game in day["games"]:
            _print_game(screen, game)


def _print_game(screen: Console, game: dict[str, Any]) -> None:
    title = Text(f"  {game['name']}, {game['rules']}", style="bold")
    screen.print(title.append(f"  {game['note']}" if game["note"] else "", style="not bold dim"), soft_wrap=True)
    if game["expected_win"] is None:  # the house has no stake, or nobody can say what to expect
        for line in game["wagers"]:
            screen.print(f"    {line['name']}: handle {cells(line)[0]}, win {cells(line)[1]}", soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("    Wager")
    for heading in ("Handle", "Win", "Hold", "Exact", "Expected", "Error", "z"):
        table.add_column(heading, justify="right", no_wrap=True)
    lines = (*game["wagers"], game | {"name": "Together"})
    for line in lines:
        table.add_row(f"    {line['name']}", *cells(line))
    screen.print(table)
    for line in lines:
        if line["name"] == "Together" or abs(line["z"] or 0) >= NOTABLE:
            screen.print(f"    {line['name']}: {line['luck']}", soft_wrap=True)
