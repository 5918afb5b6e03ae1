"""`cardroom backup` and `cardroom restore`: a whole card room in one file."""

from collections.abc import Sequence
from hashlib import file_digest
from pathlib import Path

from cardroom.cli.operate.persons import signed_in
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.progress import progress_bar
from cardroom.cli.terminal.words import plural
from cardroom.house import Store
from cardroom.house.cage import LOCAL
from cardroom.web.halls import Contents, backup_room, databases_for, read_contents, restore_room

__all__ = ["backup_command", "restore_command"]


def backup_command(room: str | None, file: Path, checkpoint: Path | None, as_json: bool) -> int:
    """Back up a room, also while it is served."""
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


def restore_command(file: Path, room: str | None, keys: Sequence[Path], who: str | None, as_json: bool) -> int:
    """Create a room from a backup. Its books note who did it: an operator of the room, or someone at the machine."""

    def sign(store: Store, people: str) -> str:
        if who is None:
            return LOCAL
        with signed_in(store, people, who, "operator") as (user, _):
            return user.name

    with progress_bar() as progress:
        restore_room(file, databases_for(room), keys, progress, sign)
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
