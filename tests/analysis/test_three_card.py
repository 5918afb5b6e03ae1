"""Exact figures of Three Card Poker 6 Card Bonus, compared with public figures and with the script."""

import random
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

import cardroom
from cardroom.analysis.poker_hands.lines import hands_by_line
from cardroom.analysis.report.side_bets import side_bet
from cardroom.analysis.stages.report import base_report
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.rulebook import rule_set
from support.deals import house_banked, without_bank
from support.sampling import PROOF
from support.small_decks import with_deck

GAME = "three-card-poker-6-card-bonus"


@pytest.fixture(scope="module")
def report():
    return cardroom.analyze(cardroom.game(GAME))


def test_the_base_game_without_an_exposed_card_has_the_public_edge(report):
    """8.658049 % of the Ante where no Ante Bonus is paid."""
    hidden = next(wager for wager in report.wagers if wager.settings == {"exposed_card": False})
    assert hidden.edge == Fraction(8813253, 101792600)
    assert f"{float(hidden.edge):.8f}" == "0.08658049"
    assert hidden.deals == 22100 * 18424
    assert hidden.strategy == ("play Queen high, 6-4 or better, fold the rest",)


def test_the_exposed_card_is_worth_seeing(report):
    exposed = report.wager("ante")
    assert exposed.settings == {"exposed_card": True}
    assert exposed.edge == Fraction(229314, 12724075)
    assert exposed.strategy[:4] == (
        "Dealer shows A: play Ace high, 9-2 or better, fold the rest",
        "Dealer shows K: play King high, 9-2 or better, fold the rest",
        "Dealer shows Q: play Queen high, 9-2 or better, fold the rest",
        "Dealer shows J: play every hand",
    )


def test_pair_plus_has_the_public_edge(report):
    assert report.wager("pair-plus").edge == Fraction(242, 5525)


def test_6_card_bonus_has_the_public_edge(report):
    assert f"{float(report.wager('six-card-bonus').edge):.8f}" == "0.17530331"
    assert report.wager("six-card-bonus").deals == 20_358_520


def test_counts_of_poker_hands_are_the_known_ones():
    assert hands_by_line("high", (5,)) == {
        "royal flush": 4,
        "straight flush": 36,
        "four of a kind": 624,
        "full house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three of a kind": 54912,
        "two pair": 123552,
        "pair": 1098240,
        "high card": 1302540,
    }
    assert hands_by_line("high", (6,))["straight flush"] == 1656


def test_the_report_is_json_with_fractions_beside_decimals(report):
    value = msgspec.json.decode(msgspec.json.encode(report.to_dict()))
    for wager in value["wagers"]:
        for name in ("edge", "return", "element_of_risk", "hit_frequency", "variance"):
            exact = Fraction(wager[name]["exact"])
            assert wager[name]["exact"] == f"{exact.numerator}/{exact.denominator}", "reduced"
            assert wager[name]["decimal"] == pytest.approx(float(exact))
        assert sum(Fraction(line["probability"]["exact"]) for line in wager["outcomes"]) == 1
        assert sum(Fraction(line["return"]["exact"]) for line in wager["outcomes"]) == -Fraction(wager["edge"]["exact"])


def test_the_edge_is_negative_if_the_player_has_the_advantage():
    generous = random_pay_tables(1, most=2000)
    assert "-" in next(side_bet(generous, "six-card-bonus")).to_dict()["edge"]["exact"]


def random_pay_tables(seed, most=30):
    """The rule set with random odds for every line of every pay table, including the base game."""
    rng = random.Random(seed)
    rules = rule_set(GAME)
    pay = {
        name: msgspec.structs.replace(
            table,
            lines={
                line: f"{rng.randint(0, most)} to {rng.randint(1, 3)}"
                for line in table.lines
                if rng.random() < 0.9 or line == "unqualified dealer"
            },
        )
        for name, table in rules.pay.items()
    }
    return without_bank(rules.replaced(pay=pay))


