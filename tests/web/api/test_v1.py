"""The API for programs: versions, types, problems, tokens, idempotency keys, pages."""

import json
import re
import time
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cardroom.client import InputError, Join, SyncClient
from support.browser import Browser, ask, hire, in_memory
from support.server import open_table, running

PLAIN = {"/api/v1/messages"}
"""Routes that answer with a JSON Schema."""
ROOT = Path(__file__).parents[3]
TEXTS = {".py", ".js", ".md", ".toml", ".html", ".json", ".txt"}


@pytest.fixture(scope="module")
def room():
    with in_memory() as folder, running(folder, sign_ins=1000) as there:
        open_table(there, "table 7", "heads-up-holdem")
        open_table(there, "table 8", "texas-holdem", bots=3)
        open_table(there, "table 9", "heads-up-holdem")
        open_table(there, "table 10", "heads-up-holdem")
        yield there


@pytest.fixture(scope="module")
def boss(room):
    boss = Browser(room).sign_up("boss")
    hire(room, "boss", ("floor", "operator", "auditor"))
    return boss


@pytest.fixture(scope="module")
def cashier(room):
    cashier = Browser(room).sign_up("cass")
    hire(room, "cass", ("cashier",))
    return cashier


@pytest.fixture(scope="module")
def description(room):
    return httpx.get(f"{room.address}/api/v1/openapi.json", timeout=60).json()


def token(user: Browser, *scopes: str, days: int = 1, password: str = "correct horse") -> str:
    made = user.post("/api/v1/tokens", name="a program", scopes=scopes, days=days, password=password)
    assert made.status_code == 201, made.text
    return made.json()["token"]


def program(room, secret: str) -> httpx.Client:
    nothing_open = httpx.Limits(max_keepalive_connections=0)
    headers = {"authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=room.address, headers=headers, timeout=30, limits=nothing_open)


def schema_of(description, path, method="get", status=None):
    responses = description["paths"][path][method]["responses"]
    wanted = responses[status] if status else next(each for code, each in responses.items() if code < "300")
    (content,) = wanted["content"].values()
    return content["schema"]


def validate(description, path, answer):
    whole = schema_of(description, path) | {"components": description["components"]}
    Draft202012Validator(whole).validate(answer)


def test_every_answer_has_a_type(description):
    assert len(description["paths"]) > 45
    bare = []
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            for status, response in route["responses"].items():
                for kind, content in response.get("content", {}).items():
                    schema = content["schema"].get("items", content["schema"])
                    typed = "$ref" in schema or schema.get("type") in ("string", "integer", "array")
                    if kind.endswith("json") and not typed and path not in PLAIN:
                        bare.append((method, path, status))
    assert bare == []
    assert {*description["components"]["securitySchemes"]} == {"session", "token"}
    assert description["security"] == [{"session": []}, {"token": []}]


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("/api/v1/me", ""),
        ("/api/v1/people", ""),
        ("/api/v1/games", ""),
        ("/api/v1/edges", ""),
        ("/api/v1/stops", ""),
        ("/api/v1/requests", ""),
        ("/api/v1/two-persons", ""),
        ("/api/v1/processes", ""),
        ("/api/v1/tokens", ""),
        ("/health", ""),
        ("/ready", ""),
        ("/api/v1/halls/{hall}/tables", "play"),
        ("/api/v1/halls/{hall}/events", "money"),
        ("/api/v1/halls/{hall}/liabilities", "play"),
        ("/api/v1/halls/{hall}/jackpots", "play"),
        ("/api/v1/halls/{hall}/report", "play"),
        ("/api/v1/halls/{hall}/audit", "play"),
        ("/api/v1/halls/{hall}/pairs", "play"),
        ("/api/v1/halls/{hall}/played", "play"),
        ("/api/v1/halls/{hall}/rounds", "play"),
        ("/api/v1/halls/{hall}/tables/{table}/rounds", "play/table 8"),
        ("/api/v1/games/{slug}/{rules}", "heads-up-holdem/brook"),
        ("/api/v1/games/{slug}/{rules}/edges", "heads-up-holdem/brook"),
        ("/api/v1/games/{slug}/{rules}/certificate", "heads-up-holdem/brook"),
        ("/api/v1/games/{slug}/{rules}/against/{other}", "heads-up-holdem/brook/washington"),
    ],
)
def test_a_live_answer_fits_its_type(boss, description, path, values):
    address = path
    for value in filter(None, values.split("/")):
        name = address[address.index("{") : address.index("}") + 1]
        address = address.replace(name, value)
    if "against" in path:
        sets = [
            each["set"]
            for each in next(g for g in boss.get("/api/v1/games").json() if g["game"] == "heads-up-holdem")["sets"]
        ]
        address = address.replace("gaming-labs", sets[-1])
    reply = boss.get(address)
    assert reply.status_code == 200, reply.text
    Draft202012Validator(schema_of(description, path) | {"components": description["components"]}).validate(
        reply.json()
    )


