"""Duties kept apart: what insiders with a role try, and why it fails.

Each test plays one member of staff who wants money that is not theirs.
"""

import time

import pytest

from cardroom.errors import InputError
from cardroom.room.room import NOT_A_PLAYER, OWN_TABLE
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY, PLAY
from support.browser import Browser, ask, hears, hire, in_memory
from support.server import open_table, running

SLOWLY = TableTiming(pause_between=0.05, answer_time=3600, time_bank=0)
OWN = "This is your own account. Another person must do this."


def staff(door, name, *roles):
    """Somebody with these roles, and not a player's."""
    one = Browser(door).sign_up(name, "correct horse", *roles)
    hire(door, name, roles)
    return one


def rich(door, *names, cents=50_000):
    """Money for players, from nowhere."""
    for name in names:
        door.server.halls[MONEY].house.cage.deposit(name, cents, who="tests", key=f"for {name} {cents}")


def deposit(one, who, cents=1_000_000, what="deposit", hall=MONEY, slip=None):
    return one.post(f"/api/v1/halls/{hall}/cage/{what}", id=slip or f"{what} {who}", who=who, cents=cents)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("role", ["cashier", "floor", "operator", "auditor"])
def test_staff_cannot_sit_at_a_money_table(door, role):
    table = open_table(door, f"money without {role}", hall=MONEY, timing=SLOWLY)
    one = staff(door, f"sits {role}", role)
    rich(door, f"sits {role}")
    with one.line(MONEY) as line:
        for kind, said in (("join", {"cents": 20_000}), ("top-up", {"cents": 1}), ("take-circle", {"seat": 2})):
            assert ask(line, kind, table=table, **said)["why"] == NOT_A_PLAYER
        line.send(f'{{"type": "queue", "table": "{table}"}}')
        assert hears(line, "denied")["why"] == NOT_A_PLAYER
    assert door.server.halls[MONEY].room.tables[table].seated == ()
    with one.line(PLAY) as line:
        open_table(door, f"play with {role}", timing=SLOWLY)
        assert ask(line, "join", table=f"play with {role}", cents=20_000)["type"] == "accepted", "with play money"


def test_a_player_sits_at_a_money_table_and_so_does_staff_with_that_role(door):
    table = open_table(door, "money for players", hall=MONEY, timing=SLOWLY)
    for name, roles in (("just plays", ()), ("plays and deals", ("floor",))):
        one = Browser(door).sign_up(name, "correct horse", *roles)
        rich(door, name)
        with one.line(MONEY) as line:
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted", name


def test_a_seated_player_who_loses_that_role_stands_up(door):
    table = open_table(door, "loses the role", hall=MONEY, timing=SLOWLY)
    one = Browser(door).sign_up("was a player")
    rich(door, "was a player")
    operator = Browser(door).sign_up("takes roles", "correct horse", "operator")
    with one.line(MONEY) as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        told = operator.post("/api/v1/people/was a player/roles", roles=["auditor"], why="a new job")
        assert told.status_code == 200, told.text
        live, until = door.server.halls[MONEY].room.tables[table], time.monotonic() + 240
        while live.seated:
            assert time.monotonic() < until
            time.sleep(0.01)
    house = door.server.halls[MONEY].house
    assert house.balance("was a player") == house.holdings("was a player") > 0, "paid out"


def test_nobody_gives_orders_at_a_table_they_sit_at(door):
    table = open_table(door, "own table", "heads-up-holdem", hall=MONEY, timing=TableTiming(pause_between=3600))
    one = Browser(door).sign_up("seated floor", "correct horse", "floor")
    rich(door, "seated floor")
    path = f"/api/v1/halls/money/tables/{table}"
    with one.line(MONEY) as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        for kind, said in (("pause", {}), ("close-table", {}), ("void", {"round": "0.1"})):
            assert ask(line, kind, table=table, why="me", **said)["why"] == OWN_TABLE
            assert one.post(f"{path}/{kind.removesuffix('-table')}", why="me", **said).json()["detail"] == OWN_TABLE
        for what in ("fill", "credit"):
            refused = deposit(one, table, what=what)
            assert (refused.status_code, "You sit at this table" in refused.json()["detail"]) == (403, True)
        assert ask(line, "leave", table=table)["type"] == "accepted"
    assert one.post(f"{path}/pause", why="a spill").status_code == 200, "not any longer at that table"


