"""The end of a poker hand in a real browser: everything is on the felt and large enough to be read, at every size."""

import os

import pytest

from cardroom import game
from support.sampling import PROOF
from support.scenes import ME, gives, moment, moments

SIZES = [(360, 640), (1366, 650), (390, 844), (844, 390), (1280, 720), (768, 1024), (360, 560), (1920, 1080)]
GAMES = ("texas-holdem", "six-card-omaha", "seven-card-stud", "omaha-high-low", "2-7-triple-draw", "badugi")
WRONG = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const found = [];
  const boxes = [];
  const parts = ".sd-win, .sd-board .cards, .sd-mine .cards, .sd-loser, .sd-rest";
  for (const part of document.querySelectorAll(parts)) {
    const box = part.getBoundingClientRect();
    if (!box.height) continue;
    const out = Math.max(felt.left - box.left, box.right - felt.right, felt.top - box.top, box.bottom - felt.bottom);
    if (out > 0.5) found.push(`${part.className} is cut off by ${out}`);
    for (const [name, other] of boxes) {
      const [wide, high] = [
        Math.min(box.right, other.right) - Math.max(box.left, other.left),
        Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top),
      ];
      if (wide > 0.5 && high > 0.5) found.push(`${part.className} covers ${name}`);
    }
    boxes.push([part.className, box]);
  }
  // My cards stand in one place only. The cards of beaten hands may be behind a button.
  const more = document.querySelector(".sd-more")?.getClientRects().length;
  const elsewhere = more ? ".sd-loser .card" : ".spare .card";
  for (const card of document.querySelectorAll(`.sd .card:not(${elsewhere})`))
    if (card.getBoundingClientRect().width < 33.9) found.push(`a card is ${card.getBoundingClientRect().width} wide`);
  for (const text of document.querySelectorAll(".sd :is(h2, p, b, span, figcaption)"))
    if (text.clientHeight && parseFloat(getComputedStyle(text).fontSize) < 12)
      found.push(`${text.textContent} is small`);
  for (const text of document.querySelectorAll(".sd :is(h2, p, .sd-words, .sd-name)"))
    if (text.scrollWidth > text.clientWidth + 1) found.push(`${text.textContent} is cut off`);
  const says = document.querySelector(".sd-says").getBoundingClientRect();
  if (!says.height || says.bottom > innerHeight) found.push("the reason is not in view");
  return found;
}"""
"""What is cut off, covered or too small."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", GAMES)
def test_a_showdown_can_be_read(visit, stage, slug):
    sizes = SIZES if PROOF else SIZES[:2]
    page = visit(stage, viewport={"width": sizes[0][0], "height": sizes[0][1]})
    wrong = []
    for seats in (3, 5) if not PROOF else (2, 3, 4, 5):
        scene = moments(slug, seats=min(seats, game(slug).rules.seats.most))[-1].scene
        gives(page, scene)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            wrong += [(f"{width} x {height}", seats, each) for each in page.evaluate(WRONG)]
            if folder := os.environ.get("CARDROOM_SHOTS"):
                page.screenshot(path=f"{folder}/sd-{slug}-{seats}-{width}x{height}.png")
    assert not wrong, (len(wrong), wrong[:6])


def test_the_lines_of_a_hand_add_up_on_the_page(visit, stage):
    page = visit(stage)
    scene = moment("texas-holdem", "over", seats=4)
    gives(page, scene)
    picture = scene["picture"]
    sums, ended = picture["sums"], picture["showdown"]
    mine = next(chair["seat"] for chair in picture["chairs"] if chair.get("you"))
    net = next(each["net"] for each in sums["players"] if each["seat"] == mine)
    assert page.locator(".prompt .net").inner_text().replace("−", "-").replace(",", "") == f"{net / 100:+.0f}".replace(
        "+", "+$"
    ).replace("-", "-$")
    assert page.locator(".prompt .sd-says").inner_text() == ended["says"].replace("bot ", "")
    assert page.locator(".pot-lines li").count() == len(sums["pots"]) + bool(ended.get("odd")) + sum(
        bool(each.get("returned")) for each in sums["players"]
    )
    page.get_by_role("button", name="Why? Pot").first.click()
    won = next(each for each in picture["results"] if each.get("won"))
    assert won["explains"]["says"].replace("bot ", "") in page.locator("dialog").inner_text()


def test_the_winning_hand_says_where_each_card_came_from(visit, stage):
    page = visit(stage)
    for slug, words in (("texas-holdem", {"own", "board"}), ("seven-card-stud", {"up", "down"})):
        scene = moment(slug, "over", seats=3)
        gives(page, scene)
        hand = scene["picture"]["showdown"]["won"][0]["hand"]
        captions = page.locator(".sd-win").first.locator("figcaption").all_inner_texts()
        assert len(captions) == len(hand["cards"]) + len(hand.get("rest", ()))
        assert {*captions} <= words
        drawn = (
            page.locator(".sd-win").first.locator(".card").evaluate_all("all => all.map(each => +each.dataset.card)")
        )
        assert drawn == [*hand["cards"], *hand.get("rest", ())]


def test_my_own_cards_are_shown_unless_i_win(visit, stage):
    page = visit(stage)
    scene = moment("six-card-omaha", "over", seats=4)
    gives(page, scene)
    picture = scene["picture"]
    won = any((each.get("hand") or {}).get("mine") for each in picture["showdown"]["won"])
    assert (page.locator(".sd-mine").count() == 0) == won, ME


def test_a_mucked_hand_is_not_called_folded(visit, stage):
    page = visit(stage)
    scene = moment("texas-holdem", "over", seats=4)
    picture = scene["picture"]
    for each in picture["showdown"]["won"]:
        (each.get("hand") or {}).pop("mine", None)
    next(each for each in picture["spreads"] if each.get("mine"))["folded"] = True
    chair = next(each for each in picture["chairs"] if each.get("you"))
    for status, says in (("folded", "You folded"), ("mucked", "You mucked")):
        chair["status"] = status
        gives(page, scene)
        page.locator(".sd-mine").get_by_text(says).wait_for()


def test_beaten_hands_stand_in_one_column_if_it_fits(visit, stage):
    page = visit(stage, viewport={"width": 390, "height": 844})
    for slug, columns in (("double-board-omaha", 1), ("texas-holdem", 2)):  # six beaten hands with long words, and nine
        gives(page, moment(slug, "over"))
        tops = {round(each.bounding_box()["x"]) for each in page.locator(".sd-loser").all()}
        assert len(tops) == columns, slug
