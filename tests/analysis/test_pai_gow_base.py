"""The exact base games of the pai gow games, compared with all deals of small decks, random deals and public
figures.

One file, because its tests share tables that take seconds to build in each process."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.engine.engines import Local
from cardroom.analysis.pai_gow import base as pai_gow_base
from cardroom.analysis.pai_gow.base import (
    count,
    deal_counts,
    face_up_base,
    fortune_base,
    named_counts,
)
from cardroom.analysis.pai_gow.best import RANKINGS
from cardroom.analysis.pai_gow.bonus import ace_high_lines
from cardroom.analysis.pai_gow.hands import count_hands, pai_gow_hands
from cardroom.analysis.pai_gow.leaders import leaders
from cardroom.analysis.pai_gow.setting import dealer_hands, setting_value
from cardroom.analysis.pai_gow.tables import kinds, patterns, settings
from cardroom.analysis.report.decks import FULL, RankDeck
from cardroom.analysis.report.what_if import repriced
from cardroom.analysis.store import find, keep, key_of
from cardroom.analysis.store.entries import CACHE
from cardroom.cards import JOKER, parse
from cardroom.games.banked.house_way import house_way, set_hand
from cardroom.games.banked.pai_gow import compare, five_card_ranking, settle
from cardroom.rankings import rank, rank_many, ranking, strength
from cardroom.rankings.base import numbering
from cardroom.rankings.pai_gow import ace_high, fouls, key, two_key
from cardroom.rulebook import rule_set
from support.sampling import PROOF, sampled

FORTUNE, FACE_UP = "fortune-pai-gow-poker", "face-up-pai-gow-poker"
both_rankings = pytest.mark.parametrize("name", RANKINGS)
WHEEL = {"pai-gow": "lowest", "pai-gow-high-wheel": "second highest"}
DEALS = comb(53, 7) * comb(46, 7)


@cache
def number(name, hand):
    """The int of a hand by the definition of a ranking."""
    return numbering(ranking(name))[1][ranking(name).key(hand)]


def numbers(name, hands):
    return np.array([number(name, tuple(sorted(hand))) for hand in hands])


def naive(deck, name):
    """All deals of a small deck, one by one, with hands set by the game's own House Way."""
    hands = list(combinations([*deck.cards, JOKER], 7))
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    ways = [house_way(hand, name) for hand in hands]
    fronts, backs = numbers("pai-gow-two", [way.front for way in ways]), numbers(name, [way.back for way in ways])
    ace_highs = np.array([ace_high(hand) for hand in hands])
    five_key, house, wins, loses = cache(key), Counter(), 0, 0
    for own, hand in enumerate(hands):
        apart = masks & masks[own] == 0
        front, back, flags = fronts[apart], backs[apart], ace_highs[apart]
        ends = flags, np.sign(fronts[own] - front), np.sign(backs[own] - back)
        house.update(zip(*(each.tolist() for each in ends), strict=True))
        split = [(two, tuple(card for card in hand if card not in two)) for two in combinations(hand, 2)]
        legal = [(two, five) for two, five in split if two_key(two) < five_key(five)]
        twos, fives = numbers("pai-gow-two", [two for two, _ in legal]), numbers(name, [five for _, five in legal])
        higher, behind = twos[:, None] > front, fives[:, None] > back
        wins += np.count_nonzero((higher & behind).any(axis=0) & ~flags)
        loses += np.count_nonzero(~(higher | behind).any(axis=0) & ~flags)
    return house, wins, loses


SMALL = [
    (RankDeck((0, 2, 3, 6, 10, 11, 12), 2), "pai-gow"),  # ace-high hands, straights with the joker
    (RankDeck((0, 1, 2, 3, 7, 8, 12), 2), "pai-gow-high-wheel"),
    (RankDeck((0, 1, 4, 8, 12), 3), "pai-gow"),
    (RankDeck((0, 5, 8, 12), 4), "pai-gow"),  # four of a kind, five aces
    (RankDeck((0, 1, 2, 3, 6, 9, 11, 12), 2), "pai-gow-high-wheel"),
    (RankDeck((3, 4, 5, 6, 7, 8, 10, 12), 2), "pai-gow"),
]


@pytest.mark.parametrize(
    ("deck", "name"), SMALL if PROOF else [(RankDeck((0, 1, 2, 3, 4, 9, 12), 2), "pai-gow-high-wheel")]
)
@pytest.mark.proof
def test_every_deal_of_a_small_deck_is_counted(deck, name):
    house, wins, loses = naive(deck, name)
    result = named_counts(count(name, deck, Local(1)))
    assert {end: many for end, many in result.house_way.items() if many} == house
    assert (result.wins, result.loses) == (wins, loses)
    assert result.deals == comb(len(deck.cards) + 1, 7) * comb(len(deck.cards) - 6, 7)


