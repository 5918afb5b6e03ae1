"""Discards, draws and reshuffles (500 Club, the pineapples, the draw games; rulings K5, K12)."""

import pytest

from cardroom.cards import UNKNOWN
from cardroom.play import BOARD, BURN, Pick, Place, hand_of
from cardroom.play.events import Acted, Dealt, Said
from games.poker.tables import actions, do, start


def test_pineapple_discards_before_the_flop():
    round = do(start("pineapple", [100] * 2), "2 call", "1 check")
    assert isinstance(round.ask.options[0], Pick)
    assert BOARD not in round.cards.hands
    assert [round.ask.options[0].least, round.ask.options[0].most] == [1, 1]


def test_crazy_pineapple_discards_after_the_flops_betting_then_the_hand_is_two_cards():
    round = do(start("crazy-pineapple", [100] * 2), "2 call", "1 check", "1 check", "2 check")
    assert isinstance(round.ask.options[0], Pick)
    assert len(round.cards.hand(BOARD)) == 3
    for seat in ("1", "2"):
        round.answer(seat, "discard", round.cards.hand(seat)[:1])
    assert [len(round.cards.hand(seat)) for seat in ("1", "2")] == [2, 2]
    assert len(round.cards.hand(BOARD)) == 4


def test_a_burn_before_the_flop_the_turn_and_the_river():
    round = do(start("texas-holdem", [100] * 2), "2 call", "all check")
    places = [event.place for event in round.events if isinstance(event, Dealt)]
    assert places == [hand_of("1"), hand_of("2"), BURN, BOARD, BURN, BOARD, BURN, BOARD]


def test_how_many_are_drawn_is_public_and_which_is_not():
    round = do(
        start("2-7-triple-draw", [100] * 2, "As Ks Qs Js 9s"), "2 call", "1 check", "1 discard As Ks", "2 discard"
    )
    seen = round.view("bob")
    assert next(event.value for event in seen.events if isinstance(event, Acted) and event.action == "discard") is None
    moved = next(event for event in seen.events if getattr(event, "into", None) == Place("discards", "1"))
    assert moved.cards == (UNKNOWN, UNKNOWN)


def test_all_discard_before_the_first_card_is_replaced():
    round = do(start("badugi", [100] * 2, "As Ks Qs Js"), "2 call", "1 check", "1 discard As")
    assert actions(round) == ["discard"]
    assert len(round.cards.hand("1")) == 3
    do(round, "2 discard")
    assert [len(round.cards.hand(seat)) for seat in ("1", "2")] == [4, 4]


def test_players_without_chips_still_draw():
    round = do(start("2-7-triple-draw", [2, 100], limit="no"), "2 call")
    assert round.ask.spot == "1"
    assert actions(round) == ["discard"]


@pytest.mark.parametrize(
    ("slug", "seats", "hole"), [("2-7-triple-draw", 6, 5), ("badugi", 9, 4), ("triple-draw-poker", 6, 5)]
)
def test_when_the_stub_runs_out_earlier_discards_are_dealt_and_never_ones_own(slug, seats, hole):
    round = start(slug, [1000] * seats)
    thrown = {}
    reshuffles = 0
    while not round.done:
        spot, options = round.ask.spot, actions(round)
        if "discard" in options:
            thrown[spot] = set(round.cards.hand(spot))
            round.answer(spot, "discard", round.cards.hand(spot))
        else:
            for seat, cards in thrown.items():
                assert len(round.cards.hand(seat)) == hole
                assert not cards & set(round.cards.hand(seat)), "nobody gets back what they have just thrown away"
            thrown = {}
            round.answer(spot, next(each for each in ("call", "check", "show") if each in options))
        held = [card for seat in round.spots for card in round.cards.hand(seat)]
        assert len(set(held)) == len(held)
    reshuffles = sum(isinstance(event, Said) and "shuffled again" in event.text for event in round.events)
    assert reshuffles
    assert all(len(round.cards.hand(seat)) == hole for seat in round.spots)


def test_the_last_card_of_the_stub_is_dealt_only_as_the_very_last_replacement():
    round = start("2-7-single-draw", [100] * 4)  # 20 cards and a burn leave 31
    do(round, "3 call", "4 call", "1 call", "2 check")
    for _ in range(4):
        round.answer(round.ask.spot, "discard", round.cards.hand(round.ask.spot))
    assert round.cards.left == 11
