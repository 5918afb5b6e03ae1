"""Hostile files, arguments and texts on the command line: one helpful line, exit code 2, and no hidden characters."""

import csv
import json
import os
from pathlib import Path

import pytest

from cardroom.limits import LONGEST_ARGUMENT
from cli.command import GAME, mistake, run

CLEAR = "\x1b[2J"
BIDI = "\u202e"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_without_rounds_gives_a_one_line_error(command: str, tmp_path: Path) -> None:
    sparse, pipe, binary, folder = (tmp_path / f"{name}.json" for name in ("sparse", "pipe", "binary", "folder"))
    with sparse.open("wb") as file:
        file.truncate(2 << 30)
    os.mkfifo(pipe)
    binary.write_bytes(bytes(range(256)) * 10)
    folder.mkdir()
    for source, says in (
        (sparse, "line 1 is longer than 1 MB, the limit"),
        (Path("/dev/zero"), "line 1 is longer than 1 MB, the limit"),
        (pipe, "is empty. Expected one JSON value"),
        (Path("/dev/null"), "is empty. Expected one JSON value"),
        (binary, "byte 128 is not text in UTF-8"),
        (tmp_path / "none.json", "No such file"),
    ):
        assert says in mistake(command, source)
    assert run("replay", folder).stdout == "", "a folder is looked through"


def test_an_unreadable_rule_set_gives_a_one_line_error(tmp_path: Path) -> None:
    sparse, folder = tmp_path / "sparse.toml", tmp_path / "folder.toml"
    with sparse.open("wb") as file:
        file.truncate(2 << 30)
    folder.mkdir()
    assert "it is longer than 256 KB, the limit" in mistake("rules", sparse)
    assert "no such file" in mistake("rules", folder)


def test_invalid_files_in_an_operators_folder_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / GAME
    game.mkdir()
    os.mkfifo(game / "pipe.toml")
    (game / "folder.toml").mkdir()
    (game / "broken.toml").write_bytes(b"\xff")
    (game / "deep.toml").write_text("a = " + "[" * 100_000)
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    result = run("games")
    assert result.stderr.count("cardroom: skipped ") == 4
    for says in ("Is a directory", "byte 0 is not text in UTF-8", "nested too deep", "the field"):
        assert says in result.stderr
    assert GAME in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "x" * 100_000], f"an argument has at most {LONGEST_ARGUMENT} characters, not 100000"),
        (["rules", "razz\0"], "the argument is not UTF-8 text"),
        (["rules", "\udcff"], "the argument is not UTF-8 text, and there is no file with this name"),
        (["rules", "word " * 700], "Unknown game 'word word"),
        (["deal", GAME, "--seed", "\udcff"], "the argument is not UTF-8 text"),
        (["deal", GAME, "--rounds", "9" * 4000], "write a smaller number; this would take too long"),
        (["deal", GAME, "--seats", "1000000000"], "is played with"),
        (["deal", GAME, "--seats", "9" * 4000], "write a smaller number; this would take too long"),
        (["deal", GAME, "--seats", "1e9"], "--seats 1000000000: three-card-poker-6-card-bonus is played with"),
        (["play", GAME, "--buy-in", "1e9"], "'1e9' is not an amount: write dollars like 5, 12.50 or $1,000"),
        (["play", GAME, "--buy-in", "9" * 4000], "is not an amount"),
        (["play", GAME, "--circles", "1000000000"], "has one circle per player"),
        (["play", "razz", "--name", f"a{BIDI}b"], "a name has 1 to 30 printable characters"),
        (["rules", GAME, "--set", "minimum=" + "9" * 4000], "is not an amount"),
        (["rules", GAME, "--set", "minimum=1" + ",000" * 900], "is not an amount"),
        (["rules", "ez-baccarat", "--set", "packs=" + "9" * 4000], "is not a whole number"),
        (["rules", "ez-baccarat", "--set", "packs=٣"], "'٣' is not a whole number"),
        (["rules", "ez-baccarat", "--set", "packs=1000000000"], "1000000000 is not within"),
        (["rules", "texas-holdem", "--set", "blinds=" + "1/" * 1000 + "1"], "a table has at most 30 seats"),
        (["simulate", GAME, "--workers", "1000000000"], "--workers 1000000000: write at most 256"),
        (["analyze", GAME, "--vary", "pair-plus.flush", "--target-edge", "1e999999999"], "write a percentage"),
        (["analyze", GAME, "--set-pay", "pair-plus.flush=" + "9" * 4000], "are not odds"),
    ],
)
def test_excessive_arguments_give_a_one_line_error(arguments: list[str], says: str) -> None:
    message = mistake(*arguments)
    assert says in message
    assert len(message) < 4200


