"""Printed mathematics: what a document says of its own games' edges and probabilities, figure by figure.

A figure is kept as the text that is printed, because that shows how far it was rounded. Whether it is right is for the
exact analysis to say; nothing here is a rule, and a rule set's digest leaves it out.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from cardroom.rulebook.schema import RuleSet

__all__ = ["OTHER", "Cells", "Kind", "Number", "Printed", "Row", "number"]

OTHER = "other"
"""The line that stands for every result that is paid nothing."""

Cells = str | tuple[str, ...]
"""A row's figures: one that holds for every column, or one for each."""

Kind = Literal["probability", "combinations", "return"]
"""What a printed table says of each line."""

Figure = Literal[
    "initial wager",  # units placed before the deal
    "average wager",
    "average win",  # what comes out for the player, on average
    "fold",  # how often a fold is best
    "edge",  # per unit of the wager itself
    "return",
    "edge of initial wagers",
    "edge of all wagered",
    "return of all wagered",
    "total initial wagers",  # of a simulation, as are all totals
    "total wagered",
    "total won",
]

_NUMBER = re.compile(r"(?P<sign>[-+]?)(?P<whole>\d{1,3}(,\d{3})+|\d+)(\.(?P<part>\d+))?(?P<percent>%?)")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """A row of a printed summary: which figure it is, and what is printed."""

    figure: Figure
    cells: Cells
    remark: str = ""
    """What is known of a row that is not reproduced."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """A printed table of figures about one wager."""

    title: str
    cite: str
    wager: str
    rule: str = ""
    """The house rule whose values the columns are ..."""
    ids: tuple[str, ...] = ()
    """... and these values, in the order of the columns."""
    games: int = 0
    """How many games were simulated, where the figures come from a simulation."""
    rows: dict[str, Row] = {}
    """Figures of the whole wager, by the row's printed name."""
    lines: dict[Kind, dict[str, Cells]] = {}
    """Figures of single lines, as the pay table calls them."""

    def problems(self, rules: "RuleSet") -> Iterator[str]:
        """What does not fit the rule set that it stands in."""
        if self.wager not in rules.wager:
            yield f"{self.wager!r} is no wager: there are {', '.join(rules.wager)}"
            return
        choices = rules.house_rules[self.rule].choices if self.rule in rules.house_rules else ()
        if (self.rule or self.ids) and (not self.ids or not set(self.ids) <= set(choices)):
            yield f"ids: {', '.join(self.ids) or 'none'} are not choices of the house rule {self.rule!r}"
        for name, row in self.rows.items():
            if row.figure.startswith("total") and not self.games:
                yield f"rows.{name!r}: {row.figure} is a figure of a simulation: say how many games"
            yield from self._unfit(f"rows.{name!r}", row.cells)
        pattern = rules.wager[self.wager].pays
        wanted = [pattern.replace(f"{{{self.rule}}}", each) for each in self.ids or ("",)]
        known = dict.fromkeys(line for name in wanted if name in rules.pay for line in rules.pay[name].lines)
        for kind, lines in self.lines.items():
            for line, cells in lines.items():
                if line not in known and line != OTHER:
                    yield f"lines.{kind}: {line!r} is no line of its pay table: {', '.join(known)}, {OTHER}"
                yield from self._unfit(f"lines.{kind}.{line!r}", cells)

    def _unfit(self, where: str, cells: Cells) -> Iterator[str]:
        if not isinstance(cells, str) and len(cells) != len(self.ids):
            yield f"{where}: there are {len(self.ids)} ids, so it takes {len(self.ids)} cells or one for all"
        for cell in spread(cells, self.ids).values():
            try:
                number(cell)
            except ValueError as error:
                yield f"{where}: {error}"


def spread(cells: Cells, ids: tuple[str, ...]) -> Mapping[str, str]:
    """A row's figures by column; the one that holds for all is under no column's name."""
    return {"": cells} if isinstance(cells, str) else dict(zip(ids, cells, strict=False))


class Number(NamedTuple):
    """A printed number and its form."""

    value: Fraction
    """What it says; 2.36% says 0.0236."""
    places: int
    percent: bool
    grouped: bool
    """Whether thousands are set apart by commas."""

    def like(self, exact: Fraction) -> str:
        """Another number rounded and written in the same form, halves away from zero.

        >>> number("2.36%").like(Fraction(840983767, 35658730800)), number("-3,340,121").like(Fraction(-1234567))
        ('2.36%', '-1,234,567')
        """
        scaled = abs(exact) * (100 if self.percent else 1) * 10**self.places
        units = int(scaled + Fraction(1, 2))
        whole, part = divmod(units, 10**self.places)
        text = f"{whole:,}" if self.grouped else str(whole)
        text += f".{part:0{self.places}}" if self.places else ""
        return ("-" if exact < 0 and units else "") + text + ("%" if self.percent else "")


def number(text: str) -> Number:
    """A printed number.

    >>> number("-0.0334").value, number("1.06%").places
    (Fraction(-167, 5000), 2)
    """
    found = _NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no number: write it as printed, like 2.36%, 0.000032 or -3,340,121")
    part, percent = found["part"] or "", bool(found["percent"])
    value = Fraction(found["sign"] + found["whole"].replace(",", "") + (f".{part}" if part else ""))
    return Number(value / (100 if percent else 1), len(part), percent, "," in found["whole"])
