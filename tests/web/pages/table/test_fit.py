"""The table always fits: at every promised size of the page, in every kind of moment, with the guided round and without
it, everything that a player must see is on the felt, uncovered and large enough, and nothing overlaps.

The page is given prepared scenes with every seat taken, so that nothing depends on a deal."""

import pytest

from support.fitting import GAMES, SIZES, WRONG
from support.sampling import PROOF
from support.scenes import SPLITS, gives, longest, moments

ONE_EACH = ("ultimate-texas-holdem", "ez-baccarat", "texas-holdem", "seven-card-stud", "face-up-chinese-poker")
"""A game of each seating: rim, columns, ring, rows, segments."""
MOST = 0.03
"""The summed layout shift of a round, as browsers measure it: the moved share of the screen times the distance."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
GUIDED = f"(guided) => {{ table.ui.tour = guided; table.drawNow(); return ({DRAWN})(); }}"


def last_of_each_kind(slug):
    """The last moment of each kind: then most cards lie on the felt."""
    return list({each.kind: each for each in moments(slug)}.values())


def wrong_at(page, slug, sizes, seen=None):
    wrong = []
    for moment in seen or last_of_each_kind(slug):
        gives(page, moment.scene)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for guided in (False, True):
                page.evaluate(GUIDED, guided)
                found = page.evaluate(WRONG)
                wrong += [(slug, f"{width} x {height}", moment.kind, guided, each) for each in found]
    return wrong


@pytest.mark.parametrize(("slug", "first"), [(slug, at) for at, slug in enumerate(ONE_EACH)])
def test_everything_fits_in_each_seating(visit, stage, slug, first):
    sizes = SIZES if PROOF else [SIZES[1 if first % 2 else 0], SIZES[2 + first % 4]]
    wrong = wrong_at(visit(stage), slug, sizes)
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.parametrize("slug", SPLITS)
def test_four_split_hands_fit(visit, stage, slug):
    last = moments(slug, SPLITS[slug])[-1]
    assert len([each for each in last.scene["picture"]["spreads"] if each.get("mine")]) == 4
    wrong = wrong_at(visit(stage), slug, SIZES if PROOF else SIZES[:3], [last])
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", ["texas-holdem", "seven-card-stud", "face-up-pai-gow-poker", "ultimate-texas-holdem"])
def test_the_longest_words_fit_at_the_end(visit, stage, slug):
    last = moments(slug)[-1]
    wrong = wrong_at(visit(stage), slug, SIZES if PROOF else SIZES[1:2], [last._replace(scene=longest(last.scene))])
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.proof
@pytest.mark.parametrize("slug", GAMES)
def test_everything_fits_in_every_game(visit, stage, slug):
    wrong = wrong_at(visit(stage), slug, SIZES)
    assert not wrong, (len(wrong), wrong[:6])


OBSERVE = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push([entry.value, table.moment, entry.sources.map((source) =>
        `${source.node?.className?.baseVal ?? source.node?.className}
         ${Math.round(source.currentRect.x - source.previousRect.x)}
         ${Math.round(source.currentRect.y - source.previousRect.y)}`.replace(/\\s+/g, " "))]);
  }).observe({ type: "layout-shift" });
}"""
REFUSED = """() => {
  table.ui.refused = "The table was asked for a bet that its limits do not allow. ".repeat(4);
  table.drawNow();
}"""


def shifts_of(page, slug, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    scenes = [each.scene for each in moments(slug) if not _offers_the_bank(each.scene)]
    gives(page, scenes[0])
    page.evaluate(GUIDED, True)
    page.evaluate(OBSERVE)
    page.evaluate(REFUSED)
    for scene in scenes[1:]:
        page.evaluate(DRAWN)
        page.evaluate("scene => { table.see(scene, false); table.drawNow(); }", scene)
    page.evaluate(DRAWN)
    page.wait_for_timeout(50)  # until the browser has reported
    return page.evaluate("shifts")


def _offers_the_bank(scene):
    """Whether the question is asked before the round: who banks it."""
    return any(offer["action"] == "bank" for each in scene["picture"].get("prompts", []) for offer in each["offers"])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("slug", ONE_EACH)
def test_nothing_jumps_in_a_guided_round_with_a_refused_bet(visit, stage, slug, size):
    shifts = shifts_of(visit(stage), slug, size)
    assert sum(value for value, *_ in shifts) <= MOST, sorted(shifts, reverse=True)[:4]


@pytest.mark.proof
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_jumps_in_any_game(visit, stage, slug):
    for size in SIZES:
        shifts = shifts_of(visit(stage), slug, size)
        assert sum(value for value, *_ in shifts) <= MOST, (size, sorted(shifts, reverse=True)[:4])


def test_the_felt_follows_its_size(visit, stage):
    page = visit(stage, viewport={"width": 1366, "height": 650})
    gives(page, last_of_each_kind("texas-holdem")[0].scene)
    card = page.locator(".zone.mine .card").first
    before = card.bounding_box()["width"]
    page.evaluate("document.querySelector('.prompt').style.height = '320px'")  # and nothing is drawn
    page.evaluate(DRAWN)
    assert card.bounding_box()["width"] < before
    assert not page.evaluate(WRONG)
