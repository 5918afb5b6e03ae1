"""Fantasy Land (500 Club, Face-Up Chinese Poker): who enters, how hands are dealt, set and shown, who stays."""

import random

import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.cards.shuffle import Shuffle
from cardroom.games.chinese.placing import Outlook, best_set, board_of
from cardroom.games.chinese.points import ChineseHand, enters, stays
from cardroom.play import Carry, Refused, Table
from cardroom.play.round.events import Acted, Dealt, Moved, Said, Turned
from cardroom.play.round.places import hand_of
from cardroom.play.table import Leave, SitOut
from cardroom.rulebook import rule_set
from cardroom.show import picture, round_text
from games.chinese.hands import GAME, SEGMENTS, place, play, rows, start
from support.deals import PEOPLE
from support.people import set_state

RULES = rule_set(GAME)
REST = "Kh Kd 3c 4s 6h / 8c 8d 8h 5s 2c"


def earns(front, rest=REST):
    return enters(RULES, ChineseHand(*rows(f"{front} / {rest}")))


@pytest.mark.parametrize(
    ("front", "rest", "earned"),
    [
        ("Jc Jd 2h", REST, False),
        ("Qc Qd 2h", REST, True),
        ("Kc Ks 2h", "Ah Ad 3c 4s 6h / 8c 8d 8h 5s 2c", True),
        ("Ac As 2h", "7h 7d 3c 3s 6h / 8c 8d 8h 5s 2c", True),
        ("2h 2d 2s", "7h 7d 7c 4s 6h / 8c 8d 8h 5s 3c", True),
        ("Ac Kc Qc", REST, False),
        ("Qc Qd 2h", "Jh Jd 3c 4s 6h / 8c 8d 8h 5s 2c", False),  # a foul: queens over jacks
        ("Qc Qd 2h", "8c 8d 8h 5s 2c / Kh Kd 3c 4s 6h", False),  # a foul behind
    ],
)
def test_a_pair_of_queens_or_better_in_front_without_a_foul_leads_there(front, rest, earned):
    assert earns(front, rest) is earned


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("2c 3d 7h / 4c 5d 9s Ts Kd / Qc Qd Qh Qs 6c", "four of a kind in the back"),
        ("2c 3d 7h / 4c 5d 9s Ts Kd / 5h 6h 7c 8h 9h", ""),
        ("2c 3d 7h / 4c 5d 9s Ts Kd / 5h 6h 7h 8h 9h".replace("7h /", "7s /"), "straight flush in the back"),
        ("2c 3d 7h / 4c 5d 9s 9d Kd / Ts Js Qs Ks As", "royal flush in the back"),
        ("2c 3d 7h / 4c 4d 4s 9d 9h / Tc Td Ts Kc Kd", "full house in the middle"),
        ("2c 3d 7h / 4c 4d 4s 4h 9h / Tc Td Ts Th Kd", "four of a kind in the back"),
        ("2c 2d 2h / 4c 4d 4s 8d 9h / Tc Td Ts 9c Kd", "three twos in the front"),
        ("Qc Qd 7h / Kc Kd 4s 9d 9h / Tc Td Ts 3c 3d", ""),  # a hand that enters Fantasy Land does not stay there
        ("2c 3d 7h / Tc Td Ts Kc Kd / 4c 4d 4s 9d 9h", ""),  # a foul
    ],
)
def test_staying_needs_quads_behind_a_middle_full_house_or_three_in_front(hand, why):
    assert stays(RULES, ChineseHand(*rows(hand))) == why


QUEENS = "Qc Qd 2h / Kh Kd 3c 4s 6h / 8c 8d 8h 5s 2c"
PLAIN = "3d 4h 5d / 6c 7d 9c Ts Jd / Jc Jh 5h 7s 9d"


def test_the_next_hand_is_announced_and_waits_in_the_carried_state():
    round = play({1: QUEENS, 2: PLAIN})
    assert round.carry.own.fantasy == ("ann",)
    assert any(isinstance(event, Said) and "Fantasy Land" in event.text and event.who == "1" for event in round.events)


STAYS = "2h 3s 5c / 7c 7d 7h 9d 9h / Ac Ad As Kc Kd"


def test_thirteen_cards_are_dealt_down_and_set_before_the_others_are_dealt():
    round = start({1: STAYS, 2: PLAIN.replace("7d 9c", "8d 9c").replace("9d", "9s").replace("7s", "8s")}, dreaming=(1,))
    assert [(event.place.owner, len(event.cards), event.to) for event in round.events if isinstance(event, Dealt)] == [
        ("1", 13, ("ann",))
    ]
    ask = round.ask
    assert (ask.spot, ask.options[0].action, ask.secret) == ("1", "set", True)
    with pytest.raises(Refused):
        round.answer("1", "set", {"front": ask.options[0].cards[:3]})


HANDS = {1: STAYS, 2: "3d 4h 6d / 6c 8d 9c Ts Jd / Jc Jh 5h 8s 9s", 3: "2d 3h 5d / 4c 6s 7s 8h Qh / 2s 4d 8c Th Ah"}


def test_a_set_hand_is_face_down_until_all_others_have_set_theirs():
    round = start(HANDS, dreaming=(1,))
    place(round, HANDS)
    front = hand_of("1", "front")
    while not round.done:
        for viewer in ("bob", "cy", None):
            view = round.view(viewer)
            for segment, size in zip(SEGMENTS, (3, 5, 5), strict=True):
                assert view.hand(hand_of("1", segment)) == [UNKNOWN] * size
            shown = [spread for spread in picture(view).spreads if spread.place == front]
            assert [(spread.cards, spread.says) for spread in shown] == [((UNKNOWN,) * 3, "")]
        assert UNKNOWN not in round.view("ann").hand(front)
        place(round, HANDS)
    last = max(number for number, event in enumerate(round.events) if isinstance(event, Acted))
    turned = [number for number, event in enumerate(round.events) if isinstance(event, Turned)]
    assert len(turned) == 3
    assert min(turned) > last
    assert UNKNOWN not in round.view("bob").hand(front)


