"""A submission says what its parts say, is the same in every run, and shows when a file of it was changed."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import cardroom
from cardroom.clauses import baccarat
from cardroom.rulebook import rule_set
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.rulebook.traces import trace
from cardroom.submission import check_files, manifest
from cardroom.submission.chapter import chapter_rows
from cli.command import mistake, run
from reading.case import readings
from support.sampling import PROOF

GAMES = [
    f"{game.slug} {game.rules.rules}"
    for game in cardroom.all_games()
    if PROOF or (game.slug, game.rules.rules) in (("ez-baccarat", "500-club"), ("razz", "500-club"))
]
DATE = "2026-03-31"


def submit(game, out, *more, rounds=13, code=0):
    """Write a submission, and return its files."""
    slug, rules = game.split()
    run("submit", slug, "--rules", rules, "--out", str(out), "--rounds", str(rounds), *more, code=code)
    return {file.name: file.read_text("utf-8") for file in sorted(out.iterdir())}


@pytest.mark.parametrize("game", GAMES)
def test_two_submissions_have_the_same_bytes_and_say_what_their_parts_say(game, tmp_path):
    key = ("--key", str(tmp_path / "house.pem"), "--date", DATE)
    files = submit(game, tmp_path / "one", *key)
    assert files == submit(game, tmp_path / "two", *key)
    made, page = json.loads(files["submission.json"]), files["index.html"]
    assert made["date"] == DATE
    assert made["clauses"]["violations"] == 0
    assert {each["rounds"] for each in made["clauses"]["clauses"]} == {13}
    assert len(made["rounds"]) == 12
    assert all(each["clause"] in page for each in made["clauses"]["clauses"])
    rules = rule_set(*game.split())
    if rules.id != NO_DOCUMENT:
        rows = [row for part in made["chapter"] for row in part["rules"]]
        assert len(rows) == made["mutation"]["rules"] == sum(made["mutation"]["evidence"].values())
        assert sum(row["standing"] == "ruling" for row in rows) == len(made["rulings"])
        assert all(f'id="code-{where.replace(":", ".")}"' in page for where in made["functions"])
    else:
        assert made["chapter"] == [] == made["rulings"]
    known = [each for each in readings().values() if (each.slug, each.set) == (rules.game, rules.rules)]
    facts = made["reading"]["facts"] if made["reading"] else []
    assert [each["id"] for each in facts] == [fact.id for each in known for fact in each.fact]


def test_the_text_our_rulings_and_what_is_in_force_are_told_apart(tmp_path):
    files = submit("razz 500-club", tmp_path / "out")
    made, page = json.loads(files["submission.json"]), files["index.html"]
    [row] = [row for row in made["chapter"][0]["rules"] if row["rule"] == "4a"]
    assert f"<p><b>Rule 4a. </b>{row['says']}</p><p><i>Our ruling. </i>{row['why']}</p>" in page.replace("\n", "")
    in_force = {each["question"]: each["ours"] for each in made["questions"]}
    assert in_force["bring-in.who"] == "highest, with the ace low"
    assert in_force["muck"] == "beaten hands"
    assert all(value not in ("", None) for value in in_force.values())
    differ = [each for each in made["reading"]["facts"] if not each["agrees"]]
    assert len(differ) == 1
    assert "answers agree, 1 differs." in page


def test_a_departure_whose_printed_rule_cannot_be_played_says_so():
    listed = " ".join(run("departures", "2-7-single-draw", "--no-worth").output.split())
    assert listed.count("cannot be played") == 1
    assert "too_few_cards = discards As printed: cannot be played." in listed


def test_the_chapter_has_every_row_of_the_game_and_of_its_own_collection():
    razz = rule_set("razz", "500-club")
    (_, own), (rates, fees) = chapter_rows(razz)[1]
    assert own == trace("500-club").rows("GEGR-002028")
    assert rates.at == "GEGR-002022"
    assert {row.rule.split(":")[-1].split(", ")[0] for row in fees} == {"Draw", "procedure"}
    assert [section.at for section, _ in chapter_rows(rule_set("heads-up-holdem", "wpt"))[1]] == [
        each.at for each in trace("wpt-huh").section
    ]


def test_a_changed_file_a_new_file_and_another_key_are_found(tmp_path):
    out = tmp_path / "out"
    files = submit("ez-baccarat 500-club", out, "--key", str(tmp_path / "house.pem"), "--date", DATE)
    line = json.loads(files["signature.json"])
    message = f"{line['format']}\ntable submission ez-baccarat 500-club\nhead {line['head']}\nat 1774915200\n"
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line["key"]))
    public.verify(bytes.fromhex(line["signature"]), message.encode())  # by the library, not by our verifier
    name, files = "ez-baccarat 500-club", {file: text.encode() for file, text in files.items()}
    assert check_files(name, files, line["key"]) == []
    assert check_files("razz 500-club", files, line["key"]) == [f"it is a submission {name}"]
    check = ("submit", "ez-baccarat", "--out", str(out), "--check", line["key"])
    assert "all files are as they were signed" in run(*check).output
    for changed in (b"nothing", b"\xff", files["index.html"].replace(b"\n", b"\r\n")):
        (out / "index.html").write_bytes(changed)
        assert "index.html was changed" in run(*check, code=1).output
    assert check_files(name, files | {"more.txt": b""}, line["key"]) == ["more.txt is not in files.json"]
    fewer = {file: files[file] for file in files if file != "rounds.jsonl"}
    assert check_files(name, fewer, line["key"]) == ["rounds.jsonl is missing"]
    assert "a different key" in check_files(name, files, "00" * 32)[0]
    listed = {file: "x" for file in files if file not in ("files.json", "signature.json")}
    forged = {file: text.encode() for file, text in (listed | {"files.json": manifest(listed)}).items()}
    forged["signature.json"] = files["signature.json"]
    assert check_files(name, forged, line["key"]) == ["the signature is of a different files.json"]


@pytest.mark.breaks_rules("the clauses are changed, so that the banker hand draws too often")
def test_violations_are_counted_and_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(baccarat, "HITS", {})
    files = submit("ez-baccarat 500-club", tmp_path / "out", code=1)
    made = json.loads(files["submission.json"])
    wrong = {each["clause"]: each["violations"] for each in made["clauses"]["clauses"] if each["violations"]}
    assert "third-cards-follow-the-chart" in wrong
    assert sum(wrong.values()) == made["clauses"]["violations"]


def test_mistakes_are_explained(tmp_path):
    out = ("submit", "razz", "--out", str(tmp_path / "out"))
    assert "a signature needs a date" in mistake(*out, "--key", str(tmp_path / "key.pem"))
    assert "write it as YYYY-MM-DD" in mistake(*out, "--date", "31 March")
    assert "at most 3 can be settled again" in mistake(*out, "--rounds", "3", "--resettle", "4")
    assert "there is no such folder" in mistake(*out, "--check", "00" * 32)
    file = tmp_path / "file"
    file.write_text("")
    assert "this is a file" in mistake("submit", "razz", "--out", str(file))
    assert not Path(tmp_path / "out").exists()
