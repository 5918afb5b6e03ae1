"""Rate limits for each user or address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from litestar.exceptions import TooManyRequestsException

__all__ = ["RateLimiter"]


class RateLimiter:
    """A token bucket for each of many callers. The least recent callers are dropped first.

    >>> limiter = RateLimiter(most=2, a_second=1, now=iter([0.0, 0.1, 0.2, 1.5]).__next__)
    >>> [limiter.wait("ann") for _ in range(4)]
    [0.0, 0.0, 0.8, 0.0]
    """

    def __init__(
        self, most: float, a_second: float, now: Callable[[], float] = time.monotonic, keep: int = 20_000
    ) -> None:
        """Allow `most` requests at once and `a_second` on average. Remember `keep` callers."""
        self._most, self._rate, self._now, self._keep = most, a_second, now, keep
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str) -> float:
        """Count a request and return 0, or return the seconds until the next one is allowed."""
        now = self._now()
        level, since = self._levels.pop(caller, (self._most, now))
        level = min(self._most, level + (now - since) * self._rate)
        wait = 0.0 if level >= 1 else round((1 - level) / self._rate, 6)
        self._levels[caller] = (level - 1 if not wait else level, now)
        while len(self._levels) > self._keep:
            self._levels.popitem(last=False)
        return wait

    async def admit(self, caller: str) -> None:
        """Count a request, as `check` does."""
        self.check(caller)

    def check(self, caller: str) -> None:
        """Count a request. Refuse it if the caller sends too many."""
        if wait := self.wait(caller):
            headers = {"retry-after": str(int(wait) + 1)}
            raise TooManyRequestsException("Too many requests. Wait a moment and try again.", headers=headers)
