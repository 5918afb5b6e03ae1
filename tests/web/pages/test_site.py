"""The pages around the tables in a real browser: access, themes, lobby, history, the check of fairness, rules."""

import gzip
import json
import re

import httpx
import pytest

import cardroom
from cardroom.room import Person
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.pages.assets import digest, pages
from cardroom.web.pages.joining import imports
from support.asked import HOUSE, POKER
from support.chromium import pictured
from support.vectors import FOLDER as VECTORS

WIDE, TABLET, PHONE = {"width": 1280, "height": 900}, {"width": 820, "height": 1180}, {"width": 360, "height": 720}
FOR = {
    "": ("ann", "Face-Up Chinese Poker"),
    "account": (None, "Play as a guest"),
    "rules": (None, "Face-Up Chinese Poker"),
    "rules?game=ez-baccarat&set=500-club": (None, "How standard differs"),
    "history": ("ann", "The cards you saw match"),
    "floor": ("flo", POKER),
    "operator": ("opal", "Net cash received"),
    "auditor": ("audrey", "No audit has been run"),
}
"""Pages, with a user of each and the last text to appear."""


def round_of(asked, who, table):
    """The address of the last ended round of a user at a table."""
    rows = asked.value(who, "/api/v1/halls/play/rounds", limit=50)["rounds"]
    number = next(row["number"] for row in rows if row["table"] == table and row["ended"])
    return f"history?hall=play&table={table}&round={number}"


# -- every page --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", FOR)
def test_a_page_opens_in_both_themes_and_is_accessible(path, visit, axe):
    who, last = FOR[path]
    page = visit(path, who)
    page.get_by_text(last).first.wait_for()
    for theme, size in (("light", WIDE), ("light", TABLET), ("dark", PHONE)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(size)
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size["width"])
        if size is not TABLET:
            assert not axe(page)
            pictured(page, f"{path.replace('?', '-') or 'lobby'}-{theme}")


# -- the lobby ---------------------------------------------------------------------------------------------------


def test_the_lobby_shows_a_jackpot_with_its_prescribed_text(visit, room):
    rules = {"jackpot": True, "jackpot_type": "bonus"}
    game = cardroom.game("heads-up-holdem", "washington", **rules)
    room.call(room.server.tables.open(PLAY, "Gull", game, TableConfig(), Person("floor", floor=True)))
    page = visit("", None)
    shown = page.get_by_role("region", name="Jackpots")
    shown.get_by_text("Gull").wait_for()
    assert "$1,000" in shown.inner_text()
    notices = [each.text for each in game.rules.notices()]
    assert notices
    assert all(text in shown.inner_text() for text in notices)


def test_a_search_without_results_offers_all_games(visit):
    page = visit("", None)
    page.locator(".game").nth(27).wait_for()
    page.get_by_label("Find a game").fill("tarot")
    page.get_by_text("No game matches “tarot”.").wait_for()
    page.get_by_role("button", name="Show all games").click()
    page.locator(".game").nth(27).wait_for()


def test_a_page_says_when_the_server_is_unreachable_and_when_it_returns(visit):
    page = visit("", None, fails=True)
    page.locator(".game").nth(27).wait_for()
    page.context.set_offline(True)
    page.get_by_text("Can't reach the card room.").first.wait_for()
    assert page.locator(".game").count() >= 28
    page.context.set_offline(False)
    page.get_by_text("Reconnected to the card room.").first.wait_for()
    page.locator(".away").wait_for(state="detached")


def test_a_guest_starts_practice_by_keyboard(visit):
    page = visit("", None)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.get_by_label("Find a game").focus()
    page.keyboard.type("badugi")
    page.locator(".game").nth(1).wait_for(state="detached")
    for _ in range(20):
        page.keyboard.press("Tab")
        if "able of Badugi" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table?*Badugi*")


def test_a_new_user_signs_up_and_is_shown_by_name(visit):
    page = visit("account?next=rules")
    page.get_by_role("button", name="New here").click()
    page.get_by_label("Name").fill("Wren of Kent")
    page.get_by_label("Password").fill("seven long words")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/rules")
    page.locator(".who", has_text="Wren of Kent").wait_for()
    page.locator(".who", has_text="$10,000").wait_for()


