"""The audit finds every change of the books that bypasses the house, and says where. A checkpoint stored outside finds
changes whose hashes were recomputed."""

import sqlite3
from contextlib import closing

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import LargeBinary, String, text, update

import cardroom
from cardroom.errors import InputError
from cardroom.house import Books, House, LedgerAccount, Store
from cardroom.house.audit.checkpoints import read_checkpoint
from cardroom.house.audit.store import audit
from cardroom.house.books import schema
from cardroom.house.tables import table as tables
from cardroom.play.records.signing import public_key
from cardroom.play.table import Join, Leave
from support.rooms import altered, forge, furnish, line_of, play, rebalance, rehash, rewrite

VAULT = bytes(range(32))
FILE = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request, tmp_path_factory):
    """A store with all kinds of entries. Tests alter it and undo that."""
    if request.param == "sqlite":
        where = tmp_path_factory.mktemp("room") / "room.db"
    else:
        where = request.getfixturevalue("postgres").format("postgres")
    store = Store(where, create=True, key=VAULT)
    furnish(House(Books(store), create=True))
    yield store
    store.close()


@pytest.fixture(scope="module")
def clean(store):
    """The audit of the unaltered store."""
    return audit(Books(store))


def places(findings):
    """The places of the findings."""
    return {(each.book, each.number) for each in findings}


def test_the_audit_of_a_correct_store_finds_nothing(store, clean):
    assert clean.findings == ()
    assert clean.rounds == sum(
        line.kind == "round-ended" for name in Books(store).heads() for line in Books(store).entries(name)
    )
    assert clean.entries == sum(lines for lines, _ in Books(store).heads().values())
    assert dict(clean.checkpoint.balances).keys() == Books(store).balances(empty=True).keys()


@pytest.mark.proof
@FILE
def test_several_processes_find_the_same(store, tmp_path):
    copy = tmp_path / "room.db"
    with closing(sqlite3.connect(store.file)) as source, closing(sqlite3.connect(copy)) as target, target:
        source.backup(target)
        target.execute("UPDATE lines SET who = 'mallory' WHERE kind = 'round-ended'")
        target.execute("UPDATE postings SET cents = cents + 1 WHERE cause = 'bet'")
    forged = Store(copy, key=VAULT)
    one, several = audit(Books(forged)), audit(Books(forged), workers=2)
    forged.close()
    assert len({each.book for each in one.findings}) > 2
    assert several._replace(checkpoint=one.checkpoint) == one
    assert msgspec.structs.replace(several.checkpoint, at=one.checkpoint.at) == one.checkpoint


def test_an_audit_resumes_from_its_checkpoint(store, clean):
    again = audit(Books(store), clean.checkpoint, resume=True)
    assert (again.entries, again.rounds, again.findings) == (0, 0, ())
    assert again.checkpoint.digest() == clean.checkpoint.digest()
    whole = audit(Books(store), clean.checkpoint)
    assert (whole.entries, whole.findings) == (clean.entries, ())


# -- one altered value ----------------------------------------------------------------------------------------------

COLUMNS = [(table.name, column.name) for table in schema.metadata.sorted_tables for column in table.c]


