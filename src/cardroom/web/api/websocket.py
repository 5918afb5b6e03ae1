"""The WebSocket: a connection to a hall, for users with a session."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from cardroom.commands import ORDERS
from cardroom.house.books import StoreError
from cardroom.room import Bye, ClientMessage, Denied, Hello, Person, RequestMessage, Unwatch, Watch, id_of
from cardroom.tags import tag_of
from cardroom.version import __version__
from cardroom.web import span
from cardroom.web.api.context import LOOPBACK, address
from cardroom.web.api.wire import LONGEST, read, request_id
from cardroom.web.halls import MONEY, OTHER_ROLES, PLAY, Hall, Outbox, Server, clock
from cardroom.web.people import COOKIE, RateLimiter, User, bearer, has_scope

__all__ = ["socket"]

_log = logging.getLogger("cardroom.socket")

MOST_CONNECTIONS = 8
"""The most connections of one user to a hall."""
MOST_INVALID = 20
"""Invalid messages after which a connection is closed."""
SPEED = RateLimiter(most=60, a_second=20)
"""Limit of messages for one user, on all connections together."""
FIRST_MESSAGE = 120
"""Seconds after which a connection is closed whose client has sent nothing."""
SESSION_CHECK = 60
"""Seconds between two checks of a session, in addition to those after a change."""

_encode = msgspec.json.encode


@websocket("/socket/{hall:str}", opt={"scope": "read"})
async def socket(socket: WebSocket[Any, Any, Any], hall: FromPath[str]) -> None:
    """Serve a connection to a hall, until the WebSocket or the session ends."""
    server: Server = socket.app.state.server
    user: User | None = socket.user
    await socket.accept()
    where = address(socket)
    # After accepting, because the user may have opened other connections meanwhile.
    why = _why_not(server, user, hall, where)
    if why or user is None:
        await socket.send_data(_encode(Bye(why)), mode="text")
        await socket.close(4403, why)
        return
    server.sockets[where] += 1
    try:
        await _serve(socket, server, user, hall)
    finally:
        server.sockets[where] -= 1
        if not server.sockets[where]:
            del server.sockets[where]


async def _serve(socket: WebSocket[Any, Any, Any], server: Server, user: User, hall: str) -> None:
    """Serve the connection of a user who may enter the hall."""
    entered = server.halls[hall]
    connection, outbox = entered.connect(_person(socket, user, hall))
    outbox.recheck.set()  # a change since the request arrived was announced only to open connections
    about = {"hall": hall, "who": user.name, "line": connection}
    _log.info("connected", extra=about)
    outbox.put(_encode(Hello(user.name, clock(), __version__)))
    silent = asyncio.get_running_loop().call_later(FIRST_MESSAGE, _close_silent, outbox)
    work = [
        asyncio.create_task(each)
        for each in (
            _send(socket, outbox),
            _receive(socket, server, entered, connection, outbox),
            _check_session(server, socket, outbox, user),
        )
    ]
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        silent.cancel()
        entered.disconnect(connection)
        for task in work:
            task.cancel()
        for end in await asyncio.gather(*work, return_exceptions=True):
            # The excluded errors mean that the client has left.
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):
                _log.warning("connection failed", exc_info=end, extra=about)
        _log.info("disconnected", extra=about | {"why": outbox.closed})


def _close_silent(outbox: Outbox) -> None:
    """Close a connection whose client has sent nothing yet."""
    if not outbox.spoke:
        outbox.close(f"Send a message within {FIRST_MESSAGE} seconds after you connect.")


def _why_not(server: Server, user: User | None, hall: str, where: str) -> str:
    """The reason why a user may not connect to a hall from an address; empty if they may."""
    if user is None:
        return "Sign in first, or continue as a guest."
    if hall not in server.halls:
        return "There is no such hall."
    if user.must_change_password:
        return "Choose your own password first."
    if hall == MONEY and user.guest:
        return "Guests can play only for play money. Sign up to play for money."
    if server.halls[hall].room.connections_of(user.name) >= MOST_CONNECTIONS:
        return "You have too many connections. Close another page or program first."
    if where not in LOOPBACK and server.connections and server.sockets[where] >= server.connections:
        return "Your address has too many connections. Close another page or program first."
    return ""


def _person(socket: WebSocket[Any, Any, Any], user: User, hall: str) -> Person:
    """A user with their rights in a hall, as far as their access token has them.

    With play money everyone plays, operators may give the floor's orders, and no order needs a second person. With
    money, such an order must come by HTTP, where it can wait.
    """
    play = hall == PLAY
    floor = has_scope(socket, "floor") and user.may("floor", *(["operator"] if play else []))
    return Person(user.name, floor, has_scope(socket, "play") and (play or user.may("player")), alone=play)


async def _send(socket: WebSocket[Any, Any, Any], outbox: Outbox) -> None:
    """Send the messages of the outbox until it is closed."""
    while True:
        for text in await outbox.take():
            await socket.send_data(text, mode="text")
        if outbox.closed:
            await socket.send_data(_encode(Bye(outbox.closed)), mode="text")
            await socket.close(1008, outbox.closed)
            return


async def _receive(
    socket: WebSocket[Any, Any, Any], server: Server, hall: Hall, connection: str, outbox: Outbox
) -> None:
    """Pass the client's messages to the hall until the client leaves or the outbox is closed."""
    invalid = 0
    while True:
        try:
            text = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        except (KeyError, ValueError):
            text = ""
        outbox.spoke = True
        while wait := SPEED.wait(outbox.user):
            await asyncio.sleep(wait)
        if outbox.closed:
            return  # otherwise a client that does not read could continue to send
        try:
            if len(text) > LONGEST:
                raise msgspec.ValidationError(f"Messages are limited to {LONGEST} characters.")
            message = read(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            invalid += 1
            _log.info("invalid message", extra={"line": connection, "why": str(error)[:200]})
            outbox.put(_encode(Denied(request_id(text), str(error)[:300])))
            if invalid >= MOST_INVALID:
                outbox.close("Too many invalid messages.")
            continue
        outbox.active = True
        if (scope := _scope_of(message)) and not has_scope(socket, scope):
            outbox.put(_encode(Denied(id_of(message), f"This needs an access token with the scope {scope}.")))
            continue
        if await server.tables.is_shown(hall.name, message.table, outbox.user):
            about = {"cardroom.hall": hall.name, "cardroom.table": hall.traced_name(message.table)}
            with span(f"socket {tag_of(message)}", about):
                hall.receive(connection, message)
        else:
            outbox.put(_encode(Denied(id_of(message), f"There is no table {message.table}.")))


def _scope_of(message: ClientMessage) -> str:
    """The scope that an access token needs for a message; empty if reading is enough."""
    if isinstance(message, Watch | Unwatch):
        return ""
    return "floor" if isinstance(message, RequestMessage) and message.asks_for in ORDERS else "play"


async def _check_session(server: Server, socket: WebSocket[Any, Any, Any], outbox: Outbox, user: User) -> None:
    """Close the connection when its session has ended or its user's roles have changed."""
    secret, token = bearer(socket), socket.cookies.get(COOKIE, "")
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(outbox.recheck.wait(), SESSION_CHECK)
        outbox.recheck.clear()
        touch, outbox.active = outbox.active, False
        try:
            if secret:
                found = await asyncio.to_thread(server.tokens.find, secret)
                now = found and found[0]
            else:
                now = await asyncio.to_thread(server.people.sessions.user, token, touch=touch)
        except StoreError as error:  # not the user's fault; try again at the next check
            _log.warning("session could not be checked", extra={"who": user.name, "why": str(error)})
            outbox.active |= touch
            continue
        if now is None:
            outbox.close("Your session has ended. Sign in again.")
        elif (now.roles, now.must_change_password) != (user.roles, user.must_change_password):
            outbox.close(OTHER_ROLES)
        if outbox.closed:
            return
