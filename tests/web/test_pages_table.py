"""The table page in a real browser with a real server: rounds of every family, every table, secrets, keys, lines."""

import random
import re
import socket

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe

import cardroom
import server as servers
from browser import Browser, in_memory
from cardroom.games import all_games
from cardroom.rankings import category, rank
from cardroom.rankings.chinese import must_foul
from cardroom.room import Person
from cardroom.room.feed import difference
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.rate_limiter import RateLimiter
from chromium import pictured, watched

QUICKLY = TableTiming(answer_time=600, pause_between=0.3)
PATIENCE = 60_000
"""Milliseconds that a page may take: nothing is measured here, and a machine may be slow."""
OUTSIDE = """(what, felt = document.querySelector(".felt").getBoundingClientRect()) =>
    [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < felt.left || box.right > felt.right).length"""
"""How many of what is drawn reach over an edge of the felt."""
BELOW = """what => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect().bottom)
    .filter((bottom) => bottom > document.querySelector(".felt").getBoundingClientRect().bottom).length"""
"""How many of what is drawn on the felt reach below what is seen of it."""
FAMILIES = (
    "ultimate-texas-holdem",
    "pure-21.5-blackjack",
    "fortune-pai-gow-poker",
    "ez-baccarat",
    "texas-holdem",
    "seven-card-stud",
    "2-7-single-draw",
    "face-up-chinese-poker",
)


@pytest.fixture(scope="module")
def room(often):
    with in_memory() as folder, servers.running(folder, newcomers=RateLimiter(10**6, 10**6)) as running:
        yield running


@pytest.fixture
def visit(browser, room):
    """Opens pages for people who do not know each other, and sees that nothing went wrong in any of them."""
    opened = []

    def opens(table, **how):
        how = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | how
        page = browser.new_context(**how).new_page()
        page.set_default_timeout(PATIENCE)
        opened.append((page, watched(page)))
        page.goto(address(room, table))
        return page

    yield opens
    for page, _ in opened:
        page.context.close()
    assert not [each for _, wrong in opened for each in wrong]


def address(room, table):
    return f"{room.address}/table.html?hall=play&table={table}"


def open_table(room, slug, bots=None):
    """A table with bots, as many as are needed where nobody says, and quick from round to round."""
    game = cardroom.game(slug)
    bots = max(1, game.rules.seats.least - 1) if bots is None else bots
    name = f"{slug} {len(room.server.halls[PLAY].room.tables)}"
    room.call(room.server.tables.open(PLAY, name, game, TableConfig(QUICKLY, bots), Person("floor", floor=True)))
    return name


def sits(page):
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.locator(".prompt[data-moment=bets], .prompt[data-moment=act], .prompt[data-moment=wait]").wait_for()


def acts(page):
    """Answer a question with what the page offers, as a person would by hand."""
    if page.locator(".betrow").count():
        if not page.locator(".betrow .act").is_enabled():
            required = page.locator("button[data-wager].req")
            (required if required.count() else page.locator("button[data-wager]")).last.click()
        page.locator(".betrow .act").click()
    elif page.locator(".setter").count():
        for _ in range(2):
            page.locator(".setter .row:nth-child(2) .pk").last.click()
        page.locator(".setter.ok, .setter.foul").wait_for()
        fouls = page.locator(".setter.foul").count()
        page.locator(".prompt .act").click()
        if fouls:
            page.locator("dialog").get_by_role("button", name="Set hands").click()
    elif page.locator(".lay").count():
        lays(page)
    elif page.locator(".prompt .act").count():
        page.locator(".prompt .act").click()
    else:
        options = page.locator(".choices .opt:enabled")
        options.nth(min(1, options.count() - 1)).click()


def lays(page):
    while page.locator(".lay .act").is_disabled():
        if not page.locator(".hand3 .pk[aria-pressed=true]").count():
            page.locator(".hand3 .pk").first.click()
        page.locator(".lay .opt:enabled").last.click()
    page.locator(".lay .act").click()


def plays(page, name):
    """A round to its end, with pictures of it if those are wanted; gives how often one was asked."""
    asked = 0
    while True:
        page.wait_for_function("() => ['bets', 'act', 'over'].includes(table.moment) && !table.ui.sent")
        over = page.evaluate("table.moment") == "over"
        pictured(page, f"{name}-{'over' if over else asked}")
        if over:
            return asked
        question = page.evaluate("table.question")
        acts(page)
        asked += 1
        page.wait_for_function("was => table.question !== was", arg=question)


