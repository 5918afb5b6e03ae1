"""The trainer's page: decisions by mouse and keyboard, the score, and mistakes to practise again."""

import pytest

from support.chromium import pictured

COUNT = "() => Number(document.querySelector('.score dd').textContent)"


@pytest.fixture
def trainer(visit):
    def opens(game, **how):
        page = visit(f"trainer/{game}", **how)
        page.locator(".opt:enabled").first.wait_for()
        return page

    return opens


def answers(page, key):
    before = page.evaluate(COUNT)
    page.keyboard.press(key)
    page.wait_for_function(f"was => ({COUNT})() === was + 1", arg=before)


def test_decisions_are_practised_by_keyboard_and_mistakes_come_back(trainer, axe):
    page = trainer("three-card-poker-6-card-bonus")
    assert not page.locator(".vals").count(), "values come after the answer"
    wrong = 0
    for _ in range(12):
        answers(page, "f")
        if wrong := page.locator(".verdict.bad").count():
            break
        page.keyboard.press("Enter")
        page.locator(".opt:enabled").first.wait_for()
    assert wrong, "most hands should be played"
    pictured(page, "trainer")
    assert "Fold costs you $" in page.locator(".verdict b").inner_text()
    assert page.locator(".mist li").count() == 1
    assert not axe(page)
    page.reload()
    page.locator(".mist li").wait_for()
    page.get_by_role("button", name="My mistakes (1)").click()
    page.wait_for_function("() => document.querySelector('.opt:enabled') && !document.querySelector('.verdict')")
    answers(page, "p")
    page.locator(".verdict.good").wait_for()
    assert not page.locator(".mist li").count(), "answered right, it is no longer listed"
    page.keyboard.press("z")
    page.locator(".verdict").wait_for(state="detached")
    assert page.locator(".mist li").count() == 1, "an answer that is taken back does not count"


@pytest.mark.proof
def test_values_can_be_shown_first_and_kinds_chosen(trainer):
    page = trainer("ultimate-texas-holdem", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="On the river").click()
    page.wait_for_function("() => document.querySelectorAll('.opt:enabled').length === 2")
    page.get_by_label("Show values").check()
    page.locator(".vals .best").first.wait_for()
    assert page.locator(".opt:enabled").count() == 2
    overflow = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) <= 0
    page.locator(".opt:enabled").last.click()
    page.locator(".verdict").wait_for()


def test_a_hand_is_set_in_the_trainer(trainer):
    page = trainer("face-up-pai-gow-poker")
    page.keyboard.press("6")
    page.keyboard.press("7")
    page.locator(".drillpicks").get_by_text("In front").wait_for()
    page.get_by_role("button", name="Set hands").click()
    page.locator(".verdict").wait_for()
    assert page.locator(".vals .mk.y").count() == 1