def test_others_see_that_a_hand_was_set_but_not_how():
    round = start(HANDS, dreaming=(1,))
    place(round, HANDS)
    lines = [line for line in round_text(round, round.view("bob")) if line.startswith("ann ")]
    assert lines == ["ann gets ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??", "ann sets the hand", *lines[2:]]
    assert not any(card in line for line in lines for card in ("A♣", "7♦", "5♣"))
    moved = [event for event in round.view("bob").events if isinstance(event, Moved)]
    assert all(set(event.cards) == {UNKNOWN} and event.at == () for event in moved)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("viewer", ["bob", "cy", None])
def test_pictures_do_not_depend_on_a_face_down_hand(viewer):
    """Repeat the round with ann's thirteen cards in a different order, placed by position. Before her hand is turned
    over, nothing that others see may differ."""
    rng = random.Random(viewer)
    round = start(HANDS, dreaming=(1,))
    place(round, HANDS)
    order = list(round.shuffle.order)
    while not round.done:
        order[:13] = rng.sample(order[:13], 13)
        became = dict(zip(round.shuffle.order, order, strict=True))
        game, own = cardroom.game(GAME), round.carried
        other = game.round(round.seated, round.stacks, shuffle=Shuffle.given(order), carry=own)
        for answer in round.answers:
            value = {name: tuple(became[card] for card in cards) for name, cards in answer.value.items()}
            other.answer(answer.spot, answer.action, value)
        assert picture(other.view(viewer)) == picture(round.view(viewer))
        assert other.asks == round.asks
        place(round, HANDS)


def test_two_in_fantasy_land_set_at_the_same_time_and_neither_sees_the_other():
    round = start(HANDS, dreaming=(1, 2))
    assert {ask.spot for ask in round.waiting} == {"1", "2"}
    assert UNKNOWN in round.view("bob").hand("1")
    while not round.done:
        place(round, HANDS)
    assert round.carry.own.fantasy == ("ann",)  # a full house in the middle


def test_all_three_in_fantasy_land():
    round = play(HANDS, dreaming=(1, 2, 3))
    assert round.cards.dealt == 39
    assert round.carry.own.fantasy == ("ann",)


def test_staying_in_fantasy_land_is_announced_and_others_leave_it():
    round = play(HANDS, dreaming=(1, 2))
    announced = [
        (event.who, event.text) for event in round.events if isinstance(event, Said) and "Fantasy" in event.text
    ]
    there = "in Fantasy Land"
    assert announced == [("2", there), ("1", there), ("1", "in Fantasy Land again: full house in the middle")]


# -- Waiting ----------------------------------------------------------------------------------------------------------


def table(fantasy, count=4):
    made = Table(cardroom.game(GAME), dict.fromkeys(PEOPLE[:count], 100_000), seed=2)
    set_state(made, carry=Carry(own=made.game.carried(1, dict(made.stacks), tuple(fantasy))))
    return made


def hand(table):
    """Play one hand with defaults. Return who was dealt thirteen cards together, and who is in Fantasy Land
    afterwards."""
    round = table.start()
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    dreamt = {event.place.owner for event in round.events if isinstance(event, Dealt) and len(event.cards) == 13}
    return dreamt, round.carry.own.fantasy


def test_it_waits_while_the_fourth_player_sits_out():
    """The buttons move to seat 2, so seat 1 is not dealt in. Its next hand is in Fantasy Land."""
    played = table(["ann"])
    dreamt, waiting = hand(played)
    assert dreamt == set()
    assert "ann" in waiting
    assert "1" in hand(played)[0]


def test_fantasy_land_waits_for_an_absent_player_and_ends_when_they_leave():
    played = table(["ann", "cy"], 3)
    played.do(SitOut("ann"))
    dreamt, waiting = hand(played)
    assert dreamt == {"3"}
    assert "ann" in waiting
    played.do(Leave("ann"))
    assert "ann" not in hand(played)[1]


def test_it_waits_while_a_player_lacks_nine_points():
    game = cardroom.game(GAME)
    carry = {"own": {"stacks": dict.fromkeys(PEOPLE[:3], 100_000), "fantasy": ["ann"]}}
    stacks = {"ann": 4_000, "bob": 100_000, "cy": 100_000}
    round = game.round(stacks, seed=2, carry=carry)
    while not round.done:
        round.default(round.ask.spot)
    assert "ann" in round.carry.own.fantasy


# -- Setting for an absent player --------------------------------------------------------------------------------------


def test_the_best_set_of_thirteen_cards_does_not_foul_and_no_other_promises_more():
    rng = random.Random(5)
    for _ in range(4):
        cards = tuple(rng.sample(range(52), 13))
        best = best_set(RULES, cards)
        assert sorted(card for row in best for card in row) == sorted(cards)
        assert not ChineseHand(*best).foul
        outlook = Outlook(RULES, cards, 0, stay=True)
        for _ in range(500):
            mixed = tuple(rng.sample(cards, 13))
            assert outlook.worth(board_of((mixed[:3], mixed[3:8], mixed[8:]))) <= outlook.worth(board_of(best)) + 1e-9


def test_a_hand_that_can_stay_is_set_to_stay():
    cards = [card for part in rows("2h 3s 5c / 7c 7d 7h 9d 9h / Ac Ad As Kc Kd") for card in part]
    assert stays(RULES, ChineseHand(*best_set(RULES, cards)))
