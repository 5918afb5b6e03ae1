"""The daily deal over HTTP: one deal for all, final answers, and no values before them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest

import cardroom
from cardroom.web.learning.daily_deals import DailyDeals
from support.browser import Browser

NOON = 20_775 * 86_400 + 43_200.0
"""Noon on a day whose deal the tests play."""
TODAY, YESTERDAY, TOMORROW = "2026-11-18", "2026-11-17", "2026-11-19"
GAMES = ("three-card-poker-6-card-bonus", "pure-21.5-blackjack", "face-up-pai-gow-poker")


@pytest.fixture(scope="module")
def learning(door):
    """The room's learning, at a fixed time, with games whose values are quick to load."""
    found = door.server_app.state.learning
    found.deals = DailyDeals(lambda day: f"seed of {day}", [cardroom.game(each) for each in GAMES])
    found.store.now = lambda: NOON
    return found


@pytest.fixture
def guest(door, learning):
    one = Browser(door)
    one.http.timeout = 300  # what values need may have to be compiled first
    one.post("/api/v1/guest")
    return one


def first_way(decision):
    """The first option of a decision, as an answer."""
    asked = next(each for each in decision["picture"]["prompts"] if each["spot"] == decision["spot"])
    offer = asked["offers"][0]
    if offer["kind"] == "pick":
        return {"action": offer["action"], "value": offer["splits"][0]["picked"]}
    value = offer["option"].get("least") if offer["kind"] == "amount" else None
    return {"action": offer["action"], "value": value}


def ways(decision):
    asked = next(each for each in decision["picture"]["prompts"] if each["spot"] == decision["spot"])
    return [each for each in asked["offers"] if each["kind"] == "choice"]


def test_everybody_gets_the_same_deal_and_can_check_its_seed(guest, door, learning):
    mine, theirs = guest.get("/api/v1/daily/deal").json(), Browser(door).get("/api/v1/daily/deal").json()
    assert mine == theirs
    assert (mine["day"], mine["ends"]) == (TODAY, 20_776 * 86_400)
    assert len(mine["decisions"]) == 5
    assert {each["stake"] for each in mine["decisions"]} == {500}
    assert sha256(mine["seed"].encode()).hexdigest() == mine["commitment"] == learning.deals.commitment(20_775)
    assert mine["next_commitment"] == sha256(learning.deals.seed(20_776).encode()).hexdigest()


def test_the_deal_is_drawn_before_anybody_asks_for_it(door, learning, monkeypatch):
    monkeypatch.setattr("cardroom.web.learning.learning.START_PAUSE", 0)
    deals = learning.deals
    learning.deals = DailyDeals(deals.seed, deals.games)

    async def draws():
        learning.start_deals(door.server_app.state.workers)
        while 20_775 not in learning.deals._deals:
            await asyncio.sleep(0.01)

    door.call(draws())
    learning.deals = deals


def test_no_value_is_sent_before_the_answer(guest):
    deal = guest.get("/api/v1/daily/deal")
    assert deal.json()["verdicts"] == []
    assert not [word for word in ("exact", "advice", "best", "units") if f'"{word}"' in deal.text]
    assert deal.json()["standing"] is None


def test_the_first_answer_is_final_and_the_same_one_again_changes_nothing(guest, learning):
    deal = guest.get("/api/v1/daily/deal").json()
    number = next(each["id"] for each in deal["decisions"] if len(ways(each)) > 1)
    one, other = ways(deal["decisions"][int(number) - 1])[:2]
    path = f"/api/v1/daily/deal/{TODAY}/{number}"
    verdict = guest.post(path, action=one["action"])
    assert verdict.status_code == 200, verdict.text
    assert len(verdict.json()["advice"]["options"]) >= 2
    assert guest.post(path, action=one["action"]).json() == verdict.json()
    refused = guest.post(path, action=other["action"])
    assert refused.status_code == 409
    assert "The first answer counts" in refused.json()["detail"]
    assert guest.get("/api/v1/daily/deal").json()["verdicts"] == [verdict.json()]
    assert guest.get("/api/v1/daily").json()["answered"] == 1


def test_of_answers_at_the_same_moment_only_one_counts(guest, learning):
    deal = guest.get("/api/v1/daily/deal").json()
    decision = next(each for each in deal["decisions"] if len(ways(each)) > 1)
    path = f"/api/v1/daily/deal/{TODAY}/{decision['id']}"
    actions = [each["action"] for each in ways(decision)[:2]] * 4
    with ThreadPoolExecutor(8) as threads:
        answers = [*threads.map(lambda action: guest.post(path, action=action), actions)]
    counted = {each.json()["yours"]["action"] for each in answers if each.status_code == 200}
    assert len(counted) == 1
    assert {each.status_code for each in answers} == {200, 409}
    assert len(guest.get("/api/v1/daily/deal").json()["verdicts"]) == 1
    assert guest.get("/api/v1/learning/mistakes").json()["boxes"][1]["count"] <= 1


