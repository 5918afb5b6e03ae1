"""The results of all wagers together: plain counts of small decks, exact single wagers, and simulation."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import hypot

import pytest

import cardroom
from cardroom.analysis import Local, Report
from cardroom.analysis.report.decks import RankDeck
from cardroom.analysis.report.joint import JointDistribution, estimate_variance, joint_distribution
from cardroom.analysis.report.side_bets import by_table
from cardroom.analysis.stages.joint import staged_joint
from cardroom.analysis.store import stored_analysis
from cardroom.games.banked import four_card_frenzy
from cardroom.games.banked.three_card_poker import Showdown, settle
from cardroom.play import pays
from cardroom.play.round.bank import pays_hand
from cardroom.rankings import category, rank, strength
from cardroom.rankings.four_of_five import FOUR_OF_FIVE, bonus_line
from support.small_decks import with_deck

THREE = "three-card-poker-6-card-bonus"


def distribution_of(joint, wager):
    """The distribution of one wager alone."""
    at, deals = joint.wagers.index(wager), sum(joint.counts.values())
    counts = Counter()
    for nets, count in joint.counts.items():
        counts[nets[at]] += count
    return {net: Fraction(count, deals) for net, count in counts.items()}


def test_each_wager_of_baccarat_has_its_own_distribution():
    game = cardroom.game("ez-baccarat", rules="standard")
    joint, report = joint_distribution(game.rules), cardroom.analyze(game)
    assert sum(joint.counts.values()) == 416 * 415 * 414 * 413 * 412 * 411
    for wager in joint.wagers:
        assert distribution_of(joint, wager) == report.wager(wager).distribution
    at = {wager: number for number, wager in enumerate(joint.wagers)}
    for nets in joint.counts:
        if nets[at["dragon-7"]] > 0:
            assert (nets[at["banker"]], nets[at["player"]], nets[at["panda-8"]]) == (0, -1, -1)
        assert (nets[at["tie"]] > 0) == (nets[at["player"]] == nets[at["banker"]] == 0)


def test_the_variance_of_two_opposite_wagers_of_baccarat():
    """Player and Banker together lose only if the Banker wins with three cards that make seven: then one pushes."""
    game = cardroom.game("ez-baccarat", rules="standard")
    joint, dragon = joint_distribution(game.rules), cardroom.analyze(game).wager("dragon-7")
    share = dragon.hit_frequency
    amounts = dict.fromkeys(joint.wagers, 0) | {"player": 100, "banker": 100}
    assert joint.variance(amounts) == 100**2 * share * (1 - share)
    assert joint.most(amounts) == 0


def plain_three_card(rules, cards):
    """Every deal of a small deck by the nets of Ante and Play, Pair Plus and 6 Card Bonus, one by one."""
    exposed = rules.house("exposed_card")
    qualifier = strength("three-card", "Qs 3h 2d")
    own_rank = {hand: rank("three-card", hand) for hand in combinations(cards, 3)}

    def showdown(own, dealer):
        if own_rank[dealer] < qualifier:
            return Showdown(qualified=False)
        return Showdown(result=(own_rank[own] > own_rank[dealer]) - (own_rank[own] < own_rank[dealer]))

    def side(wager, hand):
        table = rules.table(wager)
        return pays(rules, wager, category(table.ranking, rank(table.ranking, hand))).unit

    counts = Counter()
    for own in own_rank:
        known = {}
        deals = [(dealer, card) for dealer in own_rank if not set(own) & set(dealer) for card in dealer]
        for dealer, card in deals:
            result = showdown(own, dealer)
            net = settle(rules, "ante", result).unit + settle(rules, "play", result).unit
            known.setdefault(card if exposed else None, []).append(net)
        for dealer, card in deals:
            nets = known[card if exposed else None]
            result = showdown(own, dealer)
            base = settle(rules, "ante", result).unit + settle(rules, "play", result).unit
            pair_plus, folds = side("pair-plus", own), sum(nets) <= -len(nets)
            if folds:
                base, pair_plus = Fraction(-1), Fraction(-1)
            counts[base, pair_plus, side("six-card-bonus", own + dealer)] += 1
    return dict(counts)


@pytest.mark.parametrize("exposed", [True, False])
def test_a_small_deck_of_three_card_poker_agrees_with_a_plain_count(exposed):
    ranks, suits = (7, 9, 10, 12), 2
    rules = cardroom.game(THREE, exposed_card=exposed).rules
    cards = tuple(4 * rank + suit for rank, suit in product(ranks, range(suits)))
    wagers, counts = staged_joint(with_deck(rules, ranks, suits))
    assert wagers == ("ante", "pair-plus", "six-card-bonus")
    plain = plain_three_card(rules, cards)
    assert counts == {nets: many // (1 if exposed else 3) for nets, many in plain.items()}
    assert any(base == -1 for base, *_ in plain), "some hand is folded"


def plain_frenzy(rules, deck):
    """Every deal of a small deck by the nets of the base game and of each side bet, one by one."""
    own_rank = {hand: rank("four-of-five", hand) for hand in combinations(deck.cards, 5)}
    bonus = {hand: bonus_line(FOUR_OF_FIVE.key(hand)) or category("four-of-five", own_rank[hand]) for hand in own_rank}
    bets = [name for name, terms in rules.wagers().items() if terms.cards]
    aces, king = strength("four-of-five", four_card_frenzy.ACES), strength("four-of-five", "Ks 4h 3d 2c")
    counts = Counter()
    for own, value in own_rank.items():
        results = Counter(
            (own_rank[dealer] >= king, (value > own_rank[dealer]) - (value < own_rank[dealer]))
            for dealer in own_rank
            if not set(own) & set(dealer)
        )
        most = four_card_frenzy.RAISE_WITH_ACES.most if value >= aces else four_card_frenzy.RAISE.most
        shown = {each: four_card_frenzy.Showdown(False, *each, bonus[own]) for each in results}
        folded = four_card_frenzy.Showdown(folded=True)
        by_raise = [Counter({sum(four_card_frenzy.settle(rules, each, folded).unit for each in ("ante", "odds")): 0})]
        by_raise[0][next(iter(by_raise[0]))] = results.total()
        for times in range(1, most + 1):
            nets = Counter()
            for each, many in results.items():
                ante, odds, more = (four_card_frenzy.settle(rules, wager, shown[each]).unit for wager in BASE)
                nets[ante + odds + times * more] += many
            by_raise.append(nets)
        best = max(by_raise, key=lambda nets: sum(net * many for net, many in nets.items()))
        sides = []
        for name in bets:
            paid = pays_hand(rules, name, own)
            sides.append(-next(by_table(rules, name, lambda _, line=paid.line: {line: 1})).edge)
        for net, many in best.items():
            counts[net, *sides] += many
    return dict(counts)


BASE = ("ante", "odds", "raise")


@pytest.mark.proof
def test_a_small_deck_of_four_card_frenzy_agrees_with_a_plain_count():
    rules, deck = cardroom.game("four-card-frenzy").rules, RankDeck((2, 8, 11, 12), 3)
    wagers, counts = staged_joint(with_deck(rules, *deck))
    assert wagers == ("ante", "four-card-bonus", "prime", "galaxy")
    assert counts == plain_frenzy(rules, deck)


def test_the_covariance_of_side_bets_is_estimated_from_compiled_rounds_of_a_game_in_stages():
    game = cardroom.game(THREE)
    amounts = {"ante": 100, "pair-plus": 100, "six-card-bonus": 100}
    found = estimate_variance(game.rules, cardroom.analyze(game), amounts, 4096, "few")
    assert (found.variance.rounds, found.scripts) == (4096, False)
    assert found.variance.value > 0


@pytest.mark.proof
def test_three_card_poker_is_exact_and_the_estimate_is_near():
    game = cardroom.game(THREE)
    joint, report = joint_distribution(game.rules), cardroom.analyze(game)
    for wager in joint.wagers:
        assert distribution_of(joint, wager) == report.wager(wager).distribution
    amounts = {"ante": 300, "pair-plus": 200, "six-card-bonus": 100}
    one, two = (estimate_variance(game.rules, report, amounts, 400_000, "joint", Local(many)) for many in (1, 2))
    assert one == two
    assert one.variance.rounds == 400_000 // 1024 * 1024
    assert abs(one.variance.value - joint.variance(amounts)) < 4 * one.variance.standard_error
    apart = sum(report.wager(name).variance * amount**2 for name, amount in amounts.items())
    assert joint.variance(amounts) - apart > 8 * one.variance.standard_error, "the estimate sees the covariance"


@pytest.mark.proof
def test_the_script_estimates_the_variance_of_games_without_compiled_rounds():
    """One wager alone has its exact variance."""
    game = cardroom.game("pure-21.5-blackjack")
    report = stored_analysis(game)
    alone = estimate_variance(game.rules, report, {"wager": 500}, 128, "any")
    assert (alone.variance.value, alone.variance.standard_error) == (float(500**2 * report.wager("wager").variance), 0)
    assert (alone.variance.rounds, alone.scripts) == (128, True)
    both = estimate_variance(game.rules, report, {"wager": 500, "buster": 500}, 1024, "any")
    apart = sum(report.wager(name).variance * 500**2 for name in ("wager", "buster"))
    assert both.variance.value - apart > 6 * both.variance.standard_error, "a busted dealer pays both"
    assert both.variance.seed == "any"


@pytest.mark.proof
def test_script_and_compiled_rounds_of_pai_gow_estimate_the_same_variance():
    """Too few rounds for two batches of compiled ones are played by the script."""
    game = cardroom.game("face-up-pai-gow-poker")
    report, amounts = stored_analysis(game), {"base": 500, "fortune": 100}
    by_script, compiled = (estimate_variance(game.rules, report, amounts, many, "any") for many in (1984, 100_000))
    assert (by_script.scripts, compiled.scripts) == (True, False)
    errors = hypot(by_script.variance.standard_error, compiled.variance.standard_error)
    assert abs(by_script.variance.value - compiled.variance.value) < 4 * errors
    apart = sum(report.wager(name).variance * amount**2 for name, amount in amounts.items())
    assert compiled.variance.value - apart > 6 * compiled.variance.standard_error, "good hands win both"


def test_a_game_without_a_bank_has_no_estimate():
    game = cardroom.game("mexican-poker")
    report = Report("", "", "", "", {}, ())
    assert joint_distribution(game.rules) is None
    assert estimate_variance(game.rules, report, {}, 10_000, "none") is None


def test_the_totals_of_a_joint_distribution_add_up():
    joint = JointDistribution(("a", "b"), {(Fraction(1), Fraction(2)): 3, (Fraction(-1), Fraction(-1)): 1})
    assert joint.totals({"a": 10, "b": 1}) == {Fraction(12): 3, Fraction(-11): 1}
    assert joint.variance({"a": 10, "b": 1}) == Fraction(3, 16) * 23**2
