"""An audit finds orders that needed a second person and had none: payouts, corrections, roles, voided rounds."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from cardroom.errors import InvariantError
from cardroom.house import OUTSIDE, Books, House, Store, player
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import Runs
from cardroom.house.books import note
from cardroom.house.books.values import CAGE
from cardroom.house.cage.requests import COUNT, EXPIRES, Approval, Requests
from cardroom.house.cage.roles import LOCAL
from cardroom.house.cage.two_persons import DAY, TwoPersonRule, TwoPersons
from cardroom.play.table import UseDefault, Void
from cardroom.room.committer import Commit, Committer, RoundBroken
from support.houses import play_into, seated, two_operators

LIMIT = TwoPersons().limit
STAFF = {"cashier": ("cass", "cora", "cash", "cage 1"), "floor": ("flo", "fred")}
"""The staff beside the operators, by role."""


@pytest.fixture
def clock():
    """The time in microseconds, in a list."""
    return [1_800_000_000_000_000]


@pytest.fixture
def house(tmp_path, clock):
    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    yield House(Books(store, lambda: clock[0]), create=True)
    store.close()


@pytest.fixture
def served(house):
    """A house whose server has started, with two operators and a rich player."""
    house.cage.deposit("ann", 100 * LIMIT, who="tests", key="for ann")
    Runs(house.books, "host 1").start()
    two_operators(house, "olga", "otto")
    hire(house)
    return house


def hire(house):
    for role, names in STAFF.items():
        for name in names:
            house.note("sign-up", who=name, why="hired", after={"name": name, "roles": [role]})


def approved(house, cents, by="cora", order=None, key="slip 1"):
    """Pay out after an approval, in one transaction, as `Orders` does."""
    requests = Requests(house.books)
    wanted = {"type": "withdraw", "slip": key, "player": "ann", "cents": cents} | (order or {})
    number = requests.ask(wanted, who="cass", why="a large win")
    with house.books.transaction():
        house.books.append(CAGE, [requests.decided(Approval(number, by, "she has the paper"))])
        house.cage.withdraw("ann", cents, who="cass", key=key)


def findings(house, *given, **how):
    return [each.what for each in audit(house.books, *given, **how).findings]


def test_an_approved_payout_is_no_finding(served):
    approved(served, 5 * LIMIT)
    assert findings(served) == []


def count_drawer(house, approve=True, **differs):
    """Record a count, with the approval of a second person before it, or of a different count."""
    after = {"counted": 500, "through": 3, "closes": "shift"}
    requests = Requests(house.books)
    number = requests.ask({"type": "count-cage", "slip": "1"} | after | differs, who="cass", why="the end of a shift")
    with house.books.transaction():
        if approve:
            house.books.append(CAGE, [requests.decided(Approval(number, "cora", "I counted too"))])
        counted = note(COUNT, "cass", "the end of a shift", None, after)._replace(key="/count 1")
        house.books.append(CAGE, [counted])


def test_a_count_that_two_people_signed_is_no_finding(served):
    count_drawer(served)
    assert findings(served) == []


@pytest.mark.parametrize("how", [{"approve": False}, {"counted": 700}, {"through": 2}, {"closes": "day"}])
def test_a_count_without_a_second_person_is_found(served, how):
    """The attack: append a count, or change one after it was signed."""
    count_drawer(served, **how)
    assert findings(served) == ["cass recorded a count of the drawer without a second person"]


@pytest.mark.parametrize("by", ["flo", "bob", "nobody"])
def test_an_approval_by_someone_without_that_duty_is_found(served, by):
    """The attack: append a request and an approval by a name that has no such duty."""
    served.note("sign-up", who="bob", why="an account was opened", after={"name": "bob", "roles": ["player"]})
    approved(served, 5 * LIMIT, by=by)
    assert findings(served) == [
        f"{by} approved it without the role cashier or operator",
        "a withdrawal that brings 24 hours to $15,000 needs a second person, and no approval comes before it",
    ]


def test_a_request_by_someone_without_that_duty_is_found(served):
    approve_roles(served, "cass", "flo", "floor")
    assert "cass asked for it without the role operator" in findings(served)


def test_cash_that_someone_without_that_duty_moved_is_found(served, clock):
    served.cage.deposit("bob", 5, who="flo", key="1")
    assert findings(served) == ["a deposit by flo, who was not cashier by the books"]
    approve_roles(served, "olga", "cora", "player")
    give_roles(served, "olga", "cora", "player")
    served.cage.deposit("bob", 5, who="cora", key="2")
    assert len(findings(served)) == 1, "it may have been in progress when the role was taken"
    clock[0] += DAY
    served.cage.deposit("bob", 5, who="cora", key="3")
    assert findings(served)[1:] == ["a deposit by cora, who was not cashier by the books"]


def test_a_payout_above_the_limit_without_an_approval_is_found(served):
    served.cage.withdraw("ann", LIMIT, who="cass", key="slip 1")
    assert findings(served) == []
    served.cage.withdraw("ann", 1, who="cass", key="slip 2")
    assert findings(served) == [
        "a withdrawal that brings 24 hours to $3,000.01 needs a second person, and no approval comes before it"
    ]


def test_a_payout_on_the_next_day_starts_again(served, clock):
    for number in range(3):
        clock[0] += DAY + 1
        served.cage.withdraw("ann", LIMIT, who="cass", key=f"slip {number}")
    assert findings(served) == []


def test_a_correction_without_an_approval_is_found(served):
    served.cage.correct(OUTSIDE, player("ann"), 1, who="olga", why="miscounted", key="slip 1")
    assert findings(served) == ["a correction needs a second person, and no approval comes before it"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"by": "cass"}, "cass approved a request of their own"),
        ({"order": {"cents": 7}}, "the approval before it is for a different order"),
        ({"order": {"player": "bob"}}, "the approval before it is for a different order"),
    ],
)
def test_an_approval_that_does_not_allow_the_payout_is_found(served, given, found):
    approved(served, 5 * LIMIT, **given)
    assert any(found in each for each in findings(served))


def test_one_approval_allows_one_payout(served):
    approved(served, 5 * LIMIT)
    served.cage.withdraw("ann", 5 * LIMIT, who="cass", key="slip 2")
    assert len(findings(served)) == 1


def test_an_approval_of_an_expired_request_is_found(served, clock):
    requests = Requests(served.books)
    number = requests.ask({"type": "withdraw"}, who="cass", why="a large win")
    clock[0] += EXPIRES + DAY
    served.books.append(CAGE, [requests.decided(Approval(number, "cora", "late"))])
    assert "it approves a request that had expired" in findings(served)


def test_a_room_with_one_person_is_a_remark(served):
    TwoPersonRule(served.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    served.cage.withdraw("ann", 5 * LIMIT, who="cass", key="slip 1")
    done = audit(served.books)
    assert not done.findings
    assert done.remarks


def test_a_payout_on_the_machine_itself_is_no_exception(served):
    served.cage.withdraw("ann", 5 * LIMIT, who=f"cass ({LOCAL})", key="slip 1")
    assert len(findings(served)) == 1


# -- deposits, and the sums of a cashier ------------------------------------------------------------------------------


def deposit(house, cents, name="bob", who="cass", key="deposit 1"):
    house.cage.deposit(name, cents, who=who, key=key)


def approved_deposit(house, cents, /, **order):
    requests, key = Requests(house.books), "deposit 1"
    number = requests.ask(
        {"type": "deposit", "slip": key, "player": "bob", "cents": cents} | order, who="cass", why="x"
    )
    with house.books.transaction():
        house.books.append(CAGE, [requests.decided(Approval(number, "cora", "I counted it"))])
        deposit(house, cents, key=key)


def test_a_deposit_above_the_limit_without_an_approval_is_found(served):
    approved_deposit(served, 10**9)
    assert findings(served) == []
    deposit(served, 1, key="deposit 2")
    assert findings(served) == [
        "a deposit that brings 24 hours to $10,000,000.01 needs a second person, and no approval comes before it"
    ]


@pytest.mark.parametrize("order", [{"cents": 7}, {"player": "ann"}, {"type": "withdraw"}])
def test_an_approval_of_a_different_deposit_allows_nothing(served, order):
    approved_deposit(served, 10**9, **order)
    assert any("is for a different order" in each for each in findings(served))


def test_many_small_deposits_or_payouts_of_one_cashier_are_found(served):
    for number in range(20):
        deposit(served, 100_000, f"player {number}", key=f"in {number}")
    approved_deposit(served, 5_000_000)
    deposit(served, 1, "dora", who="cora", key="by another")
    assert findings(served) == [], "what a second person approved is not counted"
    deposit(served, 1, "dora", key="too much")
    assert findings(served) == [
        "a deposit that brings 24 hours of cass to $20,000.01 needs a second person, and no approval comes before it"
    ]
    for number in range(7):
        served.cage.deposit(f"winner {number}", LIMIT, who=f"till {number}", key=f"winner {number}")
        served.cage.withdraw(f"winner {number}", LIMIT, who="cash", key=f"out {number}")
    assert [each for each in findings(served) if "of cash to" in each] == [
        "a withdrawal that brings 24 hours of cash to $21,000 needs a second person, and no approval comes before it"
    ]


def test_money_before_there_are_two_operators_is_found(house):
    Runs(house.books, "host 1").start()
    deposit(house, 1)
    house.cage.withdraw("bob", 1, who="cass", key="out")
    two_operators(house, "olga")
    two_operators(house, "otto")
    hire(house)
    deposit(house, 1, key="deposit 2")
    before = "before the room had two operators, each with a second factor"
    assert findings(house) == [f"a deposit {before}", f"a withdrawal {before}"]


def test_an_approval_before_there_are_two_operators_is_found(house):
    Runs(house.books, "host 1").start()
    two_operators(house, "olga")
    approve_roles(house, "olga", "cass", "cashier")
    assert "it approves a request before the room had two operators, each with a second factor" in findings(house)


def test_a_correction_in_the_other_direction_is_a_different_order(served):
    requests = Requests(served.books)
    order = {"type": "correct", "slip": "1", "player": "ann", "cents": 5, "better": False}
    number = requests.ask(order, who="olga", why="miscounted")
    with served.books.transaction():
        served.books.append(CAGE, [requests.decided(Approval(number, "otto", "so"))])
        served.cage.correct(OUTSIDE, player("ann"), 5, who="olga", why="miscounted", key="1")
    assert any("is for a different order" in each for each in findings(served))


def test_books_that_no_server_has_written_need_no_second_person(house):
    house.cage.deposit("ann", 100 * LIMIT, who="cass", key="for ann")
    house.cage.withdraw("ann", 5 * LIMIT, who="cass", key="slip 1")
    assert findings(house) == []


def test_an_audit_from_a_checkpoint_knows_the_payouts_before_it(served):
    served.cage.withdraw("ann", LIMIT, who="cass", key="slip 1")
    checkpoint = audit(served.books).checkpoint
    served.cage.withdraw("ann", 1, who="cass", key="slip 2")
    assert len(findings(served, checkpoint, resume=True)) == 1


# -- roles ------------------------------------------------------------------------------------------------------------


def give_roles(house, who, name, *roles):
    house.note("roles", who=who, why="a new duty", before=None, after={"name": name, "roles": roles, "barred": ""})


def approve_roles(house, asks, name, *roles, by="otto"):
    """Approve a change of roles, without the change itself."""
    requests = Requests(house.books)
    number = requests.ask({"type": "set-roles", "name": name, "to": list(roles)}, who=asks, why="a new duty")
    house.books.append(CAGE, [requests.decided(Approval(number, by, "he is trained"))])


def test_a_change_of_roles_without_an_approval_is_found(served):
    approve_roles(served, "olga", "cass", "cashier")
    give_roles(served, "olga", "cass", "cashier")
    assert findings(served) == []
    give_roles(served, "olga", "cass", "cashier", "operator")
    assert findings(served) == ["the roles of cass need a second person, and no approval comes before them"]


@pytest.mark.parametrize(
    ("approval", "found"),
    [
        (("olga", "cass", "floor"), "for a different order"),
        (("olga", "cora", "cashier"), "for a different order"),
        (("otto", "cass", "cashier"), "approved a request of their own"),
    ],
)
def test_an_approval_of_other_roles_allows_nothing(served, approval, found):
    approve_roles(served, *approval)
    give_roles(served, "olga", "cass", "cashier")
    assert any(found in each for each in findings(served))


def test_nobody_approves_their_own_roles(served):
    approve_roles(served, "olga", "otto", "operator", "player")
    assert "otto approved an order about their own account" in findings(served)


@pytest.fixture
def alone(house):
    """A house whose server has started, with one operator."""
    Runs(house.books, "host 1").start()
    two_operators(house, "olga")
    return house


def test_an_operator_who_is_alone_makes_a_second_one_with_a_remark(alone):
    alone.note("second factor", who="otto", why="he added one")
    give_roles(alone, "olga", "otto", "operator")
    done = audit(alone.books)
    assert not done.findings
    assert "olga, the only operator, made otto an operator alone." in done.remarks
    give_roles(alone, "olga", "otto", "operator", "floor")
    assert len(findings(alone)) == 1, "now there are two"


@pytest.mark.parametrize("roles", [("operator",), ("operator", "floor")])
def test_a_puppet_is_found(alone, roles):
    """An operator made by one, with other roles, or without a second factor."""
    if len(roles) > 1:
        alone.note("second factor", who="otto", why="he added one")
    give_roles(alone, "olga", "otto", *roles)
    assert findings(alone) == ["olga made otto an operator alone, with other roles or without a second factor of each"]


def test_roles_that_were_given_without_the_rule_are_no_finding(served):
    TwoPersonRule(served.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    give_roles(served, "olga", "cora", "cashier")
    assert findings(served) == []


def test_roles_that_were_given_on_the_machine_itself_are_no_exception(served):
    give_roles(served, f"olga ({LOCAL})", "cass", "cashier")
    assert len(findings(served)) == 1


@pytest.mark.parametrize("what", ["roles", "sign-up", "operator"])
@pytest.mark.parametrize("roles", [("auditor", "player"), ("floor", "operator", "cashier")])
def test_roles_that_one_person_may_not_have_together_are_found(house, what, roles):
    TwoPersonRule(house.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    house.note(what, who="olga", why="a new duty", after={"name": "cass", "roles": roles})
    [found] = findings(house)
    assert found.startswith("One person cannot be ")


def test_a_password_that_one_person_reset_alone_is_a_remark(served):
    def reset(name, who="olga"):
        served.note("password reset", who=who, why="he called", after={"name": name, "roles": ["player"]})

    requests = Requests(served.books)
    number = requests.ask({"type": "reset-password", "name": "rich", "factor": False}, who="olga", why="she called")
    with served.books.transaction():
        served.books.append(CAGE, [requests.decided(Approval(number, "otto", "I know her voice"))])
        reset("rich")
    reset("poor")
    done = audit(served.books)
    assert not done.findings
    alone = [each for each in done.remarks if "reset the password" in each]
    assert alone == ["olga reset the password of poor alone, as one may for a player without money."]


def test_a_password_with_a_past_that_one_person_reset_is_found(served):
    def reset(name, who="olga"):
        served.note("password reset", who=who, why="he called", after={"name": name, "roles": ["player"]})

    reset("ann")
    reset("otto")
    reset("poor", who=f"olga ({LOCAL})")
    served.note("second factor removed", who="olga", why="he called", before="otto")
    assert findings(served) == [
        "olga reset the password of ann without a second person",
        "olga reset the password of otto without a second person",
        f"olga ({LOCAL}) reset the password of poor without a second person",
        "the second factor of otto was removed without a second person",
    ]


def test_a_password_and_factor_that_two_persons_reset_are_no_finding(served):
    two_operators(served, "ottilie")
    requests = Requests(served.books)
    number = requests.ask({"type": "reset-password", "name": "otto", "factor": True}, who="olga", why="he called")
    with served.books.transaction():
        served.books.append(CAGE, [requests.decided(Approval(number, "ottilie", "I know his voice"))])
        served.note("password reset", who="olga", why="he called", after={"name": "otto", "roles": ["operator"]})
        served.note("second factor removed", who="olga", why="he called", before="otto")
    assert findings(served) == []


def test_before_there_are_two_operators_a_password_is_reset_on_the_machine(alone):
    alone.note("password reset", who=LOCAL, why="forgotten", after={"name": "olga", "roles": ["operator"]})
    assert findings(alone) == []


# -- bars -------------------------------------------------------------------------------------------------------------


def note_bar(house, what, name="ann", who="flo", **more):
    house.note(what, who=who, why="her wish", after={"name": name, "roles": ["player"], "barred": ""} | more)


def test_an_exclusion_that_was_lifted_before_its_end_is_found_also_without_the_rule(house, clock):
    TwoPersonRule(house.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    until = f"{datetime.fromtimestamp(clock[0] / 1e6, UTC) + timedelta(days=30):%Y-%m-%d}"
    note_bar(house, "barred", until=until)
    note_bar(house, "barred")
    clock[0] += 29 * DAY
    note_bar(house, "not barred")
    assert findings(house) == [f"flo lifted the self-exclusion of ann before its end, {until}"]


def test_a_bar_that_one_person_lifted_is_found(served, clock):
    note_bar(served, "barred", "never had money")
    note_bar(served, "not barred", "never had money")
    assert findings(served) == []
    note_bar(served, "barred")
    requests = Requests(served.books)
    number = requests.ask({"type": "lift-bar", "name": "ann"}, who="flo", why="her wish")
    with served.books.transaction():
        served.books.append(CAGE, [requests.decided(Approval(number, "fred", "she came"))])
        note_bar(served, "not barred")
    assert findings(served) == []
    note_bar(served, "not barred")
    assert findings(served) == ["flo lifted the bar on ann without a second person"]


# -- voided rounds ----------------------------------------------------------------------------------------------------


@pytest.fixture
def dealt(served, clock):
    """A table with a round in progress, after the first cards."""
    clock[0] += DAY
    table = seated(served, "table 7", "texas-holdem", ("bob", "cyd"))
    play_into(table, 1, Random(1))
    clock[0] += DAY
    yield table
    clock[0] += DAY


def test_a_void_after_a_card_without_an_approval_is_found(served, dealt):
    number = dealt.table.state.round_id
    dealt.do(Void("a boxed card", number), "flo")
    assert findings(served) == [f"flo voided round {number} after a card was dealt, without a second person"]


@pytest.mark.parametrize("given", [{}, {"round": "0.9"}, {"table": "table 8"}])
def test_only_the_approval_of_this_void_allows_it(served, dealt, given):
    number, requests = dealt.table.state.round_id, Requests(served.books)
    order = {"type": "void-round", "table": "table 7", "round": number} | given
    asked = requests.ask(order, who="flo", why="a boxed card")
    dealt.do(Void("a boxed card", number), "flo", None, requests.decided(Approval(asked, "fred", "I saw it")))
    assert len(findings(served)) == bool(given)


def test_a_void_before_the_first_card_needs_no_approval(served):
    table = seated(served, "table 7", "three-card-poker-6-card-bonus", ("bob", "cyd"))
    play_into(table, 0, Random(1))
    table.do(Void("a boxed card", table.table.state.round_id), "flo")
    assert findings(served) == []


def test_a_void_without_the_rule_is_no_finding(served, dealt, clock):
    TwoPersonRule(served.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    clock[0] += DAY
    dealt.do(Void("a boxed card", dealt.table.state.round_id), "flo")
    clock[0] += DAY
    TwoPersonRule(served.books).set(TwoPersons(on=True), who="olga", why="there are two again")
    assert findings(served) == []


def test_a_round_that_the_server_reports_as_interrupted_is_a_remark(served, dealt, monkeypatch):
    number, committer = dealt.table.state.round_id, Committer(served, "money")

    def broken(*_):
        raise InvariantError("the chips do not add up")

    table = committer._table("table 7")
    with monkeypatch.context() as patch:
        patch.setattr(table, "do", broken)
        outcome = committer.do(Commit("table 7", UseDefault(dealt.round.ask.spot), "clock", "by clock 1"))
    assert isinstance(outcome, RoundBroken)
    committer.do(Commit("table 7", Void("it stopped", number), "flo", "void 1"))
    done = audit(served.books)
    assert not done.findings
    assert f"flo voided round {number} at table 7, which was interrupted." in done.remarks
