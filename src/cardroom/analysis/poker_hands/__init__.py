"""How often each hand occurs in a poker game, and what its collection costs.

It offers exact counts, and estimates where players draw or discard; each says which it is.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.poker_hands.counts import poker_frequencies
    from cardroom.analysis.poker_hands.lines import WITH_JOKER, hands_by_line, hands_by_pay_line
    from cardroom.analysis.poker_hands.report import (
        PACE,
        CollectionCost,
        HandFrequencies,
        PokerCards,
        cards_of,
        collection_costs,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
