"""What can be typed: every command in the order in which help lists it, and what happens when something goes wrong.

Each command's work is in a module of its own, loaded when it is asked for. A command returns its exit code: 0, or
1 for a check that failed. What a person got wrong, or a database cannot do, is raised as an error of ours and becomes
one line and exit code 2; what must never happen is a `Fault`, and keeps its traceback.
"""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardroom.clean import decoded, short, told, visible
from cardroom.cli import UsageError
from cardroom.cli.house_app import audit, report, serve
from cardroom.cli.jackpots_app import jackpots
from cardroom.cli.play_app import deal, fees, games, play, replay, rules
from cardroom.cli.proof_app import analyze, certify, diff, sign, simulate, trace, verify
from cardroom.cli.store_app import store
from cardroom.errors import CardroomError, Fault
from cardroom.limits import LONGEST_ARGUMENT
from cardroom.version import version

__all__ = ["app"]


class _Commands(TyperGroup):
    """The group of all commands; it ends the program in one way, whatever happened."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and exit: 0, 1 for a failed check, 2 for what a person can put right."""
        _speak_any_language()
        args = sys.argv[1:] if args is None else args
        try:
            for argument in args:
                _check(argument)
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough, as in `| head`
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            code = 1
        except (typer.Abort, EOFError):
            code = _complain("the input ended")
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            message = _plain(error)
            if message is None:
                raise
            code = _complain(message)
        sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    print("cardroom: " + visible(short(" ".join(message.split()))), file=sys.stderr)
    return 2


def _check(argument: str) -> None:
    """Refuse an argument that no command can make anything of; a file may be called by bytes that are no letters."""
    if len(argument) > LONGEST_ARGUMENT:
        raise UsageError(f"{told(argument)}: an argument has at most {LONGEST_ARGUMENT} letters, not {len(argument)}")
    letters = not ("\0" in argument or any("\ud800" <= letter <= "\udfff" for letter in argument))
    if not letters and ("\0" in argument or not os.path.lexists(argument)):
        raise UsageError(f"{told(argument)}: this argument is not text in UTF-8, and there is no file of that name")


def _plain(error: Exception) -> str | None:
    """What a person did wrong, in a line; None if it was not a person's doing."""
    if isinstance(error, CardroomError) and not isinstance(error, Fault):
        return decoded(str(error))
    if isinstance(error, OSError) and error.strerror is not None:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    if hasattr(error, "format_message"):  # what the parser refuses
        return f"{error.format_message().rstrip('.')}; `cardroom --help` shows what there is"
    return None


def _speak_any_language() -> None:
    """Card suits are not in every character set: print a question mark rather than break, and read one."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(store, name="store")
app.add_typer(jackpots, name="jackpots")

for _command in (
    play,
    games,
    rules,
    fees,
    analyze,
    certify,
    diff,
    simulate,
    deal,
    replay,
    trace,
    verify,
    sign,
    audit,
    report,
    serve,
):
    app.command()(_command)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> int:
    """An executable rulebook for casino card games: played, proved and explained from one text."""
    if show_version:
        print(f"cardroom {version()}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return 0
    from cardroom.cli.lobby import lobby  # noqa: PLC0415

    return lobby()
