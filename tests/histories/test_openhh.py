"""Open Hand History: hands are written as JSON and read back unchanged."""

import json

import pytest

import cardroom
from cardroom.histories.logs.results import check_results
from cardroom.histories.openhh import read_openhh, write_openhh
from cardroom.histories.phh import PHHError, play_recorded, read_phh
from cardroom.histories.sites import read_log
from cli.command import run
from histories.site_hands import GGPOKER, HANDS


def replayed(text):
    """A hand with its results, replayed."""
    hand = read_openhh(text)
    (recorded,) = read_phh(hand.phh)
    check_results(hand, play_recorded(recorded, cardroom.game), recorded.scale)
    return hand


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_of_every_site_goes_out_and_comes_back(name):
    first = read_log(HANDS[name])
    written = write_openhh(first.phh)
    hand = replayed(written)
    assert (hand.players, hand.finish, hand.rake) == (first.players, first.finish, first.rake)
    (pot,) = json.loads(written)["ohh"]["pots"]
    assert (pot["amount"], pot["rake"]) == (81, 1)
    assert pot["player_wins"] == [{"player_id": 2, "win_amount": 80}]


def test_a_raise_is_read_as_chips_added_or_as_a_total():
    value = json.loads(write_openhh(read_log(GGPOKER).phh))
    actions = value["ohh"]["rounds"][0]["actions"]
    call = next(action for action in actions if action["action"] == "Call")
    call["action"], call["amount"] = "Raise", 18
    actions.append({"action_number": 90, "player_id": 3, "action": "Call", "amount": 14})
    value["ohh"]["rounds"][3]["actions"] = [
        {"action_number": 91, "player_id": 2, "action": "Bet", "amount": 20, "is_allin": True},
        {"action_number": 92, "player_id": 3, "action": "Call", "amount": 12, "is_allin": True},
    ]
    added = replayed(json.dumps(value))
    assert '"p2 cbr 20"' in added.phh
    call["amount"] = 20
    assert replayed(json.dumps(value)).phh == added.phh


def test_files_are_read_in_every_layout_and_written_by_the_command(tmp_path):
    log, out = tmp_path / "log.txt", tmp_path / "hands.ohh"
    log.write_text(GGPOKER + "\n" + GGPOKER.replace("HD7001", "HD7002"))
    out.write_text(run("replay", log, "--ohh").stdout)
    assert run("replay", "--check", out).stdout.startswith("2 replayed, 0 failed")
    hands = [json.loads(line) for line in out.read_text().splitlines()]
    (tmp_path / "pretty.json").write_text("\n\n".join(json.dumps(hand, indent=2) for hand in hands))
    assert run("replay", "--check", tmp_path / "pretty.json").stdout.startswith("2 replayed, 0 failed")
    (tmp_path / "one.phh").write_text(run("replay", tmp_path / "pretty.json", "--phh").stdout.partition("[2]")[0])
    assert json.loads(run("replay", tmp_path / "one.phh", "--ohh").stdout)["ohh"]["pots"][0]["amount"] == 81


def test_our_own_rounds_go_out_and_come_back(tmp_path):
    records, out = tmp_path / "records.jsonl", tmp_path / "hands.ohh"
    run("deal", "omaha", "--rounds", "6", "--seats", "4", "--seed", "5", "--out", records)
    out.write_text(run("replay", records, "--ohh").stdout)
    assert "6 replayed, 0 failed" in run("replay", "--check", out).stdout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "ohh is missing"),
        ('{"ohh": {"game_type": "Holdem"}}', "unknown bet_type None: choose from NL, PL, FL"),
        ('{"ohh": {"game_type": "Stud", "bet_limit": {"bet_type": "FL"}}}', "'Stud' is not a game"),
        ('{"ohh": {"game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "players": 3}}', "players: 3 is not what"),
    ],
)
def test_damaged_hands_are_refused_in_words(text, why):
    with pytest.raises(PHHError, match=why):
        read_openhh(text)


def test_games_without_a_board_are_not_written(tmp_path):
    run("deal", "razz", "--rounds", "1", "--seed", "5", "--out", tmp_path / "razz.jsonl")
    assert "no street names for FR" in run("replay", tmp_path / "razz.jsonl", "--ohh", code=1).stderr


STRADDLE = GGPOKER.replace("*** HOLE", "ann: straddle $4\n*** HOLE").replace(
    "ann: raises $4 to $6\nbob: folds\ncy: calls $4\n", "bob: folds\ncy: calls $2\nann: checks\n"
)
STRADDLE = STRADDLE.replace("bets $34", "bets $36").replace("calls $26", "calls $28")
DEAD = GGPOKER.replace("*** HOLE", "ann: posts missed blind $1\n*** HOLE").replace("ann: calls $26", "ann: calls $25")
DEAD = DEAD.replace("Uncalled bet ($8)", "Uncalled bet ($9)").replace("$80", "$79").replace("$81", "$80")
SHORT = """Poker Hand #HD1: Hold'em No Limit ($1/$2) - 2024/05/01 20:00:00
Table 'Ceres' 6-max Seat #2 is the button
Seat 2: ann ($40 in chips)
Seat 4: bob ($100 in chips)
Seat 5: cy ($1.50 in chips)
bob: posts small blind $1
cy: posts big blind $1.50 and is all-in
*** HOLE CARDS ***
ann: calls $2
bob: folds
Uncalled bet ($0.50) returned to ann
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4s]
*** SHOWDOWN ***
cy: shows [As Ah] (Pair of Aces)
ann: shows [Ks Kh] (Pair of Kings)
cy collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
"""


@pytest.mark.parametrize(
    ("log", "words"),
    [(STRADDLE, ["Straddle"]), (DEAD, ["Post Dead"]), (SHORT, ["Post SB", "Post BB"])],
    ids=["straddle", "dead blind", "blind all-in for less"],
)
def test_forced_bets_have_the_words_of_the_format_and_come_back(log, words):
    first = read_log(log)
    written = write_openhh(first.phh)
    actions = {action["action"] for action in json.loads(written)["ohh"]["rounds"][0]["actions"]}
    assert {*words} <= actions
    assert "Post Ante" not in actions
    hand = replayed(written)
    assert (hand.players, hand.finish) == (first.players, first.finish)


def test_a_second_board_and_added_chips_are_refused_in_words():
    document = read_log(GGPOKER).phh
    twice = document.replace('"d db 4s"', '"d db 4s", "d db 5s"')
    with pytest.raises(PHHError, match="the format has no second board"):
        write_openhh(twice)
    with pytest.raises(PHHError, match="chips that the house added"):
        write_openhh(f"{document}\n_added = 10")
