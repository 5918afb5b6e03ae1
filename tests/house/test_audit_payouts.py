"""An audit finds orders that needed a second person and had none: payouts, corrections, roles, call-offs."""

from random import Random

import pytest

from cardroom.errors import InvariantError
from cardroom.house import OUTSIDE, Books, House, Store, player
from cardroom.house.audit import audit
from cardroom.house.duties import LOCAL
from cardroom.house.requests import EXPIRES, Approval, Requests
from cardroom.house.runs import Runs
from cardroom.house.two_persons import DAY, TwoPersonRule, TwoPersons
from cardroom.house.values import CAGE
from cardroom.play.commands import UseDefault, Void
from cardroom.room.committer import Commit, Committer, RoundBroken
from houses import play_into, seated

LIMIT = TwoPersons().limit


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
    """A house whose server has started, with a rich player."""
    Runs(house.books, "host 1").start()
    house.deposit("ann", 100 * LIMIT, who="cass", key="for ann")
    return house


def approved(house, cents, by="cora", order=None, key="slip 1"):
    """Pay out after an approval, in one transaction, as `Orders` does."""
    requests = Requests(house.books)
    wanted = {"type": "withdraw", "slip": key, "player": "ann", "cents": cents} | (order or {})
    number = requests.ask(wanted, who="cass", why="a large win")
    with house.books.transaction():
        house.books.append(CAGE, [requests.decided(Approval(number, by, "she has the paper"))])
        house.withdraw("ann", cents, who="cass", key=key)


def findings(house, *given, **how):
    return [each.what for each in audit(house.books, *given, **how).findings]


def test_an_approved_payout_is_no_finding(served):
    approved(served, 5 * LIMIT)
    assert findings(served) == []


def test_a_payout_above_the_limit_without_an_approval_is_found(served):
    served.withdraw("ann", LIMIT, who="cass", key="slip 1")
    assert findings(served) == []
    served.withdraw("ann", 1, who="cass", key="slip 2")
    assert findings(served) == [
        "a withdrawal that brings 24 hours to $3,000.01 needs a second person, and no approval comes before it"
    ]


def test_a_payout_on_the_next_day_starts_again(served, clock):
    for number in range(3):
        clock[0] += DAY + 1
        served.withdraw("ann", LIMIT, who="cass", key=f"slip {number}")
    assert findings(served) == []


def test_a_correction_without_an_approval_is_found(served):
    served.correct(OUTSIDE, player("ann"), 1, who="olga", why="miscounted", key="slip 1")
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
    served.withdraw("ann", 5 * LIMIT, who="cass", key="slip 2")
    assert len(findings(served)) == 1


def test_an_approval_of_an_expired_request_is_found(served, clock):
    requests = Requests(served.books)
    number = requests.ask({"type": "withdraw"}, who="cass", why="a large win")
    clock[0] += EXPIRES + DAY
    served.books.append(CAGE, [requests.decided(Approval(number, "cora", "late"))])
    assert "it approves a request that had expired" in findings(served)


