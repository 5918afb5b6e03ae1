"""The password of the first operator: shown on a terminal, or written to a file that only its owner can read.

It is never printed where a log could store it.
"""

from __future__ import annotations

import os
from pathlib import Path

from cardroom.web.halls import Databases, home

__all__ = ["announce_password", "password_file"]


def password_file(databases: Databases) -> Path:
    """The default file: beside the books, or in the data folder for PostgreSQL."""
    if not databases.shared:
        return Path(databases.money).with_suffix(".first-password")
    home().mkdir(parents=True, exist_ok=True, mode=0o700)
    return home() / "room.first-password"


def announce_password(secret: str, file: Path | None) -> str:
    """Return the message about the first password. It contains the password only if there is no file for it."""
    if file is None:
        return f"Sign in as operator with the password {secret} (shown only once)."
    try:
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(f"{secret}\n")
    except OSError as error:
        return (
            f"The first operator's password cannot be written to {file}: {error.strerror}. "
            "Make a new one with `cardroom people reset operator`."
        )
    return f"Sign in as operator with the password in {file}, then delete the file."
