"""The room's clock."""

from __future__ import annotations

import time

__all__ = ["clock"]

_began = time.time() - time.monotonic()


def clock() -> float:
    """Seconds since 1970. They never go back, even if the system clock is set."""
    return _began + time.monotonic()
