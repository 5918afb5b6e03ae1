"""Strategies of few lines: exact costs against independent counts, published figures, and play."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis.holdem.cost import holdem_cost
from cardroom.analysis.holdem.features import FEATURES, conditions
from cardroom.analysis.holdem.plain import HOLDEM, holdem_lines
from cardroom.analysis.report import RankDeck, lines_game_of, with_qualifier
from cardroom.analysis.simulation import simulate
from cardroom.analysis.stages.cost import staged_cost
from cardroom.analysis.stages.plain import staged_lines
from cardroom.analysis.strategy import (
    Bounds,
    Cells,
    Condition,
    DecisionArrays,
    Line,
    StrategyError,
    has_lines,
    lines_strategy,
    named_lines,
    plain_strategies,
    search,
)
from cardroom.analysis.strategy.cost import strategy_cost
from cardroom.analysis.strategy.lines import fits
from cardroom.cards import parse
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.rankings import strength
from cardroom.rulebook import rule_set
from support.outside_games import OUTSIDE
from support.small_decks import with_deck

THREE = "three-card-poker-6-card-bonus"
BLIND = cardroom.game(THREE, exposed_card=False)
EXPOSED = cardroom.game(THREE, exposed_card=True)
ULTIMATE = cardroom.game("ultimate-texas-holdem")
RULES = ULTIMATE.rules


@pytest.fixture(autouse=True, scope="module")
def _folder(tmp_path_factory):
    """One folder of results for all tests, so that each search runs once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDROOM_CACHE", str(tmp_path_factory.mktemp("lines")))
        yield


def seen(number: int, hand: str, board: str = "") -> dict[str, int]:
    """The features of one decision."""
    cards = [np.array([parse(each)], np.uint8).reshape(1, -1) for each in (hand, board)]
    asked = DecisionArrays(RULES, number, *cards, cards[0][:, :0])
    return {name: int(feature(asked)[0]) for name, feature in FEATURES[number].items()}


@pytest.mark.proof
def test_three_card_poker_needs_one_line_and_it_is_the_published_one():
    """Raise with Q-6-4 or better: published by every analyst of the game."""
    found = plain_strategies(BLIND)
    assert found.card(1) == [("", ["play with queen high, 6-4 or better", "otherwise fold"])]
    assert found.cost(1) == 0
    assert found.of(2).lines == found.of(1).lines, "a second line does not help, so there is none"


@pytest.mark.proof
def test_the_costs_of_simpler_strategies_are_the_published_ones():
    """Published edges with the Ante Bonus: 3.37 % at Q-6-4, 3.45 % from any queen, 7.65 % with every hand.

    The Ante Bonus pays the same in all three, so the differences are those of this game, which has none.
    """
    features = ({"value": lambda asked: np.array([strength("three-card", hand.tolist()) for hand in asked.hand])},)
    queen = Condition("any queen", ((Bounds("value", strength("three-card", "Qs 3h 2d"), 1000),),))
    any_hand = Condition("anything", ((),))
    for condition, published in ((queen, 3.45 - 3.37), (any_hand, 7.65 - 3.37)):
        strategy = lines_strategy("published", features, [Line(0, 1, condition)])
        assert 100 * float(strategy_cost(BLIND, strategy).cost) == pytest.approx(published, abs=0.0101)


def test_a_small_deck_needs_one_line_as_well():
    """With five ranks, every line of one hand or better is tried by hand."""
    faces = RankDeck((8, 9, 10, 11, 12), 4)
    found = staged_lines(with_deck(BLIND.rules, *faces), 2)
    hands = [*combinations(faces.cards, 3)]
    ranks = {hand: strength("three-card", hand) for hand in hands}
    queen, worth, deals = strength("three-card", "Qs 3h 2d"), Counter(), Counter()
    for hand, other in product(hands, hands):
        if not set(hand) & set(other):
            higher = (ranks[hand] > ranks[other]) - (ranks[hand] < ranks[other])
            worth[ranks[hand]] += 1 if ranks[other] < queen else 2 * higher
            deals[ranks[hand]] += 1

    def edge(least: int) -> Fraction:
        net = sum(worth[rank] if rank >= least else -deals[rank] for rank in deals)
        return -Fraction(net, deals.total())

    assert found[0].edge == min(map(edge, deals))
    assert found[1] == found[0]


