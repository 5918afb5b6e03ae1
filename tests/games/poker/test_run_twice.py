"""Running it twice: the house rule, the agreement, the two boards and the halves of the pot."""

import pytest

import cardroom
from cardroom.cards import text
from cardroom.histories import play_recorded, read_phh, write_phh
from cardroom.play import BOARD, OTHER_BOARDS
from cardroom.play.round.events import Acted
from cardroom.rulebook import rule_set
from games.poker.tables import actions, do, start, wins

ACES, KINGS = "As Ah", "Ks Kh"
SECOND_BOARD, THIRD_BOARD = OTHER_BOARDS


def all_in(*cards, slug="texas-holdem", stacks=(100, 100), rules="standard", **house):
    """A hand of two at no limit in which the players go all-in before the flop."""
    house = {"limit": "no", "most_runs": 2} | house
    round = start(slug, list(stacks), *cards, rules=rules, **house)
    return do(round, "2 raise 100", "1 call")


def test_the_players_are_asked_when_no_more_betting_is_possible():
    round = all_in(ACES, KINGS)
    assert actions(round) == ["once", "twice"]
    assert round.ask.spot == "1"
    assert round.ask.default.action == "once"


def test_each_board_decides_half_of_the_pot():
    round = all_in(ACES, KINGS, "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h")
    do(round, "1 twice", "2 twice", "all show")
    assert text(round.cards.hand(BOARD)) == "2c 3d 4h 9c 9d"
    assert text(round.cards.hand(SECOND_BOARD)) == "Kc 7d 8h 2d 3h"
    assert wins(round) == [("1", 100, "pot, first board"), ("2", 100, "pot, second board")]


THREE = "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h xx Kd 7h 8d xx 2h xx 3c"


def test_three_boards_decide_a_third_of_the_pot_each():
    round = all_in(ACES, KINGS, THREE, most_runs=3)
    assert actions(round) == ["once", "twice", "three-times"]
    do(round, "1 three-times", "2 three-times", "all show")
    assert wins(round) == [
        ("1", 66.68, "pot, first board"),
        ("2", 66.66, "pot, second board"),
        ("2", 66.66, "pot, third board"),
    ]
    (hand,) = read_phh(write_phh(round))
    assert play_recorded(hand, cardroom.game).cards.hand(THIRD_BOARD) == round.cards.hand(THIRD_BOARD)


def test_the_lowest_answer_counts():
    round = all_in(ACES, KINGS, THREE, most_runs=3)
    do(round, "1 twice")
    assert actions(round) == ["once", "twice"]
    do(round, "2 twice", "all show")
    assert not round.cards.hand(THIRD_BOARD)


def test_one_player_who_wants_it_once_decides():
    round = all_in(ACES, KINGS, "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h")
    do(round, "1 once", "all show")
    assert wins(round) == [("1", 200, "pot")]
    assert not round.cards.hand(SECOND_BOARD)
    asked = [event.spot for event in round.events if isinstance(event, Acted) and event.action in ("once", "twice")]
    assert asked == ["1"]


def test_the_players_are_asked_once_in_a_hand():
    round = all_in(ACES, KINGS)
    do(round, "1 twice", "2 once")
    assert actions(round) == ["show", "muck"]


def test_after_the_flop_both_boards_share_it():
    round = start("texas-holdem", [100, 100], ACES, KINGS, "xx 2c 3d 4h xx Kd xx 9d xx 9c xx 8d", rules="standard",
                  limit="no", most_runs=2)  # fmt: skip
    do(round, "2 call", "1 check", "1 bet 98", "2 call", "1 twice", "2 twice", "all show")
    assert text(round.cards.hand(SECOND_BOARD)) == "9c 8d"
    assert wins(round) == [("2", 100, "pot, first board"), ("1", 100, "pot, second board")]


def test_an_odd_chip_goes_to_the_first_board():
    round = all_in(ACES, KINGS, "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h", chip="$1", stacks=(100, 100),
                   antes="$1/$0")  # fmt: skip
    do(round, "1 twice", "2 twice", "all show")
    first, second = wins(round)
    assert first[1] + second[1] == 200
    assert first[1] - second[1] in (0, 1)


def test_side_pots_are_halved_one_by_one():
    round = start("texas-holdem", [50, 101, 101], "As Ah", "Ks Kh", "Qs Qh",
                  "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h", rules="standard", limit="no", chip="$1",
                  most_runs=2)  # fmt: skip
    do(round, "3 raise 101", "1 call", "2 call", "1 twice", "2 twice", "3 twice", "all show")
    assert wins(round) == [
        ("1", 75, "main pot, first board"),
        ("2", 75, "main pot, second board"),
        ("2", 51, "side pot 1, first board"),
        ("2", 51, "side pot 1, second board"),
    ]


