"""Hostile input for a card room's server: corrupted WebSocket frames and HTTP requests.

The server is real and runs in this process. Whatever arrives, it must reply or close the connection, with its own
messages, log no internal error, and continue to serve another player at the same table.
"""

import atexit
import json
import logging
import re
import shutil
import socket
import tempfile
import threading
import time
from functools import cache
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

import cardroom
from cardroom.house.audit.store import audit
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.api import websocket as door
from cardroom.web.api.wire import LONGEST
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.rate_limiter import RateLimiter
from fuzz.mutation import json_spoiled, spoiled
from fuzz.values import HOSTILE_NUMBERS, HOSTILE_TEXTS
from support.browser import Browser, ask, hears
from support.server import Running, running

SECONDS = 10.0
"""Seconds within which all others must get a reply, however busy the machine is."""
TABLE = "table 7"
HEARD = {"hello", "accepted", "denied", "scene", "scene-patch", "offered", "bye"}


class Broken(Exception):
    """A check failed."""


class Faults(logging.Handler):
    """Errors that the server has logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Store an error."""
        self.found.append(logging.Formatter().format(record)[-1500:])


class Room:
    """A server, an attacker, and a witness who sits at the same table and must not be disturbed."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="cardroom-fuzz-")
        everybody = RateLimiter(10**9, 10**9)
        self._before, door.SPEED = door.SPEED, everybody
        self.room: Running = running(self.folder, newcomers=everybody, sign_ins=10**9)
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.faults = Faults()
        logging.getLogger("cardroom").addHandler(self.faults)
        how = TableConfig(
            TableTiming(
                answer_time=0.1,
                time_bank=0,
                pause_between=0,
                timeouts_allowed=1000,
                disconnect_grace=86_400,
                away_limit=86_400,
            )
        )
        game, floor = cardroom.game("texas-holdem"), Person("floor", floor=True)
        self.room.call(self.room.server.tables.open(PLAY, TABLE, game, how, floor))
        self.spoiler, self.witness = Browser(self.room), Browser(self.room)
        self.names = self.spoiler.guest(), self.witness.guest()
        for browser in (self.spoiler, self.witness):
            with browser.line() as line:
                if ask(line, "join", table=TABLE, cents=20_000)["type"] != "accepted":
                    raise Broken("nobody can sit down")
        self.given = 0

    def close(self) -> None:
        """Close everything."""
        self.room.stop()
        logging.getLogger("cardroom").removeHandler(self.faults)
        door.SPEED = self._before
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def live(self) -> Any:
        """The table."""
        return self.room.server.halls[PLAY].room.tables[TABLE]

    def question(self) -> tuple[str, str]:
        """The spot and the number of the open question at the table."""
        asks = self.live.asked()
        return (asks[0][1].spot, asks[0][2]) if asks else ("1", "0.1.0")

    def check(self) -> None:
        """Check that the witness is served, no error was logged, and the books are consistent."""
        began = time.monotonic()
        with self.witness.line() as line:
            line.send(json.dumps({"type": "watch", "table": TABLE}))
            hears(line, "scene")
        if self.witness.get("/api/v1/me").status_code != 200:
            raise Broken("the witness is not known any more")
        if time.monotonic() - began > SECONDS:
            raise Broken("others wait")
        if self.faults.found:
            errors, self.faults.found = self.faults.found, []
            raise Broken(f"a fault of ours: {errors[0].splitlines()[-1]}") from Exception(errors[0])
        self.given += 1
        if self.given % 50 == 0 and not audit(self.room.server.halls[PLAY].house.books).holds:
            raise Broken("the books do not hold")


@cache
def the_room() -> Room:
    """One room for all inputs."""
    return Room()


def close() -> None:
    """Close the server, if there is one."""
    if the_room.cache_info().currsize:
        the_room().close()
        the_room.cache_clear()


# -- frames down a line ------------------------------------------------------------------------------------------------

_ID = {"table": TABLE, "id": "ID"}
SAID: tuple[dict[str, Any], ...] = (
    {"type": "watch", "table": TABLE, "epoch": "e", "seq": 1},
    {"type": "unwatch", "table": TABLE},
    {"type": "queue", "table": TABLE},
    {"type": "unqueue", "table": TABLE},
    {"type": "join", **_ID, "cents": 20_000, "seat": 3, "behind": False},
    {"type": "join", **_ID, "cents": 20_000},
    {"type": "top-up", **_ID, "cents": 5_000},
    {"type": "leave", **_ID},
    {"type": "sit-out", **_ID, "out": False},
    {"type": "return", **_ID},
    {"type": "take-circle", **_ID, "seat": 2, "taken": True},
    {"type": "add-seed", **_ID, "words": "lucky"},
    {"type": "submit-answer", **_ID, "spot": "SPOT", "question": "QUESTION", "action": "call", "value": None},
    {"type": "submit-answer", **_ID, "spot": "SPOT", "question": "QUESTION", "action": "raise", "value": 1_000},
    {"type": "submit-answer", **_ID, "spot": "SPOT", "question": "QUESTION", "action": "fold"},
    {"type": "close-table", **_ID},
    {"type": "pause", **_ID, "why": "w", "paused": True},
    {"type": "void", **_ID, "why": "w", "round": "0.1"},
)


def make_lines(rng: Random) -> Any:
    """The messages of one connection: valid, corrupted, long, deeply nested, or not text. Each character is a byte."""
    return [_frame(rng) for _ in range(rng.choice((5, 15, 15, 40)))]


def _frame(rng: Random) -> list[str]:
    answer = dict(rng.choice(SAID))
    if rng.random() < 0.5:
        name = rng.choice([*answer, rng.choice(HOSTILE_TEXTS)])
        answer[name] = rng.choice(
            (rng.choice(HOSTILE_TEXTS), rng.choice(HOSTILE_NUMBERS), None, [], {}, [dict(answer)], TABLE)
        )
    text = json.dumps(answer, default=str).encode()
    match rng.randrange(12):
        case 0:
            text = json_spoiled(rng, text, [text])
        case 1:
            text = spoiled(rng, text, [json.dumps(each).encode() for each in SAID])
        case 2:
            text = b'{"type":"submit-answer","value":' + b"[" * rng.choice((100, 5_000, 16_000))
        case 3:
            text = text[:-1] + b',"x":"' + b"y" * rng.choice((LONGEST - 200, LONGEST, 3 * LONGEST)) + b'"}'
    return [rng.choice(("text", "text", "text", "text", "text", "binary", "parts")), text.decode("latin-1")]


def give_lines(data: Any) -> int:
    """Send all messages. Every reply must be a message of the room, or the connection is closed."""
    there = the_room()
    spot, question = there.question()
    with there.spoiler.line(max_size=None) as line:
        try:
            for number, (how, raw) in enumerate(data):
                text = raw.replace("SPOT", spot).replace("QUESTION", question).replace("ID", f"{there.given} {number}")
                _send(line, how, text.encode("latin-1"))
            line.send('{"type": "watch", "table": "no such table"}')
            until = time.monotonic() + SECONDS
            while "no such table" not in (reply := json.loads(line.recv(timeout=SECONDS))).get("why", ""):
                if reply["type"] not in HEARD or time.monotonic() > until:
                    raise Broken(f"it says {reply['type']}, or nothing in time")
                if reply["type"] == "bye":
                    break
        except ConnectionClosed:
            pass
    there.check()
    return len(data)


def _send(line: Any, how: str, data: bytes) -> None:
    if how == "binary":
        line.send(data)
        return
    text = data.decode(errors="replace")
    line.send([text[: len(text) // 2], text[len(text) // 2 :]] if how == "parts" else text)


# -- requests ----------------------------------------------------------------------------------------------------------


@cache
def _asked() -> tuple[tuple[str, str, str], ...]:
    """Every route, with a body that may be valid."""
    paths = the_room().witness.get("/api/v1/openapi.json").json()["paths"]
    fill = {"hall": PLAY, "table": TABLE, "what": "deposit", "name": "ann", "slug": "texas-holdem", "rules": "500-club"}
    bodies = {
        "/api/v1/sign-in": {"name": "ann", "password": "wrong horse"},
        "/api/v1/sign-up": {"name": "ann", "password": "short"},
        "/api/v1/password": {"old": "a", "new": "b"},
        "/api/v1/halls/{hall}/practice": {"game": "no game", "set": None, "house": {"stakes": "$1/$2"}},
        "/api/v1/halls/{hall}/cage/{what}": {"id": "1", "who": "ann", "cents": 100},
        "/api/v1/stops": {"what": "all", "stopped": True, "why": "w"},
    }
    requests = []
    for path, methods in paths.items():
        body = json.dumps(bodies.get(path, {"why": "w", "roles": ["player"], "barred": False}))
        real = re.sub(r"\{(\w+)\}", lambda requests: fill.get(requests[1], "1"), path).replace(" ", "%20")
        requests += [(method.upper(), real, body if method == "post" else "") for method in methods]
    return tuple(requests)


TRICKS = (
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e",
    "//",
    "/%00",
    "/api/v1/games/%ff/x",
    "/api/v1/../metrics",
    "/api/v1/socket/x",
    "*",
)
KINDS_OF_BODY = ("application/json", "application/json", "text/plain", "multipart/form-data; boundary=x")
NAMES = ("Origin", "X-Forwarded-For", "Accept", "Range", "Expect", "Upgrade", "Transfer-Encoding")
VALUES = ("null", "chunked", "*/*;q=x", "bytes=0-", "100-continue", "websocket", "127.0.0.1", "x" * 2000)


def make_requests(rng: Random) -> Any:
    """A request as bytes, one character each: valid, or corrupted in its path, its headers or its body."""
    method, path, body = rng.choice(_asked())
    content = body.encode()
    if content and rng.random() < 0.7:
        content = json_spoiled(rng, content, [each[2].encode() for each in _asked() if each[2]])
    if rng.random() < 0.2:
        path = rng.choice((*TRICKS, path + "?" + rng.choice(("a=1", "x[]=%", "&" * 500)), path + "/" + "a" * 3000))
    headers = {
        "Host": rng.choice(("127.0.0.1", "127.0.0.1", "elsewhere.example")),
        "Cookie": rng.choice(("COOKIES", "COOKIES", "session=x", "session=" + "y" * 5000, "\xff=\xfe; ;;=")),
        "X-CSRFToken": "TOKEN",
        "Content-Type": rng.choice(KINDS_OF_BODY),
        "Content-Length": str(len(content)),
        "Connection": "close",
    }
    if rng.random() < 0.2:
        headers[rng.choice(NAMES)] = rng.choice(VALUES)
    if rng.random() < 0.05:
        headers |= {f"X-{number}": "z" * 100 for number in range(1000)}
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    whole = head.encode("latin-1", "replace") + b"\r\n" + content
    return {"bytes": (spoiled(rng, whole, [whole]) if rng.random() < 0.1 else whole).decode("latin-1")}


def give_requests(data: Any) -> int:
    """Send a request. The reply must not be an internal error, or the connection is closed."""
    there = the_room()
    cookies = "; ".join(f"{name}={value}" for name, value in there.spoiler.http.cookies.items())
    answer = b""
    with socket.create_connection(there.room.listening.getsockname(), timeout=SECONDS) as line:
        try:
            text = data["bytes"].replace("COOKIES", cookies).replace("TOKEN", there.spoiler.http.cookies["csrftoken"])
            line.sendall(text.encode("latin-1"))
            line.shutdown(socket.SHUT_WR)
            while part := line.recv(65536):
                answer += part
        except (ConnectionError, BrokenPipeError):
            pass
        except TimeoutError:
            raise Broken("no answer came") from None
    status = re.match(rb"HTTP/1\.1 (\d+)", answer)
    if answer and (status is None or int(status[1]) >= 500):
        raise Broken(f"it answers {answer[:200]!r}")
    if b"Traceback" in answer or b"/src/" in answer:
        raise Broken("it shows code")
    there.check()
    return 1


# -- many at once ------------------------------------------------------------------------------------------------------


def crowd(room: Running, many: int, seconds: float) -> float:
    """Open many connections that send a byte now and then, or flood. Return the longest wait of another client."""
    stop = threading.Event()
    slow = [socket.create_connection(room.listening.getsockname()) for _ in range(many)]
    one = Browser(room)
    one.guest()

    def drips() -> None:
        for letter in b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 10_000:
            if stop.wait(0.1):
                return
            for each in slow:
                try:
                    each.send(bytes([letter]))
                except OSError:
                    continue

    def floods() -> None:
        with one.line(close_timeout=0.2) as line:
            while not stop.is_set():
                try:
                    line.send('{"type":"queue","table":"table 7"}')
                except ConnectionClosed:
                    return

    busy = [threading.Thread(target=drips), threading.Thread(target=floods)]
    for thread in busy:
        thread.start()
    worst, until = 0.0, time.monotonic() + seconds
    try:
        witness = Browser(room)
        witness.guest()
        with witness.line() as line:
            while time.monotonic() < until:
                began = time.monotonic()
                line.send(msgspec.json.encode({"type": "watch", "table": "nowhere"}).decode())
                hears(line, "denied")
                witness.get("/api/v1/me")
                worst = max(worst, time.monotonic() - began)
    finally:
        stop.set()
        for each in slow:
            each.close()
        for thread in busy:
            thread.join()
    return worst
