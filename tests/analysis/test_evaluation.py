"""The exact values of decisions: they add up to the edge, and depend on nothing that the player cannot see."""

import random
import re
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import cardroom
from cardroom.analysis.evaluation import face_up, holdem_showdowns
from cardroom.analysis.evaluation.decisions import DecisionFacts, evaluate, evaluate_cards
from cardroom.analysis.evaluation.holdem import after_the_flop, before_the_flop, by_pocket
from cardroom.analysis.evaluation.staged import dealer_results, values
from cardroom.analysis.holdem.boards import dealers
from cardroom.analysis.holdem.games import holdem_game, ladder_of, nets_of
from cardroom.analysis.pai_gow import base as pai_gow_base
from cardroom.analysis.report.decks import RankDeck
from cardroom.analysis.report.what_if import in_force_only
from cardroom.analysis.stages.report import base_report
from cardroom.analysis.stages.sets import cards_of
from cardroom.analysis.stages.solver import solve
from cardroom.cards import JOKER, parse
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.play import Amount, Choice, Pick
from cardroom.rankings.pai_gow import ace_high
from cardroom.rulebook import rule_set, rule_sets
from support.deals import house_banked, qualifying
from support.sampling import PROOF, sampled
from support.small_decks import with_deck

SMALL = RankDeck((8, 9, 11, 12), 4)
"""Sixteen cards: straights, flushes and full houses occur, and every deal can be counted."""


def best(valued):
    return max(option.value for option in valued.options)


def facts(hand, board="", dealer="", seen="", **more):
    return DecisionFacts(parse(hand), 500, parse(board), parse(dealer), parse(seen), **more)


# -- The values add up to the edge -------------------------------------------------------------------------------------


@pytest.mark.proof
@pytest.mark.parametrize(
    ("slug", "rules"),
    [
        *sampled((("heads-up-holdem", name) for name in rule_sets("heads-up-holdem")), 4),
        pytest.param("ultimate-texas-holdem", None, marks=pytest.mark.proof),
    ],
)
def test_the_best_decisions_of_all_pockets_give_the_edge(slug, rules):
    game = game_of(in_force_only(rule_set(slug, rules)))
    total, pockets = Fraction(0), 0
    for high, low in combinations(range(12, -1, -1), 2):
        for hand, ways in (((high * 4, low * 4), 4), ((high * 4, low * 4 + 1), 12)):
            total += ways * evaluate_cards(game, DecisionFacts(hand, 500)).best.value
            pockets += ways
    for rank in range(13):
        total += 6 * evaluate_cards(game, DecisionFacts((rank * 4, rank * 4 + 1), 500)).best.value
        pockets += 6
    assert pockets == comb(52, 2)
    assert -total / pockets == cardroom.analyze(game).wager("ante").edge


@pytest.mark.parametrize(
    ("slug", "qualifier"),
    [
        ("ultimate-texas-holdem", "three of a kind"),
        *((slug, "") for slug in sampled(["heads-up-holdem", "ultimate-texas-holdem"], 2)),
    ],
)
@pytest.mark.proof
def test_the_values_on_river_flop_and_before_the_flop_add_up(slug, qualifier):
    """Each street's best values, summed over the cards that can come, are the value of waiting on the street before."""
    rules = qualifying(rule_set(slug), qualifier) if qualifier else rule_set(slug)
    [nets], ladder = nets_of([holdem_game(rules)]), ladder_of(rules)
    hand = parse("As Kh")
    left = [card for card in SMALL.cards if card not in hand]
    flop = tuple(left[:3])
    rivers = sum(
        int(after_the_flop(nets, ladder, DecisionFacts(hand, 1, (*flop, *more)), SMALL)[holdem_showdowns.WAIT])
        for more in combinations([card for card in left if card not in flop], 2)
    )
    assert rivers == after_the_flop(nets, ladder, DecisionFacts(hand, 1, flop), SMALL)[holdem_showdowns.WAIT]
    waiting, base, play = 0, 0, 0
    for flop in combinations(left, 3):
        sums = after_the_flop(nets, ladder, DecisionFacts(hand, 1, flop), SMALL)
        now = sums[holdem_showdowns.BASE] + ladder.flop * sums[holdem_showdowns.PLAY]
        waiting += int(max(now, sums[holdem_showdowns.WAIT]))
        base, play = base + int(sums[holdem_showdowns.BASE]), play + int(sums[holdem_showdowns.PLAY])
    one_by_one = before_the_flop(nets, ladder, DecisionFacts(hand, 1), SMALL)
    assert one_by_one[:3] == (base, play, waiting)
    by_patterns = by_pocket(nets, ladder, hand, SMALL)
    pockets = 12
    assert one_by_one.deals == comb(14, 3) * comb(11, 2) * dealers(SMALL)
    assert by_patterns == tuple(pockets * each for each in one_by_one)


