"""The button and the blinds over hands, as players come and go (500 Club, rules 1-4; rulings K13 and K14)."""

import pytest
from msgspec.structs import replace

import cardroom
from cardroom.cards import text
from cardroom.games.poker.seating import Owed, Seating
from cardroom.play import Carry, Table, hand_of
from cardroom.play.round.events import Rolled
from cardroom.play.round.places import front_of
from cardroom.play.table import Join, Leave, SitOut
from games.poker.tables import COMMUNITY, DRAW, actions, do, stacks, start
from support.deals import PEOPLE, people, stack
from support.people import set_state


def fold_around(table, round):
    """Let all players fold to the big blind."""
    while not round.done:
        round.answer(round.ask.spot, "fold")
    table.finish(round)


def table_of(seats, hands=1, slug="texas-holdem", **house):
    """A table after some hands, with players from seat 1 on. The first button is in the last seat."""
    table = Table(cardroom.game(slug, **house), dict.fromkeys(PEOPLE[:seats], 100_000), seed=1)
    set_state(table, carry=Carry(own=Seating(button=seats, stays=True)))
    for _ in range(hands):
        fold_around(table, table.start())
    return table


def posted(round):
    """What each player put in before the cards, in dollars."""
    put_in = {bettor: had - stack(round, bettor) for bettor, had in round.stacks.items()}
    return {bettor: cents / 100 for bettor, cents in put_in.items() if cents}


@pytest.mark.parametrize("slug", [*COMMUNITY, *DRAW, "seven-card-stud", "seven-card-stud-high-low"])
def test_the_first_button_goes_to_the_highest_card(slug):
    """By rank, then spades, hearts, diamonds, clubs; the ace is the lowest in 500 Club, Badugi, Card Values."""
    ranks = "A23456789TJQK" if slug == "badugi" else "23456789TJQKA"
    seen = set()
    for seed in range(12):
        round = cardroom.game(slug, "500-club").round(*people((1, 2, 3, 4)), seed=seed)
        (cards,) = (text([number - 1 for number in event.numbers]).split() for event in rolls(round))
        assert len(set(cards)) == 4
        best = max(cards, key=lambda card: (ranks.index(card[0]), "cdhs".index(card[1])))
        assert round.carry.own.button == cards.index(best) + 1
        seen |= {card[0] for card in cards}
    assert "A" in seen


def rolls(round):
    return [event for event in round.events if isinstance(event, Rolled)]


@pytest.mark.parametrize("slug", ["razz", "stud-8"])
def test_games_without_a_button_deal_from_the_left_of_the_house_dealer(slug):
    round = cardroom.game(slug).round(*people((1, 2, 3)), seed=5)
    assert round.carry.own is None
    assert next(iter(round.cards.hands)) == hand_of("1")


@pytest.mark.parametrize("slug", ["seven-card-stud", "seven-card-stud-high-low"])
def test_the_button_of_stud_moves_clockwise(slug):
    own = Seating(button=2)
    round = cardroom.game(slug, "500-club").round(*people((1, 2, 3)), seed=5, carry=Carry(own=own))
    assert round.carry.own.button == 3
    assert next(iter(round.cards.hands)) == hand_of("1"), "cards come from the left of it"


@pytest.mark.parametrize("slug", [*COMMUNITY, *DRAW])
def test_button_and_blinds_move_clockwise(slug):
    table = table_of(4, slug=slug, **({} if slug == "pot-limit-omaha-8" else {"limit": "no", "stakes": "$1/$2"}))
    for button, blinds in ((1, {"bob": 1, "cy": 2}), (2, {"cy": 1, "dee": 2}), (3, {"dee": 1, "ann": 2})):
        round = table.start()
        assert (round.carry.own.button, posted(round)) == (button, blinds)
        fold_around(table, round)


@pytest.mark.parametrize(
    "goes",
    [
        lambda table: table.do(Leave("bob")),
        lambda table: table.do(SitOut("bob")),
        lambda table: set_state(table, stacks=table.stacks | {"bob": 0}),
    ],
    ids=["leaves", "sits out", "has no chips"],
)
def test_after_the_big_blind_leaves_there_is_no_small_blind_then_a_dead_button(goes):
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
    table.do(Leave("ann"))
    round = table.start()
    assert posted(round) == {"cy": 2, "bob": 1}
    assert round.carry.own.button == 2


def joined(**house):
    """A table of three that dee has joined, in seat 4."""
    table = table_of(3, **house)
    table.do(Join("dee", 100_000, seat=4))
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
    table.do(SitOut("cy"))
    fold_around(table, table.start())  # cy misses the big blind, which is dee's
    assert table.carry.own.owes == {"cy": Owed(100, big=True)}
    table.do(SitOut("cy", out=False))
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


