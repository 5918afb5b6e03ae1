"""The audit: every line, every cent and every round of a store, gone through again.

It walks the chain of each book, adds every account anew, runs every finished round again from its record and compares
what that moves with what was posted. It trusts nothing in the store that it can work out; what it cannot is a tail
that was rewritten with all its hashes, and for that a *mark* is kept outside: how far each book had come, and the hash
there. An audit with a mark holds the store to it, and may go on from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.books import Books
from cardroom.house.tables import entry_of, posts_of
from cardroom.house.values import CAGE, OUTSIDE, Line, Post, Purse, chained, first_hash
from cardroom.play.events import Transfer
from cardroom.play.log import Answered, Closed, Entry, Opened, Stands
from cardroom.play.record import Opening, replay, written
from cardroom.play.table import FindGame, Table

__all__ = ["Audit", "Finding", "Mark", "audit", "digest"]

_SHARED = frozenset({"balance", "outside", "house", "collection", "meter", "reserve"})
"""Accounts that lines of several books move: books are walked one after the other, so that what these held at a line is
not known, only what they hold at the end."""


class Mark(msgspec.Struct, frozen=True):
    """How far an audit came: what is noted outside the store."""

    heads: dict[str, tuple[int, str]]
    """For each book, how many lines it had, and the hash of the last."""
    balances: list[tuple[Purse, int]]
    """What every account held."""

    def digest(self) -> str:
        """The one number that stands for all books: what is read out, printed or signed."""
        return digest(self.heads)


def digest(heads: dict[str, tuple[int, str]]) -> str:
    """SHA-256 over the heads of all books, in the order of their names.

    >>> digest({"cage": (1, "ab")}) == digest({"cage": (2, "ab")})
    False
    """
    return sha256(msgspec.json.encode(sorted(heads.items()))).hexdigest()


class Finding(NamedTuple):
    """Something that is not as it must be, and where."""

    book: str
    number: int
    """The line; 0 for the book or the store as a whole."""
    what: str

    def __str__(self) -> str:
        return f"{self.book}{f', line {self.number}' if self.number else ''}: {self.what}"


class Audit(NamedTuple):
    """What an audit went through, and found."""

    lines: int
    rounds: int
    findings: tuple[Finding, ...]
    mark: Mark

    @property
    def holds(self) -> bool:
        """Whether everything is as it must be."""
        return not self.findings


def audit(
    books: Books,
    find: FindGame,
    mark: Mark | None = None,
    *,
    go_on: bool = False,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Audit:
    """Go through a store; `go_on` begins where the mark was made, whatever was before it is held by its hash alone.

    `progress` is told the book, lines done and lines there are.
    """
    with books.at_one_moment():
        return _audit(books, find, mark, go_on, progress)


def _audit(
    books: Books, find: FindGame, mark: Mark | None, go_on: bool, progress: Callable[[str, int, int], None]
) -> Audit:
    there = books.names()
    total = sum(lines - (_marked(mark, name)[0] if go_on else 0) for name, (lines, _) in there.items())
    walk = _Walk(books, find, mark, progress, total)
    if mark and go_on:
        walk.balances = dict(mark.balances)
    for name, (lines, head) in there.items():
        walk.book(name, lines, head, from_mark=go_on)
    for name in mark.heads if mark else ():
        if name not in there:
            walk.found(name, 0, "the book is gone")
    walk.sums()
    heads = dict(walk.heads)
    return Audit(walk.lines, walk.rounds, tuple(walk.findings), Mark(heads, sorted(walk.balances.items())))


def _marked(mark: Mark | None, book: str) -> tuple[int, str]:
    return mark.heads.get(book, (0, first_hash(book))) if mark else (0, first_hash(book))


class _Walk:
    """An audit on its way."""

    def __init__(
        self, books: Books, find: FindGame, mark: Mark | None, progress: Callable[[str, int, int], None], total: int
    ) -> None:
        self._books = books
        self._find = find
        self._mark = mark
        self._progress = progress
        self._total = total
        self.lines = self.rounds = 0
        self.findings: list[Finding] = []
        self.heads: dict[str, tuple[int, str]] = {}
        self.balances: dict[Purse, int] = {}

    def found(self, book: str, number: int, what: str) -> None:
        """Note what is wrong."""
        self.findings.append(Finding(book, number, what))

    def book(self, name: str, lines: int, head: str, *, from_mark: bool) -> None:
        """One book, from its beginning or from the mark."""
        marked = _marked(self._mark, name)
        number, before = marked if from_mark else (0, first_hash(name))
        told = _Told(name, self._books, self._find) if name != CAGE else None
        if told and number:
            self._catch_up(told, number)
        if from_mark and number:
            self._check_mark(name, number, before)
        for line in self._books.lines(name, number + 1):
            number += 1
            if line.number != number:
                self.found(name, number, f"lines {number} to {line.number - 1} are gone")
                number = line.number
            if chained(before, line) != line.hash:
                self.found(
                    name, number, "it is not what was written: its hash does not follow from it and the line before"
                )
            before = line.hash
            if self._mark and number == marked[0] and before != marked[1]:
                self.found(name, number, "it has another hash than was noted outside: what came before was rewritten")
            self._money(name, line)
            if told:
                self.rounds += told.line(line, self.found)
            self.lines += 1
            if self.lines % 64 == 0:
                self._progress(name, self.lines, self._total)
        if (number, before) != (lines, head):
            self.found(name, 0, f"it says that it has {lines} lines and ends otherwise than its line {number} does")
        if number < marked[0]:
            self.found(name, 0, f"it had {marked[0]} lines when the mark was made, and has {number}")
        self.heads[name] = number, before
        self._progress(name, self.lines, self._total)

    def _check_mark(self, name: str, number: int, before: str) -> None:
        line = next(self._books.lines(name, number), None)
        if line is None or (line.number, line.hash) != (number, before):
            self.found(name, number, "it is gone or has another hash than was noted outside")

    def _catch_up(self, told: _Told, number: int) -> None:
        """Have the table as it was at the mark, from where it last said how it stands."""
        for line in self._books.lines(told.name, self._books.standing(told.name, number)):
            if line.number > number:
                break
            told.line(line, self.found, again=False)

    def _money(self, book: str, line: Line) -> None:
        for post in line.posts:
            for purse, by in ((post.payer, -post.cents), (post.payee, post.cents)):
                self.balances[purse] = self.balances.get(purse, 0) + by
        for purse in {purse for post in line.posts for purse in (post.payer, post.payee)}:
            if self.balances[purse] < 0 and purse.book == book and purse.kind not in _SHARED:
                self.found(book, line.number, f"it leaves {purse.kind} {purse.owner} of {purse.book} below nothing")

    def sums(self) -> None:
        """The accounts as a whole."""
        said = self._books.balances()
        for purse in sorted(said.keys() | self.balances.keys()):
            added, kept = self.balances.get(purse, 0), said.get(purse, 0)
            if added < 0 and purse != OUTSIDE:
                self.found(purse.book, 0, f"{purse.kind} {purse.owner} is {-added} cents below nothing")
            if added != kept:
                what = f"the account {purse.kind} {purse.owner} {purse.part}".rstrip()
                self.found(purse.book, 0, f"{what} says {kept} cents, and its postings come to {added}")
        if sum(said.values()):
            self.found(CAGE, 0, f"all accounts together come to {sum(said.values())} cents, and not to nothing")


class _Told:
    """A table's book as it is read: the table at each line, and every round run again."""

    def __init__(self, name: str, books: Books, find: FindGame) -> None:
        self.name = name
        self._books = books
        self._find = find
        self._table: Table | None = Table.empty()
        self._opening: Opening | None = None
        self._answers: list[Any] = []

    def line(self, line: Line, found: Callable[[str, int, str], None], *, again: bool = True) -> int:
        """Let the line happen again; gives how many rounds were run."""
        if self._table is None:
            return 0  # the table cannot be followed any more, which has been said
        try:
            entry = entry_of(self._books.text(self.name, line))
            moved: tuple[Transfer, ...] = ()
            if isinstance(entry, Closed) and again:
                moved = self._run_again(entry)
            elif isinstance(entry, Stands) and self._opening_known():
                self._check_stands(entry)
            self._take(entry)
        except CardroomError as error:
            found(self.name, line.number, f"it cannot have happened: {error}; the table is not followed further")
            self._table = None
            return 0
        if again and (problem := _other_money(self.name, line, entry, moved)):
            found(self.name, line.number, problem)
        return int(isinstance(entry, Closed) and again)

    def _opening_known(self) -> bool:
        return self._table is not None and hasattr(self._table, "game")

    def _check_stands(self, entry: Stands) -> None:
        assert self._table is not None
        self._table.stand()
        if self._table.log[0] != entry:
            raise CardroomError("it says that the table stands otherwise than what came before makes it stand")

    def _take(self, entry: Entry) -> None:
        assert self._table is not None
        match entry:
            case Opened(opening):
                self._opening, self._answers = opening, []
            case Answered(answer):
                self._answers.append(answer)
        self._table.take(entry, self._find)

    def _run_again(self, entry: Closed) -> tuple[Transfer, ...]:
        """What the round moves when it is run again from its record."""
        assert self._table is not None
        if self._opening is None:
            raise CardroomError("a round ends that did not begin")
        record = written(self._opening, self._answers, entry.outcome)
        round = replay(record, self._table.game, self._table.shuffle)
        return tuple(event for event in round.events if isinstance(event, Transfer))


