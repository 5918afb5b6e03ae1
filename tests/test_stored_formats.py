"""Stores, rooms, records and rules of version 0.1.0 still open, replay and pass an audit, with the same content."""

import json
import os
from collections import defaultdict
from random import Random

import msgspec
import psycopg
import pytest

import cardroom
from cardroom.games import all_games
from cardroom.house import House
from cardroom.house.books.values import entry_hash, is_table
from cardroom.house.jackpots.pools import pool_entry
from cardroom.house.tables.entries import entry_of
from cardroom.house.tables.recall import Recall
from cardroom.play.records.file import Record
from cardroom.play.table.commands import Join, Pause, Return, TopUp
from cardroom.verifier import check_lines
from cardroom.web.halls.databases import databases_for
from cardroom.web.halls.table_config import read_config
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.room_store import RoomStore
from cardroom.web.people.store import PeopleStore
from cli.command import json_lines, run
from houses import step
from stored import FILES, copied, lines, value

TAGS = {
    *("plays", "joined", "added", "left", "sat-out", "away", "circled", "read", "shuffled", "stands", "seeded"),
    *("dropped", "opened", "answered", "voided", "closed", "halted", "ended"),
}
"""The kinds of entries of a table's log."""
CAGE_KINDS = {"made", "note", "deposit", "withdrawal", "rules", "fill", "credit", "correction"}
JACKPOT_KINDS = {"started", "linked", "unlinked", "hit", "waits", "ceiling", "funded", "set-aside", "morning"}
OPEN_ROUNDS = ("chinese", "pai gow", "poker")
MARCH_2025 = 1_741_000_060
"""When the room was open."""


def contents(house):
    """The contents of a house, in the form of `fixtures/write_house.py`."""
    tables = {}
    for name in house.tables():
        table = house.table(name).table
        tables[name] = {
            "game": table.game.slug,
            "rules": table.game.rules.digest,
            "rounds": table.rounds,
            "stacks": table.stacks,
            "seats": table.seats,
            "head": table.state.head,
            "commitment": table.commitment,
            "halted": table.state.paused,
            "ended": table.state.closed,
            "answers": [[each.spot, each.action, each.value] for each in table.round.answers] if table.round else None,
        }
    results = {
        "books": house.books.heads(),
        "tables": tables,
        "balances": [[*purse, cents] for purse, cents in house.books.balances().items()],
        "jackpots": {name: house.jackpots.amounts(name)._asdict() for name in house.jackpots.names()},
    }
    return json.loads(msgspec.json.encode(results))


def without_time(result):
    """The same, without the amounts that are overdue after a week."""
    for each in result["jackpots"].values():
        del each["short"]
    result["balances"].sort()
    return result


def top_up(house, table):
    """Top up players with few chips, so that play can continue. The cards are different in every run."""
    for who, chips in table.table.stacks.items():
        if chips < 20_000 and who not in table.table.state.behind:
            house.deposit(who, 40_000, who="cage 1", key=os.urandom(8).hex())
            table.do(TopUp(who, 40_000 - chips))


