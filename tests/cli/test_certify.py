"""`cardroom certify`: what it writes and refuses, and that it leaves no partial output."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardroom.analysis import analyze
from cardroom.analysis.simulation import script_check
from cardroom.cli.prove import certify
from cardroom.games import all_games
from cardroom.version import SourceCommit
from cli.command import GAME, Terminal, mistake, run

SUFFIXES = ("html", "json", "lines.csv", "wagers.csv", "hold.csv")


@pytest.fixture(autouse=True)
def no_deck_is_played_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates without the comparison over every deal, which `tests/analysis/test_script_check.py` tests."""
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 0)


def files(folder: Path) -> list[str]:
    """All names in a folder, hidden ones too."""
    return sorted(os.listdir(folder))


def test_a_certificate_is_a_page_json_and_three_csv_files(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    output = run("certify", "ez-bac", "--rules", "standard", "--out", out).stdout
    names = [f"ez-baccarat.standard.{suffix}" for suffix in SUFFIXES]
    assert files(out) == sorted(names)
    assert "1.0183 %" in output
    assert output.splitlines()[-1] == f"Written to {out}: {', '.join(names)}"
    data = json.loads((out / names[1]).read_text())
    assert (data["game"], data["rules"]) == ("ez-baccarat", "standard")


def test_json_has_the_files_and_the_main_figures(tmp_path: Path) -> None:
    result = json.loads(run("certify", "ez-bac", "--rules", "standard", "--out", tmp_path, "--json").stdout)
    assert result["out"] == str(tmp_path)
    assert sorted(result["files"]) == [str(tmp_path / name) for name in files(tmp_path)]
    [made] = result["certificates"]
    assert (made["game"], made["rules"]) == ("ez-baccarat", "standard")
    written = json.loads(Path(made["json"]).read_text())
    assert made["digest"] == written["digest"]
    assert made["printed_figures"] == written["comparison"]["summary"]
    assert [each["edge"] for each in made["wagers"]] == [
        table["edge"] for wager in written["wagers"] for table in wager["tables"]
    ]


def test_a_poker_game_is_certified_with_the_frequencies_of_its_hands(tmp_path: Path) -> None:
    output = " ".join(run("certify", "razz", "--set", "collection=31", "--out", tmp_path).stdout.split())
    assert "133,784,560" in output
    assert "exact" in output
    page = next(tmp_path.glob("*.html")).read_text()
    assert "781,824" in page
    assert "$55.71" in page  # $13 a hand, 30 hands an hour, seven players
    assert "Nothing is simulated" in page
    rows = next(tmp_path.glob("*.lines.csv")).read_text().splitlines()
    assert "5 low,781824,133784560" in rows[1]


def test_a_simulation_is_added_on_request(tmp_path: Path) -> None:
    run("certify", "ez-baccarat", "--simulate", "1e4", "--out", tmp_path)
    data = json.loads(next(tmp_path.glob("*.json")).read_text())
    assert (data["simulation"]["rounds"], data["simulation"]["seed"]) == (10_000, "certificate")
    assert all(abs(each["distance"]) < 5 for each in data["simulation"]["wagers"])
    assert "Independent simulation" in next(tmp_path.glob("*.html")).read_text()


def test_house_rules_can_be_set(tmp_path: Path) -> None:
    run("certify", "ez-baccarat", "--set", "packs=6", "--out", tmp_path)
    [file] = tmp_path.glob("*.json")
    data = json.loads(file.read_text())
    assert data["command"] == "cardroom certify ez-baccarat --rules 500-club --set packs=6"
    assert file.name == f"ez-baccarat.500-club.{data['digest'][:8]}.json"


def test_the_certificate_of_the_built_in_rules_is_not_replaced_by_another(tmp_path: Path) -> None:
    run("certify", "ez-baccarat", "--out", tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    run("certify", "ez-baccarat", "--set", "packs=6", "--out", tmp_path)
    assert len(files(tmp_path)) == 2 * len(before)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_houses_own_file_can_be_certified(tmp_path: Path) -> None:
    own, out = tmp_path / "mine.toml", tmp_path / "out"
    own.write_text('extends = "ez-baccarat/500-club"\ngame = "ez-baccarat"\n')
    run("certify", own, "--out", out)
    [file] = out.glob("*.json")
    data = json.loads(file.read_text())
    assert data["command"] == "cardroom certify FILE.toml"
    assert file.name == f"ez-baccarat.mine.{data['digest'][:8]}.json"


@pytest.mark.proof
def test_a_certificate_of_an_edited_file_says_that_it_differs_from_the_document(tmp_path: Path) -> None:
    own, out = tmp_path / "downloads" / "riverside.toml", tmp_path / "out"
    own.parent.mkdir()
    own.write_text(
        f'extends = "{GAME}/500-club"\n[pay.pair-plus.lines]\nflush = "4 to 1"\n[settings]\nminimum = "$10"\n'
    )
    [made] = json.loads(run("certify", own, "--out", out, "--json").stdout)["certificates"]
    data = json.loads(Path(made["json"]).read_text())
    assert (data["game"], data["edited"], data["extends"]) == (GAME, True, f"{GAME}/500-club")
    printed = "extends 500 Club, Three Card Poker 6 Card Bonus, June 2025 (rule set 500-club), with 2 differences"
    assert made["source"] == data["source"]
    assert data["source"]["says"] == printed
    changes = [each["words"] for each in data["differences"]]
    assert changes == [
        "Table limits, every wager without its own: $10 to $1,000 instead of $5 to $1,000",
        "Pair Plus, flush: 4 to 1 instead of 3 to 1",
    ]
    assert made["differences"] == data["differences"]
    assert [(each["name"], each["value"], each["default"]) for each in made["house_rules_set"]] == [
        ("minimum", "$10", "$5")
    ]
    assert data["id"] == ""  # the regulator's number is for the printed text
    cites = {each["title"]: each["cite"] for wager in data["wagers"] for each in wager["tables"][0]["pay_tables"]}
    assert [title for title, cite in cites.items() if cite == "departure by riverside, pay.pair-plus"] == [
        "Pair Plus Bonus Bet Pay Table"
    ]
    page = (out / f"{data['file']}.html").read_text()
    assert all(f"<li>{each}</li>" in page for each in [*changes, "minimum $10 (default $5)"])
    assert page.count(printed) == 2
    assert "GEGR-002040" not in page.partition('id="results"')[0]
    assert printed in run("certify", own, "--out", out).stdout


def test_a_certificate_of_the_printed_text_names_the_document_and_no_difference(tmp_path: Path) -> None:
    [made] = json.loads(run("certify", "ez-baccarat", "--out", tmp_path, "--json").stdout)["certificates"]
    assert (made["source"]["says"], made["edited"], made["differences"]) == ("500 Club, EZ Baccarat", False, [])
    assert made["house_rules_set"] == []
    [standard] = json.loads(run("certify", "ez-baccarat", "--rules", "standard", "--out", tmp_path, "--json").stdout)[
        "certificates"
    ]
    assert (
        standard["source"]["says"]
        == "common rules, EZ Baccarat; extends 500 Club, EZ Baccarat (rule set 500-club), with 1 difference"
    )


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (None, "cardroom 0.0.7<"),
        (SourceCommit("0123456789ab", changed=False), "cardroom 0.0.7, commit 0123456789ab<"),
        (SourceCommit("0123456789ab", changed=True), "cardroom 0.0.7, commit 0123456789ab with uncommitted changes<"),
    ],
)
def test_a_certificate_names_version_and_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: SourceCommit | None, says: str
) -> None:
    monkeypatch.setattr("cardroom.analysis.report.origins.__version__", "0.0.7")
    monkeypatch.setattr("cardroom.analysis.report.origins.commit", lambda: at)
    run("certify", "ez-baccarat", "--out", tmp_path)
    data = json.loads((tmp_path / "ez-baccarat.500-club.json").read_text())
    assert (data["cardroom"], data["commit"]) == ("0.0.7", at and at.short)
    assert f"<dd>{says}/dd>" in (tmp_path / "ez-baccarat.500-club.html").read_text()


