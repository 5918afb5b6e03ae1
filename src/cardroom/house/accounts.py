"""Accounts as an audit adds them, line after line: what each holds, and what it can have held at a time.

Lines of one book are in order. Between two books there is only the clock, and processes wait for each other: whatever
another book posted within `SLACK` of a line may have come before it or after it, and nothing else may.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from cardroom.house.values import OUTSIDE, Line, Purse, changes_of

__all__ = ["SLACK", "Accounts"]

SLACK = 30_000_000
"""Microseconds that a line may wait between its time and its place: as long as a store waits for its turn."""

_TRIED = 12
"""So many movements within the slack are tried in every way."""

_SHARED = frozenset({"balance", "house", "collection", "meter", "reserve", "overflow"})
"""Accounts that lines of several books move: the cage's and a table's. All others are their table's alone."""


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

    >>> from cardroom.house.values import Post, player
    >>> accounts = Accounts({})
    >>> post = Post(OUTSIDE, player("ann"), 500, "deposit")
    >>> line = Line(1, 0, "deposit", "cage 1", "slip 1", False, b"{}", (post,))
    >>> list(accounts.post("cage", line)), accounts.balances[player("ann")]
    ([], 500)
    >>> accounts.claim("cage", line, player("ann"), 400, "it says so")
    >>> list(accounts.wrong())
    [('cage', 1, 'it says so: 400 cents, and there were 500')]
    """

    def __init__(self, start: Mapping[Purse, int]) -> None:
        self.start = dict(start)
        """What they held where the audit began."""
        self.balances = dict(start)
        """What every account holds that was ever posted to."""
        self._moves: dict[Purse, dict[str, _Moves]] = {}
        self._claims: dict[Purse, dict[str, list[_Claim]]] = {}

    def post(self, book: str, line: Line) -> Iterator[str]:
        """Add what a line moved; gives what is wrong with it at once."""
        for purse, by in changes_of(line.posts).items():
            self.balances[purse] = held = self.balances.get(purse, 0) + by
            if purse.kind in _SHARED:
                if by:
                    self._moves.setdefault(purse, {}).setdefault(book, _Moves()).add(line.at, by, line.number)
            elif held < 0 and purse.kind != OUTSIDE.kind:
                yield f"it leaves {purse.kind} {purse.owner} of {purse.book} below nothing"

    def claim(self, book: str, line: Line, purse: Purse, cents: int, what: str) -> None:
        """Note that an account must have held so much before a line, which is not posted yet."""
        moved = self._moves.get(purse, {}).get(book)
        position = len(moved.by) if moved else 0
        claim = _Claim(line.number, line.at, position, cents, what)
        self._claims.setdefault(purse, {}).setdefault(book, []).append(claim)

    def wrong(self) -> Iterator[tuple[str, int, str]]:
        """When all is posted: where an account fell below nothing, and what was claimed and cannot have been."""
        for purse in self._moves.keys() | self._claims.keys():
            books = self._moves.get(purse, {})
            for book in books.keys() | self._claims.get(purse, {}).keys():
                yield from self._judged(purse, book, books.get(book, _Moves()))

    def _judged(self, purse: Purse, book: str, own: _Moves) -> Iterator[tuple[str, int, str]]:
        own_sums = [0, *accumulate(own.by)]
        others = [moves for name, moves in self._moves.get(purse, {}).items() if name != book]
        moved = sorted((at, by) for moves in others for at, by in zip(moves.at, moves.by, strict=True))
        times = [at for at, _ in moved]
        sums = list(accumulate((by for _, by in moved), initial=self.start.get(purse, 0)))

        def near(at: int) -> tuple[int, list[int]]:
            """What other books have surely brought by then, and what they may have, each or none of it."""
            first, last = bisect_left(times, at - SLACK), bisect_right(times, at + SLACK)
            return sums[first], [by for _, by in moved[first:last]]

        for at, by, number, held in zip(own.at, own.by, own.number, own_sums[1:], strict=True):
            surely, may = near(at)
            if by < 0 and held + surely + sum(each for each in may if each > 0) < 0:
                yield book, number, f"it leaves {purse.kind} {purse.owner} of {purse.book} below nothing"
        for claim in self._claims.get(purse, {}).get(book, ()):
            surely, may = near(claim.at)
            held = own_sums[claim.position] + surely
            if not _reached(claim.cents - held, may):
                yield book, claim.number, f"{claim.what}: {claim.cents} cents, and there were {held + sum(may)}"


def _reached(cents: int, may: list[int]) -> bool:
    """Whether some of these make up an amount; where there are too many to try, whether they can come to so much.

    >>> _reached(7, [5, 2, -1]), _reached(3, [5, 2, -1]), _reached(0, [])
    (True, False, True)
    """
    if len(may) > _TRIED:
        return sum(each for each in may if each < 0) <= cents <= sum(each for each in may if each > 0)
    could = {0}
    for each in may:
        could |= {each + other for other in could}
    return cents in could
