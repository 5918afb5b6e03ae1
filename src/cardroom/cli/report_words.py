"""The words and figures of a report of gaming days, for the terminal and the page."""

from collections.abc import Iterator
from typing import Any

from cardroom.cli.words import plural
from cardroom.money import dollars

__all__ = ["cells", "day_sentences", "luck_words", "totals"]


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
