"""Messages of version 0.1.0 are still read and written in the same form, and scenes have the same parts."""

import asyncio
import json

import httpx
import msgspec
import pytest
import websockets

from cardroom.room.feed import apply_change, difference
from cardroom.room.messages import ScenePatch, ServerMessage
from cardroom.web.api.wire import read
from cardroom.web.cluster.bus import BusMessage
from server import running
from stored import FILES, copied, lines, value


def named(text):
    return json.loads(text)["type"]


@pytest.mark.parametrize("text", lines("wire-0.1/said.jsonl"), ids=named)
def test_client_messages_are_decoded_and_encoded_unchanged(text):
    assert msgspec.json.encode(read(text)).decode() == text


@pytest.mark.parametrize("text", lines("wire-0.1/heard.jsonl"), ids=named)
def test_room_messages_are_decoded_and_encoded_unchanged(text):
    assert msgspec.json.encode(msgspec.json.decode(text, type=ServerMessage)).decode() == text


@pytest.mark.parametrize("text", lines("wire-0.1/between-processes.jsonl"))
def test_bus_messages_of_an_earlier_version_are_understood(text):
    """A newer process may send more fields at the end."""
    sent = bytes.fromhex(json.loads(text))
    messages = msgspec.msgpack.decode(sent, type=list[BusMessage])
    assert _begins_with(plain(msgspec.msgpack.encode(messages)), plain(sent))


def plain(sent):
    return msgspec.msgpack.decode(sent)


def _begins_with(new, old):
    """Whether rows have all values of the old ones, in the same places."""
    if isinstance(old, list):
        return len(new) >= len(old) and all(_begins_with(one, other) for one, other in zip(new, old, strict=False))
    return new == old


def test_a_patch_turns_the_old_scene_into_the_new():
    message = value("wire-0.1/change.json")
    change = msgspec.convert(message["change"], ScenePatch)
    assert apply_change(message["old"], change) == message["new"]
    assert json.loads(msgspec.json.encode(difference(message["old"], message["new"]))) == [
        message["change"]["set"],
        message["change"]["gone"],
    ]


# -- a served room ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The room of version 0.1.0, served again."""
    folder = copied("room-3", tmp_path_factory.mktemp("served"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDROOM_KEY", (FILES / "room-3/room.key").read_text().strip())
        with running(folder, forget=36_500) as room:
            yield room


SAID = value("room-3/room.json")


def session(room, who):
    return room.server.people.begin_session(SAID["guest"] if who == "guest" else who)


def test_the_server_sends_the_same_fields(room):
    message = httpx.get(f"{room.address}/api/messages").json()
    fields = {}
    for way in ("in", "out"):
        for each in message[way]["anyOf"]:
            body = message["$defs"][each["$ref"].rsplit("/", 1)[1]]
            fields[f"{way} {body['properties']['type']['enum'][0]}"] = sorted(body["properties"])
    stored = value("wire-0.1/schema.json")
    assert {name: fields.get(name) for name in stored} == stored


def test_the_server_describes_people_and_tables_the_same(room):
    with httpx.Client(verify=False, base_url=room.address, cookies={"session": session(room, "operator")}) as asks:
        assert asks.get("/api/people").json() == SAID["people"]
        assert asks.get("/api/stops").json() == SAID["stops"]
        for hall, before in SAID["tables"].items():
            now = {each["name"]: each for each in asks.get(f"/api/halls/{hall}/tables").json()}
            for each in before:
                same = ("game", "set", "title", "seats", "stakes", "buy_in", "name", "meters", "usual", "practice")
                assert shape(now[each["name"]]) == shape(each), "entries of the lobby never get other fields"
                assert [now[each["name"]][field] for field in same] == [each[field] for field in same]


def test_old_passwords_still_work(room):
    with httpx.Client(verify=False, base_url=room.address) as asks:
        asks.get("/api/me")
        results = {"name": "ann", "password": SAID["password"]}
        answer = asks.post("/api/sign-in", json=results, headers={"x-csrftoken": asks.cookies["csrftoken"]})
        assert (answer.status_code, answer.json()["name"]) == (200, "ann")


ADDED = {".head", ".chains", ".asked", ".seeds", ".withheld", ".meters", ".waits", ".draining"}
ADDED |= {".picture.prompts[].offers[].help"}
"""Parts of scenes that are newer, and that older clients ignore."""


@pytest.mark.parametrize("name", SAID["scenes"])
def test_scenes_of_open_rounds_are_unchanged(room, name):
    """Each part has the same name and the same numbers. Texts may be reworded, and clocks continue."""
    who, hall, table = name.split(" ", 2)
    now, before = asyncio.run(scene(room, who, hall, table)), SAID["scenes"][name]
    new = shape(now) - shape(before) - ADDED
    assert not new, f"new parts of a scene: {new}. If older clients can ignore them, add them to ADDED"
    assert shape(before) <= shape(now)
    for part in ("name", "game", "state", "commitment", "questions"):
        assert now[part] == before[part]
    assert numbers(now["picture"]) == numbers(before["picture"])


async def scene(room, who, hall, table):
    there = f"{room.address.replace('http', 'ws')}/socket/{hall}"
    headers = {"cookie": f"session={session(room, who)}", "origin": room.address}
    async with websockets.connect(there, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "watch", "table": table}))
        while True:
            data = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if data["type"] == "scene":
                return data["scene"]


def shape(value, path=""):
    """The paths of all parts, with their types. All items of a row have the same type."""
    if isinstance(value, dict):
        return {each for name, part in value.items() for each in shape(part, f"{path}.{name}")} | {path}
    if isinstance(value, list):
        return {each for part in value for each in shape(part, f"{path}[]")} | {path}
    return {path}


def numbers(value):
    """The same value without its words."""
    if isinstance(value, dict):
        return {name: numbers(part) for name, part in value.items() if not isinstance(part, str)}
    if isinstance(value, list):
        return [numbers(part) for part in value if not isinstance(part, str)]
    return value
