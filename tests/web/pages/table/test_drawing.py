"""Cards, cloth and rail in a real browser: courts are drawn, indices stay readable, nothing lightens the felt."""

import io
import re
from itertools import product
from urllib.parse import unquote

import pytest
from PIL import Image

from cardroom.web.pages.assets import pages
from support.table_page import address

TOKENS = pages()["parts/tokens.css"].plain.decode()
FELTS = ("holdem", "cards", "baccarat", "paigow", "blackjack", "poker", "chinese")
PRINT = {"--print": 4.5, "--print-act": 4.5, "--print-win": 4.5}
DRAW = """async ([rank, suit, states]) => {
  const { card } = await import("/files/-/parts/card.js");
  const { patch } = await import("/files/-/parts/dom.js");
  const place = document.querySelector("#drawn") ?? document.body.appendChild(document.createElement("div"));
  place.id = "drawn";
  place.style.setProperty("--card-w", "68px");
  patch(place, card("23456789TJQKA".indexOf(rank) * 4 + "cdhs".indexOf(suit), states ?? ""));
  const svg = place.firstElementChild;
  const uses = [...svg.querySelectorAll("use")];
  const box = (use) => { const { x, y, width, height } = use.getBBox(); return [x, y, x + width, y + height]; };
  return [uses.map((use) => use.getAttribute("href")), uses.map(box), svg.outerHTML.length];
}"""


@pytest.fixture(scope="module")
def page(browser, room):
    page = browser.new_context(viewport={"width": 900, "height": 700}, reduced_motion="reduce").new_page()
    page.goto(address(room, "none"))
    page.locator("svg.sprite").wait_for(state="attached")
    yield page
    page.context.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rank", "KQJ")
def test_courts_are_figures_with_two_heads_right_of_the_index(page, rank):
    drawn = {}
    for suit in "shdc":
        hrefs, boxes, written = page.evaluate(DRAW, [rank, suit])
        assert hrefs == [f"#r{rank}", f"#i{suit}", f"#court-{rank}{suit}"]
        assert written < 600, "a card refers to its figure, so many cards of one kind cost little"
        left, top, right, bottom = boxes[2]
        assert left >= 0.46 * 68, "a fan shows 46 % of a card"
        assert right <= 68
        assert top >= 0
        assert bottom <= 92
        drawn[suit] = page.evaluate("(id) => document.getElementById(id).innerHTML", f"court-{rank}{suit}")
        in_suit, _, image = unquote(drawn[suit]).partition("<image")
        assert [part.count("rotate(180)") for part in (in_suit, image)] == [1, 1], "each part is drawn twice"
        assert "var(" not in unquote(drawn[suit]), "an image has no tokens: its colors are written into it"
    assert len(set(drawn.values())) == 4, "each suit has its own pattern"


def test_other_cards_have_a_large_suit_and_no_figure(page):
    for rank in "AT98765432":
        assert page.evaluate(DRAW, [rank, "h"])[0] == [f"#r{rank}", "#ph"]


@pytest.mark.parametrize("rank", "AKQJT98765432")
def test_every_index_lies_in_the_part_that_a_fan_shows(page, rank):
    _, ((left, top, right, bottom), *_), _ = page.evaluate(DRAW, [rank, "s"])
    stroke = float(page.evaluate("(id) => document.getElementById(id).getAttribute('stroke-width')", f"r{rank}")) / 2
    assert left - stroke >= 1
    assert right + stroke <= 0.47 * 68
    assert bottom - top >= 26, "17 px on the smallest card, which is 34 px wide"


def test_the_robe_has_the_color_of_the_suit_with_four_colors_too(page):
    page.evaluate(DRAW, ["K", "d"])
    color = "getComputedStyle(document.querySelector('#drawn .card')).color"
    assert page.evaluate(color) == "rgb(207, 16, 32)"
    page.evaluate("document.documentElement.dataset.deck = '4'")
    assert page.evaluate(color) == "rgb(26, 85, 242)"
    assert "currentColor" in page.evaluate("document.getElementById('court-Kd').outerHTML")
    page.evaluate("delete document.documentElement.dataset.deck")


