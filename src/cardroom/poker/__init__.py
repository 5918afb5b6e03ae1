"""Tools for those who study poker: ranges of hands, equity, and tournament chips in money (ICM).

Everything here is a function of cards, ranges and rule sets. Nothing here knows a table, a round or a person.

>>> from cardroom.poker import range_of
>>> len(range_of("texas-holdem", "TT+, AKs"))
34
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.poker.dealing import GameHands, dealing_of
    from cardroom.poker.equities import Equity, PlayerEquity, equity
    from cardroom.poker.icm_values import icm
    from cardroom.poker.ranges import Range, range_of
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
