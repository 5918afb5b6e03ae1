"""Counting cards: published effects and counts, every order of small shoes, and play with a counter."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import cardroom
from cardroom.analysis import Local
from cardroom.analysis.counting import CardClass, Effects, best_counts, count_cards, linear_count, win_rates
from cardroom.analysis.counting import baccarat as baccarat_counts
from cardroom.analysis.counting import twenty_one as twenty_one_counts
from cardroom.analysis.few_cards.baccarat import showdowns_in
from cardroom.cards import parse, text
from cardroom.rulebook import rule_set

SHOE = (128, *[32] * 9)
"""Eight decks by points."""
JACOBSON = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)
"""Eliot Jacobson's count of the Dragon 7, ace to ten (Card Counting the Dragon Side Bet in EZ Baccarat, 2011)."""
GRIFFIN = (-61, 38, 44, 55, 69, 46, 28, 0, -18, -51)
"""Effects of removal in blackjack, ace to ten, in 0.01 %: a single deck (The Theory of Blackjack)."""
DRAWS = {0: range(10), 1: range(10), 2: range(10), 3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
"""The player's third card on which the banker hand draws, by its points: the table that every rule book prints."""


def test_effects_on_the_player_hand_are_the_published_ones():
    """Changes of the player hand's chance to win with eight decks (excelpunks.com, Concepts 16)."""

    def wins(shoe):
        counts = showdowns_in(shoe)
        return Fraction(sum(n for hand, n in counts.items() if hand.player > hand.banker), sum(counts.values()))

    published = {4: "-0.0000435175", 0: "-0.0000373810", 1: "-0.0000295798", 3: "-0.0000217068"}
    for points, change in published.items():
        less = tuple(many - (place == points) for place, many in enumerate(SHOE))
        assert f"{float(wins(less) - wins(SHOE)):.10f}" == change


def test_the_dragon_7_has_the_published_combinations():
    """Wizard of Odds, Card Counting the Dragon Bet, table 1."""
    counts = showdowns_in(SHOE)
    dragon = sum(n for hand, n in counts.items() if hand.banker == 7 > hand.player and hand.banker_cards == 3)
    assert (dragon, sum(counts.values())) == (112_633_011_329_024, 4_998_398_275_503_360)


def by_hand(points):
    """The average result of Player, Dragon 7 and Panda 8 over every order of a few cards, by our own rules."""
    sums, orders = [Fraction(0)] * 3, 0
    for one, two, three, four, five, six in permutations(points, 6):
        player, banker, cards = (one + two) % 10, (three + four) % 10, [2, 2]
        rest = [five, six]
        if max(player, banker) < 8:
            third = None
            if player < 6:
                third = rest.pop(0)
                player, cards[0] = (player + third) % 10, 3
            if banker < 6 if third is None else third in DRAWS.get(banker, ()):
                banker, cards[1] = (banker + rest.pop(0)) % 10, 3
        orders += 1
        sums[0] += (player > banker) - (player < banker)
        sums[1] += 40 if banker == 7 > player and cards[1] == 3 else -1
        sums[2] += 25 if player == 8 > banker and cards[0] == 3 else -1
    return [each / orders for each in sums]


@pytest.mark.parametrize("gone", [None, "7s", "9d", "Kc"])
def test_the_edge_of_any_shoe_is_that_of_every_order(gone):
    cards = [*parse("7s 9d Kc 2c 4h 6d 8s")]
    if gone:
        cards.remove(parse(gone)[0])
    rules = rule_set("ez-baccarat")
    found = [-baccarat_counts.edge(rules, wager, tuple(cards), Local(1)) for wager in ("player", "dragon-7", "panda-8")]
    worth = dict(zip("A23456789TJQK", [*range(1, 10), 0, 0, 0, 0], strict=True))
    points = [worth[text(card)[0]] for card in cards]
    assert found == by_hand(points)


def test_cards_that_nobody_saw_change_nothing_on_average():
    for slug, wagers in {"ez-baccarat": (), "pure-21.5-blackjack": ("red-flex", "buster")}.items():
        for each in count_cards(cardroom.game(slug), wagers).wagers:
            effects = zip(each.effects.classes, each.effects.each, strict=True)
            assert sum(known.number * effect for known, effect in effects) == 0


def test_no_card_matters_for_match_the_dealer():
    [found] = count_cards(cardroom.game("pure-spanish-21.5"), ["match-the-dealer"], removed=parse("Ks Kh")).wagers
    assert (found.effects.each, found.best, found.playing) == ((0,), (), None)
    assert found.remaining.edge != -found.effects.value  # but two kings do


def test_the_best_tags_are_the_best_of_all():
    rng = np.random.default_rng(3)
    cards = parse("As 2s 3s 4s 5s 6s 7s")
    for _ in range(3):
        classes = tuple(CardClass(str(card), card, int(rng.integers(4, 17))) for card in cards)
        effects = Effects(Fraction(-1), classes, tuple(Fraction(int(each), 997) for each in rng.integers(-99, 99, 7)))
        for level, best in enumerate(best_counts(effects, 2), 1):
            every = product(range(-level, level + 1), repeat=7)
            tags = np.array([each for each in every if len({*each}) > 1], float)
            numbers = np.array([each.number for each in classes], float)
            known = np.array([float(each) for each in effects.each])
            tags -= (tags @ numbers / numbers.sum())[:, None]
            known -= known @ numbers / numbers.sum()
            most = ((tags * known) @ numbers / np.sqrt(tags**2 @ numbers * (known**2 @ numbers))).max()
            assert float(best.correlation) == pytest.approx(most, abs=1e-12)


def test_a_published_count_of_the_dragon_7():
    [found] = count_cards(cardroom.game("ez-baccarat"), ["dragon-7"], tags=JACOBSON, removed=parse("8c 8d 9c")).wagers
    assert found.playing.mean == 0
    assert 0.96 < float(found.playing.correlation) < float(found.best[1].correlation)
    assert 3 < found.playing.trigger < 4, "he bets at four or more"
    assert found.remaining.true_count == Fraction(6 * 52, 413)
    assert float(found.remaining.by_count) == pytest.approx(float(found.remaining.edge), abs=0.002)


@pytest.mark.proof
def test_a_published_win_rate_of_the_dragon_7():
    """A counter wins about 0.52 units a shoe with 16 cards behind the cut card (discountgambling.net). With 14, perfect
    play wins 0.597 (E. Jacobson, Co-Card Counting)."""
    game = cardroom.game("ez-baccarat", cut_card=16)
    [found] = count_cards(game, ["dragon-7"], tags=JACOBSON, shoes=1_000_000).wagers
    assert 0.45 < found.rate.per_shoe.value < 0.62
    assert found.rate.per_shoe.standard_error < 0.02


def always(count):
    """A count that bets in every round."""
    return count._replace(trigger=Fraction(-(10**9)))


@pytest.mark.parametrize(
    ("slug", "part", "wagers"),
    [
        ("ez-baccarat", baccarat_counts, ("player", "tie", "panda-8", "dragon-7")),
        ("pure-21.5-blackjack", twenty_one_counts, ("wager", "red-flex", "buster")),
    ],
)
def test_who_always_bets_pays_the_edge(slug, part, wagers):
    rules = rule_set(slug)
    names = {wager: part.names(rules, wager) for wager in wagers}
    classes = {wager: tuple(CardClass(name, 0, 8) for name in named) for wager, named in names.items()}
    flat = {
        wager: Effects(Fraction(-1), each, tuple(map(Fraction, range(len(each))))) for wager, each in classes.items()
    }
    counts = {wager: always(linear_count(each, range(len(each.classes)))) for wager, each in flat.items()}
    rates = win_rates(part.SHOE, rules, counts, 1500, "any", Local(1))
    edges = {each.wager: each.edge for each in cardroom.analyze(cardroom.game(slug)).wagers if each.in_force}
    for wager, rate in rates.items():
        assert (rate.share.value, rate.share.standard_error) == (1, pytest.approx(0, abs=1e-6))
        assert abs(rate.gain.value + edges[wager]) < 4 * rate.gain.standard_error
    assert rates == win_rates(part.SHOE, rules, counts, 1500, "any", Local(2))


def test_a_count_that_is_worth_something_wins_more_than_one_that_is_not():
    rules = rule_set("ez-baccarat", cut_card=20)
    [found] = count_cards(cardroom.game("ez-baccarat", cut_card=20), ["dragon-7"]).wagers
    turned = found.playing._replace(tags=tuple(-tag for tag in found.playing.tags), mean=-found.playing.mean)
    good, bad = (win_rates(baccarat_counts.SHOE, rules, {"dragon-7": each}, 6000, "x", Local(2))["dragon-7"].gain
                 for each in (found.playing, turned))  # fmt: skip
    assert good.value - bad.value > 4 * (good.standard_error + bad.standard_error) / 2


@pytest.mark.proof
def test_effects_in_21_5_are_like_those_in_blackjack():
    [found] = count_cards(cardroom.game("pure-21.5-blackjack", packs=1), ["wager"]).wagers
    assert np.corrcoef([float(each) for each in found.effects.each], GRIFFIN)[0, 1] > 0.95
    average = (
        sum(known.number * each for known, each in zip(found.effects.classes, found.effects.each, strict=True)) / 52
    )
    assert 0 <= average < Fraction(1, 1000), "a player who knows the card can only do better"
