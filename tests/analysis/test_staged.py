"""The solver of games in stages, compared with public figures, with other analyses and with plain enumeration."""

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.evaluation import DecisionFacts, evaluate, evaluate_cards
from cardroom.analysis.simulation import simulate
from cardroom.analysis.simulation.staged import best
from cardroom.analysis.simulation.strategies import optimal
from cardroom.analysis.staged_dealer import dealer_results
from cardroom.analysis.staged_payoffs import placed
from cardroom.analysis.staged_report import base_report
from cardroom.analysis.staged_sets import sets_of, worlds
from cardroom.analysis.staged_solver import solve, solved
from cardroom.analysis.staged_words import strategy_table
from cardroom.analysis.three_card import base_game
from cardroom.cards import parse
from cardroom.errors import InputError
from cardroom.games import add_source
from cardroom.games.declarations import Given, remove_source
from cardroom.games.staged import staged
from cardroom.play.events import Settled
from cardroom.play.stages import CHECK, FOLDING, Stage, Stages, bet, by_hand, by_result, raise_, take_back
from cardroom.players import play_round
from cardroom.rankings import rank, rank_many
from cardroom.rankings.named import lowest, named_hand
from cardroom.rulebook import rule_set
from outside_games import OUTSIDE
from sampling import PROOF


@pytest.fixture
def outside(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))


def declared(name, stages):
    """A game in stages, under the rules of another game."""
    source = Given(staged(name, stages))
    add_source(source)
    return source


@pytest.mark.parametrize(
    ("game", "edge", "risk"),
    [("mississippi-stud", Fraction(53223, 1082900), "1.41"), ("let-it-ride", Fraction(37963, 1082900), "2.86")],
)
def test_pay_table_games_have_their_public_edges(outside, game, edge, risk):
    report = analyze(cardroom.game(game)).wagers[0]
    assert report.edge == edge
    assert f"{float(report.element_of_risk):.2%}"[:-1] == risk


@pytest.mark.skipif(not PROOF, reason="a minute of counting: make proof")
@pytest.mark.parametrize(
    ("game", "edge"),
    [
        ("caribbean-stud", Fraction(142031221, 2718662100)),
        ("four-card-poker", Fraction(6022977559, 63423915282)),
    ],
)
def test_games_against_a_dealer_have_their_public_edges(outside, game, edge):
    report = analyze(cardroom.game(game))
    assert report.wagers[0].edge == edge
    if game == "four-card-poker":
        assert f"{float(edge + report.wager('bonus').edge):.2%}" == "2.79%"


def test_the_dealers_hands_are_those_of_a_plain_comparison():
    world = worlds(tuple(range(52)), shown=True)[5]
    rng, least = Random(2), lowest("high", "ace-king")
    own = np.array([sorted(rng.sample(world.cards, 5)) for _ in range(12)])
    values = rank_many("high", own.astype(np.uint8)).astype(np.int64)
    found = dealer_results(world, "high", 5, least, own, values)
    hidden = sets_of(world.cards, 4)
    theirs = rank_many("high", np.column_stack([hidden, np.full(len(hidden), world.up, np.uint8)]))
    for hand, value, results in zip(own, values, found, strict=True):
        some = theirs[~np.isin(hidden, hand).any(axis=1)]
        qualified = some[some >= least]
        expected = [len(some) - len(qualified), (qualified < value).sum(), (qualified == value).sum()]
        assert results.tolist() == [*expected, (qualified > value).sum()]


@pytest.mark.parametrize("exposed", [False, True])
def test_three_card_poker_in_stages_agrees_with_its_own_analysis(exposed):
    stages = Stages(
        "three-card",
        (Stage((raise_("play"), FOLDING), own=3, dealer=int(exposed)),),
        {"ante": by_result(), "play": by_result()},
        dealer=3,
    )
    source = declared("three-card-in-stages", stages)
    try:
        rules = rule_set("three-card-poker-6-card-bonus")
        expected = base_game(rules, exposed=exposed)
        found = base_report(rules.replaced(script="three-card-in-stages"))
    finally:
        remove_source(source)
    assert found.edge == expected.edge
    assert found.average_wager == expected.average_wager
    assert found.variance == expected.variance
    shares = {name: found.decisions[other] for name, other in (("play", "raise"), ("fold", "fold"))}
    assert shares == dict(expected.decisions)


def test_a_small_deck_agrees_with_plain_enumeration():
    """Two cards of one's own and one of the board; a wager to take back, a bet, a fold: every choice by recursion."""
    stages = Stages(
        "three-card",
        (Stage((take_back("one"), CHECK), own=1), Stage((bet("two", 1, 2), FOLDING), own=1)),
        {"ante": by_hand(), "one": by_hand(), "two": by_hand()},
        last_board=1,
    )
    source = declared("small-in-stages", stages)
    try:
        rules = _small_rules()
        deck = tuple(range(20))
        found = base_report(rules, cards=deck)
    finally:
        remove_source(source)
    assert found.edge == -_best_by_recursion(deck)


