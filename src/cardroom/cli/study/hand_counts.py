"""Count the poker hands of files for statistics, on all processors, and add them to a store."""

import os
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from itertools import chain, islice
from multiprocessing import get_context
from typing import NamedTuple

from cardroom.cli.study.round_files import FileRound, ReplayedRound, replay_round
from cardroom.cli.terminal.common import note
from cardroom.histories.sites import hand_begins
from cardroom.poker.statistics import HandSource, PlayerGroup, StatisticsStore, Totals, count_hand

__all__ = ["AddedHands", "add_rounds", "digest_of"]

BATCH = 200
"""The most hands that a process counts at a time."""
_SPACE = re.compile(r"\s+")


class AddedHands(NamedTuple):
    """How many rounds were counted, and why others were not."""

    counted: int = 0
    known: int = 0
    """Hands that the store already had, or that came twice."""
    others: int = 0
    """Rounds that are not poker."""
    failed: int = 0


class _Batch(NamedTuple):
    rounds: list[FileRound]
    digests: list[bytes]
    last: bool
    """Whether it is the last batch of its file."""


class _Counted(NamedTuple):
    digests: list[bytes]
    sums: list[tuple[PlayerGroup, Totals]]
    others: int
    failures: list[str]


def digest_of(written: FileRound) -> bytes:
    """The digest that makes a hand count once: of the site's hand number, or else of the whole text without spaces."""
    text = written.text
    if written.log and (begins := hand_begins(text.lstrip().partition("\n")[0])) and begins[1]:
        text = f"{begins[0].name} {begins[1]}"
    return sha256(_SPACE.sub("", text).encode()).digest()[:16]


def add_rounds(
    store: StatisticsStore,
    files: Sequence[str],
    read: Callable[[str], Iterable[FileRound]],
    reason: Callable[[Exception], str],
    workers: int | None = None,
) -> AddedHands:
    """Add the hands of files to a store. Each file is added as a whole; a failed hand is named and left out.

    A hand that comes again waits for its first copy, because that may fail.
    """
    counts: Counter[str] = Counter()
    again: list[FileRound] = []
    _add(store, _batches(store, files, read, counts, again), reason, workers, counts)
    while again:
        copies, again = again, []
        _add(store, _batches(store, [""], {"": copies}.__getitem__, counts, again), reason, 1, counts)
    return AddedHands(counts["counted"], counts["known"], counts["others"], counts["failed"])


def _add(
    store: StatisticsStore,
    batches: Iterator[_Batch],
    reason: Callable[[Exception], str],
    workers: int | None,
    counts: Counter[str],
) -> None:
    """Count batches, on all processors if there are several, and store them."""
    first = [*islice(batches, 2)]
    if len(first) < 2 or workers == 1:
        _store(store, ((each, _count(each, reason)) for each in chain(first, batches)), counts)
        return
    processes = workers or os.cpu_count() or 1
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:  # a fork with threads may hang
        _store(store, _in_order(pool, chain(first, batches), reason, 3 * processes), counts)


def _in_order(
    pool: ProcessPoolExecutor, batches: Iterable[_Batch], reason: Callable[[Exception], str], most: int
) -> Iterator[tuple[_Batch, _Counted]]:
    """Count batches in worker processes. Only a few wait at any time, so they use little memory."""
    waiting: deque[tuple[_Batch, Future[_Counted]]] = deque()
    for batch in batches:
        waiting.append((batch, pool.submit(_count, batch, reason)))
        if len(waiting) >= most:
            ready, future = waiting.popleft()
            yield ready, future.result()
    for ready, future in waiting:
        yield ready, future.result()


def _store(store: StatisticsStore, found: Iterator[tuple[_Batch, _Counted]], counts: Counter[str]) -> None:
    """Write counted batches, each file in one transaction."""
    ended = False
    while not ended:
        ended = True
        with store.adding():
            for batch, counted in found:
                store.add(counted.digests, counted.sums)
                counts["counted"] += len(counted.digests)
                counts["others"] += counted.others
                counts["failed"] += len(counted.failures)
                for failure in counted.failures:
                    note(f"cardroom: {failure}")
                if batch.last:
                    ended = False
                    break


def _batches(
    store: StatisticsStore,
    files: Sequence[str],
    read: Callable[[str], Iterable[FileRound]],
    counts: Counter[str],
    again: list[FileRound],
) -> Iterator[_Batch]:
    """The hands of files that are not in the store, in batches of one file. `again` gets their copies."""
    seen: set[bytes] = set()
    for file in files:
        rounds: list[FileRound] = []
        digests: list[bytes] = []
        for written in read(file):
            digest = digest_of(written)
            if not written.broken:
                if store.has(digest):
                    counts["known"] += 1
                    continue
                if digest in seen:
                    again.append(written)
                    continue
                seen.add(digest)
            rounds.append(written)
            digests.append(digest)
            if len(rounds) == BATCH:
                yield _Batch(rounds, digests, last=False)
                rounds, digests = [], []
        yield _Batch(rounds, digests, last=True)


def _count(batch: _Batch, reason: Callable[[Exception], str]) -> _Counted:
    """Replay and count the hands of a batch."""
    sums: dict[PlayerGroup, Totals] = {}
    digests, failures, others = [], [], 0
    for written, digest in zip(batch.rounds, batch.digests, strict=True):
        try:
            if written.broken:
                raise ValueError(written.broken)
            again = replay_round(written)
            if again.round.rules.poker is None:
                others += 1
                continue
            counts = count_hand(again.round, hand_source(again))
        except Exception as error:
            failures.append(f"{written.where}: {reason(error)}")
            continue
        digests.append(digest)
        for group, totals in counts:
            sums.setdefault(group, Counter()).update(totals)
    return _Counted(digests, list(sums.items()), others, failures)


def hand_source(again: ReplayedRound) -> HandSource:
    """What the source says about a recorded hand; nothing for a record of cardroom."""
    hand = again.recorded
    return HandSource() if hand is None else HandSource(hand.players, hand.finish, hand.scale, hand.day)
