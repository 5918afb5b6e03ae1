"""Access by role: each order is refused to everyone who lacks the role for it."""

import re
import stat

from support.browser import Browser, ask, hears, in_memory
from support.server import HOLDEM, open_table, running

TABLE_ORDERS = ("tables", *(f"tables/x/{order}" for order in ("close", "pause", "resume", "void")), "cage/fill")
ORDERS = {
    **{f"/api/v1/halls/money/{order}": {"floor"} for order in TABLE_ORDERS},
    **{f"/api/v1/halls/play/{order}": {"floor", "operator"} for order in TABLE_ORDERS},
    "/api/v1/halls/money/cage/deposit": {"cashier"},
    "/api/v1/halls/money/cage/withdraw": {"cashier"},
    "/api/v1/halls/play/cage/deposit": {"cashier", "operator"},
    "/api/v1/halls/money/correct": {"operator"},
    "/api/v1/halls/money/count": {"cashier"},
    "/api/v1/halls/play/today/keep": {"floor", "operator"},
    "/api/v1/people/nobody/roles": {"operator"},
    "/api/v1/requests/0/approve": {"cashier", "floor", "operator"},
    "/api/v1/requests/0/decline": {"cashier", "floor", "operator"},
    "/api/v1/two-persons": {"operator"},
    "/api/v1/people/nobody/bar": {"floor", "operator"},
    "/api/v1/people/nobody/unlock": {"operator"},
    "/api/v1/people/nobody/reset": {"operator"},
    "/api/v1/stops": {"floor", "operator"},
    "/api/v1/halls/nowhere/audit": {"operator", "auditor"},
    "/api/v1/program/check": {"operator", "auditor"},
}
ORDERS |= {f"/api/v1/workshop/{what}": {"operator"} for what in ("check", "runs", "runs/x/cancel", "save", "table")}
STAFF = ("cashier", "floor", "operator", "auditor")
HOUSE = ("report", "jackpots", "liabilities", "events", "audit", "pairs", "people/ann/rounds", "rounds-by-day")
LOOKS = {f"/api/v1/{what}": {*STAFF} for what in ("people", "stops", "requests", "two-persons")}
LOOKS |= {f"/api/v1/halls/play/{what}": {"floor", "operator", "auditor"} for what in HOUSE}
LOOKS |= {f"/api/v1/halls/play/{what}": {*STAFF} for what in ("today", "cage-day", "presence")}
LOOKS |= {"/api/v1/halls/play/audits": {"operator", "auditor"}}


def test_every_order_requires_its_role(door):
    guest, nobody = Browser(door), Browser(door)
    guest.guest()
    people = {role: Browser(door).sign_up(f"the {role}", "correct horse", role) for role in STAFF}
    people |= {"player": Browser(door).sign_up("the player"), "guest": guest}
    for path, roles in ORDERS.items():
        assert nobody.post(path).status_code == 401
        for role, one in people.items():
            allowed = role in roles
            assert (one.post(path).status_code == 403) != allowed, f"{role}: {path}"
    for path, roles in LOOKS.items():
        assert {role for role, one in people.items() if one.get(path).status_code != 403} == roles, path
    written = [route.path for route in door.server_app.routes if "POST" in getattr(route, "methods", ())]
    own = {
        "/api/v1/guest",
        "/api/v1/sign-up",
        "/api/v1/sign-in",
        "/api/v1/sign-out",
        "/api/v1/password",
        "/api/v1/refill",
        "/api/v1/factor",
    }
    own |= {
        "/api/v1/demo/sign-in",
        "/api/v1/factor/confirm",
        "/api/v1/guest/name",
        "/api/v1/halls/*/private",
        "/api/v1/halls/*/tables/*/enter",
        "/api/v1/halls/*/tables/*/link",
        "/api/v1/halls/*/tables/*/bots/leave",
        "/api/v1/halls/*/tables/*/review/shared",
        "/api/v1/tokens",
        "/api/v1/tokens/*/revoke",
        "/api/v1/halls/*/tables/*/coach",
        "/api/v1/halls/*/tables/*/coach/agree",
        "/api/v1/trainer/*/*/deal",
        "/api/v1/trainer/*/*/answer",
        "/api/v1/daily/deal/*/*",
        "/api/v1/learning/puzzles/*",
        "/api/v1/learning/mistakes/*",
        "/api/v1/learning/reviewed",
        "/api/v1/halls/*/practice",
        "/api/v1/halls/*/tables/*/rounds/*/share",
        "/api/v1/games/*/*/certificate",
    }
    known = {re.sub(r"/(0|x|nobody|play|money|deposit|withdraw|fill|nowhere)(?=/|$)", "/*", path) for path in ORDERS}
    for path in written:
        match = re.sub(r"\{[^}]*\}", "*", path)
        assert match in known | own, f"{path} is an order that this test does not know"


def test_guests_never_reach_money(door):
    one, cashier = Browser(door), Browser(door).sign_up("at the cage", "correct horse", "cashier")
    operator = Browser(door).sign_up("for luck", "correct horse", "operator")
    name = one.guest()
    with one.line("money") as line:
        assert "Guests can play only for play money" in hears(line, "hello", "bye")["why"]
    assert set(one.get("/api/v1/me").json()["halls"]) == {"play"}
    assert one.post("/api/v1/halls/money/practice", game=HOLDEM).status_code == 409
    slip = cashier.post("/api/v1/halls/money/cage/deposit", id="1", who=name, cents=5)
    better = operator.post("/api/v1/halls/money/correct", id="1", player=name, cents=5, better=True, why="for luck")
    for answer in (slip, better):
        assert (answer.status_code, "guest" in answer.json()["detail"]) == (409, True)
    assert door.server.halls["money"].house.holdings(name) == 0


def test_removing_the_floor_role_ends_the_connection_and_its_orders(door):
    table = open_table(door, "orders", bots=0)
    operator = Browser(door).sign_up("the boss", "correct horse", "operator")
    one = Browser(door).sign_up("late shift", "correct horse", "floor")
    with one.line() as line:
        assert ask(line, "pause", table=table, why="a spill")["type"] == "accepted"
        assert operator.post("/api/v1/people/late shift/roles", roles=["player"], why="gone home").status_code == 200
        assert "Your roles have changed" in hears(line, "bye")["why"]
    with one.line() as line:
        assert ask(line, "pause", table=table, why="a spill")["why"] == "Only the floor may do this."


def test_the_only_operator_cannot_resign(door):
    people = door.server.people
    operators = [each.name for each in people.users() if "operator" in each.roles]
    boss = Browser(door).sign_up("last boss", "correct horse", "operator")
    for name in operators:
        people.set_roles(name, ("player",))
    refused = boss.post("/api/v1/people/last boss/roles", roles=["player"], why="enough")
    assert (refused.status_code, "only operator" in refused.json()["detail"]) == (409, True)


def test_the_first_operator_must_choose_a_password_first(often):
    with in_memory() as folder, running(folder) as room:
        first, secret = Browser(room), room.server.secret
        assert first.post("/api/v1/sign-in", name="operator", password=secret).json()["once"]
        assert first.get("/api/v1/people").status_code == 403
        with first.line() as line:
            assert "Choose your own password" in hears(line, "hello", "bye")["why"]
        assert first.post("/api/v1/password", old=secret, new="battery staple").status_code == 200
        assert first.get("/api/v1/people").status_code == 200
        assert Browser(room).post("/api/v1/sign-in", name="operator", password=secret).status_code == 401
        before = b"".join(file.read_bytes() for file in folder.iterdir())
        assert secret.encode() not in before
        for file in folder.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
