"""Settings in the pai gow games: their values against a hidden hand, the best ones, strategies, and compiled rounds."""

from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import msgspec
import numpy as np
import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.engine.engines import Local
from cardroom.analysis.evaluation.decisions import DecisionFacts, evaluate_cards
from cardroom.analysis.pai_gow import (
    HouseWay,
    SettingStrategy,
    dealer_hands,
    known_choices,
    orbits,
    orbits_of,
)
from cardroom.analysis.pai_gow import setting as pai_gow_setting
from cardroom.analysis.pai_gow.base import count, named_counts
from cardroom.analysis.pai_gow.best import StoredChoices, choose, hand_values
from cardroom.analysis.pai_gow.tables import staircases
from cardroom.analysis.report.decks import RankDeck
from cardroom.analysis.report.what_if import repriced
from cardroom.analysis.simulation import BASE, simulate
from cardroom.analysis.simulation.counts import count_ends
from cardroom.analysis.simulation.parts import compiled_rounds
from cardroom.analysis.simulation.rounds import deal_chunk
from cardroom.analysis.simulation.scripts import play_chunk, play_round
from cardroom.analysis.simulation.strategies import optimal
from cardroom.analysis.store.entries import CACHE
from cardroom.analysis.strategy import Strategy, StrategyError
from cardroom.analysis.strategy.cost import strategy_cost
from cardroom.cards import JOKER, parse, text
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.games.banked.house_way import house_way, set_hand
from cardroom.games.banked.pai_gow import compare, five_card_ranking, settle
from support.sampling import PROOF

FORTUNE, FACE_UP = "fortune-pai-gow-poker", "face-up-pai-gow-poker"
GAME = cardroom.game(FORTUNE)
HAND = tuple(parse("Ac Kc Kd Qc Qd 4c 3d"))


def test_every_setting_has_its_average_over_all_hands_of_the_dealer():
    left = parse("As Ah Ad Ks Kh Qs Js Ts 9s Jk")
    seen = tuple(card for card in deck("joker").cards if card not in (*left, *HAND))
    found = evaluate_cards(GAME, DecisionFacts(HAND, 500, seen=seen))
    fives = five_card_ranking(GAME.rules)
    dealers = [house_way(each, fives) for each in combinations(left, 7)]
    for option in found.options:
        setting = set_hand(HAND, option.cards) if option.action == "set" else house_way(HAND, fives)
        nets = [settle(GAME.rules, "base", compare(GAME.rules, setting, dealer)).unit for dealer in dealers]
        assert option.value == sum(nets, Fraction(0)) / len(nets)
    assert len(found.options) == 22
    assert "it beats" in found.reason


def test_tables_are_stored_and_a_damaged_file_is_written_again(tmp_path, monkeypatch):
    first, builds = pai_gow_setting.house_tables("pai-gow"), []
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(pai_gow_setting, "patterns", lambda: first[0])
    monkeypatch.setattr(pai_gow_setting, "staircases", lambda name: builds.append(name) or first[1])
    tables = pai_gow_setting.house_tables.__wrapped__
    tables("pai-gow")
    [file] = tmp_path.iterdir()
    for one, two in zip(first, tables("pai-gow"), strict=True):
        assert type(one) is type(two)
        assert all(np.array_equal(*pair) for pair in zip(one, two, strict=True))
    assert builds == ["pai-gow"]
    file.write_bytes(file.read_bytes()[:1000])
    tables("pai-gow")
    assert builds == ["pai-gow"] * 2
    assert file.stat().st_size > 10**6


@pytest.mark.parametrize(("facts", "says"), [
    (DecisionFacts(HAND[:6], 500), "hand: give 7 cards, not 6"),
    (DecisionFacts(HAND, 500, dealer=tuple(parse("2s"))), "dealer: "),
])  # fmt: skip
def test_wrong_cards_are_refused(facts, says):
    with pytest.raises(InputError, match=says):
        evaluate_cards(GAME, facts)


# -- The best settings -------------------------------------------------------------------------------------------------


SMALL = RankDeck((0, 2, 3, 6, 10, 11, 12), 2) if PROOF else RankDeck((0, 3, 10, 12), 3)