def rests(room, table):
    """What is dealt next is a long time off: a slow browser, too, sees how the round ended."""
    live = room.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, pause_between=600)


def presses(page, key, until, arg=None):
    """A key, again and again: what is pressed just when a question comes was meant for the one before."""
    while not page.evaluate(until, arg):
        page.keyboard.press(key)
        page.wait_for_timeout(100)


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_guest_plays_a_round_of_each_family(room, visit, slug):
    table = open_table(room, slug)
    page = visit(table)
    sits(page)
    page.wait_for_function("() => ['bets', 'act'].includes(table.moment)")
    rests(room, table)
    assert plays(page, slug) > 0
    mine = page.evaluate("table.picture.chairs.find(chair => chair.you)")
    assert mine["net"] is not None
    text = page.locator(".prompt").inner_text()
    assert any(word in text for word in ("You win", "You lose", "You break even", "The round is over"))
    tallies = page.evaluate("table.picture.tallies ?? []")
    mine = [tally for tally in tallies if tally["seat"] == mine["seat"]]
    shown = page.locator(".pts-t tbody tr td:last-child").all_inner_texts()
    assert shown == [str(score.get("points", 0)).replace("-", "−") for tally in mine for score in tally["against"]]
    assert bool(tallies) == (slug == "face-up-chinese-poker")


SLUGS = [*dict.fromkeys(game.slug for game in all_games())]


@pytest.mark.parametrize("slugs", [SLUGS[part::4] for part in range(4)], ids=range(4))
def test_every_table_opens_and_is_acted_at(room, visit, slugs):
    tables = [open_table(room, slug) for slug in slugs]
    page = visit(tables[0], viewport={"width": 360, "height": 640})
    for table in tables:
        if table != tables[0]:
            page.goto(address(room, table))
        page.wait_for_function("() => window.table?.loaded")
        page.evaluate("async () => (await import('/sit.js')).sit(table, table.about?.usual ?? 20000, null)")
        page.wait_for_function("() => ['bets', 'act'].includes(table.moment)")
        question = page.evaluate("table.question")
        pictured(page, f"table-{table}")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("document.querySelector('.prompt').getBoundingClientRect().bottom") <= 640


def test_two_at_one_poker_table_see_their_own_cards_alone(room, visit):
    table = open_table(room, "texas-holdem", bots=0)
    one, other = visit(table), visit(table)
    for page in (one, other):
        page.get_by_role("button", name="Sit down").click()
        page.locator("dialog").get_by_role("button", name="Sit down").click()
    held = {}
    for page in (one, other):
        page.wait_for_function("() => table.picture?.spreads.some(spread => spread.mine && spread.cards.length === 2)")
        held[page] = page.evaluate("table.picture.spreads.find(spread => spread.mine).cards")
    for page, unseen in ((one, held[other]), (other, held[one])):
        scene = page.evaluate("JSON.stringify(table.picture.spreads.map(spread => spread.cards))")
        assert not set(unseen) & set(map(int, re.findall(r"\d+", scene)))
        names = page.evaluate(
            "async cards => { const w = await import('/words.js'); return cards.map(w.cardName) }", unseen
        )
        assert not any(name in page.content() for name in names)


