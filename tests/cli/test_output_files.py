"""Output files never replace a store, its key or a foreign file, and are never incomplete."""

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardroom.cli.operate.audit
import cardroom.cli.operate.common
import cardroom.cli.operate.report
from cardroom.cli import UsageError
from cardroom.cli.terminal.output_files import write_files
from cardroom.house import House, Store
from cli.command import mistake, run

DAY = ("--from", "2020-01-01", "--to", "2020-01-01")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with little in it."""
    with pytest.MonkeyPatch.context() as during:
        during.delenv("CARDROOM_KEY", raising=False)
        where = tmp_path_factory.mktemp("made") / "room.db"
        house = House.at(where, create=True)
        house.cage.deposit("ann", 500, who="cage 1", key="slip 1")
        house.books.store.close()
    return where


@pytest.fixture
def room(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store in its own folder, in which commands run."""
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    for end in (".db", ".key"):
        shutil.copy(made.with_suffix(end), tmp_path / f"room{end}")
    return tmp_path / "room.db"


@pytest.mark.parametrize("option", ["--csv", "--html"])
@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("name", ["room.db", "room.key", "./room.db-wal"])
def test_a_report_never_overwrites_the_store_or_its_files(room, option, force, name) -> None:
    before = {file.name: file.read_bytes() for file in room.parent.iterdir()}
    assert "the store, its key" in mistake("report", "room.db", *DAY, option, name, *force)
    assert {file.name: file.read_bytes() for file in room.parent.iterdir()} == before


def test_a_symlink_to_the_store_is_not_overwritten(room: Path) -> None:
    (room.parent / "march.csv").symlink_to("room.db")
    assert "the store, its key" in mistake("report", "room.db", *DAY, "--csv", "march.csv", "--force")
    shutil.copy(room, "other.db")
    assert "is never overwritten" in mistake("report", "room.db", *DAY, "--csv", "other.db", "--force")


def test_without_force_a_report_replaces_only_a_report(room: Path) -> None:
    files = ("--csv", "r.csv", "--html", "r.html")
    run("report", "room.db", *DAY, *files)
    run("report", "room.db", *DAY, *files)
    for option, name, other in (("--csv", "r.csv", "r.html"), ("--html", "r.html", "r.csv")):
        assert "a file of a different kind exists" in mistake("report", "room.db", *DAY, option, other)
        for text in ("", "row,what,I,count\n", "<!DOCTYPE html>\n<p>mine</p>"):
            Path(name).write_text(text)
            assert "a file of a different kind exists" in mistake("report", "room.db", *DAY, option, name)
            assert Path(name).read_text() == text
        run("report", "room.db", *DAY, option, name, "--force")
        run("report", "room.db", *DAY, option, name)
    assert "names the same file" in mistake("report", "room.db", *DAY, "--csv", "x", "--html", "./x")
    assert "this is a folder" in mistake("report", "room.db", *DAY, "--csv", ".")
    assert "not a regular file" in mistake("report", "room.db", *DAY, "--csv", "/dev/null", "--force")


def test_an_unwritable_output_is_reported_before_the_store_is_read(room: Path) -> None:
    room.write_bytes(b"whoever reads this finds no store")
    for command in (("audit", "room.db", "--checkpoint", "none/m.json"), ("report", "room.db", "--csv", "none/r.csv")):
        assert "the folder none does not exist. Create it first" in mistake(*command)
    assert not list(room.parent.glob("**/*.part"))


