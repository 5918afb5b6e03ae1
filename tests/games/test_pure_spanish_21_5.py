"""Pure Spanish 21.5, rule by rule (500 Club, GEGA-004186): where it differs from Pure 21.5 Blackjack."""

from fractions import Fraction
from math import comb

import pytest

import cardroom
from cardroom.cards import text
from cardroom.games.banked.pure_21_5_pay import Showdown, settle
from cardroom.play import DEALER, Amount, Refused, Spot
from cardroom.rulebook import RuleBookError
from support import twentyone
from support.deals import moved
from support.twentyone import SPANISH as GAME
from support.twentyone import actions, announcements, nets, play, settled


def deal(cards, **options):
    return twentyone.deal(cards, game=GAME, **options)


# -- Value of the cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [4, 6, 8])
def test_the_shoe_is_four_to_eight_decks_of_48_without_tens(packs):
    order = cardroom.game(GAME, packs=packs, match_the_dealer=False).shuffle(1).order
    assert len(order) == 48 * packs
    assert not any(text([card])[0] == "T" for card in order)


def test_other_shoes_are_refused():
    for packs in (3, 9):
        with pytest.raises(RuleBookError, match="not within 4 to 8"):
            cardroom.game(GAME, packs=packs, match_the_dealer=False)


# -- Game rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "answers", "line", "net"),
    [
        ("As 9h Kd 8c", [], "21.5 pays 6 to 5", 1200),
        ("As Kh Kd Ac", [], "21.5 against 21.5 pays 6 to 5", 1200),
        ("As 5h Kd 6c Kc", [], "21.5 pays 6 to 5", 1200),
        ("Ks 6h 5d Kc 6c 5h", ["hit"], "21 against 21 pays 1 to 1", 1000),
        ("Ks 9h 9d 9c", ["stand"], "higher total pays 1 to 1", 1000),
        ("Ks 6h 8d Kc 9c", ["stand"], "busted player-dealer pays 1 to 1", 1000),
        ("Ks 9h 7d 9c", ["stand"], "lower total loses", -1000),
        ("Ks 9h 8d 9c", ["stand"], "18 against 18 pushes", 0),
        ("Ks 9h 6d 9c Kc", ["hit"], "bust loses", -1000),
        ("Ks Kh 9d Ac", [], "lower total loses", -1000),
        ("Ks 8h 6d 8c Kc 8d", ["hit"], "bust against three eights pushes", 0),
        ("Ks 8h 6d 8c Kc 6h", ["hit"], "bust loses", -1000),
    ],
)
def test_the_game_wager_pays_every_result(cards, answers, line, net):
    round = play(deal(cards), *answers)
    assert nets(round) == {"1": net}
    assert settled(round)["1", "wager"].why == f"Game wager: {line}"


def test_a_players_21_beats_21_after_a_split_too():
    assert nets(play(deal("Ks 9h Kd 6c As 9c 6h"), "split", "stand", "stand"))["1"] == 1000


def test_a_21_loses_to_the_21_5():
    assert settle(cardroom.game(GAME).rules, "wager", Showdown(21, 21.5)).due(1000) == -1000


def test_a_21_5_waits_for_its_turn_in_the_order_and_is_never_asked():
    round = play(deal("Ks As 9h 9d Kd 9c", seats=2))
    assert round.ask.spot == "1"
    assert not settled(round)
    assert list(settled(play(round, "stand"))) == [("1", "wager"), ("2", "wager")]


def test_with_only_21_5s_and_hands_given_up_the_player_dealer_draws_nothing():
    round = play(deal("Ks As 9h 6d Kd 2c", seats=2), "surrender")
    assert nets(round) == {"1": -500, "2": 1200}
    assert text(round.cards.hand(DEALER)) == "9h 2c"


# -- Chart 1A -------------------------------------------------------------------------------------------------------


def test_hard_17_or_more_must_stand():
    round = play(deal("Ks 9h 7d 9c"))
    assert actions(round) == ["stand", "double", "surrender"]
    with pytest.raises(Refused, match="hard 17 may not hit by Chart 1A"):
        round.answer(1, "hit")
    assert {"stand", "hit"} <= set(actions(play(deal("As 9h 6d 9c"))))


