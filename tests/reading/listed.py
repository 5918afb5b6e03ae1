"""The list of differences in the documentation, written from `differences.toml`."""

from pathlib import Path

from reading import cards, chinese, fees, house_dealer, pays, player_dealer, showdowns, streets  # noqa: F401
from reading.case import comparer_of, differences, readings

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