def test_a_line_that_breaks_in_mid_hand_comes_back_and_what_was_said_happens_once(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.evaluate("table.connection.socket.close()")
    page.get_by_text("Connection lost. Your wagers stand.").first.wait_for()
    page.wait_for_function("() => table.connection.state === 'open' && table.moment === 'bets'")
    stack = page.evaluate("table.stack")
    page.locator("button[data-wager].req").click()
    page.evaluate("() => { document.querySelector('.betrow .act').click(); table.connection.socket.close(); }")
    page.wait_for_function("() => table.connection.state === 'open' && table.moment !== 'bets'")
    assert page.evaluate("table.stack") == stack - page.evaluate("table.picture.boxes.find(box => box.mine).amount")
    assert page.locator("[role=alert]").get_by_text("Reconnected. Nothing was lost.").count()


def test_a_round_is_played_by_keyboard_alone(room, visit):
    table = open_table(room, "ultimate-texas-holdem")
    page = visit(table)
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Sit down").focus()
    page.keyboard.press("Enter")
    page.locator("dialog").get_by_role("button", name="Sit down").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.moment === 'bets'")
    rests(room, table)
    presses(page, "ArrowRight", "document.activeElement.dataset.wager === 'ante'")
    page.keyboard.press("1")
    page.keyboard.press("0")
    assert page.evaluate("table.ui.wagers") == {"ante": 1000, "blind": 1000}
    page.keyboard.press("Z")
    page.keyboard.press("R")
    page.keyboard.press("+")
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.moment === 'act'")
    while page.evaluate("table.moment") != "over":
        question = page.evaluate("table.question")
        key = "c" if page.locator(".opt[aria-keyshortcuts=C]").count() else "f"
        presses(page, key, "was => table.ui.sent || table.question !== was", question)
        page.wait_for_function("() => !table.ui.sent && ['act', 'over'].includes(table.moment)")
    page.keyboard.press("w")
    page.locator("dialog").get_by_text("why?").first.wait_for()


def test_results_are_told_until_the_next_ones_and_who_leaves_keeps_nobody_waiting(room, visit):
    page = visit(open_table(room, "heads-up-holdem"))
    page.locator(".felt[data-felt=holdem]").wait_for()
    sits(page)
    plays(page, "left")
    page.wait_for_function("() => table.moment === 'bets' && !table.ui.sent")
    presses(page, "w", "document.querySelector('dialog[open]') !== null")
    page.locator("dialog").get_by_text("why?").first.wait_for()
    assert "The last round" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog[open]')")
    presses(page, "?", "table.ui.tab === 'Keys'")
    keys = page.locator(".keys").inner_text()
    assert "betting areas" in keys
    assert "row" not in keys, "keys of other games are not told"
    page.evaluate("table.openMenu()")
    page.get_by_role("button", name="Add chips").click()
    has = page.evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.halls.play.balance)")
    page.locator("dialog").get_by_text(f"You have ${has // 100:,}").wait_for()
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    page.evaluate("table.openMenu()")
    page.get_by_role("button", name="Leave").click()
    page.locator("dialog").get_by_text("when this round ends").wait_for()
    page.locator("dialog").get_by_role("button", name="Leave").click()
    page.wait_for_url(f"{room.address}/")


def test_who_plays_is_told_that_a_round_is_called_off_and_why_they_play_no_more(room, visit):
    table = open_table(room, "heads-up-holdem")
    page = visit(table)
    sits(page)
    rests(room, table)
    floor = Browser(room).sign_up("day floor", "correct horse", "floor")
    [number] = [each["round"] for each in floor.get("/api/halls/play/tables").json() if each["name"] == table]
    off = floor.post(f"/api/halls/play/tables/{table}/call-off", round=number, why="a card was boxed")
    assert off.status_code == 200
    page.locator(".notice", has_text="The floor called off this round. All wagers were returned.").wait_for()
    name = page.evaluate("table.me.name")
    assert floor.post(f"/api/people/{name}/bar", barred=True, why="asked for a break").status_code == 200
    page.locator(".notice", has_text="You no longer have a seat here").get_by_text("asked for a break").wait_for()


