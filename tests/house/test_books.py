"""Books: chained entries, double-entry postings, and balances that cannot become negative."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from time import monotonic, sleep

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

import cardroom
from cardroom.errors import InputError
from cardroom.house import CAGE, OUTSIDE, Books, Draft, LedgerAccount, Posting, Stale, Store, StoreError, player
from cardroom.house.books import schema
from cardroom.house.books.values import entry_hash, first_hash
from cardroom.play.table import Join, StartRound, Void

ANN, BOB = player("ann"), player("bob")


@pytest.fixture
def books(house):
    return house.books


def moved(*postings, key=None):
    return Draft("moved", b"{}", "ann", tuple(postings), key)


def state(books):
    """The whole contents of a store."""
    return books.balances(), {name: list(books.entries(name)) for name in books.heads()}


def test_a_posting_moves_money_from_one_account_to_another(books):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"), Posting(ANN, BOB, 200, "gift"))])
    assert books.balances() == {OUTSIDE: -500, ANN: 300, BOB: 200}
    assert (books.has_account(player("cyd")), books.balance(player("cyd"))) == (False, 0)


def test_entries_are_read_back_unchanged(books):
    posting = Posting(
        OUTSIDE, LedgerAccount("table 7", "meter", "bad beat", "pool"), 7, "seed", "3", "ante", "flush", "printed here"
    )
    written = books.append(
        "table 7", [Draft("a", b"\x00\xff", "zoë ♠", (posting, posting), "k", secret=False), moved()]
    )
    assert list(books.entries("table 7")) == written
    assert list(books.entries("table 7", 2)) == written[1:]
    assert books.by_key("k") == ("table 7", written[0])
    assert books.heads()["table 7"] == (2, written[1].hash)


def test_the_hash_chain_starts_from_the_name_of_the_book(books):
    books.append("b", [moved(Posting(OUTSIDE, ANN, 1, "x"))] * 3)
    before = first_hash("b")
    for line in books.entries("b"):
        assert line.hash == entry_hash(before, line)
        before = line.hash


def test_entries_of_several_batches_are_read_in_order(books):
    books.append("long", [Draft("n", str(number).encode()) for number in range(1203)])
    assert [int(line.body) for line in books.entries("long")] == list(range(1203))


def test_an_overdraft_is_rejected_and_writes_nothing(books):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
    before = state(books)
    with pytest.raises(InputError, match=r"Insufficient funds: ann has \$5, and this needs \$5\.01"):
        books.append(CAGE, [moved(Posting(OUTSIDE, BOB, 100, "deposit")), moved(Posting(ANN, BOB, 501, "gift"))])
    assert state(books) == before


def test_money_may_leave_and_return_in_one_transaction(books):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
    books.append(CAGE, [moved(Posting(ANN, BOB, 700, "wager"), Posting(BOB, ANN, 400, "win"))])
    assert books.balances() == {OUTSIDE: -500, ANN: 200, BOB: 300}


@pytest.mark.parametrize("cents", [0, -5])
def test_the_database_itself_rejects_a_posting_of_zero(books, cents):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
    before = state(books)
    with pytest.raises(StoreError, match="nothing was changed"):
        books.append(CAGE, [moved(Posting(OUTSIDE, ANN, cents, "deposit"))])
    assert state(books) == before


def test_the_database_itself_rejects_a_negative_balance(books):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
    with pytest.raises(StoreError, match="not_negative"), books.store.transaction() as connection:
        connection.execute(schema.accounts.update().where(schema.accounts.c.owner == "ann").values(cents=-1))


def test_a_key_is_written_once(books):
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"), key="slip 1")])
    before = state(books)
    with pytest.raises(StoreError, match="nothing was changed"):
        books.append("elsewhere", [moved(Posting(OUTSIDE, ANN, 500, "deposit"), key="slip 1")])
    assert state(books) == before


def test_the_second_writer_of_a_book_gets_a_stale_error(books, store_url):
    other = Books(Store(store_url))
    books.append("table 7", [moved()], after=0)
    with pytest.raises(Stale, match=r"has 1 entries, not 0\. Another process wrote to it"):
        other.append("table 7", [moved()], after=0)
    other.append("table 7", [moved()], after=1)
    other.store.close()
    assert len(list(books.entries("table 7"))) == 2


def test_a_read_snapshot_does_not_see_later_writes(books, store_url):
    other = Books(Store(store_url))
    with books.at_one_moment():
        before = state(books)
        other.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
        assert state(books) == before
        with ThreadPoolExecutor(1) as another:  # which reads through its own connection
            assert another.submit(state, books).result() == state(other)
        assert state(books) == before
    assert state(books) == state(other) != before
    other.store.close()


def test_concurrent_writers_lose_nothing(books, store_url):
    """Four writers, each with a book of its own, all moving money between the same accounts in both directions."""
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 100_000, "d"), Posting(OUTSIDE, BOB, 100_000, "d"))])
    failed = []

    def write(number):
        mine = Books(Store(store_url))
        try:
            for turn in range(12):
                ways = ((ANN, BOB), (BOB, ANN)) if (number + turn) % 2 else ((BOB, ANN), (ANN, BOB))
                postings = [Posting(*way, number + 1, "x") for way in ways[: 1 + turn % 2]]
                mine.append(f"writer {number}", [moved(*postings, Posting(OUTSIDE, ANN, 1, "d"))], after=turn)
        except Exception as error:
            failed.append(error)
        finally:
            mine.store.close()

    threads = [threading.Thread(target=write, args=[number], daemon=True) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sum(books.balances().values()) == 0
    assert books.balance(OUTSIDE) == -200_048
    with books.store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(schema.lines)).scalar() == 4 * 12 + 2


@pytest.mark.parametrize("together", [False, True])
def test_a_book_that_was_changed_behind_its_writer_is_not_continued(books, together):
    """A writer knows the head of its book without reading it. The database compares."""
    books.append("table 7", [moved()], after=0)
    with books.store.transaction() as connection:
        connection.execute(schema.books.update().where(schema.books.c.name == "table 7").values(head="forged"))
    with pytest.raises(Stale), books.transaction() if together else nullcontext():
        books.append("table 7", [moved()], after=1)
    assert len(list(books.entries("table 7"))) == 1


@pytest.mark.parametrize("reads", [False, True])
def test_the_rest_of_a_transaction_is_not_stored_without_its_beginning(books, reads):
    """When a connection is lost, SQLAlchemy would connect again for the next statement."""
    before = state(books)

    def write():
        with books.transaction() as current:
            books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
            current.connection.invalidate()
            with suppress(SQLAlchemyError, StoreError):
                if reads:
                    books.heads()
                books.append(CAGE, [moved(Posting(OUTSIDE, BOB, 500, "deposit"))])

    with pytest.raises(StoreError, match="connection was lost"):
        write()
    assert state(books) == before


def test_a_transaction_that_failed_before_its_end_is_not_taken_for_committed(books):
    """SQLite may roll back by itself, and PostgreSQL rolls back at the commit. Neither reports it there."""
    before = state(books)

    def write():
        with books.transaction() as current:
            books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
            with suppress(SQLAlchemyError):
                current.connection.exec_driver_sql("ROLLBACK" if books.store.sqlite else "SELECT 1 / 0")

    with pytest.raises(StoreError, match="nothing was changed"):
        write()
    assert state(books) == before


def test_threads_do_not_fail_over_the_last_idle_connection(books, monkeypatch):
    class Taken(list):
        """Idle connections, of which another thread always takes the last one first."""

        def __len__(self):
            return 1

        def pop(self):
            raise IndexError

    for idle in ("_writers", "_lookers"):
        monkeypatch.setattr(books.store, idle, Taken())
    books.append(CAGE, [moved(Posting(OUTSIDE, ANN, 500, "deposit"))])
    assert books.balance(ANN) == 500
    monkeypatch.undo()


def test_a_writer_that_waited_for_a_book_knows_the_time_of_its_last_entry(books, store_url):
    """The clock of the first writer is ahead. PostgreSQL reads the book again after the wait, but not its entries."""
    other = Books(Store(store_url), lambda: 1_000)
    books.now = lambda: 2_000
    books.append("table 7", [moved()])
    waits = text("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    with ThreadPoolExecutor(1) as another:
        with books.transaction():
            books.append("table 7", [moved()])
            later = another.submit(other.append, "table 7", [moved()])
            until = monotonic() + 240
            while not books.store.sqlite and monotonic() < until:
                with books.store.engine.connect() as connection:
                    if connection.execute(waits).first():
                        break
                sleep(0.01)
        [entry] = later.result()
    other.store.close()
    assert (entry.number, entry.at) == (3, 2_000)


def test_a_store_can_be_tested_by_a_write_that_changes_nothing(house):
    before = {name: list(house.books.entries(name)) for name in house.books.heads()}
    for _ in range(3):
        house.books.check_writable()
    assert {name: list(house.books.entries(name)) for name in house.books.heads()} == before


def test_the_body_of_the_last_entry_is_read_in_and_outside_a_transaction(books):
    assert books.last_body("table 7") is None
    books.append("table 7", [Draft("note", b"1"), Draft("note", b"2")])
    assert books.last_body("table 7") == b"2" == books.last("table 7").body
    with books.transaction():
        books.append("table 7", [Draft("note", b"3")])
        assert books.last_body("table 7") == b"3"
    with books.at_one_moment():
        assert books.last_body("table 7") == b"3"


def test_reading_balances_for_a_round_goes_past_the_sql_builder(house, monkeypatch):
    """Building a statement costs more than running it, and every round of a table with a jackpot reads several."""
    table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    house.cage.deposit("ann", 100_000, who="cage", key="1")
    table.do(Join("ann", 50_000))
    table.do(StartRound(), "dealer")
    table.do(Void("a card was boxed"), "floor")
    built = []
    execute = Connection.execute
    monkeypatch.setattr(Connection, "execute", lambda *arguments: built.append(arguments[1]) or execute(*arguments))
    table.do(StartRound(), "dealer")
    assert not built
