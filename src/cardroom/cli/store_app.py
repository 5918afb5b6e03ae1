"""What can be typed after `cardroom store`."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.options import Json

__all__ = ["store"]

store = typer.Typer(
    help="Make, migrate, check, watch, back up, restore or export the house's store.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

_STORE = typer.Argument(
    metavar="STORE",
    help="A file, or a URL as in postgresql://user@host/room; else what CARDROOM_STORE says, or this user's own.",
)
Where = Annotated[str | None, _STORE]
Key = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The store's key; else CARDROOM_KEY holds it, or the file beside the store."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over files that are there, whatever they are.")]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup: an SQLite store.")]


@store.command()
def init(where: Where = None, *, as_json: Json = False) -> int:
    """Make a new store, and its key."""
    from cardroom.cli.store import init_command  # noqa: PLC0415

    return init_command(where, as_json)


@store.command()
def migrate(where: Where = None, *, as_json: Json = False) -> int:
    """Bring a store of an older version up to date: all of it, or nothing."""
    from cardroom.cli.store import migrate_command  # noqa: PLC0415

    return migrate_command(where, as_json)


@store.command()
def check(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Look a store over: the database, its version and key, counts, heads and sums; and the program itself."""
    from cardroom.cli.store import check_command  # noqa: PLC0415

    return check_command(where, key, as_json)


@store.command()
def events(
    where: Where = None,
    *,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day; else all.")] = None,
    last: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last day; else all.")] = None,
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="By whose clock; else this machine's.")] = None,
    key: Key = None,
    as_json: Json = False,
) -> int:
    """List significant events: who did what and why, with the values before and after."""
    from cardroom.cli.events import events_command  # noqa: PLC0415

    return events_command(where, key, first, last, zone, as_json)


@store.command("watch", hidden=True)  # the command's old name
@store.command()
def alerts(
    where: Where = None,
    *,
    bet: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Note bets above this amount.")] = None,
    win: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Note wins above this amount.")] = None,
    who: Annotated[str | None, typer.Option(metavar="NAME", help="Who sets the amount.")] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="The reason for the change.")] = None,
    key: Key = None,
) -> int:
    """Show or set the amounts above which a player's bet or win in a round is noted."""
    from cardroom.cli.events import alerts_command  # noqa: PLC0415

    return alerts_command(where, key, bet, win, who, why)


@store.command()
def backup(file: Backup, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Copy a store into a new file, while it is in use."""
    from cardroom.cli.store import backup_command  # noqa: PLC0415

    return backup_command(file, where, key, as_json)


@store.command()
def restore(file: Backup, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Make a new store from a backup, in a file or in PostgreSQL."""
    from cardroom.cli.store import restore_command  # noqa: PLC0415

    return restore_command(file, where, key, as_json)


@store.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to; made if there is none.")],
    where: Where = None,
    *,
    key: Key = None,
    form: Annotated[str, typer.Option("--format", metavar="both|parquet|csv", help="What to write.")] = "both",
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Write rounds, wagers, postings, lines and accounts as tables for other programs."""
    from cardroom.cli.store import export_command  # noqa: PLC0415

    return export_command(folder, where, key, form, as_json, force)
