"""The protocol for other languages: the schema of scenes, patches, and the bots of the documentation."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import cardroom
from cardroom.client import Join, SyncClient
from cardroom.room.feed import apply_change
from cardroom.room.messages import ScenePatch
from cardroom.web.api import wire
from support.browser import Browser, in_memory
from support.server import open_table, running

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "bots.md"
TABLES = {"heads-up-holdem": "table 1", "texas-holdem": "table 2", "three-card-poker-6-card-bonus": "table 3"}


@pytest.fixture(scope="module")
def room():
    with in_memory() as folder, running(folder) as there:
        for game, table in TABLES.items():
            open_table(there, table, game, bots=0 if game == "heads-up-holdem" else 2)
        open_table(there, "table for bot.py", "heads-up-holdem")
        open_table(there, "table for bot.js", "ultimate-texas-holdem", bots=2)  # one of them takes the bank
        yield there


@pytest.fixture(scope="module")
def validate():
    schema = wire.schema()
    Draft202012Validator.check_schema({"$defs": schema["$defs"]})
    return Draft202012Validator(schema["out"] | {"$defs": schema["$defs"]}).validate


@pytest.mark.parametrize("game", TABLES)
def test_live_messages_and_scenes_fit_the_schema(room, validate, game):
    table, one = TABLES[game], Browser(room)
    one.guest()
    with one.line() as line, SyncClient(room.address) as client:
        line.send(json.dumps({"type": "watch", "table": table}))
        client.guest()
        scene, patches = {}, 0
        with client.enter("play") as hall:
            hall.watch(table)
            hall.ask(Join, table, 50_000)
            for _ in range(2):
                question = hall.question(table)
                action = next(each for each in ("pass", "check", "call", "bet", "fold") if each in question.offers)
                areas = question.offers[action]["option"].get("areas", ())
                value = {area["wager"]: area["least"] for area in areas if area["required"]} if areas else None
                hall.answer(question, action, value)
            own = hall.scenes[table]
        while patches < 3:
            message = json.loads(line.recv(timeout=20))
            validate(message)
            if message["type"] == "scene":
                scene = message["scene"]
            if message["type"] == "scene-patch":
                patches += 1
                fields = {name: value for name, value in message.items() if name != "type"}
                scene = apply_change(scene, ScenePatch(**fields))
                validate({"type": "scene", "table": table, "epoch": "e", "seq": 1, "scene": scene})
        validate({"type": "scene", "table": table, "epoch": "e", "seq": 1, "scene": own})


def test_a_scene_of_another_shape_does_not_fit(validate):
    scene = {"name": "table 7", "state": "playing", "picture": None}
    message = {"type": "scene", "table": "table 7", "epoch": "e", "seq": 1, "scene": scene}
    validate(message)
    for wrong in ({"state": "asleep"}, {"surprise": 1}, {"picture": {"game": 7}}):
        with pytest.raises(Exception, match=r"is not|were unexpected|valid"):
            validate(message | {"scene": scene | wrong})


@pytest.mark.parametrize(("name", "most"), [("bot.py", 30), ("bot.js", 60)])
def test_a_documented_bot_plays(room, tmp_path, name, most):
    if name == "bot.js" and shutil.which("node") is None and not os.environ.get("CI"):
        pytest.skip("needs node")
    text = re.search(rf"<!-- bot: {name} -->\n```\w+\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)[1]
    assert len(text.splitlines()) <= most
    (tmp_path / name).write_text(text)
    user = Browser(room).sign_up(f"owner {most}")
    token = user.post("/api/v1/tokens", name=name, scopes=["read", "play"], password="correct horse").json()["token"]
    command = [sys.executable] if name == "bot.py" else ["node", "--experimental-websocket", "--no-warnings"]
    arguments = [room.address, token, f"table for {name}", "2"]
    environment = os.environ | {"PYTHONPATH": str(Path(cardroom.__file__).parent.parent)}
    done = subprocess.run(
        [*command, tmp_path / name, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("2 rounds\n", "")
    assert len(user.get("/api/v1/halls/play/rounds").json()["rounds"]) >= 2