@pytest.mark.parametrize("who", ["cass", f"cass, {LOCAL}"])
def test_one_person_rooms_and_orders_on_the_machine_are_remarks(served, who):
    if LOCAL not in who:
        TwoPersonRule(served.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    served.withdraw("ann", 5 * LIMIT, who=who, key="slip 1")
    done = audit(served.books)
    assert not done.findings
    assert done.remarks


def test_books_that_no_server_has_written_need_no_second_person(house):
    house.deposit("ann", 100 * LIMIT, who="cass", key="for ann")
    house.withdraw("ann", 5 * LIMIT, who="cass", key="slip 1")
    assert findings(house) == []


def test_an_audit_from_a_checkpoint_knows_the_payouts_before_it(served):
    served.withdraw("ann", LIMIT, who="cass", key="slip 1")
    checkpoint = audit(served.books).checkpoint
    served.withdraw("ann", 1, who="cass", key="slip 2")
    assert len(findings(served, checkpoint, resume=True)) == 1


# -- roles ------------------------------------------------------------------------------------------------------------


def give_roles(house, who, name, *roles):
    house.note("roles", who=who, why="a new duty", before=None, after={"name": name, "roles": roles, "barred": ""})


def approve_roles(house, asks, name, *roles, by="otto"):
    """Approve a change of roles, without the change itself."""
    requests = Requests(house.books)
    number = requests.ask({"type": "roles", "name": name, "to": list(roles)}, who=asks, why="a new duty")
    house.books.append(CAGE, [requests.decided(Approval(number, by, "he is trained"))])


@pytest.fixture
def staffed(served):
    """A house with two operators."""
    for name in ("olga", "otto"):
        user = {"name": name, "roles": ["operator"]}
        served.note("operator", who="cardroom serve", why="the first start", after=user)
    return served


def test_a_change_of_roles_without_an_approval_is_found(staffed):
    approve_roles(staffed, "olga", "cass", "cashier")
    give_roles(staffed, "olga", "cass", "cashier")
    assert findings(staffed) == []
    give_roles(staffed, "olga", "cass", "cashier", "operator")
    assert findings(staffed) == ["the roles of cass need a second person, and no approval comes before them"]


@pytest.mark.parametrize(
    ("approval", "found"),
    [
        (("olga", "cass", "floor"), "for a different order"),
        (("olga", "cora", "cashier"), "for a different order"),
        (("otto", "cass", "cashier"), "approved a request of their own"),
    ],
)
def test_an_approval_of_other_roles_allows_nothing(staffed, approval, found):
    approve_roles(staffed, *approval)
    give_roles(staffed, "olga", "cass", "cashier")
    assert any(found in each for each in findings(staffed))


def test_nobody_approves_their_own_roles(staffed):
    approve_roles(staffed, "olga", "otto", "operator", "player")
    assert "otto approved an order about their own account" in findings(staffed)


def test_an_operator_who_is_alone_makes_a_second_one_with_a_remark(served):
    served.note("operator", who="cardroom serve", why="the first start", after={"name": "olga", "roles": ["operator"]})
    give_roles(served, "olga", "otto", "operator")
    done = audit(served.books)
    assert not done.findings
    assert "olga, the only operator, made otto an operator alone." in done.remarks
    give_roles(served, "olga", "otto", "operator", "cashier")
    assert len(findings(served)) == 1, "now there are two"


def test_roles_that_were_given_on_the_machine_or_without_the_rule_are_no_finding(staffed):
    give_roles(staffed, f"olga ({LOCAL})", "cass", "cashier")
    TwoPersonRule(staffed.books).set(TwoPersons(on=False), who="cardroom serve", why="olga works alone")
    give_roles(staffed, "olga", "cora", "cashier")
    assert findings(staffed) == []


def test_a_password_that_one_person_reset_alone_is_a_remark(staffed):
    def reset(name, who="olga"):
        staffed.note("password reset", who=who, why="he called", after={"name": name, "roles": ["player"]})

    reset("pia", who=f"olga ({LOCAL})")
    requests = Requests(staffed.books)
    number = requests.ask({"type": "reset", "name": "rich", "factor": False}, who="olga", why="she called")
    with staffed.books.transaction():
        staffed.books.append(CAGE, [requests.decided(Approval(number, "otto", "I know her voice"))])
        reset("rich")
    reset("poor")
    done = audit(staffed.books)
    assert not done.findings
    alone = [each for each in done.remarks if "reset the password" in each]
    assert alone == ["olga reset the password of poor alone, as one may for a player without money."]


# -- call-offs --------------------------------------------------------------------------------------------------------


@pytest.fixture
def dealt(served, clock):
    """A table with a round in progress, after the first cards."""
    clock[0] += DAY
    table = seated(served, "table 7", "texas-holdem", ("bob", "cyd"))
    play_into(table, 1, Random(1))
    clock[0] += DAY
    yield table
    clock[0] += DAY


def test_a_call_off_after_a_card_without_an_approval_is_found(served, dealt):
    number = dealt.table.state.round_id
    dealt.do(Void("a boxed card", number), "flo")
    assert findings(served) == [f"flo voided round {number} after a card was dealt, without a second person"]


@pytest.mark.parametrize("given", [{}, {"round": "0.9"}, {"table": "table 8"}])
def test_only_the_approval_of_this_call_off_allows_it(served, dealt, given):
    number, requests = dealt.table.state.round_id, Requests(served.books)
    order = {"type": "call-off", "table": "table 7", "round": number} | given
    asked = requests.ask(order, who="flo", why="a boxed card")
    dealt.do(Void("a boxed card", number), "flo", None, requests.decided(Approval(asked, "fred", "I saw it")))
    assert len(findings(served)) == bool(given)


def test_a_call_off_before_the_first_card_needs_no_approval(served):
    table = seated(served, "table 7", "three-card-poker-6-card-bonus", ("bob", "cyd"))
    play_into(table, 0, Random(1))
    table.do(Void("a boxed card", table.table.state.round_id), "flo")
    assert findings(served) == []


def test_a_call_off_without_the_rule_is_no_finding(served, dealt, clock):
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
    committer.do(Commit("table 7", Void("it stopped", number), "flo", "call off 1"))
    done = audit(served.books)
    assert not done.findings
    assert f"flo voided round {number} at table 7, which was interrupted." in done.remarks
