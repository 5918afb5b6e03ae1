"""The list of differences in the documentation, written from `differences.toml`."""

from pathlib import Path

import msgspec

from cardroom.submission import FactRow, ReadingSummary
from reading import cards, chinese, fees, house_dealer, pays, player_dealer, showdowns, streets  # noqa: F401
from reading.case import Difference, comparer_of, differences, readings

PAGE = Path(__file__).parents[2] / "docs" / "examine" / "readings.md"
BEGIN, END = "<!-- written by python -m reading -->", "<!-- end -->"
LOOKS = {
    "behaviour": "a round that shows it, a ranking or a function of the script",
    "rules": "the rule set",
    "page": "the rules page",
}


def counted() -> dict[str, int]:
    """The facts by what they are compared with."""
    found = dict.fromkeys(LOOKS, 0)
    for reading in readings().values():
        for fact in reading.fact:
            comparer = comparer_of(reading, fact)
            assert comparer is not None
            found[comparer.looks_at] += 1
    return found


def summaries() -> str:
    """The summary of all readings for the package, a line for each."""
    lines = []
    for reading in readings().values():
        rows = []
        for fact in reading.fact:
            comparer = comparer_of(reading, fact)
            assert comparer is not None
            differs = next((each for each in differences() if each.id == fact.id and reading.name in each.games), None)
            row = FactRow(fact.id, fact.value, fact.cite, comparer.looks_at, fact.unclear)
            if differs:
                row = msgspec.structs.replace(row, ours=differs.ours, right=differs.right, why=_why(differs))
            rows.append(row)
        made = ReadingSummary(reading.slug, reading.set, reading.document, reading.chapter, tuple(rows))
        lines.append(msgspec.json.encode(made).decode())
    return "".join(f"{line}\n" for line in lines)


def _why(difference: Difference) -> str:
    """Why a difference stands; "As above." stands for the reason of the one before."""
    why = ""
    for each in differences():
        why = why if each.why == "As above." else each.why
        if each == difference:
            break
    return why


def listed() -> str:
    """The figures and the table of differences."""
    lines = ["", "| compared with | facts |", "|---|---|"]
    lines += [f"| {LOOKS[name]} | {number:,} |" for name, number in counted().items()]
    lines += ["", "| question | games | right | why |", "|---|---|---|---|"]
    merged: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for each in differences():
        merged.setdefault((each.games, each.right), []).append(each.id)
        if each.why != "As above.":
            merged[each.games, each.right].append(each.why)
    for (games, right), parts in merged.items():
        ids = [f"`{part}`" for part in parts if " " not in part]
        why = " ".join(part for part in parts if " " in part)
        lines.append(f"| {', '.join(ids)} | {', '.join(games)} | {right} | {why} |")
    return "\n".join([*lines, ""])


def page() -> str:
    """The page with a list that is current."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n{listed()}\n{END}{rest.partition(END)[2]}"