def other(column, value):
    """A different value, as similar as possible."""
    if value is None:
        return "forged"
    if isinstance(value, bool):
        return not value
    if isinstance(column.type, LargeBinary):
        middle = len(value) // 2
        return bytes(value[:middle]) + bytes([value[middle] ^ 1]) + bytes(value[middle + 1 :])
    if isinstance(column.type, String):
        return value[:-1] + ("x" if value[-1:] != "x" else "y")
    return value + (1000 if column.primary_key or column.foreign_keys else 1)


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_one_altered_value_of_any_column_is_found(store, table, column):
    columns = schema.metadata.tables[table]
    with altered(store) as (connection, books):
        rows = connection.execute(columns.select().order_by(*columns.primary_key.columns)).all()
        row = rows[len(rows) // 2]
        where = [each == getattr(row, each.name) for each in columns.primary_key.columns]
        value = other(columns.c[column], getattr(row, column))
        connection.execute(update(columns).where(*where).values({column: value}))
        findings = audit(books).findings
    assert findings
    if table in ("lines", "postings") and column not in ("book", "number"):
        names = dict(connection_names(store))
        assert (names[row.book], row.number) in places(findings)


def connection_names(store):
    """The books' names by their ids."""
    with store.reading() as connection:
        return [(row.id, row.name) for row in connection.execute(schema.books.select())]


def test_a_change_to_unbinding_prose_of_stored_rules_is_found(store):
    with altered(store) as (connection, books):
        row = connection.execute(schema.rules.select()).first()
        rules = msgspec.json.decode(bytes(row.text))
        rules["name"] += "!"
        change = update(schema.rules).where(schema.rules.c.digest == row.digest)
        connection.execute(change.values(text=msgspec.json.encode(rules)))
        findings = audit(books).findings
    assert any(each.book == "cage" and "the rule set" in each.what for each in findings)


# -- added and removed rows ------------------------------------------------------------------------------------------


def delete(connection, table, book, number):
    where = {"b": book, "n": number}
    connection.execute(text(f"DELETE FROM {table} WHERE book = :b AND number = :n"), where)


def test_a_removed_entry_is_found(store):
    with altered(store) as (connection, books):
        line = line_of(connection, "banked", "answered", 3)
        delete(connection, "lines", line.book, line.number)
        assert ("banked", line.number) in places(audit(books).findings)


def test_a_removed_posting_is_found(store):
    with altered(store) as (connection, books):
        line = line_of(connection, "dealer", "joined")
        delete(connection, "postings", line.book, line.number)
        assert ("dealer", line.number) in places(audit(books).findings)


@FILE
def test_an_account_number_that_is_text_does_not_end_the_audit_of_its_book(store):
    with altered(store) as (connection, books):
        first, last = (line_of(connection, "banked", kind, nth) for kind, nth in (("joined", 0), ("round-ended", 1)))
        change = text("UPDATE postings SET payer = 'x' WHERE book = :b AND number = :n")
        connection.execute(change, {"b": first.book, "n": first.number})
        delete(connection, "postings", last.book, last.number)
        findings = audit(books).findings
    assert {("banked", first.number), ("banked", last.number)} <= places(findings)


def test_two_swapped_entries_are_found(store):
    with altered(store) as (connection, books):
        first, second = (line_of(connection, "poker", "answered", nth) for nth in (0, 1))
        for line, number in ((first, 9001), (second, first.number)):
            move = text("UPDATE lines SET number = :to WHERE book = :b AND number = :n")
            connection.execute(move, {"to": number, "b": line.book, "n": line.number})
        connection.execute(
            text("UPDATE lines SET number = :to WHERE book = :b AND number = 9001"),
            {"to": second.number, "b": first.book},
        )
        assert {("poker", first.number), ("poker", second.number)} <= places(audit(books).findings)


def test_a_removed_book_is_found(store, clean):
    with altered(store) as (connection, books):
        number = line_of(connection, "dealer", "game-set").book
        for table in ("postings", "lines", "accounts"):
            connection.execute(text(f"DELETE FROM {table} WHERE book = :b"), {"b": number})
        connection.execute(text("DELETE FROM books WHERE id = :b"), {"b": number})
        forge(connection, books)
        assert ("dealer", 0) in places(audit(books, clean.checkpoint).findings)
        assert ("dealer", 0) in places(audit(books, clean.checkpoint, resume=True).findings)


def test_a_removed_cage_book_is_found_and_not_recreated(store):
    with altered(store) as (connection, books):
        connection.execute(text("DELETE FROM lines WHERE book = (SELECT id FROM books WHERE name = 'cage')"))
        connection.execute(text("DELETE FROM books WHERE name = 'cage'"))
        assert ("cage", 0) in places(audit(books).findings)
        assert "cage" not in books.heads()


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE lines ADD COLUMN hidden VARCHAR",
        "CREATE TABLE second_books (id INTEGER)",
        "CREATE VIEW shown AS SELECT * FROM accounts",
    ],
)
def test_schema_changes_are_found(store, sql):
    with altered(store) as (connection, books):
        connection.execute(text(sql))
        assert ("store", 0) in places(audit(books).findings)


