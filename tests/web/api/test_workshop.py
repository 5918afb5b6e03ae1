"""The workshop over HTTP: drafts are checked, computed in a process, and saved in the operator's folder only."""

import json
import os
import time
from fractions import Fraction

import pytest

from cardroom.analysis import analyze
from cardroom.analysis.report.side_bets import side_bet
from cardroom.errors import InputError
from cardroom.games import all_games, game, left_out
from cardroom.web.people.rate_limiter import RateLimiter
from cardroom.web.workshop import folder as folder_module
from cardroom.web.workshop import runs as runs_module
from cardroom.web.workshop.draft import RulesDraft, SideBet, check_draft
from cardroom.web.workshop.job import DraftJob
from cardroom.web.workshop.runs import DraftRuns
from support import computations
from support.browser import Browser, in_memory
from support.server import running

GAME, BASE = "three-card-poker-6-card-bonus", "500-club"
DRAFT = {"game": GAME, "base": BASE, "pays": {"pair-plus": {"flush": "4 to 1"}}}
QUICK = {"game": "ez-baccarat", "base": "500-club", "pays": {"tie": {"tie": "9"}}}
"""A draft of a game that is counted in no time."""
BET = {
    "label": "Small Pairs",
    "cards": "own hand",
    "ranking": "three-card",
    "lines": {"three of a kind": "20 to 1", "pair": "2 to 1"},
    "folded": "alive",
}


class Shop:
    """A room with a folder for rule sets, and an operator in it."""

    def __init__(self, room, folder):
        self.room, self.folder = room, folder
        self.operator = Browser(room).sign_up("olga", "correct horse", "operator")
        self.operator.http.timeout = 300

    def computed(self, draft, **how):
        run = self.operator.post("/api/v1/workshop/runs", draft=draft, **how).json()
        assert run["state"] in ("waiting", "in progress"), run
        return self.ended(run)

    def ended(self, run):
        while run["state"] in ("waiting", "in progress", "cancelling"):
            time.sleep(0.02)
            run = self.operator.get(f"/api/v1/workshop/runs/{run['id']}").json()
        return run


@pytest.fixture(scope="module")
def shop(often, tmp_path_factory):
    own = tmp_path_factory.mktemp("rules")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDROOM_RULEBOOK", str(own))
        with in_memory() as folder, running(folder, newcomers=RateLimiter(10**6, 10**6)) as room:
            yield Shop(room, own)


def saved(shop, name, draft=DRAFT, why="for the weekend"):
    return shop.operator.post("/api/v1/workshop/save", draft=draft | {"set": name}, why=why)


# -- who may ----------------------------------------------------------------------------------------------------------

