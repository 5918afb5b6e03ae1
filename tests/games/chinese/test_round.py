"""The round of play (500 Club, Face-Up Chinese Poker, Description of Table Used; Dealing Procedures, rules 1-7)."""

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse, text
from cardroom.errors import InputError
from cardroom.play import Lay, Refused, Table
from cardroom.play.records.file import public
from cardroom.play.round.events import Dealt, Marked, Said
from cardroom.play.round.places import hand_of
from cardroom.play.table import Join, Leave, SitOut, TopUp
from cardroom.rulebook import RuleBookError
from cardroom.show import picture
from games.chinese.hands import GAME, SEGMENTS, deck, paid, place, play, start
from support.deals import PEOPLE, people
from support.people import set_state

ONE = "Kc 9d 2h / Ac Qd Th 7s 4c / 8c 8d Js 6h 3d"
TWO = "3c 4h 5d / 2c 5h 6c 9c Jd / 2d 5s 7d Td Qc"
THREE = "Qs 8h 2s / Ks Jh 9s 6d 3h / Ah As Ts 5c 7c"
HANDS = {1: ONE, 2: TWO, 3: THREE}


def default(table):
    """Play one hand with defaults."""
    round = table.start()
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    return round


def seated(count=4, cents=100_000, **house):
    return Table(cardroom.game(GAME, **house), dict.fromkeys(PEOPLE[:count], cents), seed=4)


def buttons(round):
    """The seats of the dealer button and the action button."""
    return tuple(event.seat for event in round.events if isinstance(event, Marked) and "button" in event.marker)


def dealt_in(round):
    return {int(event.place.owner) for event in round.events if isinstance(event, Dealt)}


def announced(round, words):
    return [event for event in round.events if isinstance(event, Said) and words in event.text]


# -- The table and its buttons ----------------------------------------------------------------------------------------


def test_when_a_game_opens_the_left_of_the_house_dealer_has_both_buttons_and_they_go_round():
    """Rule 1: clockwise after each round of play, from player to player."""
    table = seated(3)
    assert [buttons(default(table)) for _ in range(4)] == [(1, 1), (2, 2), (3, 3), (1, 1)]


def test_of_four_players_the_buttons_and_the_next_two_are_dealt_in():
    table = seated(4)
    rounds = [default(table) for _ in range(5)]
    assert [dealt_in(round) for round in rounds] == [{1, 2, 3}, {2, 3, 4}, {3, 4, 1}, {4, 1, 2}, {1, 2, 3}]
    assert [event.who for round in rounds for event in announced(round, "not in this hand")] == [
        "4",
        "1",
        "2",
        "3",
        "4",
    ]


def test_the_fourth_is_dealt_in_when_one_of_the_three_does_not_take_part():
    table = seated(4)
    table.do(SitOut("bob"))
    round = default(table)
    assert (buttons(round), dealt_in(round)) == ((1, 1), {1, 3, 4})
    table.do(SitOut("bob", out=False))
    round = default(table)
    assert (buttons(round), dealt_in(round)) == ((2, 2), {2, 3, 4})


def test_the_buttons_skip_players_sitting_out():
    table = seated(4)
    default(table)
    table.do(SitOut("bob"))
    assert buttons(default(table)) == (3, 3)


def test_a_fifth_seat_there_is_none_and_one_player_waits():
    with pytest.raises(cardroom.CardroomError, match="has seats 1 to 4"):
        cardroom.game(GAME).round(*people((1, 5)), seed=1)
    round = cardroom.game(GAME).round(*people((1, 2), {1: 100_000, 2: 4_499}), seed=1)
    assert round.done
    assert announced(round, "no hand is dealt")
    assert round.carry.own is None


# -- Buy-in and the nine points ----------------------------------------------------------------------------------------


