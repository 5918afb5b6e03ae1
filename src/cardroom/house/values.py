"""What the books hold, as small values: accounts, movements and lines, and the hash that chains lines together.

No database is known here: whoever has the values can check a chain, and an export can be checked by the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from cardroom.clean import told
from cardroom.errors import Mistaken
from cardroom.limits import LONGEST_ARGUMENT
from cardroom.play.events import Transfer
from cardroom.play.places import Account

__all__ = [
    "CAGE",
    "JACKPOT",
    "OUTSIDE",
    "SHARED",
    "WAGERED",
    "Line",
    "Post",
    "Purse",
    "chained",
    "changes_of",
    "first_hash",
    "is_table",
    "lifted",
    "player",
    "post_of",
    "purse_of",
    "words",
]

CAGE = "cage"
"""The book of the cage. A table's is called by the table's name ..."""
JACKPOT = "jackpot: "
"""... and that of a jackpot of the house by the jackpot's, after this."""

_CHAIN = "cardroom-book-1"


class Purse(NamedTuple):
    """Where money lies: an account of a table or of the cage.

    >>> player("ann")
    Purse(book='cage', kind='balance', owner='ann', part='')
    """

    book: str
    kind: str
    """In the cage `outside`, the world beyond it, and players' `balance`s; at a table the kinds of `play.places`."""
    owner: str = ""
    part: str = ""


OUTSIDE = Purse(CAGE, "outside")

SHARED = frozenset({"balance", "house", "collection", "meter", "reserve", "overflow"})
"""Kinds of accounts that lines of several books move: the cage's and a table's. All others are their table's alone."""

WAGERED = {"wager": 1, "bet": 1, "ante": 1, "dead": 1, "uncovered": -1, "uncalled": -1}
"""What is put at risk, and what of it was never: that a bank did not cover, or nobody called."""


def player(name: str) -> Purse:
    """What a player has in the cage."""
    return Purse(CAGE, "balance", name)


def is_table(book: str) -> bool:
    """Whether a book is a table's.

    >>> is_table("table 7"), is_table("cage"), is_table("jackpot: Galaxy")
    (True, False, False)
    """
    return book != CAGE and not book.startswith(JACKPOT)


def purse_of(table: str, account: Account, links: Mapping[str, str] | None = None) -> Purse:
    """Where a round's account lies in the books: at its table, or with the house if it is a jackpot that is linked.

    >>> from cardroom.play.places import stack_of
    >>> purse_of("table 7", stack_of("ann"))
    Purse(book='table 7', kind='stack', owner='ann', part='')
    """
    if links and account.kind in ("meter", "reserve") and account.owner in links:
        return Purse(CAGE, account.kind, links[account.owner])
    return Purse(table, account.kind, account.owner, account.part)


def words(text: str, what: str, *, least: int = 1) -> str:
    """Words that can be kept: one line that can be printed, and not too long. Others are refused.

    >>> words("a chip was miscounted", "a reason")
    'a chip was miscounted'
    """
    said = isinstance(text, str) and least <= len(text.strip()) and len(text) <= LONGEST_ARGUMENT
    if not said or not (text.isprintable() or not text):
        raise Mistaken(f"{what} is one line of text of {least} to {LONGEST_ARGUMENT} letters, not {told(text)}")
    return text


class Post(NamedTuple):
    """Money that moved: from where, to where, how much and why."""

    payer: Purse
    payee: Purse
    cents: int
    cause: str
    spot: str = ""
    wager: str = ""
    line: str = ""
    cite: str = ""


def post_of(table: str, moved: Transfer, links: Mapping[str, str] | None = None) -> Post:
    """A transfer of a round, as it is posted."""
    return Post(
        purse_of(table, moved.payer, links),
        purse_of(table, moved.payee, links),
        moved.amount,
        moved.cause,
        moved.spot,
        moved.wager,
        moved.line,
        moved.cite,
    )


def changes_of(posts: Iterable[Post]) -> dict[Purse, int]:
    """What postings change, by account."""
    changes: dict[Purse, int] = {}
    for post in posts:
        changes[post.payer] = changes.get(post.payer, 0) - post.cents
        changes[post.payee] = changes.get(post.payee, 0) + post.cents
    return changes


def lifted(posts: Iterable[Post], purse: Purse) -> int:
    """How far postings lift an account on their way, one after the other, before others take out of it again.

    >>> meter, stack = Purse(CAGE, "meter", "Big"), Purse("table 7", "stack", "ann")
    >>> lifted([Post(stack, meter, 20, "drop"), Post(meter, stack, 500, "jackpot")], meter)
    20
    """
    stands = most = 0
    for post in posts:
        stands += post.cents * ((post.payee == purse) - (post.payer == purse))
        most = max(most, stands)
    return most


class Line(NamedTuple):
    """One thing that happened, as a book keeps it."""

    number: int
    at: int
    """Microseconds since 1970, UTC."""
    kind: str
    who: str
    key: str | None
    """The id that the client made up for it: the same request given twice happens once."""
    secret: bool
    body: bytes
    """JSON; where it is secret, as it is encrypted."""
    posts: tuple[Post, ...]
    hash: str = ""

    def chained(self, before: str) -> Line:
        """The line with its hash, after the line that has that one."""
        return self._replace(hash=chained(before, self))


def first_hash(book: str) -> str:
    """What the first line of a book follows.

    >>> first_hash("cage") == first_hash("table 7")
    False
    """
    return sha256(f"{_CHAIN}\n{book}".encode()).hexdigest()


def chained(before: str, line: Line) -> str:
    """The hash of a line that follows the one with the hash `before`: SHA-256 over all that the line says."""
    digest = sha256(before.encode())
    said = (line.number, line.at, line.kind, line.who, line.key, line.secret, sha256(line.body).hexdigest(), line.posts)
    digest.update(msgspec.json.encode(said))
    return digest.hexdigest()
