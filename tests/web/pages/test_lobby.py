"""The lobby in a real browser: the invitation, and the way of a newcomer to a first result."""

import pytest

from support.asked import GOING
from support.chromium import pictured

COUNT = """() => addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0);
}, true)"""
"""Counts the clicks on a page. The number outlives the page."""
LAPTOP, PHONE = {"width": 1366, "height": 650}, {"width": 390, "height": 844}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_newcomer_sees_a_first_result_after_three_clicks(visit, size):
    page = visit("", None, viewport=size)
    page.evaluate(COUNT)
    start = page.get_by_role("button", name="Play a first hand")
    start.wait_for()
    box = start.bounding_box()
    assert box["y"] + box["height"] <= size["height"]  # it is seen without scrolling
    start.click()
    page.wait_for_function("() => window.table?.moment === 'bets'")
    page.evaluate(COUNT)
    assert page.evaluate("table.about.practice")
    page.get_by_role("region", name="Guided round").wait_for()
    page.locator(".betrow .act").click()  # the least bet is on the table already
    page.wait_for_function("() => table.moment === 'act'")
    page.locator(".choices .opt").first.click()
    page.wait_for_function("() => table.moment === 'over'")
    page.get_by_role("button", name="why?").first.wait_for()
    assert page.evaluate("sessionStorage.clicks") == "3"
    pictured(page, "first-result")


@pytest.mark.proof
def test_only_the_guided_round_lays_out_a_bet(visit):
    page = visit("")
    page.get_by_role("button", name="Play a first hand").click()
    page.wait_for_function("() => window.table?.moment === 'bets'")
    assert page.evaluate("Object.keys(table.ui.wagers)") == ["ante"]
    page.reload()
    page.wait_for_function("() => window.table?.moment === 'bets'")
    page.get_by_role("button", name="Skip the tour").click()
    page.evaluate("() => { sessionStorage.clear(); table.startDraft(); table.draw(); }")
    assert page.evaluate("Object.keys(table.ui.wagers)") == []


def test_the_lobby_invites_to_a_live_table_before_its_list(visit, axe):
    page = visit("", None)
    felt = page.locator(".live")
    felt.get_by_text("live", exact=True).wait_for()
    assert felt.get_by_role("link", name=f"Watch {GOING}").get_attribute("href").endswith("table=table%209")
    order = page.locator("main h2").all_inner_texts()
    assert order[:3] == ["Texas Hold'em", "Good to start with", "All games"]
    assert page.locator(".btn.act").count() == 1  # the one filled button of a first visit
    assert page.locator(".picks li").count() == 4
    page.get_by_role("link", name="Today's deal").wait_for()
    assert not axe(page)
    page.get_by_label("Find a game").fill("omaha")
    felt.wait_for(state="hidden")


def test_a_seat_that_waits_for_me_comes_first_on_a_phone(visit, asked):
    (waits, _, _), *_ = asked.room.server.halls["play"].room.tables[GOING].asked()
    page = visit("", waits, viewport=PHONE)
    mine = page.get_by_role("link", name="It is your turn")
    mine.wait_for()
    assert mine.bounding_box()["y"] < page.locator(".live").bounding_box()["y"]
    assert page.locator(".oc.turn").count() == 1
    other = visit("", "bob" if waits == "ann" else "ann", viewport=PHONE)
    other.get_by_text("Your seat is waiting").first.wait_for()
    assert not other.locator(".btn.act").count()  # amber is for a turn
