"""Style sheets ask for the size of the screen in one place: html[data-size] and the heights that `theme.js` sets."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

PAGES = Path(str(files("cardroom.web.pages")))
SHEETS = sorted(PAGES.rglob("*.css"))
SITE = [path for path in SHEETS if path.relative_to(PAGES).parts[0] not in ("table", "staff")]
"""The style sheets of the site's pages. What is written on a felt is measured there."""
SIZES = {
    (390, 844): ("phone", ["data-tall"]),
    (360, 560): ("phone", ["data-short"]),
    (844, 390): ("phone", ["data-low", "data-short"]),
    (820, 1180): ("tablet", ["data-tall"]),
    (1366, 650): ("wide", []),
}


def named(path):
    return str(path.relative_to(PAGES))


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_no_style_sheet_has_its_own_screen_sizes(sheet):
    asked = re.findall(r"@media[^{]*", sheet.read_text())
    assert not [each for each in asked if re.search(r"width|height|orientation", each)]


@pytest.mark.parametrize("sheet", SITE, ids=named)
def test_no_text_is_set_below_twelve_pixels(sheet):
    text = re.sub(r"\.card \.bonus \{[^}]*\}", "", sheet.read_text())  # it grows with the card
    sizes = re.findall(r"(?:font-size|font):[^;]*?([\d.]+)(px|rem)\b", text)
    assert not [each for each in sizes if float(each[0]) * (16 if each[1] == "rem" else 1) < 12]


def test_the_page_knows_its_size_also_after_it_changes(visit):
    page = visit("rules", None)
    for (width, height), expected in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            """([size, heights]) => {
              const { dataset, attributes } = document.documentElement;
              const named = [...attributes].map((each) => each.name);
              const found = ["data-low", "data-short", "data-tall"].filter((name) => named.includes(name));
              return dataset.size === size && String(found) === String(heights);
            }""",
            arg=expected,
        )
