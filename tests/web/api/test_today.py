"""Today by HTTP: each part only for those who may see it, and sums that add up on the page."""

import httpx
import pytest

from cardroom.house.books.values import CAGE
from cardroom.web.api import decisions
from cardroom.web.halls.demo import DEMO_PEOPLE
from cardroom.web.halls.table_config import MONEY, PLAY
from support.asked import HOUSE, POKER


def at(path, hall="play"):
    return f"/api/v1/halls/{hall}/{path}"


@pytest.fixture(scope="module")
def staff(asked, room):
    """Clients for all staff: opal is operator, cass cashier."""
    for name in ("opal", "cass"):
        asked._cookies[name] = f"session={room.server.people.sessions.begin(name)}"
    return asked


@pytest.mark.parametrize("path", ["today", "cage-day", "presence", "rounds-by-day", "audits"])
def test_players_and_visitors_get_no_figure_of_the_house(staff, path):
    for who in ("ann", "eve"):
        assert staff.get(who, at(path)).status_code == 403
    assert staff.get(None, at(path)).status_code == 401


def test_a_cashier_sees_the_cage_and_no_result_of_play(staff):
    answer = staff.value("cass", at("today"))
    assert answer["play"] is None
    assert answer["cage"]["should_hold"] > 0
    assert not {each["kind"] for each in answer["needs"]} & {"theory", "jackpot", "paused"}
    assert staff.value("cass", at("cage-day"))["holdings"] is None
    for path in ("rounds-by-day", "audits"):
        assert staff.get("cass", at(path)).status_code == 403


@pytest.mark.parametrize("who", ["flo", "opal", "audrey"])
def test_readers_of_the_books_see_every_part(staff, who):
    answer = staff.value(who, at("today"))
    assert answer["play"]["day"]["rounds"] > 0
    assert staff.value(who, at("cage-day"))["holdings"]["ties"]


def test_orders_of_the_page_need_their_own_right(staff):
    keep = {"table": HOUSE, "game": "x", "why": "seen"}
    for who in ("audrey", "cass", "ann"):
        assert staff.post(who, at("today/keep"), **keep).status_code == 403
    count = {"counted": 0, "closes": "shift", "id": "a count"}
    for who in ("flo", "opal", "audrey", "ann"):
        assert staff.post(who, at("count", MONEY), **count).status_code == 403
    assert staff.post("cass", at("count", PLAY), **count).json()["detail"].startswith("Play money is not cash")


def test_a_token_for_the_cage_counts_the_drawer(staff, room):
    user, count = room.server.people.user("cass"), {"counted": 0, "closes": "shift", "id": "a count by a program"}
    for scope, status in (("cage", 409), ("operate", 403)):
        _, secret = room.server.tokens.create(user, f"a program for {scope}", (scope,), 1)
        headers = {"authorization": f"Bearer {secret}"}
        reply = httpx.post(f"{room.address}{at('count')}", timeout=60, json=count, headers=headers)
        assert reply.status_code == status, reply.text


def test_every_sum_on_the_page_adds_up_from_the_page(staff):
    answer = staff.value("opal", at("today"))
    play, cage = answer["play"], answer["cage"]
    day = play["day"]
    assert (
        sum(each["rounds"] for each in day["hours"]) == sum(each["rounds"] for each in day["tables"]) == day["rounds"]
    )
    assert sum(each["win"] for each in day["tables"]) == sum(each["win"] for each in day["theory"]) == day["win"]
    assert sum(each["collection"] for each in day["tables"]) == day["collection"]
    assert cage["opening"] + cage["deposits"] - cage["withdrawals"] + cage["differences"] == cage["should_hold"]
    assert sum(each["cents"] for each in play["jackpots"]) == play["owed"]["pools"]
    assert play["holdings"]["cage"] == cage["should_hold"]
    assert play["holdings"]["ties"]


def test_a_table_that_is_paused_for_ten_minutes_needs_a_decision(staff, room, monkeypatch):
    def paused():
        return {each["table"]: each for each in staff.value("flo", at("today"))["needs"] if each["kind"] == "paused"}

    with monkeypatch.context() as patch:
        patch.setattr(decisions, "PAUSED_LONG", 0)
        since = max(each["since"] for each in paused().values())
    books = room.server.halls[PLAY].house.books
    monkeypatch.setattr(books, "now", lambda: since + 600_000_000 - 1)
    before = {*paused()}
    monkeypatch.setattr(books, "now", lambda: since + 600_000_000)
    needs = paused()
    assert before < {*needs} == {HOUSE, POKER}
    assert [each["do"] for each in needs[HOUSE]["actions"]] == ["resume", "open"]
    seen = [each for each in staff.value("audrey", at("today"))["needs"] if each["kind"] == "paused"]
    assert all([action["do"] for action in each["actions"]] == ["open"] for each in seen)


