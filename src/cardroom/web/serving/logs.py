"""The server log: one JSON object per line, with hall, table, connection and user if known. It contains no secrets."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

from cardroom.web.api import current_request

__all__ = ["JsonFormatter", "log_to"]

_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}
"""Attributes that every record has, or that Python and uvicorn add."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as a line of JSON.

    >>> message = {"name": "cardroom.hall", "levelname": "INFO", "msg": "committed", "table": "table 7"}
    >>> record = logging.makeLogRecord(message)
    >>> record.created = 0
    >>> print(JsonFormatter().format(record))
    {"time":"1970-01-01T00:00:00+00:00","level":"info","logger":"cardroom.hall","message":"committed","table":"table 7"}
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without a newline."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := current_request():
            fields["request"] = request
        fields |= {name: value for name, value in vars(record).items() if name not in _USUAL and name[:1] != "_"}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(fields, enc_hook=str).decode()


def log_to(stream: TextIO | None = None, level: str = "info") -> None:
    """Write the server log to a stream, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in ("cardroom", "opentelemetry", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
    if logger.level < logging.INFO:
        logger.setLevel(logging.INFO)  # at debug level, uvicorn logs every byte, with cookies and players' cards