@pytest.mark.parametrize(("seat", "hands"), [(3, 1), (6, 3)])  # in these hands the seat is past the button
@pytest.mark.parametrize("early", [True, False], ids=["before the blinds", "after them"])
def test_a_player_who_leaves_still_owes_the_blinds_that_passed(early, seat, hands):
    """Whether cy sits out and then leaves, or leaves at once; and whether cy comes back to the same seat or not."""
    table = table_of(5)  # ann and bob had the blinds
    table.do(Leave("cy") if early else SitOut("cy"))
    fold_around(table, table.start())  # the big blind passes cy's seat
    if not early:
        table.do(Leave("cy"))
    for _ in range(hands):
        fold_around(table, table.start())
    assert table.carry.own.owes == {"cy": Owed(100, big=True)}
    table.do(Join("cy", 100_000, seat=seat))
    round = table.start()
    assert (round.ask.spot, actions(round)[0], round.ask.options[0].amount) == (str(seat), "post", 300)


def test_a_player_who_comes_back_to_the_same_seat_before_a_blind_has_passed_owes_nothing():
    table = table_of(5)  # ann and bob had the blinds
    table.do(Leave("eve"))
    fold_around(table, table.start())
    table.do(Join("eve", 100_000, seat=5))
    round = table.start()
    assert posted(round) == {"cy": 1, "dee": 2}
    assert hand_of("5") in round.cards.hands


def test_a_player_who_takes_the_seat_of_another_owes_nothing_of_theirs():
    table = table_of(5)  # ann and bob had the blinds
    table.do(Leave("cy"))
    table.do(Join("fay", 100_000, seat=3))
    round = table.start()
    assert posted(round) == {"bob": 1, "fay": 2}
    fold_around(table, round)
    assert table.carry.own.owes == {"cy": Owed(100, big=True)}
    assert table.carry.own.known.keys() == {"ann", "bob", "dee", "eve", "fay"}


def test_only_the_last_twenty_players_who_left_are_remembered():
    table = table_of(5)
    owes = {f"guest {number}": Owed(100, big=True) for number in range(25)}
    set_state(table, carry=replace(table.carry, own=replace(table.carry.own, owes=owes)))
    fold_around(table, table.start())
    assert [*table.carry.own.owes] == [f"guest {number}" for number in range(5, 25)]


def test_an_absent_player_waits_for_the_big_blind():
    round = joined().start()
    round.default("4")
    assert hand_of("4") not in round.cards.hands


def test_without_owed_blinds_new_players_are_dealt_in():
    round = joined(owed_blinds=False).start()
    assert actions(round)[0] != "post"
    assert hand_of("4") in round.cards.hands


def test_one_player_alone_is_not_dealt_to():
    assert start("texas-holdem", [100, 0]).done


# -- three blinds, and two players -------------------------------------------------------------------------------------

THREE = {"slug": "omaha", "stakes": "$1/$2/$5"}


def test_three_blinds_move_clockwise():
    table = table_of(5, **THREE)  # the blinds were seats 1, 2 and 3
    for blinds in ({"bob": 1, "cy": 2, "dee": 5}, {"cy": 1, "dee": 2, "eve": 5}, {"dee": 1, "eve": 2, "ann": 5}):
        round = table.start()
        assert posted(round) == blinds
        fold_around(table, round)


def test_after_three_missed_blinds_the_big_one_is_live_and_the_others_dead():
    table = table_of(6, **THREE)  # the blinds were seats 1, 2 and 3
    table.do(SitOut("dee"))
    for _ in range(3):
        fold_around(table, table.start())
    assert table.carry.own.owes == {"dee": Owed(300, big=True)}
    table.do(SitOut("dee", out=False))
    round = table.start()  # the blinds are seats 6, 1 and 2, the button is at 5
    assert (round.ask.spot, round.ask.options[0].amount) == ("4", 800)
    assert posted(do(round, "4 post")) == {"fay": 1, "ann": 2, "bob": 5, "dee": 8}
    assert round.chips.balances[front_of("4")] == 500, "the big blind of it plays"


def test_a_blind_whose_player_is_gone_is_not_posted():
    table = table_of(6, **THREE)
    table.do(Leave("bob"))  # who would have the small blind
    table.do(Leave("cy"))  # and the middle one
    round = table.start()
    assert posted(round) == {"dee": 5}
    assert round.carry.own.button == 1
    assert round.ask.spot == "5"


def test_a_player_who_missed_the_small_blind_owes_only_that():
    table = table_of(4)  # the big blind was bob
    table.do(SitOut("bob"))
    fold_around(table, table.start())
    assert table.carry.own.owes == {"bob": Owed(100)}
    table.do(SitOut("bob", out=False))
    round = table.start()  # the button is at 2: bob may come in
    assert (round.ask.spot, round.ask.options[0].amount) == ("2", 100)
    assert posted(do(round, "2 post")) == {"cy": 1, "dee": 2, "bob": 1}
    assert round.chips.balances.get(front_of("2"), 0) == 0, "it plays for nobody"


