"""The pages around the tables in a real browser: each for whom it is for, in both themes; the floor's orders; whether a
check of fairness in the page says yes to what was dealt and no to what was touched."""

import gzip
import json
import os
import re
from importlib.resources import files

import httpx
import pytest
from msgspec import structs

import cardroom
from asked import HOUSE, PASSWORD, POKER, played
from cardroom.room import Person
from cardroom.room.settings import Settings
from cardroom.web.figures import FILE, figures, provable, written
from cardroom.web.pages_api import imports, pages
from cardroom.web.server import PLAY, How
from chromium import pictured, watched
from vectors import FOLDER as VECTORS

WIDE, TABLET, PHONE = {"width": 1280, "height": 900}, {"width": 820, "height": 1180}, {"width": 360, "height": 720}
FOR = {
    "": ("ann", "Face-Up Chinese Poker"),
    "account": (None, "Come in as a guest"),
    "rules": (None, "Face-Up Chinese Poker"),
    "rules?game=ez-baccarat&set=500-club": (None, "standard is otherwise"),
    "history": ("ann", "These are the cards"),
    "floor": ("flo", POKER),
    "operator": ("opal", "Came in, and has not gone out"),
    "auditor": ("audrey", "No audit has been run"),
}
"""Pages, who looks at each, and what is there at last."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    with played(tmp_path_factory.mktemp("room")) as asked:
        yield asked


@pytest.fixture(scope="module")
def room(asked):
    asked.room.server.register.sign_up("opal", PASSWORD, ("operator",))
    return asked.room


@pytest.fixture
def visit(browser, room):
    """Opens pages for somebody, and sees that nothing went wrong in any of them."""
    opened = []

    def opens(path, who=None, *, fails=False, **how):
        how = {"viewport": WIDE, "reduced_motion": "reduce"} | how
        context = browser.new_context(**how)
        if who:
            context.add_cookies([{"name": "session", "value": room.server.register.begin(who), "url": room.address}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        opened.append((page, [] if fails else watched(page)))
        page.goto(f"{room.address}/{path}")
        page.locator("main *").first.wait_for()
        return page

    yield opens
    for page, _ in opened:
        page.context.close()
    assert not [each for _, wrong in opened for each in wrong]


def round_of(asked, who, table):
    """The address of the last round that somebody has played at a table to its end."""
    rows = asked.value(who, "/api/halls/play/rounds", limit=50)["rounds"]
    number = next(row["number"] for row in rows if row["table"] == table and row["ended"])
    return f"history?hall=play&table={table}&round={number}"


# -- every page --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe():
    """The checks of axe-core, those of WCAG 2.1 AA: what stands in somebody's way."""
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
    said = json.dumps({"resultTypes": ["violations"], "runOnly": tags})

    def serious(page):
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        found = page.evaluate(f"axe.run(document, {said}).then((found) => found.violations)")
        return [
            (each["id"], [node["html"][:160] for node in each["nodes"]])
            for each in found
            if each["impact"] in ("serious", "critical")
        ]

    return serious