def play_on(house):
    """Let every occupied table end its round and play another. Return the number of rounds of each table."""
    for number, name in enumerate(house.jackpots.names()):
        if house.jackpots.pool(name).terms.rule == "progressive":
            house.jackpots.set_aside(name, who="manager", key=f"aside today {number}")
    ended = {}
    for name in house.tables():
        table, random = house.table(name), Random(3)
        if not table.table.stacks:
            continue
        for who in [*table.table.state.away]:
            table.do(Return(who))
        if table.table.state.paused:
            table.do(Pause("the deck is whole", False), "floor")
        end = table.table.rounds + (2 if table.round else 1)
        while table.table.rounds < end:
            if table.round is None:
                top_up(house, table)
            step(table, random)
        ended[name] = table.table.rounds
    return ended


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A copy of the store, beside its key."""
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    return copied("store-3", tmp_path) / "house.db"


@pytest.fixture
def house(store):
    house = House.at(store)
    yield house
    house.books.store.close()


# -- a store of money ------------------------------------------------------------------------------------------------


def test_a_store_opens_and_every_table_is_rebuilt_as_it_was(house):
    assert without_time(contents(house)) == without_time(value("store-3/told.json"))
    for name in OPEN_ROUNDS:
        assert house.table(name).round is not None


def test_the_store_has_every_kind_of_ledger_entry(house):
    kinds = defaultdict(set)
    for book in house.books.heads():
        kinds["table" if is_table(book) else book.split(":")[0]] |= {line.kind for line in house.entries(book)}
    assert kinds == {"table": TAGS, "cage": CAGE_KINDS, "jackpot": JACKPOT_KINDS}
    secret = [line.kind for book in house.tables() for line in house.entries(book) if line.secret]
    assert {*secret} == {"shuffled", "stands", "answered"}


def test_every_log_entry_is_encoded_unchanged(house):
    for book in house.tables():
        for line in house.entries(book):
            text = house.books.plaintext(book, line)
            assert msgspec.json.encode(entry_of(text)) == text, (book, line.number)
    for name in house.jackpots.names():
        for line in house.entries(f"jackpot: {name}"):
            assert msgspec.json.encode(pool_entry(line)) == line.body, (name, line.number)


@pytest.mark.parametrize("text", lines("store-3/log.jsonl"), ids=lambda text: json.loads(text)["type"])
def test_an_entry_of_each_kind_is_encoded_unchanged(text):
    assert msgspec.json.encode(entry_of(text.encode())).decode() == text


def test_a_snapshot_of_a_table_is_complete(house):
    """The fixture is useful: it contains rare cases."""
    results = [
        json.loads(house.books.plaintext(book, line))
        for book in house.tables()
        for line in house.entries(book)
        if line.kind == "snapshot"
    ]
    for field in ("stacks", "seats", "behind", "circles", "out", "away", "carry", "others", "left", "halted"):
        assert any(each[field] for each in results), field


def test_open_rounds_end_and_all_tables_continue(house, store):
    before = value("store-3/told.json")["tables"]
    ended = play_on(house)
    assert ended.keys() == {name for name, each in before.items() if not each["ended"]}
    assert all(rounds > before[name]["rounds"] for name, rounds in ended.items())
    assert json.loads(run("audit", store, "--json").stdout)["holds"]


def test_an_old_request_is_still_recognized(house):
    balance, chips = house.balance("ann"), house.table("poker").table.stacks
    house.deposit("ann", 5_000_000, who="cage 1", key="slip ann")
    house.table("poker").do(Join("ann", 40_000), key="ann at poker")
    assert (house.balance("ann"), house.table("poker").table.stacks) == (balance, chips)
    with pytest.raises(cardroom.CardroomError, match="used for a different request"):
        house.table("poker").do(Join("ann", 41_000), key="ann at poker")


@pytest.mark.parametrize("mark", ["mark.json", "mark-signed.json"])
def test_a_store_is_audited_in_full_and_from_a_checkpoint(store, tmp_path, mark):
    result = json.loads(run("audit", store, "--json").stdout)
    assert (result["holds"], result["findings"]) == (True, [])
    assert result["rounds"] == sum(each["rounds"] for each in value("store-3/told.json")["tables"].values())
    message = value(f"records-3/{mark}")
    assert result["head"]
    (tmp_path / mark).write_bytes((FILES / "records-3" / mark).read_bytes())
    more = ("--verify", message["key"]) if message["key"] else ()
    again = json.loads(run("audit", store, "--mark", tmp_path / mark, *more, "--json").stdout)
    assert (again["holds"], again["rounds"], again["held_to"]) == (True, 0, result["head"])


def test_rounds_are_recalled_step_by_step(house):
    recall = Recall(house.books)
    listed = [each for name in house.tables() for each in recall.of_table(name, limit=100).rounds]
    assert len(listed) >= 25
    voided = 0
    for each in listed:
        result = recall.round(each.table, each.number)
        *_, last = result.steps()
        if result.voided:
            voided += 1
        else:
            assert last.done
            assert result.record(whole=True).outcome.net == last.net
    assert voided == 2


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_backup_is_restored(store, tmp_path, to, request, monkeypatch):
    where = str(tmp_path / "again.db") if to == "sqlite" else new_database(request, "store_3")
    run("store", "backup", tmp_path / "copy.db", store)
    run("store", "restore", tmp_path / "copy.db", where, "--key", store.with_suffix(".key"))
    monkeypatch.setenv("CARDROOM_KEY", store.with_suffix(".key").read_text().strip())
    house = House.at(where)
    try:
        found, told = without_time(contents(house)), without_time(value("store-3/told.json"))
        entries, head = told["books"]["cage"]
        note = house.books.last("cage")
        assert (note.number, entry_hash(head, note)) == (entries + 1, note.hash)  # the note of the restore
        assert found | {"books": {**found["books"], "cage": [entries, head]}} == told
        play_on(house)
    finally:
        house.books.store.close()
    assert json.loads(run("audit", where, "--json").stdout)["holds"]


def new_database(request, name):
    """A new database of the session's PostgreSQL."""
    server = request.getfixturevalue("postgres")
    name = f"{name}_{os.getpid()}_{os.urandom(4).hex()}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as database:
        database.execute(f"CREATE DATABASE {name}")
    return server.format(name)


