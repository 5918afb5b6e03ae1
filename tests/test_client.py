"""A client by itself: what it keeps, whichever address answers and whatever comes down its line."""

import asyncio

import httpx
import pytest

from cardroom.client import MOST_UNREAD, Away, Client, Line
from cardroom.play.commands import Return
from cardroom.room.messages import Accepted, Bye, Denied, Scene, ScenePatch


def test_a_session_goes_along_to_another_host():
    heard = []
    dead = set()

    def answers(request: httpx.Request) -> httpx.Response:
        if request.url.host in dead:
            raise httpx.ConnectError("nobody is there")
        heard.append((request.url.host, request.headers.get("cookie", "")))
        set_cookies = {"/api/me": "csrftoken=c1; Path=/", "/api/guest": "session=s1; Path=/; HttpOnly"}
        set_cookies["/api/sign-out"] = 'session=""; Path=/; Max-Age=0'
        return httpx.Response(200, json={}, headers={"set-cookie": set_cookies[request.url.path]})

    async def act():
        async with Client("http://one.test", "http://two.test") as client:
            await client._http.aclose()
            client._http = httpx.AsyncClient(base_url="http://one.test", transport=httpx.MockTransport(answers))
            await client.guest()
            dead.add("one.test")
            await client.guest()
            await client.get("/api/me")
            await client.guest()
            await client.post("/api/sign-out")
            assert client.cookies == {"csrftoken": "c1"}

    asyncio.run(act())
    both = {"csrftoken=c1", "session=s1"}
    assert heard[:2] == [("one.test", ""), ("one.test", "csrftoken=c1")]
    assert [host for host, _ in heard[2:]] == ["two.test"] * 4
    assert all(set(said.split("; ")) == both for _, said in heard[2:])


def test_what_nobody_reads_is_kept_up_to_a_number_and_the_scene_goes_on():
    line = Line(["ws://one.test"], "")
    line._hear(Scene("table 7", "e", 0, {"pot": 0}))
    for number in range(MOST_UNREAD + 50):
        line._hear(ScenePatch("table 7", "e", number, number + 1, [(["pot"], number + 1)], []))
    line._hear(Denied("", "not now"))
    assert len(line._came) == MOST_UNREAD
    assert line.scenes["table 7"] == {"pot": MOST_UNREAD + 50}
    assert line._came[-1] == Denied("", "not now")


def test_each_message_goes_to_one_of_those_who_wait_for_it_and_none_is_lost_on_who_gives_up():
    async def act():
        line = Line(["ws://one.test"], "")
        with pytest.raises(Away, match="nothing came"):
            await line.next(0.01)
        waiting = [asyncio.create_task(line.next(5)) for _ in range(3)]
        await asyncio.sleep(0)
        for number in range(2):
            line._hear(Denied("", str(number)))
        waiting[0].cancel()  # woken already, but it has taken nothing yet
        await asyncio.sleep(0.01)
        assert [task.done() for task in waiting] == [True] * 3
        assert sorted(task.result().why for task in waiting[1:]) == ["0", "1"]
        late = asyncio.create_task(line.next(5))
        await asyncio.sleep(0)
        line._hear(Denied("", "2"))
        assert (await late).why == "2"
        assert not line._waiting

    asyncio.run(act())


def test_an_answer_that_comes_just_when_it_would_be_asked_for_again_is_taken():
    asked = []

    async def act():
        loop = asyncio.get_running_loop()
        passed = 0.0
        loop.time = lambda: passed  # a loop that is busy for long finds the time over, and the answer there, at once

        def pass_time():
            nonlocal passed
            passed = 2.5

        class Socket:
            async def send(self, text):
                asked.append(text)
                loop.call_later(2.1, line._hear, Accepted("key"))
                loop.call_soon(pass_time)

        line = Line(["ws://one.test"], "")
        line._socket = Socket()
        assert await line.ask(Return, "table 7", seconds=2.4, key="key") == "key"
        assert not line._came
        assert not line._answers

    asyncio.run(act())
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("why", "ended"),
    [("the room closes", ""), ("too much waits to be read", ""), ("your session is over", "your session is over")],
)
def test_a_line_is_dialled_again_where_that_is_worth_it(why, ended):
    line = Line(["ws://one.test"], "")
    line._hear(Bye(why))
    assert line.ended == ended


def test_who_waits_hears_that_the_server_is_not_understood():
    class Socket:
        async def recv(self):
            return '{"type": "riddle"}'

        async def send(self, text):
            pass

    async def act():
        line = Line(["ws://one.test"], "")
        line._socket = Socket()
        await asyncio.wait_for(line._read(), 5)
        with pytest.raises(Away, match="cannot be understood"):
            await line.ask(Return, "table 7")

    asyncio.run(act())
