"""The pai gow games: every hand set the House Way against every other.

It offers exact counts of the base wager and of the side bets.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.pai_gow.hands import pai_gow_hands
    from cardroom.analysis.pai_gow.setting import dealer_hands, setting_value
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