@pytest.mark.proof
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_weave_and_light_only_darken_the_felt(page, theme):
    for felt in FELTS:
        page.evaluate(
            """([felt, theme]) => {
              document.documentElement.dataset.theme = theme;
              document.querySelector("#swatch")?.remove();
              const swatch = document.body.appendChild(document.createElement("div"));
              Object.assign(swatch, { id: "swatch", className: "cloth" });
              swatch.dataset.felt = felt;
              for (const [name, value] of Object.entries({ position: "fixed", inset: "0 auto auto 0", width: "300px",
                height: "200px", "z-index": "99" })) swatch.style.setProperty(name, value);
            }""",
            [felt, theme],
        )
        seen = Image.open(io.BytesIO(page.locator("#swatch").screenshot())).convert("RGB")
        most = tuple(high for _, high in seen.crop((24, 24, 276, 176)).getextrema())
        token = color_of(f"--felt-{felt}", theme)
        assert all(shown <= printed for shown, printed in zip(most, token, strict=True)), (felt, most, token)
        assert sum(most) > 0.8 * sum(token), f"{felt} keeps its color"
    page.evaluate("document.querySelector('#swatch').remove()")
    page.evaluate("delete document.documentElement.dataset.theme")


@pytest.mark.parametrize(("felt", "theme"), [*product(FELTS, ("light", "dark"))])
def test_print_can_be_read_on_every_felt(felt, theme):
    for name, least in PRINT.items():
        assert contrast(color_of(name, theme), color_of(f"--felt-{felt}", theme)) >= least


def test_the_ring_is_round_and_cuts_nothing_off(page):
    inside = page.evaluate(
        """async () => {
            const { cornerRadius } = await import("/files/-/table/felt/rail.js");
            const free = [{ x: 400, y: 10, w: 200, h: 50 }];
            const corner = [{ x: 6, y: 8, w: 100, h: 50 }];
            return [cornerRadius(1000, 400, "ring", free), cornerRadius(1000, 400, "rim", free),
              cornerRadius(1000, 400, "ring", corner), cornerRadius(360, 330, "ring", [])];
        }"""
    )
    assert inside[0] == 176, "as round as the shorter side allows"
    assert inside[1] == 14
    assert inside[2] == 23, "the corner of a plate at 6, 8 lies just inside"
    assert (23 - 6) ** 2 + (23 - 8) ** 2 <= 23**2
    assert inside[3] == 145


def test_a_showdown_lies_within_the_round_table(page):
    found = page.evaluate(
        """async () => {
            const { cornerRadius, shownBoxes } = await import("/files/-/table/felt/rail.js");
            const felt = document.body.appendChild(document.createElement("div"));
            const put = (on, style) => { for (const name in style) on.style.setProperty(name, style[name]); };
            put(felt, { position: "fixed", inset: "50px auto auto 70px", width: "600px", height: "400px",
              border: "7px solid" });
            felt.innerHTML = '<div class="sd"><section class="sd-win"></section></div>';
            put(felt.querySelector(".sd-win"), { position: "absolute", left: "20px", top: "10px", width: "300px",
              height: "90px" });
            const boxes = shownBoxes(felt);
            const radius = cornerRadius(felt.clientWidth, felt.clientHeight, "ring", boxes);
            felt.remove();
            return [boxes, radius];
        }"""
    )
    assert found == [[{"x": 20, "y": 10, "w": 300, "h": 90}], 50]


def test_the_scripts_of_the_table_are_at_most_150_kb_compressed():
    files = pages()
    named = re.findall(r'src="[^"]*/(\w+/\w+\.all\.js)"', files["table.html"].plain.decode())
    assert len(named) == 2, named
    assert sum(len(files[name].compressed) for name in named) <= 150_000


def color_of(name, theme):
    """A color of the tokens. Those of the dark theme come last in the file."""
    found = re.findall(rf"^\s*{name}: #([0-9a-f]{{6}});", TOKENS, re.M)
    value = found[0] if theme == "light" or len(found) == 1 else found[-1]
    return tuple(int(value[at : at + 2], 16) for at in (0, 2, 4))


def luminance(color):
    parts = [each / 255 for each in color]
    linear = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The contrast of two colors, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_what_is_white_in_a_figure_has_the_color_of_the_card_in_each_theme(page):
    page.evaluate(DRAW, ["K", "s"])
    for theme, white in {"light": "#ffffff", "dark": "#f3f1ea", "": "#ffffff"}.items():
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_function(  # an image is drawn again when the theme changes
            "(white) => document.querySelector('#court-Ks image').getAttribute('href').includes(white)",
            arg=f"fill%3D%22%23{white[1:]}",
        )
    page.evaluate("delete document.documentElement.dataset.theme")