def test_orphaned_rows_are_found(store):
    with altered(store) as (connection, books):
        book = line_of(connection, "banked", "game-set").book
        account = {"book": book, "kind": "stack", "owner": "eve", "part": "", "cents": 0, "id": 9001}
        connection.execute(schema.accounts.insert(), account)
        posting = connection.execute(schema.postings.select()).mappings().first()
        connection.execute(schema.postings.insert(), dict(posting) | {"number": 9001, "book": book})
        connection.execute(schema.rules.insert(), {"digest": "ab" * 32, "text": b"{}"})
        findings = audit(books).findings
    assert {("banked", 0), ("banked", 9001), ("cage", 0)} <= places(findings)


# -- forged hashes and balances -----------------------------------------------------------------------


def test_only_the_checkpoint_reveals_a_rehashed_tail(store, clean):
    with altered(store) as (connection, books):
        line = line_of(connection, "cage", "deposit", 1)
        where = (schema.lines.c.book == line.book, schema.lines.c.number == line.number)
        connection.execute(update(schema.lines).where(*where).values(who="cage 9"))
        rehash(connection, books)
        assert audit(books).findings == ()  # nothing in the store shows it
        for resume in (False, True):
            findings = audit(books, clean.checkpoint, resume=resume).findings
            assert {each.book for each in findings} == {"cage"}
            assert ("cage", clean.checkpoint.heads["cage"][0]) in places(findings)


def test_only_the_checkpoint_reveals_a_removed_tail_with_adjusted_balances(store, clean):
    with altered(store) as (connection, books):
        line = line_of(connection, "poker", "game-set", 1)
        end = line.number - 2  # after the last round of the first game, and before its cards were given up
        for table in ("postings", "lines"):
            cut = text(f"DELETE FROM {table} WHERE book = :b AND number > :n")
            connection.execute(cut, {"b": line.book, "n": end})
        connection.execute(
            text("DELETE FROM accounts WHERE id NOT IN (SELECT payer FROM postings UNION SELECT payee FROM postings)")
        )
        forge(connection, books)
        assert audit(books).findings == ()
        assert ("poker", 0) in places(audit(books, clean.checkpoint).findings)
        assert "poker" in {each.book for each in audit(books, clean.checkpoint, resume=True).findings}


def forged(store, alter):
    """The findings after an alteration whose hashes and balances were all forged."""
    with altered(store) as (connection, books):
        line = alter(connection)
        forge(connection, books)
        return line.number, audit(books).findings


def test_only_the_checkpoint_reveals_a_larger_deposit_with_new_hashes(store, clean):
    with altered(store) as (connection, books):
        line = line_of(connection, "cage", "deposit", 2)
        raise_it = text("UPDATE postings SET cents = cents + 100 WHERE book = :b AND number = :n")
        connection.execute(raise_it, {"b": line.book, "n": line.number})
        forge(connection, books)
        assert audit(books).findings == ()
        assert audit(books, clean.checkpoint).findings


def test_a_cent_between_two_players_and_back_is_found(store):
    def alter(connection):
        several = text(
            "SELECT postings.book, number FROM postings JOIN books ON books.id = postings.book WHERE cause = 'wager'"
            " AND books.name = 'banked' GROUP BY postings.book, number HAVING COUNT(DISTINCT payer) > 1"
        )
        line = connection.execute(several).first()
        query = text(
            "SELECT MIN(item) FROM postings WHERE book = :b AND number = :n AND cause = 'wager' GROUP BY payer"
        )
        items = connection.execute(query, {"b": line.book, "n": line.number}).scalars().all()
        for item, by in ((items[0], 1), (items[1], -1)):
            change = text("UPDATE postings SET cents = cents + :by WHERE book = :b AND number = :n AND item = :i")
            connection.execute(change, {"by": by, "b": line.book, "n": line.number, "i": item})
        return line

    number, findings = forged(store, alter)
    assert ("banked", number) in places(findings)
    assert any("posting" in each.what and "should be" in each.what for each in findings)


