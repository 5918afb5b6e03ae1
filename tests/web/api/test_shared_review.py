"""The shared review of a private table: after the session, for those who share, without cards that were folded."""

import json
import time

import msgspec
import pytest

from cardroom.web.halls.table_config import PLAY
from support.browser import Browser, ask
from support.practice import GAME


class Friend:
    """A guest who came to a private table by its link, or opened it."""

    def __init__(self, door, opened=None):
        self.web = Browser(door)
        self.web.http.timeout = 300
        self.name = self.web.guest()
        self.opened = opened or self.web.post("/api/v1/halls/play/private", game=GAME, bots=2).json()
        self.table = self.opened["table"]
        self.path = f"/api/v1/halls/play/tables/{self.table}"
        assert self.web.post(f"{self.path}/enter", key=self.opened["key"]).status_code == 200

    def shares(self, share=True):
        return self.web.post(f"{self.path}/review/shared", share=share)

    def sees(self, **how):
        return self.web.get(f"{self.path}/review/shared", params=how)


def answer(live, line, who, decides):
    """Answer the open question of a player, if there is one: pass the bank, bet $5, and then as they decide."""
    for name, each, question in live.asked():
        if name == who:
            offered = {option.action: option for option in each.options}
            given = {"action": "pass" if "bank" in offered else decides}
            if "bet" in offered:
                areas = [area.wager for area in offered["bet"].areas if area.required]
                given = {"action": "bet", "value": dict.fromkeys(areas, 500)}
            reply = ask(line, "submit-answer", table=live.name, spot=each.spot, question=question, **given)
            assert reply["type"] == "accepted", reply
            return


@pytest.fixture(scope="module")
def session(door):
    """A host who always plays, a friend who folds the first of two rounds, and a spectator. They have left."""
    ann = Friend(door)
    bob, eve = Friend(door, ann.opened), Friend(door, ann.opened)
    live = door.server.halls[PLAY].room.tables[ann.table]
    live.timing = msgspec.structs.replace(live.timing, answer_time=3600, pause_between=0.05)
    with ann.web.line() as mine, bob.web.line() as theirs:
        for line in (mine, theirs):
            assert ask(line, "join", table=ann.table, cents=50_000)["type"] == "accepted"
        until = time.monotonic() + 240
        while (rounds := live.summary().rounds) < 2:
            assert time.monotonic() < until
            answer(live, mine, ann.name, "play")
            answer(live, theirs, bob.name, "play" if rounds else "fold")
        assert bob.shares().status_code == 200
        assert ann.shares().json()["shares"] == sorted([ann.name, bob.name])
        seated = ann.sees().json()
        assert (seated["over"], seated["mine"], seated["rounds"]) == (False, True, []), "they still sit there"
        for line in (mine, theirs):
            line.send(json.dumps({"type": "leave", "table": ann.table, "id": "bye"}))
        while not all(who.startswith("bot ") for who in live.seated):
            assert time.monotonic() < until
            answer(live, mine, ann.name, "fold")
            answer(live, theirs, bob.name, "fold")
    return ann, bob, eve


def parts(page, who):
    """What a page has of a player, by round, the latest first."""
    return [next((part for part in each["parts"] if part["who"] == who), None) for each in page["rounds"]]


def test_those_who_share_see_each_others_results_and_decisions(session):
    ann, bob, _ = session
    page = ann.sees(limit=10).json()
    assert (page["over"], page["mine"], page["shares"]) == (True, True, sorted([ann.name, bob.name]))
    assert page == bob.sees(limit=10).json()
    mine = ann.web.get(f"{ann.path}/review").json()["rounds"]
    assert [(part["net"], part["cost"], part["counted"]) for part in parts(page, ann.name)] == [
        (each["review"]["net"], each["review"]["cost"], len(each["review"]["decisions"])) for each in mine
    ]
    shown = [[it["yours"]["action"] for it in part["decisions"]] for part in parts(page, ann.name)]
    assert shown[-2:] == [["play"], ["play"]]


def test_folded_cards_stay_folded(session):
    ann, bob, _ = session
    page = ann.sees(limit=10).json()
    folded = parts(page, bob.name)[-1]
    assert (folded["counted"], folded["decisions"]) == (1, [])
    own = bob.web.get(f"{bob.path}/review").json()["rounds"][-1]["review"]["decisions"][0]
    assert own["yours"]["action"] == "fold"
    first = json.dumps(page["rounds"][-1])
    assert json.dumps(own["hand"]) not in first
    assert parts(page, bob.name)[-2]["decisions"], "the round that was played to its end"


def test_others_learn_nothing(door, session):
    ann, _, eve = session
    assert eve.sees().status_code == eve.shares().status_code == 403, "the link alone is not enough"
    stranger = Browser(door)
    stranger.guest()
    assert stranger.get(f"{ann.path}/review/shared").status_code == 404
    auditor = Browser(door).sign_up("shared auditor", "correct horse", "auditor")
    assert auditor.get(f"{ann.path}/review/shared").status_code == 404
    assert Browser(door).get(f"{ann.path}/review/shared").status_code == 401
    practice = ann.web.post("/api/v1/halls/play/practice", game=GAME).json()["table"]
    assert ann.web.get(f"/api/v1/halls/play/tables/{practice}/review/shared").status_code == 404


def test_each_can_take_their_part_back_and_then_sees_no_others(session):
    ann, bob, _ = session
    assert bob.shares(False).json() == {"shares": [ann.name]}
    try:
        assert not any(parts(ann.sees(limit=10).json(), bob.name))
        page = bob.sees(limit=10).json()
        assert (page["mine"], page["rounds"], page["before"]) == (False, [], 0)
    finally:
        bob.shares()
    assert any(parts(ann.sees(limit=10).json(), bob.name))
