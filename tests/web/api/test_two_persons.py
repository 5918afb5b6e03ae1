"""Orders that can take money wait for a second person. Each test is an insider who tries to do without one."""

import threading
import time

import pytest

import cardroom
from browser import Browser, ask, hire, in_memory
from cardroom.house.audit import audit
from cardroom.house.cage_history import cage_entries
from cardroom.house.requests import EXPIRES
from cardroom.house.two_persons import TwoPersons
from cardroom.play.bank import pays
from cardroom.room.room import NEEDS_SECOND
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people.rate_limiter import RateLimiter
from server import open_table, running

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
        for name in ("ann", "bob"):
            self.house.deposit(name, 100 * LIMIT, who="tests", key=f"for {name}")

    def post(self, by, path, **said):
        return self.staff[by].post(path, **said)

    def withdraw(self, who, slip, cents, player="ann"):
        return self.post(who, "/api/halls/money/cage/withdraw", id=slip, who=player, cents=cents)

    def correct(self, who, slip, player="ann", cents=5_000_000):
        said = {"id": slip, "player": player, "cents": cents, "better": True, "why": "miscounted"}
        return self.post(who, "/api/halls/money/correct", **said)

    def approve(self, who, number, why="I have seen the paper", what="approve"):
        return self.post(who, f"/api/requests/{number}/{what}", why=why)

    def pending(self, who="audrey"):
        return self.staff[who].get("/api/requests").json()

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
    room.house.deposit("rich", 100, who="tests", key="for rich")
    waiting = room.post("olga", "/api/people/rich/reset", why="she called", factor=True)
    number = waiting.json()["request"]
    assert (waiting.status_code, "code" in waiting.json()) == (202, False)
    assert Browser(room.running).post("/api/sign-in", name="rich", password="correct horse").status_code == 200
    assert room.approve("olga", number).status_code == 403
    done = room.approve("cora", number).json()
    assert done["says"] == "Done: reset the password of rich and remove the second factor."
    assert Browser(room.running).post("/api/sign-in", name="rich", password="correct horse").status_code == 401
    assert Browser(room.running).post("/api/sign-in", name="rich", password=done["code"]).json()["once"]
    reset, approved = room.notes("password reset")[0], room.notes("request approved")[0]
    assert (reset.who, approved.who, reset.number) == ("olga", "cora", approved.number + 1)
    assert done["code"] not in str(room.notes("request", "request approved", "password reset"))


def test_a_request_to_reset_a_password_is_refused_when_the_player_is_staff_by_now(room):
    room.running.server.people.sign_up("rises", "correct horse")
    room.house.deposit("rises", 100, who="tests", key="for rises")
    number = room.post("olga", "/api/people/rises/reset", why="she called").json()["request"]
    hire(room.running, "rises", ("cashier",))
    assert room.approve("otto", number).status_code == 409
    room.approve("olga", number, what="decline")


def test_a_new_room_needs_two_persons(room):
    assert room.staff["audrey"].get("/api/two-persons").json() == {"on": True, "limit": LIMIT}


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
    hire(room.running, "cora", ("cashier", "operator"))
    number = room.withdraw("cora", "two roles", LIMIT + 1).json()["request"]
    assert room.approve("cora", number).status_code == 403
    room.approve("cora", number, what="decline")
    hire(room.running, "cora", ("cashier",))


def test_nobody_approves_what_concerns_their_own_account(room):
    hire(room.running, "cora", ("cashier", "player"))
    room.house.deposit("cora", 10 * LIMIT, who="tests", key="for cora")
    numbers = [
        room.correct("olga", "for cora", "cora").json()["request"],
        room.withdraw("cass", "cora's own", LIMIT + 1, "cora").json()["request"],
    ]
    for number in numbers:
        refused = room.approve("cora", number)
        assert (refused.status_code, "your own account" in refused.json()["detail"]) == (403, True)
        room.approve("cass" if number == numbers[1] else "olga", number, what="decline")
    mine = room.post("olga", "/api/people/otto/roles", roles=["operator", "auditor"], why="more").json()["request"]
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
    path = "/api/halls/money/cage"
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
    number = room.post("olga", "/api/people/bob/roles", **said).json()["request"]
    assert room.running.server.people.user("bob").roles == ("player",)
    assert room.approve("cass", number).status_code == 403
    assert room.approve("otto", number).status_code == 200
    assert room.running.server.people.user("bob").roles == ("player", "cashier")
    note = room.notes("roles")[0]
    assert (note.who, note.why, note.after["roles"]) == ("olga", "helps out", ["player", "cashier"])
    hire(room.running, "bob", ("player",))


def test_an_operator_cannot_get_rid_of_the_other_to_act_alone(room):
    number = room.post("olga", "/api/people/otto/roles", roles=["player"], why="gone").json()["request"]
    for who in ("olga", "otto", "cass"):
        assert room.approve(who, number).status_code == 403
    room.approve("otto", number, what="decline")
    assert room.running.server.people.user("otto").roles == ("operator",)


def test_the_second_person_cannot_be_switched_off_by_one(room):
    said = {"on": False, "limit": 10**9, "why": "too slow"}
    number = room.post("olga", "/api/two-persons", **said).json()["request"]
    assert room.staff["olga"].get("/api/two-persons").json()["on"] is True
    assert room.approve("olga", number).status_code == 403
    assert room.approve("otto", number).status_code == 200
    assert room.staff["olga"].get("/api/two-persons").json() == {"on": False, "limit": 10**9}
    assert room.correct("olga", "alone now", cents=1).json() == {"balance": room.house.balance("ann")}
    assert room.post("olga", "/api/two-persons", on=True, limit=LIMIT, why="as before").status_code == 200


