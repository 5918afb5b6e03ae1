"""The solver of games in stages, compared with public figures, with other analyses and with plain enumeration."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.evaluation.decisions import DecisionFacts, evaluate, evaluate_cards
from cardroom.analysis.simulation import simulate
from cardroom.analysis.simulation.staged import best
from cardroom.analysis.simulation.strategies import optimal
from cardroom.analysis.stages.dealer import dealer_results
from cardroom.analysis.stages.payoffs import placed
from cardroom.analysis.stages.report import base_report
from cardroom.analysis.stages.sets import sets_of, worlds
from cardroom.analysis.stages.solver import solve, solved
from cardroom.analysis.stages.words import _by_rank, strategy_table
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.games import add_source
from cardroom.games.declarations import Given, remove_source
from cardroom.games.staged import staged
from cardroom.play import DeclarationError
from cardroom.play.game.stages import CHECK, FOLDING, Stage, Stages, bet, by_hand, by_result, raise_, take_back
from cardroom.play.round.bank import rank_line
from cardroom.play.round.events import Settled
from cardroom.players import play_round
from cardroom.rankings import rank, rank_many, strength
from cardroom.rankings.named import lowest, named_hand
from cardroom.rulebook import rule_set
from support.outside_games import OUTSIDE
from support.sampling import PROOF


@pytest.fixture
def outside(monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))


def declared(name, stages):
    """A game in stages, under the rules of another game."""
    source = Given(staged(name, stages))
    add_source(source)
    return source


@pytest.mark.sampled(2)
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


@pytest.mark.proof
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
        expected = [(each < value).sum() for each in (qualified, some[some < least])]
        expected += [(each == value).sum() for each in (qualified, some[some < least])]
        assert results.tolist() == [*expected, *((each > value).sum() for each in (qualified, some[some < least]))]


@pytest.mark.parametrize("exposed", [False, True])
def test_the_settlement_of_a_script_and_the_terms_of_a_game_in_stages_pay_alike(exposed):
    """Three Card Poker is declared with the settlement of its script. Plain terms give the same figures."""
    stages = Stages(
        "three-card",
        (Stage((raise_("play"), FOLDING), own=3, dealer=int(exposed)),),
        {"ante": by_result(), "play": by_result()},
        dealer=3,
    )
    source = declared("three-card-in-stages", stages)
    try:
        rules = rule_set("three-card-poker-6-card-bonus", exposed_card=exposed)
        expected = base_report(rules)
        found = base_report(rules.replaced(script="three-card-in-stages"))
    finally:
        remove_source(source)
    assert found.distribution == expected.distribution
    assert found.average_wager == expected.average_wager
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


@pytest.mark.skipif(not PROOF, reason="ten seconds of counting: make proof")
def test_crazy_4_poker_has_its_public_edge(outside):
    """A raise whose size depends on the hand, and a bonus that pushes unless the hand is beaten."""
    found = analyze(cardroom.game("crazy-4")).wagers[0]
    assert (found.edge, f"{float(found.edge):.2%}") == (Fraction(264142729, 7726058340), "3.42%")
    assert f"{float(found.element_of_risk):.2%}" == "1.09%"


def test_a_raise_that_depends_on_the_hand_is_solved_as_by_plain_enumeration():
    stages = Stages(
        "three-card",
        (Stage((raise_("two", 1, 3, most_with="pair of fours"), FOLDING), own=3),),
        {"ante": by_hand(), "two": by_hand()},
    )
    source = declared("small-in-stages", stages)
    try:
        rules, deck = _small_rules(), tuple(range(20))
        found = base_report(rules, cards=deck)
    finally:
        remove_source(source)
    table, least, total = rules.pay["pair-plus"], rank("three-card", "4c 4d 2h"), Fraction(0)
    for hand in (hands := [*combinations(deck, 3)]):
        value = rank("three-card", hand)
        odds = table.lines.get(rank_line(table, value), "-1")
        unit = Fraction(odds.split()[0])
        total += max(Fraction(-1), unit * 2, unit * (4 if value >= least else 2))
    assert found.edge == -total / len(hands)


def in_crazy_4(hand):
    """A round in which the dealer has a pair of queens."""
    round = cardroom.game("crazy-4").round(1, shuffle=Shuffle.given(f"{hand} Qs Qh 4d 3d 8c"))
    round.answer(1, "bet", {"ante": 500, "super": 500})
    return round


def test_a_raise_that_depends_on_the_hand_is_offered_to_that_hand_only(outside):
    high, low = in_crazy_4("As Ad 9h 5s 2c").ask.options[0], in_crazy_4("Ks Kd 9h 5s 2c").ask.options[0]
    assert (high.least, high.most, high.step, low.amount) == (500, 1500, 500, 500)


@pytest.mark.parametrize(
    ("hand", "raises", "net"),
    [("Ks Kd 9h 5s 2c", None, 0), ("Js Jd 9h 5s 2c", None, -500), ("7s 8d 9h Ts 2c", 500, 500)],
)
def test_a_bonus_that_pushes_unless_the_hand_is_beaten(outside, hand, raises, net):
    round = in_crazy_4(hand)
    round.answer(1, "raise", raises)
    (settled,) = (event for event in round.events if isinstance(event, Settled) and event.wager == "super")
    assert settled.net == net


def test_an_amount_between_the_bounds_is_valued_exactly(outside):
    """It changes later decisions, so it needs sums of its own. Here every board is counted one by one."""
    rules, own = cardroom.game("mississippi-stud").rules, parse("Js 6h")
    found = evaluate_cards(cardroom.game("mississippi-stud"), DecisionFacts(own, 500))
    values = {option.amount: option.value for option in found.options if option.action == "bet"}
    payoffs = solved(rules).payoffs
    units = np.array([float(payoffs.paid["ante"][0][group].unit) for group in payoffs.group_of])
    rest = [card for card in range(52) if card not in own]
    boards = np.array([*permutations(rest, 3)], np.uint8)
    hands = np.column_stack([np.full((len(boards), 2), own, np.uint8), boards])
    last = units[rank_many("high", hands)].reshape(50, 49, 48).mean(axis=2)
    for third in (1, 2, 3):
        later = []
        for fourth in (1, 3):
            before = 1 + third + fourth
            later.append(np.maximum.reduce([np.full_like(last, -before), last * (before + 1), last * (before + 3)]))
        at_fourth = np.maximum(np.max([each.mean(axis=1) for each in later], axis=0), -(1 + third))
        assert float(values[500 * third]) == pytest.approx(at_fourth.mean(), abs=1e-9)


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


@pytest.mark.proof
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


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"ranking": "hihg"}, "ranking: unknown ranking 'hihg': choose from high"),
        ({"last_board": 9}, "ranking: high judges 5 or 6 or 7 or 8 or 9 cards, but own cards and board are 12"),
        ({"dealer": 4}, "dealer_ranking: high judges 5 or 6 or 7 or 8 or 9 cards, but the dealer's hand has 4"),
        (
            {"wagers": {"ante": by_hand(), "fold": by_hand()}},
            "bet: 'third' is not one of the wagers: ante, fold",
        ),
        ({"wagers": {"third": by_hand()}}, "third is placed before the deal"),
        ({"wagers": {"ante": by_result(), "third": by_hand()}}, "ante: there is no dealer's hand to compare with"),
        ({"stages": (Stage((bet("third"), bet("third", 2)), own=3),)}, "stage 1 has one action twice"),
        ({"stages": (Stage((bet("third", 1, 3, most_with="pair of aces"),), own=3),)}, "cannot judge the 3 cards"),
        ({"stages": (Stage((bet("third", 1, 3, most_with="aces"),), own=5),), "last_board": 0}, "'aces' is not a hand"),
    ],
)
def test_stages_that_cannot_be_played_are_refused_with_the_reason(change, says):
    stages = Stages("high", (Stage((bet("third"), FOLDING), own=3),), {"ante": by_hand(), "third": by_hand()}, 2)
    staged("right", stages)
    with pytest.raises(DeclarationError, match=re.escape(says)):
        staged("wrong", stages._replace(**change))


def test_hands_with_different_decisions_have_different_words():
    """Three pairs of fours with a king that differ only by a lower kicker."""
    hands = "4c 4d Ks Jc 5h", "4s 4h Kd Tc 5d", "4s 4h Kd 9c 5d"
    ranks = np.array([strength("high", hand) for hand in hands])
    lines = _by_rank("high", ranks, np.array([0, 1, 0]), np.array([1, 1, 1]), ["raise", "fold"])
    assert len({line.partition(":")[0].removesuffix(" or better").removesuffix(" or worse") for line in lines}) == 3
