"""cardroom: an executable rulebook for casino card games.

Each game is written once. From that one script it is played, proved, explained and printed.

>>> import cardroom
>>> cardroom.rank("three-card", "As Ks Qs") > cardroom.rank("three-card", "Ac Ad Ah")
True
>>> cardroom.game("three-card-poker-6-card-bonus").rules.id
'GEGR-002040'

Names load on first use: importing the package loads neither NumPy nor a compiler.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis import analyze
    from cardroom.analysis.bankroll import risk
    from cardroom.analysis.evaluation import evaluate
    from cardroom.analysis.simulation import simulate
    from cardroom.errors import CardroomError, InputError, InvariantError
    from cardroom.games import all_games, game
    from cardroom.play import Record, Refused, Round, Spot, Table, Transfer
    from cardroom.poker import equity, icm, range_of
    from cardroom.rankings import describe, rank, rank_many, ranking
    from cardroom.version import __version__
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
