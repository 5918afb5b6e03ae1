"""Options and arguments that several commands share, and counts as people write them."""

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from cardroom.clean import short
from cardroom.cli import UsageError
from cardroom.limits import MOST_WORKERS

__all__ = [
    "NAME",
    "ROOM",
    "BackupFile",
    "Each",
    "EngineName",
    "Force",
    "GameName",
    "Json",
    "Key",
    "Local",
    "Plot",
    "Qualifies",
    "Records",
    "Recount",
    "RoomUrl",
    "Rules",
    "Set",
    "SetPay",
    "Where",
    "Who",
    "Why",
    "Workers",
    "optional_count",
    "parse_cents",
    "parse_count",
    "seats_of",
    "workers_of",
]

NAME = typer.Argument(metavar="GAME", help="The game's name as `cardroom games` lists it, or part of it.")
GameName = Annotated[str, NAME]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="SET", help="The rule set, as `cardroom games` lists it. Default: the first."),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Set a house rule; `cardroom rules` lists them. Repeat for several."
    ),
]
Each = Annotated[
    str | None,
    typer.Option("--each", metavar="orbit|HANDS", help="In a mix of games: how long to play each."),
]
Json = Annotated[bool, typer.Option("--json", help="Print only JSON.")]
EngineName = Annotated[
    str,
    typer.Option(
        metavar="local|ray",
        help="Compute on this machine, or also on the Ray cluster that RAY_ADDRESS names. It is used only if this "
        "machine alone would need more than 15 seconds.",
    ),
]
Workers = Annotated[
    str | None, typer.Option(metavar="COUNT", help="Number of parallel workers. Default: one per core.")
]
Records = Annotated[
    str, typer.Argument(metavar="FILE", help="JSON, one value or one per line; - reads standard input.")
]
SetPay = Annotated[
    list[str] | None,
    typer.Option(
        "--set-pay", metavar="LINE=ODDS", help="Change what a pay line pays (odds.flush=2). Repeat for several."
    ),
]
Qualifies = Annotated[
    str | None,
    typer.Option(
        "--qualifies", metavar="HAND", help='The hand with which the dealer qualifies, by name ("pair of fours").'
    ),
]
Recount = Annotated[
    bool, typer.Option("--recount", help="Count all deals again, even if the result is already stored.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Write a plot (.svg, .png, .pdf).")]
Where = Annotated[
    str | None,
    typer.Argument(
        metavar="STORE",
        help="A file or a URL (postgresql://user@host/room). Default: CARDROOM_STORE, or this user's own store.",
    ),
]

Key = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The store's key file. Default: CARDROOM_KEY, or the key file beside the store."),
]
Local = Annotated[
    bool,
    typer.Option("--local", help="Give the order as someone at this machine, without a password. The books say so."),
]
Who = Annotated[
    str, typer.Option(metavar="NAME", help="Who gives the order. In a room, a user; set CARDROOM_PASSWORD for scripts.")
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
ROOM = "The room, as in `serve --db`: sqlite:///FILE or postgresql://..."
RoomUrl = Annotated[str | None, typer.Argument(metavar="ROOM", help=f"{ROOM} Default: this user's own room.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")]

AS_PRINTED_FLAG = "--as-printed"
_AS_PRINTED_HELP = "Play as the document prints it; `cardroom departures` lists what that changes."
AS_PRINTED_SET = ("--set", "as_printed=on")


def parse_cents(option: str, text: str) -> int:
    """Parse an amount in dollars.

    >>> parse_cents("--bet", "2.50")
    250
    """
    from cardroom.money import cents  # noqa: PLC0415 (the help loads no values)

    try:
        return cents(text)
    except ValueError as error:
        raise UsageError(f"{option} {text}: {error}") from None


DIGITS = 15
"""The most digits of a count."""

_COUNT = re.compile(r"\+?(\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def parse_count(option: str, text: str, most: int = 10**DIGITS, least: int = 1) -> int:
    """Parse a count as people write it.

    >>> [parse_count("--rounds", text) for text in ("12", "1_000_000", "1,000,000", "1e9", "2.5e6")]
    [12, 1000000, 1000000, 1000000000, 2500000]
    >>> parse_count("--rounds", "1.5")
    Traceback (most recent call last):
    cardroom.cli.UsageError: --rounds 1.5 is a fraction. Write a whole number like 1000000, 1,000,000 or 1e6.
    """
    plain, shown = text.strip(), short(text, 60)
    advice = "Write a whole number like 1000000, 1,000,000 or 1e6."
    if not _COUNT.fullmatch(plain.removeprefix("-")):
        raise UsageError(f"{option} {shown} is not a number. {advice}")
    number = Decimal(plain.replace(",", ""))
    if number < least:
        raise UsageError(f"{option} {shown}: write {least} or more.")
    if number > most:
        limit = f"at most {most:,}" if most < 10**DIGITS else "a smaller number; this would take too long"
        raise UsageError(f"{option} {shown}: write {limit}.")
    if number != int(number):
        raise UsageError(f"{option} {shown} is a fraction. {advice}")
    return int(number)


def optional_count(option: str, text: str | None) -> int | None:
    """Parse a count that may be missing."""
    return None if text is None else parse_count(option, text)


def seats_of(text: str | None) -> int | None:
    """Parse --seats. The game checks the number later."""
    return None if text is None else parse_count("--seats", text, least=0)


def workers_of(text: str | None) -> int | None:
    """Parse --workers."""
    return None if text is None else parse_count("--workers", text, MOST_WORKERS)


Command = TypeVar("Command", bound=Callable[..., Any])


class PlainCommand(TyperCommand):
    """A command whose help names no types, because the names of its values say enough."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read `--as-printed`, which sets house rules, wherever `--set` can be given."""
        if self._sets_house_rules():
            args = [part for each in args for part in (AS_PRINTED_SET if each == AS_PRINTED_FLAG else (each,))]
        return super().parse_args(ctx, args)

    def _sets_house_rules(self) -> bool:
        return any("--set" in each.opts for each in self.params)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the usage line."""
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options into the help."""
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            found = [each.get_help_record(ctx) for each in self.get_params(ctx) if each.param_type_name == kind]
            rows = [(re.sub(r" <.*>$", "", names), says) for names, says in filter(None, found)]
            if title == "Options" and self._sets_house_rules():
                place = next(place for place, (names, _) in enumerate(rows) if names.startswith("--set "))
                rows.insert(
                    place + 1,
                    (AS_PRINTED_FLAG, _AS_PRINTED_HELP),
                )
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class CommandGroup(typer.Typer):
    """A command with commands of its own, or the program itself."""

    def __init__(self, says: str = "", **settings: Any) -> None:
        super().__init__(
            help=says or None,
            add_completion=False,
            pretty_exceptions_enable=False,
            rich_markup_mode=None,
            context_settings={"help_option_names": ["-h", "--help"]},
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Command], Command]:
        """Add a command."""
        return super().command(name, cls=PlainCommand, **settings)
