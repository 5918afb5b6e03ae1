"""The pai gow games: every hand set the House Way against every other.

It offers exact counts of the base wager and of the side bets, the best setting of every hand, and strategies.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.pai_gow.base import best_outcomes, house_way_base, is_face_up, outcome_of
    from cardroom.analysis.pai_gow.best import BestChoices, known_choices
    from cardroom.analysis.pai_gow.hands import pai_gow_hands
    from cardroom.analysis.pai_gow.pairs import best_against, orbits_of, patterns_of
    from cardroom.analysis.pai_gow.setting import dealer_hands, house_tables, setting_value
    from cardroom.analysis.pai_gow.strategies import HouseWay, SettingStrategy
    from cardroom.analysis.pai_gow.tables import HandPatterns, Staircases, highest_foul, orbits
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