def seats(room, table, *names):
    lines = [room.staff[name].line(MONEY) for name in names]
    for line in lines:
        line.__enter__()
        assert ask(line, "sit", table=table, cents=20_000)["type"] == "accepted"
    return lines


def round_of(room, table):
    """The id of the round in progress, when its cards are dealt and nothing is being committed."""
    live = room.running.server.halls[MONEY].room.tables[table]
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if live.state is not None and live.state.opening is not None:
            return live.state.round_id
        time.sleep(0.01)
    raise AssertionError("no round was dealt")


def test_a_round_is_called_off_alone_only_before_cards_are_dealt(room):
    """The attack: see the board, and call off the round that a friend loses."""
    table = open_table(room.running, "seen", hall=MONEY, timing=SLOWLY)
    lines = seats(room, table, "ann", "bob")
    try:
        number, path = round_of(room, table), f"/api/halls/money/tables/{table}/call-off"
        with room.staff["flo"].line(MONEY) as line:
            assert ask(line, "call-off", table=table, why="boxed", round=number)["why"] == NEEDS_SECOND
        waiting = room.post("flo", path, why="boxed", round=number)
        assert waiting.status_code == 202
        assert round_of(room, table) == number, "it continues"
        request = waiting.json()["request"]
        assert room.approve("flo", request).status_code == 403
        assert room.approve("cass", request).status_code == 403
        assert room.approve("fred", request, "two saw it").status_code == 200
        assert [each.who for each in room.house.entries(table) if each.kind == "voided"] == ["flo"]
        approved = room.notes("request approved")[0]
        assert (approved.who, approved.after["request"]) == ("fred", request)
        assert room.notes("round called off")[0].who == "flo"
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
        path = f"/api/halls/money/tables/{table}/call-off"
        assert room.post("flo", path, why="a spill", round=number).json() == {"table": table}
    finally:
        lines[0].__exit__(None, None, None)


def test_who_sits_at_the_table_does_not_approve_its_orders(room):
    hire(room.running, "fred", ("floor", "player"))
    room.house.deposit("fred", 50_000, who="tests", key="for fred")
    table = open_table(room.running, "fred sits", hall=MONEY, timing=SLOWLY)
    lines = seats(room, table, "ann", "fred")
    try:
        path = f"/api/halls/money/tables/{table}/call-off"
        request = room.post("flo", path, why="boxed", round=round_of(room, table)).json()["request"]
        refused = room.approve("fred", request)
        assert (refused.status_code, "You sit at this table" in refused.json()["detail"]) == (403, True)
    finally:
        for line in lines:
            line.__exit__(None, None, None)
        hire(room.running, "fred", ("floor",))


def test_a_failed_order_leaves_its_request_open_and_nothing_in_the_books(room):
    assert room.post("olga", "/api/two-persons", on=True, limit=-1, why="x").status_code == 400
    number = room.withdraw("cass", "too much", 10**9).json()["request"]
    heads = room.house.books.heads()
    refused = room.approve("cora", number)
    assert (refused.status_code, "Insufficient funds" in refused.json()["detail"]) == (409, True)
    assert room.house.books.heads() == heads
    assert room.approve("cora", number, what="decline").status_code == 200


def test_unknown_requests_are_not_found(room):
    for number in (0, 1, 10**9, 10**30):
        assert room.approve("cora", number).status_code == 404


def test_the_books_hold_after_all_of_this(room):
    assert audit(room.house.books).findings == ()


def test_a_request_survives_a_restart(often):
    with in_memory() as folder:
        with running(folder, one_person=None) as first:
            there = Room(first)
            number = there.withdraw("cass", "overnight", 2 * LIMIT).json()["request"]
        with running(folder, one_person=None) as second:
            cora = Browser(second)
            cora.post("/api/sign-in", name="cora", password="correct horse")
            assert [each["number"] for each in cora.get("/api/requests").json()] == [number]
            assert cora.post(f"/api/requests/{number}/approve", why="the paper is here").status_code == 200
            assert second.server.halls[MONEY].house.balance("ann") == 98 * LIMIT


def test_the_only_operator_names_a_second_one_alone_and_nothing_else(often):
    with in_memory() as folder, running(folder, one_person=None) as there:
        first, secret = Browser(there), there.server.secret
        first.post("/api/sign-in", name="operator", password=secret)
        first.post("/api/password", old=secret, new="battery staple")
        for name in ("second", "third"):
            Browser(there).sign_up(name)
        assert first.post("/api/people/third/roles", roles=["cashier"], why="hired").status_code == 202
        assert first.post("/api/people/second/roles", roles=["operator"], why="hired").status_code == 200
        assert first.post("/api/people/third/roles", roles=["operator"], why="hired").status_code == 202


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
    return room.post(by, "/api/workshop/save", draft=GIFT | {"set": name}, why="for the weekend")


def open_gift(room, table, rules, by="flo", hall="money"):
    return room.post(by, f"/api/halls/{hall}/tables", name=table, game=HEADS_UP, set=rules)


@pytest.mark.parametrize("name", ["500-club", "500club", "brook", "wpt", "washington", "brook-huh", "gegr-002040"])
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
    page = room.staff["ann"].get(f"/api/games/{HEADS_UP}/shown").json()
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
    page = room.staff["ann"].get(f"/api/games/{HEADS_UP}/brook").json()
    assert page["departures"] == []
    assert not any(line["departs"] for table in page["pay_tables"] for line in table["lines"])
