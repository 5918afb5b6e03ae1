"""The folder for compiled kernels of the tests, beside the installed packages. All workers and later runs share it.

numba caches a kernel by the text of its own file, even if it calls functions of other files. So there is a folder for
each version of all files together, and no kernel is older than the functions it calls.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

_MOST = 12
"""The number of latest folders that are kept, because several checkouts may share an environment."""


def kernel_folder(source: Path) -> Path | None:
    """The folder for the kernels of the current source tree; None if the environment is read-only."""
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
