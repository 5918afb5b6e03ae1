"""cardroom: an executable rulebook for casino card games.

Each game is written once. From that one script it is played, proved, explained and printed.

>>> import cardroom
>>> cardroom.rank("three-card", "As Ks Qs") > cardroom.rank("three-card", "Ac Ad Ah")
True
>>> cardroom.game("three-card-poker-6-card-bonus").rules.id
'GEGR-002040'

Names load on first use: importing the package loads neither NumPy nor a compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cardroom.analysis import analyze as analyze
    from cardroom.analysis.bankroll import risk as risk
    from cardroom.analysis.evaluation import evaluate as evaluate
    from cardroom.analysis.simulation import simulate as simulate
    from cardroom.errors import CardroomError as CardroomError
    from cardroom.errors import InputError as InputError
    from cardroom.errors import InvariantError as InvariantError
    from cardroom.games import all_games as all_games
    from cardroom.games import game as game
    from cardroom.play import Record as Record
    from cardroom.play import Refused as Refused
    from cardroom.play import Round as Round
    from cardroom.play import Spot as Spot
    from cardroom.play import Table as Table
    from cardroom.play import Transfer as Transfer
    from cardroom.rankings import describe as describe
    from cardroom.rankings import rank as rank
    from cardroom.rankings import rank_many as rank_many
    from cardroom.rankings import ranking as ranking

_WHERE = {
    "analyze": "analysis",
    "all_games": "games",
    "CardroomError": "errors",
    "InvariantError": "errors",
    "InputError": "errors",
    "evaluate": "analysis.evaluation",
    "game": "games",
    "Record": "play",
    "Refused": "play",
    "Round": "play",
    "Spot": "play",
    "Table": "play",
    "Transfer": "play",
    "describe": "rankings",
    "rank": "rankings",
    "rank_many": "rankings",
    "ranking": "rankings",
    "risk": "analysis.risk",
    "simulate": "analysis.simulation",
}

__all__ = [*_WHERE, "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in ("Mistaken", "Fault"):
        return getattr(import_module("cardroom.errors"), name)
    if name not in _WHERE:
        raise AttributeError(f"module 'cardroom' has no attribute {name!r}")
    value = getattr(import_module(f"cardroom.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
