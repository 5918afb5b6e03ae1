"""`cardroom backup` and `cardroom restore`: a whole card room in one file."""

from hashlib import file_digest
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.operate.persons import signed_in
from cardroom.cli.terminal.common import console, plural, print_json
from cardroom.cli.terminal.options import ROOM, BackupFile, Json, RoomUrl
from cardroom.cli.terminal.progress import progress_bar
from cardroom.house import Store
from cardroom.house.cage import LOCAL
from cardroom.web.halls import Contents, backup_room, databases_for, read_contents, restore_room

__all__ = ["backup_command", "restore_command"]


def backup_command(
    room: Annotated[str, typer.Argument(metavar="ROOM", help=ROOM)],
    file: BackupFile,
    *,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Also write a checkpoint of the money books. Keep it in a different place.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Back up a whole card room, also while it is open.

    The backup is of one moment.
    """
    with progress_bar() as progress:
        contents = backup_room(databases_for(room, create=False), file, progress, checkpoint)
    with file.open("rb") as stream:
        sha256 = file_digest(stream, "sha256").hexdigest()
    _print(str(file), contents, as_json, sha256)
    if not as_json:
        console().print(f"  SHA-256 {sha256}: after a restore, the books name it.", soft_wrap=True)
        console().print(
            "The file does not contain the keys of the books. Keep copies of the keys in a different place. "
            "Without them, the backup is useless.",
            soft_wrap=True,
        )
    return 0


def restore_command(
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
    """Create a card room from a backup.

    An existing room is never overwritten. The books note the restore.
    """

    def sign(store: Store, people: str) -> str:
        if who is None:
            return LOCAL
        with signed_in(store, people, who, "operator") as (user, _):
            return user.name

    with progress_bar() as progress:
        restore_room(file, databases_for(room), key or (), progress, sign)
    _print("The restored room", read_contents(file), as_json)
    return 0


def _print(what: str, contents: Contents, as_json: bool, sha256: str = "") -> None:
    if as_json:
        halls = {
            name: {"version": each.version, "rows": each.rows, "heads": each.heads}
            for name, each in contents.halls.items()
        }
        more = {"sha256": sha256} if sha256 else {}
        print_json({"what": what, "made": contents.made, "halls": halls, "people": contents.people} | more, indent=2)
        return
    screen = console()
    screen.print(f"{what}: the card room as of {contents.made}, without sessions.", soft_wrap=True)
    for name, each in contents.halls.items():
        counts = f"{plural(each.rows['books'], 'book')}, {plural(each.rows['lines'], 'entry', 'entries')}"
        screen.print(f"  {name}: {counts}; heads {each.heads}", soft_wrap=True)
    users = contents.people["people"] - 1  # one row stands for unknown users
    tables = contents.people["tables"]
    screen.print(f"  people: {plural(users, 'user')}, {plural(tables, 'table')} configured")
