"""What a report of gaming days says to people's eyes, on a screen and on a page."""

from collections.abc import Iterator
from typing import Any

from cardroom.cli.words import plural
from cardroom.money import dollars

__all__ = ["cells", "day_sentences", "luck_words", "totals"]


def totals(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The sums of a report that say more than its days do: of each table over several days, and of several tables."""
    if value["from"] != value["to"]:
        yield from value["by_table"]
    if len(value["by_table"]) > 1:
        yield value["all"]


def luck_words(day: dict[str, Any]) -> str:
    """All games of a day that have an exact edge."""
    win, expected, error = _signed(day["exact_win"]), _signed(round(day["expected_win"])), round(day["standard_error"])
    return f"win {win}, expected {expected}, error {dollars(error)}, z {day['z']:+.2f}: {day['luck']}"


def day_sentences(day: dict[str, Any]) -> Iterator[str]:
    """The day in sentences."""
    drop, win, handle = day["drop"], day["win"], day["handle"]
    played = f"{plural(day['rounds'], 'round')}, {day['voided']} called off"
    yield f"{played}; drop {dollars(drop)}, out {dollars(day['cash_out'])}"
    banked = win or any(game["expected_win"] is not None for game in day["games"])
    if banked:
        shares = [f"{win / whole:.2%} of the {name}" for name, whole in (("drop", drop), ("handle", handle)) if whole]
        yield f"handle {dollars(handle)}, win {_signed(win)}" + "".join(f", {each}" for each in shares)
    elif handle:
        yield f"handle {dollars(handle)}"
    names = ("collection", "jackpot_in", "jackpot_out", "fills", "credits", "corrections")
    if said := [f"{name.replace('_', ' ')} {_signed(day[name])}" for name in names if day[name]]:
        yield ", ".join(said)


def _signed(cents: int) -> str:
    return dollars(cents) if cents >= 0 else f"-{dollars(-cents)}"


def cells(line: dict[str, Any]) -> list[str]:
    """The figures of a line for people's eyes."""
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
