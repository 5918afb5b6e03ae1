"""Round records: what is written is what was played, and what was tampered with is found."""

import random

import msgspec
import pytest

import cardroom
from cardroom.play import Record, Table, replay
from cardroom.play.record import RecordError
from cardroom.players import play_round, table_bots

GAME = cardroom.game("three-card-poker-6-card-bonus")


@pytest.fixture(scope="module")
def kept():
    table = Table(GAME, 4, seed=5)
    return table.finish(play_round(table.start(), table_bots(GAME.rules, seats=4), random.Random(3)))


def tampered(kept, change):
    value = msgspec.json.decode(kept.json())
    change(value)
    return Record.from_json(msgspec.json.encode(value))


def test_a_record_survives_its_text(kept):
    assert Record.from_json(kept.json()) == kept


def set_in(path, value):
    def change(record):
        *parents, last = path
        for name in parents:
            record = record[name]
        assert not isinstance(record, dict) or record.get(last) != value
        record[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (set_in(["net", "2"], 12_345), r"^net.2: the record says 12345, the replay gives "),
        (set_in(["net", "9"], 0), r"^net.9: the record says 0, the replay gives None"),
        (set_in(["result", 0, "net"], 1), r"^result\[0\].net: the record says 1"),
        (set_in(["result", 0, "why"], "Ante: luck pays"), r"^result\[0\].why"),
        (set_in(["wagers", "2", "ante"], 7), r"^wagers.2.ante: the record says 7"),
        (set_in(["next", "bank", "turn"], 9), r"^next.bank.turn"),
        (set_in(["answers", 0, "action"], "steal"), r"^answers\[0\]: 'steal' is not possible now"),
        (set_in(["answers", 0, "spot"], "3"), r"^answers\[0\]: Spot 3 is not asked now"),
        (lambda value: value["answers"].pop(), r"^answers: they end while spot \d is asked"),
        (lambda value: value["answers"].append(value["answers"][-1]), r"^answers\[\d+\]: .* the round is over"),
        (set_in(["rules", "digest"], "0" * 64), r"^rules.digest: the record was played under another text"),
        (set_in(["script"], "three-card-poker/0"), r"^script: the record was played by three-card-poker/0"),
        (set_in(["format"], "cardroom-round-0"), r"^format: "),
        (set_in(["shuffle", "commitment"], "0" * 64), r"^shuffle.*commitment"),
        (set_in(["stacks", "2"], -1), r"stacks"),
        (set_in(["spots", 0, "seat"], 77), r"seats 1 to 7"),
    ],
)
def test_a_record_that_does_not_agree_with_itself_is_refused_and_told_where(kept, change, place):
    with pytest.raises(RecordError, match=place):
        replay(tampered(kept, change), GAME)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": 1}', "\x00", "{" * 5000, '"' + "a" * 9])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(RecordError, match="not a round record"):
        Record.from_json(text)


def test_a_seats_stack_that_was_changed_is_found_by_what_it_could_not_have_bet(kept):
    poor = tampered(kept, lambda value: value["stacks"].update({"1": 1, "2": 1, "3": 1, "4": 1}))
    with pytest.raises(RecordError, match=r"answers"):
        replay(poor, GAME)


def test_a_round_that_is_not_over_cannot_be_written_down():
    with pytest.raises(ValueError, match="still asks spot 1"):
        cardroom.play.record(GAME.round(2, seed=1))
