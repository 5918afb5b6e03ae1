"""Requirements of test laboratories and regulators for a live card room, by their number in docs/examine/compliance.md.

Sections are those of GLI-19 v3.0 unless noted. Each test talks to a server through its own protocol. They stay in one
file, in the order of the document.
"""

import json
import re
import secrets
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from argon2 import PasswordHasher

import cardroom
from cardroom.house import CAGE
from cardroom.house.audit.store import audit
from cardroom.house.reports.collusion import PokerHand, hands, pairs
from cardroom.play.round.events import Acted
from cardroom.room.live import BOT
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY, PLAY
from cardroom.web.people.sessions import IDLE
from cardroom.web.people.sign_in_limits import LOCKED
from cardroom.web.people.store import WRONG
from support.browser import Browser, ask, hears, in_memory
from support.server import HOLDEM, open_table, running

SLOWLY = TableTiming(answer_time=3600, pause_between=0.05)


def live_of(room, table, hall=PLAY):
    """A live table."""
    return room.server.halls[hall].room.tables[table]


def asked(room, table, who=None, hall=PLAY):
    """Wait for the next question, to a given player or to anyone."""
    until = time.monotonic() + 240
    while time.monotonic() < until:
        results = [each for each in live_of(room, table, hall).asked() if who in (None, each[0])]
        if results:
            return results[0]
        time.sleep(0.01)
    raise AssertionError(f"{who} is asked nothing")


def soon(holds):
    """Wait until a condition is true."""
    until = time.monotonic() + 240
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def answer(room, line, table, who, action, hall=PLAY):
    """Answer a player's question."""
    _, question, number = asked(room, table, who, hall)
    return ask(line, "submit-answer", table=table, spot=question.spot, question=number, action=action)


def notes(room, hall=MONEY):
    """The notes in the books of a hall, each with its author."""
    entries = room.server.halls[hall].house.entries(CAGE)
    return [msgspec.json.decode(entry.body) | {"who": entry.who} for entry in entries if entry.kind == "note"]


class Two(NamedTuple):
    """A table with two players."""

    table: str
    lines: dict[str, Any]
    browsers: dict[str, Browser]


@pytest.fixture
def two(door):
    """A hold'em table with two players and their connections."""
    table = open_table(door, f"table {secrets.token_hex(4)}", timing=SLOWLY)
    ann, bob = Browser(door), Browser(door)
    names = ann.guest(), bob.guest()
    with ann.line() as one, bob.line() as other:
        for line in (one, other):
            line.send(json.dumps({"type": "watch", "table": table}))
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        yield Two(table, dict(zip(names, (one, other), strict=True)), dict(zip(names, (ann, bob), strict=True)))


# -- 21, 22: players recall what they played ---------------------------------------------------------------------------


def test_21_g_4_14_and_22_players_recall_ten_games_and_the_unfinished_one(door, two):
    table, lines, browsers = two
    folds = 11
    for _ in range(folds):
        who, _, _ = asked(door, table)
        assert answer(door, lines[who], table, who, "fold")["type"] == "accepted"
    who, _, _ = asked(door, table)
    listed = browsers[who].get("/api/v1/halls/play/rounds", params={"limit": 50}).json()["rounds"]
    assert len(listed) == folds + 1, "the last ten plays, and the one in progress (Ontario 13.1, Okla. 325:85-15-18)"
    numbers = [each["number"] for each in listed]
    assert numbers == sorted(numbers, reverse=True)
    replays = [browsers[who].get(f"/api/v1/halls/play/tables/{table}/rounds/{number}").json() for number in numbers[:2]]
    assert [each["replay"] for each in replays] == [True, True], "marked"
    going, over = replays
    assert not going["net"]
    assert sum(over["net"].values()) == 0
    assert over["record"]["opening"]["stacks"].keys() == lines.keys(), "funds"
    assert "fold" in {given["action"] for given in over["record"]["answers"]}, "choices"
    assert over["steps"][0]["picture"] != over["steps"][-1]["picture"], "phases"
    assert any(" $" in says for step in over["steps"] for says in step["says"]), "stakes"
    stranger = Browser(door)
    stranger.guest()
    assert stranger.get(f"/api/v1/halls/play/tables/{table}/rounds/{numbers[0]}").status_code == 403


