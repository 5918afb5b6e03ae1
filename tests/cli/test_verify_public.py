"""`cardroom verify` on poker records with seat proofs: its output and exit code."""

import json
from pathlib import Path
from random import Random
from typing import Any

from cardroom import verifier
from cli.command import run
from support.alterations import KINDS
from support.genuine_records import Genuine, played


def shown() -> Genuine:
    """A hand in which two players showed."""
    shows = [[answer["action"] for answer in one.record["answers"]].count("show") for one in played("texas-holdem", 60)]
    return played("texas-holdem", 60)[shows.index(max(shows))]


def write(folder: Path, proofs: list[str], record: dict[str, Any]) -> Path:
    file = folder / "round.jsonl"
    lines = [*proofs, json.dumps(record, separators=(",", ":"))]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def test_a_record_with_a_seats_proof_holds_and_says_what_it_cannot_show(tmp_path: Path) -> None:
    one = shown()
    output = run("verify", write(tmp_path, one.proofs[:1], one.record), "--head", one.head(one.record)).stdout
    assert "line 2: holds\n" in output
    assert "the hands that were shown win what the ranking gives them" in output
    assert "not checked: the cards that no one else saw" in output
    assert "not checked: whether the game's rules" not in output


def test_a_record_whose_hash_nobody_saved_holds_in_part_and_the_output_gives_the_hash(tmp_path: Path) -> None:
    one = shown()
    file = write(tmp_path, one.proofs[:1], one.record)
    output = run("verify", file, code=1).stdout
    assert "line 2: holds in part\n" in output
    assert f"nothing that you saved binds the hash of this record, {one.head(one.record)}" in output
    stranger = json.loads(json.dumps(one.record).replace('"ann"', '"eve"'))
    changed = write(tmp_path, one.proofs[:1], stranger)
    assert "line 2: holds in part\n" in run("verify", changed, code=1).stdout
    assert "no table's last record here is" in run("verify", changed, "--head", one.head(one.record), code=1).stdout


def test_a_pot_that_went_to_the_loser_does_not_hold(tmp_path: Path) -> None:
    one = shown()
    swapped = KINDS["swapped pot"](one, json.loads(json.dumps(one.record)), Random(1))
    assert swapped is not None
    output = run("verify", write(tmp_path, one.proofs[:1], swapped), code=1).stdout
    assert "line 2: DOES NOT HOLD" in output
    assert "outcome.transfers[" in output


def test_a_record_whose_shown_hands_are_not_opened_holds_in_part_and_exits_with_1(tmp_path: Path) -> None:
    one = shown()
    seat = json.loads(one.proofs[0])
    seat["openings"] = seat["openings"][:1]
    output = run("verify", write(tmp_path, [json.dumps(seat)], one.record), code=1).stdout
    assert "line 2: holds in part" in output
    assert "not checked: who won the pots" in output


def test_the_file_that_stands_alone_says_that_payments_are_not_checked(tmp_path: Path, capsys: Any) -> None:
    one = shown()
    assert verifier.main([str(write(tmp_path, one.proofs[:1], one.record))]) == 0
    output = capsys.readouterr().out
    assert "line 2: holds, but its payments are not checked by the rules of the game" in output
    assert "Use `cardroom verify` for that." in output
