"""Simulated rounds a second: compiled ones on one core and on all, and those of the game's script."""

from collections.abc import Callable, Iterator

import cardroom
from benchmarks.bench import Case, Group
from cardroom.analysis.engine.engines import Engine, Local
from cardroom.analysis.simulation import simulate
from cardroom.analysis.simulation.strategies import optimal
from cardroom.play import Decide, Game

GAMES = ("ez-baccarat", "four-card-frenzy", "heads-up-holdem", "three-card-poker-6-card-bonus", "ultimate-texas-holdem")


def groups(quick: bool) -> Iterator[Group]:
    """Each game that is compiled, every wager of it counted in every round."""
    rounds, played = (1_000_000, 100) if quick else (5_000_000, 500)
    for slug in GAMES:
        game, cores = cardroom.game(slug), Local().workers
        cases = [
            Case("compiled, one core", _simulated(game, rounds, "optimal", Local(1)), rounds),
            Case(f"compiled, {cores} cores", _simulated(game, rounds, "optimal", Local(cores)), rounds),
            Case("the script, one core", _simulated(game, played, optimal, Local(1)), played),
        ]
        yield Group(f"{slug}, best strategy, every wager", cases, "rounds")


def _simulated(game: Game, rounds: int, strategy: str | Decide, engine: Engine) -> Callable[[], object]:
    return lambda: simulate(game, rounds, "benchmark", strategy, engine)
