"""Messages of the WebSocket as JSON, and their schema."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from cardroom.limits import LONGEST_NAME
from cardroom.room import ClientMessage, ServerMessage, TableScene

__all__ = ["LONGEST", "read", "request_id", "schema"]

LONGEST = 16_384
"""The most bytes of a client's message."""

LONGEST_ID = 100
"""The most characters of an id that are sent back with a message that cannot be decoded."""

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


def request_id(text: str | bytes) -> str:
    """The id of a request that cannot be decoded, so that its sender can be told; empty if it has none.

    >>> request_id('{"type": "join", "table": 7, "id": "my 1"}'), request_id('{"id": "my 1"')
    ('my 1', '')
    """
    try:
        found = msgspec.json.decode(text[:LONGEST]).get("id", "")
    except (msgspec.MsgspecError, UnicodeError, RecursionError, AttributeError):
        return ""
    return found[:LONGEST_ID] if isinstance(found, str) else ""


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of all messages, scenes and pictures.

    >>> sorted(schema()["in"]["anyOf"][0]), schema()["$defs"]["Scene"]["properties"]["scene"]
    (['$ref'], {'$ref': '#/$defs/TableScene'})
    """
    (received, sent, scene), parts = msgspec.json.schema_components(
        [ClientMessage, ServerMessage, TableScene], ref_template="#/$defs/{name}"
    )
    parts["Scene"]["properties"]["scene"] = scene
    for part in parts.values():
        if "description" in part:  # examples in Python help no one here
            part["description"] = " ".join(part["description"].partition(">>>")[0].split())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "in": received, "out": sent, "$defs": parts}