# -- 23: an interrupted game resumes at the state before ---------------------------------------------------------------


def test_23_g_4_16_an_interrupted_game_resumes_with_its_wagers(often):
    with in_memory() as folder:
        with running(folder) as room:
            table = open_table(room, "table 7", timing=SLOWLY)
            ann, bob = Browser(room).sign_up("ann"), Browser(room).sign_up("bob")
            with ann.line() as one, bob.line() as other:
                for line in (one, other):
                    assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
                who, *_ = asked(room, table)
                assert answer(room, {"ann": one, "bob": other}[who], table, who, "call")["type"] == "accepted"
                asked(room, table)
                before = live_of(room, table).scene("ann")
        with running(folder) as room:
            ann = Browser(room)
            ann.post("/api/v1/sign-in", name="ann", password="correct horse")
            with ann.line() as line:
                line.send(json.dumps({"type": "watch", "table": table}))
                after = hears(line, "scene")["scene"]
                shown = json.loads(msgspec.json.encode(before.picture))
                assert after["picture"] == shown, "cards, wagers and the pot are as they were"
                assert sum(chair.get("bet", 0) for chair in after["picture"]["chairs"]) > 0
                house = room.server.halls[PLAY].house
                assert house.holdings("ann") + house.holdings("bob") == 2_000_000, "nothing is lost"
                assert after["state"] == "playing", "it is resolved before the next one begins"


# -- 24: the platform acts for an absent player, by rule, and says so --------------------------------------------------


def test_24_g_4_16_3_c_defaults_are_used_for_an_absent_player(door):
    table = open_table(
        door,
        "gone",
        timing=TableTiming(answer_time=0.2, time_bank=0, pause_between=0.05, timeouts_allowed=1, away_limit=0.5),
    )
    ann, bob = Browser(door), Browser(door)
    ann.guest(), bob.guest()
    with ann.line() as one, bob.line() as other:
        for line in (one, other):
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        live = live_of(door, table)
        soon(lambda: live.state is not None and live.state.rounds >= 1)
        acted = [event for event in live._committed.round.events if isinstance(event, Acted)]
        assert any(event.absent for event in acted)
        other.send(json.dumps({"type": "watch", "table": table}))
        happened = json.dumps(hears(other, "scene")["scene"]["picture"]["happened"])
        assert "(no answer)" in happened
        soon(lambda: len(live.seated) < 2)  # a player who does not return loses the seat and keeps the chips
    house = door.server.halls[PLAY].house
    assert audit(house.books).holds


# -- 25: if a game cannot continue, all wagers are returned, and it is recorded ----------------------------------------


def test_25_g_a_6_4_a_void_round_returns_all_wagers_and_is_recorded(door, two):
    table, *_ = two
    floor = Browser(door).sign_up("night floor", "correct horse", "floor")
    asked(door, table)
    order, live = f"/api/v1/halls/play/tables/{table}/void", live_of(door, table)
    soon(lambda: live.state is not None)
    [number] = [each["round"] for each in floor.get("/api/v1/halls/play/tables").json() if each["name"] == table]
    for round, why in ((number, ""), ("", "a power cut"), (None, "a power cut")):
        assert floor.post(order, round=round, why=why).status_code == 400
    late = floor.post(order, round="0.0", why="a power cut")
    assert (late.status_code, late.json()["detail"]) == (409, "That round is over.")
    assert floor.post(order, round=number, why="a power cut").status_code == 200
    soon(lambda: live.state is not None)
    assert set(live.state.stacks.values()) == {20_000}
    kinds = [line.kind for line in door.server.halls[PLAY].house.entries(table)]
    assert "round-voided" in kinds
    note = next(each for each in notes(door, PLAY) if each["what"] == "round voided")
    assert (note["who"], note["why"], note["after"]) == ("night floor", "a power cut", f"play: {table}")


