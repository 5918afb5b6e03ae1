"""Programs at a live table: questions, answers, and the client without asyncio."""

import pytest

from cardroom.client import CardroomError, InputError, Join, Leave, SyncClient, Unreachable
from support.browser import in_memory
from support.server import open_table, running

GAME = "heads-up-holdem"


@pytest.fixture(scope="module")
def room():
    with in_memory() as folder, running(folder) as there:
        open_table(there, "table 7", GAME)
        yield there


def test_a_program_without_asyncio_plays_a_round(room):
    with SyncClient(room.address) as client:
        client.guest()
        with client.enter("play") as hall:
            hall.watch("table 7")
            hall.ask(Join, "table 7", 20_000)
            first = hall.question("table 7")
            assert first.offers["bet"]["option"]["areas"][0]["wager"] == "ante"
            with pytest.raises(InputError):
                hall.answer(first, "bet", {"ante": 1})
            assert hall.question("table 7").number == first.number, "a refused answer leaves the question open"
            hall.answer(first, "bet", {"ante": 500, "odds": 500})
            second = hall.question("table 7")
            assert second.number != first.number
            assert len(second.cards) == 2
            for _ in range(3):
                last = hall.question("table 7")
                hall.answer(last, "fold" if "fold" in last.offers else "check")
                if "fold" in last.offers:
                    break
            assert hall.scenes["table 7"]["people"].keys() == {hall.name}
            hall.ask(Leave, "table 7")
        assert client.get("/api/v1/me")["name"] == hall.name


def test_all_errors_of_the_client_are_one_family(room):
    with SyncClient(room.address) as client:
        with pytest.raises(InputError):
            client.sign_in("nobody", "a wrong password")
        client.guest()
        with client.enter("play") as hall:
            with pytest.raises(InputError, match="no table"):
                hall.watch("no such table")
            hall.watch("table 7")
            with pytest.raises(Unreachable):
                hall.question("table 7", seconds=0.1)
    with SyncClient("http://127.0.0.1:9") as nowhere, pytest.raises(CardroomError):
        nowhere.guest()