@pytest.mark.proof
@pytest.mark.parametrize("deck", [SMALL, RankDeck((0, 5, 8, 11, 12), 4)])
def test_every_setting_of_every_hand_wins_and_loses_as_its_own_count_says(deck):
    """Hands of small decks. Each is compared with all hands of the cards that are left, counted one by one."""
    values, stairs, cards = hand_values("pai-gow", deck, Local(1)), staircases("pai-gow"), [*deck.cards, JOKER]
    random = Random(1)
    for _ in range(200):
        hand = random.sample(cards, 7)
        [orbit] = orbit_numbers([hand])
        against = dealer_hands([card for card in cards if card not in hand], "pai-gow")
        kind, ways = values.hands.kinds[orbit], values.hands.ways[orbit]
        for number, at in enumerate(range(stairs.first[kind], stairs.first[kind + 1])):
            lower = against.fronts < stairs.set_front[at], against.backs < stairs.set_back[at]
            wins = against.counts[lower[0] & lower[1]].sum()
            loses = against.counts[~(lower[0] | lower[1])].sum()
            assert values.sums[values.first[orbit] + number].tolist() == [ways * wins, ways * loses]
    best, _ = choose(values, "pai-gow", Fraction(1))
    house = named_counts(count("pai-gow", deck, Local(1))).house_way
    assert best.house_wins == sum(many for (_, *ends), many in house.items() if min(ends) > 0)
    assert best.house_loses == sum(many for (_, *ends), many in house.items() if max(ends) <= 0)
    assert best.wins - best.loses > best.house_wins - best.house_loses


def test_choices_are_read_as_they_were_stored():
    random = np.random.default_rng(1)
    hands, chosen = random.integers(0, 500, 9000), random.integers(1, 9, 9000) * (random.random(9000) < 0.3)
    stored = msgspec.json.decode(msgspec.json.encode(StoredChoices.of(chosen, hands)), type=StoredChoices)
    assert stored.read().of(hands, np.arange(9000)).tolist() == chosen.tolist()
    assert len(stored.orbits.gaps) < 3000


def orbit_numbers(hands):
    numbers = np.empty(len(hands), np.int64)
    orbits_of(np.array(hands, np.uint8), pai_gow_setting.house_tables("pai-gow")[0], orbits(), numbers)
    return numbers.tolist()


def test_an_exchange_of_suits_leaves_a_hand_in_its_orbit_and_nothing_else_does():
    random, known = Random(3), {}
    for _ in range(300):
        hand = random.sample(range(53), 7)
        images = {
            tuple(sorted(card if card == JOKER else card // 4 * 4 + suits[card % 4] for card in hand))
            for suits in permutations(range(4))
        }
        [orbit] = set(orbit_numbers(list(images)))
        assert known.setdefault(min(images), orbit) == orbit
    assert len(set(known.values())) == len(known)


# -- Strategies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "edge"), [
    (FORTUNE, Fraction(26330687706913, 2062614757803600)),
    (FACE_UP, Fraction(7958836463476, 128913422362725)),
])  # fmt: skip
def test_the_house_way_has_an_exact_cost(slug, edge):
    game = cardroom.game(slug)
    found = strategy_cost(game, HouseWay())
    assert found.report.edge == edge
    best = found.best.best_play or found.best
    assert found.cost == edge - best.edge
    assert f"({found.cost})" in found.best.note
    result = simulate(game, 400_000, "house way", "house-way")
    assert result.compiled
    assert result.wager("base").exact.edge == edge
    assert abs(result.wager("base").distance) < 4


def test_other_settings_have_no_exact_cost():
    with pytest.raises(StrategyError, match=r"House Way only; `simulate` estimates that of two lowest"):
        strategy_cost(GAME, SETTERS["two lowest"][0])


@pytest.mark.parametrize(("fronts", "says"), [
    (lambda decisions: decisions.hand[:, :3], "two cards in front for each of 1 hands, not an array of shape"),
    (lambda decisions: decisions.hand[:, [0, 0]], "must be different cards of the hand"),
    (lambda decisions: np.full((len(decisions.hand), 2), 255), "must be different cards of the hand"),
])  # fmt: skip
def test_wrong_settings_are_refused(fronts, says):
    with pytest.raises(StrategyError, match=says):
        simulate(GAME, 5, "wrong", SettingStrategy("wrong", fronts), Local(1))


def test_antes_are_no_way_to_set_a_hand():
    with pytest.raises(StrategyError, match="needs a SettingStrategy"):
        simulate(GAME, 5, "wrong", Strategy("raise", np.ones(5, int)))


def test_the_best_strategy_is_refused_where_it_is_not_counted():
    odd = game_of(repriced(GAME.rules, {"base.both hands higher": "11 to 10"}))
    with pytest.raises(StrategyError, match="not counted: choose the strategy house-way"):
        simulate(odd, 5)
    report = analyze(odd).wager("base")
    assert report.best_play is None
    assert "not counted" in report.note


def test_the_best_settings_of_fortune_have_these_exact_figures():
    edges = {"lowest": "5382548042621/515653689450900", "second highest": "1654536966449/158662673677200"}
    for wheel, edge in edges.items():
        best = analyze(cardroom.game(FORTUNE, wheel=wheel)).wager("base").best_play
        assert best.edge == Fraction(edge)
        assert best.deals == 8_250_459_031_214_400


