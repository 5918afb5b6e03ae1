"""Strategies: functions that decide for a player in a simulation.

A strategy sees what a player at its spot sees. A game's best strategy uses the same tables as the compiled rounds, so
that each verifies the other. Other strategies come from users. They go to other processes, so they must be functions
that can be imported by name, or come from a file.
"""

from pathlib import Path
from random import Random
from typing import Any

from cardroom.analysis.simulation.parts import OPTIMAL, simulated_game
from cardroom.analysis.strategy import Strategy, StrategyError
from cardroom.play import Ask, Decide, Reply, View

__all__ = ["FromFile", "StrategyError", "from_file", "optimal"]


def optimal(view: View, ask: Ask, rng: Random) -> Reply:
    """The best decision, in any game whose best strategy is known.

    >>> import cardroom
    >>> from cardroom.cards.shuffle import Shuffle
    >>> round = cardroom.game("four-card-frenzy").round(1, shuffle=Shuffle.given("As Ah 7d 6c 2s 3c 3d 9h 8h Kc"))
    >>> round.answer(1, "bet", {"ante": 100, "odds": 100})
    >>> optimal(round.view("1"), round.ask, Random(1)).value
    300
    """
    known = simulated_game(view.rules).strategies
    if OPTIMAL not in known:
        raise StrategyError(f"the best strategy of {view.rules.game} is not known: choose another strategy")
    return known[OPTIMAL](view, ask, rng)


class FromFile:
    """The strategy in a Python file: its function `decide(view, ask, rng)`.

    >>> FromFile(Path("nowhere.py"))
    Traceback (most recent call last):
    cardroom.analysis.strategy.choices.StrategyError: nowhere.py: file not found
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.__name__ = path.name
        self._decide = _load(path)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Any:
        """Call the file's function."""
        return self._decide(view, ask, rng)

    def __reduce__(self) -> tuple[type["FromFile"], tuple[Path]]:
        return FromFile, (self.path.resolve(),)


def from_file(path: Path) -> Decide:
    """The strategy in a Python file: its `strategy` (a `Strategy`), or its function `decide`.

    A `Strategy` of a game with compiled rounds is simulated there. Everything else plays the script.
    """
    found = _names(path).get("strategy")
    return found if isinstance(found, Strategy) else FromFile(path)


def _load(path: Path) -> Decide:
    function = _names(path).get("decide")
    if not callable(function):
        raise StrategyError(
            f"{path}: the file must define a function decide(view, ask, rng), or a Strategy with the name strategy"
        )
    decide: Decide = function
    return decide


def _names(path: Path) -> dict[str, Any]:
    """The names that a Python file defines."""
    if not path.is_file():
        raise StrategyError(f"{path}: file not found")
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    except (Exception, SystemExit) as error:
        raise StrategyError(f"{path}: {type(error).__name__}: {error}") from error
    return names
