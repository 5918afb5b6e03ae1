"""Heads Up Hold'em, rule by rule (Brook HUH, section C; Washington HUH, Rules of Play; WPT HUH, rules 1-11).

Every line of every pay table is dealt in `test_every_pay_table`.
"""

import pytest

import cardroom
from cardroom.cards import text
from cardroom.play import BOARD, DEALER, Amount, Place, Refused, hand_of
from cardroom.play.round.events import Dealt, Settled, Turned
from cardroom.rulebook import RuleBookError
from support.deals import decision, nets, people, play, settled, stacked

ALL_SIX = Place("all 6")
RULE_SETS = ["brook", "washington", "washington-no-qualifier", "wpt"]
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)
qualifying = pytest.mark.parametrize("rules", ["brook", "washington", "wpt"])

# Pocket, dealer's cards, board.
PAIR_BEATS_PAIR = ("Kc Kd", "Qs Qd", "9h 2s 5c Jh 7d")
STRAIGHT_BEATS_HIGH_CARD = ("8c 7d", "As Kd", "9h Tc Js 2h 3d")
HIGH_CARD_BEATS_HIGH_CARD = ("Ac Kd", "Qs Td", "9h 2s 5c 7h 3d")
HIGH_CARD_LOSES_TO_HIGH_CARD = ("Qs Td", "Ac Kd", "9h 2s 5c 7h 3d")
HIGH_CARD_TIES = ("Ac Kd", "As Kh", "9h 2s 5c 7h 3d")
STRAIGHT_LOSES = ("4h 3d", "8c 9d", "5c 6d 7h Ks 2s")
TRIPS_LOSE = ("2c 2d", "9c 9d", "9h 2s 5c Jh Kd")
STRAIGHTS_TIE = ("8c 2d", "8d 2h", "9h Tc Js 7s 3c")


def huh(cards, rules="brook", seats=1, **house_rules):
    """A round in which these cards are dealt. The All 6 cards are chosen so that they do not matter."""
    game = cardroom.game("heads-up-holdem", rules=rules, **house_rules)
    used = " ".join(cards)
    four = [card for card in ("4c", "4d", "4s", "6c", "6s", "6h") if card not in used][:4]
    first = [" ".join(four)] if "all-6" in game.rules.wagers() else []
    return game.round(*people(range(1, seats + 1), 100_000), shuffle=stacked(*first, *cards))


def result(cards, wish="1x", rules="brook", bets=(), **house_rules):
    """What each wager of the one player wins or loses, with Ante and Odds of $10."""
    wagers = {"ante": 1_000, "odds": 1_000, **dict(bets)}
    return nets(play(huh(cards, rules, **house_rules), {"1": wagers}, {"1": wish}))


# -- The dealer qualifies with a pair (Brook 8-9, Washington 6, WPT 11a) -------------------------------------------


@qualifying
def test_the_ante_pushes_when_the_dealer_does_not_qualify_and_the_player_wins(rules):
    assert result(HIGH_CARD_BEATS_HIGH_CARD, rules=rules) == {"raise": 1_000, "ante": 0, "odds": 0}


@qualifying
def test_the_ante_pushes_when_the_dealer_does_not_qualify_and_the_player_loses(rules):
    assert result(HIGH_CARD_LOSES_TO_HIGH_CARD, rules=rules) == {"raise": -1_000, "ante": 0, "odds": -1_000}


@qualifying
def test_the_ante_wins_even_money_from_a_qualified_dealer(rules):
    assert result(PAIR_BEATS_PAIR, rules=rules)["ante"] == 1_000


@qualifying
def test_raise_and_odds_play_on_against_an_unqualified_dealer(rules):
    assert result(STRAIGHT_BEATS_HIGH_CARD, "3x", rules=rules) == {"raise": 3_000, "ante": 0, "odds": 1_000}


def test_where_the_dealer_always_plays_a_high_card_wins_and_loses_the_ante():
    rules = "washington-no-qualifier"
    assert result(HIGH_CARD_BEATS_HIGH_CARD, rules=rules)["ante"] == 1_000
    assert result(HIGH_CARD_LOSES_TO_HIGH_CARD, rules=rules)["ante"] == -1_000


@qualifying
def test_the_lowest_pair_qualifies(rules):
    assert result(("Ac Kd", "2s 3d", "2h 4s 6c 8h Td"), rules=rules)["ante"] == -1_000


def test_a_pair_on_the_board_qualifies_the_dealer():
    assert result(("Ac Kd", "Qs Td", "9h 9s 5c 7h 3d"))["ante"] == 1_000


