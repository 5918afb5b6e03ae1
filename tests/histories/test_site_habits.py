"""Peculiarities of sites: hands folded for absent players, bets returned without a line, blinds not posted."""

import re
from fractions import Fraction

import pytest

from cardroom.histories.logs.reading import amount_of
from cardroom.histories.phh import PHHError
from histories.site_hands import BOVADA, FULL_TILT, GGPOKER, IPOKER, PACIFIC, PARTY, WINAMAX, WINNING, WINNING_OLD
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
    """Each player's chips after a replayed hand."""
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


GG_THREE_TIMES = """Poker Hand #OM7001: PLO ($1/$2) - 2024/05/01 20:00:00
Table 'Ceres' 6-max Seat #5 is the button
Seat 2: ann ($40 in chips)
Seat 5: cy ($40 in chips)
Cash Drop to Pot : total $12
cy: posts small blind $1
ann: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [Ks Kh 4d 4h]
Dealt to cy
cy: raises $14 to $16
ann: calls $14
*** FLOP *** [2c 7d 9h]
ann: bets $24 and is all-in
cy: calls $24 and is all-in
ann: shows [Ks Kh 4d 4h]
cy: shows [As Ah 3c 5s]
*** FIRST TURN *** [2c 7d 9h] [3s]
*** FIRST RIVER *** [2c 7d 9h 3s] [Jc]
*** SECOND TURN *** [2c 7d 9h] [Kd]
*** SECOND RIVER *** [2c 7d 9h Kd] [Jd]
*** THIRD TURN *** [2c 7d 9h] [4s]
*** THIRD RIVER *** [2c 7d 9h 4s] [Js]
*** FIRST SHOWDOWN ***
cy collected $30 from pot
*** SECOND SHOWDOWN ***
ann collected $30 from pot
*** THIRD SHOWDOWN ***
ann collected $30 from pot
*** SUMMARY ***
Total pot $92 | Rake $1.50 | Jackpot $0.50 | Bingo $0
Hand was run three times
"""


def test_a_hand_may_be_run_three_times_and_the_houses_chips_count_for_a_pot_limit_bet():
    """Without the cash drop of $12, a raise to more than $6 would not be allowed."""
    hand, _, round = replayed(GG_THREE_TIMES)
    assert dict(zip(hand.players, hand.finish, strict=True)) == {"ann": 60, "cy": 30}
    assert len([event for event in round.events if getattr(event, "cause", "") == "pot"]) == 3
    log = GG_THREE_TIMES.replace("Cash Drop to Pot : total $12\n", "").replace("$92", "$80")
    with pytest.raises(PHHError, match="raise"):
        replayed(log.replace("collected $30", "collected $26"))


# -- headers, in the words that sites have used ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "old", "new", "game"),
    [
        (WINNING, "Hand #7007 - Holdem(No Limit) - $1.00/$2.00 -",
         "Game Hand #7007 - Tournament #5 - Holdem(No Limit) - Level 2 (1.00/2.00)-", "texas-holdem"),
        (WINNING, "Holdem(No Limit)", "Holdem(All-in or Fold Limit)", "texas-holdem"),
        (WINNING_OLD, "Ceres (Hold'em)", "$5 Regular 9-Max, Table 1 (Hold'em) 9-max", "texas-holdem"),
        (WINNING_OLD, "(Hold'em)", "(Six Plus Hold'em)", "short-deck"),
        (PARTY, "$200 USD NL Texas Hold'em", "$1/$2 USD fastforward NL Hold'em", "texas-holdem"),
        (PARTY, "Seat 5: cy", "seat5: cy", "texas-holdem"),
        (PARTY, "$200 USD NL Texas Hold'em", "$1/$2 Hold'em Game Table (NL)", "texas-holdem"),
        (PACIFIC, "***** ", "**** ", "texas-holdem"),
        (PACIFIC, "Holdem", "Hold'em", "texas-holdem"),
        (FULL_TILT, "No Limit Hold'em", "NL Hold'em", "texas-holdem"),
        (WINAMAX, "CashGame", 'HOLD-UP "Ceres"', "texas-holdem"),
    ],
)  # fmt: skip
def test_headers_in_other_words_are_read(log, old, new, game):
    assert old in log
    if game == "short-deck":  # the cards of the hand are not in that deck, so only the header can be read
        with pytest.raises(PHHError, match="not in the deck"):
            replayed(log.replace(old, new))
        return
    hand, _, round = replayed(log.replace(old, new))
    assert round.rules.game == game
    assert {Fraction(end) for end in hand.finish} == {Fraction(end) for end in FINISH.values()}


