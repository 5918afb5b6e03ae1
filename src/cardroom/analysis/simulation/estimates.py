"""Simulation: rounds by the million, dealt by a seed, and how far their figures lie from the exact ones.

The best strategy of the games that are compiled runs in `rounds`, anything else in `scripts`.
Either counts how rounds end in whole numbers, chunk by chunk, so that neither the number of workers nor the engine
changes a digit; the counts are settled and reported as the exact analysis does with deals.
"""

import pickle
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis import analyze, has_analysis
from cardroom.analysis.engine import Engine, Local, Processes
from cardroom.analysis.report import Report, WagerReport, figure
from cardroom.analysis.simulation.counts import counted
from cardroom.analysis.simulation.parts import OPTIMAL, Compiled, compiled, simulated
from cardroom.analysis.simulation.rounds import CHUNK, dealt
from cardroom.analysis.simulation.scripts import ROUNDS, base_wagers, played, script_reports
from cardroom.analysis.simulation.strategies import StrategyError, optimal
from cardroom.errors import InvariantError
from cardroom.games import game_of
from cardroom.play import Decide, Game

__all__ = ["Estimate", "Simulation", "Stopped", "by_scripts", "simulate"]

COMPILED_SECONDS, SCRIPT_SECONDS = 0.02, 0.5
"""What a chunk takes a core, about."""
MOST_TASKS = 20_000
MOST_ROUNDS = 10**12
"""Days of counting: more is a slip of the hand."""
FORFEITED = ("bad-beat", "pair-plus", "trips")
"""Side bets for which a fold matters: their exact figures are of a player who never folds a hand that they pay ..."""
NEVER_FOLDED = "bad-beat"
"""... and that pays also on hands that the best strategy folds."""


class Estimate(msgspec.Struct, frozen=True):
    """What a simulation found of a wager, beside what is known exactly."""

    simulated: WagerReport
    """Its counts are rounds."""
    exact: WagerReport | None = None
    """The exact figures under the best strategy."""
    of_the_same: bool = True
    """Whether they are of what was simulated: what is decided does not matter, or was decided the same."""

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.simulated.deals

    @property
    def edge(self) -> Fraction:
        """The edge of these rounds."""
        return self.simulated.edge

    @property
    def standard_error(self) -> float:
        """How far the edge of so many rounds lies from the truth, usually: by the exact variance where it is known.

        Rounds alone would not know the variance of a jackpot that they never hit.
        """
        variance = self.exact.variance if self.exact and self.of_the_same else self.simulated.variance
        return sqrt(variance / self.rounds)

    @property
    def distance(self) -> float | None:
        """From the exact edge, in standard errors."""
        if self.exact is None or not self.of_the_same or not self.standard_error:
            return None
        return float(self.edge - self.exact.edge) / self.standard_error

    @property
    def decisions(self) -> dict[str, tuple[Fraction, Fraction | None]]:
        """How often each decision was the last one, and how often it is exactly."""
        found, exact = self.simulated.decisions, self.exact.decisions if self.exact else {}
        return {name: (found.get(name, Fraction(0)), exact.get(name)) for name in {**found, **exact}}

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON has it."""
        decisions = {
            name: {"share": float(share)} | ({} if exact is None else {"exact": figure(exact)})
            for name, (share, exact) in self.decisions.items()
        }
        return {
            "wager": self.simulated.wager,
            "label": self.simulated.label,
            "rounds": self.rounds,
            "edge": float(self.edge),
            "standard_error": self.standard_error,
            "exact_edge": figure(self.exact.edge) if self.exact else None,
            "exact_is_of_the_same": self.of_the_same if self.exact else None,
            "distance": self.distance,
            "decisions": decisions,
            "simulated": self.simulated.to_dict(),
        }


class Simulation(msgspec.Struct, frozen=True):
    """What was simulated, and what was found."""

    game: str
    name: str
    rules: str
    digest: str
    house_rules: dict[str, Any]
    strategy: str
    seed: str
    rounds: int
    compiled: bool
    """Whether the rounds were compiled; else they were those of the game's script."""
    wagers: tuple[Estimate, ...]

    def wager(self, name: str) -> Estimate:
        """What was found of a wager."""
        for each in self.wagers:
            if each.simulated.wager == name:
                return each
        raise KeyError(f"{name} is none of {', '.join(each.simulated.wager for each in self.wagers)}")

    def to_dict(self) -> dict[str, Any]:
        """The simulation as one JSON value."""
        return msgspec.structs.asdict(self) | {"wagers": [each.to_dict() for each in self.wagers]}


class Stopped(KeyboardInterrupt):
    """A simulation was interrupted after some of its rounds; what it had found until then is in `found`."""

    def __init__(self, found: Simulation) -> None:
        super().__init__("the simulation was interrupted")
        self.found = found


class _Task(NamedTuple):
    """Some chunks of a simulation, for one worker."""

    rules: bytes
    decide: Decide | None
    """What plays the scripts; None where the rounds are compiled."""
    seed: str
    chunks: range
    rounds: int
    """In all chunks of the simulation; the last may be smaller than the others."""

    @property
    def size(self) -> int:
        """How many rounds are a chunk."""
        return CHUNK if self.decide is None else ROUNDS

    @property
    def played(self) -> int:
        """How many rounds these chunks have."""
        return min(self.chunks.stop * self.size, self.rounds) - self.chunks.start * self.size


