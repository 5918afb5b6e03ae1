"""The variance of all wagers together, estimated by playing the game's script, for games without compiled rounds."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from cardroom.analysis.engine import Engine, Local, Processes
from cardroom.analysis.report.reports import WagerReport
from cardroom.analysis.simulation import BASE, OPTIMAL, ROUNDS, play_chunk, simulated_game
from cardroom.errors import InvariantError
from cardroom.games import game_of
from cardroom.play import Decide
from cardroom.play.round import base_wagers
from cardroom.rulebook import RuleSet

__all__ = ["SCRIPT_BATCH", "SCRIPT_ROUNDS", "exact_strategy", "script_products"]

SCRIPT_ROUNDS = 16 * ROUNDS
"""The most rounds that are played: scripts take a millisecond or more for each."""
SCRIPT_BATCH = 64
"""Rounds whose average is one value for the standard error."""


def exact_strategy(rules: RuleSet) -> Decide | None:
    """The strategy that the exact figures are of, for a script; None if it is not known."""
    return simulated_game(rules).strategies.get(OPTIMAL)


class _ScriptChunk(NamedTuple):
    """A chunk of rounds whose products are summed."""

    rules: RuleSet
    units: tuple[tuple[str, int], ...]
    """The name of each wager, and its amount in the units of the sums."""
    seed: str
    chunk: int
    rounds: int


def script_products(
    rules: RuleSet, exact: Mapping[str, WagerReport], amounts: Mapping[str, int], rounds: int, seed: str, engine: Engine
) -> tuple[list[int], int]:
    """For each batch, the sum over rounds of the squared net less the squares of single wagers, which are known.

    The second value is the scale of a net: all nets are whole numbers.
    """
    scale = lcm(*(rules.limits(name)[0] for name in amounts))
    units = tuple((name, amounts[name] * scale) for name in exact)
    tasks = [
        _ScriptChunk(rules, units, seed, chunk, min(ROUNDS, rounds - chunk * ROUNDS))
        for chunk in range(-(-rounds // ROUNDS))
    ]
    own = Processes(engine.workers) if isinstance(engine, Local) else engine
    sums = [each for some in own.map(f"{rules.name}: covariances", _sums, tasks) for each in some]
    return sums, scale


def _sums(task: _ScriptChunk) -> list[int]:
    decide, group = exact_strategy(task.rules), base_wagers(task.rules)
    if decide is None:
        raise InvariantError(f"{task.rules.game} has no strategy for its script")
    sums, total = [], 0
    for number, ends in enumerate(play_chunk(game_of(task.rules), decide, task.seed, task.chunk, task.rounds), 1):
        nets = {name: Fraction(0) for name, _ in task.units}
        for end in ends:
            name = group[0] if end.wager == BASE else end.wager
            if not end.of and name in nets:
                nets[name] += Fraction(end.net, end.stake)
        whole = [int(nets[name] * unit) for name, unit in task.units]
        total += sum(whole) ** 2 - sum(net**2 for net in whole)
        if number % SCRIPT_BATCH == 0:
            sums.append(total)
            total = 0
    return sums