def test_a_replayed_round_fits_its_type(room, boss, description):
    with SyncClient(room.address) as client:
        client.guest()
        with client.enter("play") as hall:
            hall.watch("table 9")
            hall.ask(Join, "table 9", 20_000)
            hall.answer(hall.question("table 9"), "bet", {"ante": 500, "odds": 500})
            while "fold" not in (question := hall.question("table 9")).offers:
                hall.answer(question, "check")
            hall.answer(question, "fold")
    rounds = boss.get("/api/v1/halls/play/tables/table 9/rounds").json()["rounds"]
    over = next(each for each in rounds if each["ended"])
    path = "/api/v1/halls/{hall}/tables/{table}/rounds/{number}"
    validate(description, path, boss.get(f"/api/v1/halls/play/tables/table 9/rounds/{over['number']}").json())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nope", 404),
        ("GET", "/api", 404),
        ("GET", "/api/v1", 404),
        ("GET", "/api/v1/nope/nope", 404),
        ("POST", "/api/v1/halls/play/cage/deposit", 401),
        ("DELETE", "/api/v1/me", 405),
        ("POST", "/api/v1/guest", 403),
        ("GET", "/api/v1/halls/nowhere/tables", 404),
        ("GET", "/api/v1/halls/play/report", 401),
    ],
)
def test_every_error_is_a_problem_in_one_shape(room, description, method, path, status):
    headers = {"authorization": "Bearer cardroom_unknown"} if status == 401 and method == "POST" else {}
    reply = httpx.request(method, f"{room.address}{path}", headers=headers)
    assert (reply.status_code, reply.headers["content-type"]) == (status, "application/problem+json")
    assert reply.headers.get("www-authenticate") == ("Bearer" if status == 401 else None)
    problem = reply.json()
    schema = description["components"]["schemas"]["Problem"]
    Draft202012Validator(schema).validate(problem)
    assert (problem["status"], problem["type"]) == (status, "about:blank")
    assert problem["title"]
    assert problem["detail"]


