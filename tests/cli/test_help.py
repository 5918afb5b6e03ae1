"""The help of the program and of its commands, and the list of commands in the README."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from cardroom.cli.app import app
from cardroom.cli.commands import COMMANDS
from cli.command import run

README = Path(__file__).parents[2] / "README.md"
ENTRIES = {name: entry for commands in COMMANDS.values() for name, entry in commands.items()}
PROGRAM = typer.main.get_command(app)


def test_the_help_lists_commands_by_purpose_one_line_each() -> None:
    lines = run("--help").output.splitlines()
    assert "  An executable rulebook for casino card games: play, prove and run them." in lines
    long = [row for commands in COMMANDS.values() for row in _rows(commands) if len(row) > 80]
    assert not long, "the help wraps these lines: shorten what they say, or the longest name:\n" + "\n".join(long)
    listed = [line for title, commands in COMMANDS.items() for line in (f"{title}:", *_rows(commands), "")][:-1]
    assert list(COMMANDS) == ["Play", "Prove", "Study", "Author", "Operate"]
    assert lines[-len(listed) :] == listed


def test_the_readme_lists_the_same_commands() -> None:
    rows = (f"| {title.lower()} | {', '.join(f'`{name}`' for name in names)} |" for title, names in COMMANDS.items())
    missing = [row for row in rows if row not in README.read_text("utf-8").splitlines()]
    assert not missing, "the table of commands in README.md needs these rows:\n" + "\n".join(missing)


def _at(name: str, inner: str = "") -> Any:
    command: Any = PROGRAM.commands[name]
    return command.commands[inner] if inner else command


def _rows(commands: dict) -> list[str]:
    width = max(map(len, ENTRIES))
    return [f"  {name:{width}}  {entry.says}" for name, entry in commands.items()]


@pytest.mark.parametrize("name", ENTRIES)
def test_the_line_of_a_command_begins_its_help_and_no_option_shows_a_type(name: str) -> None:
    command = PROGRAM.commands[name]
    assert command.help.split("\n\n")[0] == ENTRIES[name].says
    inner = [(name, each) for each in getattr(command, "commands", ())]
    for words in [(name,), *inner]:
        shown = run(*words, "--help").output
        flags = re.findall(r"^  (--[a-z-]+)(?:  |$)", shown, re.MULTILINE)
        taking = {each for param in _at(*words).params if not getattr(param, "is_flag", True) for each in param.opts}
        assert not taking & {*flags}, "give these options a metavar: they take a value, and look like flags"
        assert "<" not in shown
        assert "{" not in shown
        assert "..." not in shown.partition("\nCommands:")[2], "the line of an inner command is cut"
        assert not [line for line in shown.splitlines() if len(line) > 80]


def test_the_help_loads_no_command() -> None:
    code = (
        "import sys; from cardroom.cli.app import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'numpy', 'numba', 'sqlalchemy', 'msgspec', 'cardroom.games', 'cardroom.house'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stderr.strip() == "[]"