def test_two_lines_are_enough_beside_an_exposed_card():
    found = plain_strategies(EXPOSED)
    assert [found.cost(lines) > 0 for lines in (1, 2)] == [True, False]
    cost = strategy_cost(EXPOSED, found.strategy(1))
    assert cost.cost == found.cost(1), "another count of all hands gives the same fraction"
    assert cost.report.edge == found.of(1).edge


def test_lines_of_hold_em_have_the_edge_of_another_count():
    """Three lists for three decisions, on a deck of 16 cards: followed through every deal, they give the same edge."""
    rules, deck = rule_set("heads-up-holdem"), RankDeck((0, 6, 11, 12), 4)
    found = holdem_lines(rules, 4, deck=deck)
    for each in found:
        strategy = lines_strategy("lines", HOLDEM.features, each.lines)
        assert holdem_cost(rules, strategy, deck).edge == each.edge
    assert [len(each.lines) for each in found] == [1, 2, 3, 4]
    assert sorted((each.edge for each in found), reverse=True) == [each.edge for each in found]


def test_a_line_may_overrule_the_others():
    """A higher raise with strong hands is found after the line of all hands that play, and comes before it."""
    strong = [Condition(str(least), ((Bounds("x", least, 9),),)) for least in range(10)]
    cells = Cells.of({"x": np.arange(10)}, strong)
    base = np.arange(10) - 4
    found = search(cells, np.array([base * 0, base, 3 * base - 9]), 2)
    assert [each.chosen for each in found] == [(), ((1, 5),), ((2, 9), (1, 5))]


@pytest.mark.proof
@pytest.mark.parametrize(
    "game", [each for each in all_games() if has_lines(each.rules)], ids=lambda each: f"{each.slug}-{each.rules.rules}"
)
def test_every_cost_is_that_of_another_count(game):
    """The lines, asked about every decision of the game, have the edge that the search summed."""
    found = plain_strategies(game)
    for many in {len(each.lines) for each in found.found}:
        assert strategy_cost(game, found.strategy(many)).cost == found.cost(many)


@pytest.mark.proof
@pytest.mark.parametrize("slug", sorted({each.slug for each in all_games() if has_lines(each.rules)}))
def test_compiled_rounds_have_the_edge_of_the_lines(slug):
    game = cardroom.game(slug)
    found = plain_strategies(game)
    first = simulate(game, 10_000_000, "lines", found.strategy(12)).wagers[0]
    assert abs(float(first.edge) - float(found.of(12).edge)) < 4 * float(first.standard_error)


def test_the_search_finds_the_best_line_and_sums_exactly():
    """A plain enumeration over all lines of a small table of values."""
    rng = np.random.default_rng(7)
    features = {"x": rng.integers(0, 6, 400), "y": rng.integers(0, 4, 400)}
    values = [np.zeros(400, np.int64), rng.integers(-9, 8, 400), rng.integers(-9, 7, 400)]
    tests = [(Bounds("x", low, high),) for low in range(6) for high in range(low, 6)]
    tests += [(*each, Bounds("y", low, 3)) for each in tests for low in range(1, 4)]
    every = [Condition(str(each), (each,)) for each in tests]
    cells = Cells.of(features, every)
    found = search(cells, cells.sums(values), 2)
    masks = [fits(each, features) for each in every]

    def value(*lines: tuple[int, int]) -> int:
        times = np.zeros(400, np.int64)
        for option, number in reversed(lines):
            times[masks[number]] = option
        return int(np.choose(times, values).sum())

    numbers = list(product((1, 2), range(len(every))))
    assert found[1].value == max(value(one) for one in numbers)
    assert all(each.value == value(*each.chosen) for each in found)


def test_features_are_what_a_person_sees():
    assert seen(0, "Kh 5d") == {"high": 11, "low": 3, "suited": 0}
    flop = seen(1, "Th 9h", "8h 2h Kc")
    assert (flop["made"], flop["flush"], flop["paired"], flop["missing"]) == (0, 9, 0, 0)
    assert flop["points"] - 40 == 9 + 6 - 3 * 3, "nine hearts and six pairs; A, Q and J are better kickers"
    assert seen(1, "2c 2d", "Kh 9h 4h")["missing"] == 1
    assert [seen(1, "2c 2d", flop)["made"] for flop in ("Kh 9s 4h", "Kh Ks 4h", "2h Ks 4h")] == [1, 2, 3]
    river = seen(2, "Kc 3d", "4h 7s 8c 9d Jh")
    assert river == {"outs": 4 + 5 * 3 + 4, "board": 0, "paired": 0, "threats": 1}
    assert seen(2, "3c 2d", "Th Js Qc Kd Ah")["board"] == 1