# -- Odds (Brook 9, WPT 11e-11i, Washington Appendix A) ------------------------------------------------------------


@every_rule_set
def test_three_of_a_kind_or_less_pushes_the_odds_when_it_wins(rules):
    assert result(PAIR_BEATS_PAIR, rules=rules) == {"raise": 1_000, "ante": 1_000, "odds": 0}


@every_rule_set
def test_three_of_a_kind_or_less_loses_the_odds_when_it_loses(rules):
    assert result(TRIPS_LOSE, "2x", rules=rules) == {"raise": -2_000, "ante": -1_000, "odds": -1_000}


@qualifying
def test_a_straight_that_loses_is_paid_as_a_bad_beat(rules):
    assert result(STRAIGHT_LOSES, "3x", rules=rules) == {"raise": -3_000, "ante": -1_000, "odds": 5_000}


def test_without_a_qualifier_there_is_no_bad_beat():
    assert result(STRAIGHT_LOSES, "3x", rules="washington-no-qualifier")["odds"] == -1_000


@every_rule_set
@pytest.mark.parametrize("cards", [HIGH_CARD_TIES, STRAIGHTS_TIE])
def test_every_tie_pushes_all_three(rules, cards):
    assert result(cards, "2x", rules=rules) == {"raise": 0, "ante": 0, "odds": 0}


def test_a_flush_pays_three_to_two_and_half_a_cent_stays_with_the_bank():
    round = play(
        huh(("Ah 2h", "Ks Kd", "9h 7h 4h Jc 3s"), "wpt", smallest_chip="$0.01"), {"1": {"ante": 501, "odds": 501}}
    )
    odds = settled(round)["odds"]
    assert (odds.net, odds.breakage) == (751, "1/2")


# -- Raising (Brook 3, 5, 7; Washington 2-4; WPT 5, 7, 9) ----------------------------------------------------------


@every_rule_set
@pytest.mark.parametrize("wish", ["3x", "2x", "1x"])
def test_a_raise_is_three_antes_before_the_flop_two_after_it_one_at_the_end(rules, wish):
    round = play(huh(PAIR_BEATS_PAIR, rules), {"1": {"ante": 1_000, "odds": 1_000}}, {"1": wish})
    assert settled(round)["raise"].stake == 1_000 * int(wish[0])


def decisions(rules="brook", stack=100_000, ante=1_000, **house_rules):
    """The options at each of the three decisions of a player who checks."""
    game = cardroom.game("heads-up-holdem", rules=rules, **house_rules)
    round = game.round({1: stack}, seed=4)
    round.answer(1, "bet", {"ante": ante, "odds": ante})
    offered = []
    while not round.done:
        offered.append(round.ask.options)
        round.answer(1, "fold" if len(offered) == 3 else "check")
    return offered


@every_rule_set
def test_nothing_but_three_two_and_one_is_offered(rules):
    offered = decisions(rules)
    bounds = [(options[0].least, options[0].most) for options in offered]
    assert bounds == [(3_000, 3_000), (2_000, 2_000), (1_000, 1_000)]
    others = [[option.action for option in options[1:]] for options in offered]
    assert others == [["check"], ["check"], ["fold"]]


@pytest.mark.parametrize(("checks", "wrong"), [(0, (1_000, 2_000, 4_000)), (1, (1_000, 3_000)), (2, (2_000, 3_000))])
def test_any_other_raise_is_refused(checks, wrong):
    round = huh(PAIR_BEATS_PAIR)
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    for _ in range(checks):
        round.answer(1, "check")
    for amount in wrong:
        with pytest.raises(Refused):
            round.answer(1, "raise", amount)


def test_players_cannot_fold_before_the_end_or_check_at_the_end():
    round = huh(PAIR_BEATS_PAIR)
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    for _ in range(2):
        with pytest.raises(Refused, match="'fold' is not possible now: choose raise or check"):
            round.answer(1, "fold")
        round.answer(1, "check")
    with pytest.raises(Refused, match="'check' is not possible now: choose raise or fold"):
        round.answer(1, "check")


def test_a_house_may_allow_one_or_two_antes_before_the_flop():
    first, flop, river = (options[0] for options in decisions("wpt", early_raise=True))
    assert first == Amount("raise", 1_000, 3_000, 1_000)
    assert (flop.least, flop.most) == (2_000, 2_000)
    assert (river.least, river.most) == (1_000, 1_000)


