"""Orders that can take money wait for a second person. Each test is an insider who tries to do without one."""

import secrets
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

import cardroom
from cardroom.house.audit.orders import DUTIES
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import AUTHOR
from cardroom.house.cage.history import cage_entries
from cardroom.house.cage.requests import EXPIRES
from cardroom.house.cage.two_persons import DAY, TwoPersons
from cardroom.play.round.bank import pays
from cardroom.room.room import NEEDS_SECOND
from cardroom.room.timing import TableTiming
from cardroom.rulebook.files import BUILT_IN
from cardroom.web.halls.table_config import MONEY
from cardroom.web.orders.approval import TWO_OPERATORS
from cardroom.web.orders.kinds import StaffOrder
from cardroom.web.people.rate_limiter import RateLimiter
from support.browser import Browser, ask, enroll, hire, in_memory
from support.server import open_table, running

SLOWLY = TableTiming(pause_between=0.05, answer_time=3600, time_bank=0)
LIMIT = 300_000
STAFF = {
    "cass": ("cashier",),
    "cora": ("cashier",),
    "flo": ("floor",),
    "fred": ("floor",),
    "olga": ("operator",),
    "otto": ("operator",),
    "audrey": ("auditor",),
}
"""Two of each duty."""


class Room:
    """A room with two of each duty, and a rich player."""

    def __init__(self, running):
        self.running, self.house = running, running.server.halls[MONEY].house
        self.staff = {name: Browser(running).sign_up(name) for name in (*STAFF, "ann", "bob")}
        for name, roles in STAFF.items():
            hire(running, name, roles)
        enroll(running, "olga", "otto")
        self.fund("ann", "bob")

    def fund(self, *names, cents=100 * LIMIT):
        """Give players money while the rule is off, so that an audit accepts it."""
        rule = self.running.server.orders.rule
        rule.set(TwoPersons(on=False), who=AUTHOR, why="tests")
        for name in names:
            self.house.cage.deposit(name, cents, who="tests", key=f"for {name}")
        rule.set(TwoPersons(), who=AUTHOR, why="tests")

    def post(self, by, path, **said):
        return self.staff[by].post(path, **said)

    def withdraw(self, who, slip, cents, player="ann"):
        return self.post(who, "/api/v1/halls/money/cage/withdraw", id=slip, who=player, cents=cents)

    def correct(self, who, slip, player="ann", cents=5_000_000):
        said = {"id": slip, "player": player, "cents": cents, "better": True, "why": "miscounted"}
        return self.post(who, "/api/v1/halls/money/correct", **said)

    def approve(self, who, number, why="I have seen the paper", what="approve"):
        return self.post(who, f"/api/v1/requests/{number}/{what}", why=why)

    def pending(self, who="audrey"):
        return self.staff[who].get("/api/v1/requests").json()

    def notes(self, *kinds):
        return cage_entries(self.house.books, kinds=kinds, limit=200).entries


@pytest.fixture(scope="module")
def room(often):
    how = {"one_person": None, "newcomers": RateLimiter(10**6, 10**6)}
    with in_memory() as folder, running(folder, **how) as there:
        yield Room(there)


def test_the_password_of_a_player_with_money_is_reset_by_two_persons(room):
    """With the code, an operator could play with the player's money and lose it to a friend."""
    room.running.server.people.sign_up("rich", "correct horse")
    room.fund("rich", cents=100)
    waiting = room.post("olga", "/api/v1/people/rich/reset", why="she called", factor=True)
    number = waiting.json()["request"]
    assert (waiting.status_code, "code" in waiting.json()) == (202, False)
    assert Browser(room.running).post("/api/v1/sign-in", name="rich", password="correct horse").status_code == 200
    assert room.approve("olga", number).status_code == 403
    done = room.approve("cora", number).json()
    assert done["says"] == "Done: reset the password of rich and remove the second factor."
    assert Browser(room.running).post("/api/v1/sign-in", name="rich", password="correct horse").status_code == 401
    assert Browser(room.running).post("/api/v1/sign-in", name="rich", password=done["code"]).json()["once"]
    reset, approved = room.notes("password reset")[0], room.notes("request approved")[0]
    assert (reset.who, approved.who, reset.number) == ("olga", "cora", approved.number + 1)
    assert done["code"] not in str(room.notes("request", "request approved", "password reset"))


def test_only_an_operator_approves_a_reset_when_the_player_is_staff_by_now(room):
    room.running.server.people.sign_up("rises", "correct horse")
    room.fund("rises", cents=100)
    number = room.post("olga", "/api/v1/people/rises/reset", why="she called").json()["request"]
    hire(room.running, "rises", ("cashier",))
    assert room.approve("cora", number).status_code == 403
    assert room.approve("otto", number).status_code == 200


def test_a_new_room_needs_two_persons(room):
    assert room.staff["audrey"].get("/api/v1/two-persons").json() == {
        "on": True,
        "limit": LIMIT,
        "deposit": 1_000_000,
        "cashier": 2_000_000,
        "enrolled": True,
    }


