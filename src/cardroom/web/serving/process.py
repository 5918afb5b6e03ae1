"""`cardroom serve`: start the server, and stop it without loss."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from litestar.types import ASGIApp

from cardroom.errors import InputError
from cardroom.games import left_out
from cardroom.web import tracing
from cardroom.web.api import LONGEST, RequestIds
from cardroom.web.halls import (
    MOST_FROM_ADDRESS,
    Databases,
    Server,
    Target,
    check_demo,
    databases_for,
    demo_server,
    home,
    mark_demo,
    one_at_a_time,
    prepare_rules,
)
from cardroom.web.serving.app import create_app
from cardroom.web.serving.draining import RefuseWhileDraining
from cardroom.web.serving.head import HeadAsGet
from cardroom.web.serving.logs import log_to
from cardroom.web.serving.request_timeout import MOST_CONNECTIONS, RequestTimeout, WebSocketLimit

__all__ = [
    "announce_password",
    "loop_factory",
    "password_file",
    "raise_file_limit",
    "serve",
    "tune_gc",
    "uvicorn_config",
]

_log = logging.getLogger("cardroom.web")
FEW = 4096
"""A limit of open files below this is too small for a busy room: every connection needs one."""


GRACE = 2
"""Seconds that open requests have to end, after the rounds."""
MARGIN = GRACE + 2
"""Seconds of the time to close that are left for everything but the rounds."""


def serve(
    *,
    host: str,
    port: int,
    db: str | None,
    names: Sequence[str],
    tables: bool,
    forget: int,
    backups: tuple[int, Path] | None = None,
    one_person: bool | None = None,
    sign_ins: int | None = None,
    own_tables: int = MOST_FROM_ADDRESS,
    connections: int = MOST_CONNECTIONS,
    second_factor: bool = False,
    first_password: Path | None = None,
    metrics_token: str = "",
    webhook: tuple[str, str] | None = None,
    drain: int = 20,
    demo: bool = False,
    browser: bool,
    log: str,
    terminal: bool = True,
    tell: Callable[[str], None],
) -> None:
    """Serve the card room until Ctrl-C or SIGTERM. `names` are its host names. Guests are deleted after `forget` days.
    `backups` are the hours between backups, and their folder. `one_person` switches the second person off or on.
    `sign_ins` limits the sign-ins of an address per minute, `own_tables` its open practice and private tables, and
    `connections` its HTTP connections and its WebSockets. With `second_factor`, staff need one to move money. The first
    operator's password is written to the file `first_password`. If no file is given, it is shown on the `terminal`, or
    written beside the room if there is none. `metrics_token` opens /metrics. `webhook` is an address for significant
    events, and the secret that signs them. The server closes within `drain` seconds. With `demo`, a demo day runs in
    databases of its own: without `db`, in a folder that is deleted at the end. `tell` prints a message to the
    operator."""
    listening = _listening(host, port)
    folder = tempfile.TemporaryDirectory(prefix="cardroom-demo-") if demo and db is None else None
    databases = databases_for(f"sqlite:///{folder.name}/room.db" if folder else db)
    check_demo(databases, demo)
    if demo:
        mark_demo(databases)
        prepare_rules(databases)
    log_to(level=log)
    tracing.start()
    raise_file_limit()
    with one_at_a_time(databases):
        server = (demo_server if demo else Server)(
            databases,
            tables=tables and not demo,
            forget=forget,
            backups=backups,
            one_person=one_person,
            sign_ins=sign_ins,
            own_tables=own_tables,
            connections=connections,
            second_factor=second_factor,
            metrics_token=metrics_token,
            webhook=Target(*webhook) if webhook else None,
            drains=max(drain - MARGIN, 0),
        )
    names = (host, *names)
    host, port = listening.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    for each in left_out():
        tell(f"Left out {each}")
    facts = [f"The books are in {databases.money if '://' not in databases.money else 'PostgreSQL'}."]
    if demo:
        facts = ["This is a demo: no person and no money in it is real. Each page offers to look at it as its staff."]
        facts += ["Its books are deleted when it closes."] if folder else []
    if not server.orders.rule.current().on:
        facts.append("One person can give every order alone (--one-person). Reports and audits say so.")
    if server.secret and not demo:
        file = first_password or (None if terminal else password_file(databases))
        facts.append(announce_password(server.secret, file))

    def tell_facts() -> None:
        while facts:
            tell(facts.pop(0))

    def opened() -> None:
        tell(f"cardroom is open at {address} (press Ctrl-C to close it)")
        tell_facts()
        app.state.learning.start_deals(app.state.workers)
        if browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    tune_gc()
    app = create_app(server, server.room_store.secret("forged requests"), names)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_run(_Uvicorn(uvicorn_config(app, server), server), listening, opened))
    finally:
        tell_facts()  # also if the room could not open: the password is shown only once
        if folder:
            folder.cleanup()
    tell("cardroom is closed.")


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fastest event loop that is installed. None means the default of asyncio."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


def tune_gc() -> None:
    """Collect garbage rarely, because a room has many long-lived objects and a collection stops all tables. Switch
    threads often, so that the threads that use the books do not wait long for the event loop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    sys.setswitchinterval(0.00005)


