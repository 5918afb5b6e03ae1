"""The page of the daily deal in a browser: five decisions, the result, another device, and no connection."""

from datetime import UTC, datetime

import pytest

import cardroom
from cardroom.web.learning.daily_deals import DailyDeals

GAMES = ("three-card-poker-6-card-bonus", "face-up-pai-gow-poker")
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
PHONE = {"width": 360, "height": 640}


@pytest.fixture(autouse=True)
def quick(room):
    """Games whose values are quick to load."""
    learning = room.server_app.state.learning
    if not learning.deals.games:
        learning.deals = DailyDeals(lambda day: f"seed of {day}", [cardroom.game(each) for each in GAMES])
    learning.store.now = NOON.timestamp
    return learning


def decide(page):
    """Answer the decision that is shown."""
    page.locator(".choices .opt:enabled, .picks .pk").first.wait_for()
    if page.locator(".picks").count():
        for at in (0, 1):
            page.locator(".picks .pk").nth(at).click()
        page.locator(".picks .act").click()
    else:
        page.locator(".choices .opt").first.click()


def finish(page, left):
    for _ in range(left):
        decide(page)
        page.locator(".vals").wait_for()
        page.locator(".go .act").click()
    page.get_by_role("heading", name="Today’s deal is done").wait_for()


def test_a_visitor_plays_the_deal_on_a_phone_and_sees_the_progress(visit, axe, quick):
    page = visit("daily", viewport=PHONE)
    page.locator(".scene").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert not axe(page)
    decide(page)
    page.locator(".vals").wait_for()
    assert not axe(page)
    page.get_by_role("button", name="Why?").click()
    page.get_by_text("A value is the average result").wait_for()
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 200)")
    page.locator(".go .act").click()
    page.locator(".ask2").wait_for()
    assert page.evaluate("scrollY") == 0, "the next decision starts with its cards in view"
    finish(page, 4)
    page.get_by_text("Today is done.").wait_for()
    page.set_viewport_size({"width": 1366, "height": 650})
    page.wait_for_function("() => document.documentElement.dataset.size === 'wide'")
    widths = page.locator(".mis .one .scene").evaluate_all("all => all.map((each) => each.clientWidth)")
    assert len(widths) > 1
    assert len(set(widths)) == 1, "the cloths of all decisions are equally wide"
    page.set_viewport_size(PHONE)
    assert not axe(page)
    page.get_by_role("link", name="Your progress").click()
    page.get_by_role("heading", name="Cost of a decision, by game").wait_for()
    assert page.locator(".plot .bar").count() >= 1
    written = page.locator(".plot li, .plot text").evaluate_all(
        "all => all.map((each) => [each, each.getScreenCTM?.().a])"
        ".map(([each, scale]) => (scale ?? 1) * Number.parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(written) >= 12, "words of a plot do not shrink with it"
    page.get_by_role("link", name="Sign up").click()
    page.get_by_role("heading", name="Create an account").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Cost of a decision, by game").wait_for()
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_text_to_share_has_no_cards_and_no_answers(visit):
    page = visit("daily")
    text = page.evaluate(
        "async () => (await import('/files/-/learn/daily/panels.js')).shareText('2026-11-18', [0, 3, 60, 320, 0])"
    )
    assert text == "cardroom daily deal, 2026-11-18\n▁▃▅█▁ 2 of 5 without cost, $3.83 in all"


def test_a_deal_begun_on_one_device_goes_on_at_another(visit):
    one = visit("daily", "bob")
    decide(one)
    one.locator(".vals").wait_for()
    other = visit("daily", "bob", viewport=PHONE)
    other.locator(".choices .opt:enabled, .picks .pk").first.wait_for()
    assert other.locator(".steps .best, .steps .cost").count() == 1
    one.locator(".go .act").click()
    finish(one, 4)
    other.reload()
    other.get_by_role("heading", name="Today’s deal is done").wait_for()


def test_answers_without_a_connection_are_kept_and_scored_later(visit, room, quick):
    page = visit("daily", "eve", fails=True, service_workers="allow")
    page.evaluate("async () => (await import('/files/-/parts/install.js')).installWorker(0)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.locator(".choices .opt:enabled, .picks .pk").first.wait_for()
    page.clock.set_fixed_time(NOON)
    page.context.set_offline(True)
    page.reload()
    for number in range(1, 6):
        decide(page)
        if number < 5:
            page.get_by_text(f"{number} answer{'s' * (number > 1)} kept").wait_for()
        assert page.locator(".vals").count() == 0, "no value is known before the answer is sent"
    page.get_by_role("heading", name="Today’s deal is answered").wait_for()
    assert quick.store.day("eve", quick.store.today()) == {}
    page.context.set_offline(False)
    page.get_by_role("heading", name="Today’s deal is done").wait_for()
    assert len(quick.store.day("eve", quick.store.today())) == 5
