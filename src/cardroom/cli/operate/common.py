"""What commands on a store share: where the store is, how it is opened, and when its gaming days begin."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import note
from cardroom.errors import CardroomError
from cardroom.house import Books, Store
from cardroom.house.books import CAGE, KEY, GamingDays, database_url, entry_hash, first_hash, key_in, room_books

__all__ = ["gaming_days", "open_store", "people_location", "store_files", "store_location"]

LOCATION = "CARDROOM_STORE"
"""The environment variable with the location of the store."""


def store_location(given: str | None) -> str:
    """The location of the store: as given, from the environment, or in this user's data folder.

    The URL of a served room in PostgreSQL stands for its money books.
    """
    if location := given or os.environ.get(LOCATION):
        if not location.startswith("postgres"):
            return location
        return room_books(database_url(location)).render_as_string(hide_password=False)
    usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / usual) / "cardroom/room.db")


def people_location(given: str | None) -> str | None:
    """The people database of the room whose money books are in a store, or None if there is none."""
    location = given or os.environ.get(LOCATION) or ""
    if location.startswith("postgres"):
        url = database_url(location)
        if room_books(url) == url:
            return None  # a store of its own, or one schema of a room
        return url.update_query_dict({"options": "-csearch_path=people"}).render_as_string(hide_password=False)
    file = Path(store_location(given).removeprefix("sqlite:///")).with_suffix(".people.db")
    return str(file) if file.is_file() else None


def store_files(where: str | None, key: Path | None = None) -> list[Path]:
    """The files of a store, which must never be overwritten."""
    location = store_location(where).removeprefix("sqlite:///")
    if "://" in location:
        return [key] if key else []
    beside = [Path(location + end) for end in ("", "-wal", "-shm", "-journal")]
    return [*beside, Path(location).with_suffix(".key"), *([key] if key else [])]


@contextmanager
def open_store(
    where: str | None, key: Path | None = None, *, writes: bool = False, stopped: str = "nothing was written"
) -> Iterator[Store]:
    """Open an existing store with its key, and close it in the end. It is read-only, unless `writes` is set.

    `stopped` is printed after Ctrl-C: what the interruption left behind.
    """
    store = Store(store_location(where), key=key_in(key, make=False) if key else None, read_only=not writes)
    try:
        _check_key(store, key)
        yield store
    except KeyboardInterrupt:
        note(f"cardroom: stopped: {stopped}")
        raise
    finally:
        store.close()


def _check_key(store: Store, key: Path | None) -> None:
    """Raise an error for a wrong key. If the first entry itself was changed, an audit reports that."""
    try:
        first = next(Books(store).entries(CAGE), None)
        if first is None or not first.secret or entry_hash(first_hash(CAGE), first) != first.hash:
            return
    except (CardroomError, TypeError, ValueError):
        return
    try:
        store.vault.decrypt(first.body, CAGE, first.number)
    except CardroomError:
        named = key or (KEY if os.environ.get(KEY) else store.key_file)
        raise UsageError(f"{named}: this is not the key of {store}. Give --key FILE, or set {KEY}.") from None


def gaming_days(begins: str, zone: str | None) -> GamingDays:
    """Gaming days that begin at an hour of a time zone, by default this machine's."""
    return GamingDays(_hour(begins), _zone(zone))


def _hour(text: str) -> time:
    try:
        hour = time.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--begins {text}: write a time like 06:00.") from None
    if hour.tzinfo:
        raise UsageError(f"--begins {text}: write only a time like 06:00. Give the time zone with --zone.")
    return hour


def _zone(text: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(text) if text else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"--zone {text}: write a time zone like America/Los_Angeles.") from None