def test_a_replaced_record_is_found(store):
    def alter(connection):
        first, second = (line_of(connection, "dealer", "round-ended", nth) for nth in (0, 1))
        for line, body in ((first, second.body), (second, first.body)):
            change = text("UPDATE lines SET body = :body WHERE book = :b AND number = :n")
            connection.execute(change, {"body": bytes(body), "b": line.book, "n": line.number})
        return first

    number, findings = forged(store, alter)
    assert ("dealer", number) in places(findings)


def body_altered(book, kind, change, nth=0):
    def alter(connection):
        line = line_of(connection, book, kind, nth)
        rewrite(connection, line, change)
        return line

    return alter


def other_outcome(body):
    body["outcome"]["net"] = {name: -cents for name, cents in body["outcome"]["net"].items()}


def both_more(body):
    for each in body["accounts"]:
        each["before"] += 1
        each["after"] += 1


@pytest.mark.sampled(3)
@FILE  # the allowed content of an entry is the same in every database
@pytest.mark.parametrize(
    ("book", "kind", "change"),
    [
        ("banked", "game-set", lambda body: body.update(money=False)),
        ("banked", "game-set", lambda body: body.update(table="dealer")),
        ("banked", "game-set", lambda body: body.update(unread="a note")),
        ("banked", "meter-read", lambda body: body.update(reads=body["reads"] + 1)),
        ("banked", "joined", lambda body: body.update(bettor="bob")),
        ("banked", "round-started", lambda body: body["opening"].update(previous="ab" * 32)),
        ("banked", "round-ended", other_outcome),
        ("banked", "round-voided", lambda body: body.update(type="shuffle-discarded")),
        ("banked", "shuffle-discarded", lambda body: body["transcript"].update(kind="given")),
        ("dealer", "left", lambda body: body.update(cents=body["cents"] - 100)),
        ("cage", "correction", both_more),
        ("cage", "correction", lambda body: body["accounts"][0].update(after=1)),
        ("cage", "correction", lambda body: body.update(why="another reason")),
        ("cage", "deposit", lambda body: body.update(note="hidden")),
        ("cage", "rules", lambda body: body.update(sha256="ab" * 32)),
    ],
)
def test_the_content_of_an_entry_is_compared_with_the_computed_one(store, book, kind, change):
    number, findings = forged(store, body_altered(book, kind, change))
    assert (book, number) in places(findings)


def posted(book, kind, sets, nth=0, item=0):
    def alter(connection):
        line = line_of(connection, book, kind, nth)
        change = text(f"UPDATE postings SET {sets} WHERE book = :b AND number = :n AND item = {item}")
        connection.execute(change, {"b": line.book, "n": line.number})
        return line

    return alter


@pytest.mark.sampled(3)
@FILE
@pytest.mark.parametrize(
    ("book", "alter"),
    [
        ("banked", posted("banked", "game-set", "cents = cents + 1")),  # a jackpot's seed
        ("banked", posted("banked", "joined", "cents = cents + 1")),
        ("dealer", posted("dealer", "left", "cents = cents - 1")),
        ("banked", posted("banked", "round-ended", "cite = 'another rule'", item=2)),
        ("cage", posted("cage", "fill", "cause = 'credit'")),
        ("cage", posted("cage", "deposit", "payer = payee, payee = payer")),
        ("cage", posted("cage", "correction", "cents = cents + 1", nth=1)),
    ],
)
def test_the_postings_of_an_entry_are_compared_with_its_content(store, book, alter):
    number, findings = forged(store, alter)
    assert (book, number) in places(findings)


def test_a_fill_larger_than_the_shortage_is_found(store):
    def alter(connection):
        query = text(
            "SELECT lines.* FROM lines JOIN postings ON postings.book = lines.book AND postings.number = lines.number"
            " WHERE lines.kind = 'round-ended' AND postings.cause = 'fill'"
        )
        line = connection.execute(query).first()
        change = text("UPDATE postings SET cents = cents + 1 WHERE book = :b AND number = :n AND cause = 'fill'")
        connection.execute(change, {"b": line.book, "n": line.number})
        return line

    number, findings = forged(store, alter)
    assert ("banked", number) in places(findings)
    assert any("before its fill" in each.what for each in findings)


