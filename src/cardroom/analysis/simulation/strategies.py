"""Strategies: what decides for a player in a simulation.

A strategy is whatever decides, and sees what a player at its spot sees. The best one of a game asks the tables that its
compiled rounds ask too, so that either proves the other; each game's module has them. Others come from outside, as
functions that can be imported by name, or from a file, because they go to other processes.
"""

from pathlib import Path
from random import Random
from typing import Any

from cardroom.analysis.simulation.parts import OPTIMAL, simulated
from cardroom.errors import InputError
from cardroom.play import Ask, Decide, Reply, View

__all__ = ["FromFile", "StrategyError", "optimal"]


class StrategyError(InputError):
    """A strategy that cannot be used, or that answered what the rules do not allow."""


def optimal(view: View, ask: Ask, rng: Random) -> Reply:
    """The best decision in any game that has an exact analysis of one.

    >>> import cardroom
    >>> from cardroom.cards.shuffle import Shuffle
    >>> round = cardroom.game("four-card-frenzy").round(1, shuffle=Shuffle.given("As Ah 7d 6c 2s 3c 3d 9h 8h Kc"))
    >>> round.answer(1, "bet", {"ante": 100, "odds": 100})
    >>> optimal(round.view("1"), round.ask, Random(1)).value
    300
    """
    known = simulated(view.rules).strategies
    if OPTIMAL not in known:
        raise StrategyError(f"the best strategy of {view.rules.game} is not known: simulate another one")
    return known[OPTIMAL](view, ask, rng)


class FromFile:
    """The strategy in a Python file: its function `decide(view, ask, rng)`.

    >>> FromFile(Path("nowhere.py"))
    Traceback (most recent call last):
    cardroom.analysis.simulation.strategies.StrategyError: nowhere.py: there is no such file
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.__name__ = path.name
        self._decide = _loaded(path)

    def __call__(self, view: View, ask: Ask, rng: Random) -> Any:
        """What the file's function answers."""
        return self._decide(view, ask, rng)

    def __reduce__(self) -> tuple[type["FromFile"], tuple[Path]]:
        return FromFile, (self.path.resolve(),)


def _loaded(path: Path) -> Decide:
    if not path.is_file():
        raise StrategyError(f"{path}: there is no such file")
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    except (Exception, SystemExit) as error:
        raise StrategyError(f"{path}: {type(error).__name__}: {error}") from error
    found = names.get("decide")
    if not callable(found):
        raise StrategyError(f"{path}: it does not define decide(view, ask, rng)")
    decide: Decide = found
    return decide
