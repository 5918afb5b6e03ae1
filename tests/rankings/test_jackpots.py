"""Jackpot lines (Washington, Appendix D; WPT, Progressive and All 6; Brook, 5 Card Galaxy Bonus Jackpot)."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from cardroom.cards import parse
from cardroom.rankings.jackpots import (
    ALL_SIX_LINES,
    GALAXY_LINES,
    POCKET_LINES,
    PROGRESSIVE_LINES,
    all_six_lines,
    galaxy_line,
    highest,
    pocket_line,
    progressive_line,
)

WASHINGTON = (
    "flopped royal flush in spades",
    "flopped royal flush",
    "royal flush",
    "community royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
)
WITHOUT_FLUSH = WASHINGTON[:-1]
WPT_NINE = ("flopped straight flush", "royal flush", "straight flush", "four of a kind", "full house", "flush")


@pytest.mark.parametrize(
    ("pocket", "board", "washington", "nine"),
    [
        ("As Ks", "Qs Js Ts 2d 2h", "flopped royal flush in spades", "flopped straight flush"),
        ("Ah Kh", "Qh Jh Th 2d 2c", "flopped royal flush", "flopped straight flush"),
        ("Ah Kh", "Qh Jh 2c Th 2d", "royal flush", "royal flush"),
        ("Ah 3c", "Kh Qh Jh Th 2d", "royal flush", "royal flush"),
        ("2c 3c", "As Ks Qs Js Ts", "community royal flush", "royal flush"),
        ("9s 8s", "7s 6s 5s 2d 2h", "straight flush", "flopped straight flush"),
        ("9s 8s", "7s 6s 2d 5s 2h", "straight flush", "straight flush"),
        ("9s 8s", "Ts Js Qs Ks As", "community royal flush", "flopped straight flush"),  # flopped to the queen
        ("7s 2c", "8s 9s Ts Js 2d", "straight flush", "straight flush"),
        ("9s 9d", "9c 9h 5s 2d 2h", "four of a kind", "four of a kind"),
        ("9s 9d", "9c 5h 5s 2d 2h", "full house", "full house"),
        ("9s 8s", "2s 3s Ks 2d 4h", "flush", "flush"),
        ("9s 8s", "7s 6d 5s 2d 2h", None, None),
    ],
)
def test_the_highest_line_of_a_jackpot_table(pocket, board, washington, nine):
    assert progressive_line(WASHINGTON, parse(pocket), parse(board)) == washington
    assert progressive_line(WPT_NINE, parse(pocket), parse(board)) == nine


def test_a_blank_flush_cell_loses():
    assert progressive_line(WITHOUT_FLUSH, parse("9s 8s"), parse("2s 3s Ks 2d 4h")) is None


def test_every_printed_line_is_known():
    assert {*WASHINGTON, *WPT_NINE} == set(PROGRESSIVE_LINES)


def test_lines_of_every_flop_that_completes_a_royal():
    """Of all pockets and boards that can be laid out of one royal flush and two low cards."""
    royal, low = parse("As Ks Qs Js Ts"), parse("2c 7d")
    found = Counter()
    for pocket in combinations((*royal, *low), 2):
        rest = [card for card in (*royal, *low) if card not in pocket]
        for flop in combinations(rest, 3):
            board = (*flop, *(card for card in rest if card not in flop))
            found[progressive_line(WASHINGTON, pocket, board)] += 1
    assert found == {
        "flopped royal flush in spades": comb(5, 2),
        "royal flush": comb(5, 2) * (comb(5, 3) - 1) + 5 * 2 * comb(5, 3),
        "community royal flush": comb(5, 3),
    }


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ad Kd Qd Jd Td 9d", "six-card royal flush in diamonds"),
        ("9h Kh Qh Jh Th Ah", "six-card royal flush"),
        ("Ah Kh Qh Jh Th 8h", "royal flush"),
        ("Ah Kh Qh Jh Th 9d", "royal flush"),
        ("Kh Qh Jh Th 9h 8h", "straight flush"),
        ("Kh Kd Kc Ks 9h 9d", "four of a kind"),
        ("Kh Kd Kc 9s 9h 2d", "full house"),
        ("Kh 9h 7h 5h 2h Ad", "flush"),
        ("2h 3d 4c 5s Ah Kd", "straight"),
        ("Kh Kd Kc 9s 8h 2d", "three of a kind"),
        ("Kh Kd Qc Qs 8h 2d", None),
    ],
)
def test_all_six(cards, line):
    assert highest(ALL_SIX_LINES, all_six_lines(parse(cards))) == line


def test_galaxy_wants_three_of_a_kind_or_better():
    assert galaxy_line(parse("As Ks Qs Js Ts")) == "royal flush" == GALAXY_LINES[0]
    assert galaxy_line(parse("As Ad Ac 2h 3d")) == "three of a kind" == GALAXY_LINES[-1]
    assert galaxy_line(parse("As Ad Kc Kh 3d")) is None


def test_pocket_bonus_counts_over_all_1326_pockets():
    found = Counter(pocket_line(pocket) for pocket in combinations(range(52), 2))
    assert [found[line] for line in POCKET_LINES] == [6, 12, 36, 72]
    assert found[None] == 1326 - 126
