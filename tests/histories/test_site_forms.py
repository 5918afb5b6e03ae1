"""Forms of sites' logs that public samples rarely have: other languages, hands run twice, glued and damaged files."""

import re
from fractions import Fraction

import pytest

from cardroom.errors import InputError
from cardroom.histories.phh import PHHError
from cardroom.histories.sites import read_log
from cardroom.histories.sites.ipoker import read_ipoker
from cli.command import run
from histories.site_hands import BOVADA, FINISH, FULL_TILT, GGPOKER, HANDS, IPOKER, PACIFIC, WINAMAX, WINNING
from histories.test_sites import replayed

NUMBERED = {
    "GGPoker": GGPOKER,
    "Full Tilt Poker": FULL_TILT,
    "Winamax": WINAMAX,
    "888 Poker": PACIFIC,
    "Bovada": BOVADA,
}


def ends(log):
    """Each player's chips at the end of a hand that replays as its log says."""
    hand, _, _ = replayed(log)
    return {who: Fraction(end) for who, end in zip(hand.players, hand.finish, strict=True)}


# -- Files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMBERED)
def test_a_hand_that_begins_in_the_middle_of_a_line_is_read(name, tmp_path):
    """Files that were put together without a line end between them: no hand is passed over."""
    log = re.sub(r"^#Game No.*\n", "", re.sub(r"\b(HD)?700(\d)\b", r"\g<1>70070\2", NUMBERED[name]))
    file = tmp_path / "glued.txt"
    file.write_text(log.rstrip("\n") + log)
    assert "2 replayed, 0 failed" in run("replay", "--check", file).stdout


def test_a_hand_quoted_in_chat_is_not_a_hand(tmp_path):
    file = tmp_path / "chat.txt"
    quote = """ann said, "PokerStars Hand #123456: Hold'em No Limit ($1/$2)"\n"""
    file.write_text(GGPOKER.replace("bob: folds\n", f"{quote}bob: folds\n"))
    assert "1 replayed, 0 failed" in run("replay", "--check", file).stdout


def test_a_session_without_a_game_or_with_a_game_without_a_number_is_refused(tmp_path):
    file = tmp_path / "session.xml"
    file.write_text(re.sub(r"<game .*</game>", "", IPOKER, flags=re.DOTALL))
    assert "the session contains no game" in run("replay", "--check", file, code=1).output
    file.write_text(IPOKER.replace('<game gamecode="7009">', "<game >"))
    assert "a game of this session has no gamecode" in run("replay", "--check", file, code=1).output


@pytest.mark.parametrize("name", HANDS)
def test_a_file_that_was_converted_to_utf8_twice_is_read(name):
    log = HANDS[name].replace("1,000", "1Â\xa0000")
    assert {Fraction(end) for end in read_log(log).finish} == set(FINISH.values())


# -- Full Tilt Poker -----------------------------------------------------------------------------------------------

TWICE = FULL_TILT.replace(
    FULL_TILT[FULL_TILT.index("*** FLOP") :],
    """*** FLOP *** [2c 7d 9h] (Total Pot: $13, 2 Players)
cy bets $42, and is all in
ann calls $34, and is all in
Uncalled bet of $8 returned to cy
Players agree to Run It Twice
cy shows [As Ah]
ann shows [Ks Kh]
*** TURN 1 *** [2c 7d 9h] [3s] (Total Pot: $81, 2 Players, 2 All-In)
*** RIVER 1 *** [2c 7d 9h 3s] [4s] (Total Pot: $81, 2 Players, 2 All-In)
*** TURN 2 *** [2c 7d 9h] [5s] (Total Pot: $81, 2 Players, 2 All-In)
*** RIVER 2 *** [2c 7d 9h 5s] [6d] (Total Pot: $81, 2 Players, 2 All-In)
*** SHOW DOWN 1 ***
cy shows a pair of Aces
*** SHOW DOWN 2 ***
cy shows a pair of Aces
cy wins pot 1 ($40) with a pair of Aces
cy wins pot 2 ($40) with a pair of Aces
*** SUMMARY ***
Total pot $81 | Rake $1
*** SUMMARY 1 ***
Seat 5: cy (big blind) showed [As Ah] and won ($40) with a pair of Aces
*** SUMMARY 2 ***
Seat 5: cy (big blind) showed [As Ah] and won ($40) with a pair of Aces
""",
)


@pytest.mark.parametrize("lines", [TWICE, re.sub(r"cy wins pot .*\n", "", TWICE)])
def test_a_player_who_wins_both_boards_collects_both_parts(lines):
    """By the lines of the showdown, or by both summaries."""
    assert ends(lines) == FINISH


# -- GGPoker -------------------------------------------------------------------------------------------------------


def test_insurance_and_cash_outs_of_ggpoker_leave_the_pot_as_it_is():
    notices = "cy: Chooses to EV Cashout\nann: Pays Cashout Risk ($3)\ncy: Receives Cashout ($70)\nann: Rabbit Hunts\n"
    assert ends(GGPOKER.replace("*** SHOWDOWN ***\n", f"*** SHOWDOWN ***\n{notices}")) == FINISH
    with pytest.raises(PHHError, match="is not an action of a player"):
        read_log(GGPOKER.replace("bob: folds", "bob: vanishes"))


