"""Gaming days: when each begins, and which one a time belongs to."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as hour

import msgspec

__all__ = ["BEGINS", "GamingDays"]

BEGINS = hour(6)
"""The default start of a gaming day: the hour when the fewest people play."""


class GamingDays(msgspec.Struct, frozen=True):
    """How a house counts its days: the hour at which they begin, in a time zone. The default zone is the machine's.

    >>> days = GamingDays(zone=UTC)
    >>> days.of(days.start(date(2026, 3, 1))), days.of(days.start(date(2026, 3, 1)) - 1)
    (datetime.date(2026, 3, 1), datetime.date(2026, 2, 28))
    """

    begins: hour = BEGINS
    zone: tzinfo | None = None

    def of(self, at: int) -> date:
        """The day of a time in microseconds."""
        day = datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(self.zone).date() + timedelta(days=1)
        while at < self.start(day):  # compare instants: at the end of summer time an hour occurs twice
            day -= timedelta(days=1)
        return day

    def start(self, day: date) -> int:
        """When a day begins, in microseconds."""
        return int(datetime.combine(day, self.begins, self.zone).timestamp()) * 1_000_000