def test_a_player_who_raised_early_is_not_asked_again():
    round = huh(PAIR_BEATS_PAIR, "wpt", early_raise=True)
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    round.answer(1, "raise", 1_000)
    assert round.done
    assert settled(round)["raise"].stake == 1_000


@pytest.mark.parametrize(
    ("behind", "can"), [(1_000, [False, False, True]), (2_999, [False, True, True]), (3_000, [True, True, True])]
)
def test_a_stack_too_short_for_a_raise_may_still_check_and_raise_later(behind, can):
    offered = decisions(stack=2_000 + behind)
    assert [options[0].action == "raise" for options in offered] == can


def test_with_early_raises_a_short_stack_may_raise_what_it_has():
    assert decisions("wpt", stack=4_500, early_raise=True)[0][0] == Amount("raise", 1_000, 2_000, 1_000)


def test_ante_odds_and_one_raise_must_be_in_front_of_the_player():
    round = cardroom.game("heads-up-holdem", rules="brook").round({1: 2_999}, seed=1)
    with pytest.raises(Refused, match=r"need \$30, including later bets, but you have \$29.99"):
        round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})


def test_odds_must_equal_the_ante():
    round = cardroom.game("heads-up-holdem", rules="brook").round({"ann": 10_000}, seed=1)
    with pytest.raises(Refused, match=r"Odds must equal Ante, \$10"):
        round.answer(1, "bet", {"ante": 1_000, "odds": 900})
    with pytest.raises(Refused, match="Odds is required"):
        round.answer(1, "bet", {"ante": 1_000})


# -- Folding -------------------------------------------------------------------------------------------------------


@every_rule_set
def test_a_fold_loses_ante_and_odds_only(rules):
    lost = result(STRAIGHT_LOSES, "fold", rules=rules)
    assert lost == {"ante": -1_000, "odds": -1_000}


@every_rule_set
def test_a_fold_loses_even_against_an_unqualified_dealer(rules):
    assert result(STRAIGHT_BEATS_HIGH_CARD, "fold", rules=rules) == {"ante": -1_000, "odds": -1_000}


@every_rule_set
def test_bonus_bets_of_a_folded_hand_are_settled_with_its_own_cards(rules):
    cards = ("9c 9d", "As Kd", "9h 2s 7c Jd 3s")  # three nines, with the pocket
    paid = result(cards, "fold", rules=rules, bets={"trips-plus": 500, "pocket-bonus": 500})
    assert paid["trips-plus"] == 3 * 500
    assert paid["pocket-bonus"] > 0
    assert paid["ante"] == paid["odds"] == -1_000


def test_jackpots_of_a_folded_hand_are_settled_too():
    bets = {"1": {"ante": 1_000, "odds": 1_000, "galaxy": 500}}
    round = play(huh(("9c 9d", "As Kd", "9h 2s 7c Jd 3s")), bets, {"1": "fold"})
    assert nets(round)["galaxy"] == 4 * 500 - 500
    bets = {"1": {"ante": 1_000, "odds": 1_000, "jackpot": 100}}
    round = play(huh(("9c 9d", "As Kd", "9h 9s 7c Jd 3s"), "washington"), bets, {"1": "fold"})
    assert nets(round)["jackpot"] == 50 * 100 - 100


def test_forfeited_wagers_are_collected_before_the_dealers_cards_are_turned():
    round = play(huh(PAIR_BEATS_PAIR), {"1": {"ante": 1_000, "odds": 1_000}}, {"1": "fold"})
    kinds = [type(event) if isinstance(event, Settled) else getattr(event, "place", "") for event in round.events]
    assert kinds.index(Settled) < len(kinds) - 1 - kinds[::-1].index(DEALER)


@pytest.mark.parametrize(
    ("rules", "cite"),
    [
        ("brook", "Brook HUH, Heads Up Hold'em, C. The Rules of the Card Game, rule 7b"),
        ("washington", "Washington HUH, Heads Up Hold'em, Rules of Play, rule 4"),
        ("wpt", "WPT HUH, Dealing Procedures, rule 9"),
    ],
)
def test_a_fold_is_cited_with_the_rule_that_says_so(rules, cite):
    round = play(huh(PAIR_BEATS_PAIR, rules), {"1": {"ante": 1_000, "odds": 1_000}}, {"1": "fold"})
    assert {settled(round)[wager].cite for wager in ("ante", "odds")} == {cite}