@pytest.mark.parametrize(
    ("name", "cards", "game"),
    [
        ("6 Card Omaha Hi", "Ks Kh 2h 3h 4h 5h", "six-card-omaha"),
        ("5 Card Omaha Hi", "Ks Kh 2h 3h 4h", "big-o"),
        ("Courchevel Hi", "Ks Kh 2h 3h 4h", "courchevel"),
        ("Irish", "Ks Kh 2h 3h", "irish"),
        ("5 Card Draw", "Ks Kh 2h 3h 4h", "five-card-draw"),
    ],
)
def test_full_tilts_other_games_are_known(name, cards, game):
    log = FULL_TILT.replace("No Limit Hold'em", f"Pot Limit {name}").replace("[Ks Kh]", f"[{cards}]")
    before, _, _ = log.partition("*** FLOP ***")
    log = before.replace("cy calls $4\n", "cy folds\n") + (
        "Uncalled bet of $4 returned to ann\nann wins the pot ($5)\n*** SUMMARY ***\nTotal pot $5 | Rake $0\n"
    )
    hand, _, round = replayed(log)
    assert round.rules.game == game
    assert dict(zip(hand.players, hand.finish, strict=True)) == {"bob": 99, "cy": 46, "ann": 43}


# -- money and absent players ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["Hold-up to Pot: total 5€", "Escape to Pot: total 5€"])
def test_winamax_adds_to_a_pot(said):
    log = WINAMAX.replace("bob posts small", f"{said}\nbob posts small")
    log = log.replace("collected 80€", "collected 85€").replace("Total pot 80€", "Total pot 85€")
    assert "_added = 5" in replayed(log)[0].phh


def test_a_big_blind_out_of_turn_may_have_a_dead_small_blind_in_it():
    log = IPOKER.replace('<player seat="6" name="" chips="$0"', '<player seat="6" name="dee" chips="$50"')
    log = re.sub(r'<action no="(\d+)"', r'<action no="\g<1>0"', log)
    log = log.replace("</round>", '<action no="25" player="dee" type="2" sum="$3" cards=""/></round>', 1)
    log = log.replace('<action no="30"', '<action no="28" player="dee" type="0"/><action no="30"')
    hand, _, _ = replayed(log.replace('win="$80"', 'win="$83"'))
    assert dict(zip(hand.players, hand.finish, strict=True))["dee"] == 47
    assert "blinds_or_straddles = [1, 2, -2, 0]" in hand.phh
    assert "antes = [0, 0, 1, 0]" in hand.phh


CUT_OFF = {
    "Winning": (
        WINNING_OLD.replace("Player ann calls (8)", "Player ann is disconnected and ALL IN.\nPlayer ann allin")
        .replace("Player cy allin (34)\nPlayer ann allin (26)\n", "")
        .replace("Pot: 80", "Pot: 12")
        .replace("Collects: 80", "Collects: 12")
    ),
    "iPoker": (
        IPOKER.replace('no="9" player="ann" type="3" sum="$8"', 'no="9" player="ann" type="7" sum="DP"')
        .replace('<action no="10" player="cy" type="7" sum="$34" cards=""/>', "")
        .replace('<action no="11" player="ann" type="7" sum="$26" cards=""/>', "")
        .replace('win="$80"', 'win="$12"')
    ),
}


@pytest.mark.parametrize("site", CUT_OFF)
def test_a_player_who_lost_the_connection_plays_for_what_was_put_in(site):
    """ann has put 6 in before the flop. What cy bets on the turn goes back."""
    hand, _, _ = replayed(CUT_OFF[site])
    ends = dict(zip(hand.players, hand.finish, strict=True))
    assert ends == {"bob": 99, "cy": 54, "ann": 0}, "the rest of ann's stack does not play"