def test_a_record_for_all_names_the_cards_that_were_placed_and_no_discard():
    game = cardroom.game(GAME)
    table = Table(game, dict.fromkeys(("ann", "bob"), 100_000))
    round = table.start()
    while not round.done:
        round.default(round.ask.spot)
    shown = public(table.finish(), round.shuffle)
    placed = [
        answer.value for answer in shown.answers if answer.value
    ]  # a player who declares no sweep places no cards
    laid = {card for rows in placed for cards in rows.values() for card in cards}
    assert laid == {card for seat in "12" for segment in SEGMENTS for card in round.cards.hand(hand_of(seat, segment))}


@pytest.mark.parametrize(("cents", "plays"), [(14_999, False), (15_000, True)])
def test_a_buy_in_is_at_least_thirty_times_the_limit(cents, plays):
    round = cardroom.game(GAME).round(*people((1, 2), {1: 100_000, 2: cents}), seed=1)
    assert round.done is not plays
    assert bool(announced(round, "less than $150 in front")) is not plays


@pytest.mark.parametrize(("cents", "plays"), [(4_499, False), (4_500, True)])
def test_a_seated_player_needs_nine_points_for_a_hand(cents, plays):
    carry = {"own": {"buttons": 1, "stacks": {"ann": 100_000, "bob": 20_000}}}
    round = cardroom.game(GAME).round(*people((1, 2), {1: 100_000, 2: cents}), seed=1, carry=carry)
    assert round.done is not plays


@pytest.mark.parametrize(("name", "least"), [("buy_in_points", 30), ("hand_points", 9)])
def test_no_house_asks_for_less_than_the_chapter(name, least):
    """Description of Table Used: at least thirty times the table limit; a minimum of nine points."""
    assert cardroom.game(GAME, **{name: least}).rules.house(name) == least
    with pytest.raises(RuleBookError, match=f"{name}: {least - 1} is not within {least} to"):
        cardroom.game(GAME, **{name: least - 1})


def test_a_player_who_leaves_and_returns_buys_in_again():
    table = seated(3, 15_000)
    default(table)
    assert set(table.carry.own.stacks) == {"ann", "bob", "cy"}
    (left,) = table.do(Leave("cy"))
    took = left.cents
    set_state(table, stacks=table.stacks | {"bob": 4_400})
    assert table.state.missing == 1, "eight points are no hand"
    table.do(TopUp("bob", 600))
    for cents in (10_000, max(took, 15_000) - 1):
        with pytest.raises(InputError, match="buy in for"):
            table.do(Join("cy", cents, 3))
    table.do(Join("cy", max(took, 15_000), 3))
    assert 3 in dealt_in(default(table))


def test_no_chips_leave_the_table_and_none_come_beyond_the_maximum():
    """Rule 3: a player who leaves with winnings must bring all of it back, now or later."""
    table = seated(3, 20_000, maximum_buy_in="$300")
    set_state(table, stacks=table.stacks | {"bob": 25_000})
    table.do(Leave("bob"))
    with pytest.raises(InputError, match=r"\$150 is not possible: buy in for \$250 to \$300; you left with \$250"):
        table.do(Join("bob", 15_000))
    with pytest.raises(InputError, match=r"\$149.99 is not possible: buy in for \$150"):
        table.do(Join("dee", 14_999))
    with pytest.raises(InputError, match=r"you already have"):
        table.do(TopUp("ann", 10_001))
    table.do(Join("bob", 25_000))


@pytest.mark.parametrize(("before", "lost"), [(600_000, 45), (200_000, 30)])
def test_chips_that_were_added_beyond_the_maximum_buy_in_do_not_play(before, lost):
    """Rule 3: a stack may exceed it by winnings, but not by a buy-in. The maximum is 30 points of $100."""
    hands = {1: "Ks 9d 2h / As Jd Th 7s 4c / 8c 8d Js 6h 3d", 2: "Ac Ad Ah / Kc Kd Kh 2c 2d / Qc Qd Qh Qs 3c"}
    own = {"stacks": {"ann": before, "bob": 600_000}}
    round = play(hands, own=own, point="$100", maximum_buy_in="$3,000", cents=600_000)
    assert paid(round) == [(1, 2, lost)]
    assert bool(announced(round, "$3,000 of $6,000 play")) == (before == 200_000)