@pytest.mark.parametrize("path", FOR)
def test_a_page_opens_for_its_role_in_both_themes_and_nothing_serious_is_in_the_way(path, visit, axe):
    who, last = FOR[path]
    page = visit(path, who)
    page.get_by_text(last).first.wait_for()
    for theme, size in (("light", WIDE), ("light", TABLET), ("dark", PHONE)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        if size is not TABLET:
            assert not axe(page)
            pictured(page, f"{path.replace('?', '-') or 'lobby'}-{theme}")


@pytest.mark.parametrize(("path", "who"), [("floor", "ann"), ("operator", "ann"), ("auditor", "flo"), ("floor", None)])
def test_a_page_for_staff_is_not_for_others(path, who, visit):
    page = visit(path, who)
    page.get_by_text("This page is for" if who else "Sign in to see this page").wait_for()
    assert page.locator("table").count() == 0


# -- the lobby and the floor ----------------------------------------------------------------------------------------


def test_the_floor_opens_a_table_that_a_player_then_finds_and_pauses_it(visit, room):
    floor = visit("floor", "flo")
    floor.get_by_role("button", name="Open a table").first.click()
    form = floor.locator("dialog form")
    form.get_by_label("Name", exact=True).fill("Crow")
    form.locator("[name=game]").select_option("three-card-poker-6-card-bonus")
    form.get_by_text("House rules").click()
    form.locator("[name='rule.minimum']").fill("$10")
    form.get_by_label("Bots").fill("2")
    form.get_by_role("button", name="Open it").click()
    floor.get_by_role("button", name="Pause Crow").wait_for()

    player = visit("", None)
    player.get_by_label("Find a game").fill("three card")
    row = player.locator(".game", has_text="Three Card Poker 6 Card Bonus")
    row.get_by_text("$10 to $1,000").wait_for()
    player.locator(".game").nth(1).wait_for(state="detached")
    row.get_by_role("link", name=re.compile("Watch")).click()
    player.wait_for_url("**/table?*Crow")

    floor.get_by_role("button", name="Pause Crow").click()
    floor.locator("dialog").get_by_label("Why").fill("a spilled drink")
    floor.locator("dialog").get_by_role("button", name="Pause").click()
    floor.get_by_role("button", name="Resume Crow").wait_for()


def test_every_order_of_the_floor_is_given_once(visit, room):
    """A table is opened with its settings, stopped, dealt again, closed; chips go over the counter."""
    page = visit("floor", "flo")

    def orders(button, submit, **said):
        page.get_by_role("button", name=button).first.click()
        form = page.locator("dialog form")
        for name, value in said.items():
            field = form.locator(f"[name='{name.replace('__', '.')}']")
            field.wait_for(state="attached")
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.evaluate("each => { const held = each.closest('details'); if (held) held.open = true; }")
                field.fill(value)
        form.get_by_role("button", name=submit, exact=True).click()
        page.locator("dialog").wait_for(state="detached")

    orders("Open a table", "Open it", name="Heron", game="texas-holdem", run__act="45")
    row = page.locator("tr", has_text="Heron")
    row.get_by_text("waits for players").wait_for()
    assert room.server.how[PLAY]["Heron"].settings.act == 45
    orders("Stop all play", "Stop", why="a fire drill")
    page.get_by_text("All play is stopped by flo: a fire drill").wait_for()
    lobby = visit("", None)
    lobby.get_by_text("The house has stopped play: a fire drill").wait_for()
    orders("Let play go on", "Go on", why="it was one")
    page.get_by_text("All play is stopped").wait_for(state="detached")
    orders("Deposit", "Deposit", who="eve", amount="$120")
    page.get_by_text(re.compile("eve has \\$[0-9,]+ now")).first.wait_for()
    orders("Close Heron", "Close it")
    row.wait_for(state="detached")


def test_the_lobby_shows_what_a_jackpot_reads_with_the_text_that_must_stand_beside_it(visit, room):
    rules = {"jackpot": True, "jackpot_type": "bonus"}
    game = cardroom.game("heads-up-holdem", "washington", **rules)
    room.call(room.server.open_table(PLAY, "Gull", game, How(), Person("floor", floor=True)))
    page = visit("", None)
    shown = page.get_by_role("region", name="Jackpots")
    shown.get_by_text("Gull").wait_for()
    assert "$1,000" in shown.inner_text()
    notices = [each.text for each in game.rules.notices()]
    assert notices
    assert all(text in shown.inner_text() for text in notices)


def test_a_search_without_a_find_says_so_and_shows_the_way_back(visit):
    page = visit("", None)
    page.locator(".game").nth(27).wait_for()
    page.get_by_label("Find a game").fill("tarot")
    page.get_by_text("No game matches “tarot”.").wait_for()
    page.get_by_role("button", name="Show all games").click()
    page.locator(".game").nth(27).wait_for()


def test_a_page_says_that_the_server_is_away_and_when_it_is_back(visit):
    page = visit("", None, fails=True)
    page.locator(".game").nth(27).wait_for()
    page.context.set_offline(True)
    page.get_by_text("The card room cannot be reached just now.").first.wait_for()
    assert page.locator(".game").count() >= 28
    page.context.set_offline(False)
    page.get_by_text("The card room is there again.").first.wait_for()
    page.locator(".away").wait_for(state="detached")


def test_a_stranger_practices_by_keys_alone(visit):
    page = visit("", None)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
    page.get_by_label("Find a game").focus()
    page.keyboard.type("badugi")
    page.locator(".game").nth(1).wait_for(state="detached")
    for _ in range(20):
        page.keyboard.press("Tab")
        if "able of Badugi" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table?*Badugi*")


def test_somebody_takes_a_name_and_is_known_by_it(visit):
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
def test_a_played_round_is_fair_and_a_tampered_one_is_not(table, visit, asked):
    path = round_of(asked, "ann", table)
    page = visit(path, "ann")
    page.locator(".fairp[data-word=holds]").wait_for()
    page.get_by_text("These are the cards").wait_for()

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


def test_cards_that_were_not_those_of_the_order_are_seen(visit, asked):
    """The proof is genuine, and the cards that the table is said to have dealt are not: the page sees that too."""

    def exchanged(route):
        value = route.fetch().json()
        dealt = value["dealt"]
        at = next(at for at, card in enumerate(dealt) if card != "??")
        dealt[at] = "As" if dealt[at] != "As" else "Ah"
        route.fulfill(json=value)

    page = visit("history", None)
    page.context.add_cookies(
        [{"name": "session", "value": asked.room.server.register.begin("ann"), "url": asked.room.address}]
    )
    page.route("**/rounds/*", exchanged)
    page.goto(f"{asked.room.address}/{round_of(asked, 'ann', HOUSE)}")
    page.locator(".fairp[data-word='does not hold']").wait_for()


def test_the_page_judges_every_vector_as_the_specification_has_it(visit):
    expected = json.loads((VECTORS / "expected.json").read_text())
    cases = []
    for name, words in expected.items():
        for text, word in zip((VECTORS / name).read_text().splitlines(), words, strict=False):
            value = json.loads(text)
            if "version" in value:  # a shuffle or a seat's proof: records are for the programs that know the games
                cases.append((name, value, word))
    page = visit("account")
    judged = page.evaluate(
        "async (all) => { const { check } = await import('./fair.js'); return all.map((each) => check(each).word); }",
        [value for _, value, _ in cases],
    )
    assert len(cases) > 20
    assert [(name, word) for name, _, word in cases] == [
        (name, word) for (name, _, _), word in zip(cases, judged, strict=True)
    ]


def test_a_round_is_stepped_through_by_keys_and_shared_with_strangers(visit, asked):
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
    stranger.get_by_text("as everybody saw it").wait_for()
    assert stranger.locator(".stage").count() == 1


def test_an_auditor_recalls_a_round_by_player_and_sees_every_card(visit):
    page = visit("auditor", "audrey")
    page.get_by_role("button", name="Play money").click()
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(POKER)).first.click()
    page.get_by_text("every card").wait_for()
    page.locator(".fairp[data-word=holds]").wait_for()


