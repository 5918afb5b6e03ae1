"""Significant events (GLI-19 v3.0, 2.8.8) and the program's check of itself (2.3.2): who, what, why, before, after."""

import json
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

import cardroom
from cardroom.cli.operate import store as store_commands
from cardroom.cli.operate.store import check_command, init_command
from cardroom.errors import InputError
from cardroom.house import CAGE, OUTSIDE, Books, Draft, House, Store, StoreError, player
from cardroom.house.audit.store import audit
from cardroom.house.backup import program as programs
from cardroom.house.backup.program import DAY, Program, program_change
from cardroom.house.books.clock import STEP, Clock
from cardroom.house.books.transaction import Transaction, note
from cardroom.house.cage import alerts
from cardroom.house.cage.alerts import AlertMonitor, AlertThresholds
from cardroom.house.cage.roles import LOCAL
from cardroom.house.reports.significant import significant_events
from cardroom.play.table import CloseTable, Leave, Pause, Void
from cli.command import mistake, run
from support.houses import BANKED, play, play_into, seated

FOREVER = 0, 2**62
SECOND = 1_000_000


def noted(house, *whats):
    """The notes of some kinds in the cage's book."""
    notes = [(line.who, json.loads(line.body)) for line in house.entries(CAGE) if line.kind == "note"]
    return [(who, each) for who, each in notes if each["what"] in whats]


def of_posts(line):
    """What each player bet and won in an entry, computed from its postings to stacks alone."""
    bets, wins = Counter(), Counter()
    for posting in line.postings:
        if posting.payer.kind == "stack":
            wins[posting.payer.owner] -= posting.cents
            bets[posting.payer.owner] += posting.cents if posting.cause not in ("bank", "fee", "points") else 0
        if posting.payee.kind == "stack":
            wins[posting.payee.owner] += posting.cents
            bets[posting.payee.owner] -= posting.cents if posting.cause in ("uncovered", "returned", "uncalled") else 0
    return bets, wins


# -- bets and wins ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [BANKED, "texas-holdem", "three-card-poker-6-card-bonus"])
def test_exactly_the_bets_and_wins_above_the_thresholds_are_noted(house, slug):
    house.alerts.set(AlertThresholds(bet=400, win=1_500), who="manager", why="a small room")
    table = seated(house, "table 7", slug)
    play(table, 8, Random(1))
    stacks, due = Counter(), []
    for line in house.entries("table 7"):
        bets, wins = of_posts(line)
        for what, most, by_player in (("big bet", 400, bets), ("big win", 1_500, wins)):
            for name, cents in by_player.items() if line.kind == "round-ended" else ():
                if cents > most:
                    after = stacks[name] + cents * (1 if what == "big win" else -1)
                    due.append((name, what, line.number, stacks[name], after))
        stacks.update(wins)
    notes = noted(house, "big bet", "big win")
    assert due, "nobody bet or won so much"
    seen = [
        (who, fields["what"], int(fields["why"].split("entry ")[1].split(":")[0]), fields["before"], fields["after"])
        for who, fields in notes
    ]
    assert sorted(seen) == sorted(due)
    assert audit(house.books).holds


def test_nothing_is_noted_without_a_threshold_or_below_the_defaults(house):
    table = seated(house, "table 7", BANKED)
    play(table, 2, Random(1))
    assert noted(house, "big bet", "big win") == [], "nobody bets ten thousand dollars here"
    house.alerts.set(AlertThresholds(bet=None, win=None), who="manager", why="a test")
    play(table, 2, Random(2))
    assert noted(house, "big bet", "big win") == []
    with pytest.raises(InputError, match="whole number of cents"):
        house.alerts.set(AlertThresholds(bet=-1), who="manager", why="a test")


def test_new_thresholds_are_noted_with_the_old_ones_and_apply_in_every_process(house, store_url):
    house.alerts.set(AlertThresholds(bet=1, win=2), who="manager", why="an inspector asks")
    ((who, fields),) = noted(house, "alerts")
    assert (who, fields["why"]) == ("manager", "an inspector asks")
    assert fields["before"] == {"bet": 1_000_000, "win": 1_000_000, "cash": 1_000_000}
    assert fields["after"] == {"bet": 1, "win": 2, "cash": 1_000_000}
    other = House.at(store_url)
    house.cage.deposit("ann", 100, who="cage", key="later lines are passed over")
    assert other.alerts.thresholds() == AlertThresholds(1, 2)
    other.alerts.set(AlertThresholds(3, 4), who="manager", why="again")
    house.alerts._expires = 0.0  # ten seconds later
    assert house.alerts.thresholds() == AlertThresholds(3, 4)
    other.books.store.close()


