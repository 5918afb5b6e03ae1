"""The return of a game under strategies that people play: the best one, strategies of few lines, usual and bad play.

It is exact where the game counts all deals under a strategy. Bots are estimated by rounds of the script.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.report import Estimate, Report, WagerReport, cost_counter_of, figure
from cardroom.analysis.simulation import simulate, simulated_game
from cardroom.analysis.store import find, keep, key_of, report_key
from cardroom.analysis.strategy import DecisionArrays, Strategy, known_lines
from cardroom.games.declarations import stages_of
from cardroom.play import Decide, Game
from cardroom.play.game import CHECK

__all__ = ["BOT_ROUNDS", "StrategyReturn", "bot_returns", "counted_returns", "known_returns", "never_folds"]

BOT_ROUNDS = 8_192
"""Rounds of the script for each bot. A round takes a millisecond or more."""
METHOD = "never folds 1"

Kind = Literal["best", "common", "bad"]


class StrategyReturn(NamedTuple):
    """The edge of the base game under one strategy."""

    name: str
    kind: Kind
    edge: Fraction | Estimate
    best: Fraction
    """The edge under the best strategy."""

    @property
    def cost(self) -> Fraction | Estimate:
        """What the strategy costs the player against the best one, per unit."""
        if isinstance(self.edge, Estimate):
            return msgspec.structs.replace(self.edge, value=self.edge.value - float(self.best))
        return self.edge - self.best

    @property
    def player_return(self) -> Fraction | Estimate:
        """What the player gets back per unit, on average."""
        if isinstance(self.edge, Estimate):
            return msgspec.structs.replace(self.edge, value=1 - self.edge.value)
        return 1 - self.edge

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        return {
            "strategy": self.name,
            "kind": self.kind,
            "edge": figure(self.edge),
            "return": figure(self.player_return),
            "cost": figure(self.cost),
        }


def known_returns(game: Game, report: Report) -> list[StrategyReturn]:
    """The returns that need no new count: of the best strategy, and of stored strategies of few lines."""
    base = base_of(report)
    if base is None:
        return []
    found = [StrategyReturn("best play", "best", base.edge, base.edge)]
    if lines := known_lines(game):
        for many, each in enumerate(lines.found, 1):
            if each.edge != (found[-1].edge if many > 1 else None):
                name = f"{many} plain line{'s' if many > 1 else ''}"
                found.append(StrategyReturn(name, "common", each.edge, base.edge))
    return found


def base_of(report: Report) -> WagerReport | None:
    """The wager in force whose figures follow from decisions; None if the player decides nothing."""
    wagers = (each.best_play or each for each in report.wagers if each.in_force)
    return next((each for each in wagers if each.decisions or each.strategy), None)


def counted_returns(game: Game, report: Report) -> Iterator[StrategyReturn]:
    """Exact returns of other named strategies, counted over all deals."""
    base, count = base_of(report), cost_counter_of(game.rules)
    if base is None or count is None:
        return
    for name, exact in simulated_game(game.rules).exact.items():
        yield StrategyReturn(name.replace("-", " "), "common", exact(game.rules).edge, base.edge)
    if stages_of(game.rules) is not None:
        yield StrategyReturn("never folds and raises as late as possible", "bad", never_folds(game).edge, base.edge)


def bot_returns(
    game: Game, report: Report, bots: Mapping[str, Decide], seed: str, rounds: int = BOT_ROUNDS
) -> Iterator[StrategyReturn]:
    """Estimated returns of bots that play the script. Each bot is described in words."""
    base = base_of(report)
    if base is None:
        return
    for words, decide in bots.items():
        found = simulate(game, rounds, seed, decide)
        seen = found.wager(base.wager)
        error = float(seen.simulated.standard_deviation) / float(rounds) ** 0.5
        edge = Estimate(float(seen.edge), error, found.rounds, seed)
        yield StrategyReturn(words, "bad" if words == "at random" else "common", edge, base.edge)


def never_folds(game: Game) -> WagerReport:
    """The exact report of a player who checks where that is possible, and otherwise wagers the least: stored, or
    counted now.
    """
    count, stages, key = cost_counter_of(game.rules), stages_of(game.rules), report_key(game.rules)
    if count is None or stages is None:
        raise ValueError(f"{game.slug} has no decisions that add wagers")
    key = key and key_of(METHOD, key)
    if key and (known := find(key, WagerReport)):
        return known
    parts = []
    for stage in stages.stages:
        takes_back = any(move.back for move in stage.moves)
        least = min((move.least for move in stage.moves if move.wager and not move.back), default=0)
        parts.append(_always(1 if takes_back else 0 if CHECK in stage.moves else least))
    report: WagerReport = count(game.rules, Strategy("never folds", *parts))
    if key:
        keep(key, report)
    return report


def _always(times: int) -> Any:
    """A decision that is always the same."""

    def decide(decisions: DecisionArrays) -> NDArray[np.int64]:
        return np.full(len(decisions.hand), times, np.int64)

    return decide
