"""Games whose author declares the ranking: exact figures, against published ones and plain enumeration."""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis.report import side_bet
from cardroom.analysis.stages.dealer import dealer_results
from cardroom.analysis.stages.report import base_report
from cardroom.analysis.stages.sets import worlds
from cardroom.cards.shuffle import Shuffle
from cardroom.games.declarations import Given, add_source, remove_source
from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_result, raise_
from cardroom.rankings import RANKINGS, rank_many
from cardroom.rankings.named import lowest
from cardroom.rankings.own import own_ranking
from cardroom.rulebook import rule_set
from support.outside_games import OUTSIDE
from support.sampling import PROOF

SUITS = ("one", "two", "three", "four")


@pytest.fixture
def few():
    """The longest suit of four cards, and the ranks of a hand of two without suits."""
    own_ranking("few", cards=4, counted="by suit", categories=SUITS)(lambda ranks: (SUITS[len(ranks) - 1], *ranks))
    own_ranking("pips", cards=2, counted="by rank", categories=("points",), ties="numbers")(
        lambda ranks: ("points", sum(ranks))
    )
    yield
    del RANKINGS["few"], RANKINGS["pips"]


@pytest.fixture
def outside(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))
    return cardroom.game("high-card-flush")


@pytest.mark.parametrize("qualifier", ["two, nine high", "three", ""])
def test_the_dealers_hands_by_suit_are_those_of_a_plain_comparison(few, qualifier):
    deck = tuple(range(40))
    [world] = worlds(deck, shown=False)
    least, rng = lowest("few", qualifier) if qualifier else 0, Random(3)
    own = np.array([sorted(rng.sample(deck, 4)) for _ in range(40)], np.uint8)
    values = rank_many("few", own).astype(np.int64)
    found = dealer_results(world, "few", 4, least, own, values)
    every = np.array(list(combinations(deck, 4)), np.uint8)
    theirs = rank_many("few", every).astype(np.int64)
    for hand, value, results in zip(own, values, found, strict=True):
        some = theirs[~np.isin(every, hand).any(axis=1)]
        parts = some[some >= least], some[some < least]
        expected = [
            *((each < value).sum() for each in parts),
            *((each == value).sum() for each in parts),
            *((each > value).sum() for each in parts),
        ]
        assert results.tolist() == expected


@pytest.mark.parametrize("ranking", ["few", "pips"])
def test_a_small_deck_agrees_with_plain_enumeration(few, ranking):
    """Raise once, with a better hand twice, with the best three times; or fold."""
    size = RANKINGS[ranking].sizes[0]
    steps = {2: "two, five high", 3: "three"} if ranking == "few" else {2: "points, 4", 3: "points, 6"}
    stages = Stages(
        ranking,
        (Stage((raise_("play", most_with=steps), FOLDING), own=size),),
        {"ante": by_result(), "play": by_result()},
        dealer=size,
    )
    add_source(source := Given(staged("small-own-ranking", stages)))
    deck = tuple(range(16))
    try:
        rules = rule_set("three-card-poker-6-card-bonus")
        rules = rules.replaced(script="small-own-ranking", dealer=None)
        found = base_report(rules, cards=deck)
    finally:
        remove_source(source)
    hands = list(combinations(deck, size))
    values = dict(zip(hands, rank_many(ranking, np.array(hands, np.uint8)).tolist(), strict=True))
    total = Fraction(0)
    for hand, value in values.items():
        others = [each for other, each in values.items() if not set(hand) & set(other)]
        result = Fraction(sum((value > each) - (value < each) for each in others), len(others))
        most = max((units for units, name in steps.items() if value >= lowest(ranking, name)), default=1)
        total += max(Fraction(-1), *(result * (1 + units) for units in range(1, most + 1)))
    assert found.edge == -total / len(hands)


def test_the_side_bets_of_high_card_flush_have_their_published_edges(outside):
    """Wizard of Odds, High Card Flush: 7.81 % and 13.09 %."""
    [flush], [straight] = (list(side_bet(outside.rules, name)) for name in ("flush-bonus", "straight-flush-bonus"))
    assert flush.edge == 1 - Fraction(300 * 6864 + 100 * 267696 + 10 * 3814668 + 26137540 + 30226768, 133784560)
    assert (f"{float(flush.edge):.4%}", f"{float(straight.edge):.4%}") == ("7.8072%", "13.0864%")


@pytest.mark.skipif(not PROOF, reason="twenty seconds of counting: make proof")
def test_high_card_flush_has_its_public_edge(outside):
    """2.64 to 2.69 % are published; an independent count gives 2.6645 %."""
    report = cardroom.analyze(outside).wagers[0]
    assert (report.edge, f"{float(report.edge):.4%}") == (Fraction(1348050875653, 50592437455560), "2.6645%")


@pytest.mark.parametrize(
    ("hand", "most"),
    [
        ("Ac Qc 9c 7c 2d 3h 4s", 500),  # four cards of a suit
        ("Ac Qc 9c 7c 5c 3h 4s", 1000),
        ("Ac Qc 9c 7c 5c 3c 4s", 1500),
        ("Ac Qc 9c 7c 5c 3c 2c", 1500),
    ],
)
def test_the_most_that_may_be_raised_depends_on_the_hand(outside, hand, most):
    round = outside.round(1, shuffle=Shuffle.given(f"{hand} Kd Qd Jd 8h 7h 6s 5s"))
    round.answer(1, "bet", {"ante": 500})
    option = round.ask.options[0]
    assert getattr(option, "most", getattr(option, "amount", 0)) == most


def test_the_dealer_qualifies_with_a_hand_by_its_name(outside):
    for dealer, words in (("9d 8d 2d", "3-card flush, nine high"), ("8d 7d 2d", "which does not qualify")):
        round = outside.round(1, shuffle=Shuffle.given(f"Ac Qc 9c 7c 3d 3h 4s {dealer} Kh Jh 5s 6c"))
        round.answer(1, "bet", {"ante": 500})
        round.answer(1, "raise")
        assert any(words in getattr(event, "text", "") for event in round.events)
        assert round.net["1"] == (1000 if "nine" in words else 500)