def test_a_straddle_of_ggpoker_is_a_third_blind():
    log = GGPOKER.replace("*** HOLE", "ann: straddle $4\n*** HOLE")
    log = log.replace("ann: raises $4 to $6\nbob: folds\ncy: calls $4\n", "bob: folds\ncy: calls $2\nann: checks\n")
    log = log.replace("bets $34", "bets $36").replace("calls $26", "calls $28")
    hand, _, _ = replayed(log)
    assert "blinds_or_straddles = [1, 2, 4]" in hand.phh
    assert sum(hand.finish) == 187


def test_short_deck_of_ggpoker_has_its_own_deck():
    with pytest.raises(PHHError, match="2c is not in the deck"):
        replayed(GGPOKER.replace("Hold'em No Limit", "ShortDeck No Limit"))
    high = GGPOKER.replace("2c 7d 9h", "6c 7d 9h").replace("3s", "8s").replace("4s", "Qd")
    assert "variant = " in read_log(high.replace("Hold'em No Limit", "ShortDeck No Limit")).phh


# -- 888 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kings", "aces", "flop", "turn", "river"),
    [
        ("Ks, Kh", "Es, Eh", "2c, 7d, 9h", "Kns", "4s"),  # Danish: Kn is the jack, E the ace
        ("Rs, Rh", "As, Ah", "2c, 7d, 9h", "Vs", "Ds"),  # French: V is the jack, D the queen, R the king
        ("KPik, KHerz", "APik, AHerz", "2Kreuz, 7Karo, 9Herz", "BPik", "DPik"),  # German: B is the jack
        ("Kp, Kc", "Ap, Ac", "2t, 7d, 9c", "3p", "4p"),  # Spanish: t is clubs, and c is hearts
    ],
)
def test_cards_in_other_languages_are_read(kings, aces, flop, turn, river):
    log = PACIFIC.replace("Ks, Kh", kings).replace("As, Ah", aces).replace("2c, 7d, 9h", flop)
    log = log.replace("[ 3s ]", f"[ {turn} ]").replace("[ 4s ]", f"[ {river} ]")
    hand, _, _ = replayed(log)
    assert "d dh p3 KsKh" in hand.phh
    assert "d db 2c7d9h" in hand.phh
    assert "p2 sm AsAh" in hand.phh


def test_a_log_of_888_may_leave_out_that_the_cards_are_dealt():
    log = PACIFIC.replace("** Dealing down cards **\nDealt to ann [ Ks, Kh ]\n", "").replace("dee folds\n", "")
    assert ends(log) == FINISH
    lone = """***** 888poker Hand History for Game 4097 *****
$25/$50 Blinds No Limit Holdem - *** 30 04 2015 09:13:22
Table Ceres 6 Max (Real Money)
Seat 2 is the button
Total number of players : 3
Seat 2: ann ( $3 023.50 )
Seat 4: bob ( $15 552.50 )
Seat 7: cy ( $4 925 )
bob posts small blind [$25]
cy folds
ann folds
** Summary **
bob did not show his hand
bob collected [ $25 ]
"""
    assert ends(lone) == {"ann": Fraction("3023.5"), "bob": Fraction("15552.5"), "cy": 4925}


# -- iPoker, Winamax, Winning --------------------------------------------------------------------------------------


def ipoker(kind, hole=2):
    """The hand with another game: each player has more cards, of which none is seen."""
    log = IPOKER.replace("Holdem NL $1/$2", kind)
    return log.replace("X X<", f"{' '.join(['X'] * hole)}<") if hole > 2 else log


@pytest.mark.parametrize(
    ("kind", "hole", "variant"),
    [
        ("Holdem NL $1/$2", 2, "NT"),
        ("Texas Hold'em No limit $1/$2", 2, "NT"),
        ("Holdem SL $1/$2", 2, "NT"),
        ("Holdem БЛ $1/$2", 2, "NT"),
        ("6+ Holdem NL $1/$2", 2, "NS"),
        ("PL $1/$2", 2, "PT"),
        ("PL $1/$2", 4, "PO"),
        ("PL $1/$2", 5, "PO5"),
        ("Omaha LP $1/$2", 4, "PO"),
        ("Omaha Hi-Lo PL $1/$2", 4, "PO/8"),
        ("LH 1/2 6x Limit $1/$2", 2, "FT"),
        ("7 Card Stud Hi-Lo L $1/$2", 2, "F7S/8"),
        ("7 Card Stud L $1/$2", 2, "F7S"),
    ],
)
def test_a_session_of_ipoker_names_its_game_in_many_ways(kind, hole, variant):
    assert read_ipoker(ipoker(kind, hole)).variant == variant


def test_an_unknown_game_of_ipoker_is_refused_and_not_taken_for_another():
    with pytest.raises(InputError, match="'Telesina' is not a game that can be read here"):
        read_log(ipoker("Telesina NL $1/$2"))


def test_a_bare_ampersand_in_a_name_is_read():
    assert set(ends(IPOKER.replace('"cy"', '"c&y"'))) == {"ann", "bob", "c&y"}


def test_five_card_omaha_high_low_of_winamax_has_two_halves():
    log = WINAMAX.replace("Holdem no limit", "5 Card Omaha Hi/Lo pot limit").replace("Ks Kh]", "Ks Kh Qd 9s 8s]")
    assert "PO5/8" in read_log(log.replace("As Ah]", "As Ah Jd Js 8d]")).phh


def test_numbers_of_winning_hands_may_have_parts():
    assert read_log(WINNING.replace("Hand #7007 ", "Hand #7007-12 ")).number == "7007-12"
