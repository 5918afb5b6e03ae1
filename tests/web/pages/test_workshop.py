"""The workshop in the browser: change a rule set, see the figures, correct an error, save it, and play it."""

import re

import pytest
from playwright.sync_api import expect

from support.asked import PASSWORD
from support.browser import hire, in_memory
from support.server import running

BACCARAT = "workshop?game=ez-baccarat&set=500-club"
EDGE = ".ws-figures .edge b"
SLOW = 60_000
"""Milliseconds for a computation, also on a busy machine."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The operator's folder of rule sets."""
    with pytest.MonkeyPatch.context() as patch:
        own = tmp_path_factory.mktemp("rules")
        patch.setenv("CARDROOM_RULEBOOK", str(own))
        yield own


@pytest.fixture(scope="module")
def room(often, folder):
    """A room without rounds, with an operator and a cashier."""
    with in_memory() as databases, running(databases) as room:
        hire(room, "opal", ("operator",), PASSWORD)
        hire(room, "cass", ("cashier",), PASSWORD)
        yield room


@pytest.mark.proof
def test_an_operator_changes_saves_and_plays_a_rule_set(visit, folder, axe):
    page = visit(BACCARAT, "opal")
    expect(page.locator(EDGE)).to_have_text("1.235081 %", timeout=SLOW)  # cardroom analyze ez-baccarat
    page.get_by_role("group", name="Wager").get_by_role("button", name="Banker", exact=True).click()
    expect(page.locator(EDGE)).to_have_text("−1.235081 %")
    tie = page.get_by_role("group", name="Tie").get_by_label("Tie")
    tie.fill("two to won")
    expect(page.locator("#f-pays-tie-tie-e")).to_contain_text("'two to won' are not odds")
    expect(tie).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Save as rule set")).to_be_disabled()
    assert axe(page) == []
    tie.fill("9")
    page.get_by_role("group", name="Wager").get_by_role("button", name="Tie", exact=True).click()
    expect(page.locator(EDGE)).to_have_text("4.844032 %", timeout=SLOW)
    expect(page.locator(".ws-diff")).to_contain_text("9 to 1 instead of 8 to 1")
    expect(page.locator(".ws-diff tr", has_text="Tie")).to_contain_text("−9.52 points")
    assert axe(page) == []
    page.get_by_role("button", name="Limits").click()
    page.get_by_label("Minimum").fill("$10")
    expect(page.locator(".ws-diff")).to_contain_text("$10", timeout=SLOW)
    with page.expect_download() as download:
        page.get_by_role("button", name="TOML").click()
    assert download.value.path().read_text() == (
        'extends = "500-club"\n\n[pay.tie.lines]\ntie = "9 to 1"\n\n[settings]\nminimum = "$10"\n'
    )
    page.get_by_role("button", name="Save as rule set").click()
    name = page.locator("dialog").get_by_placeholder("riverside")
    name.fill("../up")
    page.get_by_label("Reason").fill("a better tie")
    page.get_by_role("button", name="Save", exact=True).click()
    assert name.evaluate("(field) => field.validity.patternMismatch"), "no path can be sent"
    name.fill("better-tie")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("main select[name=set]")).to_contain_text("better-tie")
    assert (folder / "ez-baccarat" / "better-tie.toml").read_text() == download.value.path().read_text()
    page.get_by_role("button", name="Certificate").click(timeout=SLOW)
    with page.expect_download() as download:
        page.get_by_role("link", name="lines.csv").click()
    assert "9 to 1" in download.value.path().read_text()
    page.get_by_role("button", name="Open practice table").click()
    page.wait_for_url(re.compile(r"/table\?hall=play&table="))
    expect(page.locator("h1")).to_contain_text("Baccarat")


@pytest.mark.proof
def test_a_side_bet_is_added_and_removed_in_the_form(visit):
    page = visit("workshop?game=three-card-poker-6-card-bonus", "opal")
    page.get_by_role("button", name="Side bets").click()
    page.get_by_role("button", name="Add a side bet").click()
    bet = page.get_by_role("group", name="Side bet 1")
    expect(bet.locator(".msg")).to_contain_text("Write what at least one hand pays")
    bet.get_by_label("Straight", exact=True).fill("6 to 1")
    expect(bet.locator(".msg")).to_have_count(0)
    bet.get_by_label("Decided by").select_option("both hands")
    expect(bet.get_by_label("Judged as")).to_have_value("high")
    expect(bet.get_by_label("Straight", exact=True)).to_have_value("")
    page.get_by_role("button", name="Remove Side bet 1").click()
    expect(bet).to_have_count(0)


def test_others_are_told_that_the_page_is_for_operators(visit):
    page = visit("workshop", "cass")
    expect(page.locator("main")).to_contain_text("This page is for operators. You are signed in as cass (cashier).")
    expect(page.get_by_role("link", name="Workshop")).to_have_count(0)