def test_nobody_moves_the_money_of_their_own_account(door):
    one, other = staff(door, "pays herself", "cashier", "floor"), staff(door, "corrects herself", "floor", "operator")
    rich(door, "pays herself", "corrects herself")
    house = door.server.halls[MONEY].house
    for hall in (MONEY, PLAY):
        before = door.server.halls[hall].house.balance("pays herself")
        for what in ("deposit", "withdraw"):
            refused = deposit(one, "pays herself", cents=1, what=what, hall=hall)
            assert (refused.status_code, refused.json()["detail"]) == (403, OWN)
        said = {"player": "corrects herself", "cents": 5, "better": True, "why": "miscounted"}
        refused = other.post(f"/api/v1/halls/{hall}/correct", id="1", **said)
        assert (refused.status_code, refused.json()["detail"]) == (403, OWN)
        assert door.server.halls[hall].house.balance("pays herself") == before
    assert deposit(one, "PAYS HERSELF").status_code == 403, "by no other spelling either"
    assert house.balance("pays herself") == house.balance("corrects herself") == 50_000


def test_floor_and_cashier_are_two_duties(door):
    Browser(door).sign_up("a customer")
    floor, cashier = staff(door, "only floor", "floor"), staff(door, "only cashier", "cashier")
    assert deposit(floor, "a customer").status_code == 403
    assert deposit(cashier, "a customer").json() == {"balance": 1_000_000}
    open_table(door, "whose duty", "heads-up-holdem", hall=MONEY, timing=SLOWLY)
    assert deposit(cashier, "whose duty", what="fill").status_code == 403
    assert deposit(floor, "whose duty", what="fill").json() == {"balance": 1_000_000}


def test_an_operator_is_neither_floor_nor_cashier_where_money_is_played(door):
    Browser(door).sign_up("another customer")
    one = staff(door, "only operator", "operator")
    assert deposit(one, "another customer").status_code == 403
    assert one.post("/api/v1/halls/money/tables", name="theirs", game="texas-holdem").status_code == 403
    assert one.post("/api/v1/halls/play/tables", name="for play", game="texas-holdem").status_code == 201


def test_an_operator_cannot_give_roles_to_their_own_account(door):
    one = staff(door, "wants more", "operator")
    for roles in (["operator", "floor"], ["operator", "player"], ["auditor"]):
        for name in ("wants more", "Wants  MORE"):
            refused = one.post(f"/api/v1/people/{name}/roles", roles=roles, why="I could use it")
            assert (refused.status_code, "give yourself roles" in refused.json()["detail"]) == (403, True)
    assert door.server.people.user("wants more").roles == ("operator",)


@pytest.mark.parametrize(
    ("roles", "pair"),
    [
        (["auditor", "player"], "auditor and player: an auditor sees the cards of all rounds"),
        (["operator", "floor", "cashier"], "cashier and operator: an operator corrects the balances"),
    ],
)
def test_duties_that_check_each_other_are_never_one_person(door, roles, pair):
    """At once or in two steps, also where the second person is switched off."""
    boss, name = staff(door, f"boss of {roles[0]}", "operator"), f"two of {len(roles)}"
    Browser(door).sign_up(name)
    for given in (roles, [*reversed(roles)]):
        refused = boss.post(f"/api/v1/people/{name}/roles", roles=given, why="she can do both")
        assert (refused.status_code, f"One person cannot be {pair}" in refused.json()["detail"]) == (409, True)
    for step in ([roles[0]], roles):
        done = boss.post(f"/api/v1/people/{name}/roles", roles=step, why="step by step")
    assert done.status_code == 409
    assert door.server.people.user(name).roles == (roles[0],)
    with pytest.raises(InputError, match="One person cannot be"):
        door.server.people.sign_up("at once", "correct horse", tuple(roles))


def test_nobody_lifts_their_own_bar(door):
    one = staff(door, "barred floor", "floor")
    boss = staff(door, "bars floors", "operator")
    assert boss.post("/api/v1/people/barred floor/bar", barred=True, why="a debt").status_code == 200
    assert one.post("/api/v1/people/barred floor/bar", barred=False, why="paid").status_code == 403
    assert boss.post("/api/v1/people/barred floor/bar", barred=False, why="paid").status_code == 200


def test_the_first_operator_is_not_an_auditor(often):
    with in_memory() as folder, running(folder) as room:
        assert room.server.people.user("operator").roles == ("operator",)


def test_a_change_that_the_books_cannot_note_does_not_happen(door, monkeypatch):
    one = staff(door, "notes first", "operator")
    Browser(door).sign_up("stays a player")
    house = door.server.halls[MONEY].house

    def fails(*_, **__):
        raise OSError("the disk is full")

    monkeypatch.setattr(house, "note", fails)
    assert one.post("/api/v1/people/stays a player/roles", roles=["floor"], why="x").status_code >= 500
    assert one.post("/api/v1/people/stays a player/bar", barred=True, why="x").status_code >= 500
    user = door.server.people.user("stays a player")
    assert (user.roles, user.barred) == (("player",), "")
