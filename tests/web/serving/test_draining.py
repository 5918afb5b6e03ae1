"""A server that closes refuses new connections with 503, and ends within its time."""

import re
import signal
import subprocess
import sys
import time

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from cardroom.web.serving.process import MARGIN
from support.browser import Browser, ask, in_memory
from support.server import running


def test_new_connections_and_sessions_get_503_while_the_server_closes():
    with in_memory() as folder, running(folder) as room:
        one = Browser(room)
        one.guest()
        room.server._drained = True
        with pytest.raises(InvalidStatus) as refused, one.line():
            pass
        response = refused.value.response
        assert (response.status_code, response.headers["retry-after"]) == (503, "2")
        guest = Browser(room).post("/api/v1/guest")
        assert (guest.status_code, guest.headers["retry-after"], guest.json()["status"]) == (503, "2", 503)
        assert one.get("/api/v1/me").status_code == 200, "other requests are answered to the end"
        room.server._drained = False


@pytest.mark.proof
def test_a_server_with_an_unfinished_round_ends_within_its_time(tmp_path):
    command = [sys.executable, "-m", "cardroom", "serve", "--db", f"sqlite:///{tmp_path}/room.db", "--port", "0"]
    drain = MARGIN + 1
    process = subprocess.Popen([*command, "--no-tables", "--drain", str(drain)], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+:\d+", process.stdout.readline())[0]
        while True:
            try:
                httpx.get(f"{address}/ready")
                break
            except httpx.ConnectError:
                time.sleep(0.05)
        room = type("There", (), {"address": address})
        one = Browser(room)
        one.guest()
        table = one.post("/api/v1/halls/play/practice", game="heads-up-holdem").json()["table"]
        with one.line() as line:
            assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
            assert time.monotonic() - began <= drain + 1
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
