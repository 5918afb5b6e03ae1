"""A client that a public generator makes from the OpenAPI description signs up, opens a table and plays a round.

The generator is openapi-python-client, installed into a new environment. The socket is not part of OpenAPI: there the
test sends plain JSON, as the message schema describes it. Nothing of cardroom's own client is used.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import venv

import httpx
import pytest
from websockets.sync.client import connect

from support.server import running

GENERATOR = "openapi-python-client==0.29.1"


def generated(address, folder, monkeypatch):
    """Generate a package from the description of a server. Returns a function that imports a module of it."""
    (folder / "openapi.json").write_text(httpx.get(f"{address}/api/v1/openapi.json", timeout=60).text)
    venv.create(folder / "tools", with_pip=True)
    install = [folder / "tools/bin/pip", "install", "--quiet", "--disable-pip-version-check", GENERATOR]
    subprocess.run(install, check=True, capture_output=True)
    command = [folder / "tools/bin/openapi-python-client", "generate", "--path", folder / "openapi.json"]
    command += ["--output-path", folder / "made_client", "--meta", "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "WARNING" not in done.stdout + done.stderr, "a path could not be generated"
    monkeypatch.syspath_prepend(str(folder))
    return lambda module: importlib.import_module(f"made_client.{module}")


def decision(offers):
    """The least bet that is required, or the quietest action."""
    for offer in offers:
        if offer["action"] == "bet":
            areas = [area for area in offer["option"]["areas"] if area["required"]]
            return {"action": "bet", "value": {area["wager"]: area["least"] for area in areas}}
    actions = {offer["action"] for offer in offers}
    return {"action": next(each for each in ("check", "fold", "play") if each in actions), "value": None}


def play_a_round(address, token, table):
    """Sit down and answer every question of a round. Every change requests a whole scene."""
    socket_address = f"{address.replace('http', 'ws')}/api/v1/socket/play"
    answered = set()
    with connect(socket_address, additional_headers={"authorization": f"Bearer {token}"}) as socket:

        def send(kind, **fields):
            socket.send(json.dumps({"type": kind, "table": table, **fields}))

        send("join", id="1", cents=50_000)
        send("watch")
        while True:
            message = json.loads(socket.recv(timeout=20))
            assert message["type"] != "denied", message["why"]
            if message["type"] == "scene-patch":
                send("watch")
            if message["type"] != "scene":
                continue
            scene = message["scene"]
            if scene["head"]:  # the hash of the first record: the round is over
                return
            for prompt in (scene["picture"] or {}).get("prompts", ()):
                question = scene["questions"].get(prompt["spot"])
                if question is None or question in answered:
                    continue
                answered.add(question)
                about = {"spot": prompt["spot"], "question": question}
                send("submit-answer", id=question, **about, **decision(prompt["offers"]))


@pytest.mark.proof
def test_a_generated_client_plays_a_round(tmp_path, monkeypatch):
    with running(tmp_path) as room:
        made = generated(room.address, tmp_path, monkeypatch)
        client, models = made("client"), made("models")
        people, lobby, history = "api.people.api_v1_", "api.lobby.api_v1_", "api.history.api_v1_"
        http = httpx.Client(base_url=room.address)
        anyone = client.Client(base_url=room.address).set_httpx_client(http)
        assert made(f"{people}me_me").sync(client=anyone).name is None
        http.headers["x-csrftoken"] = http.cookies["csrftoken"]
        user = models.Credentials(name="ada", password="a password of ada")
        assert made(f"{people}sign_up_sign_up").sync(client=anyone, body=user).name == "ada"
        wanted = models.TokenToCreate(name="bot", scopes=["read", "play"], days=1)
        token = made(f"{people}tokens_create").sync(client=anyone, body=wanted).token
        bot = client.AuthenticatedClient(base_url=room.address, token=token)
        games = {each.game for each in made(f"{lobby}games_games").sync(client=bot)}
        assert "three-card-poker-6-card-bonus" in games
        game = models.WantedGame(game="three-card-poker-6-card-bonus")
        table = made(f"{lobby}halls_practice_practice").sync("play", client=bot, body=game).table
        play_a_round(room.address, token, table)
        [played] = made(f"{history}halls_rounds_mine").sync("play", client=bot).rounds
        replay = made(f"{history}halls_tables_rounds_number_replay").sync("play", table, played.number, client=bot)
        assert replay.net.additional_properties["ada"] == played.net
        refused = made(f"{people}people_people").sync(client=bot)
        assert isinstance(refused, models.Problem)
        assert refused.status == 403
        http.close()
        bot.get_httpx_client().close()
    for name in [each for each in sys.modules if each.startswith("made_client")]:
        del sys.modules[name]
