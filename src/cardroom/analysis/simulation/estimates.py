"""Runs simulations from a seed, and compares their figures with the exact ones.

The best strategy of compiled games runs in `rounds`, everything else in `scripts`. Both count the ends of rounds as
integers, chunk by chunk, so the result depends neither on the number of workers nor on the engine. The counts are
settled and reported in the same way as the exact analysis does with deals.
"""

import pickle
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis import has_analysis
from cardroom.analysis.engine import Engine, Local, Processes
from cardroom.analysis.report import Estimate, Report, Root, WagerReport, figure
from cardroom.analysis.simulation.counts import count_ends
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, compiled_rounds, simulated_game
from cardroom.analysis.simulation.rounds import CHUNK, deal_chunk
from cardroom.analysis.simulation.scripts import ROUNDS, play_chunk, script_reports
from cardroom.analysis.simulation.strategies import optimal
from cardroom.analysis.store import report_in_force
from cardroom.analysis.strategy import Strategy, StrategyError
from cardroom.errors import InvariantError
from cardroom.games import game_of
from cardroom.play import Decide, Game
from cardroom.play.round import base_wagers

__all__ = ["SimulatedWager", "Simulation", "Stopped", "by_scripts", "simulate"]

COMPILED_SECONDS, SCRIPT_SECONDS = 0.02, 0.5
"""The approximate time of a chunk on one core."""
MOST_TASKS = 20_000
MOST_ROUNDS = 10**12
"""The largest number of rounds. It takes days; a larger number is probably a typing error."""
FORFEITED = ("bad-beat", "pair-plus", "trips")
"""Side bets that a fold forfeits. Their exact figures are for a player who never folds a hand that they pay."""


class SimulatedWager(msgspec.Struct, frozen=True):
    """A wager's simulated figures beside the exact ones."""

    simulated: WagerReport
    """Its counts are rounds."""
    exact: WagerReport | None = None
    """The exact figures under the best strategy."""
    of_the_same: bool = True
    """Whether the exact figures apply: decisions do not matter for this wager, or the best strategy was simulated."""

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.simulated.deals

    @property
    def edge(self) -> Fraction:
        """The edge in these rounds."""
        return self.simulated.edge

    @property
    def standard_error(self) -> Root:
        """The standard error of the edge, from the exact variance where it is known.

        A sample without a jackpot hit would underestimate the variance.
        """
        variance = self.exact.variance if self.exact and self.of_the_same else self.simulated.variance
        return Root((variance / self.rounds,))

    @property
    def distance(self) -> float | None:
        """The distance from the exact edge, in standard errors."""
        error = float(self.standard_error)
        if self.exact is None or not self.of_the_same or not error:
            return None
        return float(self.edge - self.exact.edge) / error

    @property
    def decisions(self) -> dict[str, tuple[Fraction, Fraction | None]]:
        """The share of rounds in which each decision was the last one, and its exact probability."""
        shares, exact = self.simulated.decisions, self.exact.decisions if self.exact else {}
        return {name: (shares.get(name, Fraction(0)), exact.get(name)) for name in {**shares, **exact}}

    def to_dict(self, seed: str) -> dict[str, Any]:
        """The figures for JSON, of rounds with this seed. All but the exact ones are estimates."""

        def estimate(number: Fraction, error: float) -> dict[str, Any]:
            return figure(Estimate(float(number), error, self.rounds, seed))

        decisions = {
            name: {"share": estimate(share, sqrt(share * (1 - share) / self.rounds))}
            | ({} if exact is None else {"exact": figure(exact)})
            for name, (share, exact) in self.decisions.items()
        }
        return {
            "wager": self.simulated.wager,
            "label": self.simulated.label,
            "rounds": self.rounds,
            "edge": estimate(self.edge, float(self.standard_error)),
            "exact_edge": figure(self.exact.edge) if self.exact else None,
            "exact_is_of_the_same": self.of_the_same if self.exact else None,
            "distance": self.distance,
            "decisions": decisions,
            "results": [
                {"line": each.line, "decision": each.decision, "net": figure(each.net), "rounds": each.count}
                for each in self.simulated.outcomes
            ],
        }


