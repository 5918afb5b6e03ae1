"""Chips on the felt in a real browser: at most five in a stack, of its amount; and circles never touch each other."""

import pytest

from support.table_page import acts, address, open_table, rests, sits

SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "desktop": (1440, 900),
}
MEASURE = """() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { name: element.dataset.wager ?? element.className.baseVal ?? element.textContent, x, y, width, height };
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].map(box).filter((each) => each.width);
  return [seen('.mine .area, .mine .led'), seen('.mine .card, .felt .board .card'), seen('.tile, .cell.me')];
}"""


@pytest.fixture(scope="module")
def page(browser, room):
    """One guest's page, for all tests of this file."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
    yield page
    page.context.close()


@pytest.mark.parametrize(
    ("cents", "chips"),
    [
        (100, [1]),
        (1000, [5, 5]),
        (3700, [25, 5, 5, 1, 1]),
        (66600, [500, 100, 25, 25, 5]),
        (250000, [1000, 1000, 500]),
        (750, [5, 1, 1, 0.5]),
        (25, [0.5]),
        (0, []),
        (99_999_00, [1000] * 5),
    ],
)
def test_a_stack_has_the_chips_of_its_amount(page, room, cents, chips):
    if "/table.html" not in page.url:
        page.goto(address(room, "none"))
    drawn = page.evaluate(
        """async (cents) => {
            const { stack } = await import("/files/-/table/felt/stack.js");
            const { patch } = await import("/files/-/parts/dom.js");
            const place = document.createElement("div");
            patch(place, stack(cents));
            const svg = place.firstElementChild;
            const discs = [...svg.querySelectorAll("use")];
            const kinds = discs.map((each) => each.getAttribute("class"));
            const rises = discs.every((each, at) => !at || each.y.baseVal.value < discs[at - 1].y.baseVal.value);
            return [svg.dataset.chips, kinds, rises, svg.getAttribute("aria-hidden")];
        }""",
        cents,
    )
    assert drawn == [" ".join(map(str, chips)), [f"c{'h' if each < 1 else each}" for each in chips], True, "true"]


def test_the_cards_of_a_foul_hand_are_crossed_out(page, room):
    if "/table.html" not in page.url:
        page.goto(address(room, "none"))
    states = page.evaluate(
        """async () => {
            const { litClass } = await import("/files/-/table/felt/lit.js");
            const { card } = await import("/files/-/parts/card.js");
            const { patch } = await import("/files/-/parts/dom.js");
            const results = [{ seat: 2, why: "foul hand loses", spot: "2", label: "Base Game", net: -500 }];
            const picture = { over: true, results, spreads: [] };
            const place = document.createElement("div");
            return [2, 3].map((seat) => {
              const state = litClass({ picture, ui: {} }, { place: ["hand", String(seat)], seat, cards: [5] }, 5);
              patch(place, card(5, state));
              return [state, place.querySelectorAll(".foul-mark").length];
            });
        }"""
    )
    assert states == [["foul", 1], ["", 0]]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "slug",
    ["heads-up-holdem", "four-card-frenzy", "fortune-pai-gow-poker", "pure-21.5-blackjack", "ez-baccarat"],
)
def test_circles_touch_neither_each_other_nor_the_cards(page, room, slug):
    page.set_viewport_size({"width": 1440, "height": 900})
    table = open_table(room, slug)
    page.goto(address(room, table))
    page.wait_for_function("() => window.table?.loaded")
    sits(page)
    rests(room, table)
    for moment in ("bets", "act"):
        page.wait_for_function("(moment) => [moment, 'over'].includes(table.moment) && !table.ui.sent", arg=moment)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(size) => innerWidth === size", arg=width)
            circles, cards, cells = page.evaluate(MEASURE)
            assert circles or cells or moment == "act", name  # a phone hides the circles while hands are set
            near = [(one["name"], other["name"]) for one, other in pairs(circles) if gap(one, other) < 0]
            near += [(one["name"], other["name"]) for one in circles for other in cards if gap_to_box(one, other) < 0]
            near += [(one["name"], other["name"]) for one, other in pairs(cells) if overlap(one, other)]
            assert not near, (name, moment)
        page.set_viewport_size({"width": 1440, "height": 900})
        if moment == "bets":
            jackpot = page.locator("button.led").all()  # while a chip is in it, its light stays in the row
            for area in page.locator("button.area[data-wager]").all()[:2] + jackpot:
                area.click()
            acts(page)
            if slug == "ez-baccarat":
                break


def pairs(all_):
    return [(one, other) for at, one in enumerate(all_) for other in all_[:at]]


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def gap(one, other):
    """Pixels between two circles."""
    (x, y), (other_x, other_y) = centre(one), centre(other)
    return ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 - one["width"] / 2 - other["width"] / 2


def gap_to_box(circle, box):
    """Pixels between a circle and a card."""
    x, y = centre(circle)
    aside = max(box["x"] - x, 0, x - box["x"] - box["width"])
    below = max(box["y"] - y, 0, y - box["y"] - box["height"])
    return (aside**2 + below**2) ** 0.5 - circle["width"] / 2


def overlap(one, other):
    return all(
        one[at] + 1 < other[at] + other[size] and other[at] + 1 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )
