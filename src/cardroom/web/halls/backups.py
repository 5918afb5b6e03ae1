"""Regular backups of a server, in their own folder."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cardroom.web.halls.databases import Databases
from cardroom.web.halls.room_backup import backup_room

__all__ = ["KEPT", "Backups"]

_log = logging.getLogger("cardroom.server")

KEPT = 14
"""The number of backups that stay in the folder."""
_PREFIX, _SUFFIX, _CHECKPOINT = "room-", ".backup", ".checkpoint.json"
_TIME = "%Y%m%dT%H%M%SZ"


class Backups:
    """A folder of backups, named by their time. Each has a checkpoint of the money books beside it."""

    def __init__(self, databases: Databases, hours: float, folder: Path, now: Callable[[], float] = time.time) -> None:
        """A backup is due `hours` after the newest one in the folder, also across restarts."""
        self._databases, self._seconds, self._folder, self._now = databases, hours * 3600, folder, now

    def files(self) -> list[Path]:
        """The backups that servers made, oldest first. Other files in the folder are ignored."""
        return sorted(each for each in self._folder.glob(f"{_PREFIX}*{_SUFFIX}") if _time_of(each) is not None)

    def run_if_due(self) -> Path | None:
        """Make a backup if one is due, and delete the oldest ones. Return the new file."""
        files = self.files()
        if files and (_time_of(files[-1]) or 0) + self._seconds > self._now():
            return None
        name = _PREFIX + datetime.fromtimestamp(self._now(), UTC).strftime(_TIME)
        file = self._folder / (name + _SUFFIX)
        contents = backup_room(self._databases, file, checkpoint=self._folder / (name + _CHECKPOINT))
        _log.info("backed up", extra={"file": str(file), "heads": contents.halls["money"].heads})
        for old in self.files()[:-KEPT]:
            old.unlink()
            old.with_name(old.name.removesuffix(_SUFFIX) + _CHECKPOINT).unlink(missing_ok=True)
        return file


def _time_of(file: Path) -> float | None:
    """The time of a backup from its file name, or None if a server did not choose the name."""
    try:
        made = datetime.strptime(file.name.removeprefix(_PREFIX).removesuffix(_SUFFIX), _TIME)
    except ValueError:
        return None
    return made.replace(tzinfo=UTC).timestamp()
