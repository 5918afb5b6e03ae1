"""Commands on the books of a card room: audit them, report on them, back them up."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.store_app import Force, Key, Where
from cardroom.cli.terminal.options import Json, Workers, workers_of

__all__ = ["RoomUrl", "audit", "backup", "report", "restore"]


def audit(
    where: Where = None,
    *,
    key: Key = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            "--mark",
            metavar="FILE",
            help="Checkpoint of the last audit: verify it, continue from it, then update it.",
        ),
    ] = None,
    sign: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Sign the checkpoint with this private key; created if missing."),
    ] = None,
    verify: Annotated[
        str | None, typer.Option(metavar="HEX", help="The public key that the checkpoint must be signed with.")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all/--resume", " /--go-on", help="Audit everything, or only what is new since the checkpoint."),
    ] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Audit a store: check every hash and balance, and replay every round."""
    from cardroom.cli.operate.audit import AuditOptions, audit_command  # noqa: PLC0415

    return audit_command(where, AuditOptions(key, checkpoint, sign, verify, every, workers_of(workers)), as_json)


def report(
    where: Where = None,
    *,
    key: Key = None,
    day: Annotated[str | None, typer.Option(metavar="DATE", help="One gaming day. Default: today.")] = None,
    first: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first gaming day.")] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The last gaming day. Default: today.")
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A table. Repeat for several. Default: all.")
    ] = None,
    begins: Annotated[str, typer.Option(metavar="HH:MM", help="When a gaming day begins.")] = "06:00",
    zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="The time zone (America/Los_Angeles). Default: this machine's.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a CSV file.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page.")] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Report signals of collusion between pairs of poker players instead.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> int:
    """Report drop, handle, win and hold by gaming day and table, with the expected win from the exact edges."""
    from cardroom.cli.operate.report import ReportOptions, report_command  # noqa: PLC0415

    if day and (first or last):
        raise UsageError("Give either --day, or --from and --to.")
    if pairs and (csv or html or table):
        raise UsageError("--pairs covers all tables and prints text or --json. Leave out --table, --csv and --html.")
    options = ReportOptions(day or first, day or last, table or (), begins, zone, csv, html, force, pairs, bool(day))
    return report_command(where, key, options, as_json)


_ROOM = "The room, as in `serve --db`: sqlite:///FILE or postgresql://..."
RoomUrl = Annotated[str | None, typer.Argument(metavar="ROOM", help=f"{_ROOM} Default: this user's own room.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")]


def backup(
    room: Annotated[str, typer.Argument(metavar="ROOM", help=_ROOM)],
    file: BackupFile,
    *,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            "--mark",
            metavar="FILE",
            help="Also write a checkpoint of the money books. Keep it in a different place.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Back up a whole card room as of one moment. The room may be open."""
    from cardroom.cli.operate.room_backup import backup_command  # noqa: PLC0415

    return backup_command(room, file, checkpoint, as_json)


def restore(
    file: BackupFile,
    room: RoomUrl = None,
    *,
    key: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A key file of the backed-up books. Repeat for the play-money books."),
    ] = None,
    who: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="An operator, whose password is asked for. Without it the books say 'local, unauthenticated'.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Create a card room from a backup. An existing room is never overwritten. The books note the restore."""
    from cardroom.cli.operate.room_backup import restore_command  # noqa: PLC0415

    return restore_command(file, room, key or (), who, as_json)
