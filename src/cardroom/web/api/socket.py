"""The WebSocket into a hall: a line for whoever has a session."""

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
from cardroom.web.halls.hall import Hall, Outbox, clock
from cardroom.web.halls.server import MONEY, OTHER_ROLES, Server
from cardroom.web.people.access import COOKIE, Buckets
from cardroom.web.people.store import Account

__all__ = ["socket"]

_log = logging.getLogger("cardroom.socket")

MOST_LINES = 8
"""Lines that one person may have into a hall ..."""
MOST_WRONG = 20
"""... and messages without sense that are borne on one."""
SPEED = Buckets(most=60, a_second=20)
"""How much one person may say, on all lines together."""
LOOKS = 60
"""Seconds after which a session is looked at again, though nobody doubts it."""

_write = msgspec.json.encode


@websocket("/socket/{hall:str}")
async def socket(socket: WebSocket[Any, Any, Any], hall: FromPath[str]) -> None:
    """Be in a hall, as long as the line holds and the session does."""
    server: Server = socket.app.state.server
    account: Account | None = socket.user
    await socket.accept()
    why = _why_not(server, account, hall)  # only now: others of the same person may have come in meanwhile
    if why or account is None:
        await socket.send_data(_write(Bye(why)), mode="text")
        await socket.close(4403, why)
        return
    there = server.halls[hall]
    line, outbox = there.connect(Person(account.name, floor=account.may("floor")))
    outbox.doubted.set()  # what has changed since they asked to come in was told to lines that were there
    _log.info("line", extra={"hall": hall, "who": account.name, "line": line})
    outbox.put(_write(Hello(account.name, clock(), cardroom.__version__)))
    work = [
        asyncio.create_task(each)
        for each in (
            _sends(socket, outbox),
            _listens(socket, server, there, line, outbox, account.name),
            _looks(server, socket, outbox, account),
        )
    ]
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        there.disconnect(line)
        for task in work:
            task.cancel()
        for end in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):  # they are gone
                _log.warning("a line was cut", exc_info=end, extra={"hall": hall, "who": account.name, "line": line})
        _log.info("line closed", extra={"hall": hall, "who": account.name, "line": line, "why": outbox.cut})


def _why_not(server: Server, account: Account | None, hall: str) -> str:
    """Why somebody does not come in."""
    if account is None:
        return "sign in first, or come in as a guest"
    if hall not in server.halls:
        return "there is no such hall"
    if account.once:
        return "choose a password of your own first"
    if hall == MONEY and account.guest:
        return "guests play for play money: sign up to play for money"
    if server.halls[hall].room.connections_of(account.name) >= MOST_LINES:
        return "you have too many lines here: close one"
    return ""


async def _sends(socket: WebSocket[Any, Any, Any], outbox: Outbox) -> None:
    while True:
        for text in await outbox.take():
            await socket.send_data(text, mode="text")
        if outbox.cut:
            await socket.send_data(_write(Bye(outbox.cut)), mode="text")
            await socket.close(1008, outbox.cut)
            return


async def _listens(
    socket: WebSocket[Any, Any, Any], server: Server, hall: Hall, line: str, outbox: Outbox, who: str
) -> None:
    wrong = 0
    while True:
        try:
            text = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        except (KeyError, ValueError):
            text = ""
        while wait := SPEED.wait(who):
            await asyncio.sleep(wait)
        if outbox.cut:
            return  # somebody who reads nothing would be heard for as long as they like otherwise
        try:
            if len(text) > LONGEST:
                raise msgspec.ValidationError(f"a message has at most {LONGEST} letters")
            message = read(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            wrong += 1
            _log.info("nonsense", extra={"line": line, "why": str(error)[:200]})
            outbox.put(_write(Denied("", str(error)[:300])))
            if wrong >= MOST_WRONG:
                outbox.close("nothing of what you say makes sense")
            continue
        outbox.heard = True
        if await server.is_shown(hall.name, message.table, who):
            hall.receive(line, message)
        else:
            outbox.put(_write(Denied(getattr(message, "id", ""), f"there is no table {message.table}")))


async def _looks(server: Server, socket: WebSocket[Any, Any, Any], outbox: Outbox, account: Account) -> None:
    """Cut the line of a session that is over, or of somebody who may do other things now."""
    token = socket.cookies.get(COOKIE, "")
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(outbox.doubted.wait(), LOOKS)
        outbox.doubted.clear()
        touch, outbox.heard = outbox.heard, False
        try:
            now = await asyncio.to_thread(server.register.session, token, touch=touch)
        except StoreError as error:  # that is no fault of theirs: it is looked at next time
            _log.warning("a session could not be looked at", extra={"who": account.name, "why": str(error)})
            outbox.heard |= touch
            continue
        if now is None:
            outbox.close("your session is over: sign in again")
        elif (now.roles, now.once) != (account.roles, account.once):
            outbox.close(OTHER_ROLES)
        if outbox.cut:
            return
