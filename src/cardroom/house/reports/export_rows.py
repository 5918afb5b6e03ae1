"""The tables of an export and their rows, read from the books. Nothing is decrypted.

A round in progress has ledger entries and nothing else. Every entry has the hash of its body, so that the chain of a
book can be checked from the exported files alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec

from cardroom.errors import InputError
from cardroom.house.books import DROPPED, RETURNED_DROP, WAGERED, Books, LedgerAccount, LedgerEntry, is_table
from cardroom.house.tables import entry_of
from cardroom.play.records import Opening
from cardroom.play.table import Answered, RoundEnded, RoundStarted, RoundVoided
from cardroom.tags import tag_of

__all__ = ["COLUMNS", "Position", "export_rows"]

_ANSWERED = tag_of(Answered)
_OF_ROUNDS = tuple(tag_of(each) for each in (RoundStarted, RoundEnded, RoundVoided))

_ACCOUNTS = {f"{side}_{part}": "text" for side in ("payer", "payee") for part in LedgerAccount._fields}
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "rounds": {
        "book": "text",
        "round": "int",
        "opened_line": "int",
        "line": "int",
        "opened_at": "time",
        "ended_at": "time",
        "ended": "text",
        "why": "text",
        "game": "text",
        "rules": "text",
        "digest": "text",
        "script": "text",
        "shuffle": "text",
        "previous": "text",
        "spots": "int",
        "answers": "int",
        "wagered": "int",
        "collected": "int",
        "house": "int",
        "jackpots": "int",
    },
    "wagers": {
        "book": "text",
        "round": "int",
        "item": "int",
        "ended_at": "time",
        "spot": "text",
        "bettor": "text",
        "wager": "text",
        "stake": "int",
        "due": "int",
        "net": "int",
        "pay_line": "text",
        "won": "bool",
        "breakage": "text",
    },
    "postings": {
        "book": "text",
        "line": "int",
        "item": "int",
        "written_at": "time",
        "kind": "text",
        "round": "int",
        **_ACCOUNTS,
        "cents": "int",
        "cause": "text",
        "spot": "text",
        "wager": "text",
        "pay_line": "text",
        "cite": "text",
    },
    "lines": {
        "book": "text",
        "line": "int",
        "written_at": "time",
        "kind": "text",
        "who": "text",
        "key": "text",
        "secret": "bool",
        "body_sha256": "text",
        "hash": "text",
    },
    "accounts": {"book": "text", "kind": "text", "owner": "text", "part": "text", "cents": "int"},
}
"""The tables with their columns and types: `text`, `int`, `bool`, or `time` in UTC to the microsecond."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Position(msgspec.Struct, frozen=True):
    """How far an export has read a book."""

    line: int
    """The last entry that was exported."""
    hash: str
    """Its hash."""
    resume: int
    """The entry to read from next time: the start of the round in progress, or the next entry."""
    rounds: int
    """The number of rounds that started before that entry."""


