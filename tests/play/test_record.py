"""Round records: they describe what was played, and tampering is detected."""

import random

import msgspec
import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Record, Table, replay
from cardroom.play.records.file import RecordError, shuffle_key
from cardroom.players import play_round, table_bots

GAME = cardroom.game("three-card-poker-6-card-bonus")
NAMES = ["ann", "bob", "cy", "dee"]


@pytest.fixture(scope="module")
def played():
    table = Table(GAME, dict.fromkeys(NAMES, 100_000), seed=5)
    round = play_round(table.start(), table_bots(GAME.rules, NAMES), random.Random(3))
    return round, table.finish(round)


@pytest.fixture(scope="module")
def kept(played):
    return played[1]


@pytest.fixture(scope="module")
def shuffle(played):
    return played[0].shuffle


def tampered(record, change):
    value = msgspec.json.decode(record.json())
    change(value)
    return Record.from_json(msgspec.json.encode(value))


def test_a_record_is_equal_after_a_round_trip_through_json(kept):
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
        (set_in(["outcome", "net", "bob"], 12_345), r"^net.bob: the record has 12345, the replay gives "),
        (set_in(["outcome", "net", "zoe"], 0), r"^net.zoe: the record has 0, the replay gives None"),
        (set_in(["outcome", "settled", 0, "net"], 1), r"^settled\[0\].net: the record has 1"),
        (set_in(["outcome", "settled", 0, "line"], "luck"), r"^settled\[0\].line: the record has 'luck'"),
        (set_in(["outcome", "settled", 0, "why"], "Ante: luck pays"), r"^settled\[0\].why"),
        (lambda value: value["outcome"]["settled"].pop(), r"^settled: the record has"),
        (set_in(["outcome", "transfers", 1, "amount"], 7), r"^transfers\[1\].amount: the record has 7"),
        (set_in(["outcome", "transfers", 1, "payee", 1], "zoe"), r"^transfers\[1\].payee.owner: the record has 'zoe'"),
        (set_in(["outcome", "transfers", 1, "cause"], "fee"), r"^transfers\[1\].cause: the record has 'fee'"),
        (lambda value: value["outcome"]["transfers"].pop(), r"^transfers: the record has"),
        (set_in(["outcome", "next", "bank", "turn"], 9), r"^next.bank.turn"),
        (set_in(["answers", 0, "action"], "steal"), r"^answers\[0\]: 'steal' is not possible now"),
        (set_in(["answers", 0, "spot"], "3"), r"^answers\[0\]: Spot 3 is not asked now"),
        (lambda value: value["answers"].pop(), r"^answers: they end before spot \d has answered"),
        (lambda value: value["answers"].append(value["answers"][-1]), r"^answers\[\d+\]: .* the round is over"),
        (
            set_in(["opening", "rules", "digest"], "0" * 64),
            r"^rules.digest: .* under a different text",
        ),
        (set_in(["opening", "script"], "three-card-poker/0"), r"^script: the record was played by three-card-poker/0"),
        (set_in(["format"], "cardroom-round-0"), r"^format: "),
        (set_in(["opening", "shuffle"], "0" * 64), r"^shuffle: the record was dealt from 0000"),
        (set_in(["opening", "stacks", "bob"], -1), r"^opening: the stack of bob must be whole cents"),
        (set_in(["opening", "spots", 0, "seat"], 77), r"^opening: .*seats 1 to 7"),
        (set_in(["opening", "spots", 1, "bettor"], "ann"), r"^opening: ann sits at two seats"),
        (
            set_in(["opening", "carry"], {"shoe": {"dealt": "all"}}),
            r"^opening: carried state: a whole number is expected, not a text",
        ),
        (
            set_in(["opening", "carry"], {"own": {"button": 1}}),
            r"^opening: carried state: .* no state of its own",
        ),
    ],
)
def test_an_inconsistent_record_is_rejected_with_the_place(kept, shuffle, change, place):
    with pytest.raises(RecordError, match=place):
        replay(tampered(kept, change), GAME, shuffle)


def test_a_record_holds_no_secret_and_no_prose(played):
    round, record = played
    text = record.json()
    assert round.shuffle.commitment in text
    assert round.shuffle.transcript()["secret"] not in text
    assert not any(word in text for word in ('"why"', '"cite"', "Dealing Procedures"))


def test_a_record_is_replayed_with_its_shuffle_or_the_shuffles_transcript(played):
    round, record = played
    for cards in (round.shuffle, round.shuffle.transcript()):
        again = replay(record, GAME, cards)
        assert again.events == round.events, "with the reasons and the citations that it does not hold"
    with pytest.raises(RecordError, match=r"^shuffle: the record was dealt from"):
        replay(record, GAME, GAME.shuffle(seed=6))
    with pytest.raises(RecordError, match=r"^shuffle: "):
        replay(record, GAME, round.shuffle.transcript() | {"commitment": "0" * 64})


def test_a_given_order_is_named_by_its_digest():
    first, second = Shuffle.given(range(52)), Shuffle.given(reversed(range(52)))
    assert shuffle_key(first) == shuffle_key(Shuffle.given(range(52))) != shuffle_key(second)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": 1}', "\x00", "{" * 5000, '"' + "a" * 9])
def test_text_that_is_not_a_record_is_rejected(text):
    with pytest.raises(RecordError, match="not a round record"):
        Record.from_json(text)


def test_a_changed_stack_is_found_by_a_bet_it_could_not_cover(kept, shuffle):
    poor = tampered(kept, lambda value: value["opening"]["stacks"].update(dict.fromkeys(NAMES, 1)))
    with pytest.raises(RecordError, match=r"answers"):
        replay(poor, GAME, shuffle)


def test_an_unfinished_round_has_no_record():
    with pytest.raises(ValueError, match="waits for spot 1"):
        cardroom.play.records.record(GAME.round({"ann": 5_000, "bob": 5_000}, seed=1))