@pytest.mark.parametrize(
    "path", ["/api", "/api/me", "/api/v1", "/api/v1/v1/me", "/api/api/me", "/api%2F%2Fnope", "/api/health"]
)
def test_no_other_path_leads_to_the_api(room, path):
    reply = httpx.get(f"{room.address}{path}", timeout=60, headers={"accept": "text/html"})
    assert (reply.status_code, reply.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/socket/play", "/api/socket/play"])
def test_the_socket_has_no_second_path(room, path):
    address = f"ws{room.address.removeprefix('http')}{path}"
    with pytest.raises(InvalidStatus, match="HTTP 4"), connect(address):
        pass


def test_every_path_of_the_api_is_written_with_its_version():
    for folder in ("src", "docs", "tests", "benchmarks", "README.md", "CONTRIBUTING.md"):
        for file in [ROOT / folder] if "." in folder else (ROOT / folder).rglob("*.*"):
            if file.suffix in TEXTS and file != Path(__file__):
                found = re.findall(r"(?<!\bweb)/api/(?!v1\b).*", file.read_text())
                assert not found, f"{file}: {found[0]}"


def test_a_wrong_host_is_a_problem_too(room):
    reply = httpx.get(f"{room.address}/api/v1/me", timeout=60, headers={"host": "evil.example"})
    assert (reply.status_code, reply.headers["content-type"]) == (421, "application/problem+json")
    assert reply.json()["title"] == "Misdirected Request"


def test_a_token_needs_no_cookie_and_has_only_its_scopes(room, boss):
    reader = program(room, token(boss, "read"))
    assert reader.get("/api/v1/me").json()["name"] == "boss"
    assert reader.get("/api/v1/halls/money/liabilities").status_code == 200
    refused = reader.post("/api/v1/stops", json={"what": "all", "stopped": True, "why": "x"})
    assert (refused.status_code, refused.json()["detail"]) == (403, "This needs an access token with the scope floor.")
    floor = program(room, token(boss, "floor"))
    assert floor.get("/api/v1/me").status_code == 403, "reading needs its own scope"
    assert floor.post("/api/v1/stops", json={"what": "razz", "stopped": False, "why": "x"}).status_code == 200


def test_a_token_never_has_more_rights_than_its_user(room):
    ann = Browser(room).sign_up("ann")
    mine = program(room, token(ann, "read", "play", "cage", "floor", "operate"))
    stop = {"what": "all", "stopped": True, "why": "x"}
    assert mine.post("/api/v1/stops", json=stop).json()["detail"] == "Only the floor and operators may do this."
    for path, body in (
        ("/api/v1/tokens", {"name": "more", "scopes": ["read"], "password": "correct horse"}),
        ("/api/v1/password", {"old": "correct horse", "new": "battery staple"}),
        ("/api/v1/sign-out", {}),
        ("/api/v1/factor", {}),
    ):
        assert "a session, not an access token" in mine.post(path, json=body).json()["detail"]
    assert mine.get("/api/v1/tokens").status_code == 403
    guest = Browser(room)
    guest.guest()
    assert guest.post("/api/v1/tokens", name="x", scopes=["read"], password="").status_code == 409


def test_a_token_ends_when_it_expires_is_revoked_or_the_password_changes(room):
    bob = Browser(room).sign_up("bob")
    first, second = token(bob, "read"), token(bob, "read")
    assert second not in json.dumps(bob.get("/api/v1/tokens").json()), "the secret is shown once"
    entries = bob.get("/api/v1/tokens").json()
    left = bob.post(f"/api/v1/tokens/{entries[0]['id']}/revoke").json()
    assert len(left) == 1
    codes = sorted(program(room, each).get("/api/v1/me").status_code for each in (first, second))
    assert codes == [200, 401]
    people = room.server.people
    before, people._now = people._now, lambda: time.time() + 2 * 86_400
    room.server.tokens._now = people._now
    try:
        assert program(room, first).get("/api/v1/me").status_code == 401
    finally:
        people._now = room.server.tokens._now = before
    third = token(bob, "read")
    assert bob.post("/api/v1/password", old="correct horse", new="battery staple").status_code == 200
    assert program(room, third).get("/api/v1/me").status_code == 401
    unknown = bob.post("/api/v1/tokens", name="x", scopes=["everything"], password="battery staple")
    assert unknown.status_code == 409
    assert "Unknown scope: everything." in unknown.json()["detail"]


def test_a_program_plays_with_a_token_and_a_reading_one_only_watches(room):
    cat = Browser(room).sign_up("cat")
    with SyncClient(room.address, token=token(cat, "read", "play")) as client:
        assert client.get("/api/v1/me")["name"] == "cat"
        with client.enter("play") as hall:
            hall.watch("table 7")
            hall.ask(Join, "table 7", 20_000)
    with SyncClient(room.address, token=token(cat, "read")) as client, client.enter("play") as hall:
        hall.watch("table 7")
        question = hall.question("table 7")
        with pytest.raises(InputError, match="scope play"):
            hall.answer(question, "sit-out")


def test_revoking_a_token_closes_its_connections(room):
    dee = Browser(room).sign_up("dee")
    secret = token(dee, "read")
    address = f"ws{room.address.removeprefix('http')}/api/v1/socket/play"
    with connect(address, additional_headers={"authorization": f"Bearer {secret}"}) as line:
        assert json.loads(line.recv(timeout=20))["name"] == "dee"
        dee.post(f"/api/v1/tokens/{dee.get('/api/v1/tokens').json()[0]['id']}/revoke")
        assert json.loads(line.recv(timeout=20))["type"] == "bye"


def test_an_idempotency_key_can_be_a_header(room, cashier):
    eve = Browser(room).sign_up("eve")
    slip = {"who": "eve", "cents": 500}
    path = "/api/v1/halls/money/cage/deposit"
    assert cashier.http.post(path, json=slip, headers=cashier.token).status_code == 400
    once = cashier.token | {"Idempotency-Key": "till 3, slip 9"}
    for _ in range(2):
        assert cashier.http.post(path, json=slip, headers=once).json() == {"balance": 500}
    again = slip | {"id": "till 3, slip 9"}
    assert cashier.http.post(path, json=again, headers=cashier.token).json() == {"balance": 500}
    assert cashier.http.post(path, json=slip | {"id": "other"}, headers=once).status_code == 400
    assert cashier.http.post(path, json=slip | {"cents": 600}, headers=once).status_code == 409
    assert eve.get("/api/v1/me").json()["halls"]["money"]["balance"] == 500


def test_users_come_in_pages(room, boss):
    for name in ("zoe 1", "zoe 2", "zoe 3"):
        Browser(room).sign_up(name)
    everyone = [each["name"] for each in boss.get("/api/v1/people").json()]
    found, address = [], "/api/v1/people?limit=2"
    while address:
        page = boss.get(address)
        assert len(page.json()) <= 2
        found += [each["name"] for each in page.json()]
        address = page.links.get("next", {}).get("url")
    assert found == everyone
    assert len(found) > 4


def test_a_request_that_cannot_be_decoded_is_denied_with_its_id(room):
    guest = Browser(room)
    guest.guest()
    with guest.line() as line:
        line.recv(timeout=20)
        line.send('{"type": "join", "table": "table 10", "id": "my 1", "cents": "lots"}')
        denied = json.loads(line.recv(timeout=20))
        assert (denied["type"], denied["id"]) == ("denied", "my 1")
        line.send("{nonsense")
        assert json.loads(line.recv(timeout=20))["id"] == ""
        assert ask(line, "join", table="table 10", cents=20_000)["type"] == "accepted"