@pytest.mark.parametrize(
    ("day", "number", "status"),
    [
        (TOMORROW, 1, 409),
        ("2026-11-16", 1, 404),
        ("2026-11-20", 1, 404),
        ("today", 1, 404),
        (TODAY, 0, 404),
        (TODAY, 6, 404),
        (YESTERDAY, 1, 409),
        (TODAY, 1, 409),
    ],
)
def test_only_open_decisions_can_be_answered_and_only_as_the_rules_allow(guest, day, number, status):
    assert guest.post(f"/api/v1/daily/deal/{day}/{number}", action="steal").status_code == status
    assert guest.get("/api/v1/daily").json()["answered"] == 0


def test_a_visitor_without_a_session_sees_the_deal_but_cannot_answer(door, learning):
    visitor = Browser(door)
    assert visitor.get("/api/v1/daily").json()["answered"] == 0
    assert visitor.post(f"/api/v1/daily/deal/{TODAY}/1", action="fold").status_code == 401


def finish(browser, day=TODAY, deal=None):
    """Answer a whole deal; return what it cost."""
    deal = deal or browser.get("/api/v1/daily/deal").json()
    answers = [browser.post(f"/api/v1/daily/deal/{day}/{each['id']}", **first_way(each)) for each in deal["decisions"]]
    assert {each.status_code for each in answers} == {200}, [each.text for each in answers]
    return sum(each.json()["yours"]["cost"] for each in answers)


def test_a_finished_deal_shows_where_one_stands_and_its_mistakes_come_back(guest, learning):
    before = len(learning.store.costs_of(20_775))
    cost = finish(guest)
    deal, summary = guest.get("/api/v1/daily/deal").json(), guest.get("/api/v1/daily").json()
    assert deal["cost"] == summary["cost"] == pytest.approx(cost)
    assert summary["done"]
    assert summary["run"] == 1
    standing = deal["standing"]
    assert standing["finished"] == before + 1 == sum(standing["columns"])
    wrong = sum(each["yours"]["cost"] > 0 for each in deal["verdicts"])
    mistakes = guest.get("/api/v1/learning/mistakes").json()
    assert wrong > 0
    assert mistakes["due_count"] == 0
    assert [each["count"] for each in mistakes["boxes"]] == [0, wrong, 0, 0, 0]


def test_answers_given_offline_are_taken_until_the_end_of_the_next_day(guest, learning):
    deal = guest.get("/api/v1/daily/deal").json()
    try:
        learning.store.now = lambda: 20_776 * 86_400 - 0.001
        assert guest.get("/api/v1/daily").json()["day"] == TODAY
        learning.store.now = lambda: 20_776 * 86_400.0
        assert guest.get("/api/v1/daily").json()["day"] == TOMORROW
        finished = len(learning.store.costs_of(20_775))
        finish(guest, TODAY, deal)
        assert guest.get("/api/v1/daily").json()["run"] == 1
        assert len(learning.store.costs_of(20_775)) == finished, "late answers are not in the standing"
        learning.store.now = lambda: 20_777 * 86_400.0
        assert guest.post(f"/api/v1/daily/deal/{TODAY}/1", action="fold").status_code == 404
    finally:
        learning.store.now = lambda: NOON


def test_a_guest_who_signs_up_keeps_everything(guest):
    finish(guest)
    before = guest.get("/api/v1/learning/progress").json()
    deal = guest.get("/api/v1/daily/deal").json()
    guest.post("/api/v1/guest/name", name="Heron")
    assert guest.get("/api/v1/learning/progress").json() == before
    guest.sign_up("bittern")
    assert guest.get("/api/v1/me").json()["name"] == "bittern"
    assert guest.get("/api/v1/learning/progress").json() == before
    assert guest.get("/api/v1/daily/deal").json() == deal


def test_a_deal_can_be_finished_on_another_device(guest, door, learning):
    guest.sign_up("two devices")
    deal = guest.get("/api/v1/daily/deal").json()
    first = deal["decisions"][0]
    verdict = guest.post(f"/api/v1/daily/deal/{TODAY}/1", **first_way(first)).json()
    other = Browser(door)
    other.post("/api/v1/sign-in", name="two devices", password="correct horse")
    assert other.get("/api/v1/daily/deal").json()["verdicts"] == [verdict]


def test_mistakes_move_from_box_to_box(guest, door, learning):
    finish(guest)
    learning.store.now = lambda: NOON + 86_400
    try:
        due = guest.get("/api/v1/learning/mistakes").json()
        one = due["due"][0]
        assert "best" not in one
        assert "yours" not in one
        path = f"/api/v1/learning/mistakes/{one['id']}"
        decision = guest.get(path).json()
        other = Browser(door)
        other.guest()
        assert other.get(path).status_code == 404, "the boxes of others are closed"
        assert other.post(path, action="fold").status_code == 404
        wrong = guest.post(path, **first_way(decision)).json()
        assert wrong["yours"]["cost"] > 0
        assert wrong["days"] == 0
        best = wrong["advice"]["options"][0]
        way = {"action": best["action"], "value": best["cards"] or best["amount"] or None}
        for days in (1, 3, 7, 30, None):
            right = guest.post(path, **way)
            assert right.json().get("days", "refused") == days, right.text
            if days:
                refused = guest.post(path, **way)
                assert refused.status_code == 409, "it is not due"
                learning.store.now = lambda then=learning.store.now() + days * 86_400: then
        assert guest.get(path).status_code == 404, "it is learned"
    finally:
        learning.store.now = lambda: NOON
