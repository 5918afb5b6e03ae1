"""PokerStars' text logs.

`reader` reads the lines of a hand, `convert` makes a PHH document of it (with `cards` and `forced`), `results` checks
that a round played from the document ends as the log says.
"""

from cardroom.histories.pokerstars.convert import read_log
from cardroom.histories.pokerstars.reader import BEGINS, GAMES, LIMITS
from cardroom.histories.pokerstars.results import LogHand, check_results

__all__ = ["BEGINS", "GAMES", "LIMITS", "LogHand", "check_results", "read_log"]
