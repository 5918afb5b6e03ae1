"""The settings of `cardroom serve`: command line, environment, file, defaults."""

import stat
import tomllib

import pytest
from typer.testing import CliRunner

from cardroom.cli.app import app
from cardroom.cli.operate.serve import serve_command
from cardroom.cli.operate.serve_config import PREFIX, SETTINGS
from cardroom.house.books.secrets import key_in_force
from cardroom.web.halls.databases import Databases
from cardroom.web.serving.process import announce_password, password_file


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch):
    monkeypatch.delenv("CARDROOM_CONFIG", raising=False)


def serve(*arguments):
    """Run `serve` with a recorder; return what it was called with, and the output."""
    served = []
    result = CliRunner().invoke(app, ["serve", *map(str, arguments)], obj=lambda **how: served.append(how))
    return (served[0] if served else {}), result.output


def test_every_option_of_serve_can_be_set_in_the_file_and_in_the_environment():
    options = {*serve_command.__annotations__} - {"context", "config", "show_config", "return"}
    assert options == {*SETTINGS}


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path, monkeypatch):
    file = tmp_path / "room.toml"
    file.write_text('port = 1\nforget = 2\nsign_ins = 3\nhost_name = ["a.example", "b.example"]\ntables = false\n')
    monkeypatch.setenv(f"{PREFIX}PORT", "11")
    monkeypatch.setenv(f"{PREFIX}FORGET", "12")
    monkeypatch.setenv(f"{PREFIX}ONE_PERSON", "yes")
    how, _ = serve("--config", file, "--port", "21")
    assert (how["port"], how["forget"], how["sign_ins"], how["log"]) == (21, 12, 3, "warning")
    assert (how["names"], how["tables"], how["one_person"]) == (["a.example", "b.example"], False, True)


def test_the_environment_can_name_the_file(tmp_path, monkeypatch):
    (tmp_path / "room.toml").write_text("port = 1234")
    monkeypatch.setenv("CARDROOM_CONFIG", str(tmp_path / "room.toml"))
    assert serve()[0]["port"] == 1234


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prot = 1", "room.toml: unknown key 'prot'. Did you mean port?"),
        ("xyzzy = 1", "Known: "),
        ("port = 'abc'", "room.toml: port abc is not a number"),
        ("port = 70000", "room.toml: port 70000: write at most 65,535"),
        ("port = true", "room.toml: port: write a whole number"),
        ("tables = 'no'", "room.toml: tables: write true or false"),
        ("host_name = 'a.example'", "room.toml: host_name: write a list of texts"),
        ("log = 'loud'", "room.toml: log must be debug"),
        ("port = \n", "room.toml: a value is missing or is not TOML, at line 1, column 8"),
        ("metrics_token = ''", "room.toml: metrics_token is empty"),
        ("metrics_token = '***'", "metrics_token: *** only hides a secret"),
        ("db = 'postgresql://cardroom:***@db/room'", "db: *** only hides a secret"),
        ("webhook_secret_file = '/dev/null'", "webhook_secret_file: /dev/null is empty"),
        ("db_file = 'nowhere'", "room.toml: db_file: nowhere: No such file"),
    ],
)
def test_a_wrong_file_is_refused_and_the_message_says_what_would_be_right(tmp_path, text, message):
    file = tmp_path / "room.toml"
    file.write_text(text)
    how, output = serve("--config", file)
    assert how == {}
    assert message in output


def test_an_unknown_variable_is_refused(monkeypatch):
    monkeypatch.setenv(f"{PREFIX}HOSTNAME", "room.example")
    how, output = serve()
    assert how == {}
    assert "Did you mean CARDROOM_SERVE_HOST_NAME?" in output


def test_an_empty_secret_in_the_environment_is_refused(monkeypatch):
    monkeypatch.setenv(f"{PREFIX}METRICS_TOKEN", "")
    how, output = serve()
    assert how == {}
    assert "CARDROOM_SERVE_METRICS_TOKEN is empty" in output


def test_a_secret_comes_from_a_file_and_is_masked(tmp_path, monkeypatch):
    url = "postgresql://cardroom:hunter2@db/room"
    (tmp_path / "db").write_text(f"{url}\n")
    monkeypatch.setenv(f"{PREFIX}DB_FILE", str(tmp_path / "db"))
    assert serve()[0]["db"] == url
    how, output = serve("--show-config", "--port", "9000")
    assert how == {}
    assert "hunter2" not in output
    assert 'db = "postgresql://cardroom:***@db/room"  # CARDROOM_SERVE_DB_FILE' in output
    assert "port = 9000  # --port" in output
    assert 'host = "127.0.0.1"  # default' in output
    assert "# backup_every is not set" in output
    assert tomllib.loads(output)["port"] == 9000, "the output is a configuration file"
    monkeypatch.setenv(f"{PREFIX}DB", url)
    assert "sets the same" in serve()[1]


def test_the_key_of_the_books_can_be_in_a_file(tmp_path, monkeypatch):
    (tmp_path / "key").write_text("ab" * 32)
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    monkeypatch.setenv("CARDROOM_KEY_FILE", str(tmp_path / "key"))
    assert key_in_force(None, make=False) == b"\xab" * 32


def test_the_first_password_goes_to_a_private_file_or_a_terminal(tmp_path, monkeypatch):
    file = password_file(Databases(str(tmp_path / "room.db"), "", ""))
    file.write_text("old")
    message = announce_password("open sesame", file)
    assert "open sesame" not in message
    assert str(file) in message
    assert file.read_text() == "open sesame\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "people reset operator" in announce_password("open sesame", tmp_path / "no" / "file")
    assert "open sesame" in announce_password("open sesame", None)
    monkeypatch.setenv("CARDROOM_HOME", str(tmp_path / "home"))
    assert password_file(Databases("postgresql://x", "", "")) == tmp_path / "home" / "room.first-password"