def test_a_count_of_the_drawer_is_signed_by_a_second_person(room):
    """One person alone could take cash from the drawer and count what is left as right."""
    drawer = room.staff["cass"].get("/api/v1/halls/money/cage-day").json()["cage"]
    short = drawer["should_hold"] - 500
    count = {"id": "count 1", "counted": short, "closes": "shift"}
    refused = room.post("cass", "/api/v1/halls/money/count", **count)
    assert (refused.status_code, "Give a reason" in refused.json()["detail"]) == (409, True)
    assert room.post("cass", "/api/v1/halls/money/count", **count | {"counted": -1, "why": "x"}).status_code == 400
    waiting = room.post("cass", "/api/v1/halls/money/count", **count, why="counted twice, not known")
    assert waiting.status_code == 202
    number = waiting.json()["request"]
    assert room.staff["cass"].get("/api/v1/halls/money/cage-day").json()["cage"]["counts"] == []
    for who in ("cass", "flo", "audrey"):
        assert room.approve(who, number).status_code == 403
    assert room.approve("cora", number, "I counted too").status_code == 200
    after = room.staff["cass"].get("/api/v1/halls/money/cage-day").json()["cage"]
    [counted] = after["counts"]
    assert (counted["who"], counted["second"], counted["difference"]) == ("cass", "cora", -500)
    assert after["should_hold"] == short
    again = room.post("cass", "/api/v1/halls/money/count", **count, why="counted twice, not known")
    assert (again.status_code, len(room.notes("count"))) in ((200, 1), (409, 1)), "a count is recorded once"
    assert audit(room.house.books).holds


def test_a_correction_waits_and_the_books_hold_both_persons(room):
    before = room.house.balance("ann")
    waiting = room.correct("olga", "both")
    assert waiting.status_code == 202
    number = waiting.json()["request"]
    assert room.house.balance("ann") == before
    [listed] = [each for each in room.pending() if each["number"] == number]
    assert (listed["who"], listed["why"], listed["says"]) == (
        "olga",
        "miscounted",
        "raise the balance of ann by $50,000",
    )
    assert listed["until"] - listed["at"] == EXPIRES
    assert room.approve("otto", number, "I counted again").status_code == 200
    assert room.house.balance("ann") == before + 5_000_000
    assert [each for each in room.pending() if each["number"] == number] == []
    approved = room.notes("request approved")[0]
    assert (approved.who, approved.why, approved.after["by"], approved.after["request"]) == (
        "otto",
        "I counted again",
        "olga",
        number,
    )
    asked = next(each for each in room.notes("request") if each.number == number)
    assert (asked.who, asked.why, asked.after["player"]) == ("olga", "miscounted", "ann")
    done = room.notes("correction")[0]
    assert (done.who, done.why, done.number) == ("olga", "miscounted", approved.number + 1)
    assert room.correct("olga", "both").json() == {"balance": room.house.balance("ann")}, "the same slip again"


def test_nobody_approves_their_own_request(room):
    number = room.correct("olga", "own request").json()["request"]
    refused = room.approve("olga", number)
    assert (refused.status_code, "You asked for this yourself" in refused.json()["detail"]) == (403, True)
    assert room.approve("olga", number, what="decline").status_code == 200, "but takes it back"


def test_nobody_approves_their_own_request_by_a_second_role(room):
    hire(room.running, "fred", ("floor", "operator"))
    enroll(room.running, "fred")
    open_table(room.running, "two roles", "heads-up-holdem", hall=MONEY, timing=SLOWLY)
    path = "/api/v1/halls/money/cage"
    assert room.post("flo", f"{path}/fill", id="two fill", who="two roles", cents=2 * LIMIT).status_code == 200
    number = room.post("fred", f"{path}/credit", id="two", who="two roles", cents=LIMIT + 1).json()["request"]
    assert room.approve("fred", number).status_code == 403
    room.approve("fred", number, what="decline")
    hire(room.running, "fred", ("floor",))


def test_nobody_approves_what_concerns_their_own_account(room):
    hire(room.running, "cora", ("cashier", "player"))
    room.fund("cora", cents=10 * LIMIT)
    numbers = [
        room.correct("olga", "for cora", "cora").json()["request"],
        room.withdraw("cass", "cora's own", LIMIT + 1, "cora").json()["request"],
    ]
    for number in numbers:
        refused = room.approve("cora", number)
        assert (refused.status_code, "your own account" in refused.json()["detail"]) == (403, True)
        room.approve("cass" if number == numbers[1] else "olga", number, what="decline")
    mine = room.post("olga", "/api/v1/people/otto/roles", roles=["operator", "auditor"], why="more").json()["request"]
    assert room.approve("otto", mine).status_code == 403, "nor roles for oneself"
    room.approve("olga", mine, what="decline")
    hire(room.running, "cora", ("cashier",))


@pytest.mark.parametrize("who", ["flo", "audrey", "ann"])
def test_only_a_person_with_the_right_approves(room, who):
    number = room.correct("olga", f"not by {who}").json()["request"]
    assert room.approve(who, number).status_code == 403
    assert room.approve("olga", number, what="decline").status_code == 200


def test_a_payout_above_the_limit_waits_also_in_parts(room):
    before = room.house.balance("bob")
    for _ in range(2):  # the same slip again is no second payment
        assert room.withdraw("cass", "part 1", LIMIT - 1, "bob").json() == {"balance": before - LIMIT + 1}
    assert room.withdraw("cass", "part 1", LIMIT, "bob").status_code == 409, "not for a different amount"
    second = room.withdraw("cass", "part 2", 2, "bob")
    assert second.status_code == 202, "the payouts of a day are added up"
    again = room.withdraw("cass", "part 2", 2, "bob")
    assert (again.status_code, again.json()["request"]) == (202, second.json()["request"]), "the same slip"
    assert room.withdraw("cass", "part 2", 3, "bob").status_code == 409, "not for a different amount"
    assert room.withdraw("cora", "last", 1, "bob").status_code == 200, "up to the limit"
    assert room.approve("cora", second.json()["request"]).status_code == 200
    assert room.house.balance("bob") == before - LIMIT - 2
    declined = room.withdraw("cass", "part 3", LIMIT, "bob").json()["request"]
    assert room.approve("cora", declined, what="decline").status_code == 200
    late = room.withdraw("cass", "part 3", LIMIT, "bob")
    assert (late.status_code, "was declined" in late.json()["detail"]) == (409, True)
    assert room.house.balance("bob") == before - LIMIT - 2


