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


# -- Bovada --------------------------------------------------------------------------------------------------------

BY_POSITION = {"Dealer": FINISH["ann"], "Small Blind": FINISH["bob"], "Big Blind": FINISH["cy"]}


@pytest.mark.parametrize("seats", [("2041", "17", "1066"), ("10233", "998", "4"), ("A7F2", "0B31", "9C")])
def test_a_seat_of_bovada_is_the_number_of_an_entry_of_any_length(seats):
    log = BOVADA.replace("TBL#99 HOLDEM No Limit", "HOLDEM Tournament #5 TBL#3, Normal- Level 1 (1/2)").replace("$", "")
    for short, long in zip(("2", "4", "5"), seats, strict=True):
        log = log.replace(f"Seat {short}:", f"Seat {long}:").replace(f"Set dealer [{short}]", f"Set dealer [{long}]")
    assert seats[0] in log
    assert ends(log) == BY_POSITION


EARLY = re.sub(r"\*\*\* (?:FLOP|TURN|RIVER) .*\n", "", BOVADA).replace("Raises $6 to $6", "Raises $6")
"""An early log has no sections, and the total of a raise alone."""


@pytest.mark.parametrize("words", ["Card dealt to table", "Card to the table"])
@pytest.mark.parametrize("flop", [["2c 7d 9h"], ["2c", "7d", "9h"]])
def test_early_logs_of_bovada_deal_cards_to_the_table(words, flop):
    dealt = "".join(f"{words} [{cards}]\n" for cards in flop)
    log = EARLY.replace("Calls $4\n", f"Calls $4\n{dealt}").replace("Calls $8\n", f"Calls $8\n{words} [4s]\n")
    log = log.replace("Big Blind : Bets $8", f"{words} [3s]\nBig Blind : Bets $8")
    assert ends(log) == BY_POSITION
    assert '"d db 2c7d9h", "p2 cc", "p3 cc", "d db 3s", "p2 cbr 8"' in read_log(log).phh


def test_a_board_that_only_the_summary_has_is_dealt_where_the_betting_rounds_end():
    assert ends(EARLY) == BY_POSITION
    assert read_log(EARLY).phh == read_log(BOVADA).phh


def test_a_board_of_the_summary_is_dealt_after_an_all_in_before_the_flop():
    log = EARLY.replace("Raises $6\n", "All-in(raise) $40\n").replace("Calls $4", "Calls $38")
    log = re.sub(r"(?m)^.*(?:Checks|Bets \$8|Calls \$8|All-in \$\d+|uncalled.*)\n", "", log)
    assert ends(log) == BY_POSITION
    assert '"p3 cbr 40", "p1 f", "p2 cc", "d db 2c7d9h", "d db 3s", "d db 4s"' in read_log(log).phh


def test_a_raise_without_a_second_amount_is_the_total():
    """Cy had 2 in front, and raises to 16, not by 16; ann is then all-in for a total of 40, and not for 40 more."""
    log = EARLY.replace("Calls $4\n", "Raises $16\nDealer  [ME] : All-in(raise) $40\nBig Blind : Calls $24\n")
    log = re.sub(r"(?m)^.*(?:Checks|Bets \$8|Calls \$8|All-in \$\d+|uncalled.*)\n", "", log)
    assert ends(log) == BY_POSITION
    assert '"p2 cbr 16", "p3 cbr 40", "p2 cc"' in read_log(log).phh


def test_a_dead_post_of_bovada_is_dead_only_above_the_big_blind():
    """Dee posts 3 to come in: 2 of them play, so dee may check."""
    log = BOVADA.replace("Dealer  [ME] : Set", "Seat 1: UTG ($50 in chips)\nDealer  [ME] : Set")
    log = log.replace("*** HOLE", "UTG : Posts dead chip $3\n*** HOLE")
    log = log.replace(
        "Dealer  [ME] : Raises", "UTG : Card dealt to a spot [5c 6d]\nUTG : Checks\nDealer  [ME] : Raises"
    )
    log = log.replace("*** FLOP", "UTG : Folds\n*** FLOP").replace("result $80", "result $83").replace("$81", "$84")
    assert ends(log) == {**BY_POSITION, "UTG": 47, "Big Blind": 91}
    assert "blinds_or_straddles = [1, 2, -2, 0]" in read_log(log).phh
    assert "antes = [0, 0, 1, 0]" in read_log(log).phh


BOVADA_STUD = """Bovada Hand #7010: 7CARD Tournament #77 TBL#2, Fixed Limit- Level 1 (0/0) - 2012-05-01 20:00:00
Seat+1204: 100 in chips
Seat+77 [ME]: 100 in chips
Seat+1310: 100 in chips
Seat+1204 : Ante chip 1
Seat+77 [ME] : Ante chip 1
Seat+1310 : Ante chip 1
*** 3RD STREET ***
Seat+1204 : Card dealt to a spot [As Ah 9d]
Seat+77 [ME] : Card dealt to a spot [Kd Qd 2c]
Seat+1310 : Card dealt to a spot [8s 7s Td]
Seat+77 [ME] : Bring in (timeout) 2
Seat+1310 : Folds
Seat+1204 : Raises 4
Seat+77 [ME] : Calls 2
*** 4TH STREET ***
Seat+1204 : Card dealt to a spot [9c]
Seat+77 [ME] : Card dealt to a spot [Js]
Seat+1204 : Bets chip info 4
Seat+77 [ME] : Folds
Seat+1204 : Return uncalled portion of bet 4
Seat+1204 : Does not show [As Ah 9d 9c] (Two pair)
Seat+1204 : Hand Result 11
*** SUMMARY ***
Total Pot(11)
"""


@pytest.mark.parametrize("log", [BOVADA_STUD, BOVADA_STUD.replace("*** 4TH STREET ***\n", "")])
def test_a_stud_tournament_of_bovada_has_its_stakes_from_its_bets(log):
    """The header has stakes of 0. Players sit in the order of the list, whatever their numbers. Early logs do not say
    where a street begins."""
    assert ends(log) == {"Seat+1204": 106, "Seat+77": 95, "Seat+1310": 99}
    assert {"small_bet = 4", "big_bet = 8", "bring_in = 2"} <= {*read_log(log).phh.splitlines()}
    assert '"d dh p1 9c", "d dh p2 Js", "p1 cbr 4"' in read_log(log).phh


def test_early_names_of_bovada_are_read():
    log = BOVADA.replace("Ignition Hand #7008", "Bodog Canada Hand #C7008")
    assert read_log(log).number == "7008"
    high_low = log.replace("HOLDEM No", "OMAHA_HL Pot").replace("[Ks Kh]", "[Ks Kh 5d 6c]", 1)
    assert read_log(high_low).phh.startswith('variant = "PO/8"')


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
        ("Six Plus Holdem NL $1/$2", 2, "NS"),
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