def _small_rules():
    rules = rule_set("three-card-poker-6-card-bonus")
    table = rules.pay["pair-plus"]
    wager = rules.wager["pair-plus"]
    return rules.replaced(
        script="small-in-stages",
        wager=dict.fromkeys(("ante", "one", "two"), wager),
        pay={"pair-plus": table},
        settings={},
    )


def _best_by_recursion(deck):
    rules = rule_set("three-card-poker-6-card-bonus")
    odds = {line: Fraction(int(pays.split()[0])) for line, pays in rules.pay["pair-plus"].lines.items()}

    def unit(cards):
        from cardroom.rankings import line  # noqa: PLC0415

        return odds.get(line("three-card", cards), Fraction(-1))

    total = Fraction(0)
    for first in deck:
        options = []
        for one in (0, 1):
            sum_second = Fraction(0)
            for second in (card for card in deck if card != first):
                rest = [card for card in deck if card not in (first, second)]
                average = sum(unit((first, second, last)) for last in rest) / len(rest)
                sum_second += max(Fraction(-1 - one), *(average * (1 + one + times) for times in (1, 2)))
            options.append(sum_second / (len(deck) - 1))
        total += max(options)
    return total / len(deck)


def test_the_best_player_gets_what_the_solution_says(outside):
    game = cardroom.game("mississippi-stud")
    solution, rng, histories = solved(game.rules), Random(4), Counter()
    for seed in range(60):
        round = game.round({"ann": 100_000}, seed=seed)
        round.answer(1, "bet", {"ante": 500})
        play_round(round, {"ann": best}, rng)
        settled = [event for event in round.events if isinstance(event, Settled)]
        stakes = {event.wager: event.stake // 500 for event in settled}
        history = next(
            end.history
            for end in solution.ends
            if {name: units for name, units in placed(solution.stages, end.history).items() if units} == stakes
            and (end.group < 0) == any(event.line == "fold" for event in settled)
        )
        histories[history] += 1
        assert sum(event.net for event in settled) == round.net["ann"]
    assert len(histories) > 3


def test_the_values_of_first_decisions_average_to_the_edge(outside):
    solution = solved(cardroom.game("let-it-ride").rules)
    rows = [row for row in strategy_table(solution) if row.stage == 1]
    deals = sum(row.ways for row in rows)
    assert len(rows) == 1755
    assert deals == 22100
    assert sum(row.value * row.ways for row in rows) / deals == -Fraction(37963, 1082900)


def test_evaluate_knows_the_wagers_on_the_layout(outside):
    game = cardroom.game("mississippi-stud")
    round = game.round({"ann": 100_000}, seed=3)
    round.answer(1, "bet", {"ante": 500})
    first = evaluate(round)
    assert {option.action for option in first.options} == {"bet", "fold"}
    assert [option.value for option in first.options if option.action == "fold"] == [-1]
    round.answer(1, "bet", 1500)
    second = evaluate(round)
    assert [option.value for option in second.options if option.action == "fold"] == [-4]
    given = evaluate_cards(game, DecisionFacts(parse("As Ah"), 500))
    assert given.best.action == "bet"
    assert given.best.amount == 1500
    reply = optimal(round.view("ann"), round.ask, Random(1))
    assert reply.action == second.best.action


def test_simulate_plays_the_best_strategy(outside):
    result = simulate(cardroom.game("let-it-ride"), 300, "any text", optimal, cardroom.analysis.Local(1))
    base = result.wager("dollar")
    assert {"check", "take-back"} == set(base.simulated.decisions)
    assert abs(base.simulated.edge) < 1


def test_games_that_cannot_be_enumerated_are_refused_in_words(outside):
    rules = cardroom.game("mississippi-stud").rules
    with pytest.raises(InputError, match="it needs one pack without jokers"):
        solve(rules, cards=tuple(range(51)))


def test_named_hands_are_the_lowest_of_their_kind():
    for ranking, words, cards in [
        ("high", "pair of jacks or better", "Jc Jd 4h 3s 2c"),
        ("high", "ace-king", "Ac Kd 4h 3s 2c"),
        ("high", "two pair", "3c 3d 2h 2s 4c"),
        ("high", "three sevens", "7c 7d 7h 3s 2c"),
        ("high", "king-high flush", "Kc 5c 4c 3c 2c"),
        ("three-card", "queen high", "Qs 3h 2d"),
    ]:
        assert lowest(ranking, words) == rank(ranking, cards)
    for words in ("jacks", "pair of cows", "ace", "6", "", "pair of"):
        assert named_hand("high", words) is None
    assert named_hand("2-7", "pair of jacks") is None
