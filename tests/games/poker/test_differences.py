"""Intended differences from pokerkit: each row of the table in docs/develop/pokerkit.md, shown on one hand."""

import warnings

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem

from games.poker.tables import actions, bounds, do, option, start, wins

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def no_limit(*stacks):
    return NoLimitTexasHoldem.create_state(
        AUTOMATIC, True, 0, (100, 200), 200, [100 * each for each in stacks], len(stacks)
    )


def test_a_short_big_blind():
    theirs = no_limit(100, 1, 100)
    assert theirs.checking_or_calling_amount == 100
    assert option(start("texas-holdem", [100, 1, 100]), "call").amount == 200


def test_folding_without_a_bet():
    theirs = no_limit(100, 100)
    theirs.check_or_call()
    assert not theirs.can_fold()
    assert "fold" in actions(do(start("texas-holdem", [100, 100]), "2 call"))


def test_a_short_all_in_over_the_big_blind():
    theirs = no_limit(100, 100, 100, 3)
    theirs.check_or_call()
    theirs.complete_bet_or_raise_to(300)
    theirs.check_or_call()
    theirs.check_or_call()
    assert theirs.can_complete_bet_or_raise_to(), "there the limper may raise"
    round = do(start("texas-holdem", [100, 100, 100, 3]), "3 call", "4 raise 3", "1 call", "2 call")
    assert "raise" not in actions(round)


def test_a_raise_of_a_straddle():
    theirs = NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (100, 200, 400), 200, [10000] * 4, 4)
    assert theirs.min_completion_betting_or_raising_to_amount == 600
    assert bounds(start("texas-holdem", [100] * 4, rules="standard", stakes="$1/$2/$4")) == (8, 100)


def test_the_cap_at_fixed_limit():
    theirs = FixedLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (200, 400), 400, 800, [10000] * 4, 4)
    raises = 0
    while theirs.can_complete_bet_or_raise_to():
        theirs.complete_bet_or_raise_to()
        raises += 1
    assert raises == 4
    round = start("texas-holdem", [100] * 4, limit="fixed", stakes="$4-$8")
    ours = 0
    while bounds(round):
        round.answer(round.ask.spot, "raise", option(round, "raise").least)
        ours += 1
    assert ours == 3


def test_a_short_all_in_at_fixed_limit():
    theirs = FixedLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (200, 400), 400, 800, [500, 10000, 10000], 3)
    theirs.check_or_call()
    theirs.complete_bet_or_raise_to(500)
    assert theirs.min_completion_betting_or_raising_to_amount == 900
    round = start("texas-holdem", [5, 100, 100], limit="fixed", stakes="$4-$8")
    assert bounds(do(round, "3 call", "1 raise 5")) == (8, 8)


def test_each_side_pot_has_its_own_low():
    cards = "Ac 2c 3d 4d Kc Kd Qc Qd Jc Jd Tc Td", "xx 5h 6s Kh xx 8s xx Ts"
    round = start("omaha-high-low", [10, 30, 30], *cards, limit="no")
    while not round.done:
        wanted = next(each for each in ("raise", "call", "check", "show") if each in actions(round))
        round.answer(round.ask.spot, wanted, option(round, wanted).most if wanted == "raise" else None)
    assert wins(round) == [("2", 15, "main pot"), ("1", 15, "main pot"), ("2", 40, "side pot 1")]
