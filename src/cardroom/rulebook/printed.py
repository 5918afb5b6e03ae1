"""Printed mathematics: the edges and probabilities that a document prints about its games, figure by figure.

A figure is stored as the printed text, because that shows how it was rounded. The exact analysis checks whether it is
right. No figure is a rule, and the digest of a rule set leaves them out.
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
"""The line for every result that pays nothing."""

Cells = str | tuple[str, ...]
"""A row's figures: one for all columns, or one for each."""

FigureKind = Literal["probability", "combinations", "return"]
"""What a printed table gives for each line."""

Figure = Literal[
    "initial wager",  # units placed before the deal
    "average wager",
    "average win",  # the player's average gain
    "fold",  # how often folding is best
    "edge",  # per unit of the wager itself
    "return",
    "edge of initial wagers",
    "edge of all wagered",
    "return of all wagered",
    "total initial wagers",  # totals are from a simulation
    "total wagered",
    "total won",
]

_NUMBER = re.compile(
    r"(?P<sign>[-+]?)(?P<whole>\d{1,3}(,\d{3}){1,9}|\d{1,30})(\.(?P<part>\d{1,30}))?(?P<percent>%?)", re.A
)


class FigureRow(Part, frozen=True):
    """A row of a printed summary: the figure's kind, and the printed text."""

    figure: Figure
    cells: Cells
    remark: str = ""
    """What is known about a row that we do not reproduce."""


class PrintedFigures(Part, frozen=True):
    """A printed table of figures about one wager."""

    title: str
    cite: str
    wager: str
    rule: str = ""
    """The house rule whose values are the columns."""
    ids: NameList = ()
    """The values of the house rule, in the order of the columns."""
    games: WholeNumber = 0
    """The number of simulated games, if the figures come from a simulation."""
    rows: Annotated[dict[str, FigureRow], Entries] = msgspec.field(default_factory=dict)
    """Figures for the whole wager, by the row's printed name."""
    lines: dict[FigureKind, Annotated[dict[str, Cells], Entries]] = msgspec.field(default_factory=dict)
    """Figures for single lines, by the names in the pay table."""


def spread(cells: Cells, ids: tuple[str, ...]) -> Mapping[str, str]:
    """Return a row's figures by column; one for all columns has an empty name."""
    return {"": cells} if isinstance(cells, str) else dict(zip(ids, cells, strict=False))


class Number(NamedTuple):
    """A printed number and its form."""

    value: Fraction
    """The value; for 2.36% it is 0.0236."""
    places: int
    percent: bool
    grouped: bool
    """Whether commas separate thousands."""

    def like(self, exact: Fraction) -> str:
        """Round another number and write it in the same form; halves are rounded away from zero.

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
    """Read a printed number.

    >>> number("-0.0334").value, number("1.06%").places
    (Fraction(-167, 5000), 2)
    """
    match = _NUMBER.fullmatch(text)
    if not match:
        raise ValueError(f"{quoted(text)} is not a number: write it as printed, like 2.36%, 0.000032 or -3,340,121")
    part, percent = match["part"] or "", bool(match["percent"])
    value = Fraction(match["sign"] + match["whole"].replace(",", "") + (f".{part}" if part else ""))
    return Number(value / (100 if percent else 1), len(part), percent, "," in match["whole"])
