"""Barred people, also by their own wish: they cannot deposit, sit or return under another spelling."""

import pytest

from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people.names import identity
from support.browser import Browser, ask, hire
from support.server import open_table


@pytest.fixture(scope="module")
def staff(door):
    one = Browser(door).sign_up("for bars")
    hire(door, "for bars", ("floor", "cashier"))
    return one


def bar(staff, name):
    assert staff.post(f"/api/v1/people/{name}/bar", barred=True, why="by their own wish").status_code == 200


def test_a_barred_player_can_withdraw_and_not_deposit(door, staff):
    Browser(door).sign_up("excluded")
    slip = {"who": "excluded", "cents": 5_000}
    assert staff.post("/api/v1/halls/money/cage/deposit", id="before", **slip).status_code == 200
    bar(staff, "excluded")
    refused = staff.post("/api/v1/halls/money/cage/deposit", id="after", **slip)
    assert (refused.status_code, "by their own wish" in refused.json()["detail"]) == (409, True)
    assert staff.post("/api/v1/halls/money/cage/withdraw", id="out", **slip).json() == {"balance": 0}


def test_a_barred_player_cannot_sit_or_queue(door, staff):
    table = open_table(door, "not for them", hall=MONEY, timing=TableTiming(pause_between=3600))
    one = Browser(door).sign_up("stays out")
    door.server.halls[MONEY].house.cage.deposit("stays out", 50_000, who="tests", key="for stays out")
    bar(staff, "stays out")
    with one.line(MONEY) as line:
        assert "by their own wish" in ask(line, "join", table=table, cents=20_000)["why"]


@pytest.mark.parametrize(
    "name", ["wilma stone", "WILMA STONE", "Wilma  Stone", "wilmastone", "Wilma-Stone", "W1lma St0ne", "Vvilma Stone"]
)
def test_a_barred_person_cannot_sign_up_under_another_spelling(door, staff, name):
    if door.server.people.barred().get("Wilma Stone") is None:
        Browser(door).sign_up("Wilma Stone")
        bar(staff, "Wilma Stone")
    refused = Browser(door).post("/api/v1/sign-up", name=name, password="correct horse")
    assert refused.status_code == 409
    assert len([each for each in door.server.people.users() if identity(each.name) == identity("Wilma Stone")]) == 1


def test_other_people_have_similar_names(door):
    Browser(door).sign_up("Will Mason")
    Browser(door).sign_up("will masons")


def test_a_spelling_of_a_name_that_is_not_barred_is_free(door):
    Browser(door).sign_up("joan 7")
    Browser(door).sign_up("joan 9")
