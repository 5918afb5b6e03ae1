"""What a house rule is worth: the same shuffles and the same bots, under two sets of rules."""

from collections.abc import Iterable, Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

from cardroom.analysis.report import Estimate
from cardroom.play import Game
from cardroom.players.bots import play_round, table_bots

__all__ = ["PlayedTwice", "RuleWorth", "played_twice", "worth_of"]


COLLECTION = "collection"
"""The account of the fees."""


class PlayedTwice(NamedTuple):
    """One round under two sets of rules."""

    moved: int
    """The cents that end with someone else under the second rules."""
    collected: int
    """How much more the house collects under the second rules, in cents."""
    different: bool
    """Whether any result differs."""


class RuleWorth(NamedTuple):
    """Averages of a round, in cents."""

    moved: Estimate
    collected: Estimate
    different: Estimate
    """The share of rounds with a different result."""


def played_twice(one: Game, other: Game, stacks: dict[int, int], rounds: int, seed: str) -> Iterator[PlayedTwice]:
    """Play opening rounds under both rules, each from the same stacks, shuffle and choices of bots."""
    for number in range(rounds):
        first, second = (_net(game, stacks, f"{seed} {number}") for game in (one, other))
        changes = [second.get(name, 0) - first.get(name, 0) for name in first.keys() | second.keys()]
        collected = second.get(COLLECTION, 0) - first.get(COLLECTION, 0)
        yield PlayedTwice(sum(map(abs, changes)) // 2, collected, any(changes))


def _net(game: Game, stacks: dict[int, int], seed: str) -> dict[str, int]:
    round = game.round(stacks, seed=seed)
    return play_round(round, table_bots(game.rules, list(round.stacks)), Random(seed)).net


def worth_of(played: Iterable[PlayedTwice], seed: str) -> RuleWorth:
    """The averages of rounds played twice, with their standard errors."""
    columns = list(zip(*played, strict=True))
    return RuleWorth(*(_mean(column, seed) for column in columns))


def _mean(values: tuple[int, ...], seed: str) -> Estimate:
    count, mean = len(values), sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return Estimate(mean, sqrt(squares / max(1, count - 1) / count), count, seed)