# -- history and fairness --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [POKER, HOUSE])
@pytest.mark.sampled(2)
def test_a_played_round_is_fair_and_a_tampered_one_is_not(table, visit, asked):
    path = round_of(asked, "ann", table)
    page = visit(path, "ann")
    page.locator(".fairp[data-word=holds]").wait_for()
    page.get_by_text("The cards you saw match").wait_for()

    def tampered(route):
        value = route.fetch().json()
        proof = value["proof"]
        if "openings" in proof:
            salt = proof["openings"][-1]["salt"]
            proof["openings"][-1]["salt"] = salt[:-1] + ("0" if salt[-1] != "0" else "1")
        else:
            order = proof["order"].split()
            proof["order"] = " ".join([order[1], order[0], *order[2:]])
        route.fulfill(json=value)

    page.route("**/rounds/*", tampered)
    page.reload()
    page.locator(".fairp[data-word='does not hold']").wait_for()


@pytest.mark.proof
def test_cards_that_differ_from_the_proven_order_are_detected(visit, asked):
    """The proof is genuine, but the reported cards are not."""

    def exchanged(route):
        value = route.fetch().json()
        dealt = value["dealt"]
        at = next(at for at, card in enumerate(dealt) if card != "??")
        dealt[at] = "As" if dealt[at] != "As" else "Ah"
        route.fulfill(json=value)

    page = visit("history", None)
    page.context.add_cookies(
        [{"name": "session", "value": asked.room.server.people.sessions.begin("ann"), "url": asked.room.address}]
    )
    page.route("**/rounds/*", exchanged)
    page.goto(f"{asked.room.address}/{round_of(asked, 'ann', HOUSE)}")
    page.locator(".fairp[data-word='does not hold']").wait_for()


def test_the_page_judges_every_test_vector_correctly(visit):
    expected = json.loads((VECTORS / "expected.json").read_text())
    cases = []
    for name, words in expected.items():
        for text, word in zip((VECTORS / name).read_text().splitlines(), words, strict=False):
            value = json.loads(text)
            if "version" in value:  # a shuffle or a seat's proof; only programs that know the games check records
                cases.append((name, value, word))
    page = visit("account")
    judged = page.evaluate(
        "async (all) => (({ check }) => all.map((each) => check(each).word))(await import('/files/-/fair/fair.js'))",
        [value for _, value, _ in cases],
    )
    assert len(cases) > 20
    assert [(name, word) for name, _, word in cases] == [
        (name, word) for (name, _, _), word in zip(cases, judged, strict=True)
    ]


def test_a_replay_works_by_keyboard_and_can_be_shared(visit, asked):
    page = visit(round_of(asked, "ann", POKER), "ann")
    page.locator(".fairp[data-word=holds]").wait_for()
    page.get_by_text("Replay", exact=True).wait_for()
    page.get_by_role("button", name="Step back").focus()
    page.keyboard.press("Home")
    page.get_by_text(re.compile("^1 of ")).wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile("^2 of ")).wait_for()
    page.get_by_role("button", name="Share link").click()
    link = re.search(r"history\?shared=\S+", page.locator(".notice").inner_text())
    stranger = visit(link.group(), None)
    stranger.get_by_text("as everyone saw it").wait_for()
    assert stranger.locator(".stage").count() == 1


@pytest.mark.proof
def test_a_rules_page_shows_results_and_makes_a_certificate(visit):
    page = visit("rules?game=pure-spanish-21.5&set=500-club")
    page.get_by_role("button", name="Match the Dealer").click()
    bars = page.get_by_role("figure", name="Results of Match the Dealer").get_by_role("listitem")
    bars.first.wait_for()
    shares = [float(text.split("%")[0].strip("< ")) for text in bars.all_inner_texts()]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    page.get_by_role("button", name="Create the certificate").click()
    made = page.get_by_role("link", name="Read")
    made.wait_for()
    paper = visit(made.get_attribute("href")[1:])
    paper.get_by_text("Certificate of exact mathematics").wait_for()


@pytest.mark.proof
def test_a_rules_page_shows_what_a_fold_forfeits_and_the_pay_tables_in_force(visit):
    page = visit("rules?game=three-card-poker-6-card-bonus&set=500-club")
    rows = page.get_by_role("region", name="Wagers").get_by_role("row")
    assert "a fold forfeits it" in rows.filter(has_text="Pair Plus").inner_text()
    assert "also after a fold" in rows.filter(has_text="6 Card Bonus").inner_text()
    page = visit("rules?game=heads-up-holdem&set=washington")
    tables = page.get_by_role("region", name="Pay tables")
    tables.get_by_role("columnheader", name="PT-FLT-HUH-TP-03").wait_for()
    assert "in force: PT-FLT-HUH-TP-05" in tables.inner_text()
    assert "bad_beat: PT-FLT-HUH-BB-01 (granted)" in page.get_by_role("region", name="House rules").inner_text()
    page.get_by_text("With $1,000 on the meter.").wait_for()


