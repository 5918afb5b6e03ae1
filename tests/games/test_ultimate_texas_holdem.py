"""Ultimate Texas Hold'em, rule by rule (500 Club, GEGR-002041).

Every line of every pay table is dealt in `test_every_pay_table`.
"""

import pytest

import cardroom
from cardroom.cards import text
from cardroom.errors import InputError
from cardroom.games import game_of, lesson
from cardroom.play import BOARD, BURN, DEALER, Amount, Refused, hand_of
from cardroom.play.round.events import Acted, Dealt, Settled, Turned
from support.deals import house_banked, nets, people, play, qualifying, settled, stacked

GAME = "ultimate-texas-holdem"
BETS = {"ante": 1_000, "blind": 1_000}
BONUS = {**BETS, "trips": 500, "bad-beat": 500}

# Pocket, dealer's cards, flop, turn and river.
PAIR_BEATS_PAIR = ("Kc Kd", "Qs Qd", "9h 2s 5c", "Jh 7d")
PAIR_LOSES = ("Qs Qd", "Kc Kd", "9h 2s 5c", "Jh 7d")
HIGH_CARD_WINS = ("Ac Kd", "Qs Td", "9h 2s 5c", "7h 3d")
HIGH_CARD_LOSES = ("Qs Td", "Ac Kd", "9h 2s 5c", "7h 3d")
HIGH_CARD_TIES = ("Ac Kd", "As Kh", "9h 2s 5c", "7h 3d")
STRAIGHT_WINS = ("8c 7d", "Ks Kd", "9h Tc Js", "2h 2d")
TRIPS_BEAT_TRIPS = ("9c 9d", "2c 2d", "9h 2s 5c", "Jh Kd")
TRIPS_TIE = ("Ac 8d", "Ad 8h", "9h 9s 9c", "Jh Kd")
FULL_HOUSES_TIE = ("Ac Kd", "Ad Kh", "9h 9s 9c", "2h 2d")


def with_burns(cards):
    """These hands and boards in the order of the deal, with a burn before the flop and one before the turn."""
    *hands, flop, rest = cards
    used = " ".join(cards)
    burns = [card for card in ("3c", "3s", "4c", "4s") if card not in used]
    return *hands, burns[0], flop, burns[1], rest


def uth(cards, seats=1, **house_rules):
    """A round in which these hands are dealt."""
    game = house_banked(GAME, **house_rules)
    stacks = dict.fromkeys(range(1, seats + 1), 100_000) | ({} if seats > 1 else {2: 0})
    return game.round(*people(stacks, stacks), shuffle=stacked(*with_burns(cards)))


def result(cards, wish="1x", bets=BETS):
    """What each wager of the one player wins or loses."""
    return nets(play(uth(cards), {"1": bets}, {"1": wish}))


# -- How winners are determined and paid ---------------------------------------------------------------------------


def test_a_higher_hand_wins_ante_and_play_and_pushes_the_blind_below_a_straight():
    assert result(PAIR_BEATS_PAIR) == {"ante": 1_000, "blind": 0, "play": 1_000}


@pytest.mark.parametrize(
    "cards", [("9c 9d", "As Ad", "9h 2s 5c", "Jh Kd"), ("9c Jd", "As Ad", "9h Js 2c", "5h 7d"), HIGH_CARD_WINS]
)
def test_the_blind_pushes_on_a_win_below_a_straight(cards):
    assert result(cards)["blind"] == 0


@pytest.mark.parametrize(
    ("hand", "qualifies"), [("pair of kings", False), ("pair of queens or better", True), ("ace high", True)]
)
def test_a_rule_set_names_the_hand_with_which_the_dealer_qualifies(hand, qualifies):
    game = game_of(qualifying(house_banked(GAME).rules, hand))
    round = game.round(*people([1, 2], {1: 100_000, 2: 0}), shuffle=stacked(*with_burns(PAIR_BEATS_PAIR)))
    assert nets(play(round, {"1": BETS}, {"1": "1x"}))["ante"] == (1_000 if qualifies else 0)
    words = " ".join(step.says for step in lesson(game.rules).steps)
    assert f"qualifies with {'a ' if 'pair' in hand else ''}{hand.removesuffix(' or better')} or better" in words