# -- Dealing and placing ----------------------------------------------------------------------------------------------


def test_five_cards_come_one_at_a_time_face_up_from_the_left_of_the_dealer_button():
    """Rule 4."""
    round = start(HANDS, buttons=2)
    dealt = [event for event in round.events if isinstance(event, Dealt)]
    assert [int(event.place.owner) for event in dealt] == [3, 1, 2] * 5
    assert all(len(event.cards) == 1 and event.to is None for event in dealt)
    assert round.ask.spot == "3"


def test_players_place_in_turn_and_then_three_cards_come_face_down_to_each():
    """Rules 4-7: thirteen cards face up at the end, four discarded."""
    round = start(HANDS, buttons=1)
    asked = []
    while not round.done:
        asked.append((round.ask.spot, len(round.ask.options[0].cards), round.ask.options[0].discards))
        place(round, HANDS)
    first, turn = [(spot, 5, 0) for spot in "231"], [(spot, 3, 1) for spot in "231"]
    assert asked == first + turn * 4
    threes = [event for event in round.events if isinstance(event, Dealt) and len(event.cards) == 3]
    assert [event.to for event in threes] == [("bob",), ("cy",), ("ann",)] * 4
    for spot in "123":
        lies = [len(round.cards.hand(hand_of(spot, part))) for part in (*SEGMENTS, "discards", "")]
        assert lies == [3, 5, 5, 4, 0]
    assert round.cards.dealt == 51


@pytest.mark.parametrize(
    "split",
    [(3, 2, 0), (3, 1, 1), (0, 5, 0), (0, 0, 5), (2, 2, 1), (1, 0, 4)],
    ids=lambda split: "-".join(map(str, split)),
)
def test_the_first_five_may_be_split_in_any_way(split):
    """Rule 5."""
    round = cardroom.game(GAME).round(2, seed=3)
    ask = round.ask
    cards = iter(ask.options[0].cards)
    value = {name: [next(cards) for _ in range(count)] for name, count in zip(SEGMENTS, split, strict=True)}
    round.answer(ask.spot, "place", value)
    assert [len(round.cards.hand(hand_of(ask.spot, name))) for name in SEGMENTS] == list(split)


def test_no_more_than_three_cards_lie_in_front():
    """Rule 4."""
    round = cardroom.game(GAME).round(2, seed=3)
    cards = round.ask.options[0].cards
    with pytest.raises(Refused, match="front takes 3 more cards, not 4"):
        round.answer(round.ask.spot, "place", {"front": cards[:4], "back": cards[4:]})


def test_of_three_cards_two_are_placed_and_one_must_go():
    """Rule 6."""
    round = start(HANDS)
    for _ in range(3):
        place(round, HANDS)
    ask = round.ask
    cards = ask.options[0].cards
    for wrong in ({"middle": cards}, {"middle": cards[:1]}, {"middle": cards[:2], "front": cards[:1]}):
        with pytest.raises(Refused):
            round.answer(ask.spot, "place", wrong)
    with pytest.raises(Refused, match="back takes no more cards"):
        round.answer(ask.spot, "place", {"back": cards[:2]})
    round.answer(ask.spot, "place", {"middle": cards[:2]})


def test_cards_that_lie_face_up_are_set_and_cannot_be_moved():
    """Rule 6a."""
    round = start(HANDS)
    for _ in range(3):
        place(round, HANDS)
    ask, laid = round.ask, round.cards.hand(hand_of(round.ask.spot, "back"))[0]
    assert laid not in ask.options[0].cards
    with pytest.raises(Refused, match="is not in"):
        round.answer(ask.spot, "place", {"front": [laid], "middle": ask.options[0].cards[:1]})


