"""Discards, draws and reshuffles (500 Club, the pineapples, the draw games; rulings K5, K12)."""

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse
from cardroom.errors import Refused
from cardroom.histories.phh import write_phh
from cardroom.play import BOARD, BURN, Pick, Place, hand_of
from cardroom.play.round.events import Acted, Dealt, Said
from games.poker.tables import COMMUNITY, DRAW, STUD, actions, do, start


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
    assert places == [*[hand_of("1"), hand_of("2")] * 2, BURN, BOARD, BURN, BOARD, BURN, BOARD]


FIRST_CARDS = {slug: "d " * cards for slug, (cards, _) in (COMMUNITY | DRAW).items()} | dict.fromkeys(STUD, "d d u")


@pytest.mark.parametrize("slug", FIRST_CARDS)
def test_cards_are_dealt_one_at_a_time_round_the_table(slug):
    """500 Club, Texas Hold'em, rule 5; Seven Card Stud, rule 4; the like in every chapter."""
    round = start(slug, [100] * 3)
    faces = FIRST_CARDS[slug].split()
    dealt = [event for event in round.events if isinstance(event, Dealt)]
    assert [event.place.owner for event in dealt] == ["1", "2", "3"] * len(faces)
    assert [event.cards for event in dealt] == [(card,) for card in round.shuffle.order[: 3 * len(faces)]]
    assert ["u" if event.to is None else "d" for event in dealt] == [face for face in faces for _ in range(3)]


def test_a_street_of_stud_goes_round_to_those_who_are_in():
    round = start("razz", [100] * 3, "2c 3c Kd 5d 6d 7h 8c 9c Tc")
    do(round, "1 bring-in", "2 fold", "3 call", "1 check")
    streets = [event for event in round.events if isinstance(event, Dealt)][9:]
    assert [event.place.owner or event.place.kind for event in streets] == ["burn", "1", "3"]


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
def test_when_the_stub_runs_out_players_never_get_back_their_own_discards(slug, seats, hole):
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


@pytest.mark.parametrize(
    ("slug", "draw", "replaced", "before"),
    [
        ("badugi", 1, 14, 14),  # the stub keeps its last card
        ("badugi", 1, 15, 14),  # the last replacement, but not of the last draw
        ("badugi", 2, 14, 13),
        ("badugi", 3, 13, 13),  # the very last replacement is the last card
        ("badugi", 3, 14, 12),  # one replacement more comes after it
        ("2-7-single-draw", 1, 21, 21),
        ("2-7-single-draw", 1, 22, 20),
        ("2-7-triple-draw", 1, 21, 20),
    ],
)
def test_the_last_card_of_the_stub_is_dealt_only_as_the_very_last_replacement(slug, draw, replaced, before):
    """Badugi, note after rule 26. A card is burned before each draw.

    36 of 52 cards are dealt to nine players at Badugi, 30 to six at the other games.
    """
    seats, hole = (9, 4) if slug == "badugi" else (6, 5)
    round = start(slug, [100] * seats)
    draws = 0
    while draws < draw:
        if actions(round) != ["discard"]:
            round.answer(round.ask.spot, next(each for each in ("call", "check") if each in actions(round)))
            continue
        draws += 1
        left, seen = replaced if draws == draw else 0, len(round.events)
        for _ in range(seats):
            cards = round.cards.hand(round.ask.spot)[: min(left, hole)]
            left -= len(cards)
            round.answer(round.ask.spot, "discard", cards)
    events = round.events[seen:]
    again = [place for place, event in enumerate(events) if isinstance(event, Said) and "shuffled again" in event.text]
    dealt = [event for event in events[: again[0] if again else None] if isinstance(event, Dealt)]
    new = [card for event in dealt if event.place.kind == "hand" for card in event.cards]
    assert len(new) == before
    assert bool(again) == (before < replaced)
    assert (round.shuffle.order[-1] in new) == ((draw, replaced) in ((3, 13), (1, 21)) and not again)