def test_a_qualifier_that_is_no_hand_or_too_high_is_refused():
    rules = house_banked(GAME).rules
    for hand, why in (("pair of cats", "is not a hand"), ("straight", "is too high"), ("", "qualifies with pair")):
        with pytest.raises(InputError, match=why):
            game_of(qualifying(rules, hand))
    with pytest.raises(InputError, match=r"replace \[\[display"):
        game_of(qualifying(rules, "ace high").replaced(display=rules.display))


def test_the_blind_is_paid_from_a_straight_up():
    assert result(STRAIGHT_WINS)["blind"] == 1_000


def test_a_lower_hand_loses_ante_blind_and_play():
    assert result(PAIR_LOSES, "4x") == {"ante": -1_000, "blind": -1_000, "play": -4_000}


def test_a_straight_that_loses_loses_the_blind():
    assert result(("4h 3d", "8c 9d", "5c 6d 7h", "Ks 2s"))["blind"] == -1_000


@pytest.mark.parametrize("cards", [("Kc Kd", "Kh Ks", "9h 2s 5c", "Jh 7d"), FULL_HOUSES_TIE])
def test_equal_hands_push_all_three(cards):
    assert result(cards, "3x") == {"ante": 0, "blind": 0, "play": 0}


def test_an_unqualified_dealer_returns_the_ante_of_a_winner_and_pays_the_play():
    assert result(HIGH_CARD_WINS) == {"ante": 0, "blind": 0, "play": 1_000}


def test_an_unqualified_dealer_who_wins_returns_the_ante_and_takes_blind_and_play():
    assert result(HIGH_CARD_LOSES, "2x") == {"ante": 0, "blind": -1_000, "play": -2_000}


def test_an_unqualified_dealer_pays_the_blind_of_a_straight():
    assert result(("8c 7d", "As Kd", "9h Tc Js", "2h 3d")) == {"ante": 0, "blind": 1_000, "play": 1_000}


def test_an_unqualified_tie_pushes_all_three():
    assert result(HIGH_CARD_TIES) == {"ante": 0, "blind": 0, "play": 0}


def test_the_lowest_pair_qualifies():
    assert result(("Ac Kd", "2s 4d", "2h 5s 6c", "8h Td"))["ante"] == -1_000


# -- Decisions -----------------------------------------------------------------------------------------------------


def asks(wishes, stack=100_000):
    """The options at each decision of a player who checks a number of times, then acts."""
    round = house_banked(GAME).round({1: stack, 2: 0}, seed=1)
    round.answer(1, "bet", BETS)
    offered = []
    for action in wishes:
        offered.append(round.ask.options)
        round.answer(1, action)
    return offered


def test_four_or_three_antes_before_the_flop_two_on_it_one_at_the_end_and_a_fold_always():
    first, flop, river = asks(["check", "check", "fold"])
    assert first[0] == Amount("play", 3_000, 4_000, 1_000)
    assert flop[0] == Amount("play", 2_000, 2_000, 1_000)
    assert river[0] == Amount("play", 1_000, 1_000, 1_000)
    assert [[option.action for option in options[1:]] for options in (first, flop, river)] == [
        ["check", "fold"],
        ["check", "fold"],
        ["fold"],
    ]


@pytest.mark.parametrize("wish", ["4x", "3x", "2x", "1x"])
def test_the_play_wager_wins_what_was_played(wish):
    assert result(PAIR_BEATS_PAIR, wish)["play"] == 1_000 * int(wish[0])


@pytest.mark.parametrize(
    ("checks", "wrong"), [(0, (1_000, 2_000, 3_500, 5_000)), (1, (1_000, 3_000, 4_000)), (2, (2_000, 500))]
)
def test_any_other_play_wager_is_refused(checks, wrong):
    round = uth(PAIR_BEATS_PAIR)
    round.answer(1, "bet", BETS)
    for _ in range(checks):
        round.answer(1, "check")
    for amount in wrong:
        with pytest.raises(Refused, match="play: "):
            round.answer(1, "play", amount)


@pytest.mark.parametrize("checks", [0, 1, 2])
def test_a_fold_at_any_decision_loses_ante_blind_and_bad_beat(checks):
    round = uth(TRIPS_BEAT_TRIPS)
    round.answer(1, "bet", BONUS)
    for _ in range(checks):
        round.answer(1, "check")
    round.answer(1, "fold")
    assert round.done
    assert nets(round) == {"ante": -1_000, "blind": -1_000, "bad-beat": -500, "trips": -500}