# -- 26: all, one game, one player can be stopped at any time ----------------------------------------------------------


@pytest.mark.parametrize("what", ["all", HOLDEM])
def test_26_g_2_4_1_play_is_stopped_on_demand_after_the_current_round(door, two, what):
    table, lines, _ = two
    floor = Browser(door).sign_up(f"stops {what}"[:24], "correct horse", "floor")
    who, _, _ = asked(door, table)
    assert floor.post("/api/v1/stops", what="snap", stopped=True, why="x").status_code == 409
    assert floor.post("/api/v1/stops", what=what, stopped=True, why="an inspector asks").status_code == 200
    assert answer(door, lines[who], table, who, "fold")["type"] == "accepted", "this round continues to its end"
    live = live_of(door, table)
    soon(lambda: live.summary().state == "stopped")
    rounds = live.state.rounds
    time.sleep(0.2)
    assert live.state.rounds == rounds
    assert floor.post("/api/v1/stops", what=what, stopped=False, why="all is well").status_code == 200
    asked(door, table)
    stops = [(each["what"], each["why"]) for each in notes(door) if each["what"].startswith("play ")][-2:]
    assert stops == [("play stopped", "an inspector asks"), ("play goes on", "all is well")]


def test_26_g_4_15_a_player_is_stopped_on_demand(door):
    table = open_table(door, "barred", bots=0, timing=SLOWLY)
    floor = Browser(door).sign_up("bars people", "correct horse", "floor")
    one = Browser(door).sign_up("barred one")
    with one.line() as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        assert floor.post("/api/v1/people/barred one/bar", barred=True, why="by their own wish").status_code == 200
        soon(lambda: not live_of(door, table).seated)
        for kind, message in (("join", {"cents": 20_000}), ("queue", {})):
            line.send(json.dumps({"type": kind, "table": table} | ({"id": "z"} if message else {}) | message))
            assert "by their own wish" in hears(line, "denied", "accepted")["why"]
    assert door.server.halls[PLAY].house.balance("barred one") == 1_000_000, "paid out"
    note = next(each for each in notes(door) if each["what"] == "barred")
    assert (note["before"]["barred"], note["after"]["barred"]) == ("", "by their own wish")


# -- 27: one seat a player; bots and house players are marked ----------------------------------------------------------


def test_27_g_4_11_1_a_player_has_one_seat_and_bots_are_marked(door):
    table = open_table(door, "marked", bots=2, timing=SLOWLY)
    one = Browser(door)
    name = one.guest()
    with one.line() as line, one.line() as again:
        line.send(json.dumps({"type": "watch", "table": table}))
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        for each in (line, again):
            assert "already sits here" in ask(each, "join", table=table, cents=20_000, seat=9)["why"]
    people = {who.name: who.bot for who in live_of(door, table).summary().people}
    assert people.pop(name) is False
    assert people
    assert all(people.values())
    assert all(who.startswith(BOT) for who in people)
    refused = Browser(door).sign_up("makes bots", "correct horse", "floor")
    results = {"name": "for money", "game": HOLDEM, "bots": 2}
    assert "only for play money" in refused.post("/api/v1/halls/money/tables", **results).json()["detail"]


# -- 28: free play is the paid game, and touches no real meter ---------------------------------------------------------


def test_28_g_4_9_1_free_play_is_the_same_game_and_moves_no_money(door, two):
    table, lines, _ = two
    money, play = door.server.halls[MONEY].house, door.server.halls[PLAY].house
    before = money.books.balances()
    open_table(door, "the same for money", hall=MONEY, timing=SLOWLY)
    assert live_of(door, table).playing is live_of(door, "the same for money", MONEY).playing, "the same rules"
    for _ in range(3):
        who, _, _ = asked(door, table)
        answer(door, lines[who], table, who, "fold")
    assert play.holdings(next(iter(lines))) != 0
    assert money.books.balances() == before
    assert money.books.store.url != play.books.store.url, "separate stores"
    for name in lines:
        assert money.holdings(name) == 0


