"""Results by name are for those who played the round and for staff. A player's replay shows what that player saw."""

import json
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.games import all_games
from cardroom.house import House
from cardroom.house.tables.anonymous import nameless
from cardroom.house.tables.recall import Recall
from cardroom.play.table import Leave
from cardroom.room.timing import TableTiming
from cardroom.web.api.history import _RoundOfUser
from cardroom.web.halls.table_config import PLAY
from support.asked import HOUSE, POKER
from support.browser import Browser, ask, hire
from support.houses import play, seated
from support.server import open_table

GAMES = sorted({game.slug for game in all_games()})
NAMES = ("zebediah", "quentin", "wilhelmina")


class Workers:
    """The recalls that a round is read from."""

    def __init__(self, house):
        self.recalls = {"play": Recall(house.books)}


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    house = House.at(tmp_path / "room.db", create=True)
    yield house
    house.books.store.close()


@pytest.mark.sampled(12)
@pytest.mark.parametrize("slug", GAMES)
def test_a_replay_for_others_has_no_name_in_any_game(house, slug):
    table = seated(house, "table 7", slug, NAMES[: cardroom.game(slug).rules.seats.most], chips=100_000)
    play(table, 2, Random(5))
    workers = Workers(house)
    for row in workers.recalls["play"].of_table("table 7").rounds:
        named = _RoundOfUser(workers, "play", "table 7", row.number, cardroom_user(NAMES[0])).replay(False)
        other = _RoundOfUser(workers, "play", "table 7", row.number, None).replay(False)
        text = msgspec.json.encode(other).decode()
        assert [name for name in NAMES if name in text] == []
        assert "Seat 1" in text
        assert len(other.steps) >= 1
        assert other.record is None
        assert sorted(other.net.values()) == sorted(named.net.values()), "the same round"


def test_a_player_who_left_owing_blinds_is_not_named_either(house):
    table = seated(house, "table 7", "texas-holdem", (*NAMES, "yolanda"), chips=100_000)
    play(table, 1, Random(5))
    gone = next(name for name, seat in table.table.carry.own.known.items() if seat == table.table.carry.own.blinds[-1])
    table.do(Leave(gone))
    play(table, 3, Random(5))
    assert gone in table.table.carry.own.owes
    recall = Recall(house.books)
    latest = recall.round("table 7", recall.of_table("table 7").rounds[0].number)
    assert gone in json.dumps(latest.opening.carry)
    other = nameless(latest).opening
    text = json.dumps([other.carry, [*other.stacks]])
    assert [name for name in (*NAMES, "yolanda") if name in text] == []


def cardroom_user(name, *roles):
    from cardroom.web.people.user import User  # noqa: PLC0415

    return User(name, roles or ("player",))


def test_a_player_named_like_a_word_of_the_game_changes_nothing(house):
    table = seated(house, "table 7", "ez-baccarat", ("hands", "quentin"), chips=100_000)
    play(table, 2, Random(5))
    recall = Recall(house.books)
    latest = recall.round("table 7", recall.of_table("table 7").rounds[0].number)
    assert nameless(latest).opening.carry["own"] == latest.opening.carry["own"]
    assert set(nameless(latest).opening.stacks) == {"1", "2"}


def test_a_round_that_ends_otherwise_without_names_is_refused(house, monkeypatch):
    play(seated(house, "table 7", "texas-holdem", NAMES), 2, Random(5))
    recall = Recall(house.books)
    latest = recall.round("table 7", recall.of_table("table 7").rounds[0].number)
    latest.outcome.net[NAMES[0]] += 1
    with pytest.raises(cardroom.InputError, match="Only its players and staff"):
        nameless(latest)


def numbers(asked, table):
    return [each["number"] for each in asked.value("flo", f"/api/v1/halls/play/tables/{table}/rounds")["rounds"]]


@pytest.mark.parametrize("table", [POKER, HOUSE])
def test_others_get_no_names_on_any_route(asked, table):
    for number in numbers(asked, table):
        path = f"/api/v1/halls/play/tables/{table}/rounds/{number}"
        for route in (path, f"{path}/record", f"{path}/phh", f"/api/v1/halls/play/tables/{table}/rounds"):
            answer = asked.get("eve", route)
            assert answer.status_code in (200, 409), route
            assert "ann" not in json.loads(json.dumps(answer.text)).replace("channel", ""), route
            assert "bob" not in answer.text, route
        shared = asked.post("ann", f"{path}/share").json()["path"]
        text = asked.get(None, shared).text
        assert '"ann"' not in text
        assert "bob" not in text
    assert {"ann", "bob"} <= asked.value("flo", path)["net"].keys()
    assert {"ann", "bob"} <= asked.value("ann", path)["net"].keys()


def hidden(replay, seat):
    """Whether the last step hides the hand of a seat."""
    spreads = replay["steps"][-1]["picture"]["spreads"]
    [cards] = [each["cards"] for each in spreads if each["place"][:2] == ["hand", seat]]
    return UNKNOWN in cards


def test_a_player_who_became_an_auditor_sees_only_what_the_player_saw(asked):
    paths = [f"/api/v1/halls/play/tables/{POKER}/rounds/{number}" for number in numbers(asked, POKER)]
    before = [asked.value("ann", path) for path in paths]
    hire(asked.room, "ann", ("auditor",))
    try:
        assert [asked.value("ann", path) for path in paths] == before
        assert all(each["as"] == "ann" for each in before)
    finally:
        hire(asked.room, "ann", ("player",))


def test_an_auditor_who_sits_at_a_table_sees_no_hidden_cards_of_its_rounds(door):
    """The attack: sit at stud, and read the opponents' cards of the last round in the replay."""
    table = open_table(door, "looks back", "texas-holdem", timing=TableTiming(pause_between=3600))
    house = door.server.halls[PLAY].house
    ann, bob = Browser(door).sign_up("ann"), Browser(door).sign_up("bob")
    eve = Browser(door).sign_up("eve looks", "correct horse", "auditor")
    with ann.line() as one, bob.line() as two, eve.line() as three:
        for line in (one, two):
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        number = played_round(door, table)
        path = f"/api/v1/halls/play/tables/{table}/rounds/{number}"
        assert eve.get(path).json()["as"] == "auditor"
        assert ask(three, "join", table=table, cents=20_000)["type"] == "accepted"
        seen = eve.get(path).json()
        assert seen["as"] is None
        assert hidden(seen, "1")
        assert hidden(seen, "2")
        assert ask(three, "leave", table=table)["type"] == "accepted"
        assert eve.get(path).json()["as"] == "auditor"
    assert house.books.last(table) is not None


def played_round(door, table):
    """Play a round in which somebody folds, by the server's own hand; return its number."""
    from cardroom.play.table import StartRound, SubmitAnswer  # noqa: PLC0415
    from cardroom.room import Commit  # noqa: PLC0415

    hall = door.server.halls[PLAY]

    async def plays():
        def act():
            hall.committer.do(Commit(table, StartRound(), "clock", "/start"))
            live = hall.committer._table(table)
            ask = live.round.waiting[0]
            who = live.round.spot(ask.spot).bettor
            hall.committer.do(Commit(table, SubmitAnswer(who, ask.spot, None, "fold"), who, "/fold"))

        await hall.books(act)

    door.call(plays())
    return Recall(hall.house.books).of_table(table).rounds[0].number