@pytest.mark.parametrize(("bonus", "shown"), [({}, False), ({"trips-plus": 500}, True)])
def test_a_folded_hand_is_shown_only_if_a_bonus_bet_depends_on_it(bonus, shown):
    round = play(huh(PAIR_BEATS_PAIR), {"1": {"ante": 1_000, "odds": 1_000, **bonus}}, {"1": "fold"})
    assert any(isinstance(event, Turned) and event.place == hand_of("1") for event in round.events) == shown


def test_trips_plus_wins_whoever_wins():
    assert result(TRIPS_LOSE, bets={"trips-plus": 500})["trips-plus"] == 3 * 500


@pytest.mark.parametrize("board", ["9h Js 5c 2s Kd", "9h Js 5c Kd 2s"])
def test_trips_plus_is_judged_on_all_seven_cards(board):
    """Made on the turn or on the river (Brook F, Trips Plus)."""
    assert result(("2c 2d", "9c 9d", board), bets={"trips-plus": 500})["trips-plus"] == 3 * 500


# -- Dealing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["washington", "washington-no-qualifier", "wpt"])
def test_machine_or_hand_dealt_gives_the_same_cards(rules):
    """The Brook deals the board face down with the other cards (rule 2), and prints no other way."""
    rounds = []
    for way in ("machine", "hand"):
        round = cardroom.game("heads-up-holdem", rules=rules, community_cards=way).round(
            *people((1, 2, 3)), seed="same"
        )
        bets = {"ante": 500, "odds": 500, "trips-plus": 500}
        rounds.append(play(round, {"1": bets, "2": bets, "3": bets}, {"1": "3x", "2": "2x", "3": "fold"}))
    assert rounds[0].cards.hands == rounds[1].cards.hands
    assert rounds[0].net == rounds[1].net


@pytest.mark.parametrize("way", ["machine", "hand"])
def test_community_cards_are_seen_when_they_are_revealed_and_not_before(way):
    round = huh(PAIR_BEATS_PAIR, "wpt", community_cards=way)
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    assert text(round.view("ann").hand(BOARD)) == ("?? ?? ?? ?? ??" if way == "machine" else "")
    round.answer(1, "check")
    assert text(round.view("ann").hand(BOARD))[:8] == "9h 2s 5c"
    assert "Jh" not in text(round.view("ann").hand(BOARD))
    round.answer(1, "check")
    assert text(round.view("ann").hand(BOARD)) == "9h 2s 5c Jh 7d"
    assert text(round.view("ann").hand(DEALER)) == "?? ??"


def test_the_brooks_community_cards_are_dealt_face_down_with_the_others():
    round = huh(PAIR_BEATS_PAIR)
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    assert text(round.view("ann").hand(BOARD)) == "?? ?? ?? ?? ??"


def test_cards_go_from_the_dealers_left_and_the_dealer_is_last():
    bets = {"ante": 500, "odds": 500}
    round = play(huh(("Kc Kd", "8c 8d", "Qs Qd", "9h 2s 5c Jh 7d"), seats=2), {"1": bets, "2": bets})
    assert [text(round.cards.hand(place)) for place in ("1", "2", DEALER)] == ["Kc Kd", "8c 8d", "Qs Qd"]
    assert [event.place for event in round.events if isinstance(event, Dealt)][:3] == [
        hand_of("1"),
        hand_of("2"),
        DEALER,
    ]


# -- All 6 (WPT HUH 3 and All 6 Bonus) -----------------------------------------------------------------------------


def all_6(wish="1x", **house_rules):
    """A hand whose All 6 cards make a straight flush with the pocket, and whose board makes nothing."""
    game = cardroom.game("heads-up-holdem", rules="wpt", **house_rules)
    round = game.round({"ann": 100_000}, shuffle=stacked("Th 9h 8h 2c", "Jh 7h", "Ks Kd", "3c 4s 5d 9s Qc"))
    return play(round, {"1": {"ante": 500, "odds": 500, "all-6": 500, "trips-plus": 500}}, {"1": wish})


def test_the_four_cards_of_all_6_are_dealt_first():
    round = all_6()
    first = next(event for event in round.events if isinstance(event, Dealt))
    assert (first.place, text(first.cards)) == (ALL_SIX, "Th 9h 8h 2c")
    assert text(round.cards.hand("1")) == "Jh 7h"


@pytest.mark.parametrize("wish", ["1x", "fold"])
def test_all_6_is_a_hand_of_its_own(wish):
    paid = nets(all_6(wish))
    assert paid["all-6"] == 200 * 500, "pocket and the four cards: a straight flush"
    assert paid["trips-plus"] == -500, "which no other wager may use"