def test_a_player_who_has_played_is_not_asked_again():
    round = uth(PAIR_BEATS_PAIR)
    round.answer(1, "bet", BETS)
    round.answer(1, "play", 3_000)
    assert round.done
    assert [event.action for event in round.events if isinstance(event, Acted)] == ["bet", "play"]


def test_players_cannot_check_at_the_end():
    round = uth(PAIR_BEATS_PAIR)
    round.answer(1, "bet", BETS)
    round.answer(1, "check")
    round.answer(1, "check")
    with pytest.raises(Refused, match="'check' is not possible now: choose play or fold"):
        round.answer(1, "check")


@pytest.mark.parametrize(
    ("behind", "first"), [(3_999, Amount("play", 3_000, 3_000, 1_000)), (4_000, Amount("play", 3_000, 4_000, 1_000))]
)
def test_a_short_stack_is_offered_what_it_can_play(behind, first):
    assert asks(["check"], 2_000 + behind)[0][0] == first


def test_a_stack_too_short_for_three_antes_may_play_later():
    offered = asks(["check", "check", "fold"], 2_000 + 1_500)
    assert [options[0].action for options in offered] == ["check", "check", "play"]


# -- The Blind equals the Ante, bonus bets need both ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({"ante": 1_000, "blind": 900}, r"Blind must equal Ante, \$10"),
        ({"ante": 1_000}, "Blind is required"),
        ({"blind": 1_000}, "Ante is required"),
        ({"trips": 500}, "Ante is required"),
        ({**BETS, "trips": 499}, r"Trips must be from \$5"),
        ({**BETS, "play": 1_000}, "There is no wager 'play' here"),
    ],
)
def test_a_bet_outside_the_rules_is_refused(bets, message):
    with pytest.raises(Refused, match=message):
        uth(PAIR_BEATS_PAIR).answer(1, "bet", bets)


@pytest.mark.parametrize("amount", [500, 1_000, 5_000])
def test_a_bonus_bet_may_be_less_than_equal_to_or_greater_than_the_ante(amount):
    assert result(TRIPS_BEAT_TRIPS, bets={**BETS, "trips": amount})["trips"] == 3 * amount


# -- Trips ---------------------------------------------------------------------------------------------------------


def test_trips_wins_whoever_wins():
    winner, loser = TRIPS_BEAT_TRIPS, (TRIPS_BEAT_TRIPS[1], TRIPS_BEAT_TRIPS[0], *TRIPS_BEAT_TRIPS[2:])
    assert result(winner, bets=BONUS)["trips"] == result(loser, bets=BONUS)["trips"] == 3 * 500


def test_folded_trips_is_judged_on_the_board():
    assert result(("2c 3d", "Ks Kd", "9h 9s 9c", "Jh 7d"), "fold now", BONUS)["trips"] == 3 * 500


def test_folded_trips_loses_even_when_the_pocket_would_have_made_it():
    cards = ("9c 9d", "Ks Kd", "9h 2s 5c", "Jh 7d")
    assert result(cards, "1x", BONUS)["trips"] == 3 * 500
    assert result(cards, "fold", BONUS)["trips"] == -500


def test_folded_trips_is_paid_for_the_board_alone_even_when_the_pocket_improves_it():
    cards = ("9d 2c", "Ks Kd", "9h 9s 9c", "Jh 7d")
    assert result(cards, "1x", BONUS)["trips"] == 30 * 500
    assert result(cards, "fold", BONUS)["trips"] == 3 * 500


def test_folded_trips_waits_for_the_whole_board():
    round = uth(("2c 3d", "Ks Kd", "9h 9s 5c", "9c 7d"))
    round.answer(1, "bet", BONUS)
    round.answer(1, "fold")
    kinds = [(type(event), getattr(event, "wager", getattr(event, "place", ""))) for event in round.events]
    assert kinds.index((Settled, "ante")) < kinds.index((Dealt, BOARD)) < kinds.index((Settled, "trips"))
    assert nets(round)["trips"] == 3 * 500


def test_a_folded_hand_stays_face_down():
    round = play(uth(PAIR_BEATS_PAIR), {"1": BONUS}, {"1": "fold"})
    assert not any(isinstance(event, Turned) and event.place == hand_of("1") for event in round.events)
    assert text(round.view(None).hand("1")) == "?? ??"


def test_trips_plays_on_against_an_unqualified_dealer():
    assert result(("8c 7d", "As Kd", "9h Tc Js", "2h 3d"), bets=BONUS)["trips"] == 4 * 500


