"""The pause after a round: results stay, or the next round waits until the players are ready."""

import msgspec
import pytest

from cardroom.play.table import Join
from cardroom.room.messages import Ready
from room.test_room import Hall


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    made.connect("ann", "bob")
    made.ask("ann", Join, cents=50_000)
    yield made
    made.house.books.store.close()


def table(hall, **timing):
    live = hall.room.tables["table"]
    live.timing = msgspec.structs.replace(live.timing, **timing)
    return live


def ready(hall, who):
    hall.run(hall.room.receive(hall.now, who, Ready("table")))


def end_of_a_round(hall):
    """Play a round in which the player sits out."""
    hall.pass_time(6)
    hall.answer("ann", "sit-out")


def test_the_first_round_starts_soon_and_results_stay_for_the_whole_pause(hall):
    table(hall, pause_between=60)
    end_of_a_round(hall)  # it began within six seconds
    hall.pass_time(50)
    assert hall.room.tables["table"].round is None
    hall.pass_time(15)
    assert hall.room.tables["table"].round is not None


def test_a_table_that_waits_starts_the_next_round_when_its_players_are_ready(hall):
    live = table(hall, waits=True)
    end_of_a_round(hall)
    hall.pass_time(600)
    assert live.round is None
    assert hall.scenes["ann"]["waits"]
    ready(hall, "bob")  # a viewer without a seat
    hall.pass_time(5)
    assert live.round is None
    ready(hall, "ann")
    hall.pass_time(5)
    assert live.round is not None
    assert not hall.scenes["ann"]["waits"]


def test_players_see_at_once_that_the_room_is_closing(hall):
    assert not hall.scenes["ann"]["draining"]
    hall.run(hall.room.drain(hall.now))
    assert hall.scenes["ann"]["draining"]
