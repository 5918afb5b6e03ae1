"""`cardroom replay` with recorded poker hands: shown, checked by folder, and our own hands written as PHH."""

import json
from pathlib import Path

import pytest

from cardroom.cli.study import replay
from cli.command import GAME, json_lines, rounds, run

HAND = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 100, 80.5]
actions = [
  'd dh p1 AsKs', 'd dh p2 ????', 'd dh p3 QcQd',
  'p3 cbr 3', 'p1 cc', 'p2 f', 'd db AhTc2d', 'p1 cc', 'p3 cbr 77.5', 'p1 cc',
  'd db 3c', 'd db 4c', 'p1 sm AsKs', 'p3 sm QcQd',
]
finishing_stacks = [181.5, 99, 0]
"""


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """A folder with a hand, a collection of three hands with a damaged one, our own records, and other files."""
    inside = tmp_path / "season" / "one"
    inside.mkdir(parents=True)
    (inside / "good.phh").write_text(HAND)
    damaged = HAND.replace("'p1 cc', 'p2 f'", "'p2 cc', 'p2 f'")
    (tmp_path / "season" / "many.phhs").write_text(f"[1]\n{HAND}\n[2]\n{damaged}\n[last]\n{HAND}")
    (inside / "notes.txt").write_text("nothing to replay")
    run("deal", "razz", "--rounds", "2", "--out", inside / "razz.jsonl")
    return tmp_path / "season"


def test_a_recorded_hand_is_shown_step_by_step_in_its_own_chips(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND)
    lines = run("replay", file).stdout.splitlines()
    assert "Seat 1: 100, Seat 2: 100, Seat 3: 80.5" in lines
    assert "Seat 3 raises to 3" in lines
    assert "Seat 1 calls 77.5" in lines
    assert "Seat 1 wins 162 from the pot: Pair of aces, king kicker" in lines
    assert lines[-1] == "Compared, and the same: finishing stacks."
    assert "Seat 3 gets ?? ??" in run("replay", file, "--as", "1").stdout
    assert run("replay", "-", given=HAND).stdout.splitlines() == lines
    (shown,) = json_lines(run("replay", file, "--json"))
    assert (shown["scale"], shown["net"]["1"]) == (2, 163)


def test_a_hand_shown_after_all_others_mucked_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    shown = "'p1 sm AsKs', 'p3 sm QcQd'"
    file.write_text(HAND.replace(shown, "'p1 sm', 'p3 sm QcQd'").replace("[181.5, 99, 0]", "[19.5, 99, 162]"))
    assert "Shown in the file, though the rules did not require it: Seat 3 Q♣ Q♦." in run("replay", file).stdout


def test_different_stacks_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HAND.replace("181.5, 99", "180.5, 100"))
    assert "finishing_stacks: recorded" in run("replay", file, code=1).stderr


def test_check_takes_folders_and_names_each_failure(hands: Path) -> None:
    failure, *files, replayed, compared = run("replay", "--check", hands, code=1).stdout.splitlines()
    ours = "every payment and the next state of the table"
    assert [replayed, compared] == ["5 replayed, 1 failed", f"Compared: finishing stacks (3); {ours} (2)"]
    assert files == [
        f"{hands / 'many.phhs'}: 2 replayed, 1 failed. Compared: finishing stacks (2)",
        f"{hands / 'one' / 'good.phh'}: 1 replayed, 0 failed. Compared: finishing stacks (1)",
        f"{hands / 'one' / 'razz.jsonl'}: 2 replayed, 0 failed. Compared: {ours} (2)",
    ]
    assert failure.startswith(f"{hands / 'many.phhs'}, hand 2: ")
    assert "p1 is to act, not p2" in failure
    assert run("replay", "--check", hands / "one", "--lenient").stdout.count("\n3 replayed, 0 failed\nCompared: ")


def test_each_file_of_a_folder_that_is_not_read_is_named_with_the_reason(hands: Path) -> None:
    one = hands / "one"
    result = run("replay", "--check", one, code=1)
    assert "\n3 replayed, 0 failed" in result.stdout
    assert f"{one / 'notes.txt'}: skipped: it contains no hand of a log" in result.stderr
    assert "--lenient" in result.stderr
    assert run("replay", "--check", one, "--lenient").stderr == (
        f"cardroom: {one / 'notes.txt'}: skipped: it contains no hand of a log\n"
    )
    (hands / "SHOUTED.PHH").write_text(HAND)
    (hands / "odds.csv").write_text("1,2")
    (hands / "empty.txt").write_text("")
    (hands / "folder.json").mkdir()
    result = run("replay", "--check", hands, code=1)
    assert f"{hands / 'odds.csv'}: skipped: its name does not end in .json, " in result.stderr
    assert f"{hands / 'empty.txt'}: skipped: it is empty" in result.stderr
    assert result.stderr.count(": skipped: ") == 3
    assert "6 replayed, 1 failed" in result.stdout
    *_, summary = json_lines(run("replay", "--check", "--json", hands, code=1))
    assert {Path(file).name for file in summary["not read"]} == {"notes.txt", "odds.csv", "empty.txt"}
    assert ": skipped: " in run("replay", one, code=1).stderr, "also when rounds are shown"
    run("replay", one, "--lenient")
    assert run("replay", "--check", one / "good.phh").stderr == ""


def test_check_continues_after_unreadable_files(hands: Path) -> None:
    (hands / "broken.json").write_text("{")
    (hands / "odd.phh").write_bytes(b"\xff")
    (hands / "empty.phh").write_text("")
    *failures, last, _ = run("replay", "--check", hands, hands / "nowhere.phh", code=1).stdout.splitlines()
    assert last == "5 replayed, 5 failed"
    assert sum("not JSON" in line or "UTF-8" in line or "No such file" in line for line in failures) == 3


def test_check_as_json_has_a_value_per_hand_and_a_summary(hands: Path) -> None:
    *each, summary = json_lines(run("replay", "--check", "--json", hands, code=1))
    assert (summary["replayed"], summary["failed"], summary["compared"]["finishing stacks"]) == (5, 1, 3)
    assert [one["hand"] for one in each if not one["replayed"]] == ["hand 2"]
    assert all(bool(one["why"]) is not one["replayed"] for one in each)


def test_many_hands_are_checked_by_several_processes(hands: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "ENOUGH", 2)
    assert "5 replayed, 1 failed" in run("replay", "--check", hands, code=1).stdout


def test_a_hand_that_breaks_the_engine_is_a_failure_like_any_other(
    hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise AssertionError("chips were lost")

    monkeypatch.setattr(replay, "replay_round", broken)
    output = run("replay", "--check", hands, code=1).stdout
    assert "the engine cannot play it: AssertionError: chips were lost" in output
    assert output.endswith("0 replayed, 6 failed\n")


@pytest.mark.parametrize("slug", ["texas-holdem", "stud-8", "badugi"])
def test_records_exported_as_phh_replay(slug: str, tmp_path: Path) -> None:
    records, exported = tmp_path / "records.jsonl", tmp_path / "hands.phhs"
    run("deal", slug, "--rounds", "3", "--seats", "4", "--seed", "5", "--out", records)
    exported.write_text(run("replay", records, "--phh").stdout)
    assert exported.read_text().count("variant = ") == 3
    assert run("replay", "--check", exported).stdout.splitlines()[:2] == [
        "3 replayed, 0 failed",
        "Compared: finishing stacks (3)",
    ]


WON = HAND.replace("finishing_stacks = [181.5, 99, 0]", "winnings = [162, 0, 0]")


@pytest.mark.parametrize(
    ("text", "same", "left"),
    [
        (HAND, ["finishing stacks"], []),
        (
            HAND.replace("181.5, 99", "178.5, 99"),
            ["finishing stacks", "the rake, which only the winners pay"],
            ["the rake, which no field states: the amount missing from the winners is taken as the rake"],
        ),
        (
            HAND.replace("181.5, 99", "178.5, 99") + "_rake = 3",
            ["finishing stacks", "the rake, which only the winners pay"],
            ["whether the rake is right"],
        ),
        (WON, ["winnings"], []),
        (WON.replace("162", "81.5"), ["winnings"], []),
        (
            WON.replace("winnings = [162, 0, 0]", ""),
            [],
            ["the result: the file has neither finishing_stacks nor winnings"],
        ),
        (HAND.replace("181.5, 99", "181.5, inf"), ["finishing stacks"], ["stacks that are not known"]),
        (
            HAND.replace("d dh p3 QcQd", "d dh p3 ????").replace(", 'p3 sm QcQd'", ", 'p3 sm'"),
            ["finishing stacks"],
            ["who had the best hand: cards are unknown, so the file decides who won"],
        ),
    ],
)
def test_check_prints_what_was_and_was_not_compared(text: str, same: list, left: list, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text)
    one, _ = json_lines(run("replay", "--check", "--json", file))
    assert (one["compared"], one["not compared"]) == (same, left)


@pytest.mark.parametrize(
    "text",
    [
        HAND.replace("181.5, 99", "180.5, 100"),
        HAND.replace("181.5, 99", "182, 99"),
        HAND.replace("181.5, 99", "181.5, 98"),
        WON.replace("162, 0", "161, 1"),
        WON.replace("162, 0", "163, 0"),
        HAND.replace("181.5, 99", "178.5, 99") + "_rake = 2",
        HAND.replace("181.5, 99", "149, 99"),
        WON.replace("162, 0", "129, 0"),
    ],
    ids=[
        "a chip elsewhere",
        "a chip more",
        "rake from who won nothing",
        "won by another",
        "won more",
        "more than the rake",
        "a fifth of the pot",
        "a fifth of the winnings",
    ],
)
def test_a_misplaced_chip_is_reported(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text)
    assert "recorded" in run("replay", "--check", file, code=1).stdout


def test_contradicting_winnings_and_stacks_are_reported(tmp_path: Path) -> None:
    """Each alone could be the game's result minus a rake."""
    file = tmp_path / "hand.phh"
    file.write_text(f"{HAND.replace('181.5', '180.5')}winnings = [161, 0, 0]\nplayers = ['ann', 'bob', 'cy']")
    assert "Rake: 1 of 162, 0.6%" in run("replay", "--check", file).stdout
    file.write_text(file.read_text().replace("[161", "[160"))
    shown = "p1 (ann) had 100, put in 80.5 and won 160, which leaves 179.5, not 180.5"
    assert shown in run("replay", "--check", file, code=1).stdout
    file.write_text(file.read_text().replace("[160", "[80.5"))  # the gain: the amount won minus the amount put in
    assert run("replay", "--check", file).stdout.startswith("1 replayed")


