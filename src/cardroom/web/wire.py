"""What goes over the wire: the messages of the room as JSON, and what the door adds."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from cardroom.limits import LONGEST_NAME
from cardroom.room.messages import (
    Accepted,
    Answers,
    Away,
    Back,
    Bye,
    CallOff,
    Changed,
    Circle,
    CloseTable,
    Denied,
    Halt,
    Hello,
    Mix,
    Offered,
    Queue,
    Quit,
    Rest,
    Scene,
    Sit,
    TopUp,
    Unqueue,
    Unwatch,
    Watch,
)

__all__ = ["LONGEST", "Bye", "Hello", "In", "Out", "read", "schema"]

LONGEST = 16_384
"""Bytes of a message that somebody may send."""


In: TypeAlias = (
    Watch
    | Unwatch
    | Queue
    | Unqueue
    | Sit
    | TopUp
    | Quit
    | Rest
    | Away
    | Back
    | Circle
    | Mix
    | Answers
    | CloseTable
    | Halt
    | CallOff
)
"""What people say; tables are opened by HTTP."""
Out: TypeAlias = Hello | Accepted | Denied | Scene | Changed | Offered | Bye
"""What they hear."""

_decoder = msgspec.json.Decoder(In)


def read(text: str | bytes) -> In:
    """A message from the wire.

    >>> read('{"type": "watch", "table": "table 7"}')
    Watch(table='table 7', epoch='', seq=0)
    >>> read('{"type": "unwatch", "table": "%s"}' % ("7" * 65))
    Traceback (most recent call last):
    ...
    msgspec.ValidationError: a table's name has at most 64 letters
    """
    message: In = _decoder.decode(text)
    if len(message.table) > LONGEST_NAME:
        raise msgspec.ValidationError(f"a table's name has at most {LONGEST_NAME} letters")
    return message


def schema() -> dict[str, Any]:
    """All messages as JSON Schema.

    >>> sorted(schema()["in"]["anyOf"][0])
    ['$ref']
    """
    (said, heard), parts = msgspec.json.schema_components([In, Out], ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "in": said, "out": heard, "$defs": parts}
