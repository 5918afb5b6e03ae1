"""The lobby in a real browser: the invitation, and the way of a newcomer to a first result."""

import pytest

from support.chromium import pictured

COUNT = """() => addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0);
}, true)"""
"""Counts the clicks on a page. The number outlives the page."""
LAPTOP, PHONE = {"width": 1366, "height": 650}, {"width": 390, "height": 844}


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
