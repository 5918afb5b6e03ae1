"""Nothing is cut off: the player's own cards on short phones, and the tabs of the drawer on wide screens."""

import pytest

from support.sampling import sampled
from support.table_page import acts, open_table, rests, sits

GAMES = ("heads-up-holdem", "four-card-frenzy", "fortune-pai-gow-poker", "ultimate-texas-holdem")
HIDDEN = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".zone.mine .card, .zone.mine .hand-name b:not(:empty)")]
    .map((card) => card.getBoundingClientRect())
    .filter((card) => card.bottom > felt.bottom + 1 || card.left < 0 || card.right > innerWidth).length;
}"""
"""The number of the player's cards, and names of hands, that are not wholly in view."""


@pytest.mark.parametrize("slug", sampled(GAMES, 2))
def test_my_cards_are_in_view_on_a_short_phone(room, visit, slug):
    table = open_table(room, slug)
    page = visit(table, viewport={"width": 360, "height": 640})
    sits(page)
    rests(room, table)
    while True:
        page.wait_for_function("() => ['bets', 'act', 'over'].includes(table.moment) && !table.ui.sent")
        assert page.evaluate(HIDDEN) == 0, page.evaluate("table.moment")
        if page.evaluate("table.moment") == "over":
            return
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)


def test_every_tab_of_the_drawer_is_in_view(room, visit):
    page = visit(open_table(room, "ez-baccarat"), viewport={"width": 1440, "height": 900})
    sits(page)
    tabs = page.locator(".drawer [role=tab]")
    tabs.nth(6).wait_for()
    assert tabs.last.bounding_box()["x"] + tabs.last.bounding_box()["width"] <= 1440
    heights = {tab.bounding_box()["height"] for tab in tabs.all()}
    assert len(heights) == 1
