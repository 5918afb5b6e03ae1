"""Equity: what share of the pot hands or ranges win, in every poker game with a pot.

`question` reads and checks what is asked, `judging` ranks many hands at once, `exact` counts all deals, `sampling`
draws some, `results` turns their tallies into figures, and `asking` decides between the two.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.poker.equities.asking import equity, exact_equity
    from cardroom.poker.equities.results import Equity, PlayerEquity
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