def test_dealer_outs_are_counted_card_by_card():
    rng = Random(5)
    for _ in range(20):
        cards = rng.sample(range(52), 7)
        own = strength("high", cards)
        unseen = [card for card in range(52) if card not in cards]
        outs = sum(strength("high", [*cards[2:], card]) > own for card in unseen)
        asked = DecisionArrays(RULES, 2, *(np.array([each], np.uint8) for each in (cards[:2], cards[2:])), np.empty(0))
        assert FEATURES[2]["outs"](asked).tolist() == [outs]


def test_a_strategy_of_lines_plays_and_is_simulated():
    """The simulation of compiled rounds agrees with the exact cost, and the script with the compiled rounds."""
    found = plain_strategies(EXPOSED)
    strategy = named_lines(EXPOSED, "1-lines")
    assert strategy is not None
    result = simulate(EXPOSED, 200_000, "lines", strategy)
    assert result.compiled
    ante = result.wager("ante")
    assert abs(float(ante.edge) - float(found.of(1).edge)) < 4 * float(ante.standard_error)
    assert named_lines(EXPOSED, "usual") is None


def test_the_chart_has_suited_pockets_above_the_diagonal():
    """The best play raises a king with a 2 if both have one suit, and checks it otherwise."""
    chart = plain_strategies(cardroom.game("ultimate-texas-holdem")).pockets(8)
    king, two = 1, 12
    assert (chart[king][two], chart[two][king]) == (4, 0)
    assert (chart[two][two], chart[11][11]) == (0, 4), "pairs are on the diagonal"


def test_lines_that_nobody_can_play_are_refused():
    with pytest.raises(StrategyError, match="13 lines: choose 1 to 12"):
        named_lines(EXPOSED, "13-lines")
    with pytest.raises(InputError, match=r"ez-baccarat: .* are known for four-card-frenzy, "):
        plain_strategies(cardroom.game("ez-baccarat"))


def test_the_same_words_always_mean_the_same_hands():
    for some in conditions():
        known = {each.words: each.any_of for each in some}
        assert all(known[each.words] == each.any_of for each in some)


def test_a_higher_raise_comes_before_a_lower_one_that_fits_more_hands():
    """More good thresholds of the lower raise than the search keeps must not hide the line that overrules it."""
    value = np.arange(600)
    every = [Condition(f"{least} or better", ((Bounds("value", least, 600),),)) for least in range(600)]
    once = np.where(value < 200, -1, 50)
    thrice = np.where(value < 400, -1000, 60)
    cells = Cells.of({"value": value}, every)
    found = search(cells, cells.sums([np.zeros(600, np.int64), once, thrice]), 2)
    assert found[2].chosen == ((2, 400), (1, 200))
    assert found[2].value == 200 * 50 + 200 * 60


def test_lines_of_frenzy_follow_the_hand_with_which_the_dealer_qualifies():
    """The edge of the lines is that of a count of all hands of a small deck, under each qualifier."""
    deck, rules = RankDeck((8, 9, 10, 11, 12), 4), cardroom.game("four-card-frenzy").rules
    edges = []
    for each in (rules, with_qualifier(rules, "pair of kings")):
        small = with_deck(each, *deck)
        *_, found = staged_lines(small, 4)
        strategy = lines_strategy("found", lines_game_of(small).features, found.lines)
        edges.append(found.edge)
        assert found.edge == staged_cost(small, strategy).edge
    assert edges[0] != edges[1]


@pytest.mark.proof
def test_games_in_stages_have_lines_too(monkeypatch):
    """The published strategy of Crazy 4 Poker: raise with K-Q-8-4 or better, three times with a pair of aces."""
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))
    game = cardroom.game("crazy-4")
    found = plain_strategies(game)
    assert found.card(2) == [
        ("", ["raise 3 Antes with a pair of aces or better", "raise with king high, Q-8-4 or better", "otherwise fold"])
    ]
    assert found.cost(2) == strategy_cost(game, found.strategy(2)).cost
    assert not has_lines(cardroom.game("let-it-ride").rules)
