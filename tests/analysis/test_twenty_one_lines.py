"""Strategies of few lines in 21.5: every order of small shoes by script, another count, simulation, and play."""

import random
from fractions import Fraction
from itertools import product

import pytest

import cardroom
from cardroom.analysis.simulation import simulate
from cardroom.analysis.strategy import Bounds, Condition, Line, Strategy, StrategyError, plain_strategies
from cardroom.analysis.strategy.cost import strategy_cost
from cardroom.analysis.twenty_one.base import counted
from cardroom.analysis.twenty_one.lines import LinesPlayer, LinesUp, lines_edge
from cardroom.analysis.twenty_one.plain import conditions, twenty_one_lines
from cardroom.analysis.twenty_one.play import is_pure_pair, terms_of
from cardroom.analysis.twenty_one.rounds import chosen_action
from cardroom.analysis.twenty_one.shoe import full_shoe
from cardroom.cards.shuffle import Shuffle
from cardroom.games.banked.pure_21_5 import WAGER
from cardroom.rulebook import rule_set
from support.deals import house_banked
from support.small_shoes import STAKE, Naive, shoe

BLACKJACK, SPANISH = "pure-21.5-blackjack", "pure-spanish-21.5"


def line(moment, option, words, *tests):
    """A line of which all tests hold."""
    return Line(moment, option, Condition(words, (tuple(Bounds(*each) for each in tests),)))


CARD = (
    line(0, 3, "hard 16 against a 9 or higher", ("hard", 16, 16), ("up", 9, 11)),
    line(0, 2, "aces to 8s", ("pair", 1, 8)),
    line(0, 1, "hard 9 to 13", ("hard", 9, 13)),
    line(1, 1, "hard 15 or more", ("hard", 15, 21)),
    line(1, 1, "soft 18 or more", ("soft", 18, 21)),
    line(2, 2, "hard 20 or more", ("hard", 20, 21)),
    line(2, 1, "hard 16 or less", ("hard", 4, 16)),
)
"""Lines with every action. Nobody should play them: they show that any lines are counted."""


@pytest.mark.breaks_rules("a small shoe with more cards of a rank than the packs have")
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("slug", "full", "house"),
    [
        (BLACKJACK, shoe(_8=14, T=22), {}),
        (SPANISH, shoe(_5=14, T=24), {"double_double_down": True}),
        (SPANISH, shoe(A=4, T=30), {}),
        (BLACKJACK, shoe(A=3, _6=12, T=20), {}),
    ],
)
def test_the_edge_of_lines_is_that_of_every_order_of_cards_by_script(slug, full, house):
    game = house_banked(slug, **({"match_the_dealer": False} if slug == SPANISH else {}), **house)
    terms = terms_of(game.rules)
    naive = Naive(game, full, lambda up: LinesUp(CARD)(terms, full, up))
    assert lines_edge(terms, full, CARD) == -naive.value()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_the_count_of_all_ends_gives_the_same_edge(slug):
    terms, full = terms_of(rule_set(slug)), shoe(A=6, _5=8, _8=8, T=20)
    known = counted(terms, full, strategy=LinesUp(CARD))
    assert lines_edge(terms, full, CARD) == -Fraction(known.net(terms), known.weight * terms.scale)


@pytest.mark.parametrize(("slug", "house"), [(BLACKJACK, {}), (SPANISH, {"double_double_down": True})])
def test_a_player_of_lines_decides_as_the_count(slug, house):
    """First hands, split hands and doubled hands, against every up card."""
    rules = rule_set(slug, **house)
    terms, full, player = terms_of(rules), full_shoe(rules), LinesPlayer("card", CARD)
    for up, one, two in product(range(10), repeat=3):
        strategy = LinesUp(CARD)(terms, full, up)
        if not is_pure_pair(one, two):
            first = ("hit", "stand", "double", "surrender", *(["split"] if one == two else []))
            assert player.action((one, two), up, first) == chosen_action(strategy, (one, two), first)
        later = ("hit", "stand", "double")
        if one != 0 or terms.aces_play_on:
            assert player.action((one, two), up, later) == chosen_action(strategy, (one, two), later, 3)
        if terms.rescue and one + two < 9:
            hand, options = (one, two, 9), ("stand", "rescue", "double")
            assert player.action(hand, up, options) == chosen_action(strategy, hand, options, 1, 1)


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_compiled_rounds_follow_lines(slug):
    game = cardroom.game(slug)
    result = simulate(game, 200_000, "lines", LinesPlayer("card", CARD))
    assert result.compiled
    exact = lines_edge(terms_of(game.rules), full_shoe(game.rules), CARD)
    simulated = result.wager(WAGER)
    assert abs(float(simulated.edge - exact)) < 4 * float(simulated.standard_error)
    assert simulated.distance is None, "the exact figures are those of the best strategy"


def test_a_live_round_is_played_by_the_lines():
    game, player = house_banked(BLACKJACK), LinesPlayer("card", CARD)
    rest = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2d 3d 4d 5d"
    played = {}
    for cards in ("Ts Th 6d 7h", "6s Th 6d 7h 3h", "9s Th 3d 7h 4h"):
        round = game.round({1: 10_000, 2: 100_000}, shuffle=Shuffle.given(f"{cards} {rest}"))
        round.answer(1, "bet", {WAGER: STAKE})
        round.answer(2, "sit-out")
        actions = played[cards] = []
        while not round.done:
            answer = player(round.view("1"), round.ask, random.Random(1))
            actions.append(answer.action)
            round.answer(round.ask.spot, answer.action, answer.value)
    assert played == {
        "Ts Th 6d 7h": ["surrender"],
        "6s Th 6d 7h 3h": ["split", "double", "double"],
        "9s Th 3d 7h 4h": ["double"],
    }


@pytest.mark.proof
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_more_lines_cost_less_and_twelve_cost_little(slug):
    found = plain_strategies(cardroom.game(slug))
    costs = [found.cost(many) for many in range(1, 13)]
    assert costs == sorted(costs, reverse=True)
    assert 0 < costs[-1] < Fraction(1, 500)
    assert strategy_cost(found.game, found.strategy(4)).cost == found.cost(4)


def test_lines_that_are_found_in_a_small_shoe_are_better_with_each_line(monkeypatch):
    rules, full = rule_set(BLACKJACK), shoe(A=6, _5=8, _8=8, T=20)
    monkeypatch.setattr("cardroom.analysis.twenty_one.plain.full_shoe", lambda _: full)
    found = twenty_one_lines(rules, 5)
    assert [each.edge for each in found] == sorted((each.edge for each in found), reverse=True)
    assert found[-1].edge < found[0].edge
    for each in found:
        assert each.edge == lines_edge(terms_of(rules), full, each.lines)


def test_the_same_words_always_mean_the_same_hands():
    for some in conditions():
        known = {each.words: each.any_of for each in some}
        assert all(known[each.words] == each.any_of for each in some)


def test_only_lines_have_an_exact_cost():
    with pytest.raises(StrategyError, match="blackjack: the exact cost is computed for strategies of lines only"):
        strategy_cost(cardroom.game(BLACKJACK), Strategy("table", [0]))
