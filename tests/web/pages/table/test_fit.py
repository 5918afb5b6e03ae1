"""The table always fits: what a player must see is on the felt and uncovered, at common sizes, with the guided round
and without it."""

import os
from collections import Counter
from importlib.resources import files

import pytest

from sampling import PROOF
from table_page import acts, address, rests, sits

SIZES = [(1366, 650), (360, 640), (390, 844), (1280, 720), (1366, 768), (1440, 900)]
ONE_EACH = ("ultimate-texas-holdem", "ez-baccarat", "texas-holdem", "seven-card-stud", "face-up-chinese-poker")
"""A game of each seating: rim, columns, ring, rows, segments."""
GAMES = sorted(each.name for each in (files("cardroom") / "rulebook" / "games").iterdir() if each.is_dir())
TIMES = 100 if PROOF else 2
"""How many questions of a kind are looked at in a round."""
MOST_SHIFT = 0.07
"""The summed shift of a guided round. Without its place in the layout, the note moved up to half of the screen."""
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
  check("pot", ".pots p:not(.gamename)", felt, whole);
  if (page.dataset.note === "felt") check("note", ".tour", felt, whole);
  const bar = page.querySelector(".helpb[aria-pressed=true]");
  if (page.querySelector(".tour") && page.dataset.note !== "felt" && !bar) found.push("the note has no place");
  check("option", ".prompt :is(.opt, .acts button, .betrow button, .hand3 .card, .lit)", screen, whole);
  return found;
}"""
"""What is not wholly in view, or lies under something else."""
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) shifts.push([entry.value, table.moment, entry.sources.map((source) =>
    `${source.node?.className?.baseVal ?? source.node?.className} ${source.currentRect.y - source.previousRect.y}`)]);
}).observe({ type: "layout-shift" });
"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def practises(room, visit, slug, size):
    """Sit down at a practice table, where the guided round is on."""
    page = visit("nowhere", viewport={"width": size[0], "height": size[1]})
    page.wait_for_function("() => window.table?.me?.name")
    opened = page.evaluate(
        "game => import('/net.js').then(net => net.api('/api/halls/play/practice', {game}))",
        slug,
    )
    page.goto(address(room, opened["table"]))
    page.wait_for_function("() => window.table?.loaded")
    sits(page)
    return page, opened["table"]


def moments(room, page, table):
    """Play a round, and stop at each question and at the result."""
    while True:
        page.wait_for_function("() => ['bets', 'act', 'over'].includes(table.moment) && !table.ui.sent")
        over = page.evaluate("table.moment") == "over"
        if over:
            rests(room, table)
        yield page.evaluate("table.moment")
        if over:
            return
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)


def fits(room, visit, slug, sizes):
    page, table = practises(room, visit, slug, sizes[0])
    wrong, seen = [], Counter()
    for moment in moments(room, page, table):
        seen[moment] += 1
        if seen[moment] > TIMES:
            continue
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for guided in (True, False):
                page.evaluate("guided => { table.ui.tour = guided; table.drawNow(); }", guided)
                page.evaluate(DRAWN)
                hidden = page.evaluate(HIDDEN)
                wrong += [(f"{width} x {height}", moment, guided, each) for each in hidden]
                if folder := os.environ.get("CARDROOM_SHOTS"):
                    page.screenshot(path=f"{folder}/fit-{slug}-{width}-{moment}-{guided}.png")
    assert not wrong, (len(wrong), wrong[:6])


@pytest.mark.parametrize("slug", ONE_EACH)
def test_nothing_that_a_player_must_see_is_hidden(room, visit, slug):
    fits(room, visit, slug, SIZES if PROOF else SIZES[:3])


@pytest.mark.proof
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_hidden_in_any_game(room, visit, slug):
    fits(room, visit, slug, SIZES)


@pytest.mark.parametrize(("slug", "size"), [(slug, size) for slug in ONE_EACH for size in SIZES[:3]])
@pytest.mark.sampled(4)
def test_nothing_jumps_in_a_guided_round(room, visit, slug, size):
    page, table = practises(room, visit, slug, size)
    page.wait_for_function("() => ['bets', 'act'].includes(table.moment) && table.rulesCache.rules")
    page.evaluate(DRAWN)
    page.evaluate(SHIFTS)
    assert list(moments(room, page, table))[-1] == "over"
    page.evaluate(DRAWN)
    shifts = page.evaluate("shifts")
    assert sum(value for value, *_ in shifts) <= MOST_SHIFT, sorted(shifts, reverse=True)[:4]
