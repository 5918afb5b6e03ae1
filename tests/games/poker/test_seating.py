"""The button and the blinds over hands, as players come and go (500 Club, rules 1-4; rulings K14, K16)."""

import pytest

import cardroom
from cardroom.games.poker.seating import Seating
from cardroom.play import Carry, Table, hand_of
from cardroom.play.events import Rolled
from deals import PEOPLE, people, stack
from games.poker.tables import actions, do, stacks, start


def fold_around(table, round):
    """Everybody folds to the big blind."""
    while not round.done:
        round.answer(round.ask.spot, "fold")
    table.finish(round)


def table_of(seats, hands=1, slug="texas-holdem", **house):
    """A table with some hands behind it, at seats from 1 on; the first button is in the last seat."""
    table = Table(cardroom.game(slug, **house), dict.fromkeys(PEOPLE[:seats], 100_000), seed=1)
    table.carry = Carry(own=Seating(button=seats, stays=True))
    for _ in range(hands):
        fold_around(table, table.start())
    return table


def posted(round):
    """What everybody has put in before the cards, in dollars."""
    put_in = {bettor: had - stack(round, bettor) for bettor, had in round.stacks.items()}
    return {bettor: cents / 100 for bettor, cents in put_in.items() if cents}


def test_the_first_button_goes_to_the_highest_card():
    round = cardroom.game("texas-holdem").round(*people((1, 2, 3, 4)), seed=5)
    cards = next(event for event in round.events if isinstance(event, Rolled)).numbers
    assert round.carry.own.button == cards.index(max(cards)) + 1
    assert len(set(cards)) == 4


@pytest.mark.parametrize("slug", ["razz", "stud-8"])
def test_games_without_a_button_deal_from_the_left_of_the_house_dealer(slug):
    round = cardroom.game(slug).round(*people((1, 2, 3)), seed=5)
    assert round.carry.own is None
    assert next(iter(round.cards.hands)) == hand_of("1")


def test_button_and_blinds_move_clockwise():
    table = table_of(4)
    for button, blinds in ((1, {"bob": 1, "cy": 2}), (2, {"cy": 1, "dee": 2}), (3, {"dee": 1, "ann": 2})):
        round = table.start()
        assert (round.carry.own.button, posted(round)) == (button, blinds)
        fold_around(table, round)


@pytest.mark.parametrize(
    "goes",
    [lambda table: table.leave("bob"), lambda table: table.sit_out("bob"), lambda table: table.stacks.update(bob=0)],
    ids=["leaves", "sits out", "has no chips"],
)
def test_when_the_big_blind_goes_nobody_has_the_small_one_then_the_button_is_dead(goes):
    table = table_of(4)  # the big blind was bob, in seat 2
    goes(table)
    round = table.start()
    assert posted(round) == {"cy": 2}
    assert round.ask.spot == "4"
    fold_around(table, round)
    round = table.start()
    assert posted(round) == {"cy": 1, "dee": 2}
    assert round.carry.own.button == 2, "the button is at an empty seat"
    assert round.ask.spot == "1"


def test_the_big_blind_is_never_paid_twice_when_two_are_left():
    table = table_of(3)  # ann and bob had the blinds
    table.leave("ann")
    round = table.start()
    assert posted(round) == {"cy": 2, "bob": 1}
    assert round.carry.own.button == 2


def joined(**house):
    """A table of three to which dee has come, in seat 4."""
    table = table_of(3, **house)
    table.join("dee", 100_000, seat=4)
    return table


def test_a_new_player_posts_or_waits_for_the_big_blind():
    waiting, posting = joined().start(), joined().start()
    assert waiting.ask.spot == "4"
    assert actions(waiting) == ["post", "wait"]
    do(waiting, "4 wait")
    assert hand_of("4") not in waiting.cards.hands
    do(posting, "4 post")
    assert posted(posting) == {"bob": 1, "cy": 2, "dee": 2}
    assert do(posting, "4 check").ask.spot == "1", "the post plays: it may be checked"


def test_a_new_player_in_the_big_blinds_place_is_the_big_blind():
    round = joined(hands=2).start()  # the big blind was cy, in seat 3
    assert posted(round) == {"cy": 1, "dee": 2}


def test_missed_blinds_are_owed_and_the_small_one_is_dead():
    table = table_of(5)  # ann and bob had the blinds
    table.sit_out("cy")
    fold_around(table, table.start())  # cy misses the big blind, which is dee's
    assert table.carry.own.owes == {"cy": 100}
    table.sit_out("cy", out=False)
    round = table.start()  # the blinds are 4 and 5, the button is at 2
    assert hand_of("3") not in round.cards.hands, "between the button and the big blind nobody comes in"
    fold_around(table, round)
    round = table.start()
    assert round.ask.spot == "3"
    assert round.ask.options[0].amount == 300
    before = stacks(round)[2]
    do(round, "3 post")
    assert stacks(round)[2] == before - 3
    assert round.carry.own.owes == {}


def test_waiting_is_what_an_absent_player_does():
    round = joined().start()
    round.default("4")
    assert hand_of("4") not in round.cards.hands


def test_a_house_may_let_everybody_in_and_move_the_button_to_the_next_player():
    round = joined(owed_blinds=False).start()
    assert actions(round)[0] != "post"
    assert hand_of("4") in round.cards.hands


def test_one_player_alone_is_not_dealt_to():
    assert start("texas-holdem", [100, 0]).done
