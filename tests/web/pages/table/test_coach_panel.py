"""The coach on the page of a practice table."""

import pytest

from support.browser import Browser
from support.chromium import pictured
from support.table_page import acts, address, open_table, sits


def reaches_a_decision(page):
    """Bet, and pass the bank, until the player decides on cards."""
    while True:
        page.wait_for_function("() => ['bets', 'act'].includes(table.moment) && !table.ui.sent")
        question = page.evaluate("table.question")
        if page.evaluate("table.moment") == "act" and not page.get_by_role("button", name="Pass").count():
            return
        if page.evaluate("table.moment") == "bets":
            acts(page)
        else:
            page.get_by_role("button", name="Pass").click()
        page.wait_for_function("was => table.question !== was", arg=question)


@pytest.fixture
def practice(room, browser, visit):
    """The page of a new practice table."""

    def opens(slug):
        page = visit("nowhere")
        page.wait_for_function("() => window.table?.me?.name")
        one = Browser(room)
        one.http.cookies.set("session", {each["name"]: each["value"] for each in page.context.cookies()}["session"])
        table = one.post("/api/v1/halls/play/practice", game=slug).json()["table"]
        page.goto(address(room, table))
        return page

    return opens


def test_the_coach_shows_values_on_request_and_moves_nothing(practice, axe):
    page = practice("three-card-poker-6-card-bonus")
    sits(page)
    assert not page.locator(".coachb").count(), "there is nothing to value before the deal"
    reaches_a_decision(page)
    cards = "() => JSON.stringify(document.querySelector('.felt').getBoundingClientRect())"
    before = page.evaluate(cards)
    assert not page.locator(".coach").count(), "only on request"
    page.keyboard.press("k")
    page.locator(".coach .vals li").nth(1).wait_for()
    pictured(page, "coach")
    assert page.evaluate(cards) == before
    assert page.locator(".coach .best .val b").inner_text().startswith(("+$", "−$"))
    assert " is best: on average it " in page.locator(".coach .says").inner_text()
    assert not axe(page)
    page.keyboard.press("k")
    page.locator(".coach").wait_for(state="detached")
    page.locator(".coachb").click()
    page.locator(".coach .vals").wait_for()
    question = page.evaluate("table.question")
    page.locator(".choices .opt").first.click()
    page.wait_for_function("was => table.question !== was", arg=question)
    assert not page.locator(".coach").count(), "the next question has not been asked of the coach"


@pytest.mark.proof
def test_a_public_table_has_no_coach(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    reaches_a_decision(page)
    assert not page.locator(".coachb").count()
    page.keyboard.press("k")
    assert not page.locator(".coach").count()


@pytest.mark.proof
def test_a_round_is_reviewed_after_it(practice, axe):
    page = practice("three-card-poker-6-card-bonus")
    sits(page)
    reaches_a_decision(page)
    page.locator(".choices .opt").first.click()
    page.wait_for_function("() => table.moment === 'over'")
    name = page.evaluate("table.table")
    page.goto(page.url.partition("/table")[0] + f"/review?hall=play&table={name}")
    page.locator(".figs").wait_for()
    pictured(page, "review")
    assert page.locator(".lead").inner_text().startswith("Mistakes cost you ")
    assert page.locator(".rchart .exp").count() == 1
    assert not axe(page)
    page.locator(".rd1").first.click()
    page.locator(".beats .vals .mk.y").wait_for()
    pictured(page, "review-round")
    assert page.locator(".twig .me").count() >= 2
    assert not axe(page)
