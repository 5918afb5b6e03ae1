"""The values of settings in Fortune Pai Gow Poker, against every hand that the player-dealer can have."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import cardroom
from cardroom.analysis.evaluation.decisions import DecisionFacts, evaluate_cards
from cardroom.analysis.pai_gow import setting as pai_gow_setting
from cardroom.analysis.store.entries import CACHE
from cardroom.cards import parse
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.games.banked.house_way import house_way, set_hand
from cardroom.games.banked.pai_gow import compare, five_card_ranking, settle

GAME = cardroom.game("fortune-pai-gow-poker")
HAND = tuple(parse("Ac Kc Kd Qc Qd 4c 3d"))


@pytest.mark.proof
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
    first, builds = pai_gow_setting._tables("pai-gow"), []
    monkeypatch.setenv(CACHE, str(tmp_path))
    monkeypatch.setattr(pai_gow_setting, "patterns", lambda: first[0])
    monkeypatch.setattr(pai_gow_setting, "kinds", lambda name: builds.append(name) or first[1])
    tables = pai_gow_setting._tables.__wrapped__
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
