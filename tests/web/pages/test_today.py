"""Today, the cage and the audit in a real browser: what needs a decision comes first, and sums add up on the page."""

import re

import pytest

from cardroom.web.api import decisions
from support.asked import HOUSE, POKER


def number(text):
    """The number or the cents of a text."""
    whole = re.sub(r"[^\d.]", "", text)
    return (-1 if "−" in text else 1) * (round(float(whole) * 100) if "$" in text else int(whole))


def one_sheet(page):
    """Whether a page prints on one sheet."""
    printed = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1


def test_today_is_one_page_whose_sums_add_up(visit, axe, monkeypatch):
    monkeypatch.setattr(decisions, "PAUSED_LONG", 0)
    page = visit("today", "opal")
    needs = page.get_by_role("region", name="Needs a decision")
    needs.get_by_text(f"{HOUSE} has been paused").wait_for()
    assert needs.get_by_role("listitem").count() >= 2
    assert all(each.get_by_role("button").count() <= 2 for each in needs.get_by_role("listitem").all())

    rows = page.get_by_role("region", name="Tables").locator("tbody tr").all()
    total = page.get_by_role("region", name="Tables").locator("tfoot td")
    columns = [[number(each.locator("td").nth(at).inner_text()) for each in rows] for at in (0, 1, 3)]
    assert [sum(each) for each in columns] == [number(total.nth(at).inner_text()) for at in (0, 1, 3)]
    figures = page.get_by_role("region", name="The day in figures")
    by_name = {
        each.locator("span").first.inner_text(): each.locator("b").inner_text()
        for each in figures.locator("> div").all()
    }
    assert len(by_name) == 6
    assert [number(by_name[name]) for name in ("Rounds", "House result", "Collection")] == [
        sum(each) for each in columns
    ]
    hours = page.get_by_role("region", name="By the hour").get_by_role("img").get_attribute("aria-label")
    assert sum(int(each) for each in re.findall(r"\d\d:\d\d (\d+)", hours)) == sum(columns[0])
    cage = [
        number(each.inner_text())
        for each in page.get_by_role("region", name="Cage").locator("dl").first.locator("dd").all()
    ]
    assert sum(cage[:-1]) == cage[-1] == number(by_name["Cage should hold"])
    page.get_by_text("It ties.").wait_for()

    assert not axe(page)
    assert one_sheet(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=390)


def test_a_decision_is_made_on_the_page(visit, room, monkeypatch):
    monkeypatch.setattr(decisions, "PAUSED_LONG", 0)
    page = visit("today", "flo")
    item = page.get_by_role("listitem").filter(has_text=f"{POKER} has been paused")
    item.get_by_role("button", name=re.compile("Resume")).click()
    page.locator("dialog").get_by_label("Reason").fill("the cards are back")
    page.locator("dialog").get_by_role("button", name="Resume", exact=True).click()
    item.wait_for(state="detached")
    assert room.server.halls["play"].room.tables[POKER].state.paused is False


def test_a_cashier_sees_no_result_on_the_page(visit):
    page = visit("today", "cass")
    page.get_by_role("region", name="Cage").wait_for()
    assert page.get_by_text("House result").count() == 0
    assert page.get_by_role("region", name="Theory").count() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", ["cage", "auditor"])
def test_the_pages_of_the_cage_and_the_audit_are_full_and_accessible(visit, axe, asked, path):
    page = visit(path, "audrey")
    page.get_by_role("button", name="Play money").click()
    if path == "cage":
        page.get_by_role("region", name="Cash by person").get_by_text("ann").first.wait_for()
        page.get_by_text("The day ties.").wait_for()
        assert one_sheet(page)
    else:
        page.get_by_role("region", name="Recall a round").get_by_text(f"{HOUSE}, round").first.wait_for()
        page.get_by_role("button", name=re.compile("Run")).click()
        page.get_by_text("Everything agrees").wait_for()
        assert page.get_by_role("region", name="Verdict").locator("tbody tr").count() == 7
        page.get_by_label("Table and round, player, or time").fill(HOUSE)
        page.get_by_role("button", name="Find").click()
        page.get_by_text(f"Rounds of {HOUSE}").wait_for()
        rounds = asked.value("ann", "/api/v1/halls/play/rounds", limit=50)["rounds"]
        number = next(each["number"] for each in rounds if each["table"] == HOUSE)
        page.get_by_label("Table and round, player, or time").fill(f"{HOUSE}, {number}")
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(f"**/history?*round={number}")
        page.locator(".fairp[data-word=holds]").wait_for()
        return
    assert not axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=390)


def test_the_floor_counts_people_at_tables_that_it_does_not_list(visit, room):
    page = visit("floor", "flo")
    page.get_by_text(re.compile(r"^\d+ players.* at \d+ tables")).wait_for()