def test_the_board_does_not_help_all_6():
    game = cardroom.game("heads-up-holdem", rules="wpt")
    round = game.round({"ann": 100_000}, shuffle=stacked("2c 4d 6h 8s", "Ah Kh", "3s 3d", "Qh Jh Th 9c 9d"))
    paid = nets(play(round, {"1": {"ante": 500, "odds": 500, "all-6": 500, "trips-plus": 500}}))
    assert (paid["all-6"], paid["trips-plus"]) == (-500, 100 * 500)


def test_the_four_cards_stay_face_down_until_the_end():
    round = huh(PAIR_BEATS_PAIR, "wpt")
    round.answer(1, "bet", {"ante": 1_000, "odds": 1_000})
    assert text(round.view("ann").hand(ALL_SIX)) == "?? ?? ?? ??"
    play(round, {})
    assert "??" not in text(round.view("ann").hand(ALL_SIX))


def test_without_all_6_on_the_layout_no_card_is_dealt_for_it():
    round = huh(PAIR_BEATS_PAIR, "wpt", all_6=False)
    with pytest.raises(Refused, match="There is no wager 'all-6' here"):
        round.answer(1, "bet", {"ante": 1_000, "odds": 1_000, "all-6": 500})
    play(round, {"1": {"ante": 1_000, "odds": 1_000}})
    assert ALL_SIX not in round.cards.hands
    assert text(round.cards.hand("1")) == "Kc Kd"


# -- Jackpots (Washington HUH, Bonus and Progressive Jackpots; WPT HUH, Progressive) -------------------------------


def test_two_sensors_are_two_games_with_a_meter_each():
    cards = ("2c 3d", "4c 5d", "As Ks Qs Js Ts")  # a royal flush on the board
    tables = {"jackpot_table": "PT-BJS-HUH-5CP-01", "second_jackpot_table": "PT-BJS-HUH-5CP-03"}
    round = huh(cards, "washington", second_jackpot=True, **tables)
    round.answer(1, "bet", {"ante": 500, "odds": 500, "jackpot": 100, "second-jackpot": 100})
    asked = []
    for _ in ("check", "check", "play"):
        round.answer(1, *decision(round, "1x"))
    for meter in (1_000_000, 300_000):
        asked.append((round.ask.spot, round.ask.about))
        round.answer("house", "meter", meter)
    assert round.done
    assert asked == [("house", "first"), ("house", "second")]
    assert nets(round)["jackpot"] == 100_000 - 100
    assert nets(round)["second-jackpot"] == 30_000 - 100
    assert round.carry.meters == {"first": 900_000, "second": 270_000}


def test_two_sensors_pay_from_their_own_tables():
    cards = ("9c 9d", "As Kd", "9h 9s 7c Jd 3s")
    tables = {"jackpot_table": "PT-BJS-HUH-5CP-01", "second_jackpot_table": "PT-BJS-HUH-5CP-07"}
    bets = {"ante": 500, "odds": 500, "jackpot": 100, "second-jackpot": 100}
    round = play(huh(cards, "washington", second_jackpot=True, **tables), {"1": bets})
    assert (nets(round)["jackpot"], nets(round)["second-jackpot"]) == (50 * 100 - 100, 75 * 100 - 100)


def test_each_sensor_pays_the_lines_that_its_own_table_has():
    cards = ("Ah 2h", "Ks Kd", "9h 7h 4h Jc 3s")  # a flush, which table 01 pays and table 03 does not
    bets = {"ante": 500, "odds": 500, "jackpot": 100, "second-jackpot": 100}
    for first, second, paid in (("01", "03", (400, -100)), ("03", "01", (-100, 400))):
        tables = {"jackpot_table": f"PT-BJS-HUH-5CP-{first}", "second_jackpot_table": f"PT-BJS-HUH-5CP-{second}"}
        round = play(huh(cards, "washington", second_jackpot=True, **tables), {"1": bets})
        assert (nets(round)["jackpot"], nets(round)["second-jackpot"]) == paid


