"""Puzzles of recorded rounds, and mistakes of the trainer and of reviewed rounds, over HTTP."""

import json
from random import Random

import pytest

from cardroom.web.learning.sources import read_source, replayed
from cardroom.web.people.names import normalize
from cardroom.web.people.schema import LEARNING
from support.asked import HOUSE, played
from support.browser import Browser

THREE = "/api/v1/trainer/three-card-poker-6-card-bonus/500-club"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A room with played rounds, whose cards are always the same."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("cards.shuffle", "cards.sealed", "play.table.table"):
            patch.setattr(f"cardroom.{module}.system_bytes", Random(5).randbytes)
        with played(tmp_path_factory.mktemp("room")) as asked:
            yield asked


@pytest.fixture(scope="module")
def learning(asked):
    """The learning of a room in which rounds were played, after a search for puzzles."""
    app = asked.room.server_app
    assert asked.room.server_app.state.learning.puzzles.due
    asked.room.call(app.state.learning.puzzles.search(app.state.workers))
    assert not app.state.learning.puzzles.due
    return app.state.learning


@pytest.fixture
def guest(asked, learning):
    one = Browser(asked.room)
    one.http.timeout = 300
    one.guest()
    return one


def test_the_seed_of_a_day_is_drawn_once(learning):
    seeds = [learning.store.seed(day) for day in (7, 8, 7)]
    assert seeds[0] == seeds[2] != seeds[1]
    assert all(len(each) == 64 for each in seeds)


def test_puzzles_are_decisions_of_rounds_without_names_and_without_values(guest, learning):
    puzzles = guest.get("/api/v1/learning/puzzles?limit=12")
    assert puzzles.json()
    for word in ('"ann', '"bob', "ann ", "bob ", HOUSE, '"exact"', '"best"'):
        assert word not in puzzles.text
    assert {each["decision"]["picture"]["viewer"] for each in puzzles.json()} == {"You"}
    titles = [spread["title"] for each in puzzles.json() for spread in each["decision"]["picture"]["spreads"]]
    assert not [title for title in titles if "'" in title], "no name needs quotes"
    stored = {each.id: each for each in learning.store.puzzles()}
    assert all(stored[each["decision"]["id"]].cost == each["cost"] > 0 for each in puzzles.json())


def test_a_replay_without_names_has_the_same_cards(asked, learning):
    recalls = asked.room.server_app.state.workers.recalls
    for each in learning.store.puzzles():
        source = read_source(each.source)
        recalled = recalls[source.hall].round(source.table, source.round)
        named, nameless = recalled.after(source.answers), replayed(recalled, source.answers, source.spot)
        who = named.spot(source.spot).bettor
        assert nameless.view("You").hand(source.spot) == named.view(who).hand(source.spot)
        assert not [each for each in nameless.stacks if each[:3] in ("ann", "bob")]


def test_the_first_answer_to_a_puzzle_is_rated_once(guest, learning):
    puzzle = guest.get("/api/v1/learning/puzzles").json()[0]
    decision = puzzle["decision"]
    path = f"/api/v1/learning/puzzles/{decision['id']}"
    prompt = next(each for each in decision["picture"]["prompts"] if each["spot"] == decision["spot"])
    fold = next(each["action"] for each in prompt["offers"] if each["kind"] == "choice")
    verdict = guest.post(path, action=fold).json()
    assert verdict["before"] == 1500
    assert (verdict["rating"] > 1500) == (verdict["yours"]["cost"] == 0)
    after = learning.store.puzzle(decision["id"])
    assert after.answers == puzzle["answers"] + 1
    assert (after.rating.rating < puzzle["rating"]) == (verdict["yours"]["cost"] == 0)
    again = guest.post(path, action=fold).json()
    assert again["rating"] == verdict["rating"]
    assert learning.store.puzzle(decision["id"]).answers == after.answers
    listed = guest.get("/api/v1/learning/puzzles?limit=12").json()
    assert decision["id"] not in [each["decision"]["id"] for each in listed]
    progress = guest.get("/api/v1/learning/progress").json()
    assert [each["rating"] for each in progress["ratings"]] == [progress["rating"]] == [verdict["rating"]]
    assert progress["games"][0]["decisions"] == 1


def test_unknown_puzzles_and_mistakes_are_refused(guest, asked):
    assert guest.post("/api/v1/learning/puzzles/none", action="fold").status_code == 404
    assert guest.get("/api/v1/learning/mistakes/none").status_code == 404
    visitor = Browser(asked.room)
    assert visitor.post("/api/v1/learning/puzzles/none", action="fold").status_code == 401
    assert visitor.get("/api/v1/learning/progress").status_code == 401
    assert visitor.get("/api/v1/learning/mistakes").json()["due_count"] == 0


def test_a_mistake_in_the_trainer_goes_into_the_box_for_tomorrow(guest):
    for _ in range(2):  # the same mistake again changes nothing
        for number in range(6):
            guest.post(f"{THREE}/answer", seed=f"s{number}", action="fold")
    boxes = guest.get("/api/v1/learning/mistakes").json()["boxes"]
    assert [each["days"] for each in boxes] == [0, 1, 3, 7, 30]
    assert 0 < boxes[1]["count"] <= 6
    assert sum(each["count"] for each in boxes) == boxes[1]["count"]


def test_reviewed_rounds_give_their_player_mistakes_and_nobody_else(asked, learning):
    numbers = [each["number"] for each in asked.value("ann", f"/api/v1/halls/play/tables/{HOUSE}/rounds")["rounds"]]
    body = {"hall": "play", "table": HOUSE, "rounds": numbers}
    refused = asked.post("ann", "/api/v1/learning/reviewed", **body)
    assert refused.status_code == 403, "she still sits at the table"
    asked.room.server.tables.seated = lambda *_: ()
    try:
        review = asked.value("ann", f"/api/v1/halls/play/tables/{HOUSE}/review")
        wrong = [one for each in review["rounds"] for one in each["review"]["decisions"] if one["yours"]["cost"]]
        assert wrong
        added = asked.post("ann", "/api/v1/learning/reviewed", **body).json()["added"]
        assert added == sum(not one["absent"] for one in wrong)
        assert asked.post("ann", "/api/v1/learning/reviewed", **body).json()["added"] == 0
        assert asked.post("eve", "/api/v1/learning/reviewed", **body).json()["added"] == 0
    finally:
        del asked.room.server.tables.seated


def test_deleted_guests_leave_nothing(guest, asked):
    guest.post(f"{THREE}/answer", seed="s1", action="fold")
    guest.post(f"{THREE}/answer", seed="s2", action="fold")
    people = asked.room.server.people
    name = guest.get("/api/v1/me").json()["name"]

    def rows():
        with people.database.reading() as database:
            return [
                row for table in LEARNING for row in database.execute(table.select()) if row.folded == normalize(name)
            ]

    assert rows()
    guest.post("/api/v1/sign-out")
    people.delete_guests(-60)
    assert not rows()


def test_what_is_stored_of_a_mistake_is_enough_to_deal_it_again(guest, learning, asked):
    me = guest.get("/api/v1/me").json()["name"]
    guest.post(f"{THREE}/answer", seed="s1", action="fold")
    guest.post(f"{THREE}/answer", seed="s3", action="fold")
    for each in (boxed.mistake for boxed in learning.store.mistakes(me)):
        assert json.loads(each.source)["type"] == "dealt-source"
        shown = guest.get(f"/api/v1/learning/mistakes/{each.id}").json()
        assert shown["kind"] == each.kind
