"""Where tests keep compiled kernels: beside the installed packages, from one run to the next and for all workers.

A kernel is kept by the text of its own file, though it may call functions of other files. So there is a folder for each
text of all of them together, and no kernel is older than what it calls.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

_MOST = 12
"""Folders that are kept, the latest: several checkouts may share an environment."""


def kernel_folder(source: Path) -> Path | None:
    """The folder for the kernels of a source tree as it is now, or none if the environment cannot be written to."""
    if not os.access(sys.prefix, os.W_OK):
        return None
    digest = sha256()
    for folder in ("rankings", "analysis"):
        for path in sorted((source / "cardroom" / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    every = Path(sys.prefix) / "kernels"
    mine = every / digest.hexdigest()[:16]
    mine.mkdir(parents=True, exist_ok=True)
    mine.touch()
    for old in sorted(every.iterdir(), key=lambda each: each.stat().st_mtime)[:-_MOST]:
        rmtree(old, ignore_errors=True)
    return mine
