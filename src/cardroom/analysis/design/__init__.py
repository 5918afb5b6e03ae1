"""The search for pay tables: all lines of a table at once, in payable odds, under several conditions.

It offers the search of a wager's pay tables, with the exact figures of each. It knows no game by name.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.design.search import ORDERS, Order, Span
    from cardroom.analysis.design.tables import (
        Conditions,
        Designs,
        FoundTable,
        SearchTerms,
        design_tables,
        table_choices,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