# -- 29, 46: no advice at live tables ----------------------------------------------------------------------------------

ADVICE = re.compile(
    r"probab|equity|\bodds of\b|you should|best play|strategy|advice|advise|expected value|\bouts\b", re.I
)


def test_29_and_46_g_4_18_2_b_no_live_table_gives_advice(door, two):
    table, *_ = two
    who, _, _ = asked(door, table)
    shown = live_of(door, table).scene(who)
    text = json.dumps(json.loads(msgspec.json.encode(shown)))
    assert '"prompts"' in text
    assert not ADVICE.findall(text)
    paths = Browser(door).get("/api/v1/openapi.json").json()["paths"]
    assert not [path for path in paths if ADVICE.search(path) or "hint" in path]
    assert not ADVICE.findall(json.dumps(Browser(door).get("/api/v1/messages").json()["$defs"]))


# -- 30: signals of collusion ------------------------------------------------------------------------------------------

HONEST = tuple(
    PokerHand(dict(zip(("ann", "bob", "cy"), net, strict=True)), acts)
    for net, acts in (
        ((100, -50, -50), (("bob", "call"), ("cy", "fold"), ("ann", "bet"), ("bob", "fold"))),
        ((-50, 100, -50), (("cy", "call"), ("ann", "fold"), ("bob", "raise"), ("cy", "fold"))),
        ((-50, -50, 100), (("ann", "call"), ("bob", "fold"), ("cy", "bet"), ("ann", "call"))),
    )
)


def test_30_g_a_8_1_honest_play_gives_no_signal():
    assert {each.signals for each in pairs(HONEST * 60)} == {()}


@pytest.mark.parametrize(
    ("signal", "hand"),
    [
        (
            "chips passed",
            PokerHand({"ann": -900, "bob": 900, "cy": 0}, (("cy", "fold"), ("ann", "raise"), ("bob", "call"))),
        ),
        (
            "soft play",
            PokerHand({"ann": 0, "bob": 0, "cy": 0}, (("cy", "fold"), *(("ann", "check"), ("bob", "check")) * 3)),
        ),
        (
            "best hand play",
            PokerHand(
                {"ann": 150, "bob": -50, "cy": -100},
                (("ann", "raise"), ("bob", "raise"), ("cy", "call"), ("ann", "raise"), ("cy", "fold"), ("bob", "fold")),
            ),
        ),
    ],
)
def test_30_g_a_8_1_collusion_gives_a_signal(signal, hand):
    result = pairs([*HONEST * 60, *[hand] * 40])
    assert result[0].players == ("ann", "bob")
    assert signal in result[0].signals
    assert not [each.signals for each in result[1:] if signal in each.signals], "for no one else"


def test_30_g_a_8_1_the_signals_come_from_the_books(door, two):
    table, lines, _ = two
    floor = Browser(door).sign_up("looks at pairs", "correct horse", "auditor")
    for _ in range(4):
        who, _, _ = asked(door, table)
        assert answer(door, lines[who], table, who, "fold")["type"] == "accepted"
    books = door.server.halls[PLAY].house.books
    mine = [hand for hand in hands(books) if set(hand.net) == set(lines)]
    assert len(mine) == 4
    assert all(hand.acts[-1][1] == "fold" for hand in mine)
    signals = floor.get("/api/v1/halls/play/pairs").json()
    [pair] = [each for each in signals if set(each["players"]) == set(lines)]
    assert pair["hands"] == 4


# -- 44: sessions end, accounts are locked, and all failures get one message ------------------------------------------