@pytest.mark.proof
def test_any_number_of_workers_counts_the_same():
    deck = RankDeck((0, 1, 2, 4, 5, 7, 9, 10, 12), 2)
    assert count("pai-gow", deck, Local(1)) == count("pai-gow", deck, Local(3))


@pytest.mark.proof
def test_sets_of_cards_represent_all_of_their_size():
    for size in range(7):
        assert leaders(FULL, size).ways.sum() == comb(52, size)
    assert [len(leaders(FULL, size).ways) for size in range(7)] == [1, 13, 169, 1755, 16432, 134459, 962988]


# -- The tables --------------------------------------------------------------------------------------------------------


@pytest.mark.proof
@both_rankings
def test_tables_set_hands_as_the_house_way_does(name):
    table, hands = kinds(name), patterns().hands.tolist()
    for pattern in sampled(range(len(hands)), 397):
        way, kind = house_way(hands[pattern], name), table.of[pattern]
        assert (strength("pai-gow-two", way.front), strength(name, way.back)) == (table.front[kind], table.back[kind])
        assert ace_high(hands[pattern]) == table.ace_high[kind]


@pytest.mark.proof
@both_rankings
def test_queries_find_the_best_setting_against_any_hand_of_the_house_way(name):
    table, hands = kinds(name), patterns().hands
    [others] = np.nonzero(table.ace_high == 0)
    ways = settings(hands, name)
    for pattern in sampled(range(len(hands)), 997, first=5):
        kind, legal = table.of[pattern], ~ways.fouls[pattern]
        dealers = others[np.random.default_rng(pattern).integers(0, len(others), 3000)]
        front, back = table.front[dealers], table.back[dealers]
        fronts, backs = (each[pattern][legal][:, None] for each in (ways.fronts, ways.backs))
        asked = slice(table.first[kind], table.first[kind + 1])
        lower = (front < table.query_front[asked, None]) & (back < table.query_back[asked, None])
        wins = (lower * table.query_sign[asked, None]).sum(axis=0)
        assert (wins == ((fronts > front) & (backs > back)).any(axis=0)).all()
        loses = (front >= table.most_front[kind]) & (back >= table.most_back[kind])
        assert (loses == ~((fronts > front) | (backs > back)).any(axis=0)).all()


def test_settings_are_foul_as_the_rules_say():
    hands, random = patterns().hands, Random(5)
    chosen = hands[random.sample(range(len(hands)), 300)]
    ways = settings(chosen, "pai-gow")
    for row, cards in enumerate(chosen.tolist()):
        pairs = enumerate(combinations(cards, 2))
        fouled = [fouls(two, [card for card in cards if card not in two]) for _, two in pairs]
        assert ways.fouls[row].tolist() == fouled


# -- The whole deck ----------------------------------------------------------------------------------------------------


COUNTED_WITH = {
    "pai-gow": "69706f6b635219684926d0c777ae9ce9",
    "pai-gow-high-wheel": "0e76d06b20542e3a2451a35542dc1253",
}
"""The digests of the tables of which the deals in the package were counted, by the ranking of five cards."""


@both_rankings
@pytest.mark.sampled(2)
def test_the_counts_in_the_package_are_of_the_tables_as_they_are(name):
    """All hands, and how each is set. Counting takes half a minute, but no other table can have this digest."""
    tables = [*patterns()[:-1], *kinds(name)]
    digest = key_of("tables", *(part for each in tables for part in (str(each.dtype), str(each.shape), each.tobytes())))
    message = "hands are set in another way: increase the number of METHOD, run make figures, and write the digest here"
    assert digest == COUNTED_WITH[name], message


@pytest.mark.proof
@pytest.mark.parametrize("name", ["fortune", "pai-gow"])
def test_the_hands_of_seven_in_the_package_are_counted_again(name):
    assert [*pai_gow_hands(name).values()] == count_hands(name)


@both_rankings
def test_two_hands_set_alike_beat_each_other_equally_often(name):
    known = deal_counts(name)
    ends = Counter()
    for (_, front, back), many in known.house_way.items():
        ends[front, back] += many
    assert known.deals == sum(ends.values()) == DEALS
    for (front, back), many in ends.items():
        assert ends[-front, -back] == many
    assert known.ace_high == DEALS - ace_high_lines()["no player-dealer ace-high"]


