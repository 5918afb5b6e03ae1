"""Printed mathematics: what a document says of its own games' edges and probabilities, figure by figure.

A figure is kept as the text that is printed, because that shows how far it was rounded. Whether it is right is for the
exact analysis to say; nothing here is a rule, and a rule set's digest leaves it out.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import msgspec

from cardroom.clean import quoted
from cardroom.rulebook.schema import Entries, NameList, Part, WholeNumber

__all__ = ["OTHER_LINES", "Cells", "FigureKind", "FigureRow", "Number", "PrintedFigures", "number", "spread"]

OTHER_LINES = "other"
"""The line that stands for every result that is paid nothing."""

Cells = str | tuple[str, ...]
"""A row's figures: one that holds for every column, or one for each."""

FigureKind = Literal["probability", "combinations", "return"]
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

_NUMBER = re.compile(
    r"(?P<sign>[-+]?)(?P<whole>\d{1,3}(,\d{3}){1,9}|\d{1,30})(\.(?P<part>\d{1,30}))?(?P<percent>%?)", re.A
)


class FigureRow(Part, frozen=True):
    """A row of a printed summary: which figure it is, and what is printed."""

    figure: Figure
    cells: Cells
    remark: str = ""
    """What is known of a row that is not reproduced."""


class PrintedFigures(Part, frozen=True):
    """A printed table of figures about one wager."""

    title: str
    cite: str
    wager: str
    rule: str = ""
    """The house rule whose values the columns are ..."""
    ids: NameList = ()
    """... and these values, in the order of the columns."""
    games: WholeNumber = 0
    """How many games were simulated, where the figures come from a simulation."""
    rows: Annotated[dict[str, FigureRow], Entries] = msgspec.field(default_factory=dict)
    """Figures of the whole wager, by the row's printed name."""
    lines: dict[FigureKind, Annotated[dict[str, Cells], Entries]] = msgspec.field(default_factory=dict)
    """Figures of single lines, as the pay table calls them."""


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
        raise ValueError(f"{quoted(text)} is no number: write it as printed, like 2.36%, 0.000032 or -3,340,121")
    part, percent = found["part"] or "", bool(found["percent"])
    value = Fraction(found["sign"] + found["whole"].replace(",", "") + (f".{part}" if part else ""))
    return Number(value / (100 if percent else 1), len(part), percent, "," in found["whole"])
