"""Nothing is cut off or squeezed: the tabs and the pots of the drawer on wide screens."""

import pytest

from support.scenes import gives, moment
from support.table_page import open_table, sits


def test_every_tab_of_the_drawer_is_in_view(room, visit):
    page = visit(open_table(room, "ez-baccarat"), viewport={"width": 1440, "height": 900})
    sits(page)
    tabs = page.locator(".drawer [role=tab]")
    tabs.nth(6).wait_for()
    assert tabs.last.bounding_box()["x"] + tabs.last.bounding_box()["width"] <= 1440
    heights = {tab.bounding_box()["height"] for tab in tabs.all()}
    assert len(heights) == 1


@pytest.mark.proof
def test_a_pot_that_is_split_has_at_most_two_lines(visit, stage):
    page = visit(stage, viewport={"width": 1366, "height": 650})
    gives(page, moment("badacey", "over"))
    line = page.locator(".drawer .pot-lines li").first
    assert "and" in line.locator("b").inner_text()
    assert all(each.bounding_box()["height"] < 40 for each in (line.locator("span").first, line.locator("b")))