@pytest.mark.parametrize("exposed", [False, True])
def test_the_best_decisions_of_three_card_poker_give_the_edge(exposed):
    deck = RankDeck((0, 9, 10, 12), 3)
    rules = with_deck(rule_set("three-card-poker-6-card-bonus", exposed_card=exposed), *deck)
    total, deals = Fraction(0), 0
    for hand in combinations(deck.cards, 3):
        left = [card for card in deck.cards if card not in hand]
        for shown in [(card,) for card in left] if exposed else [()]:
            total += best(values(rules, DecisionFacts(hand, 1, (), shown)))
            deals += 1
    assert -total / deals == base_report(rules).edge


@pytest.mark.proof
def test_the_best_decisions_of_all_three_card_hands_give_the_public_edge():
    rules = rule_set("three-card-poker-6-card-bonus", exposed_card=False)
    total = sum(best(values(rules, DecisionFacts(hand, 1))) for hand in combinations(range(52), 3))
    assert -total / comb(52, 3) == Fraction(8813253, 101792600)


@pytest.mark.parametrize("rules", list(rule_sets("four-card-frenzy")))
def test_the_best_decisions_of_four_card_frenzy_give_the_edge(rules):
    rules = in_force_only(rule_set("four-card-frenzy", rules))
    rules = with_deck(rules, *SMALL)
    [world] = solve(rules).worlds
    hands = cards_of(world.states[0].masks, 5).tolist()
    values_of = [best(values(rules, DecisionFacts(tuple(hand), 1))) for hand in hands]
    total = sum(int(ways) * value for ways, value in zip(world.states[0].ways, values_of, strict=True))
    assert -total / comb(16, 5) == base_report(rules).edge


def test_both_ways_to_count_the_dealers_four_card_hands_agree():
    rules = rule_set("four-card-frenzy")
    solution = solve(rules)
    for hand in ("As Ah 7d 6c 2s", "Kd Qd 8s 4h 3c", "9s 8c 6h 4d 2s"):
        each, row = solution.state(0, parse(hand), ())
        known = dealer_results(rules, facts(hand))
        assert each.table.counts[row].tolist() == known
        assert sum(known) == comb(47, 5)


@pytest.mark.skipif(not PROOF, reason="3,432 hands, 20 seconds: make proof")
def test_the_best_settings_of_face_up_pai_gow_win_and_lose_as_often_as_the_analysis_counts():
    deck, rules = RankDeck(tuple(range(13)), 1), rule_set("face-up-pai-gow-poker")
    known = pai_gow_base.named_counts(pai_gow_base.count("pai-gow", deck))
    cards, results = (*deck.cards, JOKER), {1: 0, 0: 0, -1: 0}
    for hand in combinations(cards, 7):
        dealer = tuple(card for card in cards if card not in hand)
        if not ace_high(dealer):
            results[int(best(face_up(rules, DecisionFacts(hand, 1, (), dealer))))] += 1
    assert (results[1], results[-1]) == (known.wins, known.loses)
    assert sum(results.values()) == known.deals - known.ace_high


# -- Live rounds ------------------------------------------------------------------------------------------------------

ROUNDS = [
    pytest.param("ultimate-texas-holdem", None, marks=pytest.mark.proof),
    ("heads-up-holdem", "brook"),
    ("heads-up-holdem", "wpt"),
    ("three-card-poker-6-card-bonus", None),
    ("four-card-frenzy", None),
]


def asked_options(ask):
    """The options of an ask as actions and amounts."""
    options = set()
    for option in ask.options:
        if isinstance(option, Amount):
            options |= {(option.action, amount) for amount in range(option.least, option.most + 1, option.step)}
        elif isinstance(option, Choice):
            options.add((option.action, option.amount))
        elif isinstance(option, Pick):
            options |= {(option.action, 0, frozenset(front)) for front in combinations(option.cards, 2)}
    return options


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "rules"), ROUNDS)
def test_every_legal_option_of_a_live_round_is_valued_and_no_other(slug, rules):
    rng = random.Random(7)
    game = house_banked(slug, rules)
    seen = set()
    for number in range(40):
        stacks = {"ann": rng.choice([1500, 2000, 2500, 3000, 100_000]), "bob": 100_000}
        round = game.round(stacks, seed=number)
        while not round.done:
            ask = round.ask
            if ask.options[0].action == "bet":
                needed = {area.wager: area.least for area in ask.options[0].areas if area.required}
                round.answer(ask.spot, "bet", needed)
                continue
            found = evaluate(round)
            assert {(option.action, option.amount) for option in found.options} == asked_options(ask)
            assert found.stake == round.view(round.spot(ask.spot).bettor).stake(ask.spot, "ante")
            assert found == evaluate(round.view(round.spot(ask.spot).bettor))
            seen |= {option.action for option in found.options}
            action, amount = rng.choice(sorted(asked_options(ask)))
            round.answer(ask.spot, action, amount if isinstance(_option(ask, action), Amount) else None)
    assert "fold" in seen


def _option(ask, action):
    return next(option for option in ask.options if option.action == action)


