"""The time of the room."""

from __future__ import annotations

import time

__all__ = ["clock"]

_began = time.time() - time.monotonic()


def clock() -> float:
    """Seconds since 1970 that never go back, whatever is done to the machine's clock."""
    return _began + time.monotonic()