def _other_money(table: str, line: Line, entry: Entry, moved: tuple[Transfer, ...]) -> str:
    """What is wrong with the money of a line, if anything."""
    due, posted = posts_of(table, entry, moved), line.posts
    if line.kind == "plays":
        return "" if all(_is_seed(post, table) for post in posted) else "it moves money that opens no jackpot"
    if line.kind == "closed" and posted[:1] and posted[0].cause == "fill":
        if posted[0][:2] != (OUTSIDE, Purse(table, "house")):
            return "it fills something else than the table's bank"
        posted = posted[1:]
    if posted == due:
        return ""
    for number, (was, should) in enumerate(_pairs(posted, due)):
        if was != should:
            return f"posting {number + 1} is {_said(was)}, and should be {_said(should)}"
    return ""


def _is_seed(post: Post, table: str) -> bool:
    return (post.payer, post.payee.book, post.payee.kind, post.cause) == (OUTSIDE, table, "meter", "seed")


def _pairs(first: tuple[Post, ...], second: tuple[Post, ...]) -> Iterator[tuple[Post | None, Post | None]]:
    for number in range(max(len(first), len(second))):
        yield first[number] if number < len(first) else None, second[number] if number < len(second) else None


def _said(post: Post | None) -> str:
    if post is None:
        return "none"
    payer, payee = (f"{purse.kind} {purse.owner}".rstrip() for purse in (post.payer, post.payee))
    return f"{post.cents} cents from {payer} to {payee} ({post.cause})"
