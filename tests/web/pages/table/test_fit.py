"""The table always fits: at every promised size of the page, in every kind of moment, with the guided round and without
it, everything that a player must see is on the felt, uncovered and large enough, and nothing overlaps.

The page is given prepared scenes with every seat taken, so that nothing depends on a deal."""

import pytest

from support.fitting import DRAWN, GAMES, LOOK, SIZES, WRONG
from support.sampling import PROOF
from support.scenes import LONG_NAME, SPLITS, gives, longest, moment, moments, renamed

ONE_EACH = ("ultimate-texas-holdem", "ez-baccarat", "texas-holdem", "seven-card-stud", "face-up-chinese-poker")
"""A game of each seating: rim, columns, ring, rows, segments."""
HIGH_LOW = {
    "omaha-high-low": 1,
    "pot-limit-omaha-8": 1,
    "five-card-omaha-high-low": 1,
    "courchevel-high-low": 3,
    "pineapple-high-low": 1,
    "crazy-pineapple-high-low": 1,
    "stud-8": 1,
    "seven-card-stud-high-low": 2,
    "badacey": 1,
    "badeucy": 1,
}
"""Seeds with which the best high and the best low hand win a part of the pot each."""
MOST = 0.03
"""The summed layout shift of a round, as browsers measure it: the moved share of the screen times the distance."""
GUIDED = f"(guided) => {{ table.ui.tour = guided; table.drawNow(); return ({DRAWN})(); }}"


def last_of_each_kind(slug):
    """The last moment of each kind: then most cards lie on the felt."""
    return list({each.kind: each for each in moments(slug)}.values())


def first_of_each_kind(slug):
    """The first moment of each kind: then most chips lie in front of the players, and the words are others."""
    return list({each.kind: each for each in reversed(moments(slug))}.values())


def wrong_at(page, slug, sizes, seen=None):
    wrong = []
    for shown in seen or last_of_each_kind(slug):
        gives(page, shown.scene)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            for guided in (False, True):
                found = page.evaluate(LOOK, guided)
                wrong += [(slug, f"{width} x {height}", shown.kind, guided, each) for each in found]
    return wrong


@pytest.mark.parametrize(("slug", "first"), [(slug, at) for at, slug in enumerate(ONE_EACH)])
def test_everything_fits_in_each_seating(visit, stage, slug, first):
    sizes = SIZES if PROOF else [SIZES[1 if first % 2 else 0], SIZES[2 + first % 4]]
    wrong = wrong_at(visit(stage), slug, sizes)
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.sampled(2)
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


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", SPLITS)
@pytest.mark.parametrize("circles", [3, 2])
def test_the_areas_and_hands_of_several_circles_fit(visit, stage, slug, circles):
    seen = list({each.kind: each for each in moments(slug, circles=circles)}.values())
    wrong = wrong_at(visit(stage), slug, SIZES if PROOF else SIZES[1:4:2], seen)
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("slug", ONE_EACH)
def test_long_names_end_with_an_ellipsis(visit, stage, slug):
    page = visit(stage)
    seen = [each._replace(scene=renamed(each.scene)) for each in last_of_each_kind(slug)]
    wrong = wrong_at(page, slug, SIZES if PROOF else SIZES[:3], seen)
    assert not wrong, (len(wrong), wrong[:6])
    assert page.get_by_text(LONG_NAME[:12]).count(), "a name is shown"


@pytest.mark.proof
@pytest.mark.parametrize("slug", HIGH_LOW)
def test_both_winners_of_a_pot_fit_with_the_longest_words(visit, stage, slug):
    last = moments(slug, HIGH_LOW[slug])[-1]
    assert len(last.scene["picture"]["showdown"]["won"]) > 1
    sizes = SIZES if PROOF else SIZES[:3]
    wrong = wrong_at(visit(stage), slug, sizes, [last, last._replace(scene=longest(last.scene))])
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.proof
@pytest.mark.parametrize("slug", GAMES)
def test_everything_fits_in_every_game(visit, stage, slug):
    last = last_of_each_kind(slug)
    first = [each for each in first_of_each_kind(slug) if each not in last]
    wrong = wrong_at(visit(stage), slug, SIZES, first + last)
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.parametrize("slug", ["2-7-triple-draw", "badugi"])
def test_the_words_beside_the_pots_are_free_before_the_first_draw(visit, stage, slug):
    first = moments(slug)[:1]
    assert first[0].scene["picture"]["street"] == "Before the first draw"
    wrong = wrong_at(visit(stage), slug, [(390, 844), (360, 560)], first)
    assert not wrong, (len(wrong), wrong[:6])


