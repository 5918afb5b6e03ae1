"""What the server writes of itself: one JSON object a line, with table, line and hall where it has them, no secret."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

__all__ = ["Lines", "log_to"]

_USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """A record as a line of JSON.

    >>> said = {"name": "cardroom.hall", "levelname": "INFO", "msg": "kept", "table": "table 7"}
    >>> record = logging.makeLogRecord(said)
    >>> record.created = 0
    >>> Lines().format(record)
    '{"at":"1970-01-01T00:00:00+00:00","level":"info","from":"cardroom.hall","says":"kept","table":"table 7"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in _USUAL and name[:1] != "_"}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said, enc_hook=str).decode()


def log_to(stream: TextIO | None = None, level: str = "info") -> None:
    """Write what happens to a stream, which is the errors' where nobody says."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    for name in ("cardroom", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
    if logger.level < logging.INFO:
        logger.setLevel(logging.INFO)  # below that it tells every byte of a line: cookies, and people's cards
