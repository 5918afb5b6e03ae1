"""Accounts as an audit adds them, line after line: what each holds, and what it can have held at a time.

Lines of one book are in order. Between two books there is only the clock, and processes wait for each other: whatever
another book posted within `SLACK` of a line may have come before it or after it, and nothing else may.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from cardroom.house.values import OUTSIDE, SHARED, LedgerAccount, LedgerEntry, changes_of

__all__ = ["SLACK", "Accounts"]

SLACK = 30_000_000
"""Microseconds that a line may wait between its time and its place: as long as a store waits for its turn."""


class _Moves:
    """What one book posted to an account, in its order."""

    def __init__(self) -> None:
        self.at, self.by, self.number = array("q"), array("q"), array("q")

    def add(self, at: int, by: int, number: int) -> None:
        self.at.append(at)
        self.by.append(by)
        self.number.append(number)


class _Claim(NamedTuple):
    """What a line says that an account held before it."""

    number: int
    at: int
    position: int
    cents: int
    what: str


class Accounts:
    """What was posted, and what lines say of it.

    >>> from cardroom.house.values import Posting, player
    >>> accounts = Accounts({})
    >>> posting = Posting(OUTSIDE, player("ann"), 500, "deposit")
    >>> entry = LedgerEntry(1, 0, "deposit", "cage 1", "slip 1", False, b"{}", (posting,))
    >>> list(accounts.post("cage", entry)), accounts.balances[player("ann")]
    ([], 500)
    >>> accounts.claim("cage", entry, player("ann"), 400, "it says so")
    >>> list(accounts.wrong())
    [('cage', 1, 'it says so: 400 cents, and there were 500')]
    """

    def __init__(self, start: Mapping[LedgerAccount, int]) -> None:
        self.start = dict(start)
        """What they held where the audit began."""
        self.balances = dict(start)
        """What every account holds that was ever posted to ..."""
        self.times: dict[LedgerAccount, int] = {}
        """... and the time of the last line that moved it."""
        self._moves: dict[LedgerAccount, dict[str, _Moves]] = {}
        self._claims: dict[LedgerAccount, dict[str, list[_Claim]]] = {}

    def post(self, book: str, entry: LedgerEntry) -> Iterator[str]:
        """Add what a line moved; gives what is wrong with it at once."""
        for account, by in changes_of(entry.postings).items():
            self.balances[account] = held = self.balances.get(account, 0) + by
            if by:
                self.times[account] = max(entry.at, self.times.get(account, 0))
            if account.kind in SHARED:
                if by:
                    self._moves.setdefault(account, {}).setdefault(book, _Moves()).add(entry.at, by, entry.number)
            elif held < 0 and account.kind != OUTSIDE.kind:
                yield f"it leaves {account.kind} {account.owner} of {account.book} below nothing"

    def claim(self, book: str, entry: LedgerEntry, account: LedgerAccount, cents: int, what: str) -> None:
        """Note that an account must have held so much before a line, which is not posted yet."""
        moved = self._moves.get(account, {}).get(book)
        position = len(moved.by) if moved else 0
        claim = _Claim(entry.number, entry.at, position, cents, what)
        self._claims.setdefault(account, {}).setdefault(book, []).append(claim)

    def wrong(self) -> Iterator[tuple[str, int, str]]:
        """When all is posted: where an account fell below nothing, and what was claimed and cannot have been."""
        for account in self._moves.keys() | self._claims.keys():
            books = self._moves.get(account, {})
            for book in books.keys() | self._claims.get(account, {}).keys():
                yield from self._judged(account, book, books.get(book, _Moves()))

    def _judged(self, account: LedgerAccount, book: str, own: _Moves) -> Iterator[tuple[str, int, str]]:
        own_sums = [0, *accumulate(own.by)]
        others = [moves for name, moves in self._moves.get(account, {}).items() if name != book]
        window = _Window(others, self.start.get(account, 0))
        for at, by, number, held in zip(own.at, own.by, own.number, own_sums[1:], strict=True):
            if by < 0 and held + window.most(at) < 0:
                yield book, number, f"it leaves {account.kind} {account.owner} of {account.book} below nothing"
        window = _Window(others, self.start.get(account, 0))
        for claim in self._claims.get(account, {}).get(book, ()):
            mine = own_sums[claim.position]
            if not window.has(claim.at, claim.cents - mine):
                yield book, claim.number, f"{claim.what}: {claim.cents} cents, and there were {mine + window.last}"


class _Window:
    """What other books can have brought to an account by a time, for times that ascend."""

    def __init__(self, others: Iterable[_Moves], start: int) -> None:
        every = [each for moves in others for each in zip(moves.at, moves.by, strict=True)]
        moved = sorted(every, key=itemgetter(0))  # those of one book stay in its order
        self._times = [at for at, _ in moved]
        self._sums = list(accumulate((by for _, by in moved), initial=start))
        self._from = self._to = 0
        self._counts: Counter[int] = Counter()
        self._best: deque[int] = deque()
        """Places of sums in the window, none of which is less than one after it."""

    @property
    def last(self) -> int:
        """The latest that it can have been."""
        return self._sums[self._to - 1]

    def most(self, at: int) -> int:
        """The most that it can have been."""
        self._move(at)
        return self._sums[self._best[0]]

    def has(self, at: int, cents: int) -> bool:
        """Whether it can have been so much."""
        self._move(at)
        return self._counts[cents] > 0

    def _move(self, at: int) -> None:
        start, end = bisect_left(self._times, at - SLACK), bisect_right(self._times, at + SLACK) + 1
        for place in range(self._to, end):
            self._counts[self._sums[place]] += 1
            while self._best and self._sums[self._best[-1]] <= self._sums[place]:
                self._best.pop()
            self._best.append(place)
        for place in range(self._from, start):
            self._counts[self._sums[place]] -= 1
        while self._best[0] < start:
            self._best.popleft()
        self._from, self._to = max(self._from, start), max(self._to, end)
