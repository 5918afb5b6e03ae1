"""`replay` and `verify`: honest files pass, altered ones are refused with the place of the change."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardroom.cards import parse
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.games import game
from cardroom.games.mixed import mixed, next_game
from cardroom.play import Table, record
from cardroom.play.table import ChangeGame, Join, Leave, Return, SitOut, StepAway, TopUp
from cardroom.players import random_legal
from cardroom.players.bots import play_round
from cardroom.rulebook import keep, rule_set
from cli.command import GAME, json_lines, run
from support.forgeries import played

Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Three bot rounds at four seats, each after its shuffle."""
    file = tmp_path / "rounds.jsonl"
    run("deal", GAME, "--rounds", "3", "--seats", "4", "--seed", "6", "--out", file)
    return file


def values(file: Path) -> list[dict[str, Any]]:
    """The JSON values of a file."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def write(file: Path, lines: list[dict[str, Any]]) -> Path:
    """Write a file of JSON values."""
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def touched(records: Path, change: Change, line: int = 4) -> Path:
    """The same rounds with one line changed. Line 4 is the second round."""
    lines = values(records)
    change(lines[line - 1])
    return write(records, lines)


def test_a_round_is_shown_step_by_step(records: Path) -> None:
    output = run("replay", records).stdout
    assert output.count("Three Card Poker 6 Card Bonus (500-club, GEGR-002040)") == 3
    for words in ("Seat 1 passes", "Seat 4 banks with $100,000", "bets Ante", "Dealer has", "Net: Seat 1"):
        assert words in output
    assert "    500 Club, Three Card Poker 6 Card Bonus, How Winners are Determined and Paid" in output


def test_from_standard_input_and_as_json(records: Path) -> None:
    shown = json_lines(run("replay", "-", "--json", given=records.read_text()))
    shuffle, first, *_ = lines = values(records)
    assert [each["net"] for each in shown] == [each["outcome"]["net"] for each in lines if "format" in each]
    order = shuffle["order"].split()
    dealt = [card for event in shown[0]["events"] if event["type"] == "dealt" for card in event["cards"].split()]
    assert dealt == order[: len(dealt)]
    moved = [event for event in shown[0]["events"] if event["type"] == "transfer"]
    assert [event["payer"] for event in moved] == [event["payer"] for event in first["outcome"]["transfers"]]
    assert ["stack", "4", ""] in [event["payer"] for event in moved]


def test_a_player_sees_their_own_cards_and_no_hidden_ones(records: Path) -> None:
    whole = json_lines(run("replay", records, "--json"))
    seen = json_lines(run("replay", records, "--json", "--as", "2"))
    for all_events, events in zip(whole, seen, strict=True):
        for true, shown in zip(all_events["events"], events["events"], strict=True):
            if true["type"] == "dealt":
                own = true["place"] == ["hand", "2", ""]
                assert shown["cards"] == (true["cards"] if own else "?? ?? ??")
    text = run("replay", records, "--as", "2").stdout
    assert "Seat 1 gets ?? ?? ??" in text
    assert "You get" in text
    assert "You get ??" not in text
    assert "has no player of that name. Players: 1, 2, 3, 4" in run("replay", records, "--as", "ann", code=2).stderr


def test_a_player_is_called_by_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    run("play", GAME, "--name", "ann", "--seed", "1", "--out", file, given="5 0 0\nf\nq\n")
    output = run("replay", file, "--as", "ann").stdout
    assert "You bet Ante $5" in output
    assert "ann bets Ante $5" in run("replay", file).stdout


def unreadable(record: dict[str, Any]) -> None:
    record["opening"]["rules"].update(set="nowhere", digest="0" * 64)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda record: record["outcome"]["net"].update({"1": 7, "2": -7}), "net.1"),
        (lambda record: record["outcome"]["settled"][0].update(line="because"), "settled[0].line"),
        (lambda record: record["outcome"]["transfers"][0].update(amount=1), "transfers[0].amount"),
        (lambda record: record["answers"].pop(), "answers"),
        (lambda record: record["opening"]["stacks"].update({"1": 1}), "answers["),
        (lambda record: record["opening"]["rules"].update(digest="0" * 64), "rules: "),
        (unreadable, "has no rule set 'nowhere'"),
        (lambda record: record["opening"].update(shuffle="ab" * 32), "dealt from abababababababab"),
        (lambda record: record.update(surprise=1), "surprise"),
        (lambda record: record["outcome"]["next"]["bank"].update(turn=7), "next.bank.turn"),
    ],
)
def test_a_changed_record_is_rejected_with_the_place_of_the_change(records: Path, change: Change, place: str) -> None:
    result = run("replay", touched(records, change), "--json", code=1)
    assert len(json_lines(result)) == 2  # the others are still shown
    assert f"{records}, line 4: " in result.stderr
    assert place in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_changed_shuffle_fails_its_round(records: Path) -> None:
    result = run("replay", touched(records, lambda shuffle: shuffle.update(secret="00" * 256), 3), "--json", code=1)
    assert len(json_lines(result)) == 2
    assert f"{records}, line 4: shuffle: " in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_record_of_an_unknown_format_is_rejected_by_name(records: Path) -> None:
    touched(records, lambda record: record.update(format="cardroom-round-9"))
    for command in (("replay",), ("replay", "--check")):
        result = run(*command, records, code=1)
        text = result.stdout + result.stderr
        (line,) = (line for line in text.splitlines() if "line 4: " in line)
        assert "format: it is 'cardroom-round-9', but must be 'cardroom-round-1'" in line
    assert "a round of cardroom-round-1" in run("verify", records, code=1).stdout


# -- shuffles are written once
# --------------------------------------------------------------------------------------------


def apart(records: Path) -> tuple[Path, Path]:
    """The same rounds in two files: records and shuffles."""
    lines = values(records)
    file = records.with_name("shuffles.jsonl")
    write(file, [each for each in lines if "format" not in each])
    return write(records, [each for each in lines if "format" in each]), file


def test_shuffles_may_be_in_a_separate_file(records: Path) -> None:
    whole = run("replay", records).stdout
    only, shuffles = apart(records)
    result = run("replay", only, code=1)
    assert result.stdout == ""
    assert result.stderr.count("which is not in the file. Give the file with the shuffle as --shuffles.") == 3
    assert run("replay", only, "--shuffles", shuffles).stdout == whole
    assert run("replay", "--check", only, "--shuffles", shuffles).stdout.startswith("3 replayed, 0 failed\n")
    assert "No rounds found" in run("replay", shuffles).stderr


def test_a_shoe_is_written_once_before_its_rounds(tmp_path: Path) -> None:
    file = tmp_path / "shoe.jsonl"
    run("deal", "ez-baccarat", "--rounds", "4", "--out", file)
    assert [("format" in each) for each in values(file)] == [False, True, True, True, True]
    assert run("replay", "--check", file).stdout.startswith("4 replayed, 0 failed\n")
    moved = values(file)
    write(file, [*moved[1:], moved[0]])  # in any order
    assert run("replay", "--check", file).stdout.startswith("4 replayed, 0 failed\n")


def test_a_given_order_is_found_by_its_cards(tmp_path: Path) -> None:
    file = tmp_path / "given.jsonl"
    for cards in ("Qs Jd 9c 2s 2d 2h", "9c Qs Jd 2s 2d 2h"):
        round = game(GAME).round(2, shuffle=Shuffle.given(parse(cards)))
        round.answer(1, "bank", 10_000)
        round.answer(2, "bet", {"ante": 500})
        round.answer(2, "fold")
        with file.open("a") as lines:
            lines.writelines(f"{line}\n" for line in record_lines([DealtRound(record(round), round.shuffle)]))
    assert run("replay", "--check", file).stdout.startswith("2 replayed, 0 failed\n")
    touched(file, lambda shuffle: shuffle.update(order="9c Qs Jd 2s 2d 2c"), 3)
    assert "line 4: shuffle: the round was dealt from given " in run("replay", file, code=1).stderr


# -- which rules -------------------------------------------------------------------------------------------------------


def test_old_rules_replay_from_archived_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "rulebook" / GAME / "ours.toml"
    own.parent.mkdir(parents=True)
    own.write_text('extends = "500-club"\n[pay.pair-plus.lines]\nstraight = "5 to 1"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path / "rulebook"))
    monkeypatch.delenv("CARDROOM_ARCHIVE", raising=False)
    file = tmp_path / "rounds.jsonl"
    run("deal", GAME, "--rules", "ours", "--rounds", "2", "--seed", "3", "--out", file)
    before, old = run("replay", file).stdout, rule_set(GAME, "ours")

    own.write_text('extends = "500-club"\n[pay.pair-plus.lines]\nstraight = "4 to 1"\n')
    result = run("replay", file, code=1)
    assert result.stdout == ""
    first, _ = result.stderr.splitlines()
    assert f"line 2: rules: {GAME}, ours: its rules have changed; no rules have the digest {old.digest[:12]}" in first

    monkeypatch.setenv("CARDROOM_ARCHIVE", str(tmp_path / "archive"))
    keep(old)
    assert run("replay", file).stdout == before
    run("deal", GAME, "--rules", "ours", "--rounds", "1", "--out", tmp_path / "new.jsonl")
    assert "\n3 replayed, 0 failed\n" in run("replay", "--check", file, tmp_path / "new.jsonl").stdout


def test_the_name_of_a_rule_set_is_not_binding(records: Path) -> None:
    for each in range(2, 7, 2):
        touched(records, lambda record: record["opening"]["rules"].update(set="renamed"), each)
    assert run("replay", "--check", records).stdout.startswith("3 replayed, 0 failed\n")


# -- verify ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """Three rounds at a money table, each after its shuffle."""
    file = tmp_path / "fair.jsonl"
    stored, _ = played(GAME, 3)
    file.write_text("".join(f"{line}\n" for line in record_lines(stored)))
    return file


def changed(file: Path, line: int, change: Change) -> Path:
    """The same rounds with one value changed, in the standard form."""
    lines = values(file)
    change(lines[line - 1])
    file.write_text("".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in lines))
    return file


def test_invalid_json_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content, says in (
        ("", "is empty. Expected one JSON value"),
        ("hello", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a": 1}\n{"a"', "line 2: this is not JSON"),
    ):
        file.write_text(content)
        assert says in run("verify", file, code=2).stderr
    file = tmp_path / "file.json"
    file.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run("replay", file, code=2).stderr


def test_shuffles_are_checked_and_rounds_replayed(fair: Path) -> None:
    verdicts = json_lines(run("verify", fair, "--json", code=1))
    assert [verdict["verdict"] for verdict in verdicts] == ["holds", "holds in part"] * 3 + ["proves nothing"]
    assert all("the replay accepts every answer" in " ".join(each["says"]) for each in verdicts[1:6:2])
    assert "no later record confirms it" in verdicts[6]["silent"][0]
    head = verdicts[6]["silent"][0].split(", ")[1]
    saved = json_lines(run("verify", fair, "--json", "--head", head))
    assert [verdict["verdict"] for verdict in saved] == ["holds"] * 7
    third = verdicts[4]["commitment"]  # it covers the hash of the second record
    words = [each["verdict"] for each in json_lines(run("verify", fair, "--json", "--commitment", third, code=1))]
    assert words == ["holds"] * 5 + ["holds in part", "proves nothing"]
    output = run("verify", fair, code=1).stdout
    assert f"{fair}, line 5: holds" in output
    assert "Compare the commitment" in output
    assert run("verify", "-", given=fair.read_text(), code=1).stdout.replace("standard input", str(fair)) == output


def paid_to_another(record: dict[str, Any]) -> None:
    """The same round with chips that go to the wrong player; the sums still agree."""
    outcome = record["outcome"]
    last = next(each for each in reversed(outcome["transfers"]) if each["payee"][0] == "stack")
    here, there = last["payee"][1], next(name for name in record["opening"]["stacks"] if name != last["payee"][1])
    last["payee"][1] = there
    outcome["net"][here] -= last["amount"]
    outcome["net"][there] += last["amount"]


def another_line(record: dict[str, Any]) -> None:
    record["outcome"]["settled"][0]["line"] = "because"


@pytest.mark.parametrize("change", [paid_to_another, another_line, lambda record: record["answers"].pop()])
def test_a_changed_round_fails(fair: Path, change: Change) -> None:
    output = run("verify", changed(fair, 6, change), code=1).stdout
    assert f"{fair}, line 6: DOES NOT HOLD" in output
    assert output.count("DOES NOT HOLD") == 1


def test_cards_that_are_not_the_games_deck_fail(tmp_path: Path) -> None:
    table = Table(game("four-card-frenzy"), {"ann": 10_000})
    round = table.start(shuffle=Shuffle.fresh([*range(51), 0], table.state.about()))
    while not round.done:
        round.default(round.ask.spot)
    file = tmp_path / "nines.jsonl"
    file.write_text("".join(f"{line}\n" for line in record_lines([DealtRound(table.finish(), round.shuffle)])))
    output = run("verify", file, code=1).stdout
    assert "line 1: holds" in output
    assert "the cards are not the deck of four-card-frenzy" in output


def test_a_simulation_proves_nothing(records: Path) -> None:
    output = run("verify", records, code=1).stdout
    assert output.count("proves nothing") == 7
    assert output.count("for a simulation") == 6
    assert output.count("the replay accepts every answer") == 3


def test_a_record_without_its_shuffle_names_the_missing_shuffle(fair: Path) -> None:
    only, shuffles = apart(fair)
    changed(only, 1, lambda record: None)
    output = run("verify", only, code=1).stdout
    assert output.count("line 1: proves nothing") == 1
    assert f"not checked: its shuffle, {values(shuffles)[0]['commitment']}, which is not in this file" in output
    whole = run("verify", only, shuffles, code=1).stdout
    assert "proves nothing" not in whole.rpartition("the whole")[0]
    assert whole.count("holds in part") == len(values(only))


def test_a_transcript_alone_is_checked_against_the_noted_commitment(tmp_path: Path) -> None:
    file = tmp_path / "shuffle.json"
    shuffle = Shuffle.fresh(range(52)).seeded("ann", "mine")
    file.write_text(json.dumps(shuffle.transcript(), indent=2))
    assert "the commitment is the saved one" in run("verify", file, "--commitment", shuffle.commitment.upper()).stdout
    assert "DOES NOT HOLD" in run("verify", file, "--commitment", "0" * 64, code=1).stdout
    for short in (shuffle.commitment[:8], shuffle.commitment[:63], "abc", ""):
        assert "write all 64 digits" in run("verify", file, "--commitment", short, code=2).stderr


@pytest.mark.parametrize(
    ("field", "value"),
    [("secret", "00" * 256), ("commitment", "ab" * 32), ("seeds", [["bob", "yours"]]), ("kind", "loaded")],
)
def test_a_changed_shuffle_fails(tmp_path: Path, field: str, value: Any) -> None:
    file = tmp_path / "shuffle.json"
    file.write_text(json.dumps(Shuffle.fresh(range(52)).transcript() | {field: value}))
    assert "DOES NOT HOLD" in run("verify", file, code=1).stdout
    assert json_lines(run("verify", file, "--json", code=1))[0]["holds"] is False


def test_a_seats_proof_is_opened_card_by_card(tmp_path: Path) -> None:
    sealed = SealedShuffle.fresh(range(52)).seeded("ann", "lucky")
    proof = sealed.proof([0, 3])
    file = tmp_path / "seat.json"
    file.write_text(json.dumps(proof))
    assert f"card 1 is {proof['openings'][0]['card']}, card 4 is" in run("verify", file).stdout
    proof["openings"][0]["card"] = "As" if proof["openings"][0]["card"] != "As" else "Kd"
    file.write_text(json.dumps(proof))
    assert "its seal does not match" in run("verify", file, code=1).stdout


def test_records_are_signed_on_request(fair: Path, tmp_path: Path) -> None:
    key = tmp_path / "house.pem"
    result = run("sign", fair, "--key", key).stderr
    assert "Created a new key" in result
    assert key.stat().st_mode & 0o077 == 0
    public = result.split()[-1]
    output = run("verify", fair, "--key", public).stdout
    assert f"are signed with the key {public}" in output
    assert "no later record confirms it" not in output
    assert "not with the given key" in run("verify", fair, "--key", "ab" * 32, code=1).stdout
    assert run("replay", "--check", fair).stdout.startswith("3 replayed, 0 failed\n")
    head = values(fair)[-1]["head"]
    run("verify", fair, "--head", head)
    assert f"no table's last record here is {'0' * 64}" in run("verify", fair, "--head", "0" * 64, code=1).stdout
    before = fair.read_text()
    changed(fair, 2, another_line)
    assert "Records that do not verify are not signed" in run("sign", fair, "--key", key, code=2).stderr
    assert "Created a new key" not in run("sign", write_text(fair, before), "--key", key).stderr
    key.write_text("no key")
    assert f"--key {key}" in run("sign", fair, "--key", key, code=2).stderr


def write_text(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


def test_a_session_with_joins_leaves_and_several_games_is_verified(tmp_path: Path) -> None:
    """Records contain what a verifier needs about the time between hands: chips, seats, players."""
    horse, rng = mixed("horse"), Random(1)
    table = Table(horse.games[0], dict.fromkeys(("ann", "bob", "cy"), 20_000), money=True)
    between: dict[int, Callable[[], object]] = {
        1: lambda: table.do(Join("dee", 40_000)),
        2: lambda: table.do(SitOut("ann")),
        3: lambda: table.do(Leave("bob")),
        4: lambda: table.do(TopUp("cy", 5_000)),
        5: lambda: table.do(SitOut("ann", out=False)),
        6: lambda: table.do(StepAway("dee")),
        7: lambda: table.do(Join("eve", 4_000, 7)),
        8: lambda: table.do(Return("dee")),
    }
    records_of_session = []
    for hand in range(12):
        between.get(hand, lambda: None)()
        table.do(ChangeGame(next_game(horse, table)))
        round = play_round(table.start(), dict.fromkeys(table.stacks, random_legal), rng)
        dropped = tuple(table.state.discarded)
        records_of_session.append(DealtRound(table.finish(round), round.shuffle, dropped))
    assert len({each.record.opening.game for each in records_of_session}) > 2
    file = tmp_path / "session.jsonl"
    file.write_text("".join(f"{line}\n" for line in record_lines(records_of_session)))
    verdicts = json_lines(run("verify", file, "--json", "--head", table.state.head))
    assert {each["verdict"] for each in verdicts} == {"holds"}
    assert "12 replayed, 0 failed" in run("replay", "--check", file).stdout
    lines = file.read_text().splitlines()
    file.write_text("\n".join(line.replace('"button":3', '"button":2') for line in lines))
    assert run("verify", file, code=1)
