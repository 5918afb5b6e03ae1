"""An audit finds changes of jackpots, and of the two-person rule itself, that needed a second person and had none."""

import pytest

import cardroom
from cardroom.house import Books, House, Store
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import Runs
from cardroom.house.books.values import CAGE
from cardroom.house.cage.requests import Approval, Requests
from cardroom.house.cage.roles import LOCAL
from cardroom.house.cage.two_persons import DAY, TwoPersonRule, TwoPersons
from support.houses import two_operators
from support.rooms import JACKPOT

CHANGED = "olga changed the jackpot without a second person: no approval is for this change"
TERMS = {"type": "jackpot-change", "jackpot": "Galaxy", "seed": 300_000, "rate": None}
CEILING = {"type": "jackpot-ceiling", "jackpot": "Galaxy", "ceiling": 900_000}
FUND = {"type": "jackpot-funding", "jackpot": "Galaxy", "slip": "slip 1", "cents": 5_000, "source": "house"}
RULE = {"type": "change-two-persons", "on": False, "limit": 5_000, "deposit": 6_000, "cashier": 7_000}


@pytest.fixture
def house(tmp_path):
    """A house with a jackpot, whose server has been running for a day."""
    clock = [1_800_000_000_000_000]

    def now():
        clock[0] += 1
        return clock[0]

    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    house = House(Books(store, now), create=True)
    Runs(house.books, "host 1").start()
    two_operators(house, "olga", "otto")
    clock[0] += DAY
    house.jackpots.open(
        "Galaxy",
        cardroom.game("heads-up-holdem", "washington", **JACKPOT),
        "first",
        who="olga",
        source="the house",
        key="jackpot 1",
    )
    clock[0] += DAY
    yield house
    store.close()


def carry_out(house, order, who="olga", why="a good month"):
    match order["type"]:
        case "jackpot-change":
            house.change_jackpot("Galaxy", seed=order["seed"], rate=order["rate"], who=who, why=why)
        case "jackpot-ceiling":
            house.jackpots.cap("Galaxy", order["ceiling"], who=who, why=why)
        case "jackpot-funding":
            house.jackpots.fund("Galaxy", order["cents"], order["source"], who=who, why=why, key=order["slip"])
        case "change-two-persons":
            TwoPersonRule(house.books).set(TwoPersons(order["on"], 5_000, 6_000, 7_000), who=who, why=why)


def approved(house, order, asked=None, by="otto"):
    """Carry out an order after an approval, in one transaction, as `Orders` does."""
    requests = Requests(house.books)
    number = requests.ask(order | (asked or {}), who="olga", why="a good month")
    with house.books.transaction():
        house.books.append(CAGE, [requests.decided(Approval(number, by, "agreed"))])
        carry_out(house, order)


def findings(house, *given, **how):
    return [each.what for each in audit(house.books, *given, **how).findings]


@pytest.mark.parametrize("order", [TERMS, TERMS | {"seed": None, "rate": "20%"}, CEILING, FUND])
def test_a_change_of_a_jackpot_without_a_second_person_is_found(house, order):
    approved(house, order)
    assert findings(house) == []
    carry_out(house, order | {"slip": "slip 2"})
    assert findings(house) == [CHANGED], "one approval allows one change"


@pytest.mark.parametrize(
    ("order", "asked"),
    [
        (TERMS, {"seed": 300_001}),
        (TERMS, {"rate": "20%"}),
        (TERMS, {"jackpot": "Comet"}),
        (CEILING, {"ceiling": None}),
        (FUND, {"cents": 4_999}),
        (FUND, {"source": "reserve"}),
        (FUND, {"slip": "slip 2"}),
        (CEILING, TERMS),
    ],
)
def test_an_approval_of_a_different_change_of_a_jackpot_allows_nothing(house, order, asked):
    approved(house, order, asked)
    assert findings(house) == [CHANGED]


def test_nobody_approves_their_own_change_of_a_jackpot(house):
    approved(house, CEILING, by="olga")
    assert findings(house) == ["olga approved a request of their own", CHANGED]


def test_a_change_of_a_jackpot_on_the_machine_itself_is_no_exception(house):
    carry_out(house, CEILING, who=f"olga ({LOCAL})")
    done = audit(house.books)
    assert [each.what for each in done.findings] == [CHANGED.replace("olga", f"olga ({LOCAL})")]
    assert any(LOCAL in each for each in done.remarks)


def test_an_audit_from_a_checkpoint_counts_only_approvals_after_it(house):
    approved(house, CEILING)
    checkpoint = audit(house.books).checkpoint
    approved(house, FUND)
    assert findings(house, checkpoint, resume=True) == []
    carry_out(house, CEILING)
    assert findings(house, checkpoint, resume=True) == [CHANGED]


def test_switching_the_second_person_off_alone_is_found(house):
    approved(house, RULE | {"on": True})
    assert findings(house) == []
    carry_out(house, RULE)
    assert findings(house) == ["a change of the two-person rule needs a second person, and no approval comes before it"]


def test_an_approval_of_a_different_rule_allows_nothing(house):
    approved(house, RULE, {"limit": 6_000})
    assert findings(house) == [
        "a change of the two-person rule needs an approval, and the one before it is for a different order"
    ]


def test_the_server_may_switch_the_second_person_off(house):
    carry_out(house, RULE, who="cardroom serve")
    done = audit(house.books)
    assert not done.findings
    assert any("cardroom serve" in each for each in done.remarks)
    carry_out(house, RULE | {"on": True}, who="cardroom serve")
    carry_out(house, RULE, who=f"olga ({LOCAL})")
    assert len(findings(house)) == 1, "no one else may, also on the machine itself"
