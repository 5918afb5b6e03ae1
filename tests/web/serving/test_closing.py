"""A room that closes waits for its threads before it closes its databases."""

from __future__ import annotations

import asyncio
import threading
import time

from sqlalchemy import text

from support.server import running


def test_threads_of_cancelled_tasks_end_before_the_databases_close(tmp_path, monkeypatch):
    order, reading = [], threading.Event()
    with running(tmp_path) as room:
        server, database = room.server, room.server.people.database
        close = database.close
        monkeypatch.setattr(database, "close", lambda: (order.append("closed"), close()))

        def read_slowly():
            with database.reading() as connection:
                reading.set()
                time.sleep(0.3)
                connection.execute(text("SELECT 1"))
            order.append("read")

        async def chore():
            await asyncio.to_thread(read_slowly)

        room.loop.call_soon_threadsafe(lambda: server._tasks.spawn(chore()))
        reading.wait()
    assert order == ["read", "closed"]
    assert database._engine.pool.checkedin() == 0, "no connection is left in the pool"
