"""The commands of `cardroom store`."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.terminal.options import Json

__all__ = ["store"]

store = typer.Typer(
    help="Create, migrate, check, back up, restore or export a store; list its events; set alerts.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

_STORE = typer.Argument(
    metavar="STORE",
    help="A file or a URL (postgresql://user@host/room). Default: CARDROOM_STORE, or this user's own store.",
)
Where = Annotated[str | None, _STORE]
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
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")]


@store.command()
def init(where: Where = None, *, as_json: Json = False) -> int:
    """Create a store and its key."""
    from cardroom.cli.operate.store import init_command  # noqa: PLC0415

    return init_command(where, as_json)


@store.command()
def migrate(where: Where = None, *, as_json: Json = False) -> int:
    """Upgrade a store of an older version. If it fails, nothing changes."""
    from cardroom.cli.operate.store import migrate_command  # noqa: PLC0415

    return migrate_command(where, as_json)


@store.command("rotate-key")
def rotate_key(
    where: Where = None,
    *,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the books.")] = "routine",
) -> int:
    """Give a store a new key. Old entries stay readable, because the key file keeps the old keys."""
    from cardroom.cli.operate.store import rotate_key_command  # noqa: PLC0415

    return rotate_key_command(where, why)


@store.command()
def check(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Check a store quickly (database, version, key, counts, sums), and the program's own files."""
    from cardroom.cli.operate.store import check_command  # noqa: PLC0415

    return check_command(where, key, as_json)


@store.command()
def events(
    where: Where = None,
    *,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day. Default: all.")] = None,
    last: Annotated[str | None, typer.Option("--to", metavar="DATE", help="The last day. Default: all.")] = None,
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="The time zone. Default: this machine's.")] = None,
    key: Key = None,
    as_json: Json = False,
) -> int:
    """List significant events: who did what and why, with the values before and after."""
    from cardroom.cli.operate.events import events_command  # noqa: PLC0415

    return events_command(where, key, first, last, zone, as_json)


@store.command()
def alerts(
    where: Where = None,
    *,
    bet: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Record bets above this amount.")] = None,
    win: Annotated[str | None, typer.Option(metavar="AMOUNT|none", help="Record wins above this amount.")] = None,
    cash: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT|none", help="Record a person's cash in a gaming day above this amount."),
    ] = None,
    who: Annotated[str | None, typer.Option(metavar="NAME", help="Who sets the amount.")] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="The reason for the change.")] = None,
    local: Local = False,
    key: Key = None,
) -> int:
    """Show or set the amounts above which a player's bet, win or cash is recorded."""
    from cardroom.cli.operate.events import alerts_command  # noqa: PLC0415

    return alerts_command(where, key, {"bet": bet, "win": win, "cash": cash}, who, why, local)


@store.command()
def backup(file: Backup, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Copy a store to a new file, while it is in use."""
    from cardroom.cli.operate.store import backup_command  # noqa: PLC0415

    return backup_command(file, where, key, as_json)


@store.command()
def restore(file: Backup, where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Create a new store from a backup, in a file or in PostgreSQL."""
    from cardroom.cli.operate.store import restore_command  # noqa: PLC0415

    return restore_command(file, where, key, as_json)


@store.command()
def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to; created if missing.")],
    where: Where = None,
    *,
    key: Key = None,
    form: Annotated[str, typer.Option("--format", metavar="both|parquet|csv", help="The file formats.")] = "both",
    since: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Export only what is new: the cursor.json of an earlier export."),
    ] = None,
    follow: Annotated[
        bool,
        typer.Option("--follow", help="Keep running, and write what is new to DIR/00000001, DIR/00000002 and so on."),
    ] = False,
    every: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="With --follow: the pause between looks.")
    ] = 10,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Export rounds, wagers, postings, ledger entries and accounts as tables for other programs."""
    from cardroom.cli.operate.export import export_command, follow_command  # noqa: PLC0415

    if follow:
        return follow_command(folder, where, key, form, as_json, every, force=force, since=since)
    return export_command(folder, where, key, form, as_json, force, since)