ROUTES = [
    ("get", "/api/v1/workshop", {}),
    ("get", f"/api/v1/workshop/games/{GAME}/{BASE}", {}),
    ("post", "/api/v1/workshop/check", DRAFT),
    ("post", "/api/v1/workshop/runs", {"draft": DRAFT}),
    ("get", "/api/v1/workshop/runs/0123456789abcdef", {}),
    ("post", "/api/v1/workshop/runs/0123456789abcdef/cancel", {}),
    ("get", "/api/v1/workshop/runs/0123456789abcdef/files/json", {}),
    ("post", "/api/v1/workshop/save", {"draft": DRAFT | {"set": "theirs"}, "why": "mine"}),
    ("post", "/api/v1/workshop/table", DRAFT),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("role", [None, "guest", "player", "cashier", "floor", "auditor"])
def test_only_operators_use_the_workshop(shop, role):
    other = Browser(shop.room)
    if role == "guest":
        other.guest()
    elif role:
        other.sign_up(f"one {role}", "correct horse", *([role] if role != "player" else []))
    for method, path, body in ROUTES:
        answer = other.get(path) if method == "get" else other.post(path, **body)
        assert answer.status_code == (403 if role else 401), (role, path, answer.text)
    assert not (shop.folder / GAME / "theirs.toml").exists()


def test_a_request_without_csrf_token_or_from_another_site_is_refused(shop):
    body = {"draft": DRAFT | {"set": "forged"}, "why": "mine"}
    http = shop.operator.http
    assert http.post("/api/v1/workshop/save", json=body).status_code == 403
    headers = shop.operator.token | {"origin": "https://elsewhere.example"}
    assert http.post("/api/v1/workshop/save", json=body, headers=headers).status_code == 403
    assert not (shop.folder / GAME / "forged.toml").exists()


def test_the_routes_are_typed_in_the_schema(shop):
    schema = shop.operator.get("/api/v1/openapi.json").json()
    paths = {path: each for path, each in schema["paths"].items() if path.startswith("/api/v1/workshop")}
    assert len(paths) == len(ROUTES)
    for path in paths.values():
        for operation in path.values():
            assert operation["tags"] == ["workshop"]
            body = operation.get("requestBody")
            assert body is None or "$ref" in json.dumps(body)


# -- checks -----------------------------------------------------------------------------------------------------------


def test_the_form_of_every_game_describes_its_rule_set(shop):
    for each in shop.operator.get("/api/v1/workshop").json()["games"]:
        form = shop.operator.get(f"/api/v1/workshop/games/{each['game']}/{each['set']}").json()["form"]
        unchanged = {
            "game": each["game"],
            "base": each["set"],
            "pays": {table["table"]: {line["line"]: line["pays"] for line in table["lines"]} for table in form["pays"]},
            "house": {rule["rule"]: rule["value"] for rule in form["house"]},
            "limits": {
                limits.pop("wager"): {key: limits[key] for key in ("least", "most")} for limits in form["limits"]
            },
            "seats": form["seats"],
            "qualifies": form["qualifies"],
        }
        answer = shop.operator.post("/api/v1/workshop/check", **unchanged).json()
        assert answer["problems"] == []
        assert answer["toml"] == f'extends = "{each["set"]}"\n', "nothing was changed"


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"pays": {"pair-plus": {"flush": "two to won"}}}, "pays/pair-plus/flush", "are not odds"),
        ({"pays": {"pair-plus": {"blush": "2"}}}, "pays/pair-plus/blush", "no line"),
        ({"pays": {"nothing": {"flush": "2"}}}, "pays/nothing", "no pay table"),
        ({"house": {"minimum": "$0"}}, "house/minimum", "is not within $1 to"),
        ({"house": {"minimum": "$200", "maximum": "$50"}}, "house/minimum", "is over the maximum"),
        ({"house": {"__class__": "x"}}, "house/__class__", "no house rule"),
        ({"limits": {"pair-plus": {"least": "$9", "most": "$3"}}}, "limits/pair-plus/most", "$9 or more"),
        ({"limits": {"pair-plus": {"least": "much"}}}, "limits/pair-plus/least", "is not an amount"),
        ({"seats": 30}, "seats", "seats"),
        ({"qualifies": "nine smile"}, "qualifies", "is not a hand"),
        ({"set": "../../etc/passwd"}, "set", "cannot be the name"),
        ({"side_bets": [BET | {"label": "  "}]}, "side_bets/0/label", "give the bet a name"),
        ({"side_bets": [BET | {"label": "Ante"}]}, "side_bets/0/label", "is taken"),
        ({"side_bets": [BET, BET]}, "side_bets/1/label", "is taken"),
        ({"side_bets": [BET | {"cards": "the deck"}]}, "side_bets/0/cards", "name the cards"),
        ({"side_bets": [BET | {"ranking": "os.system"}]}, "side_bets/0/ranking", "no ranking"),
        ({"side_bets": [BET | {"lines": {}}]}, "side_bets/0/lines", "at least one hand"),
        ({"side_bets": [BET | {"lines": {"pair": "x", "straight": "3"}}]}, "side_bets/0/lines/pair", "are not odds"),
        ({"side_bets": [BET | {"folded": ""}]}, "side_bets/0/folded", "when the hand is folded"),
    ],
)
def test_bad_input_is_refused_in_words_at_its_field(shop, change, field, words):
    draft = {"game": GAME, "base": BASE} | change
    answer = shop.operator.post("/api/v1/workshop/check", **draft).json()
    assert [each["field"] for each in answer["problems"]] == [field]
    assert words in answer["problems"][0]["why"]
    assert answer["toml"] == ""
    run = shop.operator.post("/api/v1/workshop/runs", draft=draft).json()
    assert (run["state"], run["problems"]) == ("refused", answer["problems"])