def test_there_is_no_forced_hit():
    assert {"stand", "hit"} <= set(actions(play(deal("2s 9h 3d 9c"))))


def test_a_hand_that_draws_to_hard_17_stands_without_being_asked():
    round = play(deal("Ks 9h 2d 9c 5c"), "hit")
    assert "1: hard 17 must stand by Chart 1A" in announcements(round)
    assert nets(round) == {"1": -1000}


# -- Double-down, rescue, double-double down ------------------------------------------------------------------------


def test_double_for_less_then_rescue_takes_back_the_doubled_part_and_forfeits_the_rest():
    round = play(deal("6s 9h 5d 9c 2c"), "double 300", "rescue")
    assert [event.amount for event in moved(round, "returned")] == [300]
    event = settled(round)["1", "wager"]
    assert (event.stake, event.net, event.why) == (1000, -1000, "Game wager: rescue loses")
    assert round.net["ann"] == -1000


def test_a_rescue_is_collected_immediately():
    round = play(deal("6s Ks 9h 5d 9d 9c 2c", seats=2), "double 1000", "rescue")
    assert round.ask.spot == "2"
    assert nets(play(round, "stand")) == {"1": -1000, "2": 1000}


def test_a_doubled_hand_may_stand_and_takes_no_further_card():
    round = play(deal("6s 9h 5d 9c Kc"), "double 1000")
    assert actions(round) == ["stand", "rescue"]
    assert nets(play(round, "stand")) == {"1": 2000}


def test_a_busted_double_cannot_be_rescued():
    assert nets(play(deal("Ks 9h 5d 9c Kc"), "double 1000")) == {"1": -2000}


def test_an_absent_player_stands_after_a_double():
    round = play(deal("6s 9h 5d 9c Kc"), "double 1000")
    round.default(1)
    assert nets(round) == {"1": 2000}


def test_double_double_down_is_off_unless_the_house_has_it():
    round = play(deal("2s 9h 3d 9c 2c"), "double 1000")
    assert "double" not in actions(round)


def test_double_double_down_reaches_eight_times_the_wager():
    round = play(deal("2s 9h 3d 9c 2c 2d Kc", double_double_down=True), "double")
    assert actions(round) == ["stand", "rescue", "double"]
    play(round, "double")
    assert round.chips.stake(round.spot("1"), "wager") == 4000
    play(round, "double")
    assert actions(round) == ["stand", "rescue"], "after the third double only stand or rescue"
    assert nets(play(round, "stand")) == {"1": 8000}


def test_a_rescue_after_double_double_takes_back_the_last_doubled_part():
    round = play(deal("2s 9h 3d 9c 2c 2d 2h", double_double_down=True), "double", "double", "double", "rescue")
    assert [event.amount for event in moved(round, "returned")] == [4000]
    assert round.net["ann"] == -4000


def test_a_hand_that_busts_in_a_double_double_is_over():
    assert nets(play(deal("Ks 9h 5d 9c 2c Kc", double_double_down=True), "double", "double")) == {"1": -4000}


def test_with_double_double_down_there_is_no_double_for_less():
    round = play(deal("6s 9h 5d 9c", double_double_down=True))
    with pytest.raises(Refused, match="double takes no value"):
        round.answer(1, "double", 300)
    assert "double" not in actions(play(deal("6s 9h 5d 9c", stacks={"ann": 1999}, double_double_down=True)))


def test_double_double_down_is_offered_only_with_the_chips_for_it():
    round = play(deal("2s 9h 3d 9c 2c", stacks={"ann": 3999}, double_double_down=True), "double")
    assert actions(round) == ["stand", "rescue"]


def test_double_double_down_is_allowed_after_a_split():
    round = play(deal("8s 9h 8d 9c 2c 2h 2d", double_double_down=True), "split", "double")
    assert round.ask.spot == "1"
    assert actions(round) == ["stand", "rescue", "double"]


# -- Split and surrender --------------------------------------------------------------------------------------------