def test_fortune_has_these_exact_figures():
    report = analyze(cardroom.game(FORTUNE)).wager("base")
    assert report.edge == Fraction(26330687706913, 2062614757803600)
    assert report.deals == DEALS
    assert {outcome.line: outcome.count for outcome in report.outcomes} == {
        "both hands higher": 2_373_939_678_930_048,
        "lower in front, higher behind": 1_646_019_154_636_856,
        "copy in front, higher behind": 103_699_187_117_932,
        "higher in front, lower behind": 1_646_019_154_636_856,
        "higher in front, copy behind": 1_519_426_135_008,
        "lower in front, lower behind": 2_373_939_678_930_048,
        "lower in front, copy behind": 1_519_426_135_008,
        "copy in front, lower behind": 103_699_187_117_932,
        "copy in front, copy behind": 104_137_574_712,
    }
    other = analyze(cardroom.game(FORTUNE, wheel="second highest")).wager("base")
    assert other.edge == Fraction(1880639875643, 147329625557400)


def test_face_up_has_these_exact_figures():
    report = analyze(cardroom.game(FACE_UP)).wager("base")
    assert report.edge == Fraction(169229081711, 8929068215600)
    assert "7958836463476/128913422362725" in report.note
    assert {outcome.line: outcome.count for outcome in report.outcomes} == {
        "both hands higher": 2_049_263_384_196_156,
        "one hand higher": 3_223_161_709_670_724,
        "player-dealer's ace-high": 772_402_881_650_400,
        "no hand higher": 2_205_631_055_697_120,
    }
    other = analyze(cardroom.game(FACE_UP, wheel="second highest")).wager("base")
    assert other.edge == Fraction(9750923845853, 515653689450900)


def test_public_figures_of_another_house_way_are_near():
    """Wizard of Odds, pai gow poker, another house way on both sides: 28.61 % win, 29.91 % lose, 41.48 % push."""
    result = analyze(cardroom.game(FORTUNE)).wager("base").distribution
    for net, public in ((1, 0.2861), (-1, 0.2991), (0, 0.4148)):
        assert abs(float(result[Fraction(net)]) - public) < 0.004


def test_a_commission_is_paid_by_winners_alone():
    """Other odds settle the same counts."""
    rules = cardroom.game(FORTUNE).rules
    report = fortune_base(rules, deal_counts("pai-gow"))
    lower = repriced(rules, {"base.both hands higher": "19 to 20"})
    assert fortune_base(lower, deal_counts("pai-gow")).edge == report.edge + report.hit_frequency / 20


@pytest.mark.proof
@pytest.mark.parametrize(
    ("slug", "wheel"), sampled([(FORTUNE, "lowest"), (FACE_UP, "lowest"), (FACE_UP, "second highest")], 3, 2)
)
def test_random_deals_agree_within_four_standard_errors(slug, wheel):
    """Random deals of 14 cards, each set in all ways, without patterns, kinds or sets of shared cards."""
    rules = rule_set(slug, wheel=wheel)
    name = {wheel: name for name, wheel in WHEEL.items()}[wheel]
    rounds = 2_000_000 if PROOF else 60_000
    order = np.random.default_rng(29).random((rounds, 53)).argsort(axis=1)[:, :14]
    cards = np.sort(order.reshape(rounds, 2, 7).astype(np.uint8), axis=2)[:, :, ::-1]  # the joker is the highest number
    own, dealer = settings(cards[:, 0], name), settings(cards[:, 1], name)
    every = np.arange(rounds)
    front, back = dealer.fronts[every, dealer.house, None], dealer.backs[every, dealer.house, None]
    if slug == FORTUNE:
        higher = own.fronts[every, own.house, None] > front, own.backs[every, own.house, None] > back
        flags = np.zeros(rounds, np.bool_)
    else:
        higher = (own.fronts > front) & ~own.fouls, (own.backs > back) & ~own.fouls
        flags = _ace_high(cards[:, 1])
    win, any_higher = (higher[0] & higher[1]).any(axis=1), (higher[0] | higher[1]).any(axis=1)
    net = np.where(flags, 0, win.astype(np.int8) - ~any_higher)
    report = (fortune_base if slug == FORTUNE else face_up_base)(rules, deal_counts(name))
    assert abs(-net.mean() - float(report.edge)) < 4 * float(report.standard_deviation) / sqrt(rounds)
    assert abs(win[~flags].sum() / rounds - float(report.hit_frequency)) < 4 * sqrt(0.25 / rounds)


