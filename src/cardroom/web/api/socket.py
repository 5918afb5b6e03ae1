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

import cardroom
from cardroom.house.store import StoreError
from cardroom.room import Person
from cardroom.room.messages import Bye, Denied, Hello
from cardroom.web.api.wire import LONGEST, read
from cardroom.web.halls.clock import clock
from cardroom.web.halls.hall import Hall
from cardroom.web.halls.outbox import Outbox
from cardroom.web.halls.server import OTHER_ROLES, Server
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people.access import COOKIE
from cardroom.web.people.rate_limiter import RateLimiter
from cardroom.web.people.user import User

__all__ = ["socket"]

_log = logging.getLogger("cardroom.socket")

MOST_CONNECTIONS = 8
"""Connections that one user may have to a hall."""
MOST_INVALID = 20
"""Invalid messages after which a connection is closed."""
SPEED = RateLimiter(most=60, a_second=20)
"""Messages of one user, on all connections together."""
SESSION_CHECK = 60
"""Seconds after which a session is checked again, though nothing says that it changed."""

_encode = msgspec.json.encode


@websocket("/socket/{hall:str}")
async def socket(socket: WebSocket[Any, Any, Any], hall: FromPath[str]) -> None:
    """A connection to a hall, as long as both the WebSocket and the session last."""
    server: Server = socket.app.state.server
    user: User | None = socket.user
    await socket.accept()
    why = _why_not(server, user, hall)  # only now: other connections of the same user may have opened meanwhile
    if why or user is None:
        await socket.send_data(_encode(Bye(why)), mode="text")
        await socket.close(4403, why)
        return
    there = server.halls[hall]
    connection, outbox = there.connect(Person(user.name, floor=user.may("floor")))
    outbox.recheck.set()  # changes since the request came were announced only to connections that were open
    about = {"hall": hall, "who": user.name, "line": connection}
    _log.info("connected", extra=about)
    outbox.put(_encode(Hello(user.name, clock(), cardroom.__version__)))
    work = [
        asyncio.create_task(each)
        for each in (
            _send(socket, outbox),
            _receive(socket, server, there, connection, outbox),
            _check_session(server, socket, outbox, user),
        )
    ]
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        there.disconnect(connection)
        for task in work:
            task.cancel()
        for end in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):  # the client is gone
                _log.warning("a connection broke", exc_info=end, extra=about)
        _log.info("disconnected", extra=about | {"why": outbox.closed})


def _why_not(server: Server, user: User | None, hall: str) -> str:
    """Why a user may not connect to a hall; empty where they may."""
    if user is None:
        return "sign in first, or come in as a guest"
    if hall not in server.halls:
        return "there is no such hall"
    if user.must_change_password:
        return "choose a password of your own first"
    if hall == MONEY and user.guest:
        return "guests play for play money: sign up to play for money"
    if server.halls[hall].room.connections_of(user.name) >= MOST_CONNECTIONS:
        return "you have too many connections here: close one"
    return ""


async def _send(socket: WebSocket[Any, Any, Any], outbox: Outbox) -> None:
    """Send what the outbox has, until it is closed."""
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
    """Give the client's messages to the hall, until the client is gone or the outbox is closed."""
    invalid = 0
    while True:
        try:
            text = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        except (KeyError, ValueError):
            text = ""
        while wait := SPEED.wait(outbox.user):
            await asyncio.sleep(wait)
        if outbox.closed:
            return  # otherwise a client that reads nothing could go on sending
        try:
            if len(text) > LONGEST:
                raise msgspec.ValidationError(f"a message has at most {LONGEST} letters")
            message = read(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            invalid += 1
            _log.info("invalid message", extra={"line": connection, "why": str(error)[:200]})
            outbox.put(_encode(Denied("", str(error)[:300])))
            if invalid >= MOST_INVALID:
                outbox.close("nothing of what you say makes sense")
            continue
        outbox.active = True
        if await server.tables.is_shown(hall.name, message.table, outbox.user):
            hall.receive(connection, message)
        else:
            outbox.put(_encode(Denied(getattr(message, "id", ""), f"there is no table {message.table}")))


async def _check_session(server: Server, socket: WebSocket[Any, Any, Any], outbox: Outbox, user: User) -> None:
    """Close the connection when its session is over, or its user's roles have changed."""
    token = socket.cookies.get(COOKIE, "")
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(outbox.recheck.wait(), SESSION_CHECK)
        outbox.recheck.clear()
        touch, outbox.active = outbox.active, False
        try:
            now = await asyncio.to_thread(server.people.session, token, touch=touch)
        except StoreError as error:  # not the user's fault: it is checked next time
            _log.warning("a session could not be checked", extra={"who": user.name, "why": str(error)})
            outbox.active |= touch
            continue
        if now is None:
            outbox.close("your session is over: sign in again")
        elif (now.roles, now.must_change_password) != (user.roles, user.must_change_password):
            outbox.close(OTHER_ROLES)
        if outbox.closed:
            return
