"""Pure 21.5 Blackjack, rule by rule (500 Club, GEGA-003642). Its wagers and its bank are next door."""

import random

import pytest

import cardroom
from cardroom.cards import parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.games.banked.pure_21_5_pay import Showdown, settle
from cardroom.play import DEALER, Refused, Table, hand_of, replay
from cardroom.play.round.events import Dealt
from cardroom.players import random_legal
from cardroom.rulebook import RuleBookError, load, rule_set
from cardroom.show.rules.data import page
from support.deals import PEOPLE, house_banked, people
from support.twentyone import BLACKJACK as GAME
from support.twentyone import RICH, SPANISH, actions, announcements, deal, nets, play, settled

# -- Value of the cards; the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [1, 2, 8])
def test_the_shoe_is_one_to_eight_decks_of_52(packs):
    assert len(cardroom.game(GAME, packs=packs).shuffle(1).order) == 52 * packs


def test_other_shoes_are_refused():
    for packs in (0, 9):
        with pytest.raises(ValueError, match="not within 1 to 8"):
            cardroom.game(GAME, packs=packs)


def test_cards_come_one_at_a_time_face_up_but_for_the_player_dealers_second():
    carry = {"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
    round = cardroom.game(GAME).round(*people((2, 4, 6)), seed=1, carry=carry)
    round.answer(4, "bank", 20_000)
    for spot in (2, 6):
        round.answer(spot, "bet", {"wager": 500})
    dealt = [event for event in round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [hand_of(spot) for spot in ("6", "2", "4")] * 2
    assert [event.to for event in dealt] == [None] * 5 + [()]
    assert "??" in text(round.view("dee").hand("4")), "not even the player-dealer sees it"


def test_the_shoe_lives_across_rounds_until_the_cut_card():
    table = Table(house_banked(GAME, packs=1, cut_card=40), {"ann": RICH, "bob": RICH}, seed=1)
    first = table.shuffle
    begun = []
    for _ in range(3):
        round = play(table.start())
        begun.append(round.cards.dealt - 6)
        while not round.done:
            round.default(round.ask.spot)
        assert replay(table.finish(round), table.game, round.shuffle).events == round.events
    assert begun[0] == 0 < begun[1]
    assert table.shuffle is not first


def test_a_shoe_that_runs_out_in_mid_round_continues_with_its_discards():
    table = Table(house_banked(GAME, packs=1, cut_card=26), dict.fromkeys(PEOPLE[:8], RICH), seed=1)
    rng, announced = random.Random(1), []
    for _ in range(30):
        round = table.start()
        while not round.done:
            actions = [option.action for option in round.ask.options]
            if "bet" in actions:
                round.answer(round.ask.spot, "bet", {"wager": 1000})
            elif "hit" in actions:
                round.answer(round.ask.spot, "hit")
            else:
                answer = random_legal(None, round.ask, rng)
                round.answer(answer.spot, answer.action, answer.value)
        announced += [text for text in announcements(round) if "runs out" in text]
        assert replay(table.finish(round), table.game, round.shuffle).events == round.events
    assert announced


def test_the_last_cards_of_a_single_deck_stay_for_the_player_dealer():
    cards = [f"{rank}{suit}" for rank in "23456789" for suit in "cdhs"]
    round = house_banked(GAME, packs=1).round(8, shuffle=Shuffle.given(parse(cards[:30])))
    play(round, "hit")  # 30 cards, 18 of them dealt: one more, and eleven are left
    assert actions(round) == ["stand", "surrender"]
    with pytest.raises(Refused, match="no card is left but the player-dealer's"):
        round.answer(round.ask.spot, "hit")
    assert "1: no card is left but the player-dealer's" in announcements(round)


# -- Game rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "answers", "line", "net"),
    [
        ("As 9h Kd 8c", [], "21.5 pays 6 to 5", 1200),
        ("Ts 9h Ad 9c", [], "21.5 pays 6 to 5", 1200),
        ("Ts 9h 9d 9c", ["stand"], "higher total pays 1 to 1", 1000),
        ("Ts 6h 8d Tc 9c", ["stand"], "busted player-dealer pays 1 to 1", 1000),
        ("Ts 9h 7d 9c", ["stand"], "lower total loses", -1000),
        ("Ts 9h 8d 9c", ["stand"], "18 against 18 pushes", 0),
        ("Ts 6h 5d Tc 6c 5h", ["hit"], "21 against 21 pushes", 0),
        ("Ts 9h 6d 9c Kc", ["hit"], "bust loses", -1000),
        ("As Kh Kd Ac", [], "21.5 against 21.5 pushes", 0),
        ("Ts Kh 9d Ac", [], "lower total loses", -1000),
        ("Ts 8h 6d 8c Kc 8d", ["hit"], "bust against three eights pushes", 0),
        ("Ts 8h 6d 8c Kc 6h", ["hit"], "bust loses", -1000),
        ("Ts 6h 6d 8c Kc 9d", ["hit"], "bust loses", -1000),
    ],
)
def test_the_game_wager_pays_every_result(cards, answers, line, net):
    round = play(deal(cards), *answers)
    assert nets(round) == {"1": net}
    assert settled(round)["1", "wager"].why == f"Game wager: {line}"
    where = "Value of the Cards" if line.startswith("21.5 pays") else "Game Rules, rule"
    assert settled(round)["1", "wager"].cite.startswith(f"500 Club, Pure 21.5 Blackjack, {where}")


def test_a_6_to_5_payoff_is_rounded_down_to_whole_cents():
    event = settled(play(deal("As 9h Kd 8c", smallest_chip="$0.01"), bets={"wager": 501}))["1", "wager"]
    assert (event.net, event.breakage) == (601, "1/5")


def test_ace_and_ten_with_a_third_card_are_no_21_5():
    assert nets(play(deal("As 9h 5d 9c 5c"), "hit", "stand")) == {"1": 1000}


def test_the_peek_under_an_ace_ends_the_round():
    round = play(deal("Ts Ah 5d Kc"))
    assert nets(round) == {"1": -1000}
    assert "The down card is checked: 21.5, and nothing is drawn" in announcements(round)
    assert len(round.cards.hand(DEALER)) == 2


def test_the_peek_under_a_bonus_card_ends_the_round():
    assert nets(play(deal("Ts Jh 5d Ac"))) == {"1": -1000}


def test_no_peek_under_a_nine():
    assert not any("checked" in text for text in announcements(play(deal("Ts 9h 9d Ac"))))


def test_the_peek_does_not_reveal_the_down_card():
    round = play(deal("Ts Ah 5d 9c"))
    assert "The down card is checked: no 21.5" in announcements(round)
    for viewer in (None, "ann"):
        assert text(round.view(viewer).hand(DEALER)) == "Ah ??"


def test_a_21_5_is_paid_before_anybody_plays_when_the_player_dealer_has_none():
    round = play(deal("Ts As 9h 9d Kd 8c", seats=2))
    assert round.ask.spot == "1"
    assert settled(round)["2", "wager"].net == 1200


def test_three_eights_push_the_busts_with_their_whole_doubled_stake():
    round = play(deal("6s 8h 6d 8c Kc 8d"), "double 700")
    assert settled(round)["1", "wager"].stake == 1700
    assert nets(round) == {"1": 0}
    assert round.net["ann"] == 0


def test_three_eights_bust_pays_those_who_stand():
    assert nets(play(deal("Ts Ts 8h 6d 2d 8c Kc 8d", seats=2), "hit", "stand")) == {"1": 0, "2": 1000}


def test_busted_hands_stay_until_the_player_dealers_hand_is_complete():
    round = play(deal("Ts Ts 9h 6d 7d 9c Kc", seats=2), "hit")
    assert "1: busted with 26" in announcements(round)
    assert not settled(round)
    assert nets(play(round, "stand")) == {"1": -1000, "2": -1000}


# -- Charts 1A and 1B -----------------------------------------------------------------------------------------------


def test_hard_11_or_less_must_hit_and_the_refusal_says_why():
    round = play(deal("6s 9h 5d 9c"))
    assert actions(round) == ["hit", "double", "surrender"]
    with pytest.raises(Refused, match=r"choose hit or double or surrender \(hard 11 may not stand by Chart 1A\)"):
        round.answer(1, "stand")


def test_hard_19_or_more_must_stand_and_the_refusal_says_why():
    round = play(deal("Ts 9h 9d 9c"))
    assert actions(round) == ["stand", "double", "surrender"]
    with pytest.raises(Refused, match="hard 19 may not hit by Chart 1A"):
        round.answer(1, "hit")


def test_chart_1a_is_the_rule_sets(tmp_path):
    """A house's own chart is played as written, is on its page, and must be consistent."""
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "{GAME}/500-club"\n[chart]\nmust_stand = 18\nmust_hit = 8\n')
    game = game_of(load(file))
    assert ["hard 18 or more", "hard 8 or less", "everything else"] in page(game)["charts"][0]["rows"]
    round = game.round({"ann": RICH, "bob": RICH}, shuffle=Shuffle.given(parse("Ts 9h 8d 9c" + " 8s" * 60)))
    round.answer(1, "pass")
    round.answer(2, "bank", 10_000)
    round.answer(1, "bet", {"wager": 1000})
    with pytest.raises(Refused, match="hard 18 may not hit by Chart 1A"):
        round.answer(1, "hit")
    file.write_text(f'extends = "{GAME}/500-club"\n[chart]\nmust_stand = 11\n')
    with pytest.raises(RuleBookError, match="must_hit 11 and must_stand 11: the first must be below the second"):
        load(file)
    file.write_text('extends = "ez-baccarat/500-club"\n[chart]\nmust_stand = 11\n')
    with pytest.raises(RuleBookError, match="chart: ez-baccarat has no chart: leave it out"):
        game_of(load(file))


@pytest.mark.parametrize(
    ("game", "hand", "cite"),
    [
        (GAME, Showdown(21.5, 21.5), "Game Rules, rule 1"),
        (GAME, Showdown(19, 21.5), "Game Rules, rules 2 and 7"),
        (GAME, Showdown(24, 20), "Game Rules, rules 5 and 8b"),
        (GAME, Showdown(19, 19), "Game Rules, rule 6"),
        (GAME, Showdown(24, 24, 3, three_eights=True), "Game Rules, rule 8a"),
        (GAME, Showdown(gave_up="surrender"), "Double-Down, Split, and Surrender, rule 4"),
        (SPANISH, Showdown(21.5, 21.5), "Game Rules, rule 1; Value of the Cards"),
        (SPANISH, Showdown(19, 19), "Game Rules, rule 6"),
        (SPANISH, Showdown(24, 24, 3, three_eights=True), "Game Rules, rule 9a"),
        (SPANISH, Showdown(24, 25, 3), "Game Rules, rules 5 and 9b"),
        (SPANISH, Showdown(gave_up="surrender"), "Double-Down, Rescue, Double-Double Down, Split, and Surrender"),
        (SPANISH, Showdown(gave_up="rescue"), "Double-Down, Rescue, Double-Double Down, Split, and Surrender"),
    ],
)
def test_each_result_cites_the_rule_of_its_own_chapter(game, hand, cite):
    rules = rule_set(game)
    assert settle(rules, "wager", hand).cite == rules.cite(cite)


@pytest.mark.parametrize("hand", [Showdown(20, 19), Showdown(19, 26, 3)])
@pytest.mark.parametrize("game", [GAME, SPANISH])
def test_even_money_on_an_ordinary_win_is_not_passed_off_as_printed(game, hand):
    payoff = settle(rule_set(game), "wager", hand)
    assert (payoff.due(1000), "odds are printed for 21.5 alone" in payoff.cite) == (1000, True)


def test_a_forced_play_without_another_choice_is_made_and_announced():
    round = play(deal("2s 9h 3d 9c 2c 4c 9s"), "hit")  # 7, then 11, then 20
    forced = ["1: hard 7 must hit", "1: hard 11 must hit", "1: hard 20 must stand"]
    assert announcements(round)[:3] == [f"{play} by Chart 1A" for play in forced]
    assert nets(round) == {"1": 1000}


@pytest.mark.parametrize("cards", ["As 9h 8d 9c", "Ts 9h 8d 9c", "Ts 9h 2d 9c", "As 9h Ad 9c"])
def test_all_other_counts_have_the_option(cards):
    assert {"hit", "stand"} <= set(actions(play(deal(cards))))


def test_an_absent_player_stands_or_hits_by_the_chart():
    round = play(deal("6s Ts 9h 5d 2d 9c 2c 6c", seats=2))
    for spot in ("1", "1", "2"):
        assert round.ask.spot == spot
        round.default(spot)
    assert [len(round.cards.hand(spot)) for spot in "12"] == [3, 2]


@pytest.mark.parametrize(
    ("dealer", "drawn", "points"),
    [("Ts 7c", "", "17"), ("As 6c", "Kc", "17"), ("As 6c", "2c", "19"), ("As 7c", "", "18"), ("Ts 6c", "2c", "18")],
)
def test_the_player_dealer_hits_soft_17_and_stands_on_hard_17_and_soft_18(dealer, drawn, points):
    up, down = dealer.split()
    round = play(deal(f"Ts {up} 8d {down} {drawn}"), "stand")
    assert text(round.cards.hand(DEALER)) == f"{dealer} {drawn}".strip()
    assert announcements(round)[-1].endswith(f": {points}")


# -- Double-down, split, surrender ----------------------------------------------------------------------------------


def test_a_double_gets_one_card_regardless_of_the_total():
    round = play(deal("2s 9h 3d 9c 2c"), "double 1000")
    assert nets(round) == {"1": -2000}
    assert text(round.cards.hand("1")) == "2s 3d 2c"


def test_a_double_may_be_for_less_but_not_for_more():
    round = play(deal("6s 9h 5d 9c Kc"))
    for amount in (1001, 99, 0):
        with pytest.raises(Refused, match=r"is not between \$1 and \$10"):
            round.answer(1, "double", amount)
    assert nets(play(round, "double 300")) == {"1": 1300}


def test_no_double_on_three_cards():
    assert actions(play(deal("2s 9h 3d 9c 7c"), "hit")) == ["stand", "hit"]


def test_doubling_and_splitting_stay_allowed_where_the_chart_forces_hit_or_stand():
    assert actions(play(deal("Ts 9h Kd 9c"))) == ["stand", "double", "split", "surrender"]
    assert actions(play(deal("5s 9h 5d 9c"))) == ["hit", "double", "split", "surrender"]


def test_any_pair_or_two_bonus_cards_may_be_split():
    for pair in ("2s 2d", "Ts Kd", "Qs Jd", "As Ad"):
        one, two = pair.split()
        assert "split" in actions(play(deal(f"{one} 9h {two} 9c")))
    assert "split" not in actions(play(deal("9s 9h Td 9c")))


def test_a_split_hand_is_played_out_before_the_next_gets_its_second_card():
    round = play(deal("8s 9h 8d 9c 3c 2d Kh Ks"), "split")
    assert text(round.cards.hand("1")) == "8s 3c"
    assert text(round.cards.hand("1.2")) == "8d"
    assert round.chips.stake(round.spot("1.2"), "wager") == 1000
    play(round, "double 1000")  # 8 3 2 and stands
    assert text(round.cards.hand("1.2")) == "8d Kh"
    assert nets(play(round, "stand")) == {"1": -2000, "1.2": 0}


def test_three_splits_give_four_hands_and_no_more():
    round = play(deal("8s 9h 8d 9c 8c 8h 8s 8d Ks Kd Kc Kh"), "split", "split", "split")
    assert actions(round) == ["stand", "hit", "double"]
    play(round, "stand")
    assert actions(round) == ["stand", "hit", "double"]
    assert sorted(spot.id for spot in round.spots if spot.seat == 1) == ["1", "1.2", "1.3", "1.4"]


def test_split_aces_get_one_card_each_and_21_after_a_split_is_not_21_5():
    round = play(deal("As 9h Ad 9c Kc 5h"), "split")
    assert nets(round) == {"1": 1000, "1.2": -1000}
    assert [len(round.cards.hand(spot)) for spot in ("1", "1.2")] == [2, 2]


def test_split_aces_may_not_be_split_again():
    round = play(deal("As 9h Ad 9c Ac Kh"), "split")
    assert nets(round) == {"1": -1000, "1.2": 1000}


def test_21_after_a_split_pushes_against_21():
    assert nets(play(deal("Ts 9h Kd 6c As 9c 6h"), "split", "stand", "stand"))["1"] == 0


def test_there_is_no_splitting_for_less():
    round = play(deal("8s 9h 8d 9c", stacks={"ann": 1999}), bets={"wager": 1000})
    assert "split" not in actions(round)
    assert round.ask.options[actions(round).index("double")].most == 999


def test_only_affordable_options_are_offered():
    assert actions(play(deal("8s 9h 8d 9c", stacks={"ann": 1000}))) == ["stand", "hit", "surrender"]


def test_surrender_forfeits_half_immediately():
    round = play(deal("Ts Ts Kh 6d 9d 8c", seats=2), "surrender")
    assert round.ask.spot == "2"
    assert settled(round)["1", "wager"].net == -500
    assert settled(round)["1", "wager"].why == "Game wager: surrender loses half"


def test_the_odd_cent_of_a_surrender_is_forfeited():
    assert nets(play(deal("Ts Kh 6d 9c", smallest_chip="$0.01"), "surrender", bets={"wager": 501})) == {"1": -251}


def test_surrender_comes_after_the_peek():
    assert nets(play(deal("Ts Kh 6d Ac"))) == {"1": -1000}, "against a 21.5 nobody is asked"


def test_surrender_only_on_the_first_two_cards_and_not_on_split_hands():
    assert "surrender" not in actions(play(deal("2s 9h 3d 9c 7c"), "hit"))
    assert "surrender" not in actions(play(deal("8s 9h 8d 9c 5c"), "split"))


# -- Red Flex and Buster: every line --------------------------------------------------------------------------------

RED_FLEX = {  # the player-dealer's cards, up to the first that is not red
    "8 or more red cards": ("2h 2d 2h 2d 2h 2d 2h 2d As", 300),
    "7 red cards": ("2h 2d 2h 2d 2h 2d 2h 5c", 200),
    "6 red cards": ("2h 2d 2h 2d 2h 2d 5c", 100),
    "5 red cards": ("2h 2d 2h 2d 9h", 50),
    "4 red cards": ("2h 2d 2h 3d 9c", 10),
    "3 red cards": ("2h 9d 6h", 5),
    "2 red cards": ("Th 9d", 1),
    "1 red card": ("Th 9s", -1),
    "no red cards": ("Ts 9h", -1),
}
BUSTER = {
    "bust with 8 or more cards": ("2s 2h 2d 2c 2s 2h 2d Kc", 150),
    "bust with 7 cards": ("2s 2h 2d 2c 2s 2h Kc", 50),
    "bust with 6 cards": ("2s 2h 2d 2c 5s Kc", 15),
    "bust with 5 cards": ("2s 2h 2d 6s Kc", 4),
    "bust with 4 cards": ("2s 2h 9s Kc", 2),
    "bust with 3 cards": ("Ts 2h Kc", 2),
    "no bust": ("Ts 9h", -1),
}
WAYS = {
    "stand": ("Ts 8d", ["stand"], ""),
    "bust": ("Ts 8d", ["hit"], "9c"),
    "surrender": ("Ts 8d", ["surrender"], ""),
    "21.5": ("As Kd", [], ""),
    "split": ("9s 9d", ["split", "stand", "stand"], "9c 9h"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("wager", "table", "line"),
    [*(("red-flex", RED_FLEX, x) for x in RED_FLEX), *(("buster", BUSTER, x) for x in BUSTER)],
)
def test_a_bonus_bet_pays_its_line_whatever_becomes_of_the_hand(wager, table, line, way):
    (one, two), (answers, drawn) = WAYS[way][0].split(), WAYS[way][1:]
    dealer, odds = table[line]
    up, down, *rest = dealer.split()
    round = play(deal(" ".join([one, up, two, down, drawn, *rest])), *answers, bets={"wager": 1000, wager: 700})
    assert round.done
    assert text(round.cards.hand(DEALER)) == dealer, "with nobody left in the game the hand is completed all the same"
    event = settled(round)["1", wager]
    assert event.net == odds * 700
    assert line in event.why


def test_every_line_of_the_rule_set_is_walked_by_these_tests():
    pay = cardroom.game(GAME).rules.pay
    assert list(pay["red-flex"].lines) == list(RED_FLEX)[:7]
    assert list(pay["buster"].lines) == list(BUSTER)[:6]
    assert list(pay["wager"].lines) == ["21.5", "higher total", "busted player-dealer"]


def test_an_eight_card_hand_of_more_than_eight_is_paid_as_eight():
    rules = cardroom.game(GAME).rules
    assert settle(rules, "buster", Showdown(18, 26, 11)).unit == 150
    assert settle(rules, "red-flex", Showdown(18, 18, 9, red=9)).unit == 300


@pytest.mark.parametrize(("bets", "net"), [({"red-flex": 500}, 500), ({"buster": 500}, -500)])
def test_bonus_bets_are_settled_after_a_peek_too(bets, net):
    round = play(deal("Ts Ah 5d Kd"), bets={"wager": 1000} | bets)
    assert settled(round)["1", *bets].net == net


def test_the_player_dealer_hits_soft_17_for_a_buster_alone():
    round = play(deal("As Ah Kd 6d 5c 2h 9h"), bets={"wager": 1000, "buster": 500})
    assert text(round.cards.hand(DEALER)) == "Ah 6d 5c 2h 9h"


def test_with_no_wager_that_depends_on_it_the_hand_is_not_drawn_out():
    round = play(deal("As 2h Kd 6d"))
    assert text(round.cards.hand(DEALER)) == "2h 6d"
    assert text(round.view(None).hand(DEALER)) == "2h 6d", "but the down card is turned"
