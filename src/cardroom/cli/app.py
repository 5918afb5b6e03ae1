"""The program: it loads and runs one of the commands, and decides how errors end the program.

A command returns its exit code: 0, or 1 for a check that failed. An error that a person can fix, or that a database
reports, becomes one line and exit code 2. An `InvariantError` is a bug and keeps its traceback.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardroom.clean import decoder_error_text, quoted, short, visible
from cardroom.cli import UsageError
from cardroom.cli.commands import COMMANDS
from cardroom.cli.terminal.options import CommandGroup
from cardroom.errors import CardroomError, InvariantError
from cardroom.limits import LONGEST_ARGUMENT
from cardroom.version import version

__all__ = ["app"]

_WIDTH = max(len(name) for commands in COMMANDS.values() for name in commands)


class _Loaded(Mapping[str, Any]):
    """All commands by name. Each is loaded when it is looked up."""

    def __init__(self) -> None:
        self.entries = {name: entry for commands in COMMANDS.values() for name, entry in commands.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, name: str) -> Any:
        entry = self.entries[name]
        module = import_module(f"cardroom.cli.{entry.module}")
        if hasattr(module, "app"):
            return typer.main.get_command(module.app)
        command = getattr(module, f"{name}_command")
        alone = CommandGroup()
        alone.command(name)(_with_games(command) if entry.with_games else command)
        return typer.main.get_command(alone)


class _Commands(TyperGroup):
    """The group of all commands. It lists them by purpose, and decides how the program ends."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Loaded()  # type: ignore[assignment]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands into the help, without loading them."""
        for title, commands in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{_WIDTH}}", entry.says) for name, entry in commands.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit with 0, 1 for a failed check, or 2 for an error that a person can fix."""
        _replace_unknown_characters()
        args = sys.argv[1:] if args is None else args
        try:
            for argument in args:
                _check(argument)
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader closed the pipe, as `| head` does
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            code = 1
        except (typer.Abort, EOFError):
            code = _print_error("The input ended before the command did.")
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            message = _error_message(error)
            if message is None:
                raise
            code = _print_error(message)
        sys.exit(code if isinstance(code, int) else 0)


def _print_error(message: str) -> int:
    print("cardroom: " + visible(short(" ".join(message.split()))), file=sys.stderr)
    return 2


def _check(argument: str) -> None:
    """Raise an error for an argument that no command can use. The name of an existing file may contain any bytes."""
    if len(argument) > LONGEST_ARGUMENT:
        raise UsageError(
            f"{quoted(argument)}: an argument has at most {LONGEST_ARGUMENT} characters, not {len(argument)}."
        )
    is_text = not ("\0" in argument or any("\ud800" <= letter <= "\udfff" for letter in argument))
    if not is_text and ("\0" in argument or not os.path.lexists(argument)):
        raise UsageError(f"{quoted(argument)}: the argument is not UTF-8 text, and there is no file with this name.")


def _error_message(error: Exception) -> str | None:
    """The message of an error that a person can fix; None for any other error."""
    if isinstance(error, CardroomError) and not isinstance(error, InvariantError):
        return decoder_error_text(str(error))
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    if hasattr(error, "format_message"):  # an error of the argument parser
        message = error.format_message()
        return f"{message}{'' if message.endswith(('.', '?')) else '.'} See `cardroom --help`."
    return None


def _replace_unknown_characters() -> None:
    """Print and read a question mark for a character that the terminal's encoding lacks, such as a card suit."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


GameFolders = Annotated[
    list[str] | None,
    typer.Option(
        "--games",
        metavar="DIR",
        help="Use the game in this folder, or the games in its folders. Their code runs. Repeat for several.",
    ),
]


def _with_games(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --games to a command."""

    @wraps(command)
    def run(*args: Any, game_folders: GameFolders = None, **options: Any) -> int:
        _use_games(game_folders or ())
        return command(*args, **options)

    own = Parameter("game_folders", Parameter.KEYWORD_ONLY, default=None, annotation=GameFolders)
    known = signature(command)
    run.__signature__ = known.replace(parameters=[*known.parameters.values(), own])  # type: ignore[attr-defined]
    run.__annotations__ = command.__annotations__ | {"game_folders": GameFolders}
    return run


def _use_games(folders: Sequence[str]) -> None:
    """Add folders of games to the environment, so that worker processes use them too."""
    if not folders:
        return
    from cardroom.rulebook.game_folders import VARIABLE  # noqa: PLC0415

    for folder in folders:
        if not os.path.isdir(folder):
            raise UsageError(f"--games {folder}: no such folder.")
    known = [each for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
    new = [path for each in folders if (path := os.path.abspath(each)) not in known]
    if new:
        os.environ[VARIABLE] = os.pathsep.join([*known, *new])


app = CommandGroup("An executable rulebook for casino card games: play, prove and run them.", cls=_Commands)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> int:
    """Print the version, or the lobby if no command is given."""
    if show_version:
        print(f"cardroom {version()}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return 0
    from cardroom.cli.play.lobby import lobby  # noqa: PLC0415

    return lobby()