def test_a_credit_above_the_limit_waits(room):
    open_table(room.running, "house bank", "heads-up-holdem", hall=MONEY, timing=SLOWLY)
    path = "/api/v1/halls/money/cage"
    assert room.post("flo", f"{path}/fill", id="fill", who="house bank", cents=10 * LIMIT).status_code == 200
    number = room.post("flo", f"{path}/credit", id="credit", who="house bank", cents=LIMIT + 1).json()["request"]
    assert room.approve("cass", number).status_code == 403
    assert room.approve("fred", number).status_code == 200


def test_two_approvals_at_the_same_moment_take_effect_once(room):
    before = room.house.balance("ann")
    number = room.withdraw("cass", "race", 2 * LIMIT).json()["request"]
    answers = []
    threads = [
        threading.Thread(target=lambda who=who: answers.append(room.approve(who, number).status_code))
        for who in ("cora", "olga", "otto") * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 8
    assert room.house.balance("ann") == before - 2 * LIMIT
    assert len([each for each in room.notes("request approved") if each.after["request"] == number]) == 1


def test_an_expired_request_cannot_be_approved(room, monkeypatch):
    number = room.withdraw("cass", "too late", 2 * LIMIT).json()["request"]
    books, now = room.house.books, room.house.books.now
    monkeypatch.setattr(books, "now", lambda: now() + EXPIRES)
    refused = room.approve("cora", number)
    assert (refused.status_code, "has expired" in refused.json()["detail"]) == (409, True)
    assert number not in [each["number"] for each in room.pending()]


def test_a_request_of_somebody_who_lost_the_role_is_refused(room):
    number = room.correct("olga", "before she left").json()["request"]
    hire(room.running, "olga", ("player",))
    refused = room.approve("otto", number)
    assert (refused.status_code, "may no longer ask" in refused.json()["detail"]) == (409, True)
    hire(room.running, "olga", ("operator",))
    room.approve("olga", number, what="decline")


def test_roles_wait_for_a_second_operator(room):
    said = {"roles": ["player", "cashier"], "why": "helps out"}
    number = room.post("olga", "/api/v1/people/bob/roles", **said).json()["request"]
    assert room.running.server.people.user("bob").roles == ("player",)
    assert room.approve("cass", number).status_code == 403
    assert room.approve("otto", number).status_code == 200
    assert room.running.server.people.user("bob").roles == ("player", "cashier")
    note = room.notes("roles")[0]
    assert (note.who, note.why, note.after["roles"]) == ("olga", "helps out", ["player", "cashier"])
    hire(room.running, "bob", ("player",))


def test_an_operator_cannot_get_rid_of_the_other_to_act_alone(room):
    for name in ("olga", "otto"):
        refused = room.post("olga", f"/api/v1/people/{name}/roles", roles=["player"], why="gone")
        assert refused.status_code == 403
    assert room.running.server.people.user("otto").roles == ("operator",)


def test_the_second_person_cannot_be_switched_off_by_one(room):
    said = {"on": False, "limit": 10**9, "why": "too slow"}
    number = room.post("olga", "/api/v1/two-persons", **said).json()["request"]
    assert room.staff["olga"].get("/api/v1/two-persons").json()["on"] is True
    assert room.approve("olga", number).status_code == 403
    assert room.approve("otto", number).status_code == 200
    assert room.staff["olga"].get("/api/v1/two-persons").json()["limit"] == 10**9
    assert room.correct("olga", "alone now", cents=1).json() == {"balance": room.house.balance("ann")}
    assert room.post("olga", "/api/v1/two-persons", on=True, limit=LIMIT, why="as before").status_code == 200


def seats(room, table, *names):
    lines = [room.staff[name].line(MONEY) for name in names]
    for line in lines:
        line.__enter__()
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
    return lines


def round_of(room, table):
    """The id of the round in progress, when its cards are dealt and nothing is being committed."""
    live = room.running.server.halls[MONEY].room.tables[table]
    until = time.monotonic() + 240
    while time.monotonic() < until:
        if live.state is not None and live.state.opening is not None:
            return live.state.round_id
        time.sleep(0.01)
    raise AssertionError("no round was dealt")


def test_a_round_is_voided_alone_only_before_cards_are_dealt(room):
    """The attack: see the board, and void the round that a friend loses."""
    table = open_table(room.running, "seen", hall=MONEY, timing=SLOWLY)
    lines = seats(room, table, "ann", "bob")
    try:
        number, path = round_of(room, table), f"/api/v1/halls/money/tables/{table}/void"
        with room.staff["flo"].line(MONEY) as line:
            assert ask(line, "void", table=table, why="boxed", round=number)["why"] == NEEDS_SECOND
        waiting = room.post("flo", path, why="boxed", round=number)
        assert waiting.status_code == 202
        assert round_of(room, table) == number, "it continues"
        request = waiting.json()["request"]
        assert room.approve("flo", request).status_code == 403
        assert room.approve("cass", request).status_code == 403
        assert room.approve("fred", request, "two saw it").status_code == 200
        assert [each.who for each in room.house.entries(table) if each.kind == "round-voided"] == ["flo"]
        approved = room.notes("request approved")[0]
        assert (approved.who, approved.after["request"]) == ("fred", request)
        assert room.notes("round voided")[0].who == "flo"
        again = room.approve("olga", request)
        assert (again.status_code, "was approved by fred" in again.json()["detail"]) == (409, True)
        late = round_of(room, table)
        assert late != number
        assert room.post("flo", path, why="boxed", round=number).status_code == 409, "that round is over"
    finally:
        for line in lines:
            line.__exit__(None, None, None)


def test_before_a_card_is_dealt_one_person_calls_a_round_off(room):
    table = open_table(room.running, "bets only", "heads-up-holdem", hall=MONEY, timing=SLOWLY)
    lines = seats(room, table, "ann")
    try:
        number = round_of(room, table)
        path = f"/api/v1/halls/money/tables/{table}/void"
        assert room.post("flo", path, why="a spill", round=number).json() == {"table": table}
    finally:
        lines[0].__exit__(None, None, None)


def test_who_sits_at_the_table_does_not_approve_its_orders(room):
    hire(room.running, "fred", ("floor", "player"))
    room.fund("fred", cents=50_000)
    table = open_table(room.running, "fred sits", hall=MONEY, timing=SLOWLY)
    lines = seats(room, table, "ann", "fred")
    try:
        path = f"/api/v1/halls/money/tables/{table}/void"
        request = room.post("flo", path, why="boxed", round=round_of(room, table)).json()["request"]
        refused = room.approve("fred", request)
        assert (refused.status_code, "You sit at this table" in refused.json()["detail"]) == (403, True)
    finally:
        for line in lines:
            line.__exit__(None, None, None)
        hire(room.running, "fred", ("floor",))


def test_a_failed_order_leaves_its_request_open_and_nothing_in_the_books(room):
    assert room.post("olga", "/api/v1/two-persons", on=True, limit=-1, why="x").status_code == 400
    room.running.server.people.sign_up("spends twice", "correct horse")
    room.fund("spends twice", cents=2 * LIMIT)
    first, second = (room.withdraw("cass", slip, 2 * LIMIT, "spends twice").json()["request"] for slip in ("t1", "t2"))
    assert room.approve("cora", first).status_code == 200
    heads = room.house.books.heads()
    refused = room.approve("cora", second)
    assert (refused.status_code, "Insufficient funds" in refused.json()["detail"]) == (409, True)
    assert room.house.books.heads() == heads
    assert room.approve("cora", second, what="decline").status_code == 200


def test_unknown_requests_are_not_found(room):
    for number in (0, 1, 10**9, 10**30):
        assert room.approve("cora", number).status_code == 404


def test_an_audit_knows_the_duties_of_every_order():
    kinds = {each.__struct_config__.tag: ({*each.roles}, {*each.approvers}) for each in get_args(StaffOrder)}
    assert kinds == {tag: ({*askers}, {*approvers}) for tag, (askers, approvers) in DUTIES.items()}


def test_the_books_hold_after_all_of_this(room):
    assert audit(room.house.books).findings == ()


def test_a_request_survives_a_restart(often):
    with in_memory() as folder:
        with running(folder, one_person=None) as first:
            there = Room(first)
            number = there.withdraw("cass", "overnight", 2 * LIMIT).json()["request"]
        with running(folder, one_person=None) as second:
            cora = Browser(second)
            cora.post("/api/v1/sign-in", name="cora", password="correct horse")
            assert [each["number"] for each in cora.get("/api/v1/requests").json()] == [number]
            assert cora.post(f"/api/v1/requests/{number}/approve", why="the paper is here").status_code == 200
            assert second.server.halls[MONEY].house.balance("ann") == 98 * LIMIT


# -- the first two operators ------------------------------------------------------------------------------------------


def named(answer):
    """The status of an answer, and its explanation."""
    return answer.status_code, answer.json().get("detail", "")


@pytest.fixture
def first(often):
    """The first operator of a new room, who has chosen a password, and two users who signed up."""
    with in_memory() as folder, running(folder, one_person=None) as there:
        first, secret = Browser(there), there.server.secret
        first.post("/api/v1/sign-in", name="operator", password=secret)
        first.post("/api/v1/password", old=secret, new="battery staple")
        first.others = {name: Browser(there).sign_up(name) for name in ("second", "third")}
        yield first


def roles(browser, name, *given):
    return browser.post(f"/api/v1/people/{name}/roles", roles=given, why="hired")


def test_the_second_operator_needs_a_second_factor_of_their_own_and_gets_no_other_role(first):
    assert named(roles(first, "second", "operator")) == (
        403,
        "Add a second factor on your account page, then name the second operator.",
    )
    enroll(first.room, "operator")
    status, why = named(roles(first, "second", "operator"))
    assert (status, "second must sign in, choose a password and add a second factor" in why) == (403, True)
    enroll(first.room, "second")
    for more in ("floor", "cashier", "player"):
        assert roles(first, "second", "operator", more).status_code in (403, 409)
    assert roles(first, "third", "cashier").status_code == 403, "no other role before"
    assert first.get("/api/v1/two-persons").json()["enrolled"] is False
    assert roles(first, "second", "operator").status_code == 200
    assert first.get("/api/v1/two-persons").json()["enrolled"] is True
    number = roles(first, "third", "cashier").json()["request"]
    assert first.others["second"].post(f"/api/v1/requests/{number}/approve", why="I know him").status_code == 200
    assert roles(first, "third", "operator").status_code == 202, "every later change needs both"
    assert not audit(first.room.server.halls[MONEY].house.books).findings


def test_one_of_only_two_operators_cannot_step_down(first):
    """The attack: wait until the other operator moves on, then name a puppet the second operator."""
    hire(first.room, "second", ("operator", "floor"))
    for name in ("operator", "second"):
        enroll(first.room, name)
    status, why = named(roles(first.others["second"], "second", "floor"))
    assert (status, "one of only two operators" in why) == (403, True)
    assert roles(first, "second", "player").status_code == 403
    hire(first.room, "third", ("operator",))
    enroll(first.room, "third")
    assert roles(first.others["second"], "second", "floor").status_code == 202, "two are left"


def test_one_operator_cannot_take_money_with_a_puppet(first):
    """The attack: make an own puppet operator, cashier and floor, deposit a cent, correct it, approve, pay out."""
    puppet, house = first.others["second"], first.room.server.halls[MONEY].house
    assert roles(first, "second", "operator", "floor", "cashier").status_code in (403, 409)
    assert roles(first, "second", "operator").status_code == 403
    hire(first.room, "second", ("operator",))  # beside the server
    hire(first.room, "third", ("cashier",))
    house.cage.deposit("puppet's friend", 100, who="third", key="one cent")
    first.room.server.people.sign_up("puppet's friend", "correct horse")
    asked = {"id": "1", "player": "puppet's friend", "cents": 5_000_000, "better": True, "why": "miscounted"}
    slip = {"who": "puppet's friend", "cents": 100}
    cashier = first.others["third"]
    for answer in (
        first.post("/api/v1/halls/money/correct", **asked),
        puppet.post("/api/v1/halls/money/correct", **asked),
        roles(first, "third", "cashier", "floor"),
        cashier.post("/api/v1/halls/money/cage/withdraw", id="2", **slip),
        cashier.post("/api/v1/halls/money/cage/deposit", id="3", **slip),
        first.post("/api/v1/two-persons", on=False, limit=0, why="alone"),
        first.post("/api/v1/people/puppet's friend/reset", why="play with it"),
    ):
        assert named(answer) == (403, TWO_OPERATORS)
    assert house.balance("puppet's friend") == 100
    assert first.get("/api/v1/requests").json() == []


def test_a_request_of_before_is_not_approved_without_two_operators(first):
    """One of two operators has lost the second factor. Until there is a new one, nothing is approved."""
    enroll(first.room, "operator", "second")
    assert roles(first, "second", "operator").status_code == 200
    number = roles(first, "third", "floor").json()["request"]
    first.room.server.factors.remove("operator")
    approve = first.others["second"].post(f"/api/v1/requests/{number}/approve", why="so")
    assert named(approve) == (403, TWO_OPERATORS)


def test_an_operator_without_a_second_factor_approves_nothing(room):
    hire(room.running, "audrey", ("operator",))
    number = room.correct("olga", "no factor").json()["request"]
    status, why = named(room.approve("audrey", number))
    assert (status, "Add a second factor" in why) == (403, True)
    hire(room.running, "audrey", ("auditor",))
    room.approve("olga", number, what="decline")


def test_the_password_of_staff_is_reset_by_two_operators(room):
    """The attack: one operator resets the other's password and factor, and is two persons."""
    number = room.post("olga", "/api/v1/people/otto/reset", why="mine now", factor=True).json()["request"]
    for who in ("olga", "otto", "cass", "flo"):
        assert room.approve(who, number).status_code == 403
    room.approve("olga", number, what="decline")
    number = room.post("olga", "/api/v1/people/cass/reset", why="she called").json()["request"]
    assert room.approve("cora", number).status_code == 403, "a cashier gives no access to duties"
    room.approve("olga", number, what="decline")


def test_one_person_resets_only_a_password_without_a_past(room):
    """The attack: take over an account that has no money today, and wait until it gets money or duties."""
    people = room.running.server.people
    for name in ("nobody yet", "has a factor", "soon hired", "was rich"):
        people.sign_up(name, "correct horse")
    enroll(room.running, "has a factor")
    asked = room.post("olga", "/api/v1/people/soon hired/roles", roles=["floor"], why="hired").json()["request"]
    room.fund("was rich", cents=100)
    assert room.withdraw("cass", "all of it", 100, "was rich").json() == {"balance": 0}
    reset = {
        name: room.post("otto", f"/api/v1/people/{name}/reset", why="lost") for name in ("nobody yet", "has a factor")
    }
    reset |= {
        name: room.post("otto", f"/api/v1/people/{name}/reset", why="lost") for name in ("soon hired", "was rich")
    }
    assert {name: each.status_code for name, each in reset.items()} == {
        "nobody yet": 200,
        "has a factor": 202,
        "soon hired": 202,
        "was rich": 202,
    }
    for number in (asked, *(each.json()["request"] for each in reset.values() if each.status_code == 202)):
        room.approve("otto" if number != asked else "olga", number, what="decline")


# -- the cashier ------------------------------------------------------------------------------------------------------


def deposit(room, who, slip, cents, player):
    return room.post(who, "/api/v1/halls/money/cage/deposit", id=slip, who=player, cents=cents)


@pytest.fixture
def cashier(room):
    """A cashier of this test alone, with a name that counts from zero, and some players."""
    name = f"till {secrets.token_hex(4)}"
    room.staff[name] = Browser(room.running).sign_up(name)
    hire(room.running, name, ("cashier",))
    players = [f"{name} {number}" for number in range(4)]
    for each in players:
        room.running.server.people.sign_up(each, "correct horse")
    return name, players


def test_a_large_deposit_waits_for_a_second_person_also_in_parts(room, cashier):
    """The attack: a cashier creates a balance from nothing."""
    name, (ann, bob, *_) = cashier
    huge = deposit(room, name, f"{name} huge", 10**15, ann)
    assert huge.status_code == 202
    assert room.house.balance(ann) == 0
    assert deposit(room, name, f"{name} 1", 900_000, ann).json() == {"balance": 900_000}
    part = deposit(room, name, f"{name} 2", 100_001, ann)
    assert part.status_code == 202, "a player's deposits of 24 hours are added up"
    assert deposit(room, name, f"{name} 2", 100_001, ann).json() == part.json(), "the same slip"
    assert deposit(room, "cora", f"{name} 3", 100_001, ann).status_code == 202, "also at another cashier"
    assert room.approve(name, part.json()["request"]).status_code == 403
    assert room.approve("cora", part.json()["request"]).status_code == 200
    assert room.house.balance(ann) == 1_000_001
    room.post("olga", f"/api/v1/people/{bob}/bar", barred=True, why="a debt")
    assert deposit(room, name, f"{name} 4", 10, bob).status_code == 409


def test_many_small_deposits_and_payouts_of_one_cashier_meet_the_limit(room, cashier):
    name, players = cashier
    assert deposit(room, name, f"{name} a", 10**7, players[0]).status_code == 202, "not counted: it waits"
    for number, each in enumerate((players[1], players[2])):
        assert deposit(room, name, f"{name} b{number}", 1_000_000, each).status_code == 200
    more = deposit(room, name, f"{name} c", 1, players[3])
    assert more.status_code == 202, "$20,000 of this cashier"
    assert deposit(room, "cass", f"{name} d", 1, players[3]).status_code == 200, "not of another"
    assert room.approve("cora", more.json()["request"]).status_code == 200
    said = {"on": True, "limit": 10_000_000, "cashier": 500_000, "why": "a small room"}
    change = room.post("olga", "/api/v1/two-persons", **said).json()["request"]
    assert room.approve("otto", change).status_code == 200
    assert room.withdraw(name, f"{name} e", 400_000, players[1]).status_code == 200
    paid = room.withdraw(name, f"{name} f", 100_001, players[2])
    assert paid.status_code == 202, "payouts of this cashier to all players"
    assert room.approve("cora", paid.json()["request"]).status_code == 200
    assert room.withdraw(name, f"{name} g", 100_000, players[2]).status_code == 200, "approved ones are not counted"
    back = room.post("olga", "/api/v1/two-persons", on=True, limit=LIMIT, cashier=2_000_000, why="as before").json()
    assert room.approve("otto", back["request"]).status_code == 200
    assert not audit(room.house.books).findings


def test_a_withdrawal_above_the_balance_is_refused_at_once(room, cashier):
    name, (ann, *_) = cashier
    room.fund(ann, cents=50_000)
    pending = room.pending()
    for cents in (50_001, 2 * LIMIT):
        refused = room.withdraw("cass", f"{name} {cents}", cents, ann)
        assert (refused.status_code, refused.json()["detail"].split(",")[0]) == (
            409,
            f"Insufficient funds: {ann} has $500",
        )
    said = {"id": f"{name} worse", "player": ann, "cents": 50_001, "better": False, "why": "miscounted"}
    assert room.post("olga", "/api/v1/halls/money/correct", **said).status_code == 409
    open_table(room.running, f"{name} bank", "heads-up-holdem", hall=MONEY, timing=SLOWLY)
    credit = {"id": f"{name} credit", "who": f"{name} bank", "cents": 2 * LIMIT}
    assert room.post("flo", "/api/v1/halls/money/cage/credit", **credit).status_code == 409
    assert room.pending() == pending


# -- bars and exclusions ----------------------------------------------------------------------------------------------


def bar(room, who, name, barred=True, **more):
    return room.post(who, f"/api/v1/people/{name}/bar", barred=barred, why="at their own request", **more)


def test_no_one_lifts_a_self_exclusion_before_its_end_and_then_only_two(room, cashier, monkeypatch):
    """The attack: a player wants to be let in again, and asks a friend on the floor."""
    _, (ann, *_) = cashier
    end = f"{datetime.now(UTC) + timedelta(days=90):%Y-%m-%d}"
    assert bar(room, "flo", ann, until="2020-01-01").status_code == 409, "not in the past"
    assert bar(room, "flo", ann, until=end).json()["barred"] == f"at their own request (self-exclusion until {end})"
    for who in ("flo", "fred", "olga"):
        status, why = named(bar(room, who, ann, False))
        assert (status, f"until {end}. No one can end this earlier." in why) == (403, True)
    sooner = f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d}"
    assert named(bar(room, "flo", ann, until=sooner))[0] == 409, "never shorter"
    assert end in bar(room, "flo", ann).json()["barred"], "nor replaced by a bar without an end"
    books, now = room.house.books, room.house.books.now
    with monkeypatch.context() as later:
        later.setattr(books, "now", lambda: now() + 91 * DAY)
        number = bar(room, "flo", ann, False).json()["request"]
        assert room.approve("flo", number).status_code == 403
        assert room.running.server.people.user(ann).barred
        assert room.approve("fred", number, "he came with a letter").status_code == 200
        assert not room.running.server.people.user(ann).barred
        assert not audit(books).findings


