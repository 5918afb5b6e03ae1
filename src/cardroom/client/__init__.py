"""A client for card room servers: for programs, the terminal and load tests.

It repeats a request with the same id until the room accepts or refuses it. It reopens a broken connection, and every
watched table continues where it was. `Client` is for asyncio; `SyncClient` has the same methods without it.

All errors are a `CardroomError`: `InputError` if the server refuses a request, `Unreachable` if it does not answer.
"""

from __future__ import annotations

import warnings
from typing import Any

from cardroom.client.connection import MOST_UNREAD, Connection
from cardroom.client.http import Client
from cardroom.client.questions import Question
from cardroom.client.sync import SyncClient, SyncConnection
from cardroom.client.unreachable import Unreachable
from cardroom.commands import Join, Leave, Return, SitOut, StepAway, SubmitAnswer, TakeCircle, TopUp
from cardroom.errors import CardroomError, InputError
from cardroom.room.messages import Bye, Hello

__all__ = [
    "MOST_UNREAD",
    "Bye",
    "CardroomError",
    "Client",
    "Connection",
    "Hello",
    "InputError",
    "Join",
    "Leave",
    "Question",
    "Return",
    "SitOut",
    "StepAway",
    "SubmitAnswer",
    "SyncClient",
    "SyncConnection",
    "TakeCircle",
    "TopUp",
    "Unreachable",
]


def __getattr__(name: str) -> Any:
    """Find names of the last release, with a warning."""
    renamed = {"Away": "Unreachable", "Line": "Connection"}
    if name not in renamed:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"cardroom.client.{name} is called {renamed[name]} now", DeprecationWarning, stacklevel=2)
    return globals()[renamed[name]]
