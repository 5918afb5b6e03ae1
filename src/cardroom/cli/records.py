"""Rounds as they are written to files: JSON, one value a line.

A line is a shuffle's transcript as it is, or a round's record, which names its shuffle by the commitment. A shuffle
stands once, before the first round that was dealt from it; one that was given up stands before the next round.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Record
from cardroom.play.record import public

__all__ = ["DealtRound", "record_lines"]


class DealtRound(NamedTuple):
    """A round that is over, and the shuffle that it was dealt from."""

    record: Record
    shuffle: Shuffle | SealedShuffle
    dropped: tuple[dict[str, Any], ...] = ()
    """Transcripts of shuffles that the table gave up before it: with them, none is missing."""


def record_lines(rounds: Iterable[DealtRound], *, for_all: bool = False) -> Iterator[str]:
    """The lines for these rounds, in their order; with the shuffles go their secrets. Those `for_all` have none that a
    player's cards are kept by: of a sealed deck the seals alone, and what was thrown away under a seal.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> lines = record_lines([DealtRound(table.finish(), round.shuffle)])
    >>> [json.loads(line).get("format", "a shuffle") for line in lines]
    ['a shuffle', 'cardroom-round-3']
    """
    last = ""
    for record, shuffle, dropped in rounds:
        yield from map(json.dumps, dropped)
        if record.opening.shuffle != last:
            last = record.opening.shuffle
            yield json.dumps(shuffle.transcript(reveal=not (for_all and shuffle.kind == "sealed")))
        yield public(record, shuffle).json() if for_all else record.json()
