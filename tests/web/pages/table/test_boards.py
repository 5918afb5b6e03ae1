"""Two boards on the felt: both are seen at once, on a phone too, and the results name each."""

import pytest

from support.chromium import pictured
from support.scenes import gives, moment

BOXES = """() => [...document.querySelectorAll('.boards .cards, .sd-board .cards')].map((row) => {
  const box = row.getBoundingClientRect();
  return { name: row.getAttribute('aria-label'), left: box.left, right: box.right, top: box.top, bottom: box.bottom };
})"""
SEATS = """() => [
  ...document.querySelectorAll('.pseat .plate, .mine .cards, .sd-win, .sd-loser, .sd-mine'),
].map((each) => {
  const box = each.getBoundingClientRect();
  return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
}).filter((box) => box.right > box.left)"""


def overlap(one, other):
    return min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1 and (
        min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    )


@pytest.mark.parametrize("width", [360, 1280])
def test_both_boards_of_a_bomb_pot_are_seen_at_once(visit, stage, width):
    page = visit(stage, viewport={"width": width, "height": 640 if width == 360 else 800})
    gives(page, moment("bomb-pot-omaha", "decision", seats=6))
    seen = page.evaluate(BOXES)
    assert [row["name"].split(":")[0] for row in seen] == ["Board", "Second board"]
    pictured(page, f"boards-{width}")
    clear_of_the_seats(page)
    gives(page, moment("bomb-pot-omaha", "over", seats=6))
    pictured(page, f"boards-over-{width}")
    clear_of_the_seats(page, middle=False)


def clear_of_the_seats(page, *, middle=True):
    """Check that no board is over another one or a seat, and that they are in the `middle` of the felt."""
    rows, felt = page.evaluate(BOXES), page.evaluate("document.querySelector('.felt').getBoundingClientRect().toJSON()")
    assert len(rows) == 2
    assert not overlap(*rows)
    center = (felt["left"] + felt["right"]) / 2
    assert not middle or all(abs((row["left"] + row["right"]) / 2 - center) < 4 for row in rows)
    assert not [(row, seat) for row in rows for seat in page.evaluate(SEATS) if overlap(row, seat)]
