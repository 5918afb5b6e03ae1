"""Commands that run a card room: serve it, audit it, report on it, back it up."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.options import Json
from cardroom.cli.store_app import Force, Key, Where
from cardroom.cli.words import parse_count

__all__ = ["RoomUrl", "audit", "backup", "report", "restore", "serve"]


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
    as_json: Json = False,
) -> int:
    """Audit a store: check every hash and balance, and replay every round."""
    from cardroom.cli.audit import AuditOptions, audit_command  # noqa: PLC0415

    return audit_command(where, AuditOptions(key, checkpoint, sign, verify, every), as_json)


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
    from cardroom.cli.report import ReportOptions, report_command  # noqa: PLC0415

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
    from cardroom.cli.room_backup import backup_command  # noqa: PLC0415

    return backup_command(room, file, checkpoint, as_json)


def restore(
    file: BackupFile,
    room: RoomUrl = None,
    *,
    key: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A key file of the backed-up books. Repeat for the play-money books."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Create a card room from a backup. An existing room is never overwritten."""
    from cardroom.cli.room_backup import restore_command  # noqa: PLC0415

    return restore_command(file, room, key or (), as_json)


def serve(
    context: typer.Context,
    *,
    port: Annotated[str, typer.Option(metavar="PORT", help="The port; 0 chooses a free one.")] = "8080",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name that browsers may use. Repeat for several."),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="sqlite:///FILE or postgresql://... Default: files in this user's data folder."
        ),
    ] = None,
    tables: Annotated[bool, typer.Option(help="Open a play-money table of each game, with bots.")] = True,
    forget: Annotated[
        str,
        typer.Option(metavar="DAYS", help="Delete guests without a session, DAYS after their first visit."),
    ] = "30",
    backup_every: Annotated[
        str | None, typer.Option(metavar="HOURS", help="Back up the room regularly. Needs --backup-to.")
    ] = None,
    backup_to: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder for backups. The newest 14 are kept.")
    ] = None,
    one_person: Annotated[
        bool | None,
        typer.Option(
            "--one-person/--two-persons",
            help="Whether orders that can take money need no second person. Default: the room's last setting.",
        ),
    ] = None,
    sign_ins: Annotated[
        str, typer.Option(metavar="NUMBER", help="The most sign-ins from one address in a minute.")
    ] = "10",
    second_factor: Annotated[
        bool, typer.Option("--second-factor", help="Staff need a second factor to move money.")
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the lobby in the browser.")] = False,
    log: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "warning",
) -> int:
    """Serve the card room: live tables in the browser, with people and bots."""
    if context.obj is None:
        raise UsageError("Only the command `cardroom serve` can serve the card room.")
    if log not in ("debug", "info", "warning", "error"):
        raise UsageError(f"--log must be debug, info, warning or error, not {log}.")
    context.obj(
        host=host,
        port=parse_count("--port", port, 65_535, least=0),
        db=db,
        names=host_name or (),
        tables=tables,
        forget=parse_count("--forget", forget, 36_500, least=0),
        backups=_schedule(backup_every, backup_to),
        one_person=one_person,
        sign_ins=parse_count("--sign-ins", sign_ins, 100_000, least=1),
        second_factor=second_factor,
        browser=browser,
        log=log,
        tell=lambda line: print(line, flush=True),
    )
    return 0


def _schedule(every: str | None, folder: Path | None) -> tuple[int, Path] | None:
    """The hours between backups and their folder, if backups are wanted."""
    if every is None and folder is None:
        return None
    if every is None or folder is None:
        raise UsageError("Give both --backup-every HOURS and --backup-to DIR, or neither.")
    if not folder.is_dir():
        raise UsageError(f"--backup-to {folder}: there is no such folder.")
    return parse_count("--backup-every", every, 24 * 366, least=1), folder