def test_the_verdict_is_printed_before_the_checkpoint_is_written(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise UsageError("the disk is full")

    monkeypatch.setattr(cardroom.cli.operate.audit, "write_files", fails)
    result = run("audit", "room.db", "--checkpoint", "m.json", code=2)
    assert "No problems found." in result.stdout
    assert "Saved the checkpoint" not in result.stdout
    monkeypatch.setattr(cardroom.cli.operate.report, "write_files", fails)
    assert "Table games by gaming day" in run("report", "room.db", *DAY, "--csv", "r.csv", code=2).stdout


def test_certificates_and_pages_replace_no_foreign_files(tmp_path: Path) -> None:
    files = {"a.json": '{"format": 3, "title": "t"}', "a.csv": "game,edge\nx,1\n"}
    write_files(tmp_path, files)
    write_files(tmp_path, files)
    (tmp_path / "a.csv").write_text("my,own\n")
    with pytest.raises(UsageError, match="a file of a different kind exists"):
        write_files(tmp_path, files)
    assert (tmp_path / "a.csv").read_text() == "my,own\n"
    (tmp_path / "p.html").write_text("<!DOCTYPE html>\nmine")
    assert "a file of a different kind exists" in mistake("trace", "brook-huh", "--html", tmp_path / "p.html")
    run("trace", "brook-huh", "--html", tmp_path / "p.html", "--force")
    run("trace", "brook-huh", "--html", tmp_path / "p.html")


def test_an_export_replaces_only_an_export(room: Path) -> None:
    run("store", "export", "out", "room.db")
    run("store", "export", "out", "room.db")
    for name in ("lines.csv", "rounds.parquet"):
        before = Path("out", name).read_bytes()
        Path("out", name).write_text("mine")
        assert "exists and is not an export" in mistake("store", "export", "out", "room.db")
        assert Path("out", name).read_text() == "mine"
        Path("out", name).write_bytes(before)
    shutil.copy(room, "out/wagers.csv")
    assert "never overwritten" in mistake("store", "export", "out", "out/wagers.csv", "--key", "room.key", "--force")


def test_a_signed_checkpoint_is_not_replaced_by_an_unsigned_one(room: Path) -> None:
    signed = json.loads(run("audit", "room.db", "--checkpoint", "m.json", "--sign", "a.pem", "--json").stdout)
    before = Path("m.json").read_bytes()
    output = run("audit", "room.db", "--checkpoint", "m.json").stdout
    assert f"signed with the key {signed['key']} (use --verify HEX" in output
    assert "is signed, so it was not changed. Use --sign KEY" in output
    assert Path("m.json").read_bytes() == before
    output = run("audit", "room.db", "--checkpoint", "m.json", "--verify", signed["key"]).stdout
    assert f"signed with the key {signed['key']}.\n" in output
    assert "Expected a signature with the key 000000" in mistake(
        "audit", "room.db", "--checkpoint", "m.json", "--verify", "0" * 64
    )
    assert "64" in mistake("audit", "room.db", "--checkpoint", "m.json", "--verify", signed["key"][:60])
    assert "nothing to verify" in mistake("audit", "room.db", "--checkpoint", "n.json", "--verify", signed["key"])
    assert "needs --checkpoint FILE" in mistake("audit", "room.db", "--verify", signed["key"])
    run("audit", "room.db", "--checkpoint", "n.json")
    assert "which is not signed" in run("audit", "room.db", "--checkpoint", "n.json").stdout
    assert "The checkpoint is not signed" in mistake(
        "audit", "room.db", "--checkpoint", "n.json", "--verify", signed["key"]
    )
    again = json.loads(run("audit", "room.db", "--checkpoint", "m.json", "--sign", "a.pem", "--json").stdout)
    assert (again["held_to_key"], again["written"]) == (signed["key"], "m.json")
    assert Path("m.json").read_bytes() != before
    assert "a signing key" in mistake("audit", "room.db", "--checkpoint", "b.pem", "--sign", "b.pem")
    assert not Path("b.pem").exists()


def test_a_wrong_key_is_not_reported_as_tampering(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("other.key").write_text("ab" * 32)
    for command in (("audit",), ("report",), ("store", "check")):
        assert "other.key: this is not the key of" in mistake(*command, "room.db", "--key", "other.key")
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    assert "CARDROOM_KEY: this is not the key of" in mistake("audit", "room.db")


@pytest.mark.parametrize(
    ("option", "words"),
    [("--checkpoint", "longer than 64 MB"), ("--key", "longer than 16 KB"), ("--sign", "16 KB")],
)
def test_endless_files_are_rejected(room: Path, option: str, words: str) -> None:
    beside = ("--checkpoint", "m.json") if option == "--sign" else ()
    assert words in mistake("audit", "room.db", option, "/dev/zero", *beside)


def test_reading_commands_do_not_change_the_store(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a read-only folder, where SQLite opens the file as immutable."""
    before = room.read_bytes()
    asked = []

    def store(*where: object, **how: object) -> Store:
        asked.append(how.get("read_only"))
        return Store(*where, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(cardroom.cli.operate.common, "Store", store)
    monkeypatch.setattr("cardroom.house.books.database.os", SimpleNamespace(W_OK=os.W_OK, access=lambda *_: False))
    out = room.parent / "out"
    out.mkdir()
    for command in (("store", "check"), ("audit",), ("report", *DAY, "--csv", out / "r.csv"), ("store", "export", out)):
        run(*command, room)
    assert asked == [True] * 4
    assert room.read_bytes() == before
    assert sorted(file.name for file in room.parent.iterdir()) == ["out", "room.db", "room.key"]


def test_a_missing_entry_is_reported(room: Path) -> None:
    store = House.at(room).books.store
    with store.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM postings")
        connection.exec_driver_sql("DELETE FROM lines WHERE number = (SELECT MAX(number) FROM lines)")
    store.close()
    message = 'Book "cage": expected 2 entries, found 1. Run `cardroom audit` for details.'
    assert message in mistake("report", "room.db", *DAY)
    assert message in mistake("store", "export", "out", "room.db")
    assert list(Path("out").iterdir()) == []


def test_counts_folders_and_interrupts_are_reported_clearly(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "1 book, 0 rule sets, 2 accounts, 2 entries, 1 posting\n" in run("store", "check", "room.db").stdout
    assert "is a folder. Name a file in it." in mistake("store", "check", ".")
    assert "There is no table cage" in mistake("report", "room.db", "--table", "cage")

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for module, name in ((cardroom.cli.operate.audit, "audit"), (cardroom.cli.operate.report, "table_days")):
        monkeypatch.setattr(module, name, stopped)
        result = run(name if name == "audit" else "report", "room.db", code=130)
        assert result.stderr == "cardroom: stopped: nothing was written\n"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--begins", "06:00+02:00"), "write only a time like 06:00. Give the time zone with --zone"),
        (("--from", "0001-01-01"), "years 1971 to 9998"),
        (("--from", "9999-12-31", "--to", "9999-12-31"), "years 1971 to 9998"),
        (("--from", "1971-01-01", "--to", "9998-12-31"), "A report covers at most 3660 days"),
    ],
)
def test_an_invalid_hour_or_date_is_rejected(room: Path, options: tuple[str, ...], words: str) -> None:
    assert words in mistake("report", "room.db", *options)
