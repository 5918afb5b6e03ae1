"""Counting cards: what the removal of each card is worth, the best linear counts, and what they win.

It offers figures of games that are dealt from a shoe. It knows no single game: a game gives the edges of any shoe, and
deals shoes to the cut card.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.counting.effects import CardClass, Effects, LinearCount, best_counts, linear_count
    from cardroom.analysis.counting.report import CountReport, Remaining, WagerCounts, count_cards, has_shoe
    from cardroom.analysis.counting.shoes import Rate, ShoeGame, win_rates
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
