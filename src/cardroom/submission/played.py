"""Rounds that are played for a submission: the clauses check each, and some are settled again.

At the first table players decide as most people do, at the second they answer at random, and so on in turn. Random
answers make rare courses of a round happen too.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.clauses import RoundHistory, Violation, facts_of, violations
from cardroom.play import Game, Record, Table, replay
from cardroom.play.round import least_stack
from cardroom.play.table import TopUp, topped_up
from cardroom.players import Bot, play_round, random_legal, table_bots

__all__ = ["PlayedRounds", "ResettledRound", "play_rounds"]

TABLE = 12
"""Rounds at one table. The next table starts with new stacks."""


class ResettledRound(NamedTuple):
    """A round that was settled again from its record, with the same result."""

    number: int
    record: Record
    shuffle: Shuffle | SealedShuffle
    events: str
    """The SHA-256 hash of its events."""


class PlayedRounds(NamedTuple):
    """What the clauses found in the rounds, and the rounds that were settled again."""

    rounds: int
    wrong: tuple[Violation, ...]
    counts: Mapping[str, int]
    """Violations by clause."""
    resettled: tuple[ResettledRound, ...]


def play_rounds(game: Game, stacks: dict[int, int], rounds: int, resettle: int, seed: str) -> PlayedRounds:
    """Play rounds of bots, check them, and settle some again. The same seed gives the same rounds."""
    wrong: list[Violation] = []
    resettled: list[ResettledRound] = []
    rng, table = Random(f"{seed} {game.slug}"), Table(game, stacks, seed=seed)
    bots: dict[str, Bot] = table_bots(game.rules, list(table.stacks))
    last: RoundHistory | None = None
    least = least_stack(game.rules)
    for number in range(rounds):
        if number and number % TABLE == 0:
            table, last = Table(game, stacks, seed=f"{seed} {number}"), None
            random = number // TABLE % 2
            bots = dict.fromkeys(bots, random_legal) if random else table_bots(game.rules, list(table.stacks))
        start = dict(zip(table.stacks, stacks.values(), strict=True))
        for name, stack in table.stacks.items():
            if stack < least:
                table.do(TopUp(name, topped_up(game.rules, stack, start[name])))
        round = play_round(table.start(), bots, rng)
        before, last = last, facts_of(round)
        wrong += violations(last, before)
        written = table.finish(round)
        if number < resettle:
            again = replay(written, game, round.shuffle)
            digest = hashlib.sha256(msgspec.json.encode(again.events)).hexdigest()
            resettled.append(ResettledRound(number + 1, written, round.shuffle, digest))
    counts = Counter(each.clause for each in wrong)
    return PlayedRounds(rounds, tuple(wrong), counts, tuple(resettled))