@pytest.mark.proof
def test_a_short_stack_that_cannot_play_on_the_flop_waits_for_the_river():
    """With one Ante behind, a check before the flop is worth less: the flop's wager is not possible."""
    game = cardroom.game("ultimate-texas-holdem")
    rich, poor = (evaluate_cards(game, facts("9s 8s", stack=stack)) for stack in (None, 500))
    assert {option.action for option in poor.options} == {"check", "fold"}
    value = {option.action: option.value for option in rich.options}
    assert poor.best.value < value["check"]
    [nets], ladder = nets_of([holdem_game(game.rules)]), ladder_of(game.rules)
    small = by_pocket(nets, ladder._replace(flop=1), parse("Ks Js"), SMALL)
    sums = [
        after_the_flop(nets, ladder, DecisionFacts(parse("Ks Js"), 1, flop), SMALL)[holdem_showdowns.WAIT]
        for flop in combinations([card for card in SMALL.cards if card not in parse("Ks Js")], 3)
    ]
    assert small.wait == 4 * int(sum(sums))


def test_face_up_pai_gow_is_valued_in_a_live_round():
    game = cardroom.game("face-up-pai-gow-poker")
    tried = 0
    for seed in range(30):
        round = game.round(2, seed=seed)
        round.answer(1, "bank", 10_000)
        round.answer(2, "bet", {"base": 1000})
        round.answer(1, "take-pile-1")
        if round.done:
            continue
        found = evaluate(round)
        assert re.match("The player-dealer has [a-z].* in front, [a-z].* behind", found.facts)
        options = {
            (each.action, 0, frozenset(each.cards)) if each.cards else (each.action, 0) for each in found.options
        }
        assert options == asked_options(round.ask)
        round.answer(2, found.best.action, found.best.cards or None)
        assert round.net["2"] == found.best.value * 1000
        tried += 1
    assert tried > 10


def test_a_value_does_not_depend_on_hidden_cards():
    order = parse("As 7d 2c 2d 9h Kh 7c 2s 9c 3d 4d")
    swapped = list(order)
    swapped[2], swapped[10] = swapped[10], swapped[2]  # the dealer's first card and the river
    found = []
    for cards in (order, swapped):
        round = house_banked("ultimate-texas-holdem").round(2, shuffle=Shuffle.given(cards))
        round.answer(1, "bet", {"ante": 500, "blind": 500})
        round.answer(2, "sit-out")
        round.answer(1, "check")
        found.append(evaluate(round))
    assert found[0] == found[1] == evaluate_cards(house_banked("ultimate-texas-holdem"), facts("As 7d", "Kh 7c 2s"))


def test_cards_that_the_player_has_seen_cannot_come():
    game = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False)
    hand, seen = "Qs 6h 3d", "Ac Ad Ah As Kc Kd Kh Ks"
    alone, informed = (evaluate_cards(game, facts(hand, seen=each)) for each in ("", seen))
    assert alone.best.action == "fold"
    assert informed.best.action == "play"
    river = facts("As 6d", "Kh 7c 2s 3d Jd", seen="Kc Kd Ks")
    found = evaluate_cards(cardroom.game("heads-up-holdem"), river)
    assert found.best.value.denominator <= comb(42, 2) * 2


def test_a_fold_that_loses_side_bets_is_noted():
    round = house_banked("three-card-poker-6-card-bonus").round(2, seed=3)
    round.answer(1, "bet", {"ante": 500, "pair-plus": 500})
    round.answer(2, "sit-out")
    assert evaluate(round).note == "The values leave out Pair Plus, which a fold would lose."
    round = house_banked("ultimate-texas-holdem").round(2, seed=3)
    round.answer(1, "bet", {"ante": 500, "blind": 500, "trips": 500})
    round.answer(2, "sit-out")
    assert evaluate(round).note == ""


# -- Wrong input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "given", "message"),
    [
        ("ultimate-texas-holdem", facts("As"), "hand: give 2 cards, not 1"),
        ("ultimate-texas-holdem", facts("As Kd", "2c"), "board: give 0, 3 or 5 cards, not 1"),
        ("ultimate-texas-holdem", facts("As As"), "As is given 2x, but the deck has 1 of it"),
        ("three-card-poker-6-card-bonus", facts("As Kd Qd"), "dealer: give the dealer's exposed card"),
        ("face-up-pai-gow-poker", facts("As Kd Qd 2c 3c 4c 5c", dealer="Ah"), "dealer: give 7 cards, not 1"),
        ("razz", facts("As"), "the values of its decisions are not known"),
    ],
)
def test_facts_that_no_decision_has_are_refused(slug, given, message):
    with pytest.raises(InputError, match=message):
        evaluate_cards(cardroom.game(slug), given)


def test_a_round_that_waits_for_bets_has_no_values_yet():
    round = cardroom.game("four-card-frenzy").round(1, seed=1)
    with pytest.raises(InputError, match="no cards yet"):
        cardroom.evaluate(round)
    with pytest.raises(InputError, match="spot 4 is not asked"):
        cardroom.evaluate(round, 4)