def test_a_player_who_is_not_in_the_hand_takes_no_column(visit, stage):
    page = visit(stage, viewport={"width": 390, "height": 844})
    gives(page, moment("face-up-chinese-poker", "draw"))
    assert page.locator(".opp").count() == 2
    assert page.locator(".resting").text_content() == "Wren is not in this hand"
    assert min(each.bounding_box()["width"] for each in page.locator(".opp").all()) > 170


ROUND = """async (scenes) => {
  const [frame, shifts] = [() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))), []];
  const note = (entries) => {
    for (const entry of entries)
      shifts.push([entry.value, table.moment, entry.sources.map((source) =>
        `${source.node?.className?.baseVal ?? source.node?.className ?? source.node?.nodeValue}
         ${Math.round(source.currentRect.x - source.previousRect.x)}
         ${Math.round(source.currentRect.y - source.previousRect.y)}`.replace(/\\s+/g, " "))]);
  };
  // Most entries are handed over before anybody takes them.
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  table.ui.refused = "The table was asked for a bet that its limits do not allow. ".repeat(4);
  table.drawNow();
  for (const scene of scenes) {
    await frame();
    table.see(scene, false);
    table.drawNow();
  }
  await frame();
  await frame();
  note(observer.takeRecords());
  observer.disconnect();
  return shifts;
}"""
"""Plays a round that begins with a refused bet; returns everything that moved, as browsers report it."""


def shifts_of(page, slug, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    scenes = [each.scene for each in moments(slug) if not _offers_the_bank(each.scene)]
    gives(page, scenes[0])
    page.evaluate(GUIDED, True)
    return page.evaluate(ROUND, scenes[1:])


def _offers_the_bank(scene):
    """Whether the question is asked before the round: who banks it."""
    return any(offer["action"] == "bank" for each in scene["picture"].get("prompts", []) for offer in each["offers"])


@pytest.mark.sampled(16)
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


def test_a_phone_shows_large_areas_and_the_name_of_the_game_before_the_deal(visit, stage):
    page = visit(stage, viewport={"width": 390, "height": 844})
    name = page.locator(".cloth-name")
    bets, dealt = (moment("pure-21.5-blackjack", kind) for kind in ("bets", "over"))
    gives(page, bets)
    assert name.text_content() == "Pure 21.5 Blackjack"
    areas = page.locator(".spots .area").all()
    assert min(each.bounding_box()["width"] for each in areas) > 80
    before = [each.bounding_box() for each in areas]
    gives(page, dealt)
    assert not name.count()
    assert [each.bounding_box() for each in areas] == before


@pytest.mark.parametrize("slug", ["fortune-pai-gow-poker", "face-up-pai-gow-poker"])
def test_areas_are_round_on_a_phone_where_two_hands_are_set(visit, stage, slug):
    page = visit(stage, viewport={"width": 390, "height": 844})
    gives(page, moment(slug, "bets"))
    assert page.locator(".spots").get_attribute("data-small") == "false"
    assert min(each.bounding_box()["width"] for each in page.locator(".spots .area").all()) >= 66


def test_what_is_written_on_plates_grows_on_a_large_screen(visit, stage):
    page = visit(stage, viewport={"width": 1366, "height": 768})
    gives(page, moments("texas-holdem")[0].scene)
    size = "() => Number.parseFloat(getComputedStyle(document.querySelector('.pseat .nm')).fontSize)"
    assert page.evaluate(size) == 12
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.evaluate(DRAWN)
    assert page.evaluate(size) >= 14
