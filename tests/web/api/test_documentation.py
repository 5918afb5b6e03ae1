"""The examples of the documentation that need a live server are executed as they are printed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardroom
from cardroom.room import Person
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.browser import Browser, in_memory
from support.server import running

DOCS = Path(__file__).parents[3] / "docs"
SOURCE = Path(cardroom.__file__).parent.parent
SERVED = "http://127.0.0.1:8080"
ANYTHING = {"name", "now", "version", "epoch", "seq", "after"}
"""Fields whose values differ in each run."""


@pytest.fixture(scope="module")
def room(often):
    with in_memory() as folder, running(folder) as there:
        game, floor = cardroom.game("heads-up-holdem"), Person("floor", floor=True)
        for name, how in (
            ("table 7", TableTiming(pause_between=0.05)),
            ("table 8", TableTiming(answer_time=20, time_bank=0, pause_between=1)),
        ):
            there.call(there.server.tables.open(PLAY, name, game, TableConfig(how), floor))
        yield there


def block(page, before):
    """Return the fenced block of a page that follows some text."""
    text = re.search(re.escape(before) + "(.*?)```\n", (DOCS / page).read_text(), re.DOTALL)
    assert text, before
    return text[1]


def is_like(shown, received):
    """Return whether a received message has the fields that the documentation shows."""
    match shown:
        case dict():
            parts = {name: each for name, each in shown.items() if name != "..."}
            complete = parts.keys() == received.keys() or "..." in shown
            return complete and all(
                name in ANYTHING or is_like(each, received.get(name)) for name, each in parts.items()
            )
        case [*parts, "..."]:
            return all(each in received for each in parts)
    return shown == received


def test_the_websocket_exchange_happens_as_printed(room):
    text = re.sub(r"\n    ", " ", block("reference/websocket.md", "<!-- exchange -->\n```text\n")).splitlines()
    one = Browser(room)
    one.guest()
    with one.line() as line:
        for each in text:
            way, shown = each[0], json.loads(each[2:])
            if way == ">":
                line.send(json.dumps(shown))
                continue
            received = json.loads(line.recv(timeout=60))
            while received["type"] == "scene-patch" and not is_like(shown, received):
                received = json.loads(line.recv(timeout=60))
            assert is_like(shown, received), f"{shown} is shown, {received} was received"


def test_the_client_program_prints_its_balance(room, tmp_path):
    text = block("reference/client.md", "<!-- program -->\n```python\n")
    (tmp_path / "visit.py").write_text(
        text.replace(SERVED, room.address).replace("table 7", "table 8")
    )  # a round goes on at 7
    done = subprocess.run(
        [sys.executable, tmp_path / "visit.py"],
        capture_output=True,
        text=True,
        timeout=200,
        env={"PYTHONPATH": str(SOURCE)},
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (re.findall(r"# (\d+)", text)[-1], "")


@pytest.mark.skipif(shutil.which("curl") is None and not os.environ.get("CI"), reason="needs curl")
def test_the_floor_script_runs(room, tmp_path):
    text = block("operate/floor.md", "```sh\n").replace(SERVED, room.address)
    text = text.replace("THE PASSWORD", room.server.secret)
    done = subprocess.run(
        ["bash", "-e", "-c", text], capture_output=True, text=True, timeout=200, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(re.findall(r"^(?:get|post) ", text, re.MULTILINE)) + 3 * 2, "three open an account"
    assert [each["balance"] for each in answers if "balance" in each] == [5_000_000, 50_000, 50_000, 30_000, 30_005]
    operator = Browser(room)
    operator.post("/api/v1/sign-in", name="operator", password="battery staple")
    why = [each["why"] for each in operator.get("/api/v1/halls/money/events").json()["events"]]
    assert {"miscounted", "a shoe is missing", "a new cashier"} <= {*why}
