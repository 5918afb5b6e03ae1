"""Rounds a second through the ledger, durable: every step on the disk before anybody is told.

The limit is the bare database: the same lines, postings, balances and heads of books, in the same transactions, written
by the driver alone, with nothing read, checked, hashed, encrypted or played. Every step has an id of the client's
making, as whatever is asked of a room. Beside it the same rounds in memory with nothing kept, since through the ledger
they are played, too. Then the ledger again with a thousand and more rounds already in store, where it must not slow
down. `CARDROOM_ROUNDS=1000000` measures up to a million of them.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import cardroom
from benchmarks.bench import Case, Group
from cardroom.house import Books, Draft, House, LedgerEntry, Store
from cardroom.house.books.values import changes_of
from cardroom.house.tables.table import HouseTable
from cardroom.play.table import Join, StartRound, SubmitAnswer
from cardroom.play.table.table import Table
from cardroom.players import random_legal

GAME = "heads-up-holdem"
NAMES = ("ann", "bob", "cyd")
ROUNDS, QUICK_ROUNDS = 40, 10
_numbers = count(1)

_LINE = "INSERT INTO lines (book, number, at, kind, who, key, secret, body, hash) VALUES ({})"
_POSTING = "INSERT INTO postings (book, number, item, payer, payee, cents, cause, spot, wager, line, cite) VALUES ({})"
_CHANGE = "UPDATE accounts SET cents = cents + {0}, at = {0} WHERE id = {0}"
_TURN = "UPDATE books SET lines = {0}, head = {0}, stands = {0} WHERE id = {0}"


def groups(quick: bool) -> Iterator[Group]:
    """One group a database, and one for how full it is."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ.setdefault("CARDROOM_KEY", os.urandom(32).hex())
        places = {"SQLite": str(folder / "room.db")}
        if url := _postgres(stack):
            places["PostgreSQL"] = url
        for name, place in places.items():
            house = House.at(place, create=True)
            table, written = _recorded(house, rounds)
            cases = [
                Case("the bare database, the same rows", _bare(place, written), rounds, peer=True),
                Case("in memory, nothing kept", _in_memory(rounds), rounds, limit=True),
                Case("through the ledger", lambda table=table: _play(table, rounds), rounds),
            ]
            yield Group(f"{name}: {GAME}, {len(NAMES)} players; {_rows(written, rounds)}", cases, "rounds")
        house = House.at(places["SQLite"])
        yield Group("SQLite: by how many rounds are in store", list(_filled(house, rounds, quick)), "rounds")


def _postgres(stack: ExitStack) -> str | None:
    try:
        from support.postgres import Unavailable, served  # noqa: PLC0415  # of the tests, which start a server of their own
    except ImportError:
        print("PostgreSQL is not measured: run it by `make bench`")
        return None
    try:
        url: str = stack.enter_context(served(durable=True))
    except Unavailable as error:
        print(f"PostgreSQL is not measured: {error}")
        return None
    return url.format("postgres")


def _table(house: House) -> HouseTable:
    number = next(_numbers)
    table = house.open_table(f"table {number}", cardroom.game(GAME), who="floor")
    for name in NAMES:
        house.cage.deposit(name, 100_000_000, who="cage", key=f"{number} {name}")
        table.do(Join(name, 100_000_000))
    return table


def _play(table: HouseTable, rounds: int) -> None:
    rng = Random(1)
    for _ in range(rounds):
        table.do(StartRound(), "dealer", key=f"deal {next(_numbers)}")
        while (round := table.round) is not None:
            ask = round.waiting[0]
            who = round.spot(ask.spot).bettor
            answer = random_legal(round.view(who), ask, rng)
            table.do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value), key=f"answer {next(_numbers)}")


def _in_memory(rounds: int) -> Callable[[], None]:
    """The same play at a table that no book keeps."""
    table = Table(cardroom.game(GAME), dict.fromkeys(NAMES, 100_000_000), money=True, name="table")

    def run() -> None:
        rng = Random(1)
        for _ in range(rounds):
            table.start()
            while (round := table.round) is not None and not round.done:
                ask = round.waiting[0]
                who = round.spot(ask.spot).bettor
                answer = random_legal(round.view(who), ask, rng)
                table.do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value))
            table.finish()

    return run


def _rows(written: list[list[LedgerEntry]], rounds: int) -> str:
    """What a round writes."""
    lines = [line for step in written for line in step]
    postings = sum(len(line.postings) for line in lines)
    counts = {"commits": len(written), "lines": len(lines), "postings": postings, "balances": sum(map(_moved, written))}
    return ", ".join(f"{count / rounds:.1f} {what}" for what, count in counts.items()) + " a round"


