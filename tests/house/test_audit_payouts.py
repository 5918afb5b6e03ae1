"""An audit finds payouts and corrections that needed a second person and had none."""

import pytest

from cardroom.house import OUTSIDE, Books, House, Store, player
from cardroom.house.audit import audit
from cardroom.house.duties import LOCAL
from cardroom.house.requests import EXPIRES, Approval, Requests
from cardroom.house.runs import Runs
from cardroom.house.two_persons import DAY, TwoPersonRule, TwoPersons
from cardroom.house.values import CAGE

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
        TwoPersonRule(served.books).set(TwoPersons(on=False), who="olga", why="she works alone")
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
