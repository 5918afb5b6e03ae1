"""Ranges: sets of hands with weights, read from text such as `TT+, AKs, 0.5(AQo)`, for all poker games.

`hands` finds the hands that match a pattern, `reading` reads the text, `writing` writes the normal form, and `orders`
has the order of all hands that percents refer to.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.poker.ranges.hands import Range
    from cardroom.poker.ranges.reading import range_of
    from cardroom.poker.ranges.writing import grid, normal_form
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