def test_the_same_inputs_give_the_same_bytes_except_the_date(tmp_path: Path) -> None:
    """In processes that order sets differently, on two days."""
    for name, epoch in (("a", "0"), ("b", "1893456000")):
        environment = os.environ | {"PYTHONHASHSEED": str(ord(name)), "SOURCE_DATE_EPOCH": epoch}
        command = [sys.executable, "-m", "cardroom", "certify", "ez-baccarat", "--out", str(tmp_path / name)]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    for name in files(tmp_path / "a"):
        first, second = ((tmp_path / side / name).read_text().splitlines() for side in "ab")
        different = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
        dates = [tuple(f'<p class="soft small">Made on {day}</p>' for day in ("1970-01-01", "2030-01-01"))]
        assert different == (dates if name.endswith(".html") else [])


def test_all_games_come_with_an_index_and_a_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [game for game in all_games() if game.slug in ("ez-baccarat", GAME)]
    monkeypatch.setattr("cardroom.cli.prove.certify.valid_games", lambda: quick)
    output = run("certify", "--all", "--out", tmp_path).stdout
    names = [f"{game.slug}.{game.rules.rules}.{suffix}" for game in quick for suffix in SUFFIXES]
    own = [f"{GAME}.500-club.{suffix}" for suffix in ("strategy.csv", "returns.csv", "house-rules.csv")]
    strategy = own[0]
    assert files(tmp_path) == sorted([*names, *own, "index.html", "summary.csv"])
    assert (tmp_path / strategy).read_text().count("Dealer shows") == 13
    assert output.splitlines()[-1] == f"Written to {tmp_path}: 20 files. Start with index.html"
    assert (tmp_path / "summary.csv").read_text().count("\n") == 1 + 5 + 5 + 4


