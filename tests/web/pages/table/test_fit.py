"""The table always fits: what a player must see is on the felt and uncovered, at common sizes, with the guided round
and without it."""

import os
from collections import Counter
from importlib.resources import files

import pytest

from cardroom.games import game
from support.sampling import PROOF
from support.scenes import gives, moments

SIZES = [(1366, 650), (360, 640), (390, 844), (1280, 720), (1366, 768), (1440, 900)]
ONE_EACH = ("ultimate-texas-holdem", "ez-baccarat", "texas-holdem", "seven-card-stud", "face-up-chinese-poker")
"""A game of each seating: rim, columns, ring, rows, segments."""
GAMES = sorted(each.name for each in (files("cardroom") / "rulebook" / "games").iterdir() if each.is_dir())
TIMES = 100 if PROOF else 2
"""How many questions of a kind are looked at in a round."""
MOST = 40
"""The height of two lines of words. Nothing moves further in a guided round, whatever cards come. Without its place in
the layout, the note moved everything by half of the screen."""
HIDDEN = """() => {
  const page = document.querySelector(".table-page");
  const felt = page.querySelector(".felt").getBoundingClientRect();
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const found = [];
  // Of a card in a row, the index must be seen: the next one may cover the rest.
  const corner = [[0.2, 0.2], [0.25, 0.5]];
  const whole = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
  const check = (what, selector, inside, points) => {
    for (const element of page.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      const name = `${what} "${element.getAttribute("aria-label") ?? element.textContent}"`;
      if (!box.width || getComputedStyle(element).visibility === "hidden") {
        if (what !== "words") found.push(`${name} is not shown`);
      } else if (
        Math.min(box.top - inside.top, inside.bottom - box.bottom) < -1 ||
        Math.min(box.left - inside.left, inside.right - box.right) < -1
      )
        found.push(`${name} is cut off`);
      else
        for (const [x, y] of points) {
          const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
          if (at && !element.contains(at) && !at.contains(element) && at.parentElement !== element.parentElement) {
            found.push(`${name} is covered by ${at.className.baseVal ?? at.className}`);
            break;
          }
        }
    }
  };
  const words = ".zone.mine :is(.hand-name b, .rn b, .rn span, .row p), .house .hand-name, .hands .bt";
  check("card", ".zone.mine .card, .hands .card, .house .card, .board .card", felt, corner);
  check("words", words, felt, whole);
  check("area", ".spots .area, .spots .led, .tile, .layout .cell.me", felt, whole);
  check("seat", ".seat, .pseat, .srow, .opp", felt, corner);
  for (const seat of page.querySelectorAll(".pseat"))
    for (const card of seat.querySelectorAll(".card")) {
      const [box, { width, left, right, top, bottom }] = [seat, card].map((each) => each.getBoundingClientRect());
      const out = Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom);
      if (width && out > 1) found.push(`a card of ${seat.getAttribute("aria-label")} is cut off by ${out}`);
    }
  for (const card of page.querySelectorAll(".zone.mine .card"))
    if (card.clientWidth < 34) found.push(`a card of mine is only ${card.clientWidth} wide`);
  check("pot", ".pots p:not(.gamename)", felt, whole);
  if (page.dataset.note === "felt") check("note", ".tour", felt, whole);
  const bar = page.querySelector(".helpb[aria-pressed=true]");
  if (page.querySelector(".tour") && page.dataset.note !== "felt" && !bar) found.push("the note has no place");
  check("option", ".prompt :is(.opt, .acts button, .betrow button, .hand3 .card, .lit)", screen, whole);
  return found;
}"""
"""What is not wholly in view, or lies under something else."""
TOPS = """() => Object.fromEntries(
  [".felt", ".prompt", ".tour", ".mine", ".house", ".others", ".srows", ".opps", ".layout", ".tiles"]
    .map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
    .filter(([, box]) => box?.height)
    .map(([name, box]) => [name, box.top]))"""
