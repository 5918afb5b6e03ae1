"""The table page in a real browser with a real server: every family, every table, hidden cards, notices."""

import re

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe

import cardroom
from cardroom.games import all_games
from cardroom.room import Person
from cardroom.web.halls.table_config import PLAY, TableConfig
from support.browser import Browser
from support.chromium import pictured
from support.scenes import gives, moments
from support.table_page import QUICKLY, acts, address, open_table, plays, presses, rests, sits

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


def serious_violations(page):
    """What axe finds wrong on a page: the rule, and an element that breaks it."""
    spoken_names = {"label-content-name-mismatch": {"enabled": True}}  # axe leaves it out by default
    found = Axe().run(page, options={"rules": spoken_names}).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("slug", FAMILIES)
def test_a_guest_plays_a_round_of_each_family(room, visit, slug):
    table = open_table(room, slug)
    page = visit(table)
    sits(page)
    page.wait_for_function("() => ['bets', 'act'].includes(table.moment)")
    assert not serious_violations(page)
    rests(room, table)
    assert plays(page, slug) > 0
    assert not serious_violations(page)
    mine = page.evaluate("table.picture.chairs.find(chair => chair.you)")
    assert mine["net"] is not None
    text = page.locator(".prompt").inner_text()
    assert any(word in text for word in ("You win", "You lose", "You break even", "The round is over"))
    tallies = page.evaluate("table.picture.tallies ?? []")
    mine = [tally for tally in tallies if tally["seat"] == mine["seat"]]
    shown = page.locator(".pts-t:not(.sums) tbody tr td:last-child").all_inner_texts()
    assert shown == [str(score.get("points", 0)).replace("-", "−") for tally in mine for score in tally["against"]]
    assert bool(tallies) == (slug == "face-up-chinese-poker")


SLUGS = [*dict.fromkeys(game.slug for game in all_games())]


@pytest.mark.proof
@pytest.mark.parametrize("slugs", [SLUGS[part::8] for part in range(8)], ids=range(8))
def test_every_game_can_be_played_on_a_phone(room, visit, slugs):
    tables = [open_table(room, slug) for slug in slugs]
    page = visit(tables[0], viewport={"width": 360, "height": 640})
    for table in tables:
        if table != tables[0]:
            page.goto(address(room, table))
        page.wait_for_function("() => window.table?.loaded")
        page.evaluate(
            "async () => (await import('/files/-/table/sit.js')).sit(table, table.about?.usual ?? 20000, null)"
        )
        page.wait_for_function("() => ['bets', 'act'].includes(table.moment)")
        question = page.evaluate("table.question")
        pictured(page, f"table-{table}")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("document.querySelector('.prompt').getBoundingClientRect().bottom") <= 640


def test_players_see_only_their_own_cards(room, visit):
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
            "async cards => { const w = await import('/files/-/parts/words.js'); return cards.map(w.cardName) }", unseen
        )
        assert not any(name in page.content() for name in names)


@pytest.mark.proof
def test_results_stay_until_the_next_round_and_a_player_can_leave(room, visit):
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
    assert "row" not in keys, "keys of other games are not listed"
    page.evaluate("table.openMenu()")
    page.get_by_role("button", name="Add chips").click()
    has = page.evaluate("fetch('/api/v1/me').then((answer) => answer.json()).then((me) => me.halls.play.balance)")
    page.locator("dialog").get_by_text(f"You have ${has // 100:,}").wait_for()
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    page.evaluate("table.openMenu()")
    page.get_by_role("button", name="Leave").click()
    page.locator("dialog").get_by_text("when this round ends").wait_for()
    page.locator("dialog").get_by_role("button", name="Leave").click()
    page.wait_for_url(f"{room.address}/")


