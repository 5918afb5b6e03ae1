"""A card room's life: people, seats, clocks, tables, orders of the floor. Its core knows no socket, no SQL, no clock.

A `Room` is told what somebody says, what the books have kept, and what time it is. It gives back what is to be kept
next (one thing at a time a table), and what is to be sent to whom: only what is kept already.
"""

from cardroom.room.acts import Act, Do
from cardroom.room.keeper import Broken, Failed, Keeper, Kept, Refusal
from cardroom.room.room import Person, Room, Send
from cardroom.room.settings import Settings

__all__ = ["Act", "Broken", "Do", "Failed", "Keeper", "Kept", "Person", "Refusal", "Room", "Send", "Settings"]
