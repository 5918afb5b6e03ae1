"""Pay tables as the documents print them: columns side by side, with the one in force marked."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from cardroom.money import dollars
from cardroom.rulebook.schema import LOSES, PUSHES

__all__ = ["PrintedPayTable", "printed_pay_tables"]

KINDS = ("flopped ", "community ")
"""Prefixes of lines whose hand also has a line without the prefix."""
FALLS = "an empty cell is paid by the best other line that the hand has"


DEPARTS = " (departure)"
"""After a cell that a house changed in a document's table."""


class PrintedPayTable(NamedTuple):
    """A printed pay table, of one column or several."""

    title: str
    ids: tuple[str, ...]
    """The printed id of each column, empty where there is none."""
    marked: tuple[bool, ...]
    """Whether the column is in force."""
    rows: list[tuple[str, tuple[str, ...]]]
    note: str
    """How to read the cells, and which column is in force for what."""
    others: tuple[str, ...]
    """Per column, "loses" or "pushes" for a result without a line; empty where every result has one."""
    cite: str


def printed_pay_tables(tables: Sequence[dict[str, Any]]) -> Iterator[PrintedPayTable]:
    """The pay tables of a rules page in printed form.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules.data import page
    >>> tables = printed_pay_tables(page(game("heads-up-holdem", "wpt"))["pay_tables"])
    >>> trips_plus = next(table for table in tables if table.title.startswith("Trips Plus"))
    >>> trips_plus.ids, trips_plus.marked, trips_plus.note
    (('1', '2', '3', '4'), (True, False, False, False), 'to 1; in force: 1')
    """
    for _, group in groupby(tables, key=lambda table: table["printed_as"]):
        columns = list(group)
        marked = tuple(table["in_force"] for table in columns)
        cells = [{line["line"]: line["pays"] for line in table["lines"]} for table in columns]
        own = [{line["line"] for line in table["lines"] if line["departs"]} for table in columns]
        unit = _unit([cell for column in cells for cell in column.values()]) if len(columns) > 1 else ""
        others = [table["others"] or "" for table in columns]
        lines = dict.fromkeys(line for column in cells for line in column)  # a house may add lines to one column
        both = list(zip(cells, others, own, strict=True))
        rows = [
            (
                line,
                tuple(
                    _cell(line, each.get(line, other), unit, len(columns)) + (DEPARTS if line in departs else "")
                    for each, other, departs in both
                ),
            )
            for line in lines
        ]
        if all(cell == LOSES or cell.endswith(" cards") for column in cells for cell in column.values()):
            rows = _runs(rows)
        yield PrintedPayTable(
            columns[0]["title"],
            tuple(table["id"] or "" for table in columns),
            marked,
            rows,
            "; ".join(
                filter(
                    None,
                    (
                        unit,
                        _for_wager(columns),
                        _in_force(columns),
                        FALLS if any("" in row and line.startswith(KINDS) for line, row in rows) else "",
                    ),
                )
            ),
            tuple(others) if any(others) else (),
            "; ".join(dict.fromkeys(table["cite"] for table in columns)),
        )


def _for_wager(columns: Sequence[dict[str, Any]]) -> str:
    """The wager that amounts are for, if the house sets it."""
    amounts: set[int] = {table["for_wager"] for table in columns if table["in_force"] and table["for_wager"]}
    words = " and ".join(dollars(each) for each in sorted(amounts))
    return f"for a wager of {words}, which is not returned; percentages are of the meter" if words else ""


def _runs(rows: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """The rows, with runs of three or more equal ones merged. Rows are ordered from the best hand down.

    >>> _runs([("aces", ("13",)), ("kings", ("13",)), ("queens", ("13",)), ("jacks", ("",))])
    [('aces to queens', ('13',)), ('jacks', ('',))]
    """
    merged: list[tuple[str, tuple[str, ...]]] = []
    for cells, group in groupby(rows, key=lambda row: row[1]):
        run = list(group)
        merged += run if len(run) < 3 else [(f"{run[0][0]} to {run[-1][0]}", cells)]
    return merged


def _in_force(columns: Sequence[dict[str, Any]]) -> str:
    used = [table for table in columns if table["in_force"]]
    switches = sorted({switch for table in columns for switch in table["switched_off_by"]})
    if not used:
        return f"not on the layout: {' and '.join(switches)} is off" if switches else "not in force"
    if len(columns) == 1 or not any(table["wagers"] for table in used):
        return ""
    if len(used) == 1:
        return f"in force: {used[0]['id']}"
    return "in force: " + ", ".join(f"{table['id']} for {' and '.join(table['wagers'])}" for table in used)


def _unit(cells: Sequence[str]) -> str:
    """The common ending of all cells, such as "to 1", so that cells can leave it out."""
    units = {" ".join(cell.split()[1:]) for cell in cells if not cell.endswith((LOSES, PUSHES, "of the meter"))}
    return units.pop() if len(units) == 1 else ""


def _cell(line: str, cell: str, unit: str, columns: int) -> str:
    """A cell in printed form, without the unit.

    A losing cell is empty if the hand also has another line, or if players settle in points or cards.
    """
    if cell == LOSES and columns > 1 and (line.startswith(KINDS) or unit in ("points", "cards")):
        return ""
    if not unit:
        return cell.removesuffix(" of the meter") if columns > 1 else cell
    return cell.removesuffix(" of the meter").removesuffix(f" {unit}")
