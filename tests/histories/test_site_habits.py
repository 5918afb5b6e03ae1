"""What sites do in their own way: hands folded for absent players, bets returned without a line, blinds not posted."""

from fractions import Fraction

import pytest

from cardroom.histories.phh import PHHError
from histories.site_hands import BOVADA, FULL_TILT, GGPOKER, PACIFIC, PARTY, WINAMAX
from histories.test_sites import FINISH, replayed

ABSENT = """PokerStars Hand #9:  Badugi Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: ann ($50 in chips)
Seat 2: bob ($0.50 in chips) is sitting out
Seat 4: cy ($50 in chips)
Seat 5: dee ($50 in chips)
bob: posts small blind $0.50 and is all-in
cy: posts big blind $1
*** DEALING HANDS ***
Dealt to ann [Ah 2s 3d Kd]
dee: calls $1
ann: calls $1
bob: folds
cy: checks
*** FIRST DRAW ***
cy: discards 1 card
dee: stands pat
ann: discards 1 card [Kd]
Dealt to ann [Ah 2s 3d] [5d]
cy: checks
dee: checks
ann: bets $1
cy: folds
dee: calls $1
*** SECOND DRAW ***
dee: stands pat
ann: stands pat on [Ah 2s 3d 5d]
dee: checks
ann: bets $2
dee: folds
Uncalled bet ($2) returned to ann
ann collected $5.50 from pot
*** SUMMARY ***
Total pot $5.50 | Rake $0
"""

OLD = """PokerStars Game #11:  Hold'em No Limit ($1/$2) - 2007/05/01 - 20:00:00 (ET)
Table 'Ceres' Seat #2 is the button
Seat 2: ann [x] ($40 in chips)
Seat 4: bob (y) ($100 in chips)
bob (y): posts small blind $1
ann [x]: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [x] [Ks Kh]
bob (y): raises $4 to $6
ann [x]: calls $4
*** FLOP *** [2c 7d 9h]
ann [x]: bets $10
bob (y): folds
ann [x] collected $12 from pot
*** SUMMARY ***
Total pot $12 | Rake $0
Seat 2: ann [x] (big blind) collected ($12)
"""

TOURNAMENT = """***** Hand History for Game 12 *****
NL Texas Hold'em $5 USD Buy-in Trny:99 Level:1  Blinds(10/20) - Friday, April 08, 20:00:00 CEST 2011
Table Turbo #1 (Real Money)
Seat 2 is the button
Total number of players : 3/6
Seat 5: cy ( 500 )
Seat 2: ann ( 500 )
Seat 4: bob ( 15 )
Trny:99 Level:1
Blinds-Antes(10/20-10)
** Dealing down cards **
Dealt to ann [  Ks Kh ]
ann raises [60]
cy folds
** Dealing Flop ** [ 2c, 7d, 9h ]
** Dealing Turn ** [ 3s ]
** Dealing River ** [ 4s ]
ann shows [ Ks, Kh ]a pair of Kings.
bob shows [ 2d, 3d ]two pairs, Threes and Twos.
ann wins 70 chips from the side pot 1 with a pair of Kings.
bob wins 45 chips from the main pot with two pairs, Threes and Twos.
"""

SHORT = """ann calls [$2]
bob folds
** Dealing flop ** [ 2c, 7d, 9h ]
** Dealing turn ** [ 3s ]
** Dealing river ** [ 4s ]
** Summary **
cy shows [ As, Ah ]
ann mucks [ Ks, Kh ]
cy collected [ $4 ]
ann collected [ $0.50 ]
"""


def ends(log):
    """Each player's chips after a hand that replays."""
    hand, _, _ = replayed(log)
    return dict(zip(hand.players, hand.finish, strict=True))


def test_an_absent_player_who_is_all_in_draws_nothing_and_mucks():
    hand, _, _ = replayed(ABSENT)
    assert hand.phh.count("p1 sd") == 3, "bob stands pat three times"
    assert ends(ABSENT) == {"ann": Fraction("53.5"), "bob": 0, "cy": 49, "dee": 48}


def test_a_bet_that_nobody_called_goes_back_without_a_line_about_it():
    assert ends(OLD) == {"ann [x]": 46, "bob (y)": 94}


def test_a_pot_that_holds_the_returned_bet_is_read_too():
    assert ends(OLD.replace("$12", "$22")) == {"ann [x]": 46, "bob (y)": 94}
    with pytest.raises(PHHError, match="line 16: the pot is 21, but 12 was put in"):
        replayed(OLD.replace("Total pot $12", "Total pot $21"))


def test_blinds_and_antes_of_a_tournament_are_posted_by_the_button():
    assert ends(TOURNAMENT) == {"bob": 45, "cy": 470, "ann": 500}


def test_a_player_without_a_seat_sits_where_the_blind_is_posted():
    log = PARTY.replace("Seat 5: cy ( $48 USD )\n", "").replace("3/6", "2/6")
    assert ends(log) == {"bob": 99, "cy": 88, "ann": 0}
    assert "seats" not in replayed(log)[0].phh


def test_a_short_blind_is_called_in_full():
    log = PACIFIC.replace("cy ( $48 )", "cy ( $1.50 )").replace("posts big blind [$2]", "posts big blind [$1.50]")
    log = log.partition("ann raises")[0] + SHORT
    assert ends(log) == {"bob": 99, "cy": 4, "ann": Fraction("38.5")}


def test_a_cap_ends_the_betting():
    log = FULL_TILT.replace("($48)", "($480)").replace("ann ($40)", "ann ($400)").replace(" - No", " - $40 Cap No")
    log = log.replace("cy bets $34, and is all in", "cy bets $26, and is capped")
    log = log.replace("ann calls $26, and is all in", "ann calls $26, and is capped")
    log = log.replace("Uncalled bet of $8 returned to cy\n", "")
    assert ends(log) == {"bob": 39, "cy": 80, "ann": 0}, "of each stack, the cap plays"


def test_the_houses_own_chips_in_a_pot_are_counted():
    log = GGPOKER.replace("bob: posts small", "Cash Drop to Pot : total $5\nbob: posts small")
    log = (
        log.replace("collected $80", "collected $85")
        .replace("won ($80)", "won ($85)")
        .replace("Total pot $81", "Total pot $86")
    )
    hand, _, _ = replayed(log)
    assert hand.rake == -4, "a rake of 1, and 5 that the house added"
    assert "_added = 5" in hand.phh


def test_repeated_lines_of_a_damaged_log_count_once():
    log = BOVADA.replace("Big Blind : Bets $8\n", "Big Blind : Bets $8\n" * 3)
    assert list(ends(log).values()) == [FINISH[name] for name in ("bob", "cy", "ann")]


def test_a_game_that_is_not_played_here_is_refused_by_name():
    with pytest.raises(PHHError, match="'5 Card Draw' is not a game that can be read here"):
        replayed(WINAMAX.replace("Holdem no limit", "5 Card Draw no limit"))


def test_a_hand_that_was_run_twice_is_refused_in_words():
    with pytest.raises(PHHError, match="run twice"):
        replayed(GGPOKER.replace("*** TURN ***", "*** FIRST TURN ***"))