def test_split_aces_may_draw_double_and_be_split_again():
    round = play(deal("As 9h Ad 9c Ac 5h 5d Kh Kd"), "split")
    assert actions(round) == ["stand", "hit", "double", "split"]
    play(round, "split", "hit")  # A 5 5
    assert text(round.cards.hand("1")) == "As 5h 5d"
    play(round, "stand")
    assert text(round.cards.hand("1.3")) == "Ac Kh", "21, not 21.5"
    play(round, "stand", "double 1000", "stand")  # A K 8
    assert nets(round) == {"1": 1000, "1.3": 1000, "1.2": 2000}


def test_any_two_cards_of_equal_value_may_be_split_up_to_four_hands():
    round = play(deal("Ks 9h Qd 9c Jc Kh Qc"), "split", "split", "split")
    assert text(round.cards.hand("1")) == "Ks Qc"
    assert actions(round) == ["stand", "double"]
    assert len([spot for spot in round.spots if spot.seat == 1]) == 4


def test_late_surrender_comes_after_the_peek_on_the_first_two_cards():
    assert nets(play(deal("Ks Ah 6d 9c"), "surrender")) == {"1": -500}
    assert nets(play(deal("Ks Ah 6d Kc"))) == {"1": -1000}
    assert "surrender" not in actions(play(deal("8s 9h 8d 9c 5c"), "split"))
    assert "surrender" not in actions(play(deal("2s 9h 3d 9c 5c"), "hit"))


# -- Match the Dealer -----------------------------------------------------------------------------------------------

MATCHES = {
    "2 suited matches": ("9h 9h", 18),
    "1 suited + 1 non-suited match": ("9d 9h", 13),
    "1 suited match": ("9h Kd", 9),
    "2 non-suited matches": ("9d 9c", 8),
    "1 non-suited match": ("Kd 9c", 4),
    "no match": ("Kd 8h", -1),
}


@pytest.mark.parametrize("line", MATCHES)
@pytest.mark.parametrize("way", ["stand", "surrender", "bust", "split"])
def test_match_the_dealer_pays_its_line_whatever_becomes_of_the_hand(line, way):
    (one, two), odds = MATCHES[line][0].split(), MATCHES[line][1]
    answers = {"split": ["split", "stand", "stand"], "bust": ["double 1000"]}.get(way, [way])
    drawn = {"split": "Ks Kh", "bust": "Kd"}.get(way, "")
    if way == "split" and one[0] != two[0]:
        return
    round = play(deal(f"{one} 9h {two} 9c {drawn}"), *answers, bets={"wager": 1000, "match-the-dealer": 700})
    event = settled(round)["1", "match-the-dealer"]
    assert event.net == odds * 700
    assert line in event.why


def test_every_line_of_the_rule_set_is_walked_by_these_tests():
    pay = cardroom.game(GAME).rules.pay
    assert list(pay["match-the-dealer-6"].lines) == list(MATCHES)[:5]
    assert list(pay["wager"].lines) == [
        "21.5",
        "21.5 against 21.5",
        "21 against 21",
        "higher total",
        "busted player-dealer",
    ]


def test_king_queen_and_jack_are_different_ranks():
    round = play(deal("Ks Qh Jd 9c"), "stand", bets={"wager": 1000, "match-the-dealer": 700})
    assert settled(round)["1", "match-the-dealer"].net == -700


def test_match_the_dealer_is_settled_after_a_peek_too():
    round = play(deal("Ks Kh 9d Ac"), bets={"wager": 1000, "match-the-dealer": 700})
    assert settled(round)["1", "match-the-dealer"].net == 2800


def test_table_c_gives_the_house_3_percent_at_six_decks():
    """Counted by hand: of the 287 cards besides the up card, five are identical and eighteen have its rank."""
    rules = cardroom.game(GAME).rules
    ways = {
        "2 suited matches": comb(5, 2),
        "1 suited + 1 non-suited match": 5 * 18,
        "1 suited match": 5 * 264,
        "2 non-suited matches": comb(18, 2),
        "1 non-suited match": 18 * 264,
        "no match": comb(264, 2),
    }
    edge = sum(count * settle(rules, "match-the-dealer", Showdown(match=line)).unit for line, count in ways.items())
    assert Fraction(edge, comb(287, 2)) == Fraction(-1254, 41041)