def test_a_draft_holds_data_only():
    """Quotes, line breaks and brackets in a name stay text of the file and open no table."""
    label = 'A"]\\ = [pay.ante] \U0001f0a1'
    checked = check_draft(RulesDraft(GAME, BASE, side_bets=(_bet(label),)))
    assert checked.problems == ()
    assert {wager.label for wager in checked.game.rules.wager.values()} >= {label}
    broken = check_draft(RulesDraft(GAME, BASE, side_bets=(_bet("A\n[wager.ante]\nrequired = false"),)))
    assert broken.problems[0].field == "side_bets/0/label"


def _bet(label):
    return SideBet(**(BET | {"label": label}))


def test_a_changed_qualifier_also_changes_the_text_on_the_display():
    checked = check_draft(RulesDraft("ultimate-texas-holdem", "500-club", qualifies="pair of fours or better"))
    rules = checked.playable.rules
    assert rules.dealer.qualifies == "pair of fours or better"
    assert [each.text for each in rules.display] == ["The dealer qualifies with pair of fours or better"]
    with pytest.raises(InputError, match="qualifies: 'pair of cats' is not a hand"):
        assert check_draft(RulesDraft("ultimate-texas-holdem", "500-club", qualifies="pair of cats")).playable


def test_too_much_is_refused_before_it_is_read(shop):
    many = {"game": GAME, "base": BASE, "side_bets": [BET] * 5}
    assert shop.operator.post("/api/v1/workshop/check", **many).status_code == 400
    long = {"game": GAME, "base": BASE, "house": {"minimum": "x" * 10_000}}
    assert shop.operator.post("/api/v1/workshop/check", **long).status_code == 400
    assert shop.operator.post("/api/v1/workshop/check", **DRAFT, code="import os").status_code == 400
    assert shop.operator.post("/api/v1/workshop/check", **(DRAFT | {"game": "../x"})).status_code == 409


# -- figures ----------------------------------------------------------------------------------------------------------


def test_figures_equal_those_of_the_saved_file_exactly(shop):
    draft = QUICK | {"house": {"minimum": "$10"}}
    run = shop.computed(draft)
    assert run["state"] == "done", run
    answer = saved(shop, "exact", draft)
    assert answer.status_code == 201, answer.text
    own = next(each for each in all_games() if each.rules.rules == "exact")
    assert own.rules.digest == run["figures"]["digest"] == answer.json()["digest"]
    report = {each["wager"]: each for each in analyze(own).to_dict()["wagers"] if each["in_force"]}
    shown = {each["wager"]: each for each in run["figures"]["wagers"]}
    assert report.keys() == shown.keys() >= {"tie"}
    for name, wager in report.items():
        for key in ("edge", "hit_frequency"):
            assert shown[name][key]["exact"] == wager[key]["exact"]
        assert shown[name]["standard_deviation"] == wager["standard_deviation"]
        assert shown[name]["deals"] == str(wager["deals"])
    assert shown["player"]["change"]["exact"] == "0/1"
    tie = {key: Fraction(shown["tie"][key]["exact"]) for key in ("before", "edge", "change", "hit_frequency")}
    assert tie["before"] == analyze(game("ez-baccarat", "500-club")).wager("tie").edge
    assert tie["change"] == tie["edge"] - tie["before"] == -tie["hit_frequency"], "one unit more when it hits"
    again = shop.computed(draft | {"base": "exact", "pays": {"tie": {"tie": "8"}}})["figures"]["wagers"]
    (tie_again,) = (each for each in again if each["wager"] == "tie")
    assert tie_again["before"] == shown["tie"]["edge"], "the edge of a set that was saved is computed"
    assert tie_again["edge"] == shown["tie"]["before"]
    assert "9 to 1 instead of 8 to 1" in str(run["figures"]["differences"])


