"""Gaming days: when they begin, and to which one a time belongs."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as hour

import msgspec

__all__ = ["BEGINS", "GamingDays"]

BEGINS = hour(6)
"""When a gaming day begins, unless a house says otherwise: when the fewest play."""


class GamingDays(msgspec.Struct, frozen=True):
    """How a house counts its days: the hour at which they begin, and where; without a zone, as this machine's clock.

    >>> days = GamingDays(zone=UTC)
    >>> days.of(days.start(date(2026, 3, 1))), days.of(days.start(date(2026, 3, 1)) - 1)
    (datetime.date(2026, 3, 1), datetime.date(2026, 2, 28))
    """

    begins: hour = BEGINS
    zone: tzinfo | None = None

    def of(self, at: int) -> date:
        """The day of a time in microseconds."""
        said = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(self.zone)
        return said.date() - timedelta(days=said.time() < self.begins)

    def start(self, day: date) -> int:
        """When a day begins, in microseconds."""
        return int(datetime.combine(day, self.begins, self.zone).timestamp()) * 1_000_000
