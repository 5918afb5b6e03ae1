"""The table of clauses in docs/examine/clauses.md: `python -m support.clause_table` writes it."""

from itertools import groupby
from pathlib import Path

from cardroom.clauses import all_clauses

__all__ = ["PAGE", "table"]

PAGE = Path(__file__).parents[2] / "docs" / "examine" / "clauses.md"
START, END = "<!-- clauses: written by `python -m support.clause_table` -->\n", "<!-- end of clauses -->"


def table() -> str:
    """All clauses, a row each, under the name of their family."""
    lines = ["| clause | games | where it is printed |", "|---|---|---|"]
    for family, some in groupby(all_clauses(), key=lambda each: each.family):
        lines.append(f"| **{family.replace('_', ' ').replace('.', ': ')}** | | |")
        lines += [f"| {each.says} `{each.name}` | {each.games} | {each.cite} |" for each in some]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    PAGE.write_text(before + START + table() + END + rest.partition(END)[2], "utf-8")
