"""Parse the start of gaming days."""

from datetime import time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cardroom.cli import UsageError
from cardroom.house.books import GamingDays

__all__ = ["gaming_days"]


def gaming_days(begins: str, zone: str | None) -> GamingDays:
    """Gaming days that begin at an hour of a time zone, by default this machine's."""
    return GamingDays(_hour(begins), _zone(zone))


def _hour(text: str) -> time:
    try:
        hour = time.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--begins {text}: write a time like 06:00.") from None
    if hour.tzinfo:
        raise UsageError(f"--begins {text}: write only a time like 06:00. Give the time zone with --zone.")
    return hour


def _zone(text: str | None) -> ZoneInfo | None:
    try:
        return ZoneInfo(text) if text else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"--zone {text}: write a time zone like America/Los_Angeles.") from None