# -- Compiled rounds ---------------------------------------------------------------------------------------------------


GAMES = [
    cardroom.game(FORTUNE),
    cardroom.game(FACE_UP),
    cardroom.game(FORTUNE, shuffle="manual", wheel="second highest"),
    cardroom.game(FACE_UP, shuffle="manual", action_by="random number"),
]


def two_highest(decisions):
    """The two highest cards in front, which is often foul."""
    return np.sort(decisions.hand, axis=1)[:, -2:]


def two_lowest(decisions):
    """The two lowest cards in front."""
    return np.sort(decisions.hand, axis=1)[:, :2]


SETTERS = {
    "optimal": (None, optimal),
    "house-way": (HouseWay(), HouseWay()),
    "two highest": (SettingStrategy("two highest", two_highest),) * 2,
    "two lowest": (SettingStrategy("two lowest", two_lowest),) * 2,
}


def setter_of(game, setter):
    """The strategy in compiled rounds and in the script: the House Way where the best settings are not counted."""
    unknown = setter == "optimal" and game.slug == FORTUNE and known_choices(game.rules) is None
    return (None, HouseWay()) if unknown else SETTERS[setter]


def check_round(game, setter, cards, ends):
    """Compare a compiled round with the ends of the same round by script."""
    known, compiled = compiled_rounds(game.rules), setter_of(game, setter)[0]
    counts = count_ends(known.ends(game.rules, np.array([cards], np.uint8), compiled))
    nets = {each.wager: -each.edge for each in known.reports(game.rules, counts, compiled)}
    played = {"base" if end.wager == BASE else end.wager: Fraction(end.net, end.stake) for end in ends if not end.of}
    assert nets == played, text(cards)


@pytest.mark.parametrize("game", GAMES if PROOF else GAMES[:2], ids=lambda game: game.slug)
def test_compiled_rounds_end_as_the_script_ends_them(game):
    rounds = 2000 if PROOF else 12
    for setter in SETTERS:
        cards = deal_chunk(game.rules, setter, 0, rounds).tolist()
        played = play_chunk(game, setter_of(game, setter)[1], setter, 0, rounds)
        for dealt, ends in zip(cards, played, strict=True):
            check_round(game, setter, dealt, ends)


RARE = {
    "both hands copies": "As Kd Qs Jc 9h 7d 3s Ah Kc Qh Js 9d 7c 3h",
    "a copy in front": "As Kd Qs Jc 9h 7d 3s Ah Kc Qh Js 9d 7c 2h",
    "a copy behind": "Ks Kd As Qc Jh 9d 7s Kh Kc Ac Tc Jd 9s 7c",
    "foul with the two highest": "As Ad Ks Qc Jh 9d 7s 2h 2c 5c Tc Jd 9s 8c",
    "the dealer is ace-high with the joker": "Ks Kd 8s Qc Jh 9d 7s Jk Kh Jc 9c 7h 4d 2c",
    "both are ace-high": "As Qd Ts 9c 7h 5d 3s Ah Kc Js 9d 7c 4c 2h",
    "the joker completes a straight flush": "9s 8s 7s Jk 5s 2d 2h Ah Kc Js 9d 7c 4c 3h",
    "five aces": "As Ah Ad Ac Jk 2d 2h 3s Kc Js 9d 7c 4c 3h",
    "seven-card straight flush": "9s 8s 7s 6s 5s 4s 3s Ah Kc Js 9d 7c 4c 3h",
    "seven-card straight flush with joker": "9s 8s 7s Jk 5s 4s 3s Ah Kc Js 9d 7c 4c 3h",
    "royal flush with royal match": "As Ks Qs Js Ts Kd Qd Ah Kc Jd 9d 7c 4c 3h",
    "the lowest straight": "As 2d 3s 4c 5h Kd Jd Ah 2c 3d 4d 5c Kc 9h",
}


@pytest.mark.parametrize("hands", RARE)
def test_rare_hands_end_as_the_script_ends_them(hands):
    cards = parse(RARE[hands])
    for game, setter in product(GAMES[:2], SETTERS):
        shuffle = compiled_rounds(game.rules).shuffled(game.rules, cards)
        check_round(game, setter, cards, play_round(game, shuffle, setter_of(game, setter)[1], Random(1)))


@pytest.mark.parametrize("slug", [FORTUNE, FACE_UP])
def test_estimates_are_near_the_exact_figures(slug):
    result = simulate(cardroom.game(slug), 2_000_000 if PROOF else 200_000, "near")
    assert all(abs(each.distance) < 4 for each in result.wagers)
    assert [each.simulated.wager for each in result.wagers] == ["base", *["ace-high"] * (slug == FACE_UP), "fortune"]
