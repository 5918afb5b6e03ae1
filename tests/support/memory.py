"""The folder for files of tests: in memory, if the machine has enough of it.

A store waits for the disk at every step. Tests kill processes but not the machine, so files in memory survive.
"""

import os
import shutil

MEMORY = "/dev/shm"
_ENOUGH = 2 * 2**30
"""The free bytes that are needed; otherwise files go to the disk. Containers often have only 64 MB."""


def memory_folder() -> str | None:
    """The folder in memory in which to make temporary folders, or none."""
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > _ENOUGH:
        return MEMORY
    return None
