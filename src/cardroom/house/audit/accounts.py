"""Account balances as an audit computes them, entry after entry: the balance now, and the possible balances earlier.

Entries of one book are in order. Between two books only the clock gives an order, and processes wait for each other. A
posting of another book within `SLACK` of an entry may have come before or after it; all other postings have a fixed
order.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from cardroom.house.books import OUTSIDE, SHARED, SLACK, LedgerAccount, LedgerEntry, changes_of

__all__ = ["AccountHistory", "Report"]

Report: TypeAlias = Callable[[str, int, str], None]
"""Receives a problem: the book, the number of the entry, and what is wrong."""


class _Moves:
    """The postings of one book to one account, in order: time, change in cents, entry number."""

    def __init__(self) -> None:
        self.at, self.by, self.number = array("q"), array("q"), array("q")

    def add(self, at: int, by: int, number: int) -> None:
        self.at.append(at)
        self.by.append(by)
        self.number.append(number)


class _Claim(NamedTuple):
    """A balance that an account must have had before an entry."""

    number: int
    at: int
    position: int
    cents: int
    what: str
    held_back: bool
    """Whether the clock was ahead before: the entry says so, or has the date of the one before it."""


class AccountHistory:
    """All postings by account, and the balances that entries claim.

    >>> from cardroom.house.books.values import Posting, player
    >>> accounts = AccountHistory({})
    >>> posting = Posting(OUTSIDE, player("ann"), 500, "deposit")
    >>> entry = LedgerEntry(1, 0, "deposit", "cage 1", "slip 1", False, b"{}", (posting,))
    >>> list(accounts.post("cage", entry)), accounts.held(player("ann"))
    ([], 500)
    >>> accounts.claim("cage", entry, player("ann"), 400, "balance of ann before a correction")
    >>> list(accounts.problems())
    [('cage', 1, 'balance of ann before a correction: recorded 400 cents, computed 500')]
    """

    def __init__(self, start: Mapping[LedgerAccount, int]) -> None:
        self.start = start
        """Balances where the audit began."""
        self._changes: dict[LedgerAccount, int] = {}
        """The sum of all postings to an account since then."""
        self.times: dict[LedgerAccount, int] = {}
        """The time of the last entry that moved each account."""
        self._moves: dict[LedgerAccount, dict[str, _Moves]] = {}
        self._claims: dict[LedgerAccount, dict[str, list[_Claim]]] = {}

    def held(self, account: LedgerAccount) -> int:
        """The balance of an account now."""
        return self.start.get(account, 0) + self._changes.get(account, 0)

    @property
    def balances(self) -> dict[LedgerAccount, int]:
        """The balance of every account that was ever posted to."""
        return {**self.start, **{account: self.held(account) for account in self._changes}}

    def add(self, other: AccountHistory) -> None:
        """Add the history of other books, which began at the same balances."""
        for account, by in other._changes.items():
            self._changes[account] = self._changes.get(account, 0) + by
        for account, at in other.times.items():
            self.times[account] = max(at, self.times.get(account, 0))
        for account, moves in other._moves.items():
            self._moves.setdefault(account, {}).update(moves)
        for account, claims in other._claims.items():
            self._claims.setdefault(account, {}).update(claims)

    def post(self, book: str, entry: LedgerEntry) -> Iterator[str]:
        """Add the postings of an entry. Yields the problems that are certain without the other books."""
        for account, by in changes_of(entry.postings).items():
            self._changes[account] = self._changes.get(account, 0) + by
            if by:
                self.times[account] = max(entry.at, self.times.get(account, 0))
            if account.kind in SHARED:
                if by:
                    self._moves.setdefault(account, {}).setdefault(book, _Moves()).add(entry.at, by, entry.number)
            elif self.held(account) < 0 and account.kind != OUTSIDE.kind:
                yield _negative(account)

    def claim(
        self, book: str, entry: LedgerEntry, account: LedgerAccount, cents: int, what: str, *, held_back: bool = False
    ) -> None:
        """Note a balance that an account must have had before an entry. Call it before the entry is posted."""
        moves = self._moves.get(account, {}).get(book)
        position = len(moves.by) if moves else 0
        claim = _Claim(entry.number, entry.at, position, cents, what, held_back)
        self._claims.setdefault(account, {}).setdefault(book, []).append(claim)

    def problems(self) -> Iterator[tuple[str, int, str]]:
        """After all entries: negative balances and claims that cannot be true, as book, entry number and problem."""
        for account in self._moves.keys() | self._claims.keys():
            books = self._moves.get(account, {})
            for book in books.keys() | self._claims.get(account, {}).keys():
                yield from self._problems_of(account, book, books.get(book, _Moves()))

    def _problems_of(self, account: LedgerAccount, book: str, own: _Moves) -> Iterator[tuple[str, int, str]]:
        own_sums = [0, *accumulate(own.by)]
        others = [moves for name, moves in self._moves.get(account, {}).items() if name != book]
        window = _Window(others, self.start.get(account, 0))
        for at, by, number, held in zip(own.at, own.by, own.number, own_sums[1:], strict=True):
            if by < 0 and held + window.most(at) < 0:
                yield book, number, _negative(account)
        window = _Window(others, self.start.get(account, 0))
        for claim in self._claims.get(account, {}).get(book, ()):
            mine = own_sums[claim.position]
            wanted = claim.cents - mine
            if not window.has(claim.at, wanted) and not window.had(claim.at, wanted, claim.held_back):
                computed = mine + window.last
                yield book, claim.number, f"{claim.what}: recorded {claim.cents} cents, computed {computed}"


def _negative(account: LedgerAccount) -> str:
    return f"the account {account.kind} {account.owner} of {account.book} becomes negative"


class _Window:
    """The sums that other books can have posted to an account by a time. Ask for times in ascending order."""

    def __init__(self, others: Iterable[_Moves], start: int) -> None:
        every = [each for moves in others for each in zip(moves.at, moves.by, strict=True)]
        ordered = sorted(every, key=itemgetter(0))  # stable: postings of one book stay in its order
        self._times = [at for at, _ in ordered]
        self._sums = list(accumulate((by for _, by in ordered), initial=start))
        self._from = self._to = 0
        self._counts: Counter[int] = Counter()
        self._best: deque[int] = deque()
        """Positions in the window with falling sums: the first one is the maximum."""

    @property
    def last(self) -> int:
        """The latest possible sum."""
        return self._sums[self._to - 1]

    def most(self, at: int) -> int:
        """The largest possible sum at a time."""
        self._move(at)
        return self._sums[self._best[0]]

    def has(self, at: int, cents: int) -> bool:
        """Whether a sum is possible at a time."""
        self._move(at)
        return self._counts[cents] > 0

    def had(self, at: int, cents: int, held_back: bool) -> bool:
        """Whether a sum is possible because a clock was ahead, and set back before this time.

        Entries of a book, and postings to an account, never go back in time. After the clock is set back, they all have
        the date of the last one. Two postings with one date show it: the second was written when the clock said less.
        """
        later = bisect_right(self._times, at)
        if held_back:
            return cents in self._sums[later:]
        ahead = (place for place in range(later + 1, len(self._times)) if self._times[place] == self._times[place - 1])
        return any(cents in self._sums[place - 1 : place + 2] for place in ahead)

    def _move(self, at: int) -> None:
        start, end = bisect_left(self._times, at - SLACK), bisect_right(self._times, at + SLACK) + 1
        for position in range(self._to, end):
            self._counts[self._sums[position]] += 1
            while self._best and self._sums[self._best[-1]] <= self._sums[position]:
                self._best.pop()
            self._best.append(position)
        for position in range(self._from, start):
            self._counts[self._sums[position]] -= 1
        while self._best[0] < start:
            self._best.popleft()
        self._from, self._to = max(self._from, start), max(self._to, end)
