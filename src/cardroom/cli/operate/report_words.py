"""The words and figures of a report of gaming days, for the terminal and the page."""

from collections.abc import Iterator
from typing import Any

from cardroom.cli.terminal.common import plural
from cardroom.money import dollars

__all__ = ["cage_sentences", "cage_tables", "cells", "day_sentences", "luck_words", "totals"]


def totals(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The totals that a report shows: of each table over several days, and of several tables."""
    if value["from"] != value["to"]:
        yield from value["by_table"]
    if len(value["by_table"]) > 1:
        yield value["all"]


def luck_words(day: dict[str, Any]) -> str:
    """The result of all games of a day with an exact edge, in words."""
    win, expected, error = _signed(day["exact_win"]), _signed(round(day["expected_win"])), round(day["standard_error"])
    return f"win {win}, expected {expected}, error {dollars(error)}, z {day['z']:+.2f}: {day['luck']}"


def day_sentences(day: dict[str, Any]) -> Iterator[str]:
    """The day in sentences."""
    drop, win, handle = day["drop"], day["win"], day["handle"]
    played = f"{plural(day['rounds'], 'round')}, {day['voided']} voided"
    yield f"{played}; drop {dollars(drop)}, out {dollars(day['cash_out'])}"
    banked = win or any(game["expected_win"] is not None for game in day["games"])
    if banked:
        shares = [f"{win / total:.2%} of the {name}" for name, total in (("drop", drop), ("handle", handle)) if total]
        yield f"handle {dollars(handle)}, win {_signed(win)}" + "".join(f", {each}" for each in shares)
    elif handle:
        yield f"handle {dollars(handle)}"
    names = ("collection", "jackpot_in", "jackpot_out", "fills", "credits", "corrections")
    if amounts := [f"{name.replace('_', ' ')} {_signed(day[name])}" for name in names if day[name]]:
        yield ", ".join(amounts)


def cage_sentences(cage: dict[str, Any]) -> Iterator[str]:
    """The cage's totals, and whether they agree with the books."""
    yield ", ".join(f"{name} {dollars(cage[name])}" for name in ("deposits", "withdrawals", "corrections"))
    moved = [("in", cage["came_in"]), ("out", cage["went_out"])]
    amounts = [
        f"{way} {dollars(sum(causes.values()))} ({', '.join(f'{name} {dollars(by)}' for name, by in causes.items())})"
        for way, causes in moved
        if causes
    ]
    ties = "agrees with the books" if cage["ties"] else "DOES NOT AGREE WITH THE BOOKS: run `cardroom audit`"
    yield "; ".join(
        [
            f"in the room at the start {_signed(cage['opening'])}",
            *amounts,
            f"at the end {_signed(cage['closing'])}",
            ties,
        ]
    )


def cage_tables(cage: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], list[list[str]], int]]:
    """The tables of the cage that are not empty: headings, rows, and the number of text columns."""
    cash = [
        [
            *(row[name] for name in ("day", "kind", "account", "by")),
            *(str(row["times"]), dollars(row["cents"]), _signed(row["net"])),
        ]
        for row in cage["rows"]
    ]
    racks = [
        [rack["table"], "closed: count and return" if rack["closed"] else "open", _signed(rack["cents"])]
        for rack in cage["racks"]
    ]
    if cash:
        yield ("Day", "Movement", "Account", "By", "Times", "Amount", "Net"), cash, 4
    if racks:
        yield ("Rack of", "Table is", "Amount"), racks, 2


def _signed(cents: int) -> str:
    return dollars(cents) if cents >= 0 else f"-{dollars(-cents)}"


def cells(line: dict[str, Any]) -> list[str]:
    """The figures of a row, formatted."""
    known = line["expected_win"] is not None
    return [
        dollars(line["handle"]),
        _signed(line["win"]),
        f"{line['hold_of_handle']:.2%}" if line["hold_of_handle"] is not None else "",
        f"{line['expected_of_handle']:.2%}" if known and line["expected_of_handle"] is not None else "",
        _signed(round(line["expected_win"])) if known else "",
        dollars(round(line["standard_error"])) if line["standard_error"] is not None else "",
        f"{line['z']:+.2f}" if line["z"] is not None else "",
    ]
