"""Errors in the books that were found and fixed: a test for each."""

import threading
from contextlib import closing
from random import Random

import pytest
from sqlalchemy import text

import cardroom
from cardroom.errors import InputError
from cardroom.house import OUTSIDE, Books, House, Store, StoreError, player
from cardroom.house.audit.store import audit
from cardroom.house.backup.copies import backup, check_store, restore
from cardroom.house.books.transaction import MOST_HELD
from cardroom.house.tables import table as tables
from cardroom.play.table import AddSeed, ChangeGame, Join, Leave, StartRound, StepAway, TopUp, UseDefault, Void
from support.houses import play, seated

HOUR = 3_600_000_000


def test_a_table_used_by_several_threads_carries_out_each_request_once(house):
    table = seated(house, "table 7", players=("ann", "bob", "cyd"))
    for name in ("ann", "bob", "cyd"):
        house.cage.deposit(name, 100_000, who="cage 1", key=f"more for {name}")

    def add(name):
        for number in range(8):
            for _ in range(20):  # like a client that receives an error
                try:
                    table.do(TopUp(name, 100), key=f"{name} {number}")
                except StoreError:
                    continue
                break

    threads = [threading.Thread(target=add, args=[name], daemon=True) for name in ("ann", "bob", "cyd")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    added = [line for line in house.entries("table 7") if line.kind == "topped-up"]
    assert sorted(line.key for line in added) == sorted(f"{n} {k}" for n in ("ann", "bob", "cyd") for k in range(8))
    assert all(line.key.startswith(line.who) for line in added)
    assert table.table.stacks == dict.fromkeys(("ann", "bob", "cyd"), 40_800)
    assert audit(house.books).holds


def test_with_a_clock_set_back_no_entry_is_older_than_the_money_it_moves(house, store_url):
    now = [50 * HOUR]
    with closing(Store(store_url)) as store:
        late = House(Books(store, lambda: now[0]))
        table = late.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
        now[0] += HOUR
        late.cage.deposit("ann", 50_000, who="cage", key="1")
        now[0] -= HOUR  # by hand, or at another machine
        table.do(Join("ann", 50_000))
        table.do(Leave("ann"))
        late.cage.withdraw("ann", 50_000, who="cage", key="2")
        audited = audit(late.books)
    assert audited.findings == ()


def test_many_entries_of_one_time_are_audited_as_fast_as_others(house):
    """The window over postings of other books is moved, not copied. Its sums are right for any contents."""
    with closing(Store(house.books.store.url.render_as_string(hide_password=False))) as store:
        still = House(Books(store, lambda: HOUR))
        table = still.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
        for number in range(30):
            still.cage.deposit("ann", 20_000, who="cage", key=f"in {number}")
            table.do(Join("ann", 20_000))
            table.do(Leave("ann"))
            still.cage.withdraw("ann", 20_000, who="cage", key=f"out {number}")
        assert audit(still.books).findings == ()


def test_a_correction_from_an_account_to_itself_is_rejected(house):
    house.cage.deposit("ann", 100, who="cage", key="1")
    for account in (OUTSIDE, player("ann")):
        with pytest.raises(InputError, match="two different accounts"):
            house.cage.correct(account, account, 5, who="manager", why="a test", key="c")


@pytest.mark.parametrize("who", ["", " ", "\t"])
def test_every_command_needs_an_author(house, who):
    table = seated(house, "table 7")
    table.do(StartRound(), "dealer")
    spot = table.round.waiting[0].spot
    game = cardroom.game("heads-up-holdem")
    for ask in (
        lambda: table.do(Void("a card fell"), who),
        lambda: table.do(UseDefault(spot), who),
        lambda: table.change(game, who),
        lambda: house.open_table("table 8", game, who=who),
        lambda: house.cage.deposit("ann", 5, who=who, key="1"),
        lambda: house.cage.deposit("ann", 5, who="cage", key=who),
        lambda: house.note("limits", who=who, why="late"),
        lambda: table.do(Void(who), "floor"),
    ):
        with pytest.raises(InputError, match="must be one line of"):
            ask()


def test_defaults_after_a_timeout_are_used_for_absent_players_too(house):
    table = seated(house, "table 7", "texas-holdem")
    table.do(StartRound(), "dealer")
    asked = table.round.spot(table.round.waiting[0].spot).bettor
    for name in ("ann", "bob", "cyd"):
        if name != asked:
            table.do(StepAway(name))
    table.do(UseDefault(table.round.waiting[0].spot), "clock")
    waits = [table.round.spot(ask.spot).bettor for ask in table.round.waiting] if table.round else []
    assert set(waits) <= {asked}


def test_a_player_cannot_return_with_fewer_chips_after_a_snapshot(house, monkeypatch):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 1)
    table = seated(house, "table 7", "texas-holdem")
    table.do(Leave("bob"))
    play(table, 1, Random(1))
    with pytest.raises(InputError, match="you left with"):
        house.table("table 7").do(Join("bob", 4_000))


# -- contents of the database -----------------------------------------------------------------------------------------


