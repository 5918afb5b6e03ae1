"""A person takes a bot's seat: both move together or not at all, wherever the process dies, and no chip is lost."""

from contextlib import suppress
from functools import partial
from shutil import copytree

import pytest
from sqlalchemy import event

import cardroom
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.play.table import Join, TakeSeat
from support.houses import GAME, WatchedCursor
from support.sampling import PROOF

BOT_NAME = "bot Lark"


class Died(BaseException):
    """The process is gone."""


def friends(where):
    """A house with a table at which a bot sits, and a person with money."""
    house = House.at(where, create=True)
    for who in ("ann", BOT_NAME):
        house.cage.deposit(who, 100_000, who="cage", key=f"for {who}")
    table = house.open_table("t", cardroom.game(GAME), who="floor")
    table.do(Join(BOT_NAME, 30_000))
    return house


def mortal(house, statements, dies):
    """Let a house die before or after one of its next statements."""
    left, store = [statements], house.books.store

    def die(*_, **__):
        left[0] -= 1
        if left[0] == 0:
            dies()
            raise Died

    def running(run, *statement):
        die()
        result = run(*statement)
        die()
        return result

    for moment in ("before_cursor_execute", "after_cursor_execute"):
        event.listen(store.engine, moment, die)
    for name in ("run", "rows", "begin", "commit"):
        setattr(store, name, partial(running, getattr(store, name)))
    cursor = store.cursor
    store.cursor = lambda connection: WatchedCursor(cursor(connection), die, die)


def holdings(house):
    stacks = house.table("t").table.stacks
    return dict(stacks), {who: house.balance(who) for who in ("ann", BOT_NAME)}


BEFORE = ({BOT_NAME: 30_000}, {"ann": 100_000, BOT_NAME: 70_000})
AFTER = ({"ann": 20_000}, {"ann": 80_000, BOT_NAME: 100_000})


def test_a_seat_is_taken_whole_or_not_at_all(tmp_path):
    """A copy of the files at the moment of death is what a killed process leaves."""
    (tmp_path / "0").mkdir()
    friends(tmp_path / "0/play.db").books.store.close()
    seen = []
    for statements in range(1, 200, 1 if PROOF else 4):
        folder, left = tmp_path / f"{statements}", tmp_path / f"left {statements}"
        copytree(tmp_path / "0", folder)
        dying = House.at(folder / "play.db")
        table = dying.table("t")
        mortal(dying, statements, partial(copytree, folder, left))
        with suppress(Died):
            table.do(TakeSeat("ann", 20_000, BOT_NAME), key="one join")
        if not left.exists():
            break
        house = House.at(left / "play.db")
        seen.append(holdings(house))
        house.table("t").do(TakeSeat("ann", 20_000, BOT_NAME), key="one join")
        assert holdings(house) == AFTER, "once it is done, it is not done again"
        assert not PROOF or audit(house.books).holds
        house.books.store.close()
    assert seen[0] == BEFORE
    assert all(each in (BEFORE, AFTER) for each in seen)
    assert len(seen) > 5


@pytest.mark.parametrize(("who", "cents"), [("ann", 100_001), ("nobody here", 20_000)])
def test_without_the_money_the_bot_stays(tmp_path, who, cents):
    house = friends(f"{tmp_path}/play.db")
    with pytest.raises(InputError):
        house.table("t").do(TakeSeat(who, cents, BOT_NAME), key="too much")
    assert holdings(house) == BEFORE
