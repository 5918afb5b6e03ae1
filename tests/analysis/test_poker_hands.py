"""How often poker hands occur: public counts, brute force on small decks, and the shipped bot's draws."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from cardroom.analysis.poker_hands.counts import poker_frequencies
from cardroom.analysis.poker_hands.draws import DRAWS
from cardroom.analysis.poker_hands.omaha import COUNTED, count_highs, omaha_highs, omaha_lows
from cardroom.analysis.poker_hands.report import collection_costs
from cardroom.analysis.report import Estimate
from cardroom.errors import InputError
from cardroom.games import all_games
from cardroom.players.draws import choose_discards
from cardroom.rankings import categories, category, rank_many
from cardroom.rulebook import rule_set
from support.sampling import PROOF, sampled

HIGH_OF_SEVEN = {
    "royal flush": 4324,
    "straight flush": 37260,
    "four of a kind": 224848,
    "full house": 3473184,
    "flush": 4047644,
    "straight": 6180020,
    "three of a kind": 6461620,
    "two pair": 31433400,
    "pair": 58627800,
    "high card": 23294460,
}
"""The widely published frequencies of seven-card poker."""


def frequencies(game: str, number: int = 0) -> dict[str, int]:
    return poker_frequencies(rule_set(game))[number].lines


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["texas-holdem", "seven-card-stud", "stud-8"])
def test_seven_cards_have_the_published_frequencies(game: str) -> None:
    assert frequencies(game) == HIGH_OF_SEVEN


def test_omaha_has_the_published_frequencies() -> None:
    lines = frequencies("omaha")
    assert sum(lines.values()) == comb(52, 4) * comb(48, 5) == 463_563_500_400
    assert (lines["royal flush"], lines["four of a kind"], lines["pair"]) == (42807600, 2225270496, 122655542152)
    assert sum(frequencies("big-o").values()) == comb(52, 5) * comb(47, 5)


@pytest.mark.proof
def test_lows_have_the_published_frequencies() -> None:
    razz = frequencies("razz")
    # The published counts of ace-to-five lows of seven cards, wheel first.
    assert [razz[f"{top} low"] for top in (5, 6, 7, 8, 9)] == [781824, 3151360, 7426560, 13171200, 19174400]
    assert sum(razz.values()) == comb(52, 7)
    stud = frequencies("stud-8", 1)
    assert {line: count for line, count in stud.items() if line != "no low"} == {
        f"{top} low": razz[f"{top} low"] for top in (5, 6, 7, 8)
    }
    single = frequencies("2-7-single-draw")
    # Of every five ranks up to the seven, all but the straight 3-4-5-6-7, in 4^5 - 4 suits.
    assert single["7 low"] == 4 * (4**5 - 4)
    assert (single["pair"], single["flush"]) == (1098240, 5112)
    assert single["straight"] == 10200 - (4**5 - 4)  # A-2-3-4-5 is ace high


@pytest.mark.proof
def test_badugi_has_the_published_frequencies() -> None:
    lines = frequencies("badugi")
    assert sum(lines.values()) == 270725
    assert lines["4 badugi"] == 24
    assert sum(count for line, count in lines.items() if line.endswith("badugi")) == 17160
    assert (lines["three cards"], lines["two cards"], lines["one card"]) == (154440, 96252, 2873)


@pytest.mark.proof
def test_short_deck_and_mexican_count_their_own_decks() -> None:
    short = frequencies("short-deck")
    assert sum(short.values()) == comb(36, 7)
    assert short["royal flush"] == 4 * comb(31, 2)
    mexican = poker_frequencies(rule_set("mexican-poker"))[0]
    assert mexican.deals == 5 * comb(41, 5)
    # Four aces with a joker that may be an ace, or four others with a joker dealt down.
    assert mexican.lines["five of a kind"] == 5 * 1 + 9
    joker_royals = 4 * 5 * 5  # with any four of the five cards, dealt up or down
    assert mexican.lines["royal flush"] == 4 * 5 + joker_royals


@pytest.mark.parametrize("hole", sampled([5, 4], 2))
@pytest.mark.proof
def test_omaha_counts_equal_plain_counts_of_a_small_deck(hole: int) -> None:
    ranks, suits = (0, 1, 2, 3, 11, 12), 2
    cards = [rank * 4 + suit for rank in ranks for suit in range(suits)]
    highs, lows = Counter[str](), Counter[bool]()
    for board in combinations(cards, 5):
        hands = np.array(list(combinations([card for card in cards if card not in board], hole)), np.uint8)
        values = Counter(rank_many("omaha", hands, np.array(board, np.uint8)).tolist())
        highs.update({category("omaha", value): 0 for value in values})
        for value, count in values.items():
            highs[category("omaha", value)] += count
        low = rank_many("omaha-eight-or-better", hands, np.array(board, np.uint8))
        lows[True] += int((low > 0).sum())
        lows[False] += int((low == 0).sum())
    assert count_highs(hole, ranks, suits) == {name: highs[name] for name in reversed(categories("omaha"))}
    found = omaha_lows(hole, ranks, suits)
    assert (found["5 low"], found["no low"]) == (lows[True], lows[False])


@pytest.mark.proof
def test_omaha_lows_are_named_by_their_highest_card() -> None:
    ranks = (3, 4, 5, 6, 12)  # 5 6 7 8 A of two suits
    cards = [rank * 4 + suit for rank in ranks for suit in range(2)]
    tops = Counter[int]()
    for board in combinations(cards, 5):
        for hand in combinations([card for card in cards if card not in board], 4):
            found = [
                max(values)
                for two in combinations(hand, 2)
                for three in combinations(board, 3)
                if len(values := {(card // 4 + 1) % 13 + 1 for card in (*two, *three)}) == 5
            ]
            tops[min(found, default=0)] += 1
    counted = omaha_lows(4, ranks, 2)
    assert counted == {f"{top} low": tops[top] for top in (5, 6, 7, 8)} | {"no low": tops[0]}


@pytest.mark.skipif(not PROOF, reason="minutes of counting: make proof")
@pytest.mark.parametrize("hole", COUNTED)
def test_the_shipped_counts_of_omaha_are_counted_again(hole: int) -> None:
    assert count_highs(hole) == omaha_highs(hole)


@pytest.mark.parametrize("name", ["2-7", "badugi", "high"])
@pytest.mark.parametrize("last", [False, True])
def test_the_draws_are_those_of_the_shipped_bot(name: str, last: bool) -> None:
    rng = Random(f"{name}{last}")
    size = 4 if name == "badugi" else 5
    hands = [rng.sample(range(52), size) for _ in range(1500)]
    hands += [rng.sample([card for card in range(52) if card < 28 or card % 4 == 0], size) for _ in range(1500)]
    kept = DRAWS[name].keep(np.array(hands, np.uint8), last)
    for hand, row in zip(hands, kept.tolist(), strict=True):
        thrown = sorted(card // 4 for card in choose_discards(name, hand, last=last))
        assert sorted(card // 4 for card, keeps in zip(hand, row, strict=True) if not keeps) == thrown, hand


@pytest.mark.proof
def test_a_draw_agrees_with_a_count_of_every_draw() -> None:
    drawn = poker_frequencies(rule_set("five-card-draw"))[1]
    assert not drawn.exact
    full = drawn.probability("full house")
    assert (full.rounds, full.seed) == (drawn.deals, "frequencies")
    assert drawn.to_dict()["lines"][0]["probability"].keys() == {"decimal", "standard_error", "rounds", "seed"}
    # From two pair 4/47, from threes 66/1081 by keeping three, from a pair 165/16215, by the shares of the deals.
    deals = comb(52, 5)
    exact = Fraction(123552, deals) * Fraction(4, 47) + Fraction(54912, deals) * Fraction(66, 1081)
    exact += Fraction(1098240, deals) * Fraction(165, 16215) + Fraction(3744, deals)
    assert full.value == pytest.approx(float(exact), abs=5 * full.standard_error)


@pytest.mark.proof
def test_every_poker_game_has_frequencies_that_sum_to_all_deals() -> None:
    seen = 0
    for game in all_games():
        if game.rules.poker and game.rules.rules != "standard" and game.rules.poker.structure != "draw":
            for each in poker_frequencies(game.rules):
                seen += 1
                assert sum(each.lines.values()) == each.deals
                kinds = {type(each.probability(line)) for line in each.lines}
                assert kinds == {Fraction if each.exact else Estimate}
    assert seen > 15


def test_collection_costs_follow_the_schedule_by_players_and_pace() -> None:
    costs = {each.players: each for each in collection_costs(rule_set("texas-holdem", collection="1/4/7"), 40)}
    assert costs[4].hand == {"modified": 100, "flop": 1300, "turn": 1400, "river": 1500}
    assert costs[4].player_hour == Fraction(1500 * 40, 4)
    assert costs[6].hand["river"] == 1600
    assert costs[6].player_hand == Fraction(1600, 6)
    chinese = collection_costs(rule_set("face-up-chinese-poker", collection="1"))
    assert {(each.players, each.player_hour) for each in chinese} == {(2, 1500), (3, 1500), (4, 1500)}
    assert collection_costs(rule_set("texas-holdem")) == ()
    with pytest.raises(InputError, match="hands an hour"):
        collection_costs(rule_set("texas-holdem", collection="1"), 0)