def test_a_bar_is_lifted_by_two_where_money_is_at_stake(room, cashier):
    _, (ann, bob, *_) = cashier
    room.fund(ann, cents=100)
    for name in (ann, bob):
        assert bar(room, "flo", name).status_code == 200
    number = bar(room, "flo", ann, False).json()["request"]
    assert room.approve("fred", number).status_code == 200
    assert bar(room, "flo", bob, False).status_code == 200, "one person, if the player never had money"


def test_one_person_without_the_rule_cannot_end_a_self_exclusion_either(often):
    with in_memory() as folder, running(folder, one_person=True) as there:
        floor = Browser(there).sign_up("flo")
        hire(there, "flo", ("floor",))
        Browser(there).sign_up("ann")
        said = {"barred": True, "why": "her wish", "until": "2099-01-01"}
        assert floor.post("/api/v1/people/ann/bar", **said).status_code == 200
        assert floor.post("/api/v1/people/ann/bar", barred=False, why="she asks").status_code == 403


def test_a_room_with_one_person_says_so_in_its_books(often):
    with in_memory() as folder:
        with running(folder, one_person=True) as there:
            rule = there.server.orders.rule
            assert not rule.current().on
            [note] = cage_entries(there.server.halls[MONEY].house.books, kinds=["two persons"]).entries
            assert (note.who, note.why, note.after["on"]) == ("cardroom serve", "started with --one-person", False)
        with running(folder, one_person=None) as there:
            assert not there.server.orders.rule.current().on, "until it is switched on again"
        with running(folder, one_person=False) as there:
            assert there.server.orders.rule.current().on