def test_44_g_2_5_3_a_session_ends_after_half_an_hour_idle(often):
    with in_memory() as folder, running(folder) as room:
        clock = [time.time()]
        room.server.people._now = lambda: clock[0]
        one, guest = Browser(room).sign_up("ann"), Browser(room)
        guest.guest()
        clock[0] += IDLE - 5
        assert one.get("/").status_code == 200, "opening a page extends the session"
        clock[0] += IDLE - 5
        assert one.get("/api/v1/me").json()["name"] == "ann"
        clock[0] += 10
        assert one.get("/api/v1/me").json()["name"] is None, "requests that a page sends on its own do not count"
        with one.line() as line:
            assert "Sign in first" in hears(line, "hello", "bye")["why"]
        assert guest.get("/api/v1/me").json()["guest"], "a guest's session lasts longer"


def test_44_g_2_5_4_three_failures_lock_and_all_failures_get_one_answer(often):
    with in_memory() as folder, running(folder) as room:
        clock = [time.time()]
        room.server.people._now = lambda: clock[0]
        Browser(room).sign_up("ann", "the right one")
        Browser(room).sign_up("bob", "the right one")
        guest = Browser(room)
        wrong = [
            ("nobody here", "x"),
            ("ann", "wrong one"),
            (guest.guest(), ""),
            ("", ""),
            ("a\0b", "x"),
            ("x" * 9999, "y"),
        ]
        one = Browser(room)

        def tried(name, password):
            answer = one.post("/api/v1/sign-in", name=name, password=password)
            results = {name: value for name, value in answer.headers.items() if name not in ("date", "x-request-id")}
            body = msgspec.json.decode(answer.content)
            own = body.pop("request", ""), answer.headers["x-request-id"]
            assert own[0] in ("", own[1]), "the id of the request is all that may differ"
            return answer.status_code, body, results

        answers = [tried(*each) for each in wrong]
        assert (answers[0][0], answers[0][1]["detail"]) == (401, WRONG)
        assert all(each == answers[0] for each in answers)
        tried("ann", "wrong one"), tried("ann", "wrong one")
        assert tried("ann", "the right one") == answers[0], "locked, and the answer does not say so"
        assert tried("bob", "the right one")[0] == 200
        clock[0] += LOCKED + 1
        assert tried("ann", "the right one")[0] == 200
        failed = [each for each in notes(room) if each["what"] == "failed sign-in"]
        assert len(failed) == len(wrong) + 3
        assert {each["after"] for each in failed} >= {"ann", "nobody of that name"}


def test_44_g_2_5_4_sign_in_does_the_same_work_for_unknown_users(often, monkeypatch):
    with in_memory() as folder, running(folder) as room:
        Browser(room).sign_up("ann", "the right one")
        people = room.server.people
        done = []
        real = PasswordHasher.verify
        monkeypatch.setattr(PasswordHasher, "verify", lambda *each: done.append("hash") or real(*each))
        writes = people.database.writing
        monkeypatch.setattr(people.database, "writing", lambda: done.append("write") or writes())
        for name in ("ann", "nobody here"):
            done.append(name)
            with pytest.raises(cardroom.errors.InputError):
                people.sign_in(name, "wrong")
        assert done.count("hash") == 2
        assert done[1 : len(done) // 2] == done[len(done) // 2 + 1 :]
        with people.database._engine.connect() as database:
            stored = database.exec_driver_sql("SELECT failures FROM people WHERE folded = ''").scalar()
        assert stored == "[]", "failures of unknown users are not stored"


# -- the document ------------------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (met|partly met|not applicable) \| (.+) \|$", re.M)


def test_the_document_has_every_requirement_once_and_names_existing_tests():
    rows = ROW.findall((ROOT / "docs" / "examine" / "compliance.md").read_text())
    assert [int(number) for number, *_ in rows] == [*range(1, 47)]
    for number, _, state, evidence in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", evidence)
        assert named or state == "not applicable", number
        for file, name in named:
            assert re.search(rf"^def {name}", (ROOT / file).read_text(), re.M), f"{number}: {file}::{name}"
