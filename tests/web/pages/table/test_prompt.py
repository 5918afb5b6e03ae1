"""Answers at the table page: bets, amounts, hands to set, by pointer and by keyboard."""

import re

import pytest

from support.scenes import gives, moment, moments
from support.table_page import acts, open_table, plays, presses, rests, sits

OUTSIDE = """(what, felt = document.querySelector(".felt").getBoundingClientRect()) =>
    [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < felt.left || box.right > felt.right).length"""
"""The number of elements that extend over an edge of the felt."""
BELOW = """what => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect().bottom)
    .filter((bottom) => bottom > document.querySelector(".felt").getBoundingClientRect().bottom).length"""
"""The number of elements that extend below the visible felt."""


def test_a_round_can_be_played_by_keyboard(room, visit):
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
    assert page.evaluate("document.activeElement.closest('#prompt') !== null"), "the circle that had the focus is gone"
    while page.evaluate("table.moment") != "over":
        question = page.evaluate("table.question")
        key = "c" if page.locator(".opt[aria-keyshortcuts=C]").count() else "f"
        presses(page, key, "was => table.ui.sent || table.question !== was", question)
        page.wait_for_function("() => !table.ui.sent && ['act', 'over'].includes(table.moment)")
    page.keyboard.press("w")
    page.locator("dialog").get_by_text("why?").first.wait_for()