def export_rows(
    books: Books,
    progress: Callable[[str, int, int], None],
    since: Mapping[str, Position],
    reached: dict[str, Position],
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The rows of all tables, each with the table's name: only those after `since`. `reached` gets the new positions.

    The rows of `accounts` are always complete.
    """
    heads = books.heads()
    if missing := [name for name in since if name not in heads]:
        raise InputError(f"The cursor is from another store: there is no book {missing[0]} here.")
    starts = {name: since.get(name, Position(0, "", 1, 0)) for name in heads}
    done, total = 0, sum(count for count, _ in heads.values()) - sum(each.line for each in starts.values())
    for name, start in starts.items():
        rounds = _Rounds(name, start.rounds)
        last = start
        if start.line and [each.hash for each in books.page(name, start.line, 1)] != [start.hash]:
            raise InputError(f"The cursor does not fit the book {name}: entry {start.line} has a different hash.")
        for entry in books.entries(name, start.resume):
            if entry.number <= start.line:  # the beginning of a round that was in progress
                rounds.after(entry)
                continue
            at = _time(entry.at)
            body = sha256(entry.body).hexdigest()
            yield "lines", (name, entry.number, at, entry.kind, entry.who, entry.key, entry.secret, body, entry.hash)
            ended = rounds.after(entry) if is_table(name) else None
            for item, posting in enumerate(entry.postings):
                where = name, entry.number, item, at, entry.kind, ended and ended.number
                yield "postings", (*where, *posting.payer, *posting.payee, *posting[2:])
            if ended:
                yield "rounds", ended.row()
                for row in ended.wagers():
                    yield "wagers", row
            last = Position(entry.number, entry.hash, rounds.resume or entry.number + 1, rounds.before)
            done += 1
            if done % 100 == 0:
                progress(f"reading {name}", done, total)
        reached[name] = last
    for account, cents in books.balances().items():
        yield "accounts", (*account, cents)
    progress("reading", total, total)


class _Rounds:
    """Finds the rounds of a table's book, entry by entry."""

    def __init__(self, table: str, before: int = 0) -> None:
        self._table, self._number, self._answers = table, before, 0
        self._opening: tuple[LedgerEntry, Opening] | None = None
        self._open = False

    @property
    def resume(self) -> int:
        """The entry that started the round in progress; 0 if there is none."""
        return self._opening[0].number if self._open and self._opening else 0

    @property
    def before(self) -> int:
        """The number of rounds without the one in progress."""
        return self._number - self._open

    def after(self, entry: LedgerEntry) -> _EndedRound | None:
        """The round that an entry ends, or None."""
        if entry.kind == _ANSWERED:
            self._answers += 1
        if entry.kind not in _OF_ROUNDS:
            return None
        log_entry = entry_of(entry.body)
        if isinstance(log_entry, RoundStarted):
            self._number, self._answers, self._opening = self._number + 1, 0, (entry, log_entry.opening)
            self._open = True
        elif isinstance(log_entry, RoundEnded | RoundVoided) and self._opening:
            self._open = False
            return _EndedRound(self._table, self._number, *self._opening, self._answers, entry, log_entry)
        return None


class _EndedRound:
    """A round that has ended."""

    def __init__(
        self,
        table: str,
        number: int,
        opened: LedgerEntry,
        opening: Opening,
        answers: int,
        entry: LedgerEntry,
        log_entry: RoundEnded | RoundVoided,
    ) -> None:
        self.table, self.number, self.opened, self.opening = table, number, opened, opening
        self.answers, self.line, self.entry = answers, entry, log_entry

    def row(self) -> tuple[Any, ...]:
        """The row in `rounds`. A voided round gives back what its bets had put in, so it moves nothing."""
        opening = self.opening
        postings = [posting for posting in self.line.postings if posting.cause not in ("fill", RETURNED_DROP)]

        def change(*kinds: str) -> int:
            received = sum(posting.cents for posting in postings if posting.payee.kind in kinds)
            return received - sum(posting.cents for posting in postings if posting.payer.kind in kinds)

        return (
            self.table,
            self.number,
            self.opened.number,
            self.line.number,
            _time(self.opened.at),
            _time(self.line.at),
            self.line.kind,
            self.entry.why if isinstance(self.entry, RoundVoided) else None,
            opening.game,
            opening.rules.set,
            opening.rules.digest,
            opening.script,
            opening.shuffle,
            opening.previous,
            len(opening.spots),
            self.answers,
            sum(posting.cents * WAGERED.get(posting.cause, 0) for posting in postings),
            change("collection"),
            change("house"),
            change("meter", "reserve", "overflow", "claim")
            + sum(posting.cents for posting in postings if posting.cause == DROPPED),
        )

    def wagers(self) -> Iterator[tuple[Any, ...]]:
        """The rows in `wagers`: the result of each wager of a banked game."""
        if isinstance(self.entry, RoundVoided):
            return
        bettors = {spot.id: spot.bettor for spot in self.opening.spots}
        for posting in self.line.postings:  # a split hand has its own spot
            if posting.payer.kind == "stack" and posting.spot:
                bettors.setdefault(posting.spot, posting.payer.owner)
        for item, each in enumerate(self.entry.outcome.settled):
            yield (
                self.table,
                self.number,
                item,
                _time(self.line.at),
                each.spot,
                bettors.get(each.spot),
                each.wager,
                each.stake,
                each.due,
                each.net,
                each.line,
                each.won,
                each.breakage or None,
            )


def _time(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)