def test_a_result_far_from_theory_waits_until_somebody_has_looked(staff, monkeypatch):
    monkeypatch.setattr(decisions, "ABNORMAL", 0.0)

    def waiting():
        return [each for each in staff.value("flo", at("today"))["needs"] if each["kind"] == "theory"]

    [found] = waiting()
    assert found["table"] == HOUSE
    assert "2 rounds today" in found["says"]
    assert len(found["actions"]) == 2
    assert found["actions"][0]["to"].endswith("&table=table%208"), "a name may contain any sign"
    assert staff.post("flo", at("today/keep"), table="nowhere", game="x", why="seen").status_code == 409
    keep = {"table": found["table"], "game": found["game"], "why": "the cards were counted"}
    assert staff.post("flo", at("today/keep"), **keep).status_code == 200
    assert waiting() == []
    noted = staff.value("audrey", at("events"), kind=decisions.KEEP)["events"]
    assert [(each["who"], each["why"], each["after"]["table"]) for each in noted] == [
        ("flo", "the cards were counted", HOUSE)
    ]


def test_if_nothing_waits_the_page_names_what_comes_next(staff):
    answer = staff.value("cass", at("today", MONEY))
    assert answer["needs"] == []
    assert (answer["next"]["says"], answer["next"]["at"]) == ("the close of the day", answer["ends"])


def test_cash_near_its_threshold_and_a_count_that_is_due_need_a_decision(staff, room, monkeypatch):
    house = room.server.halls[MONEY].house
    room.server.people.sign_up("near", "seven long words are better")
    house.cage.deposit("near", 799_999, who="cass", key="/deposit less")
    assert not staff.value("cass", at("today", MONEY))["needs"]
    house.cage.deposit("near", 1, who="cass", key="/deposit near")
    [near] = staff.value("cass", at("today", MONEY))["needs"]
    assert (near["kind"], near["title"]) == ("cash", "Cash in of near is $8,000 today")
    monkeypatch.setattr(decisions, "_HOURS", 1)
    [_, due] = sorted(staff.value("cass", at("today", MONEY))["needs"], key=lambda each: each["kind"])
    assert (due["kind"], due["actions"][0]["label"]) == ("count", "Count")
    house.cage.withdraw("near", 800_000, who="cass", key="/withdraw near")


def test_presence_counts_people_at_practice_tables_too(staff, room):
    before = staff.value("flo", at("presence"))
    assert (before["people"], before["own_people"]) == (6, 0)
    opened = staff.post("eve", at("practice"), game="razz")
    assert opened.status_code in (200, 201), opened.text
    after = staff.value("flo", at("presence"))
    assert after["own_tables"] == before["own_tables"] + 1
    assert after["tables"] == before["tables"] + 1


def test_a_real_room_offers_nobody_to_look_as(staff):
    assert staff.value(None, "/api/v1/me")["demo"] == []
    for name in (*DEMO_PEOPLE, "opal"):
        assert staff.post(None, "/api/v1/demo/sign-in", name=name).status_code == 404


def test_today_writes_nothing(staff, room):
    books = room.server.halls[PLAY].house.books
    before = books.last_number(CAGE)
    for who in ("cass", "flo", "opal", "audrey"):
        staff.value(who, at("today"))
    assert books.last_number(CAGE) == before


def test_a_slip_of_a_count_is_used_once_and_a_count_has_a_limit(staff, room):
    def counts(**how):
        return staff.post("cass", at("count", MONEY), **({"closes": "shift", "why": "counted again"} | how))

    for wrong in (-1, 10**15 + 1, 2**63, 10**30):
        assert counts(counted=wrong, id="far too much").status_code == 400
    assert counts(counted=5, id="long", why="x" * 501).status_code == 400
    assert counts(counted=5, id="one slip").json()["counted"] == 5
    assert counts(counted=5, id="one slip").status_code == 200, "sent again"
    for other in ({"counted": 6}, {"counted": 5, "closes": "day"}):
        refused = counts(id="one slip", **other)
        assert (refused.status_code, "different count" in refused.json()["detail"]) == (409, True)
    found = staff.value("cass", at("cage-day", MONEY))["cage"]["counts"]
    assert [each["counted"] for each in found if each["why"] == "counted again"] == [5]