# -- pay tables for money ----------------------------------------------------------------------------------------------

HEADS_UP = "heads-up-holdem"
GIFT = {"game": HEADS_UP, "base": "brook", "pays": {"ante": {"higher hand": "5,000 to 1"}}}
"""A draft with which the house gives its money away."""
IT_DEPARTS = "Ante, higher hand: 5,000 to 1 instead of 1 to 1"


@pytest.fixture
def own_sets(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    return tmp_path / HEADS_UP


def save_gift(room, name, by="olga"):
    return room.post(by, "/api/v1/workshop/save", draft=GIFT | {"set": name}, why="for the weekend")


def open_gift(room, table, rules, by="flo", hall="money"):
    """Open a table, after confirming that nobody has computed the edges of the rule set."""
    order = {"name": table, "game": HEADS_UP, "set": rules}
    opened = room.post(by, f"/api/v1/halls/{hall}/tables", **order)
    return room.post(by, f"/api/v1/halls/{hall}/tables", **order, accept=code) if (code := confirms(opened)) else opened


def confirms(refused):
    """The code that confirms the warnings of a refused order; empty if it was not refused for them."""
    return refused.json().get("confirm", "") if refused.status_code == 409 else ""


def test_a_money_table_warns_if_the_edges_of_an_own_rule_set_were_never_computed(room, own_sets):
    save_gift(room, "gift")
    order = {"name": "Gifts", "game": HEADS_UP, "set": "gift"}
    refused = room.post("flo", "/api/v1/halls/money/tables", **order)
    assert (refused.status_code, "have never been computed" in refused.json()["warning"]) == (409, True)
    assert room.post("flo", "/api/v1/halls/money/tables", **order, accept=confirms(refused)).status_code == 202
    assert room.post("flo", "/api/v1/halls/play/tables", **order).status_code == 201


@pytest.mark.parametrize(
    "name", ["500-club", "500club", "5oo-c1ub", "br00k", "brook", "wpt", "washington", "brook-huh", "gegr-002040"]
)
def test_a_changed_pay_table_cannot_be_saved_under_the_name_of_a_document(room, own_sets, name):
    refused = save_gift(room, name)
    assert (refused.status_code, "is the name of a document" in refused.json()["detail"]) == (409, True)
    assert not own_sets.exists()


def test_a_floor_person_cannot_open_a_money_table_on_an_operators_pay_table(room, own_sets):
    """One operator saves a pay table that gives the house's money away, and one floor person opens a table on it."""
    assert save_gift(room, "gift").status_code == 201
    waiting = open_gift(room, "Gifts", "gift")
    number = waiting.json()["request"]
    assert (waiting.status_code, waiting.json()["says"]) == (202, f"Request {number} waits for a second person.")
    assert open_gift(room, "Gifts", "gift").json()["request"] == number, "it waits once"
    assert "Gifts" not in room.running.server.halls[MONEY].room.tables
    [listed] = [each for each in room.pending() if each["number"] == number]
    assert listed["says"] == f"use the rule set gift of {HEADS_UP} for money (departures: {IT_DEPARTS})"
    saved_it = room.approve("olga", number)
    assert (saved_it.status_code, saved_it.json()["detail"]) == (
        403,
        "You made this yourself. Another person must approve it.",
    )
    assert {room.approve(who, number).status_code for who in ("flo", "fred", "cass")} == {403}
    assert open_gift(room, "Gifts", "gift").status_code == 202
    assert room.approve("otto", number, "I have computed its edge").status_code == 200
    assert open_gift(room, "Gifts", "gift").status_code == 201
    allowed = room.notes("rule set for money")[0]
    assert (allowed.who, allowed.after["set"], allowed.after["departs"]) == ("flo", "gift", [IT_DEPARTS])
    assert room.notes("request approved")[0].who == "otto"


def test_only_the_text_that_was_allowed_is_used_for_money(room, own_sets):
    save_gift(room, "edited")
    room.approve("otto", open_gift(room, "Before", "edited").json()["request"])
    assert open_gift(room, "Before", "edited").status_code == 201
    file = own_sets / "edited.toml"
    file.write_text(file.read_text().replace("5,000 to 1", "9,000 to 1"))
    assert open_gift(room, "After", "edited").status_code == 202


def test_a_setting_that_only_the_houses_own_text_has_is_shown_before_it_is_used_for_money(room, own_sets):
    """The attack: a rule set that departs in nothing, but offers a limit that the document does not have."""
    own_sets.mkdir()
    (own_sets / "high.toml").write_text('extends = "brook"\n[house_rules.maximum]\nmoney = ["$1", "$100,000"]\n')

    def opened(table, **house):
        order = {"name": table, "game": HEADS_UP, "set": "high", "house": house}
        return room.post("flo", "/api/v1/halls/money/tables", **order)

    assert room.approve("otto", opened("Low").json()["request"]).status_code == 200
    assert opened("Low").status_code == 201
    assert opened("As printed, lower", maximum="$5").status_code == 201
    number = opened("High", maximum="$100,000").json()["request"]
    [listed] = [each for each in room.pending() if each["number"] == number]
    assert "$1 to $100,000 instead of $1 to $10" in listed["says"]
    assert room.approve("otto", number).status_code == 200
    assert opened("High", maximum="$100,000").status_code == 201


def test_a_text_of_the_houses_own_is_called_that(room, own_sets):
    """The attack: a copy that names another document, so that it is compared with none."""
    printed = (BUILT_IN / HEADS_UP / "brook.toml").read_text()
    own_sets.mkdir()
    changed = printed.replace('rules = "brook"', 'rules = "copied"').replace(
        'document = "Brook HUH"', 'document = "Ours"'
    )
    (own_sets / "copied.toml").write_text(changed)
    number = open_gift(room, "Copied", "copied").json()["request"]
    [listed] = [each for each in room.pending() if each["number"] == number]
    assert "as written by the house: not a built-in text" in listed["says"]


def test_an_operator_cannot_approve_what_extends_their_own_rule_set(room, own_sets):
    save_gift(room, "mother", by="olga")
    draft = {"game": HEADS_UP, "base": "mother", "set": "child"}
    assert room.post("otto", "/api/v1/workshop/save", draft=draft, why="ours").status_code == 201
    number = open_gift(room, "Child", "child").json()["request"]
    for who in ("olga", "otto"):
        assert room.approve(who, number).json()["detail"] == "You made this yourself. Another person must approve it."


def test_a_file_that_no_workshop_saved_needs_a_second_person_too(room, own_sets):
    own_sets.mkdir()
    (own_sets / "by-hand.toml").write_text('extends = "brook"\n[pay.ante.lines]\n"higher hand" = "7 to 1"\n')
    assert open_gift(room, "By hand", "by-hand").status_code == 202
    assert open_gift(room, "For practice", "by-hand", hall="play").status_code == 201
    assert open_gift(room, "As printed", "brook").status_code == 201


def test_with_one_person_an_own_rule_set_is_used_at_once(room, own_sets):
    save_gift(room, "alone")
    before = room.running.server.orders.rule.current()
    room.running.server.orders.rule.set(TwoPersons(on=False), who="tests", why="alone")
    assert open_gift(room, "Alone", "alone").status_code == 201
    room.running.server.orders.rule.set(before, who="tests", why="as before")
    assert open_gift(room, "Not alone", "alone").status_code == 202, "one person's table allows nothing"


def test_a_changed_line_is_a_departure_wherever_its_rule_is_shown(room, own_sets):
    save_gift(room, "shown")
    page = room.staff["ann"].get(f"/api/v1/games/{HEADS_UP}/shown").json()
    assert page["departures"] == [IT_DEPARTS]
    assert page["printed_in"].startswith("shown, which changes Brook HUH, ")
    [table] = [each for each in page["pay_tables"] if each["table"] == "ante"]
    assert {line["line"]: line["departs"] for line in table["lines"]} == {
        "unqualified dealer": False,
        "higher hand": True,
        "equal hand": False,
    }
    own = "departure by shown, pay.ante"
    ante = next(each for each in page["wagers"] if each["wager"] == "ante")
    assert (table["cite"], ante["cites"]["higher hand"]) == (own, own)
    [printed] = [each for each in page["printed"] if each["title"] == "Ante"]
    assert (dict(map(tuple, printed["rows"]))["higher hand"], printed["cite"]) == (["5,000 to 1 (departure)"], own)
    assert "Ante, higher hand: departure by shown, pay.ante" in page["places"]
    why = pays(cardroom.game(HEADS_UP, "shown").rules, "ante", "higher hand")
    assert (why.why, why.cite) == ("Ante: higher hand pays 5,000 to 1", own)
    page = room.staff["ann"].get(f"/api/v1/games/{HEADS_UP}/brook").json()
    assert page["departures"] == []
    assert not any(line["departs"] for table in page["pay_tables"] for line in table["lines"])
