"""Writing lines into books and reading them back. The only code that writes to the store's tables.

A line, its postings, the balances and the head of the book are written in one transaction. Nothing here edits or
removes a line or a posting. It is long because all SQL that touches the books is here, and nowhere else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Select, bindparam, insert, or_, select, update

from cardroom.errors import Fault, Mistaken
from cardroom.house import schema
from cardroom.house.store import Collided, Store, StoreError
from cardroom.house.values import CAGE, OUTSIDE, SHARED, Line, Post, Purse, changes_of, first_hash, words
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["Books", "Draft", "Stale", "tried"]

_ROWS = 500
"""Lines that are read at a time."""
_TRIES = 5

MOST_HELD = 2**62
"""Cents that no account comes to, nor what has come in from outside."""

_BOOK = select(schema.books).where(schema.books.c.name == bindparam("name"))
_LAST = (
    select(schema.lines.c.at)
    .where(schema.lines.c.book == schema.books.c.id, schema.lines.c.number == schema.books.c.lines)
    .scalar_subquery()
)
_LOCKED = _BOOK.add_columns(_LAST.label("at")).with_for_update(of=schema.books, key_share=True)
_ADD_BOOK = insert(schema.books)
_TURN = (
    update(schema.books)
    .where(schema.books.c.id == bindparam("book"))
    .values(lines=bindparam("n"), head=bindparam("h"), stands=bindparam("s"))
)
_ADD_LINE = insert(schema.lines)
_ADD_POSTING = insert(schema.postings)
_ADD_ACCOUNT = insert(schema.accounts)
_ACCOUNT = select(schema.accounts.c.id).where(
    schema.accounts.c.book == bindparam("book"),
    schema.accounts.c.kind == bindparam("kind"),
    schema.accounts.c.owner == bindparam("owner"),
    schema.accounts.c.part == bindparam("part"),
)
_HAS = select(schema.accounts.c.cents).where(schema.accounts.c.id == bindparam("account"))
_CENTS = _HAS.with_for_update(key_share=True)
_CHANGE = (
    update(schema.accounts)
    .where(
        schema.accounts.c.id == bindparam("account"),
        or_(schema.accounts.c.cents + bindparam("by") >= 0, schema.accounts.c.kind == OUTSIDE.kind),
        (schema.accounts.c.cents + bindparam("by")).between(-MOST_HELD, MOST_HELD),
    )
    .values(cents=schema.accounts.c.cents + bindparam("by"), at=bindparam("t"))
)
_TIME = select(schema.accounts.c.at).where(schema.accounts.c.id == bindparam("account")).with_for_update(key_share=True)
_BY_KEY = (
    select(schema.books.c.name, schema.lines.c.number)
    .join(schema.books, schema.books.c.id == schema.lines.c.book)
    .where(schema.lines.c.key == bindparam("key"))
)


def _postings() -> Select[Any]:
    """The postings of some lines, with the accounts of both sides and their books."""
    payer, payee, of_payer, of_payee = (
        each.alias() for each in (schema.accounts, schema.accounts, schema.books, schema.books)
    )
    postings = schema.postings
    columns = [*payer.c, of_payer.c.name, *payee.c, of_payee.c.name]
    return (
        select(postings, *(column.label(f"x{number}") for number, column in enumerate(columns)))
        .join(payer, payer.c.id == postings.c.payer)
        .join(payee, payee.c.id == postings.c.payee)
        .join(of_payer, of_payer.c.id == payer.c.book)
        .join(of_payee, of_payee.c.id == payee.c.book)
        .where(
            postings.c.book == bindparam("book"),
            postings.c.number >= bindparam("start"),
            postings.c.number < bindparam("end"),
        )
        .order_by(postings.c.number, postings.c.item)
    )


_POSTS = _postings()


_T = TypeVar("_T")


def tried(act: Callable[[], _T]) -> _T:
    """Do something, and again if it gave way to others at the same moment: then it has not happened."""
    for _ in range(_TRIES - 1):
        with suppress(Collided):
            return act()
    return act()


class Stale(StoreError):
    """Somebody else has written to the book since it was last read."""


class Draft(NamedTuple):
    """A line to be written."""

    kind: str
    body: bytes | Callable[[dict[Purse, int]], bytes]
    """What it says; or how that is made from what the accounts hold that its postings will change."""
    who: str = ""
    posts: tuple[Post, ...] = ()
    key: str | None = None
    secret: bool = False
    banked: bool = False
    """Whether a house bank that is short is filled from outside first, so that what was won is paid."""
    caps: tuple[tuple[Purse, int, Purse], ...] = ()
    """Accounts that hold so much at most, and where goes what is more."""
    stands: bool = False
    """Whether whoever rebuilds the book's table may begin at this line."""