def test_every_game_with_an_exact_analysis_is_certified() -> None:
    listed = {(game.slug, game.rules.rules) for game in certify.every_game()}
    assert listed == {(game.slug, game.rules.rules) for game in all_games()}
    assert ("heads-up-holdem", "washington-no-qualifier") in listed


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("snap", "--out", "x"), "Unknown game 'snap'"),
        (("--out", "x"), "Give a GAME to certify, or --all"),
        (("--all", "ez-baccarat", "--out", "x"), "--all certifies every game"),
        (("--all", "--rules", "brook", "--out", "x"), "Leave out GAME, --rules and --set"),
        (("ez-baccarat",), "Missing option '--out'"),
        (("ez-baccarat", "--out", "file"), "--out file: this is a file. Give a folder."),
        (("ez-baccarat", "--out", "file/deeper"), "file/deeper: Not a directory"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], says: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert says in mistake("certify", *args)
    assert files(tmp_path) == ["file"]


def test_an_invalid_date_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert "SOURCE_DATE_EPOCH is 'yesterday'" in mistake("certify", "ez-baccarat", "--out", tmp_path)


@pytest.mark.parametrize("writes", range(4))
def test_an_interrupt_while_writing_leaves_existing_files_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    run("certify", "ez-baccarat", "--out", tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    done: list[Path] = []

    def interrupted(path: Path, data: bytes) -> int:
        done.append(path)
        with path.open("wb") as file:
            written = file.write(data[: len(data) // 2] if len(done) > writes else data)
        if len(done) > writes:
            raise KeyboardInterrupt
        return written

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    run("certify", "ez-baccarat", "--set", "packs=6", "--out", tmp_path, code=130)
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == before


@pytest.mark.proof
def test_ctrl_c_during_the_computation_ends_cleanly(tmp_path: Path) -> None:
    with Terminal("certify", "heads-up-holdem", "--rules", "brook", "--recount", "--out", str(tmp_path)) as terminal:
        terminal.until("deciding on every flop", timeout=60)
        terminal.type("\x03")
        assert terminal.ends(60) == 130
        assert "Traceback" not in terminal.written
    assert files(tmp_path) == []


def test_the_progress_bar_names_the_current_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []

    def counted(game, engine, recount):  # type: ignore[no-untyped-def]
        list(engine.map(f"{game.rules.name}: shoes", lambda number: titles.append(str(number)), [1, 2]))
        return analyze(game)

    monkeypatch.setattr(certify, "stored_analysis", counted)
    run("certify", "ez-baccarat", "--out", tmp_path)
    assert titles == ["1", "2"]