def test_discards_stay_private():
    round = play(HANDS)
    for spot in "123":
        place_of_discards = hand_of(spot, "discards")
        real = round.cards.hand(place_of_discards)
        for viewer in (*round.stacks, None):
            seen = round.view(viewer).hand(place_of_discards)
            assert seen == (real if viewer == PEOPLE[int(spot) - 1] else [UNKNOWN] * 4)
            report = picture(round.view(viewer))
            shown = [spread for spread in report.spreads if spread.place == place_of_discards]
            assert [spread.cards for spread in shown] == [tuple(seen)]


def test_placed_cards_are_for_all_to_see_and_new_ones_for_their_owner():
    round = start(HANDS)
    for _ in range(3):
        place(round, HANDS)
    asked = round.ask.spot
    owner = PEOPLE[int(asked) - 1]
    for viewer in (*round.stacks, None):
        hand = round.view(viewer).hand(asked)
        assert (UNKNOWN in hand) == (viewer != owner)
        assert UNKNOWN not in round.view(viewer).hand(hand_of("2", "back"))


def test_an_absent_player_does_not_foul_and_uses_only_visible_cards():
    """The default depends only on the view: exchanging unseen cards does not change it."""
    base = cardroom.game(GAME).round(3, seed=12)
    order = list(base.shuffle.order)
    other = cardroom.game(GAME).round(3, shuffle=type(base.shuffle).given(order[:15] + order[15:][::-1]))
    assert base.ask.default == other.ask.default
    fouls = 0
    for seed in range(25):
        round = cardroom.game(GAME).round(3, seed=seed)
        while not round.done:
            round.default(round.ask.spot)
        fouls += len(announced(round, "a foul hand"))
    assert fouls <= 8, "of 75 hands"


# -- Table stakes -----------------------------------------------------------------------------------------------------

STRONG = "Ad Kd Qc / 2c 2d 2s 3c 3h / 9c 9h 9s 5h 5s"
"""Wins three segments and eighteen points of bonus: 21 in all."""
WEAK = "Kc 9d 2h / Ac Qd Th 7s 4c / 8c 8d Js 6h 3d"


def test_no_player_loses_more_than_they_had():
    round = play({1: STRONG, 2: WEAK}, cents={1: 100_000, 2: 5_000})
    assert paid(round) == [(2, 1, 10)]
    assert round.net["bob"] == -5_000
    (event,) = [event for event in round.events if getattr(event, "cause", "") == "points"]
    assert event.why.endswith("table stakes leave $50 of $105")


def test_no_player_wins_more_than_they_had():
    round = play({1: STRONG, 2: WEAK}, cents={1: 5_000, 2: 100_000})
    assert paid(round) == [(2, 1, 10)]


@pytest.mark.parametrize(
    ("stakes", "wins"),
    [
        ("separate", 10),  # wins and losses are counted separately, each up to the ten points in front
        ("running", 13),  # earlier losses may be won back, and ten more
    ],
)
def test_stakes_are_counted_in_the_order_of_settling(stakes, wins):
    hands = {
        1: "Qs 8h 2s / Ks Jh 9s 6d 3h / Ad Td 8d 5d 4d",
        2: "Ac Kc Qc / 9c 9h 9d 5h 5s / 7c 7d 7h 7s 2c",
        3: "Kd Kh 2h / 3c 5c 6s Jc Tc / 6c 6h 8c 8s 3d",
    }
    round = play(hands, cents={1: 5_000, 2: 100_000, 3: 100_000}, table_stakes=stakes)
    assert paid(round) == [(1, 2, 10), (3, 1, wins), (3, 2, 9 + 12 + 8)]


# -- The collection ---------------------------------------------------------------------------------------------------


def fees(round):
    return {event.payer.owner: event.amount for event in round.events if getattr(event, "cause", "") == "fee"}


def clocked(table, minutes):
    round = table.start()
    round.answer("house", "clock", minutes)
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    return round