def twice(connection):
    """Make an account exist twice, by a changed constraint of the same name."""
    connection.execute(text("CREATE TABLE kept AS SELECT * FROM accounts"))
    connection.execute(text("DROP TABLE accounts"))
    connection.execute(
        text(
            "CREATE TABLE accounts (id INTEGER NOT NULL, book INTEGER NOT NULL, kind VARCHAR NOT NULL,"
            " owner VARCHAR NOT NULL, part VARCHAR NOT NULL, cents BIGINT NOT NULL, at BIGINT DEFAULT '0' NOT NULL,"
            " CONSTRAINT pk_accounts PRIMARY KEY (id),"
            " CONSTRAINT uq_accounts_book_kind_owner_part UNIQUE (id),"
            " CONSTRAINT ck_accounts_not_negative CHECK (1),"
            " CONSTRAINT fk_accounts_book FOREIGN KEY(book) REFERENCES books (id))"
        )
    )
    connection.execute(text("INSERT INTO accounts SELECT * FROM kept"))
    connection.execute(text("DROP TABLE kept"))
    fat = "SELECT 900, book, kind, owner, part, cents + 100000000, at FROM accounts WHERE owner = 'ann' LIMIT 1"
    connection.execute(text(f"INSERT INTO accounts {fat}"))


def test_duplicate_accounts_and_unused_rules_are_found(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    house = House.at(tmp_path / "room.db", create=True)
    house.cage.deposit("ann", 500, who="cage", key="1")
    with house.books.store.engine.connect() as connection:
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
        with connection.begin():
            twice(connection)
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")
    findings = {finding.what for finding in audit(house.books).findings}
    assert "the account balance ann exists more than once" in findings
    assert "the table accounts lacks the constraint unique (book, kind, owner, part)" in findings
    assert any("not_negative" in what for what in findings)
    house.books.store.close()


def test_no_balance_exceeds_the_range_of_the_database(house, monkeypatch):
    monkeypatch.setattr("cardroom.house.books.values.MOST_CENTS", 2 * MOST_HELD)
    with pytest.raises(InputError, match="cannot exceed"):
        house.cage.deposit("ann", MOST_HELD + 1, who="cage", key="1")
    assert house.balance("ann") == 0


# -- copies -------------------------------------------------------------------------------------------------------


def test_an_interrupted_restore_leaves_no_usable_store(house, tmp_path, monkeypatch, databases):
    store = house.books.store
    play(seated(house, "table 7"), 1, Random(1))
    backup(store, tmp_path / "copy.db")
    where = tmp_path / "again.db" if store.sqlite else databases()

    def stop(what, *_):
        if what == "copying lines":
            raise KeyboardInterrupt

    with closing(store.beside(tmp_path / "copy.db")) as copy:
        with pytest.raises(KeyboardInterrupt):
            restore(copy, where, stop)
        with closing(store.beside(where)) as empty:
            assert check_store(Books(empty)).problems
            with pytest.raises(InputError, match="Create or restore it again"):
                House(Books(empty))
        assert restore(copy, where).problems == []
    with closing(store.beside(where)) as again:
        assert audit(House(Books(again)).books).holds


def test_a_backup_is_not_restored_with_a_wrong_key(house, tmp_path):
    backup(house.books.store, tmp_path / "copy.db")
    with closing(Store(tmp_path / "copy.db", key=b"\1" * 32)) as copy, pytest.raises(InputError):
        restore(copy, tmp_path / "again.db")
    assert not (tmp_path / "again.db").exists()


def test_a_read_only_store_can_be_read(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    house = House.at(tmp_path / "room.db", create=True)
    play(seated(house, "table 7"), 1, Random(1))
    house.books.store.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr("cardroom.house.books.database.os.access", lambda *_: False)
    with closing(Store(tmp_path / "room.db", read_only=True)) as store:
        assert audit(Books(store)).holds
        with pytest.raises(StoreError, match="readonly"):
            House(Books(store)).cage.deposit("ann", 5, who="cage", key="1")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert (tmp_path / "room.db").stat().st_mode & 0o77 == 0, "others cannot read it"


def test_no_message_contains_a_password(database, monkeypatch):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    House.at(database, create=True).books.store.close()
    secret = database.replace("postgres@", "postgres:sekrit@")
    with pytest.raises(InputError, match="a store already exists there") as caught:
        Store(secret, create=True, new=True)
    assert "sekrit" not in str(caught.value)


@pytest.mark.parametrize("url", ["postgresql+asyncpg://a@b/c", "postgresql://a@b:port/c", "mysql://a@b/c"])
def test_an_invalid_url_gives_a_one_line_error(url):
    with pytest.raises((InputError, StoreError)):
        Store(url, key=b"\1" * 32)


def test_a_request_is_found_by_its_key_without_reading_later_entries(house, monkeypatch):
    for number in range(5):
        house.cage.deposit("ann", 5, who="cage", key=f"{number}")
    rows = []
    real = Books._page
    monkeypatch.setattr(Books, "_page", lambda *args: (rows.append(line) or line for line in real(*args)))
    assert house.books.by_key("1")[1].key == "1"
    assert [line.key for line in rows] == ["1"]


def test_a_seed_stays_when_its_player_leaves_a_rebuilt_table(house):
    """Whoever stopped the process may know the cards, so a player who leaves must not change them. The table can be
    rebuilt afterwards too."""
    table = seated(house, "table 7")
    table.do(AddSeed("bob", "lucky"))
    again = house.table("table 7")
    again.do(Leave("bob"))
    again.do(StartRound(), "dealer")
    assert ("bob", "lucky") in [tuple(seed) for seed in again.table.shuffle.seeds]
    assert house.table("table 7").round is not None
    assert audit(house.books).holds


def test_a_refused_change_of_games_opens_no_jackpot(house):
    """A new game's rules and jackpots are stored before the step itself. So its id is looked up before them."""
    table = seated(house, "table 7")
    table.do(AddSeed("ann", "my seed"), key="1")
    table._keys.clear()
    before = house.books.heads()
    with pytest.raises(InputError, match="was used for a different request"):
        table.do(ChangeGame(cardroom.game("heads-up-holdem", rules="brook"), {}), "floor", key="1")
    assert house.books.heads() == before