def test_between_two_players_three_blinds_are_the_small_one_and_the_big_one():
    round = start("omaha", [100, 100], stakes="$1/$2/$5")
    assert stacks(round) == [95, 99]
    assert round.ask.spot == "2"


def test_a_player_who_posts_heads_up_pays_what_is_owed():
    table = table_of(3)  # ann had the small blind, bob the big one, cy the button
    table.do(SitOut("cy"))
    fold_around(table, table.start())  # ann and bob; the big blind passes cy
    assert table.carry.own.owes == {"cy": Owed(100, big=True)}
    table.do(Leave("bob"))
    table.do(SitOut("cy", out=False))
    round = table.start()  # the big blind was ann: it is cy's turn, who has waited for it
    assert posted(round) == {"cy": 2, "ann": 1}
    table = table_of(4)  # ann and bob had the blinds
    table.do(SitOut("dee"))
    table.do(SitOut("cy"))
    fold_around(table, table.start())  # ann has the big blind
    table.do(Leave("ann"))
    table.do(SitOut("dee", out=False))
    round = table.start()
    assert (round.ask.spot, round.ask.options[0].amount) == ("4", 300)
    assert posted(do(round, "4 post")) == {"bob": 2, "dee": 3}


def test_a_third_player_comes_in_with_the_big_blind():
    """Heads-up, ann has the button in seat 1 and bob the big blind. A player who sits down between them gets the big
    blind in turn, and no player gets it twice in a row."""
    table = table_of(2, hands=2)
    assert (table.carry.own.button, table.carry.own.blinds) == (1, [1, 2])
    table.do(Join("cy", 100_000, seat=3))
    round = table.start()
    assert (round.carry.own.button, posted(round)) == (1, {"bob": 1, "cy": 2})
    table = table_of(2, hands=1)
    assert (table.carry.own.button, table.carry.own.blinds) == (2, [2, 1])
    table.do(Join("cy", 100_000, seat=3))
    round = table.start()  # a waiting player is not dealt in: heads-up, the small blind has the button
    do(round, "3 wait")
    assert (round.carry.own.button, posted(round)) == (1, {"ann": 1, "bob": 2})
    fold_around(table, round)
    assert posted(table.start()) == {"bob": 1, "cy": 2}


@pytest.mark.parametrize(
    ("house", "blinds", "buttons"),
    [({}, {"ann": 1, "bob": 2}, [6, 1, 2]), ({"slug": "omaha", "stakes": "$1/$2/$5"}, {"ann": 2, "bob": 5}, [6, 6, 1])],
    ids=["two blinds", "three blinds"],
)
def test_a_table_of_two_lets_newcomers_in_at_every_hand(house, blinds, buttons):
    """Bob had the button and now has the big blind. The button goes to a player who sits before the first blind."""
    table = table_of(2, hands=1, **house)
    assert table.carry.own.button == 2
    for seat in (3, 4, 5, 6):
        table.do(Join(PEOPLE[seat - 1], 100_000, seat=seat))
    round = do(table.start(), "3 post", "4 post", "5 wait", "6 post")
    big = max(blinds.values())
    assert posted(round) == blinds | {PEOPLE[seat - 1]: big for seat in (3, 4, 6)}
    for button in buttons:
        assert round.carry.own.button == button
        fold_around(table, round)
        round = table.start()


def test_a_waiting_player_is_not_asked_again_before_the_big_blind():
    table = table_of(5)
    table.do(Join("fay", 100_000, seat=6))
    round = table.start()
    do(round, "6 wait")
    fold_around(table, round)
    asked = []
    while True:
        round = table.start()
        asked += [round.ask.spot] if "wait" in actions(round) else []
        if "fay" in posted(round):
            break
        fold_around(table, round)
    assert not asked
    assert posted(round) == {"eve": 1, "fay": 2}


def test_a_player_who_returns_to_another_seat_is_new_there():
    table = table_of(4)
    table.do(Leave("cy"))
    table.do(Join("cy", 100_000, seat=6))
    round = table.start()
    assert (round.ask.spot, round.ask.options[0].amount) == ("6", 200)


def test_with_three_blinds_and_three_players_the_button_has_the_big_one():
    table = table_of(3, **THREE)  # the blinds were seats 1, 2 and 3
    round = table.start()
    assert (round.carry.own.button, posted(round)) == (1, {"bob": 1, "cy": 2, "ann": 5})
    assert round.ask.spot == "2"
