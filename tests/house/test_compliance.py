"""Requirements of test laboratories and regulators for accounts and records, one by one.

Sections are of GLI-19 v3.0, Standards for Interactive Gaming Systems; each test is named by what it asks.
"""

import csv
import json
from contextlib import closing
from datetime import UTC, date
from random import Random

import msgspec
import pytest
from sqlalchemy import text

import cardroom
from cardroom.errors import InputError, InvariantError
from cardroom.house import CAGE, OUTSIDE, Books, House, LedgerAccount, StoreError, player
from cardroom.house.audit.store import audit
from cardroom.house.backup.copies import backup
from cardroom.house.backup.program import DAY, Program, program_digest
from cardroom.house.books.store import Store
from cardroom.house.reports.gaming_day import GamingDays, table_days
from cardroom.play.round.events import Transfer
from cardroom.play.round.places import stack_of
from cardroom.play.table import Join, Leave, StartRound, TopUp, Void
from cli.command import run
from support.houses import play, play_into, seated, step


def body_of(line):
    """The body of an entry of the cage's book."""
    return msgspec.json.decode(line.body)


# -- 4.3.3 b: a wager never makes a balance negative; the stake is debited when it is committed ---------


def test_4_3_3_b_a_wager_never_makes_a_balance_negative(house):
    table = seated(house, "table 7", chips=1_500)
    random = Random(1)
    for _ in range(12):
        if table.table.state.missing:
            break
        play(table, 1, random)
        assert min(table.table.stacks.values()) >= 0
        assert min(cents for account, cents in house.books.balances().items() if account != OUTSIDE) >= 0
    with pytest.raises(InputError, match="Insufficient funds"):
        table.do(Join("dee", 500))  # a player with nothing in the cage
    assert audit(house.books).holds


def wagered(table):
    """A player with a wager in the current round, and its amount."""
    moved = [event for event in table.round.events if isinstance(event, Transfer) and event.cause == "wager"]
    who = moved[0].payer.owner if moved else ""
    return moved and (who, sum(event.amount for event in moved if event.payer.owner == who))


def test_4_3_3_b_a_committed_stake_can_be_neither_wagered_again_nor_withdrawn(house):
    table = seated(house, "table 7", "heads-up-holdem", players=("ann", "bob"))
    table.do(StartRound(), "dealer")
    random = Random(1)
    while not (placed := wagered(table)):
        step(table, random)
    who, cents = placed
    has = table.round.chips.balances[stack_of(who)]
    assert has == table.table.stacks[who] - cents
    for ask_for in (lambda: table.do(Leave(who)), lambda: table.do(TopUp(who, 500))):
        with pytest.raises(InputError, match="only between rounds"):
            ask_for()
    assert house.table("table 7").round.chips.balances[stack_of(who)] == has, "in another process too"


# -- 4.3.3 e: no new game before the last is settled and its history is written -------------------------


def test_4_3_3_e_no_game_begins_before_the_last_is_settled_and_written(house, monkeypatch):
    table, random = seated(house, "table 7"), Random(2)
    play_into(table, 1, random)
    with pytest.raises(InputError, match="only between rounds"):
        table.do(StartRound(), "dealer")

    def fails(*_, **__):
        raise StoreError("the disk is full")

    while table.round:
        with monkeypatch.context() as failing:
            failing.setattr(house.books, "append", fails)
            with pytest.raises(StoreError):
                step(table, Random(3))
            if table.round is not None:
                with pytest.raises(InputError, match="only between rounds"):
                    table.do(StartRound(), "dealer")
        step(table, Random(3))
    kinds = [line.kind for line in house.entries("table 7")]
    assert kinds.count("round-started") == kinds.count("round-ended") == 1
    table.do(StartRound(), "dealer")
    kinds = [line.kind for line in house.entries("table 7")]
    assert [kind for kind in kinds if kind in ("round-started", "round-ended")] == [
        "round-started",
        "round-ended",
        "round-started",
    ]


# -- 4.4.2: each wager and each win of a game with several is shown separately --------------------------


def test_4_4_2_each_wager_and_each_win_has_its_own_posting(house):
    table = seated(house, "table 7", "heads-up-holdem", players=("ann", "bob", "cyd"))
    random, postings = Random(5), []
    while table.table.rounds < 200 and not any(posting.cause == "win" for posting in postings):  # the cards are random
        play(table, 8, random)
        lines = house.entries("table 7")
        postings = [posting for line in lines for posting in line.postings if posting.cause in ("wager", "win", "loss")]
    assert all(posting.wager and posting.spot for posting in postings)
    assert len({posting.wager for posting in postings}) >= 3
    won = [posting for posting in postings if posting.cause == "win"]
    assert won
    assert all(posting.cite for posting in won), "by which rule it was paid"
    for line in house.entries("table 7"):
        placed = [(posting.spot, posting.wager) for posting in line.postings if posting.cause == "win"]
        assert len(placed) == len(set(placed)), "a win a wager"


# -- 2.3.2: the program checks itself at least once a day, and on demand --------------------------------


