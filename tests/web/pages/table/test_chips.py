"""Chips on the felt in a real browser: at most five in a stack, of its amount."""

import pytest

from support.table_page import address


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