def test_a_new_side_bet_is_counted_like_any_other():
    checked = check_draft(RulesDraft(GAME, BASE, side_bets=(_bet("Small Pairs"),)))
    (wager,) = side_bet(checked.game.rules, "small-pairs")
    assert wager.edge == 1 - Fraction(52 * 21 + 3744 * 3, 22100)


def test_a_certificate_is_computed_and_downloaded(shop):
    run = shop.computed(QUICK, certificate=True)
    assert run["state"] == "done", run
    assert set(run["files"]) == {"html", "json", "lines.csv", "wagers.csv"}
    path = f"/api/v1/workshop/runs/{run['id']}/files"
    made = shop.operator.get(f"{path}/json").json()
    assert made["game"] == "ez-baccarat"
    page = shop.operator.get(f"{path}/html")
    assert page.headers["content-disposition"] == 'attachment; filename="ez-baccarat.draft.html"'
    assert "script-src" not in page.headers["content-security-policy"]
    assert shop.operator.get(f"{path}/passwd").status_code == 404
    other = Browser(shop.room).sign_up("oscar", "correct horse", "operator")
    assert other.get(f"/api/v1/workshop/runs/{run['id']}").status_code == 404, "no one sees the runs of others"
    assert other.get(f"{path}/json").status_code == 404


# -- the process ------------------------------------------------------------------------------------------------------


@pytest.fixture
def job():
    return DraftJob(GAME, b"{}", b"{}")


def _wait(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def _alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_a_cancelled_computation_ends_with_its_process(monkeypatch, job):
    monkeypatch.setattr(runs_module, "serve_jobs", computations.never_ends)
    monkeypatch.setattr(runs_module, "GRACE", 0.05)
    runs = DraftRuns()
    try:
        run = runs.start("olga", job, "draft")
        _wait(lambda: run.done == 1)
        pid = runs._process.pid
        runs.cancel(run)
        assert run.state == "cancelled"
        assert not _alive(pid)
        first, second = runs.start("olga", job, "draft"), runs.start("olga", job, "draft")
        _wait(lambda: first.state == "cancelled" and second.done == 1)
        pid = runs._process.pid
    finally:
        runs.close()
    assert second.state == "cancelled"
    assert not _alive(pid), "no process outlives the server"
    with pytest.raises(InputError, match="closing"):
        runs.start("olga", job, "draft")


def test_a_process_that_ends_a_computation_when_told_stays_warm(monkeypatch, job):
    monkeypatch.setattr(runs_module, "serve_jobs", computations.ends_when_told)
    monkeypatch.setattr(runs_module, "GRACE", 60)
    runs = DraftRuns()
    first = runs.start("olga", job, "draft")
    _wait(lambda: first.done == 1)
    pid = runs._process.pid
    second = runs.start("olga", job, "draft")
    _wait(lambda: first.state == "cancelled" and second.done == 1)
    assert runs._process.pid == pid
    runs.close()


@pytest.mark.parametrize("error", [OSError("no memory"), RuntimeError("no thread")])
def test_a_process_that_cannot_start_ends_only_one_computation(monkeypatch, job, error):
    def cannot(*_):
        raise error

    runs = DraftRuns()
    with monkeypatch.context() as patch:
        patch.setattr("multiprocessing.context.SpawnProcess.start", cannot)
        run = runs.start("olga", job, "draft")
        _wait(lambda: run.ended)
    assert (run.state, run.why) == ("failed", "The computation ended unexpectedly. Start it again.")
    monkeypatch.setattr(runs_module, "serve_jobs", computations.never_ends)
    run = runs.start("olga", job, "draft")
    _wait(lambda: run.done == 1)
    runs.close()


def test_the_queue_is_bounded_and_a_failure_is_reported(monkeypatch, job):
    monkeypatch.setattr(runs_module, "serve_jobs", computations.dies)
    runs = DraftRuns()
    run = runs.start("olga", job, "draft")
    _wait(lambda: run.ended)
    assert (run.state, run.why) == ("failed", "The computation ended unexpectedly. Start it again.")
    monkeypatch.setattr(runs_module, "serve_jobs", computations.never_ends)
    first = runs.start("olga", job, "draft")
    _wait(lambda: first.done == 1)
    waiting = [runs.start(f"operator {each}", job, "draft") for each in range(runs_module.MOST_WAITING)]
    with pytest.raises(InputError, match="are waiting"):
        runs.start("one more", job, "draft")
    runs.cancel(waiting[0])
    assert runs.start("one more", job, "draft").state == "waiting"
    runs._most_seconds = 0
    _wait(lambda: first.ended)
    assert "longer than" in first.why
    runs.close()


# -- saving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "..",
        ".hidden",
        "a/b",
        "a\\b",
        "/etc/cron",
        "Riverside",
        "x.toml",
        "nul",
        "",
        "x" * 41,
        "a\n",
        "ünder",
    ],
)
def test_a_name_that_is_a_path_is_refused(shop, name):
    before = set(shop.folder.parent.rglob("*"))
    answer = saved(shop, name)
    assert answer.status_code in (400, 409), answer.text
    assert "a to z" in answer.json()["detail"] or "length" in answer.json()["detail"]
    assert set(shop.folder.parent.rglob("*")) == before