class Simulation(msgspec.Struct, frozen=True):
    """A simulation and its results."""

    game: str
    name: str
    rules: str
    digest: str
    house_rules: dict[str, Any]
    strategy: str
    seed: str
    rounds: int
    compiled: bool
    """Whether the rounds were compiled. If not, the game's script played them."""
    wagers: tuple[SimulatedWager, ...]

    def wager(self, name: str) -> SimulatedWager:
        """The simulated figures of a wager."""
        for each in self.wagers:
            if each.simulated.wager == name:
                return each
        raise KeyError(f"unknown wager {name}: choose from {', '.join(each.simulated.wager for each in self.wagers)}")

    def to_dict(self) -> dict[str, Any]:
        """The simulation as one JSON value."""
        return msgspec.structs.asdict(self) | {"wagers": [each.to_dict(self.seed) for each in self.wagers]}


class Stopped(KeyboardInterrupt):
    """A simulation was interrupted. Its results up to then are in `result`."""

    def __init__(self, result: Simulation) -> None:
        super().__init__("the simulation was interrupted")
        self.result = result


class _Task(NamedTuple):
    """Some chunks of a simulation, for one worker."""

    rules: bytes
    decide: Decide | None
    """The strategy; None is the best one, in compiled rounds."""
    compiled: bool
    """Whether the rounds are compiled. If not, the strategy plays the game's script."""
    seed: str
    chunks: range
    rounds: int
    """The number of rounds in all chunks of the simulation. The last chunk may be smaller than the others."""

    @property
    def size(self) -> int:
        """The number of rounds in a chunk."""
        return CHUNK if self.compiled else ROUNDS

    @property
    def played(self) -> int:
        """The number of rounds in these chunks."""
        return min(self.chunks.stop * self.size, self.rounds) - self.chunks.start * self.size


def by_scripts(game: Game, strategy: str | Decide) -> bool:
    """Whether the game's script plays the rounds of this strategy, which is slow.

    >>> import cardroom
    >>> by_scripts(cardroom.game("ez-baccarat"), "optimal"), by_scripts(cardroom.game("ez-baccarat"), optimal)
    (False, True)
    """
    part = simulated_game(game.rules)
    if strategy == OPTIMAL:
        return part.compiled is None and part.rounds is None
    if isinstance(strategy, str):
        strategy = part.strategies.get(strategy, optimal)
    if part.follows and isinstance(strategy, part.follows):
        return False
    return not isinstance(strategy, Strategy) or part.compiled is None