def test_2_3_2_the_program_checks_itself_daily_and_on_demand(house, tmp_path):
    clock, tmp_path = [1_000_000.0], tmp_path / "program"
    tmp_path.mkdir()
    (tmp_path / "rules.toml").write_text('ante = "$5"')
    program = Program(house, now=lambda: clock[0], folder=tmp_path)
    assert len(bytes.fromhex(program.digest)) * 8 >= 128
    assert not program.is_due()
    clock[0] += DAY - 1
    assert not program.is_due()
    clock[0] += 1
    assert program.is_due()
    assert program.check() == program.digest
    assert not program.is_due()
    clock[0] -= 3600
    assert program.is_due(), "a clock that was put back is no excuse"

    (tmp_path / "rules.toml").write_text('ante = "$6"')
    with pytest.raises(InvariantError, match="files changed while it was running"):
        program.check(who="floor", why="an inspector asks")
    noted = [body_of(line) for line in house.entries(CAGE) if line.kind == "note"]
    assert [each["what"] for each in noted] == ["program"] * 3
    assert noted[-1]["before"] == program.digest != noted[-1]["after"]
    assert audit(house.books).holds


@pytest.mark.sampled(2)
@pytest.mark.parametrize("change", ["altered", "added", "renamed", "removed"])
def test_2_3_2_every_file_counts(tmp_path, change):
    (tmp_path / "games").mkdir()
    one, other = tmp_path / "games" / "one.py", tmp_path / "other.toml"
    one.write_text("ab")
    other.write_text("cd")
    before = program_digest(tmp_path)
    (tmp_path / "games" / "one.pyc").write_bytes(b"what Python makes by itself")
    assert program_digest(tmp_path) == before
    match change:
        case "altered":
            other.write_text("ce")
        case "added":
            (tmp_path / "third.py").touch()
        case "renamed":
            one.rename(tmp_path / "one.py")
        case "removed":
            other.unlink()
    assert program_digest(tmp_path) != before
    assert program_digest() == program_digest()


# -- 2.8.8, 2.9.5: significant events, each with who, why, before and after -----------------------------


def test_2_8_8_significant_events_have_author_reason_and_values_before_and_after(house):
    house.note("most at table 7", who="floor", why="a busy night", before=10_000, after=20_000)
    line = house.entries(CAGE)[-1]
    assert (line.who, body_of(line)) == (
        "floor",
        {"what": "most at table 7", "why": "a busy night", "before": 10_000, "after": 20_000},
    )
    assert line.at > 1_700_000_000_000_000, "microseconds since 1970"
    for who, why in (("", "because"), ("floor", "")):
        with pytest.raises(InputError):
            house.note("most at table 7", who=who, why=why)


def test_2_8_8_a_voided_round_and_a_changed_game_have_author_and_reason(house):
    table, random = seated(house, "table 7"), Random(1)
    play_into(table, 1, random)
    with pytest.raises(InputError, match="The reason must be"):
        table.do(Void(""), "floor")
    stacks = dict(table.table.stacks)
    table.do(Void("a card fell"), "floor")
    assert table.table.stacks == stacks, "every wager went back"
    line = next(line for line in house.entries("table 7") if line.kind == "round-voided")
    assert (line.who, body_of(line)["why"]) == ("floor", "a card fell")
    table.change(cardroom.game("ez-baccarat"), "night shift")
    plays = [line for line in house.entries("table 7") if line.kind == "game-set"]
    assert [(line.who, body_of(line)["game"]) for line in plays] == [
        ("floor", "three-card-poker-6-card-bonus"),
        ("night shift", "ez-baccarat"),
    ]


def test_2_8_8_a_clock_set_back_does_not_reorder_the_books(house):
    house.books.now = lambda: 2_000_000_000_000_000
    house.note("clock", who="floor", why="daylight saving", before="01:00", after="02:00")
    house.books.now = lambda: 1_000_000_000_000_000
    house.note("clock", who="floor", why="daylight saving", before="02:00", after="01:00")
    times = [line.at for line in house.entries(CAGE)]
    assert times == sorted(times)
    assert audit(house.books).holds


# -- B.3.2, B.3.3, B.3.5: data are altered only under supervision; backups; recovery --------------------


def test_b_3_2_a_correction_has_an_id_the_old_and_the_new_value_the_time_and_the_person(house):
    house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    lines = house.entries(CAGE)
    house.cage.correct(player("ann"), OUTSIDE, 5_000, who="floor", why="counted twice", key="correction 1")
    assert house.entries(CAGE)[:-1] == lines, "nothing is edited"
    line = house.entries(CAGE)[-1]
    assert (line.key, line.who, line.kind, line.number) == ("correction 1", "floor", "correction", len(lines) + 1)
    assert line.at >= lines[-1].at
    accounts = {tuple(each["account"]): (each["before"], each["after"]) for each in body_of(line)["accounts"]}
    assert accounts == {tuple(player("ann")): (50_000, 45_000), tuple(OUTSIDE): (-50_000, -45_000)}


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE accounts SET cents = cents + 1 WHERE kind = 'balance'",
        "UPDATE postings SET cents = cents + 1 WHERE cause = 'deposit'",
        "UPDATE lines SET who = 'nobody' WHERE kind = 'deposit'",
    ],
)
def test_b_3_2_a_change_that_bypasses_the_house_is_found(house, edit):
    house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    assert audit(house.books).holds
    with house.books.store.transaction() as connection:
        connection.execute(text(edit))
    assert not audit(house.books).holds