def uvicorn_config(app: ASGIApp, server: Server) -> uvicorn.Config:
    """Uvicorn's settings: small messages, pings, no access log, no server header."""
    return uvicorn.Config(
        cast("Any", RequestIds(RefuseWhileDraining(HeadAsGet(app), lambda: server.draining), server.measures)),
        http=type("Limited", (RequestTimeout,), {"most_per_address": server.connections}),
        ws=WebSocketLimit,
        ws_max_size=LONGEST,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,  # messages are small, and compression needs much memory for each connection
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        h11_max_incomplete_event_size=32 * 1024,
    )


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # The event loop disables Nagle's algorithm only for sockets with an explicit protocol.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        raise InputError(f"Cannot listen on {host}:{port}: {error}. Choose another port with --port.") from None
    listening.listen(1024)
    return listening


class _Uvicorn(uvicorn.Server):
    """A server that lets rounds end before it closes connections. A second signal closes it immediately."""

    def __init__(self, config: uvicorn.Config, room: Server) -> None:
        super().__init__(config)
        self._room = room
        self._closing: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to close. On the second signal, close immediately."""
        if self._closing is not None or not self.started:
            super().handle_exit(sig, frame)
        else:
            self._closing = asyncio.get_event_loop().create_task(self._close())

    async def _close(self) -> None:
        try:
            await self._room.drain()
            await asyncio.sleep(0.2)  # time to send the last messages
        finally:
            self.should_exit = True


async def _run(server: _Uvicorn, listening: socket.socket, opened: Callable[[], None]) -> None:
    """Run the server, and call `opened` when it answers."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(asyncio.CancelledError):
        task = loop.create_task(server.serve(sockets=[listening]))
        while not server.started and not task.done():
            await asyncio.sleep(0.02)
        for each in (signal.SIGTERM, signal.SIGINT):  # after uvicorn has set its own, to replace them
            loop.add_signal_handler(each, server.handle_exit, each, None)
        if server.started:
            opened()
        await task


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as the system allows, log it, and return it. 0 if unknown."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # not on Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError) as error:  # some systems allow less than they state
            _log.warning("the limit of open files was not raised", extra={"limit": soft, "why": str(error)})
    if soft != resource.RLIM_INFINITY and soft < FEW:
        _log.warning("few files may be open: raise `ulimit -n` for more connections", extra={"limit": soft})
    else:
        _log.info("limit of open files", extra={"limit": soft})
    return soft


def password_file(databases: Databases) -> Path:
    """The default file: beside the books, or in the data folder for PostgreSQL."""
    if not databases.shared:
        return Path(databases.money).with_suffix(".first-password")
    home().mkdir(parents=True, exist_ok=True, mode=0o700)
    return home() / "room.first-password"


def announce_password(secret: str, file: Path | None) -> str:
    """Return the message about the first password. It contains the password only if there is no file for it:
    a log could store it."""
    if file is None:
        return f"Sign in as operator with the password {secret} (shown only once)."
    try:
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(f"{secret}\n")
    except OSError as error:
        return (
            f"The first operator's password cannot be written to {file}: {error.strerror}. "
            "Make a new one with `cardroom people reset operator`."
        )
    return f"Sign in as operator with the password in {file}, then delete the file."
