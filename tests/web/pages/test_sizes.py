"""Style sheets ask for the size of the screen in one place: html[data-size] and html[data-low], set by `theme.js`."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

PAGES = Path(str(files("cardroom.web.pages")))
SHEETS = sorted(path for path in PAGES.rglob("*.css") if path.relative_to(PAGES).parts[0] not in ("table", "staff"))
"""The style sheets of the site's pages. The felt has its own layout."""
SIZES = {
    (390, 844): ("phone", False),
    (844, 390): ("phone", True),
    (820, 1180): ("tablet", False),
    (1366, 650): ("wide", False),
}


def named(path):
    return str(path.relative_to(PAGES))


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_no_style_sheet_has_its_own_screen_sizes(sheet):
    asked = re.findall(r"@media[^{]*", sheet.read_text())
    assert not [each for each in asked if re.search(r"width|height|orientation", each)]


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_no_text_is_set_below_twelve_pixels(sheet):
    text = re.sub(r"\.card \.bonus \{[^}]*\}", "", sheet.read_text())  # it grows with the card
    sizes = re.findall(r"(?:font-size|font):[^;]*?([\d.]+)(px|rem)\b", text)
    assert not [each for each in sizes if float(each[0]) * (16 if each[1] == "rem" else 1) < 12]


def test_the_page_knows_its_size_also_after_it_changes(visit):
    page = visit("rules", None)
    for (width, height), (size, low) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(size) => document.documentElement.dataset.size === size", arg=size)
        assert page.evaluate("document.documentElement.hasAttribute('data-low')") == low