def test_players_are_shown_text_of_a_void_round_and_of_being_barred(room, visit):
    table = open_table(room, "heads-up-holdem")
    page = visit(table)
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    rests(room, table)
    floor = Browser(room).sign_up("day floor", "correct horse", "floor")
    [number] = [each["round"] for each in floor.get("/api/v1/halls/play/tables").json() if each["name"] == table]
    off = floor.post(f"/api/v1/halls/play/tables/{table}/void", round=number, why="a card was boxed")
    assert off.status_code == 200
    page.locator(".notice", has_text="The floor voided this round. All wagers were returned.").wait_for()
    name = page.evaluate("table.me.name")
    assert floor.post(f"/api/v1/people/{name}/bar", barred=True, why="asked for a break").status_code == 200
    page.locator(".notice", has_text="You no longer have a seat here").get_by_text("asked for a break").wait_for()


@pytest.mark.parametrize(
    ("slug", "tab", "says"),
    [
        ("fortune-pai-gow-poker", "House Way", "The House Way"),
        ("pure-21.5-blackjack", "Charts", "Chart 1A"),
        ("omaha", "Pots", "The pot is empty"),
    ],
)
@pytest.mark.sampled(3)
def test_the_drawer_has_the_tabs_of_its_game(visit, stage, slug, tab, says):
    page = visit(stage)
    gives(page, moments(slug)[0].scene)
    page.get_by_role("tab", name=tab, exact=True).click()
    page.locator("#tab-body").get_by_text(says).first.wait_for()


@pytest.mark.proof
def test_a_later_player_sees_every_hand_of_the_shoe_and_can_back_a_seat(room, visit):
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


@pytest.mark.proof
def test_two_timeouts_in_a_row_offer_to_sit_out(room, visit):
    table = open_table(room, "texas-holdem")
    live = room.server.halls[PLAY].room.tables[table]
    live.timing = msgspec.structs.replace(live.timing, answer_time=0.2, time_bank=0)
    page = visit(table)
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.get_by_text("You ran out of time twice").wait_for()
    page.locator(".prompt").get_by_role("button", name="Sit out").click()
    page.wait_for_function("() => table.scene.people[table.me.name].out")


def test_remaining_draws_are_dots_at_every_seat(visit, stage):
    page = visit(stage)
    gives(page, moments("2-7-triple-draw", seats=3)[0].scene)
    assert page.locator("[data-seat] .dots[aria-label='three draws left']").count()
    assert page.locator(".me .dots .left").count() == 3
    assert page.locator(".pots .street").inner_text() == "Before the first draw"


@pytest.mark.parametrize(
    ("slug", "theme", "width"), [("heads-up-holdem", "light", 360), ("fortune-pai-gow-poker", "dark", 1280)]
)
@pytest.mark.sampled(2)
def test_the_table_page_is_accessible(room, visit, slug, theme, width):
    page = visit(open_table(room, slug), color_scheme=theme, viewport={"width": width, "height": 800})
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    question = page.evaluate("table.question")
    acts(page)
    page.wait_for_function("was => table.question !== was && table.moment === 'act'", arg=question)
    assert not serious_violations(page)


def test_the_table_page_loads_less_than_300_kb(room, visit):
    page = visit(open_table(room, "texas-holdem"))
    page.wait_for_function("() => window.table?.loaded && table.about")
    weight = page.evaluate("performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0)")
    assert weight < 300_000


def test_a_jackpot_amount_is_shown_only_with_its_prescribed_text(room, visit):
    game = cardroom.game("heads-up-holdem", "washington")
    room.call(room.server.tables.open(PLAY, "bonus", game, TableConfig(QUICKLY, 1), Person("floor", floor=True)))
    page = visit("bonus", viewport={"width": 360, "height": 640})
    sits(page)
    (prescribed,) = game.rules.notices()
    for moment in ("bets", "act"):
        page.wait_for_function("moment => table.moment === moment && !table.ui.sent", arg=moment)
        shown_text = page.get_by_text(prescribed.text).is_visible()
        assert page.locator(".meterline").is_visible() == shown_text
        assert shown_text or moment == "act"
        acts(page)
