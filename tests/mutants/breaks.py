"""Breaks that are written by hand: one text of the product is replaced by another, and named tests must then fail.

`breaks.toml` has those that trace rows name, `faults.toml` those of the requirements in docs/examine/compliance.md, and
`clauses.toml` those that clauses must see.
"""

import ast
from functools import cache
from pathlib import Path

import msgspec

from cardroom.rulebook.mutants import node_of, source_of

__all__ = ["ROOT", "Break", "breaks", "clause_breaks", "faults"]

ROOT = Path(__file__).parents[2]


class Break(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to break the product."""

    says: str
    """What is wrong in a card room that is broken like this."""
    where: str
    """The code, as `module:name`, or a file below the root of the project."""
    old: str
    """A text that is there once."""
    new: str
    name: str = ""
    """How trace rows name it. The tests of each such row must fail."""
    point: int = 0
    """The number of a requirement."""
    test: str = ""
    """The test of the requirement that must fail, as `FILE::NAME`."""
    games: tuple[str, ...] = ()
    """The games in which a clause must complain."""

    def broken(self) -> tuple[Path, str]:
        """The file, and its text with the break."""
        if ":" in self.where:
            file, text = source_of(self.where)
            part = ast.get_source_segment(text, node_of(self.where)) or ""
        else:
            file = ROOT / self.where
            part = text = file.read_text("utf-8")
        if part.count(self.old) != 1:
            raise LookupError(f"{self.where} contains {self.old!r} {part.count(self.old)} times, not once")
        return file, text.replace(part, part.replace(self.old, self.new), 1)


@cache
def breaks() -> dict[str, Break]:
    """The breaks that trace rows name."""
    return {each.name: each for each in _listed("breaks.toml")}


def faults() -> tuple[Break, ...]:
    """The breaks of compliance requirements, in the order of their points."""
    return _listed("faults.toml")


def clause_breaks() -> tuple[Break, ...]:
    """The breaks of scripts that clauses must see."""
    return _listed("clauses.toml")


def _listed(name: str) -> tuple[Break, ...]:
    file = Path(__file__).with_name(name)
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, tuple[Break, ...]])["break"]