def by_scripts(game: Game, strategy: str | Decide) -> bool:
    """Whether a strategy is simulated by the game's script, which is slow.

    >>> import cardroom
    >>> by_scripts(cardroom.game("ez-baccarat"), "optimal"), by_scripts(cardroom.game("ez-baccarat"), optimal)
    (False, True)
    """
    return strategy != OPTIMAL or compiled(game.rules) is None


def simulate(
    game: Game,
    rounds: int = 1_000_000,
    seed: str = "0",
    strategy: str | Decide = "optimal",
    engine: Engine | None = None,
    *,
    name: str = "",
) -> Simulation:
    """Simulate rounds of a game, every wager placed in each, and estimate what each costs.

    A strategy is "optimal", which is compiled; "house-way" for the pai gow games; or a function, which plays the rounds
    of the game's script: `name` is what to call it. Without an engine, compiled rounds run in threads and scripts in
    processes, as many as there are cores.

    >>> import cardroom
    >>> found = simulate(cardroom.game("ez-baccarat"), rounds=100_000, seed="any text").wager("player")
    >>> round(float(found.edge), 3), round(found.standard_error, 3)
    (0.016, 0.003)
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"rounds must be a whole number from 1 to {MOST_ROUNDS:,}, not {rounds!r}")
    if game.rules.nobody_banks:
        raise StrategyError(f"{game.slug} is played by people against each other: there is no bank to simulate against")
    decide = _decide(game, strategy)
    compiled = decide is None
    engine = engine or (Local() if compiled else Processes())
    rules = pickle.dumps(game.rules)
    exact = _exact(rules)
    asked = Simulation(
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
    tasks = _tasks(_Task(rules, decide, seed, range(0), rounds), engine)
    if compiled:  # before there are threads that would all want to make the tables
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
        raise Stopped(_found(asked, game, total, exact, done, decide)) from None
    return _found(asked, game, total, exact, done, decide)


def _decide(game: Game, strategy: str | Decide) -> Decide | None:
    """The function that plays the script, or None where the compiled rounds do."""
    if not isinstance(strategy, str):
        return strategy
    if strategy == OPTIMAL:
        if compiled(game.rules) is None:
            raise StrategyError(f"the best strategy of {game.slug} is not known: simulate another one")
        return None
    if strategy == "house-way":
        known = simulated(game.rules).strategies
        if strategy not in known:
            raise StrategyError(f"{game.slug} has no House Way: that is how pai gow hands are set")
        return known[strategy]
    raise StrategyError(f"a strategy is optimal, house-way or a function, not {strategy!r}")


def _compiled(game: Game) -> Compiled:
    found = compiled(game.rules)
    if found is None:
        raise InvariantError(f"{game.slug} has no compiled rounds")
    return found


def _tasks(whole: _Task, engine: Engine) -> list[_Task]:
    """All chunks; several at once for a worker, as many as the engine likes, but not so many that one waits for it."""
    chunks = -(-whole.rounds // whole.size)
    wanted = round(engine.seconds / (COMPILED_SECONDS if whole.decide is None else SCRIPT_SECONDS))
    step = max(1, min(wanted, chunks // (4 * engine.workers)), chunks // MOST_TASKS)
    return [whole._replace(chunks=range(start, min(start + step, chunks))) for start in range(0, chunks, step)]


def _count(task: _Task) -> Counter[Any]:
    """How many rounds of these chunks end in each way."""
    game = unpickled(task.rules)
    total: Counter[Any] = Counter()
    for chunk in task.chunks:
        rounds = min(task.size, task.rounds - chunk * task.size)
        if task.decide is None:
            ends = _compiled(game).ends(game.rules, dealt(game.rules, task.seed, chunk, rounds))
            total.update(counted(ends))
        else:
            total.update(end for ends in played(game, task.decide, task.seed, chunk, rounds) for end in ends)
    return total


def _found(
    asked: Simulation, game: Game, counts: Counter[Any], exact: Report | None, done: int, decide: Decide | None
) -> Simulation:
    reports = _compiled(game).reports if decide is None else script_reports
    known = {report.wager: report for report in exact.wagers if report.in_force} if exact else {}
    same = decide in (None, optimal, simulated(game.rules).exact)
    decided = {NEVER_FOLDED} if same else {*base_wagers(game.rules), *FORFEITED}
    estimates = [
        Estimate(report, known.get(report.wager), report.wager not in decided) for report in reports(game.rules, counts)
    ]
    return msgspec.structs.replace(asked, rounds=done, wagers=tuple(estimates))


@lru_cache(8)
def _exact(rules: bytes) -> Report | None:
    game = unpickled(rules)
    return analyze(game) if has_analysis(game.rules) else None


@lru_cache(8)
def unpickled(rules: bytes) -> Game:
    """The same game for the same bytes, so that what is kept for its rules is found again."""
    return game_of(pickle.loads(rules))
