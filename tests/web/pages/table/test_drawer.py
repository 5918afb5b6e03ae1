"""Nothing is cut off: the tabs of the drawer on wide screens."""

from support.table_page import open_table, sits


def test_every_tab_of_the_drawer_is_in_view(room, visit):
    page = visit(open_table(room, "ez-baccarat"), viewport={"width": 1440, "height": 900})
    sits(page)
    tabs = page.locator(".drawer [role=tab]")
    tabs.nth(6).wait_for()
    assert tabs.last.bounding_box()["x"] + tabs.last.bounding_box()["width"] <= 1440
    heights = {tab.bounding_box()["height"] for tab in tabs.all()}
    assert len(heights) == 1
