"""`cardroom report --pairs`: signals of collusion between two players at poker."""

from datetime import date, timedelta
from pathlib import Path

import msgspec
from rich.table import Table
from rich.text import Text

from cardroom.clean import cell
from cardroom.cli.operate.store import open_store
from cardroom.cli.terminal.common import console, print_json
from cardroom.house.books import Books, GamingDays
from cardroom.house.cage import period_remarks
from cardroom.house.reports import NOTABLE_SIGNAL, hands, pairs
from cardroom.money import dollars

__all__ = ["pairs_report"]

TITLE = "Pairs at poker"


def pairs_report(where: str | None, key: Path | None, first: date, last: date, days: GamingDays, as_json: bool) -> int:
    """Print the figures of each pair of players who were dealt in together."""
    with open_store(where, key) as store:
        books = Books(store)
        since, until = days.start(first), days.start(last + timedelta(days=1))
        with books.at_one_moment():
            result = pairs(hands(books, since, until))
        remarks = period_remarks(books, since, until)
    head = {"title": TITLE, "from": first.isoformat(), "to": last.isoformat(), "activity": bool(result)}
    if as_json:
        print_json(
            head | {"remarks": remarks, "notable": NOTABLE_SIGNAL, "pairs": msgspec.to_builtins(result)}, indent=2
        )
        return 0
    screen = console()
    screen.print(f"{TITLE}  {first} to {last}")
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
