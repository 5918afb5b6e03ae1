"""The review of rounds over HTTP: only the caller's finished rounds, valued exactly."""

import json
from fractions import Fraction

import msgspec
import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import evaluate
from cardroom.room.timing import TableTiming
from cardroom.web.api.review import figures_of
from cardroom.web.halls.table_config import PLAY
from support.browser import Browser, ask
from support.practice import GAME, asked, practice_table, reach_decision
from support.server import open_table

SLOWLY = TableTiming(answer_time=3600, pause_between=0.05)


@pytest.fixture(scope="module")
def played(door):
    """A guest who has folded three rounds at a practice table, and asked the coach in the last one."""
    one = Browser(door)
    one.http.timeout = 300
    who = one.guest()
    table = practice_table(door, one)
    live = door.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, pause_between=0.05, waits=False)
    with one.line() as line:
        line.send(json.dumps({"type": "watch", "table": table}))
        assert ask(line, "join", table=table, cents=50_000)["type"] == "accepted"
        for number in range(3):
            each, question, _ = reach_decision(door, line, table, who)
            if number == 2:
                shown = one.post(f"/api/v1/halls/play/tables/{table}/coach", spot=each.spot, question=question)
                assert shown.status_code == 200, shown.text
            ask(line, "submit-answer", table=table, spot=each.spot, question=question, action="fold")
        asked(door, table, who)
    return one, who, table


def test_the_review_has_every_decision_with_its_exact_value(door, played):
    one, _, table = played
    page = one.get(f"/api/v1/halls/play/tables/{table}/review").json()
    assert page["practice"] is True
    rounds = page["rounds"]
    assert len(rounds) == 3, "the round in progress is not among them"
    edge = float(figures_of(cardroom.game(GAME).rules)["ante"].edge)
    for each in rounds:
        review = each["review"]
        assert [one["yours"]["action"] for one in review["decisions"]] == ["fold"]
        parts = review["best"] - review["cost"] + review["luck"] + review["rest"]
        assert parts == pytest.approx(review["net"], abs=0.01), "expected, luck and the rest are the result"
        assert review["net"] - review["rest"] == -500
        assert review["best"] == pytest.approx(-500 * edge, abs=0.01)
        assert review["deviation"] > 500
    coached = [[decision["coached"] for decision in each["review"]["decisions"]] for each in rounds]
    assert all(coached[0])
    assert not any(coached[1] + coached[2])
    number = rounds[0]["number"]
    single = one.get(f"/api/v1/halls/play/tables/{table}/rounds/{number}/review").json()
    assert single == rounds[0]


def test_values_in_a_review_are_those_of_evaluate(door, played):
    one, who, table = played
    reviewed = one.get(f"/api/v1/halls/play/tables/{table}/review", params={"limit": 1}).json()["rounds"][0]
    recalled = door.server_app.state.workers.recalls[PLAY].round(table, reviewed["number"])
    for each in reviewed["review"]["decisions"]:
        found = evaluate(recalled.after(each["answers"]).view(who), each["advice"]["spot"])
        assert [Fraction(option["exact"]) for option in each["advice"]["options"]] == [
            option.value for option in found.options
        ]


def test_only_the_player_reviews_a_round(door, played):
    _, _, table = played
    eve = Browser(door)
    eve.guest()
    assert eve.get(f"/api/v1/halls/play/tables/{table}/review").status_code == 404
    assert Browser(door).get(f"/api/v1/halls/play/tables/{table}/review").status_code == 401


def test_a_player_who_still_sits_at_a_public_table_cannot_review_it(door):
    one = Browser(door)
    one.guest()
    table = open_table(door, "no review yet", "heads-up-holdem", timing=SLOWLY)
    with one.line() as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        refused = one.get(f"/api/v1/halls/play/tables/{table}/review")
        assert refused.status_code == 403
        assert "after you have left" in refused.json()["detail"]
    assert one.get(f"/api/v1/halls/play/tables/{table}/rounds/1/review").status_code in (403, 404)
