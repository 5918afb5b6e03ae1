"""The search for pay tables, against every table of small grids and against published edges."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from cardroom.analysis.design import ORDERS, Conditions, SearchTerms, design_tables, table_choices
from cardroom.analysis.report import payable_odds
from cardroom.rulebook import RuleBookError, rule_set

GAME = "three-card-poker-6-card-bonus"
DEALS = 22_100
HANDS = {
    "mini royal flush": 4,
    "straight flush": 44,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
}
"""Hands of three cards, as books count them."""
LOSES = "loses"


def plain_figures(pays):
    """Edge, hit frequency and variance of a Pair Plus table, from the counts of the books alone."""
    nets = {line: -1 if text == LOSES else int(text.split()[0]) for line, text in pays.items()}
    total = sum(HANDS[line] * net for line, net in nets.items()) - (DEALS - sum(HANDS.values()))
    square = sum(HANDS[line] * net * net for line, net in nets.items()) + (DEALS - sum(HANDS.values()))
    hits = sum(HANDS[line] for line, net in nets.items() if net > 0)
    edge = Fraction(-total, DEALS)
    return edge, Fraction(hits, DEALS), Fraction(square, DEALS) - edge**2


def grid(choices, monotone=True):
    """Every table of a grid, best line first."""
    choices = {line: choices[line] for line in HANDS}
    for odds in product(*choices.values()):
        nets = [-1 if text == LOSES else int(text.split()[0]) for text in odds]
        if not monotone or all(high >= low for high, low in pairwise(nets)):
            yield dict(zip(choices, odds, strict=True))


def within(number, span):
    return (span[0] is None or number >= span[0]) and (span[1] is None or number <= span[1])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("monotone", [True, False])
def test_every_table_of_a_small_grid_is_found_and_no_other(order, monotone):
    rng = Random(f"monotone {monotone}")
    spans = ((30, 60), (10, 60), (8, 40), (4, 9), (2, 5), (1, 1))
    choices = {
        line: tuple({f"{rng.randint(*span)} to 1" for _ in range(4)}) for line, span in zip(HANDS, spans, strict=True)
    }
    choices["flush"] = ("3 to 1", "4 to 1", LOSES) if monotone else ("3 to 1", "4 to 1")
    choices["pair"] = ("1 to 1", LOSES) if monotone else ("1 to 1",)
    conditions = Conditions((Fraction(-30, 100), Fraction(30, 100)), (Fraction(1, 10), None), (None, Fraction(7, 2)))
    wanted = {}
    for pays in grid(choices, monotone):
        edge, hit, variance = plain_figures(pays)
        if within(edge, conditions.edge) and hit >= conditions.hit[0] and variance <= conditions.deviation[1] ** 2:
            wanted[tuple(pays.items())] = (edge, hit, variance)
    assert len(wanted) > 3
    terms = SearchTerms(top=60, vary=choices, monotone=monotone, order=order, most=5_000, seconds=60)
    found = design_tables(rule_set(GAME), "pair-plus", conditions, terms)
    assert (found.cut, found.more) == (False, False)
    rows = {tuple(each.pays.items()): each.wager for each in found.tables}
    assert rows.keys() == wanted.keys()
    assert all((each.edge, each.hit_frequency, each.variance) == wanted[pays] for pays, each in rows.items())
    figures = [wanted[pays] for pays in rows]
    place = {"edge": lambda each: each[0], "hit": lambda each: -each[1], "deviation": lambda each: each[2]}
    if order in place:
        assert figures == sorted(figures, key=place[order])


@pytest.mark.parametrize(("order", "reverse"), [("edge", False), ("edge", True), ("deviation", False), ("hit", True)])
def test_the_first_tables_of_an_order_are_those_of_the_whole_list(order, reverse):
    """Branches that are cut off cannot come first: all tables of the grid, sorted, begin alike."""
    pays = {"straight": range(3, 9), "flush": range(2, 6), "pair": range(1, 3), "three of a kind": range(10, 31, 5)}
    choices = {line: tuple(f"{each} to 1" for each in numbers) for line, numbers in pays.items()}
    fixed = {"mini royal flush": ("200 to 1",), "straight flush": ("40 to 1",)}
    edge = (Fraction(-1, 5), Fraction(1, 5))
    every = sorted(
        (figures[{"edge": 0, "hit": 1, "deviation": 2}[order]] for each in grid(fixed | choices)
         if within((figures := plain_figures(each))[0], edge)),
        reverse=reverse != (order == "hit"),
    )  # fmt: skip
    terms = SearchTerms(top=200, vary=choices, order=order, reverse=reverse, most=7)
    found = design_tables(rule_set(GAME), "pair-plus", Conditions(edge), terms)
    of = {
        "edge": lambda each: each.edge,
        "hit": lambda each: each.hit_frequency,
        "deviation": lambda each: each.variance,
    }
    assert [of[order](each.wager) for each in found.tables] == every[:7]
    assert found.more


@pytest.mark.parametrize(
    ("pays", "edge"),
    [
        ((40, 30, 6, 4, 1), "2.32"),
        ((40, 30, 6, 3, 1), "7.28"),
        ((35, 33, 6, 4, 1), "2.70"),
        ((50, 30, 6, 3, 1), "5.10"),
        ((40, 25, 6, 4, 1), "3.49"),
        ((35, 25, 6, 4, 1), "4.58"),
        ((40, 30, 5, 4, 1), "5.57"),
    ],
)
def test_published_pair_plus_tables_are_found_at_their_published_edges(pays, edge):
    """Wizard of Odds, Three Card Poker, Pair Plus: the edges of several pay tables, to two decimals."""
    lines = ("straight flush", "three of a kind", "straight", "flush", "pair")
    vary = {line: (str(number),) for line, number in zip(lines, pays, strict=True)}
    vary["mini royal flush"] = (str(pays[0]),)  # these tables pay it like any other straight flush
    vary["pair"] = ("1", "2")
    target = Fraction(edge) / 100
    terms = SearchTerms(vary=vary, top=50)
    found = design_tables(rule_set(GAME), "pair-plus", Conditions((target - Fraction(1, 200), None)), terms)
    [table] = found.tables
    assert f"{100 * float(table.wager.edge):.2f}" == edge


def test_a_search_without_time_is_cut_and_says_so():
    terms = SearchTerms(pays="fractions", top=2_000, order="deviation", most=500, seconds=0)
    found = design_tables(rule_set(GAME), "pair-plus", Conditions((Fraction(3, 100), Fraction(4, 100))), terms)
    assert found.cut
    assert "The search was cut when its time was over" in found.words


@pytest.mark.proof
def test_a_base_game_is_solved_again_for_every_table():
    rules = rule_set(GAME, exposed_card=False)
    edge = (Fraction(1, 100), Fraction(4, 100))
    terms = SearchTerms("fractions", 3, {"higher hand": (), "unqualified dealer": ()}, most=3)
    found = design_tables(rules, "ante", Conditions(edge), terms)
    assert found.solved >= len(found.tables) == 3
    assert "solved again" in found.words
    for each in found.tables:
        again = design_tables(each.rules, "ante", Conditions((None, Fraction(1, 2))), SearchTerms(most=1)).wager
        assert again.edge == each.wager.edge
        assert within(each.wager.edge, edge)


def test_payable_odds_are_whole_from_ten_on():
    odds = [Fraction(each.num, each.den) for each in payable_odds("fractions", 20)]
    assert odds == sorted(set(odds))
    assert {each.denominator for each in odds if each < 10} == {1, 2, 3, 4, 5}
    assert [each for each in odds if each >= 10] == list(range(10, 21))


def test_awards_and_shares_of_a_meter_are_no_tables_to_search():
    assert list(table_choices(rule_set(GAME))) == ["ante", "play", "pair-plus", "six-card-bonus"]
    with pytest.raises(RuleBookError, match=r"its pay table has no odds to vary: choose from ante, play"):
        design_tables(rule_set(GAME), "dragon", Conditions())
    with pytest.raises(RuleBookError, match="pair-plus has no line 'flux'"):
        design_tables(rule_set(GAME), "pair-plus", Conditions(), SearchTerms(vary={"flux": ()}))
