"""Bad input of the poker commands: exit code 2, one sentence with the place and the cure, and no other output."""

import pytest

from cli.command import mistake, run

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
MISTAKES = {
    "a card twice": (("equity", "texas-holdem", "AhAd", "AhKc"), ("Ah", "players 1 and 2", "change")),
    "a card twice on the board": (("equity", "texas-holdem", "AhAd", "KsKc", "--board", "2c2c3d"), ("2c", "once")),
    "a card that the deck lacks": (("equity", "short-deck", "AA", "KK", "--board", "2c7d9h"), ("2c", "leave it out")),
    "a hand that the deck lacks": (("equity", "short-deck", "2c2d", "KsKc"), ("2",)),
    "a range without a hand left": (
        ("equity", "texas-holdem", "AA", "KK", "--dead", "AsAhAd"), ("player 1", "has a known card", "add others"),
    ),
    "a suited pair": (("range", "texas-holdem", "AAs"), ("AAs",)),
    "a span of different gaps": (("range", "texas-holdem", "T9s-A2s"), ("T9s-A2s",)),
    "two weights for one hand": (("range", "texas-holdem", "AA@1,AA@0.5"), ("weight",)),
    "a weight above 1": (("range", "texas-holdem", "AA@2"), ("2", "0 to 1")),
    "a weight with a colon": (("range", "texas-holdem", "AA:0.5"), ("AA@0.5",)),
    "more cards than the deck has": (("equity", "seven-card-stud", *"xxxxxxxxxx"), ("52",)),
    "a board of two cards": (("equity", "texas-holdem", "AhAd", "KsKc", "--board", "2c7d"), ("2", "3")),
    "rising payouts": (("icm", "--stacks", "5000,3000", "--payouts", "30,70"), ("30 to 70", "first place first")),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence(name):
    command, parts = MISTAKES[name]
    message = mistake(*command)
    assert [part for part in parts if part not in message] == [], message
    assert message.startswith("cardroom: ")
    assert message.rstrip().endswith(".")


@pytest.mark.parametrize("command", [("replay",), ("stats", "add", "--store", "s.db")])
def test_a_log_that_is_a_picture(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "picture.txt").write_bytes(PICTURE)
    assert "picture.txt" in mistake(*command, "picture.txt")


@pytest.mark.parametrize("option", ["--check", "--stats"])
def test_many_files_are_read_although_one_is_a_picture(option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "picture.txt").write_bytes(PICTURE)
    result = run("replay", option, "picture.txt", code=1)
    assert "picture.txt: " in result.output
    assert "Traceback" not in result.output
