"""The way of a newcomer from the lobby to a first result."""

from support.chromium import pictured
from support.table_page import SLOWLY, open_table

COUNT = """() => addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0);
}, true)"""
"""Counts the clicks on a page. The number outlives the page."""


def test_a_newcomer_sees_a_first_result_after_four_clicks(room, visit):
    page = visit(open_table(room, "heads-up-holdem", timing=SLOWLY), viewport={"width": 360, "height": 640})
    page.context.clear_cookies()
    page.goto(room.address)
    page.evaluate(COUNT)
    page.get_by_role("link", name="Sit at Heads Up Hold").click()
    page.wait_for_function("() => window.table?.moment === 'bets'")
    page.evaluate(COUNT)
    page.locator("button[data-wager].req").first.click()
    page.locator(".betrow .act").click()
    page.wait_for_function("() => table.moment === 'act'")
    page.locator(".choices .opt", has_text="Raise").first.click()
    page.wait_for_function("() => table.moment === 'over'")
    page.get_by_role("button", name="why?").first.wait_for()
    assert page.evaluate("sessionStorage.clicks") == "4"
    pictured(page, "first-result")
