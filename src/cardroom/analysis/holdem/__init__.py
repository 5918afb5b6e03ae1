"""Hold'em against a dealer: two cards each, a board of five, and raises that get smaller as cards come.

It offers the exact solution, its counts and its words. It knows no money: payoffs come from the rule set.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.holdem.boards import CHOOSE, dealers, deals, hand_numbers, patterns
    from cardroom.analysis.holdem.games import HoldemGame, holdem_game, ladder_of, nets_of, report_of_ends
    from cardroom.analysis.holdem.kernels import class_of, pattern_of, pocket_of
    from cardroom.analysis.holdem.solver import Ladder, Nets, PlayWager, decide, pocket_sums
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
