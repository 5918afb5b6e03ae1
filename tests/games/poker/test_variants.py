"""Variants in no document: Five Card Draw, Six Card Omaha, Courchevel and Irish, which are data alone."""

import pytest

import cardroom
from cardroom.cards import UNKNOWN, text
from cardroom.histories import play_recorded, read_phh, write_phh
from cardroom.play import BOARD, MUCK
from cardroom.play.round.events import Acted, Dealt
from games.poker.tables import actions, do, start
from support.deals import moved

VARIANTS = ("five-card-draw", "six-card-omaha", "courchevel", "courchevel-high-low", "irish")


def won(round):
    """What each player won, in dollars."""
    winners = dict.fromkeys(event.spot for event in moved(round, "pot"))
    return {spot: sum(event.amount for event in moved(round, "pot") if event.spot == spot) / 100 for spot in winners}


def standard(slug, *cards, **house):
    """A hand of three with $100 each at no limit, $1/$2."""
    return start(slug, [100, 100, 100], *cards, rules="standard", **({"limit": "no"} | house))


def finish(round):
    """Check and call to the end, and discard the first cards that may be discarded."""
    while not round.done:
        offered = {option.action: option for option in round.ask.options}
        action = next(each for each in ("discard", "call", "check", "show") if each in offered)
        picked = offered[action].cards[: offered[action].least] if action == "discard" else None
        round.answer(round.ask.spot, action, picked)
    return round


def test_courchevel_turns_a_card_of_the_flop_up_before_the_first_betting():
    round = standard("courchevel")
    assert len(round.cards.hand("1")) == 5
    assert len(round.cards.hand(BOARD)) == 1
    assert round.ask.spot == "3", "the blinds have acted, so the button is first"
    do(round, "3 call", "1 call", "2 check")
    assert len(round.cards.hand(BOARD)) == 3
    assert round.ask.spot == "1"
    do(round, "all check")
    assert [len(event.cards) for event in round.events if isinstance(event, Dealt) and event.place == BOARD] == [
        1, 2, 1, 1,
    ]  # fmt: skip


def test_courchevel_plays_two_of_five_cards_and_shares_the_pot_with_a_low():
    hands = ("As 2s Kd Kh 9c", "Qs Qd Jh Jc 9d", "8d 8h 7d 7h 6c")
    board = "xx 3c xx 4d 8c xx Tc xx Td"
    high = finish(standard("courchevel", *hands, board))
    assert won(high) == {"3": 6}
    low = finish(standard("courchevel-high-low", *hands, board))
    assert won(low) == {"1": 3, "3": 3}


def test_irish_discards_two_cards_after_the_betting_on_the_flop():
    round = standard("irish", "As Ah 2c 3d", "Ks Kh 4c 5d", "Qs Qh 6c 7d")
    do(round, "3 call", "1 call", "2 check", "all check")
    assert actions(round) == ["discard"]
    with pytest.raises(ValueError, match="2"):
        round.answer("1", "discard", "2c")
    do(round, "1 discard 2c 3d", "2 discard 4c 5d", "3 discard 6c 7d")
    assert [text(round.cards.hand(seat)) for seat in "123"] == ["As Ah", "Ks Kh", "Qs Qh"]
    assert len(round.cards.hand(MUCK)) == 6
    assert len(round.cards.hand(BOARD)) == 4


def test_what_a_player_discards_in_irish_stays_hidden_from_the_others():
    round = standard("irish", "As Ah 2c 3d", "Ks Kh 4c 5d", "Qs Qh 6c 7d")
    do(round, "3 call", "1 call", "2 check", "all check", "1 discard 2c 3d")
    seen = {viewer: round.view(round.spot(viewer).bettor) for viewer in "12"}
    values = {
        viewer: [event.value for event in view.events if isinstance(event, Acted) and event.action == "discard"]
        for viewer, view in seen.items()
    }
    assert text(values["1"][0]) == "2c 3d"
    assert values["2"] == [None]
    assert set(seen["2"].hand(MUCK)) <= {UNKNOWN}


def test_six_cards_each_of_which_two_play():
    round = standard("six-card-omaha", "As Ks Qs Js Ts 2c", "9c 9d 3h 4h 5d 6d", "", "xx 9s 8s 7h xx 2h xx 3d")
    finish(round)
    assert won(round) == {"2": 6}, "a flush needs three of the board, and there are two spades"


def test_five_card_draw_is_won_by_the_highest_hand_after_one_draw():
    round = standard("five-card-draw", "As Ah 2c 3d 4h", "Ks Kh 5c 6d 7h", "Qs Qh 8c 9d Th", "xx Ad Kd")
    do(round, "3 call", "1 call", "2 check", "1 discard 4h", "2 discard 7h", "3 discard", "all check")
    finish(round)
    assert won(round) == {"1": 6}
    assert "three" in next(event.why for event in round.events if getattr(event, "cause", "") == "pot").lower()


@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
@pytest.mark.parametrize("slug", VARIANTS)
def test_a_played_hand_is_written_as_phh_and_read_back(slug, limit):
    round = finish(standard(slug, limit=limit))
    (hand,) = read_phh(write_phh(round))
    again = play_recorded(hand, cardroom.game)
    assert again.rules.game == slug
    assert [again.chips.stack(spot) for spot in again.seated] == [round.chips.stack(spot) for spot in round.seated]
    assert again.cards.hand(BOARD) == round.cards.hand(BOARD)


@pytest.mark.parametrize("slug", VARIANTS)
def test_an_unseen_hand_replays(slug):
    """Logs show the cards of one player, and others only at the showdown."""
    round = standard(slug)
    do(round, "3 raise 6", "1 fold", "2 fold")
    told = write_phh(round, round.view(round.spot("3").bettor))
    assert "??" in told
    (hand,) = read_phh(told)
    assert play_recorded(hand, cardroom.game).done


def test_a_variant_in_no_document_cites_none():
    for slug in VARIANTS:
        rules = cardroom.game(slug).rules
        assert rules.id == "no document"
        assert rules.source.document == "common rules"
