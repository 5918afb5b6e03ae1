"""The 21.5 games: shoes, the dealer's results, the player's best decisions, side bets.

It offers exact counts for any number of decks. It knows no money: payoffs come from the rule set.
`play` values hands, `splits` values splits, `base` counts whole rounds, and `plain` finds strategies of few lines.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.twenty_one.base import METHOD, counted
    from cardroom.analysis.twenty_one.bonus import bonus_edge
    from cardroom.analysis.twenty_one.dealer import UnseenCards, dealer_hands
    from cardroom.analysis.twenty_one.exact import HandValues, hand_values
    from cardroom.analysis.twenty_one.lines import LinesPlayer
    from cardroom.analysis.twenty_one.play import NONE, Terms, Values, is_pure_pair, plus, terms_of, values_of
    from cardroom.analysis.twenty_one.rounds import UpStrategies, chosen_action, up_strategy
    from cardroom.analysis.twenty_one.shoe import (
        ACE,
        BUST,
        KINDS,
        NAMES,
        Counts,
        full_shoe,
        kind_of,
        kinds_of,
        points_of,
        without,
    )
    from cardroom.analysis.twenty_one.splits import second_action, split_cases, split_nets
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