def test_each_active_player_pays_ten_dollars_in_advance_every_forty_minutes():
    """Poker Games Collection Rates, Timed Collection, option 1."""
    table = seated(3, collection="1")
    everybody = dict.fromkeys(("ann", "bob", "cy"), 1_000)
    assert fees(clocked(table, 0)) == everybody
    assert fees(clocked(table, 39)) == {}
    assert fees(clocked(table, 40)) == everybody
    assert fees(clocked(table, 75)) == {}
    assert fees(clocked(table, 200)) == everybody


def test_waiting_players_pay_when_dealt_in_and_late_ones_for_their_own_forty_minutes():
    table = seated(4, collection="1")
    assert set(fees(clocked(table, 0))) == {"ann", "bob", "cy"}
    assert set(fees(clocked(table, 5))) == {"dee"}
    assert fees(clocked(table, 39)) == {}
    assert set(fees(clocked(table, 41))) == {"ann", "bob"}  # dee's forty minutes last until 45
    assert set(fees(clocked(table, 45))) == {"cy"}


def test_no_time_passes_where_the_house_does_not_say_so_and_none_goes_back():
    table = seated(2, collection="1")
    clocked(table, 30)
    round = table.start()
    with pytest.raises(Refused):
        round.answer("house", "clock", 29)
    round.default("house")
    while not round.done:
        round.default(round.ask.spot)
    assert fees(round) == {}
    assert round.carry.own.clock == 30


def test_a_player_without_the_fee_and_nine_points_is_not_dealt_in():
    carry = {"own": {"stacks": {"ann": 50_000, "bob": 9_000}}}
    game = cardroom.game(GAME, collection="1")
    for cents, plays in ((5_499, False), (5_500, True)):
        round = game.round(*people((1, 2), {1: 50_000, 2: cents}), seed=1, carry=carry)
        round.default("house")
        assert round.done is not plays
        assert bool(fees(round)) is plays


def test_a_charge_by_the_clock_says_for_how_long_and_no_other_does(own_game):
    for charge, refused in (
        ('moment = "by the clock", payer = "each player"', "the minutes of play"),
        ('moment = "before the deal", minutes = 40, payer = "each player"', "the minutes of play"),
    ):
        text = f"""extends = "500-club"
[[fee]]
option = "1"
charge = [{{ {charge}, counts = "nothing", tiers = [{{ from = "$0", fee = "$1" }}] }}]
"""
        with pytest.raises(cardroom.CardroomError, match=refused):
            own_game(GAME, text)


# -- Fairness ---------------------------------------------------------------------------------------------------------


def test_the_deck_is_one_of_52_without_a_joker():
    assert sorted(cardroom.game(GAME).shuffle(seed=1).order) == list(range(52))


def test_the_deck_is_sealed_card_by_card_for_discards_are_never_shown():
    assert cardroom.game(GAME).shuffle().kind == "sealed"


def test_a_seat_can_prove_only_its_own_discards():
    game = cardroom.game(GAME)
    round = game.round({"ann": 100_000, "bob": 100_000})
    while not round.done:
        round.default(round.ask.spot)
    seen = {who: {opened["position"] for opened in round.proof(who)["openings"]} for who in ("ann", "bob", None)}
    assert len(seen[None]) == 26
    assert {len(seen["ann"] - seen[None]), len(seen["bob"] - seen[None])} == {4}
    assert not (seen["ann"] - seen[None]) & seen["bob"]


@pytest.mark.parametrize(("cents", "plays"), [(14_999, False), (15_000, True)])
def test_the_collection_comes_out_of_the_buy_in(cents, plays):
    round = cardroom.game(GAME, collection="1").round(*people((1, 2), {1: 100_000, 2: cents}), seed=1)
    round.default("house")
    assert round.done is not plays
    assert fees(round) == (dict.fromkeys(("ann", "bob"), 1_000) if plays else {})


def test_a_whole_hand_as_text_reads_as_it_was_placed():
    cards = deck(HANDS).order[:5]
    assert text(cards) == text(parse("8c 2d Ah 8d 5s"))
    round = start(HANDS, buttons=3)
    assert isinstance(round.ask.options[0], Lay)
    assert round.ask.spot == "1"
