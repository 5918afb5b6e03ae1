"""Exact figures of the bonus bets of the pai gow games, compared with public ones and with all deals of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import msgspec
import numpy as np
import pytest

from cardroom.analysis.pai_gow.bonus import ace_high_lines, envy_report, pai_gow_bonus_report
from cardroom.analysis.poker_hands.lines import WITH_JOKER, hands_by_line
from cardroom.games.banked.pai_gow import ace_high_line
from cardroom.rankings import ranking
from cardroom.rankings.base import numbering
from cardroom.rankings.pai_gow_kernels import count_every_hand
from cardroom.rulebook import rule_set

FORTUNE, FACE_UP = "fortune-pai-gow-poker", "face-up-pai-gow-poker"
both = pytest.mark.parametrize("slug", [FORTUNE, FACE_UP])
HANDS = comb(53, 7)


def reports(slug, **lines):
    """The reports by wager, with other odds in the order of the printed lines."""
    rules = rule_set(slug)
    pay = {
        name: msgspec.structs.replace(rules.pay[name], lines=dict(zip(rules.pay[name].lines, odds, strict=True)))
        for name, odds in lines.items()
    }
    every = pai_gow_bonus_report(msgspec.structs.replace(rules, pay=rules.pay | pay))
    return {report.wager: report for report in every}


def paid(report):
    return {outcome.line: outcome.pays for outcome in report.outcomes if outcome.net > 0}


def percent(number, digits=2):
    return f"{float(number) * 100:.{digits}f}"


# -- Fortune Bonus -----------------------------------------------------------------------------------------------------


def test_fortune_lines_have_the_public_counts():
    """Wizard of Odds, pai gow poker side bets; the rarest can be counted by hand."""
    counts = dict(hands_by_line("fortune", (7,), WITH_JOKER))
    assert sum(counts.pop(line) for line in ("two pair", "pair", "high card")) == 124_556_196
    assert counts == {
        "straight": 11_034_204,
        "three of a kind": 7_672_500,
        "flush": 6_172_088,
        "full house": 4_188_528,
        "four of a kind": 307_472,
        "straight flush": 184_644,
        "royal flush": 26_020,
        "five aces": comb(48, 2),
        "seven-card straight flush with joker": 4 * (8 * 7 - 7),  # two runs next to each other share six ranks
        "royal flush with royal match": 4 * 3 * (1 + 5),
        "seven-card straight flush": 4 * 8,
    }


@both
def test_fortune_as_printed(slug):
    """Both books print the same table."""
    report = reports(slug)["fortune"]
    assert report.edge == Fraction(3271699, 38535770)
    assert percent(report.edge) == "8.49"
    assert report.deals == HANDS
    assert paid(report) == rule_set(slug).pay["fortune"].lines


@pytest.mark.parametrize(("top", "edge"), [("5,000 to 1", "7.83"), ("8,000 to 1", "7.77")])
def test_other_houses_tables_have_their_public_edges(top, edge):
    odds = [top, "2,000 to 1", "1,000 to 1", "400 to 1", "150 to 1", "50 to 1", "25 to 1"]
    odds += ["5 to 1", "4 to 1", "3 to 1", "2 to 1"]
    assert percent(reports(FACE_UP, fortune=odds)["fortune"].edge) == edge


# -- Envy Bonus --------------------------------------------------------------------------------------------------------


@both
def test_envy_as_printed_for_each_other_player(slug):
    report = reports(slug)["envy"]
    dollars = (
        *((1000, 32), (750, 72), (250, 196), (100, 1_128), (50, 26_020)),
        *((20, 184_644), (5, 307_472)),
    )
    assert -report.edge * 5 == Fraction(sum(pays * count for pays, count in dollars), HANDS)
    assert percent(-report.edge) == "0.88"
    assert paid(report) == rule_set(slug).pay["envy"].lines
    assert report.hit_frequency == Fraction(sum(count for _, count in dollars), HANDS)
    assert report.deals == HANDS


def test_envy_adds_up_over_players_only_where_each_hand_pays():
    """So only there the figure is marked as in force."""
    for slug, in_force in ((FACE_UP, True), (FORTUNE, False)):
        assert reports(slug)["envy"].in_force is in_force
    assert envy_report(rule_set(FORTUNE, envy_pays="each hand")).in_force
    assert not envy_report(rule_set(FACE_UP, envy_pays="highest hand")).in_force


# -- Ace-High Bonus ----------------------------------------------------------------------------------------------------


def test_ace_high_as_printed():
    report = reports(FACE_UP)["ace-high"]
    assert report.edge == Fraction(6587353185177, 137507650520240)
    assert percent(report.edge, 4) == "4.7905"
    assert paid(report) == rule_set(FACE_UP).pay["ace-high"].lines
    assert "ace-high" not in reports(FORTUNE)


@pytest.mark.proof
def test_the_player_dealers_ace_high_hands_are_as_many_as_among_all_hands_of_seven():
    counts = ace_high_lines()
    ways = sum(count for line, count in counts.items() if line != "no player-dealer ace-high")
    values = count_every_hand()[0][1:].tolist()
    keys = numbering(ranking("pai-gow"))[0]
    ace_high = sum(count for key, count in zip(keys, values, strict=True) if key[:2] == (0, 12))
    assert ways == ace_high * comb(46, 7)
    assert sum(counts.values()) == HANDS * comb(46, 7)


STRAIGHTS = [{low % 13 for low in range(start, start + 5)} for start in range(-1, 9)]


def is_ace_high(hand):
    """By the book's text alone: an ace or the joker, and no pair, straight or flush with the joker's help."""
    ranks = {card // 4 for card in hand}
    joker = 13 in ranks
    if len(ranks) < 7 or (12 in ranks) == joker:
        return False
    if any(len(ranks & run) + joker >= 5 for run in STRAIGHTS):
        return False
    return max(Counter(card % 4 for card in hand if card != 52).values()) + joker < 5


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [
        ((0, 2, 5, 7, 10, 11, 12), 4),
        ((0, 1, 2, 4, 5, 7, 10, 12), 3),
        ((0, 1, 2, 4, 5, 6, 8, 9, 11, 12), 2),
    ],
)
@pytest.mark.sampled(3)
def test_ace_high_over_every_deal_of_a_small_deck(ranks, suits):
    deck = [rank * 4 + suit for rank in ranks for suit in range(suits)] + [52]
    hands = [hand for hand in combinations(deck, 7) if is_ace_high(hand)]
    masks = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    joker = masks >> 52 > 0
    disjoint = np.array([np.count_nonzero(masks & mask == 0) for mask in masks.tolist()])
    others = comb(len(deck) - 7, 7)
    played = Counter(
        {
            "player and player-dealer ace-high": int(disjoint.sum()),
            "player-dealer ace-high with joker": int((others - disjoint)[joker].sum()),
            "player-dealer ace-high": int((others - disjoint)[~joker].sum()),
        }
    )
    assert min(played.values()) > 0
    counts = ace_high_lines(ranks, suits)
    assert counts.pop("no player-dealer ace-high") == comb(len(deck), 7) * others - played.total()
    assert counts == played


def pairs(one, other):
    """Count pairs of ace-high hands without a common card, by assigning suits card by card."""
    (mine, size, most), (theirs, other_size, other_most) = one, other
    number = 0
    for shared, times in Counter(len(held & others) for held in mine for others in theirs).items():
        steps = [[(a, b) for a in range(4) for b in range(4) if a != b]] * shared
        steps += [[(a, None) for a in range(4)]] * (size - shared)
        steps += [[(None, b) for b in range(4)]] * (other_size - shared)
        suits = Counter({((0,) * 4, (0,) * 4): 1})
        for step in steps:
            longer = Counter()
            for (own, dealer), ways in suits.items():
                for a, b in step:
                    held = tuple(count + (suit == a) for suit, count in enumerate(own))
                    others = tuple(count + (suit == b) for suit, count in enumerate(dealer))
                    if max(held) <= most and max(others) <= other_most:
                        longer[held, others] += ways
            suits = longer
        number += times * suits.total()
    return number


@pytest.mark.proof
def test_both_ace_high_from_the_whole_deck_with_suits_given_card_by_card():
    natural = [{*six, 12} for six in combinations(range(12), 6) if is_ace_high(unsuited((*six, 12)))]
    joker = [set(six) for six in combinations(range(12), 6) if is_ace_high([*unsuited(six), 52])]
    assert (len(natural), len(joker)) == (833, 427)
    mixed = pairs((joker, 6, 3), (natural, 7, 4))
    naturals = pairs((natural, 7, 4), (natural, 7, 4))
    assert ace_high_lines()["player and player-dealer ace-high"] == 2 * mixed + naturals


def unsuited(ranks):
    return [4 * rank + place % 4 for place, rank in enumerate(ranks)]


def test_the_script_calls_the_same_deals_ace_high():
    """Random deals, judged by the script and by the book's text."""
    random = Random(7)
    seen = Counter()
    for _ in range(4_000):
        cards = random.sample(range(53), 14)
        own, dealer = cards[:7], cards[7:]
        line = ""
        if is_ace_high(dealer):
            line = "player-dealer ace-high with joker" if 52 in dealer else "player-dealer ace-high"
            line = "player and player-dealer ace-high" if is_ace_high(own) else line
        assert ace_high_line(own, dealer) == line, (own, dealer)
        seen[line] += 1
    assert len(seen) == 4
