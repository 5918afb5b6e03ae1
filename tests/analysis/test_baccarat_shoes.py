"""Baccarat shoes dealt to the cut card: the script's own rounds, and the exact figures."""

import json
from fractions import Fraction

import numpy as np
import pytest

import cardroom
from cardroom.analysis import Local
from cardroom.analysis.simulation import baccarat as baccarat_shoes
from cardroom.analysis.simulation.baccarat import simulate_shoes
from cardroom.cards.shuffle import Shuffle
from cardroom.figures import figure
from cardroom.play.round.events import Settled
from cardroom.rankings.points import baccarat_points
from cli.command import mistake, run


def test_a_shoe_ends_as_the_script_ends_it() -> None:
    game = cardroom.game("ez-baccarat", packs=3, cut_card=104)
    order = np.random.default_rng(5).permutation(list(range(52)) * 3).tolist()
    carry, rounds, won = None, 0, Fraction(0)
    while True:
        shuffle = Shuffle.given(tuple(order))
        round = game.round({1: 10**7, 2: 10**9}, shuffle=shuffle, carry=carry)
        while not round.done:
            ask = round.ask
            options = {option.action for option in ask.options}
            if "bank" in options:
                round.answer(ask.spot, "bank", 10**8) if ask.spot == "2" else round.default(ask.spot)
            elif "bet" in options and ask.spot == "1":
                round.answer(ask.spot, "bet", {"player": 1000})
            else:
                round.default(ask.spot)
        settled = [event for event in round.events if isinstance(event, Settled) and event.wager == "player"]
        won += sum(Fraction(event.net, 1000) for event in settled)
        rounds, carry = rounds + 1, round.carry
        if carry.shoe is None:
            break
    points = np.array([baccarat_points([card]) for card in order])
    nets = np.zeros(5)
    played = baccarat_shoes.deal_shoe(
        points, 104, True, baccarat_shoes.baccarat_draws(), baccarat_shoes.nets_by_end(game.rules), nets
    )
    assert (played, nets[0]) == (rounds, float(won))


@pytest.mark.proof
def test_the_cut_card_changes_little() -> None:
    found = simulate_shoes(cardroom.game("ez-baccarat").rules, 4000, "any", Local(1))
    assert [each.wager for each in found] == ["player", "banker", "tie", "panda-8", "dragon-7"]
    for each in found:
        assert abs(each.distance) < 4
        assert 65 < each.rounds / each.shoes < 80
    assert found == simulate_shoes(cardroom.game("ez-baccarat").rules, 4000, "any", Local(2))


def test_other_games_have_no_baccarat_shoe() -> None:
    with pytest.raises(cardroom.InputError, match="not dealt from a baccarat shoe"):
        simulate_shoes(cardroom.game("razz").rules, 10)
    with pytest.raises(cardroom.InputError, match="write 2 or more"):
        simulate_shoes(cardroom.game("ez-baccarat").rules, 1)


def test_the_command_prints_shoes_for_people_and_programs() -> None:
    value = json.loads(run("simulate", "ez-baccarat", "--shoes", "300", "--json").stdout)
    found = simulate_shoes(cardroom.game("ez-baccarat").rules, 300, "0", Local(1))
    assert [each["edge"] for each in value["wagers"]] == [figure(each.edge) for each in found]
    assert "300 shoes dealt to the cut card" in run("simulate", "ez-baccarat", "--shoes", "300").stdout
    assert "Leave out --rounds" in mistake("simulate", "ez-baccarat", "--shoes", "300", "--rounds", "5")
    assert "not dealt from a baccarat shoe" in mistake("simulate", "three-card", "--shoes", "300")