def test_a_refused_bet_says_why_and_stays_on_the_layout(room, visit):
    page = visit(open_table(room, "ez-baccarat"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.locator("button[data-wager=dragon-7]").click()
    page.locator(".betrow .act").click()
    page.locator(".refused").get_by_text("may be placed only with").wait_for()
    assert page.evaluate("table.ui.wagers['dragon-7']")
    page.reload()
    page.wait_for_function("() => window.table?.moment === 'bets'")
    assert page.evaluate("table.ui.wagers['dragon-7']"), "loading the page again must not take the chips away"


def test_the_last_bets_are_placed_again_to_be_changed(room, visit):
    table = open_table(room, "ez-baccarat")
    page = visit(table)
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    page.evaluate("window.before = table.scene")
    rests(room, table)
    plays(page, "change bets")
    laid = page.wait_for_function("() => table.lastWagers").json_value()
    page.get_by_role("button", name="Same bets").wait_for()
    presses(page, "b", "table.ui.editBets")
    page.evaluate("""() => table.see({ ...before, clock: {}, questions: { [table.mySpot]: "next" } }, false)""")
    page.wait_for_function("() => table.moment === 'bets'")
    assert (page.evaluate("table.ui.wagers"), page.evaluate("table.ui.sent")) == (laid, False)
    assert page.locator(".betrow .act").is_enabled()


def dealt_to_set(page):
    """Bet, and return the ways to set the dealt hand. A few hands cannot be set foul."""
    page.wait_for_function("() => table.moment === 'bets'")
    question = page.evaluate("table.question")
    acts(page)
    page.wait_for_function("was => table.question !== was && table.picking?.splits?.length", arg=question)
    return page.evaluate("table.picking.splits")


def test_the_house_way_is_shown_before_it_is_set(room, visit):
    table = open_table(room, "fortune-pai-gow-poker")
    page = visit(table)
    sits(page)
    dealt_to_set(page)
    way = page.evaluate("table.prompt.offers.find(each => each.action === 'house-way').splits[0]")
    question = page.evaluate("table.question")
    page.get_by_role("button", name="See House Way").click()
    page.wait_for_function("way => way.every(each => table.ui.picked.includes(each))", arg=way["picked"])
    page.locator(".setter.ok").get_by_text(way["says"][0]).wait_for()
    page.locator(".setter.ok").get_by_text(way["says"][1]).wait_for()
    assert (page.evaluate("table.question"), page.evaluate("table.ui.sent")) == (question, False), "nothing is final"
    presses(page, "x", "table.ui.picked.length === 0")  # it can be taken back
    presses(page, "h", "table.ui.picked.length === 2")
    rests(room, table)
    page.get_by_role("button", name="Set House Way").click()
    page.wait_for_function("() => !table.picking")
    (mine,) = page.evaluate("table.picture.spreads.filter(each => each.mine && each.place[2] === 'front')")
    assert {*mine["cards"]} == {*way["picked"]}


def test_two_hands_are_set_by_drag_tap_and_keys_with_a_warning_of_fouls(room, visit):
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
    page.wait_for_function(f"() => ({OUTSIDE})('.setter .pk, .setter .row') === 0")  # and a phone in landscape
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => table.size !== 'phone'")
    foul = next(split for split in splits if split.get("warns"))
    front, behind = page.locator(".setter .row").first, page.locator(".setter .row").last
    cards = page.evaluate(
        "async () => (await import('/files/-/table/prompt/draft.js')).highestFirst(table.picking.option.cards)"
    )
    behind.locator(".pk").nth(cards.index(foul["picked"][0])).drag_to(front)
    page.wait_for_function("card => table.ui.picked.length === 1 && table.ui.picked[0] === card", arg=foul["picked"][0])
    rest = [card for card in cards if card != foul["picked"][0]]
    behind.locator(".pk").nth(rest.index(foul["picked"][1])).click()
    page.locator(".setter.foul").wait_for()
    assert foul["warns"] in page.locator(".ask .q").inner_text()
    presses(page, "Enter", "document.querySelector('dialog[open]') !== null")
    assert foul["warns"] in page.locator("dialog").inner_text(), "a foul must be confirmed"
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


@pytest.mark.proof
def test_a_second_circle_can_be_taken_and_bet_on(room, visit):
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


def test_a_typed_amount_is_checked_before_it_is_sent(visit, stage):
    page = visit(stage)
    gives(page, moments("texas-holdem", seats=3)[0].scene)
    page.evaluate("() => { window.sent = []; table.connection.request = async (message) => { sent.push(message); }; }")
    raises = page.locator(".opt[aria-keyshortcuts=R]")
    page.locator(".amtin").fill("0.50")
    page.locator(".problem").wait_for()
    assert raises.is_disabled()
    assert page.locator(".amtin").input_value() == "0.50"
    page.locator(".amtin").press("Control+a")
    page.keyboard.type("$20")
    page.wait_for_function("() => document.querySelector('.opt[aria-keyshortcuts=R]').textContent.includes('$20')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => sent.length")
    assert page.evaluate("sent.map(({ action, value }) => [action, value])") == [["raise", 2000]]


def test_an_amount_is_beside_the_question_and_the_felt_keeps_the_room(visit, stage):
    page = visit(stage, viewport={"width": 1366, "height": 650})
    gives(page, moment("texas-holdem", "decision"))
    question, amount = page.locator(".ask .q").bounding_box(), page.locator(".sizer").bounding_box()
    assert amount["x"] >= question["x"] + question["width"]
    assert amount["y"] < question["y"] + question["height"]
    assert page.locator(".prompt").bounding_box()["height"] == 142
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_function("() => table.size === 'phone'")
    page.get_by_text("If time runs out, you fold.", exact=True).wait_for()
    assert page.locator(".ask").evaluate("(ask) => ask.scrollHeight <= ask.clientHeight"), "no line is cut in half"


def test_options_keep_their_height_where_no_amount_is_asked(visit, stage):
    page = visit(stage, viewport={"width": 390, "height": 844})
    gives(page, moment("ultimate-texas-holdem", "decision"))
    assert page.locator(".opt").first.bounding_box()["height"] == 60


def test_the_bar_keeps_its_height_and_cuts_no_word(visit, stage):
    page = visit(stage, viewport={"width": 360, "height": 640})
    for slug in ("face-up-chinese-poker", "mexican-poker"):
        gives(page, moment(slug, "over"))
        assert page.locator(".tbar").bounding_box()["height"] <= 45  # and its line
        whole = "(parts) => parts.every((part) => part.scrollWidth <= part.clientWidth)"
        assert page.locator(".tbar p > span").evaluate_all(whole)