def test_each_sensor_has_a_wager_of_its_own():
    cards = ("9c 9d", "As Kd", "9h 9s 7c Jd 3s")  # four of a kind: $50 for $1 in table 01, $75 in table 07
    tables = {"jackpot_table": "PT-BJS-HUH-5CP-01", "second_jackpot_table": "PT-BJS-HUH-5CP-07"}
    bets = {"ante": 500, "odds": 500, "jackpot": 200, "second-jackpot": 300}
    round = huh(cards, "washington", second_jackpot=True, jackpot_wager="$2", second_jackpot_wager="$3", **tables)
    with pytest.raises(Refused, match=r"Second Jackpot must be from \$3 to \$3"):
        round.answer(1, "bet", bets | {"second-jackpot": 200})
    with pytest.raises(Refused, match=r"^Jackpot must be from \$2 to \$2"):
        round.answer(1, "bet", bets | {"jackpot": 500})
    play(round, {"1": bets})
    assert (nets(round)["jackpot"], nets(round)["second-jackpot"]) == (2 * 50_00 - 200, 3 * 75_00 - 300)


def test_one_sensor_may_be_bet_on_without_the_other():
    cards = ("2c 3d", "4c 5d", "As Ks Qs Js Ts")
    round = huh(cards, "washington", second_jackpot=True, second_jackpot_table="PT-BJS-HUH-5CP-03")
    play(round, {"1": {"ante": 500, "odds": 500, "second-jackpot": 100}}, meters={"second": 300_000})
    assert round.carry.meters == {"second": 270_000}
    assert nets(round)["second-jackpot"] == 30_000 - 100


def test_a_layout_has_no_second_sensor_unless_the_house_says_so():
    round = huh(PAIR_BEATS_PAIR, "washington")
    with pytest.raises(Refused, match="There is no wager 'second-jackpot' here"):
        round.answer(1, "bet", {"ante": 500, "odds": 500, "second-jackpot": 100})


def test_a_progressive_does_not_open_before_its_seed_is_set():
    with pytest.raises(RuleBookError, match="house rule jackpot: it needs jackpot_seed to be set first"):
        cardroom.game("heads-up-holdem", rules="wpt", jackpot=True)
    game = cardroom.game("heads-up-holdem", rules="wpt", jackpot=True, jackpot_seed="$500", jackpot_rate=10)
    assert "jackpot" in game.rules.wagers()
    assert "jackpot" not in cardroom.game("heads-up-holdem", rules="wpt").rules.wagers()


def test_a_jackpot_takes_its_one_amount_and_no_other():
    round = huh(PAIR_BEATS_PAIR, "washington", jackpot_wager="$5")
    for amount in (100, 499, 501):
        with pytest.raises(Refused, match=r"Jackpot must be from \$5 to \$5"):
            round.answer(1, "bet", {"ante": 500, "odds": 500, "jackpot": amount})


@pytest.mark.parametrize("table", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_a_flopped_straight_flush_is_a_straight_flush_where_the_table_has_no_line_of_its_own(table):
    house_rules = {"jackpot": True, "jackpot_seed": "$1,000", "jackpot_rate": 10, "jackpot_table": table}
    bets = {"1": {"ante": 500, "odds": 500, "jackpot": 100}}
    paid = []
    for board in ("Th Jh 7h 2d 3c", "Th 2d 7h Jh 3c"):
        round = play(huh(("9h 8h", "Ks Qd", board), "wpt", **house_rules), bets, meters={"progressive": 10**6})
        paid.append(nets(round)["jackpot"])
    assert paid[0] == paid[1] > 0


def test_the_galaxy_jackpot_uses_the_pocket_and_the_flop_alone():
    bets = {"1": {"ante": 1_000, "odds": 1_000, "galaxy": 500}}
    for board, net in (("9h 2s 7c Jd 3s", 4 * 500 - 500), ("2s 7c Jd 9h 3s", -500)):
        round = play(huh(("9c 9d", "As Kd", board)), bets)
        assert nets(round)["galaxy"] == net


def test_bonus_bets_need_an_ante():
    round = cardroom.game("heads-up-holdem", rules="brook").round({"ann": 10_000}, seed=1)
    with pytest.raises(Refused, match="Ante is required"):
        round.answer(1, "bet", {"trips-plus": 500})


# -- chips ------------------------------------------------------------------------------------------------------------


def test_the_brook_takes_whole_dollars():
    """Brook HUH, G: wagers go by whole dollars."""
    game = cardroom.game("heads-up-holdem")
    with pytest.raises(Refused, match=r"Ante must be in whole chips of \$1, not \$1\.50"):
        game.round(1, seed=1).answer(1, "bet", {"ante": 150, "odds": 150})
    game.round(1, seed=1).answer(1, "bet", {"ante": 200, "odds": 200})
    coins = cardroom.game("heads-up-holdem", "washington", smallest_chip="$0.50")
    coins.round(1, seed=1).answer(1, "bet", {"ante": 550, "odds": 550})