def test_decreasing_times_are_found(store):
    def alter(connection):
        line = line_of(connection, "poker", "joined", 2)
        change = text("UPDATE lines SET at = at - 100000000 WHERE book = :b AND number = :n")
        connection.execute(change, {"b": line.book, "n": line.number})
        return line

    number, findings = forged(store, alter)
    assert ("poker", number) in places(findings)


# -- marks ----------------------------------------------------------------------------------------------------------


def test_a_changed_checkpoint_is_rejected(clean):
    key = Ed25519PrivateKey.generate()
    signed = clean.checkpoint.signed(key)
    assert read_checkpoint(signed.json(), public_key(key)) == signed
    for field in ("heads", "balances", "at", "key", "signature"):
        value = msgspec.json.decode(signed.json())
        if field == "balances":
            value[field][0][1] += 1
        elif field == "heads":
            value[field]["cage"][0] += 1
        else:
            value[field] = value[field] + 1 if field == "at" else "00" + value[field][2:]
        with pytest.raises(InputError, match="changed"):
            read_checkpoint(msgspec.json.encode(value))
    with pytest.raises(InputError, match="not signed"):
        read_checkpoint(clean.checkpoint.json(), public_key(key))
    with pytest.raises(InputError, match="signed with the key"):
        read_checkpoint(signed.json(), public_key(Ed25519PrivateKey.generate()))


def test_a_changed_snapshot_before_the_checkpoint_is_found(tmp_path, monkeypatch):
    """A resumed audit starts from the last snapshot, which is chained up to the checkpoint."""
    import random  # noqa: PLC0415

    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 2)
    store = Store(tmp_path / "room.db", create=True, key=VAULT)
    house = House(Books(store), create=True)
    table = house.open_table("seven", cardroom.game("heads-up-holdem"), who="floor")
    for name in ("ann", "bob"):
        house.cage.deposit(name, 10_000_000, who="cage 1", key=f"slip {name}")
        table.do(Join(name, 50_000))
    rng = random.Random(1)
    play(table, 3, rng)
    before = audit(house.books)
    assert before.findings == ()
    play(table, 2, rng)
    after = audit(house.books, before.checkpoint, resume=True)
    assert (after.findings, after.rounds) == ((), 2)
    with altered(store) as (connection, books):
        stands = line_of(connection, "seven", "snapshot")
        vault = store.vault
        entry = msgspec.json.decode(vault.decrypt(bytes(stands.body), "seven", stands.number))
        entry["rounds"] += 1
        body = vault.encrypt(msgspec.json.encode(entry), "seven", stands.number)
        change = text("UPDATE lines SET body = :body WHERE book = :b AND number = :n")
        connection.execute(change, {"body": body, "b": stands.book, "n": stands.number})
        rehash(connection, books)
        findings = audit(books, before.checkpoint, resume=True).findings
        assert ("seven", before.checkpoint.heads["seven"][0]) in places(findings)
        assert ("seven", stands.number) in places(audit(books).findings)
    store.close()


def test_withdrawing_winnings_is_not_an_overdraft(tmp_path):
    """The cage's book and tables' books both move a balance. Only the clock gives their order."""
    store = Store(tmp_path / "room.db", create=True, key=VAULT)
    house = House(Books(store), create=True)
    house.cage.deposit("ann", 100, who="cage 1", key="in 1")
    house.cage.deposit("bob", 900, who="cage 1", key="in 2")
    table = house.open_table("seven", cardroom.game("heads-up-holdem"), who="floor")
    house.cage.fill("seven", 500, who="cage 1", key="fill")
    table.do(Join("ann", 100))
    house.cage.correct(
        LedgerAccount("seven", "house"), LedgerAccount("cage", "balance", "ann"), 300, who="m", why="w", key="c"
    )
    table.do(Leave("ann"))
    house.cage.withdraw("ann", 400, who="cage 1", key="out")
    assert audit(house.books).findings == ()
    store.close()


def test_rebalancing_alone_changes_nothing(store):
    """The forging functions work: used on unaltered books, they cause no finding."""
    with altered(store) as (connection, books):
        rebalance(connection)
        rehash(connection, books)
        assert audit(books).findings == ()
