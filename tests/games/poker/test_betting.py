"""Betting, by the rules' own names (500 Club, Dealing Procedures and Round of Play; rulings K1-K3)."""

import pytest

import cardroom
from cardroom.errors import Refused
from games.poker.tables import actions, bounds, do, option, returned, stacks, start, wins

FIXED = {"limit": "fixed", "stakes": "$4-$8"}


def test_the_big_blind_has_the_option_to_raise():
    round = do(start("texas-holdem", [100] * 3), "3 call", "1 call")
    assert round.ask.spot == "2"
    assert actions(round) == ["check", "raise", "fold"]


def test_three_raises_and_no_more():
    round = do(start("texas-holdem", [100] * 4, **FIXED), "3 raise 8", "4 raise 12", "1 raise 16")
    assert actions(round) == ["call", "fold"]
    assert bounds(do(round, "2 fold", "3 call", "4 call")) == (4, 4), "a new round has raises of its own"


def test_between_two_players_raises_have_no_limit():
    round = do(
        start("texas-holdem", [100] * 3, **FIXED), "3 raise 8", "1 raise 12", "2 fold", "3 raise 16", "1 raise 20"
    )
    assert bounds(round) == (24, 24)


def test_no_limit_has_no_cap():
    round = do(start("texas-holdem", [1000] * 3), "3 raise 4", "1 raise 6", "2 raise 8", "3 raise 10")
    assert bounds(round) == (12, 1000)


@pytest.mark.parametrize("rules", ["500-club", "standard"])
@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_the_house_sets_a_cap_at_every_limit(rules, limit):
    """Every chapter prints three raises for all limits (Texas Hold'em, rule 6d)."""
    house = {"rules": rules, "limit": limit, "stakes": "$4-$8" if limit == "fixed" else "$1/$2"}
    step = 4 if limit == "fixed" else 2
    raises = [f"{seat} raise {step * count}" for count, seat in enumerate((3, 1, 2, 3), 2)]
    for cap in (1, 2, 3):
        round = do(start("texas-holdem", [1000] * 3, raise_cap=cap, **house), *raises[:cap])
        assert actions(round) == ["call", "fold"]
    assert actions(do(start("texas-holdem", [1000] * 3, raise_cap=0, **house), *raises)) == ["call", "raise", "fold"]
    heads_up = [f"{seat} raise {step * count}" for count, seat in enumerate((2, 1, 2, 1), 2)]
    assert "raise" in actions(do(start("texas-holdem", [1000] * 2, raise_cap=3, **house), *heads_up))


def test_a_cap_that_the_house_sets_at_no_limit_is_a_rule_of_its_own():
    usual, capped = (cardroom.game("texas-holdem", **house).rules for house in ({}, {"raise_cap": 3}))
    assert (usual.house("raise_cap"), capped.house("raise_cap")) == (0, 3)
    assert usual.digest != capped.digest
    assert cardroom.game("texas-holdem", raise_cap="by limit").rules.digest == usual.digest


def test_mexican_poker_prints_its_cap_by_limit():
    """Rule 8c: three raises, and no cap at no limit. Every other number is the house's own and cites no rule."""
    cited = "500 Club, Mexican Poker, Dealing Procedures and Round of Play, rule 8c"
    for limit, settings, printed in (
        ("fixed", {}, True),
        ("pot", {}, True),
        ("no", {}, True),
        ("pot", {"cap_pot_limit": False}, False),
        ("fixed", {"raise_cap": 0}, False),
        ("no", {"raise_cap": 3}, False),
    ):
        rules = cardroom.game("mexican-poker", limit=limit, **settings).rules
        stands = ("printed", cited) if printed else ("departure", "departure by the house")
        assert (rules.stands("raise_cap"), rules.house_cite("raise_cap")) == stands, (limit, settings)


def test_pot_limit_is_capped_in_the_club_and_not_elsewhere():
    raises = ("3 raise 4", "1 raise 6", "2 raise 8")
    assert bounds(do(start("omaha", [1000] * 3), *raises)) is None
    assert bounds(do(start("omaha", [1000] * 3, rules="standard"), *raises)) == (10, 30)


def test_a_pot_limit_raise_is_the_call_and_then_the_pot():
    round = start("omaha", [1000] * 3)
    assert bounds(round) == (4, 7)  # 1 + 2 + 2, on top of the 2 that are called
    assert bounds(do(round, "3 raise 7")) == (12, 23)


def test_the_limit_doubles_after_two_rounds():
    round = do(start("texas-holdem", [100] * 2, **FIXED), "2 call", "1 check")
    assert bounds(round) == (4, 4)
    assert bounds(do(round, "1 check", "2 check")) == (8, 8)


def test_single_draw_has_the_higher_limit_after_the_draw():
    round = do(start("2-7-single-draw", [100] * 2, **FIXED), "2 call", "1 check", "1 discard", "2 discard")
    assert bounds(round) == (8, 8)


def test_a_player_may_check_and_raise():
    round = do(start("texas-holdem", [100] * 2), "2 call", "1 check", "1 check", "2 bet 2")
    assert bounds(round) == (4, 98)