def test_a_player_who_posts_an_ante_and_leaves_folds_in_turn():
    log = IPOKER.replace('<player seat="6" name="" chips="$0"', '<player seat="6" name="dee" chips="$50"')
    antes = "".join(f'<action no="0" player="{who}" type="15" sum="$1"/>' for who in ("ann", "bob", "cy", "dee"))
    log = log.replace('<round no="0">', f'<round no="0">{antes}', 1)
    log = (
        log.replace('chips="$40"', 'chips="$41"')
        .replace('chips="$48"', 'chips="$49"')
        .replace('win="$80"', 'win="$84"')
    )
    hand, _, _ = replayed(log)
    assert dict(zip(hand.players, hand.finish, strict=True))["dee"] == 49


def test_results_that_a_damaged_log_repeats_count_once():
    log = BOVADA.replace("Big Blind : Hand result $80\n", "Big Blind : Hand result $80\n" * 3)
    log = log.replace("bet $8\n", "bet $8\nBig Blind : Return uncalled portion of bet $8\n")
    assert list(ends(log).values()) == [FINISH[name] for name in ("bob", "cy", "ann")]


def test_the_button_may_be_at_an_empty_seat():
    """bob has the small blind and acts first on all streets, so the button is at the seat that dee left."""
    log = WINNING_OLD.replace("Seat 2 is the button", "Seat 7 is the button").replace("Seat 2: ann (40).\n", "")
    log = re.sub(r"Player ann .*\n", "", log).replace(
        "Player bob folds\nPlayer cy calls (4)", "Player bob calls (1)\nPlayer cy checks"
    )
    log = log.replace(
        "*** FLOP ***: [2c 7d 9h]\nPlayer cy checks", "*** FLOP ***: [2c 7d 9h]\nPlayer bob checks\nPlayer cy checks"
    )
    log = log.partition("*** TURN ***")[0] + (
        "*** TURN ***: [2c 7d 9h] [3s]\nPlayer bob checks\nPlayer cy bets (2)\nPlayer bob folds\n"
        "Uncalled bet (2) returned to cy\nPlayer cy mucks cards\n------ Summary ------\nPot: 4. Rake 0\n"
        "Player bob does not show cards.Bets: 2. Collects: 0. Loses: 2.\n"
        "*Player cy mucks (does not show cards). Bets: 2. Collects: 4. Wins: 2.\n"
    )
    hand, _, _ = replayed(log)
    assert dict(zip(hand.players, hand.finish, strict=True)) == {"bob": 98, "cy": 50, "(empty seat)": 200}


def test_without_a_button_the_small_blind_is_the_first_player():
    log = IPOKER.replace('dealer="1"', 'dealer="0"')
    assert {Fraction(end) for end in replayed(log)[0].finish} == {Fraction(end) for end in FINISH.values()}


def test_a_mucked_hand_that_collects_was_good():
    log = PACIFIC.replace("cy shows [ As, Ah ]", "cy mucks [ As, Ah ]").replace("ann mucks", "ann shows")
    assert list(ends(log).values()) == [FINISH[name] for name in ("bob", "cy", "ann")]


def test_an_ante_that_no_other_matches_is_returned():
    log = """***** 888.ro BLAST Hand History for Game 77 *****
42.797,60 $/0 $ Blinds No Limit Holdem - ***
Tournament #1 13,95 $ + 1,05 $ - Table #1 4 Max (Real Money)
Seat 7 is the button
Total number of players : 2
Seat 1: ann ( 3.530 $ )
Seat 7: bob ( 2.470 $ )
ann posts ante [3.530 $]
bob posts ante [2.470 $]
** Dealing down cards **
Dealt to bob [ 5d, Kc ]
** Dealing flop ** [ As, 3h, Ac ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 7c ]
** Summary **
ann shows [ 4s, Jc ]
bob shows [ 5d, Kc ]
bob collected [ 4.940 $ ]
"""
    hand, _, _ = replayed(log)
    assert dict(zip(hand.players, hand.finish, strict=True)) == {"ann": 1060, "bob": 4940}


def test_amounts_may_be_written_in_thousands_and_with_apostrophes():
    assert [amount_of(each) for each in ("1.5K", "2M", "1'250")] == [1500, 2_000_000, 1250]