def _moved(step: list[LedgerEntry]) -> int:
    """How many balances a transaction changes."""
    return sum(by != 0 for by in changes_of([posting for line in step for posting in line.postings]).values())


def _recorded(house: House, rounds: int) -> tuple[HouseTable, list[list[LedgerEntry]]]:
    """A table, and what some rounds of it wrote, transaction by transaction."""
    table, written = _table(house), []

    class Watched(Books):
        def append(self, book: str, drafts: Any, *, after: int | None = None) -> list[LedgerEntry]:
            lines = super().append(book, drafts, after=after)
            written.append(lines)
            return lines

    _play(HouseTable(Watched(house.books.store), table.name, house.find), rounds)
    return house.table(table.name), written


def _bare(place: str, written: list[list[LedgerEntry]]) -> Callable[[], None]:
    """The same rows in the same transactions, by the driver alone."""
    store = Store(place)
    books = Books(store)
    mark, connection, begin = _driver(place)
    books.append("bare", [Draft("note", b"{}")])
    with store.reading() as reading:
        book = reading.exec_driver_sql("SELECT id FROM books WHERE name = 'bare'").scalar_one()
        account = reading.exec_driver_sql("SELECT min(id) FROM accounts WHERE kind = 'stack'").scalar_one()
    line = _LINE.format(", ".join([mark] * 9))
    add_posting = _POSTING.format(", ".join([mark] * 11))
    change, turn = _CHANGE.format(mark), _TURN.format(mark)
    numbers = count(2)

    def run() -> None:
        cursor = connection.cursor()
        for lines in written:
            begin()
            number = 0
            for each in lines:
                number = next(numbers)
                key = each.key and f"bare {next(_numbers)}"
                body = (each.at, each.kind, each.who, key, each.secret, each.body, each.hash)
                cursor.execute(line, (book, number, *body))
                if each.postings:
                    rows = [
                        (book, number, item, account, account, *posting[2:])
                        for item, posting in enumerate(each.postings)
                    ]
                    cursor.executemany(add_posting, rows)
            if moved := _moved(lines):
                cursor.executemany(change, [(0, lines[-1].at, account)] * moved)
            cursor.execute(turn, (number, lines[-1].hash, 1, book))
            connection.commit()

    return run


def _driver(place: str) -> tuple[str, Any, Callable[[], object]]:
    """How values are marked, a connection, and how a transaction begins."""
    if "://" in place:
        import psycopg  # noqa: PLC0415

        return "%s", psycopg.connect(place), lambda: None
    connection = sqlite3.connect(place, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return "?", connection, lambda: connection.execute("BEGIN IMMEDIATE")


def _filled(house: House, rounds: int, quick: bool) -> Iterator[Case]:
    """The ledger with more and more rounds in store: copies of what rounds wrote, put there without waiting."""
    most = int(os.environ.get("CARDROOM_ROUNDS") or (1_000 if quick else 100_000))
    house.books.store.close()
    file = house.books.store.file
    there, wanted = 0, 1_000
    while wanted <= most:
        _fill(str(file), wanted - there)
        there, wanted = wanted, wanted * 10
        copy = file.with_name(f"{there}.db")
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        table = _table(House.at(copy))
        yield Case(f"{there:,} rounds in store", lambda table=table: _play(table, rounds), rounds)


def _fill(file: str, rounds: int) -> None:
    """Put copies of a played table's lines and postings into a book of their own, with its number of entries and head.

    Reports can be made of such a store. An audit fails, since the copies are not chained.
    """
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        book = connection.execute(
            "INSERT INTO books (name, lines, head, stands) VALUES (?, 0, '', 1)", (f"filled {next(_numbers)}",)
        ).lastrowid
        first = connection.execute("SELECT id, lines FROM books WHERE name = 'table 1'").fetchone()
        (played,) = connection.execute(
            "SELECT count(*) FROM lines WHERE book = ? AND kind = 'round-ended'", first[:1]
        ).fetchone()
        copies = max(1, round(rounds / played))
        for number in range(copies):
            shift = number * first[1]
            connection.execute(
                "INSERT INTO lines SELECT ?, number + ?, at, kind, who, key || ?, secret, body, hash"
                " FROM lines WHERE book = ?",
                (book, shift, f" {book} {number}", first[0]),
            )
            connection.execute(
                "INSERT INTO postings SELECT ?, number + ?, item, payer, payee, cents, cause, spot, wager, line, cite"
                " FROM postings WHERE book = ?",
                (book, shift, first[0]),
            )
        connection.execute(
            "UPDATE books SET lines = ?, head = (SELECT hash FROM lines WHERE book = ? AND number = ?) WHERE id = ?",
            (copies * first[1], book, copies * first[1], book),
        )
