"""Messages between clients and the room, as they are on the wire. Tags and fields never change.

A request is a command with the table and an id that the client chose: `{"type": "join", "table": "table 7", "id": "1",
"cents": 20000}`. Its form on the wire is derived from the command, without the player: that is always the user who
is signed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, Union

import msgspec

from cardroom.commands import ORDERS, PLAYER_COMMANDS, SERVER_COMMANDS, SubmitAnswer, TableCommand, Void

if TYPE_CHECKING:  # clients import this module, and need no games
    from cardroom.play.table import Command, OpenTable
    from cardroom.room.timing import TableTiming
from cardroom.tags import kebab

__all__ = [
    "CLIENT_TOO_SLOW",
    "RECONNECT_AFTER",
    "ROOM_CLOSING",
    "Accepted",
    "Bye",
    "ClientMessage",
    "Denied",
    "Hello",
    "NewTable",
    "Offered",
    "Queue",
    "Ready",
    "RequestMessage",
    "RoomInput",
    "RoomOutput",
    "SayWord",
    "Scene",
    "ScenePatch",
    "ServerMessage",
    "Unqueue",
    "Unwatch",
    "Watch",
    "Word",
    "WordSaid",
    "command_of",
    "id_of",
    "message_of",
    "request",
]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str


class Watch(_Message, frozen=True, tag=kebab):
    """Show a table from now on, or the changes since a scene that was seen."""

    epoch: str = ""
    seq: int = 0


class Unwatch(_Message, frozen=True, tag=kebab):
    """Stop showing a table."""


class Queue(_Message, frozen=True, tag=kebab):
    """Join the waiting list for a seat."""


class Unqueue(_Message, frozen=True, tag=kebab):
    """Leave the waiting list."""


class Ready(_Message, frozen=True, tag=kebab):
    """Start the next round, at a table that waits until its players have seen the results."""


Word: TypeAlias = Literal["nice-hand", "well-played", "thank-you", "one-moment", "hello", "good-game"]
"""What players at a table for friends can say. There is no free text."""


class SayWord(_Message, frozen=True, tag=kebab):
    """Say one of six words to all who see a table for friends."""

    word: Word


# -- requests ----------------------------------------------------------------------------------------------------------


class RequestMessage(_Message, frozen=True):
    """A request for a command at a table. Each command has a message of its own, derived from it."""

    asks_for: ClassVar[type[TableCommand]]
    id: str
    """Chosen by the client. A request that is sent again with the same id takes effect once."""


def _on_the_wire(command: type[TableCommand]) -> type[RequestMessage]:
    """The message that asks for a command: all its fields but the player."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(command):
        if field.name == "bettor":
            continue
        named = (command, field.name) in _NEVER_NULL
        kind = str if named else field.type
        default = msgspec.NODEFAULT if named else field.default
        fields.append((field.name, kind, msgspec.field(name=field.encode_name, default=default)))
    return msgspec.defstruct(  # type: ignore[return-value]
        command.__name__,
        fields,
        bases=(RequestMessage,),
        frozen=True,
        forbid_unknown_fields=True,
        tag=command.__struct_config__.tag,
        module=__name__,
        namespace={"__doc__": command.__doc__, "asks_for": command},
    )


_NEVER_NULL = {(SubmitAnswer, "question"), (Void, "round")}
"""Fields that a client must give, but the server need not."""

_REQUESTS: dict[type, type[RequestMessage]] = {
    each: _on_the_wire(each) for each in (*PLAYER_COMMANDS, *ORDERS, *SERVER_COMMANDS)
}


def request(command: type[Command], table: str, id: str, *values: Any, **named: Any) -> RequestMessage:  # noqa: A002
    """The message that asks for a command at a table; its values are the command's, without the player.

    >>> from cardroom.commands import Join
    >>> msgspec.json.encode(request(Join, "table 7", "1", 20_000))
    b'{"type":"join","table":"table 7","id":"1","cents":20000,"seat":null,"behind":false}'
    """
    return _REQUESTS[command](table, id, *values, **named)


def message_of(command: Command, table: str, id: str) -> RequestMessage:  # noqa: A002
    """Return the message that asks for this command."""
    values = {name: getattr(command, name) for name in command.__struct_fields__ if name != "bettor"}
    return request(type(command), table, id, **values)


def command_of(message: RequestMessage, who: str) -> Command:
    """The command that a message asks for, as a player.

    >>> from cardroom.commands import Leave
    >>> command_of(request(Leave, "table 7", "1"), "ann")
    Leave(bettor='ann')
    """
    kind: Any = message.asks_for
    command: Command = kind(*[who if name == "bettor" else getattr(message, name) for name in kind.__struct_fields__])
    return command


class NewTable(NamedTuple):
    """An order to open a table. It holds a `Game`, so only the server itself can send it."""

    table: str
    id: str
    command: OpenTable
    timing: TableTiming


if TYPE_CHECKING:
    ClientMessage: TypeAlias = Watch | Unwatch | Queue | Unqueue | Ready | SayWord | RequestMessage
else:  # the decoder needs each request's own message
    ClientMessage = Union[(Watch, Unwatch, Queue, Unqueue, Ready, SayWord, *_REQUESTS.values())]
"""Messages that a client may send."""
RoomInput: TypeAlias = "ClientMessage | NewTable"
"""All messages that the room accepts."""


def id_of(message: RoomInput) -> str:
    """The id of a request; empty for other messages."""
    return message.id if isinstance(message, RequestMessage | NewTable) else ""


# -- from the room -----------------------------------------------------------------------------------------------------


class Accepted(msgspec.Struct, frozen=True, tag=kebab):
    """The request is committed."""

    id: str


class Denied(msgspec.Struct, frozen=True, tag=kebab):
    """The request is refused and has no effect."""

    id: str
    why: str


class Scene(msgspec.Struct, frozen=True, tag=kebab):
    """Everything that the viewer may see of a table."""

    table: str
    epoch: str
    seq: int
    scene: Any
    """A `TableScene`; in a client, its JSON."""


class ScenePatch(msgspec.Struct, frozen=True, tag=kebab):
    """The changes from one scene to the next: values at their paths, and removed paths."""

    table: str
    epoch: str
    after: int
    """The number of the scene to which the patch applies."""
    seq: int
    """The number of the scene that it becomes."""
    set: list[tuple[list[str | int], Any]]
    gone: list[list[str | int]]


class Offered(msgspec.Struct, frozen=True, tag=kebab):
    """A seat is reserved, for some seconds, for a player on the waiting list."""

    table: str
    seconds: float


class WordSaid(msgspec.Struct, frozen=True, tag=kebab):
    """A player at a table has said a word. It is shown for a moment and not stored."""

    table: str
    who: str
    word: Word


class Hello(msgspec.Struct, frozen=True, tag=kebab):
    """The first message: the user's name, and the server's time in the seconds that scenes use."""

    name: str
    now: float
    version: str


ROOM_CLOSING, CLIENT_TOO_SLOW = "the room closes", "too much waits to be read"
RECONNECT_AFTER = (ROOM_CLOSING, CLIENT_TOO_SLOW)
"""Reasons of `Bye` after which a client should connect again."""


class Bye(msgspec.Struct, frozen=True, tag=kebab):
    """The last message: why the connection is closed."""

    why: str


RoomOutput: TypeAlias = Accepted | Denied | Scene | ScenePatch | Offered | WordSaid
"""Messages that the room sends."""
ServerMessage: TypeAlias = Hello | RoomOutput | Bye
"""All messages that a client may receive."""