def test_match_the_dealer_is_refused_at_other_shoes_than_six_decks():
    with pytest.raises(RuleBookError, match="no pay table 'match-the-dealer-8': turn match_the_dealer off, or add one"):
        cardroom.game(GAME, packs=8)
    assert "match-the-dealer" not in cardroom.game(GAME, packs=8, match_the_dealer=False).rules.wagers()


def test_a_house_may_supply_a_table_for_another_shoe(tmp_path, monkeypatch):
    own = tmp_path / GAME / "ours.toml"
    own.parent.mkdir()
    own.write_text(
        """
        extends = "500-club"
        [pay.match-the-dealer-8]
        title = "Match the Dealer, 8 decks"
        ranking = "match-the-dealer"
        lines = { "1 suited match" = "14 to 1", "1 non-suited match" = "3 to 1" }
        """
    )
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    rules = cardroom.game(GAME, rules="ours", packs=8).rules
    assert settle(rules, "match-the-dealer", Showdown(match="1 suited match")).unit == 14


# -- Limits and order -----------------------------------------------------------------------------------------------


def test_limits_are_the_printed_ones():
    rules = cardroom.game(GAME).rules
    assert rules.limits("wager") == (500, 100_000)
    assert rules.limits("match-the-dealer") == (100, 100_000)
    assert rules.house_rules["minimum"].money == ("$1", "$1,000")
    assert rules.house_rules["maximum"].money == ("$1", "$10,000")


def test_doubles_are_for_less_or_as_much_and_never_more_than_the_chips():
    double = play(deal("6s 9h 5d 9c", stacks={"ann": 1600})).ask.options[2]
    assert double == Amount("double", 100, 600)


@pytest.mark.parametrize(
    ("on", "down", "order"),
    [
        ({}, "3c", ["1", "2", "3"]),
        (False, "3c", ["1", "2", "3"]),
        (True, "3c", ["3", "1", "2"]),
        (True, "5c", ["2", "3", "1"]),
    ],
)
def test_the_action_button_is_off_unless_the_house_wants_it(on, down, order):
    house = on if on == {} else {"action_button": on}  # without a setting it is off
    round = play(deal(f"Ks Ks Ks 9h 9d 9d 9d {down} 8c", seats=3, **house), "stand", "stand", "stand")
    assert [spot for spot, _ in settled(round)] == order
    assert any("action button is at seat" in text for text in announcements(round)) == bool(on)


def test_all_wagers_of_a_seat_are_settled_before_those_of_the_next():
    """Round of Play, rules 9 and 10: from seat to seat clockwise, until all wagers have been acted on."""
    round = play(deal("Ks Ks 9h 9d 9d 3c 8c", seats=2), "stand", "stand", bets={"wager": 500, "match-the-dealer": 500})
    assert [spot for spot, _ in settled(round)] == ["1", "1", "2", "2"]


@pytest.mark.parametrize(("down", "points", "seat"), [("Ac", 1, 2), ("Jc", 10, 3), ("Qc", 10, 3), ("Kc", 10, 3)])
def test_an_ace_counts_one_and_a_bonus_card_ten_for_the_action_button(down, points, seat):
    """Of four players, 10 is the second; 11, 12 and 13 would be the third, the fourth and the first."""
    spots = [Spot.at(seat, name) for seat, name in zip((2, 3, 5, 8), twentyone.PEOPLE, strict=False)]
    stacks = {spot.bettor: twentyone.RICH for spot in spots}
    cards = f"Ks Ks Ks Ks 9h 9d 9d 9d 9d {down}"
    round = play(deal(cards, spots=spots, stacks=stacks, action_button=True), *["stand"] * 4)
    assert next(spot for spot, _ in settled(round)) == str(seat)
    assert f"The down card counts {points}: the action button is at seat {seat}" in announcements(round)