def test_folded_hands_are_shuffled_with_the_burns_when_the_stub_runs_out():
    """Badugi, note after rule 26: the discard pile has the folded hands too."""
    round = start("badugi", [100] * 9)
    folded = {card for seat in "34567" for card in round.cards.hand(seat)}
    do(round, *(f"{seat} fold" for seat in "34567"), "8 call", "9 call", "1 call", "2 check")
    for _ in range(4):
        round.answer(round.ask.spot, "discard", round.cards.hand(round.ask.spot))
    # 16 cards were left. One was burned, 14 were dealt, and the last and the burn were shuffled with 20 folded cards.
    assert round.cards.left == 16 - 1 - 14 + 1 + 20 - 1 - 2
    rest = {*round.cards.hand(BURN), *(card for seat in "8912" for card in round.cards.hand(seat))}
    assert len(folded - rest) >= 16, "the others are in the stub"
    assert not any(round.cards.hand(seat) for seat in "34567")


# -- Badugi, rule 8c ---------------------------------------------------------------------------------------------------


def drawing(slug="badugi", **house):
    """Three players at the first draw."""
    hands = ["As Ks Qs Js", "Ah Kh Qh Jh", "Ad Kd Qd Jd"]
    return do(start(slug, [100] * 3, *hands, **house), "3 call", "1 call", "2 check")


def test_a_discard_may_be_changed_until_the_burn():
    round = do(drawing(), "1 discard Ks Qs", "2 discard Kh")
    assert [ask.spot for ask in round.meanwhile] == ["1", "2"]
    assert [ask.spot for ask in round.view("ann").meanwhile] == ["1"]
    assert round.ask.spot == "3", "who is waited for is still the next player"
    round.answer("1", "discard", "Js")
    assert round.cards.hand(Place("discards", "1")) == list(parse("Js"))
    assert sorted(round.cards.hand("1")) == sorted(parse("As Ks Qs"))
    round.answer("1", "discard", "")
    do(round, "3 discard")
    drew = [event.place.owner for event in round.events if isinstance(event, Dealt)][-1:]
    assert drew == ["2"], "the first stood pat after all, and the second drew one"
    assert not round.meanwhile
    with pytest.raises(Refused, match="not asked now"):
        round.answer("2", "discard", "As")


def test_the_round_does_not_wait_for_a_change_of_discards():
    round = do(drawing(), "1 discard Ks")
    with pytest.raises(Refused, match="need not answer"):
        round.default("1")
    do(round, "2 discard", "3 discard")
    assert actions(round) == ["check", "bet", "fold"]


def test_a_changed_discard_is_for_its_players_eyes():
    round = do(drawing(), "1 discard Ks Qs", "2 discard")
    round.answer("1", "discard", "Js")
    seen = round.view("bob").events
    assert not any(card in parse("As Ks Qs Js") for event in seen for card in getattr(event, "cards", ()))


def test_a_round_with_a_changed_discard_replays_and_is_written_as_it_ended():
    round = do(drawing(), "1 discard Ks Qs", "2 discard")
    round.answer("1", "discard", "Js")
    while not round.done:
        round.default(round.ask.spot)
    again = drawing_again(round)
    assert again.events == round.events
    lines = next(line for line in write_phh(round).splitlines() if line.startswith("actions"))
    assert "p1 sd Js" in lines
    assert "KsQs" not in lines.partition("p1 sd")[2].partition("p2")[0]


def drawing_again(round):
    game = cardroom.game("badugi")
    again = game.round(round.seated, round.stacks, shuffle=round.shuffle, carry=round.carried)
    return again.play(round.answers)


@pytest.mark.parametrize("slug", ["2-7-triple-draw", "triple-draw-poker", "2-7-single-draw"])
def test_a_discard_is_final_unless_the_house_allows_changes(slug):
    round = start(slug, [100] * 2)
    do(round, "2 call", "1 check")
    round.answer("1", "discard", round.cards.hand("1")[:2])
    assert not round.meanwhile


def test_a_draw_burns_again_after_a_shuffle():
    """Badugi, after rule 26: burns and discards are combined, shuffled and cut, a card is burned, and the draw
    continues."""
    round = start("badugi", [1000] * 9)
    while not any(isinstance(event, Said) and "shuffled again" in event.text for event in round.events):
        spot, options = round.ask.spot, actions(round)
        if "discard" in options:
            round.answer(spot, "discard", round.cards.hand(spot))
        else:
            round.answer(spot, next(each for each in ("call", "check") if each in options))
    numbers = [number for number, event in enumerate(round.events) if isinstance(event, Said)]
    assert all(round.events[number + 1].place == BURN for number in numbers)