def simulate(
    game: Game,
    rounds: int = 1_000_000,
    seed: str = "0",
    strategy: str | Decide = "optimal",
    engine: Engine | None = None,
    *,
    name: str = "",
) -> Simulation:
    """Simulate rounds of a game with every wager placed, and estimate the edge of each.

    The strategy is "optimal", which is compiled; "house-way" for the pai gow games; a `Strategy`, which is compiled in
    games with an Ante; or a function that plays the game's script, with `name` as its display name. Without an engine,
    compiled rounds run in threads and scripts in processes, one per core.

    >>> import cardroom
    >>> player = simulate(cardroom.game("ez-baccarat"), rounds=100_000, seed="any text").wager("player")
    >>> round(float(player.edge), 3), round(float(player.standard_error), 3)
    (0.016, 0.003)
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"rounds must be a whole number from 1 to {MOST_ROUNDS:,}, not {rounds!r}")
    if game.rules.nobody_banks:
        raise StrategyError(f"in {game.slug} players play against each other: there is no bank to simulate against")
    decide, compiled = _decide(game, strategy), not by_scripts(game, strategy)
    engine = engine or (Local() if compiled else Processes())
    rules = pickle.dumps(game.rules)
    exact = _exact(rules)
    simulation = Simulation(
        game.slug,
        game.rules.name,
        game.rules.rules,
        game.rules.digest,
        {rule: game.rules.house(rule) for rule in game.rules.house_rules},
        name or (strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "strategy")),
        seed,
        0,
        compiled,
        (),
    )
    own = simulated_game(game.rules).rounds
    if compiled and own is not None:
        known, chosen = _known(exact), decide if isinstance(decide, Strategy) else None
        reports = own(game.rules, rounds, seed, engine, chosen)
        estimates = (SimulatedWager(each, known.get(each.wager), chosen is None) for each in reports)
        return msgspec.structs.replace(simulation, rounds=rounds, wagers=tuple(estimates))
    tasks = _tasks(_Task(rules, decide, compiled, seed, range(0), rounds), engine)
    if compiled:  # make the decision tables once, before several threads need them
        _count(tasks[0]._replace(chunks=range(1), rounds=1))
    total: Counter[Any] = Counter()
    done = 0
    try:
        for task, counts in zip(tasks, engine.map(f"{game.rules.name}: rounds", _count, tasks), strict=True):
            total.update(counts)
            done += task.played
    except KeyboardInterrupt:
        if not done:
            raise
        raise Stopped(_with_estimates(simulation, game, total, exact, done, decide)) from None
    return _with_estimates(simulation, game, total, exact, done, decide)


def _decide(game: Game, strategy: str | Decide) -> Decide | None:
    """The function that plays the script, or None for compiled rounds."""
    if not isinstance(strategy, str):
        return strategy
    if strategy == OPTIMAL:
        if by_scripts(game, strategy):
            if OPTIMAL in simulated_game(game.rules).strategies:
                return optimal
            raise StrategyError(f"the best strategy of {game.slug} is not known: choose another strategy")
        if check := simulated_game(game.rules).check_best:
            check(game.rules)
        return None
    if strategy == "house-way":
        known = simulated_game(game.rules).strategies
        if strategy not in known:
            raise StrategyError(f"{game.slug} has no House Way; only the pai gow games have one")
        return known[strategy]
    raise StrategyError(f"a strategy must be optimal, house-way or a function, not {strategy!r}")


def _compiled_rounds(game: Game) -> Compiled:
    rounds = compiled_rounds(game.rules)
    if rounds is None:
        raise InvariantError(f"{game.slug} has no compiled rounds")
    return rounds


def _tasks(whole: _Task, engine: Engine) -> list[_Task]:
    """The chunks as tasks. A task has as many chunks as the engine prefers, but each worker gets several tasks."""
    chunks = -(-whole.rounds // whole.size)
    wanted = round(engine.seconds / (COMPILED_SECONDS if whole.compiled else SCRIPT_SECONDS))
    step = max(1, min(wanted, chunks // (4 * engine.workers)), chunks // MOST_TASKS)
    return [whole._replace(chunks=range(start, min(start + step, chunks))) for start in range(0, chunks, step)]


def _count(task: _Task) -> Counter[Any]:
    """The number of rounds of these chunks with each end."""
    game = game_from_bytes(task.rules)
    total: Counter[Any] = Counter()
    for chunk in task.chunks:
        rounds = min(task.size, task.rounds - chunk * task.size)
        if task.compiled:
            strategy = task.decide if isinstance(task.decide, Strategy) else None
            ends = _compiled_rounds(game).ends(game.rules, deal_chunk(game.rules, task.seed, chunk, rounds), strategy)
            total.update(count_ends(ends))
        elif task.decide is not None:
            total.update(end for ends in play_chunk(game, task.decide, task.seed, chunk, rounds) for end in ends)
    return total


def _with_estimates(
    simulation: Simulation, game: Game, counts: Counter[Any], exact: Report | None, done: int, decide: Decide | None
) -> Simulation:
    if simulation.compiled:
        strategy = decide if isinstance(decide, Strategy) else None
        reports = _compiled_rounds(game).reports(game.rules, counts, strategy)
    else:
        reports = script_reports(game.rules, counts)
    known = _known(exact)
    part = simulated_game(game.rules)
    other = next((exact for named, exact in part.exact.items() if part.strategies[named] is decide), None)
    same = decide in (None, optimal) or other is not None
    if same:
        known = {wager: each.best_play or each for wager, each in known.items()}
    if other:
        known[base_wagers(game.rules)[0]] = other(game.rules)
    decided = set() if same else {*base_wagers(game.rules), *FORFEITED}
    estimates = [SimulatedWager(report, known.get(report.wager), report.wager not in decided) for report in reports]
    return msgspec.structs.replace(simulation, rounds=done, wagers=tuple(estimates))


def _known(exact: Report | None) -> dict[str, WagerReport]:
    """The exact reports in force, by wager."""
    return {report.wager: report for report in exact.wagers} if exact else {}


@lru_cache(8)
def _exact(rules: bytes) -> Report | None:
    game = game_from_bytes(rules)
    return report_in_force(game) if has_analysis(game.rules) else None


@lru_cache(8)
def game_from_bytes(rules: bytes) -> Game:
    """The game of these rules. Equal bytes give the same object, so that caches by rules are hit."""
    return game_of(pickle.loads(rules))
