"""Messages of the WebSocket as JSON, and their schema."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from cardroom.limits import LONGEST_NAME
from cardroom.room.messages import ClientMessage, ServerMessage

__all__ = ["LONGEST", "read", "schema"]

LONGEST = 16_384
"""The most bytes of a client's message."""

_decoder = msgspec.json.Decoder(ClientMessage)


def read(text: str | bytes) -> ClientMessage:
    """Decode a client's message.

    >>> read('{"type": "watch", "table": "table 7"}')
    Watch(table='table 7', epoch='', seq=0)
    >>> read('{"type": "unwatch", "table": "%s"}' % ("7" * 65))
    Traceback (most recent call last):
    ...
    msgspec.ValidationError: Table names are limited to 64 characters.
    """
    message: ClientMessage = _decoder.decode(text)
    if len(message.table) > LONGEST_NAME:
        raise msgspec.ValidationError(f"Table names are limited to {LONGEST_NAME} characters.")
    return message


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of all messages.

    >>> sorted(schema()["in"]["anyOf"][0])
    ['$ref']
    """
    (received, sent), parts = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/$defs/{name}"
    )
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "in": received, "out": sent, "$defs": parts}