# -- without a browser ------------------------------------------------------------------------------------------------


def test_files_are_compressed_and_cached_forever(room):
    with httpx.Client(base_url=room.address) as client:
        way = client.get("/favicon.ico")
        assert (way.status_code, way.headers["location"]) == (307, f"/files/{digest()}/icon.svg")
        lasting = f"/files/{digest()}/rules/rules.js"
        assert f'src="{lasting[1:]}"' in client.get("/rules").text
        first = client.get(lasting)
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["content-type"].startswith("text/javascript")
        assert "immutable" in first.headers["cache-control"]
        assert "set-cookie" not in first.headers  # otherwise a shared cache would store a token
        assert "script-src 'self'" in first.headers["content-security-policy"]
        again = client.get(lasting, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get(lasting, headers={"accept-encoding": "identity"})
        assert plain.content == first.content == pages()["rules/rules.js"].plain
        other = client.get("/files/0123/rules/rules.js")  # of another version
        assert (other.content, other.headers["cache-control"]) == (first.content, "private, no-cache")
        assert client.get(lasting.replace("rules.js", "nothing.js")).status_code == 404
        assert client.get("/floor").headers["cache-control"] == "private, no-cache"
        assert client.get("/floor").content == client.get("/floor.html").content
        assert client.get("/nothing").status_code == client.get("/..%2fapp.py").status_code == 404


def test_a_wrong_address_shows_people_a_page_and_programs_a_problem(room):
    with httpx.Client(base_url=room.address, headers={"accept": "text/html,*/*;q=0.8"}) as client:
        for path, lobby in (("/tabel", "./"), ("/rules/holdem", "../"), ("/a/b/c", "../../")):
            page = client.get(path)
            assert (page.status_code, page.headers["content-type"].split(";")[0]) == (404, "text/html")
            assert "This page does not exist" in page.text
            links = re.findall(r'(?:href|src)="([^"#]+)"', page.text)
            assert lobby in links
            assert {client.get(str(page.url.join(link))).status_code for link in links} == {200}
        for path, accept in (("/api/v1/nothing", "text/html"), ("/nothing", "*/*")):
            problem = client.get(path, headers={"accept": accept})
            assert problem.headers["content-type"] == "application/problem+json"


def test_the_lobby_contains_the_answers_to_its_first_requests(asked):
    for who in (None, "ann"):
        page = asked.get(who, "/")
        assert page.headers["cache-control"] == "no-store"
        block = re.search(r'<script type="application/json" id="preloaded">(.*?)</script>', page.text, re.DOTALL)[1]
        assert "<" not in block
        answers = json.loads(block)
        assert answers["/api/v1/me"]["name"] == who
        assert answers["/api/v1/games"] == asked.value(who, "/api/v1/games")
        names = [each["name"] for each in asked.value(who, "/api/v1/halls/play/tables")]
        assert [each["name"] for each in answers["/api/v1/halls/play/tables"]] == names


def test_pages_name_only_existing_files_and_have_no_inline_code():
    names = {name: file.plain for name, file in pages().items()}
    for name, text in names.items():
        for each in imports(name, names):
            assert each in names, (name, each)
        if name.endswith(".html"):
            named = re.findall(r'(?:href|src)="([^"]+)"', text.decode())
            assert {each.partition("files/")[2].partition("/")[2] for each in named if "/api/v1/" not in each} <= {
                *names
            }
            assert not re.search(r"<style|style=|<script>|onclick", text.decode())
        assert b"http://" not in text.replace(b"http://www.w3.org/2000/svg", b"")
        assert gzip.decompress(pages()[name].compressed) == text if pages()[name].compressed is not text else True


def test_the_bar_shows_the_balance_of_the_current_hall(visit):
    page = visit("", "ann")
    page.get_by_role("link", name=re.compile(r"^ann, \$[\d,.]+ of play money, account$")).wait_for()
    page.get_by_role("button", name="Money", exact=True).click()
    page.get_by_role("link", name=re.compile(r"^ann, \$[\d,.]+, account$")).wait_for()
