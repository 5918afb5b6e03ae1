"""The live room: people, seats, clocks, tables, floor orders. No socket, no SQL and no clock in its core.

A `Room` is given a message, the outcome of a commit, or the time. It returns effects: what to commit next, one command
at a time for each table, and what to send to whom. It sends only what is committed.

Names load on first use, because clients need only the messages.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.room.committer import (
        FLOOR,
        Commit,
        CommitFailed,
        Committed,
        Committer,
        Outcome,
        Rejected,
        RoundBroken,
    )
    from cardroom.room.feed import apply_change
    from cardroom.room.listed import ListedPlayer, ListedTable
    from cardroom.room.live import BOT, LiveTable
    from cardroom.room.messages import (
        CLIENT_TOO_SLOW,
        RECONNECT_AFTER,
        ROOM_CLOSING,
        Accepted,
        Bye,
        ClientMessage,
        Denied,
        Hello,
        NewTable,
        Ready,
        RequestMessage,
        RoomInput,
        RoomOutput,
        Scene,
        ScenePatch,
        ServerMessage,
        Unwatch,
        Watch,
        id_of,
        message_of,
        request,
    )
    from cardroom.room.room import NEEDS_SECOND, Effect, Order, Person, Room, Send, Sender
    from cardroom.room.scene import TableScene
    from cardroom.room.timing import TableTiming
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
