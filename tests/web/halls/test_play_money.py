"""Play money for guests and users."""

from cardroom.web.halls.table_config import PLAY
from support.browser import Browser
from support.server import at_once


def test_only_one_of_several_simultaneous_refills_is_given(door):
    name = Browser(door).guest()
    account, house = door.server.people.user(name), door.server.halls[PLAY].house
    house.cage.withdraw(name, 950_000, who="cage", key=f"out {name}")
    outcomes = at_once(door, 10, lambda: door.server.play_money.refill(account))
    assert outcomes.count(None) == 1
    assert {str(each) for each in outcomes if each} == {
        "You can get more play money when you have less than $1,000 left."
    }
    assert house.balance(name) == house.holdings(name) == 1_050_000