def brute_force(rules, ranks, suits, *, exposed):
    """All deals of a reduced deck through the script: nets of 6 cents on every wager, by what the player knows."""
    played = msgspec.structs.replace(
        rules, settings={**rules.settings, "exposed_card": exposed, "minimum": 6, "maximum": 6, "smallest_chip": 1}
    )
    game = game_of(played)
    deck = [rank * 4 + suit for rank in ranks for suit in range(suits)]
    totals, deals, bonus, lines = {}, 0, 0, 0
    for hand in combinations(deck, 3):
        pair_plus_lost = 0
        for dealer in combinations([card for card in deck if card not in hand], 3):
            for bottom in dealer if exposed else dealer[:1]:
                order = [*hand, *(card for card in dealer if card != bottom), bottom]
                known = (hand, bottom if exposed else None)
                deals += 1
                for action in ("play", "fold"):
                    round = game.round({1: 10**6, 2: 0}, shuffle=Shuffle.given(order))
                    round.answer(1, "bet", {"ante": 6, "pair-plus": 6, "six-card-bonus": 6})
                    round.answer(1, action)
                    nets = {
                        event.wager: event.net
                        for event in round.events
                        if hasattr(event, "why") and hasattr(event, "due")
                    }
                    choices = totals.setdefault(known, {"play": 0, "fold": 0})
                    choices[action] += nets["ante"] + nets.get("play", 0)
                    if action == "play":
                        pair_plus_lost += nets["pair-plus"]
                        bonus += nets["six-card-bonus"]
                    else:
                        assert nets["pair-plus"] == -6
        lines += pair_plus_lost
    base = sum(max(choices.values()) for choices in totals.values())
    return {name: Fraction(-total, 6 * deals) for name, total in (("base", base), ("pair-plus", lines), ("six", bonus))}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("ranks", "suits", "exposed", "seed"),
    [
        ((0, 1, 9, 12), 2, True, 6),  # the same with fewer hands
        ((0, 1, 9, 10, 12), 2, True, 1),  # straights, flushes, qualifying and not
        ((9, 10, 11, 12), 2, False, 2),
        ((3, 11), 4, True, 4),  # four of a kind, full houses
        ((8, 9, 10, 11, 12), 2, False, 3),  # royal flushes among six cards
        ((5, 9), 4, False, 5),  # a dealer who never has a queen
    ],
)
def test_the_count_agrees_with_the_script_over_every_deal_of_a_reduced_deck(ranks, suits, exposed, seed):
    rules = random_pay_tables(seed)
    # Odds in thirds and halves of 6 cents are whole cents, so the script's cents are exact.
    forced = brute_force(rules, ranks, suits, exposed=exposed)
    small = with_deck(rules.replaced(settings=rules.settings | {"exposed_card": exposed}), ranks, suits)
    assert base_report(small).edge == forced["base"]
    cards = tuple(rank * 4 + suit for rank in ranks for suit in range(suits))
    assert next(side_bet(rules, "pair-plus", cards)).edge == forced["pair-plus"]
    assert next(side_bet(rules, "six-card-bonus", cards)).edge == forced["six"]


@pytest.mark.proof
def test_a_simulation_through_the_script_stays_within_its_error():
    """Thousands of rounds of the whole game with the exact strategy, without an exposed card."""
    game = house_banked(GAME, exposed_card=False, minimum=100, maximum=100)
    exact = next(wager for wager in cardroom.analyze(game).wagers if wager.wager == "ante" and wager.in_force)
    threshold = cardroom.rank("three-card", "Qs 6h 4d")
    rounds, total = 20_000 if PROOF else 5_000, 0
    for number in range(rounds):
        round = game.round({1: 10**6, 2: 0}, shuffle=game.shuffle(seed="simulation", number=number))
        round.answer(1, "bet", {"ante": 100})
        round.answer(1, "play" if cardroom.rank("three-card", round.cards.hand("1")) >= threshold else "fold")
        total += round.net["1"]
    error = float(exact.standard_deviation) / rounds**0.5
    assert abs(-total / rounds / 100 - float(exact.edge)) < 3 * error
