"""Failures around a house: a full disk, a lost connection, a file that cannot be written, another writer.

Each ends with an error of ours that says what happened, and nothing is lost: after opening the store again, everything
that was confirmed is there, and an unanswered request can be repeated with its key.
"""

import os
import resource
import sqlite3
import subprocess
import tempfile
import threading
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import event

from cardroom.errors import CardroomError, InputError
from cardroom.house import CAGE, OUTSIDE, House, LedgerAccount, Stale, StoreError, player
from cardroom.house.audit.store import audit
from cardroom.house.books.store import CommitUnknown
from cardroom.play.table import Join, StartRound, Void
from support.houses import play, play_into, seated, step
from support.proxy import Proxy


def holds(house):
    """Compare a house with its books."""
    done = audit(house.books)
    assert done.holds, done.findings
    return done


def play_until_it_fails(table, random):
    """Play until an error. Return it, and the number of confirmed entries."""
    confirmed = 0
    try:
        for _ in range(100_000):
            step(table, random)
            confirmed = table.lines
    except StoreError as error:
        return error, confirmed
    raise AssertionError("it never failed")


# -- A full disk ----------------------------------------------------------------------------------------------------


@contextmanager
def few_pages(house, folder):
    """Allow no more pages than the file has, for every connection."""
    store = house.books.store
    with store.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()

    def limit(connection, _):
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    event.listen(store.engine, "connect", limit)
    store.close()
    yield
    event.remove(store.engine, "connect", limit)
    store.close()


