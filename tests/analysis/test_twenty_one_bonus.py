"""Exact figures of the bonus bets of the 21.5 games, compared with public ones and with plain play of every order."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm

import msgspec
import pytest

from cardroom.analysis.twenty_one.bonus import dealer_hands, matches, red_runs, twenty_one_bonus_report
from cardroom.cards import parse
from cardroom.cards.decks import deck
from cardroom.rulebook import rule_set

PURE, SPANISH = "pure-21.5-blackjack", "pure-spanish-21.5"


def table(wager, packs, pays, game=PURE, base=None):
    """The report of one bonus bet with other odds, in the order of its printed lines."""
    rules = rule_set(game)
    name = rules.wager[wager].pays.format(packs=packs)
    printed = rules.pay[base or name]
    lines = {line: f"{odds} to 1" for line, odds in zip(printed.lines, pays, strict=True)}
    pay = rules.pay | {name: msgspec.structs.replace(printed, lines=lines)}
    rules = msgspec.structs.replace(rules, pay=pay, settings=rules.settings | {"packs": packs})
    [report] = [report for report in twenty_one_bonus_report(rules) if report.wager == wager]
    return report


def percent(number, digits=4):
    return f"{float(number) * 100:.{digits}f}"


# -- Public figures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("packs", "edge"),
    list(
        zip(range(1, 9), ("10.2910", "7.3163", "6.2951", "5.7788", "5.4672", "5.2586", "5.1093", "4.9971"), strict=True)
    ),
)
def test_red_flex_has_the_public_edge_for_every_number_of_decks(packs, edge):
    """Wizard of Odds, Red Flex, dealer hits soft 17: 1-5-10-50-100-200, seven or more the same."""
    assert percent(table("red-flex", packs, (200, 200, 100, 50, 10, 5, 1)).edge) == edge


def test_red_flex_has_the_public_probabilities_for_five_decks():
    report = table("red-flex", 5, (200, 200, 100, 50, 10, 5, 1))
    assert percent(report.edge, 6) == "5.467154"
    shares = {outcome.line: f"{outcome.count / report.deals:.11f}" for outcome in report.outcomes}
    assert shares["6 red cards"] == "0.00006438572"
    assert shares["5 red cards"] == "0.00115421980"
    assert shares["4 red cards"] == "0.01220995252"
    assert shares["3 red cards"] == "0.06849517726"
    assert shares["2 red cards"] == "0.16710871362"
    seven_or_more = [outcome.count for outcome in report.outcomes if outcome.line[0] in "78"]
    assert f"{sum(seven_or_more) / report.deals:.11f}" == "0.00000230011"


def test_another_red_flex_table_has_its_public_figures():
    """888 Casino blog, card counting the Red Flex: six decks, 2-3-8-50-100-250."""
    report = table("red-flex", 6, (250, 250, 100, 50, 8, 3, 2))
    assert (percent(report.edge, 3), percent(report.hit_frequency, 3)) == ("4.703", "24.920")
    assert f"{float(report.standard_deviation):.3f}" == "2.561"


def test_buster_has_the_public_edge_and_probabilities_for_six_decks():
    report = table("buster", 6, (250, 50, 12, 4, 2, 2))
    assert percent(report.edge) == "6.2143"
    shares = {outcome.line: f"{outcome.count / report.deals:.4e}" for outcome in report.outcomes}
    assert shares["bust with 3 cards"] == "1.7303e-01"
    assert shares["bust with 4 cards"] == "8.9392e-02"
    assert shares["bust with 5 cards"] == "2.0473e-02"
    assert shares["bust with 6 cards"] == "2.6376e-03"
    assert shares["bust with 7 cards"] == "2.1444e-04"


def test_match_the_dealer_has_the_public_edges():
    """Six decks as printed, and the table of other houses for eight decks."""
    [printed] = twenty_one_bonus_report(rule_set(SPANISH))
    assert printed.edge == Fraction(1254, 41041)
    assert printed.deals == 287 * 286
    eight = table("match-the-dealer", 8, (24, 15, 12, 6, 3), SPANISH, "match-the-dealer-6")
    assert percent(eight.edge, 2) == "2.99"
    assert eight.deals == 383 * 382


# -- The tables as printed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("packs", "red_flex", "buster"),
    [
        (1, "10.2910", "6.2795"),
        (2, "7.3161", "5.8544"),
        (3, "6.2948", "5.7013"),
        (4, "5.7783", "5.6225"),
        (5, "5.4667", "5.5746"),
        (6, "5.2581", "5.5424"),
        (7, "5.1087", "5.5193"),
        (8, "4.9965", "5.5018"),
    ],
)
def test_the_printed_tables_at_every_number_of_decks(packs, red_flex, buster):
    """RFB-04 and Option 4, whose edges no source prints: they follow from those of the public tables."""
    reports = {report.wager: report for report in twenty_one_bonus_report(rule_set(PURE, packs=packs))}
    assert {wager: percent(report.edge) for wager, report in reports.items()} == {
        "red-flex": red_flex,
        "buster": buster,
    }
    for wager, public, dearer in (
        ("red-flex", (200, 200, 100, 50, 10, 5, 1), {"8 or more red cards": 100}),
        ("buster", (250, 50, 12, 4, 2, 2), {"bust with 6 cards": 3, "bust with 8 or more cards": -100}),
    ):
        report = reports[wager]
        more = sum(outcome.count * dearer.get(outcome.line, 0) for outcome in report.outcomes)
        assert table(wager, packs, public).edge - report.edge == Fraction(more, report.deals)


@pytest.mark.parametrize("game", [PURE, SPANISH])
def test_every_bonus_bet_and_every_printed_line_is_there(game):
    rules = rule_set(game)
    reports = twenty_one_bonus_report(rules)
    assert [report.wager for report in reports] == [wager for wager in rules.wagers() if wager != "wager"]
    for report in reports:
        printed = rules.table(rules.wager[report.wager].pays).lines
        paid = {outcome.line: outcome.pays for outcome in report.outcomes if outcome.net > 0}
        assert paid == printed
        assert all(outcome.count for outcome in report.outcomes)


def test_wagers_not_on_the_layout_are_not_counted():
    assert twenty_one_bonus_report(rule_set(SPANISH, packs=8, match_the_dealer=False)) == ()


# -- Plain play, which shares no code with the count -------------------------------------------------------------------


def points(cards):
    """The best total of cards given as points, the ace as 1, and whether an ace counts eleven."""
    total = sum(cards)
    return (total + 10, True) if 1 in cards and total <= 11 else (total, False)


def stands(cards):
    total, soft = points(cards)
    return total >= 18 or (total == 17 and not soft)


def value(card):
    rank = card // 4
    return 1 if rank == 12 else min(rank + 2, 10)


SMALL_SHOES = ("As Ah 2d 3c 5h 9d Ts Kh", "Ad Ah Ac 6d 6h 7s Qd Td", "2h 2h 3d 4d 5d 6h 7d 8s")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("shoe", SMALL_SHOES)
def test_every_order_of_a_small_shoe_played_out(shoe):
    cards = parse(shoe)
    ends, runs = Counter(), Counter()
    for order in permutations(cards):
        size = next(size for size in range(2, 9) if stands([value(card) for card in order[:size]]))
        pure = size == 2 and sorted(value(card) for card in order[:2]) == [1, 10]
        ends[21.5 if pure else points([value(card) for card in order[:size]])[0], size] += 1
        red = [card % 4 in (1, 2) for card in order[:size]]
        runs[red.index(False) if False in red else size] += 1
    # The counts are of orders of as many cards as the longest hand takes, so they are these over one factor.
    for result, played, key in (
        (dealer_hands(cards), ends, lambda hand: (hand.dealer, hand.dealer_cards)),
        (red_runs(cards), runs, lambda hand: hand.red),
    ):
        factor = Fraction(sum(played.values()), sum(result.values()))
        assert {key(hand): count * factor for hand, count in result.items()} == played


@pytest.mark.parametrize("packs", [1, 6])
def test_the_player_dealers_hand_card_by_card_from_a_whole_shoe(packs):
    """A walk down every order of points."""
    shoe = dict.fromkeys(range(1, 10), 4 * packs) | {10: 16 * packs}
    played = Counter()

    def walk(hand, ways):
        if stands(hand):
            total, size = points(hand)[0], len(hand)
            played[(21.5 if size == 2 and total == 21 else total), size] += ways
            return
        for count, copies in shoe.items():
            if copies:
                shoe[count] -= 1
                walk([*hand, count], ways * copies)
                shoe[count] += 1

    walk([], 1)
    counts = dealer_hands(deck("bonus", packs=packs).cards)
    deals = sum(counts.values())
    chances = {(hand.dealer, hand.dealer_cards): Fraction(count, deals) for hand, count in counts.items()}
    assert chances == {end: Fraction(ways, perm(52 * packs, end[1])) for end, ways in played.items()}


def test_match_the_dealer_over_every_three_cards_of_a_small_shoe():
    cards = parse("Ks Ks Kh Kd 9s 9s 9h 9d")
    played = Counter()
    for up, one, other in permutations(range(8), 3):
        suited = (cards[one] == cards[up]) + (cards[other] == cards[up])
        ranks = (cards[one] // 4 == cards[up] // 4) + (cards[other] // 4 == cards[up] // 4)
        played[suited, ranks - suited] += 1
    names = {
        (2, 0): "2 suited matches",
        (1, 1): "1 suited + 1 non-suited match",
        (1, 0): "1 suited match",
        (0, 2): "2 non-suited matches",
        (0, 1): "1 non-suited match",
        (0, 0): "no match",
    }
    assert {hand.match: count for hand, count in matches(tuple(cards)).items()} == {
        names[kind]: count for kind, count in played.items()
    }
