"""`replay` and `verify-shuffle`: honest files pass, touched ones are refused where they were touched."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardroom.cards.sealed import cut, seal
from cardroom.cards.shuffle import Shuffle
from cli.command import GAME, json_lines, run


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Three rounds of bots at four seats."""
    file = tmp_path / "rounds.jsonl"
    run("deal", GAME, "--rounds", "3", "--seats", "4", "--seed", "6", "--out", file)
    return file


def touched(records: Path, change: Any) -> Path:
    """The same rounds, the second of them changed."""
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    change(lines[1])
    records.write_text("\n".join(map(json.dumps, lines)))
    return records


def test_a_round_is_told_step_by_step(records: Path) -> None:
    output = run("replay", records).stdout
    assert output.count("Three Card Poker 6 Card Bonus (500-club, GEGR-002040)") == 3
    for words in ("Seat 1 passes", "Seat 4 banks with $100,000", "bets Ante", "Dealer has", "Net: seat 1"):
        assert words in output
    assert "    500 Club, Three Card Poker 6 Card Bonus, How Winners are Determined and Paid" in output


def test_from_standard_input_and_as_json(records: Path) -> None:
    rounds = json_lines(run("replay", "-", "--json", given=records.read_text()))
    kept = [json.loads(line) for line in records.read_text().splitlines()]
    assert [each["net"] for each in rounds] == [each["net"] for each in kept]
    order = kept[0]["shuffle"]["order"].split()
    dealt = [card for event in rounds[0]["events"] if event["type"] == "dealt" for card in event["cards"].split()]
    assert dealt == order[: len(dealt)]


def test_a_seat_sees_its_own_cards_and_no_hidden_ones(records: Path) -> None:
    whole = json_lines(run("replay", records, "--json"))
    seen = json_lines(run("replay", records, "--json", "--as", "2"))
    for all_events, events in zip(whole, seen, strict=True):
        for true, shown in zip(all_events["events"], events["events"], strict=True):
            if true["type"] == "dealt":
                assert shown["cards"] == (true["cards"] if true["place"] == "2" else "?? ?? ??")
    text = run("replay", records, "--as", "2").stdout
    assert "Seat 1 gets ?? ?? ??" in text
    assert "Seat 2 gets ??" not in text
    assert "nobody there" in run("replay", records, "--as", "9", code=2).stderr


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda record: record["net"].update({"1": record["net"]["1"] + 100, "2": record["net"]["2"] - 100}), "net.1"),
        (lambda record: record["result"][0].update(why="because"), "result[0].why"),
        (lambda record: record["answers"].pop(), "answers"),
        (lambda record: record["stacks"].update({"1": 1}), "answers["),
        (lambda record: record["rules"].update(digest="0" * 64), "rules.digest"),
        (lambda record: record["rules"].update(set="nowhere"), "rules: "),
        (lambda record: record["shuffle"].update(secret="00" * 256), "shuffle"),
        (lambda record: record.update(surprise=1), "surprise"),
        (lambda record: record["next"]["bank"].update(turn=7), "next.bank.turn"),
    ],
)
def test_a_touched_record_is_refused_where_it_was_touched(records: Path, change: Any, place: str) -> None:
    result = run("replay", touched(records, change), "--json", code=1)
    assert len(json_lines(result)) == 2  # the others are shown all the same
    assert f"{records}, line 2: " in result.stderr
    assert place in result.stderr
    assert result.stderr.count("\n") == 1


def test_what_is_no_json_is_told_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content, says in (
        ("", "nothing in it"),
        ("hello", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a": 1}\n{"a"', "line 2: this is not JSON"),
    ):
        file.write_text(content)
        assert says in run("verify-shuffle", file, code=2).stderr
    file.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run("replay", file, code=2).stderr


def test_shuffles_of_records_hold(records: Path) -> None:
    verdicts = json_lines(run("verify-shuffle", records, "--json"))
    assert [verdict["holds"] for verdict in verdicts] == [True, True, True]
    output = run("verify-shuffle", records).stdout
    assert f"{records}, line 3: holds" in output
    assert "Compare the commitment" in output


def test_a_transcript_alone_is_checked_and_its_commitment_held_against_the_one_noted(tmp_path: Path) -> None:
    file = tmp_path / "shuffle.json"
    shuffle = Shuffle.fresh(range(52)).seeded("mine")
    file.write_text(json.dumps(shuffle.transcript(), indent=2))
    assert "holds" in run("verify-shuffle", file, "--commitment", shuffle.commitment.upper()).stdout
    assert "DOES NOT HOLD" in run("verify-shuffle", file, "--commitment", "0" * 64, code=1).stdout
    assert "or the first 8" in run("verify-shuffle", file, "--commitment", "abc", code=2).stderr


@pytest.mark.parametrize(
    ("field", "value"), [("secret", "00" * 256), ("commitment", "ab" * 32), ("seeds", ["yours"]), ("kind", "loaded")]
)
def test_a_shuffle_that_was_changed_does_not_hold(tmp_path: Path, field: str, value: Any) -> None:
    file = tmp_path / "shuffle.json"
    file.write_text(json.dumps(Shuffle.simulated(range(52), seed=1).transcript() | {field: value}))
    assert "DOES NOT HOLD" in run("verify-shuffle", file, code=1).stdout
    assert json_lines(run("verify-shuffle", file, "--json", code=1))[0]["holds"] is False


def test_one_line_of_many_can_be_asked_for_by_its_commitment(records: Path) -> None:
    second = json.loads(records.read_text().splitlines()[1])["shuffle"]["commitment"]
    verdicts = json_lines(run("verify-shuffle", records, "--commitment", second, "--json"))
    assert [verdict["where"] for verdict in verdicts] == [f"{records}, line 2"]


def test_other_json_is_not_taken_for_a_shuffle(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in ("[1]", '{"a": 1}', '{"shuffle": 3}', '{"root": "x"}'):
        file.write_text(content)
        assert "expected" in run("verify-shuffle", file, code=1).stdout


def test_sealed_cards_are_opened_one_by_one(tmp_path: Path) -> None:
    sealed = seal(Shuffle.fresh(range(52)).order)
    places = cut(52, ["lucky"])
    shown: dict[str, Any] = {"root": sealed.root, "leaves": sealed.leaves, "seeds": ["lucky"]}
    shown["openings"] = [sealed.open(places[3]), sealed.open(places[0])]
    file = tmp_path / "seat.json"
    file.write_text(json.dumps(shown))
    output = run("verify-shuffle", file).stdout
    assert "card 4 of the deal is" in output
    assert "card 1 of the deal is" in output
    shown["openings"][0]["card"] = "As" if shown["openings"][0]["card"] != "As" else "Kd"
    file.write_text(json.dumps(shown))
    assert "is not what was sealed" in run("verify-shuffle", file, code=1).stdout
