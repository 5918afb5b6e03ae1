"""Where tests keep their files: in memory if the machine has enough of it.

A store waits for the disk at every step. Tests kill processes, not the machine, so they lose nothing in memory.
"""

import os
import shutil

MEMORY = "/dev/shm"
_ENOUGH = 2 * 2**30
"""Free bytes without which files go to the disk: containers often have 64 MB."""


def memory_folder() -> str | None:
    """The folder in memory in which to make temporary folders, or none."""
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > _ENOUGH:
        return MEMORY
    return None