class Books:
    """The books of a store.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> books = Books(Store(f"{folder.name}/room.db", create=True))
    >>> line, = books.append("cage", [Draft("note", b'"hello"', who="ann")])
    >>> line.number, [each.body for each in books.lines("cage")]
    (1, [b'"hello"'])
    >>> folder.cleanup()
    """

    def __init__(self, store: Store, now: Callable[[], int] = lambda: time.time_ns() // 1000) -> None:
        self.store = store
        self.now = now
        """The clock, in microseconds since 1970."""
        self._accounts: dict[Purse, int] = {}
        """Numbers of accounts that are surely in the store."""
        self._pinned = ContextVar[Connection | None]("pinned", default=None)
        """Each thread's own."""
        self._turn = ContextVar[tuple[Connection, dict[Purse, int]] | None]("turn", default=None)
        """Each thread's own, with the numbers of accounts that are in the store if this turn is."""

    # -- writing --------------------------------------------------------------------------------------------------

    def append(self, book: str, drafts: Sequence[Draft], *, after: int | None = None) -> list[Line]:
        """Write lines into a book, all or none; `after` is how many it must have, where that is known.

        They are on the disk when this returns. Where two made the same account at once, or waited for each other,
        the one that gave way tries again.
        """
        for draft in drafts:
            words(draft.who, "who asks", least=0)
            words("?" if draft.key is None else draft.key, "an id")
        if now := self._turn.get():
            return self._write(now[0], book, drafts, after, now[1])
        return tried(lambda: self._append(book, drafts, after))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """All that is read and appended meanwhile is one transaction: all of it is kept when this ends, or nothing.

        Whoever gives way to another (`Collided`) has to begin the turn anew.
        """
        if self._turn.get():
            yield
            return
        found: dict[Purse, int] = {}
        with self.store.writing() as connection:
            before = self._turn.set((connection, found))
            try:
                yield
            finally:
                self._turn.reset(before)
        self._accounts |= found

    def locked(self, purse: Purse) -> int:
        """In a turn: what an account holds, which nobody else can change before the turn is over."""
        if (now := self._turn.get()) is None:
            raise Fault("an account is locked in a turn")
        book = now[0].execute(_BOOK, {"name": purse.book}).first()
        number = book and now[0].execute(_ACCOUNT, purse._asdict() | {"book": book.id}).scalar()
        return int(now[0].execute(_CENTS, {"account": number}).scalar_one()) if number else 0

    def last(self, book: str) -> Line | None:
        """The last line of a book; in a turn nobody else can write another before the turn is over."""
        with self.reading() as connection:
            query = _LOCKED if self._turn.get() else _BOOK
            row = connection.execute(query, {"name": book}).first()
            return next(self._some(connection, book, row.lines, 1), None) if row else None

    def _append(self, book: str, drafts: Sequence[Draft], after: int | None) -> list[Line]:
        found: dict[Purse, int] = {}
        with self.store.writing() as connection:
            written = self._write(connection, book, drafts, after, found)
        self._accounts |= found
        return written

    def _write(
        self, connection: Connection, book: str, drafts: Sequence[Draft], after: int | None, found: dict[Purse, int]
    ) -> list[Line]:
        row = connection.execute(_LOCKED, {"name": book}).first()
        if row is None:
            row = self._new_book(connection, book)
        if after not in (None, row.lines):
            raise Stale(f"{book}: it has {row.lines} lines, not {after}: another process has written to it")
        written: list[Line] = []
        # A clock that is put back turns no line round: not in a book, and not where books move the same account.
        head, at = row.head, max(self.now(), row.at or 0, *self._times(connection, drafts, found))
        for number, draft in enumerate(drafts, row.lines + 1):
            body = draft.body(self._held(connection, draft, found)) if callable(draft.body) else draft.body
            body = self.store.vault.closed(body, book, number) if draft.secret else body
            posts = self._filled(connection, book, draft, found) if draft.banked else draft.posts
            posts = self._capped(connection, posts, draft.caps, found) if draft.caps else posts
            line = Line(number, at, draft.kind, draft.who, draft.key, draft.secret, body, posts).chained(head)
            head = line.hash
            written.append(line)
        connection.execute(_ADD_LINE, [_row(line, row.id) for line in written])
        posted = [
            {"book": row.id, "number": line.number, "item": item, **self._posting(connection, post, found)}
            for line in written
            for item, post in enumerate(line.posts)
        ]
        if posted:
            connection.execute(_ADD_POSTING, posted)
            self._change(connection, [post for line in written for post in line.posts], at, found)
        stands = [line.number for line, draft in zip(written, drafts, strict=True) if draft.stands]
        turned = {"n": row.lines + len(written), "h": head, "s": max(stands, default=row.stands)}
        connection.execute(_TURN, turned | {"book": row.id})
        return written

    def _times(self, connection: Connection, drafts: Sequence[Draft], found: dict[Purse, int]) -> list[int]:
        """When the accounts were last moved that lines of several books move; nobody else moves them until the end."""
        purses = {purse for draft in drafts for post in draft.posts for purse in post[:2] if purse.kind in SHARED}
        accounts = sorted(self._account(connection, purse, found) for purse in purses)
        return [connection.execute(_TIME, {"account": each}).scalar_one() for each in accounts]

    def keep_rules(self, rules: RuleSet) -> None:
        """Keep the text of a rule set, if it is not kept; a line of the cage's book holds the text to what it is."""
        have = select(schema.rules.c.digest).where(schema.rules.c.digest == rules.digest)
        with self.store.writing() as connection:
            if connection.execute(have).first() is None:
                text = msgspec.json.encode(rules)
                connection.execute(insert(schema.rules), {"digest": rules.digest, "text": text})
                said = msgspec.json.encode({"digest": rules.digest, "sha256": sha256(text).hexdigest()})
                self._write(connection, CAGE, [Draft("rules", said)], None, {})

    def _new_book(self, connection: Connection, book: str) -> Any:
        connection.execute(_ADD_BOOK, {"name": book, "lines": 0, "head": first_hash(book), "stands": 1})
        return connection.execute(_LOCKED, {"name": book}).one()

    def _held(self, connection: Connection, draft: Draft, found: dict[Purse, int]) -> dict[Purse, int]:
        """What the accounts of a draft hold, none of which can change meanwhile."""
        numbers = {self._account(connection, purse, found): purse for post in draft.posts for purse in post[:2]}
        return {
            purse: connection.execute(_CENTS, {"account": number}).scalar_one()
            for number, purse in sorted(numbers.items())
        }

    def _filled(self, connection: Connection, book: str, draft: Draft, found: dict[Purse, int]) -> tuple[Post, ...]:
        """The postings of a round; before them a fill, where the house's bank lacks what it pays."""
        bank = Purse(book, "house")
        change = changes_of(draft.posts).get(bank, 0)
        if change >= 0:
            return draft.posts
        outside, banks = (self._account(connection, purse, found) for purse in (OUTSIDE, bank))
        has = connection.execute(_HAS, {"account": banks}).scalar_one()
        # Held until the end, in the order in which all others hold accounts too.
        for account in sorted((outside, banks)) if has + change < 0 else (banks,):
            held = connection.execute(_CENTS, {"account": account}).scalar_one()
            has = held if account == banks else has
        lacks = -(has + change)
        return (Post(OUTSIDE, bank, lacks, "fill"), *draft.posts) if lacks > 0 else draft.posts

    def _capped(
        self,
        connection: Connection,
        posts: tuple[Post, ...],
        caps: tuple[tuple[Purse, int, Purse], ...],
        found: dict[Purse, int],
    ) -> tuple[Post, ...]:
        """Postings; after them what goes over the top of an account that may hold so much at most."""
        changes = changes_of(posts)
        for purse, most, overflow in caps:
            if (change := changes.get(purse, 0)) > 0:
                held = connection.execute(_CENTS, {"account": self._account(connection, purse, found)}).scalar_one()
                if (over := held + change - most) > 0:
                    posts = (*posts, Post(purse, overflow, over, "overflow"))
        return posts

    def _posting(self, connection: Connection, post: Post, found: dict[Purse, int]) -> dict[str, Any]:
        payer, payee = (self._account(connection, purse, found) for purse in (post.payer, post.payee))
        return post._asdict() | {"payer": payer, "payee": payee}

    def _account(self, connection: Connection, purse: Purse, found: dict[Purse, int]) -> int:
        number = self._accounts.get(purse) or found.get(purse)
        if number is None:
            book = connection.execute(_BOOK, {"name": purse.book}).first() or self._new_book(connection, purse.book)
            row = purse._asdict() | {"book": book.id}
            number = connection.execute(_ACCOUNT, row).scalar()
            if number is None:
                connection.execute(_ADD_ACCOUNT, row | {"cents": 0, "at": 0})
                number = connection.execute(_ACCOUNT, row).scalar_one()
            found[purse] = number
        return int(number)

    def _change(self, connection: Connection, posts: Iterable[Post], at: int, found: dict[Purse, int]) -> None:
        """Add what was posted to the balances, in the order of accounts, so that nobody waits in a ring."""
        by_purse = changes_of(posts).items()
        changes = {self._account(connection, purse, found): (purse, by) for purse, by in by_purse if by}
        for account, (purse, by) in sorted(changes.items()):
            if connection.execute(_CHANGE, {"account": account, "by": by, "t": at}).rowcount != 1:
                has = connection.execute(_CENTS, {"account": account}).scalar_one()
                if abs(has + by) > MOST_HELD:
                    raise Mistaken(f"{_words(purse)} cannot come to more than {dollars(MOST_HELD)}")
                raise Mistaken(f"{_words(purse)} holds {dollars(has)}, and {dollars(-by)} was to go")

    # -- reading --------------------------------------------------------------------------------------------------

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """All that is read meanwhile is of one moment, whatever others write."""
        with self.store.reading() as connection:
            before = self._pinned.set(connection)
            try:
                yield
            finally:
                self._pinned.reset(before)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment: that of `at_one_moment`, where there is one."""
        now = self._turn.get()
        if (pinned := now[0] if now else self._pinned.get()) is not None:
            yield pinned
        else:
            with self.store.reading() as connection:
                yield connection

    def lines(self, book: str, start: int = 1) -> Iterator[Line]:
        """The lines of a book from a number on, as they lie in the store."""
        while True:
            some = self.some(book, start, _ROWS)
            yield from some
            if len(some) < _ROWS:
                return
            start = some[-1].number + 1

    def some(self, book: str, start: int, many: int) -> list[Line]:
        """So many lines of a book from a number on, or as many as there are."""
        with self.reading() as connection:
            return list(self._some(connection, book, start, many))

    def from_standing(self, book: str) -> Iterator[Line]:
        """The lines of a table's book from the last one that says how the table stands."""
        with self.reading() as connection:
            row = connection.execute(_BOOK, {"name": book}).first()
        yield from self.lines(book, row.stands) if row else ()

    def line_at(self, book: str, at: int) -> int:
        """The first line of a time, which never runs back in a book; that at which its round began, if one was on."""
        lines = schema.lines
        with self.reading() as connection:
            row = connection.execute(_BOOK, {"name": book}).first()
            if row is None:
                return 1
            low, high = 1, row.lines + 1
            when = select(lines.c.at).where(lines.c.book == row.id, lines.c.number == bindparam("middle"))
            while low < high:
                middle = (low + high) // 2
                if connection.execute(when, {"middle": middle}).scalar_one() < at:
                    low = middle + 1
                else:
                    high = middle
            opened = select(lines.c.number).where(
                lines.c.book == row.id, lines.c.number < low, lines.c.kind.in_(("opened", "closed", "plays"))
            )
            return connection.execute(opened.order_by(lines.c.number.desc()).limit(1)).scalar() or low

    def standing(self, book: str, number: int) -> int:
        """The last line up to a number at which rebuilding the book's table may begin."""
        return next((line.number for line in self.before(book, number + 1, ("stands",), 1)), 1)

    def before(self, book: str, number: int, kinds: Sequence[str], many: int) -> list[Line]:
        """So many lines of some kinds before a number, the latest first, without what they moved."""
        return self._of_kinds(book, kinds, schema.lines.c.number < number, schema.lines.c.number.desc(), many)

    def after(self, book: str, number: int, kinds: Sequence[str], many: int) -> list[Line]:
        """So many lines of some kinds after a number, the earliest first, without what they moved."""
        return self._of_kinds(book, kinds, schema.lines.c.number > number, schema.lines.c.number, many)

    def _of_kinds(self, book: str, kinds: Sequence[str], where: Any, order: Any, many: int) -> list[Line]:
        with self.reading() as connection:
            row = connection.execute(_BOOK, {"name": book}).first()
            if row is None:
                return []
            query = select(schema.lines).where(schema.lines.c.book == row.id, schema.lines.c.kind.in_(kinds), where)
            return [_line(each) for each in connection.execute(query.order_by(order).limit(many))]

    def sat_at(self, owner: str) -> dict[str, tuple[int, int]]:
        """The tables where somebody ever had chips, with how many they have there and when those last moved."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts.c.cents, accounts.c.at)
        query = query.join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(accounts.c.kind == "stack", accounts.c.owner == owner)
        with self.reading() as connection:
            return {row.name: (row.cents, row.at) for row in connection.execute(query)}

    def _some(self, connection: Connection, book: str, start: int, many: int) -> Iterator[Line]:
        row = connection.execute(_BOOK, {"name": book}).first()
        if row is None:
            return
        end = start + many
        kept = connection.execute(
            select(schema.lines)
            .where(schema.lines.c.book == row.id, schema.lines.c.number >= start, schema.lines.c.number < end)
            .order_by(schema.lines.c.number)
        )
        posts = self._posts(connection, row.id, start, end)
        for line in kept:
            yield _line(line, tuple(posts.get(line.number, ())))

    def _posts(self, connection: Connection, book: int, start: int, end: int) -> dict[int, list[Post]]:
        """The postings of some lines, by line."""
        found: dict[int, list[Post]] = {}
        for row in connection.execute(_POSTS, {"book": book, "start": start, "end": end}):
            # The columns of an account are id, book, kind, owner, part, cents, at; then its book's name.
            source = Purse(row.x7, row.x2, row.x3, row.x4)
            target = Purse(row.x15, row.x10, row.x11, row.x12)
            post = Post(source, target, row.cents, row.cause, row.spot, row.wager, row.line, row.cite)
            found.setdefault(row.number, []).append(post)
        return found

    def text(self, book: str, line: Line) -> bytes:
        """What a line says, opened if it is secret."""
        return self.store.vault.opened(line.body, book, line.number) if line.secret else line.body

    def by_key(self, key: str) -> tuple[str, Line] | None:
        """The line that a client's id stands for, if there is one, and its book."""
        with self.reading() as connection:
            row = connection.execute(_BY_KEY, {"key": key}).first()
            return row and (row.name, next(self._some(connection, row.name, row.number, 1)))

    def names(self) -> dict[str, tuple[int, str]]:
        """The books, with how many lines each has and the hash of its last."""
        with self.reading() as connection:
            return {
                row.name: (row.lines, row.head)
                for row in connection.execute(select(schema.books).order_by(schema.books.c.id))
            }

    def stands(self, book: str) -> int:
        """The line at which rebuilding the book's table begins."""
        with self.reading() as connection:
            return int(connection.execute(_BOOK, {"name": book}).one().stands)

    def kept_rules(self) -> list[str]:
        """The digests of the rule sets whose text is kept."""
        with self.reading() as connection:
            return list(connection.execute(select(schema.rules.c.digest)).scalars())

    def balances(self, book: str | None = None, *, empty: bool = False) -> dict[Purse, int]:
        """What lies on every account that holds anything, or on those of a book; on `empty` ones too, if wished."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        query = query.where(*() if empty else (accounts.c.cents != 0,)).order_by(accounts.c.id)
        if book is not None:
            query = query.where(schema.books.c.name == book)
        with self.reading() as connection:
            return {Purse(row.name, row.kind, row.owner, row.part): row.cents for row in connection.execute(query)}

    def moved_at(self) -> dict[Purse, int]:
        """When each account was last moved, as is kept beside it."""
        accounts = schema.accounts
        query = select(schema.books.c.name, accounts).join(schema.books, schema.books.c.id == accounts.c.book)
        with self.reading() as connection:
            return {Purse(row.name, row.kind, row.owner, row.part): row.at for row in connection.execute(query)}

    def balance(self, purse: Purse) -> int:
        """What lies on an account."""
        return self._cents(purse) or 0

    def has(self, purse: Purse) -> bool:
        """Whether anything was ever posted to an account."""
        return self._cents(purse) is not None

    def _cents(self, purse: Purse) -> int | None:
        query = select(schema.accounts.c.cents).join(schema.books, schema.books.c.id == schema.accounts.c.book)
        where = [schema.accounts.c[name] == value for name, value in purse._asdict().items() if name != "book"]
        with self.reading() as connection:
            return connection.execute(query.where(schema.books.c.name == purse.book, *where)).scalar()

    def rules_text(self, digest: str) -> bytes | None:
        """The text of a rule set that was kept."""
        with self.reading() as connection:
            text = connection.execute(select(schema.rules.c.text).where(schema.rules.c.digest == digest)).scalar()
        return bytes(text) if text is not None else None


def _line(row: Any, posts: tuple[Post, ...] = ()) -> Line:
    return Line(row.number, row.at, row.kind, row.who, row.key, row.secret, bytes(row.body), posts, row.hash)


def _row(line: Line, book: int) -> dict[str, Any]:
    row = line._asdict() | {"book": book}
    del row["posts"]
    return row


def _words(purse: Purse) -> str:
    """An account in words."""
    if purse.kind == "balance":
        return f"the balance of {purse.owner}"
    if purse.kind == "stack":
        return f"{purse.owner} at {purse.book}"
    return f"{purse.kind} {purse.owner}".strip() + f" of {purse.book}"
