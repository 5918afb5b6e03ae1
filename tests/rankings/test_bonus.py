"""Rankings of side bets (Washington, Appendix D; WPT, Progressive and All 6; Brook, Pocket Bonus and Prime)."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from cardroom.cards import parse
from cardroom.rankings import RANKINGS, category, holds, line, lines, rank, rank_many
from rankings.hands import check_order, check_scalar_is_batch, deals, every

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


def paid(ranking, table, cards):
    """The line that a table pays: the line of the cards, or a plainer name of it."""
    made = line(ranking, cards)
    others = (*RANKINGS[ranking].plain.get(made, ()), *holds.also(ranking, made))
    return next((each for each in (made, *others) if each in table), None)


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
        ("9s Qs", "Ts Js 8s Ks As", "royal flush", "flopped straight flush"),
        ("7s 2c", "8s 9s Ts Js 2d", "straight flush", "straight flush"),
        ("9s 9d", "9c 9h 5s 2d 2h", "four of a kind", "four of a kind"),
        ("9s 9d", "9c 5h 5s 2d 2h", "full house", "full house"),
        ("9s 8s", "2s 3s Ks 2d 4h", "flush", "flush"),
        ("9s 8s", "7s 6d 5s 2d 2h", None, None),
    ],
)
def test_the_highest_line_of_a_jackpot_table(pocket, board, washington, nine):
    assert paid("progressive", WASHINGTON, f"{pocket} {board}") == washington
    assert paid("progressive", WPT_NINE, f"{pocket} {board}") == nine


def test_a_blank_flush_cell_loses():
    assert paid("progressive", WITHOUT_FLUSH, "9s 8s 2s 3s Ks 2d 4h") is None


def test_every_printed_line_is_known():
    assert {*WASHINGTON, *WPT_NINE} < set(lines("progressive"))


def test_lines_of_every_flop_that_completes_a_royal():
    """All pockets and boards made from one royal flush and two low cards."""
    royal, low = parse("As Ks Qs Js Ts"), parse("2c 7d")
    tally = Counter()
    for pocket in combinations((*royal, *low), 2):
        rest = [card for card in (*royal, *low) if card not in pocket]
        for flop in combinations(rest, 3):
            last = [card for card in rest if card not in flop]
            tally[paid("progressive", WASHINGTON, (*pocket, *flop, *last))] += 1
    assert tally == {
        "flopped royal flush in spades": comb(5, 2),
        "royal flush": comb(5, 2) * (comb(5, 3) - 1) + 5 * 2 * comb(5, 3),
        "community royal flush": comb(5, 3),
    }


@pytest.mark.parametrize(
    ("cards", "made"),
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
        ("Kh Kd Qc Qs 8h 2d", "two pair"),
    ],
)
def test_all_six(cards, made):
    assert line("all-6", cards) == made


def test_a_table_without_six_card_royals_pays_them_as_royals():
    table = ("royal flush", "straight flush")
    assert paid("all-6", table, "Ad Kd Qd Jd Td 9d") == "royal flush"
    assert paid("all-6", table[1:], "Ad Kd Qd Jd Td 9d") == "straight flush"


def counts(ranking, hands):
    values = Counter(rank_many(ranking, hands).tolist())
    return Counter({category(ranking, value): 0 for value in values if value}) + Counter(
        category(ranking, value) if value else None for value in values.elements()
    )


def test_pocket_bonus_counts_over_all_1326_pockets():
    result = counts("pocket-bonus", every(2))
    assert [result[each] for each in lines("pocket-bonus")] == [6, 12, 36, 72]
    assert result[None] == 1326 - 126


def test_two_cards_are_the_higher_the_rarer():
    result = counts("two-card", every(2))
    assert result == {"straight flush": 52, "pair": 78, "straight": 156, "flush": 260, "high card": 780}
    assert sorted(result, key=result.get) == list(lines("two-card"))
    assert rank("two-card", "2c Ac") < rank("two-card", "3c 2c") < rank("two-card", "Ac Kc")
    assert paid("two-card", ("flush",), "Ac Kc") == "flush"
    assert paid("two-card", ("straight",), "Ac Kc") == "straight"


@pytest.mark.proof
def test_prime_counts_the_color_that_most_cards_have():
    result = counts("prime", every(5))
    printed = {"five": "0.05062", "four": "0.29912", "fewer than four": "0.65026"}  # Brook FCF, Table 14
    assert {
        f"{many} cards same color": f"{result[f'{many} cards same color'] / comb(52, 5):.5f}" for many in printed
    } == {f"{many} cards same color": share for many, share in printed.items()}
    assert line("prime", "Ah Ad 2h 3d 4s") == "four cards same color"


@pytest.mark.parametrize("name", ["pocket-bonus", "two-card", "all-6", "progressive", "prime"])
def test_the_kernel_agrees_with_the_definition(name):
    check_order(name)
    (size,) = RANKINGS[name].sizes
    check_scalar_is_batch(name, deals(size, 1500))
    suited = deals(size, 1500, deck=[*range(0, 52, 4), *range(3, 52, 4)])  # two suits: straight flushes galore
    check_scalar_is_batch(name, suited)
    if size > 5:
        of_one = deals(size, 200, deck=range(23, 52, 4))
        check_scalar_is_batch(name, of_one)
        assert len({category(name, value) for value in rank_many(name, of_one).tolist()}) > 2


def test_other_names_of_a_hand_are_lines_and_the_plainest_is_last():
    for each in RANKINGS.values():
        for made, also in each.plain.items():
            assert made in each.categories
            assert set(also) <= set(lines(each.name)), (each.name, made)
            for place, other in enumerate(also):
                assert set(each.plain.get(other, ())) <= set(also[place + 1 :]), (each.name, made, other)
