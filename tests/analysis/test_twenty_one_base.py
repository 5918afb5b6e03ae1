"""The game wager of the 21.5 games: small shoes against the script, card by card, and the figures of full ones."""

import random
from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import sqrt

import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import DecisionFacts
from cardroom.analysis.report import Root
from cardroom.analysis.simulation import twenty_one
from cardroom.analysis.simulation.parts import simulated_game
from cardroom.analysis.store import find
from cardroom.analysis.twenty_one.base import (
    SHIPPED,
    as_numbers,
    base_game,
    counted,
    from_numbers,
    rounds_key,
    with_sample,
)
from cardroom.analysis.twenty_one.play import is_pure_pair, terms_of
from cardroom.analysis.twenty_one.rounds import up_strategy
from cardroom.analysis.twenty_one.shoe import KINDS, NAMES, falling, full_shoe
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.games.banked.pure_21_5 import WAGER
from cardroom.play import Amount
from cardroom.rulebook import rule_set
from support.deals import house_banked
from support.sampling import PROOF
from support.small_shoes import STAKE, Naive, shoe

BLACKJACK, SPANISH = "pure-21.5-blackjack", "pure-spanish-21.5"
hand_values = import_module("cardroom.analysis.evaluation.twenty_one")


SHOES = [
    (BLACKJACK, shoe(_8=14, T=22), {}),
    (SPANISH, shoe(_8=14, T=22), {}),
    (SPANISH, shoe(_5=14, T=24), {"double_double_down": True}),
    (SPANISH, shoe(A=4, T=30), {}),
]
"""Small shoes in which pairs are split into three and four hands: of eights, Bonus cards and aces."""
MORE_SHOES = [
    (BLACKJACK, shoe(A=12, T=26), {}),
    (BLACKJACK, shoe(_6=20, _8=12), {}),
    (BLACKJACK, shoe(_6=3, _9=15, T=20), {}),
    (SPANISH, shoe(A=3, _9=15, T=20), {}),
    (SPANISH, shoe(A=2, _6=14, T=24), {}),
]
"""Shoes whose orders take minutes."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "full", "house"), SHOES + MORE_SHOES * PROOF)
@pytest.mark.breaks_rules("the small shoe has more cards of a rank than the packs")
def test_a_small_shoe_agrees_with_the_script_to_the_last_integer(slug, full, house, monkeypatch):
    game = house_banked(slug, **({"match_the_dealer": False} if slug == SPANISH else {}), **house)
    terms = terms_of(game.rules)
    known = counted(terms, full)
    assert known.weight == falling(sum(full), 3) * falling(sum(full) - 3, min(36, sum(full) - 3))
    naive = Naive(game, full, lambda up: up_strategy(terms, full, up))
    results = naive.results()
    mean = sum(net * share for net, share in results.items())
    assert mean == Fraction(known.net(terms), known.weight * terms.scale)
    monkeypatch.setattr("cardroom.analysis.twenty_one.base.SAMPLE_ROUNDS", 1000)
    report = base_game(game.rules, with_sample(known, terms, full))
    assert report.variance == sum((net - mean) ** 2 * share for net, share in results.items())
    assert -report.most_lost <= min(results) < max(results) <= report.most_won
    assert {len(named) for _, _, named, _, _ in naive.known} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("slug", "full", "pair", "up"),
    [
        (BLACKJACK, shoe(_6=28, _8=6), "8", "8"),
        (BLACKJACK, shoe(A=3, T=30), "T", "A"),
        (SPANISH, shoe(A=4, T=30), "A", "T"),
        (SPANISH, shoe(A=4, T=30), "T", "A"),
    ],
)
@pytest.mark.breaks_rules("the small shoe has more cards of a rank than the packs")
def test_the_value_of_a_split_to_four_hands_is_that_of_every_order_of_cards(slug, full, pair, up, monkeypatch):
    """A split hand with a card of the pair counts the pairs that other hands drew. It is right for these kinds too."""
    game, one, shown = house_banked(slug), NAMES.index(pair), NAMES.index(up)
    monkeypatch.setattr(hand_values, "full_shoe", lambda _: full)
    given = DecisionFacts((KINDS[one], KINDS[one]), STAKE, (), (KINDS[shown],))
    [value] = [each.value for each in hand_values.values(game.rules, given).options if each.action == "split"]
    naive = Naive(game, full, lambda up: up_strategy(terms_of(game.rules), full, up))
    prefix = one, shown, one
    downs = {kind: many - prefix.count(kind) for kind, many in enumerate(full) if not is_pure_pair(kind, shown)}
    played = {kind: naive.value((*prefix, kind), (("split",),)) for kind, many in downs.items() if many}
    assert value == sum(downs[kind] * each for kind, each in played.items()) / sum(downs.values())
    assert {len(named) for _, _, named, _, _ in naive.known} == {2, 3, 4}


# -- Full shoes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "edges"),
    [
        (BLACKJACK, ["1.3598", "1.6793", "1.7798", "1.8280", "1.8568", "1.8761", "1.8897", "1.8998"]),
        (SPANISH, ["2.5423", "2.5683", "2.5853", "2.5970", "2.6058"]),
    ],
)
def test_the_counts_of_every_legal_shoe_come_with_the_package(slug, edges):
    [(packs, house)] = [(packs, house) for each, packs, house in SHIPPED if each == slug]
    found = []
    for many in packs:
        rules = rule_set(slug, packs=many, **house)
        terms = terms_of(rules)
        numbers = find(rounds_key(terms, full_shoe(rules)), list[int])
        known = from_numbers(numbers)
        assert as_numbers(known) == numbers
        found.append(f"{-100 * known.net(terms) / (known.weight * terms.scale):.4f}")
    assert found == edges


def test_the_report_of_six_decks_has_the_edge_and_the_usual_chart():
    report = cardroom.analyze(cardroom.game(BLACKJACK)).wager(WAGER)
    assert report.edge == Fraction(
        748045645991720871939747372896973101359289, 39873017284252711291677615320608849424283750
    )
    assert sum(report.decisions.values()) < 1  # rounds with a 21.5 have no decision
    lines = dict(line.split(": ") for line in report.strategy[2:])
    assert lines["hard 16"] == "S S S S S H H R R R"
    assert lines["hard 11"] == "D D D D D D D D D D"
    assert lines["soft 18"] == "D D D D D S S H H H"
    assert lines["pair 8"] == "P P P P P P P P P R"
    assert lines["hard 15"] == "S S S S S H H H H/R R"


@pytest.mark.parametrize(("slug", "deviation"), [(BLACKJACK, 1.1292), (SPANISH, 1.1272)])
def test_the_standard_deviation_counts_all_hands_of_a_split_together(slug, deviation):
    """The known figures come from billions of rounds of another program."""
    report = cardroom.analyze(cardroom.game(slug)).wager(WAGER)
    assert report.standard_deviation == Root((report.variance,))
    assert abs(float(report.standard_deviation) - deviation) < 1e-4
    assert float(report.volatility_index) == pytest.approx(1.645 * float(report.standard_deviation))
    assert report.most_won == report.most_lost == 8


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_the_hit_frequency_of_rounds_with_splits_is_an_estimate(slug):
    known = cardroom.analyze(cardroom.game(slug)).wager(WAGER).hit_frequency
    assert (known.rounds, known.seed) == (10_000_000, "splits")
    assert 0 < known.standard_error < 0.0001


@pytest.mark.proof
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_a_shipped_count_is_what_is_counted_now(slug):
    rules = rule_set(slug)
    terms, full = terms_of(rules), full_shoe(rules)
    assert as_numbers(with_sample(counted(terms, full), terms, full)) == find(rounds_key(terms, full), list[int])


# -- Simulation --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_simulated_rounds_of_a_small_shoe_agree_with_the_count(slug, monkeypatch):
    rules, full = rule_set(slug), shoe(A=6, _5=8, _8=8, T=20)
    terms = terms_of(rules)
    monkeypatch.setattr(twenty_one, "full_shoe", lambda _: full)
    rounds = 2_000_000 if PROOF else 500_000
    found = twenty_one.simulate_rounds(rules, rounds, "any text")
    known = counted(terms, full)
    exact = -known.net(terms) / (known.weight * terms.scale)
    assert abs(float(found.edge) - exact) < 3 * found.standard_error
    assert 0.7 < found.standard_error * sqrt(rounds) < 2.8
    assert float(found.actions["surrender"]) == pytest.approx(float(known.surrenders / known.weight), abs=0.001)
    monkeypatch.setattr("cardroom.analysis.twenty_one.base.SAMPLE_ROUNDS", rounds)
    report = base_game(rules, with_sample(known, terms, full))
    wins = sum(many for (_, net), many in found.nets.items() if net > 0) / rounds
    error = sqrt(wins * (1 - wins) / rounds)
    assert abs(float(report.hit_frequency) - wins) < 4 * error
    assert report.hit_frequency.standard_error < error, "all but the splits is exact"
    assert float(report.standard_deviation) == pytest.approx(found.standard_deviation, rel=0.005)
    assert sum(map(float, report.distribution.values())) == pytest.approx(1)
    assert -report.most_lost <= min(report.distribution) < max(report.distribution) <= report.most_won
    assert twenty_one.simulate_rounds(rules, 1000, "any text") == twenty_one.simulate_rounds(rules, 1000, "any text")


@pytest.mark.proof
def test_the_best_player_of_the_script_plays_as_the_exact_strategy():
    game, best = house_banked(BLACKJACK), simulated_game(rule_set(BLACKJACK)).strategies["optimal"]
    rest = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2d 3d 4d 5d"
    played = {}
    for cards in ("Ts Th 6d 7h", "8s Th 8d 7h 3h", "9s Th 3d 7h 4h"):
        round = game.round({1: 10_000, 2: 100_000}, shuffle=Shuffle.given(f"{cards} {rest}"))
        round.answer(1, "bet", {WAGER: STAKE})
        round.answer(2, "sit-out")
        actions = played[cards] = []
        while not round.done:
            answer = best(round.view("1"), round.ask, random.Random(1))
            actions.append(answer.action)
            round.answer(round.ask.spot, answer.action, answer.value)
    assert played == {
        "Ts Th 6d 7h": ["surrender"],
        "8s Th 8d 7h 3h": ["split", "double", "double"],  # 11, then 10
        "9s Th 3d 7h 4h": ["hit", "stand"],  # 16 of three cards
    }


@pytest.mark.proof
@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_a_thousand_million_simulated_rounds_agree_with_edge_variance_and_wins(slug):
    rules, rounds = rule_set(slug), 1_000_000_000
    found = twenty_one.simulate_rounds(rules, rounds, "proof")
    exact = cardroom.analyze(cardroom.game(slug)).wager(WAGER)
    assert abs(float(found.edge - exact.edge)) < 3 * found.standard_error
    squares = [(float(net + exact.edge) ** 2, many) for (_, net), many in found.nets.items()]
    variance = sum(square * many for square, many in squares) / rounds
    spread = sum(square**2 * many for square, many in squares) / rounds - variance**2
    assert abs(variance - float(exact.variance)) < 3 * sqrt(spread / rounds)
    wins = sum(many for (_, net), many in found.nets.items() if net > 0) / rounds
    assert abs(wins - exact.hit_frequency.value) < 4 * exact.hit_frequency.standard_error


# -- Decisions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_the_best_decisions_of_all_first_hands_give_the_edge(slug, monkeypatch):
    rules, full = rule_set(slug), shoe(_6=6, _8=10, T=20)
    terms, total = terms_of(rules), Fraction(0)
    monkeypatch.setattr(hand_values, "full_shoe", lambda _: full)
    deals = 0
    kinds = [kind for kind, many in enumerate(full) if many]
    for one, up, two in product(kinds, kinds, kinds):
        left = list(full)
        ways = 1
        for kind in (one, up, two):
            ways, left[kind] = ways * left[kind], left[kind] - 1
        deals += ways
        given = DecisionFacts((KINDS[one], KINDS[two]), STAKE, (), (KINDS[up],))
        total += ways * max(option.value for option in hand_values.values(rules, given).options)
    known = counted(terms, full)
    assert total / deals == Fraction(known.net(terms), known.weight * terms.scale)


@pytest.mark.parametrize(("slug", "house"), [(BLACKJACK, {}), (SPANISH, {}), (SPANISH, {"double_double_down": True})])
def test_every_option_of_a_live_hand_is_valued(slug, house):
    rng, game, seen = random.Random(3), house_banked(slug, **house), Counter()
    for number in range(12):
        round = game.round({"ann": rng.choice([1500, 100_000]), "bob": 100_000}, seed=number)
        while not round.done:
            ask = round.ask
            if ask.options[0].action == "bet":
                round.answer(ask.spot, "bet", {WAGER: STAKE}) if ask.spot == "1" else round.answer(ask.spot, "sit-out")
                continue
            found = cardroom.evaluate(round)
            amounts = {
                amount for option in ask.options if isinstance(option, Amount) for amount in (option.least, option.most)
            }
            assert {option.action for option in found.options} == {option.action for option in ask.options}
            assert {option.amount for option in found.options if option.action == "double"} >= amounts
            seen.update(option.action for option in found.options)
            option = rng.choice(ask.options)
            round.answer(ask.spot, option.action, option.most if isinstance(option, Amount) else None)
    assert {"stand", "hit", "double", "surrender"} <= seen.keys()


def test_a_hand_of_21_and_a_half_or_a_bust_has_nothing_to_decide():
    rules = rule_set(BLACKJACK)
    for hand, message in (((0, 9), "21.5 is paid"), ((9, 9, 5), "26 is a bust"), ((9,), "two or more cards")):
        given = DecisionFacts(tuple(KINDS[kind] for kind in hand), STAKE, (), (KINDS[5],))
        with pytest.raises(InputError, match=message):
            hand_values.values(rules, given)
