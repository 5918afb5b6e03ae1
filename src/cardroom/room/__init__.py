"""The live room: people, seats, clocks, tables, floor orders. No socket, no SQL and no clock in its core.

A `Room` is given a message, the outcome of a commit, or the time. It returns effects: what to commit next, one command
at a time for each table, and what to send to whom. It sends only what is committed.

Names load on first use, because clients need only the messages.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardroom.room.committer import Commit as Commit
    from cardroom.room.committer import CommitFailed as CommitFailed
    from cardroom.room.committer import Committed as Committed
    from cardroom.room.committer import Committer as Committer
    from cardroom.room.committer import Rejected as Rejected
    from cardroom.room.committer import RoundBroken as RoundBroken
    from cardroom.room.room import Order as Order
    from cardroom.room.room import Person as Person
    from cardroom.room.room import Room as Room
    from cardroom.room.room import Send as Send
    from cardroom.room.timing import TableTiming as TableTiming

_WHERE = {
    "Commit": "committer",
    "CommitFailed": "committer",
    "Committed": "committer",
    "Committer": "committer",
    "Order": "room",
    "Person": "room",
    "Rejected": "committer",
    "Room": "room",
    "RoundBroken": "committer",
    "Send": "room",
    "TableTiming": "timing",
}

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'cardroom.room' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"cardroom.room.{_WHERE[name]}"), name)
    return value
