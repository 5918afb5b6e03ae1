"""The client alone: what it stores, whichever address answers and whatever its connection receives."""

import asyncio
import subprocess
import sys

import httpx
import pytest

from cardroom.client import MOST_UNREAD, Client, Connection, Unreachable
from cardroom.play.table import Return
from cardroom.room.messages import Accepted, Bye, Denied, Scene, ScenePatch


def test_the_session_is_sent_to_every_host():
    results = []
    dead = set()

    def answers(request: httpx.Request) -> httpx.Response:
        if request.url.host in dead:
            raise httpx.ConnectError("nobody is there")
        results.append((request.url.host, request.headers.get("cookie", "")))
        set_cookies = {"/api/v1/me": "csrftoken=c1; Path=/", "/api/v1/guest": "session=s1; Path=/; HttpOnly"}
        set_cookies["/api/v1/sign-out"] = 'session=""; Path=/; Max-Age=0'
        return httpx.Response(200, json={}, headers={"set-cookie": set_cookies[request.url.path]})

    async def act():
        async with Client("http://one.test", "http://two.test") as client:
            await client._http.aclose()
            client._http = httpx.AsyncClient(base_url="http://one.test", transport=httpx.MockTransport(answers))
            await client.guest()
            dead.add("one.test")
            await client.guest()
            await client.get("/api/v1/me")
            await client.guest()
            await client.post("/api/v1/sign-out")
            assert client.cookies == {"csrftoken": "c1"}

    asyncio.run(act())
    both = {"csrftoken=c1", "session=s1"}
    assert results[:2] == [("one.test", ""), ("one.test", "csrftoken=c1")]
    assert [host for host, _ in results[2:]] == ["two.test"] * 4
    assert all(set(text.split("; ")) == both for _, text in results[2:])


def test_unread_messages_are_bounded_and_the_scene_stays_current():
    connection = Connection(["ws://one.test"], {})
    connection._receive(Scene("table 7", "e", 0, {"pot": 0}))
    for number in range(MOST_UNREAD + 50):
        connection._receive(ScenePatch("table 7", "e", number, number + 1, [(["pot"], number + 1)], []))
    connection._receive(Denied("", "not now"))
    assert len(connection._unread) == MOST_UNREAD
    assert connection.scenes["table 7"] == {"pot": MOST_UNREAD + 50}
    assert connection._unread[-1] == Denied("", "not now")


def test_each_message_goes_to_one_waiting_caller_and_none_is_lost_when_a_caller_is_cancelled():
    async def act():
        connection = Connection(["ws://one.test"], {})
        with pytest.raises(Unreachable, match="No message arrived in time"):
            await connection.next(0.01)
        waiting = [asyncio.create_task(connection.next(5)) for _ in range(3)]
        await asyncio.sleep(0)
        for number in range(2):
            connection._receive(Denied("", str(number)))
        waiting[0].cancel()  # already woken, but it has not received anything yet
        await asyncio.sleep(0.01)
        assert [task.done() for task in waiting] == [True] * 3
        assert sorted(task.result().why for task in waiting[1:]) == ["0", "1"]
        late = asyncio.create_task(connection.next(5))
        await asyncio.sleep(0)
        connection._receive(Denied("", "2"))
        assert (await late).why == "2"
        assert not connection._waiting

    asyncio.run(act())


def test_a_reply_that_arrives_as_the_wait_ends_is_used():
    asked = []

    async def act():
        loop = asyncio.get_running_loop()
        passed = 0.0
        loop.time = lambda: passed  # after a long delay, a busy loop sees the timeout and the reply together

        def pass_time():
            nonlocal passed
            passed = 2.5

        class Socket:
            async def send(self, text):
                asked.append(text)
                loop.call_later(2.1, connection._receive, Accepted("key"))
                loop.call_soon(pass_time)

        connection = Connection(["ws://one.test"], {})
        connection._socket = Socket()
        assert await connection.ask(Return, "table 7", seconds=2.4, key="key") == "key"
        assert not connection._unread
        assert not connection._answers

    asyncio.run(act())
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("why", "ended"),
    [("the room closes", ""), ("too much waits to be read", ""), ("Your roles changed.", "Your roles changed.")],
)
def test_the_client_reconnects_only_if_that_can_help(why, ended):
    connection = Connection(["ws://one.test"], {})
    connection._receive(Bye(why))
    assert connection.ended == ended


def test_waiting_callers_learn_that_a_message_cannot_be_decoded():
    class Socket:
        async def recv(self):
            return '{"type": "riddle"}'

        async def send(self, text):
            pass

    async def act():
        connection = Connection(["ws://one.test"], {})
        connection._socket = Socket()
        await asyncio.wait_for(connection._read(), 5)
        with pytest.raises(Unreachable, match="cannot be decoded"):
            await connection.ask(Return, "table 7")

    asyncio.run(act())


HEAVY = ("sqlalchemy", "httpx", "websockets", "numpy", "numba", "cryptography", "litestar", "rich", "cardroom.house")


def test_importing_the_client_loads_no_heavy_module():
    code = f"import sys, cardroom.client; print([each for each in {HEAVY} if each in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "[]\n"


def test_clients_return_after_different_times_and_to_any_address(monkeypatch):
    waits, tried = [], []

    async def sleep(seconds):
        waits.append(seconds)

    async def act():
        connection = Connection([f"ws://{name}.test" for name in "abc"], {})

        async def connect():
            tried.append(connection._addresses[0])
            if len(waits) % 10:
                connection._addresses.rotate(-1)
                raise Unreachable("not yet")

        monkeypatch.setattr(connection, "_connect", connect)
        await connection._reconnect()

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", sleep)
        for _ in range(20):
            asyncio.run(act())
    assert len({*waits}) > 100, "no two clients wait equally long"
    assert max(waits) <= 7.5
    assert {*tried[::10]} == {"ws://a.test", "ws://b.test", "ws://c.test"}