def _ace_high(hands):
    keys = numbering(ranking("pai-gow"))[0]
    flags = np.array([False, *(key[:2] == (0, 12) for key in keys)])
    return flags[rank_many("pai-gow", np.ascontiguousarray(hands))]


def test_the_script_settles_random_deals_as_they_are_counted():
    """Deals settled by the games' own functions, compared with the tables for the same cards."""
    random, seen = Random(11), Counter()
    for slug in [FORTUNE] * 100 + [FACE_UP] * 100:
        rules, cards = rule_set(slug), random.sample(range(53), 14)
        own, dealer = (sorted(hand, reverse=True) for hand in (cards[:7], cards[7:]))
        mine, theirs = (settings(np.array([hand], np.uint8), "pai-gow") for hand in (own, dealer))
        shown = house_way(dealer)
        front, back = (int(each[0, theirs.house[0]]) for each in (theirs.fronts, theirs.backs))
        end = compare(rules, house_way(own), shown)
        assert end.front == np.sign(mine.fronts[0, mine.house[0]] - front)
        assert end.back == np.sign(mine.backs[0, mine.house[0]] - back)
        ends = [compare(rules, set_hand(own, two), shown) for two in combinations(own, 2)]
        best = max(settle(rules, "base", each).unit for each in ends)
        higher, behind = mine.fronts[0] > front, mine.backs[0] > back
        legal = ~mine.fouls[0]
        assert best == (1 if (higher & behind & legal).any() else 0 if ((higher | behind) & legal).any() else -1)
        seen[best] += 1
    assert set(seen) == {-1, 0, 1}


# -- Stored counts -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE, str(tmp_path / "counts"))
    ends = find(key_of(pai_gow_base.METHOD, "pai-gow"), list[int])
    monkeypatch.setattr(pai_gow_base, "METHOD", "pai gow deals of another House Way")
    monkeypatch.setattr(pai_gow_base, "count", lambda *_: ends)
    return tmp_path / "counts"


def test_the_second_time_nothing_is_counted(folder, monkeypatch):
    first = deal_counts("pai-gow")
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(pai_gow_base, "count", None)
    assert deal_counts("pai-gow") == first


@pytest.mark.parametrize("damage", [b"", b"[1, 2", b"[1, 2]", b'{"a": 1}'])
def test_a_damaged_file_is_written_again(folder, damage):
    first = deal_counts("pai-gow")
    [file] = folder.iterdir()
    text = file.read_bytes()
    file.write_bytes(damage)
    assert deal_counts("pai-gow") == first
    assert file.read_bytes() == text


def test_a_folder_that_cannot_be_written_stops_nothing(folder):
    folder.write_bytes(b"a file where the folder should be")
    assert deal_counts("pai-gow").deals == DEALS
    keep("0" * 32, [1])
    assert find("0" * 32, list[int]) is None


# -- the best setting against a hidden hand --------------------------------------------------------------------------

RULES = rule_set(FORTUNE)
FIVES = five_card_ranking(RULES)


@pytest.mark.parametrize("left", ["As Ah Ad Ks Kh Qs Js Ts 9s 2d", "As 8h 7d 6s 5h 4s 3s 2s 2h Jk"])
def test_every_setting_has_the_average_of_all_hands_of_the_dealer(left):
    cards = parse(left)
    hand = parse("Ac Kc Kd Qc Qd 4c 3d")
    against = dealer_hands(cards, FIVES)
    dealers = [house_way(each, FIVES) for each in combinations(cards, 7)]
    assert against.counts.sum() == len(dealers) == 120
    values = {}
    for front in combinations(hand, 2):
        setting = set_hand(hand, front)
        nets = [settle(RULES, "base", compare(RULES, setting, dealer)).unit for dealer in dealers]
        values[setting] = sum(nets, Fraction(0)) / len(nets)
        assert setting_value(RULES, setting, against) == values[setting]


@pytest.mark.skipif(not PROOF, reason="six thousand counts: make proof")
def test_hands_set_the_house_way_end_as_the_count_of_all_deals_says():
    """Every hand of a deck of fourteen cards and the joker, to the last integer."""
    deck = RankDeck((0, 1, 2, 3, 8, 11, 12), 2)
    cards = [*deck.cards, JOKER]
    total = Counter()
    for hand in combinations(cards, 7):
        own = house_way(hand, FIVES)
        against = dealer_hands([card for card in cards if card not in hand], FIVES)
        total.update(against.results(rank("pai-gow-two", own.front), rank(FIVES, own.back)))
    expected = Counter()
    for (_, front, back), many in named_counts(count(FIVES, deck, Local(1))).house_way.items():
        expected[front, back] += many
    assert +total == +expected