def test_what_is_refused_says_why_and_keeps_what_was_laid_out(room, visit):
    page = visit(open_table(room, "ez-baccarat"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.locator("button[data-wager=dragon-7]").click()
    page.locator(".betrow .act").click()
    page.locator(".refused").get_by_text("may be placed only with").wait_for()
    assert page.evaluate("table.ui.wagers['dragon-7']")


def test_the_last_bets_are_laid_out_again_for_who_wants_to_change_them(room, visit):
    table = open_table(room, "ez-baccarat")
    page = visit(table)
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.evaluate("window.before = table.scene")
    rests(room, table)
    plays(page, "change bets")
    laid = page.evaluate("table.lastWagers")
    page.get_by_role("button", name="Same bets").wait_for()
    presses(page, "b", "table.ui.editBets")
    page.evaluate("""() => table.see({ ...before, clock: {}, questions: { [table.mySpot]: "next" } }, false)""")
    page.wait_for_function("() => table.moment === 'bets'")
    assert (page.evaluate("table.ui.wagers"), page.evaluate("table.ui.sent")) == (laid, False)
    assert page.locator(".betrow .act").is_enabled()


@pytest.mark.parametrize(
    ("slug", "tab", "says"),
    [
        ("fortune-pai-gow-poker", "House Way", "The House Way"),
        ("pure-21.5-blackjack", "Charts", "Chart 1A"),
        ("omaha", "Pots", "The pot is empty"),
    ],
)
def test_a_drawer_has_what_its_game_has(room, visit, slug, tab, says):
    page = visit(open_table(room, slug))
    sits(page)
    page.get_by_role("tab", name=tab, exact=True).click()
    page.locator("#tab-body").get_by_text(says).first.wait_for()


def dealt_to_set(page):
    """The ways to set the hand that is dealt next; a few hands cannot be set foul."""
    page.wait_for_function("() => table.moment === 'bets'")
    question = page.evaluate("table.question")
    acts(page)
    page.wait_for_function("was => table.question !== was && table.picking?.splits?.length", arg=question)
    return page.evaluate("table.picking.splits")


def test_two_hands_are_set_by_drag_tap_and_keys_and_a_foul_is_shown_before(room, visit):
    table = open_table(room, "fortune-pai-gow-poker")
    page = visit(table)
    sits(page)
    splits = dealt_to_set(page)
    while not any(split.get("warns") for split in splits):
        acts(page)
        splits = dealt_to_set(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function("() => table.size === 'phone'")
    page.wait_for_function(f"() => ({OUTSIDE})('.setter .pk, .setter .row') === 0")  # seven cards fit a phone
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_function("() => innerWidth === 640 && matchMedia('(orientation: landscape)').matches")
    page.wait_for_function(f"() => ({OUTSIDE})('.setter .pk, .setter .row') === 0")  # and one on its side
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => table.size !== 'phone'")
    foul = next(split for split in splits if split.get("warns"))
    front, behind = page.locator(".setter .row").first, page.locator(".setter .row").last
    cards = page.evaluate("async () => (await import('/draft.js')).highestFirst(table.picking.option.cards)")
    behind.locator(".pk").nth(cards.index(foul["picked"][0])).drag_to(front)
    page.wait_for_function("card => table.ui.picked.length === 1 && table.ui.picked[0] === card", arg=foul["picked"][0])
    rest = [card for card in cards if card != foul["picked"][0]]
    behind.locator(".pk").nth(rest.index(foul["picked"][1])).click()
    page.locator(".setter.foul").wait_for()
    assert foul["warns"] in page.locator(".ask .q").inner_text()
    presses(page, "Enter", "document.querySelector('dialog[open]') !== null")
    assert foul["warns"] in page.locator("dialog").inner_text(), "whoever sets a foul is asked once more"
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    page.wait_for_function("() => !document.querySelector('dialog[open]')")
    presses(page, "x", "table.ui.picked.length === 0")
    fine = next(split for split in splits if not split.get("warns"))
    for many, card in enumerate(fine["picked"], 1):
        presses(page, str(cards.index(card) + 1), "many => table.ui.picked.length === many", many)
    page.locator(".setter.ok").get_by_text(fine["says"][0]).wait_for()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.wait_for_function(f"() => ({BELOW})('.setter .pk') === 0")
    rests(room, table)
    presses(page, "Enter", "table.ui.sent || !table.picking")
    page.wait_for_function("() => !table.picking")
    (mine,) = page.evaluate("table.picture.spreads.filter(each => each.mine && each.place[2] === 'front')")
    assert sorted(mine["cards"]) == sorted(fine["picked"])


def test_who_comes_later_sees_every_hand_of_the_shoe_and_may_stand_behind_a_seat(room, visit):
    table = open_table(room, "ez-baccarat")
    first = visit(table)
    sits(first)
    for hands in (1, 2):
        first.wait_for_function("() => table.moment === 'bets' && !table.ui.sent")
        if hands == 2:
            rests(room, table)
        acts(first)
        first.wait_for_function("dealt => table.hands.length === dealt", arg=hands)
    later = visit(table)
    later.wait_for_function("() => window.table?.hands.length === 2")
    assert later.evaluate("table.hands") == first.evaluate("table.hands")
    assert later.evaluate("table.picture.display['this shoe'].hands.count") == 2
    later.get_by_role("button", name="Sit down").click()
    later.locator("dialog select").select_option("-1")
    later.locator("dialog").get_by_role("button", name="Sit down").click()
    later.wait_for_function("() => table.scene.people[table.me.name]?.behind")


def test_another_circle_is_taken_and_bet_at(room, visit):
    circled = visit(open_table(room, "pure-21.5-blackjack"))
    sits(circled)
    circled.get_by_role("button", name="Menu").click()
    circled.get_by_role("button", name="Another circle").click()
    circled.get_by_role("button", name=re.compile("^Seat [0-9]")).first.click()
    while True:
        circled.wait_for_function("() => ['bets', 'act'].includes(table.moment) && !table.ui.sent")
        if circled.evaluate("table.prompt.spot.startsWith('circle')"):
            break
        question = circled.evaluate("table.question")
        acts(circled)
        circled.wait_for_function("was => table.question !== was", arg=question)
    assert circled.locator(".spots").count() == 2


def test_what_is_not_confirmed_says_so_and_counts_once_it_is(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.locator("button[data-wager].req").click()
    page.evaluate("() => { table.send = table.connection.send; table.connection.send = () => {}; }")
    page.locator(".betrow .act").click()
    page.locator(".betrow .act.slow").wait_for()
    assert "not confirmed" in page.locator(".ask .q").inner_text()
    page.evaluate("() => { table.connection.send = table.send; }")
    page.evaluate("table.connection.pending.forEach((each) => table.connection.sendPending(each))")
    page.wait_for_function("() => table.moment !== 'bets' && !table.ui.slow")


def test_who_misses_twice_in_a_row_is_offered_to_sit_out(room, visit):
    table = open_table(room, "texas-holdem")
    live = room.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, answer_time=0.2, time_bank=0)
    page = visit(table)
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.get_by_text("You ran out of time twice").wait_for()
    page.locator(".prompt").get_by_role("button", name="Sit out").click()
    page.wait_for_function("() => table.scene.people[table.me.name].out")


def test_draws_that_are_left_are_dots_on_every_plate(room, visit):
    page = visit(open_table(room, "2-7-triple-draw", bots=2))
    sits(page)
    page.wait_for_function("() => ['act'].includes(table.moment)")
    assert page.locator("[data-seat] .dots[aria-label='three draws left']").count()
    assert page.locator(".me .dots .left").count() == 3
    assert page.locator(".pots .street").inner_text() == "Before the first draw"


def test_an_amount_is_typed_kept_and_judged_before_it_is_sent(room, visit):
    page = visit(open_table(room, "texas-holdem", bots=2))
    sits(page)
    page.locator(".amtin").wait_for()
    raises = page.locator(".opt[aria-keyshortcuts=R]")
    page.locator(".amtin").fill("0.50")
    page.locator(".problem").wait_for()
    assert raises.is_disabled()
    assert page.locator(".amtin").input_value() == "0.50"
    page.locator(".amtin").press("Control+a")
    page.keyboard.type("$20")
    page.wait_for_function("() => document.querySelector('.opt[aria-keyshortcuts=R]').textContent.includes('$20')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => table.places.find(place => place.you)?.did.includes('$20')")


def test_a_hand_goes_on_when_the_server_comes_back(browser, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(servers.socket, "socket", _at(0))
        first = servers.running(tmp_path)
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(address(first, open_table(first, "texas-holdem")))
    sits(page)
    page.wait_for_function("() => table.moment === 'act'")
    held = page.evaluate("table.picture.spreads.find(spread => spread.mine).cards")
    first.stop()
    first.listening.close()
    page.get_by_text("Connection lost. Your wagers stand.").first.wait_for()
    with monkeypatch.context() as patched:
        patched.setattr(servers.socket, "socket", _at(int(first.address.rpartition(":")[2])))
        again = servers.running(tmp_path)
    with again:
        page.wait_for_function("() => table.connection.state === 'open' && table.moment === 'act'")
        assert page.evaluate("table.picture.spreads.find(spread => spread.mine).cards") == held
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
        page.context.close()


def _at(port):
    """A socket that is bound to one port, whatever it is told, and can be again."""

    class Bound(socket.socket):
        def bind(self, where):
            self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            super().bind((where[0], port))

    return Bound


@pytest.mark.parametrize(
    ("slug", "theme", "width"), [("heads-up-holdem", "light", 360), ("fortune-pai-gow-poker", "dark", 1280)]
)
def test_nothing_serious_is_found_for_who_cannot_see_or_point(room, visit, slug, theme, width):
    page = visit(open_table(room, slug), color_scheme=theme, viewport={"width": width, "height": 800})
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    question = page.evaluate("table.question")
    acts(page)
    page.wait_for_function("was => table.question !== was && table.moment === 'act'", arg=question)
    found = Axe().run(page).response["violations"]
    assert not [each["nodes"][0]["html"] for each in found if each["impact"] in ("serious", "critical")]


def test_a_table_is_light(room, visit):
    page = visit(open_table(room, "texas-holdem"))
    page.wait_for_function("() => window.table?.loaded && table.about")
    weight = page.evaluate("performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0)")
    assert weight < 300_000


@pytest.fixture(scope="module")
def modules(browser, room):
    """A page that shows nothing, for what the modules work out."""
    page = browser.new_context().new_page()
    page.goto(f"{room.address}/base.css")
    yield page
    page.context.close()


def test_rows_are_named_and_ordered_as_the_server_ranks_them(modules):
    rng = random.Random(5)
    fives = [rng.sample(range(52), 5) for _ in range(400)] + [[51, 3, 7, 11, 15], [48, 44, 40, 36, 32], [0, 1, 2, 3, 9]]
    rows = [rng.sample(range(52), 13) for _ in range(200)]
    rows = [(cards[: rng.randint(0, 3)], cards[3 : rng.choice((6, 7, 8, 8))], cards[8:]) for cards in rows]
    names, order = modules.evaluate(
        """async ([fives, rows]) => {
            const { rowStrength, category, outOfOrder } = await import("/rows.js");
            const sizes = [3, 5, 5];
            const order = rows.map((three) => outOfOrder(three.map((row, at) => rowStrength(row, sizes[at]))));
            return [fives.map((each) => category(rowStrength(each, 5))), order];
        }""",
        [fives, rows],
    )
    ranked = [category("high", rank("high", hand)) for hand in fives]
    assert names == [made.replace("royal", "straight") for made in ranked]
    assert order == [must_foul(*three) for three in rows]
    assert {True, False} == set(order)


def test_a_page_follows_a_scene_as_the_server_changes_it(modules):
    old = {"pot": 5, "bets": [1, {"x": 2}], "people": {"ann": {"stack": 5}, "bob": {}}, "cards": [1, 2, 3]}
    new = {"pot": 7, "bets": [1, {"x": 3}], "people": {"ann": {"stack": 5, "out": True}}, "cards": [1, 2]}
    found, gone = difference(old, new)
    come, kept = modules.evaluate(
        """async ([old, change]) => {
            const before = JSON.stringify(old);
            const now = (await import("/connection.js")).applyPatch(old, change);
            return [now, JSON.stringify(old) === before];
        }""",
        [old, {"set": found, "gone": gone}],
    )
    assert (come, kept) == (new, True)


def test_a_jackpot_shows_its_amount_only_beside_the_text_that_is_prescribed(room, visit):
    game = cardroom.game("heads-up-holdem", "washington")
    room.call(room.server.tables.open(PLAY, "bonus", game, TableConfig(QUICKLY, 1), Person("floor", floor=True)))
    page = visit("bonus", viewport={"width": 360, "height": 640})
    sits(page)
    (prescribed,) = game.rules.notices()
    for moment in ("bets", "act"):
        page.wait_for_function("moment => table.moment === moment && !table.ui.sent", arg=moment)
        told = page.get_by_text(prescribed.text).is_visible()
        assert page.locator(".meterline").is_visible() == told
        assert told or moment == "act"
        acts(page)


def test_a_list_of_amounts_is_said_as_one(modules):
    said = modules.evaluate(
        "async (text) => (await import('/words.js')).spokenWords(text)", "You bet Ante $5, Odds $1,000, Trips Plus $1"
    )
    assert said == "You bet Ante 5 dollars, Odds 1,000 dollars, Trips Plus 1 dollar"


def test_roads_are_drawn_as_casinos_draw_them(modules):
    """Three bankers, a player, two bankers with a tie between them, two players."""
    big, eye, small, cockroach = modules.evaluate(
        """async (hands) => {
            const { bigRoad, derived } = await import("/roads.js");
            const names = { B: "banker", P: "player", T: "tie" };
            const big = bigRoad([...hands].map((letter) => ({ won: names[letter], dot: false })));
            const runs = big.map((run) => run.map((mark) => mark.won[0] + mark.ties).join(" "));
            return [runs, derived(big, 1), derived(big, 2), derived(big, 3)];
        }""",
        "BBBPBTBPP",
    )
    assert big == ["b0 b0 b0", "p0", "b1 b0", "p0 p0"]
    assert eye == [False, False, False, True]
    assert small == [True, False, False]
    assert cockroach == [True]
