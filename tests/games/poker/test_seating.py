"""The button and the blinds over hands, as players come and go (500 Club, rules 1-4; rulings K14, K16)."""

import pytest

import cardroom
from cardroom.play import Spot, Table
from cardroom.play.events import Rolled
from games.poker.tables import actions, do, stacks, start


def spots(*seats):
    return [Spot.of_seat(seat) for seat in seats]


def fold_around(table, round):
    """Everybody folds to the big blind."""
    while not round.done:
        round.answer(round.ask.spot, "fold")
    table.finish(round)


def table_of(seats, hands=1, slug="texas-holdem", **house):
    """A table with some hands behind it; the first button is in the last seat."""
    table = Table(cardroom.game(slug, **house), seats, seed=1)
    table.carry = {"button": seats, "stays": True}
    for _ in range(hands):
        fold_around(table, table.start())
    return table


def posted(round):
    """What everybody has put in before the cards, in dollars."""
    return {
        seat: (round.stacks[seat] - round.accounts[seat]) / 100
        for seat in round.stacks
        if round.stacks[seat] > round.accounts[seat]
    }


def test_the_first_button_goes_to_the_highest_card():
    round = cardroom.game("texas-holdem").round(4, seed=5)
    cards = next(event for event in round.events if isinstance(event, Rolled)).numbers
    assert round.carry["button"] == cards.index(max(cards)) + 1
    assert len(set(cards)) == 4


@pytest.mark.parametrize("slug", ["razz", "stud-8"])
def test_games_without_a_button_deal_from_the_left_of_the_house_dealer(slug):
    round = cardroom.game(slug).round(3, seed=5)
    assert "button" not in round.carry
    assert next(iter(round.hands)) == "1"


def test_button_and_blinds_move_clockwise():
    table = table_of(4)
    for button, blinds in ((1, {"2": 1, "3": 2}), (2, {"3": 1, "4": 2}), (3, {"4": 1, "1": 2})):
        round = table.start()
        assert (round.carry["button"], posted(round)) == (button, blinds)
        fold_around(table, round)


def test_when_the_big_blind_leaves_nobody_has_the_small_one_then_the_button_is_dead():
    table = table_of(4)  # the big blind was seat 2
    table.stacks["2"] = 0
    round = table.start()
    assert posted(round) == {"3": 2}
    assert round.ask.spot == "4"
    fold_around(table, round)
    round = table.start()
    assert posted(round) == {"3": 1, "4": 2}
    assert round.carry["button"] == 2, "the button is at an empty seat"
    assert round.ask.spot == "1"


def test_the_big_blind_is_never_paid_twice_when_two_are_left():
    table = table_of(3)  # seats 1 and 2 had the blinds
    table.stacks["1"] = 0
    round = table.start()
    assert posted(round) == {"3": 2, "2": 1}
    assert round.carry["button"] == 2


def test_a_new_player_posts_or_waits_for_the_big_blind():
    table = table_of(3)
    table.stacks["4"] = 100_000
    round = table.start()
    assert round.ask.spot == "4"
    assert actions(round) == ["post", "wait"]
    waiting = do(table.start(), "4 wait")
    assert "4" not in waiting.hands
    posting = do(table.start(), "4 post")
    assert posted(posting) == {"2": 1, "3": 2, "4": 2}
    assert do(posting, "4 check").ask.spot == "1", "the post plays: it may be checked"


def test_a_new_player_in_the_big_blinds_place_is_the_big_blind():
    table = table_of(3, hands=2)  # the big blind was seat 3
    table.stacks["4"] = 100_000
    round = table.start()
    assert posted(round) == {"3": 1, "4": 2}


def test_missed_blinds_are_owed_and_the_small_one_is_dead():
    table = table_of(5)  # blinds 1 and 2
    absent = spots(1, 2, 4, 5)
    fold_around(table, table.start(absent))  # seat 3 misses the big blind, which is seat 4's
    assert table.carry["owes"] == {"3": 100}
    round = table.start()  # the blinds are 4 and 5, the button is at 2
    assert "3" not in round.hands, "between the button and the big blind nobody comes in"
    fold_around(table, round)
    round = table.start()
    assert round.ask.spot == "3"
    assert round.ask.options[0].amount == 300
    before = stacks(round)[2]
    do(round, "3 post")
    assert stacks(round)[2] == before - 3
    assert round.carry["owes"] == {}


def test_waiting_is_what_an_absent_player_does():
    table = table_of(3)
    table.stacks["4"] = 100_000
    round = table.start()
    round.default("4")
    assert "4" not in round.hands


def test_a_house_may_let_everybody_in_and_move_the_button_to_the_next_player():
    table = table_of(3, owed_blinds=False)
    table.stacks["4"] = 100_000
    round = table.start()
    assert actions(round)[0] != "post"
    assert "4" in round.hands


def test_one_player_alone_is_not_dealt_to():
    assert start("texas-holdem", [100, 0]).done
