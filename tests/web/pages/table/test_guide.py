"""The table page beside a round: the guide explains every question, and the rules open without leaving it."""

import re

import pytest

from support.table_page import acts, address, open_table, sits


def guided(room, visit):
    """The page of a player at a practice table, before the first round."""
    page = visit(open_table(room, "heads-up-holdem"))
    page.wait_for_function("() => window.table?.loaded")
    opened = page.evaluate(
        "import('/files/-/parts/net.js').then(net => net.api('/api/v1/halls/play/practice', {game: 'heads-up-holdem'}))"
    )
    page.goto(address(room, opened["table"]))
    sits(page)
    return page


@pytest.mark.proof
def test_a_guided_round_explains_every_question_and_ends_with_the_result(room, visit):
    page = guided(room, visit)
    page.locator(".tour").get_by_text("Put chips on Ante and Odds").wait_for()
    clicks = 2  # to sit down
    while page.evaluate("table.moment") != "over":
        page.wait_for_function("() => ['bets', 'act', 'over'].includes(table.moment) && !table.ui.sent")
        if page.evaluate("table.moment") == "over":
            break
        helps = page.evaluate("table.prompt.offers.map(offer => offer.help)")
        shown = page.locator(".tour").inner_text().lower()
        if (more := page.locator(".tour").get_by_role("button", name="More")).count():  # too long for the felt
            more.click()
            shown = page.locator("dialog.sheet").inner_text().lower()
            page.keyboard.press("Escape")
            page.locator("dialog.sheet").wait_for(state="hidden")
        assert all(text[:-1].lower() in shown for text in (helps if page.evaluate("!table.betting") else helps[:1]))
        question = page.evaluate("table.question")
        acts(page)
        clicks += 1
        page.wait_for_function("was => table.question !== was", arg=question)
    page.locator(".tour").get_by_text("That is a whole round").wait_for()
    assert not re.search(r"You (win|lose) [+−]", page.locator(".tour").inner_text())
    page.locator(".tour").get_by_role("button", name="Done").click()
    page.wait_for_function("() => !document.querySelector('.tour')")
    page.reload()
    page.wait_for_function("() => window.table?.loaded && table.about")
    assert page.locator(".tour").count() == 0, "a finished tour does not come back by itself"


def test_the_keyboard_focus_shows_beside_the_marks_of_the_guide(room, visit):
    page = guided(room, visit)
    page.locator(".tour").get_by_text("Put chips on Ante and Odds").wait_for()
    for place in (".area.req", ".felt"):
        page.keyboard.press("Shift")  # browsers draw the focus only for a person who uses the keyboard
        page.locator(place).first.focus()
        drawn = page.locator(place).first.evaluate("it => getComputedStyle(it).outlineStyle")
        assert drawn == "solid", f"the focus shows on {place}: the guide and the rail have dashed outlines"


def test_the_rules_open_beside_the_table(room, visit):
    table = open_table(room, "three-card-poker-6-card-bonus")
    page = visit(table)
    page.wait_for_function("() => window.table?.loaded")
    page.get_by_role("button", name="Rules").click()
    page.locator(".drawer .rules-tab").get_by_text("A round", exact=True).wait_for()
    assert page.evaluate("location.pathname") == "/table.html"
    phone = visit(table, viewport={"width": 390, "height": 844})
    phone.wait_for_function("() => window.table?.loaded")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("button", name="Rules").click()
    phone.locator("dialog .rules-tab").get_by_text("A round", exact=True).wait_for()