def test_an_auditor_finds_a_round_by_time_alone_goes_through_the_books_and_checks_the_program(visit):
    page = visit("auditor", "audrey")
    page.get_by_role("button", name="Play money").click()
    page.locator("[name=by]").select_option("time")
    page.get_by_label("Before").fill("2099-01-01T00:00")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(HOUSE)).first.wait_for()
    page.get_by_role("button", name="Run the audit").click()
    page.get_by_text("The books hold.").wait_for()
    page.get_by_role("button", name="Check its files").click()
    page.get_by_role("region", name="The program").locator(".notice .mono").wait_for()


def test_a_rules_page_shows_how_each_wager_ends_and_has_its_certificate_made(visit):
    page = visit("rules?game=pure-spanish-21.5&set=500-club")
    bars = page.get_by_role("figure", name="How Match the Dealer ends").get_by_role("listitem")
    bars.first.wait_for()
    shares = [float(text.split("%")[0].strip("< ")) for text in bars.all_inner_texts()]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    page.get_by_role("button", name="Make the certificate").click()
    made = page.get_by_role("link", name="Read it")
    made.wait_for()
    paper = visit(made.get_attribute("href")[1:])
    paper.get_by_text("Certificate of exact mathematics").wait_for()


def test_a_rules_page_says_what_a_fold_takes_and_which_printed_table_is_in_force(visit):
    page = visit("rules?game=three-card-poker-6-card-bonus&set=500-club")
    rows = page.get_by_role("region", name="Wagers").get_by_role("row")
    assert "a fold forfeits it" in rows.filter(has_text="Pair Plus").inner_text()
    assert "after a fold too" in rows.filter(has_text="6 Card Bonus").inner_text()
    page = visit("rules?game=heads-up-holdem&set=washington")
    tables = page.get_by_role("region", name="Pay tables")
    tables.get_by_role("columnheader", name="PT-FLT-HUH-TP-03").wait_for()
    assert "in force: PT-FLT-HUH-TP-05" in tables.inner_text()
    assert "bad_beat: PT-FLT-HUH-BB-01 (granted)" in page.get_by_role("region", name="House rules").inner_text()
    page.get_by_text("With $1,000 on the meter.").wait_for()


