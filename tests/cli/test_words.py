"""Messages to people: no hidden characters, counts as people write them, no decoder's messages, no ignored option."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table
from rich.text import Text

from cardroom.clean import visible
from cardroom.cli.terminal.common import console, note
from cli.command import GAME, mistake, run
from cli.command import rounds as dealt

CLEAR = "\x1b[2J"
"""A sequence that clears a terminal's screen."""


@pytest.mark.parametrize("rounds", ["3", "3e0", "0.3e1", "+3", "3.0", " 3 ", "0_3"])
def test_a_count_may_be_written_in_many_ways(rounds: str) -> None:
    assert len(dealt(run("deal", GAME, "--rounds", rounds, "--json"))) == 3


@pytest.mark.parametrize("rounds", ["1000", "1,000", "1_000", "1e3", "1E+3"])
def test_a_simulation_takes_the_same_counts(rounds: str) -> None:
    assert json.loads(run("simulate", "ez-baccarat", "-n", rounds, "--json").stdout)["rounds"] == 1000


@pytest.mark.parametrize(
    ("rounds", "says"),
    [
        ("1.5", " is a fraction. Write a whole number like 1000000, 1,000,000 or 1e6."),
        ("12.5e0", " is a fraction"),
        ("-5", ": write 1 or more"),
        ("0", ": write 1 or more"),
        ("1e-3", ": write 1 or more"),
        ("1,5", " is not a number. Write a whole number"),
        ("1,00,000", " is not a number"),
        ("lots", " is not a number"),
        ("nan", " is not a number"),
        ("inf", " is not a number"),
        ("0x10", " is not a number"),
        ("٣", " is not a number"),
        ("1e99", ": write a smaller number; this would take too long"),
        ("1e999999999", " is not a number"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "simulate"])
def test_an_invalid_count_is_rejected(command: str, rounds: str, says: str) -> None:
    assert f"--rounds {rounds}{says}" in mistake(command, GAME, f"--rounds={rounds}")


def test_the_bank_is_not_offered_if_no_player_can_bank() -> None:
    assert "--bank: texas-holdem has no bank" in mistake("play", "texas-holdem", "--bank")
    assert "--bank: the house banks" in mistake("play", "heads-up-holdem", "--bank")
    assert "You leave" in run("play", GAME, "--bank", "--seed", "1", given="q\n").stdout


def test_an_invalid_record_gives_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    run("deal", GAME, "--rounds", "1", "--out", file)
    shuffle, record = file.read_text().splitlines()
    data = json.loads(record)
    first = next(iter(data))

    def opening(**fields: object) -> Any:
        return data | {"opening": data["opening"] | fields}

    for value, says in (
        ({key: data[key] for key in data if key != first}, f"the field {first} is missing"),
        (data | {"surprise": 1}, "unknown field surprise"),
        (opening(stacks={"1": "x"}), "a whole number is expected, not a text, in opening.stacks"),
        (opening(stacks=None), "an object is expected, not null, in opening.stacks"),
        (data | {"answers": [3]}, "is expected, not a whole number, in answers[0]"),
        ([], "an object is expected, not a list"),
        ("x", "an object is expected, not a text"),
    ):
        file.write_text(f"{shuffle}\n{json.dumps(value)}\n")
        for fields in (run("replay", file, code=1).stderr, run("replay", "--check", file, code=1).stdout):
            assert says in fields
            assert not [word for word in ("`", "$", "[...]", "Expected", "Object") if word in fields]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "a name in double quotes is expected at line 1, column 2"),
        ('{"a": }', "a value is expected at line 1, column 7"),
        ('{"a" 1}', "a colon is expected at line 1, column 6"),
        ("[1 2]", "a comma or a closing bracket is expected at line 1, column 4"),
        ('["a', "a string is not closed, which begins at line 1, column 2"),
        ("[1] 2", "extra text after the value at line 1, column 5"),
        ('["\x01"]', "a control character at line 1, column 3"),
        ('["\\q"]', "an invalid escape at line 1, column 3"),
        ("[" * 100_000, "nested too deep"),
        ("9" * 5000, "a number in it is too long"),
    ],
)
def test_invalid_json_gives_a_clear_error(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(text)
    for command in ("replay", "verify"):
        message = mistake(command, file)
        assert "this is not JSON" in message
        assert says in message


@pytest.mark.parametrize(
    ("value", "kind"), [(None, "null"), ([], "a list"), (3, "a whole number"), (True, "true or false"), ("x", "a text")]
)
def test_a_value_that_is_not_a_shuffle_is_named_by_its_kind(tmp_path: Path, value: object, kind: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(json.dumps(value))
    printed = run("verify", file, code=1).stdout
    assert "this is not a shuffle, a round of cardroom-round-1, a signature or evidence" in printed
    assert kind in run("replay", file, code=1).stderr


def test_an_invalid_house_rule_set_gives_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{GAME}/500-club"\ngame = "{GAME}"\nname = 3\n')
    assert "name: a text is expected, not a whole number" in mistake("rules", file)


def test_hidden_characters_are_made_visible() -> None:
    assert visible("as it is: ♠ é 日") == "as it is: ♠ é 日"
    assert visible("\x1b\x07\n\x9b\x7f\u202e\u2028\udcff") == r"\x1b\x07\n\x9b\x7f\u202e\u2028\udcff"
    assert visible("a\nb\x1b", keep="\n") == "a\nb\\x1b"


def test_no_name_or_value_controls_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"rounds{CLEAR}.json"
    file.write_text("{")
    folder = tmp_path / f"folder{CLEAR}"
    folder.mkdir()
    texts = [
        mistake("replay", file),
        mistake("replay", tmp_path / f"none{CLEAR}"),
        mistake("verify", file),
        mistake("play", f"razz{CLEAR}"),
        mistake("rules", f"{CLEAR}.toml"),
        mistake("rules", GAME, "--set", CLEAR),
        mistake("rules", GAME, "--set", f"minimum={CLEAR}"),
        mistake("rules", GAME, "--set", f"{CLEAR}=1"),
        mistake("rules", GAME, "--rules", CLEAR),
        mistake("deal", GAME, "--rounds", CLEAR),
        mistake("games", f"--{CLEAR}"),
        mistake(CLEAR),
        run("replay", "--check", file, code=1).stdout,
        run("simulate", "ez-baccarat", "-n", "100", "--seed", CLEAR).stdout,
        run("certify", "ez-baccarat", "--out", folder).stdout,
    ]
    file.write_text("[]")
    texts += [run("replay", file, code=1).stderr, run("verify", file, code=1).stdout]
    note(f"left out: {CLEAR}")
    texts.append(capsys.readouterr().err)
    for text in texts:
        assert "\x1b" not in text
        assert r"\x1b[2J" in text


def test_no_text_on_the_screen_controls_the_terminal_except_styles() -> None:
    out = io.StringIO()
    screen = console(file=out, force_terminal=True, color_system="standard", width=80)
    table = Table()
    table.add_column(f"head{CLEAR}")
    table.add_row(f"cell{CLEAR}")
    screen.print(Text(f"red{CLEAR}\nnext", style="red"), table, f"plain{CLEAR}")
    shown = out.getvalue()
    assert CLEAR not in shown
    for word in ("red", "plain", "head", "cell"):
        assert f"{word}\\x1" in shown
    assert "\x1b[31mred" in shown
    assert "\x1b[31mnext" in shown