# -- a room that was served ------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def room(request, tmp_path, monkeypatch):
    """The databases of a room, and its noted contents."""
    monkeypatch.setenv("CARDROOM_KEY", (FILES / "room-3/room.key").read_text().strip())
    if request.param == "sqlite":
        return databases_for(f"sqlite:///{copied('room-3', tmp_path)}/room.db"), value("room-3/room.json")
    url = new_database(request, "room_3")
    with psycopg.connect(url, autocommit=True) as database:
        database.execute((FILES / "room-3/postgresql.sql").read_text())
    return databases_for(url), value("room-3/postgresql.json")


def test_people_and_their_roles_are_unchanged(room):
    where, message = room
    people = PeopleStore(PeopleDatabase(where.people), now=lambda: MARCH_2025)
    store = RoomStore(people.database)
    try:
        users = [[each.name, [*each.roles], each.barred] for each in people.users()]
        assert users == [[each["name"], each["roles"], each["barred"]] for each in message["people"]]
        assert [each._asdict() for each in people.stops()] == message["stops"]
        for who, token in message["sessions"].items():
            assert people.session(token).name == (message["guest"] if who == "guest" else who)
        assert people.user(message["guest"]).guest
        assert not people.user("operator").must_change_password
        assert people.session(people.sign_in("ann", message["password"])).name == "ann"
        assert len(store.secret("forged requests")) == 64
        with pytest.raises(cardroom.CardroomError, match="Wrong name or password"):
            people.sign_in("ann", "something else")
        runs = {
            hall: {name: read_config(text) for name, text in store.configs(hall).items()} for hall in ("money", "play")
        }
        assert runs["money"].keys() == {"poker", "banked"}
        assert runs["play"].keys() == {"draw", "bots", "gone"}
        draw, bots = runs["play"]["draw"], runs["play"]["bots"]
        assert (draw.timing.answer_time, draw.timing.pause_between, draw.timing.timeouts_allowed, draw.bots) == (
            86_400,
            1,
            5,
            0,
        )
        assert (bots.timing.answer_time, bots.bots, bots.practice) == (30, 2, "")
        for hall, tables in runs.items():
            for name, how in tables.items():
                before, now = json.loads(store.config(hall, name)), json.loads(msgspec.json.encode(how))
                assert now.pop("settings") == before.pop("settings") | {"waits": False}  # newer than the fixture
                assert now == before
    finally:
        people.database.close()