def test_b_3_3_and_b_3_5_the_house_resumes_from_a_backup_without_loss_or_double_effect(house, tmp_path):
    table, random = seated(house, "table 7"), Random(4)
    play(table, 2, random)
    play_into(table, 1, random)
    house.cage.deposit("ann", 700, who="cage 1", key="slip 9")
    backup(house.books.store, tmp_path / "copy.db")
    with closing(house.books.store.beside(tmp_path / "copy.db")) as store:
        again = House(Books(store), create=True)
        assert again.books.balances() == house.books.balances()
        again.cage.deposit("ann", 700, who="cage 1", key="slip 9")  # repeated: it took effect once
        assert again.balance("ann") == house.balance("ann")
        resumed = again.table("table 7")
        assert resumed.round.answers == table.round.answers
        while resumed.round:
            step(resumed, random)
        assert audit(again.books).holds


# -- 2.9.1, 2.8.1, 2.5.6 f: reports; exports; no money from player to player ----------------------------


def test_2_9_1_a_report_has_title_and_interval_and_marks_tables_without_activity(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    with closing(Store(tmp_path / "room.db", create=True)) as store:
        house = House(Books(store), create=True)
        play(seated(house, "table 7"), 1, Random(1))
        days = table_days(house.books, date(2020, 1, 1), date(2020, 1, 2), GamingDays(zone=UTC))
        assert [(day.table, day.day, day.quiet) for day in days] == [
            ("table 7", date(2020, 1, 1), True),
            ("table 7", date(2020, 1, 2), True),
        ]
    out = tmp_path / "report.csv"
    asked = ["--from", "2020-01-01", "--to", "2020-01-02", "--csv", str(out)]
    printed = run("report", str(tmp_path / "room.db"), *asked).stdout
    assert "2020-01-01" in printed
    assert "2020-01-02" in printed
    assert "No Activity" in printed
    assert printed.startswith("Table games by gaming day  2020-01-01 to 2020-01-02\n")
    assert printed.count("No Activity") == 3, "both days and their sum"
    with out.open(newline="") as file:
        head, *rows = csv.DictReader(file)
    title = {"row": "report", "title": "Table games by gaming day", "from": "2020-01-01", "to": "2020-01-02"}
    assert head.items() >= (title | {"activity": "No Activity"}).items()
    assert head["gaming_day"].startswith("from 06:00 to 06:00")
    nothing = dict.fromkeys(("rounds", "voided", "drop", "cash_out", "fills", "credits", "collection"), "0")
    nothing |= dict.fromkeys(("corrections", "jackpot_in", "jackpot_out", "handle", "win"), "0") | {"hold_of_drop": ""}
    for row, day in zip(rows, ("2020-01-01", "2020-01-02"), strict=True):
        where = {"row": "day", "table": "table 7", "day": day, "activity": "No Activity"}
        assert row.items() >= (where | nothing).items()
    value = json.loads(run("report", str(tmp_path / "room.db"), *asked[:4], "--json").stdout)
    assert (value["title"], value["from"], value["to"]) == (title["title"], title["from"], title["to"])
    assert not value["activity"]
    page = tmp_path / "report.html"
    run("report", str(tmp_path / "room.db"), *asked[:4], "--html", str(page))
    assert "<title>Table games by gaming day, 2020-01-01 to 2020-01-02</title>" in page.read_text()
    assert "No Activity" in page.read_text()


def test_2_9_1_a_report_of_a_store_without_tables_says_no_activity(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    House.at(tmp_path / "room.db", create=True).books.store.close()
    out = tmp_path / "report.csv"
    printed = run("report", str(tmp_path / "room.db"), "--day", "2020-01-01", "--csv", str(out)).stdout
    assert "No Activity" in printed
    with out.open(newline="") as file:
        [row] = csv.DictReader(file)
    assert (row["title"], row["from"], row["activity"]) == ("Table games by gaming day", "2020-01-01", "No Activity")


def test_2_5_6_f_there_is_no_way_from_one_players_balance_to_anothers(house):
    seated(house, "table 7")
    for payer, payee in ((player("ann"), player("bob")), (player("ann"), LedgerAccount("table 7", "stack", "bob"))):
        with pytest.raises(InputError):
            house.cage.correct(payer, payee, 5, who="floor", why="a debt", key="c")
    asked = {name for name in dir(house) if not name.startswith("_")}
    assert not asked & {"transfer", "send", "pay"}
    for line in house.entries(CAGE):
        for posting in line.postings:
            assert {posting.payer.kind, posting.payee.kind} != {"balance"}