@contextmanager
def short_files(house, folder):
    """Let no file grow beyond the size of the largest one."""
    longest = max(path.stat().st_size for path in folder.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest + 9_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def filled(house, folder):
    """Fill the rest of a small disk with another file."""
    if not os.path.ismount(folder):
        pytest.skip("NOT TESTED ON A REAL FULL DISK: a small one cannot be mounted here")
    taken = folder / "taken"
    with taken.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    taken.unlink()


@pytest.fixture
def folder(request, tmp_path):
    """A folder; for the last test a separate disk, if possible."""
    place = tmp_path / "disk"
    place.mkdir()
    small = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    mounted = "filled" in request.node.name and subprocess.run(small, capture_output=True, check=False).returncode == 0
    yield place
    if mounted:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("full", [few_pages, short_files, filled])
def test_a_full_disk_loses_nothing(folder, full, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    house = House.at(folder / "room.db", create=True)
    random = Random(1)
    table = seated(house, "table 7")
    play(table, 2, random)
    with full(house, folder):
        error, confirmed = play_until_it_fails(table, random)
        assert "full" in str(error) or "disk" in str(error)
        with suppress(StoreError):
            for number in range(2000):
                house.cage.deposit("ann", 100, who="cage", key=f"small {number}")
        assert number < 1999, "there was room for all of them"
    assert table.table.rounds >= 2  # it is rebuilt from the store
    play(table, 1, random)
    assert confirmed <= len(house.entries("table 7"))
    house.books.store.close()
    again = House.at(folder / "room.db")
    paid = [line.key for line in again.entries(CAGE) if line.key and line.key.startswith("small")]
    assert paid == [f"small {each}" for each in range(len(paid))]
    holds(again)
    again.books.store.close()


def test_no_store_is_created_on_a_full_disk(monkeypatch, tmp_path):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    for where in ("/dev/full", tmp_path, tmp_path / "none" / "room.db"):
        with pytest.raises(CardroomError):
            House.at(where, create=True)
    (tmp_path / "letter.db").write_text("Dear house, " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        House.at(tmp_path / "letter.db")


# -- A file that cannot be written ------------------------------------------------------------------------------------


@contextmanager
def as_nobody():
    """Become another user meanwhile, because root may write anything."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield


def test_an_unwritable_file_gives_a_clear_error(monkeypatch, open_house):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        house = House.at(folder / "room.db", create=True)
        house.cage.deposit("ann", 500, who="cage", key="1")
        house.books.store.close()
        Path(folder / "room.db").chmod(0o444)
        folder.chmod(0o555)
        with as_nobody(), pytest.raises(StoreError, match=r"readonly|unable to open|read-only"):
            open_house(folder / "room.db").cage.deposit("ann", 1, who="cage", key="2")
        folder.chmod(0o755)
        Path(folder / "room.db").chmod(0o644)
        house = House.at(folder / "room.db")
        assert house.balance("ann") == 500
        house.books.store.close()


# -- Another writer -------------------------------------------------------------------------------------


def test_the_second_of_two_writers_at_a_table_gets_an_error_and_nothing_is_lost(store_url):
    first, second = House.at(store_url, create=True), House.at(store_url)
    random = Random(2)
    mine = seated(first, "table 7")
    play(mine, 1, random)
    theirs = second.table("table 7")
    play_into(mine, 1, random)
    lines = len(first.entries("table 7"))
    with pytest.raises(Stale, match="Another process wrote to it"):
        theirs.do(StartRound(), "dealer")
    assert len(first.entries("table 7")) == lines
    assert theirs.round.answers == mine.round.answers  # it has rebuilt the current table
    step(theirs, random)
    with pytest.raises(Stale):
        step(mine, random)
    while mine.round:
        step(mine, random)
    holds(first)
    for house in (first, second):
        house.books.store.close()


def test_a_database_locked_for_too_long_gives_an_error(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    monkeypatch.setattr("cardroom.house.books.database._BUSY_SECONDS", 0.05)
    house = House.at(tmp_path / "room.db", create=True)
    table = seated(house, "table 7")
    other = sqlite3.connect(tmp_path / "room.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"locked.*nothing was changed"):
        house.cage.deposit("ann", 5, who="cage", key="1")
    with pytest.raises(StoreError, match="locked"):
        table.do(StartRound(), "dealer", key="deal")
    assert table.round is None, "reading goes on"
    other.execute("ROLLBACK")
    other.close()
    table.do(StartRound(), "dealer", key="deal")
    house.cage.deposit("ann", 5, who="cage", key="1")
    assert holds(house).entries
    house.books.store.close()


@pytest.mark.proof
def test_tables_and_cage_write_concurrently_without_deadlock(store_url):
    """Fills, credits and deposits while two tables play and pay: nothing fails, and every cent is accounted for."""
    opened = House.at(store_url, create=True)
    tables = [seated(opened, name, "heads-up-holdem", chips=400_000) for name in ("1", "2")]
    del tables
    failures = []

    def work(seed, name):
        house, random = House.at(store_url), Random(seed)
        try:
            if name:
                table = house.table(name)
                play(table, 12, random)
            else:
                for number in range(40):
                    key, table = f"{seed} {number}", random.choice(("1", "2"))
                    house.cage.deposit("ann", 100, who="cage", key=f"d {key}")
                    house.cage.fill(table, 70_000, who="cage", key=f"f {key}")
                    while True:
                        try:
                            held = house.books.balance(LedgerAccount(table, "house"))
                            if held:
                                house.cage.credit(table, held, who="cage", key=f"c {key}")
                            break
                        except InputError:  # the table has paid it out in the meantime
                            continue
        except CardroomError as error:
            failures.append(error)
        finally:
            house.books.store.close()

    threads = [threading.Thread(target=work, args=each, daemon=True) for each in ((1, "1"), (2, "2"), (3, ""), (4, ""))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert opened.balance("ann") == 2 * 400_000 + 80 * 100
    holds(opened)
    opened.books.store.close()


def test_a_request_sent_twice_at_the_same_moment_takes_effect_once(store_url):
    opened = House.at(store_url, create=True)
    start, failures = threading.Barrier(4, timeout=60), []

    def ask():
        house = House.at(store_url)
        start.wait()
        for number in range(10):
            try:
                house.cage.deposit("ann", 100, who="cage", key=f"slip {number}")
            except StoreError as error:
                failures.append(str(error))
        house.books.store.close()

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened.balance("ann") == 1000
    assert failures == []
    holds(opened)
    opened.books.store.close()


def test_more_threads_than_connections_can_use_one_house(house):
    """Idle connections must not block other threads."""
    start, failures = threading.Barrier(20, timeout=60), []

    def ask(number):
        start.wait()
        try:
            house.cage.deposit("ann", 100, who="cage", key=f"slip {number}")
            house.balance("ann")
        except CardroomError as error:
            failures.append(str(error))

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert house.balance("ann") == 2000


# -- A line that is lost --------------------------------------------------------------------------------------------


@pytest.fixture
def proxied(database, monkeypatch):
    """A house with a connection that can be cut, and one with a stable connection."""
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    socket = Path(parse_qs(urlsplit(database).query)["host"][0])
    steady = House.at(database, create=True)
    with tempfile.TemporaryDirectory() as folder, Proxy(socket, Path(folder)) as proxy:
        house = House.at(database.replace(str(socket), folder))
        yield proxy, house, steady
        house.books.store.close()
    steady.books.store.close()


def test_a_connection_lost_within_a_transaction_changes_nothing(proxied):
    proxy, house, steady = proxied
    for word in (b"INSERT INTO lines", b"INSERT INTO postings", b"UPDATE accounts", b"UPDATE books", b"SELECT books"):
        key = word.decode()
        proxy.cut_at(word)
        with pytest.raises(StoreError) as caught:
            house.cage.deposit("ann", 100, who="cage", key=key)
        assert proxy.cuts, word
        assert not isinstance(caught.value, CommitUnknown)
        assert steady.books.by_key(key) is None
        house.cage.deposit("ann", 100, who="cage", key=key)
    assert steady.balance("ann") == 500
    holds(steady)


@pytest.mark.parametrize("arrives", [False, True])
def test_a_connection_lost_at_commit_leaves_the_outcome_unknown_and_a_retry_is_safe(proxied, arrives):
    proxy, house, steady = proxied
    random = Random(3)
    table = seated(house, "table 7")
    play(table, 1, random)
    proxy.cut_at(b"COMMIT", after=b"deposit", arrives=arrives)
    with (
        nullcontext()
        if arrives
        else pytest.raises(CommitUnknown, match="unknown whether it was stored; retry with the same key")
    ):
        house.cage.deposit("ann", 700, who="cage", key="unsure")  # if it was committed, the cage finds out itself
    assert bool(steady.books.by_key("unsure")) == arrives
    house.cage.deposit("ann", 700, who="cage", key="unsure")
    assert sum(line.key == "unsure" for line in steady.entries(CAGE)) == 1

    lines = len(steady.entries("table 7"))
    proxy.cut_at(b"COMMIT", after=b"round-started", arrives=arrives)
    with pytest.raises(CommitUnknown):
        table.do(StartRound(), "dealer", key="deal")
    assert (table.round is not None) == arrives, "it is taken up as the book has it"
    table.do(StartRound(), "dealer", key="deal")
    assert len(steady.entries("table 7")) == lines + 1
    while table.round:
        step(table, random)
    holds(steady)


@pytest.mark.parametrize("arrives", [False, True])
def test_a_step_in_one_statement_that_is_lost_can_be_repeated(proxied, arrives):
    """A step that moves no money is one statement, which commits itself. If its reply is lost, nobody knows."""
    proxy, house, steady = proxied
    table = seated(house, "table 7")
    table.do(StartRound(), "dealer", key="deal 1")
    table.do(Void("a card was boxed"), "floor")
    lines = len(steady.entries("table 7"))
    proxy.cut_at(b"round-started", arrives=arrives)
    with pytest.raises(CommitUnknown):
        table.do(StartRound(), "dealer", key="deal 2")
    assert proxy.cuts
    assert len(steady.entries("table 7")) == lines + arrives
    table.do(StartRound(), "dealer", key="deal 2")
    assert len(steady.entries("table 7")) == lines + 1
    holds(steady)


def test_the_outcome_stays_unknown_while_the_database_is_down(house, monkeypatch):
    """The reply to a commit is lost, and then nothing answers. The error must not say that nothing was changed."""
    books, gone = house.books, []

    def lost(*_, **__):
        gone.append(True)
        raise CommitUnknown("it is unknown whether it was stored")

    def by_key(_):
        if gone:
            raise StoreError("nobody answers")

    monkeypatch.setattr(books, "append", lost)
    monkeypatch.setattr(books, "by_key", by_key)
    with pytest.raises(CommitUnknown):
        house.cage.deposit("ann", 100, who="cage", key="1")


# -- Hostile texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["\ud800", "nul\0", "x" * 100_000, "", "\u202e"])
def test_texts_are_stored_unchanged_or_rejected(house, words):
    """Names, reasons and ids may contain anything. They are stored, or refused with an error of ours."""
    table = seated(house, "table 7")
    asked = [
        partial(house.cage.deposit, words, 5, who="cage", key="1"),
        partial(house.cage.deposit, "ann", 5, who=words, key="2"),
        partial(house.cage.deposit, "ann", 5, who="cage", key=words),
        partial(house.cage.correct, player("ann"), OUTSIDE, 5, who="floor", why=words, key="3"),
        partial(house.cage.correct, LedgerAccount(words, "house"), OUTSIDE, 5, who="floor", why="so", key="4"),
        partial(house.note, words, who=words, why=words, before=words, after=words),
        partial(house.open_table, words, table.table.game, who="floor"),
        partial(house.cage.fill, words, 5, who="cage", key="5"),
        partial(house.table, words),
        partial(table.do, Join(words, 500), key="6"),
        partial(table.do, StartRound(), words, key="7"),
        partial(table.do, Void(words), "floor"),
    ]
    for ask in asked:
        try:
            ask()
        except CardroomError:
            continue
    assert set(house.tables()) <= {"table 7", words}
    holds(house)