def test_a_mixed_session_in_phh_is_one_table(tmp_path: Path) -> None:
    """Chips carry over from hand to hand, whatever the game. A player with fewer chips than before is reported."""
    records, exported = tmp_path / "records.jsonl", tmp_path / "horse.phhs"
    run("deal", "horse", "--rounds", "10", "--seats", "3", "--seed", "1", "--out", records)
    exported.write_text(run("replay", records, "--phh").stdout)
    assert {line for line in exported.read_text().splitlines() if "variant" in line} == {
        'variant = "FT"',
        'variant = "FO/8"',
        'variant = "FR"',
        'variant = "F7S"',
    }
    *_, last = run("replay", "--check", exported).stdout.splitlines()
    assert last == "From hand to hand: 27 times a player continued with the same chips, 0 times with more"
    first, *others = exported.read_text().split("\n[")
    exported.write_text("\n[".join([first, *others[1:]]))
    *_, last = run("replay", "--check", exported).stdout.splitlines()
    assert last.endswith("1 times with fewer after hands that are missing")
    exported.write_text(exported.read_text().replace("[3]", "[2]"))
    assert "after the previous hand" in run("replay", "--check", exported, code=1).stdout


@pytest.mark.parametrize("slug", ["crazy-pineapple", GAME])
def test_hands_that_the_format_lacks_are_skipped_with_a_note(slug: str, tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    run("deal", slug, "--rounds", "2", "--out", records)
    result = run("replay", records, "--phh", code=1)
    assert result.stdout == ""
    assert result.stderr.count("skipped: the format has no variant") == 2


def test_notes_after_a_hand_do_not_make_it_a_collection(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(f"{HAND}\n[_notes]\nauthor = 'me'\n")
    assert run("replay", "--check", file).stdout == "1 replayed, 0 failed\nCompared: finishing stacks (1)\n"


def test_poker_is_dealt_with_a_hundred_big_blinds_at_six_seats() -> None:
    first, *_ = rounds(run("deal", "texas-holdem", "--rounds", "2", "--json"))
    assert first["opening"]["stacks"] == dict.fromkeys("123456", 20_000)
    stakes = ("--set", "stakes=$5/$10")
    (rich,) = rounds(run("deal", "omaha", *stakes, "--rounds", "1", "--seats", "2", "--json"))
    assert rich["opening"]["stacks"] == {"1": 100_000, "2": 100_000}
    assert json.dumps(first)


def test_mixed_games_are_dealt_in_turn_and_their_records_replay(tmp_path: Path) -> None:
    out = tmp_path / "horse.jsonl"
    run("deal", "horse", "--rounds", "13", "--set", "stakes=$10-$20", "--out", out)
    dealt = [json.loads(line)["opening"]["game"] for line in out.read_text().splitlines() if "opening" in line]
    assert dealt == ["texas-holdem"] * 6 + ["omaha-high-low"] * 6 + ["razz"]
    *_, summary = json_lines(run("replay", "--check", "--json", out))
    assert (summary["failed"], summary["replayed"]) == (0, 13)
    assert "HORSE is played with at most 8 seats" in run("deal", "horse", "--seats", "9", code=2).output


def test_mixed_games_are_played_in_the_terminal() -> None:
    output = run("play", "horse", "--seed", "5", "--seats", "2", given="c\n" * 60).stdout
    assert " ".join(output.split()).startswith(
        "HORSE Texas Hold'em, Omaha High-Low Split, Razz, Seven Card Stud, Stud 8:"
    )
    assert "horse: Texas Hold'em" in run("games").stdout
    assert "horse is a mix and cannot be part of a list" in run("play", "razz,horse", code=2).output
    assert "HORSE continues with Omaha High-Low Split. Fixed limit $4-$8, blinds $2/$4." in output
    assert "You leave with" in output


# -- PokerStars logs ---------------------------------------------------------------------------------------------------

LOG = """PokerStars Hand #{number}:  Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #2 is the button
Seat 2: ann ($200 in chips)
Seat 5: bob ($150.50 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [Ah Kh]
ann: raises $4 to $6
bob: calls $4
*** FLOP *** [2c 7d Jh]
bob: checks
ann: bets $8
bob: folds
Uncalled bet ($8) returned to ann
ann collected ${got} from pot
*** SUMMARY ***
Total pot $12 | Rake ${rake}


"""
NOTES = "cardroom: notes of my own\r\n\r\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with a good hand, a damaged one, and another good one with rake."""
    file = tmp_path / "session.txt"
    hands = [LOG.format(number=7, got=12, rake=0), LOG.format(number=8, got=11, rake=0)]
    hands.append(LOG.format(number=9, got=11.5, rake=0.5).replace("ann", "cy").replace("bob", "dee"))
    file.write_text(NOTES + "".join(hands))
    return file


def test_a_log_is_shown_hand_by_hand_with_what_was_compared(log: Path) -> None:
    result = run("replay", log, code=1)
    assert f"{log}, hand 8: line 40: the pot is 12, but 11 was collected, and the rake is 0" in result.stderr
    lines = result.stdout.splitlines()
    assert lines.count("Seat 2 raises to 6") == 2
    assert "Seats: 1 bob, 2 ann." in lines
    assert "Seats: 1 dee, 2 cy." in lines
    rake = "the rake, which only the winners pay"
    assert "Compared, and the same: winnings." not in lines
    assert "Compared, and the same: finishing stacks; winnings." in lines
    assert lines[-3:] == [
        f"Compared, and the same: finishing stacks; {rake}; winnings.",
        "Rake: 0.50 of 12, 4.2%.",
        "Not compared: whether the rake is right.",
    ]


def test_check_of_a_log_prints_what_was_not_compared(log: Path) -> None:
    failure, counts, same, left, rake = run("replay", "--check", log, code=1).stdout.splitlines()
    assert failure.startswith(f"{log}, hand 8: line 40: the pot")
    assert counts == "2 replayed, 1 failed"
    assert same.startswith("Compared: finishing stacks (2); ")
    assert left == "Not compared: whether the rake is right (1)"
    assert rake == "Rake: 0.50 of 12, 4.2%"
    rows = json_lines(run("replay", "--check", "--json", log, code=1))
    assert [row["not compared"] for row in rows[:3]] == [[], [], ["whether the rake is right"]]


def test_a_log_becomes_a_collection_of_phh_that_replays(log: Path, tmp_path: Path) -> None:
    phhs = tmp_path / "session.phhs"
    phhs.write_text(run("replay", "--phh", log, code=1).stdout)
    assert 'players = ["bob", "ann"]' in phhs.read_text()
    result = run("replay", "--check", phhs).stdout
    assert result.startswith("2 replayed, 0 failed\n")
    assert "Not compared: whether the rake is right (1)" in result


def test_a_log_is_recognized_by_its_beginning(log: Path) -> None:
    text = log.read_text().replace(NOTES, "")
    assert run("replay", "--check", "-", given=text, code=1).stdout.splitlines()[1] == "2 replayed, 1 failed"
    log.write_text("nothing to replay")
    assert "this is not a log of hands, because it contains no hand" in run("replay", log, code=2).stderr


def test_a_name_in_a_log_cannot_control_the_terminal(log: Path) -> None:
    log.write_text(LOG.format(number=7, got=12, rake=0).replace("bob", "bob\x1b[2J"))
    assert "Seats: 1 bob\\x1b[2J, 2 ann." in run("replay", log).stdout