def test_an_event_and_its_round_are_stored_together_or_not_at_all(house, monkeypatch):
    house.alerts.set(AlertThresholds(bet=0, win=0), who="manager", why="a test")
    table = seated(house, "table 7", BANKED)
    real = Transaction.write

    def fails(self, book, drafts, after=None):
        if any(draft.kind == "round-ended" for draft in drafts):
            raise StoreError("the disk is gone")
        return real(self, book, drafts, after)

    monkeypatch.setattr(Transaction, "write", fails)
    with pytest.raises(StoreError):
        play(table, 1, Random(1))
    assert noted(house, "big bet", "big win") == []
    monkeypatch.undo()
    play(table, 1, Random(1))
    assert noted(house, "big bet")
    assert audit(house.books).holds


# -- the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [-3600 * SECOND, 3600 * SECOND, STEP + 1, -STEP - 1])
def test_a_clock_change_is_noted_before_the_next_entry(tmp_path, by):
    shown, steady = [10**15], [0]
    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    house = House(Books(store, Clock(lambda: shown[0], lambda: steady[0])), create=True)
    for number in range(3):
        shown[0] += 600 * SECOND + STEP // 4  # a clock that is slightly off is corrected repeatedly
        steady[0] += 600 * SECOND
        house.cage.deposit("ann", 100, who="cage", key=f"{number}")
    assert noted(house, "clock") == []
    should = shown[0] - 3 * (STEP // 4)
    shown[0] += by - 3 * (STEP // 4)
    house.cage.deposit("ann", 100, who="cage", key="after")
    house.cage.deposit("ann", 100, who="cage", key="once more")
    ((who, fields),) = noted(house, "clock")
    assert (who, fields["before"], fields["after"]) == ("clock", should, should + by)
    assert fields["why"].endswith("back" if by < 0 else "ahead")
    lines = house.entries(CAGE)
    assert [line.kind for line in lines[-3:]] == ["note", "deposit", "deposit"]
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert audit(house.books).holds
    store.close()


def test_several_small_clock_changes_are_found_together():
    shown, steady = [10**15], [0]
    clock = Clock(lambda: shown[0], lambda: steady[0])
    for _ in range(3):
        assert clock.step() is None
        shown[0] -= STEP * 2 // 5
        steady[0] += 1
    assert clock.step()


# -- all of them together ---------------------------------------------------------------------------------------------


def test_events_are_listed_in_order_with_author_reason_and_values(house):
    table = seated(house, "table 7", BANKED, rules="washington")
    house.note("limit", who="manager", why="a busy night", before=100, after=200)
    house.cage.correct(OUTSIDE, player("ann"), 500, who="manager", why="[red]miscounted", key="1")
    play_into(table, 1, Random(1))
    table.do(Void("a card fell"), "floor")
    table.do(Pause("a dispute", True), "floor")
    table.do(Pause("it is settled", False), "floor")
    game = cardroom.game("four-card-frenzy")
    house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="2")
    house.jackpots.cap("Galaxy", 500_000, who="manager", why="what the sign can show")
    for name in list(table.table.stacks):
        table.do(Leave(name))
    table.do(CloseTable(), "night shift")
    events = significant_events(house.books, *FOREVER)
    assert [(each.book, each.what, each.who, each.why) for each in events] == [
        ("table 7", "game-set", "floor", ""),
        (CAGE, "limit", "manager", "a busy night"),
        (CAGE, "correction", "manager", "[red]miscounted"),
        ("table 7", "round-voided", "floor", "a card fell"),
        ("table 7", "paused", "floor", "a dispute"),
        ("table 7", "resumed", "floor", "it is settled"),
        ("jackpot: Galaxy", "jackpot started", "manager", ""),
        ("jackpot: Galaxy", "jackpot ceiling", "manager", "what the sign can show"),
        ("table 7", "table-closed", "night shift", ""),
    ]
    assert (events[1].before, events[1].after) == (100, 200)
    ann = "cage balance ann"
    assert events[2].after[ann] - events[2].before[ann] == 500
    assert events[7].after["ceiling"] == 500_000
    middle = events[3].at
    assert [each.what for each in significant_events(house.books, middle, middle + 1)] == ["round-voided"]


def test_a_malformed_note_is_listed_and_otherwise_ignored(house):
    house.books.append(CAGE, [Draft("note", body, "somebody") for body in (b"[1]", b"\xff")])
    assert [each.what for each in significant_events(house.books, *FOREVER)] == ["note", "note"]
    assert house.alerts.thresholds() == AlertThresholds()


def test_the_command_lists_events_and_sets_thresholds(store_url):
    run("store", "init", store_url)
    assert "give --who and --why" in mistake("store", "alerts", store_url, "--bet", "$50")
    set_ = ("--bet", "$50", "--win", "none", "--who", "[b]eve", "--why", "so")
    for result in (run("store", "alerts", store_url, *set_).stdout, run("store", "alerts", store_url).stdout):
        assert result.splitlines() == [
            "bet: recorded above $50 per player and round",
            "win: not recorded",
            "cash: recorded above $10,000 per person and gaming day",
        ]
    output = json.loads(run("store", "events", store_url, "--json").stdout)
    assert [(each["what"], each["who"]) for each in output] == [
        ("program", "store init"),
        ("alerts", f"[b]eve ({LOCAL})"),
    ]
    assert output[1]["after"] == {"bet": 5_000, "win": None, "cash": 1_000_000}
    assert f"alerts  [b]eve ({LOCAL})  (cage, entry 3)" in run("store", "events", store_url).stdout
    assert run("store", "events", store_url, "--to", "2001-01-01").stdout.strip() == "No Activity"
    assert "not a date" in mistake("store", "events", store_url, "--from", "2001-02-30")


# -- the program ------------------------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program of one file, instead of this one."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "rules.toml").write_text('ante = "$5"')
    real = programs.program_digest
    for module in (programs, store_commands):
        monkeypatch.setattr(module, "program_digest", lambda given=None: real(given or folder))
    return folder / "rules.toml"


def test_a_server_learns_when_to_check_and_whether_the_program_changed(house, program):
    clock = [1_000_000.0]
    assert program_change(house.books) is None, "nothing was noted yet"
    first = Program(house, now=lambda: clock[0])
    assert first.due_in() == DAY
    clock[0] += DAY / 2
    assert first.due_in() == DAY / 2
    clock[0] += DAY
    assert first.due_in() == 0
    assert program_change(house.books) is None
    program.write_text('ante = "$6"')
    before, after = program_change(house.books)
    assert (before, after) == (first.digest, programs.program_digest())
    second = Program(house, who="server")
    who, fields = noted(house, "program")[-1]
    assert (who, fields["before"], fields["after"]) == ("server", first.digest, second.digest)
    assert program_change(house.books) is None


def test_store_check_notes_a_changed_program_once(program, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    store = str(tmp_path / "room.db")
    init_command(store, as_json=True)
    assert check_command(store) == 0
    program.write_text('ante = "$6"')
    assert check_command(store) == 1
    assert "The program changed since it was last recorded" in capsys.readouterr().out
    assert check_command(store, as_json=True) == 0, "it is noted, and known now"
    assert json.loads(capsys.readouterr().out)["program"] == programs.program_digest()
    house = House.at(store)
    whos = [who for who, _ in noted(house, "program")]
    assert whos == ["store init", "store check"]
    assert audit(house.books).holds
    house.books.store.close()


def test_store_check_reports_if_a_change_cannot_be_noted(program, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    store = str(tmp_path / "room.db")
    init_command(store, as_json=True)
    program.write_text('ante = "$6"')

    def refused(*_, **__):
        raise StoreError("attempt to write a readonly database")

    monkeypatch.setattr(House, "note", refused)
    assert check_command(store) == 1
    assert "This could not be recorded: attempt to write a readonly database" in capsys.readouterr().out.replace(
        "\n", " "
    )


def test_thresholds_read_in_a_rolled_back_transaction_are_not_cached(house, monkeypatch):
    monkeypatch.setattr(alerts, "_CACHE_SECONDS", 0)
    with suppress(StoreError), house.books.transaction():  # notes of big wins, say, and then the disk is full
        house.books.append(CAGE, [note("big win", "ann", "table 7, entry 3", 0, 1) for _ in range(3)])
        house.alerts.thresholds()
        raise StoreError("the disk is full")
    watch = AlertThresholds(bet=5, win=5)
    AlertMonitor(house.books).set(watch, who="manager", why="a small room")
    assert house.alerts.thresholds() == watch