# -- Bad Beat ------------------------------------------------------------------------------------------------------


def test_bad_beat_pays_on_the_beaten_hand_when_the_player_is_beaten():
    assert result(("2c 2d", "9c 9d", "9h 2s 5c", "Jh Kd"), bets=BONUS)["bad-beat"] == 9 * 500


def test_bad_beat_pays_on_the_beaten_hand_when_the_player_dealer_is_beaten():
    assert result(TRIPS_BEAT_TRIPS, bets=BONUS)["bad-beat"] == 9 * 500


def test_bad_beat_pays_for_the_beaten_hand_not_for_the_one_that_beats_it():
    cards = ("9c 9d", "8c 7d", "9h Ts Jc", "Jh 2d")  # a full house beats a straight
    assert result(cards, bets=BONUS)["bad-beat"] == 20 * 500


@pytest.mark.parametrize("cards", [TRIPS_TIE, FULL_HOUSES_TIE])
def test_bad_beat_loses_on_a_tie(cards):
    paid = result(cards, bets=BONUS)
    assert paid["play"] == 0
    assert paid["bad-beat"] == -500


def test_bad_beat_loses_when_the_beaten_hand_is_two_pair_or_less():
    assert result(("9c 9d", "Kc Jd", "9h 2s 5c", "Jh Kd"), bets=BONUS)["bad-beat"] == -500


@pytest.mark.parametrize("cards", [HIGH_CARD_WINS, HIGH_CARD_LOSES, ("8c 7d", "As Kd", "9h Tc Js", "2h 3d")])
def test_bad_beat_loses_against_an_unqualified_dealer(cards):
    assert result(cards, bets=BONUS)["bad-beat"] == -500


def test_bad_beat_of_a_folded_hand_loses_though_it_would_have_won():
    assert result(("2c 2d", "9c 9d", "9h 2s 5c", "Jh Kd"), "fold", BONUS)["bad-beat"] == -500


# -- Dealing -------------------------------------------------------------------------------------------------------


def test_a_card_is_burned_before_the_flop_and_one_before_turn_and_river():
    round = play(uth(PAIR_BEATS_PAIR), {"1": BETS})
    board = [(event.place, len(event.cards)) for event in round.events if isinstance(event, Dealt)][2:]
    assert board == [(BURN, 1), (BOARD, 3), (BURN, 1), (BOARD, 2)]
    assert text(round.cards.hand(BURN)) == "3c 3s"
    assert text(round.cards.hand(BOARD)) == "9h 2s 5c Jh 7d"
    assert text(round.view("ann").hand(BURN)) == "?? ??"


def test_all_start_at_the_left_of_the_house_dealer_and_the_player_dealer_is_dealt_last():
    carry = {"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
    round = cardroom.game(GAME).round(*people((2, 4, 6)), seed=1, carry=carry)
    round.answer(4, "bank", 20_000)
    round.answer(2, "bet", BETS)
    round.answer(6, "bet", BETS)
    assert [event.place for event in round.events if isinstance(event, Dealt)] == [
        hand_of("2"),
        hand_of("6"),
        hand_of("4"),
    ]
    assert round.ask.spot == "2"
    play(round, {}, {"2": "3x", "6": "3x"})
    order = [event.spot for event in round.events if isinstance(event, Settled)]
    assert order == ["2", "2", "2", "6", "6", "6"]


def test_wagers_of_a_seat_are_settled_in_the_order_of_the_chapter():
    round = play(uth(PAIR_BEATS_PAIR), {"1": BONUS})
    assert list(settled(round)) == ["ante", "blind", "play", "trips", "bad-beat"]


def test_the_layout_bears_the_prescribed_inscription():
    notices = cardroom.game(GAME).rules.notices()
    assert [notice.text for notice in notices] == ["Player-Dealer Only Plays With a Pair or Higher"]


def test_all_players_decide_before_the_flop_comes():
    round = uth(("Kc Kd", "8c 8d", "Qs Qd", "9h 2s 5c", "Jh 7d"), seats=2)
    round.answer(1, "bet", BETS)
    round.answer(2, "bet", BETS)
    round.answer(1, "play", 3_000)
    assert round.ask.spot == "2"
    assert BOARD not in round.cards.hands
    round.answer(2, "check")
    assert text(round.view("bob").hand(BOARD)) == "9h 2s 5c"
    assert text(round.view("bob").hand(DEALER)) == "?? ??"
