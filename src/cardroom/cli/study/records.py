"""Write rounds to files: JSON, one value per line.

A line is the transcript of a shuffle, or the record of a round, which names its shuffle by the commitment. A shuffle
is written once, before the first round dealt from it. A discarded shuffle is written before the next round.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Record
from cardroom.play.records import public

__all__ = ["DealtRound", "record_lines"]


class DealtRound(NamedTuple):
    """A finished round, and its shuffle."""

    record: Record
    shuffle: Shuffle | SealedShuffle
    dropped: tuple[dict[str, Any], ...] = ()
    """Transcripts of shuffles that the table discarded before this round, so that the file has all shuffles."""


def record_lines(rounds: Iterable[DealtRound], *, for_all: bool = False) -> Iterator[str]:
    """The lines of these rounds, in order, with the secrets of their shuffles.

    With `for_all` they reveal no hidden cards: a sealed deck shows only its seals, and discards stay under a seal.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> lines = record_lines([DealtRound(table.finish(), round.shuffle)])
    >>> [json.loads(line).get("format", "a shuffle") for line in lines]
    ['a shuffle', 'cardroom-round-1']
    """
    last = ""
    for record, shuffle, dropped in rounds:
        yield from map(json.dumps, dropped)
        if record.opening.shuffle != last:
            last = record.opening.shuffle
            yield json.dumps(shuffle.transcript(reveal=not (for_all and shuffle.kind == "sealed")))
        yield public(record, shuffle).json() if for_all else record.json()