def test_a_saved_set_is_noted_listed_and_never_replaced(shop):
    assert "riverside" not in shop.operator.get("/api/v1/games").text
    answer = saved(shop, "riverside")
    assert answer.status_code == 201, answer.text
    path = shop.folder / GAME / "riverside.toml"
    text = path.read_text()
    assert answer.json()["file"] == "riverside.toml"
    for name, why in (("riverside", "already a rule set"), ("500-club", "is the name of a document")):
        refused = saved(shop, name, DRAFT | {"pays": {}})
        assert refused.status_code == 409
        assert why in refused.json()["detail"]
    assert path.read_text() == text
    listed = next(each for each in shop.operator.get("/api/v1/games").json() if each["game"] == GAME)
    assert "riverside" in [each["set"] for each in listed["sets"]]
    events = shop.operator.get("/api/v1/halls/money/events?kind=rule set saved").json()["events"]
    assert (events[0]["who"], events[0]["why"]) == ("olga", "for the weekend")
    assert events[0]["after"]["set"] == "riverside"
    assert not [*shop.folder.glob("*/.*")], "no temporary file is left"


def test_a_file_that_is_no_rule_set_is_not_replaced_either(shop, monkeypatch):
    target = shop.folder / GAME / "notes.toml"
    target.parent.mkdir(exist_ok=True)
    elsewhere = shop.folder / "outside.txt"
    elsewhere.write_text("mine")
    (shop.folder / GAME / "linked.toml").symlink_to(elsewhere)
    monkeypatch.setattr(folder_module, "rule_sets", lambda _: {})  # as if the file came between check and write
    target.write_text("x = 1")
    assert saved(shop, "notes").status_code == 409
    assert saved(shop, "linked").status_code == 409
    assert (target.read_text(), elsewhere.read_text()) == ("x = 1", "mine")
    (shop.folder / GAME / "linked.toml").unlink()
    target.unlink()