def test_a_result_beyond_three_standard_errors_is_marked_to_be_looked_at(visit, room):
    """The figures are the server's, as `cardroom report --json` gives them; here one table is far from its theory."""
    page = visit("operator", "opal")
    page.get_by_text("Nothing was played in this time.").wait_for()

    def far(route):
        value = route.fetch().json()
        row = value["all"] | {"table": "Crow", "activity": True, "rounds": 9, "drop": 50_000, "win": -40_000}
        row |= {"expected_win": 1_000.0, "standard_error": 10_000.0, "z": -4.1, "luck": "hardly luck"}
        days = [row | {"day": day, "exact_win": row["win"]} for day in ("2026-01-01", "2026-01-02")]
        route.fulfill(json=value | {"by_table": [row], "tables": days, "all": row})

    page.route("**/report*", far)
    page.get_by_role("button", name="7 days").click()
    row = page.locator("tr", has_text="Crow")
    row.get_by_text("look", exact=True).wait_for()
    assert "4.1" in row.locator("svg").get_attribute("aria-label")
    page.get_by_role("img", name=re.compile("Win at Crow by day. 2026-01-01: −\\$400, expected")).wait_for()


# -- without a browser ------------------------------------------------------------------------------------------------


def test_files_are_loaded_once_and_packed(room):
    with httpx.Client(base_url=room.address) as client:
        way = client.get("/lobby.js")
        assert way.status_code == 307
        lasting = way.headers["location"]
        assert f'src="{lasting[1:]}"' in client.get("/").text
        first = client.get(lasting)
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["content-type"].startswith("text/javascript")
        assert "immutable" in first.headers["cache-control"]
        assert "set-cookie" not in first.headers  # or whoever keeps it for others would keep a token
        assert "script-src 'self'" in first.headers["content-security-policy"]
        again = client.get(lasting, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get(lasting, headers={"accept-encoding": "identity"})
        assert plain.content == first.content == pages()["lobby.js"].plain
        assert client.get("/files/0123/lobby.js").headers["cache-control"] == "private, no-cache"  # of another program
        assert client.get(lasting.replace("lobby", "nothing")).status_code == 404
        assert client.get("/floor").headers["cache-control"] == "private, no-cache"
        assert client.get("/floor").content == client.get("/floor.html").content
        assert client.get("/nothing").status_code == client.get("/..%2fapp.py").status_code == 404


def test_the_lobby_comes_with_what_it_would_ask_for(asked):
    for who in (None, "ann"):
        page = asked.get(who, "/")
        assert page.headers["cache-control"] == "no-store"
        block = re.search(r'<script type="application/json" id="told">(.*?)</script>', page.text, re.DOTALL)[1]
        assert "<" not in block
        told = json.loads(block)
        assert told["/api/me"]["name"] == who
        assert told["/api/games"] == asked.value(who, "/api/games")
        names = [each["name"] for each in asked.value(who, "/api/halls/play/tables")]
        assert [each["name"] for each in told["/api/halls/play/tables"]] == names


def test_every_file_that_a_page_names_is_there_and_no_page_has_a_script_or_style_within():
    found = {name: file.plain for name, file in pages().items()}
    for name, text in found.items():
        for each in imports(name, found):
            assert each in found, (name, each)
        if name.endswith(".html"):
            named = re.findall(r'(?:href|src)="([^"]+)"', text.decode())
            assert {each.partition("files/")[2].partition("/")[2] for each in named if "/api/" not in each} <= {*found}
            assert not re.search(r"<style|style=|<script>|onclick", text.decode())
        assert b"http://" not in text.replace(b"http://www.w3.org/2000/svg", b"")
        assert gzip.decompress(pages()[name].packed) == text if pages()[name].packed is not text else True


def test_the_form_of_a_new_table_has_every_setting_as_it_is_where_nobody_says_otherwise():
    said = re.findall(r'\["(\w+)", "[^"]+", ([\d.]+)\]', pages()["opening.js"].plain.decode())
    assert {name: float(usual) for name, usual in said} == structs.asdict(Settings())


def test_the_figures_that_come_with_the_program_are_of_the_rule_sets_that_do():
    assert figures().keys() == provable().keys(), "count them anew: python -m cardroom.web.figures"


@pytest.mark.skipif("CARDROOM_PROOF" not in os.environ, reason="long: make proof")
def test_the_figures_that_come_with_the_program_are_those_that_are_counted():
    assert json.loads(written({})) == figures(), f"{FILE}: count them anew"