def test_an_odd_pot_gives_the_first_board_the_odd_chip():
    round = start("texas-holdem", [50, 50, 50], "As Ah", "Ks Kh", "Qs Qh",
                  "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h", rules="standard", limit="no", chip="$1",
                  stakes="$1/$3", most_runs=2)  # fmt: skip
    do(round, "3 fold", "1 raise 50", "2 call", "1 twice", "2 twice", "all show")
    assert wins(round) == [("1", 50, "pot, first board"), ("2", 50, "pot, second board")]
    odd = start("texas-holdem", [50, 50, 50], "As Ah", "Ks Kh", "Qs Qh",
                "xx 2c 3d 4h xx 9c xx 9d xx Kc 7d 8h xx 2d xx 3h", rules="standard", limit="no", chip="$1",
                stakes="$1/$3", antes="$0/$0/$1", dead_antes=True, most_runs=2)  # fmt: skip
    do(odd, "3 fold", "1 raise 50", "2 call", "1 twice", "2 twice", "all show")
    assert wins(odd) == [("1", 51, "pot, first board"), ("2", 50, "pot, second board")]


def test_the_low_half_is_decided_on_each_board():
    round = start("omaha-high-low", [100, 100], "As 2s Kd Kh", "Qs Qd Jh Jc",
                  "xx 3c 4d 8c xx Tc xx Td xx Qc 9d 9h xx Qh xx 6h",
                  rules="standard", limit="no", most_runs=2)  # fmt: skip
    do(round, "2 raise 100", "1 call", "1 twice", "2 twice", "all show")
    first = [(spot, amount) for spot, amount, name in wins(round) if name == "pot, first board"]
    second = [(spot, amount) for spot, amount, name in wins(round) if name == "pot, second board"]
    assert first == [("1", 50), ("1", 50)]
    assert second == [("2", 100)]


def test_hole_cards_are_discarded_before_the_players_are_asked():
    round = all_in("As Ah 2c 3d", "Ks Kh 4c 5d", slug="irish")
    assert actions(round) == ["discard"], "the flop decides what is discarded, so it is dealt once"
    do(round, "1 discard 2c 3d", "2 discard 4c 5d")
    assert actions(round) == ["once", "twice"]
    do(round, "1 twice", "2 twice", "all show")
    assert len(round.cards.hand(SECOND_BOARD)) == 2


def test_without_the_house_rule_nobody_is_asked():
    assert actions(all_in(ACES, KINGS, most_runs=1)) == ["show", "muck"]
    assert rule_set("texas-holdem").house("most_runs") == 1


def test_the_players_are_asked_when_there_are_cards_for_two_boards():
    game = cardroom.game("six-card-omaha", rules="standard", limit="no", most_runs=2)
    round = game.round(dict.fromkeys(range(1, 8), 10_000), seed=1, carry={"own": {"button": 7, "stays": True}})
    asked = []
    while not round.done:
        options = {option.action: option for option in round.ask.options}
        if "twice" in options:
            asked.append(len(round.cards.hand(BOARD)))
        action = next(each for each in ("raise", "call", "check", "show", "twice") if each in options)
        round.answer(round.ask.spot, action, options["raise"].most if action == "raise" else None)
    assert asked == [4] * 7, "seven players have 42 of 52 cards, so only the river can be dealt twice"


def test_the_house_rule_changes_the_digest_only_where_it_is_on():
    off, on = (rule_set("texas-holdem", most_runs=each) for each in (1, 2))
    assert "most_runs" not in off.binding()["house"]
    assert off.digest == rule_set("texas-holdem").digest != on.digest


@pytest.mark.parametrize("streets", [0, 1])
def test_a_hand_that_was_run_twice_is_written_as_phh_and_read_back(streets):
    round = start("texas-holdem", [100, 100], ACES, KINGS, rules="standard", limit="no", most_runs=2)
    do(round, "2 call", "1 check", *["1 check", "2 check"] * streets)
    left = round.chips.stack(round.spot("1")) / 100
    do(round, f"1 bet {left}", "2 call", "1 twice", "2 twice", "all show")
    told = write_phh(round)
    assert told.count("d db") == 3 + (2 - streets)
    (hand,) = read_phh(told)
    again = play_recorded(hand, cardroom.game)
    assert again.cards.hand(SECOND_BOARD) == round.cards.hand(SECOND_BOARD)
    assert wins(again) == wins(round)


@pytest.mark.parametrize("second", ['"d db 2d8s"', '"d db 2d", "d db 8s"', ""])
def test_a_second_board_of_the_wrong_size_is_refused(second):
    (hand,) = read_phh(RECORDED.replace('"d db 2d"', second))
    with pytest.raises(ValueError, match=r"the (second|third) board has 1 of 2 cards in the file"):
        play_recorded(hand, cardroom.game)


RECORDED = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cc", "d db 2c3d4h", "p1 cbr 98", "p2 cc", "d db 9c", "d db 9d",
    "d db Kc", "d db 2d"]
finishing_stacks = [100, 100]
"""


def test_a_recorded_hand_that_was_run_twice_settles():
    (hand,) = read_phh(RECORDED)
    round = play_recorded(hand, cardroom.game)
    assert wins(round) == [("1", 1, "pot, first board"), ("2", 1, "pot, second board")]
    assert text(round.cards.hand(SECOND_BOARD)) == "Kc 2d"