@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "nosuchgame", "AA", "KK"],
        ["range", "nosuchgame", "AA"],
        ["equity", "texas-holdem", "AA", "KK", "--trials", "1.5"],
        ["equity", "texas-holdem", "AA", "??"],
    ],
)
def test_an_error_ends_with_one_full_stop(arguments: list[str]) -> None:
    message = mistake(*arguments).rstrip()
    assert message.endswith(".")
    assert not message.endswith("..")


def test_a_file_name_may_contain_invalid_utf_8(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/rounds\xff.jsonl"
    run("deal", GAME, "--rounds", "1", "--out", tmp_path / "rounds.jsonl")
    os.rename(tmp_path / "rounds.jsonl", file)
    assert run("replay", "--check", os.fsdecode(file)).stdout.startswith("1 replayed, 0 failed\n")


def test_an_endless_input_line_is_rejected() -> None:
    assert "a line has more than 4096 characters" in run("play", GAME, "--seed", "1", given="x" * 10_000, code=2).stderr


def test_typed_input_is_echoed_without_control_characters() -> None:
    output = run("play", GAME, "--seed", "1", given=f"{CLEAR}\n{BIDI}\nq\n").stdout
    assert CLEAR not in output
    assert BIDI not in output
    assert r"\x1b[2J" in output


# -- texts of a house's own --------------------------------------------------------------------------------------------

HOSTILE = f"<script>x</script> [a](javascript:x) =1+1 {CLEAR} {BIDI}"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A rule set in which every free text is hostile."""
    file = tmp_path / "hostile.toml"
    text, label = json.dumps(HOSTILE), json.dumps("=<script>x</script> [a](javascript:x)")
    file.write_text(
        f'extends = "{GAME}/500-club"\ngame = "{GAME}"\nname = {text}\nid = {text}\nsummary = {text}\n'
        f"[source]\ndocument = {text}\nsection = {text}\n[wager.ante]\nlabel = {label}\n"
        f"[pay.pair-plus]\ntitle = {text}\n[house_rules.exposed_card]\nsays = {text}\ncite = {text}\n"
    )
    return file


def test_no_text_of_a_rule_set_controls_a_terminal_or_a_page(hostile: Path) -> None:
    for form in ([], ["--markdown"], ["--json"]):
        output = run("rules", hostile, *form).stdout
        assert "\x1b" not in output
        assert BIDI not in output
    page = run("rules", hostile, "--markdown").stdout
    assert "<script" not in page
    assert "[a](" not in page.replace(r"\[a](", "")
    assert json.loads(run("rules", hostile, "--json").stdout)["name"] == HOSTILE
    for command in (["deal", hostile, "--rounds", "1"], ["deal", hostile, "--rounds", "1", "--json"]):
        output = run(*command).stdout
        assert "\x1b" not in output
        assert BIDI not in output


@pytest.mark.proof
def test_no_text_of_a_rule_set_is_a_formula_or_a_script_in_a_certificate(hostile: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("certify", hostile, "--out", out)
    written = {path.suffix: path.read_text() for path in out.iterdir()}
    for suffix, text in written.items():
        assert "\x1b" not in text, suffix
        assert BIDI not in text, suffix
    assert "<script" not in written[".html"]
    for path in out.glob("*.csv"):
        for row in csv.reader(path.read_text().splitlines()):
            assert not [cell for cell in row if cell[:1] in tuple("=@\t\r")]