def test_both_houses_of_a_room_continue(room):
    where, message = room
    for hall, url in (("money", where.money), ("play", where.play)):
        house = House.at(url)
        try:
            assert {*house.tables()} >= {each["name"] for each in message["tables"][hall]}
            if hall == "money":
                assert house.balance("ann") + house.balance("bob") == message["liabilities"]["money"]["balances"]
            ended = play_on(house)
            assert {*ended} == {each["name"] for each in message["tables"][hall] if each["taken"]}
        finally:
            house.books.store.close()
        alone = hall == "money"  # bob plays and audits, which no one may any more
        found = json.loads(run("audit", url, "--json", code=int(alone)).stdout)["findings"]
        assert ["One person cannot be auditor and player" in each["what"] for each in found] == [True] * alone


# -- records, proofs, hands ------------------------------------------------------------------------------------------

RECORDS = sorted(path.name for path in (FILES / "records-3").glob("*.jsonl"))
VERDICTS = value("records-3/verdicts.json")


@pytest.mark.parametrize("name", VERDICTS)
def test_records_shuffles_and_proofs_get_the_same_verdicts(name):
    """A simulated shuffle proves nothing, and the verdict says so. Everything played for money is valid."""
    message, file = VERDICTS[name], FILES / "records-3" / name
    texts = [line for line in file.read_text().split("\n") if line]
    heads = [each.hash for each in check_lines([("", line) for line in texts]) if each.hash]
    saved = ("--head", heads[-1]) if name.startswith("money") and heads else ()
    result = json_lines(run("verify", file, "--json", *saved, code=message["code"]))
    verdicts = [[each["verdict"], each["holds"], each["commitment"]] for each in result]
    assert verdicts[: len(texts)] == message["lines"][: len(texts)]
    assert saved or verdicts == message["lines"]
    assert "fails" not in [each[0] for each in message["lines"]]


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_encoded_unchanged(name):
    results = [line for line in lines(f"records-3/{name}") if "cardroom-round" in line[:40]]
    assert results
    for line in results:
        assert Record.from_json(line).json() == line


@pytest.mark.parametrize("name", [name for name in RECORDS if "for-all" not in name])
def test_records_replay(name):
    run("replay", FILES / "records-3" / name, "--check")


def test_a_round_of_each_script_is_stored():
    scripts = {f"simulated-{game.rules.script}.jsonl" for game in all_games()}
    assert {name for name in RECORDS if name.startswith("simulated")} <= scripts
    assert len(scripts) >= 14


def test_phh_hands_are_written_and_read_unchanged(tmp_path):
    text = (FILES / "records-3/texas-holdem.phh").read_text()
    assert run("replay", FILES / "records-3/texas-holdem.jsonl", "--phh").stdout == text
    (tmp_path / "hands.phhs").write_text(text)
    run("replay", tmp_path / "hands.phhs", "--check")


# -- rules -----------------------------------------------------------------------------------------------------------

RULES = value("rules-0.1.json")


def test_the_rules_of_every_game_keep_their_digests():
    games = {f"{game.slug}/{game.rules.rules}": game for game in all_games()}
    for name, (digest, version) in RULES["games"].items():
        assert games[name].rules.digest == digest
        assert games[name].replays(version), f"{name}: rounds of {version} do not replay"


@pytest.mark.parametrize("name", RULES["under house rules"])
def test_house_rules_keep_their_part_of_the_digest(name):
    which, chosen = name.split(" ", 1)
    slug, rules = which.split("/")
    game = cardroom.game(slug, rules=rules, **json.loads(chosen))
    assert game.rules.digest == RULES["under house rules"][name]


def test_formats_keep_their_names(house, store):
    [output] = json_lines(run("store", "check", store, "--json"))
    assert output["version"] == RULES["formats"]["store"]
    result = json_lines(run("deal", "texas-holdem", "-n", 1, "--json"))
    assert result[0]["version"] == RULES["formats"]["shuffle"]
    assert result[1]["format"] == RULES["formats"]["round"]
