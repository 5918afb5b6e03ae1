"""The live room: people, seats, clocks, tables, floor orders. No socket, no SQL and no clock in its core.

A `Room` is given a message, the outcome of a commit, or the time. It returns effects: what to commit next, one command
at a time for each table, and what to send to whom. It sends only what is committed.
"""

from cardroom.room.committer import Commit, CommitFailed, Committed, Committer, Rejected, RoundBroken
from cardroom.room.room import Order, Person, Room, Send
from cardroom.room.timing import TableTiming

__all__ = [
    "Commit",
    "CommitFailed",
    "Committed",
    "Committer",
    "Order",
    "Person",
    "Rejected",
    "Room",
    "RoundBroken",
    "Send",
    "TableTiming",
]
