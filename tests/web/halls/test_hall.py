"""A hall stores every commit of its room, whenever it arrives, and no table waits forever."""

import asyncio

import msgspec
import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.books.transaction import Draft
from cardroom.house.books.values import CAGE, OUTSIDE, Posting, player
from cardroom.play.table import Join, OpenTable, Pause, SitOut
from cardroom.room import Commit, CommitFailed, Committed, Committer, Person, Room, messages
from cardroom.web.halls.commit_queue import CommitQueue
from cardroom.web.halls.hall import Hall

TABLES = "one", "two"


@pytest.fixture
def house(tmp_path):
    house = House.at(tmp_path / "room.db", create=True)
    for name in ("ann", "bob"):
        house.cage.deposit(name, 100_000, who="cage", key=name)
    yield house
    house.books.store.close()


def hall_of(house):
    """A hall of a few tables."""
    hall = Hall("play", house, {})
    game = cardroom.game("heads-up-holdem")
    assert all(
        isinstance(hall.committer.do(Commit(name, OpenTable(game, {}), "floor", name)), Committed) for name in TABLES
    )
    return hall


def join(table, who):
    return Commit(table, Join(who, 20_000, 1), who, f"join {table}")


async def a_while():
    """Let all tasks run that need not wait."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_a_commit_that_arrives_as_the_writer_ends_is_stored(house):
    async def scene():
        hall, loop, written = hall_of(house), asyncio.get_running_loop(), asyncio.Event()

        async def run(act):
            await written.wait()
            return act()

        commits = CommitQueue(hall.committer, run, 1)
        first, later = commits.put(join("one", "ann")), []
        await a_while()
        written.set()  # the writer runs next, and then another commit arrives
        loop.call_soon(lambda: later.append(commits.put(join("two", "bob"))))
        await a_while()
        return first.result(), [each.done() and each.result() for each in later]

    first, (second,) = asyncio.run(scene())
    assert first.state.stacks == {"ann": 20_000}
    assert second
    assert second.state.stacks == {"bob": 20_000}


def test_a_failed_writer_leaves_no_commit_waiting(house, monkeypatch):
    async def scene():
        hall = hall_of(house)
        with monkeypatch.context() as patch:
            patch.setattr(hall.committer, "do_all", lambda dos: dos[99])
            lost = await asyncio.wait_for(hall.commits.put(join("one", "ann")), 60)
        return lost, await asyncio.wait_for(hall.commits.put(join("one", "ann")), 60)

    lost, again = asyncio.run(scene())
    assert isinstance(lost, CommitFailed)
    assert again.state.stacks == {"ann": 20_000}


def test_an_order_and_its_note_are_stored_together_or_not_at_all(house, monkeypatch):
    flora = Person("flora", floor=True)

    async def scene():
        hall = hall_of(house)
        hall.room = Room("e", hall.committer.open_tables())
        with monkeypatch.context() as patch:
            moves = Posting(player("nobody"), OUTSIDE, 5, "withdrawal")  # so that the note cannot be stored
            patch.setattr(Committer, "_note", lambda *_: Draft("note", b"{}", "flora", (moves,)))
            with pytest.raises(InputError):
                await asyncio.wait_for(hall.order(flora, "one", Pause("a spill"), seconds=60), 60)
        before = [line.kind for line in house.entries("one")]
        await asyncio.wait_for(hall.order(flora, "one", Pause("a spill"), seconds=60), 60)
        await asyncio.wait_for(hall.order(flora, "one", Pause("it is dry", False), seconds=60), 60)
        await hall.close()
        return before

    assert "paused" not in asyncio.run(scene())
    assert [line.kind for line in house.entries("one")][-2:] == ["paused", "paused"]
    notes = [
        msgspec.json.decode(line.body) for line in house.entries(CAGE) if line.kind == "note" and line.who == "flora"
    ]
    assert [(note["what"], note["why"]) for note in notes] == [
        ("table paused", "a spill"),
        ("table resumed", "it is dry"),
    ]


def test_closing_a_hall_ends_its_tasks_and_starts_no_new_ones(house):
    async def scene():
        hall = hall_of(house)
        hall.room = Room("e", hall.committer.open_tables())
        line, _ = hall.connect(Person("ann"))
        hall.receive(line, messages.request(Join, "one", "1", cents=20_000))
        hall.receive(line, messages.request(SitOut, "one", "2"))  # waits until the first is committed
        await hall.close()
        hall.receive(line, messages.request(Join, "two", "3", cents=20_000))
        await a_while()
        return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    assert asyncio.run(scene()) == []
    assert house.balance("ann") == 80_000
    assert [line.kind for line in house.entries("one")][-1] == "joined"
