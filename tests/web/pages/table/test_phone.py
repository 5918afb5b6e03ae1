"""Nothing is cut off: the player's own cards on short phones, and the tabs of the drawer on wide screens."""

import pytest

from support.sampling import sampled
from support.scenes import gives, moments
from support.table_page import open_table, sits

GAMES = ("heads-up-holdem", "four-card-frenzy", "fortune-pai-gow-poker", "ultimate-texas-holdem")
HIDDEN = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".zone.mine .card, .zone.mine .hand-name b:not(:empty)")]
    .map((card) => card.getBoundingClientRect())
    .filter((card) => card.bottom > felt.bottom + 1 || card.left < 0 || card.right > innerWidth).length;
}"""
"""The number of the player's cards, and names of hands, that are not wholly in view."""


@pytest.mark.parametrize("slug", sampled(GAMES, 2))
def test_my_cards_are_in_view_on_a_short_phone(visit, stage, slug):
    page = visit(stage, viewport={"width": 360, "height": 640})
    for moment in moments(slug, seats=2):
        gives(page, moment.scene)
        assert page.evaluate(HIDDEN) == 0, moment.kind


def test_every_tab_of_the_drawer_is_in_view(room, visit):
    page = visit(open_table(room, "ez-baccarat"), viewport={"width": 1440, "height": 900})
    sits(page)
    tabs = page.locator(".drawer [role=tab]")
    tabs.nth(6).wait_for()
    assert tabs.last.bounding_box()["x"] + tabs.last.bounding_box()["width"] <= 1440
    heights = {tab.bounding_box()["height"] for tab in tabs.all()}
    assert len(heights) == 1