def test_a_folder_that_is_a_link_is_not_written_to(shop, tmp_path):
    (shop.folder / "four-card-frenzy").symlink_to(tmp_path)
    answer = saved(shop, "away", {"game": "four-card-frenzy", "base": "brook"})
    assert answer.status_code == 409
    assert not [*tmp_path.iterdir()]
    (shop.folder / "four-card-frenzy").unlink()


def test_if_the_books_cannot_note_it_nothing_is_saved(shop, monkeypatch):
    async def fails(*_, **__):
        raise InputError("The books are closed.")

    monkeypatch.setattr(shop.room.server, "note", fails)
    assert saved(shop, "unnoted").status_code == 409
    assert not (shop.folder / GAME / "unnoted.toml").exists()


def test_a_broken_file_never_stops_the_room(shop):
    broken = shop.folder / GAME / "broken.toml"
    broken.parent.mkdir(exist_ok=True)
    broken.write_text('extends = "500-club"\n[pay.pair-plus.lines]\nflush = "4 too 1"\n[')
    try:
        sets = [each["set"] for each in shop.operator.get("/api/v1/workshop").json()["games"] if each["game"] == GAME]
        assert BASE in sets
        assert "broken" not in sets
        assert shop.operator.get(f"/api/v1/workshop/games/{GAME}/broken").status_code == 404
        assert shop.operator.post("/api/v1/workshop/check", **(DRAFT | {"base": "broken"})).status_code == 409
        assert shop.operator.post("/api/v1/workshop/check", **DRAFT).json()["problems"] == []
        assert saved(shop, "beside-a-broken-one").status_code == 201
        assert "broken.toml" in [each.path.name for each in left_out()]
    finally:
        broken.unlink()


def test_without_a_folder_the_room_says_how_to_start_it(shop, monkeypatch, tmp_path):
    monkeypatch.delenv("CARDROOM_RULEBOOK")
    about = shop.operator.get(f"/api/v1/workshop/games/{GAME}/{BASE}").json()
    assert (about["saves"], "cardroom serve --games DIR" in about["why"]) == (False, True)
    answer = saved(shop, "nowhere")
    assert (answer.status_code, answer.json()["detail"]) == (409, about["why"])
    assert shop.operator.post("/api/v1/workshop/check", **DRAFT).json()["toml"], "it can be downloaded"
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    assert saved(shop, "here").status_code == 201
    assert (tmp_path / GAME / "here.toml").read_text().startswith('extends = "500-club"')


# -- playing ----------------------------------------------------------------------------------------------------------


def test_only_its_operator_sees_a_draft_that_is_played(shop):
    draft = DRAFT | {"set": "not-for-others", "pays": {"pair-plus": {"flush": "40 to 1"}}}
    assert shop.operator.post("/api/v1/workshop/table", **draft).status_code == 201
    path, other = (
        f"/api/v1/games/{GAME}/not-for-others",
        Browser(shop.room).sign_up("otto", "correct horse", "operator"),
    )
    guest = Browser(shop.room)
    guest.guest()
    assert shop.operator.get(path).status_code == 200
    for one in (other, guest, Browser(shop.room)):
        assert (one.get(path).status_code, one.get(f"{path}/edges").status_code) == (404, 404)


def test_a_practice_table_opens_on_a_draft(shop):
    draft = DRAFT | {"side_bets": [BET]}
    answer = shop.operator.post("/api/v1/workshop/table", **draft)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    live = shop.room.server.halls["play"].room.tables[table]
    assert live.state.game.rules.pay["pair-plus"].lines["flush"] == "4 to 1"
    assert live.state.game.rules.wager["small-pairs"].label == "Small Pairs"
    rules = shop.operator.get(f"/api/v1/games/{GAME}/{live.state.game.rules.rules}").json()
    assert "Small Pairs" in [each["label"] for each in rules["wagers"]], "its rules can be read at the table"
    assert shop.operator.get(f"/api/v1/games/{GAME}/draft").status_code == 404
    refused = shop.operator.post("/api/v1/workshop/table", **(DRAFT | {"seats": 30}))
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("seats: ")