"""Where the parts of a table are."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


SEATS = 5
"""The players at the table, if that many may sit there."""


def opens(visit, stage, slug, size):
    """A page of a table, and the moments of a round that it can be given."""
    page = visit(stage, viewport={"width": size[0], "height": size[1]})
    return page, moments(slug, seats=min(SEATS, game(slug).rules.seats.most))


def given(visit, stage, slug, kind, size):
    """A page that shows the last moment of a kind."""
    page, all_moments = opens(visit, stage, slug, size)
    gives(page, [each.scene for each in all_moments if each.kind == kind][-1])
    return page


def fits(visit, stage, slug, sizes):
    page, all_moments = opens(visit, stage, slug, sizes[0])
    wrong, seen = [], Counter()
    for moment in all_moments:
        seen[moment.kind] += 1
        if seen[moment.kind] > TIMES:
            continue
        gives(page, moment.scene)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for guided in (True, False):
                page.evaluate("guided => { table.ui.tour = guided; table.drawNow(); }", guided)
                page.evaluate(DRAWN)
                hidden = page.evaluate(HIDDEN)
                wrong += [(f"{width} x {height}", moment.kind, guided, each) for each in hidden]
                if folder := os.environ.get("CARDROOM_SHOTS"):
                    page.screenshot(path=f"{folder}/fit-{slug}-{width}-{moment.kind}-{guided}.png")
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.parametrize("slug", ONE_EACH)
@pytest.mark.sampled(2)
def test_nothing_that_a_player_must_see_is_hidden(visit, stage, slug):
    fits(visit, stage, slug, SIZES if PROOF else SIZES[:2])


@pytest.mark.proof
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_hidden_in_any_game(visit, stage, slug):
    fits(visit, stage, slug, SIZES)


@pytest.mark.parametrize(("slug", "size"), [(slug, size) for slug in ONE_EACH for size in SIZES[:3]])
@pytest.mark.sampled(7, 4)
def test_nothing_jumps_in_a_guided_round(visit, stage, slug, size):
    page, all_moments = opens(visit, stage, slug, size)
    all_moments = [each for each in all_moments if not _offers_the_bank(each.scene)]
    first = {}
    for moment in all_moments:
        gives(page, moment.scene)
        page.evaluate("table.ui.tour = true; table.drawNow()")
        page.evaluate(DRAWN)
        now = page.evaluate(TOPS)
        first = first or now
        moved = {name: now[name] - top for name, top in first.items() if name in now and abs(now[name] - top) > MOST}
        assert not moved, (moment.kind, moved)


def _offers_the_bank(scene):
    """Whether the question is asked before the round: who banks it."""
    return any(offer["action"] == "bank" for each in scene["picture"].get("prompts", []) for offer in each["offers"])


SHOWDOWN = """() => {
  table.scene = structuredClone(table.scene);
  table.cachedPlaces = table.cachedBonus = undefined;
  const { picture } = table.scene;
  picture.over = true;
  for (const spread of picture.spreads.filter((each) => each.place[0] === "hand" && !each.mine)) {
    spread.cards = spread.cards.map((_, at) => at * 5);
    spread.plays = spread.cards.slice(0, 2);
    spread.says = "two pair, jacks and twos, ace kicker";
  }
  table.drawNow();
}"""


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_others_cards_are_whole(visit, stage, size):
    page = given(visit, stage, "big-o", "decision", size)
    assert page.locator(".pseat .card.back").count() >= 5
    assert not page.evaluate(HIDDEN)
    page.evaluate(SHOWDOWN)
    assert page.locator(".pseat.shown .card.use").count() >= 2
    assert not page.evaluate(HIDDEN)


def test_two_hands_of_the_bank_stand_beside_each_other(visit, stage):
    page = given(visit, stage, "face-up-pai-gow-poker", "draw", (390, 844))
    page.evaluate(
        """() => {
          table.scene = structuredClone(table.scene);
          for (const spread of table.scene.picture.spreads.filter((each) => each.dealer))
            spread.says = spread.cards.length < 3 ? "queen high, nine" : "two pair, tens and eights, queen kicker";
          table.drawNow();
        }"""
    )
    tops = page.locator(".house .cards").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]
    assert not page.evaluate(HIDDEN)


def test_without_a_board_the_bank_is_in_the_middle(visit, stage):
    page = given(visit, stage, "pure-21.5-blackjack", "bets", (1366, 650))
    assert page.locator(".felt[data-beside=true]").count()
    assert page.evaluate(
        """() => {
          const middle = (name) => { const { left, right } = document.querySelector(name).getBoundingClientRect();
            return (left + right) / 2; };
          return Math.abs(middle(".felt") - middle(".house .cards"));
        }"""
    ) < 2  # fmt: skip


MEASURED = """(change) => {
  const felt = document.querySelector(".felt");
  let times = 0;
  for (const name of ["clientHeight", "clientWidth", "scrollHeight"]) {
    const { get } = Object.getOwnPropertyDescriptor(Element.prototype, name);
    Object.defineProperty(felt, name, { configurable: true, get() { times += 1; return get.call(felt); } });
  }
  table.scene = structuredClone(table.scene);
  table.cachedPlaces = table.cachedBonus = undefined;
  const { chairs, spreads } = table.scene.picture;
  if (change === "stacks") for (const chair of chairs) chair.stack += 100;
  if (change === "words") spreads.find((each) => each.mine).says = "a hand with another name";
  table.drawNow();
  for (const name of ["clientHeight", "clientWidth", "scrollHeight"]) delete felt[name];
  return times;
}"""
"""How often a drawing asks for the size of the felt. Each time, the browser must lay out the page."""


def test_the_felt_is_measured_only_if_something_needs_another_room(visit, stage):
    page = given(visit, stage, "texas-holdem", "decision", (1366, 650))
    page.evaluate("table.drawNow()")
    assert page.evaluate(MEASURED, "stacks") == 0
    assert page.evaluate(MEASURED, "words") > 0
    # The prompt grows, and nothing is drawn.
    card = page.locator(".zone.mine .card").first
    before = card.bounding_box()["width"]
    page.evaluate("document.querySelector('.prompt').style.minHeight = '280px'")
    page.evaluate(DRAWN)
    assert card.bounding_box()["width"] < before
    assert not page.evaluate(HIDDEN)