def test_a_raise_is_at_least_the_last_one():
    assert bounds(do(start("texas-holdem", [1000] * 3), "3 raise 12")) == (22, 1000)


def test_an_under_raise_does_not_reopen_the_betting():
    round = do(start("texas-holdem", [100, 100, 100, 9]), "3 raise 6", "4 raise 9", "1 fold", "2 call")
    assert round.ask.spot == "3"
    assert actions(round) == ["call", "fold"]


def test_an_under_raise_reopens_where_the_house_says_so():
    round = start("texas-holdem", [100, 100, 100, 9], under_raise_reopens=True)
    assert "raise" in actions(do(round, "3 raise 6", "4 raise 9", "1 fold", "2 call"))


def test_a_player_who_has_not_acted_may_raise_an_under_raise():
    round = do(start("texas-holdem", [100, 100, 100, 9]), "3 raise 6", "4 raise 9")
    assert bounds(round) == (13, 100)


def test_under_raises_that_add_up_to_a_raise_reopen():
    round = do(start("texas-holdem", [10, 100, 100, 8]), "3 raise 6", "4 raise 8", "1 raise 10", "2 call")
    assert bounds(round) == (14, 100)


def test_a_short_bet_at_fixed_limit_is_completed():
    round = do(start("texas-holdem", [5, 100, 100], **FIXED), "3 call", "1 raise 5")
    assert bounds(round) == (8, 8)
    assert actions(do(round, "2 call")) == ["call", "fold"]


@pytest.mark.parametrize(("stack", "reopens"), [(5, False), (6, True)])
def test_half_a_bet_counts_as_one_in_recorded_hands(stack, reopens):
    round = start("texas-holdem", [stack, 100, 100], rules="standard", **FIXED)
    do(round, "3 call", f"1 raise {stack}", "2 call")
    assert ("raise" in actions(round)) is reopens
    if reopens:
        assert bounds(round) == (8, 10)


def test_an_uncalled_bet_goes_back_and_the_last_player_wins_without_showdown():
    round = do(start("texas-holdem", [100] * 3), "3 raise 10", "1 fold", "2 fold")
    assert returned(round) == [("3", 8)]
    assert wins(round) == [("3", 5, "pot")]
    assert stacks(round) == [99, 98, 103]


def test_a_short_big_blind_is_called_in_full():
    round = start("texas-holdem", [100, 1, 100])
    assert option(round, "call").amount == 200
    assert option(start("texas-holdem", [100, 1, 100], full_blinds=False), "call").amount == 100


def test_a_call_is_never_more_than_another_player_can_put_in():
    round = do(start("texas-holdem", [100, 1, 100]), "3 fold")
    assert round.done, "against a dollar all-in the small blind has called enough"


def test_no_player_is_asked_to_bet_against_players_without_chips():
    round = do(start("texas-holdem", [100, 20, 20]), "3 raise 20", "1 call")
    assert actions(round) == ["call", "fold"], "a raise would be called by nobody"
    assert do(round, "2 call").done


def test_folding_without_a_bet_is_allowed():
    assert "fold" in actions(do(start("texas-holdem", [100] * 2), "2 call"))


def test_two_players_the_button_has_the_small_blind_and_acts_first_then_last():
    round = start("texas-holdem", [100, 100])
    assert stacks(round) == [98, 99]
    assert round.ask.spot == "2"
    assert do(round, "2 call", "1 check").ask.spot == "1"


def test_a_middle_blind():
    round = start("omaha", [100] * 4, stakes="$1/$1/$2")
    assert stacks(round) == [99, 99, 98, 100]
    assert round.ask.spot == "4"


def test_a_straddle_on_the_button_leaves_the_small_blind_first():
    round = start("texas-holdem", [100] * 4, rules="standard", stakes="$1/$2/$0/$4")
    assert round.ask.spot == "1"
    assert bounds(round) == (8, 100)


def test_an_unmatched_ante_is_returned_unless_it_is_dead():
    assert stacks(start("texas-holdem", [100] * 3, antes="$0/$2/$0")) == [99, 98, 100]
    assert stacks(start("texas-holdem", [100] * 3, antes="$0/$2/$0", dead_antes=True)) == [99, 96, 100]


def test_bets_are_in_whole_chips_except_all_ins():
    round = start("texas-holdem", {1: 100, 2: 100, 3: 50.25})
    with pytest.raises(Refused, match=r"\$4\.50 is not between \$4 and \$50\.25 in steps of \$1"):
        round.answer("3", "raise", 450)
    round.answer("3", "raise", 5025)
    assert bounds(round) == (99, 100), "48.25 more than 50.25, in whole chips"
    round = start("texas-holdem", [1000] * 3, stakes="$5/$10")
    assert option(round, "raise").step == 500


@pytest.mark.parametrize("slug", ["omaha", "big-o"])
def test_a_raise_of_the_pot_is_in_whole_chips(slug):
    round = start(slug, {1: 1000, 2: 1000, 3: 4.5, 4: 1000})
    do(round, "3 raise 4.5")
    assert bounds(round) == (7, 16), "3 and 4.50 lie there: 12 with the call, on top of 4.50"
