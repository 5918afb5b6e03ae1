"""Invariants of money are always checked: a script that breaks one is stopped, even without asserts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import cardroom
from cardroom.errors import CardroomError, InputError, InvariantError
from cardroom.play import Choice, Spot, ask, pays
from cardroom.play.records.file import record
from cardroom.play.round.driver import Round
from cardroom.play.round.places import HOUSE, POT, area_of, hand_of, stack_of

RULES = cardroom.game("three-card-poker-6-card-bonus").rules


def run(script, stack=1_000):
    """A round of a cheating script."""

    def whole(round):
        yield ask("1", [Choice("go")], "go")
        yield from script(round) or ()

    spots = [Spot.at(1, "ann"), Spot.at(2, "bob")]
    shuffle = cardroom.game(RULES.game).shuffle(seed=1)
    return Round(RULES, whole, "cheat/1", spots, {"ann": stack, "bob": stack}, shuffle)


def wagers_more_than_there_is(round):
    round.chips.place(round.spots[0], "ante", 1_001)


def wagers_nothing(round):
    round.chips.place(round.spots[0], "ante", 0)


def wagers_less_than_nothing(round):
    round.chips.place(round.spots[0], "ante", -500)


def leaves_a_wager_undecided(round):
    round.chips.place(round.spots[0], "ante", 500)


def pushes_more_than_the_pot_has(round):
    round.chips.push(round.spots[0], 1, "pot", "", "")


def charges_more_than_there_is(round):
    round.chips.fee(stack_of("ann"), 1_001, "")


def settles_what_is_not_there(round):
    round.chips.settle(round.spots[0], "ante", pays(round.rules, "ante", "higher hand"))


def deals_too_many_cards(round):
    round.cards.deal(round.spots[0], 53)


def lays_out_a_card_twice(round):
    hand = hand_of("1")
    round.cards.deal(round.spots[0], 5)
    first = round.cards.hand(hand)[0]
    round.cards.lay_out(hand, (hand_of("1", "front"), (first, first)))


CHEATS = [
    wagers_more_than_there_is,
    wagers_nothing,
    wagers_less_than_nothing,
    leaves_a_wager_undecided,
    pushes_more_than_the_pot_has,
    charges_more_than_there_is,
    settles_what_is_not_there,
    deals_too_many_cards,
    lays_out_a_card_twice,
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_script_that_breaks_an_invariant_is_stopped(cheat):
    round = run(cheat)
    with pytest.raises(InvariantError):
        round.answer(1, "go")
    assert not round.done
    assert all(lies >= 0 for account, lies in round.chips.balances.items())
    with pytest.raises(InputError):
        record(round)


@pytest.mark.parametrize("account", [HOUSE, POT, stack_of("ann"), area_of("1", "ante")])
def test_balances_are_read_only(account):
    round = run(lambda round: None)
    with pytest.raises(TypeError):
        round.chips.balances[account] = 1


def test_a_game_without_wagers_has_no_stakes():
    round = cardroom.game("texas-holdem").round(2, seed=1)
    assert round.chips.stake(round.spots[0], "ante") == 0


def test_all_errors_have_one_base_class():
    assert issubclass(InvariantError, CardroomError)
    assert issubclass(InputError, CardroomError)
    assert not issubclass(InvariantError, ValueError), "a fault of ours must not pass for a bad file"


@pytest.mark.skipif(not __debug__, reason="this is the run without assertions")
@pytest.mark.proof
def test_invariants_are_checked_without_assertions():
    money = Path(__file__).parents[1] / "games" / "test_money.py"
    options = ["-p", "no:cacheprovider", "-W", "ignore", "-v", "-k", "stopped or heads-up or spanish or omaha-high"]
    command = [sys.executable, "-O", "-m", "pytest", *options, __file__, str(money)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > len(CHEATS)
