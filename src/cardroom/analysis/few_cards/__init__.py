"""Games of few cards: baccarat, three cards, and four of five cards against a dealer.

It offers exact counts of the base game, and of all wagers together.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.few_cards.baccarat import CARDS, baccarat_reports, showdowns_in
    from cardroom.analysis.few_cards.four_card import CHOOSE, base_game_of, card_places, hand_counts, numbers
    from cardroom.analysis.few_cards.three_card import RESULTS
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
